//! Which units and buildings are selected: click, box, double click, keys.
//!
//! Buildings have numbers of the same series as units. In a box units win over buildings; what belongs to others is looked
//! at alone.

use super::Player;
use super::hover::unit_at;
use super::tools::{Tool, Toolbox};
use crate::client::input::ControlSystems;
use crate::client::input::bindings::Press;
use crate::client::stage::{CELL, MenuOpen, to_world};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::saved_view::FindAgain;
use crate::games::rts::client::input::skirmish::kinds::Class;
use crate::games::rts::client::input::skirmish::not_in_skirmish;
use crate::games::rts::client::input::skirmish::picking::Buildings;
use crate::games::rts::client::stage::{ShownTime, shown_at};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::skirmish::BuildingIndex;
use crate::games::rts::sim::units::{Id, Kind, Owner, Stepping, Unit};
use crate::nav::step::UnitId;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use leafwing_input_manager::prelude::*;
use std::collections::BTreeSet;

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

    /// Number of units.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Whether a unit is selected.
    pub fn contains(&self, unit: UnitId) -> bool {
        self.units.contains(&unit)
    }

    /// Selects these units and no others.
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
    app.init_resource::<Selection>()
        .init_resource::<DragBox>()
        .init_resource::<Cycled>()
        .add_systems(
            OnEnter(Screen::Match),
            (|mut selection: ResMut<Selection>, mut drag: ResMut<DragBox>, mut cycled: ResMut<Cycled>| {
                *cycled = Cycled::default();
                *selection = Selection::default();
                *drag = DragBox::default();
            })
            .before(FindAgain),
        )
        .add_systems(
            Update,
            (forget_dead, select_by_mouse, select_by_key.run_if(not_in_skirmish))
                .chain()
                .in_set(ControlSystems::Act)
                .run_if(in_state(Mode::RTS)),
        );
}

/// Whether a unit or building is still there.
pub(super) fn is_there((roster, building_index): (&Roster, Option<&BuildingIndex>), id: UnitId) -> bool {
    roster.entity(id).is_some() || building_index.is_some_and(|building_index| building_index.entity(id).is_some())
}

fn forget_dead(mut selection: ResMut<Selection>, board: Single<(&Roster, Option<&BuildingIndex>), With<Board>>) {
    if selection.iter().any(|unit| !is_there(*board, unit)) {
        selection.units.retain(|unit| is_there(*board, *unit));
    }
}

type Selectable<'w, 's> =
    Query<'w, 's, (&'static Id, &'static Owner, &'static Kind, &'static At, &'static Stepping), With<Unit>>;

pub(super) fn select_by_mouse(
    toolbox: Res<Toolbox>,
    menu: Option<Res<MenuOpen>>,
    pointer: Res<Pointer>,
    player: Res<Player>,
    actions: Single<&ActionState<RtsAction>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Transform, &Projection), With<crate::client::stage::MapCamera>>,
    units: Selectable,
    buildings: Buildings,
    rules: Res<GameRules>,
    shown: Res<ShownTime>,
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
    let pressed = changes.iter().find(|(action, _)| !buildings.is_click_taken() && actions.just_pressed(action));
    if let (None, Some((_, change))) = (drag.begun, pressed) {
        drag.begun = Some((screen, world, *change));
    }
    let Some((screen_begun, begun, change)) = drag.begun else { return };
    let size_of = |kind: &Kind| rules.0.kind(kind.0).size;
    let shown_of = |kind: &Kind, at: &At, stepping: &Stepping| shown_at(at.0, stepping.last(), size_of(kind), shown.0);

    if drag.rect.is_some() || screen.distance(screen_begun) > DEAD_ZONE {
        let rect = Rect::from_corners(begun, world);
        // A unit is in the box when its body touches it.
        let is_touched = |kind: &Kind, at: &At, stepping: &Stepping| {
            let reach = rect.inflate(CELL * (f32::from(size_of(kind)) / 2.0 - 0.2));
            reach.contains(shown_of(kind, at, stepping))
        };
        let mut inside: BTreeSet<UnitId> = units
            .iter()
            .filter(|(_, owner, kind, at, stepping)| owner.0 == player.side && is_touched(kind, at, stepping))
            .map(|(id, ..)| id.0)
            .collect();
        if inside.is_empty() {
            inside = buildings.in_rect(&rules.0, player.side, None, rect).collect();
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
        let seen = units.iter().filter(|(_, _, kind, at, _)| buildings.sees(at.0, size_of(kind)));
        let places = seen.map(|(id, _, kind, at, stepping)| (id, kind, at, stepping));
        let met = unit_at(begun, &rules.0, *shown, places)
            .and_then(|unit| units.iter().find(|(id, ..)| id.0 == unit))
            .map(|(id, owner, kind, ..)| (id.0, owner.0, Class::Unit(kind.0)))
            .or_else(|| buildings.at(begun));
        let now = time.elapsed_secs();
        let is_double = match (*last_click, met) {
            (Some((then, unit)), Some((met, ..))) => now - then <= DOUBLE && unit == met,
            _ => false,
        };
        *last_click = met.map(|(unit, ..)| (now, unit));
        // In a skirmish CTRL takes the whole kind, like a double click; in the sandbox it takes out.
        let of_kind = buildings.is_skirmish() && change == Change::Remove;
        let change = if of_kind { Change::Replace } else { change };
        match met {
            Some((_, side, class)) if is_double || of_kind => {
                let (transform, projection) = *camera;
                let view = visible_rect(transform, projection, &window);
                let same = match class {
                    Class::Unit(kind) => units
                        .iter()
                        .filter(|(_, owner, other, at, stepping)| {
                            owner.0 == side && other.0 == kind && view.contains(shown_of(other, at, stepping))
                        })
                        .map(|(id, ..)| id.0)
                        .collect(),
                    Class::Building(kind) => buildings.in_rect(&rules.0, side, Some(kind), view).collect(),
                };
                selection.units = changed(&selection.units, same, change);
            }
            Some((unit, side, _)) => {
                if side == player.side {
                    // SHIFT on a selected unit takes it out again, as in most games.
                    let toggled = change == Change::Add && selection.contains(unit);
                    let change = if toggled { Change::Remove } else { change };
                    selection.units = changed(&selection.units, BTreeSet::from([unit]), change);
                } else if change == Change::Replace {
                    selection.units = BTreeSet::from([unit]);
                }
            }
            None if change == Change::Replace => selection.units.clear(),
            None => {}
        }
    }
    *drag = DragBox::default();
}

fn changed(old: &BTreeSet<UnitId>, units: BTreeSet<UnitId>, change: Change) -> BTreeSet<UnitId> {
    match change {
        Change::Replace => units,
        Change::Add => old.union(&units).copied().collect(),
        Change::Remove => old.difference(&units).copied().collect(),
    }
}

/// The part of the world that the window shows.
pub(crate) fn visible_rect(transform: &Transform, projection: &Projection, window: &Window) -> Rect {
    Rect::from_center_size(transform.translation.truncate(), window.size() * crate::client::stage::scale(projection))
}

fn select_by_key(
    mut presses: MessageReader<Press<RtsAction>>,
    toolbox: Res<Toolbox>,
    mut player: ResMut<Player>,
    units: Query<(&Id, &Owner), With<Unit>>,
    places: Query<(&Id, &At), With<Unit>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Transform, &Projection), With<crate::client::stage::MapCamera>>,
    mut selection: ResMut<Selection>,
    mut cycled: ResMut<Cycled>,
    mut look: MessageWriter<crate::games::rts::client::input::camera::LookAt>,
) {
    for Press(action) in presses.read() {
        match action {
            RtsAction::SelectAll => {
                selection.set(units.iter().filter(|(_, owner)| owner.0 == player.side).map(|(id, _)| id.0));
            }
            RtsAction::Cycle => {
                let own: BTreeSet<UnitId> = if selection.len() > 1 {
                    selection.units.clone()
                } else {
                    units.iter().filter(|(_, owner)| owner.0 == player.side).map(|(id, _)| id.0).collect()
                };
                let current = selection.iter().next().filter(|_| selection.len() == 1).or(cycled.0);
                let next = current
                    .and_then(|unit| own.range((std::ops::Bound::Excluded(unit), std::ops::Bound::Unbounded)).next())
                    .or_else(|| own.first());
                if let Some(unit) = next.copied() {
                    cycled.0 = Some(unit);
                    selection.set([unit]);
                    let place = places.iter().find(|(id, _)| id.0 == unit);
                    let place = place.map(|(_, at)| to_world(f32::from(at.0.x) + 0.5, f32::from(at.0.y) + 0.5));
                    // The view follows only to what it does not show.
                    if let Some(place) =
                        place.filter(|place| !visible_rect(camera.0, camera.1, &window).contains(*place))
                    {
                        look.write(crate::games::rts::client::input::camera::LookAt(place));
                    }
                }
            }
            RtsAction::NextSide if toolbox.tool != Tool::Units => {
                // Sides without units are passed over.
                let sides: BTreeSet<u8> = units.iter().map(|(_, owner)| owner.0).collect();
                let next = sides.range(player.side + 1..).next().or_else(|| sides.first());
                player.side = next.copied().unwrap_or(0);
                selection.units.clear();
            }
            _ => {}
        }
    }
}
