//! The trees of the searches of a match, for those who look on.

use crate::arena::{Choice, Player, PlayerKind as _, TurnGame};
use crate::base::Budget;
use crate::search::tree::Recording;
use bevy::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether the programs of matches keep the trees of their searches. They play the same with it, a little slower.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeepTrees(pub bool);

/// A search, and what was searched.
#[derive(Debug, Clone)]
pub struct Searched<G: TurnGame> {
    pub position: G,
    pub recording: Recording<G::Step>,
    /// The later a search has ended, the larger: turns can be taken back, so that they do not tell which one is newer.
    pub(crate) number: u64,
}

/// The number of the search that ends next.
static NEXT: AtomicU64 = AtomicU64::new(0);

impl<G: TurnGame> Searched<G> {
    fn new(position: G, recording: Recording<G::Step>) -> Self {
        Self { position, recording, number: NEXT.fetch_add(1, Ordering::Relaxed) }
    }

    /// Lets a player of a kind search a position, also one that it would know by heart; `None` if it did not search.
    pub(crate) fn by(kind: G::Kind, seed: u64, position: G, seat: usize, budget: &Budget) -> Option<Self> {
        let mut player = kind.searching().player(seed);
        player.keep_trees();
        player.choose(&position, seat, budget);
        Some(Self::new(position, player.take_tree()?))
    }
}

/// What a player does in a position, with the tree of its search if it keeps them.
pub(super) fn choose<G: TurnGame>(
    player: &mut dyn Player<G>,
    position: &G,
    seat: usize,
    budget: &Budget,
) -> (Choice<G>, Option<Arc<Searched<G>>>) {
    let choice = player.choose(position, seat, budget);
    let searched = player.take_tree().map(|recording| Searched::new(position.clone(), recording));
    (choice, searched.map(Arc::new))
}

/// The strongest engine of a game.
pub(crate) fn strongest<G: TurnGame>() -> Option<G::Kind> {
    "engine".parse().ok()
}
