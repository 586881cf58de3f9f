//! What a unit sees when it chooses: distances, bodies, traffic, passages; put together into its preferences.

use super::Searches;
use super::corridors::{self, Comer, Rule};
use super::decide::Decision;
use super::traffic::is_against;
use crate::base::{Cell, Dir};
use crate::nav::coop::march::preferences::{self, Preferences};
use crate::nav::occupancy::{body, covers};
use crate::nav::step::Tick;
use crate::nav::straight::Plain;
use crate::nav::terrain::GRASS_STEP;
use crate::nav::walk::Walk;

/// Cells along its way that a unit watches for others who come towards it.
const SIGHT: u32 = 5;
/// What it costs a unit that is pushed to step aside onto a lane: as much as three cells farther from its place.
const ONTO_A_LANE: u32 = 3 * GRASS_STEP;
/// How often the price of the wrong side of a passage, and of being where others come out, is paid by who has stood for less
/// than [`PATIENCE`] ticks, and that of the wrong side by who is pushed there. Paid once, queues stood where others came out,
/// and 80 workers who walked to and fro over a bridge of two or three cells came to a stand on it. After two and a half
/// seconds a friend who stands on the right side is walked around.
const FIRMLY: u32 = 8;
const PATIENCE: Tick = 50;
/// Ticks after which a unit enters a lane although somebody comes: thirty seconds.
const LONGEST_WAIT: Tick = 600;

/// Ticks after which nobody comes out of a lane any more: one and a half seconds.
const COMING_OUT: Tick = 30;
/// Cells inside a passage on which those count who are about to come out.
const INSIDE: usize = 3;
/// Price of being where those come out that come the other way.
const IN_THE_WAY: u32 = 200;

/// How many have to come towards a unit along its way for it to lean to the right in a wide passage.
const MANY: usize = 5;
/// Cells of its way that it looks along for them, and how far to both sides.
const WAY_AHEAD: usize = 48;
const NARROW_AHEAD: usize = 16;
const BESIDE: usize = 5;
/// Cells beyond the next one in which others that stand count.
const QUEUE: usize = 8;
/// Price of each. With 25 and four cells crowds queued where they could have fanned out (`corner-swap-270`: 2.5 instead of
/// 2.3 times free travel, `dispersal-400`: 2.1 instead of 1.8), with 100 they wandered (2.4; `mixed-sizes` 2.0).
const QUEUING: u32 = 60;
/// Ticks until it looks along its way again.
const LOOKS_ALONG: Tick = 40;

/// Whether a step leads in a straight direction, straight or slanting.
fn is_towards(along: Dir, dir: Dir) -> bool {
    matches!((dir as u8 + 8 - along as u8) % 8, 0 | 1 | 7)
}

/// What a unit has before it along its way.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ahead {
    pub(super) meets_many: bool,
    /// Whether it comes to a narrow passage soon.
    is_narrow: bool,
    /// Whether it has looked and comes to no narrow passage of more than one cell.
    pub(super) is_open: bool,
    /// The first cell of a lane one cell wide that it comes to soon, and the direction of the lane.
    pub(super) mouth: Option<(Cell, Dir)>,
    /// Where those come out that come the other way through the narrow passage that it comes to, of whatever width, and
    /// its own direction there.
    outlet: Option<(Cell, Dir)>,
    /// The tick at which it looks again.
    until: Tick,
    /// What was left of its way when it last chose.
    pub(super) left: u32,
}

/// Where the distances of a unit come from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source {
    /// The search at a place of the pool.
    Search(usize),
    Plain(Plain),
    /// The crow's flight, for want of anything better.
    Flight,
}

/// What is left from a unit and behind each of its steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings {
    /// The true distance: what orders and exchanges go by.
    pub(super) left: u32,
    /// The same as its crowd goes, with the traffic in it, and behind each step: what the unit goes by.
    pub(super) here: u32,
    pub(super) steps: [u32; 8],
}

impl Decision<'_, '_> {
    /// Distances around a unit that has a goal, from the shared searches as far as the budget of the tick goes.
    pub(super) fn surroundings(&mut self, index: usize) -> Surroundings {
        if let Some(known) = self.memory.surroundings[index] {
            return known;
        }
        let source = self.source(index);
        let surroundings = self.measured(index, source);
        self.memory.note_surroundings(index, surroundings);
        self.memory.ahead[self.agents[index].unit.0 as usize].left = surroundings.left;
        surroundings
    }

    /// Where the distances of a unit come from, after searching as far as the budget of the tick goes.
    pub(super) fn source(&mut self, index: usize) -> Source {
        let agent = self.agents[index];
        // A resting unit is pushed by a few cells: the crow's flight is as good as the true distance. Who sees its goal
        // over even ground needs no search either.
        if agent.goal.is_none() {
            return Source::Flight;
        }
        let map = self.map(index);
        let own = self.scene.views[usize::from(agent.view)].pool.as_deref_mut();
        let seen = own.as_deref().unwrap_or(&self.scene.distances);
        let place = seen.find(map.layer(), agent.target);
        let is_known = place.is_some_and(|place| seen.seen(place).known(agent.at).is_some());
        if !is_known && let Some(plain) = Plain::between(map, agent.at, agent.target) {
            return Source::Plain(plain);
        }
        let pool = match (own, &mut self.scene.distances) {
            (Some(pool), _) => pool,
            (None, Searches::Going(pool)) => pool,
            (None, Searches::Seen(_)) => {
                self.memory.used.extend(place);
                return place.filter(|_| is_known).map_or(Source::Flight, Source::Search);
            }
        };
        // A search that nothing is left for would only push another out of the pool.
        if place.is_none() && self.scene.budget == 0 {
            return Source::Flight;
        }
        let place = place.unwrap_or_else(|| pool.begin(map, agent.target, agent.at));
        let search = pool.used(place);
        let before = search.expanded();
        let is_answered = search.advance(map, agent.at, self.scene.budget);
        self.scene.budget -= (search.expanded() - before).min(self.scene.budget);
        if is_answered { Source::Search(place) } else { Source::Flight }
    }

    /// What is left around a unit.
    fn measured(&self, index: usize, source: Source) -> Surroundings {
        let agent = &self.agents[index];
        let map = self.map(index);
        let rests = agent.goal.is_none();
        let target = if rests { agent.post } else { agent.target };
        let own = self.scene.views[usize::from(agent.view)].pool.as_deref();
        let pool = own.unwrap_or(&self.scene.distances);
        let mut surroundings =
            Surroundings { left: preferences::FAR, here: preferences::FAR, steps: [preferences::FAR; 8] };
        let left = |cell: Cell| match source {
            Source::Plain(plain) => plain.left(cell),
            Source::Search(place) => pool.seen(place).estimate(cell).unwrap_or(preferences::FAR),
            Source::Flight => map.octile(cell, target),
        };
        surroundings.left = left(agent.at);
        // Other crowds and queues are in the distances of its own crowd, if it has any. Before a narrow passage who
        // waits has its place there, and rules of its own.
        let ahead = &self.memory.ahead[agent.unit.0 as usize];
        let plans = Some(self.plans).filter(|_| !rests);
        let guided = plans.and_then(|plans| {
            let crowd = || plans.guidance.field((agent.view, target)).filter(|_| !ahead.is_narrow);
            let street = || plans.streets.field(agent).filter(|_| ahead.is_open);
            plans.bypasses.field(agent).or_else(crowd).or_else(street)
        });
        let guided = guided.filter(|guided| guided.left(agent.at).is_some());
        let left = |cell: Cell| match guided {
            Some(guided) => guided.left(cell).unwrap_or(preferences::FAR),
            None => left(cell),
        };
        surroundings.here = left(agent.at);
        map.each_step(agent.at, u8::MAX, |next, dir, cost| {
            surroundings.steps[dir as usize] = cost.saturating_add(left(next)).min(preferences::FAR);
        });
        surroundings
    }

    /// What a unit would like to do, the best first.
    pub(super) fn preferences(&mut self, index: usize, pusher: Option<usize>) -> Preferences {
        let surroundings = self.surroundings(index);
        let agent = self.agents[index];
        let map = self.map(index);
        let rests = agent.goal.is_none();
        let mut preferences = Preferences::new();
        if let Some(step) = self.plans.forced[index] {
            preferences.add(0, step);
            return preferences;
        }
        // The way of who pushes: nobody steps aside along it if there is another place.
        let ahead = pusher.and_then(|pusher| self.memory.chain.iter().rev().find(|link| link.0 == pusher as u32));
        let ahead = ahead.map(|(_, step)| step.dir);
        let passage = if rests { None } else { self.passage(index, &surroundings) };
        let passage = passage.filter(|(_, rule)| match rule {
            Rule::Wide => pusher.is_none() && self.ahead(index).meets_many,
            // Who is pushed onto the wrong side stops those who come there, and is stopped by them.
            Rule::KeepRight => true,
            Rule::Free | Rule::Closed => pusher.is_none(),
        });
        // Traffic decides between steps that lead nearer; it is no reason to stand still.
        let mut surcharges = [0; 8];
        if !rests {
            let is_lane = self.ahead(index).mouth.is_some();
            for dir in Dir::ALL.into_iter().filter(|dir| surroundings.steps[*dir as usize] < preferences::FAR) {
                let traffic = self.memory.traffic.price(agent.at.step(dir), dir, self.scene.now, is_lane);
                surcharges[dir as usize] = traffic + self.price_of_oncoming(index, dir);
            }
            let nearer = |dir: &Dir| surroundings.steps[*dir as usize] < surroundings.here + preferences::WAITING;
            let least = Dir::ALL.into_iter().filter(nearer).map(|dir| surcharges[dir as usize]).min().unwrap_or(0);
            surcharges.iter_mut().for_each(|surcharge| *surcharge = surcharge.saturating_sub(least));
        }
        let outlet = if rests || pusher.is_some() { None } else { self.ahead(index).outlet };
        let outlet = outlet.filter(|outlet| self.is_used(*outlet));
        let stood = self.scene.now.saturating_sub(agent.still_since);
        let firmly = if stood < PATIENCE { FIRMLY } else { 1 };
        let beside = |cell: Cell| match outlet {
            Some(outlet) if corridors::is_before(outlet, cell) => IN_THE_WAY * firmly,
            _ => 0,
        };
        let is_queue_broken =
            !rests && passage.is_none_or(|(_, rule)| rule == Rule::Wide) && !self.ahead(index).is_narrow;
        let mut queue = 0;
        let mut best = preferences::FAR;
        let legal = map.legal(agent.at);
        for dir in Dir::ALL.into_iter().filter(|dir| legal & 1 << *dir as u8 != 0) {
            let to = agent.at.step(dir);
            let stands = if is_queue_broken { self.price_of_queue(index, dir) } else { 0 };
            if surroundings.steps[dir as usize] < best {
                (best, queue) = (surroundings.steps[dir as usize], stands);
            }
            let mut worth =
                stands + surroundings.steps[dir as usize].saturating_add(preferences::turning(agent.facing, dir));
            if agent.facing.reverse() == dir && !rests {
                worth += preferences::BACK;
            }
            if rests && let Some(ahead) = ahead {
                let turn = (dir as u8 + 8 - ahead as u8) % 8;
                worth += [3 * GRASS_STEP, 2 * GRASS_STEP, 0, 0, 0, 0, 0, 2 * GRASS_STEP][usize::from(turn)];
            }
            if rests && map.is_lane(to) {
                worth += ONTO_A_LANE;
            }
            worth += self.price_of_body(index, to) + beside(to);
            worth += surcharges[dir as usize];
            match passage {
                Some((along, Rule::Closed)) if is_towards(along, dir) => continue,
                Some((along, Rule::KeepRight)) => {
                    let firmly = if pusher.is_some() { FIRMLY } else { firmly };
                    worth += corridors::price(map, to, along) * firmly;
                }
                Some((along, Rule::Wide)) => worth += corridors::leaning(map, to, along),
                _ => {}
            }
            preferences.add(worth, Some(dir));
        }
        if pusher.is_none() {
            let stood = if agent.is_patient { 0 } else { stood };
            let leaning = match passage {
                Some((along, Rule::Wide)) => corridors::leaning(map, agent.at, along),
                _ => 0,
            };
            preferences.add(
                surroundings
                    .here
                    .saturating_add(preferences::waiting(&agent, stood) + leaning + queue + beside(agent.at)),
                None,
            );
        }
        preferences.sort();
        preferences
    }

    /// What it costs that somebody is where a unit would like to go.
    fn price_of_body(&self, index: usize, to: Cell) -> u32 {
        let agent = &self.agents[index];
        let mut price = 0;
        for cell in body(to, agent.size).filter(|cell| !covers(agent.at, agent.size, *cell)) {
            let Some(holder) = self.scene.occupancy.holder(cell) else {
                price = price.max(if self.scene.occupancy.entering(cell).is_some() { preferences::TAKEN } else { 0 });
                continue;
            };
            let Some(other) = self.glance(holder).filter(|_| holder != agent.unit) else { continue };
            let step = match (other.is_under_way, other.has_goal) {
                (true, _) => 0,
                (false, true) => preferences::STANDING,
                (false, false) => preferences::RESTING,
            };
            price = price.max(step);
        }
        price
    }

    /// The passage that a unit is about to walk along, and what it has to respect there.
    fn passage(&self, index: usize, surroundings: &Surroundings) -> Option<(Dir, Rule)> {
        let agent = &self.agents[index];
        if agent.size > 1 {
            return None;
        }
        let (_, best) =
            Dir::ALL.into_iter().map(|dir| (surroundings.steps[dir as usize], dir)).min_by_key(|(left, _)| *left)?;
        let comes = |along: Dir| {
            move |cell: Cell| {
                let holder = self.scene.occupancy.holder(cell)?;
                let seen = self.glance(holder)?;
                if !seen.has_goal || holder == agent.unit || !is_against(along, seen.facing) {
                    return None;
                }
                let other = &self.agents[self.agent_of(holder)?];
                let is_higher = (other.rank, other.unit) < (agent.rank, agent.unit);
                Some(if is_higher { Comer::Higher } else { Comer::Lower })
            }
        };
        // A diagonal step may lead into a passage along either of its two straight parts.
        let stood = self.scene.now.saturating_sub(agent.still_since);
        for along in corridors::straight_parts(best) {
            let at = if best.is_diagonal() { agent.at.step(best).step(along.reverse()) } else { agent.at };
            match corridors::rule(self.map(index), at, along, comes(along)) {
                Rule::Free => {}
                // Nobody waits for ever.
                Rule::Closed if stood > LONGEST_WAIT => {}
                rule => return Some((along, rule)),
            }
        }
        None
    }

    /// Whether somebody comes out of a narrow passage, or is about to.
    fn is_used(&self, (outlet, along): (Cell, Dir)) -> bool {
        let comes = |cell: Cell| {
            let other = self.scene.occupancy.holder(cell).and_then(|unit| self.glance(unit));
            other.is_some_and(|other| other.has_goal && is_against(along, other.facing))
        };
        self.memory.traffic.streams(outlet, along, self.scene.now, COMING_OUT)
            || std::iter::successors(Some(outlet), |cell| Some(cell.step(along))).take(INSIDE).any(comes)
    }

    /// What a unit has before it along its way, around whatever corner. Looked up every now and then.
    fn ahead(&mut self, index: usize) -> Ahead {
        let number = self.agents[index].unit.0 as usize;
        let known = self.memory.ahead[number];
        if self.scene.now < known.until {
            return known;
        }
        let ahead = self.look_ahead(index);
        self.memory.ahead[number] = ahead;
        ahead
    }

    /// The same, looked up now.
    fn look_ahead(&self, index: usize) -> Ahead {
        let agent = self.agents[index];
        let until = self.scene.now + LOOKS_ALONG;
        let mut ahead = Ahead { until, left: self.memory.ahead[agent.unit.0 as usize].left, ..Ahead::default() };
        let map = self.map(index);
        let own = self.scene.views[usize::from(agent.view)].pool.as_deref();
        if self.plans.bypasses.is_taken_by(agent.unit) {
            // It goes another way than that of the true distances.
            return ahead;
        }
        let search = own.unwrap_or(&self.scene.distances).peek(map.layer(), agent.target);
        let search = search.filter(|search| search.known(agent.at).is_some());
        let plain = if search.is_some() { None } else { Plain::between(map, agent.at, agent.target) };
        let left = |cell: Cell| match (search, plain) {
            (Some(search), _) => search.known(cell),
            (None, plain) => plain.map(|plain| plain.left(cell)),
        };
        ahead.is_open = left(agent.at).is_some();
        let mut at = agent.at;
        let mut comers = 0;
        for by in 0..WAY_AHEAD {
            let steps = Dir::ALL.into_iter().filter(|dir| map.step_cost(at, *dir).is_some());
            let next = steps.filter_map(|dir| Some((left(at.step(dir))?, dir))).min_by_key(|(left, _)| *left);
            let Some((_, dir)) = next.filter(|(next, _)| left(at).is_none_or(|here| *next < here)) else {
                break;
            };
            at = at.step(dir);
            let width = corridors::narrowest(map, at, dir);
            ahead.is_open &= width.is_none_or(|width| width == 1);
            if by < NARROW_AHEAD {
                ahead.is_narrow |= width.is_some();
                if width == Some(1) && ahead.mouth.is_none() {
                    ahead.mouth = corridors::lane(map, at, dir).map(|along| (at, along));
                }
                if width.is_some() && ahead.outlet.is_none() {
                    ahead.outlet = corridors::outlet(map, at, dir);
                }
            }
            for side in [2, 6].map(|turn| Dir::ALL[(dir as usize + turn) % 8]) {
                let mut cell = if side as usize == (dir as usize + 2) % 8 { at } else { at.step(side) };
                for _ in 0..BESIDE {
                    if !map.is_passable(cell) {
                        break;
                    }
                    let other = self.scene.occupancy.holder(cell).and_then(|unit| self.glance(unit));
                    if let Some(other) = other
                        && other.has_goal
                        && other.side == agent.side
                        && is_against(dir, other.facing)
                    {
                        comers += 1;
                    }
                    cell = cell.step(side);
                }
            }
        }
        ahead.meets_many = comers >= MANY;
        ahead
    }

    /// What it costs that others stand beyond the next cell.
    fn price_of_queue(&self, index: usize, dir: Dir) -> u32 {
        let agent = &self.agents[index];
        let Some(queues) = self.memory.queues(agent.side) else { return 0 };
        let cells = std::iter::successors(Some(agent.at.step(dir).step(dir)), |cell| Some(cell.step(dir)));
        let is_other = |cell: &Cell| queues.contains(*cell) && !covers(agent.at, agent.size, *cell);
        QUEUING * cells.take(QUEUE).filter(is_other).count() as u32
    }

    /// What it costs that somebody comes the other way along the line ahead.
    fn price_of_oncoming(&self, index: usize, dir: Dir) -> u32 {
        let agent = &self.agents[index];
        let mut cell = agent.at;
        for distance in 1..=SIGHT {
            cell = cell.step(dir);
            let Some(holder) = self.scene.occupancy.holder(cell) else { continue };
            let Some(other) = self.glance(holder).filter(|_| holder != agent.unit) else { continue };
            let comes = other.has_goal && is_against(dir, other.facing) && other.side == agent.side;
            return if comes { preferences::ONCOMING / distance } else { 0 };
        }
        0
    }
}
