//! Fog of war over the map: black where nobody has been, grey where nobody is.
//!
//! One picture with one texel a cell, stretched over the map with soft sampling: one draw call whatever the size. It is
//! painted only where it changes, and at most every second tick.

mod shade;

pub use shade::{BLACK, DARKER, GREY, LIGHTER, Shade};

use super::map_picture::{self, over_map};
use super::terrain::shown::ShownSystems;
use crate::base::Grid;
use crate::games::rts::client::input::Player;
use crate::games::rts::client::stage::{RtsSystems, Viewer};
use crate::games::rts::sim::MatchClock;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::games::rts::sim::skirmish::{Control, Sides, Skirmish};
use crate::nav::terrain::Terrain;
use crate::shell::online::Online;
use bevy::image::ImageSampler;
use bevy::prelude::*;

/// The darkness of the cells, and what it was made for.
#[derive(Component, Debug)]
struct Fog {
    shade: Shade,
    sides: u8,
    tick: u32,
}

/// Colour of the fog: that of what lies beyond the map.
const COLOUR: [u8; 3] = [0x0b, 0x0e, 0x13];
/// Above units and what flies, below marks and brushes.
const FOG_Z: f32 = 25.0;
/// Ticks from one painting to the next, at least.
const INTERVAL: u32 = 2;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Viewer>().add_systems(
        Update,
        (
            // A match begins with the choice of a side.
            choose_eyes.before(ShownSystems).run_if(resource_changed::<Player>),
            paint,
        )
            .chain()
            .in_set(RtsSystems::Show),
    );
}

/// In a skirmish with fog a person sees what the team sees, also while a program plays their seat over the network; programs among
/// themselves are watched with all eyes.
fn choose_eyes(
    player: Res<Player>,
    online: Option<Res<Online>>,
    board: Option<Single<(&Skirmish, &Sides), With<Board>>>,
    mut viewer: ResMut<Viewer>,
) {
    let eyes = board.and_then(|board| {
        let (skirmish, sides) = *board;
        let is_human = |side: u8| sides.get(side).is_some_and(|side| side.control == Control::Human);
        let is_seat = online.is_some_and(|online| online.seat == Some(player.side));
        (skirmish.fog && (is_seat || is_human(player.side))).then(|| Viewer::Sides(sides.team_mask(player.side)))
    });
    viewer.set_if_neq(eyes.unwrap_or_default());
}

/// A whole picture of a shade.
fn picture(shade: &Shade, map: &Grid<Terrain>) -> Image {
    let [red, green, blue] = COLOUR;
    let texels = shade.shown().iter().flat_map(|alpha| [red, green, blue, *alpha]).collect();
    map_picture::picture((map.width().into(), map.height().into()), texels, ImageSampler::linear())
}

/// Paints what has changed, and makes or takes away the fog where the eyes have changed.
fn paint(
    mut commands: Commands,
    viewer: Res<Viewer>,
    clock: Res<MatchClock>,
    board: Single<(&TerrainGrid, Option<&Seen>), With<Board>>,
    mut fog: Query<(Entity, &mut Fog, &Sprite)>,
    mut images: ResMut<Assets<Image>>,
) {
    let (terrain, seen) = *board;
    let Some((seen, sides)) = viewer.sight(seen) else {
        fog.iter().for_each(|(entity, ..)| commands.entity(entity).despawn());
        return;
    };
    let map = terrain.cells();
    let Some((_, mut fog, sprite)) = fog.iter_mut().next() else {
        let shade = Shade::new(seen.grid(), sides);
        let image = images.add(picture(&shade, map));
        let fog = Fog { shade, sides, tick: clock.tick() };
        commands.spawn((Name::new("Fog"), fog, over_map(image, map, 0.0, FOG_Z)));
        return;
    };
    if fog.sides != sides || clock.tick() < fog.tick {
        // Other eyes, or another time of a replay: nothing fades.
        *fog = Fog { shade: Shade::new(seen.grid(), sides), sides, tick: clock.tick() };
        if let Some(mut image) = images.get_mut(&sprite.image) {
            *image = picture(&fog.shade, map);
        }
        return;
    }
    if clock.tick() < fog.tick + INTERVAL {
        return;
    }
    fog.tick = clock.tick();
    let Fog { shade, .. } = &mut *fog;
    shade.follow(seen.grid(), sides);
    let mut rows = Vec::new();
    shade.step(|row| rows.push(row));
    // Looking at the picture for change sends all of it to the renderer: only if there is something new.
    if rows.is_empty() {
        return;
    }
    let Some(mut image) = images.get_mut(&sprite.image) else { return };
    let Some(data) = image.data.as_mut() else { return };
    let width = usize::from(map.width());
    for row in rows {
        let cells = row * width..(row + 1) * width;
        let texels = data[4 * cells.start..4 * cells.end].chunks_exact_mut(4);
        texels.zip(&shade.shown()[cells]).for_each(|(texel, alpha)| texel[3] = *alpha);
    }
}
