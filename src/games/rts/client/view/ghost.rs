//! The building that is about to be ordered, below the pointer: green cells carry it, red ones do not.

use super::buildings::sprites;
use super::lines;
use super::pool::Pool;
use crate::client::kit::art::{Art, STAGES};
use crate::client::stage::CELL;
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::skirmish::in_skirmish;
use crate::games::rts::client::input::skirmish::site::Site;
use crate::games::rts::client::stage::{RtsSystems, middle_of_body};
use crate::games::rts::sim::GameRules;
use bevy::prelude::*;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct GhostGizmos;

#[derive(Component, Debug, Default)]
struct Ghost;

const PICTURE_Z: f32 = 29.0;
/// What has the colour of the side.
const TEAM_Z: f32 = 29.5;
const CELL_Z: f32 = 30.0;

const FITS: Color = Color::srgba(0.35, 0.95, 0.4, 0.34);
const REFUSED: Color = Color::srgba(1.0, 0.22, 0.18, 0.5);
const CLOSES: Color = Color::srgba(1.0, 0.72, 0.16, 0.42);

pub(super) fn plugin(app: &mut App) {
    app.insert_gizmo_config(GhostGizmos, lines(2.0)).add_systems(
        Update,
        (show.run_if(resource_changed::<Site>), outline).chain().in_set(RtsSystems::Show).run_if(in_skirmish),
    );
}

fn show(site: Res<Site>, rules: Res<GameRules>, player: Res<Player>, art: Res<Art>, mut ghost: Pool<Ghost>) {
    let mut shown = Vec::new();
    if let Some(plan) = &site.0 {
        let size = rules.0.building(plan.kind).size;
        let (plain, team) = sprites(&art, size, (plan.kind, STAGES - 1, player.side));
        for (mut sprite, z) in [(plain, PICTURE_Z), (team, TEAM_Z)] {
            sprite.color.set_alpha(0.72);
            shown.push((sprite, Transform::from_translation(middle_of_body(plan.at, size).extend(z))));
        }
        for (cell, reason) in &plan.cells {
            let colour = match (reason, plan.warning) {
                (Some(_), _) => REFUSED,
                (None, Some(_)) => CLOSES,
                (None, None) => FITS,
            };
            let place = Transform::from_translation(middle_of_body(*cell, 1).extend(CELL_Z));
            shown.push((Sprite::from_color(colour, Vec2::splat(CELL - 1.5)), place));
        }
    }
    ghost.show(shown);
}

fn outline(site: Res<Site>, rules: Res<GameRules>, mut gizmos: Gizmos<GhostGizmos>) {
    let Some(plan) = &site.0 else { return };
    let size = rules.0.building(plan.kind).size;
    let colour = match (&plan.refusal, plan.warning) {
        (Some(_), _) => Color::srgb(1.0, 0.35, 0.3),
        (None, Some(_)) => Color::srgb(1.0, 0.78, 0.25),
        (None, None) => Color::srgb(0.6, 1.0, 0.6),
    };
    let middle = middle_of_body(plan.at, size);
    gizmos.rect_2d(Isometry2d::from_translation(middle), Vec2::splat(f32::from(size) * CELL), colour);
}
