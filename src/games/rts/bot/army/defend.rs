//! Intruders are met where they are, by as many as it takes.

use super::ids;
use super::micro::strike_the_weakest;
use crate::base::Cell;
use crate::games::rts::bot::fight::hold;
use crate::games::rts::bot::know::force::{foe_force, is_armed, with_towers, worth_against, worth_of};
use crate::games::rts::bot::know::sightings::{FRESH, Sighting, is_home};
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::thoughts::Asked;
use crate::games::rts::bot::view::{BotOrder, Occupation, Own, View};
use crate::nav::regions::ring;
use crate::nav::step::UnitId;
use std::collections::BTreeSet;

/// Cells from one intruder to the next of a group, and across which a group is one: armies come in a column.
const GROUP: (u32, u32) = (6, 24);
/// Hundredths of what a front is worth that its defenders are, before others get any, and after.
const ENOUGH: u32 = 130;
const PLENTY: u32 = 200;
/// Cells across up to which a place is narrow.
const NARROW: u8 = 8;
/// Hundredths of its losses that the defence must cost the intruders.
const SURE: u32 = 140;
/// Cells around an intruder in which workers take up their tools.
const WORKERS_WITHIN: u32 = 11;
/// The same where all is lost with the base.
const ALL_WITHIN: u32 = 22;
/// Hundredths of its losses that a fight must cost the intruders, below which the defence waits for them at the hall, and cells
/// from the hall up to which it does.
const EVEN: u32 = 80;
const STANDS: u32 = 11;
/// Hundredths of its losses that a defence with all workers must cost the intruders.
const WITH_WORKERS: u32 = 90;
/// The same where there is no other base.
const AT_LAST: u32 = 35;
/// Hundredths of the bar that hold for workers who fight already.
const GOES_ON: u32 = 60;
/// Cells from where the army stands within which it meets who comes by.
const COMES_BY: u32 = 10;
/// Armed intruders who are an army.
const ARMY: usize = 5;
/// Cells from their middle at which workers are together.
const ASSEMBLED: u32 = 3;
/// Workers fewer than that do not fight.
const LEAST_WORKERS: usize = 2;
/// Cells from a site within which a worker of the enemy builds there.
const BUILDER: u32 = 4;
/// Workers who fall upon one who builds.
const AT_BUILDER: usize = 3;

impl Bot {
    /// Enemies near the own buildings: soldiers, workers who come to build, and towers that are being built.
    pub(in crate::games::rts::bot) fn intruders<'s>(&'s self, view: &View<'_>) -> Vec<&'s Sighting> {
        let counts = |known: &&Sighting| {
            let is_fresh = known.tick + FRESH >= view.now || known.body.building.is_some();
            is_fresh && is_home(view, known.body.at)
        };
        self.sightings.iter().filter(counts).collect()
    }

    /// Sends soldiers against each group of intruders, the nearest first, until the fight is won.
    pub(in crate::games::rts::bot) fn defend(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        self.army.guards.clear();
        let mut intruders: Vec<Sighting> = self.intruders(view).into_iter().copied().collect();
        if let Some(flag) = self.army.rally.filter(|_| self.level().retreats) {
            // An army that comes by where the own one stands is met by all of it, not by who sees it first.
            let comes = |known: &&Sighting| {
                let walks = known.body.unit.is_some() && known.tick + FRESH >= view.now;
                walks && is_armed(view.rules, known) && !is_home(view, known.body.at)
            };
            intruders.extend(self.sightings.near(view.now, flag, COMES_BY).filter(comes).copied());
        }
        if intruders.is_empty() {
            return;
        }
        let mut left = intruders.as_slice().to_vec();
        let most = if self.level().defends { 4 } else { 1 };
        let mut fronts: Vec<(Cell, Vec<Sighting>)> = Vec::new();
        while let Some(first) = left.iter().min_by_key(|one| self.rank(view, one)).copied() {
            let at = first.body.at;
            let group = take_group(&mut left, at);
            fronts.push((at, group));
            if fronts.len() == most {
                break;
            }
        }
        // Each front gets what it takes before the first one gets more than that.
        let mut guards: BTreeSet<UnitId> = BTreeSet::new();
        let need = |share: u32, group: &[Sighting]| worth_against(view, group.iter()) * share / 100 + 60;
        let mut taken: Vec<Vec<&Own>> = vec![Vec::new(); fronts.len()];
        for share in [ENOUGH, PLENTY] {
            for ((at, group), taken) in fronts.iter().zip(&mut taken) {
                self.muster(look, *at, need(share, group), &mut guards, taken);
            }
        }
        // Against an army that may be the greater one, everybody.
        if look.is_behind
            && let Some((number, (at, _))) = fronts
                .iter()
                .enumerate()
                .max_by_key(|(number, (_, group))| (worth_against(view, group.iter()), std::cmp::Reverse(*number)))
        {
            self.muster(look, *at, u32::MAX, &mut guards, &mut taken[number]);
        }
        for ((at, group), taken) in fronts.iter().zip(taken) {
            self.meet(look, *at, group, taken, orders);
        }
        self.army.guards = guards;
    }

    /// Which intruder is met first: soldiers, then towers, then the others; the nearest to home.
    fn rank(&self, view: &View<'_>, one: &Sighting) -> (bool, u32, UnitId) {
        (!is_armed(view.rules, one), one.body.at.distance_squared(view.start), one.body.id)
    }

    /// Takes soldiers for a front, the nearest first, until they are worth as much as is needed.
    fn muster<'l>(
        &self,
        look: &'l Look<'_, '_>,
        at: Cell,
        need: u32,
        guards: &mut BTreeSet<UnitId>,
        taken: &mut Vec<&'l Own>,
    ) {
        let view = look.view;
        // Whoever is out to attack comes back only if they are near.
        let is_out =
            |unit: &Own| self.army.main.contains(&unit.id) && unit.at.chebyshev(at) > 30 && !is_home(view, unit.at);
        let mut free: Vec<&Own> = look
            .soldiers()
            .filter(|unit| !guards.contains(&unit.id) && Some(unit.id) != self.scout && !is_out(unit))
            .filter(|unit| !self.army.wounded.contains(&unit.id))
            .filter(|unit| unit.at.chebyshev(at) < 70)
            .collect();
        free.sort_by_key(|unit| (unit.at.distance_squared(at), unit.id));
        let mut sum = worth_of(view, taken.iter().copied());
        for unit in free {
            if sum > need {
                break;
            }
            sum += worth_of(view, std::iter::once(unit));
            guards.insert(unit.id);
            taken.push(unit);
        }
    }

    fn meet(&self, look: &Look<'_, '_>, at: Cell, group: &[Sighting], taken: Vec<&Own>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let foe = foe_force(view, group.iter(), at);
        let worth = worth_against(view, group.iter());
        let front = super::middle_of(taken.iter().copied()).and_then(|middle| look.ground.front(middle, at, NARROW));
        let own = with_towers(view, look.bonuses, taken.iter().copied(), at);
        let outcome = look.tally.asked(hold(view.rules, &own, &foe, front));
        let bar = SURE * 100 / u32::from(self.daring);
        let is_sure = foe.groups.is_empty() || outcome.ratio() >= bar;
        look.note_answer(Asked::Defend, at, || (own.worth(view.rules), worth), (outcome.ratio(), bar, 0), is_sure);
        let helps = !is_sure && self.level().defends && self.arm_workers(look, at, group, &taken, orders);
        if self.level().defends {
            self.stop_builders(look, group, orders);
        }
        let nearest_hall = view.halls().min_by_key(|hall| (hall.at.distance_squared(at), hall.id));
        // Whoever turns round when blows have fallen is slain from behind.
        let is_engaged = || {
            let strikes = |unit: &&&Own| unit.target.is_some();
            taken.iter().filter(strikes).count() * 4 > taken.len()
        };
        let is_lost = !is_sure && !helps && outcome.ratio() < EVEN;
        // A single one may be the head of an army that was seen; else it is a scout.
        if (is_lost || look.is_behind && (look.is_outnumbered || armed_in(view, group) > 1))
            && self.level().retreats
            && let Some(hall) = nearest_hall
            && hall.at.chebyshev(at) > STANDS
            && !is_engaged()
        {
            // Against too many they wait at the hall, where towers, workers and those who come later stand with them.
            let to = look.before(hall.at, 3);
            let far = ids(taken
                .iter()
                .copied()
                .filter(|unit| unit.at.chebyshev(to) > 5 && unit.goal.is_none_or(|goal| goal.chebyshev(to) > 4)));
            if !far.is_empty() {
                orders.push(BotOrder::Walk(far, to));
            }
            return;
        }
        let goes = |unit: &&Own| {
            let is_there = unit.goal.is_some_and(|goal| goal.chebyshev(at) <= 6) && unit.is_on_attack;
            unit.target.is_none() && !is_there
        };
        let going = ids(taken.iter().copied().filter(goes));
        if !going.is_empty() {
            orders.push(BotOrder::AttackMove(going, at));
        }
    }

    /// Workers take up their tools where that decides the fight, as few as it takes. Whether they do.
    fn arm_workers(
        &self,
        look: &Look<'_, '_>,
        at: Cell,
        group: &[Sighting],
        taken: &[&Own],
        orders: &mut Vec<BotOrder>,
    ) -> bool {
        let view = look.view;
        let foe = foe_force(view, group.iter(), at);
        // Where there is no other base to flee to, nobody waits to be slain.
        let is_last = view.halls().filter(|hall| hall.is_finished).count() < 2;
        let within = if is_last && armed_in(view, group) >= ARMY { ALL_WITHIN } else { WORKERS_WITHIN };
        let near = |unit: &Own| unit.at.chebyshev(at) <= within && (is_last || unit.health > 35);
        let mut workers: Vec<&Own> = self.defending_workers(view).filter(|unit| near(unit)).collect();
        workers.sort_by_key(|unit| (!unit.is_on_attack, unit.at.distance_squared(at), unit.id));
        for part in [3, 2, 1] {
            let number = workers.len().div_ceil(part);
            if number < LEAST_WORKERS {
                continue;
            }
            let helpers = &workers[..number];
            let own = with_towers(view, look.bonuses, taken.iter().chain(helpers).copied(), at);
            let outcome = look.tally.asked(hold(view.rules, &own, &foe, None));
            let bar = match part {
                1 if is_last => AT_LAST,
                1 => WITH_WORKERS,
                _ => SURE,
            };
            // Who fights goes on: tools laid down in the midst of it help nobody.
            let fights = helpers.iter().filter(|unit| unit.is_on_attack).count() * 2 > number;
            let bar = if fights { bar * GOES_ON / 100 } else { bar };
            let helps = outcome.ratio() >= bar || part == 1 && outcome.foe_left == 0;
            if !helps && part > 1 {
                continue;
            }
            let worth = || (own.worth(view.rules), worth_against(view, group.iter()));
            look.note_answer(Asked::DefendWithWorkers, at, worth, (outcome.ratio(), bar, 0), helps);
            let idle = ids(helpers.iter().copied().filter(|unit| unit.target.is_none() && !unit.is_on_attack));
            if helps {
                if taken.len() * 2 < number && !fights && assemble(view, group, helpers, orders) {
                    return true;
                }
                strike_the_weakest(view, group.iter(), helpers.iter().copied(), usize::MAX, orders);
                if !idle.is_empty() {
                    orders.push(BotOrder::AttackMove(idle, at));
                }
            }
            return helps;
        }
        false
    }

    /// Workers fall upon those who build beside them, before a tower stands there.
    fn stop_builders(&self, look: &Look<'_, '_>, group: &[Sighting], orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let sites = || group.iter().filter(|one| one.body.building.is_some() && !one.body.is_finished);
        let builds = |one: &&Sighting| {
            let works = one.body.unit.is_some_and(|kind| view.rules.kind(kind).works);
            works && one.body.is_visible && sites().any(|site| site.body.at.chebyshev(one.body.at) <= BUILDER)
        };
        let mut busy: BTreeSet<UnitId> = BTreeSet::new();
        for builder in group.iter().filter(builds) {
            let at = builder.body.at;
            let near = |unit: &Own| unit.at.chebyshev(at) <= 2 * WORKERS_WITHIN && unit.health > 35;
            let mut workers: Vec<&Own> =
                self.defending_workers(view).filter(|unit| near(unit) && !busy.contains(&unit.id)).collect();
            workers.sort_by_key(|unit| (unit.target != Some(builder.body.id), unit.at.distance_squared(at), unit.id));
            workers.truncate(AT_BUILDER);
            busy.extend(workers.iter().map(|unit| unit.id));
            let sent = ids(workers.into_iter().filter(|unit| unit.target != Some(builder.body.id)));
            if !sent.is_empty() {
                orders.push(BotOrder::Attack(sent, builder.body.id));
            }
        }
    }

    /// The workers who can be called to arms.
    fn defending_workers<'v>(&self, view: &'v View<'_>) -> impl Iterator<Item = &'v Own> {
        let scout = self.scout;
        view.units.iter().filter(move |unit| view.rules.kind(unit.kind).works && !unit.inside && Some(unit.id) != scout)
    }
}

/// Takes the intruders who are one group with the one at a place.
fn take_group(left: &mut Vec<Sighting>, at: Cell) -> Vec<Sighting> {
    let mut group: Vec<Sighting> = Vec::new();
    let mut ends = vec![at];
    while let Some(end) = ends.pop() {
        let belongs = |one: &mut Sighting| {
            let place = one.body.at;
            place.chebyshev(end) <= GROUP.0 && place.chebyshev(at) <= GROUP.1
        };
        let next: Vec<Sighting> = left.extract_if(.., belongs).collect();
        ends.extend(next.iter().map(|one| one.body.at));
        group.extend(next);
    }
    group
}

/// Workers who fight without soldiers come together first: one by one they would be slain. Whether they are still at it.
fn assemble(view: &View<'_>, group: &[Sighting], helpers: &[&Own], orders: &mut Vec<BotOrder>) -> bool {
    let Some(middle) = super::middle_of(helpers.iter().copied()) else { return false };
    let is_there = |unit: &&&Own| unit.at.chebyshev(middle) <= ASSEMBLED;
    let there = helpers.iter().filter(is_there).count();
    let foe = group.iter().map(|one| one.body.at.chebyshev(middle)).min().unwrap_or(0);
    if there * 4 >= helpers.len() * 3 || foe <= ASSEMBLED && there * 2 > helpers.len() {
        return false;
    }
    let Some(to) = (0..4).flat_map(|radius| ring(middle, radius)).find(|cell| view.is_walkable(*cell)) else {
        return false;
    };
    let comes = |unit: &&Own| unit.does == Occupation::Walks && unit.goal.is_some_and(|goal| goal.chebyshev(to) <= 1);
    let called = ids(helpers.iter().copied().filter(|unit| !comes(unit)));
    if !called.is_empty() {
        orders.push(BotOrder::Walk(called, to));
    }
    true
}

/// Soldiers among intruders.
fn armed_in(view: &View<'_>, group: &[Sighting]) -> usize {
    group.iter().filter(|one| one.body.unit.is_some() && is_armed(view.rules, one)).count()
}
