//! Blocks of tile maps around the camera.
//!
//! Up to [`WHOLE`] cells on a side the whole map is there from the start; of larger maps only what is near the view,
//! because a drawn tile costs about a kilobyte (`bevy_ecs_tilemap` 0.19, measured).

use super::dual::{LAYERS, stack};
use super::overview::is_far;
use super::shown::{GroundShown, ShownGround, ShownSystems};
use crate::base::{Cell, Grid};
use crate::client::kit::art::Art;
use crate::client::stage::{CELL, MapCamera, to_world};
use crate::games::rts::client::input::selection::visible_rect;
use crate::nav::terrain::Terrain;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_ecs_tilemap::prelude::*;
use std::collections::BTreeMap;

/// Dual tiles on a side of a block.
const BLOCK: i16 = 64;
/// Longest side of a map that is drawn whole.
const WHOLE: u16 = 256;
/// Pixels on a side of a tile in the atlas.
const TILE: f32 = 64.0;
/// Blocks that may be spawned in one frame, so that arriving in a new area does not stutter.
const SPAWNED_A_FRAME: usize = 2;

/// The tile maps of one block, bottom layer first.
#[derive(Debug)]
struct Block {
    layers: [Entity; LAYERS],
}

/// The blocks that are there, by their column and row in blocks.
#[derive(Resource, Debug, Default)]
struct Blocks(BTreeMap<(i16, i16), Block>);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(TilemapPlugin)
        .init_resource::<Blocks>()
        .add_systems(OnExit(Screen::Match), |mut blocks: ResMut<Blocks>| blocks.0.clear())
        .add_systems(Update, (repaint, keep_near).chain().after(ShownSystems).run_if(in_state(Mode::RTS)));
}

/// Whether a map is small enough to have all its blocks at once.
pub(super) fn is_drawn_whole(map: &Grid<Terrain>) -> bool {
    map.width() <= WHOLE && map.height() <= WHOLE
}

/// World place of the lower left corner of a block.
fn corner(column: i16, row: i16) -> Vec2 {
    to_world(f32::from(column * BLOCK) - 0.5, f32::from((row + 1) * BLOCK) - 0.5)
}

/// Position of a dual tile within its block, whose rows grow upwards.
fn place_in_block(i: i16, j: i16) -> TilePos {
    TilePos::new((i % BLOCK) as u32, (BLOCK - 1 - j % BLOCK) as u32)
}

fn spawn_block(commands: &mut Commands, art: &Art, map: &Grid<Terrain>, column: i16, row: i16) -> Block {
    let size = TilemapSize::new(BLOCK as u32, BLOCK as u32);
    let layers = std::array::from_fn(|_| commands.spawn(DespawnOnExit(Screen::Match)).id());
    let mut storages: [TileStorage; LAYERS] = std::array::from_fn(|_| TileStorage::empty(size));
    let (right, bottom) = (map.width() as i16, map.height() as i16);
    for j in (row * BLOCK)..((row + 1) * BLOCK).min(bottom + 1) {
        for i in (column * BLOCK)..((column + 1) * BLOCK).min(right + 1) {
            for (layer, tile) in stack(map, i, j).into_iter().enumerate() {
                if let Some(tile) = tile {
                    spawn_tile(commands, layers[layer], &mut storages[layer], place_in_block(i, j), tile);
                }
            }
        }
    }
    let tile_size = TilemapTileSize::new(TILE, TILE);
    for (layer, (entity, storage)) in layers.into_iter().zip(storages).enumerate() {
        let place = corner(column, row).extend(layer as f32 * 0.1);
        commands.entity(entity).insert(TilemapBundle {
            size,
            storage,
            tile_size,
            grid_size: tile_size.into(),
            texture: TilemapTexture::Single(art.terrain.image.clone()),
            anchor: TilemapAnchor::BottomLeft,
            transform: Transform::from_translation(place).with_scale(Vec3::splat(CELL / TILE)),
            render_settings: TilemapRenderSettings { render_chunk_size: UVec2::splat(BLOCK as u32), y_sort: false },
            ..default()
        });
    }
    Block { layers }
}

fn spawn_tile(commands: &mut Commands, map: Entity, storage: &mut TileStorage, position: TilePos, tile: u32) {
    let entity = commands
        .spawn((
            TileBundle { position, tilemap_id: TilemapId(map), texture_index: TileTextureIndex(tile), ..default() },
            ChildOf(map),
        ))
        .id();
    storage.set(&position, entity);
}

fn keep_near(
    mut commands: Commands,
    art: Res<Art>,
    ground: Single<&ShownGround>,
    camera: Single<(&Transform, &Projection), With<MapCamera>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut blocks: ResMut<Blocks>,
    mut shown: Query<&mut Visibility, With<TileStorage>>,
) {
    let map = ground.cells();
    let (columns, rows) = (map.width() as i16 / BLOCK + 1, map.height() as i16 / BLOCK + 1);
    let view = visible_rect(camera.0, camera.1, &window);
    let far = is_far(camera.1);
    // Half a block around the view comes in, two blocks around it may stay.
    let side = f32::from(BLOCK) * CELL;
    let touches = |column, row, margin: f32| {
        let low = corner(column, row);
        !Rect::from_corners(low, low + side).inflate(margin * side).intersect(view).is_empty()
    };
    let whole = is_drawn_whole(map);
    let mut spawned = 0;
    for row in 0..rows {
        for column in 0..columns {
            let wanted = if whole { true } else { !far && touches(column, row, 0.5) };
            let limit = if whole { usize::MAX } else { SPAWNED_A_FRAME };
            if wanted && spawned < limit && !blocks.0.contains_key(&(column, row)) {
                blocks.0.insert((column, row), spawn_block(&mut commands, &art, map, column, row));
                spawned += 1;
            }
        }
    }
    let visibility = if far { Visibility::Hidden } else { Visibility::Inherited };
    blocks.0.retain(|(column, row), block| {
        let stays = whole || touches(*column, *row, 2.0);
        for layer in block.layers {
            if !stays {
                commands.entity(layer).despawn();
            } else if let Ok(mut current) = shown.get_mut(layer) {
                current.set_if_neq(visibility);
            }
        }
        stays
    });
}

/// The dual tiles that touch changed cells.
pub(super) fn touched(cells: &[Cell]) -> Vec<(i16, i16)> {
    let mut tiles: Vec<(i16, i16)> = cells
        .iter()
        .flat_map(|cell| [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| (cell.x + dx, cell.y + dy)))
        .collect();
    tiles.sort_unstable();
    tiles.dedup();
    tiles
}

fn repaint(
    mut commands: Commands,
    mut news: MessageReader<GroundShown>,
    ground: Single<&ShownGround>,
    blocks: Res<Blocks>,
    mut storages: Query<&mut TileStorage>,
    mut tiles: Query<(&mut TileTextureIndex, &mut TileVisible)>,
) {
    for GroundShown(cells) in news.read() {
        for (i, j) in touched(cells) {
            let Some(block) = blocks.0.get(&(i / BLOCK, j / BLOCK)) else { continue };
            let position = place_in_block(i, j);
            for (layer, tile) in stack(ground.cells(), i, j).into_iter().enumerate() {
                let Ok(mut storage) = storages.get_mut(block.layers[layer]) else { continue };
                match (storage.checked_get(&position), tile) {
                    (Some(entity), _) => {
                        if let Ok((mut index, mut visible)) = tiles.get_mut(entity) {
                            // A tile that is not needed any more is kept for the next change.
                            visible.set_if_neq(TileVisible(tile.is_some()));
                            if let Some(tile) = tile {
                                index.set_if_neq(TileTextureIndex(tile));
                            }
                        }
                    }
                    (None, Some(tile)) => {
                        spawn_tile(&mut commands, block.layers[layer], &mut storage, position, tile);
                    }
                    (None, None) => {}
                }
            }
        }
    }
}
