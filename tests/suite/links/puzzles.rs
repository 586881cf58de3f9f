//! Puzzles of Links: the prover against one that looks at everything, those that the game ships with, the judge, the maker.

use gridmarch::arena::puzzle::{Judge as _, Puzzle as _, Verdict};
use gridmarch::base::{Budget, rng};
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::puzzle::maker::{Wish, make};
use gridmarch::games::links::puzzle::prover::Prover;
use gridmarch::games::links::puzzle::{MAX_GRADE, Puzzle, Task, load, parse, write};
use gridmarch::games::links::routes::Routes;
use gridmarch::games::links::rules::{Rules, Variant};
use gridmarch::games::links::step::Step;
use gridmarch::search::Outcome;
use rand::RngExt;
use std::collections::BTreeSet;
use std::path::Path;

/// A position that is not over, in which both sides have gone along their shortest ways, and into the other's.
fn tangle(size: u8, variant: Variant, plies: usize, rng: &mut rng::Rng) -> Option<Position> {
    let mut position = Position::new(Rules { size, variant, pie: false });
    for _ in 0..plies {
        let side = position.side();
        let whose = if rng.random_range(0..3) == 0 { 1 - side } else { side };
        let ways = Routes::of(&position, whose).holes[rng.random_range(0..2)].and(&position.free(side));
        let all: Vec<Hole> = if ways.is_empty() { position.free(side) } else { ways }.iter().collect();
        position.make(Step::Peg(*all.get(rng.random_range(0..all.len().max(1)))?));
        if position.end().is_some() {
            position.unmake();
        }
    }
    Some(position)
}

/// Whether the side to move wins in so many pegs: by the rules alone.
fn wins(position: &mut Position, pegs: u8) -> bool {
    let side = position.side();
    pegs > 0
        && position.free(side).iter().any(|hole| {
            position.make(Step::Peg(hole));
            let won = match position.end() {
                Some(end) => end.outcome == Outcome::Win(side),
                None => pegs > 1 && !position.free(1 - side).iter().any(|answer| holds(position, answer, pegs - 1)),
            };
            position.unmake();
            won
        })
}

/// Whether the other side does not win in so many pegs after an answer.
fn holds(position: &mut Position, answer: Hole, left: u8) -> bool {
    position.make(Step::Peg(answer));
    let holds = position.end().is_some() || !wins(position, left);
    position.unmake();
    holds
}

#[test]
fn on_the_smallest_board_the_prover_agrees_with_the_rules() {
    let mut rng = rng::stream(3, "links prover");
    let mut found = [0; 4];
    for round in 0..60 {
        let variant = Variant::ALL[round % 2];
        let Some(mut position) = tangle(6, variant, 6 + round % 9, &mut rng) else { continue };
        let most = if position.free(position.side()).len() > 14 { 2 } else { 3 };
        let told = Prover::new(Budget::unlimited()).wins_in(&position, most).expect("no limit");
        let least = (1..=most).find(|pegs| wins(&mut position, *pegs));
        assert_eq!(
            told,
            least,
            "{:?} {:?}",
            variant,
            position.steps().map(|step| step.to_string()).collect::<Vec<_>>()
        );
        found[usize::from(told.unwrap_or(0))] += 1;
        // Every answer that holds against the next win.
        let left = told.unwrap_or(2).min(2);
        let answers: Vec<Hole> =
            position.free(position.side()).iter().filter(|hole| holds(&mut position, *hole, left)).collect();
        let mut holding = Prover::new(Budget::unlimited()).holding(&position, left, usize::MAX).expect("no limit");
        holding.sort();
        assert_eq!(holding, answers);
    }
    assert!(found.iter().all(|count| *count > 0), "{found:?}");
}

#[test]
fn what_is_left_out_changes_nothing() {
    let mut rng = rng::stream(5, "links prover");
    let mut found = [0; 5];
    for round in 0..80 {
        let size = if round % 2 == 0 { 8 } else { 10 };
        let Some(position) = tangle(size, Variant::Pp, 10 + round % 14, &mut rng) else { continue };
        let limit = || Budget::nodes(8_000);
        let (mut narrow, mut plain) = (Prover::new(limit()), Prover::plain(limit()));
        let Ok(least) = plain.wins_in(&position, 4) else { continue };
        assert_eq!(
            narrow.wins_in(&position, 4),
            Ok(least),
            "{:?}",
            position.steps().map(|s| s.to_string()).collect::<Vec<_>>()
        );
        found[usize::from(least.unwrap_or(0))] += 1;
        let pegs = least.unwrap_or(2);
        if let (Ok(mut one), Ok(mut other)) =
            (narrow.winners(&position, pegs, usize::MAX), plain.winners(&position, pegs, usize::MAX))
        {
            one.sort();
            other.sort();
            assert_eq!(one, other);
        }
        if let (Ok(mut one), Ok(mut other)) =
            (narrow.holding(&position, pegs, usize::MAX), plain.holding(&position, pegs, usize::MAX))
        {
            one.sort();
            other.sort();
            assert_eq!(one, other);
        }
    }
    assert!(found[..4].iter().all(|count| *count > 0), "{found:?}");
}

fn shipped() -> Vec<Puzzle> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/links/puzzles.ron");
    load(&path).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn there_are_puzzles_of_every_kind_on_boards_of_every_size() {
    let puzzles = shipped();
    let count = |is: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| is(puzzle)).count();
    assert!(puzzles.len() >= 60);
    for (pegs, least) in [(1, 8), (2, 20), (3, 20), (4, 10), (5, 5)] {
        assert!(count(&|puzzle| puzzle.task == Task::Win(pegs)) >= least, "wins in {pegs}");
    }
    assert!(count(&|puzzle| matches!(puzzle.task, Task::Hold(_))) >= 15);
    for size in [12, 18, 20, 24] {
        assert!(count(&|puzzle| puzzle.position().rules().size == size) >= 5, "boards of {size}");
    }
    assert!(count(&|puzzle| puzzle.position().rules().variant == Variant::Standard) >= 5);
    assert!((1..=MAX_GRADE).all(|grade| count(&|puzzle| puzzle.grade == grade) > 0));
    let names: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.title()).collect();
    assert_eq!(names.len(), puzzles.len());
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.task), "those with the same task stand together");
}

/// The shorter ones; `gridmarch puzzles links --prove levels/links/puzzles.ron` proves all of them.
#[test]
fn the_puzzles_are_proved() {
    let puzzles = shipped();
    let mut proved = 0;
    for puzzle in &puzzles {
        match puzzle.proved(Budget::nodes(NODES)) {
            Ok(is_proved) => assert!(is_proved, "{}", puzzle.name),
            Err(_) => continue,
        }
        proved += 1;
    }
    assert!(proved * 3 >= puzzles.len() * 2, "{proved} of {}", puzzles.len());
}

/// What a proof in a test may look at.
const NODES: u64 = 1500;

#[test]
fn every_puzzle_that_is_proved_quickly_is_played_to_its_end_and_a_wrong_peg_is_told() {
    let mut counts = [0; 2];
    for puzzle in shipped() {
        if puzzle.proved(Budget::nodes(NODES / 8)) != Ok(true) {
            continue;
        }
        let mut judge = puzzle.judge();
        let mut position = puzzle.position().clone();
        let name = &puzzle.name;
        assert_eq!(judge.verdict(&position), Verdict::Open(puzzle.task.pegs().into()), "{name}");
        let line = judge.solution(&position);
        assert_eq!(line.first(), Some(&Step::Peg(puzzle.solution)), "{name}");
        assert_eq!(line.len(), 2 * usize::from(puzzle.task.pegs()) - 1, "{name}: the defence holds out");
        for (index, step) in line.iter().enumerate() {
            assert!(index % 2 == 0 || judge.defence(&position) == *step, "{name}");
            position.make(*step);
        }
        assert_eq!(judge.verdict(&position), Verdict::Solved, "{name}");
        if position.end().is_none() {
            // Whoever moves on after the right defence.
            position.make(judge.defence(&position));
            assert_eq!(judge.verdict(&position), Verdict::Solved, "{name}");
        }
        counts[usize::from(matches!(puzzle.task, Task::Hold(_)))] += 1;

        let mut wrong = puzzle.position().clone();
        let other = wrong.free(wrong.side()).iter().find(|hole| *hole != puzzle.solution).expect("a free hole");
        wrong.make(Step::Peg(other));
        assert!(matches!(judge.verdict(&wrong), Verdict::Spoilt | Verdict::Late(_)), "{name}");
        let answer = judge.defence(&wrong);
        wrong.make(answer);
        let told = judge.verdict(&wrong);
        let is_refuted = matches!(told, Verdict::Spoilt | Verdict::Late(_) | Verdict::Failed);
        assert!(is_refuted, "{name}: {answer} refutes {other}: {told:?}");
        // It is looked at anew.
        wrong.unmake();
        wrong.unmake();
        assert_eq!(judge.verdict(&wrong), Verdict::Open(puzzle.task.pegs().into()), "{name}");
    }
    assert!(counts.iter().all(|count| *count >= 3), "{counts:?}");
}

#[test]
fn a_peg_that_wins_later_than_is_asked_for_is_told_from_one_that_does_not_win() {
    let (mut late, mut spoilt) = (0, 0);
    for puzzle in shipped().iter().filter(|puzzle| puzzle.task == Task::Win(1)) {
        let mut judge = puzzle.judge();
        for hole in puzzle.position().free(puzzle.side()).iter().filter(|hole| *hole != puzzle.solution).step_by(9) {
            let mut position = puzzle.position().clone();
            position.make(Step::Peg(hole));
            // By looking at every answer.
            let mut plain = Prover::plain(Budget::nodes(NODES));
            let wins = [2, 1].map(|pegs| plain.holding(&position, pegs, 1).map(|holding| holding.is_empty()));
            match (judge.verdict(&position), wins) {
                (Verdict::Solved, _) => assert!(position.end().is_some()),
                (Verdict::Late(2), [_, Ok(true)]) => late += 1,
                (Verdict::Late(3), [Ok(true), Ok(false)]) => late += 1,
                (Verdict::Spoilt, [Ok(false), Ok(false)]) => spoilt += 1,
                (told, [Ok(_), Ok(_)]) => panic!("{}: {hole}: {told:?}, {wins:?}", puzzle.name),
                // It takes too long to be checked here.
                _ => continue,
            }
        }
    }
    assert!(late > 5 && spoilt > 5, "{late} {spoilt}");
}

#[test]
fn who_wins_later_than_is_asked_for_has_not_solved_it() {
    let puzzles = shipped();
    let puzzle = puzzles.iter().find(|puzzle| puzzle.task == Task::Win(1)).expect("one");
    let (mut judge, mut position) = (puzzle.judge(), puzzle.position().clone());
    // Both look away.
    for _ in 0..2 {
        let free = position.free(position.side());
        position.make(Step::Peg(free.iter().find(|hole| *hole != puzzle.solution).expect("a free hole")));
    }
    assert_eq!(judge.verdict(&position), Verdict::Late(2));
    position.make(Step::Peg(puzzle.solution));
    assert!(position.end().is_some());
    assert_eq!(judge.verdict(&position), Verdict::Failed);
}

#[test]
fn later_pegs_count_that_win_in_time_too() {
    // A win in two with two ways to end it.
    let puzzles = shipped();
    let found = puzzles.iter().filter(|puzzle| puzzle.task == Task::Win(2)).find_map(|puzzle| {
        let mut position = puzzle.position().clone();
        position.make(Step::Peg(puzzle.solution));
        position.make(puzzle.judge().defence(&position));
        let wins = Routes::of(&position, position.side()).wins();
        (wins.len() > 1).then_some((puzzle, position, wins))
    });
    let (puzzle, position, wins) = found.expect("one with a double threat");
    for hole in wins.iter() {
        let mut position = position.clone();
        position.make(Step::Peg(hole));
        assert_eq!(puzzle.judge().verdict(&position), Verdict::Solved);
    }
}

#[test]
fn the_same_wish_makes_the_same_puzzles_and_their_file_is_read_again() {
    let wish = Wish { count: 2, seed: 4, size: Some(12), variant: Some(Variant::Pp) };
    let made = [0, 1].map(|_| make(&wish, &mut |_, _| {}));
    assert_eq!(made[0], made[1]);
    assert_eq!(made[0].len(), 2);
    let read = parse(&write(&made[0]), "p.ron").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, made[0]);
    for puzzle in &read {
        assert_eq!(puzzle.proved(Budget::unlimited()), Ok(true));
    }
    let other = make(&Wish { seed: 5, count: 1, ..wish }, &mut |_, _| {});
    assert_ne!(other[0].position().key(), made[0][0].position().key());
}

const TEXT: &str = r#"(
    version: 1,
    puzzles: [
        (
            name: "Acorn", task: Win(1), grade: 1, size: 6, variant: pp, solution: "c6",
            moves: "d2 e1x b4 c4",
        ),
    ],
)
"#;

#[test]
fn a_mistake_in_the_file_is_told_with_its_place() {
    let told = |from: &str, to: &str| {
        let text = TEXT.replace("e1x", "e3").replacen(from, to, 1);
        parse(&text, "p.ron").map(|puzzles| puzzles.len()).map_err(|error| error.to_string())
    };
    assert_eq!(told("x", "x"), Ok(1));
    for (from, to, sentence) in [
        (
            "version: 1",
            "version: 2",
            "p.ron: line 2, column 12: `version` is 2, this program reads version 1 of puzzles",
        ),
        ("Win(1)", "Win(6)", "p.ron: line 4, column 9: puzzle \"Acorn\": `task` is 6, expected 1 to 5"),
        ("grade: 1", "grade: 0", "p.ron: line 4, column 9: puzzle \"Acorn\": `grade` is 0, expected 1 to 4"),
        ("Acorn", " ", "p.ron: line 4, column 9: `name` is \" \", expected one that no other puzzle has"),
        ("\"c6\"", "\"d2\"", "p.ron: line 4, column 9: puzzle \"Acorn\": `solution`: no peg can be placed on d2"),
        ("b4", "d2", "p.ron: line 4, column 9: puzzle \"Acorn\": `moves`: opening: move 3: d2 is not legal there"),
        (
            "size: 6",
            "size: 7",
            "p.ron: line 4, column 9: puzzle \"Acorn\": `moves`: a board of 7 × 7 holes, expected an even number from 6 to 30",
        ),
    ] {
        assert_eq!(told(from, to), Err(sentence.to_string()));
    }
    let missing = load(Path::new("/nowhere/puzzles.ron")).expect_err("no file").to_string();
    assert!(missing.starts_with("/nowhere/puzzles.ron: cannot be read: "), "{missing}");
}
