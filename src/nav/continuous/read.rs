//! Maps as text: our own form in RON, and the polygons and rectangles of an SVG picture.
//!
//! ```ron
//! (size: (100, 80), obstacles: [[(10, 10), (30, 10), (20, 40)]])
//! ```
//!
//! Of SVG so much is understood as people draw for this: one `<svg>` with `viewBox` or `width` and `height`, in it
//! `<polygon points="x,y x,y …">` and `<rect>` with `x`, `y`, `width` and `height`. Groups, texts and whatever has no area
//! of its own (`line`, `polyline`) are passed over; other shapes and `transform` are refused, as they would stand in the
//! wrong place.

use super::geometry::{Bounds, Point};
use super::map::{Map, MapProblem};
use crate::base::outline::locate;
use crate::base::{FileError, Place};
use serde::Deserialize;
use std::fmt::Write;
use thiserror::Error;

/// What is wrong with a text.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum TextProblem {
    #[error("{0}")]
    Ron(String),
    #[error("{0}")]
    Map(#[from] MapProblem),
    /// An element that begins and does not end, or a picture without `<svg>`.
    #[error("expected {0}")]
    Expected(&'static str),
    #[error("`{attribute}` of <{element}> is {found:?}, expected {expected}")]
    Attribute { element: Box<str>, attribute: &'static str, found: Box<str>, expected: &'static str },
    #[error("<{0}> is not understood: obstacles are drawn as <polygon> and <rect>")]
    Element(String),
    #[error("<{0}> has a `transform`, which is not understood")]
    Transform(String),
}

/// One sentence with file, line and column.
pub type TextError = FileError<TextProblem>;

#[derive(Deserialize)]
#[serde(rename = "ContinuousMap", deny_unknown_fields)]
struct Text {
    size: (f64, f64),
    obstacles: Vec<Vec<(f64, f64)>>,
}

/// Reads a map; a text whose first sign is `<` is SVG. `file` is for messages only.
///
/// # Errors
/// One sentence with the place.
pub fn read(text: &str, file: &str) -> Result<Map, TextError> {
    let read = if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') { read_svg } else { read_ron };
    read(text).map_err(|(place, problem)| FileError { file: file.into(), place, problem })
}

type Located = (Option<Place>, TextProblem);

fn read_ron(text: &str) -> Result<Map, Located> {
    let read: Text = ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        (Some(Place { line: at.line, column: at.col }), TextProblem::Ron(error.code.to_string()))
    })?;
    let point = |(x, y): (f64, f64)| Point::new(x, y);
    let mut map = Map::new(point(read.size)).map_err(|problem| (locate(text, "size"), problem.into()))?;
    for (number, corners) in read.obstacles.into_iter().enumerate() {
        let corners: Vec<Point> = corners.into_iter().map(point).collect();
        map.add(&corners).map_err(|problem| (locate(text, &format!("obstacles[{number}]")), problem.into()))?;
    }
    Ok(map)
}

/// Writes a map in our own form.
pub fn write_ron(map: &Map) -> String {
    let mut text = format!("(size: ({}, {}), obstacles: [\n", map.size().x, map.size().y);
    for obstacle in map.obstacles() {
        let corners: Vec<String> =
            obstacle.corners().iter().map(|corner| format!("({}, {})", corner.x, corner.y)).collect();
        // Writing to a text cannot fail.
        let _ = writeln!(text, "    [{}],", corners.join(", "));
    }
    text.push_str("])\n");
    text
}

/// A map as SVG, as [`read`] takes it.
pub fn write_svg(map: &Map) -> String {
    let size = map.size();
    let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\">\n", size.x, size.y);
    for obstacle in map.obstacles() {
        let corners: Vec<String> =
            obstacle.corners().iter().map(|corner| format!("{},{}", corner.x, corner.y)).collect();
        let _ = writeln!(text, "<polygon points=\"{}\"/>", corners.join(" "));
    }
    text.push_str("</svg>\n");
    text
}

/// A tag of a picture.
struct Tag<'a> {
    name: &'a str,
    rest: &'a str,
    place: Option<Place>,
}

impl Tag<'_> {
    /// The value of an attribute.
    fn attribute(&self, wanted: &str) -> Option<&str> {
        let mut rest = self.rest;
        while let Some((name, after)) = rest.split_once('=') {
            let value = after.trim_start();
            let mark = value.chars().next().filter(|mark| "\"'".contains(*mark))?;
            let (value, next) = value[1..].split_once(mark)?;
            if name.trim().rsplit(char::is_whitespace).next() == Some(wanted) {
                return Some(value);
            }
            rest = next;
        }
        None
    }

    /// The numbers of an attribute, parted by commas and blanks; `px` behind one is passed over.
    fn numbers(&self, attribute: &'static str, expected: &'static str) -> Result<Vec<f64>, Located> {
        let found = self.attribute(attribute).unwrap_or_default();
        let words = found.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
        let numbers: Option<Vec<f64>> = words
            .map(|word| word.strip_suffix("px").unwrap_or(word).parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        numbers.ok_or_else(|| self.wrong(attribute, found, expected))
    }

    /// The one number of an attribute; the usual one if it is not there.
    fn number(&self, attribute: &'static str, usual: Option<f64>) -> Result<f64, Located> {
        match (self.attribute(attribute), usual) {
            (None, Some(usual)) => Ok(usual),
            (found, _) => match self.numbers(attribute, "one number")?[..] {
                [number] => Ok(number),
                _ => Err(self.wrong(attribute, found.unwrap_or_default(), "one number")),
            },
        }
    }

    fn wrong(&self, attribute: &'static str, found: &str, expected: &'static str) -> Located {
        let problem = TextProblem::Attribute { element: self.name.into(), attribute, found: found.into(), expected };
        (self.place, problem)
    }
}

/// The opening tags of a picture, in order; comments, declarations and closing tags are passed over.
fn tags(text: &str) -> Result<Vec<Tag<'_>>, Located> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(begin) = text[at..].find('<').map(|offset| at + offset) {
        let inside = &text[begin + 1..];
        let place = Some(place(text, begin));
        let end = match inside.starts_with("!--") {
            true => inside.find("-->").ok_or((place, TextProblem::Expected("`-->` at the end of a comment")))? + 2,
            false => closing(inside).ok_or((place, TextProblem::Expected("`>` at the end of an element")))?,
        };
        let tag = &inside[..end];
        if !tag.starts_with(['!', '?', '/']) {
            let tag = tag.trim_end_matches('/');
            let name = tag.split(char::is_whitespace).next().unwrap_or_default();
            // A prefix as in `svg:polygon` says nothing.
            let short = name.rsplit(':').next().unwrap_or_default();
            tags.push(Tag { name: short, rest: &tag[name.len()..], place });
        }
        at = begin + 1 + end + 1;
    }
    Ok(tags)
}

/// The `>` that is not in quotes.
fn closing(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match quote {
            Some(mark) if mark == letter => quote = None,
            None if letter == '>' => return Some(at),
            None if letter == '"' || letter == '\'' => quote = Some(letter),
            _ => {}
        }
    }
    None
}

fn place(text: &str, at: usize) -> Place {
    let before = &text[..at];
    let line = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place { line: before.matches('\n').count() + 1, column: before[line..].chars().count() + 1 }
}

fn read_svg(text: &str) -> Result<Map, Located> {
    let mut map: Option<(Map, Point)> = None;
    for tag in tags(text)? {
        let located = |problem: MapProblem| (tag.place, TextProblem::from(problem));
        if tag.attribute("transform").is_some() {
            return Err((tag.place, TextProblem::Transform(tag.name.into())));
        }
        let Some((made, origin)) = &mut map else {
            if tag.name != "svg" {
                return Err((tag.place, TextProblem::Expected("<svg> first")));
            }
            let (origin, size) = match tag.numbers("viewBox", "four numbers")?[..] {
                [x, y, width, height] => (Point::new(x, y), Point::new(width, height)),
                [] => (Point::default(), Point::new(tag.number("width", None)?, tag.number("height", None)?)),
                _ => return Err(tag.wrong("viewBox", tag.attribute("viewBox").unwrap_or_default(), "four numbers")),
            };
            map = Some((Map::new(size).map_err(located)?, origin));
            continue;
        };
        match tag.name {
            "polygon" => {
                let numbers = tag.numbers("points", "pairs of numbers")?;
                if numbers.len() % 2 == 1 {
                    return Err(tag.wrong("points", tag.attribute("points").unwrap_or_default(), "pairs of numbers"));
                }
                let corners: Vec<Point> =
                    numbers.chunks(2).map(|pair| Point::new(pair[0], pair[1]) - *origin).collect();
                made.add(&corners).map_err(located)?;
            }
            "rect" => {
                let least = Point::new(tag.number("x", Some(0.0))?, tag.number("y", Some(0.0))?) - *origin;
                let (width, height) = (tag.number("width", None)?, tag.number("height", None)?);
                let most = Point::new(least.x + width, least.y + height);
                made.add(&Bounds { least, most }.corners()).map_err(located)?;
            }
            "path" | "circle" | "ellipse" | "image" | "use" => {
                return Err((tag.place, TextProblem::Element(tag.name.into())));
            }
            _ => {}
        }
    }
    map.map(|(map, _)| map).ok_or((None, TextProblem::Expected("<svg>")))
}
