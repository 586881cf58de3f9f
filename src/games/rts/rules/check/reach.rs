//! Everything can be had: no requirement goes round in a circle, and nothing is left that no side can build, train or
//! research.
//!
//! Beginning with the hall of each faction, whatever has its requirements among the things that can be had can be had
//! too, until nothing is added. What is left over is at fault, and the first requirement that keeps it out is told.

use super::super::{BuildingKind, Rules};
use super::{Entry, Fault, Sort};

/// A thing that a side wants to have.
struct Wish<'a> {
    entry: &'a Entry<'a>,
    /// Buildings of which one must be there first: those that train, research or become it; empty for what workers build.
    from: Vec<&'a str>,
    /// Where `from` is to be written.
    missing: Option<&'static str>,
}

pub(super) fn check(rules: &Rules, entries: &[Entry]) -> Result<(), Fault> {
    tiers_end(rules)?;
    // What can be had, with all that it counts as.
    let mut had: Vec<&str> = rules.factions.iter().map(|faction| faction.hall.as_str()).collect();
    let mut open = wishes(rules, entries);
    loop {
        let before = open.len();
        open.retain(|Wish { entry, from, missing }| {
            let given = entry.requires.iter().all(|name| had.contains(&name.as_str()));
            let is_free = from.is_empty() && missing.is_none();
            let granted = given && (is_free || from.iter().any(|name| had.contains(name)));
            if granted {
                had.push(entry.name);
                let kind = rules.buildings.iter().find(|kind| kind.name == entry.name);
                had.extend(kind.iter().flat_map(|kind| &kind.counts_as).map(String::as_str));
            }
            !granted
        });
        if open.len() == before {
            break;
        }
    }
    let Some(Wish { entry: Entry { path, name, requires, .. }, from, missing }) = open.first() else { return Ok(()) };
    if let (true, Some(missing)) = (from.is_empty(), missing) {
        return Err(Fault::new(format!("{path}.name"), format!("no building {missing} {name:?}")));
    }
    let Some(index) = requires.iter().position(|name| !had.contains(&name.as_str())) else {
        let problem = format!("{name:?} can never be had, as {:?} cannot", from[0]);
        return Err(Fault::new(format!("{path}.name"), problem));
    };
    let problem = format!("{:?} cannot be had before {name:?}", requires[index]);
    Err(Fault::new(format!("{path}.requires[{index}]"), problem))
}

fn wishes<'a>(rules: &'a Rules, entries: &'a [Entry]) -> Vec<Wish<'a>> {
    let from = |makes: &dyn Fn(&BuildingKind) -> bool| {
        rules.buildings.iter().filter(|kind| makes(kind)).map(|kind| kind.name.as_str()).collect()
    };
    let is_wanted = |entry: &&Entry| entry.sort == Sort::Upgrade || !entry.faction.is_empty();
    let wish = |entry: &'a Entry| {
        let is_it = |name: &String| name == entry.name;
        let (from, missing) = match entry.sort {
            Sort::Building => (from(&|kind| kind.becomes.as_ref().is_some_and(is_it)), None),
            Sort::Unit => (from(&|kind| kind.trains.iter().any(is_it)), Some("trains")),
            Sort::Upgrade => (from(&|kind| kind.researches.iter().any(is_it)), Some("researches")),
        };
        Wish { entry, from, missing }
    };
    let of_sort = |sort| entries.iter().filter(move |entry| entry.sort == sort);
    [Sort::Building, Sort::Unit, Sort::Upgrade].into_iter().flat_map(of_sort).filter(is_wanted).map(wish).collect()
}

/// No building becomes itself again.
fn tiers_end(rules: &Rules) -> Result<(), Fault> {
    let next = |kind: &&BuildingKind| rules.buildings.iter().find(|next| kind.becomes.as_ref() == Some(&next.name));
    for (index, first) in rules.buildings.iter().enumerate() {
        let mut tiers = std::iter::successors(next(&first), next).take(rules.buildings.len());
        if tiers.any(|tier| tier.name == first.name) {
            let problem = format!("{:?} becomes itself in the end", first.name);
            return Err(Fault::new(format!("buildings[{index}].becomes"), problem));
        }
    }
    Ok(())
}
