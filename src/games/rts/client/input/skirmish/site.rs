//! The place of a building that is about to be ordered: which of its cells can carry it, and what that would close.

use super::SkirmishSystems;
use super::aim::{Aim, Aiming};
use super::field::Field;
use crate::base::Cell;
use crate::client::stage::CELL;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::placement::{Reason, parts, reasons};
use crate::games::rts::rules::BuildingId;
use crate::games::rts::sim::units::Doing;
use crate::nav::terrain::MovementClass;
use bevy::prelude::*;

/// Where a building would stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// What.
    pub kind: BuildingId,
    /// Its upper left cell.
    pub at: Cell,
    /// Its cells, and why each cannot carry it.
    pub cells: Vec<(Cell, Option<Reason>)>,
    /// Why it cannot stand here: the reason of the first cell that has one.
    pub refusal: Option<String>,
    /// What the player should think of before.
    pub warning: Option<&'static str>,
}

impl Plan {
    /// The cell in the middle.
    #[must_use]
    pub fn middle(&self) -> Cell {
        self.cells.get(self.cells.len() / 2).map_or(self.at, |(cell, _)| *cell)
    }
}

/// The building under the pointer.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Site(pub Option<Plan>);

/// What is said if a building would cut the map in two.
const CLOSES: &str = "This would close the way.";

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Site>().add_systems(Update, plan.in_set(SkirmishSystems::Click).before(super::aim::click));
}

/// The upper left cell of a square of cells whose middle is nearest to a point of the world.
#[must_use]
pub fn corner(point: Vec2, size: u8) -> Cell {
    let half = f32::from(size) / 2.0;
    // `as` saturates, so that a point far away is a cell far away.
    Cell::new((point.x / CELL - half).round() as i16, (-point.y / CELL - half).round() as i16)
}

fn plan(
    field: Field,
    aiming: Res<Aiming>,
    pointer: Res<Pointer>,
    mut site: ResMut<Site>,
    mut known: Local<Option<(BuildingId, Cell, u32, bool)>>,
) {
    let (Some(Aim::Build(kind)), Some(point)) = (aiming.0, pointer.world.filter(|_| !pointer.over_hud)) else {
        site.set_if_neq(Site(None));
        return;
    };
    let (Some(terrain), Some(occupied)) = (field.terrain(), field.occupied()) else { return };
    let rules = field.rules();
    let size = rules.building(kind).size;
    let at = corner(point, size);
    let mines: Vec<(Cell, u8)> = field
        .houses
        .iter()
        .map(|house| (house.at.0, rules.building(house.building.kind())))
        .filter(|(_, kind)| kind.is_mine())
        .map(|(at, kind)| (at, kind.size))
        .collect();
    // Own units go out of the way if they can; others do not.
    let holds = |cell: Cell| {
        occupied
            .table()
            .holder(cell)
            .and_then(|unit| field.man(unit))
            .is_some_and(|man| man.owner.0 != field.player.side || *man.doing == Doing::Holding)
    };
    let cells: Vec<(Cell, Option<Reason>)> =
        reasons(terrain.cells(), at, size, &mines, holds, |cell| field.knows(cell)).collect();
    let refusal = cells.iter().find_map(|(_, reason)| reason.as_ref().map(ToString::to_string));
    let closes = match *known {
        Some((old, cell, version, closes)) if (old, cell, version) == (kind, at, terrain.version()) => closes,
        _ => {
            let walks = |ground| rules.costs.quarters(MovementClass::Foot, ground).is_some();
            refusal.is_none() && parts(terrain.cells(), at, size, walks)
        }
    };
    *known = refusal.is_none().then_some((kind, at, terrain.version(), closes));
    let warning = (refusal.is_none() && closes).then_some(CLOSES);
    site.set_if_neq(Site(Some(Plan { kind, at, cells, refusal, warning })));
}
