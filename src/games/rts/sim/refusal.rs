//! Why an order is not carried out, or a side cannot do what it wants. [`super::words`] makes sentences of them.

use crate::base::Cell;
use crate::games::rts::placement::Reason;
use crate::games::rts::rules::{BuildingId, KindId, Price};
use crate::games::rts::sim::orders::Item;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The side that was asked for, and how many there are.
    NoSide {
        side: u8,
        sides: u8,
    },
    NoKind(Item),
    NoUnit(UnitId),
    /// More units than any map has room for, and how many can be named.
    TooManyUnits(usize, usize),
    /// More cells than any map has, and how many can be named.
    TooManyCells(usize, usize),
    /// Nobody can have so many steps.
    NoStep(u16),
    OffMap(Cell),
    NotInSandbox,
    NotInSkirmish,
    /// The ground of some cells stays as it is, because units stand there; the first of them and how many.
    StoodOn(Cell, usize),
    /// A unit is larger than the room to the rim.
    NoRoom(KindId, Cell),
    NoGround(KindId, Terrain, Cell),
    Taken(Cell),
    NoBoard,
    /// No match comes to that tick.
    NoTick(Tick),
    /// It is no line of chat.
    NoLine,
    /// Nothing, or more than anybody has.
    NoGift,
    /// The side is no ally.
    NotAlly(u8),
    /// So many lines and signs a side may give in so many seconds.
    TooMuchTalk(usize, Tick),
    /// Who is out of the match gives no signs and no gifts.
    Beaten,
    /// Some units have as many waypoints as there can be.
    TooManyWaypoints(usize),
    /// A waypoint that is not the last one is taken or cannot be reached: the unit goes on to the next.
    PassedOver {
        unit: UnitId,
        at: Cell,
        is_taken: bool,
    },
}

/// Why a side cannot do what it wants now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// A building of this kind does not make it.
    NotMadeHere(BuildingId),
    Known(Item),
    BeingResearched(Item),
    /// Something must be there before; its name in the rules.
    Lacks(Item, String),
    QueueFull,
    Short(Price),
    WaitsForMoney(Item, Price),
    ArmyFull,
    WaitsForSupply(Item, Option<BuildingId>),
    /// There is no free cell for those who come out.
    NoDoor,
    Unseen,
    NoEnemy,
    TargetGone,
    NoFriend,
    FriendGone,
    NothingToGather,
    NotRepairable,
    BuildingGone,
    OtherFaction,
    /// Some units have as many steps to do as there can be.
    TooManySteps(usize),
    CutOff,
    NoSite(Reason),
    SiteTaken,
    /// The side has nothing to pay a repair with.
    NoRepair,
    MineEmpty,
    NoWood,
    /// The ally is beaten, or has more than can be counted.
    NotTaken,
}
