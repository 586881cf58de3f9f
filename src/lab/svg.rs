//! A moment of a run as a picture for a paper: SVG, which is text.

use super::colour::{self, Rgb, Shade};
use super::cursor::{Cursor, PlaceState};
use super::layout::layout;
use super::run::{NONE, Places, Run};
use crate::nav::searchers::grid::GridMap;
use crate::nav::searchers::{EventKind, Side};
use std::fmt::Write;

/// Room above the picture for what it is, and beside it.
const HEAD: f32 = 46.0;
const MARGIN: f32 = 8.0;

/// Most states of another world that are drawn.
const MOST_STATES: usize = 4_000;

pub(super) fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// What XML wants written otherwise.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The picture of a run at a moment. `map` is the ground below it, if it was a search on one.
pub fn svg(run: &Run, cursor: &Cursor, map: Option<&GridMap>, shade: Shade) -> String {
    let mut body = String::new();
    let (width, height) = match run.places {
        Places::Grid { width, height } => {
            let scale = (1024.0 / f32::from(width.max(height))).clamp(2.0, 24.0);
            cells(&mut body, run, cursor, map, shade, scale);
            (f32::from(width) * scale, f32::from(height) * scale)
        }
        Places::Listed(_) => states(&mut body, run, cursor, shade),
    };
    let moment = format!("event {} of {}", cursor.at(), run.records.len());
    let counts = &run.counts;
    let cost = run.cost.map_or_else(|| run.end.words().to_owned(), |cost| format!("cost {cost:.3}"));
    let about = format!(
        "{moment}; in all: {cost}, expanded {}, generated {}, most open {}, most stored {}",
        counts.expanded, counts.generated, counts.peak_open, counts.peak_stored
    );
    let (whole_width, whole_height) = ((width + 2.0 * MARGIN).max(420.0), height + HEAD + MARGIN);
    let font = "font-family=\"sans-serif\" fill=\"#20242c\"";
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole_width}\" height=\"{whole_height}\" \
         viewBox=\"0 0 {whole_width} {whole_height}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{MARGIN}\" y=\"18\" font-size=\"14\" font-weight=\"bold\" {font}>{}</text>\n\
         <text x=\"{MARGIN}\" y=\"36\" font-size=\"11\" {font}>{}</text>\n\
         <g transform=\"translate({MARGIN} {HEAD})\">\n{body}</g>\n</svg>\n",
        escaped(&run.title),
        escaped(&about),
    )
}

/// The colour of a place at the moment, if it has one of its own.
fn fill(run: &Run, cursor: &Cursor, shade: Shade, range: (f32, f32), place: u32) -> Option<Rgb> {
    let numbers = cursor.numbers(run, place)?;
    let is_marked = matches!(numbers.state, PlaceState::Current | PlaceState::Met);
    if shade == Shade::State || is_marked {
        return colour::of_state(numbers.state, numbers.side);
    }
    colour::of_value(shade.value(&numbers), range.0, range.1)
}

/// The least and the largest number that are shown.
fn shown(run: &Run, cursor: &Cursor, shade: Shade) -> (f32, f32) {
    let places = 0..run.places.count() as u32;
    colour::range(places.filter_map(|place| Some(shade.value(&cursor.numbers(run, place)?))))
}

/// Cells, equal ones of a row as one rectangle.
fn cells(to: &mut String, run: &Run, cursor: &Cursor, map: Option<&GridMap>, shade: Shade, scale: f32) {
    let Places::Grid { width, height } = run.places else { return };
    let range = shown(run, cursor, shade);
    let colour = |place: u32| {
        let ground = map.map_or(colour::FREE, |map| match map.prices().values()[place as usize] {
            0 => colour::BLOCKED,
            price => colour::ground(price),
        });
        fill(run, cursor, shade, range, place).unwrap_or(ground)
    };
    // Writing to a text cannot fail.
    let (all_width, all_height) = (f32::from(width) * scale, f32::from(height) * scale);
    // No seams between the rectangles.
    let _ = writeln!(to, "<g shape-rendering=\"crispEdges\">");
    let _ = writeln!(to, "<rect width=\"{all_width}\" height=\"{all_height}\" fill=\"{}\"/>", hex(colour::FREE));
    for y in 0..u32::from(height) {
        let mut x = 0;
        while x < u32::from(width) {
            let of = colour(y * u32::from(width) + x);
            let mut end = x + 1;
            while end < u32::from(width) && colour(y * u32::from(width) + end) == of {
                end += 1;
            }
            if of != colour::FREE {
                let (left, top, long) = (x as f32 * scale, y as f32 * scale, (end - x) as f32 * scale);
                let fill = hex(of);
                let _ = writeln!(
                    to,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{long}\" height=\"{scale}\" fill=\"{fill}\"/>"
                );
            }
            x = end;
        }
    }
    to.push_str("</g>\n");
    let middle = |place: u32| {
        let (x, y) = run.places.at(place).unwrap_or_default();
        ((x + 0.5) * scale, (y + 0.5) * scale)
    };
    let line = |places: &[u32]| {
        let points: Vec<String> = places.iter().map(|place| middle(*place)).map(|(x, y)| format!("{x},{y}")).collect();
        points.join(" ")
    };
    // Before it is known, the way to the state that is looked at.
    let is_over = cursor.event(run).is_some_and(|record| record.kind == EventKind::Path);
    let way = match cursor.event(run) {
        Some(record) if !is_over => cursor.parents(run, record.place),
        _ => run.path.clone(),
    };
    let wide = (scale / 5.0).max(1.0);
    let stroke = hex(colour::WAY);
    let _ = writeln!(
        to,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{wide}\" stroke-linejoin=\"round\"/>",
        line(&way)
    );
    let start = run.records.iter().find(|record| record.side == Side::Forward);
    let ends = [(start.map(|record| record.place), colour::START), (run.path.last().copied(), colour::GOAL)];
    for (place, of) in ends.into_iter().filter_map(|(place, of)| Some((place?, of))) {
        let ((x, y), radius) = (middle(place), (scale * 0.38).max(2.0));
        let _ = writeln!(to, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\"/>", hex(of));
    }
}

/// States as discs with their names, and lines to where they were reached from.
fn states(to: &mut String, run: &Run, cursor: &Cursor, shade: Shade) -> (f32, f32) {
    let at = layout(run);
    let range = shown(run, cursor, shade);
    let places: Vec<u32> = (0..run.places.count() as u32)
        .filter(|place| cursor.state(run, *place) != PlaceState::Unseen)
        .take(MOST_STATES)
        .collect();
    let side = |values: &mut dyn Iterator<Item = f32>| values.fold(0.0, f32::max);
    let (right, bottom) = (side(&mut at.iter().map(|at| at.0)), side(&mut at.iter().map(|at| at.1)));
    let (apart, below) = ((2400.0 / (right + 1.0)).clamp(1.0, 70.0), (800.0 / (bottom + 1.0)).clamp(4.0, 60.0));
    let middle = |place: u32| (at[place as usize].0 * apart + 30.0, at[place as usize].1 * below + 20.0);
    for place in &places {
        let parent = cursor.numbers(run, *place).and_then(|numbers| numbers.parent);
        if let Some(parent) = parent.filter(|parent| *parent != NONE) {
            let ((x, y), (to_x, to_y)) = (middle(*place), middle(parent));
            let _ = writeln!(
                to,
                "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"#b9bfca\" stroke-width=\"0.7\"/>"
            );
        }
    }
    for place in &places {
        let ((x, y), radius) = (middle(*place), (apart / 3.0).clamp(1.0, 9.0));
        let of = fill(run, cursor, shade, range, *place).unwrap_or(colour::FREE);
        let _ = writeln!(
            to,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{}\" stroke=\"#59616e\" stroke-width=\"0.5\">",
            hex(of)
        );
        let _ = writeln!(to, "<title>{}</title></circle>", escaped(&run.places.name(*place)));
        if apart >= 40.0 {
            let (name, top) = (escaped(&run.places.name(*place)), y + radius + 8.0);
            let _ = writeln!(
                to,
                "<text x=\"{x}\" y=\"{top}\" font-size=\"7\" text-anchor=\"middle\" font-family=\"sans-serif\">{name}</text>"
            );
        }
    }
    ((right + 1.0) * apart + 60.0, (bottom + 1.0) * below + 40.0)
}
