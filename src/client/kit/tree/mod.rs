//! The window in which the tree of a search is looked at, beside the board of the match. Knows no game.
//!
//! | file | subject |
//! |---|---|
//! | `looked` | the tree that is looked at: rows, selection, filters |
//! | `source` | from the programs of a game to the tree, and from a node to a position on the board |
//! | `orders` | keys and buttons, and what they do |
//! | `window` | the window, which is spawned when it is opened |
//! | `rows` | a pool of rows that is filled with those that are seen |
//! | `map` | the small picture of the whole tree |
//! | `words` | every sentence |
//! | `saving` | the tree in files |
//!
//! The board shows the position of the selected node ([`Imagined`]), which was not played; the match goes on without
//! it.

mod looked;
mod map;
mod orders;
mod rows;
mod saving;
mod source;
mod window;
mod words;

use crate::client::input::ControlSystems;
use crate::table::KeepTrees;
use bevy::prelude::*;

pub use looked::{Browser, Looked};
pub(crate) use orders::key;
pub use orders::{TreeButton, TreeWish};
pub use rows::RowText;
pub use saving::{Format, TreeFolder};
pub use source::{Imagined, browse};

/// What happens in a frame, in this order.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum TreeSystems {
    /// Keys become orders.
    Ask,
    /// A search is taken up, or begun.
    Find,
    /// Orders change what is looked at.
    Act,
    Show,
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(KeepTrees(true))
        .configure_sets(
            Update,
            (TreeSystems::Ask, TreeSystems::Find, TreeSystems::Act, TreeSystems::Show)
                .chain()
                .after(ControlSystems::Act),
        )
        .add_plugins((orders::plugin, window::plugin, rows::plugin, map::plugin, saving::plugin));
}
