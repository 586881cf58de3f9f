//! Who is selected: one with everything about it, or many as portraits with their health.

use super::members::{self, MOST, One, Shape};
use super::{SkirmishHudSystems, stats, words};
use crate::client::kit::player_colours::PlayerColours;
use crate::client::kit::widgets::progress::{Filled, set_filled};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::kit::{Art, theme};
use crate::games::rts::client::input::skirmish::kinds::{Class, Subgroups};
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::INNER;
use crate::games::rts::client::ui::hud::middle_column;
use crate::games::rts::client::ui::hud::selection::spawn_groups;
use crate::games::rts::client::ui::looking;
use crate::nav::step::UnitId;
use bevy::prelude::*;

#[derive(Component)]
struct MemberPanel;

/// A bar that is filled anew all the time.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    Health(UnitId),
    Work(UnitId),
}

/// A line that is written anew all the time.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sentence {
    Health(UnitId),
    Doing(UnitId),
}

#[derive(Component)]
pub(super) struct Heading;

/// Seconds between two looks at sentences: what changes with every tick cannot be read.
const INTERVAL: f32 = 0.2;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (show, fill, tell).chain().in_set(SkirmishHudSystems));
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art) {
    bottom.spawn(middle_column()).with_children(|column| {
        looking::spawn(column, art);
        spawn_groups(column, art);
        let node = Node {
            width: percent(100),
            max_width: px(640),
            min_height: px(128),
            max_height: px(INNER + 24.0),
            overflow: Overflow::clip(),
            display: Display::None,
            ..default()
        };
        column.spawn((theme::panel(art, node), MemberPanel, Name::new("Selection")));
    });
}

fn shape(skirmish: &SkirmishView, groups: &Subgroups, player_colours: PlayerColours) -> Shape {
    let mut all = groups.in_order();
    match (all.next(), all.next()) {
        (None, _) => return Shape::Nothing,
        (Some((class, id)), None) => {
            return one(skirmish, player_colours, class, id).map_or(Shape::Nothing, Shape::One);
        }
        _ => {}
    }
    let side = |id| {
        let unit = skirmish.unit(id).map(|unit| unit.owner.0);
        unit.or_else(|| Some(skirmish.building(id)?.owner.0)).unwrap_or(u8::MAX)
    };
    let is_mixed = groups.list().len() > 1;
    let tile = |(class, id)| (class, id, side(id), is_mixed && groups.active() == Some(class));
    let counts: Vec<_> = groups.list().iter().map(|(class, members)| (*class, members.len())).collect();
    let is_too_many = counts.iter().map(|(_, count)| count).sum::<usize>() > MOST;
    let shown = groups.in_order().take(if is_too_many { MOST - 1 } else { MOST });
    Shape::Many { tiles: shown.map(tile).collect(), counts }
}

fn one(skirmish: &SkirmishView, player_colours: PlayerColours, class: Class, id: UnitId) -> Option<One> {
    let is_own = |side: u8| side == skirmish.player.side;
    let owned = |side: u8| match skirmish.sides().and_then(|sides| sides.get(side)) {
        Some(_) if !is_own(side) => player_colours.name(side),
        _ => "",
    };
    Some(match class {
        Class::Unit(_) => {
            let unit = skirmish.unit(id)?;
            let rank = match unit.fighting.rank() {
                0 => String::new(),
                rank => format!("veteran of rank {rank}"),
            };
            One {
                id,
                class,
                side: unit.owner.0,
                below: [owned(unit.owner.0), &rank].join(" ").trim().to_owned(),
                stage: 2,
                stats: stats::of_unit(skirmish, &unit),
                queue: Vec::new(),
                unpaid: 0,
                has_progress: false,
                is_own: is_own(unit.owner.0),
            }
        }
        Class::Building(_) => {
            let building = skirmish.building(id)?;
            let is_own = is_own(building.owner.0);
            let is_finished = building.state.is_finished();
            // What enemies make is their secret.
            let queue: Vec<_> = if is_own { building.production.queue().collect() } else { Vec::new() };
            One {
                id,
                class,
                side: building.owner.0,
                below: owned(building.owner.0).to_owned(),
                stage: if is_finished { 2 } else { usize::from(building.state.percent() >= 50) },
                stats: stats::of_building(skirmish, &building),
                has_progress: !is_finished || !queue.is_empty(),
                unpaid: if is_own { building.production.unpaid() } else { 0 },
                queue,
                is_own,
            }
        }
    })
}

fn show(
    skirmish: SkirmishView,
    groups: Res<Subgroups>,
    art: Res<Art>,
    panel: Single<(Entity, &mut Node), With<MemberPanel>>,
    mut shown: Local<(Option<Entity>, Shape)>,
    mut commands: Commands,
) {
    let (entity, mut node) = panel.into_inner();
    let new = shape(&skirmish, &groups, art.player_colours);
    // A new match has a new panel.
    if shown.0 == Some(entity) && shown.1 == new {
        return;
    }
    set_shown(&mut node, new != Shape::Nothing);
    commands
        .entity(entity)
        .despawn_children()
        .with_children(|panel| members::spawn(panel, &art, skirmish.rules(), &new));
    *shown = (Some(entity), new);
}

fn health(skirmish: &SkirmishView, id: UnitId) -> Option<(u16, u16)> {
    let unit = skirmish.unit(id).map(|unit| (unit.health.now(), unit.health.most()));
    unit.or_else(|| skirmish.building(id).map(|building| (building.health.now(), building.health.most())))
}

fn health_colour(share: f32) -> Color {
    match share {
        share if share > 0.66 => Color::srgb(0.38, 0.78, 0.35),
        share if share > 0.33 => Color::srgb(0.93, 0.75, 0.25),
        _ => Color::srgb(0.9, 0.32, 0.26),
    }
}

fn fill(skirmish: SkirmishView, mut bars: Query<(&Bar, &mut Node, &mut BackgroundColor), With<Filled>>) {
    for (bar, mut node, mut colour) in &mut bars {
        match bar {
            Bar::Health(id) => {
                let Some((now, most)) = health(&skirmish, *id) else { continue };
                let share = f32::from(now) / f32::from(most.max(1));
                set_filled(&mut node, share);
                colour.set_if_neq(BackgroundColor(health_colour(share)));
            }
            Bar::Work(id) => {
                let Some(building) = skirmish.building(*id) else { continue };
                let percent = if building.state.is_finished() {
                    building.production.percent(skirmish.rules())
                } else {
                    building.state.percent()
                };
                set_filled(&mut node, f32::from(percent) / 100.0);
            }
        }
    }
}

fn tell(
    skirmish: SkirmishView,
    time: Res<Time<Real>>,
    mut sentences: Query<(Ref<Sentence>, &mut Text)>,
    mut next: Local<f32>,
) {
    let is_due = time.elapsed_secs() >= *next;
    if is_due {
        *next = time.elapsed_secs() + INTERVAL;
    }
    for (sentence, mut text) in &mut sentences {
        if !is_due && !sentence.is_added() {
            continue;
        }
        let content = match *sentence {
            Sentence::Health(id) => health(&skirmish, id).map(|(now, most)| format!("{now} / {most}")),
            Sentence::Doing(id) => skirmish
                .unit(id)
                .map(|unit| words::sentence(&skirmish, &unit))
                .or_else(|| skirmish.building(id).map(|building| words::of_building(&skirmish, &building))),
        };
        set_text(&mut text, content.unwrap_or_default());
    }
}
