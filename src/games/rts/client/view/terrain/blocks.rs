//! Blocks of tile maps around the camera.
//!
//! Up to [`WHOLE`] cells on a side the whole map is there from the start; of larger maps only what is near the view,
//! because a drawn tile costs about a kilobyte (`bevy_ecs_tilemap` 0.19, measured).

use super::dual::{LAYERS, stack};
use super::near::{Blocks, Near};
use super::shown::{GroundShown, ShownGround, ShownSystems};
use crate::base::{Cell, Grid};
use crate::client::kit::art::Art;
use crate::client::stage::CELL;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::stage::RtsSystems;
use crate::nav::terrain::Terrain;
use crate::shell::states::Screen;
use bevy::prelude::*;
use bevy_ecs_tilemap::prelude::*;

/// Dual tiles on a side of a block.
const BLOCK: i16 = 64;
/// Longest side of a map that is drawn whole.
const WHOLE: u16 = 256;
/// Pixels on a side of a tile in the atlas.
const TILE: f32 = 64.0;
/// Half a block around the view comes in, two blocks around it may stay.
const NEAR: Near = Near { side: BLOCK, shift: -0.5, comes: 0.5, stays: 2.0, a_frame: 2 };

/// The tile maps of each block, bottom layer first.
#[derive(Resource, Debug, Default)]
struct Ground(Blocks);

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(TilemapPlugin)
        .init_resource::<Ground>()
        .add_systems(OnExit(Screen::Match), |mut blocks: ResMut<Ground>| blocks.0.clear())
        .add_systems(Update, (repaint, keep_near).chain().in_set(RtsSystems::Show).after(ShownSystems));
}

/// Whether a map is small enough to have all its blocks at once.
pub(super) fn is_drawn_whole(map: &Grid<Terrain>) -> bool {
    map.width() <= WHOLE && map.height() <= WHOLE
}

/// Position of a dual tile within its block, whose rows grow upwards.
fn place_in_block(i: i16, j: i16) -> TilePos {
    TilePos::new((i % BLOCK) as u32, (BLOCK - 1 - j % BLOCK) as u32)
}

fn spawn_block(commands: &mut Commands, art: &Art, map: &Grid<Terrain>, column: i16, row: i16) -> Vec<Entity> {
    let size = TilemapSize::new(BLOCK as u32, BLOCK as u32);
    let layers: [Entity; LAYERS] = std::array::from_fn(|_| commands.spawn(DespawnOnExit(Screen::Match)).id());
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
        let place = NEAR.rect(column, row).min.extend(layer as f32 * 0.1);
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
    layers.into()
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
    frame: Res<Frame>,
    mut blocks: ResMut<Ground>,
    mut shown: Query<&mut Visibility, With<TileStorage>>,
) {
    let map = ground.cells();
    NEAR.keep(&mut blocks.0, map, is_drawn_whole(map), &frame, &mut commands, &mut shown, |commands, column, row| {
        spawn_block(commands, &art, map, column, row)
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
    blocks: Res<Ground>,
    mut storages: Query<&mut TileStorage>,
    mut tiles: Query<(&mut TileTextureIndex, &mut TileVisible)>,
) {
    for GroundShown(cells) in news.read() {
        for (i, j) in touched(cells) {
            let Some(layers) = blocks.0.get(&(i / BLOCK, j / BLOCK)) else { continue };
            let position = place_in_block(i, j);
            for (layer, tile) in stack(ground.cells(), i, j).into_iter().enumerate() {
                let Ok(mut storage) = storages.get_mut(layers[layer]) else { continue };
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
                        spawn_tile(&mut commands, layers[layer], &mut storage, position, tile);
                    }
                    (None, None) => {}
                }
            }
        }
    }
}
