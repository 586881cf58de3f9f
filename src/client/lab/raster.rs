//! The ground of a board as pixels, one a cell. What a run looks like at a moment is kept, so that only the cells are painted
//! that have changed since the moment that was shown before.

use super::stage::Ground;
use crate::base::Grid;
use crate::lab::colour::{self, Rgb, Shade};
use crate::lab::cursor::{Changed, Cursor, PlaceState};
use crate::lab::run::{Places, Run};
use crate::nav::searchers::grid::GridMap;
use std::sync::Arc;

/// What has been painted.
#[derive(Debug, Default)]
pub struct Raster {
    painted: Painted,
    pub(super) width: u32,
    pub(super) height: u32,
    /// Red, green, blue and opacity, row by row.
    pub pixels: Vec<u8>,
}

#[derive(Debug, Default)]
enum Painted {
    #[default]
    Nothing,
    Cells(Arc<Grid<Rgb>>),
    Run(Shown),
}

#[derive(Debug)]
struct Shown {
    run: Arc<Run>,
    map: Option<Arc<GridMap>>,
    shade: Shade,
    /// The least and the largest number of the whole run.
    range: (f32, f32),
    cursor: Cursor,
}

/// What the pixels need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// To be sent again.
    Update,
    /// A picture of another size.
    Anew,
}

impl Raster {
    /// Follows the ground.
    pub fn follow(&mut self, ground: &Ground) -> Needs {
        match ground {
            Ground::None => {
                if matches!(self.painted, Painted::Nothing) {
                    return Needs::Nothing;
                }
                *self = Self::default();
                Needs::Anew
            }
            Ground::Cells(cells) => {
                if matches!(&self.painted, Painted::Cells(before) if Arc::ptr_eq(before, cells)) {
                    return Needs::Nothing;
                }
                let needs = self.resize(cells.width(), cells.height());
                for (pixel, colour) in self.pixels.chunks_exact_mut(4).zip(cells.values()) {
                    pixel[..3].copy_from_slice(colour);
                }
                self.painted = Painted::Cells(cells.clone());
                needs
            }
            Ground::Run { run, map, shade, at } => self.follow_run(run, map.as_ref(), *shade, *at),
        }
    }

    fn resize(&mut self, width: u16, height: u16) -> Needs {
        let size = (u32::from(width), u32::from(height));
        if (self.width, self.height) == size && !self.pixels.is_empty() {
            return Needs::Update;
        }
        (self.width, self.height) = size;
        self.pixels = vec![255; size.0 as usize * size.1 as usize * 4];
        Needs::Anew
    }

    fn follow_run(&mut self, run: &Arc<Run>, map: Option<&Arc<GridMap>>, shade: Shade, at: u32) -> Needs {
        let Places::Grid { width, height } = run.places else { return Needs::Nothing };
        let is_same = |shown: &Shown| {
            Arc::ptr_eq(&shown.run, run)
                && shown.shade == shade
                && shown.map.as_ref().map(Arc::as_ptr) == map.map(Arc::as_ptr)
        };
        if let Painted::Run(shown) = &mut self.painted
            && is_same(shown)
        {
            if shown.cursor.at() == at.min(run.records.len() as u32) {
                return Needs::Nothing;
            }
            let changed = shown.cursor.seek(run, at);
            return match changed {
                Changed::Some(places) => {
                    places.iter().for_each(|place| shown.paint(&mut self.pixels, *place));
                    Needs::Update
                }
                Changed::All => {
                    shown.paint_all(&mut self.pixels);
                    Needs::Update
                }
            };
        }
        let needs = self.resize(width, height);
        let mut cursor = Cursor::new(run);
        cursor.seek(run, at);
        let shown = Shown { run: run.clone(), map: map.cloned(), shade, range: range(run, shade), cursor };
        shown.paint_all(&mut self.pixels);
        self.painted = Painted::Run(shown);
        needs
    }
}

impl Shown {
    fn paint_all(&self, pixels: &mut [u8]) {
        (0..self.run.places.count() as u32).for_each(|place| self.paint(pixels, place));
    }

    fn paint(&self, pixels: &mut [u8], place: u32) {
        let at = place as usize * 4;
        if let Some(pixel) = pixels.get_mut(at..at + 3) {
            let colour = self.colour(place).unwrap_or_else(|| self.ground(place));
            pixel.copy_from_slice(&colour);
        }
    }

    fn ground(&self, place: u32) -> Rgb {
        let price = self.map.as_ref().and_then(|map| map.prices().values().get(place as usize));
        match price {
            None => colour::FREE,
            Some(0) => colour::BLOCKED,
            Some(price) => colour::ground(*price),
        }
    }

    /// The colour of a place that has one of its own.
    fn colour(&self, place: u32) -> Option<Rgb> {
        let numbers = self.cursor.numbers(&self.run, place)?;
        if self.shade == Shade::State || matches!(numbers.state, PlaceState::Current | PlaceState::Met) {
            return colour::of_state(numbers.state, numbers.side);
        }
        if numbers.state == PlaceState::Unseen {
            return None;
        }
        colour::of_value(self.shade.value(&numbers), self.range.0, self.range.1)
    }
}

/// The least and the largest number that a run ever shows: the colours of a moment mean the same as those of the next.
pub(super) fn range(run: &Run, shade: Shade) -> (f32, f32) {
    colour::range((0..).zip(&run.records).map(|(event, record)| match shade {
        Shade::State => f32::NAN,
        Shade::G => record.g,
        Shade::H => record.h,
        Shade::F => record.f,
        Shade::Order => event as f32,
    }))
}

/// The pixels of a ground, for a file.
pub fn pixels(ground: &Ground) -> Option<(u32, u32, Vec<u8>)> {
    let mut raster = Raster::default();
    raster.follow(ground);
    (!raster.pixels.is_empty()).then_some((raster.width, raster.height, raster.pixels))
}
