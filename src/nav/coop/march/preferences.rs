//! What a unit would like to do next: its legal steps and standing still, the best first.
//!
//! All values are costs of [`crate::nav::terrain`]: a step is worth what it costs and what is left behind it; standing still
//! is worth what is left here and a price for the time. Small prices decide between steps that are as good.

use super::Agent;
use crate::base::Dir;
use crate::nav::terrain::GRASS_STEP;

/// "No way known": farther than anything on a map, and sums of it do not overflow.
pub(super) const FAR: u32 = u32::MAX / 2;

/// The eight steps and standing still.
pub(super) const CHOICES: usize = 9;

/// A choice with its worth: less is better. `None` is to stand still.
pub(super) type Preference = (u32, Option<Dir>);

/// Up to nine choices, sorted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Preferences {
    list: [Preference; CHOICES],
    len: usize,
}

impl Preferences {
    pub(super) const fn new() -> Self {
        Self { list: [(u32::MAX, None); CHOICES], len: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, worth: u32, dir: Option<Dir>) {
        self.list[self.len] = (worth, dir);
        self.len += 1;
    }

    /// The best first; steps before standing still, then in the order of directions, where they are worth the same.
    pub(super) fn sort(&mut self) {
        self.list[..self.len].sort_unstable_by_key(|(worth, dir)| (*worth, dir.map_or(CHOICES as u8, |dir| dir as u8)));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Preference> + use<> {
        let (list, len) = (self.list, self.len);
        list.into_iter().take(len)
    }
}

/// Price of a step onto the place of a unit that rests: more than walking around one body in the open (a detour of two
/// diagonals costs about 80 to 160), less than a real detour.
pub(super) const RESTING: u32 = GRASS_STEP;
/// Price of a step onto the place of a unit that is on its way and stands now.
pub(super) const STANDING: u32 = 40;
/// Price of a step whose end somebody else is coming into: it cannot start now.
pub(super) const TAKEN: u32 = 60;
/// Price of a step towards somebody who comes the other way, by the distance.
pub(super) const ONCOMING: u32 = 150;
/// Price of going back to where the last step came from.
pub(super) const BACK: u32 = 90;
/// Price of standing still: half a step, so that a step that leads nearer is always better and one that does not is not.
pub(super) const WAITING: u32 = GRASS_STEP / 2;
/// The most that waiting adds to the price of standing still: two steps sideways become worth it, going back does not.
pub(super) const IMPATIENCE: u32 = GRASS_STEP + GRASS_STEP / 4;

/// Price of turning from `facing` to `dir`, to the left a little more than to the right: units that meet head-on both
/// step to their right.
#[inline]
pub(super) fn turning(facing: Dir, dir: Dir) -> u32 {
    const PRICES: [u32; 8] = [0, 2, 6, 10, 12, 11, 7, 3];
    PRICES[(dir as usize + 8 - facing as usize) % 8]
}

/// What standing still costs a unit that has stood for some time.
#[inline]
pub(super) fn waiting(agent: &Agent, stood: u32) -> u32 {
    let lost = stood * GRASS_STEP / (2 * u32::from(agent.ticks_per_cell));
    WAITING + lost.min(IMPATIENCE)
}
