//! One start of one scenario, played to its end.

use super::free_ways::FreeWays;
use super::measures::{LEAST_TRAVEL, LEAST_WAY, UnitLog};
use super::seen::{Run, Seen};
use super::travel::{Measure, Traveller};
use crate::base::Cell;
use crate::games::rts::level::jam::{Action, Expect, Jam, NEAR, StartOrder};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::units::Doing;
use crate::games::rts::sim::{HostOrder, Order};
use crate::nav::checker::{self, Body, TickChecker};
use crate::nav::step::{Tick, UnitId};
use std::collections::{BTreeMap, BTreeSet};

/// Ticks without any step of anybody after which a run is over: half a minute. No rule of the game waits so long.
const STANDSTILL: Tick = 600;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Played {
    pub resolved: bool,
    pub ticks: Tick,
    /// Cells that two units shared, summed over the ticks.
    pub overlaps: u32,
    /// Ticks with anything that must never be.
    pub unsafe_ticks: Tick,
    /// Orders that ended without a reason.
    pub orders_lost: u32,
    pub(crate) longest_stand: Tick,
    /// Times that a unit stood longer than 3 seconds although it had a free way.
    pub idle_with_free_route: u32,
    /// Ticks from order to arrival over free travel, of every ordered unit; until the end if it did not come. Like the
    /// two below empty where units are to be held.
    pub arrival_ratios: Vec<f64>,
    /// Share of that time that the unit stood far from its spot.
    pub stall_shares: Vec<f64>,
    /// Way over the shortest way.
    pub detours: Vec<f64>,
    pub fingerprint: u64,
}

/// Plays one start to its end: all rest and no order is left, or nobody has moved for [`STANDSTILL`] ticks, or the limit.
pub fn play(jam: &Jam, start: usize, rules: &Rules) -> Played {
    let start = jam.start(start);
    let mut orders = start.orders.into_iter().peekable();
    let mut checker = TickChecker::new();
    let at_first: BTreeMap<UnitId, (Cell, u8)> =
        (0..).map(UnitId).zip(start.level.units.iter().map(|unit| (unit.at, unit.side))).collect();
    let mut run = Run::begin(start.level, rules);
    let mut watches: BTreeMap<UnitId, UnitLog> = BTreeMap::new();
    let mut given = BTreeMap::new();
    let (mut unsafe_ticks, mut last_move) = (0, 0);
    let mut free_ways = FreeWays::default();
    for tick in 0..jam.limit {
        given.clear();
        while let Some(order) = orders.next_if(|order| order.tick <= tick) {
            give(&mut run.game, order, &mut given);
        }
        let before: BTreeMap<UnitId, Cell> =
            given.keys().filter_map(|unit| Some((*unit, run.seen(*unit)?.at))).collect();
        run.game.tick();
        run.look();
        let now = tick + 1;
        let bodies: Vec<Body> = run.seen.iter().map(|seen| seen.body(rules)).collect();
        let faults = checker.findings().total();
        checker.tick(now, &bodies, |unit, cell| {
            let seen = run.seen(UnitId(unit));
            seen.is_some_and(|seen| seen.traveller(&run.terrain, rules).ground.is_passable(cell))
        });
        unsafe_ticks += u32::from(checker.findings().total() > faults);
        for seen in &run.seen {
            let glance = seen.glance(now);
            match (given.get(&seen.id), watches.get_mut(&seen.id)) {
                (Some(asked), _) => {
                    let from = before.get(&seen.id).copied().unwrap_or(seen.at);
                    watches.insert(seen.id, UnitLog::new(*asked, from, &glance));
                }
                (None, Some(watch)) => watch.see(&glance),
                (None, None) => {}
            }
            if glance.is_moving() {
                last_move = now;
            }
        }
        free_ways.look(&run, now, &mut watches);
        let nothing_to_come = orders.peek().is_none();
        // Who is far from its place because it has made way goes back there first.
        let is_away = |seen: &Seen| {
            matches!(seen.doing, Doing::MakingWay) && seen.post.is_some_and(|post| post.chebyshev(seen.at) > NEAR)
        };
        let all_rest = run.seen.iter().all(|seen| seen.glance(now).is_resting() && !is_away(seen));
        if nothing_to_come && (all_rest || now - last_move >= STANDSTILL) {
            break;
        }
    }
    judge(
        jam,
        &run,
        &watches,
        &at_first,
        Played {
            ticks: run.game.ticks(),
            overlaps: checker.findings().count(checker::Kind::Vertex) as u32,
            unsafe_ticks,
            orders_lost: watches.values().map(|watch| watch.lost).sum(),
            longest_stand: watches.values().map(|watch| watch.longest_stand).max().unwrap_or(0),
            idle_with_free_route: watches.values().map(|watch| watch.idle_with_free_way).sum(),
            fingerprint: run.game.print().whole(),
            ..Played::default()
        },
    )
}

/// Gives one order to the match and notes who is sent where.
pub(crate) fn give(game: &mut Match, order: StartOrder, given: &mut BTreeMap<UnitId, Cell>) {
    let StartOrder { side, action, .. } = order;
    match action {
        Action::Go { units, to, queue } => {
            given.extend(units.iter().map(|unit| (*unit, to)));
            game.order(side, Order::MoveTo { units, to, queue, formation: false });
        }
        Action::Paint { cells, terrain } => game.host(HostOrder::Paint { cells, terrain }),
    }
}

/// Compares what happened with free travel on the ground as it is at the end, around the units of others, and with what
/// was expected.
fn judge(
    jam: &Jam,
    run: &Run,
    watches: &BTreeMap<UnitId, UnitLog>,
    at_first: &BTreeMap<UnitId, (Cell, u8)>,
    mut played: Played,
) -> Played {
    let now = played.ticks;
    let strangers = strangers(watches, at_first);
    let mut walls = run.terrain.map(|_| false);
    for cell in strangers.values() {
        walls[*cell] = true;
    }
    let mut fields = BTreeMap::new();
    let mut all_came = true;
    // Members of one order may exchange places.
    let mut places: BTreeMap<Cell, BTreeSet<Cell>> = BTreeMap::new();
    for watch in watches.values() {
        places.entry(watch.asked).or_default().extend(&watch.given);
    }
    for (unit, watch) in watches {
        let Some(seen) = run.seen(*unit) else { continue };
        let mut traveller = seen.traveller(&run.terrain, run.rules);
        traveller.ground = traveller.ground.without(&walls);
        // The whole way in legs; where no way leads, nothing.
        let mut along = |measure: Measure| -> u32 {
            let mut from = watch.from;
            let goals = watch.between.iter().chain([&watch.spot]);
            goals
                .map(|goal| {
                    let field =
                        fields.entry((seen.kind, from, measure)).or_insert_with(|| traveller.all_from(from, measure));
                    from = *goal;
                    field.get(*goal).copied().filter(|sum| *sum != u32::MAX).unwrap_or(0)
                })
                .sum()
        };
        let (free, shortest) = (along(Measure::Ticks), along(Measure::Length));
        let glance = seen.glance(now);
        let came = watch.came_after(&glance);
        let took = came.unwrap_or(now - watch.ordered);
        // Whoever is to be held comes nowhere, and the time that it stands there says nothing.
        if jam.expect != Expect::Held {
            played.arrival_ratios.push(f64::from(took) / f64::from(free.max(LEAST_TRAVEL)));
            played.stall_shares.push(f64::from(watch.stood_far) / f64::from(took.max(1)));
            played.detours.push(f64::from(watch.walked) / f64::from(shortest.max(LEAST_WAY)));
        }
        all_came &= match jam.expect {
            Expect::Arrive => {
                let place = places.get(&watch.asked).map_or(watch.spot, |places| watch.place(places));
                let is_near = seen.at.chebyshev(place) <= NEAR;
                let is_where_asked =
                    watch.spot.chebyshev(watch.asked) <= NEAR + crowd_radius(traveller, watch, watches);
                came.is_some() && is_near && is_where_asked && watch.skipped == 0 && watch.lost == 0
            }
            Expect::Unreachable => came.is_some() && watch.knows_unreachable && watch.lost == 0,
            Expect::Held => !glance.is_moving() && watch.lost == 0,
        };
    }
    // Nobody makes way for another side.
    let all_hold = run.seen.iter().all(|seen| strangers.get(&seen.id).is_none_or(|at| *at == seen.at));
    played.resolved = all_came && all_hold;
    played
}

/// The units of sides that were given no order, with the cells that they hold from the first tick to the last: for
/// the others they are part of the ground.
fn strangers(watches: &BTreeMap<UnitId, UnitLog>, at_first: &BTreeMap<UnitId, (Cell, u8)>) -> BTreeMap<UnitId, Cell> {
    let ordered: BTreeSet<u8> = watches.keys().filter_map(|unit| at_first.get(unit).map(|(_, side)| *side)).collect();
    let is_strange = |(unit, (at, side)): (&UnitId, &(Cell, u8))| (!ordered.contains(side)).then_some((*unit, *at));
    at_first.iter().filter_map(is_strange).collect()
}

/// Cells around the place of an order within which all units of it find room even if as many stand there already: a
/// spot farther away is not what was asked for.
fn crowd_radius(traveller: Traveller, watch: &UnitLog, watches: &BTreeMap<UnitId, UnitLog>) -> u32 {
    let units = watches.values().filter(|other| other.asked == watch.asked).count();
    let terrain = traveller.ground.terrain();
    let wanted = 2 * units * usize::from(traveller.footprint).pow(2);
    (0..i16::MAX)
        .find(|radius| {
            let (asked, side) = (watch.asked, 2 * radius + 1);
            let cells =
                (0..side).flat_map(|y| (0..side).map(move |x| Cell::new(asked.x - radius + x, asked.y - radius + y)));
            let is_whole_map = *radius > terrain.width().max(terrain.height()) as i16;
            is_whole_map || cells.filter(|cell| traveller.ground.is_passable(*cell)).count() >= wanted
        })
        .map_or(0, |radius| radius.unsigned_abs().into())
}
