//! Whether tanks can get past each other: which places of all of them can be reached from which, by all of them.
//!
//! Where two tanks of three and four cells share a yard of six, one that is to go where the other stands never gets there,
//! however cleverly they drive. All places of two tanks on a board fall into groups between which there is no way. Brick
//! counts as open: it is dug away. However many tanks drive about, those of each two of them stay in their group: a tank
//! can be at a place only if all others have places that agree with it, and with each other. Four in a street in which no
//! two pass keep their order for ever, and the second one never gets to where the two before it would have no room.
//!
//! So the question is one of constraint satisfaction, with a variable for the place of every tank. It is answered by forward
//! checking, the tank with the fewest places left first (R. Haralick and G. Elliott, "Increasing tree search efficiency for
//! constraint satisfaction problems", Artificial Intelligence 14, 1980). What it denies is impossible.
//!
//! What it grants may still be impossible, where three tanks cannot turn about though each two of them can. So the one that
//! is asked for is led there with all that have to step aside ([`lead`]): where all that some of them can do together has been
//! looked at in vain, it is impossible too, and where too much would have to be looked at, it counts as possible.

use crate::base::{Cell, CellSet, Dir};
use crate::games::tanks::bot::joint::lead;
use crate::games::tanks::bot::path::Member;
use crate::games::tanks::field::{Field, Ground, MAX_SIZE};
use crate::games::tanks::ways::{Atlas, Goal, Profile};

/// Places that are tried for tanks until it counts as possible that all have one.
const TRIED: u32 = 5_000;
/// States of some that are led together that are looked at until it counts as possible.
const STATES: u32 = 200_000;

/// Where tanks of all sizes can get past each other on a board.
#[derive(Debug, Clone)]
pub struct Passing {
    /// The board without its bricks.
    open: Field,
    /// By the sizes of two tanks, from 1.
    pairs: Vec<Vec<Pair>>,
    width: usize,
    cells: usize,
}

impl Passing {
    pub fn new(field: &Field) -> Self {
        let mut open = field.clone();
        for (cell, _) in field.picture().iter().filter(|(_, ground)| **ground == Ground::Brick) {
            open.make(cell, Ground::Floor);
        }
        let with = |size: u8| (1..=MAX_SIZE).map(|other| Pair::new(&open, (size, other))).collect();
        let (width, height) = (usize::from(field.width()), usize::from(field.height()));
        Self { pairs: (1..=MAX_SIZE).map(with).collect(), width, cells: width * height, open }
    }

    /// Whether one of some tanks, told by their sizes and places, can get to a place, if all others go wherever that is best.
    pub fn can_reach(&self, tanks: &[(u8, Cell)], who: usize, to: Cell) -> bool {
        let index = |cell: Cell| cell.y as usize * self.width + cell.x as usize;
        let at: Vec<usize> = tanks.iter().map(|(_, cell)| index(*cell)).collect();
        // First where it is, so that those who are in nobody's way stay.
        let places = |tank: usize| match tank == who {
            true => vec![index(to)],
            false => [at[tank]].into_iter().chain((0..self.cells).filter(|place| *place != at[tank])).collect(),
        };
        let left = (0..tanks.len()).map(|tank| Some(places(tank))).collect();
        self.all_find_room(tanks, &at, left, &mut TRIED.clone()) && self.is_led(tanks, who, to)
    }

    /// Whether a tank can be led to a place with those whom it has to get past.
    fn is_led(&self, tanks: &[(u8, Cell)], who: usize, to: Cell) -> bool {
        let mut atlas = Atlas::new();
        let way = atlas.way(&self.open, Goal::Cell(to), Profile::driving(tanks[who].0));
        let member = |tank: usize| {
            let (size, at) = tanks[tank];
            let way = (tank == who).then_some(way);
            Member { slot: tank as u8, size, at, pace: 1, way, nearest: u32::MAX, waited: 0 }
        };
        let members: Vec<Member> = (0..tanks.len()).map(member).collect();
        let nothing = CellSet::new(self.open.width(), self.open.height());
        let led = lead(&self.open, &members, who, &nothing, STATES, &mut u32::MAX.clone());
        !matches!(led, Ok(None))
    }

    /// The groups of a tank at a place and another one, by the place of that.
    fn groups(&self, tanks: &[(u8, Cell)], one: usize, other: usize, at: usize) -> &[u32] {
        let pair = &self.pairs[usize::from(tanks[one].0) - 1][usize::from(tanks[other].0) - 1];
        &pair.groups[at * self.cells..][..self.cells]
    }

    /// Whether all have places that agree. `left`: those that agree with the tanks that have one; None: it has one.
    fn all_find_room(
        &self,
        tanks: &[(u8, Cell)],
        at: &[usize],
        mut left: Vec<Option<Vec<usize>>>,
        tried: &mut u32,
    ) -> bool {
        let open = (0..left.len()).filter_map(|tank| Some((left[tank].as_ref()?.len(), tank)));
        let Some((_, tank)) = open.min() else { return true };
        let Some(places) = left[tank].take() else { return true };
        places.into_iter().any(|place| {
            *tried = tried.saturating_sub(1);
            if *tried == 0 {
                return true;
            }
            let agree = |(other, places): (usize, &Option<Vec<usize>>)| {
                let group = self.groups(tanks, tank, other, at[tank])[at[other]];
                let groups = self.groups(tanks, tank, other, place);
                let stays = |place: &usize| group != 0 && groups[*place] == group;
                places.as_ref().map(|places| places.iter().copied().filter(stays).collect::<Vec<usize>>())
            };
            let left: Vec<_> = left.iter().enumerate().map(agree).collect();
            let is_open = left.iter().flatten().all(|places| !places.is_empty());
            is_open && self.all_find_room(tanks, at, left, tried)
        })
    }
}

/// The groups of all places of two tanks.
#[derive(Debug, Clone)]
struct Pair {
    width: usize,
    cells: usize,
    sizes: (u8, u8),
    /// By place of one and of the other; 0 where they cannot be.
    groups: Vec<u32>,
}

impl Pair {
    /// For tanks of two sizes on a board without bricks.
    fn new(field: &Field, sizes: (u8, u8)) -> Self {
        let (width, height) = (usize::from(field.width()), usize::from(field.height()));
        let cells = width * height;
        let open = |size: u8| -> Vec<bool> {
            let cell = |index: usize| Cell::new((index % width) as i16, (index / width) as i16);
            (0..cells).map(|index| field.fits(cell(index), size)).collect()
        };
        let mut pair = Self { width, cells, sizes, groups: vec![0; cells * cells] };
        let rooms = (open(sizes.0), open(sizes.1));
        let mut group = 0;
        let mut stack = Vec::new();
        for first in 0..cells * cells {
            if pair.groups[first] != 0 || !pair.has_room(&rooms, first) {
                continue;
            }
            group += 1;
            pair.groups[first] = group;
            stack.push(first);
            while let Some(state) = stack.pop() {
                let (one, other) = (state / cells, state % cells);
                for dir in Dir::STRAIGHT {
                    let (one_on, other_on) = (pair.beside(one, dir), pair.beside(other, dir));
                    let next = [one_on.map(|one| one * cells + other), other_on.map(|other| one * cells + other)];
                    for next in next.into_iter().flatten() {
                        if pair.groups[next] == 0 && pair.has_room(&rooms, next) {
                            pair.groups[next] = group;
                            stack.push(next);
                        }
                    }
                }
            }
        }
        pair
    }

    fn beside(&self, index: usize, dir: Dir) -> Option<usize> {
        let (dx, dy) = dir.offset();
        let (x, y) = ((index % self.width) as i16 + dx, (index / self.width) as i16 + dy);
        let is_inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.cells / self.width;
        is_inside.then(|| y as usize * self.width + x as usize)
    }

    fn has_room(&self, (one_room, other_room): &(Vec<bool>, Vec<bool>), state: usize) -> bool {
        let (one, other) = (state / self.cells, state % self.cells);
        let (size, other_size) = (usize::from(self.sizes.0), usize::from(self.sizes.1));
        let apart = |one: usize, other: usize| one + size <= other || other + other_size <= one;
        one_room[one]
            && other_room[other]
            && (apart(one % self.width, other % self.width) || apart(one / self.width, other / self.width))
    }
}
