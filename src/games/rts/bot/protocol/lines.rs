//! The fields of the lines of the game, as they are written and read.

use super::super::view::{Event, Occupation};
use crate::base::Cell;
use crate::games::rts::rules::{Item, Resource, Rules};
use crate::games::rts::signals::SignalKind;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::borrow::Cow;

/// The character of ground that nobody of the team has seen.
pub(super) const UNKNOWN: char = '?';

/// A cell as column and row.
pub(super) type At = (i16, i16);

pub(super) const fn at(cell: Cell) -> At {
    (cell.x, cell.y)
}

/// The first line.
#[derive(Serialize, Deserialize)]
pub(super) struct Hello<'a> {
    /// The version of the protocol.
    pub(super) hello: u32,
    pub(super) rules: Cow<'a, Rules>,
    pub(super) map: Map,
    pub(super) you: You<'a>,
    pub(super) sides: Vec<SideLine<'a>>,
    pub(super) limits: Limits,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Map {
    pub(super) size: (u16, u16),
    /// The ground, row by row, as in level files; `?` where nobody of the team has been, `B` below buildings.
    pub(super) rows: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct You<'a> {
    pub(super) side: u8,
    /// What chances can be drawn from, so that a match can be played again, and a style that was drawn.
    pub(super) seed: u64,
    pub(super) style: Cow<'a, str>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct SideLine<'a> {
    pub(super) faction: Cow<'a, str>,
    pub(super) team: u8,
    /// The upper left cell of its first building.
    pub(super) start: At,
    /// Whether a person plays it.
    #[serde(default)]
    pub(super) person: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Limits {
    /// Ticks from one look to the next.
    pub(super) every: Tick,
    /// Milliseconds for an answer; 0: as long as it takes.
    pub(super) ms: u64,
    /// Orders of an answer.
    pub(super) orders: usize,
}

/// The line of a look.
#[derive(Serialize, Deserialize)]
pub(super) struct LookLine<'a> {
    pub(super) tick: Tick,
    pub(super) gold: u32,
    pub(super) wood: u32,
    /// Used and given.
    pub(super) supply: (u16, u16),
    /// Gold and wood that were brought home since the match began.
    pub(super) gathered: (u32, u32),
    /// Worth of what it has killed and lost.
    #[serde(default)]
    pub(super) losses: (u32, u32),
    pub(super) upgrades: Vec<Cow<'a, str>>,
    /// The sides that are beaten.
    pub(super) beaten: Vec<u8>,
    /// Side, gold and wood of its team.
    #[serde(default)]
    pub(super) stocks: Vec<(u8, u32, u32)>,
    /// The signs of its allies in the last minute.
    #[serde(default)]
    pub(super) signals: Vec<SignalLine<'a>>,
    pub(super) units: Vec<UnitLine<'a>>,
    pub(super) buildings: Vec<BuildingLine<'a>>,
    pub(super) foes: Vec<BodyLine<'a>>,
    pub(super) friends: Vec<BodyLine<'a>>,
    pub(super) mines: Vec<MineLine>,
    /// Ground that is known otherwise than before: column, row, character.
    pub(super) cells: Vec<(i16, i16, char)>,
    /// What is in sight: column, row, and how many cells from there to the right.
    pub(super) visible: Vec<(i16, i16, u16)>,
    /// Cells in sight on which somebody stands or which somebody enters.
    pub(super) taken: Vec<At>,
    pub(super) events: Vec<Value>,
}

/// Number, kind, column, row, health in hundredths, what it does, where to, whom it fights, whether it is inside of a mine,
/// whether it fights whomever it meets.
#[derive(Serialize, Deserialize)]
pub(super) struct UnitLine<'a>(
    pub(super) u32,
    pub(super) Cow<'a, str>,
    pub(super) i16,
    pub(super) i16,
    pub(super) u8,
    pub(super) Cow<'a, str>,
    pub(super) Option<At>,
    pub(super) Option<u32>,
    pub(super) bool,
    pub(super) bool,
);

/// Number, kind, column, row, health, whether it is finished, what it makes.
#[derive(Serialize, Deserialize)]
pub(super) struct BuildingLine<'a>(
    pub(super) u32,
    pub(super) Cow<'a, str>,
    pub(super) i16,
    pub(super) i16,
    pub(super) u8,
    pub(super) bool,
    pub(super) Vec<Cow<'a, str>>,
);

/// Number, side, kind, column, row, health, whether it is finished, whether it is in sight.
#[derive(Serialize, Deserialize)]
pub(super) struct BodyLine<'a>(
    pub(super) u32,
    pub(super) u8,
    pub(super) Cow<'a, str>,
    pub(super) i16,
    pub(super) i16,
    pub(super) u8,
    pub(super) bool,
    pub(super) bool,
);

/// What, the side, column, row, when it was sent, and when the army of who says so arrives.
#[derive(Serialize, Deserialize)]
pub(super) struct SignalLine<'a>(
    pub(super) Cow<'a, str>,
    pub(super) u8,
    pub(super) i16,
    pub(super) i16,
    pub(super) Tick,
    pub(super) Option<Tick>,
);

/// Column, row, gold, side length, whether it is in sight.
#[derive(Serialize, Deserialize)]
pub(super) struct MineLine(pub(super) i16, pub(super) i16, pub(super) u32, pub(super) u8, pub(super) bool);

/// The character of known ground.
pub(super) const fn symbol(ground: Terrain) -> char {
    ground.symbol()
}

/// The ground of a character.
pub(super) fn ground(symbol: char) -> Option<Terrain> {
    if symbol == Terrain::Building.symbol() { Some(Terrain::Building) } else { Terrain::from_symbol(symbol) }
}

/// The name of a sign, and the tick that belongs to it.
pub(super) const fn sign(kind: SignalKind) -> (&'static str, Option<Tick>) {
    match kind {
        SignalKind::Help => ("help", None),
        SignalKind::Attack { arrive } => ("attack", Some(arrive)),
        SignalKind::Claim => ("claim", None),
        SignalKind::GiveUp => ("give_up", None),
    }
}

pub(super) fn read_sign(name: &str, arrive: Option<Tick>) -> Option<SignalKind> {
    Some(match name {
        "help" => SignalKind::Help,
        "attack" => SignalKind::Attack { arrive: arrive? },
        "claim" => SignalKind::Claim,
        "give_up" => SignalKind::GiveUp,
        _ => return None,
    })
}

pub(super) fn occupation(does: Occupation, rules: &Rules) -> Cow<'static, str> {
    match does {
        Occupation::Idle => "idle".into(),
        Occupation::Walks => "walk".into(),
        Occupation::Gathers(Resource::Gold) => "gold".into(),
        Occupation::Gathers(Resource::Wood) => "wood".into(),
        Occupation::Builds(kind) => format!("build {}", rules.building(kind).name).into(),
        Occupation::Repairs(building) => format!("repair {}", building.0).into(),
        Occupation::Fights => "fight".into(),
    }
}

pub(super) fn read_occupation(word: &str, rules: &Rules) -> Option<Occupation> {
    Some(match word {
        "idle" => Occupation::Idle,
        "walk" => Occupation::Walks,
        "gold" => Occupation::Gathers(Resource::Gold),
        "wood" => Occupation::Gathers(Resource::Wood),
        "fight" => Occupation::Fights,
        _ => match word.split_once(' ')? {
            ("build", kind) => Occupation::Builds(rules.building_named(kind)?),
            ("repair", building) => Occupation::Repairs(UnitId(building.parse().ok()?)),
            _ => return None,
        },
    })
}

/// The name of what a building makes; no two things of the rules have the same.
pub(super) fn item(item: Item, rules: &Rules) -> &str {
    match item {
        Item::Train(kind) => &rules.kind(kind).name,
        Item::Research(upgrade) => &rules.upgrade(upgrade).name,
        Item::Advance(building) => &rules.building(building).name,
    }
}

pub(super) fn read_item(name: &str, rules: &Rules) -> Option<Item> {
    let unit = rules.kind_named(name).map(Item::Train);
    let upgrade = || rules.upgrade_named(name).map(Item::Research);
    unit.or_else(upgrade).or_else(|| rules.building_named(name).map(Item::Advance))
}

pub(super) fn event(event: &Event, rules: &Rules) -> Value {
    match event {
        Event::Hurt { who, by } => json!(["hurt", who.0, by.map(|by| by.0)]),
        Event::Lost(who) => json!(["lost", who.0]),
        Event::Seen(whom) => json!(["seen", whom.0]),
        Event::Built(building) => json!(["built", building.0]),
        Event::Trained(unit) => json!(["trained", unit.0]),
        Event::Researched(upgrade) => json!(["researched", rules.upgrade(*upgrade).name]),
        Event::Refused { why, at } => json!(["refused", why, at.map(self::at)]),
    }
}

/// `None` for what is no event; there may be more of them one day.
pub(super) fn read_event(value: &Value, rules: &Rules) -> Option<Event> {
    let words = value.as_array()?;
    let id = |index: usize| words.get(index)?.as_u64().and_then(|number| u32::try_from(number).ok()).map(UnitId);
    Some(match words.first()?.as_str()? {
        "hurt" => Event::Hurt { who: id(1)?, by: id(2) },
        "lost" => Event::Lost(id(1)?),
        "seen" => Event::Seen(id(1)?),
        "built" => Event::Built(id(1)?),
        "trained" => Event::Trained(id(1)?),
        "researched" => Event::Researched(rules.upgrade_named(words.get(1)?.as_str()?)?),
        "refused" => Event::Refused {
            why: words.get(1)?.as_str()?.into(),
            at: words.get(2).and_then(|at| <At>::deserialize(at).ok()).map(|(x, y)| Cell::new(x, y)),
        },
        _ => return None,
    })
}
