//! Cooperative planners at work: a plan recorded tick by tick with the thoughts behind it.
//!
//! * [`planner`]: the planners by name;
//! * [`run`]: a plan with everything that is known of it at each tick ([`PlanRun`]);
//! * [`record`]: lets a planner make one, step by step and within limits;
//! * [`plan_file`]: plans as text, as viewers read them;
//! * [`block`]: space and time as a block of cells that one can turn and cut;
//! * [`crowd`]: agents at random;
//! * [`pair`]: two plans of one problem at the same tick.

pub mod block;
pub mod crowd;
pub mod pair;
pub mod plan_file;
pub mod planner;
pub mod record;
pub mod run;

pub use block::{Block, Voxel};
pub use pair::Pair;
pub use planner::{Planner, Settings};
pub use record::{Limits, Recorder};
pub use run::{Ending, PlanRun, Standing};
