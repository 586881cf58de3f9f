//! What the programs think, for who wants to see it: role and reason above each tank, the way that it means to take; and the
//! ways that the source's techniques would find.

use super::{Scene, place, z};
use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::light::Light;
use crate::client::stage::MapCamera;
use crate::client::stage::{CELL, scale, to_world};
use crate::games::tanks::client::input::Spectator;
use crate::games::tanks::client::stage::slot_colour;
use crate::games::tanks::plugin::Battle;
use crate::games::tanks::ways::{Atlas, Classic, Pilot, Technique};
use crate::shell::states::Mode;
use bevy::prelude::*;

/// Marks everything of the overlay.
#[derive(Component, Debug)]
struct Thought;

/// Ticks after which it is drawn anew.
const EVERY: u32 = 6;
/// Size of the words, in pixels of the window.
const WORDS: f32 = 13.0;

/// The techniques that are drawn one after the other, and their colours.
const DRAWN: [(Technique, Color); 4] = [
    (Technique::Distances, Color::srgb(1.0, 0.85, 0.35)),
    (Technique::Search, Color::srgb(0.6, 0.9, 1.0)),
    (Technique::Capped, Color::srgb(1.0, 0.55, 0.85)),
    (Technique::Rectangles, Color::srgb(0.6, 1.0, 0.6)),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

fn show(
    mut battle: Single<&mut Battle>,
    spectator: Res<Spectator>,
    scene: Single<Entity, With<Scene>>,
    old: Query<Entity, With<Thought>>,
    view: Single<&Projection, With<MapCamera>>,
    (art, light): (Res<Art>, Res<Light>),
    mut drawn: Local<Option<u32>>,
    mut commands: Commands,
) {
    let tick = battle.world().tick() / EVERY;
    if *drawn == Some(tick) && !spectator.is_changed() {
        return;
    }
    *drawn = Some(tick);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let unit = scale(&view);
    if spectator.shown {
        let mode = battle.world().setup().mode;
        let tanks: Vec<(u8, u8, Vec2, f32)> = battle
            .world()
            .tanks()
            .filter(|tank| tank.is_here())
            .map(|tank| {
                let (x, y) = tank.centre();
                (tank.slot(), tank.side, place(x, y), f32::from(tank.size))
            })
            .collect();
        for (slot, side, at, size) in tanks {
            let thoughts = battle.played().and_then(|played| played.thoughts(usize::from(slot))).copied();
            let Some(thoughts) = thoughts else { continue };
            let colour = slot_colour(mode, slot, side);
            // At the upper edge the words stand below the tank.
            let (anchor, up) = match at.y > -2.5 * CELL {
                true => (bevy::sprite::Anchor::TOP_CENTER, -1.0),
                false => (bevy::sprite::Anchor::BOTTOM_CENTER, 1.0),
            };
            commands.spawn((
                Thought,
                ChildOf(*scene),
                Text2d::new(format!(
                    "{} · {}\n{}",
                    thoughts.role.name(),
                    thoughts.doing.words(),
                    thoughts.reason.words()
                )),
                TextFont { font: (&art.bold).into(), font_size: FontSize::Px(WORDS), ..default() },
                TextLayout::justify(Justify::Center),
                TextColor(colour.mix(&Color::WHITE, 0.4)),
                anchor,
                Transform::from_translation((at + Vec2::Y * up * CELL * (0.5 * size + 0.1)).extend(z::LABEL))
                    .with_scale(Vec3::splat(unit)),
            ));
            if spectator.slot.is_none_or(|chosen| chosen == slot) {
                let way = battle.route(usize::from(slot));
                dots(&mut commands, *scene, &light, &way, (size, colour), 0.8);
            }
        }
    }
    if let Some((technique, colour)) = spectator.technique.checked_sub(1).and_then(|index| DRAWN.get(index).copied()) {
        draw_technique(&mut battle, spectator.slot, technique, |way, size| {
            dots(&mut commands, *scene, &light, way, (size, colour), 1.0);
        });
        commands.spawn((
            Thought,
            ChildOf(*scene),
            Text2d::new(format!("Ways by {}", technique.name())),
            TextFont { font: (&art.bold).into(), font_size: FontSize::Px(WORDS + 2.0), ..default() },
            TextColor(colour),
            bevy::sprite::Anchor::TOP_LEFT,
            Transform::from_translation(to_world(0.3, 0.2).extend(z::LABEL)).with_scale(Vec3::splat(unit)),
        ));
    }
}

/// A way as dots in the middle of the tank that takes it, fainter towards its end.
fn dots(commands: &mut Commands, scene: Entity, light: &Light, way: &[Cell], (size, colour): (f32, Color), alpha: f32) {
    for (index, cell) in way.iter().enumerate().skip(1) {
        let share = index as f32 / way.len() as f32;
        let at = to_world(f32::from(cell.x) + size / 2.0, f32::from(cell.y) + size / 2.0);
        commands.spawn((
            Thought,
            ChildOf(scene),
            Sprite {
                color: colour.with_alpha(alpha * (1.0 - 0.7 * share)),
                custom_size: Some(Vec2::splat(CELL * 0.28)),
                ..Sprite::from_image(light.disc.clone())
            },
            Transform::from_translation(at.extend(z::THOUGHT)),
        ));
    }
}

/// The way of each tank, or of one, to where the way of its program ends, as a technique finds it.
fn draw_technique(battle: &mut Battle, slot: Option<u8>, technique: Technique, mut draw: impl FnMut(&[Cell], f32)) {
    let tanks: Vec<(u8, u8, Cell)> = battle
        .world()
        .tanks()
        .filter(|tank| tank.is_here() && slot.is_none_or(|slot| slot == tank.slot()))
        .map(|tank| (tank.slot(), tank.size, tank.anchor()))
        .collect();
    let ends: Vec<Option<Cell>> =
        tanks.iter().map(|(slot, ..)| battle.route(usize::from(*slot)).last().copied()).collect();
    let field = battle.world().field();
    let (mut classic, mut atlas) = (Classic::new(field), Atlas::new());
    for ((_, size, anchor), end) in tanks.into_iter().zip(ends) {
        let Some(end) = end else { continue };
        let mut pilot = Pilot::new(field, technique, size, end);
        pilot.advise(field, (&mut classic, &mut atlas), anchor, |_| true);
        // The nearest comes last there.
        let mut way = pilot.route().to_vec();
        way.push(anchor);
        way.reverse();
        draw(&way, f32::from(size));
    }
}
