//! What the rules ask for before something can be made, and what leads there.

use crate::games::rts::bot::view::{OwnBuilding, View};
use crate::games::rts::rules::{BuildingId, BuildingKind, Item, Price, Stat, UpgradeId};

/// Steps of "needs what needs what" that are followed.
const DEPTH: u8 = 5;
/// Ticks on foot of somebody who fetches, there and back.
const WALK: u32 = 70;

/// Whether the side has a finished building, or an upgrade, of a name.
pub(in crate::games::rts::bot) fn has(view: &View<'_>, name: &str) -> bool {
    is_there(view, name, |one| one.is_finished)
        || view.rules.upgrade_named(name).is_some_and(|upgrade| view.upgrades.contains(&upgrade))
}

fn is_there(view: &View<'_>, name: &str, accepts: impl Fn(&OwnBuilding) -> bool) -> bool {
    view.buildings.iter().filter(|one| accepts(one)).any(|one| {
        let kind = view.rules.building(one.kind);
        kind.name == name || kind.counts_as.iter().any(|other| other == name)
    })
}

/// Whether all those are there.
pub(in crate::games::rts::bot) fn has_all(view: &View<'_>, names: &[String]) -> bool {
    names.iter().all(|name| has(view, name))
}

/// Whether workers build it: it is of the side's faction and not the higher tier of another.
pub(in crate::games::rts::bot) fn is_buildable(view: &View<'_>, kind: &BuildingKind) -> bool {
    kind.faction == view.rules.faction(view.faction).name
        && !view.rules.buildings.iter().any(|other| other.becomes.as_deref() == Some(kind.name.as_str()))
}

/// The buildings of the side's faction that workers build and that pass a test, the cheapest first.
pub(in crate::games::rts::bot) fn buildable(view: &View<'_>, test: impl Fn(&BuildingKind) -> bool) -> Vec<BuildingId> {
    let kinds = view.rules.buildings.iter().enumerate().filter(|(_, kind)| is_buildable(view, kind) && test(kind));
    let mut kinds: Vec<BuildingId> = kinds.map(|(index, _)| BuildingId(index as u8)).collect();
    kinds.sort_by_key(|kind| (view.rules.building(*kind).cost.worth(), *kind));
    kinds
}

/// Ticks that workers take for the gold and for the wood that are missing to a price.
pub(in crate::games::rts::bot) fn work_for(view: &View<'_>, price: Price) -> (u32, u32) {
    let economy = &view.rules.economy;
    let work = |price: u32, stock: u32, ticks: u16, load: u16| {
        price.saturating_sub(stock) * (u32::from(ticks) + WALK) / u32::from(load).max(1)
    };
    let gold = work(price.gold, view.stock.gold, economy.mine_ticks, economy.gold_load);
    let wood = work(price.wood, view.stock.wood, economy.chop_ticks, economy.wood_load);
    (gold, wood)
}

/// The cheapest building that only houses people.
pub(in crate::games::rts::bot) fn house(view: &View<'_>) -> Option<BuildingId> {
    let houses = buildable(view, |kind| kind.supply > 0 && kind.drop_off.is_empty() && kind.trains.is_empty());
    houses.first().copied()
}

/// A step towards something that is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::games::rts::bot) enum StepTo {
    Build(BuildingId),
    /// A building becomes the next tier, or researches.
    Make(Item),
    /// It is on its way.
    Wait,
}

/// What to do first so that a name is there; `None` if it is, or cannot be.
pub(in crate::games::rts::bot) fn step_to(view: &View<'_>, name: &str) -> Option<StepTo> {
    step(view, name, DEPTH)
}

/// The same for the first of several names that is missing.
pub(in crate::games::rts::bot) fn step_to_all(view: &View<'_>, names: &[String]) -> Option<StepTo> {
    names.iter().find(|name| !has(view, name)).and_then(|name| step_to(view, name))
}

fn step(view: &View<'_>, name: &str, depth: u8) -> Option<StepTo> {
    if depth == 0 || has(view, name) {
        return None;
    }
    if is_there(view, name, |_| true) {
        return Some(StepTo::Wait);
    }
    let first = |names: &[String]| names.iter().find(|name| !has(view, name)).map(|name| step(view, name, depth - 1));
    if let Some(upgrade) = view.rules.upgrade_named(name) {
        let is_made = |one: &OwnBuilding| one.queue.contains(&Item::Research(upgrade));
        if view.buildings.iter().any(is_made) {
            return Some(StepTo::Wait);
        }
        let missing = first(&view.rules.upgrade(upgrade).requires);
        return missing.unwrap_or(Some(StepTo::Make(Item::Research(upgrade))));
    }
    let kind = view.rules.building_named(name)?;
    let rules = view.rules.building(kind);
    if let Some(step) = first(&rules.requires) {
        return step;
    }
    if is_buildable(view, rules) {
        let is_begun = view.units.iter().any(|unit| unit.does == crate::games::rts::bot::Occupation::Builds(kind));
        return Some(if is_begun { StepTo::Wait } else { StepTo::Build(kind) });
    }
    let is_made = |one: &OwnBuilding| one.queue.contains(&Item::Advance(kind));
    if view.buildings.iter().any(is_made) {
        return Some(StepTo::Wait);
    }
    (rules.faction == view.rules.faction(view.faction).name).then_some(StepTo::Make(Item::Advance(kind)))
}

/// What the upgrade adds to what workers carry.
pub(in crate::games::rts::bot) fn load_of(view: &View<'_>, upgrade: UpgradeId) -> u16 {
    let effects = view.rules.upgrade(upgrade).effects.iter();
    effects.filter(|effect| effect.stat == Stat::Load).map(|effect| effect.add).sum()
}
