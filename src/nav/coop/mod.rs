//! Cooperative planning: many units, no collisions.
//!
//! * [`whca`]: one unit's windowed search through space and time around the reservations of the others;
//! * [`commit`]: which of the wished steps of one tick become real;
//! * [`slots`]: where the members of a group are to stand.

pub mod commit;
pub mod slots;
pub mod whca;
