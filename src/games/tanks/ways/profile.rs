//! What a tank can do about bricks, and what things cost.

/// What a step of one cell costs. All distances are in this unit: a sixteenth of the time that a tank takes for a cell.
pub const STEP: u32 = 16;

/// What a tank does about what is in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Dig {
    /// It drives round bricks.
    #[default]
    No,
    /// It shoots bricks away; each shot takes a half of the cells in front of it and costs so much, in parts of [`STEP`].
    Bricks(u16),
    /// Its shells take whole cells, of steel as well; each shot costs so much.
    Steel(u16),
}

/// All that distances depend on beside the goal: tanks with equal profiles share them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Profile {
    /// Cells along a side of the tank, 1 to [`crate::games::tanks::field::MAX_SIZE`].
    pub size: u8,
    pub dig: Dig,
}

impl Profile {
    /// A tank that drives round everything.
    pub const fn driving(size: u8) -> Self {
        Self { size, dig: Dig::No }
    }

    /// What a shot costs.
    pub(super) const fn shot(self) -> u32 {
        match self.dig {
            Dig::No => 0,
            Dig::Bricks(price) | Dig::Steel(price) => price as u32,
        }
    }

    /// Shots that clear a strip with something in it, before a tank that moves along an axis; None: they cannot.
    pub(super) const fn shots(self, mask: u8, axis: Axis) -> Option<u32> {
        let [one, other] = match axis {
            Axis::Row => [0b0101, 0b1010],
            Axis::Column => [0b0011, 0b1100],
        };
        let halves = (mask & one != 0) as u32 + (mask & other != 0) as u32;
        match self.dig {
            _ if mask & SOLID != 0 => None,
            _ if mask == 0 => Some(0),
            Dig::Bricks(_) if mask & STEEL == 0 => Some(halves),
            Dig::Steel(_) => Some(1),
            _ => None,
        }
    }
}

/// The line along which a tank moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// East and west.
    Row,
    /// North and south.
    Column,
}

/// In a mask, beside the quarters of brick: there is steel.
pub(super) const STEEL: u8 = 1 << 4;
/// In a mask: there is something that no shell takes away.
pub(super) const SOLID: u8 = 1 << 5;
/// So many masks there are.
pub(super) const MASKS: usize = 1 << 6;
