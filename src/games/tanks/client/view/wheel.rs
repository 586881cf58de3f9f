//! The wheel: four words to the allies around the tank of who opens it, and the word that holds.

use super::{Scene, place, z};
use crate::base::Dir;
use crate::client::input::ControlSystems;
use crate::client::input::steering::Steers;
use crate::client::kit::art::Art;
use crate::client::kit::light::Light;
use crate::client::kit::theme;
use crate::client::stage::{CELL, MapCamera, scale};
use crate::games::tanks::client::input::{Holds, WHEEL};
use crate::games::tanks::plugin::Battle;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// Marks everything of the wheel of a seat.
#[derive(Component, Debug)]
struct Wheel;

/// How far the words are from the middle, in pixels of the window.
const REACH: f32 = 64.0;
const WORDS: f32 = 18.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

fn show(
    battle: Single<&Battle>,
    people: Query<(&Steers, &Holds)>,
    scene: Single<Entity, With<Scene>>,
    old: Query<Entity, With<Wheel>>,
    view: Single<&Projection, With<MapCamera>>,
    (art, light): (Res<Art>, Res<Light>),
    mut commands: Commands,
) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let unit = scale(&view);
    for (&Steers(seat), _) in people.iter().filter(|(_, holds)| holds.is_choosing) {
        let Some(tank) = battle.world().in_slot(seat) else { continue };
        let (x, y) = tank.centre();
        let (tank_at, field) = (place(x, y), battle.world().field());
        // All four words stay on the board.
        let far = Vec2::new(1.5, 1.0) * REACH * unit;
        let size = Vec2::new(f32::from(field.width()), f32::from(field.height())) * CELL;
        let (least, most) = (Vec2::new(far.x, far.y - size.y), Vec2::new(size.x - far.x, -far.y));
        let at = if least.cmple(most).all() { tank_at.clamp(least, most) } else { tank_at };
        let said = battle.world().seats().get(seat).and_then(|seat| seat.call).map(|(call, _)| call);
        commands.spawn((
            Wheel,
            ChildOf(*scene),
            Sprite {
                color: theme::NIGHT.with_alpha(0.75),
                custom_size: Some(Vec2::splat(2.9 * REACH * unit)),
                ..Sprite::from_image(light.disc.clone())
            },
            Transform::from_translation(at.extend(z::LABEL)),
        ));
        for (dir, call) in WHEEL {
            let (dx, dy) = dir.offset();
            let reach = if matches!(dir, Dir::North | Dir::South) { REACH * 0.75 } else { REACH };
            let spot = at + Vec2::new(f32::from(dx), -f32::from(dy)) * reach * unit;
            commands.spawn((
                Wheel,
                ChildOf(*scene),
                Text2d::new(call.name()),
                TextFont { font: (&art.black).into(), font_size: FontSize::Px(WORDS), ..default() },
                TextColor(if said == Some(call) { theme::GOLD } else { theme::CREAM }),
                Transform::from_translation(spot.extend(z::LABEL + 0.1)).with_scale(Vec3::splat(unit)),
            ));
        }
        commands.spawn((
            Wheel,
            ChildOf(*scene),
            Sprite {
                color: theme::GOLD.with_alpha(0.8),
                custom_size: Some(Vec2::splat(CELL * 2.4)),
                ..Sprite::from_image(light.ring.clone())
            },
            Transform::from_translation(tank_at.extend(z::LABEL + 0.05)),
        ));
    }
}
