//! What a program that plays a side is told: what its side has, and what its side has seen. Nothing else.

use crate::base::{Cell, Grid};
use crate::games::rts::orders::{Action, Command, Order};
use crate::games::rts::rules::{BuildingId, FactionId, Item, KindId, Price, Resource, Rules, UpgradeId};
use crate::games::rts::signals::{Audience, Signal, SignalKind};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::{MovementClass, Terrain};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a unit is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occupation {
    Idle,
    Walks,
    Gathers(Resource),
    /// It is on its way to build this, or builds it.
    Builds(BuildingId),
    Repairs(UnitId),
    /// It fights, or is on its way to a fight.
    Fights,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Own {
    pub id: UnitId,
    pub kind: KindId,
    pub at: Cell,
    /// Hundredths of its health.
    pub health: u8,
    pub does: Occupation,
    pub inside: bool,
    /// Where its present order leads it, if it leads somewhere.
    pub goal: Option<Cell>,
    /// Whom it fights.
    pub target: Option<UnitId>,
    /// Whether it fights whomever it meets on the way to its goal.
    pub is_on_attack: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnBuilding {
    pub id: UnitId,
    pub kind: BuildingId,
    /// Its upper left cell.
    pub at: Cell,
    /// Hundredths of its health.
    pub health: u8,
    pub is_finished: bool,
    /// What it makes, the present one first.
    pub queue: Vec<Item>,
}

impl OwnBuilding {
    /// How many trainings it has before it.
    pub(super) fn units(&self) -> usize {
        self.queue.iter().filter(|item| matches!(item, Item::Train(_))).count()
    }

    /// Whether it becomes the next tier.
    pub(super) fn advances(&self) -> bool {
        self.queue.iter().any(|item| matches!(item, Item::Advance(_)))
    }
}

/// Somebody of another side's, seen now or, for buildings, remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Body {
    pub id: UnitId,
    pub side: u8,
    /// What, if it is a unit.
    pub unit: Option<KindId>,
    /// What, if it is a building.
    pub building: Option<BuildingId>,
    pub at: Cell,
    /// Hundredths of its health; of a site, of what it will have.
    pub health: u8,
    /// Whether it is no site any more.
    pub is_finished: bool,
    pub is_visible: bool,
}

/// What everybody knows of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideSeen {
    pub faction: FactionId,
    pub team: u8,
    /// Where it began.
    pub start: Cell,
    pub is_beaten: bool,
    /// Whether a person plays it.
    pub is_person: bool,
    /// What an ally has, and the side itself.
    pub stock: Option<Price>,
}

/// A mine that has been seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mine {
    /// Its upper left cell.
    pub at: Cell,
    pub size: u8,
    /// Gold that is left in it; out of sight, what such a mine begins with.
    pub gold: u32,
    pub is_visible: bool,
}

/// Something that has happened since the last look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// An own unit or building was hurt.
    Hurt {
        who: UnitId,
        /// By whom, if its side saw that.
        by: Option<UnitId>,
    },
    /// An own unit or building is gone.
    Lost(UnitId),
    /// An enemy unit or building has come into sight that was never seen before.
    Seen(UnitId),
    /// An own building is finished, or has become the next tier.
    Built(UnitId),
    Trained(UnitId),
    Researched(UpgradeId),
    /// Something that its side wants cannot be done, an order or work under way: a sentence, and where.
    Refused {
        why: String,
        at: Option<Cell>,
    },
}

/// Everything that a program knows at one tick.
pub struct View<'a> {
    pub rules: &'a Rules,
    pub now: Tick,
    pub side: u8,
    pub faction: FactionId,
    pub stock: Price,
    pub supply_used: u16,
    pub supply_given: u16,
    pub upgrades: &'a BTreeSet<UpgradeId>,
    pub start: Cell,
    /// All sides, by their numbers; the map that everybody has says where they began.
    pub sides: &'a [SideSeen],
    /// Gold and wood that it has brought home since the match began.
    pub gathered: Price,
    /// Worth of what it has killed, and of what it has lost.
    pub killed_worth: u32,
    pub lost_worth: u32,
    /// The terrain as its side remembers it.
    pub terrain: &'a Grid<Terrain>,
    pub explored: &'a dyn Fn(Cell) -> bool,
    /// Whether its side sees a cell now.
    pub is_visible: &'a dyn Fn(Cell) -> bool,
    /// Whether somebody stands on a cell, as far as its side sees.
    pub is_taken: &'a dyn Fn(Cell) -> bool,
    /// Its units, in the order of their numbers.
    pub units: Vec<Own>,
    /// Its buildings, in the order of their numbers.
    pub buildings: Vec<OwnBuilding>,
    /// Enemies, in the order of their numbers.
    pub foes: Vec<Body>,
    /// Those of its allies, likewise.
    pub friends: Vec<Body>,
    /// Mines, in the order of their cells.
    pub mines: Vec<Mine>,
    /// What has happened since the last look, in that order.
    pub events: Vec<Event>,
    /// The signs of its allies in the last minute, the oldest first.
    pub signals: Vec<Signal>,
}

impl View<'_> {
    /// Own buildings to which gold can be brought, sites too.
    pub(super) fn halls(&self) -> impl Iterator<Item = &OwnBuilding> {
        let is_hall = |one: &&OwnBuilding| self.rules.building(one.kind).is_hall();
        self.buildings.iter().filter(is_hall)
    }

    /// The sides to be beaten that still are in the match, with their numbers.
    pub(super) fn enemies(&self) -> impl Iterator<Item = (u8, &SideSeen)> {
        let own = self.sides[usize::from(self.side)].team;
        (0..).zip(self.sides).filter(move |(_, side)| side.team != own && !side.is_beaten)
    }

    /// Workers that could do something else.
    pub(super) fn free_workers(&self) -> impl Iterator<Item = &Own> {
        let is_free = |unit: &&Own| {
            let has_time = matches!(unit.does, Occupation::Idle | Occupation::Gathers(_));
            self.rules.kind(unit.kind).works && !unit.inside && has_time
        };
        self.units.iter().filter(is_free)
    }

    /// Whether somebody on foot can stand on a cell, as far as is known.
    pub(super) fn is_walkable(&self, cell: Cell) -> bool {
        let walks = |ground: &Terrain| self.rules.costs.quarters(MovementClass::Foot, *ground).is_some();
        self.terrain.get(cell).is_some_and(walks)
    }

    /// The price of a unit as a measure of its worth.
    pub fn worth(&self, kind: KindId) -> u32 {
        self.rules.kind(kind).cost.worth()
    }
}

/// What a program wants. Each becomes an order of its side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BotOrder {
    /// Workers gather from the mine or forest on a cell.
    Gather(Vec<UnitId>, Cell),
    Build(Vec<UnitId>, BuildingId, Cell),
    /// Workers repair, or help to build.
    Repair(Vec<UnitId>, UnitId),
    Train(UnitId, KindId),
    Research(UnitId, UpgradeId),
    /// A building becomes the next tier.
    Advance(UnitId, BuildingId),
    /// A building sends those whom it trains to a cell.
    Rally(UnitId, Cell),
    Walk(Vec<UnitId>, Cell),
    /// Units go to a cell and fight whomever they meet.
    AttackMove(Vec<UnitId>, Cell),
    /// Units do the same together: the quick ones keep to the pace of the slow ones.
    Assault(Vec<UnitId>, Cell),
    /// Units fight one enemy.
    Attack(Vec<UnitId>, UnitId),
    /// Takes the last entry out of the queue of a building.
    Cancel(UnitId, u8),
    Demolish(UnitId),
    /// Shows allies a place.
    Signal(SignalKind, Cell),
    /// Gives an ally some of the stock.
    Tribute(u8, Price),
    /// Says a line.
    Say(Audience, String),
    /// Anything else that a person can order.
    Any(Order),
}

impl From<BotOrder> for Order {
    fn from(order: BotOrder) -> Self {
        let command = |units, command| Self::Command { units, command, queue: false };
        let manage = |building, action| Self::Manage { buildings: vec![building], action };
        let make = |building, item| manage(building, Action::Make(item));
        match order {
            BotOrder::Gather(units, at) => command(units, Command::Gather(at)),
            BotOrder::Build(units, kind, at) => command(units, Command::Build { kind, at }),
            BotOrder::Repair(units, building) => command(units, Command::Repair(building)),
            BotOrder::Train(building, kind) => make(building, Item::Train(kind)),
            BotOrder::Research(building, upgrade) => make(building, Item::Research(upgrade)),
            BotOrder::Advance(building, next) => make(building, Item::Advance(next)),
            BotOrder::Rally(building, to) => manage(building, Action::Rally { to, queue: false }),
            BotOrder::Walk(units, to) => Self::MoveTo { units, to, queue: false, formation: false },
            BotOrder::AttackMove(units, to) => command(units, Command::AttackMove { to, formation: false }),
            BotOrder::Assault(units, to) => command(units, Command::AttackMove { to, formation: true }),
            BotOrder::Attack(units, whom) => command(units, Command::Attack(whom)),
            BotOrder::Cancel(building, place) => manage(building, Action::Cancel(place)),
            BotOrder::Demolish(building) => manage(building, Action::Demolish),
            BotOrder::Signal(kind, at) => Self::Signal { kind, at },
            BotOrder::Tribute(to, gift) => Self::Tribute { to, gift },
            BotOrder::Say(to, text) => Self::Say { to, text },
            BotOrder::Any(order) => order,
        }
    }
}
