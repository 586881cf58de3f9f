//! Wishes are done; all methods are asked beside the frames.

use super::{Answered, Continuous, ContinuousWish, Source};
use crate::client::lab::chosen::MapWish;
use crate::client::lab::playback::Playback;
use crate::client::stage::sentence;
use crate::files::{MAX_TEXT, read_text};
use crate::nav::continuous::compare::ask;
use crate::nav::continuous::read::read;
use crate::nav::continuous::{Map, Method, Options, Point};
use bevy::prelude::*;
use std::time::Instant;

/// Width and height of maps that are drawn.
const SIZE: Point = Point::new(96.0, 72.0);

/// Nodes and looks between corners that a method is given.
const MOST_NODES: u64 = 50_000_000;

/// Corners of the polygons of the sample.
pub const SAMPLE: [&[(f64, f64)]; 6] = [
    &[(14.0, 10.0), (30.0, 8.0), (34.0, 24.0), (20.0, 30.0)],
    &[(44.0, 4.0), (58.0, 14.0), (52.0, 30.0), (42.0, 22.0)],
    // A bay that ways go around.
    &[(30.0, 38.0), (60.0, 36.0), (60.0, 42.0), (36.0, 44.0), (36.0, 56.0), (62.0, 56.0), (62.0, 62.0), (30.0, 62.0)],
    &[(70.0, 20.0), (84.0, 26.0), (76.0, 40.0)],
    &[(72.0, 48.0), (86.0, 46.0), (88.0, 60.0), (74.0, 62.0)],
    &[(8.0, 40.0), (20.0, 44.0), (18.0, 58.0), (6.0, 54.0)],
];

/// A map to begin with, and its ends.
pub fn sample() -> (Map, (Point, Point)) {
    let mut map = empty();
    for corners in SAMPLE {
        let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        // What is no obstacle is left out: a test looks that all are.
        let _ = map.add(&corners);
    }
    (map, corners(SIZE))
}

/// The ends of ways on a map of a size: near the corners at the top left and at the bottom right.
fn corners(size: Point) -> (Point, Point) {
    (Point::new(size.x * 0.03, size.y * 0.03), Point::new(size.x * 0.97, size.y * 0.97))
}

fn empty() -> Map {
    Map::new(SIZE).expect("the size is one of a map")
}

pub(super) fn open(mut page: ResMut<Continuous>, mut playback: ResMut<Playback>) {
    playback.begin("moment", 0, 0, 1);
    page.set_changed();
}

/// Does what is wished.
pub(super) fn act(mut wishes: MessageReader<ContinuousWish>, mut page: ResMut<Continuous>) {
    for wish in wishes.read() {
        let page = &mut *page;
        match wish {
            ContinuousWish::Source(source) => {
                if let Source::Cells(choice) = source {
                    page.cells.take(&MapWish::Choice(choice.clone()));
                }
                take(page, source.clone());
            }
            ContinuousWish::Map(wish) => {
                page.cells.take(wish);
                take(page, Source::Cells(page.cells.choice.clone()));
            }
            ContinuousWish::Squares(squares) => {
                page.squares = *squares;
                page.change();
            }
            ContinuousWish::Show(method) => page.toggle(*method),
            ContinuousWish::Close => page.close(),
            ContinuousWish::TakeBack => {
                if page.drawn.pop().is_none() {
                    page.map.remove(page.map.obstacles().len().saturating_sub(1));
                    page.change();
                }
            }
            ContinuousWish::Write(_) => {}
        }
    }
}

/// Another map; what cannot be read leaves the one that there is.
fn take(page: &mut Continuous, source: Source) {
    let made = match &source {
        Source::Empty => Ok((empty(), corners(SIZE))),
        Source::Sample => Ok(sample()),
        Source::Cells(_) => page.cells.open().and_then(|opened| {
            let passable = opened.passable();
            let map = Map::of_cells(&passable).map_err(|problem| format!("{}: {problem}", opened.name))?;
            let free: Vec<Point> = passable
                .iter()
                .filter(|(_, free)| **free)
                .map(|(cell, _)| Point::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5))
                .collect();
            let ends = free.first().copied().zip(free.last().copied()).ok_or("all of the map is blocked")?;
            Ok((map, ends))
        }),
        Source::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = read_text(path, MAX_TEXT).map_err(|error| format!("{name}: {error}"));
            text.and_then(|text| read(&text, &name).map_err(|error| error.to_string()))
                .map(|map| (map.clone(), corners(map.size())))
        }
    };
    match made {
        Ok((map, ends)) => {
            (page.source, page.map, page.ends) = (source, map, ends);
            page.drawn.clear();
            page.answers.clear();
            page.said.clear();
            page.change();
        }
        Err(problem) => page.said = sentence(&problem),
    }
}

/// Asks all methods again when something has changed and nobody is asked, and takes their answers.
pub(super) fn collect(mut page: ResMut<Continuous>) {
    let quiet = page.bypass_change_detection();
    let answers = quiet.asking.poll();
    let has_come = answers.is_some();
    if let Some(answers) = answers {
        quiet.answers = answers;
    }
    if quiet.is_stale && !quiet.asking.is_busy() {
        quiet.is_stale = false;
        let (map, ends) = (quiet.map.clone(), quiet.ends);
        let options = Options { side: map.size().x.max(map.size().y) / f64::from(quiet.squares.max(1)) };
        quiet.asking.start(move |budget| {
            let budget = budget.clone().and_nodes(MOST_NODES);
            let answer = |method: Method| -> Answered {
                let clock = Instant::now();
                let answer = ask(method, &map, &options, ends, &budget, &mut ());
                (method, answer, clock.elapsed())
            };
            Method::ALL.into_iter().map(answer).collect()
        });
    }
    if has_come {
        page.set_changed();
    }
}
