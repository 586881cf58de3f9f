//! Why an action was chosen: what its player expects, and which terms of the evaluation gain by it.
//!
//! A search says what an action is worth and how it goes on. The reason is the difference that the expected line makes:
//! every weighted term at the end of the line less the same term now. These differences add up to what the player
//! expects to gain, so that the largest ones are what it acts for.

use super::action::Action;
use super::evaluation::{Evaluation, Style, Term, Weights};
use super::position::Position;
use super::rules::Side;
use crate::search::{Outcome, Thought, is_decided, plies_to_end};
use std::sync::Arc;

/// What a player thinks of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It wins by force in so many actions of both sides together.
    Wins(u32),
    /// It loses by force in so many.
    Loses(u32),
    /// Nobody can win, known for certain.
    Draw,
    /// An estimate in units of the evaluation, in which a point of health is about 20.
    Estimate(i32),
}

/// Why a player acts as it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub side: Side,
    /// The position it was found in: its key.
    pub key: u64,
    pub verdict: Verdict,
    /// How many actions it looked ahead.
    pub depth: u32,
    pub nodes: u64,
    /// The expected actions, its own first.
    pub line: Vec<Action>,
    /// How many of them belong to this turn.
    pub own: usize,
    /// What the weighted terms gain by the end of the line, the largest first; terms that do not change are left out.
    pub(crate) gains: Vec<(Term, i32)>,
}

impl Reason {
    /// The reason of what was thought about a position; `None` if nothing was found, as by players that do not search.
    pub fn of(position: &Position, thought: &Thought<Action>, style: Style) -> Option<Self> {
        thought.best?;
        let side = position.side();
        let evaluation = Evaluation::new(Weights::of(position.scene().rules.mode, style), Arc::default());
        let mut after = position.clone();
        let (mut line, mut own) = (Vec::new(), 0);
        for action in thought.line.iter().chain(thought.best.iter().filter(|_| thought.line.is_empty())) {
            if !after.is_legal(*action) {
                break;
            }
            own += usize::from(after.side() == side && after.turns() == position.turns());
            after.make(*action);
            line.push(*action);
        }
        let now = evaluation.terms(position, side);
        let then = evaluation.terms(&after, side);
        let mut gains: Vec<(Term, i32)> =
            now.iter().zip(then).map(|(now, then)| (now.0, then.1 - now.1)).filter(|(_, gain)| *gain != 0).collect();
        gains.sort_by_key(|(term, gain)| (std::cmp::Reverse(gain.abs()), *term));
        Some(Self {
            side,
            key: position.key(),
            verdict: verdict(thought, &after, side),
            depth: thought.depth,
            nodes: thought.nodes,
            line,
            own,
            gains,
        })
    }

    /// One sentence for people: what is expected and what it is done for, by the name of who acts.
    pub fn sentence(&self, who: &str) -> String {
        match self.verdict {
            Verdict::Wins(1) => "This wins at once.".into(),
            Verdict::Wins(actions) => format!("{who} wins within {actions} actions, whatever is done against it."),
            Verdict::Loses(actions) => {
                format!("{who} loses within {actions} actions, whatever it does; this holds out longest.")
            }
            Verdict::Draw => "Neither side can win this: a certain draw.".into(),
            Verdict::Estimate(score) => {
                let best: Vec<&str> =
                    self.gains.iter().filter(|(_, gain)| *gain > 0).take(2).map(|(term, _)| aim(*term)).collect();
                let price = self.gains.iter().find(|(_, gain)| *gain < 0).map(|(term, _)| aim(*term));
                let stands = match score {
                    ..=-60 => "is behind",
                    -59..=-15 => "is a little behind",
                    -14..=14 => "is about even",
                    15..=59 => "is a little ahead",
                    _ => "is ahead",
                };
                match (best.as_slice(), price) {
                    ([], None) => format!("{who} {stands}; nothing better is in sight."),
                    ([], Some(price)) => format!("{who} {stands}; this loses least, at the cost of {price}."),
                    (best, _) => format!("{who} {stands} and plays for {}.", best.join(" and ")),
                }
            }
        }
    }
}

fn verdict(thought: &Thought<Action>, after: &Position, side: Side) -> Verdict {
    match plies_to_end(thought.score) {
        Some(plies) if is_decided(thought.score) && thought.score > 0 => Verdict::Wins(plies.max(1)),
        Some(plies) => Verdict::Loses(plies.max(1)),
        None => match after.end().map(|end| end.outcome) {
            Some(Outcome::Draw) => Verdict::Draw,
            Some(Outcome::Win(winner)) if winner == side.index() => Verdict::Wins(thought.line.len() as u32),
            _ => Verdict::Estimate(thought.score),
        },
    }
}

/// What a term stands for, as something that one plays for or that an action costs.
pub const fn aim(term: Term) -> &'static str {
    match term {
        Term::Health => "more health",
        Term::Attack => "attacks without an answer",
        Term::Count => "more characters",
        Term::Freedom => "room to move",
        Term::Coverage => "control of the board",
        Term::Crowding => "room between its own",
        Term::Centre => "the centre",
        Term::Approach => "contact with the enemy",
        Term::HillPoints => "points on the hill",
        Term::HillHold => "a place on the hill",
        Term::HillNear => "a shorter way to the hill",
        Term::Objective => "a shorter way to the goal",
        Term::Focus => "several against one",
        Term::Kill => "a chance to fell somebody",
        Term::Power => "its stronger characters",
        Term::Tempo => "actions in reserve",
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::Engine;
    use super::super::position::tests::picture;
    use super::super::rules::{Mode, Rules};
    use super::*;
    use crate::base::Budget;

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
}
