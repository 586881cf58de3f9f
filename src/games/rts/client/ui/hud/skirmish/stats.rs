//! The numbers of a unit or building, with what upgrades and rank add to them.

use super::words;
use crate::games::rts::client::input::skirmish::queries::{BuildingQueryItem, SkirmishView, UnitQueryItem};
use crate::games::rts::rules::{Armour, Damage, Stat};

/// A number with its label, as players read them.
pub(super) type Row = (&'static str, String);

/// A number and what is added to it.
fn plus(base: u32, more: u32) -> String {
    if more == 0 { base.to_string() } else { format!("{base} +{more}") }
}

const fn damage(kind: Damage) -> &'static str {
    match kind {
        Damage::Blade => "blade",
        Damage::Pierce => "pierce",
        Damage::Charge => "charge",
        Damage::Siege => "siege",
        Damage::Magic => "magic",
    }
}

const fn armour(kind: Armour) -> &'static str {
    match kind {
        Armour::Unarmoured => "unarmoured",
        Armour::Light => "light",
        Armour::Heavy => "heavy",
        Armour::Siege => "siege",
        Armour::Building => "walls",
    }
}

pub(super) fn of_unit(skirmish: &SkirmishView, unit: &UnitQueryItem<'_, '_>) -> Vec<Row> {
    let rules = skirmish.rules();
    let kind = rules.kind(unit.kind.0);
    let bonuses = skirmish.sides().and_then(|sides| sides.get(unit.owner.0)).map(|side| &side.bonuses);
    let bonus = |stat| bonuses.map_or(0, |bonuses| u32::from(bonuses.unit(unit.kind.0, stat)));
    let rank = usize::from(unit.fighting.rank()).checked_sub(1).and_then(|rank| rules.economy.ranks.get(rank));
    let mut rows = Vec::new();
    if let Some(weapon) = &kind.weapon {
        let base = u32::from(weapon.damage);
        let upgraded = base + bonus(Stat::Damage);
        let all = upgraded + rank.map_or(0, |rank| upgraded * u32::from(rank.damage_percent) / 100);
        rows.push(("Damage", format!("{} {}", plus(base, all - base), damage(weapon.kind))));
        if weapon.range > 1 {
            rows.push(("Range", plus(u32::from(weapon.range), bonus(Stat::Range))));
        }
    }
    if let Some(heals) = kind.heals {
        rows.push(("Heals", plus(u32::from(heals.amount), bonus(Stat::Healing))));
    }
    let points = bonus(Stat::Armour) + rank.map_or(0, |rank| u32::from(rank.armour_points));
    rows.push(("Armour", format!("{} {}", plus(u32::from(kind.armour_points), points), armour(kind.armour))));
    rows.push(("Speed", format!("{:.1}", f32::from(rules.tick_hz) / f32::from(kind.ticks_per_cell))));
    rows.push(("Sight", plus(u32::from(kind.sight), bonus(Stat::Sight))));
    if unit.fighting.kills() > 0 {
        rows.push(("Kills", unit.fighting.kills().to_string()));
    }
    if !kind.works && unit.owner.0 == skirmish.player.side {
        rows.push(("Stance", words::stance(unit.fighting.stance()).into()));
    }
    rows
}

pub(super) fn of_building(skirmish: &SkirmishView, building: &BuildingQueryItem<'_, '_>) -> Vec<Row> {
    let rules = skirmish.rules();
    let kind = rules.building(building.state.kind());
    let bonuses = skirmish.sides().and_then(|sides| sides.get(building.owner.0)).map(|side| &side.bonuses);
    let bonus = |stat| bonuses.map_or(0, |bonuses| u32::from(bonuses.building(building.state.kind(), stat)));
    let mut rows = Vec::new();
    if kind.is_mine() {
        return rows;
    }
    rows.push(("Armour", plus(u32::from(kind.armour_points), bonus(Stat::Armour))));
    if let Some(weapon) = &kind.weapon {
        rows.push(("Damage", format!("{} {}", plus(weapon.damage.into(), bonus(Stat::Damage)), damage(weapon.kind))));
        rows.push(("Range", plus(weapon.range.into(), bonus(Stat::Range))));
    }
    if kind.supply > 0 {
        rows.push(("Supply", format!("+{}", kind.supply)));
    }
    if building.production.repeats() {
        rows.push(("Queue", "repeats".into()));
    }
    match building.production.rally().len() {
        0 => {}
        1 => rows.push(("Rally", "one place".into())),
        places => rows.push(("Rally", format!("{places} places"))),
    }
    rows
}
