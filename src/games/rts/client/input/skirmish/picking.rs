//! Picking buildings with the mouse.

use super::ClickTaken;
use super::kinds::Class;
use crate::base::Cell;
use crate::client::stage::{CELL, cell_at};
use crate::games::rts::client::input::Player;
use crate::games::rts::client::stage::middle_of_body;
use crate::games::rts::rules::{BuildingId, Rules};
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::games::rts::sim::skirmish::{Building, BuildingIndex, Sides};
use crate::games::rts::sim::units::{Id, Owner};
use crate::nav::step::UnitId;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The buildings as the mouse meets them; none in the sandbox.
#[derive(SystemParam)]
pub struct Buildings<'w, 's> {
    estates: Query<'w, 's, &'static BuildingIndex, With<Board>>,
    all: Query<'w, 's, (&'static Id, &'static Owner, &'static Building, &'static At)>,
    taken: Option<Res<'w, ClickTaken>>,
    seen: Query<'w, 's, (&'static Seen, &'static Sides), With<Board>>,
    player: Res<'w, Player>,
}

impl Buildings<'_, '_> {
    /// Whether there are buildings at all: whether this is a skirmish.
    pub(crate) fn is_skirmish(&self) -> bool {
        !self.estates.is_empty()
    }

    /// Whether the press of this frame belongs to a command.
    pub(crate) fn is_click_taken(&self) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.0)
    }

    /// Whether the player sees a part of a square of cells now.
    pub fn sees(&self, at: Cell, size: u8) -> bool {
        self.eyes().is_none_or(|(seen, team)| seen.grid().is_body_visible(team, at, size))
    }

    /// What the player's team sees, if there is fog, and the sides of the team as bits.
    fn eyes(&self) -> Option<(&Seen, u8)> {
        let (seen, sides) = self.seen.single().ok()?;
        sides.get(self.player.side)?;
        Some((seen, sides.team_mask(self.player.side)))
    }

    /// The building at a point of the world, whose it is and of what kind.
    pub fn at(&self, point: Vec2) -> Option<(UnitId, u8, Class)> {
        let building_index = self.estates.single().ok()?;
        let cell = cell_at(point);
        let (id, owner, building, _) = self.all.get(building_index.entity(building_index.at(cell)?)?).ok()?;
        if let Some((seen, team)) = self.eyes()
            && !seen.grid().is_explored(team, cell)
        {
            return None;
        }
        Some((id.0, owner.0, Class::Building(building.kind())))
    }

    /// The buildings of a side, and of a kind if one is given, of which a part lies in a rectangle of the world.
    pub(crate) fn in_rect<'a>(
        &'a self,
        rules: &'a Rules,
        side: u8,
        kind: Option<BuildingId>,
        rect: Rect,
    ) -> impl Iterator<Item = UnitId> + 'a {
        self.all
            .iter()
            .filter(move |(_, owner, building, at)| {
                let size = rules.building(building.kind()).size;
                let middle = middle_of_body(at.0, size);
                let ground = Rect::from_center_size(middle, Vec2::splat(f32::from(size) * CELL));
                owner.0 == side && kind.is_none_or(|kind| kind == building.kind()) && !ground.intersect(rect).is_empty()
            })
            .map(|(id, ..)| id.0)
    }
}
