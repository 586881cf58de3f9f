//! The stage editor as a value: tools, strokes with mirror images, undo and redo, checks. What draws it is elsewhere.
//!
//! One stroke, from pressing to letting go, is one step of undo. The stage in the editor need not be playable at every
//! moment; [`Editor::problem`] says why not.

use super::check::{Finding, check};
use super::field::{BASE_SIDE, Ground, MAX_SIDE, MIN_SIDE, square};
use super::stage::judge::MAX_POSTS;
use super::stage::{CodeProblem, POST_SIDE, Post, Stage, StageProblem};
use super::symmetry::Symmetry;
use crate::base::{Cell, Grid};

/// Steps that can be undone.
const STEPS: usize = 200;
/// The widest brush, in cells.
pub const MAX_BRUSH: u8 = 4;

/// What a stroke puts on the board. Sides are those of [`Post`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    Paint(Ground),
    Base(u8),
    Player(u8),
    Gate,
    Flag(u8),
    /// Takes away whatever is there, down to the floor.
    Erase,
}

/// How a stroke of paint spreads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spread {
    /// Under the brush, along the way of the pointer.
    #[default]
    Brush,
    /// Over the rectangle between the first cell and the last.
    Rectangle,
    /// Over all cells of the same ground that hang together with the first.
    Fill,
}

/// A stage that is being made.
#[derive(Debug, Clone)]
pub struct Editor {
    stage: Stage,
    pub tool: Tool,
    pub spread: Spread,
    pub symmetry: Symmetry,
    /// Cells along a side of the brush, 1 to [`MAX_BRUSH`].
    pub brush: u8,
    undo: Vec<Stage>,
    redo: Vec<Stage>,
    /// The stage before the stroke that is on, its first cell and its last.
    stroke: Option<(Stage, Cell, Cell)>,
    saved: Stage,
}

impl Editor {
    /// An editor with a stage in it.
    pub fn new(stage: Stage) -> Self {
        Self {
            saved: stage.clone(),
            stage,
            tool: Tool::Paint(Ground::Brick),
            spread: Spread::Brush,
            symmetry: Symmetry::None,
            brush: 2,
            undo: Vec::new(),
            redo: Vec::new(),
            stroke: None,
        }
    }

    /// The stage as it is now.
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Begins a stroke at a cell.
    pub fn press(&mut self, cell: Cell) {
        self.release();
        self.stroke = Some((self.stage.clone(), cell, cell));
        match (self.tool, self.spread) {
            (Tool::Paint(ground), Spread::Fill) => self.fill(cell, ground),
            _ => self.dab(cell),
        }
    }

    /// Draws the stroke on to a cell.
    pub fn drag(&mut self, cell: Cell) {
        let Some((before, first, last)) = self.stroke.clone().filter(|stroke| stroke.2 != cell) else { return };
        self.stroke = Some((before.clone(), first, cell));
        match (self.tool, self.spread) {
            (Tool::Paint(_), Spread::Fill) => {}
            (Tool::Paint(_) | Tool::Erase, Spread::Rectangle) => {
                self.stage = before;
                for y in first.y.min(cell.y)..=first.y.max(cell.y) {
                    for x in first.x.min(cell.x)..=first.x.max(cell.x) {
                        self.dab(Cell::new(x, y));
                    }
                }
            }
            (Tool::Paint(_) | Tool::Erase, _) => {
                last.line_between(cell).chain([cell]).for_each(|cell| self.dab(cell));
            }
            // What stands somewhere follows the pointer.
            _ => {
                self.stage = before;
                self.dab(cell);
            }
        }
    }

    /// Ends the stroke; from now on it can be undone.
    pub fn release(&mut self) {
        if let Some((before, ..)) = self.stroke.take() {
            self.keep(before);
        }
    }

    /// Notes the stage before a change, if there was one.
    fn keep(&mut self, before: Stage) {
        if before == self.stage {
            return;
        }
        if self.undo.len() == STEPS {
            self.undo.remove(0);
        }
        self.undo.push(before);
        self.redo.clear();
    }

    /// Changes anything about the stage in one step of undo: its name, its waves.
    pub fn change(&mut self, change: impl FnOnce(&mut Stage)) {
        self.release();
        let before = self.stage.clone();
        change(&mut self.stage);
        self.keep(before);
    }

    /// Takes the last step back. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        self.release();
        let Some(before) = self.undo.pop() else { return false };
        self.redo.push(std::mem::replace(&mut self.stage, before));
        true
    }

    /// Makes the last step that was taken back again. Says whether there was one.
    pub fn redo(&mut self) -> bool {
        self.release();
        let Some(after) = self.redo.pop() else { return false };
        self.undo.push(std::mem::replace(&mut self.stage, after));
        true
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Another size of the board; what is outside of it then is gone.
    pub fn resize(&mut self, width: u16, height: u16) {
        let (width, height) = (width.clamp(MIN_SIDE, MAX_SIDE), height.clamp(MIN_SIDE, MAX_SIDE));
        self.change(|stage| {
            let mut ground = Grid::filled(width, height, Ground::Floor);
            for cell in ground.cells() {
                ground[cell] = stage.ground.get(cell).copied().unwrap_or_default();
            }
            stage.ground = ground;
            let fits =
                |at: Cell| at.x + i16::from(POST_SIDE) <= width as i16 && at.y + i16::from(POST_SIDE) <= height as i16;
            for base in stage.bases.iter().filter(|base| !fits(base.at)) {
                let cells = square(base.at, BASE_SIDE);
                cells.for_each(|cell| stage.ground.get_mut(cell).into_iter().for_each(|it| *it = Ground::Floor));
            }
            [&mut stage.bases, &mut stage.players, &mut stage.flags]
                .into_iter()
                .for_each(|posts| posts.retain(|post| fits(post.at)));
            stage.gates.retain(|gate| fits(*gate));
        });
    }

    /// Why the stage cannot be played, if it cannot.
    pub fn problem(&self) -> Option<StageProblem> {
        self.stage.judge().err()
    }

    /// What the author should know about a stage that can be played.
    pub fn findings(&self) -> Vec<Finding> {
        if self.problem().is_some() { Vec::new() } else { check(&self.stage) }
    }

    /// Replaces the stage by that of a code; can be undone.
    ///
    /// # Errors
    /// One sentence; the stage stays.
    pub fn take_code(&mut self, code: &str) -> Result<(), CodeProblem> {
        let stage = Stage::from_code(code)?;
        self.change(|own| *own = stage);
        Ok(())
    }

    /// Whether there is something that [`Editor::mark_saved`] does not know of.
    pub fn is_changed(&self) -> bool {
        self.stage != self.saved
    }

    /// What is here now has been written somewhere.
    pub fn mark_saved(&mut self) {
        self.release();
        self.saved = self.stage.clone();
    }

    /// The squares that a stroke at a cell would cover: top left cells and the side. For a preview.
    pub fn covered(&self, cell: Cell) -> (Vec<Cell>, u8) {
        let size = (self.stage.width(), self.stage.height());
        match (self.tool, self.spread) {
            (Tool::Paint(_) | Tool::Erase, Spread::Brush) => {
                // An even brush lies to the right and below of the pointer's cell.
                let back = (i16::from(self.brush) - 1) / 2;
                let at = Cell::new(cell.x - back, cell.y - back);
                (self.symmetry.images(size, at, self.brush), self.brush)
            }
            (Tool::Paint(_) | Tool::Erase, _) => (self.symmetry.images(size, cell, 1), 1),
            _ => {
                let (right, bottom) = (size.0 as i16 - i16::from(POST_SIDE), size.1 as i16 - i16::from(POST_SIDE));
                let at = Cell::new(cell.x.clamp(0, right), cell.y.clamp(0, bottom));
                (self.symmetry.images(size, at, POST_SIDE), POST_SIDE)
            }
        }
    }

    /// One touch of the tool with all its images.
    fn dab(&mut self, cell: Cell) {
        let (images, side) = self.covered(cell);
        for (index, at) in images.into_iter().enumerate() {
            match self.tool {
                Tool::Paint(ground) => square(at, side).for_each(|cell| self.paint(cell, ground)),
                Tool::Erase => square(at, side).for_each(|cell| self.erase(cell)),
                Tool::Base(side) => self.post(at, |stage| &mut stage.bases, self.image_side(side, index)),
                Tool::Player(side) => self.post(at, |stage| &mut stage.players, self.image_side(side, index)),
                Tool::Flag(side) => self.post(at, |stage| &mut stage.flags, self.image_side(side, index)),
                Tool::Gate => {
                    if self.stage.gates.len() < MAX_POSTS {
                        self.clear(at);
                        self.stage.gates.push(at);
                    }
                }
            }
        }
    }

    /// The side of an image of a post: across the middle of the board it is the other one's.
    const fn image_side(&self, side: u8, image: usize) -> u8 {
        let is_across = match self.symmetry {
            Symmetry::None | Symmetry::Mirror => false,
            Symmetry::Pond | Symmetry::Turn => image == 1,
            Symmetry::Quarters => image >= 2,
        };
        if is_across { side ^ 1 } else { side }
    }

    /// Paints a cell. What stops tanks does not go where something starts; bases stay.
    fn paint(&mut self, cell: Cell, ground: Ground) {
        let starts = self.stage.players.iter().chain(&self.stage.flags).map(|post| post.at);
        let mut starts = starts.chain(self.stage.gates.iter().copied());
        if ground == Ground::Base || ground.stops_tanks() && starts.any(|at| is_in(at, cell)) {
            return;
        }
        if let Some(own) = self.stage.ground.get_mut(cell).filter(|own| **own != Ground::Base) {
            *own = ground;
        }
    }

    /// Floor instead of the ground at a cell and of everything that covers it.
    fn erase(&mut self, cell: Cell) {
        let stage = &mut self.stage;
        for base in stage.bases.extract_if(.., |base| is_in(base.at, cell)) {
            square(base.at, BASE_SIDE).for_each(|cell| stage.ground[cell] = Ground::Floor);
        }
        [&mut stage.players, &mut stage.flags].into_iter().for_each(|posts| posts.retain(|post| !is_in(post.at, cell)));
        stage.gates.retain(|gate| !is_in(*gate, cell));
        stage.ground.get_mut(cell).into_iter().for_each(|own| *own = Ground::Floor);
    }

    /// Makes room for something that starts at a square: nothing else covers it, and nothing stops tanks there.
    fn clear(&mut self, at: Cell) {
        for cell in square(at, POST_SIDE) {
            let ground = self.stage.ground.get(cell).copied().unwrap_or_default();
            self.erase(cell);
            if !ground.stops_tanks() {
                self.paint(cell, ground);
            }
        }
    }

    fn post(&mut self, at: Cell, posts: impl Fn(&mut Stage) -> &mut Vec<Post>, side: u8) {
        if posts(&mut self.stage).len() >= MAX_POSTS {
            return;
        }
        self.clear(at);
        posts(&mut self.stage).push(Post { at, side });
        if matches!(self.tool, Tool::Base(_)) {
            square(at, BASE_SIDE).for_each(|cell| self.stage.ground[cell] = Ground::Base);
        }
    }

    /// Paints all cells of one ground that hang together.
    fn fill(&mut self, cell: Cell, ground: Ground) {
        let size = (self.stage.width(), self.stage.height());
        for start in self.symmetry.images(size, cell, 1) {
            let Some(old) = self.stage.ground.get(start).copied().filter(|old| *old != ground) else { continue };
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if self.stage.ground.get(cell) != Some(&old) {
                    continue;
                }
                self.paint(cell, ground);
                // A cell that may not be painted is not gone through either.
                if self.stage.ground[cell] == ground {
                    open.extend(crate::base::Dir::STRAIGHT.map(|dir| cell.step(dir)));
                }
            }
        }
    }
}

/// Whether a cell is covered by something that starts at another.
fn is_in(at: Cell, cell: Cell) -> bool {
    square(at, POST_SIDE).any(|own| own == cell)
}
