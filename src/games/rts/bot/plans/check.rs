//! Looks at plans that have been read: every name stands for something that the faction can have, numbers are within reason.

use super::{Deed, Spot, Step, When, Who};
use crate::base::Place;
use crate::base::outline::locate;
use crate::games::rts::rules::Rules;
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

/// Most of gold, wood or seconds that a plan speaks of.
const MOST: u32 = 100_000;
/// Most steps of a plan, times that one is done, and cells of a place.
const STEPS: usize = 400;
const TIMES: u16 = 200;
const CELLS: i16 = 200;

/// Reads a file of plans.
///
/// # Errors
/// A sentence with file and line, and the field where it is the value that is wrong.
pub(in crate::games::rts::bot) fn parse<T: DeserializeOwned>(
    text: &str,
    file: &str,
    check: impl Fn(&T) -> Result<(), (String, String)>,
) -> Result<T, String> {
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let read: T = options.from_str(text).map_err(|error| {
        let at = error.span.start;
        format!("{file}: line {}, column {}: {}", at.line, at.col, error.code)
    })?;
    check(&read)
        .map_err(|(field, problem)| format!("{file}: {}{field}: {problem}", Place::prefix(locate(text, &field))))?;
    Ok(read)
}

/// Whether a faction of the rules has a name; an empty one stands for any.
pub(in crate::games::rts::bot) fn is_faction(rules: &Rules, name: &str) -> bool {
    name.is_empty() || rules.faction_named(name).is_some()
}

/// Checks the steps of a plan of a faction; `path` is that of the list.
///
/// # Errors
/// The path of a field and what is wrong with it.
pub(in crate::games::rts::bot) fn names(
    rules: &Rules,
    faction: &str,
    path: &str,
    steps: &[Step],
) -> Result<(), (String, String)> {
    if steps.len() > STEPS {
        return Err((path.into(), format!("{} steps, expected at most {STEPS}", steps.len())));
    }
    for (index, step) in steps.iter().enumerate() {
        let at = |field: &str| format!("{path}[{index}].{field}");
        if !(1..=TIMES).contains(&step.times) {
            return Err((at("times"), format!("{}, expected 1 to {TIMES}", step.times)));
        }
        self::step(rules, faction, step).map_err(|(field, problem)| (at(field), problem))?;
    }
    Ok(())
}

fn step(rules: &Rules, faction: &str, step: &Step) -> Result<(), (&'static str, String)> {
    let whose = |of: &str| faction.is_empty() || of == faction;
    let unit = |name: &str| rules.kind_named(name).is_some_and(|kind| whose(&rules.kind(kind).faction));
    let building = |name: &str| rules.building_named(name).is_some_and(|kind| whose(&rules.building(kind).faction));
    let upgrade = |name: &str| rules.upgrade_named(name).is_some_and(|kind| whose(&rules.upgrade(kind).faction));
    let is_tier = |name: &str| rules.buildings.iter().any(|kind| kind.becomes.as_deref() == Some(name));
    let who = if faction.is_empty() { "any faction".to_owned() } else { format!("the {faction}") };
    let known = |is_it: bool, field: &'static str, what: &str, name: &str| {
        if is_it { Ok(()) } else { Err((field, format!("there is no {what} {name:?} of {who}"))) }
    };
    match &step.at {
        When::Supply(number) => within("at", u32::from(*number))?,
        When::Gold(number) | When::Wood(number) | When::Second(number) => within("at", *number)?,
        When::Done(name) => known(building(name) || upgrade(name), "at", "building or upgrade", name)?,
        When::Has(name, _) => known(building(name) || unit(name), "at", "unit or building", name)?,
        When::Now => {}
    }
    match &step.deed {
        Deed::Train(name) => known(unit(name), "do", "unit", name)?,
        Deed::Build(name) => known(building(name) && !is_tier(name), "do", "building that workers build,", name)?,
        Deed::Advance(name) => known(building(name) && is_tier(name), "do", "higher tier", name)?,
        Deed::Research(name) => known(upgrade(name), "do", "upgrade", name)?,
        Deed::Attack(whom) | Deed::Walk(whom) | Deed::Circle(whom) => match whom {
            Who::Kind(name, _) => known(unit(name), "do", "unit", name)?,
            Who::Some(0) | Who::Workers(0) => return Err(("do", "nobody is sent".into())),
            _ => {}
        },
    }
    match step.place {
        Spot::Front(cells) | Spot::Wall(cells) | Spot::Middle(cells) | Spot::Enemy(cells) | Spot::Beside(cells)
            if cells.abs() > CELLS =>
        {
            Err(("place", format!("{cells} cells, expected at most {CELLS}")))
        }
        _ => Ok(()),
    }
}

fn within(field: &'static str, number: u32) -> Result<(), (&'static str, String)> {
    if number <= MOST { Ok(()) } else { Err((field, format!("{number}, expected at most {MOST}"))) }
}
