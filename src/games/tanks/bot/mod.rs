//! The programs that steer tanks.
//!
//! | file | subject |
//! |---|---|
//! | `thoughts` | roles, what they are about, why: for the bot and for those who watch |
//! | `level` | how well a program plays |
//! | `sight` | what a tank may know |
//! | `lane` | what a shot would meet |
//! | `danger` | shells that will arrive |
//! | `traffic` | who goes where, who makes room |
//! | `convoy`, `marshal` | steps of all friends that do not meet; who drives which |
//! | `path`, `joint`, `queue` | the path of one in time; how one is led past others; what searches look at next |
//! | `drive` | from anchor to anchor to a target |
//! | `role`, `versus`, `support` | what to do; what only matches side against side have; what is done for friends |
//! | `mind` | one program |
//! | `crew` | all programs of a match |
//!
//! A program knows what a player could see, and holds keys as a player does. All of it is integer, and what it remembers is
//! a serde value: it goes on from a snapshot on another machine.

pub mod convoy;
pub mod crew;
pub mod danger;
pub mod drive;
pub mod joint;
pub mod lane;
pub mod level;
pub mod marshal;
pub mod mind;
pub mod path;
mod queue;
pub mod role;
pub mod sight;
pub mod support;
pub mod thoughts;
pub mod traffic;
pub mod versus;

pub use crew::Bots;
pub use thoughts::{Doing, Object, Reason, Role, Target, Thoughts};
