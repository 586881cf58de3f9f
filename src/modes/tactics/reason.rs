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
    /// Who acts.
    pub side: Side,
    /// The position it was found in: its key.
    pub key: u64,
    /// What it expects.
    pub verdict: Verdict,
    /// How many actions it looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The expected actions, its own first.
    pub line: Vec<Action>,
    /// How many of them belong to this turn.
    pub own: usize,
    /// What the weighted terms gain by the end of the line, the largest first; terms that do not change are left out.
    pub gains: Vec<(Term, i32)>,
}

impl Reason {
    /// The reason of what was thought about a position; `None` if nothing was found, as by players that do not search.
    #[must_use]
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

    /// One sentence for people: what is expected and what it is done for.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self.verdict {
            Verdict::Wins(1) => "This wins at once.".into(),
            Verdict::Wins(actions) => format!("Wins by force within {actions} actions."),
            Verdict::Loses(actions) => format!("Lost by force within {actions} actions; this holds out longest."),
            Verdict::Draw => "Neither side can win this: a certain draw.".into(),
            Verdict::Estimate(score) => {
                let best: Vec<&str> =
                    self.gains.iter().filter(|(_, gain)| *gain > 0).take(2).map(|(term, _)| purpose(*term)).collect();
                let price = self.gains.iter().find(|(_, gain)| *gain < 0).map(|(term, _)| *term);
                let stands = match score {
                    ..=-60 => "Behind",
                    -59..=-15 => "A little behind",
                    -14..=14 => "About even",
                    15..=59 => "A little ahead",
                    _ => "Ahead",
                };
                match (best.as_slice(), price) {
                    ([], None) => format!("{stands}; nothing better is in sight."),
                    ([], Some(price)) => format!("{stands}; the least evil, at the price of {}.", price.name()),
                    (best, _) => format!("{stands}; does it {}.", best.join(" and ")),
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

/// What a gain in a term is done for, after "does it".
const fn purpose(term: Term) -> &'static str {
    match term {
        Term::Health => "to win points of health",
        Term::Attack => "to attack without being hit back",
        Term::Count => "to be more",
        Term::Freedom => "to have room to move",
        Term::Coverage => "to cover more of the board",
        Term::Crowding => "to stand less crowded",
        Term::Centre => "to hold the centre",
        Term::Approach => "to close in on the enemy",
        Term::HillPoints => "to score on the hill",
        Term::HillHold => "to stand on the hill",
        Term::HillNear => "to get nearer to the hill",
        Term::Objective => "for the objective",
        Term::Focus => "to attack one enemy with several",
        Term::Kill => "to threaten to fell somebody",
        Term::Power => "to keep its stronger classes",
        Term::Tempo => "to keep actions in hand",
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
        assert_eq!(won.sentence(), "This wins at once.");
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
        assert!(open.sentence().contains(purpose(*best)), "{}: {open:?}", open.sentence());
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
