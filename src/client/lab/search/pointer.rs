//! The pointer on the boards of searches: ends are dragged, walls drawn, breakpoints set, places looked at.

use super::stops::{Spot, Stop};
use super::{SearchWish, Searching};
use crate::base::Cell;
use crate::client::lab::playback::Typing;
use crate::client::lab::stage::{BoardPointer, PointerKind};
use crate::lab::run::Places;
use crate::nav::searchers::grid::PLAIN;
use bevy::prelude::*;

/// What the left button does on a map. The right one sets the goal with the first tool, and does the opposite with the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tool {
    /// Start and goal.
    #[default]
    Ends,
    /// Walls; the right button takes them away.
    Wall,
    /// Breakpoints: the search stops when this place is closed.
    Stop,
}

/// How near to a state the pointer must be, in the unit of its picture.
const NEAR: f32 = 16.0;

/// What a drag does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Stroke {
    /// One end is moved.
    End(usize),
    /// Cells get this price, from the last one on.
    Paint(u8, Cell),
}

pub(super) fn point(
    mut pointed: MessageReader<BoardPointer>,
    (keys, typing): (Res<ButtonInput<KeyCode>>, Typing),
    mut page: ResMut<Searching>,
    mut stroke: Local<Option<Stroke>>,
    mut wishes: MessageWriter<SearchWish>,
) {
    for message in pointed.read() {
        let over = match message.kind {
            PointerKind::Leave => None,
            _ => page.place(message).map(|place| (message.pane, place)),
        };
        if page.hovered != over {
            page.hovered = over;
        }
        if message.kind == PointerKind::Press && page.tool == Tool::Stop {
            wishes.write_batch(page.spot().map(|spot| SearchWish::Stop(Stop::Place(spot))));
            continue;
        }
        if page.world.is_some() {
            continue;
        }
        let cell = message.cell();
        match message.kind {
            PointerKind::Press => *stroke = page.begin(cell, message.button),
            PointerKind::Drag => page.go_on(&mut stroke, cell),
            _ => *stroke = None,
        }
    }
    // The place below the pointer by key.
    if keys.just_pressed(KeyCode::KeyB) && !typing.is_on() {
        wishes.write_batch(page.spot().map(|spot| SearchWish::Stop(Stop::Place(spot))));
    }
}

impl Searching {
    /// The place of a run that the pointer is on.
    fn place(&self, pointed: &BoardPointer) -> Option<u32> {
        let shown = self.lanes.get(pointed.pane)?.shown.as_ref()?;
        match &shown.run.places {
            Places::Grid { .. } => shown.run.places.place(pointed.cell()),
            Places::Listed(_) => {
                let apart = |at: &(f32, f32)| (at.0 - pointed.at.0).hypot(at.1 - pointed.at.1);
                let near = (0..).zip(&shown.layout.at).map(|(place, at)| (place, apart(at)));
                let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1))?;
                (nearest.1 <= NEAR).then_some(nearest.0)
            }
        }
    }

    /// The place that the pointer is on, for breakpoints.
    fn spot(&self) -> Option<Spot> {
        let (pane, place) = self.hovered?;
        Some(Spot::of(&self.lanes.get(pane)?.shown.as_ref()?.run, place))
    }

    fn begin(&mut self, cell: Cell, button: MouseButton) -> Option<Stroke> {
        if !self.opened.prices.contains(cell) {
            return None;
        }
        match (self.tool, button) {
            (Tool::Ends, button) => {
                // What is grabbed is dragged; elsewhere the left button sets the start, the right one the goal.
                let grabbed = self.ends.iter().position(|end| *end == cell);
                let end = grabbed.unwrap_or(usize::from(button == MouseButton::Right));
                self.move_end(end, cell);
                Some(Stroke::End(end))
            }
            (Tool::Wall, button) => {
                let price = if button == MouseButton::Right { PLAIN } else { 0 };
                self.paint(cell, cell, price);
                Some(Stroke::Paint(price, cell))
            }
            (Tool::Stop, _) => None,
        }
    }

    fn go_on(&mut self, stroke: &mut Option<Stroke>, cell: Cell) {
        match stroke {
            Some(Stroke::End(end)) => self.move_end(*end, cell),
            Some(Stroke::Paint(price, last)) if *last != cell => {
                self.paint(*last, cell, *price);
                *last = cell;
            }
            Some(Stroke::Paint(..)) | None => {}
        }
    }

    /// An end goes to a free cell; elsewhere it stays where it is.
    fn move_end(&mut self, end: usize, cell: Cell) {
        if self.ground.is_free(cell) && self.ends[end] != cell {
            self.ends[end] = cell;
            self.is_stale = true;
        }
    }

    /// Cells from one to another get a price; ends stay free.
    fn paint(&mut self, from: Cell, to: Cell, price: u8) {
        let cells: Vec<Cell> = std::iter::once(from).chain(from.line_between(to)).chain([to]).collect();
        let mut has_changed = false;
        for cell in cells {
            let is_end = self.ends.contains(&cell);
            if let Some(old) = self.opened.prices.get_mut(cell).filter(|old| **old != price && !is_end) {
                *old = price;
                has_changed = true;
            }
        }
        if has_changed {
            self.remake_ground();
        }
    }
}
