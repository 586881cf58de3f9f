//! Every name of the rules is taken once, and where it is mentioned there is somebody of the right faction behind it.

use super::super::{BuildingKind, Effect, Resource, Rules, Stat, UnitKind};
use super::{Entry, Fault, Sort};

impl Sort {
    const fn name(self) -> &'static str {
        match self {
            Self::Unit => "unit",
            Self::Building => "building",
            Self::Upgrade => "upgrade",
        }
    }
}

/// All names and mentions of names.
pub(super) fn check(rules: &Rules, entries: &[Entry]) -> Result<(), Fault> {
    unique(rules, entries)?;
    for entry in entries.iter().filter(|entry| entry.sort == Sort::Unit) {
        requirements(entries, entry)?;
    }
    for (entry, kind) in entries.iter().filter(|entry| entry.sort == Sort::Building).zip(&rules.buildings) {
        building(rules, entries, entry, kind)?;
    }
    for (entry, kind) in entries.iter().filter(|entry| entry.sort == Sort::Upgrade).zip(&rules.upgrades) {
        let at = |field: &str| format!("{}.{field}", entry.path);
        requirements(entries, entry)?;
        if kind.effects.is_empty() {
            return Err(Fault::new(at("effects"), "an upgrade without effects"));
        }
        for (number, effect) in kind.effects.iter().enumerate() {
            let on = at(&format!("effects[{number}].on"));
            if effect.on.is_empty() {
                return Err(Fault::new(on, "an effect on nobody"));
            }
            mentions(entries, &on, &effect.on, &[Sort::Unit, Sort::Building], &kind.faction)?;
            sensible(rules, &on, effect)?;
        }
    }
    factions(rules, entries)
}

/// One name, one thing; and every faction that is mentioned exists.
fn unique(rules: &Rules, entries: &[Entry]) -> Result<(), Fault> {
    for (index, faction) in rules.factions.iter().enumerate() {
        let name = &faction.name;
        if name.is_empty() || rules.factions[..index].iter().any(|other| other.name == *name) {
            return Err(Fault::new(format!("factions[{index}].name"), format!("{name:?} is empty or taken")));
        }
    }
    for (index, Entry { path, name, faction, .. }) in entries.iter().enumerate() {
        if name.is_empty() || entries[..index].iter().any(|other| other.name == *name) {
            return Err(Fault::new(format!("{path}.name"), format!("{name:?} is empty or taken")));
        }
        if !faction.is_empty() && rules.faction_named(faction).is_none() {
            return Err(Fault::new(format!("{path}.faction"), format!("there is no faction {faction:?}")));
        }
    }
    Ok(())
}

fn requirements(entries: &[Entry], entry: &Entry) -> Result<(), Fault> {
    let path = format!("{}.requires", entry.path);
    mentions(entries, &path, entry.requires, &[Sort::Building, Sort::Upgrade], entry.faction)
}

/// Every name of a list stands for something of these sorts and of this faction.
fn mentions(entries: &[Entry], path: &str, names: &[String], sorts: &[Sort], faction: &str) -> Result<(), Fault> {
    for (index, name) in names.iter().enumerate() {
        let path = format!("{path}[{index}]");
        mention(entries, &path, name, sorts, faction)?;
        if names[..index].contains(name) {
            return Err(Fault::new(path, format!("{name:?} is there twice")));
        }
    }
    Ok(())
}

fn mention(entries: &[Entry], path: &str, name: &str, sorts: &[Sort], faction: &str) -> Result<(), Fault> {
    let found = entries.iter().find(|entry| entry.name == name && sorts.contains(&entry.sort));
    let problem = match found {
        Some(entry) if entry.faction == faction => return Ok(()),
        Some(entry) => format!("{name:?} is of {}, not of {}", shown(entry.faction), shown(faction)),
        None => {
            let sorts: Vec<_> = sorts.iter().map(|sort| sort.name()).collect();
            format!("there is no {} {name:?}", sorts.join(" or "))
        }
    };
    Err(Fault::new(path, problem))
}

const fn shown(faction: &str) -> &str {
    if faction.is_empty() { "no faction" } else { faction }
}

fn building(rules: &Rules, entries: &[Entry], entry: &Entry, kind: &BuildingKind) -> Result<(), Fault> {
    let at = |field: &str| format!("{}.{field}", entry.path);
    if kind.title.is_empty() {
        return Err(Fault::new(at("title"), "is empty"));
    }
    let faction = &kind.faction;
    requirements(entries, entry)?;
    mentions(entries, &at("trains"), &kind.trains, &[Sort::Unit], faction)?;
    mentions(entries, &at("researches"), &kind.researches, &[Sort::Upgrade], faction)?;
    mentions(entries, &at("counts_as"), &kind.counts_as, &[Sort::Building], faction)?;
    for (index, resource) in kind.drop_off.iter().enumerate() {
        if kind.drop_off[..index].contains(resource) {
            return Err(Fault::new(at("drop_off"), format!("{resource:?} is there twice")));
        }
    }
    if kind.is_mine() && !faction.is_empty() {
        return Err(Fault::new(at("faction"), "a building with gold in it belongs to nobody"));
    }
    if let Some(next) = &kind.becomes {
        mention(entries, &at("becomes"), next, &[Sort::Building], faction)?;
        // It grows where it stands.
        let size = rules.building_named(next).map_or(kind.size, |next| rules.building(next).size);
        if size != kind.size {
            return Err(Fault::new(at("becomes"), format!("{next:?} is of size {size}, not {}", kind.size)));
        }
    }
    Ok(())
}

/// Something that gets better must be there: no range without a weapon.
fn sensible(rules: &Rules, path: &str, effect: &Effect) -> Result<(), Fault> {
    for (index, name) in effect.on.iter().enumerate() {
        let unit = rules.units.iter().find(|kind| kind.name == *name);
        let building = rules.buildings.iter().find(|kind| kind.name == *name);
        let armed =
            unit.is_some_and(|kind| kind.weapon.is_some()) || building.is_some_and(|kind| kind.weapon.is_some());
        let (fits, lacks) = match effect.stat {
            Stat::Damage | Stat::Range | Stat::Haste => (armed, "has no weapon"),
            Stat::Load => (unit.is_some_and(|kind| kind.works), "does not gather"),
            Stat::Healing => (unit.is_some_and(|kind| kind.heals.is_some()), "does not heal"),
            Stat::Armour | Stat::Health | Stat::Sight => (true, ""),
        };
        if !fits {
            return Err(Fault::new(format!("{path}[{index}]"), format!("{name:?} {lacks}")));
        }
    }
    // Blows cannot come in no time.
    if effect.stat == Stat::Haste && effect.add > 90 {
        let problem = format!("{} hundredths faster, expected at most 90", effect.add);
        return Err(Fault::new(path.replace(".on", ".add"), problem));
    }
    Ok(())
}

/// Each faction can begin: a hall that trains its workers and feeds them, and what every side needs later.
fn factions(rules: &Rules, entries: &[Entry]) -> Result<(), Fault> {
    for (index, faction) in rules.factions.iter().enumerate() {
        let at = |field: &str| format!("factions[{index}].{field}");
        mention(entries, &at("hall"), &faction.hall, &[Sort::Building], &faction.name)?;
        mention(entries, &at("worker"), &faction.worker, &[Sort::Unit], &faction.name)?;
        // Both have been found just now.
        let Some(hall) = rules.buildings.iter().find(|kind| kind.name == faction.hall) else { continue };
        let Some(worker) = rules.units.iter().find(|kind| kind.name == faction.worker) else { continue };
        begins(&at("hall"), &at("worker"), hall, worker)?;
        let needed = u16::from(faction.workers) * u16::from(worker.supply);
        if hall.supply < needed {
            let problem = format!("{:?} gives {} supply, these workers need {needed}", hall.name, hall.supply);
            return Err(Fault::new(at("workers"), problem));
        }
        let mut own = rules.buildings.iter().filter(|kind| kind.faction == faction.name && kind.name != faction.hall);
        if !own.any(|kind| kind.supply > 0 && kind.becomes.is_none() && kind.counts_as.is_empty()) {
            return Err(Fault::new(at("name"), format!("{} has no building that gives supply", faction.name)));
        }
    }
    Ok(())
}

fn begins(hall_path: &str, worker_path: &str, hall: &BuildingKind, worker: &UnitKind) -> Result<(), Fault> {
    if !worker.works {
        return Err(Fault::new(worker_path, format!("{:?} does not work", worker.name)));
    }
    for resource in [Resource::Gold, Resource::Wood] {
        if !hall.drop_off.contains(&resource) {
            return Err(Fault::new(hall_path, format!("{:?} takes in no {resource:?}", hall.name)));
        }
    }
    if !hall.trains.contains(&worker.name) {
        return Err(Fault::new(hall_path, format!("{:?} does not train {:?}", hall.name, worker.name)));
    }
    Ok(())
}
