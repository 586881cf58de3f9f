//! Every puzzle that the game ships with is proved; the judge by small pictures.

use gridmarch::games::tactics::action::Action;
use gridmarch::games::tactics::battle::Battle;
use gridmarch::games::tactics::ending::{Endings, Value};
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::puzzle::{Goal, Judge, MAX_GRADE, Puzzle, Solver, Verdict, load_all, parse};
use gridmarch::games::tactics::rules::{Mode, Side};
use std::path::PathBuf;

fn shipped() -> Vec<Puzzle> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels/tactics/puzzles");
    let all = load_all(&folder).unwrap_or_else(|error| panic!("{error}"));
    all.into_iter().map(|puzzle| puzzle.unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn twelve_puzzles_get_harder_and_have_different_themes() {
    let puzzles = shipped();
    assert_eq!(puzzles.len(), 12);
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.grade));
    assert_eq!((puzzles[0].grade, puzzles[11].grade), (1, MAX_GRADE));
    for (index, puzzle) in puzzles.iter().enumerate() {
        let others = &puzzles[..index];
        assert!(others.iter().all(|other| other.theme != puzzle.theme && other.title != puzzle.title), "{}", puzzle.id);
    }
}

#[test]
fn every_puzzle_is_solved_in_its_rounds_and_not_sooner_by_as_few_first_actions_as_it_says() {
    for puzzle in shipped() {
        let (id, mut position) = (&puzzle.id, puzzle.position().clone());
        let (begin, rounds) = (position.turns(), puzzle.goal.rounds());
        let mut solver = Solver::new(&puzzle);
        assert!(solver.solves(&mut position, begin + 2 * rounds), "{id}: it cannot be forced");
        if let Goal::Win(_) = puzzle.goal {
            assert!(!solver.solves(&mut position, begin + 2 * rounds - 2), "{id}: it goes faster");
        }
        // The table of duels, found backwards from the ends, says the same.
        let is_duel = Side::BOTH.iter().all(|side| position.count(*side) == 1);
        if is_duel && puzzle.position().scene().rules.mode == Mode::Classic {
            let known = Endings::of(position.scene()).value(&position);
            assert_eq!(known, Some(Value::Win(2 * rounds - 1)), "{id}");
        }
        let keeping = solver.keeping(&mut position, begin + 2 * rounds);
        assert_eq!(keeping.len(), puzzle.openings, "{id}: {keeping:?}");
        let mut all = Vec::new();
        position.actions(&mut all);
        assert!(puzzle.openings * 3 <= all.len(), "{id}: {} of {} actions solve it", puzzle.openings, all.len());
    }
}

#[test]
fn every_solution_is_played_as_a_battle_and_every_other_first_action_is_told_to_be_wrong() {
    for puzzle in shipped() {
        let mut judge = Judge::new(&puzzle);
        let mut battle = Battle::new(puzzle.setup()).expect("a battle");
        assert_eq!(battle.position().key(), puzzle.position().key(), "{}", puzzle.id);
        assert_eq!(judge.verdict(battle.position()), Verdict::Open(puzzle.goal.rounds()), "{}", puzzle.id);
        let mut all = Vec::new();
        battle.position().actions(&mut all);
        let keeping = judge.keeping(battle.position());
        for action in all {
            let mut game = battle.position().clone();
            game.make(action);
            let is_good = matches!(judge.verdict(&game), Verdict::Open(_) | Verdict::Solved);
            assert_eq!(is_good, keeping.contains(&action), "{}: {action}", puzzle.id);
        }
        for action in judge.solution(battle.position()) {
            battle.act(action).unwrap_or_else(|refusal| panic!("{}: {action}: {refusal}", puzzle.id));
            if battle.is_complete() {
                battle.end_turn().expect("complete");
            }
        }
        assert_eq!(judge.verdict(battle.position()), Verdict::Solved, "{}", puzzle.id);
        // A save of it can be read like any other.
        let again = battle.saved().restore(usize::MAX).expect("it plays");
        assert_eq!(again.position().key(), battle.position().key(), "{}", puzzle.id);
    }
}

const TEXT: &str = "(\n    version: 1,\n    title: \"Two on one\",\n    theme: \"focus fire\",\n    hint: \"Together.\",\n    \
    grade: 1,\n    goal: Win(1),\n    openings: 2,\n    rules: (mode: classic),\n    rows: [\n        \
    \". s .\",\n        \"s S2 .\",\n    ],\n)\n";

fn puzzle(from: &str, to: &str) -> Puzzle {
    assert!(TEXT.contains(from));
    parse(&TEXT.replacen(from, to, 1), "two", "two.ron").unwrap_or_else(|error| panic!("{error}"))
}

fn after(puzzle: &Puzzle, actions: &str) -> Position {
    let mut position = puzzle.position().clone();
    for text in actions.split_whitespace() {
        let action: Action = text.parse().expect("an action");
        assert!(position.is_legal(action), "{action}");
        position.make(action);
    }
    position
}

#[test]
fn a_judge_tells_what_is_open_spoilt_failed_and_solved() {
    let puzzle = puzzle("Win(1)", "Win(2)");
    let mut judge = Judge::new(&puzzle);
    let mut told = |actions: &str| judge.verdict(&after(&puzzle, actions));
    assert_eq!((told(""), told("b1xb2"), told("b1xb2 a2xb2")), (Verdict::Open(1), Verdict::Open(1), Verdict::Solved));
    // One hit at most now: the last point cannot flee far enough from two.
    assert_eq!(told("b1-a1"), Verdict::Spoilt);
    assert_eq!(told("b1-a1 a2xb2 b2-c2 a1-b1 a2-b2 c2-c1"), Verdict::Failed);
}

#[test]
fn the_defence_refutes_what_can_be_refuted_and_else_holds_out() {
    let puzzle = puzzle("Win(1)", "Win(2)");
    let mut judge = Judge::new(&puzzle);
    let turn = judge.defence(&after(&puzzle, "b1-a1 a2xb2"));
    let mut game = after(&puzzle, "b1-a1 a2xb2");
    turn.iter().for_each(|action| game.make(*action));
    assert_eq!((turn.len(), judge.verdict(&game)), (1, Verdict::Spoilt));
}

#[test]
fn who_must_live_is_followed_wherever_it_goes() {
    let text = TEXT.replace("\". s .\"", "\"s1 . .\"").replace("\"s S2 .\"", "\"S . .\", \". . s\"");
    let text = text.replace("Win(1)", "Save(\"a1\", 1)");
    let puzzle = parse(&text, "save", "save.ron").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(puzzle.task(), "Your soldier on a1 must live through the enemy's next turn.");
    let mut judge = Judge::new(&puzzle);
    let mut told = |actions: &str| judge.verdict(&after(&puzzle, actions));
    assert_eq!((told("a1xa2"), told("a1-b1")), (Verdict::Spoilt, Verdict::Open(1)));
    assert_eq!((told("a1-b1 c3-c2 a2-b2"), told("a1xa2 c3-c2 a2xa1")), (Verdict::Solved, Verdict::Failed));
}

#[test]
fn a_wrong_file_is_told_with_place_and_field() {
    let told = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "{from}");
        parse(&TEXT.replacen(from, to, 1), "two", "p.ron").expect_err("no puzzle").to_string()
    };
    assert_eq!(
        told("version: 1", "version: 2"),
        "p.ron: line 2, column 12: `version` is 2, this program reads version 1 of puzzles"
    );
    assert_eq!(told("Win(1)", "Win(5)"), "p.ron: line 7, column 9: `goal`: expected 1 to 4, got 5");
    assert_eq!(told("Win(1)", "Save(\"c1\", 1)"), "p.ron: line 7, column 9: `goal`: nobody of side A stands on c1");
    assert!(told("Win(1)", "Save(\"zz\", 1)").starts_with("p.ron: line 7, column 9: `goal`: \"zz\" is no square"));
    assert!(told("Win(1)", "Lose(1)").starts_with("p.ron: line 7, column "));
    assert_eq!(told("grade: 1", "grade: 9"), "p.ron: line 6, column 10: `grade`: expected 1 to 4, got 9");
    assert_eq!(told("\"Together.\"", "\" \""), "p.ron: line 5, column 9: `hint` is empty");
    assert!(told("s S2 .", "s S2 x").starts_with("p.ron: line 12, column 9: `rows`: row 2: \"x\" is no square"));
    assert_eq!(told("s S2 .", "# # #"), "p.ron: line 10, column 9: `rows`: the board needs 6 open squares and has 3");
    assert_eq!(told("s S2 .", "s . ."), "p.ron: line 10, column 9: `rows`: side A has nothing to do");
    assert!(
        told("(mode: classic)", "(points: 0)").starts_with("p.ron: line 9, column 10: `rules`: points: expected 1")
    );
    assert!(told("hint", "hints").starts_with("p.ron: line 5, column "));
    let missing = load_all(&PathBuf::from("/nowhere/puzzles")).expect_err("no folder").to_string();
    assert!(missing.starts_with("/nowhere/puzzles: cannot be read: "), "{missing}");
}

#[test]
fn a_broken_puzzle_does_not_keep_the_others_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels/tactics/puzzles");
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(shipped).expect("a folder").flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for (path, name) in paths.iter().zip(["a.ron", "d.ron"]) {
        std::fs::copy(path, folder.path().join(name)).expect("copied");
    }
    std::fs::write(folder.path().join("b.ron"), "(version: 1,").expect("written");
    std::fs::write(folder.path().join("c.ron"), [0xff, 0xfe]).expect("written");
    std::fs::create_dir(folder.path().join("e.ron")).expect("a folder");
    let all = load_all(folder.path()).expect("a folder");
    let good: Vec<_> = all.iter().map(|puzzle| puzzle.as_ref().map(|puzzle| puzzle.id.as_str()).ok()).collect();
    assert_eq!(good, [Some("a"), None, None, Some("d")]);
    let told = all[1].as_ref().expect_err("broken").to_string();
    assert!(told.contains("b.ron: line 1, column"), "{told}");
}
