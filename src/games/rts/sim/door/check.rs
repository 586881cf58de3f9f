//! The door of orders: whether an order is one of this match. It may come from a stranger, live or out of a file.
//!
//! The units are looked up when the order is carried out: they may have died by then. What no match has at
//! any time, a side, a kind or a place, is refused here, before it is carried out or recorded, and so a recording with
//! such an order is none.

use crate::base::Cell;
use crate::games::rts::level::{MAX_LEVEL_SIDE, SIDES};
use crate::games::rts::rules::{BuildingId, KindId, Price, Rules};
use crate::games::rts::signals::{SignalKind, is_line};
use crate::games::rts::sim::matches::MatchSetup;
use crate::games::rts::sim::orders::{Action, Command, HostOrder, Issued, Item, Order};
use crate::games::rts::sim::refusal::Refusal;
use crate::games::rts::sim::sides::Player;
use crate::games::rts::sim::skirmish::checking::MOST;
use crate::games::rts::sim::talk::MOST_GIVEN;
use crate::games::rts::sim::waypoints::MAX_WAYPOINTS;
use crate::nav::step::UnitId;

/// Units that one order can name, and cells that it can paint: those of the largest map.
const MOST_NAMED: usize = MAX_LEVEL_SIDE * MAX_LEVEL_SIDE;

/// What orders of a match can be and name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Door<'a> {
    rules: &'a Rules,
    width: u16,
    height: u16,
    sides: u8,
    /// Those of a skirmish.
    players: Option<&'a [Player]>,
}

impl<'a> Door<'a> {
    /// Those of a match.
    pub(crate) fn of(setup: &'a MatchSetup, rules: &'a Rules) -> Self {
        let (width, height) = (setup.level.terrain.width(), setup.level.terrain.height());
        let players = setup.skirmish.as_ref().map(|skirmish| skirmish.players.as_slice());
        let sides = players.map_or(SIDES, |players| players.len() as u8);
        Self { rules, width, height, sides, players }
    }

    /// Whether the order of a side or of the host is one of this match.
    ///
    /// # Errors
    /// Why it is not.
    pub(crate) fn check(&self, issued: &Issued) -> Result<(), Refusal> {
        match issued {
            Issued::Side(side, order) => self.side(*side).and_then(|()| self.order(*side, order)),
            Issued::Host(order) => self.host(order),
        }
    }

    fn order(&self, side: u8, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::MoveTo { units, to, .. } => self.units(units).and_then(|()| self.cell(*to)),
            Order::Hold { units } | Order::Stop { units } => self.units(units),
            _ if self.players.is_none() => Err(Refusal::NotInSandbox),
            Order::Surrender => Ok(()),
            Order::Command { units, command, .. } => self.units(units).and_then(|()| self.command(*command)),
            Order::Manage { buildings, action } => self.units(buildings).and_then(|()| self.action(*action)),
            Order::Signal { kind: SignalKind::Attack { arrive }, .. } if *arrive > MOST => {
                Err(Refusal::NoTick(*arrive))
            }
            Order::Signal { at, .. } => self.cell(*at),
            Order::Tribute { to, gift } => self.side(*to).and_then(|()| self.gift(side, *to, *gift)),
            Order::Say { text, .. } => {
                if is_line(text) {
                    Ok(())
                } else {
                    Err(Refusal::NoLine)
                }
            }
        }
    }

    fn host(&self, order: &HostOrder) -> Result<(), Refusal> {
        match order {
            HostOrder::UsePlanner { .. } | HostOrder::Checkpoint => Ok(()),
            HostOrder::Hand { .. } if self.players.is_none() => Err(Refusal::NotInSandbox),
            HostOrder::Hand { side, .. } => self.side(*side),
            _ if self.players.is_some() => Err(Refusal::NotInSkirmish),
            HostOrder::Paint { cells, .. } => self.painted(cells.len(), cells.iter().copied()),
            HostOrder::Restore { cells } => self.painted(cells.len(), cells.iter().map(|(cell, _)| *cell)),
            HostOrder::Place { kind, side, at } => {
                self.side(*side).and_then(|()| self.kind(*kind)).and_then(|()| self.cell(*at))
            }
            HostOrder::Remove { at } => self.cell(*at),
        }
    }

    fn command(&self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Attack(unit) | Command::Guard(unit) | Command::Repair(unit) => self.units(&[unit]),
            Command::AttackMove { to, .. } | Command::Patrol { to } | Command::Gather(to) => self.cell(to),
            Command::Build { kind, at } => self.building(kind).and_then(|()| self.cell(at)),
            Command::Forget(step) if usize::from(step) >= 2 * MAX_WAYPOINTS => Err(Refusal::NoStep(step)),
            Command::Hold | Command::Return | Command::Behave(_) | Command::Forget(_) | Command::ForgetLast => Ok(()),
        }
    }

    fn action(&self, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Make(Item::Train(kind)) => self.kind(kind),
            Action::Make(item @ Item::Research(upgrade)) if usize::from(upgrade.0) >= self.rules.upgrades.len() => {
                Err(Refusal::NoKind(item))
            }
            Action::Make(Item::Advance(kind)) => self.building(kind),
            Action::Rally { to, .. } => self.cell(to),
            _ => Ok(()),
        }
    }

    fn side(&self, side: u8) -> Result<(), Refusal> {
        if side < self.sides { Ok(()) } else { Err(Refusal::NoSide { side, sides: self.sides }) }
    }

    /// Gifts go to others of the own team.
    fn gift(&self, from: u8, to: u8, gift: Price) -> Result<(), Refusal> {
        let team = |side: u8| self.players.and_then(|players| players.get(usize::from(side))).map(|player| player.team);
        if from == to || team(from) != team(to) {
            return Err(Refusal::NotAlly(to));
        }
        let is_gift = gift != Price::default() && gift.gold.max(gift.wood) <= MOST_GIVEN;
        if is_gift { Ok(()) } else { Err(Refusal::NoGift) }
    }

    fn kind(&self, kind: KindId) -> Result<(), Refusal> {
        if usize::from(kind.0) < self.rules.units.len() { Ok(()) } else { Err(Refusal::NoKind(Item::Train(kind))) }
    }

    fn building(&self, kind: BuildingId) -> Result<(), Refusal> {
        let is_known = usize::from(kind.0) < self.rules.buildings.len();
        if is_known { Ok(()) } else { Err(Refusal::NoKind(Item::Advance(kind))) }
    }

    fn cell(&self, cell: Cell) -> Result<(), Refusal> {
        let is_within = |value: i16, end: u16| u16::try_from(value).is_ok_and(|value| value < end);
        if is_within(cell.x, self.width) && is_within(cell.y, self.height) {
            return Ok(());
        }
        Err(Refusal::OffMap(cell))
    }

    fn units(&self, units: &[UnitId]) -> Result<(), Refusal> {
        if units.len() > MOST_NAMED {
            return Err(Refusal::TooManyUnits(units.len(), MOST_NAMED));
        }
        match units.iter().find(|unit| unit.0 > MOST) {
            Some(unit) => Err(Refusal::NoUnit(*unit)),
            None => Ok(()),
        }
    }

    fn painted(&self, count: usize, mut cells: impl Iterator<Item = Cell>) -> Result<(), Refusal> {
        if count > MOST_NAMED {
            return Err(Refusal::TooManyCells(count, MOST_NAMED));
        }
        cells.try_for_each(|cell| self.cell(cell))
    }
}
