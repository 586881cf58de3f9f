//! Workers: who gathers what, who builds, who repairs.

use super::places::{forests, own_mines};
use crate::base::Cell;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{BotOrder, Occupation, Own, View};
use crate::games::rts::rules::Resource;
use crate::nav::step::UnitId;
use std::collections::{BTreeMap, BTreeSet};

/// Workers that one mine keeps busy, with four of them inside at a time.
pub(in crate::games::rts::bot) const PER_MINE: usize = 10;
/// Workers that change over at one look.
const CHANGE: usize = 2;
/// Hundredths of its health below which a building is repaired.
const MENDED_BELOW: u8 = 75;

impl Bot {
    /// Gives work to those who have none, keeps gold and wood in the proportion in which they are spent, and repairs.
    pub(in crate::games::rts::bot) fn work(
        &mut self,
        look: &Look<'_, '_>,
        busy: &BTreeSet<UnitId>,
        orders: &mut Vec<BotOrder>,
    ) {
        let view = look.view;
        let forests = forests(look, &mut self.forests);
        let is_worker =
            |unit: &&Own| view.rules.kind(unit.kind).works && !busy.contains(&unit.id) && Some(unit.id) != self.scout;
        let mut at_mine: BTreeMap<Cell, usize> = own_mines(view).map(|mine| (mine.at, 0)).collect();
        if at_mine.is_empty() {
            at_mine.extend(self.far_mine(look).map(|mine| (mine, 0)));
        }
        let (mut gold, mut wood) = (0, 0);
        for unit in view.units.iter().filter(is_worker) {
            match unit.does {
                Occupation::Gathers(Resource::Gold) => {
                    gold += 1;
                    if let Some(count) = unit.goal.and_then(|goal| at_mine.get_mut(&goal)) {
                        *count += 1;
                    }
                }
                Occupation::Gathers(Resource::Wood) => wood += 1,
                _ => {}
            }
        }
        let places = at_mine.len() * PER_MINE;
        let share = usize::from(self.wood_percent);
        // Few workers fetch gold first: workers cost no wood.
        let all = gold + wood + 1;
        let wants_wood = |gold: usize, wood: usize| {
            !forests.is_empty() && (gold >= places || gold >= 4 && wood * 100 < share * (gold + wood + 1))
        };
        let mut gathers: BTreeMap<Cell, Vec<UnitId>> = BTreeMap::new();
        let idle = view.units.iter().filter(is_worker).filter(|unit| unit.does == Occupation::Idle && !unit.inside);
        let send_to_mine = |from: Cell, at_mine: &mut BTreeMap<Cell, usize>| {
            // The nearest mine that has room, else the least crowded one.
            let full = |count: usize| count >= PER_MINE;
            let best = at_mine.iter().min_by_key(|(at, count)| (full(**count), at.distance_squared(from), **at));
            let best = best.map(|(at, _)| *at);
            if let Some(count) = best.and_then(|at| at_mine.get_mut(&at)) {
                *count += 1;
            }
            best
        };
        let nearest =
            |cells: &[Cell], from: Cell| cells.iter().copied().min_by_key(|cell| (cell.distance_squared(from), *cell));
        for unit in idle {
            let to = if wants_wood(gold, wood) { nearest(&forests, unit.at) } else { None };
            if let Some(forest) = to {
                wood += 1;
                gathers.entry(forest).or_default().push(unit.id);
            } else if let Some(mine) = send_to_mine(unit.at, &mut at_mine) {
                gold += 1;
                gathers.entry(mine).or_default().push(unit.id);
            } else if let Some(forest) = nearest(&forests, unit.at) {
                gathers.entry(forest).or_default().push(unit.id);
            }
        }
        // A few at a time change over from what there is too much of, to new mines, and away from what is used up.
        let gatherers = |resource| {
            view.units
                .iter()
                .filter(is_worker)
                .filter(move |unit| unit.does == Occupation::Gathers(resource) && !unit.inside)
        };
        let wanted_wood = (all * share).div_ceil(100);
        if gold > places || wood + 1 < wanted_wood && gold > 4 {
            let crowded = |unit: &&Own| unit.goal.and_then(|goal| at_mine.get(&goal)).is_none_or(|n| *n > PER_MINE);
            let surplus = gold.saturating_sub(places).max(wanted_wood.saturating_sub(wood)).min(CHANGE);
            let mut leaving: Vec<&Own> = gatherers(Resource::Gold).collect();
            leaving.sort_by_key(|unit| (!crowded(unit), unit.id));
            for unit in leaving.into_iter().take(surplus) {
                if let Some(forest) = nearest(&forests, unit.at) {
                    gathers.entry(forest).or_default().push(unit.id);
                }
            }
        } else if gold < places && (wood > wanted_wood + 1 || gold < 4) && wood > 0 {
            let room: Vec<Cell> = at_mine.iter().filter(|(_, count)| **count < PER_MINE).map(|(at, _)| *at).collect();
            let changing = gatherers(Resource::Wood).take(CHANGE.min(places - gold));
            for unit in changing {
                if let Some(mine) = nearest(&room, unit.at) {
                    gathers.entry(mine).or_default().push(unit.id);
                }
            }
        } else if let Some((fresh, _)) = at_mine.iter().find(|(_, count)| **count + CHANGE < PER_MINE) {
            // From a crowded mine to one with room.
            let crowded =
                |unit: &&Own| unit.goal.and_then(|goal| at_mine.get(&goal)).is_none_or(|count| *count > PER_MINE);
            let moving = gatherers(Resource::Gold).filter(crowded).take(CHANGE);
            gathers.entry(*fresh).or_default().extend(moving.map(|unit| unit.id));
        }
        let given = gathers.into_iter().filter(|(_, units)| !units.is_empty());
        orders.extend(given.map(|(at, units)| BotOrder::Gather(units, at)));
        self.mend(view, busy, orders);
    }

    /// The nearest mine that has gold, wherever it is, and no enemy beside it: gold from afar is better than none.
    fn far_mine(&self, look: &Look<'_, '_>) -> Option<Cell> {
        let view = look.view;
        let home = view.halls().find(|hall| hall.is_finished)?.at;
        let is_theirs = |at: Cell| self.sightings.buildings().any(|known| known.body.at.chebyshev(at) <= 16);
        let free = view.mines.iter().filter(|mine| mine.gold > 0 && !is_theirs(mine.at));
        let linked = free.filter(|mine| look.ground.is_linked(home, mine.at));
        linked.map(|mine| mine.at).min_by_key(|at| (at.distance_squared(home), *at))
    }

    /// Sends workers to sites that nobody works at, and to buildings that are badly hurt while nobody fights there.
    fn mend(&self, view: &View<'_>, busy: &BTreeSet<UnitId>, orders: &mut Vec<BotOrder>) {
        for building in &view.buildings {
            let at_it = view.units.iter().filter(|unit| unit.does == Occupation::Repairs(building.id)).count();
            let is_site = !building.is_finished;
            let is_large = is_site && view.rules.building(building.kind).build_ticks > 1000;
            let needs = if is_site { 1 + usize::from(is_large) } else { usize::from(building.health < MENDED_BELOW) };
            let is_hot = self.sightings.near(view.now, building.at, 8).any(|known| known.body.unit.is_some());
            if at_it >= needs || is_hot && is_site {
                continue;
            }
            let candidates = view.free_workers().filter(|unit| !busy.contains(&unit.id) && Some(unit.id) != self.scout);
            if let Some(unit) = candidates.min_by_key(|unit| (unit.at.distance_squared(building.at), unit.id))
                && unit.at.chebyshev(building.at) < 60
            {
                orders.push(BotOrder::Repair(vec![unit.id], building.id));
            }
        }
    }
}
