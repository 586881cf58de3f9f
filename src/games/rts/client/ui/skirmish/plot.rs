//! Curves over time, drawn into a picture: what is to be drawn of a side's samples, the scale, the lines. No Bevy systems.

use crate::games::rts::sim::sides::{SAMPLE_INTERVAL, Sample};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Curve {
    /// Gold and wood brought home in the last minute.
    Income,
    Army,
    /// Worth of all that has been lost.
    Losses,
    Workers,
}

impl Curve {
    pub const ALL: [Self; 4] = [Self::Income, Self::Army, Self::Losses, Self::Workers];

    /// The word on the button, and what it means.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Income => ("Income", "Gold and wood brought home within a minute"),
            Self::Army => ("Army", "What the units that fight have cost"),
            Self::Losses => ("Losses", "What all lost units and buildings have cost"),
            Self::Workers => ("Workers", "Number of workers"),
        }
    }

    /// The values of a side, one a sample. Ticks run `tick_hz` times a second at normal speed.
    pub fn values(self, samples: &[Sample], tick_hz: u16) -> Vec<u32> {
        let value = |sample: &Sample| match self {
            Self::Income => sample.gathered,
            Self::Army => sample.army,
            Self::Losses => sample.lost,
            Self::Workers => sample.workers.into(),
        };
        let values: Vec<u32> = samples.iter().map(value).collect();
        if self != Self::Income {
            return values;
        }
        let minute = (u32::from(tick_hz) * 60 / SAMPLE_INTERVAL).max(1) as usize;
        let before = |index: usize| index.checked_sub(minute).map_or(0, |before| values[before]);
        values.iter().enumerate().map(|(index, value)| value.saturating_sub(before(index))).collect()
    }
}

pub fn seconds_at(sample: usize, tick_hz: u16) -> u64 {
    sample as u64 * u64::from(SAMPLE_INTERVAL) / u64::from(tick_hz.max(1))
}

/// The distance between two lines of a scale from 0 that has at most so many of them: 1, 2 or 5 times a power of ten.
pub fn step(most: u32, lines: u32) -> u32 {
    let enough = |step: &u32| step.saturating_mul(lines) >= most;
    (0..10)
        .flat_map(|power| [1, 2, 5].map(|digit: u32| digit.saturating_mul(10_u32.pow(power))))
        .find(enough)
        .unwrap_or(most)
}

/// Minutes between two lines over time, of which there are at most twelve.
pub fn minutes(seconds: u64) -> u64 {
    [1, 2, 5, 10, 15, 30, 60, 120].into_iter().find(|step| step * 60 * 12 >= seconds).unwrap_or(240)
}

pub type Rgb = [u8; 3];

/// A picture with a background, in which lines are drawn.
#[derive(Debug, Clone)]
pub struct Canvas {
    width: u32,
    height: u32,
    /// Red, green, blue and opacity of the pixels, row by row.
    pixels: Vec<u8>,
}

impl Canvas {
    pub fn new(width: u32, height: u32, [red, green, blue]: Rgb) -> Self {
        Self { width, height, pixels: [red, green, blue, 255].repeat((width * height) as usize) }
    }

    pub fn finish(self) -> (u32, u32, Vec<u8>) {
        (self.width, self.height, self.pixels)
    }

    /// Mixes a colour into a pixel; pixels beyond the picture are left out.
    fn mix(&mut self, x: i32, y: i32, color: Rgb, share: f32) {
        if !(0..self.width as i32).contains(&x) || !(0..self.height as i32).contains(&y) {
            return;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        for (old, new) in self.pixels[at..at + 3].iter_mut().zip(color) {
            let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * share.clamp(0.0, 1.0);
            *old = mixed.round() as u8;
        }
    }

    /// A line of a thickness between two points, with soft edges and round ends.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), thickness: f32, color: Rgb) {
        let reach = thickness / 2.0 + 1.0;
        let span = |a: f32, b: f32| ((a.min(b) - reach).floor() as i32, (a.max(b) + reach).ceil() as i32);
        let ((left, right), (top, bottom)) = (span(from.0, to.0), span(from.1, to.1));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).max(f32::EPSILON);
        for y in top.max(0)..=bottom.min(self.height as i32 - 1) {
            for x in left.max(0)..=right.min(self.width as i32 - 1) {
                // Distance of the middle of the pixel from the nearest point of the line.
                let (px, py) = (x as f32 + 0.5 - from.0, y as f32 + 0.5 - from.1);
                let along = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
                let (nx, ny) = (px - along * dx, py - along * dy);
                let cover = thickness / 2.0 + 0.5 - (nx * nx + ny * ny).sqrt();
                if cover > 0.0 {
                    self.mix(x, y, color, cover);
                }
            }
        }
    }

    /// A curve over the whole width, whose highest value possible is `top`. Each point keeps clear of the edges by half of
    /// the thickness, so that nothing is cut off.
    pub fn curve(&mut self, values: &[u32], top: u32, thickness: f32, color: Rgb) {
        let (width, height) = (self.width as f32, self.height as f32 - thickness);
        let last = values.len().saturating_sub(1).max(1) as f32;
        let point = |(index, value): (usize, &u32)| {
            let share = (*value as f32 / top.max(1) as f32).min(1.0);
            (index as f32 / last * width, thickness / 2.0 + (1.0 - share) * height)
        };
        let points: Vec<(f32, f32)> = values.iter().enumerate().map(point).collect();
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], thickness, color);
        }
    }
}
