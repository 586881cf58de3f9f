//! Who exchanges goals with whom: members of a group instead of changing places, strangers that are near each other's places
//! when they have waited for long.

use super::decide::Decision;
use super::preferences;
use super::scratch::Stage;
use super::{Agent, Exchange, NEAR_HOME, shares};
use crate::base::{Cell, Dir};
use crate::nav::step::Tick;
use crate::nav::straight;
use crate::nav::terrain::GRASS_STEP;
use crate::nav::walk::Walk;

/// Ticks without coming nearer after which a unit exchanges goals with one that is not of its group: three seconds.
const STRANGERS: Tick = 60;
/// The same for two that go back to their places, or rest there, since one with an order last passed: five seconds.
const STRANGERS_GO_BACK: Tick = 100;

/// Whether two belong to one group and sort.
fn are_mates(one: &Agent, other: &Agent) -> bool {
    one.group.is_some() && one.group == other.group && one.view == other.view
}

impl Decision<'_, '_> {
    /// Exchanges goals of one that has stood for long with the one before it, which it would have asked to make way, or with the
    /// one that is where it wants to be.
    pub(super) fn exchange_after_waiting(&mut self, index: usize) -> bool {
        let agent = self.agents[index];
        let Some(goal) = agent.goal.filter(|_| self.scene.now.saturating_sub(agent.still_since) >= STRANGERS) else {
            return false;
        };
        let steps = self.surroundings(index).steps;
        let next = Dir::ALL.into_iter().min_by_key(|dir| steps[*dir as usize]).map(|dir| agent.at.step(dir));
        [(next.filter(|_| agent.size == 1), true), (Some(goal), false)].into_iter().any(|(cell, have_met)| {
            let other = cell.and_then(|cell| self.scene.occupancy.standing(cell)).and_then(|unit| self.agent_of(unit));
            let is_free = |other: &usize| {
                let mate = &self.agents[*other];
                *other != index && self.memory.stage[*other] == Stage::Open && mate.side == agent.side && !mate.holds
            };
            other.filter(is_free).is_some_and(|other| self.exchange(index, other, have_met))
        })
    }

    /// Whether two are free to exchange their goals at this tick: members of one group and sort, or any two of one size whose
    /// places are near each other when the asker has been late for long.
    fn may_exchange(&self, index: usize, other: usize) -> bool {
        let (asker, mate) = (&self.agents[index], &self.agents[other]);
        let is_led = self.plans.forced[index].is_some() || self.plans.forced[other].is_some();
        if is_led || self.memory.has_asked[index] {
            return false;
        }
        if are_mates(asker, mate) {
            return true;
        }
        let go_back = asker.has_no_order() && mate.has_no_order();
        let is_free = |agent: &Agent| agent.group.is_some() || agent.has_no_order();
        asker.is_late(self.scene.now, if go_back { STRANGERS_GO_BACK } else { STRANGERS })
            && is_free(asker)
            && is_free(mate)
            && mate.size == asker.size
            && mate.wants().chebyshev(asker.home) <= NEAR_HOME
            && asker.wants().chebyshev(mate.home) <= NEAR_HOME
            && self.can_take(other, asker.wants())
            && self.can_take(index, mate.wants())
    }

    /// Whether a unit is known to reach a place.
    fn can_take(&self, index: usize, place: Cell) -> bool {
        let (map, at) = (self.map(index), self.agents[index].at);
        let search = self.scene.distances.peek(map.layer(), place);
        search.is_some_and(|search| search.known(at).is_some()) || straight::distance(map, at, place).is_some()
    }

    /// Exchanges goals with one that stands where `index` wants to go, if that serves both: it rests there, or wants to go
    /// where `index` stands, if they have met. A large body that rests keeps its place: to leave it to the next one it would
    /// have to get past.
    pub(super) fn exchange(&mut self, index: usize, other: usize, have_met: bool) -> bool {
        let (asker, mate) = (self.agents[index], self.agents[other]);
        let Some(goal) = asker.goal.filter(|_| self.may_exchange(index, other)) else { return false };
        let place = mate.wants();
        match mate.goal {
            None if mate.at != mate.post || mate.size > 1 => return false,
            None => {}
            Some(_) => {
                // Head-on: what each has before it is behind the other.
                let now = self.surroundings(index).left.saturating_add(self.surroundings(other).left);
                // True distances: the crow's flight would make them change places for ever around a corner.
                let left = |of: &Agent, from: Cell| {
                    let map = self.map(index);
                    let search = self.scene.distances.peek(map.layer(), of.target);
                    let known = search.and_then(|search| search.estimate(from));
                    known.or_else(|| straight::distance(map, from, of.target)).unwrap_or(preferences::FAR)
                };
                let then = left(&mate, asker.at).saturating_add(left(&asker, mate.at));
                // By the way alone: for the time being it may have a reason to stand.
                let steps = self.surroundings(other).steps;
                let faces = Dir::ALL.into_iter().min_by_key(|dir| steps[*dir as usize]);
                let is_faced = faces.is_some_and(|dir| mate.at.step(dir).chebyshev(asker.at) < u32::from(mate.size));
                if have_met && !is_faced || then.saturating_add(GRASS_STEP) >= now {
                    return false;
                }
            }
        }
        self.memory.has_asked[index] = true;
        let ours = &mut self.agents[index];
        (ours.goal, ours.target) = (Some(place), place);
        let (rank, passed_at) = (ours.rank, ours.passed_at);
        let mate = &mut self.agents[other];
        // Where it stands the way to the middle of the group may be at its end.
        let is_shared = shares(mate.at, goal, asker.target);
        (mate.goal, mate.target) = (Some(goal), if is_shared { asker.target } else { goal });
        mate.rank = mate.rank.min(rank);
        mate.passed_at = mate.passed_at.max(passed_at);
        let are_strangers = !are_mates(&asker, mate);
        let mate = *mate;
        if !are_strangers {
            (self.agents[index].home, self.agents[other].home) = (mate.home, asker.home);
        }
        self.give_goal(&mate);
        self.memory.surroundings[index] = None;
        self.memory.surroundings[other] = None;
        self.exchanges.push(Exchange { asker: asker.unit, other: mate.unit, are_strangers });
        true
    }
}
