//! What programs tell at the end of a look, when somebody listens.

use super::army::middle_of;
use super::know::force::{is_soldier, worth_against, worth_of};
use super::know::sightings::Sighting;
use super::look::Look;
use super::memory::{Bot, Campaign};
use super::settings::Question;
use super::thoughts::{Goal, PassedOver, Phase, Role, Seen, Squad, Thoughts, Waits};
use super::view::{BotOrder, Own, View};
use super::want::Want;
use crate::base::Cell;
use crate::games::rts::rules::Item;
use crate::nav::step::UnitId;
use std::cmp::Reverse;
use std::collections::BTreeMap;

impl Bot {
    /// Tells what it is up to after a look that has led to these orders.
    pub(super) fn tell(&self, look: &Look<'_, '_>, orders: &[BotOrder], told: &mut Thoughts) {
        let view = look.view;
        told.begin(view.now);
        told.at = Some(view.now);
        told.program = Some(self.program());
        tell_of_all(told, view, orders, self.sightings.iter().copied());
        told.rally = self.army.rally;
        told.front = Some(look.front);
        told.plan.phase = self.phase(look);
        told.plan.workers = (look.workers, usize::from(self.workers_wanted(look)));
        told.plan.income = self.income_per_minute;
        told.plan.army_percent = self.army_share(look);
        let noted = std::mem::take(&mut told.plan.passed_over);
        let passed_over = self.passed_over.iter().filter_map(|(key, until)| Some((Want::of_key(*key)?, *until)));
        told.plan.passed_over = passed_over
            .map(|(want, until)| {
                let why = noted.iter().find(|other| (other.want, other.until) == (want, until));
                PassedOver { want, until, why: why.and_then(|other| other.why) }
            })
            .collect();
        told.goal = match self.army.campaign {
            Campaign::Home => Goal::Home(self.waits(look)),
            Campaign::Out { target, since } => Goal::Out { target, since },
            Campaign::Back { since } => Goal::Back { since },
        };
        let army = &self.army;
        let target = match self.army.campaign {
            Campaign::Out { target, .. } => Some(target),
            Campaign::Back { .. } => army.rally,
            Campaign::Home => None,
        };
        let squad = |role, is_member: &dyn Fn(&Own) -> bool, target| squad(view, orders, role, is_member, target);
        let main = squad(Role::Main, &|unit| army.main.contains(&unit.id) && !army.guards.contains(&unit.id), target);
        let guards = squad(Role::Guards, &|unit| army.guards.contains(&unit.id), None);
        let raiders = squad(Role::Raiders, &|unit| army.raiders.contains(&unit.id), None);
        let scout = squad(Role::Scout, &|unit| Some(unit.id) == self.scout, None);
        let is_reserve = |unit: &Own| is_soldier(view.rules.kind(unit.kind)) && self.is_spare(unit);
        let reserve = squad(Role::Reserve, &is_reserve, army.rally);
        told.squads = [main, guards, raiders, scout, reserve].into_iter().flatten().collect();
    }

    fn phase(&self, look: &Look<'_, '_>) -> Phase {
        let until_s = match self.level().question {
            Question::Waves { first_s, .. } => first_s,
            _ => self.style().first_attack_s,
        };
        if look.is_pressed {
            Phase::Pressed
        } else if look.is_outnumbered {
            Phase::Outnumbered
        } else if look.second < until_s {
            Phase::Opening { until_s }
        } else if look.is_behind {
            Phase::Wary
        } else {
            Phase::Growing
        }
    }

    /// What the army at home waits for.
    fn waits(&self, look: &Look<'_, '_>) -> Waits {
        if look.is_pressed {
            return Waits::Pressed;
        }
        match self.level().question {
            Question::Waves { first_s, every_s, units } => Waits::Wave {
                at_s: first_s + every_s * u32::from(self.army.attacks),
                have: look.soldiers().filter(|unit| self.is_spare(unit)).count(),
                units: usize::from(units + self.army.attacks.min(20)),
            },
            _ if look.second < self.style().first_attack_s => Waits::Until(self.style().first_attack_s),
            _ => Waits::Army,
        }
    }
}

/// What all programs tell alike.
pub(super) fn tell_of_all(
    told: &mut Thoughts,
    view: &View<'_>,
    orders: &[BotOrder],
    known: impl Iterator<Item = Sighting>,
) {
    told.sightings = known
        .map(|known| Seen {
            body: known.body,
            tick: known.tick,
            weight: known.weight(view),
            worth: worth_against(view, std::iter::once(&known)) * u32::from(known.body.health) / 100,
        })
        .collect();
    let soldiers = view.units.iter().filter(|unit| is_soldier(view.rules.kind(unit.kind)));
    let soldiers = soldiers.map(|unit| (unit.at, worth_of(view, std::iter::once(unit))));
    let towers = view.buildings.iter().filter(|one| one.is_finished && view.rules.building(one.kind).is_tower());
    let towers = towers.map(|one| (one.at, view.rules.building(one.kind).cost.worth() * u32::from(one.health) / 100));
    told.own = soldiers.chain(towers).collect();
    let mut trains: BTreeMap<_, usize> = BTreeMap::new();
    for item in view.buildings.iter().flat_map(|one| &one.queue) {
        if let Item::Train(kind) = item {
            *trains.entry(*kind).or_default() += 1;
        }
    }
    told.plan.trains = trains.into_iter().collect();
    let begun = orders.iter().filter_map(|order| match order {
        BotOrder::Build(_, kind, _) => Some(Want::Build(*kind)),
        BotOrder::Research(_, upgrade) => Some(Want::Research(*upgrade)),
        BotOrder::Advance(_, kind) => Some(Want::Advance(*kind)),
        _ => None,
    });
    told.begin_with(view.now, begun);
}

/// The squad of some units, if there are any; where its target is not known, it is where they are sent.
pub(super) fn squad(
    view: &View<'_>,
    orders: &[BotOrder],
    role: Role,
    is_member: &dyn Fn(&Own) -> bool,
    target: Option<Cell>,
) -> Option<Squad> {
    let members: Vec<&Own> = view.units.iter().filter(|unit| is_member(unit)).collect();
    let at = middle_of(members.iter().copied())?;
    let units: Vec<UnitId> = members.iter().map(|unit| unit.id).collect();
    let ordered = orders.iter().rev().find_map(|order| match order {
        BotOrder::Walk(sent, to) | BotOrder::AttackMove(sent, to) | BotOrder::Assault(sent, to) => {
            sent.iter().any(|unit| units.contains(unit)).then_some(*to)
        }
        _ => None,
    });
    let mut goals: BTreeMap<Cell, usize> = BTreeMap::new();
    members.iter().filter_map(|unit| unit.goal).for_each(|goal| *goals.entry(goal).or_default() += 1);
    let most = || goals.into_iter().max_by_key(|(goal, count)| (*count, Reverse(*goal))).map(|(goal, _)| goal);
    let worth = worth_of(view, members.iter().copied());
    Some(Squad { role, units, worth, at, target: target.or(ordered).or_else(most) })
}
