//! What players have to do with each other outside of games: notices, friends, blocks.

mod notices;
mod people;

pub use notices::{Notice, NoticeKind};
pub use people::{Relation, RelationKind};

pub(super) use notices::put;
pub(super) use people::refuse_blocked;
