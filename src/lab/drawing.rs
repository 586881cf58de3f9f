//! A picture as a list of shapes, from the back to the front: the screen paints them, files get them as SVG.

use super::colour::{BLOCKED, FREE, Rgb};
use super::svg::{escaped, hex};
use crate::base::{Cell, Grid};
use std::fmt::Write;

/// A point of a picture, in its own unit, x to the right and y down.
pub type At = (f32, f32);

/// Something that is painted.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// An area with its rim; `opacity` of the area from 0 to 1.
    Area {
        corners: Vec<At>,
        fill: Rgb,
        opacity: f32,
        rim: Option<Rgb>,
    },
    /// A line through points.
    Line {
        points: Vec<At>,
        colour: Rgb,
        width: f32,
    },
    Disc {
        at: At,
        radius: f32,
        fill: Rgb,
    },
    /// A word around its middle.
    Word {
        at: At,
        height: f32,
        text: String,
        colour: Rgb,
    },
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    pub title: String,
    /// A line with figures below the title.
    pub about: String,
    /// The corner at the top left and the one at the bottom right.
    pub bounds: (At, At),
    pub shapes: Vec<Shape>,
}

/// Longer side of a picture in a file, in pixels.
const LONGEST: f32 = 1024.0;

impl Drawing {
    /// An empty picture of a size.
    pub fn new(title: String, size: At) -> Self {
        Self { title, about: String::new(), bounds: ((0.0, 0.0), size), shapes: Vec::new() }
    }

    /// A picture of a map, a cell to the unit.
    pub fn of_map(title: String, passable: &Grid<bool>) -> Self {
        let mut drawing = Self::new(title, (f32::from(passable.width()), f32::from(passable.height())));
        drawing.rectangle((0.0, 0.0), drawing.bounds.1, FREE);
        drawing.cells(passable.width(), passable.height(), |cell| (!passable[cell]).then_some(BLOCKED));
        drawing
    }

    /// The same over a ground of colours, a cell to the unit.
    pub fn on_ground(self, ground: &Grid<Rgb>) -> Self {
        let mut whole = Self { shapes: Vec::new(), ..self };
        whole.rectangle((0.0, 0.0), (f32::from(ground.width()), f32::from(ground.height())), FREE);
        whole.cells(ground.width(), ground.height(), |cell| Some(ground[cell]).filter(|colour| *colour != FREE));
        whole.shapes.extend(self.shapes);
        whole
    }

    /// Adds a filled rectangle.
    pub fn rectangle(&mut self, least: At, most: At, fill: Rgb) {
        let corners = vec![least, (most.0, least.1), most, (least.0, most.1)];
        self.shapes.push(Shape::Area { corners, fill, opacity: 1.0, rim: None });
    }

    /// Adds cells of a map in their colours, equal ones of a row as one.
    pub fn cells(&mut self, width: u16, height: u16, colour: impl Fn(Cell) -> Option<Rgb>) {
        for y in 0..height as i16 {
            let mut x = 0;
            while x < width as i16 {
                let own = colour(Cell::new(x, y));
                let mut end = x + 1;
                while end < width as i16 && colour(Cell::new(end, y)) == own {
                    end += 1;
                }
                if let Some(fill) = own {
                    self.rectangle((f32::from(x), f32::from(y)), (f32::from(end), f32::from(y + 1)), fill);
                }
                x = end;
            }
        }
    }

    /// Adds a line.
    pub fn line(&mut self, points: Vec<At>, colour: Rgb, width: f32) {
        if points.len() > 1 {
            self.shapes.push(Shape::Line { points, colour, width });
        }
    }

    /// Adds a disc.
    pub fn disc(&mut self, at: At, radius: f32, fill: Rgb) {
        self.shapes.push(Shape::Disc { at, radius, fill });
    }

    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let ((left, top), (right, bottom)) = self.bounds;
        let scale = LONGEST / (right - left).max(bottom - top).max(f32::MIN_POSITIVE);
        let (width, height) = ((right - left) * scale, (bottom - top) * scale);
        let (head, whole) = (46.0, width.max(420.0));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{}\" viewBox=\"0 0 {whole} {}\" \
             font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"8\" y=\"18\" font-size=\"14\" font-weight=\"bold\">{}</text>\n\
             <text x=\"8\" y=\"36\" font-size=\"11\">{}</text>\n",
            height + head,
            height + head,
            escaped(&self.title),
            escaped(&self.about)
        );
        let place = |(x, y): At| ((x - left) * scale, (y - top) * scale + head);
        let row = |points: &[At]| {
            let row: Vec<String> =
                points.iter().map(|point| place(*point)).map(|(x, y)| format!("{x:.2},{y:.2}")).collect();
            row.join(" ")
        };
        for shape in &self.shapes {
            // Writing to a text cannot fail.
            let _ = match shape {
                Shape::Area { corners, fill, opacity, rim } => {
                    let rim =
                        rim.map_or_else(String::new, |rim| format!(" stroke=\"{}\" stroke-width=\"0.6\"", hex(rim)));
                    let opacity = if *opacity < 1.0 { format!(" fill-opacity=\"{opacity}\"") } else { String::new() };
                    let fill = hex(*fill);
                    writeln!(text, "<polygon points=\"{}\" fill=\"{fill}\"{opacity}{rim}/>", row(corners))
                }
                Shape::Line { points, colour, width } => writeln!(
                    text,
                    "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2}\" stroke-linejoin=\"round\"/>",
                    row(points),
                    hex(*colour),
                    (width * scale).max(0.4)
                ),
                Shape::Disc { at, radius, fill } => {
                    let ((x, y), radius, fill) = (place(*at), (radius * scale).max(0.8), hex(*fill));
                    writeln!(text, "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" fill=\"{fill}\"/>")
                }
                Shape::Word { at, height, text: word, colour } => {
                    let ((x, y), height, fill) = (place(*at), height * scale, hex(*colour));
                    writeln!(
                        text,
                        "<text x=\"{x:.2}\" y=\"{:.2}\" font-size=\"{height:.2}\" text-anchor=\"middle\" fill=\"{fill}\">{}</text>",
                        y + height * 0.35,
                        escaped(word)
                    )
                }
            };
        }
        text.push_str("</svg>\n");
        text
    }
}

/// A colour for a number, such that near numbers have colours that differ; `light` from 0 (black) to 1.
pub fn of_number(number: u32, light: f32) -> Rgb {
    // The golden ratio spreads hues evenly, however many there are.
    let hue = (f64::from(number) * 0.618_033_988_749_894_9).fract() as f32 * 6.0;
    [0.0, 4.0, 2.0].map(|shift: f32| {
        let part = ((hue + shift) % 6.0 - 3.0).abs() - 1.0;
        let strong = part.clamp(0.0, 1.0);
        ((0.45 + 0.55 * strong) * light * 255.0).round().clamp(0.0, 255.0) as u8
    })
}
