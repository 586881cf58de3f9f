//! The fog of war: black over what has never been seen, a grey veil over what is not seen now.
//!
//! One picture over the whole map, a texel a cell, which the graphics card smooths; its darkness follows what is seen within
//! a moment. [`Fog`] also tells the other parts of the picture what must not be shown.

use super::{CELL, to_world};
use crate::base::{Cell, Grid};
use crate::control::{ControlSystems, Player};
use crate::nav::occupancy::body;
use crate::sim::board::Board;
use crate::sim::war::sight::Seen;
use crate::sim::war::{Control, Sides};
use crate::sim::{Mode, Screen};
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// What the player sees now and has seen; everything where there is no fog or nobody of flesh plays.
#[derive(Resource, Debug, Default)]
pub struct Fog {
    /// Bits of the sides that see for the player, and those that see each cell now and have seen it once.
    seen: Option<(u8, Grid<u8>, Grid<u8>)>,
    stamp: u64,
}

impl Fog {
    /// Whether a cell is seen now.
    #[must_use]
    pub fn shows(&self, cell: Cell) -> bool {
        self.seen.as_ref().is_none_or(|(mask, now, _)| now.get(cell).is_some_and(|sides| sides & mask != 0))
    }

    /// Whether a cell has been seen once.
    #[must_use]
    pub fn knows(&self, cell: Cell) -> bool {
        self.seen.as_ref().is_none_or(|(mask, _, ever)| ever.get(cell).is_some_and(|sides| sides & mask != 0))
    }

    /// Whether any cell of a body is seen now.
    #[must_use]
    pub fn shows_body(&self, at: Cell, size: u8) -> bool {
        self.seen.is_none() || body(at, size).any(|cell| self.shows(cell))
    }

    /// Whether a point of the world is seen now.
    #[must_use]
    pub fn shows_point(&self, point: Vec2) -> bool {
        self.shows(Cell::new((point.x / CELL).floor() as i16, (-point.y / CELL).floor() as i16))
    }
}

/// The picture of the fog.
#[derive(Component, Debug)]
struct Veil {
    image: Handle<Image>,
    /// Darkness that is shown, 0 to 255, of each cell and a rim of one around the map.
    shown: Vec<u8>,
    /// Whether it has come to what it goes to.
    is_still: bool,
}

/// Darkness of what is not seen now, and of what never was.
const GREY: u8 = 118;
const BLACK: u8 = 255;
/// Seconds between two steps of the darkness, and what it goes by in one.
const INTERVAL: f32 = 0.05;
const STEP: u8 = 40;
/// Over all that stands and flies, below the signs of the player.
const VEIL_Z: f32 = 26.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fog>()
        .add_systems(OnExit(Screen::Match), |mut fog: ResMut<Fog>| *fog = Fog::default())
        .add_systems(
            Update,
            (look, draw).chain().after(ControlSystems::Look).before(ControlSystems::Act).run_if(in_state(Mode::Rts)),
        );
}

fn look(
    player: Res<Player>,
    board: Option<Single<(&Seen, &Sides), With<Board>>>,
    mut fog: ResMut<Fog>,
) {
    let playing = board.as_ref().and_then(|board| {
        let side = board.1.get(player.side)?;
        // Programs among themselves are watched with open eyes, and the beaten may look.
        let is_in = side.control == Control::Human && side.beaten.is_none();
        is_in.then(|| board.1.team_mask(player.side))
    });
    let (Some(board), Some(mask)) = (board, playing) else {
        if fog.seen.is_some() {
            *fog = Fog::default();
        }
        return;
    };
    let grid = board.0.grid();
    let is_known = fog.seen.as_ref().is_some_and(|(known, ..)| *known == mask);
    if is_known && !grid.has_changed_since(fog.stamp, mask) {
        return;
    }
    fog.stamp = grid.stamp();
    fog.seen = Some((mask, grid.visible().clone(), grid.explored().clone()));
}

fn draw(
    mut commands: Commands,
    time: Res<Time<Real>>,
    fog: Res<Fog>,
    mut veils: Query<(Entity, &mut Veil)>,
    mut images: ResMut<Assets<Image>>,
    mut next: Local<f32>,
) {
    let Some((mask, now, ever)) = &fog.seen else {
        for (entity, _) in &veils {
            commands.entity(entity).despawn();
        }
        return;
    };
    let (columns, rows) = (usize::from(now.width()) + 2, usize::from(now.height()) + 2);
    let Some((_, mut veil)) = veils.iter_mut().next() else {
        let size = Extent3d { width: columns as u32, height: rows as u32, depth_or_array_layers: 1 };
        let format = TextureFormat::Rgba8UnormSrgb;
        let usage = RenderAssetUsages::default();
        let mut image = Image::new_fill(size, TextureDimension::D2, &[6, 7, 10, BLACK], format, usage);
        image.sampler = ImageSampler::linear();
        let image = images.add(image);
        let middle = to_world(f32::from(now.width()) / 2.0, f32::from(now.height()) / 2.0);
        let extent = Vec2::new(columns as f32, rows as f32) * CELL;
        commands.spawn((
            Name::new("Fog"),
            Veil { image: image.clone(), shown: vec![BLACK; columns * rows], is_still: false },
            Sprite { image, custom_size: Some(extent), ..default() },
            Transform::from_translation(middle.extend(VEIL_Z)),
            DespawnOnExit(Screen::Match),
        ));
        return;
    };
    if fog.is_changed() {
        veil.is_still = false;
    }
    if veil.is_still || time.elapsed_secs() < *next {
        return;
    }
    *next = time.elapsed_secs() + INTERVAL;
    let Veil { image, shown, is_still } = &mut *veil;
    let Some(mut picture) = images.get_mut(image.id()) else { return };
    let Some(data) = picture.data.as_mut().filter(|data| data.len() == shown.len() * 4) else { return };
    *is_still = true;
    for (index, dark) in shown.iter_mut().enumerate() {
        // The rim of the picture is as the rim of the map.
        let x = (index % columns).clamp(1, columns - 2) - 1;
        let y = (index / columns).clamp(1, rows - 2) - 1;
        let cell = Cell::new(x as i16, y as i16);
        let wanted = match (now[cell] & mask != 0, ever[cell] & mask != 0) {
            (true, _) => 0,
            (false, true) => GREY,
            (false, false) => BLACK,
        };
        if *dark != wanted {
            *dark = if *dark < wanted {
                dark.saturating_add(STEP).min(wanted)
            } else {
                dark.saturating_sub(STEP).max(wanted)
            };
            *is_still &= *dark == wanted;
            data[index * 4 + 3] = *dark;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_sides_of_the_player_see_is_shown() {
        let (mut now, mut ever) = (Grid::filled(4, 4, 0u8), Grid::filled(4, 4, 0u8));
        now[Cell::new(1, 1)] = 0b10;
        ever[Cell::new(2, 1)] = 0b11;
        let fog = |mask| Fog { seen: Some((mask, now.clone(), ever.clone())), stamp: 0 };
        assert!(fog(0b10).shows(Cell::new(1, 1)) && !fog(0b01).shows(Cell::new(1, 1)));
        assert!(fog(0b01).knows(Cell::new(2, 1)) && !fog(0b01).shows(Cell::new(2, 1)));
        assert!(fog(0b10).shows_body(Cell::new(0, 0), 2) && !fog(0b10).shows_body(Cell::new(2, 2), 2));
        assert!(!fog(0b10).shows(Cell::new(-1, 9)), "beyond the map");
        assert!(fog(0b10).shows_point(Vec2::new(1.5 * CELL, -1.5 * CELL)));
        assert!(Fog::default().shows(Cell::new(3, 3)), "no fog");
    }
}
