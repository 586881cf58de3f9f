//! The ground: a floor, and a sprite for every cell that is something else. Where a shell has taken something away, only
//! that cell is drawn anew.

use super::pictures::tile;
use super::{Pictures, Scene, SceneBegins, z};
use crate::base::Cell;
use crate::client::input::ControlSystems;
use crate::client::stage::{CELL, to_world};
use crate::games::tanks::field::{Field, Ground};
use crate::games::tanks::plugin::Battle;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Pictures of water a second.
const WAVES: f32 = 3.0;
/// What floors are painted on.
const FLOOR: Color = Color::srgb(0.18, 0.173, 0.157);
/// Around the board.
const RIM: Color = Color::srgb(0.42, 0.39, 0.34);

/// The sprites of the cells, as far as they show something.
#[derive(Resource, Debug, Default)]
struct Laid {
    cells: BTreeMap<Cell, Entity>,
    /// What the field said when it was looked at last.
    version: u32,
    print: u64,
}

#[derive(Component, Debug)]
struct Water;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .init_resource::<Laid>()
        .add_systems(OnEnter(Screen::Match), lay.after(SceneBegins).run_if(in_state(Mode::TANKS)))
        .add_systems(Update, (follow, wave).after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

/// A number that looks random and is always the same for a cell.
fn variant(cell: Cell, of: u32) -> usize {
    let mixed = (cell.x as u32).wrapping_mul(0x9E37_79B1) ^ (cell.y as u32).wrapping_mul(0x85EB_CA77);
    ((mixed ^ (mixed >> 13)).wrapping_mul(0xC2B2_AE3D) >> 16) as usize % of as usize
}

/// The picture of a ground on a cell, of a brick with these quarters left.
pub(crate) fn tile_of(ground: Ground, cell: Cell, bricks: u8) -> usize {
    match ground {
        // Mostly plain floor, here and there one of the others.
        Ground::Floor | Ground::Base if variant(cell, 7) == 0 => tile::FLOOR + 2 + variant(cell, 2),
        Ground::Floor | Ground::Base => tile::FLOOR + variant(cell, 2),
        Ground::Brick => usize::from(bricks),
        Ground::Steel => tile::STEEL + variant(cell, 2),
        Ground::Water => tile::WATER,
        Ground::Forest => tile::FOREST + variant(cell, 4),
        Ground::Ice => tile::ICE + variant(cell, 2),
    }
}

/// What a cell looks like above the floor: its picture and how high it lies.
fn look_of(field: &Field, cell: Cell) -> Option<(usize, f32)> {
    let ground = field.ground(cell);
    let height = match ground {
        Ground::Floor | Ground::Base => return None,
        Ground::Forest => z::FOREST,
        Ground::Brick | Ground::Steel | Ground::Water | Ground::Ice => z::GROUND,
    };
    Some((tile_of(ground, cell, field.bricks(cell)), height))
}

fn middle(cell: Cell) -> Vec2 {
    to_world(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

fn cells(field: &Field) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (field.width() as i16, field.height() as i16);
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

fn lay(
    battle: Option<Single<&Battle>>,
    scene: Single<Entity, With<Scene>>,
    pictures: Res<Pictures>,
    mut laid: ResMut<Laid>,
    mut commands: Commands,
) {
    *laid = Laid::default();
    let Some(battle) = battle else { return };
    let field = battle.world().field();
    let size = Vec2::new(f32::from(field.width()), f32::from(field.height()));
    let place = to_world(size.x / 2.0, size.y / 2.0);
    commands.spawn((
        ChildOf(*scene),
        Sprite::from_color(RIM, size * CELL + Vec2::splat(CELL * 0.5)),
        Transform::from_translation(place.extend(z::FLOOR - 0.2)),
    ));
    // Between two tiles there may be a hair's breadth.
    commands.spawn((
        ChildOf(*scene),
        Sprite::from_color(FLOOR, size * CELL),
        Transform::from_translation(place.extend(z::FLOOR - 0.1)),
    ));
    for cell in cells(field) {
        let picture = tile_of(Ground::Floor, cell, 0);
        commands.spawn((
            ChildOf(*scene),
            pictures.tiles.sprite(picture, CELL),
            Transform::from_translation(middle(cell).extend(z::FLOOR)),
        ));
    }
}

/// Draws what has changed; everything where too much has, as after a jump in a replay.
fn follow(
    battle: Single<&Battle>,
    scene: Single<Entity, With<Scene>>,
    pictures: Res<Pictures>,
    mut laid: ResMut<Laid>,
    mut sprites: Query<&mut Sprite>,
    mut commands: Commands,
) {
    let field = battle.world().field();
    if laid.print == field.print() && laid.version == field.version() {
        return;
    }
    let fresh = laid.version == 0 || field.version() < laid.version;
    let changed = field.changed_since(laid.version).filter(|_| !fresh);
    let changed: Vec<Cell> = changed.map_or_else(|| cells(field).collect(), <[Cell]>::to_vec);
    (laid.version, laid.print) = (field.version(), field.print());
    for cell in changed {
        match (look_of(field, cell), laid.cells.get(&cell).copied()) {
            (None, None) => {}
            (None, Some(entity)) => {
                laid.cells.remove(&cell);
                commands.entity(entity).despawn();
            }
            (Some((picture, _)), Some(entity)) => {
                // Some other ground may have been there: a wall that was made around a base.
                if let Ok(mut sprite) = sprites.get_mut(entity)
                    && sprite.texture_atlas.as_ref().is_none_or(|atlas| atlas.index != picture)
                {
                    sprite.texture_atlas = Some(pictures.tiles.atlas(picture));
                }
            }
            (Some((picture, height)), None) => {
                let mut entity = commands.spawn((
                    ChildOf(*scene),
                    pictures.tiles.sprite(picture, CELL),
                    Transform::from_translation(middle(cell).extend(height)),
                ));
                if field.ground(cell) == Ground::Water {
                    entity.insert(Water);
                }
                laid.cells.insert(cell, entity.id());
            }
        }
    }
}

fn wave(mut water: Query<&mut Sprite, With<Water>>, time: Res<Time>, mut shown: Local<usize>) {
    let now = (time.elapsed_secs() * WAVES) as usize % 4;
    if std::mem::replace(&mut *shown, now) == now {
        return;
    }
    for mut sprite in &mut water {
        if let Some(atlas) = &mut sprite.texture_atlas {
            atlas.index = tile::WATER + now;
        }
    }
}
