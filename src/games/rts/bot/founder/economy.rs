//! Workers: who gathers what, who builds, who repairs.

use super::Founder;
use crate::base::Cell;
use crate::games::rts::bot::sites::is_hall_at;
use crate::games::rts::bot::view::{BotOrder, Mine, Occupation, Own, OwnBuilding, View};
use crate::games::rts::combat::reach::middle;
use crate::games::rts::placement::gap;
use crate::games::rts::rules::{Price, Resource};
use crate::nav::regions::ring;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;

/// Farthest forest from a hall, in cells, at which workers are sent to chop.
const FOREST_WITHIN: i16 = 28;
/// Workers that one mine feeds well.
pub(super) const PER_MINE: usize = 7;
/// Workers that go to one mine while gold is what is missing: some of them wait before it, which is better than wood that
/// nobody needs.
const AT_MOST_PER_MINE: usize = 2 * PER_MINE;

impl Founder {
    /// Gives work to those who have none, evens out gold and wood, and repairs.
    pub(super) fn work(&self, view: &View<'_>, orders: &mut Vec<BotOrder>) {
        let busy: Vec<_> = orders
            .iter()
            .flat_map(|order| match order {
                BotOrder::Build(units, ..) | BotOrder::Repair(units, _) => units.clone(),
                _ => Vec::new(),
            })
            .collect();
        let is_free =
            |unit: &&Own| view.rules.kind(unit.kind).works && !busy.contains(&unit.id) && Some(unit.id) != self.scout;
        let count = |resource| {
            view.units.iter().filter(|unit| unit.does == Occupation::Gathers(resource) && is_free(unit)).count()
        };
        let (mut gold, mut wood) = (count(Resource::Gold), count(Resource::Wood));
        let mut mines = near_mines(view);
        if mines.is_empty() {
            // Gold from afar is better than none: the next hall costs gold, too.
            mines.extend(far_mine(view));
        }
        let forest = near_forest(view);
        let Price { gold: gold_left, wood: wood_left } = view.stock;
        let (lots, little) = (gold_left > 2 * wood_left + 400, wood_left > 2 * gold_left + 250);
        let (is_short, is_over) = (wood_left > 2 * gold_left + 600, wood_left < gold_left + 250);
        let places = mines.len() * if is_short { AT_MOST_PER_MINE } else { PER_MINE };
        // Builders that wait for money that nobody earns would wait for ever.
        let is_stuck = |does: Occupation| match does {
            Occupation::Builds(kind) => gold + wood == 0 && view.stock.minus(view.rules.building(kind).cost).is_none(),
            _ => false,
        };
        let idle: Vec<&Own> = (view.units.iter().filter(is_free))
            .filter(|unit| unit.does == Occupation::Idle || is_stuck(unit.does))
            .collect();
        for unit in idle {
            let is_due = little || !lots && (gold * 2 <= wood * 3 || gold < 4);
            let wants_gold = gold < places && (forest.is_none() || is_due);
            if wants_gold && let Some(mine) = nearest(&mines, unit.at) {
                gold += 1;
                orders.push(BotOrder::Gather(vec![unit.id], mine));
            } else if let Some(forest) = forest {
                wood += 1;
                orders.push(BotOrder::Gather(vec![unit.id], forest));
            } else if let Some(mine) = nearest(&mines, unit.at) {
                gold += 1;
                orders.push(BotOrder::Gather(vec![unit.id], mine));
            }
        }
        // One worker at a time changes over from what there is too much of.
        let one_of =
            |resource| view.units.iter().filter(is_free).find(|unit| unit.does == Occupation::Gathers(resource));
        if (lots && (gold > 4 || wood == 0) || is_over && gold > places)
            && let (Some(unit), Some(forest)) = (one_of(Resource::Gold), forest)
        {
            orders.push(BotOrder::Gather(vec![unit.id], forest));
        } else if (little || gold < 4 && !lots)
            && 4 * wood > gold
            && gold < places
            && let Some(unit) = one_of(Resource::Wood)
        {
            orders.extend(nearest(&mines, unit.at).map(|mine| BotOrder::Gather(vec![unit.id], mine)));
        }
        self.mend(view, &busy, orders);
    }

    /// Sends workers to sites that nobody works at, and to buildings that are badly hurt.
    fn mend(&self, view: &View<'_>, busy: &[UnitId], orders: &mut Vec<BotOrder>) {
        for building in &view.buildings {
            let at_it = view.units.iter().filter(|unit| unit.does == Occupation::Repairs(building.id)).count();
            let needs = usize::from(!building.is_finished || building.health < 70);
            if at_it >= needs {
                continue;
            }
            let candidates = view.free_workers().filter(|unit| !busy.contains(&unit.id));
            if let Some(unit) = candidates.min_by_key(|unit| (unit.at.distance_squared(building.at), unit.id)) {
                orders.push(BotOrder::Repair(vec![unit.id], building.id));
            }
        }
    }
}

fn nearest(cells: &[Cell], to: Cell) -> Option<Cell> {
    cells.iter().copied().min_by_key(|cell| (cell.distance_squared(to), cell.y, cell.x))
}

/// Mines with gold near a finished building to which gold can be brought.
pub(super) fn near_mines(view: &View<'_>) -> Vec<Cell> {
    let halls: Vec<&OwnBuilding> = view.halls().filter(|hall| hall.is_finished).collect();
    let is_near = |mine: &&Mine| mine.gold > 0 && halls.iter().any(|hall| is_hall_at(view, hall, mine.at, mine.size));
    view.mines.iter().filter(is_near).map(|mine| mine.at).collect()
}

/// The mine nearest to home that has gold as far as is known, and no enemy beside it.
fn far_mine(view: &View<'_>) -> Option<Cell> {
    let is_theirs = |at: Cell| view.foes.iter().any(|foe| foe.building.is_some() && gap(at, 3, foe.at, 3) <= 16);
    let free = view.mines.iter().filter(|mine| mine.gold > 0 && !is_theirs(mine.at));
    let free: Vec<Cell> = free.map(|mine| mine.at).collect();
    nearest(&free, view.start)
}

/// A forest cell near a building to which wood can be brought, the nearest of all.
pub(super) fn near_forest(view: &View<'_>) -> Option<Cell> {
    let takes_wood = |building: &&OwnBuilding| {
        building.is_finished && view.rules.building(building.kind).drop_off.contains(&Resource::Wood)
    };
    let middles: Vec<Cell> = view
        .buildings
        .iter()
        .filter(takes_wood)
        .map(|building| middle(building.at, view.rules.building(building.kind).size))
        .collect();
    let is_forest = |cell: &Cell| view.terrain.get(*cell) == Some(&Terrain::Forest) && (view.explored)(*cell);
    (1..FOREST_WITHIN).find_map(|radius| middles.iter().flat_map(|middle| ring(*middle, radius)).find(is_forest))
}
