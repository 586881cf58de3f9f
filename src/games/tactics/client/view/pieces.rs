//! The characters: a figure on a base of its side's colour, a bar of health beside a plate with its number, the leader's
//! crown, the sign of who rests, and the flags.

use super::stage::{Stage, StageSystems};
use super::{Pictures, Scene, middle, picture, piece_index, side_colour, tile, writing, z};
use crate::client::kit::art::Art;
use crate::client::kit::tree::Imagined;
use crate::client::stage::CELL;
use crate::games::tactics::plugin::Fight;
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::scene::SLOTS;
use crate::games::tactics::{Position, Side};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// The figure of a slot; its parts are its children.
#[derive(Component, Debug, Clone, Copy)]
struct Piece(usize);

#[derive(Component, Debug, Clone, Copy)]
enum Part {
    Figure,
    Bar,
    Number,
    Crown,
    Rest,
}

#[derive(Component, Debug, Clone, Copy)]
struct Flag(Side);

/// Size and height of a figure in its square, in cells.
const SIZE: f32 = 0.95;
const RAISED: f32 = 0.07;

/// Where the bar of health is, in cells from the middle of the piece.
pub const BAR_AT: Vec2 = Vec2::new(0.22, -0.4);
/// The width and the height of the bar, in cells.
pub const BAR: Vec2 = Vec2::new(0.46, 0.105);
/// The rim of the bar, in cells.
pub const RIM: f32 = 0.03;

/// How high the number of health is written, in cells.
pub const NUMBER: f32 = 0.34;
/// Where the dark plate is that the number stands on, in cells from the middle of the piece.
pub const PLATE_AT: Vec2 = Vec2::new(-0.26, -0.325);
/// The width and the height of the plate, in cells.
pub const PLATE: Vec2 = Vec2::new(0.42, 0.29);

/// The colour of the plate.
pub const DARK: Color = Color::srgb(0.08, 0.06, 0.05);
/// The edge of a plate.
const EDGE: Color = Color::srgb(0.97, 0.93, 0.84);

/// Who has acted is grey.
const ACTED: Color = Color::srgb(0.62, 0.62, 0.66);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(super::SceneBegins).run_if(in_state(Mode::TACTICS)))
        .add_systems(Update, (show, fly_flags).after(StageSystems).run_if(in_state(Mode::TACTICS)));
}

fn spawn(
    fight: Single<&Fight>,
    scene: Single<Entity, With<Scene>>,
    (art, pictures): (Res<Art>, Res<Pictures>),
    mut commands: Commands,
) {
    let position = fight.position();
    for slot in 0..SLOTS {
        let Some(member) = &position.scene().members[slot] else { continue };
        let side = Side::of(slot / MAX_SQUAD);
        let piece = commands.spawn((ChildOf(*scene), Piece(slot), Transform::default(), Visibility::Hidden)).id();
        let figure = pictures.pieces.sprite(piece_index(&member.class.name, side), SIZE * CELL);
        commands.spawn((ChildOf(piece), Part::Figure, figure, Transform::from_xyz(0.0, RAISED * CELL, 0.0)));
        commands.spawn((
            ChildOf(piece),
            Sprite::from_color(DARK, (BAR + RIM * 2.0) * CELL),
            Transform::from_translation((BAR_AT * CELL).extend(0.1)),
        ));
        commands.spawn((
            ChildOf(piece),
            Part::Bar,
            Sprite::from_color(Color::WHITE, BAR * CELL),
            bevy::sprite::Anchor::CENTER_LEFT,
            Transform::from_translation(((BAR_AT - Vec2::X * BAR.x / 2.0) * CELL).extend(0.2)),
        ));
        for (size, color, height) in [(PLATE + RIM * 2.0, EDGE, 0.3), (PLATE, DARK, 0.35)] {
            commands.spawn((
                ChildOf(piece),
                Sprite::from_color(color, size * CELL),
                Transform::from_translation((PLATE_AT * CELL).extend(height)),
            ));
        }
        let mut write = |part: Part, text: &str, size: f32, at: Vec2| {
            let at = (at * CELL).extend(0.4);
            commands.spawn((ChildOf(piece), part, writing(&art, text, size, Color::WHITE, at)));
        };
        write(Part::Number, "", NUMBER, PLATE_AT);
        write(Part::Rest, "", 0.26, Vec2::new(0.26, 0.38));
        if member.is_leader {
            commands.spawn((
                ChildOf(piece),
                Part::Crown,
                picture(&pictures, tile::CROWN, 0.3, Color::WHITE),
                Transform::from_translation((Vec2::new(-0.28, 0.36) * CELL).extend(0.3)),
            ));
        }
    }
    for side in Side::BOTH.into_iter().filter(|side| position.flag(*side).is_some()) {
        commands.spawn((
            ChildOf(*scene),
            Flag(side),
            picture(&pictures, tile::FLAG, 0.7, side_colour(side).lighter(0.1)),
            Transform::default(),
        ));
    }
}

/// The bar's colour for a share of health.
pub fn health_colour(share: f32) -> Color {
    match share {
        ..0.34 => Color::srgb(0.91, 0.27, 0.22),
        0.34..0.67 => Color::srgb(0.95, 0.75, 0.24),
        _ => Color::srgb(0.4, 0.8, 0.36),
    }
}

fn show(
    fight: Single<Ref<Fight>>,
    stage: Single<Ref<Stage>>,
    mut pieces: Query<(&Piece, &mut Transform, &mut Visibility, &Children), Without<Part>>,
    mut parts: Query<(&Part, Option<&mut Sprite>, Option<&mut Text2d>, Option<&mut TextColor>)>,
) {
    if !fight.is_changed() && !stage.is_changed() {
        return;
    }
    let (ready, acted) = fight.turn_order();
    let resting = fight.resting();
    let scene = fight.position().scene();
    for (Piece(slot), mut transform, mut visibility, children) in &mut pieces {
        let Some(shown) = stage.characters()[*slot] else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        // Who stands lower stands before the others, and who acts before everybody.
        let acts = if stage.actor() == Some(*slot) { 1.0 } else { 0.0 };
        let height = z::PIECE - shown.at.y / CELL * 0.02 + acts;
        let life = shown.life.clamp(0.0, 1.0);
        transform.set_if_neq(
            Transform::from_translation(shown.at.extend(height)).with_scale(Vec3::splat(0.55 + 0.45 * life)),
        );
        let most = f32::from(scene.class(*slot).hp.max(1));
        let share = (f32::from(shown.hp) / most).min(1.0);
        let grey = acted.contains(slot) && !ready.contains(slot) && stage.actor() != Some(*slot);
        for child in children {
            let Ok((part, sprite, text, color)) = parts.get_mut(*child) else { continue };
            match (part, sprite, text) {
                (Part::Figure, Some(mut sprite), _) => {
                    sprite.flip_x = !shown.right;
                    sprite.color = if grey { ACTED } else { Color::WHITE }.with_alpha(life);
                }
                (Part::Crown, Some(mut sprite), _) => sprite.color = Color::WHITE.with_alpha(life),
                (Part::Bar, Some(mut sprite), _) => {
                    sprite.custom_size = Some(Vec2::new(BAR.x * share, BAR.y) * CELL);
                    sprite.color = health_colour(share).with_alpha(life);
                }
                (Part::Number | Part::Rest, _, Some(mut text)) => {
                    let content = match part {
                        Part::Number => shown.hp.to_string(),
                        _ if resting.contains(slot) => "Zzz".into(),
                        _ => String::new(),
                    };
                    if text.0 != content {
                        text.0 = content;
                    }
                    if let Some(mut color) = color {
                        color.set_if_neq(TextColor(Color::WHITE.with_alpha(life)));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Flags stand where they are, or above who carries them.
fn fly_flags(
    fight: Single<&Fight>,
    stage: Single<&Stage>,
    imagined: Option<Res<Imagined<Position>>>,
    mut flags: Query<(&Flag, &mut Transform, &mut Sprite)>,
) {
    let line = imagined.as_ref().and_then(|imagined| imagined.line());
    let position = line.map_or_else(|| fight.position(), |line| &line.after);
    for (Flag(side), mut transform, mut sprite) in &mut flags {
        let Some((square, carrier)) = position.flag(*side) else { continue };
        let carried = carrier.and_then(|slot| stage.characters()[slot]);
        let (at, size) = match carried {
            Some(shown) => (shown.at + Vec2::new(0.3, 0.34) * CELL, 0.42),
            None => (middle(square) + Vec2::new(0.08, 0.1) * CELL, 0.72),
        };
        transform.set_if_neq(Transform::from_translation(at.extend(z::OVER)));
        let size = Some(Vec2::splat(size * CELL));
        if sprite.custom_size != size {
            sprite.custom_size = size;
        }
    }
}
