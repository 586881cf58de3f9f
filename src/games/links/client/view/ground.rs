//! The board: holes, the border lines in the colours of their owners, names of columns and rows.

use super::brush::{Brush, Drawn, Shape};
use super::{Scene, SceneBegins, z};
use crate::client::input::ControlSystems;
use crate::client::stage::{CELL, to_world};
use crate::games::links::client::settings::BoardSettings;
use crate::games::links::client::stage::{middle, side_colour};
use crate::games::links::hole::Hole;
use crate::games::links::plugin::Board;
use crate::games::links::rules::Rules;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// Room around the board for the names of columns and rows, in cells.
pub(super) const EDGE: f32 = 0.72;

/// The slate, its rim and its corners, in which there are no holes.
const SLATE: Color = Color::srgb(0.135, 0.16, 0.2);
const RIM: Color = Color::srgb(0.085, 0.1, 0.13);
const CORNER: Color = Color::srgb(0.1, 0.12, 0.155);
const BRIGHT_EDGE: Color = Color::srgb(0.3, 0.26, 0.19);
const HOLE: Color = Color::srgb(0.7, 0.76, 0.86);
const NAMES: Color = Color::srgb(0.62, 0.66, 0.72);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), lay.after(SceneBegins).run_if(in_state(Mode::LINKS)))
        .add_systems(Update, show_names.after(ControlSystems::Act).run_if(in_state(Mode::LINKS)));
}

/// Lays the board with hole a1 at the origin of the world.
fn lay(board: Single<&Board>, scene: Single<Entity, With<Scene>>, mut brush: Brush) {
    for drawn in ground(board.position().rules()) {
        match drawn {
            Drawn::Writing { .. } => brush.draw_with(*scene, &drawn, LineName),
            _ => brush.draw(*scene, &drawn),
        }
    }
}

/// The name of a column or row.
#[derive(Component, Debug)]
struct LineName;

/// The names are there if they are wanted.
fn show_names(settings: Res<BoardSettings>, mut names: Query<&mut Visibility, With<LineName>>) {
    let wanted = if settings.coordinates() { Visibility::Inherited } else { Visibility::Hidden };
    for mut name in &mut names {
        name.set_if_neq(wanted);
    }
}

/// A rectangle between two points in cells.
fn area(from: (f32, f32), to: (f32, f32), color: Color, z: f32) -> Drawn {
    let middle = (from.1 + to.1) / 2.0;
    let (left, right) = (to_world(from.0, middle), to_world(to.0, middle));
    Drawn::Bar { from: left, to: right, width: to.1 - from.1, color, z }
}

fn ground(rules: Rules) -> Vec<Drawn> {
    let size = f32::from(rules.size);
    let inner = size - 1.0;
    let rim = 0.68;
    let mut list = vec![
        area((-rim - 0.05, -rim - 0.05), (size + rim + 0.05, size + rim + 0.05), BRIGHT_EDGE, z::FLOOR),
        area((-rim, -rim), (size + rim, size + rim), RIM, z::FLOOR + 0.05),
        area((0.0, 0.0), (size, size), SLATE, z::FLOOR + 0.1),
    ];
    // The border rows are a little of the colour of who joins them.
    let [blue, red] = [0, 1].map(|side| side_colour(side).with_alpha(0.17));
    for (from, to, color) in [
        ((1.0, 0.0), (inner, 1.0), blue),
        ((1.0, inner), (inner, size), blue),
        ((0.0, 1.0), (1.0, inner), red),
        ((inner, 1.0), (size, inner), red),
    ] {
        list.push(area(from, to, color, z::FLOOR + 0.2));
    }
    for (column, row) in [(0.0, 0.0), (inner, 0.0), (0.0, inner), (inner, inner)] {
        list.push(area((column, row), (column + 1.0, row + 1.0), CORNER, z::FLOOR + 0.2));
    }
    let mut line = |from: (f32, f32), to: (f32, f32), side: usize| {
        let (from, to) = (to_world(from.0, from.1), to_world(to.0, to.1));
        list.push(Drawn::Bar { from, to, width: 0.1, color: side_colour(side), z: z::LINE + side as f32 * 0.01 });
    };
    line((1.0, 1.0), (inner, 1.0), 0);
    line((1.0, inner), (inner, inner), 0);
    line((1.0, 1.0), (1.0, inner), 1);
    line((inner, 1.0), (inner, inner), 1);
    let holes = (0..rules.size).flat_map(|row| (0..rules.size).map(move |column| Hole::new(column, row)));
    list.extend(holes.filter(|hole| rules.has(*hole)).map(|hole| Drawn::Spot {
        shape: Shape::Hole,
        at: middle(hole),
        size: 0.27,
        color: HOLE,
        z: z::HOLE,
    }));
    // On large boards small names could not be read.
    let letters = if rules.size > 12 { (size / 48.0).max(0.5) } else { 0.4 };
    let mut write = |text: String, at: Vec2| {
        list.push(Drawn::Writing { text, at, size: letters, color: NAMES, z: z::HOLE });
    };
    for index in 0..rules.size {
        let name = column_name(index);
        let at = middle(Hole::new(index, 0));
        write(name, at + Vec2::Y * 0.84 * CELL);
        let at = middle(Hole::new(0, index));
        write((index + 1).to_string(), at - Vec2::X * 0.84 * CELL);
    }
    list
}

/// The letters of a column.
fn column_name(column: u8) -> String {
    Hole::new(column, 0).to_string().trim_end_matches(|letter: char| letter.is_ascii_digit()).to_string()
}
