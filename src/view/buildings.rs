//! Buildings on the map: a plate in the colour of the side with the name on it, and how far it is.

use super::CELL;
use super::art::{Art, SIDE_COLOURS};
use super::portraits::{Portraits, STAGES};
use super::units::middle_of_body;
use crate::control::ControlSystems;
use crate::control::selection::{DragBox, Selection};
use crate::control::war::in_war;
use crate::sim::board::At;
use crate::sim::units::{Id, Owner};
use crate::sim::war::{Building, NEUTRAL};
use crate::sim::{GameRules, Mode, Screen};
use crate::ui::theme::{Weight, font};
use bevy::prelude::*;

/// The picture of a building.
#[derive(Component, Debug)]
struct Plate {
    building: Entity,
    /// Kind and stage that are drawn.
    drawn: (u8, usize),
}

/// Frames of selected buildings.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct PlateGizmos;

const PLATE_Z: f32 = 2.0;

pub(super) fn plugin(app: &mut App) {
    app.init_gizmo_group::<PlateGizmos>()
        .add_systems(Startup, |mut config: ResMut<GizmoConfigStore>| {
            config.config_mut::<PlateGizmos>().0.line.width = 2.5;
        })
        .add_systems(
            Update,
            (draw, frame).chain().after(ControlSystems::Act).run_if(in_state(Mode::Rts).and_then(in_war)),
        );
}

fn draw(
    rules: Res<GameRules>,
    art: Res<Art>,
    portraits: Res<Portraits>,
    buildings: Query<(Entity, &Building, &Owner, &At)>,
    plates: Query<(Entity, &Plate)>,
    mut commands: Commands,
) {
    let mut known: Vec<Entity> = Vec::new();
    for (entity, plate) in &plates {
        let same = buildings.get(plate.building).is_ok_and(|(_, one, ..)| (one.kind().0, stage(one)) == plate.drawn);
        if same {
            known.push(plate.building);
        } else {
            commands.entity(entity).despawn();
        }
    }
    for (entity, building, owner, at) in &buildings {
        if known.contains(&entity) {
            continue;
        }
        let kind = rules.0.building(building.kind());
        let side = f32::from(kind.size) * CELL;
        let colour = match owner.0 {
            NEUTRAL => Color::srgb(0.45, 0.38, 0.2),
            side => SIDE_COLOURS[usize::from(side) % SIDE_COLOURS.len()],
        };
        let stage = stage(building);
        let plate = Plate { building: entity, drawn: (building.kind().0, stage) };
        let place = Transform::from_translation(middle_of_body(at.0, kind.size).extend(PLATE_Z));
        let scope = DespawnOnExit(Screen::Match);
        if let Some((image, layout)) = portraits.building(building.kind()) {
            let picture = |index: usize, colour: Color| {
                let atlas = TextureAtlas { layout: layout.clone(), index };
                let mut sprite = Sprite::from_atlas_image(image.clone(), atlas);
                sprite.custom_size = Some(Vec2::splat(side));
                sprite.color = colour;
                sprite
            };
            let team = picture(stage + STAGES as usize, colour);
            let over = Transform::from_xyz(0.0, 0.0, 0.1);
            commands.spawn((plate, picture(stage, Color::WHITE), place, scope, children![(team, over)]));
            continue;
        }
        let shade = if building.is_finished() { 0.75 } else { 0.35 };
        commands.spawn((
            plate,
            Sprite::from_color(colour.with_alpha(shade), Vec2::splat(side - 3.0)),
            place,
            scope,
            children![(
                Text2d::new(kind.title.clone()),
                font(&art, Weight::Bold, 11.0),
                Transform::from_xyz(0.0, 0.0, 0.1)
            )],
        ));
    }
}

/// The stage of construction.
fn stage(building: &Building) -> usize {
    match building.percent() {
        _ if building.is_finished() => 2,
        50.. => 1,
        _ => 0,
    }
}

fn frame(
    selection: Res<Selection>,
    drag: Res<DragBox>,
    rules: Res<GameRules>,
    buildings: Query<(&Id, &Building, &At)>,
    mut gizmos: Gizmos<PlateGizmos>,
) {
    for (id, building, at) in &buildings {
        let is_marked = if drag.rect.is_some() { drag.preview.contains(&id.0) } else { selection.contains(id.0) };
        if is_marked {
            let size = rules.0.building(building.kind()).size;
            let side = Vec2::splat(f32::from(size) * CELL + 3.0);
            let middle = Isometry2d::from_translation(middle_of_body(at.0, size));
            gizmos.rect_2d(middle, side, Color::srgb(0.95, 1.0, 0.85));
        }
    }
}
