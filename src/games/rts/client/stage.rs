//! What input, picture and panels of the real-time game share: when and where things are shown, and to whom.

use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::stage::{CELL, to_world};
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::nav::step::Step;
use crate::shell::states::{Mode, Screen};
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Pixels of nodes between a panel and the edge of the window.
pub(crate) const MARGIN: f32 = 8.0;
/// Height of the bar at the top, in pixels of nodes.
pub const TOP_BAR: f32 = 42.0;
/// Height of the inside of the panels at the bottom, in pixels of nodes.
pub(crate) const INNER: f32 = 176.0;
/// Height of the row of panels at the bottom with its margin, in pixels of nodes.
pub(crate) const BOTTOM_ROW: f32 = MARGIN + INNER + 24.0;

/// What the window does in a match of this game.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum RtsSystems {
    /// In [`ControlSystems::Look`].
    Look,
    /// In [`ControlSystems::Act`].
    Act,
    /// Afterwards: what is seen and heard.
    Show,
}

/// What a saved match has kept of the window is found again; everything that a match begins with is there before.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FindAgain;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownTime>().configure_sets(
        Update,
        (
            RtsSystems::Look.in_set(ControlSystems::Look),
            RtsSystems::Act.in_set(ControlSystems::Act),
            RtsSystems::Show.after(ControlSystems::Act),
        )
            .run_if(in_state(Mode::RTS)),
    );
}

pub(crate) trait MatchResource {
    /// Adds a resource with which every match begins anew.
    fn init_for_match<R: Resource<Mutability = Mutable> + Default>(&mut self) -> &mut Self;
}

impl MatchResource for App {
    fn init_for_match<R: Resource<Mutability = Mutable> + Default>(&mut self) -> &mut Self {
        self.init_resource::<R>().add_systems(OnEnter(Screen::Match), reset::<R>.before(FindAgain))
    }
}

/// Makes a resource new, for a new match.
pub(crate) fn reset<R: Resource<Mutability = Mutable> + Default>(mut resource: ResMut<R>) {
    *resource = R::default();
}

/// The time that is shown, in ticks: one tick behind the simulation plus the part of the tick that has passed, so
/// that there is always a state before and after it. Stands still while the match is paused.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct ShownTime(pub f32);

impl ShownTime {
    /// Ticks that have been shown since one; `None` if it has not been reached yet, or never was (0).
    pub fn since(&self, tick: u32) -> Option<f32> {
        (tick > 0 && self.0 >= tick as f32).then_some(self.0 - tick as f32)
    }
}

/// The middle of a body of `size` × `size` cells whose top left cell is `anchor`, in world units.
pub fn middle_of_body(anchor: Cell, size: u8) -> Vec2 {
    let half = f32::from(size) / 2.0;
    to_world(f32::from(anchor.x) + half, f32::from(anchor.y) + half)
}

/// Where the middle of a unit of `size` × `size` cells is shown, in world units.
pub(crate) fn shown_at(at: Cell, last: Option<Step>, size: u8, time: f32) -> Vec2 {
    let (from, to, share) = match last {
        Some(step) => (step.from, step.to(), ((time - step.start as f32) / f32::from(step.ticks)).clamp(0.0, 1.0)),
        None => (at, at, 0.0),
    };
    middle_of_body(from, size).lerp(middle_of_body(to, size), share)
}

/// World units from a point to the nearest middle of a cell of a body, or to the lines between them.
pub(crate) fn distance_to_body(point: Vec2, middle: Vec2, size: u8) -> f32 {
    let inner = f32::from(size - 1) / 2.0 * CELL;
    ((point - middle).abs() - inner).max(Vec2::ZERO).length()
}

/// Whose eyes the window uses.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Viewer {
    /// Nobody's: all is shown. Editors, observers, matches without fog.
    #[default]
    All,
    /// Those of the sides of a mask, bit 0 is side 0: a player and his team.
    Sides(u8),
}

impl Viewer {
    /// What the eyes see, and their sides as bits; `None` if all is shown.
    pub(crate) fn sight(self, seen: Option<&Seen>) -> Option<(&Seen, u8)> {
        match self {
            Self::All => None,
            Self::Sides(sides) => Some((seen?, sides)),
        }
    }

    /// Whether any cell of a body of `size` × `size` cells is seen now, or whether it belongs to one of the eyes.
    pub(crate) fn sees_body(self, seen: Option<&Seen>, owner: u8, at: Cell, size: u8) -> bool {
        self.sight(seen).is_none_or(|(seen, sides)| self.owns(owner) || seen.grid().is_body_visible(sides, at, size))
    }

    pub fn sees(self, seen: Option<&Seen>, cell: Cell) -> bool {
        self.sight(seen).is_none_or(|(seen, sides)| seen.grid().is_visible(sides, cell))
    }

    /// Whether something of a side belongs to the eyes: they know of it without seeing it.
    pub(crate) fn owns(self, side: u8) -> bool {
        matches!(self, Self::Sides(sides) if side < 8 && sides & (1 << side) != 0)
    }
}

#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Overlays {
    /// The planned steps of all units.
    pub routes: bool,
    /// Who has reserved which cell at one tick of the window.
    pub reservations: bool,
    /// Distances to the goal of the selected unit, as far as its search has gone.
    pub distances: bool,
    /// Who holds and who enters which cell now.
    pub occupancy: bool,
    /// The connected regions of the kind of the selected unit.
    pub regions: bool,
    pub waits: bool,
    pub ranks: bool,
    /// Ticks ahead of now whose reservations are shown.
    pub layer: u16,
}
