//! How a rating of a player went, as a chart on the profile.

use super::visit::Course;
use super::words;
use crate::base::date::day;
use crate::client::kit::plot::{self, BELOW, Chart, Rgb, SCALE};
use crate::client::kit::{Art, frames};
use bevy::prelude::*;

/// Width and height of the picture, in logical pixels.
const SIZE: (f32, f32) = (500.0, 150.0);
/// Lines of the scale, about.
const LINES: u32 = 4;
/// Gold, as the names of games are.
const LINE: Rgb = [231, 183, 93];

/// Spawns the chart of a course from game to game, from the rating before the first one.
pub(super) fn spawn(
    rows: &mut ChildSpawnerCommands,
    art: &Art,
    images: &mut Assets<Image>,
    title: &str,
    (of, points): &Course,
) {
    let ([first, ..], [.., last]) = (&points[..], &points[..]) else { return };
    rows.spawn(frames::heading(art, &format!("{title}, {}: from game to game", words::rated(of))));
    // No rating is below 0 or near the largest number.
    let whole = |rating: f64| rating.round().max(0.0) as u32;
    let values: Vec<u32> =
        std::iter::once(first.before).chain(points.iter().map(|point| point.after)).map(whole).collect();
    let (low, high) = values.iter().fold((u32::MAX, 0), |(low, high), value| (low.min(*value), high.max(*value)));
    let (from, to) = (day(first.at.div_euclid(1000)), day(last.at.div_euclid(1000)));
    let mut times = vec![(1.0, to)];
    if times[0].1 != from {
        times.insert(0, (0.0, from));
    }
    let chart = Chart { size: SIZE, heights: plot::scale(low, high, LINES), times, curves: vec![(values, LINE)] };
    let frame = Node {
        width: px(SCALE + SIZE.0),
        height: px(SIZE.1 + BELOW),
        flex_shrink: 0.0,
        margin: UiRect::top(px(10)),
        ..default()
    };
    rows.spawn(frame).with_children(|frame| _ = plot::spawn(frame, art, images, &chart));
}
