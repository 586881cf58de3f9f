//! What a search is to reach: so many of these, with all that they need.

use super::model::{Act, Model, State};
use crate::games::rts::rules::{BuildingId, BuildingKind, Item, Price};
use crate::nav::step::Tick;

/// An action with the number of it that is wanted.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    act: Act,
    count: u16,
}

/// What is to be there at the end, with all that it needs.
#[derive(Debug, Clone)]
pub struct Goal {
    wanted: Vec<Wanted>,
    house: Option<BuildingId>,
    workers: u16,
    /// Halls that can train workers in the end.
    halls: u16,
}

impl Goal {
    /// `names` and how many of each, those of the beginning among them.
    ///
    /// # Errors
    /// A sentence that says what cannot be had.
    pub fn new(model: &Model<'_>, names: &[(String, u16)]) -> Result<Self, String> {
        let mut goal = Self { wanted: Vec::new(), house: None, workers: 0, halls: 1 };
        for (name, count) in names {
            goal.add(model, name, *count, 0)?;
        }
        let worker = Act::Make(Item::Train(model.worker));
        goal.workers = goal.wanted.iter().find(|one| one.act == worker).map_or(0, |one| one.count);
        let trains = |one: &Wanted| match one.act {
            Act::Build(kind) if model.rules.building(kind).trains.contains(&model.rules.kind(model.worker).name) => {
                one.count
            }
            _ => 1,
        };
        goal.halls = goal.wanted.iter().map(trains).max().unwrap_or(1);
        let faction = &model.rules.kind(model.worker).faction;
        let is_house = |kind: &BuildingKind| {
            kind.faction == *faction && kind.supply > 0 && kind.drop_off.is_empty() && kind.trains.is_empty()
        };
        let houses = model.rules.buildings.iter().enumerate().filter(|(_, kind)| is_house(kind));
        goal.house = houses.min_by_key(|(_, kind)| kind.cost.worth()).map(|(index, _)| BuildingId(index as u8));
        Ok(goal)
    }

    /// Adds a thing, and what makes it and what it requires.
    fn add(&mut self, model: &Model<'_>, name: &str, count: u16, depth: u8) -> Result<(), String> {
        let rules = model.rules;
        if depth > 12 {
            return Err(format!("{name:?} needs itself"));
        }
        let faction = &rules.kind(model.worker).faction;
        let makers = |makes: &dyn Fn(&BuildingKind) -> bool| {
            rules.buildings.iter().find(|kind| kind.faction == *faction && makes(kind)).map(|kind| kind.name.clone())
        };
        let own = |of: &String| if of == faction { Ok(()) } else { Err(format!("{name:?} is not of the {faction}")) };
        let (act, maker, requires) = if let Some(kind) = rules.kind_named(name) {
            let unit = rules.kind(kind);
            own(&unit.faction)?;
            let maker = makers(&|one| one.trains.iter().any(|other| other == name));
            (Act::Make(Item::Train(kind)), maker, &unit.requires)
        } else if let Some(upgrade) = rules.upgrade_named(name) {
            let kind = rules.upgrade(upgrade);
            own(&kind.faction)?;
            let maker = makers(&|one| one.researches.iter().any(|other| other == name));
            (Act::Make(Item::Research(upgrade)), maker, &kind.requires)
        } else if let Some(id) = rules.building_named(name) {
            let kind = rules.building(id);
            own(&kind.faction)?;
            let maker = makers(&|one| one.becomes.as_deref() == Some(name));
            let act = if maker.is_some() { Act::Make(Item::Advance(id)) } else { Act::Build(id) };
            (act, maker, &kind.requires)
        } else {
            return Err(format!("there is no {name:?} in the rules"));
        };
        match self.wanted.iter_mut().find(|one| one.act == act) {
            Some(one) if one.count >= count => return Ok(()),
            Some(one) => one.count = count,
            None => {
                for needed in requires.iter().chain(&maker) {
                    // The hall of the beginning may have become a higher tier by then.
                    let first = model.begin();
                    if !model.has(&first, needed) {
                        self.add(model, needed, 1, depth + 1)?;
                    }
                }
                self.wanted.push(Wanted { act, count });
            }
        }
        Ok(())
    }

    pub(super) fn is_met(&self, state: &State) -> bool {
        self.wanted.iter().all(|one| state.begun(one.act) >= one.count)
    }

    /// What can be begun in some order: what is wanted and not there, and a house where supply runs short.
    pub(super) fn acts(&self, model: &Model<'_>, state: &State) -> Vec<Act> {
        let open = self.wanted.iter().filter(|one| state.begun(one.act) < one.count).map(|one| one.act);
        let mut acts: Vec<Act> = open.collect();
        if let Some(house) = self.house {
            let left: u16 = self.supply_needed(model, state);
            let gives = model.rules.building(house).supply;
            let is_near = state.supply_left() * 2 <= gives * 3;
            if left > state.supply_left() && is_near && !acts.contains(&Act::Build(house)) {
                acts.push(Act::Build(house));
            }
        }
        acts
    }

    fn supply_needed(&self, model: &Model<'_>, state: &State) -> u16 {
        let of = |one: &Wanted| match one.act {
            Act::Make(Item::Train(kind)) => {
                let missing = one.count.saturating_sub(state.begun(one.act));
                missing * u16::from(model.rules.kind(kind).supply)
            }
            _ => 0,
        };
        self.wanted.iter().map(of).sum()
    }

    /// A tick before which not everything can be there.
    pub(super) fn bound(&self, model: &Model<'_>, state: &State) -> Tick {
        let mut price = Price::default();
        let mut longest = 0;
        for one in &self.wanted {
            let missing = one.count.saturating_sub(state.begun(one.act));
            if missing == 0 {
                continue;
            }
            let batch = match one.act {
                Act::Make(Item::Train(kind)) => u16::from(model.rules.kind(kind).batch.max(1)),
                _ => 1,
            };
            price = price.plus(model.price(one.act).percent(100 * u32::from(missing.div_ceil(batch))));
            longest = longest.max(self.chain(model, state, one.act, 0));
        }
        if let Some(house) = self.house {
            let lacks = self.supply_needed(model, state).saturating_sub(state.supply_left());
            let houses = lacks.div_ceil(model.rules.building(house).supply.max(1));
            price = price.plus(model.rules.building(house).cost.percent(100 * u32::from(houses)));
        }
        model.earliest(state, price, self.workers, self.halls).max(state.now + longest)
    }

    /// Ticks of the longest chain that ends in an action of which nothing has been begun.
    fn chain(&self, model: &Model<'_>, state: &State, act: Act, depth: u8) -> Tick {
        let requires = match act {
            Act::Make(item) => item.requires(model.rules),
            Act::Build(kind) => &model.rules.building(kind).requires,
        };
        let before = requires.iter().filter(|_| depth < 8).map(|name| self.missing(model, state, name, depth)).max();
        model.ticks(act) + before.unwrap_or(0)
    }

    fn missing(&self, model: &Model<'_>, state: &State, name: &str, depth: u8) -> Tick {
        if model.has(state, name) {
            return 0;
        }
        let is_it = |act: Act| match act {
            Act::Make(Item::Research(upgrade)) => model.rules.upgrade(upgrade).name == name,
            Act::Make(Item::Advance(kind)) | Act::Build(kind) => model.rules.building(kind).name == name,
            Act::Make(Item::Train(_)) => false,
        };
        let found = self.wanted.iter().find(|one| is_it(one.act) && state.begun(one.act) == 0);
        found.map_or(0, |one| self.chain(model, state, one.act, depth + 1))
    }
}
