//! A moment of a search in a world that is no map: states as discs, linked to where they were reached from.

use crate::lab::colour::{self, Rgb, Shade, WAY};
use crate::lab::cursor::{Cursor, PlaceState};
use crate::lab::drawing::{At, Drawing};
use crate::lab::layout::layout;
use crate::lab::run::Run;

/// Size of the picture in its own unit.
const SIZE: At = (1200.0, 760.0);
const MARGIN: At = (34.0, 26.0);

/// Most states that are drawn.
const MOST: usize = 4_000;

const LINK: Rgb = [0xb9, 0xbf, 0xca];
const RIM: Rgb = [0x59, 0x61, 0x6e];
const NAME: Rgb = [0x20, 0x24, 0x2c];

/// Where the states of a run lie in its picture.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Spread {
    pub at: Vec<At>,
    /// Room that states of a row have beside each other, the least of all.
    apart: f32,
}

/// Where every state of a run lies in its picture. Places that come with the run keep their shape, others fill the picture.
pub fn spread(run: &Run) -> Spread {
    let mut at = layout(run);
    let is_given = (0..run.places.count() as u32).all(|place| run.places.at(place).is_some());
    let reach = |values: &mut dyn Iterator<Item = f32>| {
        values.fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)))
    };
    let (columns, rows) = (reach(&mut at.iter().map(|at| at.0)), reach(&mut at.iter().map(|at| at.1)));
    // Pixels a unit; one of both ways if all lies on a line.
    let scale = |(least, most): (f32, f32), room: f32| if most > least { room / (most - least) } else { f32::INFINITY };
    let free = (SIZE.0 - 2.0 * MARGIN.0, SIZE.1 - 2.0 * MARGIN.1);
    let (mut across, mut down) = (scale(columns, free.0), scale(rows, free.1));
    if is_given {
        (across, down) = (across.min(down), across.min(down));
    }
    let place = |value: f32, (least, most): (f32, f32), scale: f32, size: f32| {
        let off = value - (least + most) / 2.0;
        size / 2.0 + if off == 0.0 { 0.0 } else { off * scale }
    };
    for (x, y) in &mut at {
        (*x, *y) = (place(*x, columns, across, SIZE.0), place(*y, rows, down, SIZE.1));
    }
    Spread { apart: room(&at), at }
}

/// Room that a state has beside its neighbours in a row.
fn room(at: &[At]) -> f32 {
    let mut sorted: Vec<At> = at.to_vec();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));
    let apart = sorted.windows(2).filter(|pair| pair[0].1 == pair[1].1).map(|pair| pair[1].0 - pair[0].0);
    apart.filter(|apart| *apart > 0.0).fold(70.0, f32::min)
}

/// The picture. `range` is the least and the largest number that colours tell, `marked` a state
/// whose chain back to the start is drawn.
pub fn states(
    run: &Run,
    cursor: &Cursor,
    Spread { at, apart }: &Spread,
    (shade, range): (Shade, (f32, f32)),
    marked: Option<(u32, Rgb)>,
) -> Drawing {
    let mut drawing = Drawing::new(run.title.clone(), SIZE);
    drawing.rectangle((0.0, 0.0), SIZE, [0xff, 0xff, 0xff]);
    let places = 0..run.places.count().min(at.len()) as u32;
    let seen: Vec<u32> = places.filter(|place| cursor.state(run, *place) != PlaceState::Unseen).take(MOST).collect();
    let radius = (apart / 3.0).clamp(1.5, 9.0);
    for place in &seen {
        if let Some(parent) = cursor.numbers(run, *place).and_then(|numbers| numbers.parent) {
            drawing.line(vec![at[*place as usize], at[parent as usize]], LINK, 0.7);
        }
    }
    let chains = [
        (cursor.event(run).map(|record| cursor.parents(run, record.place)), WAY),
        (marked.map(|(place, _)| cursor.parents(run, place)), marked.map_or(WAY, |(_, colour)| colour)),
    ];
    for (chain, colour) in chains {
        drawing.line(chain.unwrap_or_default().iter().map(|place| at[*place as usize]).collect(), colour, 2.4);
    }
    for place in &seen {
        let Some(numbers) = cursor.numbers(run, *place) else { continue };
        let is_marked = matches!(numbers.state, PlaceState::Current | PlaceState::Met);
        let own = match shade {
            Shade::State => colour::of_state(numbers.state, numbers.side),
            _ if is_marked => colour::of_state(numbers.state, numbers.side),
            shade => colour::of_value(shade.value(&numbers), range.0, range.1),
        };
        let (x, y) = at[*place as usize];
        drawing.disc((x, y), radius + 0.8, RIM);
        drawing.disc((x, y), radius, own.unwrap_or(colour::FREE));
        if *apart >= 34.0 {
            let text = run.places.name(*place);
            drawing.shapes.push(crate::lab::drawing::Shape::Word {
                at: (x, y + radius + 7.0),
                height: 9.0,
                text,
                colour: NAME,
            });
        }
    }
    drawing
}
