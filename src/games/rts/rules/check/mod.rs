//! Looks at rules that have been read: ranges of numbers, names, factions, hotkeys, and that everything can be had.
//!
//! serde knows the fields; here is what it cannot know. A fault is told by the path of its field (`units[7].weapon.range`),
//! for which [`super::Rules::parse`] finds the line. The first fault is told, in the order: numbers, names, hotkeys, reach.

mod names;
mod numbers;
mod reach;
#[cfg(test)]
mod tests;

use super::{Faction, Rules};

/// A fault in the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) field: String,
    pub(super) problem: String,
}

impl Fault {
    fn new(field: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { field: field.into(), problem: problem.into() }
    }
}

/// Looks at everything.
pub(super) fn check(rules: &Rules) -> Result<(), Fault> {
    numbers::check(rules)?;
    names::check(rules)?;
    hotkeys(rules)?;
    reach::check(rules)
}

/// No two buttons of one panel on one key.
fn hotkeys(rules: &Rules) -> Result<(), Fault> {
    let upgraded: Vec<&str> = rules.buildings.iter().filter_map(|building| building.becomes.as_deref()).collect();
    for Faction { name: faction, .. } in &rules.factions {
        let of_menu = |name: &str, owner: &str| owner == faction && !upgraded.contains(&name);
        let menu = rules.buildings.iter().enumerate().filter(|(_, kind)| of_menu(&kind.name, &kind.faction));
        let buttons = menu.map(|(index, kind)| Button::new("buildings", index, &kind.name, kind.hotkey));
        distinct(buttons, &format!("the building menu of {faction}"))?;
    }
    for building in &rules.buildings {
        let units = rules.units.iter().enumerate().filter(|(_, unit)| building.trains.contains(&unit.name));
        let upgrades = rules.upgrades.iter().enumerate().filter(|(_, kind)| building.researches.contains(&kind.name));
        let next = |name: &str| building.becomes.as_deref() == Some(name);
        let tiers = rules.buildings.iter().enumerate().filter(|(_, kind)| next(&kind.name));
        let buttons = units
            .map(|(index, unit)| Button::new("units", index, &unit.name, unit.hotkey))
            .chain(upgrades.map(|(index, kind)| Button::new("upgrades", index, &kind.name, kind.hotkey)))
            .chain(tiers.map(|(index, kind)| Button::new("buildings", index, &kind.name, kind.hotkey)));
        distinct(buttons, &format!("the panel of {:?}", building.name))?;
    }
    Ok(())
}

/// A button of a panel: the entry of the rules that it stands for.
struct Button<'a> {
    list: &'static str,
    index: usize,
    name: &'a str,
    key: Option<char>,
}

impl<'a> Button<'a> {
    const fn new(list: &'static str, index: usize, name: &'a str, key: Option<char>) -> Self {
        Self { list, index, name, key }
    }
}

fn distinct<'a>(buttons: impl Iterator<Item = Button<'a>>, panel: &str) -> Result<(), Fault> {
    let mut seen: Vec<(char, &str)> = Vec::new();
    for Button { list, index, name, key } in buttons {
        let Some(key) = key else { continue };
        if let Some((_, other)) = seen.iter().find(|(taken, _)| *taken == key) {
            let problem = format!("{key:?} is the key of {other:?} in {panel}");
            return Err(Fault::new(format!("{list}[{index}].hotkey"), problem));
        }
        seen.push((key, name));
    }
    Ok(())
}
