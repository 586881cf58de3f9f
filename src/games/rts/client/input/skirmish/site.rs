//! The place of a building that is about to be ordered: which of its cells can carry it, and what that would close.

use super::SkirmishSystems;
use super::command_kind::CommandKind;
use super::queries::SkirmishView;
use super::targeting::WaitingCommand;
use crate::base::Cell;
use crate::client::stage::CELL;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::placement::{Reason, parts, reasons};
use crate::games::rts::rules::BuildingId;
use crate::games::rts::sim::units::Doing;
use crate::nav::terrain::MovementClass;
use bevy::prelude::*;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub kind: BuildingId,
    /// Its upper left cell.
    pub at: Cell,
    /// Its cells, and why each cannot carry it.
    pub cells: Vec<(Cell, Option<Reason>)>,
    /// Why it cannot stand here: the reason of the first cell that has one.
    pub refusal: Option<String>,
    /// What the player should think of before.
    pub(crate) warning: Option<&'static str>,
}

impl Plan {
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
    app.init_resource::<Site>()
        .add_systems(Update, plan.in_set(SkirmishSystems::Click).before(super::targeting::click));
}

/// The upper left cell of a square of cells whose middle is nearest to a point of the world.
pub fn corner(point: Vec2, size: u8) -> Cell {
    let half = f32::from(size) / 2.0;
    // `as` saturates, so that a point far away is a cell far away.
    Cell::new((point.x / CELL - half).round() as i16, (-point.y / CELL - half).round() as i16)
}

fn plan(
    skirmish: SkirmishView,
    waiting: Res<WaitingCommand>,
    pointer: Res<Pointer>,
    mut site: ResMut<Site>,
    mut known: Local<Option<(BuildingId, Cell, u32, bool)>>,
) {
    let (Some(CommandKind::Build(kind)), Some(point)) = (waiting.0, pointer.world.filter(|_| !pointer.over_hud)) else {
        site.set_if_neq(Site(None));
        return;
    };
    let (Some(terrain), Some(occupied)) = (skirmish.terrain(), skirmish.occupied()) else { return };
    let rules = skirmish.rules();
    let size = rules.building(kind).size;
    let at = corner(point, size);
    let mines: Vec<(Cell, u8)> = skirmish
        .buildings
        .iter()
        .filter(|building| skirmish.building_kind(building).is_mine())
        .map(|building| (building.at.0, skirmish.building_kind(&building).size))
        .collect();
    // Own units go out of the way if they can; others do not.
    let holds = |cell: Cell| {
        occupied
            .table()
            .holder(cell)
            .and_then(|unit| skirmish.unit(unit))
            .is_some_and(|unit| unit.owner.0 != skirmish.player.side || *unit.doing == Doing::Holding)
    };
    let cells: Vec<(Cell, Option<Reason>)> =
        reasons(terrain.cells(), at, size, &mines, holds, |cell| skirmish.knows(cell)).collect();
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
