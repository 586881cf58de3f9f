//! The opening book: what it knows, how positions are found in it, how the engine plays by it, what is wrong with
//! another file.

use super::position::{after, board};
use gridmarch::base::Budget;
use gridmarch::games::links::book::maker::{SIZES, Wish, make};
use gridmarch::games::links::book::{Answer, BALANCED, Board, Book, Mirror, Reply, parse, write};
use gridmarch::games::links::engine::Engine;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::rules::{Rules, Variant};
use gridmarch::games::links::step::Step;
use gridmarch::search::Thought;
use std::collections::BTreeSet;

const FILE: &str = "assets/links/book.ron";

fn rules(board: &Board, pie: bool) -> Rules {
    Rules { size: board.size, variant: board.variant, pie }
}

fn placed(rules: Rules, pegs: &[Hole]) -> Position {
    let words: Vec<String> = pegs.iter().map(ToString::to_string).collect();
    after(rules, &words.join(" "))
}

/// What the engine of a level and a seed does, with few nodes where it searches.
fn played(level: u8, seed: u64, position: &Position) -> Thought<Step> {
    Engine::new(level, seed).with_book().think(position, &Budget::nodes(200), &mut |_| {})
}

fn quarter(size: u8, step: Option<Step>) -> Hole {
    let Some(Step::Peg(hole)) = step else { panic!("{step:?} is no peg") };
    Mirror::into_quarter(size, hole)
}

#[test]
fn the_shipped_book_knows_all_first_pegs_of_its_boards_and_legal_answers_to_them() {
    let text = std::fs::read_to_string(FILE).expect("it is shipped");
    let book = parse(&text, FILE).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(book, *Book::shipped());
    assert!(text.starts_with("// gridmarch book links --out book.ron "), "it says how it was made");
    assert_eq!(book.boards.len(), SIZES.len() * Variant::ALL.len());
    for board in &book.boards {
        let empty = Position::new(rules(board, true));
        for hole in empty.free(0).iter() {
            let chance = board.chance(hole).expect("every hole is known");
            assert!((1..100).contains(&chance));
            assert!(!board.known(&placed(rules(board, true), &[hole])).is_empty(), "{hole} has answers");
        }
        let marked: BTreeSet<Hole> =
            board.balanced.iter().map(|hole| Mirror::into_quarter(board.size, *hole)).collect();
        assert!(marked.len() == board.balanced.len() && marked.len() >= 4, "none is another one mirrored");
        let even = |hole: &Hole| board.chance(*hole).is_some_and(|chance| BALANCED.contains(&chance));
        assert!(marked.len() == 4 || marked.iter().all(even), "{} {}", board.size, board.variant);
        for line in &board.lines {
            let position = placed(rules(board, false), &line.pegs);
            for Reply { hole, .. } in &line.replies {
                assert!(position.is_legal(Step::Peg(*hole)), "{:?} {hole}", line.pegs);
            }
        }
        assert!(board.lines.iter().any(|line| line.pegs.len() >= 2), "some go on");
    }
}

/// What an answer is worth to one side is what the best answer to it costs the other.
#[test]
fn values_are_those_of_the_side_that_answers() {
    let mut compared = 0;
    for board in &Book::shipped().boards {
        for line in &board.lines {
            let position = placed(rules(board, false), &line.pegs);
            let scores: Vec<i32> = line.replies.iter().map(|reply| reply.score).collect();
            assert!(scores.is_sorted_by(|one, next| one >= next), "the best first: {:?}", line.pegs);
            for Reply { hole, score } in &line.replies {
                let mut next = position.clone();
                next.make(Step::Peg(*hole));
                if let Some(best) = board.known(&next).first() {
                    assert_eq!(*score, -best.score, "{:?} {hole}", line.pegs);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 40, "{compared}");
    // Where something is clearest, on the small boards, a search agrees on who is better off.
    let small = |variant| Book::shipped().board(Rules { variant, ..self::board(12) }).expect("it is there");
    for board in Variant::ALL.map(small) {
        let mut clearest: Vec<_> = board.lines.iter().collect();
        clearest.sort_by_key(|line| -line.replies[0].score.abs());
        clearest.truncate(12);
        let agrees = clearest.iter().filter(|line| {
            let position = placed(rules(board, false), &line.pegs);
            let found = Engine::new(8, 1).think(&position, &Budget::nodes(4000), &mut |_| {});
            found.score.signum() == line.replies[0].score.signum()
        });
        let agrees = agrees.count();
        assert!(agrees >= 9, "{}: {agrees}", board.variant);
    }
}

#[test]
fn a_mirrored_position_has_the_mirrored_answers_also_after_the_first_peg_was_taken_over() {
    for board in &Book::shipped().boards {
        for line in board.lines.iter().filter(|line| line.pegs.len() <= 3) {
            for mirror in Mirror::ALL {
                let seen = |hole: Hole| mirror.apply(board.size, hole);
                let expected: Vec<Reply> =
                    line.replies.iter().map(|reply| Reply { hole: seen(reply.hole), ..*reply }).collect();
                let pegs: Vec<Hole> = line.pegs.iter().map(|hole| seen(*hole)).collect();
                assert_eq!(board.known(&placed(rules(board, true), &pegs)), expected, "{pegs:?}");
                // Now the other side has the first peg, and all is mirrored on the diagonal.
                let mut swapped = placed(rules(board, true), &pegs[..1]);
                swapped.make(Step::Swap);
                for hole in &pegs[1..] {
                    assert!(swapped.is_legal(Step::Peg(hole.mirrored())), "{pegs:?}");
                    swapped.make(Step::Peg(hole.mirrored()));
                }
                let crossed: Vec<Reply> =
                    expected.iter().map(|reply| Reply { hole: reply.hole.mirrored(), ..*reply }).collect();
                assert_eq!(board.known(&swapped), crossed, "{pegs:?}");
            }
        }
    }
}

#[test]
fn the_order_of_pegs_does_not_matter_but_a_turn_that_was_left_out_does() {
    let small = Book::shipped().board(board(12)).expect("it is there");
    let line = small.lines.iter().find(|line| line.pegs.len() == 3).expect("a line of three pegs");
    let [first, second, third] = line.pegs[..] else { unreachable!() };
    let position = placed(board(12), &[third, second, first]);
    assert_eq!(small.known(&position), line.replies);
    assert!(small.known(&position.passed()).is_empty(), "the other side is to move");
    assert!(
        small.known(&placed(Rules { size: 20, ..board(12) }, &[first])) != small.known(&placed(board(12), &[first]))
    );
}

#[test]
fn under_the_pie_rule_a_good_peg_is_taken_over_and_a_bad_one_is_not() {
    for size in [12, 20] {
        let known = Book::shipped().board(board(size)).expect("it is there");
        assert!(known.chance(Hole::new(size / 2, size / 2)) > Some(50), "one in the middle is good");
        assert!(known.chance(Hole::new(1, size / 2)) < Some(50), "one at the edge is bad");
    }
    for board in &Book::shipped().boards {
        let by_chance = || board.firsts.iter();
        let best = by_chance().max_by_key(|first| first.chance).expect("there are some");
        let worst = by_chance().min_by_key(|first| first.chance).expect("there are some");
        assert!(worst.chance <= 50 && best.chance > 50, "{} {}", board.size, board.variant);
        for level in 2..=8 {
            let found = played(level, 3, &placed(rules(board, true), &[best.hole]));
            assert_eq!((found.best, found.line), (Some(Step::Swap), vec![Step::Swap]), "level {level}");
            assert!(found.score > 0);
            let found = played(level, 3, &placed(rules(board, true), &[worst.hole]));
            assert!(matches!(found.best, Some(Step::Peg(_))), "level {level}: {found:?}");
            // The lowest levels and the highest search the answer.
            assert_eq!(found.nodes == 0, (4..=7).contains(&level), "level {level}");
            // Without the rule nobody takes anything over.
            let found = played(level, 3, &placed(rules(board, false), &[best.hole]));
            assert!(matches!(found.best, Some(Step::Peg(_))), "level {level}: {found:?}");
        }
    }
}

#[test]
fn the_engine_opens_with_a_balanced_peg_or_with_the_best_and_equal_seeds_choose_alike() {
    for board in &Book::shipped().boards {
        let (with, without) = (Position::new(rules(board, true)), Position::new(rules(board, false)));
        let best = board.firsts.iter().map(|first| first.chance).max();
        let mut seen = BTreeSet::new();
        for seed in 0..60 {
            let opening = played(8, seed, &with);
            assert_eq!(opening, played(8, seed, &with));
            assert!(opening.nodes == 0 && opening.depth == 0 && opening.score <= 0, "{opening:?}");
            let hole = quarter(board.size, opening.best);
            assert!(board.balanced.contains(&hole), "{hole}");
            seen.insert(opening.best.map(|step| step.to_string()));
            let strongest = played(2, seed, &without);
            assert_eq!(board.chance(quarter(board.size, strongest.best)), best);
        }
        assert!(seen.len() > 8, "{seen:?}");
    }
    // A child's opponent, and boards that nobody has looked at.
    assert!(played(1, 1, &Position::new(board(12))).nodes > 0);
    assert!(played(8, 1, &Position::new(board(14))).nodes > 0);
    let searched = Engine::new(8, 1).think(&Position::new(board(12)), &Budget::nodes(200), &mut |_| {});
    assert!(searched.nodes > 0, "only with the book");
}

#[test]
fn the_engine_answers_from_the_book_as_long_as_it_knows_the_position() {
    for board in &Book::shipped().boards {
        for seed in 0..10 {
            let mut position = Position::new(rules(board, seed % 2 == 0));
            let mut known = 0;
            loop {
                let thought = played(7, seed, &position);
                if thought.nodes > 0 {
                    break;
                }
                let step = thought.best.expect("a move");
                assert!(position.is_legal(step) && thought.line.first() == Some(&step), "{thought:?}");
                let mut ahead = position.clone();
                for step in &thought.line {
                    assert!(ahead.is_legal(*step), "{thought:?}");
                    ahead.make(*step);
                }
                position.make(step);
                known += 1;
            }
            assert!(known >= 2, "{known}");
            let after = board.known(&position);
            assert!(after.is_empty() || position.can_swap(), "it was left only where nothing is known");
        }
    }
}

#[test]
fn what_is_not_taken_over_is_answered_as_if_it_could_not_be() {
    let small = Book::shipped().board(board(12)).expect("it is there");
    let worst = small.firsts.iter().min_by_key(|first| first.chance).expect("there are some").hole;
    let position = placed(board(12), &[worst]);
    let Some(Answer::Leave(left)) = Book::shipped().answer(&position, false, 1) else { panic!("nothing is played") };
    assert_eq!((left.pegs(0), left.pegs(1), left.side()), (position.pegs(0), position.pegs(1), 1));
    assert!(!left.can_swap() && position.can_swap());
    assert!(matches!(Book::shipped().answer(&position, true, 1), Some(Answer::Play(_))));
}

#[test]
fn matches_begin_with_balanced_lines_each_with_another() {
    for board in &Book::shipped().boards {
        let all = board.openings(2);
        assert!(all.len() >= 8, "{} {}: {}", board.size, board.variant, all.len());
        let mut seen = BTreeSet::new();
        for number in 0..all.len() {
            let line = board.opening(2, number, 5).expect("a line");
            assert_eq!(board.opening(2, number, 5), Some(line.clone()));
            let answers = board.known(&placed(rules(board, true), &line[..1]));
            let answer = answers.iter().find(|reply| reply.hole == line[1]).expect("it answers the first");
            assert!(answer.score.abs() <= 21 * i32::from(board.size) / 10, "{line:?}");
            seen.insert(line);
        }
        assert_eq!(seen.len(), all.len());
        let alone = board.opening(1, 3, 5).expect("a peg");
        assert!(board.balanced.contains(&Mirror::into_quarter(board.size, alone[0])));
        assert_eq!(board.opening(0, 0, 5), None);
    }
}

/// A wish that takes no time.
fn small() -> Wish {
    Wish { size: Some(12), variant: Some(Variant::Pp), matches: 1, move_nodes: 5, lines: 6, nodes: 60, seed: 4 }
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads_and_is_read_again() {
    let (mut told, wish) = (0, small());
    let book = make(&wish, 1, &mut || told += 1);
    assert_eq!(book, make(&wish, 3, &mut || ()));
    assert!(told > 60 && told <= wish.work(), "{told} of {}", wish.work());
    let text = write(&book, &wish);
    assert!(text.starts_with(&format!("// {wish}\n")));
    assert_eq!(parse(&text, "x").ok(), Some(book.clone()));
    assert_ne!(make(&Wish { seed: 5, ..wish }, 2, &mut || ()), book);
}

const GOOD: &str = r#"(
    version: 1,
    boards: [
        (
            size: 12, variant: pp,
            firsts: [
                "b1 44  c1 53",
                "b2 51",
            ],
            balanced: "c1",
            lines: [
                "c1: c5 13  d6 2",
                "c1 c5: d3 -13",
            ],
        ),
    ],
)
"#;

#[test]
fn a_broken_book_is_refused_with_the_place_and_the_reason() {
    parse(GOOD, "b.ron").unwrap_or_else(|error| panic!("{error}"));
    for (right, wrong, told) in [
        (
            "version: 1",
            "version: 9",
            "b.ron: line 2, column 5: `version` is 9, this program reads version 1 of opening books",
        ),
        (
            "size: 12",
            "size: 13",
            "b.ron: line 5, column 13: a board of 13 × 13 holes, expected an even number from 6 to 30",
        ),
        (
            "b2 51",
            "l2 51",
            "b.ron: line 8, column 17: l2 is no first hole of the upper left quarter, or was there before",
        ),
        (
            "b2 51",
            "b1 51",
            "b.ron: line 8, column 17: b1 is no first hole of the upper left quarter, or was there before",
        ),
        ("b2 51", "b2 101", "b.ron: line 8, column 17: \"101\" is no number from 0 to 100"),
        ("b2 51", "b2", "b.ron: line 8, column 17: b2 has no number behind it"),
        ("b2 51", "2b 51", "b.ron: line 8, column 17: \"2b\" is no hole"),
        ("\"c1\",", "\"c2\",", "b.ron: line 10, column 13: `balanced`: c2 is none of `firsts`, or was there before"),
        ("c1 c5: d3 -13", "c1 c5 d3 -13", "b.ron: line 13, column 17: expected pegs, a colon and answers"),
        ("c1 c5: d3 -13", "c1 c5: c5 -13", "b.ron: line 13, column 17: no peg can be placed on c5 there"),
        ("c1 c5: d3 -13", "a5 c5: d3 -13", "b.ron: line 13, column 17: no peg can be placed on a5 there"),
        ("c1 c5: d3 -13", "j1: d3 -13", "b.ron: line 13, column 17: another line comes to the same position"),
        ("c1 c5: d3 -13", "c1 c5: d3 2000", "b.ron: line 13, column 17: \"2000\" is no number from -1000 to 1000"),
        ("balanced", "balance", "b.ron: line 10, column"),
    ] {
        assert_eq!(GOOD.matches(right).count(), 1, "{right}");
        let problem = parse(&GOOD.replace(right, wrong), "b.ron").expect_err(wrong).to_string();
        assert!(problem.starts_with(told), "{problem}");
    }
    let (begin, board) = GOOD.split_at(GOOD.find("        (\n").expect("a board"));
    let twice = format!("{begin}{}{board}", &board[..board.find("    ],\n)\n").expect("its end")]);
    let problem = parse(&twice, "b.ron").expect_err("a board is there twice").to_string();
    assert_eq!(problem, "b.ron: line 17, column 13: 12 × 12 holes, pp: this board was there before");
}
