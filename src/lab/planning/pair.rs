//! Two plans of one problem at the same tick.

use super::run::{PlanRun, Standing};

/// Two plans side by side.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    left: &'a PlanRun,
    right: &'a PlanRun,
}

/// What differs at a tick.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub left: Standing,
    pub right: Standing,
    /// Agents that stand in different cells.
    pub apart: Vec<u32>,
}

impl<'a> Pair<'a> {
    /// Puts two plans side by side.
    ///
    /// # Errors
    /// One sentence if they are not of the same problem.
    pub fn new(left: &'a PlanRun, right: &'a PlanRun) -> Result<Self, String> {
        if left.instance != right.instance {
            return Err("the plans are not of the same problem".into());
        }
        Ok(Self { left, right })
    }

    /// The last tick of the longer one.
    pub fn last(&self) -> u32 {
        self.left.last().max(self.right.last())
    }

    /// Both at a tick; who has arrived stays there.
    pub fn at(&self, tick: u32) -> Difference {
        let both = self.left.at(tick).iter().zip(self.right.at(tick));
        let apart = (0..).zip(both).filter(|(_, (left, right))| left != right).map(|(agent, _)| agent).collect();
        Difference { left: self.left.standing(tick), right: self.right.standing(tick), apart }
    }

    /// The first tick at which somebody stands elsewhere in one than in the other; `None` if the plans are the same.
    pub fn parts(&self) -> Option<u32> {
        (0..=self.last()).find(|tick| self.left.at(*tick) != self.right.at(*tick))
    }
}
