//! How a skirmish is won.

use serde::{Deserialize, Serialize};

/// Who is out. The last team that is not wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum VictoryRule {
    /// A side without buildings is out.
    #[default]
    Buildings,
    /// A side that has lost the last building in which it can train workers is out.
    Halls,
    /// A side without units and buildings is out.
    Everything,
}
