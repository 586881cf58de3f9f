//! What the eyes of the window see now, asked place by place.

use crate::base::Cell;
use crate::client::stage::cell_at;
use crate::games::rts::client::stage::Viewer;
use crate::games::rts::sight::memory::Sighting;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::skirmish::NEUTRAL;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::nav::step::UnitId;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Whose eyes the window uses, and what they see.
#[derive(SystemParam)]
pub(super) struct Eyes<'w, 's> {
    viewer: Res<'w, Viewer>,
    seen: Query<'w, 's, &'static Seen, With<Board>>,
}

impl Eyes<'_, '_> {
    pub(super) fn shows(&self, cell: Cell) -> bool {
        self.viewer.sees(self.seen.iter().next(), cell)
    }

    pub(super) fn shows_body(&self, at: Cell, size: u8) -> bool {
        self.viewer.sees_body(self.seen.iter().next(), NEUTRAL, at, size)
    }

    pub(super) fn own(&self, side: u8) -> bool {
        self.viewer.owns(side)
    }

    /// The buildings that are remembered and not seen now, as they were seen last. Who sees everything remembers nothing.
    pub(super) fn remembered(&self) -> BTreeMap<UnitId, Sighting> {
        let sight = self.viewer.sight(self.seen.iter().next());
        sight.map_or_else(BTreeMap::new, |(seen, sides)| seen.memory().buildings(seen.grid(), sides))
    }

    pub(super) fn shows_point(&self, point: Vec2) -> bool {
        self.shows(cell_at(point))
    }
}
