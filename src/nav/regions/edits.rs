//! Regions follow edits of the map, one cell at a time.
//!
//! An opened cell joins its neighbours' regions under the number of the largest; only the smaller ones are relabelled.
//! A blocked cell can split its region only if its free neighbours are not linked through the ring of eight cells
//! around it; then floods from each of them take turns, cell by cell, until all have met (no split, often a few cells
//! away) or one has run dry, which has then found the part that was cut off. Taking turns bounds the work by the
//! smaller part, as in the component search of Y. Shiloach and S. Even, "An On-Line Edge-Deletion Problem" (JACM 28(1),
//! 1981), §2. An update that would look at more than a share of the map labels it anew.

use super::Regions;
use crate::base::{Cell, Dir};

/// An update that would look at more than one in this many cells of the map labels it anew instead. Looking at a
/// cell in turns costs some ten times as much as passing over it.
const SHARE: usize = 16;
/// Cells that an update may look at on however small a map.
const LEAST: usize = 256;
/// The mark of the first of up to four floods around a blocked cell. Numbers of regions stay far below: a map has at
/// most 2²⁴ cells.
const FLOODED: u32 = u32::MAX - 4;

impl Regions {
    /// Follows changes of the map. `changed` names every cell that became passable or blocked since the regions were
    /// last right, for a large unit the anchors whose clearance changed; others and repeated ones do no harm. `passable`
    /// is as in [`Regions::of_passable`], for the map as it is now.
    ///
    /// Returns the number of cells looked at: usually a few; that of the whole map if it was labelled anew.
    pub fn update_passable(&mut self, changed: &[Cell], passable: impl Fn(Cell) -> bool) -> usize {
        let most = (self.labels.len() / SHARE).max(LEAST);
        let mut looked = changed.len();
        // Opened cells first: a way that moves over by one cell then never falls apart in between.
        for &cell in changed {
            if looked <= most && self.labels.get(cell) == Some(&0) && passable(cell) {
                looked += self.open(cell, most - looked);
            }
        }
        for &cell in changed {
            if looked <= most && self.region(cell).is_some() && !passable(cell) {
                looked += self.block(cell, most - looked);
            }
        }
        if looked > most {
            *self = Self::of_passable(self.labels.width(), self.labels.height(), passable);
            return self.labels.len();
        }
        looked
    }

    /// Makes a blocked cell passable and joins the regions around it; returns the number of relabelled cells. Gives up
    /// like [`Self::block`].
    fn open(&mut self, cell: Cell, most: usize) -> usize {
        let around = Dir::STRAIGHT.map(|dir| self.region(cell.step(dir)));
        let largest = around.into_iter().flatten().max_by_key(|number| (self.size(*number), u32::MAX - number));
        let keep = largest.unwrap_or_else(|| self.number());
        self.labels[cell] = keep;
        self.sizes[keep as usize - 1] += 1;
        let (mut relabelled, mut stack) = (1, Vec::new());
        for dir in Dir::STRAIGHT {
            let next = cell.step(dir);
            if let Some(old) = self.region(next)
                && old != keep
            {
                relabelled += self.size(old) as usize;
                if relabelled > most {
                    return relabelled;
                }
                self.repaint(next, keep, &mut stack);
                self.release(old);
            }
        }
        relabelled
    }

    /// Makes a passable cell blocked and splits its region if that cuts it; returns the number of cells looked at.
    /// Gives up, with labels that are no longer right, as soon as that is more than `most`.
    fn block(&mut self, cell: Cell, most: usize) -> usize {
        let label = self.labels[cell];
        self.labels[cell] = 0;
        self.sizes[label as usize - 1] -= 1;
        if self.size(label) == 0 {
            self.release(label);
            return 1;
        }
        // One flood for each group of free neighbours that is not linked through the ring of eight cells.
        let free = |eighth: usize| self.region(cell.step(Dir::ALL[eighth % 8])).is_some();
        let linked_to_the_one_before = |eighth: usize| free(eighth + 6) && free(eighth + 7);
        let starts = [0, 2, 4, 6].into_iter().filter(|eighth| free(*eighth) && !linked_to_the_one_before(*eighth));
        let mut floods: Vec<_> = starts.map(|eighth| Flood::new(cell.step(Dir::ALL[eighth]), eighth / 2)).collect();
        if floods.len() < 2 {
            return 1;
        }
        for flood in &floods {
            self.labels[flood.cells[0]] = FLOODED + flood.group as u32;
        }
        let mut looked = 1;
        // A part is closed when none of its floods has anything left to look at.
        while floods.iter().any(|flood| flood.group != floods[0].group) {
            for index in 0..floods.len() {
                self.spread(&mut floods, index, label);
            }
            looked += floods.len();
            if looked > most {
                return looked;
            }
            let closed = floods.iter().map(|flood| flood.group).find(|group| {
                floods.iter().filter(|flood| flood.group == *group).all(|flood| flood.next == flood.cells.len())
            });
            if let Some(group) = closed
                && floods.iter().any(|flood| flood.group != group)
            {
                let number = self.number();
                for flood in floods.extract_if(.., |flood| flood.group == group) {
                    self.sizes[label as usize - 1] -= flood.cells.len() as u32;
                    self.sizes[number as usize - 1] += flood.cells.len() as u32;
                    flood.cells.into_iter().for_each(|cell| self.labels[cell] = number);
                }
            }
        }
        floods.into_iter().flat_map(|flood| flood.cells).for_each(|cell| self.labels[cell] = label);
        looked
    }

    /// Lets a flood look at the neighbours of one cell.
    fn spread(&mut self, floods: &mut [Flood], index: usize, label: u32) {
        let flood = &mut floods[index];
        let Some(&cell) = flood.cells.get(flood.next) else { return };
        flood.next += 1;
        let (mark, group) = (self.labels[cell], flood.group);
        for dir in Dir::STRAIGHT {
            let next = cell.step(dir);
            let Some(&there) = self.labels.get(next) else { continue };
            if there == label {
                self.labels[next] = mark;
                floods[index].cells.push(next);
            } else if there >= FLOODED
                && let Some(met) = floods.iter().find(|flood| self.labels[flood.cells[0]] == there).map(|f| f.group)
                && met != group
            {
                floods.iter_mut().filter(|flood| flood.group == met).for_each(|flood| flood.group = group);
            }
        }
    }

    /// Gives the region of `start` another number.
    fn repaint(&mut self, start: Cell, number: u32, stack: &mut Vec<Cell>) {
        let old = self.labels[start];
        self.labels[start] = number;
        stack.push(start);
        while let Some(cell) = stack.pop() {
            for dir in Dir::STRAIGHT {
                let next = cell.step(dir);
                if let Some(label) = self.labels.get_mut(next)
                    && *label == old
                {
                    *label = number;
                    stack.push(next);
                }
            }
        }
        self.sizes[number as usize - 1] += self.size(old);
    }

    fn number(&mut self) -> u32 {
        self.unused.pop().unwrap_or_else(|| {
            self.sizes.push(0);
            self.sizes.len() as u32
        })
    }

    /// Gives back the number of a region that is no more.
    fn release(&mut self, number: u32) {
        self.sizes[number as usize - 1] = 0;
        self.unused.push(number);
    }
}

/// One of the searches that find out whether a blocked cell has cut its region.
#[derive(Debug)]
struct Flood {
    /// Cells reached, in order; all bear the mark of this flood.
    cells: Vec<Cell>,
    /// The first of `cells` whose neighbours were not looked at yet.
    next: usize,
    /// Floods that have met share a group.
    group: usize,
}

impl Flood {
    fn new(start: Cell, group: usize) -> Self {
        Self { cells: vec![start], next: 0, group }
    }
}
