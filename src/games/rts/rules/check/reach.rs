//! Everything can be had: no requirement goes round in a circle, and nothing is left that no side can build, train or
//! research.
//!
//! Beginning with the hall of each faction, whatever has its requirements among the things that can be had can be had
//! too, until nothing is added. What is left over is at fault, and the first requirement that keeps it out is told.

use super::super::Rules;
use super::Fault;

/// A thing that a side wants to have.
struct Wish<'a> {
    path: String,
    name: &'a str,
    requires: &'a [String],
    /// Buildings of which one must be there first: those that train, research or become it; empty for what workers build.
    from: Vec<&'a str>,
    /// Where `from` is to be written.
    missing: Option<&'static str>,
    /// Whom it can stand for where it is required.
    counts_as: &'a [String],
}

/// All things of all factions.
pub(super) fn check(rules: &Rules) -> Result<(), Fault> {
    tiers_end(rules)?;
    let wishes = wishes(rules);
    // What can be had, with all that it counts as.
    let mut had: Vec<&str> = rules.factions.iter().map(|faction| faction.hall.as_str()).collect();
    let mut open: Vec<&Wish> = wishes.iter().collect();
    loop {
        let before = open.len();
        open.retain(|wish| {
            let given = wish.requires.iter().all(|name| had.contains(&name.as_str()));
            let granted = given && (wish.from.is_empty() && wish.missing.is_none() || any(&wish.from, &had));
            if granted {
                had.push(wish.name);
                had.extend(wish.counts_as.iter().map(String::as_str));
            }
            !granted
        });
        if open.len() == before {
            break;
        }
    }
    let Some(wish) = open.first() else { return Ok(()) };
    if let (true, Some(missing)) = (wish.from.is_empty(), wish.missing) {
        return Err(Fault::new(format!("{}.name", wish.path), format!("no building {missing} {:?}", wish.name)));
    }
    let Some(index) = wish.requires.iter().position(|name| !had.contains(&name.as_str())) else {
        let problem = format!("{:?} can never be had, as {:?} cannot", wish.name, wish.from[0]);
        return Err(Fault::new(format!("{}.name", wish.path), problem));
    };
    let problem = format!("{:?} cannot be had before {:?}", wish.requires[index], wish.name);
    Err(Fault::new(format!("{}.requires[{index}]", wish.path), problem))
}

fn any(names: &[&str], had: &[&str]) -> bool {
    names.iter().any(|name| had.contains(name))
}

fn wishes(rules: &Rules) -> Vec<Wish<'_>> {
    let mut wishes = Vec::new();
    for (index, kind) in rules.buildings.iter().enumerate().filter(|(_, kind)| !kind.faction.is_empty()) {
        let before = rules.buildings.iter().filter(|other| other.becomes.as_ref() == Some(&kind.name));
        let from: Vec<&str> = before.map(|other| other.name.as_str()).collect();
        wishes.push(Wish {
            path: format!("buildings[{index}]"),
            name: &kind.name,
            requires: &kind.requires,
            from,
            missing: None,
            counts_as: &kind.counts_as,
        });
    }
    for (index, kind) in rules.units.iter().enumerate().filter(|(_, kind)| !kind.faction.is_empty()) {
        let schools = rules.buildings.iter().filter(|building| building.trains.contains(&kind.name));
        wishes.push(Wish {
            path: format!("units[{index}]"),
            name: &kind.name,
            requires: &kind.requires,
            from: schools.map(|building| building.name.as_str()).collect(),
            missing: Some("trains"),
            counts_as: &[],
        });
    }
    for (index, kind) in rules.upgrades.iter().enumerate() {
        let schools = rules.buildings.iter().filter(|building| building.researches.contains(&kind.name));
        wishes.push(Wish {
            path: format!("upgrades[{index}]"),
            name: &kind.name,
            requires: &kind.requires,
            from: schools.map(|building| building.name.as_str()).collect(),
            missing: Some("researches"),
            counts_as: &[],
        });
    }
    wishes
}

/// No building becomes itself again.
fn tiers_end(rules: &Rules) -> Result<(), Fault> {
    for (index, first) in rules.buildings.iter().enumerate() {
        let mut kind = first;
        for _ in 0..rules.buildings.len() {
            let next = kind.becomes.as_ref().and_then(|name| rules.buildings.iter().find(|next| next.name == *name));
            let Some(next) = next else { break };
            if next.name == first.name {
                let problem = format!("{:?} becomes itself in the end", first.name);
                return Err(Fault::new(format!("buildings[{index}].becomes"), problem));
            }
            kind = next;
        }
    }
    Ok(())
}
