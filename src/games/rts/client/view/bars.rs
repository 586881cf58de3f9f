//! Bars of health above whoever is hurt or selected, and of progress above what is being built.

use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::hover::UnderMouse;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::stage::RtsSystems;
use crate::games::rts::client::view::units::FIGURE_Z;
use crate::games::rts::sim::skirmish::{Building, Health};
use crate::nav::step::UnitId;
use bevy::prelude::*;
use bevy::sprite::Anchor;

#[derive(Component, Debug)]
pub(super) struct Barred {
    of: Entity,
    id: UnitId,
    /// Length in world units.
    length: f32,
    /// World units above the middle of the body.
    above: f32,
    /// Whether it cannot be seen now: it has no bar then.
    pub(super) is_veiled: bool,
    shown: Option<(Entity, Entity, Level)>,
}

impl Barred {
    pub(super) fn unit(of: Entity, id: UnitId, size: u8) -> Self {
        let cells = f32::from(size);
        Self::new(of, id, CELL * (0.35 + 0.5 * cells), CELL * (0.1 + 0.52 * cells))
    }

    pub(super) fn building(of: Entity, id: UnitId, size: u8) -> Self {
        let cells = f32::from(size);
        Self::new(of, id, CELL * 0.8 * cells, CELL * (0.5 * cells + 0.06))
    }

    const fn new(of: Entity, id: UnitId, length: f32, above: f32) -> Self {
        Self { of, id, length, above, is_veiled: false, shown: None }
    }
}

/// What a bar shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// 0 to [`STEPS`].
    pub filled: u8,
    /// What decides its colour.
    pub sort: Sort,
}

/// What a bar tells by its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Healthy,
    Hurt,
    Dying,
    Built,
}

/// Steps of a bar: finer than its pixels.
pub const STEPS: f32 = 50.0;
/// Height in world units.
const HEIGHT: f32 = 0.12 * CELL;
/// Dark rim around it in world units.
const RIM: f32 = 0.035 * CELL;
const BAR_Z: f32 = 22.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(RtsSystems::Show));
}

impl Level {
    /// The bar of somebody with `now` of at most `most` health.
    pub fn of_health(now: u16, most: u16) -> Self {
        let share = f32::from(now) / f32::from(most.max(1));
        let sort = match share {
            _ if share > 0.66 => Sort::Healthy,
            _ if share > 0.33 => Sort::Hurt,
            _ => Sort::Dying,
        };
        // Who lives shows a little.
        Self { filled: ((share * STEPS).round() as u8).max(u8::from(now > 0)), sort }
    }

    const fn colour(self) -> Color {
        match self.sort {
            Sort::Healthy => Color::srgb(0.36, 0.85, 0.3),
            Sort::Hurt => Color::srgb(0.97, 0.78, 0.2),
            Sort::Dying => Color::srgb(0.93, 0.27, 0.2),
            Sort::Built => Color::srgb(0.45, 0.72, 0.98),
        }
    }
}

fn show(
    mut commands: Commands,
    frame: Res<Frame>,
    selection: Res<Selection>,
    drag: Res<DragBox>,
    under: Res<UnderMouse>,
    states: Query<(&Health, Option<&Building>)>,
    mut barred: Query<(Entity, &mut Barred, &Transform)>,
    mut sprites: Query<&mut Sprite>,
) {
    for (entity, mut bar, transform) in &mut barred {
        let state = states.get(bar.of).ok().filter(|_| !bar.is_veiled);
        let is_marked = selection.contains(bar.id) || drag.preview.contains(&bar.id) || under.0 == Some(bar.id);
        let is_near = !frame.is_far() && frame.shows(transform.translation.truncate(), 4.0);
        let wanted = state.filter(|_| is_near).and_then(|(health, building)| {
            let site = building.filter(|building| !building.is_finished());
            let is_hurt = health.now() < health.most() && health.now() > 0;
            let is_shown = (is_marked || is_hurt || site.is_some()) && health.most() > 0;
            // The bar of a site shows the work that is done.
            is_shown.then(|| {
                site.map_or_else(
                    || Level::of_health(health.now(), health.most()),
                    |site| Level { filled: (f32::from(site.percent()) / 100.0 * STEPS) as u8, sort: Sort::Built },
                )
            })
        });
        let length = |level: Level| Vec2::new(bar.length * f32::from(level.filled) / STEPS, HEIGHT);
        let Some(level) = wanted else {
            if let Some((back, ..)) = bar.shown.take() {
                commands.entity(back).try_despawn();
            }
            continue;
        };
        let fill = Sprite::from_color(level.colour(), length(level));
        match bar.shown {
            Some((.., shown)) if shown == level => continue,
            Some((back, entity, _)) => {
                if let Ok(mut sprite) = sprites.get_mut(entity) {
                    *sprite = fill;
                }
                bar.shown = Some((back, entity, level));
            }
            None => {
                let place = Vec3::new(-bar.length / 2.0 - RIM, bar.above, BAR_Z - transform.translation.z);
                let mut bar_sprite = |sprite: Sprite, place: Vec3, parent: Entity| {
                    let place = Transform::from_translation(place);
                    commands.spawn((sprite, Anchor::CENTER_LEFT, place, ChildOf(parent))).id()
                };
                let dark = Color::srgba(0.06, 0.05, 0.04, 0.85);
                let back = Sprite::from_color(dark, Vec2::new(bar.length, HEIGHT) + 2.0 * RIM);
                let back = bar_sprite(back, place, entity);
                let fill = bar_sprite(fill, Vec3::new(RIM, 0.0, 0.1), back);
                bar.shown = Some((back, fill, level));
            }
        }
    }
}

const _: () = assert!(BAR_Z > FIGURE_Z + 10.0);
