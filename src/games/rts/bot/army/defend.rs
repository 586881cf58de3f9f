//! Intruders are met where they are, by as many as it takes.

use super::ids;
use crate::base::Cell;
use crate::games::rts::bot::fight::hold;
use crate::games::rts::bot::know::force::{foe_force, is_armed, with_towers, worth_against, worth_of};
use crate::games::rts::bot::know::sightings::{FRESH, Sighting};
use crate::games::rts::bot::look::{HOME, Look};
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::thoughts::Asked;
use crate::games::rts::bot::view::{BotOrder, Own, View};
use crate::nav::step::UnitId;
use std::collections::BTreeSet;

/// Cells across which intruders are one group.
const GROUP: u32 = 12;
/// Hundredths of what a front is worth that its defenders are, before others get any, and after.
const ENOUGH: u32 = 130;
const PLENTY: u32 = 200;
/// Cells across up to which a place is narrow.
const NARROW: u8 = 8;
/// Hundredths of its losses that the defence must cost the intruders.
const SURE: u32 = 140;
/// Cells around an intruder in which workers take up their tools.
const WORKERS_WITHIN: u32 = 14;
/// Hundredths of its losses that a defence with workers must cost the intruders.
const WITH_WORKERS: u32 = 90;

/// Whether a place is near own buildings.
fn is_home(view: &View<'_>, at: Cell) -> bool {
    view.buildings.iter().any(|building| building.at.chebyshev(at) <= HOME)
}

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
        let intruders: Vec<Sighting> = self.intruders(view).into_iter().copied().collect();
        if intruders.is_empty() {
            return;
        }
        let mut left = intruders.as_slice().to_vec();
        let most = if self.level().defends { 4 } else { 1 };
        let mut fronts: Vec<(Cell, Vec<Sighting>)> = Vec::new();
        while let Some(first) = left.iter().min_by_key(|one| self.rank(view, one)).copied() {
            let at = first.body.at;
            let (group, others): (Vec<Sighting>, Vec<Sighting>) =
                left.into_iter().partition(|one| one.body.at.chebyshev(at) <= GROUP);
            left = others;
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
        let sum = worth_of(view, taken.iter().copied());
        let front = super::middle_of(taken.iter().copied()).and_then(|middle| look.ground.front(middle, at, NARROW));
        let own = with_towers(view, look.bonuses, taken.iter().copied(), at);
        let outcome = look.tally.asked(hold(view.rules, &own, &foe, front));
        let bar = SURE * 100 / u32::from(self.daring);
        let is_sure = foe.groups.is_empty() || outcome.ratio() >= bar;
        look.note_answer(Asked::Defend, at, || (own.worth(view.rules), worth), (outcome.ratio(), bar, 0), is_sure);
        // Workers take up their tools where that decides the fight, and against whoever builds beside them.
        let near_workers = view.units.iter().filter(|unit| {
            view.rules.kind(unit.kind).works
                && !unit.inside
                && unit.health > 35
                && unit.at.chebyshev(at) <= WORKERS_WITHIN
        });
        let workers: Vec<&Own> = near_workers.filter(|unit| Some(unit.id) != self.scout).collect();
        let mut helps = false;
        if !is_sure && workers.len() >= 3 && self.level().defends {
            let all = with_towers(view, look.bonuses, taken.iter().chain(&workers).copied(), at);
            let with = look.tally.asked(hold(view.rules, &all, &foe, front));
            helps = with.ratio() >= WITH_WORKERS || with.foe_left == 0;
            let own = || (all.worth(view.rules), worth);
            look.note_answer(Asked::DefendWithWorkers, at, own, (with.ratio(), WITH_WORKERS, 0), helps);
        }
        let builds_here = group.iter().any(|one| one.body.building.is_some() && !one.body.is_finished);
        helps |= builds_here && sum < worth + 100 && self.level().defends;
        let soldiers_near = taken.iter().any(|unit| unit.at.chebyshev(at) <= WORKERS_WITHIN);
        if helps && (soldiers_near || taken.is_empty() || worth < 200) {
            let idle = ids(workers.into_iter().filter(|unit| unit.target.is_none() && !unit.is_on_attack));
            if !idle.is_empty() {
                orders.push(BotOrder::AttackMove(idle, at));
            }
        }
        let nearest_hall = view.halls().min_by_key(|hall| (hall.at.distance_squared(at), hall.id));
        if !is_sure
            && outcome.ratio() < 60
            && self.level().retreats
            && let Some(hall) = nearest_hall
            && hall.at.chebyshev(at) > 12
        {
            // Against too many they wait at the hall, where towers and those who come later stand with them.
            let to = look.before(hall.at, 3);
            let far = ids(taken
                .iter()
                .copied()
                .filter(|unit| unit.at.chebyshev(to) > 7 && unit.goal.is_none_or(|goal| goal.chebyshev(to) > 4)));
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
}
