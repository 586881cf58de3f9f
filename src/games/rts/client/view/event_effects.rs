//! What the simulation tells becomes what is seen: dust where something falls, gold that glints, stumps of trees.

use super::effects::{Burst, What, remains};
use super::eyes::Eyes;
use super::missiles::weapon_of;
use crate::base::Cell;
use crate::client::kit::art::{Art, effect};
use crate::client::kit::chance::scatter;
use crate::client::stage::CELL;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{RtsSystems, ShownTime, middle_of_body};
use crate::games::rts::client::view::units::{FALLEN, Heading, figure, layer};
use crate::games::rts::combat::Being;
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::Resource as Good;
use crate::games::rts::sim::Outcome;
use crate::games::rts::sim::skirmish::BuildingIndex;
use crate::nav::terrain::Terrain;
use bevy::prelude::*;

/// Above the ground and below everything that stands on it.
const RUBBLE_Z: f32 = 3.0;
const STUMP_Z: f32 = 2.5;
const CORPSE_Z: f32 = 3.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(RtsSystems::Show).run_if(any_with_component::<BuildingIndex>));
}

fn show(
    mut commands: Commands,
    art: Res<Art>,
    shown: Res<ShownTime>,
    eyes: Eyes,
    skirmish: SkirmishView,
    mut outcomes: MessageReader<Outcome>,
    mut bursts: MessageWriter<Burst>,
) {
    let rules = skirmish.rules();
    let mut burst = |what: What, at: Vec2| {
        bursts.write(Burst { what, at });
    };
    for outcome in outcomes.read() {
        match outcome {
            Outcome::BuildingGone { at, kind, building, .. } if eyes.shows(*at) => {
                for (number, cell) in (0u32..).zip(footprint(*at, rules.building(*kind).size)) {
                    let middle = middle_of_body(cell, 1);
                    burst(What::Dust(1.5), middle);
                    burst(What::Smoke(0.9), middle);
                    let seed = building.0.wrapping_mul(31).wrapping_add(number);
                    let place = middle + Vec2::new(scatter(seed), scatter(seed ^ 0x5555)) * CELL * 0.2;
                    let index = effect::RUBBLE + number as usize % 2;
                    let heap = art.effects.sprite(index, CELL * (1.25 + 0.2 * scatter(seed ^ 0x77)));
                    let place = place.extend(RUBBLE_Z + number as f32 * 0.001);
                    commands.spawn(remains(*shown, heap, place, scatter(seed ^ 0x99) * 3.0, (500.0, 160.0)));
                }
            }
            Outcome::BuildingPlaced { building } | Outcome::BuildingFinished { building } => {
                let Some(building) = skirmish.building(*building) else { continue };
                let area = skirmish.building_area(&building);
                for cell in rim_of(area.at, area.size) {
                    burst(What::Dust(0.9), middle_of_body(cell, 1));
                }
            }
            Outcome::Delivered { resource: Good::Gold, at, .. } => {
                burst(What::Glint, middle_of_body(*at, skirmish.area_around(*at).size));
            }
            Outcome::Exhausted { at } => {
                let middle = middle_of_body(*at, 1);
                burst(What::Dust(0.8), middle);
                // A mine that is empty leaves its hole.
                if skirmish.terrain().is_some_and(|ground| ground.cells().get(*at) != Some(&Terrain::Building)) {
                    let stump = art.effects.sprite(effect::STUMP, CELL * 0.95);
                    commands.spawn(remains(*shown, stump, middle.extend(STUMP_Z), 0.0, (4000.0, 200.0)));
                }
            }
            Outcome::Died { kind, side, at, facing, .. } if eyes.shows(*at) => {
                let size = rules.kind(*kind).size;
                let sprite = figure(&art, (*kind, size), *side, Heading::of(*facing), FALLEN);
                let place = middle_of_body(*at, size);
                burst(What::Blood, place);
                if size > 1 {
                    burst(What::Dust(1.8), place);
                }
                let place = place.extend(layer(CORPSE_Z, *kind));
                commands.spawn(remains(*shown, sprite, place, 0.0, (200.0, 60.0)));
            }
            Outcome::Hurt { being: Being::Unit(_), at, .. } => burst(What::Blood, middle_of_body(*at, 1)),
            // Where the weapon is: nearer to who is struck.
            Outcome::Struck { from, at, .. } => {
                burst(What::Hit, middle_of_body(*from, 1).lerp(middle_of_body(*at, 1), 0.65));
            }
            Outcome::MissileHit { by, at, .. } => {
                let place = middle_of_body(*at, 1);
                let missile = weapon_of(rules, *by).and_then(|weapon| weapon.missile.as_ref());
                match missile.map(|missile| missile.sprite.as_str()) {
                    Some("boulder") => {
                        burst(What::Explosion(1.5), place);
                        (0..3).for_each(|_| burst(What::Dust(1.3), place));
                    }
                    Some("fireball") => {
                        burst(What::Explosion(1.1), place);
                        burst(What::Smoke(0.7), place);
                    }
                    _ => burst(What::Hit, place),
                }
            }
            Outcome::Healed { at, .. } => burst(What::Healing, middle_of_body(*at, 1)),
            _ => {}
        }
    }
}

/// The cells of a square that are at its edge.
fn rim_of(at: Cell, size: u8) -> impl Iterator<Item = Cell> {
    let last = i16::from(size) - 1;
    footprint(at, size)
        .filter(move |cell| [cell.x - at.x, cell.y - at.y].into_iter().any(|offset| offset == 0 || offset == last))
}
