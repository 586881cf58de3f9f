//! What the simulation tells becomes what is seen: dust where something falls, gold that glints, stumps of trees.

use super::effects::{Burst, What, remains};
use super::eyes::Eyes;
use super::missiles::weapon_of;
use crate::base::Cell;
use crate::client::kit::art::{Art, effect};
use crate::client::kit::chance::scatter;
use crate::client::stage::CELL;
use crate::games::rts::client::stage::{ShownTime, middle_of_body};
use crate::games::rts::client::view::units::{FALLEN, Heading, figure, layer};
use crate::games::rts::combat::Being;
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::Resource as Good;
use crate::games::rts::sim::board::{At, Board, TerrainGrid};
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::skirmish::{Building, BuildingIndex};
use crate::games::rts::sim::{GameRules, Outcome};
use crate::nav::terrain::Terrain;
use crate::shell::states::Mode;
use bevy::prelude::*;

/// Above the ground and below everything that stands on it.
const RUBBLE_Z: f32 = 3.0;
const STUMP_Z: f32 = 2.5;
const CORPSE_Z: f32 = 3.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.after(crate::client::input::ControlSystems::Act)
            .run_if(in_state(Mode::RTS).and_then(any_with_component::<BuildingIndex>)),
    );
}

fn show(
    mut commands: Commands,
    art: Res<Art>,
    rules: Res<GameRules>,
    shown: Res<ShownTime>,
    eyes: Eyes,
    board: Single<(&BuildingIndex, &TerrainGrid), (With<Board>, With<Roster>)>,
    buildings: Query<(&Building, &At)>,
    mut outcomes: MessageReader<Outcome>,
    mut bursts: MessageWriter<Burst>,
) {
    let (building_index, terrain) = *board;
    for outcome in outcomes.read() {
        match outcome {
            Outcome::BuildingGone { at, kind, building } if eyes.shows(*at) => {
                let size = rules.0.building(*kind).size;
                for (number, cell) in (0u32..).zip(footprint(*at, size)) {
                    let middle = middle_of_body(cell, 1);
                    bursts.write(Burst { what: What::Dust(1.5), at: middle });
                    bursts.write(Burst { what: What::Smoke(0.9), at: middle });
                    let seed = building.0.wrapping_mul(31).wrapping_add(number);
                    let place = middle + Vec2::new(scatter(seed), scatter(seed ^ 0x5555)) * CELL * 0.2;
                    let index = effect::RUBBLE + number as usize % 2;
                    let heap = art.effects.sprite(index, CELL * (1.25 + 0.2 * scatter(seed ^ 0x77)));
                    let place = place.extend(RUBBLE_Z + number as f32 * 0.001);
                    commands.spawn(remains(*shown, heap, place, scatter(seed ^ 0x99) * 3.0, (500.0, 160.0)));
                }
            }
            Outcome::BuildingPlaced { building } | Outcome::BuildingFinished { building } => {
                let found = building_index.entity(*building).and_then(|entity| buildings.get(entity).ok());
                let Some((one, at)) = found else { continue };
                for cell in rim_of(at.0, rules.0.building(one.kind()).size) {
                    bursts.write(Burst { what: What::Dust(0.9), at: middle_of_body(cell, 1) });
                }
            }
            Outcome::Delivered { resource: Good::Gold, at, .. } => {
                let found = building_index.at(*at).and_then(|id| building_index.entity(id));
                let size = found.and_then(|entity| buildings.get(entity).ok());
                let size = size.map_or(1, |(one, _)| rules.0.building(one.kind()).size);
                bursts.write(Burst { what: What::Glint, at: middle_of_body(*at, size) });
            }
            Outcome::Exhausted { at } => {
                let middle = middle_of_body(*at, 1);
                bursts.write(Burst { what: What::Dust(0.8), at: middle });
                // A mine that is empty leaves its hole.
                if terrain.cells().get(*at) != Some(&Terrain::Building) {
                    let stump = art.effects.sprite(effect::STUMP, CELL * 0.95);
                    commands.spawn(remains(*shown, stump, middle.extend(STUMP_Z), 0.0, (4000.0, 200.0)));
                }
            }
            Outcome::Died { kind, side, at, facing, .. } if eyes.shows(*at) => {
                let size = rules.0.kind(*kind).size;
                let sprite = figure(&art, (*kind, size), *side, Heading::of(*facing), FALLEN);
                let place = middle_of_body(*at, size);
                bursts.write(Burst { what: What::Blood, at: place });
                if size > 1 {
                    bursts.write(Burst { what: What::Dust(1.8), at: place });
                }
                let place = place.extend(layer(CORPSE_Z, *kind));
                commands.spawn(remains(*shown, sprite, place, 0.0, (200.0, 60.0)));
            }
            Outcome::Hurt { being: Being::Unit(_), at, .. } => {
                bursts.write(Burst { what: What::Blood, at: middle_of_body(*at, 1) });
            }
            Outcome::Struck { from, at, .. } => {
                // Where the weapon is: nearer to who is struck.
                let place = middle_of_body(*from, 1).lerp(middle_of_body(*at, 1), 0.65);
                bursts.write(Burst { what: What::Hit, at: place });
            }
            Outcome::MissileHit { by, at, .. } => {
                let place = middle_of_body(*at, 1);
                let missile = weapon_of(&rules.0, *by).and_then(|weapon| weapon.missile.as_ref());
                match missile.map(|missile| missile.sprite.as_str()) {
                    Some("boulder") => {
                        bursts.write(Burst { what: What::Explosion(1.5), at: place });
                        for _ in 0..3 {
                            bursts.write(Burst { what: What::Dust(1.3), at: place });
                        }
                    }
                    Some("fireball") => {
                        bursts.write(Burst { what: What::Explosion(1.1), at: place });
                        bursts.write(Burst { what: What::Smoke(0.7), at: place });
                    }
                    _ => {
                        bursts.write(Burst { what: What::Hit, at: place });
                    }
                }
            }
            Outcome::Healed { at, .. } => {
                bursts.write(Burst { what: What::Healing, at: middle_of_body(*at, 1) });
            }
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
