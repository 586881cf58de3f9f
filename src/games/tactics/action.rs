//! One interaction of one character, and how it is written.
//!
//! Everything is named by squares, never by characters: identical characters are then the same to every search, and a
//! line of a game can be read without its list of characters.

use super::square::{Square, SquareProblem};
use std::str::FromStr;
use thiserror::Error;

/// One interaction. Written `b4-b5` (move), `b4xc4` (attack), `b4-b5xc5` (move and attack), `b4+b5` (heal), `b4=`
/// (wait).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    pub from: Square,
    /// Where it goes; the same as `from` if it stays.
    pub to: Square,
    /// Whom it attacks or heals; the same as `to` for nobody.
    pub target: Square,
    /// Whether the target is a friend to be healed.
    pub(crate) heals: bool,
}

impl Action {
    pub const fn step(from: Square, to: Square) -> Self {
        Self { from, to, target: to, heals: false }
    }

    pub const fn attack(from: Square, target: Square) -> Self {
        Self { from, to: from, target, heals: false }
    }

    pub(crate) const fn charge(from: Square, to: Square, target: Square) -> Self {
        Self { from, to, target, heals: false }
    }

    pub(crate) const fn heal(from: Square, target: Square) -> Self {
        Self { from, to: from, target, heals: true }
    }

    /// Doing nothing, where the rules allow it.
    pub const fn wait(from: Square) -> Self {
        Self { from, to: from, target: from, heals: false }
    }

    pub fn is_move(self) -> bool {
        self.from != self.to
    }

    pub(crate) fn is_attack(self) -> bool {
        self.target != self.to && !self.heals
    }

    pub(crate) fn is_wait(self) -> bool {
        self.from == self.to && self.to == self.target
    }
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.from)?;
        if self.is_wait() {
            return write!(f, "=");
        }
        if self.is_move() {
            write!(f, "-{}", self.to)?;
        }
        match (self.is_attack(), self.heals) {
            (true, _) => write!(f, "x{}", self.target),
            (false, true) => write!(f, "+{}", self.target),
            (false, false) => Ok(()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ActionProblem {
    Form(String),
    Square(#[from] SquareProblem),
}

impl FromStr for Action {
    type Err = ActionProblem;

    fn from_str(text: &str) -> Result<Self, ActionProblem> {
        if let Some(from) = text.strip_suffix('=') {
            return Ok(Self::wait(from.parse()?));
        }
        if let Some((from, target)) = text.split_once('+') {
            return Ok(Self::heal(from.parse()?, target.parse()?));
        }
        let (way, target) = text.split_once('x').map_or((text, None), |(way, target)| (way, Some(target)));
        let action = match (way.split_once('-'), target) {
            (Some((from, to)), Some(target)) => Self::charge(from.parse()?, to.parse()?, target.parse()?),
            (Some((from, to)), None) => Self::step(from.parse()?, to.parse()?),
            (None, Some(target)) => Self::attack(way.parse()?, target.parse()?),
            (None, None) => return Err(ActionProblem::Form(text.to_string())),
        };
        // `b4-b4` would be read as something else than it is written.
        if action.to_string() == text { Ok(action) } else { Err(ActionProblem::Form(text.to_string())) }
    }
}
