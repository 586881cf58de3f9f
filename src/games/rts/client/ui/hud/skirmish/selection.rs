//! Who is selected: one with everything about it, or many as portraits with their health.

use super::members::{self, MOST, One, Shape};
use super::{INNER, SkirmishHudSystems, stats, words};
use crate::client::kit::art::Art;
use crate::client::kit::player_colours::PlayerColours;
use crate::client::kit::theme;
use crate::client::kit::widgets::progress::{Filled, set_filled};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::games::rts::client::input::skirmish::act::CancelEntry;
use crate::games::rts::client::input::skirmish::army::Pick;
use crate::games::rts::client::input::skirmish::field::Field;
use crate::games::rts::client::input::skirmish::kinds::{Class, Subgroups};
use crate::games::rts::client::ui::hud::middle_column;
use crate::games::rts::client::ui::hud::selection::spawn_groups;
use crate::nav::step::UnitId;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// The panel.
#[derive(Component)]
struct Panel;

/// A bar that is filled anew all the time.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// Health of a unit or building.
    Health(UnitId),
    /// Construction or production of a building.
    Work(UnitId),
}

/// A line that is written anew all the time.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sentence {
    /// Health in numbers.
    Health(UnitId),
    /// What somebody does.
    Doing(UnitId),
}

/// The name of who is selected.
#[derive(Component)]
pub(super) struct Heading;

/// The portrait of one of many.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Member {
    pub(super) id: UnitId,
}

/// An entry of a queue.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct QueueKey {
    pub(super) building: UnitId,
    pub(super) entry: u8,
}

/// Seconds between two looks at sentences: what changes with every tick cannot be read.
const INTERVAL: f32 = 0.2;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (show, fill, tell).chain().in_set(SkirmishHudSystems)).add_observer(press);
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art) {
    bottom.spawn(middle_column()).with_children(|column| {
        spawn_groups(column, art);
        column.spawn((
            theme::panel(
                art,
                Node {
                    width: percent(100),
                    max_width: px(640),
                    min_height: px(128),
                    max_height: px(INNER + 24.0),
                    overflow: Overflow::clip(),
                    display: Display::None,
                    ..default()
                },
            ),
            Panel,
            Name::new("Selection"),
        ));
    });
}

fn press(
    activate: On<Activate>,
    members: Query<&Member>,
    entries: Query<&QueueKey>,
    keys: Res<ButtonInput<KeyCode>>,
    mut picks: MessageWriter<Pick>,
    mut cancels: MessageWriter<CancelEntry>,
) {
    if let Ok(Member { id }) = members.get(activate.entity) {
        let removes = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let of_kind = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        picks.write(Pick { id: *id, removes, of_kind });
    }
    if let Ok(QueueKey { building, entry }) = entries.get(activate.entity) {
        cancels.write(CancelEntry { building: *building, entry: *entry });
    }
}

fn shape(field: &Field, groups: &Subgroups, player_colours: PlayerColours) -> Shape {
    let mut all = groups.in_order();
    let (first, second) = (all.next(), all.next());
    match (first, second) {
        (None, _) => Shape::Nothing,
        (Some((class, id)), None) => one(field, player_colours, class, id).map_or(Shape::Nothing, Shape::One),
        _ => {
            let side = |id| {
                let unit = field.man(id).map(|man| man.owner.0);
                unit.or_else(|| field.house(id).map(|house| house.owner.0)).unwrap_or(u8::MAX)
            };
            let is_mixed = groups.list().len() > 1;
            let active = groups.active();
            let tile = |(class, id)| (class, id, side(id), is_mixed && active == Some(class));
            let counts: Vec<_> = groups.list().iter().map(|(class, members)| (*class, members.len())).collect();
            let is_too_many = counts.iter().map(|(_, count)| count).sum::<usize>() > MOST;
            let shown = groups.in_order().take(if is_too_many { MOST - 1 } else { MOST });
            Shape::Many { tiles: shown.map(tile).collect(), counts }
        }
    }
}

fn one(field: &Field, player_colours: PlayerColours, class: Class, id: UnitId) -> Option<One> {
    let owned = |side: u8| match field.sides().and_then(|sides| sides.get(side)) {
        _ if side == field.player.side => String::new(),
        Some(_) => player_colours.name(side).to_owned(),
        None => String::new(),
    };
    Some(match class {
        Class::Unit(_) => {
            let man = field.man(id)?;
            let rank = match man.fighting.rank() {
                0 => String::new(),
                rank => format!("veteran of rank {rank}"),
            };
            One {
                id,
                class,
                side: man.owner.0,
                below: [owned(man.owner.0), rank].join(" ").trim().to_owned(),
                stage: 2,
                stats: stats::of_unit(field, &man),
                queue: Vec::new(),
                unpaid: 0,
                has_progress: false,
                is_own: man.owner.0 == field.player.side,
            }
        }
        Class::Building(_) => {
            let house = field.house(id)?;
            let is_own = house.owner.0 == field.player.side;
            let is_finished = house.building.is_finished();
            // What enemies make is their secret.
            let queue: Vec<_> = if is_own { house.production.queue().collect() } else { Vec::new() };
            One {
                id,
                class,
                side: house.owner.0,
                below: owned(house.owner.0),
                stage: if is_finished { 2 } else { usize::from(house.building.percent() >= 50) },
                stats: stats::of_building(field, &house),
                has_progress: !is_finished || !queue.is_empty(),
                unpaid: if is_own { house.production.unpaid() } else { 0 },
                queue,
                is_own,
            }
        }
    })
}

fn show(
    field: Field,
    groups: Res<Subgroups>,
    art: Res<Art>,
    panel: Option<Single<(Entity, &mut Node), With<Panel>>>,
    mut shown: Local<(Option<Entity>, Shape)>,
    mut commands: Commands,
) {
    let Some(panel) = panel else { return };
    let (entity, mut node) = panel.into_inner();
    let new = shape(&field, &groups, art.player_colours);
    // A new match has a new panel.
    if shown.0 == Some(entity) && shown.1 == new {
        return;
    }
    set_shown(&mut node, new != Shape::Nothing);
    commands.entity(entity).despawn_children().with_children(|panel| members::spawn(panel, &art, field.rules(), &new));
    *shown = (Some(entity), new);
}

fn health(field: &Field, id: UnitId) -> Option<(u16, u16)> {
    let unit = field.man(id).map(|man| (man.health.now(), man.health.most()));
    unit.or_else(|| field.house(id).map(|house| (house.health.now(), house.health.most())))
}

/// Green, amber, red.
fn health_colour(share: f32) -> Color {
    match share {
        share if share > 0.66 => Color::srgb(0.38, 0.78, 0.35),
        share if share > 0.33 => Color::srgb(0.93, 0.75, 0.25),
        _ => Color::srgb(0.9, 0.32, 0.26),
    }
}

fn fill(field: Field, mut bars: Query<(&Bar, &mut Node, &mut BackgroundColor), With<Filled>>) {
    for (bar, mut node, mut colour) in &mut bars {
        match bar {
            Bar::Health(id) => {
                let Some((now, most)) = health(&field, *id) else { continue };
                let share = f32::from(now) / f32::from(most.max(1));
                set_filled(&mut node, share);
                colour.set_if_neq(BackgroundColor(health_colour(share)));
            }
            Bar::Work(id) => {
                let Some(house) = field.house(*id) else { continue };
                let percent = if house.building.is_finished() {
                    house.production.percent(field.rules())
                } else {
                    house.building.percent()
                };
                set_filled(&mut node, f32::from(percent) / 100.0);
            }
        }
    }
}

fn tell(field: Field, time: Res<Time<Real>>, mut sentences: Query<(Ref<Sentence>, &mut Text)>, mut next: Local<f32>) {
    let is_due = time.elapsed_secs() >= *next;
    if is_due {
        *next = time.elapsed_secs() + INTERVAL;
    }
    for (sentence, mut text) in &mut sentences {
        if !is_due && !sentence.is_added() {
            continue;
        }
        let content = match *sentence {
            Sentence::Health(id) => health(&field, id).map(|(now, most)| format!("{now} / {most}")),
            Sentence::Doing(id) => field
                .man(id)
                .map(|man| words::sentence(&field, &man))
                .or_else(|| field.house(id).map(|house| words::of_building(&field, &house))),
        };
        set_text(&mut text, content.unwrap_or_default());
    }
}
