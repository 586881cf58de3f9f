//! Every sentence that the simulation's reasons become for people and programs. Nothing in the simulation reads them.

use crate::base::wording::capitalised;
use crate::games::rts::placement::Reason;
use crate::games::rts::rules::{Price, Rules};
use crate::games::rts::signals::LONGEST_LINE;
use crate::games::rts::sim::orders::Item;
use crate::games::rts::sim::refusal::{Refusal, Warning};
use crate::games::rts::sim::talk::MOST_GIVEN;
use crate::games::rts::sim::waypoints::MAX_WAYPOINTS;
use crate::nav::step::Tick;
use crate::nav::terrain::Terrain;
use std::fmt;

impl Refusal {
    /// The sentence for who gave the order.
    pub fn text(&self, rules: &Rules) -> String {
        let unit = |kind| capitalised(&article(rules.kind(kind).title()));
        match self {
            Self::NoSide { side, sides } => format!("There is no side {side}: sides are 0 to {}.", sides - 1),
            Self::NoKind(item) => {
                let (what, kind, kinds) = match item {
                    Item::Train(kind) => ("unit kind", kind.0, rules.units.len()),
                    Item::Research(upgrade) => ("upgrade", upgrade.0, rules.upgrades.len()),
                    Item::Advance(kind) => ("building kind", kind.0, rules.buildings.len()),
                };
                format!("There is no {what} {kind}: the rules have {kinds}.")
            }
            Self::NoUnit(unit) => format!("There is no {unit}: no match has so many."),
            Self::TooManyUnits(count, most) => format!("An order names at most {most} units, this one {count}."),
            Self::TooManyCells(count, most) => format!("An order paints at most {most} cells, this one {count}."),
            Self::NoStep(step) => format!("Nobody has a step {step} to forget."),
            Self::OffMap(cell) => format!("{cell} is not on the map."),
            Self::NotInSandbox => "That can be ordered in a skirmish only.".into(),
            Self::NotInSkirmish => "The map cannot be edited in a skirmish.".into(),
            Self::StoodOn(cell, 1) => {
                format!("A unit on {cell} could not stand there any more, so that cell stays as it is.")
            }
            Self::StoodOn(_, count) => {
                format!("Units stand on {count} of the cells and could not stay there, so those stay as they are.")
            }
            Self::NoRoom(kind, at) => format!("{} does not fit on the map at {at}.", unit(*kind)),
            Self::NoGround(kind, ground, at) => format!("{} cannot stand on {} at {at}.", unit(*kind), ground.name()),
            Self::Taken(at) => format!("There is a unit at {at} already."),
            Self::NoBoard => "There is no board.".into(),
            Self::NoTick(tick) => format!("No match comes to tick {tick}."),
            Self::NoLine => format!("A line has 1 to {LONGEST_LINE} letters, all of which can be seen."),
            Self::NoGift => format!("A gift is gold or wood, at most {MOST_GIVEN} of each."),
            Self::NotAlly(side) => format!("Side {side} is no ally."),
            Self::TooMuchTalk(most, ticks) => {
                let seconds = ticks / Tick::from(rules.tick_hz);
                format!("Not so fast: {most} lines and signs in {seconds} seconds are enough.")
            }
            Self::Beaten => "Who is beaten gives no signs and no gifts.".into(),
            Self::TooManyWaypoints(units) => format!("{units} of the units have {MAX_WAYPOINTS} waypoints already."),
            Self::PassedOver { unit, at, is_taken } => {
                let why = if *is_taken { "is taken" } else { "cannot be reached" };
                format!("The waypoint {at} of {unit} {why}; it goes on to the next.")
            }
        }
    }
}

impl Warning {
    /// The sentence for the player of the side.
    pub fn text(&self, rules: &Rules) -> String {
        match self {
            Self::NotMadeHere(kind) => {
                format!("{} does not make that.", capitalised(&article(&rules.building(*kind).title)))
            }
            Self::Known(item) => capitalised(&format!("{} is known already.", item.title(rules))),
            Self::BeingResearched(item) => format!("{} is being researched already.", item.title(rules)),
            Self::Lacks(item, missing) => {
                let title = item.title(rules);
                let what =
                    if matches!(item, Item::Research(_)) { format!("“{title}”") } else { format!("The {title}") };
                format!("{what} needs {}.", named(rules, missing))
            }
            Self::QueueFull => "The queue is full.".into(),
            Self::Short(price) => shortage(*price),
            Self::WaitsForMoney(item, price) => {
                capitalised(&format!("{} waits: {}", item.title(rules), shortage(*price)))
            }
            Self::ArmyFull => "The army cannot grow any more.".into(),
            Self::WaitsForSupply(item, roof) => {
                let roof = roof.map_or_else(|| "what gives it".into(), |kind| article(&rules.building(kind).title));
                capitalised(&format!("{} waits for supply: build {roof} first.", item.title(rules)))
            }
            Self::NoDoor => "There is no room beside the building for those who are trained.".into(),
            Self::Unseen => "Nobody sees the target.".into(),
            Self::NoEnemy => "Nobody attacks friends.".into(),
            Self::TargetGone => "The target is gone.".into(),
            Self::NoFriend => "Only friends are guarded.".into(),
            Self::FriendGone => "Whom they should guard is gone.".into(),
            Self::NothingToGather => "There is nothing to gather here.".into(),
            Self::NotRepairable => "Only buildings of friends are repaired.".into(),
            Self::BuildingGone => "The building is gone.".into(),
            Self::OtherFaction => "Another faction builds that.".into(),
            Self::TooManySteps(units) => format!("{units} of the units have {MAX_WAYPOINTS} steps to do already."),
            Self::CutOff => "No way leads to the site.".into(),
            Self::NoSite(reason) => reason.to_string(),
            Self::SiteTaken => "Somebody stands on the site.".into(),
            Self::NoRepair => "There is nothing left to repair with.".into(),
            Self::MineEmpty => "The mine is empty.".into(),
            Self::NotTaken => "The ally cannot take it.".into(),
            Self::NoWood => "There is no wood left here.".into(),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffMap => write!(out, "The map ends here."),
            Self::Ground(Terrain::Building) => write!(out, "A building stands here."),
            Self::Ground(terrain) => write!(out, "Nothing can be built on {}.", terrain.name()),
            Self::Unit => write!(out, "Somebody stands here."),
            Self::Unexplored => write!(out, "Not explored yet."),
            Self::NearMine => write!(out, "Too near to the mine: leave two cells for the workers."),
        }
    }
}

fn shortage(missing: Price) -> String {
    match (missing.gold, missing.wood) {
        (0, wood) => format!("{wood} more wood is needed."),
        (gold, 0) => format!("{gold} more gold is needed."),
        (gold, wood) => format!("{gold} more gold and {wood} more wood are needed."),
    }
}

/// What has a name in the rules, for players, within a sentence: `a keep`, `“Good swords”`.
pub fn named(rules: &Rules, name: &str) -> String {
    let building = rules.building_named(name).map(|building| article(&rules.building(building).title));
    let upgrade = || rules.upgrade_named(name).map(|upgrade| format!("“{}”", rules.upgrade(upgrade).title));
    building.or_else(upgrade).unwrap_or_else(|| name.to_owned())
}

/// A noun with its article.
pub(crate) fn article(noun: &str) -> String {
    let is_vowel = noun.chars().next().is_some_and(|first| "aeiouAEIOU".contains(first));
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}
