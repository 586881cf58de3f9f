//! Which units and buildings are selected: click, box, double click, keys.
//!
//! Buildings have numbers of the same series as units. In a box units win over buildings; what belongs to others is looked
//! at alone.

use super::Player;
use super::camera::LookAt;
use super::frame::Frame;
use super::tools::{Tool, Toolbox};
use crate::client::input::bindings::Press;
use crate::client::stage::{CELL, MenuOpen};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::skirmish::kinds::Class;
use crate::games::rts::client::input::skirmish::queries::{SkirmishView, UnitQueryItem};
use crate::games::rts::client::input::skirmish::{ClickTaken, in_skirmish};
use crate::games::rts::client::stage::{MatchResource, RtsSystems, middle_of_body};
use crate::games::rts::sim::units::{Owner, Unit};
use crate::nav::step::UnitId;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use std::collections::BTreeSet;
use std::ops::Bound;

/// The selected units and buildings.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    units: BTreeSet<UnitId>,
}

impl Selection {
    /// The units in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> {
        self.units.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.units.len()
    }

    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    pub fn contains(&self, unit: UnitId) -> bool {
        self.units.contains(&unit)
    }

    pub fn set(&mut self, units: impl IntoIterator<Item = UnitId>) {
        self.units = units.into_iter().collect();
    }
}

/// What a click or box does to the selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    Replace,
    Add,
    Remove,
}

/// The box that is being drawn.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub(crate) struct DragBox {
    /// Where it began and what it will do, while the button is down. In world units.
    begun: Option<(Vec2, Vec2, Change)>,
    /// The rectangle in world units, once the mouse has moved far enough for a box.
    pub(crate) rect: Option<Rect>,
    /// The units that would be in the selection if the button were released now.
    pub(crate) preview: BTreeSet<UnitId>,
}

impl DragBox {
    /// Whether the button was pressed on the map and is still held.
    pub(crate) const fn is_begun(&self) -> bool {
        self.begun.is_some()
    }
}

/// The unit that TAB has chosen last.
#[derive(Resource, Debug, Default)]
struct Cycled(Option<UnitId>);

/// Pixels that the mouse has to move before a click becomes a box.
const DEAD_ZONE: f32 = 5.0;
/// Seconds between the two clicks of a double click.
pub(super) const DOUBLE: f32 = 0.35;

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Selection>().init_for_match::<DragBox>().init_for_match::<Cycled>().add_systems(
        Update,
        (forget_dead, select_by_mouse, (select_by_key, next_side).chain().run_if(not(in_skirmish)))
            .chain()
            .in_set(RtsSystems::Act),
    );
}

fn forget_dead(skirmish: SkirmishView, mut selection: ResMut<Selection>) {
    if selection.iter().any(|id| !skirmish.exists(id)) {
        selection.units.retain(|id| skirmish.exists(*id));
    }
}

pub(super) fn select_by_mouse(
    skirmish: SkirmishView,
    toolbox: Res<Toolbox>,
    menu: Option<Res<MenuOpen>>,
    pointer: Res<Pointer>,
    actions: Single<&ActionState<RtsAction>>,
    frame: Res<Frame>,
    taken: Res<ClickTaken>,
    time: Res<Time<Real>>,
    mut selection: ResMut<Selection>,
    mut drag: ResMut<DragBox>,
    mut last_click: Local<Option<(f32, UnitId)>>,
) {
    if toolbox.tool != Tool::Command || menu.is_some_and(|menu| menu.0) {
        if drag.begun.is_some() {
            *drag = DragBox::default();
        }
        return;
    }
    let changes = [
        (RtsAction::PrimaryAdd, Change::Add),
        (RtsAction::PrimaryRemove, Change::Remove),
        (RtsAction::Primary, Change::Replace),
    ];
    let (Some(screen), Some(world)) = (pointer.screen, pointer.world) else { return };
    let pressed = changes.iter().find(|(action, _)| !taken.0 && actions.just_pressed(action));
    if let (None, Some((_, change))) = (drag.begun, pressed) {
        drag.begun = Some((screen, world, *change));
    }
    let Some((screen_begun, begun, change)) = drag.begun else { return };
    let own = skirmish.player.side;

    if drag.rect.is_some() || screen.distance(screen_begun) > DEAD_ZONE {
        let rect = Rect::from_corners(begun, world);
        // A unit is in the box when its body touches it.
        let is_touched = |unit: &UnitQueryItem<'_, '_>| {
            let reach = rect.inflate(CELL * (f32::from(skirmish.unit_kind(unit).size) / 2.0 - 0.2));
            unit.owner.0 == own && reach.contains(skirmish.place_of_unit(unit))
        };
        let mut inside: BTreeSet<UnitId> = skirmish.units.iter().filter(is_touched).map(|unit| unit.id.0).collect();
        if inside.is_empty() {
            inside = skirmish.buildings_in(own, rect).map(|building| building.id.0).collect();
        }
        drag.rect = Some(rect);
        drag.preview = changed(&selection.units, inside, change);
    }
    // The modifier may be let go before the button: the box ends when no form of it is held.
    if changes.iter().any(|(action, _)| actions.pressed(action)) {
        return;
    }
    if drag.rect.is_some() {
        selection.units = std::mem::take(&mut drag.preview);
    } else {
        let unit = skirmish.unit_at(begun, |_| true).map(|unit| (unit.id.0, unit.owner.0));
        let building = || skirmish.building_at(begun).map(|building| (building.id.0, building.owner.0));
        let met = unit.or_else(building);
        let now = time.elapsed_secs();
        let is_double = match (*last_click, met) {
            (Some((then, unit)), Some((met, _))) => now - then <= DOUBLE && unit == met,
            _ => false,
        };
        *last_click = met.map(|(unit, _)| (now, unit));
        // In a skirmish CTRL takes the whole kind, like a double click; in the sandbox it takes out.
        let of_kind = skirmish.is_skirmish() && change == Change::Remove;
        let change = if of_kind { Change::Replace } else { change };
        match met {
            Some((met, side)) if is_double || of_kind => {
                let same = alike(&skirmish, met, side, frame.rect);
                selection.units = changed(&selection.units, same, change);
            }
            Some((met, side)) if side == own => {
                // SHIFT on a selected unit takes it out again, as in most games.
                let toggled = change == Change::Add && selection.contains(met);
                let change = if toggled { Change::Remove } else { change };
                selection.units = changed(&selection.units, BTreeSet::from([met]), change);
            }
            _ if change == Change::Replace => selection.set(met.map(|(met, _)| met)),
            _ => {}
        }
    }
    *drag = DragBox::default();
}

/// All of the kind and side of a unit or building in a part of the world.
fn alike(skirmish: &SkirmishView, one: UnitId, side: u8, view: Rect) -> BTreeSet<UnitId> {
    match skirmish.class_of(one) {
        Some(Class::Unit(kind)) => {
            let units = skirmish.units.iter().filter(|unit| unit.owner.0 == side && unit.kind.0 == kind);
            units.filter(|unit| view.contains(skirmish.place_of_unit(unit))).map(|unit| unit.id.0).collect()
        }
        Some(Class::Building(kind)) => {
            let buildings = skirmish.buildings_in(side, view).filter(|building| building.state.kind() == kind);
            buildings.map(|building| building.id.0).collect()
        }
        None => BTreeSet::new(),
    }
}

fn changed(old: &BTreeSet<UnitId>, units: BTreeSet<UnitId>, change: Change) -> BTreeSet<UnitId> {
    match change {
        Change::Replace => units,
        Change::Add => old.union(&units).copied().collect(),
        Change::Remove => old.difference(&units).copied().collect(),
    }
}

fn select_by_key(
    mut presses: MessageReader<Press<RtsAction>>,
    skirmish: SkirmishView,
    frame: Res<Frame>,
    mut selection: ResMut<Selection>,
    mut cycled: ResMut<Cycled>,
    mut look: MessageWriter<LookAt>,
) {
    let own = || skirmish.units.iter().filter(|unit| unit.owner.0 == skirmish.player.side).map(|unit| unit.id.0);
    for Press(action) in presses.read() {
        match action {
            RtsAction::SelectAll => selection.set(own()),
            RtsAction::Cycle => {
                let among = if selection.len() > 1 { selection.units.clone() } else { own().collect() };
                let current = selection.iter().next().filter(|_| selection.len() == 1).or(cycled.0);
                let next = current
                    .and_then(|unit| among.range((Bound::Excluded(unit), Bound::Unbounded)).next())
                    .or_else(|| among.first());
                if let Some(unit) = next.copied() {
                    cycled.0 = Some(unit);
                    selection.set([unit]);
                    let place = skirmish.unit(unit).map(|unit| middle_of_body(unit.at.0, 1));
                    // The view follows only to what it does not show.
                    look.write_batch(place.filter(|place| !frame.rect.contains(*place)).map(LookAt));
                }
            }
            _ => {}
        }
    }
}

/// The player takes the next side that has units.
fn next_side(
    mut presses: MessageReader<Press<RtsAction>>,
    toolbox: Res<Toolbox>,
    owners: Query<&Owner, With<Unit>>,
    mut player: ResMut<Player>,
    mut selection: ResMut<Selection>,
) {
    for Press(action) in presses.read() {
        if *action == RtsAction::NextSide && toolbox.tool != Tool::Units {
            let sides: BTreeSet<u8> = owners.iter().map(|owner| owner.0).collect();
            let next = sides.range(player.side + 1..).next().or_else(|| sides.first());
            player.side = next.copied().unwrap_or(0);
            selection.units.clear();
        }
    }
}
