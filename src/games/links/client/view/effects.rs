//! The ripple around a new peg, and what is heard.

use super::brush::{Brush, Drawn, Shape};
use super::{Scene, z};
use crate::client::audio::PlaySound;
use crate::client::input::ControlSystems;
use crate::client::stage::CELL;
use crate::games::links::client::stage::{middle, side_colour};
use crate::games::links::plugin::{Board, LinksSetup, Phase};
use crate::search::Outcome;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// A ring that grows and fades.
#[derive(Component, Debug)]
struct Ripple {
    age: f32,
    color: Color,
}

/// Seconds that a ripple lasts.
const LASTS: f32 = 0.45;
/// Size of a ripple in cells at its beginning and at its end.
const GROWS: (f32, f32) = (0.7, 2.1);

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PlaySound>()
        .add_systems(Update, (begin, fade).chain().after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

/// Tells a step that is new from a match that is entered or looked at elsewhere.
fn begin(
    table: Single<(Entity, &Board, &Phase), Changed<Board>>,
    scene: Single<Entity, With<Scene>>,
    setup: Res<LinksSetup>,
    mut last: Local<Option<(Entity, usize)>>,
    mut play: MessageWriter<PlaySound>,
    mut brush: Brush,
) {
    let (entity, board, phase) = *table;
    let count = board.steps().len();
    let before = last.replace((entity, count));
    if !before.is_some_and(|(table, steps)| table == entity && steps + 1 == count) {
        return;
    }
    let Some(effect) = board.effects().last() else { return };
    if let Some(hole) = effect.peg {
        let color = side_colour(effect.side).lighter(0.2);
        let drawn = Drawn::Spot { shape: Shape::Ring, at: middle(hole), size: GROWS.0, color, z: z::EFFECT };
        brush.draw_with(*scene, &drawn, Ripple { age: 0.0, color });
        play.write(PlaySound { name: "select", at: None });
    }
    let won = board.position().end().and_then(|end| match end.outcome {
        Outcome::Win(side) => Some(side),
        Outcome::Draw => None,
    });
    if let Some(side) = won.filter(|_| *phase == Phase::Playing) {
        let has_lost = setup.lone_human().is_some_and(|own| own != side);
        play.write(PlaySound { name: if has_lost { "defeat" } else { "victory" }, at: None });
    }
}

fn fade(mut ripples: Query<(Entity, &mut Ripple, &mut Sprite)>, time: Res<Time<Real>>, mut commands: Commands) {
    for (entity, mut ripple, mut sprite) in &mut ripples {
        ripple.age += time.delta_secs().min(0.1);
        let share = ripple.age / LASTS;
        if share >= 1.0 {
            commands.entity(entity).despawn();
            continue;
        }
        sprite.custom_size = Some(Vec2::splat((GROWS.0 + (GROWS.1 - GROWS.0) * share) * CELL));
        sprite.color = ripple.color.with_alpha(1.0 - share);
    }
}
