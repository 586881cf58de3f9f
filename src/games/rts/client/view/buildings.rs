//! Buildings on the screen: their stages, their colours, who is selected.
//!
//! What is out of sight stays as it was seen last. Where other eyes look, or at another time of a recording, the memory of
//! the simulation says what they have seen.

use super::bars::Barred;
use super::damage::Wounds;
use super::eyes::Eyes;
use super::lines;
use super::terrain::shown::ShownSystems;
use crate::base::Cell;
use crate::client::kit::art::{Art, STAGES};
use crate::client::stage::CELL;
use crate::games::rts::client::input::hover::UnderMouse;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::stage::{RtsSystems, Viewer, middle_of_body};
use crate::games::rts::rules::{BuildingId, Rules};
use crate::games::rts::sight::memory::Sighting;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::At;
use crate::games::rts::sim::record::seeking::Seeking;
use crate::games::rts::sim::record::snapshot::Jumped;
use crate::games::rts::sim::skirmish::{Building, NEUTRAL};
use crate::games::rts::sim::units::{Id, Owner};
use crate::nav::step::{Tick, UnitId};
use crate::shell::states::Screen;
use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;

/// The picture of a building, an entity of the view; the parts in the colour of the side are a child.
#[derive(Component, Debug)]
pub(super) struct BuildingPicture {
    /// The building in the simulation.
    pub(super) of: Entity,
    pub(super) id: UnitId,
    /// Its upper left cell, and cells on a side.
    pub(super) at: Cell,
    pub(super) size: u8,
    /// Whether the eyes of the window have seen it.
    is_known: bool,
    /// Kind, stage and side that are drawn.
    drawn: (BuildingId, usize, u8),
    /// The parts in the colour of the side.
    team: Entity,
}

/// The picture of a building that is gone, where nobody has seen it go.
#[derive(Component, Debug)]
struct Memory;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct BuildingGizmos;

const BUILDING_Z: f32 = 4.0;
/// Room between the layers of two kinds: sprites of one picture side by side in depth are one draw.
const LAYER: f32 = 0.02;
/// Ticks after which a stroke at a building counts as work no more.
const AT_WORK: u32 = 15;

pub(super) fn plugin(app: &mut App) {
    let see_anew = resource_changed::<Viewer>.or_else(resource_changed::<Seeking>).or_else(on_message::<Jumped>);
    app.insert_gizmo_config(BuildingGizmos, lines(3.0)).add_systems(
        Update,
        (vanish, appear, recall.run_if(see_anew), restage, forget, outline)
            .chain()
            .in_set(RtsSystems::Show)
            // The eyes have been chosen.
            .after(ShownSystems),
    );
}

/// Whether somebody has worked at a building a moment ago.
pub(super) fn is_worked_at(building: &Building, now: Tick) -> bool {
    building.worked_at() > 0 && building.worked_at() + AT_WORK >= now
}

/// Which column of its sheet a building is drawn from. Of a mine the first is the empty one and the last the rich one.
fn stage(rules: &Rules, building: &Building) -> usize {
    let kind = rules.building(building.kind());
    match building.percent() {
        _ if kind.is_mine() && building.gold() == 0 => 0,
        _ if kind.is_mine() => 1 + usize::from(building.gold() > kind.gold / 3),
        _ if building.is_finished() => STAGES - 1,
        40.. => 1,
        _ => 0,
    }
}

/// The two sprites of a building: what has no colour of its own and what has.
pub(super) fn sprites(art: &Art, size: u8, (kind, stage, side): (BuildingId, usize, u8)) -> (Sprite, Sprite) {
    let sheet = art.building(kind);
    let length = f32::from(size) * CELL;
    let mut team = sheet.sprite(STAGES + stage, length);
    team.color = if side == NEUTRAL { Color::WHITE } else { art.player_colours.colour(side) };
    (sheet.sprite(stage, length), team)
}

/// The stage of a building that is remembered. Nobody remembers how much gold was in a mine: it stays as it is drawn.
fn stage_of(rules: &Rules, sighting: &Sighting, drawn: usize) -> usize {
    match sighting.stage {
        _ if rules.building(sighting.kind).is_mine() => drawn,
        4.. => STAGES - 1,
        2..4 => 1,
        _ => 0,
    }
}

fn depth(kind: BuildingId) -> f32 {
    BUILDING_Z + f32::from(kind.0) * LAYER
}

fn appear(
    mut commands: Commands,
    art: Res<Art>,
    rules: Res<GameRules>,
    buildings: Query<(Entity, &Id, &Building, &Owner, &At), Added<Building>>,
) {
    for (of, id, building, owner, at) in &buildings {
        let size = rules.0.building(building.kind()).size;
        let drawn = (building.kind(), stage(&rules.0, building), owner.0);
        spawn(&mut commands, &art, (of, id.0), (at.0, size), drawn);
    }
}

/// The picture of a building that nobody has seen yet.
fn spawn<'a>(
    commands: &'a mut Commands,
    art: &Art,
    (of, id): (Entity, UnitId),
    (at, size): (Cell, u8),
    drawn: (BuildingId, usize, u8),
) -> EntityCommands<'a> {
    let (plain, team) = sprites(art, size, drawn);
    let team = commands.spawn((team, Transform::from_xyz(0.0, 0.0, LAYER / 2.0))).id();
    let mut picture = commands.spawn((
        BuildingPicture { of, id, at, size, is_known: false, drawn, team },
        Barred::building(of, id, size),
        Wounds::default(),
        plain,
        Transform::from_translation(middle_of_body(at, size).extend(depth(drawn.0))),
        DespawnOnExit(Screen::Match),
    ));
    picture.add_child(team);
    picture
}

fn vanish(
    mut commands: Commands,
    eyes: Eyes,
    mut gone: RemovedComponents<Building>,
    mut pictures: Query<(Entity, &BuildingPicture, &mut Barred), Without<Memory>>,
) {
    let gone: EntityHashSet = gone.read().collect();
    if gone.is_empty() {
        return;
    }
    for (entity, picture, mut bar) in pictures.iter_mut().filter(|(_, picture, _)| gone.contains(&picture.of)) {
        if picture.is_known && !eyes.own(picture.drawn.2) && !eyes.shows_body(picture.at, picture.size) {
            bar.is_veiled = true;
            commands.entity(entity).insert(Memory);
        } else {
            commands.entity(entity).despawn();
        }
    }
}

/// Who looks again sees that it is gone.
fn forget(mut commands: Commands, eyes: Eyes, memories: Query<(Entity, &BuildingPicture), With<Memory>>) {
    for (entity, picture) in &memories {
        if eyes.shows_body(picture.at, picture.size) {
            commands.entity(entity).despawn();
        }
    }
}

/// Other eyes know what they see and what they remember, and nothing else.
fn recall(
    mut commands: Commands,
    art: Res<Art>,
    rules: Res<GameRules>,
    eyes: Eyes,
    memories: Query<Entity, With<Memory>>,
    mut pictures: Query<(Entity, &mut BuildingPicture, &mut Transform), Without<Memory>>,
    mut drawings: Query<&mut Sprite>,
) {
    memories.iter().for_each(|memory| commands.entity(memory).despawn());
    let mut remembered = eyes.remembered();
    for (entity, mut picture, mut transform) in &mut pictures {
        let sighting = remembered.remove(&picture.id);
        picture.is_known = sighting.is_some() || eyes.own(picture.drawn.2) || eyes.shows_body(picture.at, picture.size);
        if let Some(sighting) = sighting {
            let then = (sighting.kind, stage_of(&rules.0, &sighting, picture.drawn.1), sighting.side);
            redraw(&art, &rules.0, entity, (&mut picture, &mut transform), then, &mut drawings);
        }
    }
    // These are gone, and the eyes do not know it.
    for (id, sighting) in remembered {
        let drawn = (sighting.kind, stage_of(&rules.0, &sighting, STAGES - 1), sighting.side);
        spawn(&mut commands, &art, (Entity::PLACEHOLDER, id), (sighting.at, sighting.size), drawn).insert(Memory);
    }
}

/// Draws a building in another way, if it is another.
fn redraw(
    art: &Art,
    rules: &Rules,
    entity: Entity,
    (picture, transform): (&mut BuildingPicture, &mut Transform),
    now: (BuildingId, usize, u8),
    drawings: &mut Query<&mut Sprite>,
) {
    if now == picture.drawn {
        return;
    }
    picture.drawn = now;
    picture.size = rules.building(now.0).size;
    transform.translation.z = depth(now.0);
    let (plain, team) = sprites(art, picture.size, now);
    for (entity, sprite) in [(entity, plain), (picture.team, team)] {
        if let Ok(mut shown) = drawings.get_mut(entity) {
            *shown = sprite;
        }
    }
}

/// Another stage, or another tier of the same picture; what is not seen now stays as it was.
fn restage(
    art: Res<Art>,
    rules: Res<GameRules>,
    eyes: Eyes,
    buildings: Query<(&Building, &Owner)>,
    mut pictures: Query<(Entity, &mut BuildingPicture, &mut Barred, &mut Transform, &mut Visibility)>,
    mut drawings: Query<&mut Sprite>,
) {
    for (entity, mut picture, mut bar, mut transform, mut visibility) in &mut pictures {
        let Ok((building, owner)) = buildings.get(picture.of) else { continue };
        let is_seen = eyes.shows_body(picture.at, picture.size);
        if bar.is_veiled == is_seen {
            bar.is_veiled = !is_seen;
        }
        if is_seen && !picture.is_known {
            picture.is_known = true;
        }
        visibility.set_if_neq(if picture.is_known { Visibility::Inherited } else { Visibility::Hidden });
        if !is_seen {
            continue;
        }
        let now = (building.kind(), stage(&rules.0, building), owner.0);
        redraw(&art, &rules.0, entity, (&mut picture, &mut transform), now, &mut drawings);
    }
}

/// Corners around what is selected, in the box or under the mouse.
fn outline(
    selection: Res<Selection>,
    drag: Res<DragBox>,
    under: Res<UnderMouse>,
    pictures: Query<(&BuildingPicture, &Transform)>,
    mut gizmos: Gizmos<BuildingGizmos>,
) {
    for (picture, transform) in &pictures {
        let is_selected = selection.contains(picture.id) && drag.rect.is_none();
        let is_marked = is_selected || drag.preview.contains(&picture.id) || under.0 == Some(picture.id);
        if !is_marked {
            continue;
        }
        let colour = match is_selected {
            true => Color::srgb(0.95, 1.0, 0.85),
            false => Color::srgba(0.95, 1.0, 0.85, 0.55),
        };
        let half = f32::from(picture.size) * CELL / 2.0 + 2.0;
        let leg = CELL * 0.55;
        let middle = transform.translation.truncate();
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let corner = middle + Vec2::new(x, y) * half;
            gizmos.linestrip_2d([corner - Vec2::X * x * leg, corner, corner - Vec2::Y * y * leg], colour);
        }
    }
}
