//! The board that is set up, painted small.

use crate::client::kit::frames::well;
use crate::client::kit::setup::{FollowSetup, ShownSetup};
use crate::client::kit::sheets::image_of;
use crate::client::kit::theme;
use crate::client::kit::widgets::fit::Fit;
use crate::games::links::client::stage::side_colour;
use crate::games::links::hole::Hole;
use crate::games::links::plugin::LinksSetup;
use crate::games::links::rules::Rules;
use bevy::image::ImageSampler;
use bevy::prelude::*;

/// The node of the picture.
#[derive(Component)]
struct Picture;

/// Pixels of a hole and the room around it.
pub(super) const PIXELS: u32 = 16;

const SLATE: Color = Color::srgb(0.135, 0.16, 0.2);
const HOLE: Color = Color::srgb(0.46, 0.51, 0.6);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(FollowSetup::of::<LinksSetup>()));
}

/// Spawns it into a column, where it takes what is left of the height.
pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    parent.spawn((well(), BackgroundColor(theme::WELL))).with_child((
        Node::default(),
        Fit { aspect: 1.0 },
        ImageNode::default(),
        Picture,
        Pickable::IGNORE,
    ));
}

fn follow(
    setup: ShownSetup<LinksSetup>,
    images: Option<ResMut<Assets<Image>>>,
    mut nodes: Query<&mut ImageNode, With<Picture>>,
    mut last: Local<Option<(Rules, Handle<Image>)>>,
) {
    let Some(mut images) = images else { return };
    let rules = setup.game.rules;
    if nodes.is_empty() || rules.check().is_err() {
        return;
    }
    let picture = match last.as_ref().filter(|(painted, _)| *painted == rules) {
        Some((_, picture)) => picture.clone(),
        None => last.insert((rules, images.add(painted(rules)))).1.clone(),
    };
    for mut node in &mut nodes {
        node.image = picture.clone();
    }
}

/// The empty board: slate, holes, the lines in the colours of their owners.
pub(super) fn painted(rules: Rules) -> Image {
    let side = u32::from(rules.size) * PIXELS;
    let data = (0..side * side).flat_map(|index| colour(rules, index % side, index / side).to_u8_array()).collect();
    let mut image = image_of(side, side, data);
    image.sampler = ImageSampler::linear();
    image
}

fn colour(rules: Rules, x: u32, y: u32) -> Srgba {
    let (column, row) = ((x / PIXELS) as u8, (y / PIXELS) as u8);
    let last = u32::from(rules.size) * PIXELS - PIXELS;
    let is_inside = |at: u32| (PIXELS - 1..=last).contains(&at);
    let is_line = |at: u32| at.abs_diff(PIXELS) <= 1 || at.abs_diff(last) <= 1;
    let slate = SLATE.to_srgba();
    if is_line(y) && is_inside(x) {
        return side_colour(0).to_srgba();
    }
    if is_line(x) && is_inside(y) {
        return side_colour(1).to_srgba();
    }
    let hole = Hole::new(column, row);
    if !rules.has(hole) {
        return slate.mix(&Srgba::BLACK, 0.25);
    }
    let off = |at: u32| (at % PIXELS) as f32 + 0.5 - PIXELS as f32 / 2.0;
    let cover = (3.0 - off(x).hypot(off(y))).clamp(0.0, 1.0);
    let ground = match [0, 1].into_iter().find(|side| rules.is_border(*side, hole)) {
        Some(side) => slate.mix(&side_colour(side).to_srgba(), 0.15),
        None => slate,
    };
    ground.mix(&HOLE.to_srgba(), cover)
}
