//! Regions follow edits of the map, one cell at a time.
//!
//! An opened cell joins its neighbours' regions under the number of the largest; only the smaller ones are relabelled.
//! A blocked cell can split its region only if its free neighbours are not linked through the ring of eight cells
//! around it; then floods from each of them take turns, cell by cell, until all have met (no split, often a few cells
//! away) or one has run dry, which has then found the part that was cut off. Taking turns bounds the work by the
//! smaller part, as in the component search of Y. Shiloach and S. Even, "An On-Line Edge-Deletion Problem" (JACM 28(1),
//! 1981), §2. An update that would look at more than a share of the map labels it anew.

use super::{Regions, STRAIGHT};
use crate::base::{Cell, Dir};
use crate::nav::terrain::Ground;

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
    /// last right; others and repeated ones do no harm. `ground` is the map as it is now.
    ///
    /// Returns the number of cells looked at: usually a few; that of the whole map if it was labelled anew.
    pub fn update(&mut self, ground: Ground<'_>, changed: &[Cell]) -> usize {
        self.update_passable(changed, |cell| ground.is_passable(cell))
    }

    /// [`Regions::update`] for regions of [`Regions::of_passable`]. For a large unit, `changed` are the
    /// anchors whose clearance changed, as [`crate::nav::clearance::Clearance::update`] returns them.
    pub(crate) fn update_passable(&mut self, changed: &[Cell], passable: impl Fn(Cell) -> bool) -> usize {
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
        let around = STRAIGHT.map(|dir| self.region(cell.step(dir)));
        let largest = around.into_iter().flatten().max_by_key(|number| (self.size(*number), u32::MAX - number));
        let keep = largest.unwrap_or_else(|| self.number());
        self.labels[cell] = keep;
        self.sizes[keep as usize - 1] += 1;
        let (mut relabelled, mut stack) = (1, Vec::new());
        for dir in STRAIGHT {
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
        for dir in STRAIGHT {
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
            for dir in STRAIGHT {
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

    /// A number that is not in use.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Grid;
    use crate::base::rng::stream;
    use crate::nav::clearance::Clearance;
    use rand::RngExt;

    fn flooded(map: &Grid<bool>) -> Regions {
        Regions::of_passable(map.width(), map.height(), |cell| map[cell])
    }

    /// Same region exactly if same region, and all that is told about the regions agrees.
    fn assert_alike(updated: &Regions, rebuilt: &Regions) {
        assert_eq!(updated.count(), rebuilt.count());
        let mut number_of = vec![None; rebuilt.count() + 1];
        for cell in rebuilt.labels.cells() {
            assert_eq!(updated.region(cell).is_some(), rebuilt.region(cell).is_some(), "{cell}");
            if let (Some(number), Some(expected)) = (updated.region(cell), rebuilt.region(cell)) {
                assert_eq!(*number_of[expected as usize].get_or_insert(number), number, "{cell}");
                assert_eq!(updated.size(number), rebuilt.size(expected));
            }
        }
        let mut numbers: Vec<_> = number_of.into_iter().flatten().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, updated.numbers().collect::<Vec<_>>(), "no two regions share a number");
    }

    #[test]
    fn updated_regions_are_those_of_a_map_labelled_anew() {
        let mut rng = stream(1, "regions");
        let (mut merges, mut splits, mut anew) = (0, 0, 0);
        for case in 0..120 {
            // Large batches on large maps are more than an update follows cell by cell.
            let (sides, most) = [(1..18, 3), (1..18, 3), (10..18, 30), (50..60, 150)][case % 4].clone();
            let (width, height) = (rng.random_range(sides.clone()), rng.random_range(sides));
            let share = rng.random_range(30..95);
            let mut map = Grid::filled(width, height, ()).map(|()| rng.random_range(0..100) < share);
            let mut regions = flooded(&map);
            for _ in 0..30 {
                let before = regions.count();
                let mut random =
                    || Cell::new(rng.random_range(-1..=width as i16), rng.random_range(-1..=height as i16));
                let target = random();
                let changed: Vec<_> = (0..most).map(|_| random()).collect();
                for cell in &changed {
                    if let Some(free) = map.get_mut(*cell) {
                        *free = rng.random_range(0..100) < share;
                    }
                }
                let looked = regions.update_passable(&changed, |cell| map[cell]);
                assert!(looked <= map.len().max(LEAST), "{looked} looks on {} cells", map.len());
                assert_alike(&regions, &flooded(&map));
                merges += usize::from(regions.count() < before);
                splits += usize::from(regions.count() > before);
                anew += usize::from(map.len() > LEAST && looked == map.len());
                for number in regions.numbers().take(20) {
                    let nearest = regions.nearest(number, target).expect("a region in use has cells");
                    assert_eq!(regions.region(nearest), Some(number));
                }
            }
        }
        assert!(merges > 200 && splits > 200 && anew > 50, "{merges} merges, {splits} splits, {anew} times anew");
    }

    #[test]
    fn regions_of_large_units_follow_the_changes_of_their_clearance() {
        let mut rng = stream(2, "regions");
        for _ in 0..60 {
            let mut map = Grid::filled(20, 16, ()).map(|()| rng.random_range(0..100) < 85);
            let mut clearance = Clearance::new(20, 16, 3, |cell| map[cell]);
            let of_size = |clearance: &Clearance, n| Regions::of_passable(20, 16, |cell| clearance.fits(cell, n));
            let mut regions = [1, 2, 3].map(|n| of_size(&clearance, n));
            for _ in 0..20 {
                let edited: Vec<_> =
                    (0..4).map(|_| Cell::new(rng.random_range(0..20), rng.random_range(0..16))).collect();
                edited.iter().for_each(|cell| map[*cell] = rng.random_bool(0.8));
                let changed = clearance.update(&edited, |cell| map[cell]);
                for (n, regions) in (1..).zip(&mut regions) {
                    regions.update_passable(&changed, |cell| clearance.fits(cell, n));
                    assert_alike(regions, &of_size(&clearance, n));
                }
            }
        }
    }

    #[test]
    fn an_edit_on_open_ground_looks_at_its_neighbours_only() {
        let mut map = Grid::filled(200, 200, true);
        let mut regions = flooded(&map);
        for at in [Cell::new(100, 100), Cell::new(101, 101), Cell::new(103, 100)] {
            map[at] = false;
            assert!(regions.update_passable(&[at], |cell| map[cell]) < 60);
        }
        map[Cell::new(101, 101)] = true;
        assert!(regions.update_passable(&[Cell::new(101, 101)], |cell| map[cell]) < 8);
    }

    #[test]
    fn cutting_off_a_corner_looks_at_no_more_than_a_few_times_its_cells() {
        let mut map = Grid::filled(200, 200, true);
        // A wall with one door around a corner of 10 × 10 cells.
        for step in 0..=10 {
            map[Cell::new(step, 10)] = false;
            map[Cell::new(10, step)] = false;
        }
        let door = Cell::new(10, 4);
        map[door] = true;
        let mut regions = flooded(&map);
        map[door] = false;
        let looked = regions.update_passable(&[door], |cell| map[cell]);
        assert_eq!((regions.count(), looked <= 2 * 100 + 4), (2, true), "{looked} looks");
        map[door] = true;
        let looked = regions.update_passable(&[door], |cell| map[cell]);
        assert_eq!((regions.count(), looked <= 104), (1, true), "{looked} looks");
    }
}
