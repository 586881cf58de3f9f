//! Worked examples of the rules.

use gridmarch::base::rng;
use gridmarch::games::links::geometry::Link;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::player::random_step;
use gridmarch::games::links::position::{End, Ending, Position};
use gridmarch::games::links::rules::{Rules, RulesProblem, Variant};
use gridmarch::games::links::step::Step;
use gridmarch::search::Outcome;

pub(super) fn after(rules: Rules, moves: &str) -> Position {
    let mut position = Position::new(rules);
    for word in moves.split_whitespace() {
        let step: Step = word.parse().expect("a move");
        assert!(position.is_legal(step), "{word}");
        position.make(step);
    }
    position
}

pub(super) fn board(size: u8) -> Rules {
    Rules { size, ..Rules::default() }
}

fn is_legal(position: &Position, word: &str) -> bool {
    position.is_legal(word.parse().expect("a move"))
}

#[test]
fn corners_and_the_lines_of_the_other_cannot_be_used() {
    let first = Position::new(board(12));
    for word in ["a1", "l1", "a12", "l12", "a5", "l5", "a2", "m5", "f13"] {
        assert!(!is_legal(&first, word), "{word}");
    }
    assert!(is_legal(&first, "f1") && is_legal(&first, "b12") && is_legal(&first, "f6"));
    let second = after(board(12), "f6");
    assert!(!is_legal(&second, "f6") && !is_legal(&second, "f1") && !is_legal(&second, "f12"));
    assert!(is_legal(&second, "a5") && is_legal(&second, "l5") && is_legal(&second, "a2"));
}

#[test]
fn a_peg_is_linked_to_all_own_pegs_a_knights_move_away_but_never_across_an_enemy_link() {
    // d4-e6 of the first; the second's e5 to c4 would cross it, to f7 and g4 it does not.
    let position = after(board(12), "d4 c4 e6 g4 j9 f7 k9 e5");
    assert_eq!(position.links(0).len(), 1);
    let ends: Vec<(Hole, Hole)> = position.links(1).iter().map(|link| link.ends()).collect();
    let hole = |word: &str| word.parse::<Hole>().expect("a hole");
    assert!(ends.iter().all(|(a, b)| [*a, *b].contains(&hole("e5"))));
    assert!(!ends.iter().any(|(a, b)| [*a, *b].contains(&hole("c4"))), "{ends:?}");
    assert_eq!(ends.len(), 2);
    let blocked: Vec<_> = after(board(12), "d4 c4 e6 g4 j9 f7 k9").blocked_links_of(1, hole("e5")).collect();
    assert_eq!(blocked.len(), 1);
}

#[test]
fn own_links_cross_on_paper_and_not_by_the_standard_rules() {
    let moves = "d4 b2 e6 b3 d6 b8 e4";
    let links = |variant| after(Rules { variant, ..board(12) }, moves).links(0).len();
    // d4-e6 stands; e4-d6 would cross it.
    assert_eq!((links(Variant::Pp), links(Variant::Standard)), (2, 1));
}

#[test]
fn the_pie_rule_takes_the_first_peg_over_mirrored_and_only_once() {
    let mut position = after(board(12), "b4");
    assert!(is_legal(&position, "swap"));
    position.make(Step::Swap);
    assert_eq!((position.side(), position.turns()), (0, 2));
    assert!(position.pegs(0).is_empty());
    assert_eq!(position.pegs(1).iter().collect::<Vec<_>>(), ["d2".parse::<Hole>().expect("a hole")]);
    assert!(!is_legal(&position, "swap"));
    assert_eq!(position.last_peg(), Some((1, "d2".parse().expect("a hole"))));
    position.unmake();
    assert_eq!(position, after(board(12), "b4"));
    assert!(!is_legal(&after(Rules { pie: false, ..board(12) }, "b4"), "swap"));
    assert!(!is_legal(&after(board(12), "b4 c7"), "swap"));
    // A peg on the border line is on the border line of the other afterwards.
    let mut taken = after(board(6), "c1 swap");
    assert_eq!(taken.last_peg(), Some((1, "a3".parse().expect("a hole"))));
    for word in ["b1", "c4", "c1", "e5", "d1"] {
        taken.make(word.parse().expect("a move"));
    }
    taken.make(Step::Peg("f3".parse().expect("a hole")));
    assert_eq!(taken.end().map(|end| end.outcome), Some(Outcome::Win(1)));
    assert_eq!(taken.winning_chain(1).map(|chain| chain.len()), Some(4));
}

#[test]
fn a_chain_from_line_to_line_wins_at_once() {
    let position = after(board(6), "c1 a3 d3 b5 c5 e2 e6");
    assert_eq!(position.end(), Some(End { outcome: Outcome::Win(0), ending: Ending::Joined }));
    let chain: Vec<String> = position.winning_chain(0).expect("a chain").iter().map(ToString::to_string).collect();
    assert_eq!(chain, ["c1", "d3", "c5", "e6"].map(String::from));
    assert!(!is_legal(&position, "b2") && !is_legal(&position, "resign"));
}

#[test]
fn a_draw_needs_an_offer_and_holds_until_the_other_has_moved() {
    let mut position = after(board(12), "f6");
    assert!(!is_legal(&position, "draw"));
    position.make(Step::Offer);
    assert_eq!((position.side(), position.offer()), (1, Some(1)));
    assert!(!is_legal(&position, "offer") && !is_legal(&position, "draw"));
    position.make("g8".parse().expect("a move"));
    let mut declined = position.clone();
    declined.make("c3".parse().expect("a move"));
    assert_eq!(declined.offer(), None);
    position.make(Step::Draw);
    assert_eq!(position.end(), Some(End { outcome: Outcome::Draw, ending: Ending::Agreed }));
    let mut resigned = declined;
    resigned.make(Step::Resign);
    assert_eq!(resigned.end(), Some(End { outcome: Outcome::Win(0), ending: Ending::Resigned }));
}

#[test]
fn the_same_pegs_with_other_links_are_another_position() {
    // The first's c4-d6 stands, or the second's d4-c6 that it crosses, by who was first.
    let early = after(board(12), "d5 b9 e7 j9 h10 e5 c9 c6");
    let late = after(board(12), "d5 b9 c9 e5 h10 c6 e7 j9");
    assert_eq!((early.pegs(0), early.pegs(1)), (late.pegs(0), late.pegs(1)));
    let count = |position: &Position| [0, 1].map(|side| position.links(side).len());
    assert_ne!(count(&early), count(&late));
    assert_ne!(early.key(), late.key());
    let other_way = after(board(12), "e7 b9 d5 j9 h10 e5 c9 c6");
    assert_eq!(early.key(), other_way.key());
}

#[test]
fn boards_are_even_and_of_some_size() {
    for size in [6, 12, 18, 20, 24, 30] {
        assert_eq!(board(size).check(), Ok(()));
    }
    for size in [0, 4, 7, 13, 32, 255] {
        assert!(board(size).check().is_err());
    }
    let problem: RulesProblem = board(13).check().expect_err("odd");
    assert_eq!(problem.to_string(), "a board of 13 × 13 holes, expected an even number from 6 to 30");
}

#[test]
fn the_links_that_are_shown_before_a_peg_are_those_that_it_gets() {
    let mut rng = rng::stream(5, "links preview");
    let mut blocked_by_own = 0;
    for variant in Variant::ALL {
        for _ in 0..20 {
            let mut position = Position::new(Rules { size: 12, variant, pie: false });
            while position.end().is_none() {
                let side = position.side();
                let Step::Peg(hole) = random_step(&position, &mut rng) else { break };
                let shown: Vec<Link> = position.links_of(side, hole).collect();
                let blocked: Vec<Link> = position.blocked_links_of(side, hole).collect();
                let own = position.links(side).to_vec();
                let pegs = position.pegs(side).iter().filter(|peg| {
                    let apart = (peg.column().abs_diff(hole.column()), peg.row().abs_diff(hole.row()));
                    matches!(apart, (1, 2) | (2, 1))
                });
                assert_eq!(shown.len() + blocked.len(), pegs.count());
                for link in &blocked {
                    let hinders = |other: &Link| link.crossings().any(|crossed| crossed == *other);
                    let is_own = own.iter().any(hinders);
                    let is_others = position.links(1 - side).iter().any(hinders);
                    assert!(is_others || is_own && variant == Variant::Standard, "{variant}: {link:?}");
                    blocked_by_own += u32::from(is_own && !is_others);
                }
                position.make(Step::Peg(hole));
                let drawn = &position.links(side)[own.len()..];
                assert!(shown.len() == drawn.len() && shown.iter().all(|link| drawn.contains(link)), "{variant}");
            }
        }
    }
    assert!(blocked_by_own > 10, "{blocked_by_own}");
}
