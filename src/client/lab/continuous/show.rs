//! What the stage shows of continuous maps: graphs and ways side by side, the table, words, files.

use super::{Answered, Continuous, ContinuousWish, Format, Hovered};
use crate::client::lab::paint;
use crate::client::lab::saving::{Content, Saving};
use crate::client::lab::stage::{Pane, Stage, Table};
use crate::client::stage::sentence;
use crate::lab::colour::{GOAL, Rgb, START};
use crate::lab::drawing::{At, Drawing};
use crate::lab::experiments::Answer as Numbers;
use crate::lab::pictures::continuous as picture;
use crate::nav::continuous::read::write_ron;
use crate::nav::continuous::{Method, Point};
use bevy::prelude::*;

const DRAWN: Rgb = [0xd0, 0x6a, 0x20];

/// Longer side of a picture in a file, in pixels.
const LONGEST: f32 = 1600.0;

fn at(point: Point) -> At {
    (point.x as f32, point.y as f32)
}

/// The map with what a method has made of it, both ends and the polygon that is being drawn.
fn drawing(page: &Continuous, method: Method) -> Drawing {
    let answer = page.answers.iter().find(|(of, ..)| *of == method);
    let mut drawing = match answer {
        // Answers are those of the map of before while a new one is drawn: the graph would lie beside its polygons.
        Some((_, Ok(answer), _)) => picture::answer(&page.map, answer),
        _ => picture::map(&page.map),
    };
    drawing.title = match answer {
        Some((_, Ok(_), _)) => format!("{}: {}", method.name(), drawing.about),
        Some((_, Err(refusal), _)) => format!("{}: {refusal}", method.name()),
        None => format!("{}: …", method.name()),
    };
    let unit = page.map.size().x.max(page.map.size().y) as f32 / 400.0;
    drawing.disc(at(page.ends.0), unit * 3.0, START);
    drawing.disc(at(page.ends.1), unit * 3.0, GOAL);
    drawing.line(page.drawn.iter().copied().map(at).collect(), DRAWN, unit);
    page.drawn.iter().for_each(|corner| drawing.disc(at(*corner), unit * 2.0, DRAWN));
    drawing
}

/// The boards and the table follow the page.
pub(super) fn show(page: Res<Continuous>, mut stage: ResMut<Stage>) {
    stage.panes = page.shown.iter().map(|method| Pane::of(drawing(&page, *method))).collect();
    stage.table = table(&page.answers);
}

/// The words follow the pointer as well.
pub(super) fn say(page: Res<Continuous>, hovered: Res<Hovered>, mut stage: ResMut<Stage>) {
    let place = hovered.0.map_or_else(String::new, |at| format!("({:.1}, {:.1}). ", at.x, at.y));
    let said = if !page.said.is_empty() {
        page.said.clone()
    } else if page.drawn.is_empty() {
        "Clicks set the corners of a polygon; a drag moves the green or the red end; the right button takes a polygon away."
            .into()
    } else {
        let corners = page.drawn.len();
        format!(
            "{corners} corners: a click on the first, or Enter, ends the polygon; Backspace takes the last one back."
        )
    };
    stage.words = place + &said;
}

fn table(answers: &[Answered]) -> Table {
    let heads = ["", "length", "longer", "inside obstacles", "bends", "nodes", "edges", "expanded", "time"];
    let length =
        |answer: &Answered| answer.1.as_ref().ok().and_then(|answer| answer.way.as_ref()).map(|way| way.length);
    // Corners that see one another give the shortest way there is.
    let least = answers.iter().find(|answer| answer.0 == Method::Points).and_then(length);
    let row = |answered: &Answered| {
        let (method, answer, time) = answered;
        let number = |number: usize| Numbers::number(number as f64);
        let mut row = vec![method.name().to_owned()];
        match answer {
            Err(refusal) => row.push(sentence(&refusal.to_string())),
            Ok(answer) => {
                match &answer.way {
                    None => row.extend([answer.end.words(), "", "", ""].map(str::to_owned)),
                    Some(way) => row.extend([
                        format!("{:.3}", way.length),
                        least.map_or_else(String::new, |least| format!("{:.2} %", (way.length / least - 1.0) * 100.0)),
                        format!("{:.3}", way.inside),
                        number(way.points.len().saturating_sub(2)),
                    ]),
                }
                row.extend([answer.nodes, answer.edges, answer.counts.expanded as usize].map(number));
                row.push(format!("{:.1} ms", time.as_secs_f64() * 1e3));
            }
        }
        row
    };
    Table { heads: heads.map(str::to_owned).to_vec(), rows: answers.iter().map(row).collect() }
}

/// The map is written as polygons, the first board as it is shown.
pub(super) fn write(mut wishes: MessageReader<ContinuousWish>, page: Res<Continuous>, mut saving: Saving) {
    for wish in wishes.read() {
        let (ContinuousWish::Write(format), Some(method)) = (wish, page.shown.first()) else { continue };
        let picture = drawing(&page, *method);
        match format {
            Format::Ron => saving.ask("polygons", "ron", Content::Text(write_ron(&page.map))),
            Format::Svg => saving.ask(method.name(), "svg", Content::Text(picture.svg())),
            Format::Png => saving.ask_png(method.name(), paint::picture(&picture, None, LONGEST)),
        }
    }
}
