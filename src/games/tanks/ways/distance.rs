//! The distances of all anchors to a goal, built at once and repaired where bricks fell.
//!
//! Distances are found backwards from the goal by Dijkstra's algorithm. A step has one of three costs only (with no, one
//! or two shots before it), so three queues, first in, first out, and one for what is known at the beginning are always
//! in order, and the next anchor is the least of their four heads: no heap. (R. B. Dial's buckets, "Algorithm 360", CACM
//! 12(11), 1969, taken one step further.)
//!
//! Repair: an anchor is right if its distance is the least over its steps of cost plus distance there, or what remains at
//! the goal. A changed cell can make only those wrong that stand beside it or on it. Where all wrong ones are too far,
//! the new distances spread from them. Where one is too near, because a wall came up, all is built anew: that is seldom, and
//! takes microseconds.
//!
//! Invariant: after [`Distances::build`] and [`Distances::update`] every anchor is right. Closed anchors have
//! [`BLOCKED`], those from which no way leads to the goal [`FAR`].

use super::goal::{CLOSED, Goal, Table};
use super::layer::Layer;
use super::profile::{Dig, Profile};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::Field;

/// The tank cannot stand there. Less than every distance, so that nothing is nearer.
const BLOCKED: u32 = 0;
/// The distance at a goal with nothing left to do: distances are kept with one added.
const NEAREST: u32 = 1;
const FAR: u32 = u32::MAX;

/// An anchor with a distance that it was given.
type Given = (u32, u32);

/// Memory of searches, used again by each.
#[derive(Debug, Clone, Default)]
pub struct Work {
    /// By the level of the last step; the last one is what is known at the beginning, in order.
    queues: [Vec<Given>; 4],
    /// Anchors that a change may have made wrong.
    doubtful: Vec<u32>,
}

/// The distances of all anchors to a goal.
#[derive(Debug, Clone)]
pub struct Distances {
    goal: Goal,
    profile: Profile,
    table: Table,
    values: Vec<u32>,
    /// What remains at the anchors of the goal, [`FAR`] elsewhere.
    seeds: Vec<u32>,
    version: u32,
}

impl Distances {
    /// Distances to a goal for tanks of a profile. The layer is that of their size and follows the board.
    pub fn build(field: &Field, layer: &Layer, goal: Goal, profile: Profile, work: &mut Work) -> Self {
        let mut distances = Self {
            goal,
            profile,
            table: Table::of(profile),
            values: Vec::new(),
            seeds: vec![FAR; layer.under().len()],
            version: layer.version(),
        };
        distances.rebuild(field, layer, work);
        distances
    }

    /// The same memory for another goal of tanks of the same size.
    pub fn retarget(&mut self, field: &Field, layer: &Layer, goal: Goal, profile: Profile, work: &mut Work) {
        if profile != self.profile {
            self.table = Table::of(profile);
        }
        (self.goal, self.profile, self.version) = (goal, profile, layer.version());
        self.rebuild(field, layer, work);
    }

    pub const fn goal(&self) -> Goal {
        self.goal
    }

    pub const fn profile(&self) -> Profile {
        self.profile
    }

    fn rebuild(&mut self, field: &Field, layer: &Layer, work: &mut Work) {
        let can_stand: [bool; super::profile::MASKS] =
            std::array::from_fn(|mask| self.table.level(mask as u8, Dir::East) != CLOSED);
        self.values.clear();
        self.values.extend(
            layer
                .under()
                .iter()
                .map(|mask| if can_stand[usize::from(*mask) % can_stand.len()] { FAR } else { BLOCKED }),
        );
        self.seeds.clear();
        self.seeds.resize(self.values.len(), FAR);
        work.queues.iter_mut().for_each(Vec::clear);
        self.goal.anchors(field, layer, self.profile, |index, rest| {
            let seed = &mut self.seeds[index];
            *seed = (*seed).min(rest + NEAREST);
            if *seed < self.values[index] {
                self.values[index] = *seed;
                work.queues[3].push((*seed, index as u32));
            }
        });
        self.spread(layer, work);
    }

    /// Follows the changes of the board; the layer already does.
    pub fn update(&mut self, field: &Field, layer: &Layer, work: &mut Work) {
        let changed = match field.changed_since(self.version) {
            Some([]) => return,
            Some(changed) if changed.len() * layer.size() <= self.values.len() / 8 => changed,
            _ => {
                self.version = layer.version();
                return self.rebuild(field, layer, work);
            }
        };
        self.version = layer.version();
        work.queues.iter_mut().for_each(Vec::clear);
        work.doubtful.clear();
        for (index, cell) in changed.iter().enumerate() {
            // A cell of brick falls in several bites.
            if !changed[..index].contains(cell) {
                self.doubt(layer, *cell, work);
            }
        }
        if self.goal.depends_on_cells() {
            self.reseed(field, layer, work);
        }
        for doubtful in &work.doubtful {
            let index = *doubtful as usize;
            let value = self.values[index];
            if value == BLOCKED {
                continue;
            }
            let right = self.right(layer, index);
            if right > value {
                return self.rebuild(field, layer, work);
            }
            if right < value {
                self.values[index] = right;
                work.queues[3].push((right, *doubtful));
            }
        }
        self.spread(layer, work);
    }

    /// Notes the anchors that a change of a cell may have made wrong: those on it, which may be closed or open now, and
    /// those one step before it.
    fn doubt(&mut self, layer: &Layer, cell: Cell, work: &mut Work) {
        let size = layer.size() as i16;
        for y in cell.y - size..=cell.y + 1 {
            for x in cell.x - size..=cell.x + 1 {
                let is_corner = (y == cell.y - size || y == cell.y + 1) && (x == cell.x - size || x == cell.x + 1);
                let Some(index) = layer.place(Cell::new(x, y)).filter(|_| !is_corner) else { continue };
                let open = self.table.level(layer.under()[index], Dir::East) != CLOSED;
                match (open, self.values[index] == BLOCKED) {
                    (true, true) => self.values[index] = FAR,
                    (false, _) => self.values[index] = BLOCKED,
                    _ => {}
                }
                work.doubtful.push(index as u32);
            }
        }
    }

    /// Finds the anchors of the goal again and notes those where something else remains than before.
    fn reseed(&mut self, field: &Field, layer: &Layer, work: &mut Work) {
        let before = std::mem::take(&mut self.seeds);
        self.seeds = vec![FAR; before.len()];
        self.goal.anchors(field, layer, self.profile, |index, rest| {
            self.seeds[index] = self.seeds[index].min(rest + NEAREST);
        });
        let both = before.iter().zip(&self.seeds).zip(0..);
        work.doubtful.extend(both.filter(|((before, now), _)| before != now).map(|(_, index): (_, u32)| index));
    }

    /// The distance that follows from those of the neighbours and the goal.
    fn right(&self, layer: &Layer, index: usize) -> u32 {
        let by_steps = Dir::STRAIGHT.into_iter().filter_map(|dir| self.through(layer, index, dir));
        by_steps.fold(self.seeds[index], |least, (cost, rest)| least.min(cost + rest))
    }

    /// The cost of a step from an anchor and the distance behind it, both as they are kept.
    #[inline]
    fn through(&self, layer: &Layer, index: usize, dir: Dir) -> Option<(u32, u32)> {
        let next = index.wrapping_add_signed(layer.pace(dir));
        let level = self.table.level(layer.strip(next, dir), dir);
        let rest = self.values[next];
        (level != CLOSED && rest != FAR && rest != BLOCKED).then(|| (self.table.costs[usize::from(level)], rest))
    }

    /// Spreads from what the last queue holds.
    fn spread(&mut self, layer: &Layer, work: &mut Work) {
        work.queues[3].sort_unstable();
        let mut heads = [0_usize; 4];
        let paces = Dir::STRAIGHT.map(|dir| (dir, layer.pace(dir)));
        loop {
            let mut best = (FAR, 0, heads.len());
            for (level, (head, queue)) in heads.iter().zip(&work.queues).enumerate() {
                if let Some((value, index)) = queue.get(*head)
                    && *value < best.0
                {
                    best = (*value, *index, level);
                }
            }
            let (value, index, level) = best;
            if level == heads.len() {
                return;
            }
            heads[level] += 1;
            let index = index as usize;
            if self.values[index] != value {
                continue;
            }
            for (dir, pace) in paces {
                let before = index.wrapping_add_signed(-pace);
                let level = usize::from(self.table.level(layer.strip(index, dir), dir));
                if level == usize::from(CLOSED) {
                    continue;
                }
                let longer = value + self.table.costs[level];
                if longer < self.values[before] {
                    self.values[before] = longer;
                    work.queues[level].push((longer, before as u32));
                }
            }
        }
    }

    /// The cost of the best way from an anchor in parts of [`super::STEP`]; None where there is none.
    #[inline]
    pub fn at(&self, layer: &Layer, anchor: Cell) -> Option<u32> {
        let value = self.values[layer.place(anchor)?];
        (value != FAR && value != BLOCKED).then(|| value - NEAREST)
    }

    /// The cost of the best way from an anchor that begins with a step in a direction; None where there is none.
    #[inline]
    pub fn via(&self, layer: &Layer, anchor: Cell, dir: Dir) -> Option<u32> {
        let index = layer.place(anchor)?;
        layer.place(anchor.step(dir))?;
        self.through(layer, index, dir).map(|(cost, rest)| cost + rest - NEAREST)
    }

    /// Shots that clear the way for a step; None where no shots do.
    pub fn shots(&self, layer: &Layer, anchor: Cell, dir: Dir) -> Option<u32> {
        let next = layer.place(anchor.step(dir))?;
        self.profile.shots(layer.strip(next, dir), super::layer::axis(dir))
    }

    /// Whether a tank with this anchor has reached the goal, if it shoots away what remains.
    pub fn is_there(&self, layer: &Layer, anchor: Cell) -> bool {
        layer.place(anchor).is_some_and(|index| self.seeds[index] != FAR && self.seeds[index] == self.values[index])
    }

    /// Whether it drives round everything.
    pub const fn only_drives(&self) -> bool {
        matches!(self.profile.dig, Dig::No)
    }
}
