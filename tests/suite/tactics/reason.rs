//! Why a player acts as it does.

use super::positions::picture;
use gridmarch::base::Budget;
use gridmarch::games::tactics::engine::Engine;
use gridmarch::games::tactics::evaluation::{Evaluation, Style, Term, Weights};
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::reason::{Reason, Verdict};
use gridmarch::games::tactics::rules::{Mode, Rules, Side};
use gridmarch::games::tactics::words::aim;
use std::sync::Arc;

fn reason(text: &str, rules: Rules) -> Reason {
    let position = picture(text, rules);
    let (_, thought) = Engine::new(5, Style::Steady, 1).choose(&position, &Budget::nodes(5000));
    Reason::of(&position, &thought.expect("it thinks"), Style::Steady).expect("a reason")
}

#[test]
fn a_win_at_once_is_told_as_one() {
    let won = reason("s S1 . .\n. . . .", Rules::of(Mode::Classic));
    assert_eq!((won.verdict, won.own), (Verdict::Wins(1), 1));
    assert_eq!(won.sentence("Blue"), "This wins at once.");
    assert_eq!(won.line[0].to_string(), "a1xb1");
}

const OPEN: &str = "s . . . .\ns . ^ ^ .\n. . . . S\n. . . . S";

#[test]
fn gains_are_what_the_line_changes() {
    let open = reason(OPEN, Rules { head_start: 1, ..Rules::default() });
    assert!(matches!(open.verdict, Verdict::Estimate(_)), "{open:?}");
    assert!(!open.gains.is_empty() && open.gains.windows(2).all(|pair| pair[0].1.abs() >= pair[1].1.abs()));
    assert!(open.own == 2 && open.line.len() >= 2, "{open:?}");
    let (best, _) = open.gains.iter().find(|(_, gain)| *gain > 0).expect("it gains something");
    let told = open.sentence("Blue");
    assert!(told.starts_with("Blue is ") && told.contains(aim(*best)), "{told}: {open:?}");
    // The gains are those of the position at the end of the line against the one before it.
    let evaluation = Evaluation::new(Weights::of(Mode::Hill, Style::Steady), Arc::default());
    let before = picture(OPEN, Rules { head_start: 1, ..Rules::default() });
    let mut after = before.clone();
    open.line.iter().for_each(|action| after.make(*action));
    let value = |position: &Position, term: Term| {
        evaluation.terms(position, Side::A).iter().find(|known| known.0 == term).map_or(0, |known| known.1)
    };
    assert!(open.gains.iter().all(|(term, gain)| value(&after, *term) - value(&before, *term) == *gain));
}
