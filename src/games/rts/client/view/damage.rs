//! Life of buildings: dust while they are built, smoke and light while they work, smoke and fire when they are hurt.

use super::buildings::{BuildingPicture, is_worked_at};
use super::effects::{Burst, What};
use super::eyes::Eyes;
use super::pool::Pool;
use crate::client::kit::art::{Art, effect};
use crate::client::kit::chance::scatter;
use crate::client::kit::light::Light;
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::stage::{RtsSystems, ShownTime};
use crate::games::rts::sim::skirmish::{Building, Health, Production};
use crate::games::rts::sim::{GameRules, MatchClock};
use bevy::prelude::*;

/// The fires and lights of a building, on its picture.
#[derive(Component, Debug, Default)]
pub(super) struct Wounds {
    fires: u32,
    /// Light out of the door of a building that works.
    glows: bool,
    /// The time that is shown at which the next puff rises.
    next: f32,
}

#[derive(Component, Debug, Default)]
struct Flame;

/// Shares of health below which a building smokes and burns.
const SMOKES: f32 = 0.66;
const BURNS: f32 = 0.33;
const FIRE_Z: f32 = 12.0;
const GLOW_Z: f32 = 0.015;
/// Ticks that one picture of a fire is shown.
const FLICKER: f32 = 4.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (live, burn).chain().in_set(RtsSystems::Show));
}

/// Number of fires on a building of so many cells with a share of its health.
pub fn fires(share: f32, size: u8) -> u32 {
    if share >= BURNS || share <= 0.0 {
        return 0;
    }
    let most = f32::from(size) * 1.5;
    (1.0 + (1.0 - share / BURNS) * most) as u32
}

/// A place on the roof, in cells from the middle.
fn on_roof(seed: u32, size: u8) -> Vec2 {
    let half = f32::from(size) / 2.0 - 0.45;
    Vec2::new(scatter(seed), scatter(seed ^ 0x00ff_aa55)) * half
}

fn live(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    shown: Res<ShownTime>,
    frame: Res<Frame>,
    eyes: Eyes,
    buildings: Query<(&Building, &Health, Option<&Production>)>,
    mut pictures: Query<(&BuildingPicture, &Transform, &mut Wounds)>,
    mut bursts: MessageWriter<Burst>,
) {
    for (picture, transform, mut wounds) in &mut pictures {
        let Ok((building, health, production)) = buildings.get(picture.of) else { continue };
        if rules.0.building(building.kind()).is_mine() || !eyes.shows_body(picture.at, picture.size) {
            continue;
        }
        let share = f32::from(health.now()) / f32::from(health.most().max(1));
        let is_standing = building.is_finished();
        wounds.fires = if is_standing { fires(share, picture.size) } else { 0 };
        let is_at_work = |work: &Production| work.queue().len() > 0 && !work.is_held() && !work.waits_to_be_paid();
        let works = is_standing && production.is_some_and(is_at_work);
        wounds.glows = works;
        let middle = transform.translation.truncate();
        if shown.0 < wounds.next && wounds.next < shown.0 + 200.0 || !frame.shows(middle, 4.0) {
            continue;
        }
        let seed = picture.id.0.wrapping_mul(7919).wrapping_add(shown.0 as u32);
        let place = middle + on_roof(seed, picture.size) * CELL;
        let is_built = !is_standing && is_worked_at(building, clock.tick());
        let (pause, what, at) = match share {
            _ if is_built => (7.0, Some(What::Dust(0.55)), place),
            _ if !is_standing => (10.0, None, place),
            _ if share < BURNS => (5.0, Some(What::Smoke(1.15)), place),
            _ if share < SMOKES => (14.0, Some(What::Smoke(0.85)), place),
            _ if works => {
                let chimney = Vec2::new(0.22, 0.25) * f32::from(picture.size) * CELL;
                (16.0, Some(What::Steam), middle + chimney)
            }
            _ => (10.0, None, place),
        };
        wounds.next = shown.0 + pause * (1.0 + 0.3 * scatter(seed ^ 0x0f0f));
        if let Some(what) = what {
            bursts.write(Burst { what, at });
        }
    }
}

/// Fires flicker, lights breathe; on buildings out of sight as they were seen last.
fn burn(
    art: Res<Art>,
    light: Res<Light>,
    shown: Res<ShownTime>,
    pictures: Query<(&BuildingPicture, &Transform, &Wounds, &Visibility), Without<Flame>>,
    mut flames: Pool<Flame>,
) {
    let mut sprites = Vec::new();
    for (picture, transform, wounds, visibility) in &pictures {
        if *visibility == Visibility::Hidden {
            continue;
        }
        let mut put = |sprite: Sprite, cells: Vec2, depth: f32| {
            sprites.push((sprite, Transform::from_translation(transform.translation + (cells * CELL).extend(depth))));
        };
        for number in 0..wounds.fires {
            let seed = picture.id.0.wrapping_mul(17).wrapping_add(number);
            let side = CELL * (0.85 + 0.25 * scatter(seed ^ 0x1234));
            let time = shown.0 + (seed % 97) as f32;
            let size = Vec2::new(side, side * (1.0 + 0.08 * (time * 0.9).sin()));
            let fire = art.effects.sprite(effect::FIRE + (time / FLICKER) as usize % 2, side);
            put(Sprite { custom_size: Some(size), ..fire }, on_roof(seed, picture.size), FIRE_Z);
        }
        if wounds.glows {
            let glow = Sprite {
                image: light.glow.clone(),
                color: Color::srgba(1.0, 0.8, 0.35, 0.5 + 0.22 * (shown.0 * 0.16).sin()),
                custom_size: Some(Vec2::new(1.5, 1.1) * CELL),
                ..default()
            };
            put(glow, Vec2::new(0.0, 0.3 - f32::from(picture.size) / 2.0), GLOW_Z);
        }
    }
    flames.show(sprites);
}
