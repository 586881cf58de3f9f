//! Spots, bars and writing, drawn in layers: a layer is drawn anew when what it shows has changed.

use super::pictures::Pictures;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::light::Light;
use crate::client::stage::{CELL, MapCamera, scale};
use crate::shell::states::Mode;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What a spot looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Disc,
    Ring,
    Glow,
    Peg,
    Hole,
}

/// One thing that is drawn. Sizes are in cells.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Drawn {
    Spot { shape: Shape, at: Vec2, size: f32, color: Color, z: f32 },
    Bar { from: Vec2, to: Vec2, width: f32, color: Color, z: f32 },
    Writing { text: String, at: Vec2, size: f32, color: Color, z: f32 },
}

/// What a layer shows.
#[derive(Component, Debug, Clone, PartialEq, Default)]
#[require(Transform, Visibility)]
pub(super) struct Layer(Vec<Drawn>);

/// Draws.
#[derive(SystemParam)]
pub(super) struct Brush<'w, 's> {
    art: Res<'w, Art>,
    light: Res<'w, Light>,
    pictures: Res<'w, Pictures>,
    commands: Commands<'w, 's>,
}

impl Brush<'_, '_> {
    /// Makes a layer show a list.
    pub(super) fn show(&mut self, (entity, mut layer): (Entity, Mut<Layer>), list: Vec<Drawn>) {
        if layer.0 == list {
            return;
        }
        self.commands.entity(entity).despawn_children();
        list.iter().for_each(|drawn| self.draw(entity, drawn));
        layer.0 = list;
    }

    /// Draws one thing below an entity.
    pub(super) fn draw(&mut self, parent: Entity, drawn: &Drawn) {
        self.draw_with(parent, drawn, ());
    }

    /// The same with something that it is to have.
    pub(super) fn draw_with(&mut self, parent: Entity, drawn: &Drawn, with: impl Bundle) {
        let mut entity = self.commands.spawn((ChildOf(parent), with));
        match drawn {
            Drawn::Spot { shape, at, size, color, z } => {
                let image = match shape {
                    Shape::Disc => &self.light.disc,
                    Shape::Ring => &self.light.ring,
                    Shape::Glow => &self.light.glow,
                    Shape::Peg => &self.pictures.peg,
                    Shape::Hole => &self.pictures.hole,
                };
                let size = Some(Vec2::splat(size * CELL));
                let sprite = Sprite { color: *color, custom_size: size, ..Sprite::from_image(image.clone()) };
                entity.insert((sprite, Transform::from_translation(at.extend(*z))));
            }
            Drawn::Bar { from, to, width, color, z } => {
                let along = *to - *from;
                entity.insert((
                    Sprite::from_color(*color, Vec2::new(along.length(), width * CELL)),
                    Transform::from_translation(((*from + *to) / 2.0).extend(*z))
                        .with_rotation(Quat::from_rotation_z(along.to_angle())),
                ));
            }
            Drawn::Writing { text, at, size, color, z } => {
                let place = Transform::from_translation(at.extend(*z));
                let font = TextFont { font: (&self.art.black).into(), ..default() };
                entity.insert((Text2d::new(text), font, TextColor(*color), place, Written(size * CELL)));
            }
        }
    }
}

/// Writing in the picture, so many world units high.
#[derive(Component, Debug)]
struct Written(f32);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, sharpen.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

/// Writing is set as large as it is seen: letters that are made smaller or larger afterwards are hard to read.
fn sharpen(
    camera: Single<Ref<Projection>, With<MapCamera>>,
    mut texts: Query<(Ref<Written>, &mut TextFont, &mut Transform)>,
) {
    let a_pixel = scale(&camera);
    for (written, mut font, mut place) in &mut texts {
        if camera.is_changed() || written.is_added() {
            let pixels = (written.0 / a_pixel).round().clamp(6.0, 96.0);
            font.font_size = FontSize::Px(pixels);
            place.scale = Vec3::splat(written.0 / pixels);
        }
    }
}
