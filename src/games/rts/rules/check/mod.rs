//! Looks at rules that have been read: ranges of numbers, names, factions, hotkeys, and that everything can be had.
//!
//! serde knows the fields; here is what it cannot know. A fault is told by the path of its field (`units[7].weapon.range`),
//! for which [`super::Rules::parse`] finds the line. The first fault is told, in the order: numbers, names, hotkeys, reach.

mod names;
mod numbers;
mod reach;

use super::{Faction, Rules};

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

pub(super) fn check(rules: &Rules) -> Result<(), Fault> {
    numbers::check(rules)?;
    let entries = entries(rules);
    names::check(rules, &entries)?;
    hotkeys(rules, &entries)?;
    reach::check(rules, &entries)
}

/// What a name can stand for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Unit,
    Building,
    Upgrade,
}

/// What others can name.
struct Entry<'a> {
    sort: Sort,
    /// Where it is in the rules, as `units[7]`.
    path: String,
    name: &'a str,
    faction: &'a str,
    hotkey: Option<char>,
    requires: &'a [String],
}

/// All units, then all buildings, then all upgrades.
fn entries(rules: &Rules) -> Vec<Entry<'_>> {
    let mut entries = Vec::new();
    for (index, kind) in rules.units.iter().enumerate() {
        let (path, name, faction) = (format!("units[{index}]"), &kind.name, &kind.faction);
        entries.push(Entry { sort: Sort::Unit, path, name, faction, hotkey: kind.hotkey, requires: &kind.requires });
    }
    for (index, kind) in rules.buildings.iter().enumerate() {
        let (path, name, faction) = (format!("buildings[{index}]"), &kind.name, &kind.faction);
        entries.push(Entry {
            sort: Sort::Building,
            path,
            name,
            faction,
            hotkey: kind.hotkey,
            requires: &kind.requires,
        });
    }
    for (index, kind) in rules.upgrades.iter().enumerate() {
        let (path, name, faction) = (format!("upgrades[{index}]"), &kind.name, &kind.faction);
        entries.push(Entry { sort: Sort::Upgrade, path, name, faction, hotkey: kind.hotkey, requires: &kind.requires });
    }
    entries
}

/// No two buttons of one panel on one key.
fn hotkeys(rules: &Rules, entries: &[Entry]) -> Result<(), Fault> {
    let is_tier = |name: &str| rules.buildings.iter().any(|building| building.becomes.as_deref() == Some(name));
    let of_sort = |sort| entries.iter().filter(move |entry| entry.sort == sort);
    for Faction { name: faction, .. } in &rules.factions {
        let menu = of_sort(Sort::Building).filter(|entry| entry.faction == faction && !is_tier(entry.name));
        distinct(menu, &format!("the building menu of {faction}"))?;
    }
    for building in &rules.buildings {
        let named = |names: &[String], entry: &Entry| names.iter().any(|name| name == entry.name);
        let units = of_sort(Sort::Unit).filter(|entry| named(&building.trains, entry));
        let upgrades = of_sort(Sort::Upgrade).filter(|entry| named(&building.researches, entry));
        let tiers = of_sort(Sort::Building).filter(|entry| building.becomes.as_deref() == Some(entry.name));
        distinct(units.chain(upgrades).chain(tiers), &format!("the panel of {:?}", building.name))?;
    }
    Ok(())
}

fn distinct<'a>(buttons: impl Iterator<Item = &'a Entry<'a>>, panel: &str) -> Result<(), Fault> {
    let mut seen: Vec<(char, &str)> = Vec::new();
    for Entry { path, name, hotkey, .. } in buttons {
        let Some(key) = *hotkey else { continue };
        if let Some((_, other)) = seen.iter().find(|(taken, _)| *taken == key) {
            return Err(Fault::new(format!("{path}.hotkey"), format!("{key:?} is the key of {other:?} in {panel}")));
        }
        seen.push((key, name));
    }
    Ok(())
}
