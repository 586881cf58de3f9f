//! How much each term counts.

use super::Term;
use crate::games::tactics::rules::Mode;
use std::str::FromStr;

/// The weights of all terms, in the order of [`Term::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Weights(pub [i32; Term::COUNT]);

/// A personality: the tuned weights with other leanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Style {
    #[default]
    Steady,
    Bold,
    /// Keeps its own alive.
    Wary,
}

impl Style {
    /// All, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Steady, Self::Bold, Self::Wary];

    /// The name in menus and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steady => "steady",
            Self::Bold => "bold",
            Self::Wary => "wary",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct StyleProblem(pub(in crate::games::tactics) String);

impl FromStr for Style {
    type Err = StyleProblem;

    fn from_str(text: &str) -> Result<Self, StyleProblem> {
        let found = Self::ALL.into_iter().find(|style| style.name() == text);
        found.ok_or_else(|| StyleProblem(text.into()))
    }
}

/// For battles with points on the hill.
const HILL: Weights = Weights([20, 2, 60, 1, 0, 0, 0, 2, 3, 12, 5, 0, 4, 12, 4, 1]);

/// For battles without. Approaching counts more, as nothing else brings the sides together.
const FIELD: Weights = Weights([20, 2, 60, 1, 0, 0, 1, 4, 0, 0, 0, 12, 4, 12, 4, 1]);

impl Weights {
    pub fn tuned(mode: Mode) -> Self {
        if mode == Mode::Hill { HILL } else { FIELD }
    }

    pub fn of(mode: Mode, style: Style) -> Self {
        let mut weights = Self::tuned(mode);
        match style {
            Style::Steady => {}
            Style::Bold => {
                weights.add(Term::Attack, 4);
                weights.add(Term::Approach, 4);
                weights.add(Term::Focus, 4);
            }
            Style::Wary => {
                weights.add(Term::Health, 6);
                weights.add(Term::Crowding, 3);
                weights.add(Term::Freedom, 1);
            }
        }
        weights
    }

    /// The source's eight terms alone, about as much as they count there, for weak levels.
    pub const fn eight() -> Self {
        Self([10, 8, 45, 2, 2, 3, 3, 3, 1, 4, 3, 8, 0, 0, 0, 0])
    }

    pub fn get(&self, term: Term) -> i32 {
        self.0[term as usize]
    }

    pub fn add(&mut self, term: Term, more: i32) {
        self.0[term as usize] += more;
    }
}

impl std::fmt::Display for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<String> = Term::ALL.iter().map(|term| format!("{} {}", term.name(), self.get(*term))).collect();
        write!(f, "{}", parts.join(", "))
    }
}
