//! Whether an order is one of this match: whoever gives it, live or out of a file, may be a stranger.
//!
//! Who the units are is found out when the order is carried out: they may have died on the way here. What no match has at
//! any time, a side, a kind or a place, is refused here, before it is carried out or recorded, and so a recording with
//! such an order is none.

use super::matches::MatchSetup;
use super::orders::{Issued, MAX_WAYPOINTS, Order};
use super::war::checking::MOST;
use super::war::{Action, Command, Item};
use crate::base::Cell;
use crate::level::{MAX_LEVEL_SIDE, SIDES};
use crate::modes::rts::rules::{BuildingId, KindId, Rules};
use crate::nav::step::UnitId;

/// Units that one order can name, and cells that it can paint: those of the largest map.
const MOST_NAMED: usize = MAX_LEVEL_SIDE * MAX_LEVEL_SIDE;

/// What orders of a match can name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds<'a> {
    rules: &'a Rules,
    width: u16,
    height: u16,
    sides: u8,
}

impl<'a> Bounds<'a> {
    /// Those of a match.
    pub(super) fn of(setup: &MatchSetup, rules: &'a Rules) -> Self {
        let (width, height) = (setup.level.terrain.width(), setup.level.terrain.height());
        let sides = setup.war.as_ref().map_or(SIDES, |war| war.players.len() as u8);
        Self { rules, width, height, sides }
    }

    /// Looks at an order.
    ///
    /// # Errors
    /// What it names that no match of this sort has, as a sentence.
    pub(super) fn check(&self, issued: &Issued) -> Result<(), String> {
        self.side(issued.side)?;
        match &issued.order {
            Order::MoveTo { units, to, .. } => self.units(units).and_then(|()| self.cell(*to)),
            Order::Hold { units } | Order::Stop { units } => self.units(units),
            Order::UsePlanner { .. } | Order::Surrender | Order::Checkpoint => Ok(()),
            Order::Paint { cells, .. } => self.painted(cells.len(), cells.iter().copied()),
            Order::Restore { cells } => self.painted(cells.len(), cells.iter().map(|(cell, _)| *cell)),
            Order::Place { kind, side, at } => {
                self.side(*side).and_then(|()| self.kind(*kind)).and_then(|()| self.cell(*at))
            }
            Order::Remove { at } => self.cell(*at),
            Order::Command { units, command, .. } => self.units(units).and_then(|()| self.command(*command)),
            Order::Manage { buildings, action } => self.units(buildings).and_then(|()| self.action(*action)),
        }
    }

    fn command(&self, command: Command) -> Result<(), String> {
        match command {
            Command::Attack(unit) | Command::Guard(unit) | Command::Repair(unit) => self.units(&[unit]),
            Command::AttackMove { to, .. } | Command::Patrol { to } | Command::Gather(to) => self.cell(to),
            Command::Build { kind, at } => self.building(kind).and_then(|()| self.cell(at)),
            Command::Forget(step) if usize::from(step) >= 2 * MAX_WAYPOINTS => {
                Err(format!("Nobody has a step {step} to forget."))
            }
            Command::Hold | Command::Return | Command::Behave(_) | Command::Forget(_) | Command::ForgetLast => Ok(()),
        }
    }

    fn action(&self, action: Action) -> Result<(), String> {
        match action {
            Action::Make(Item::Train(kind)) => self.kind(kind),
            Action::Make(Item::Research(upgrade)) if usize::from(upgrade.0) >= self.rules.upgrades.len() => {
                Err(format!("There is no upgrade {}: the rules have {}.", upgrade.0, self.rules.upgrades.len()))
            }
            Action::Make(Item::Advance(kind)) => self.building(kind),
            Action::Rally { to, .. } => self.cell(to),
            _ => Ok(()),
        }
    }

    fn side(&self, side: u8) -> Result<(), String> {
        if side < self.sides {
            return Ok(());
        }
        Err(format!("There is no side {side}: sides are 0 to {}.", self.sides - 1))
    }

    fn kind(&self, kind: KindId) -> Result<(), String> {
        if usize::from(kind.0) < self.rules.units.len() {
            return Ok(());
        }
        Err(format!("There is no unit kind {}: the rules have {}.", kind.0, self.rules.units.len()))
    }

    fn building(&self, kind: BuildingId) -> Result<(), String> {
        if usize::from(kind.0) < self.rules.buildings.len() {
            return Ok(());
        }
        Err(format!("There is no building kind {}: the rules have {}.", kind.0, self.rules.buildings.len()))
    }

    fn cell(&self, cell: Cell) -> Result<(), String> {
        let is_within = |value: i16, end: u16| u16::try_from(value).is_ok_and(|value| value < end);
        if is_within(cell.x, self.width) && is_within(cell.y, self.height) {
            return Ok(());
        }
        Err(format!("{cell} is not on the map."))
    }

    fn units(&self, units: &[UnitId]) -> Result<(), String> {
        if units.len() > MOST_NAMED {
            return Err(format!("An order names at most {MOST_NAMED} units, this one {}.", units.len()));
        }
        match units.iter().find(|unit| unit.0 > MOST) {
            Some(unit) => Err(format!("There is no {unit}: no match has so many.")),
            None => Ok(()),
        }
    }

    fn painted(&self, count: usize, mut cells: impl Iterator<Item = Cell>) -> Result<(), String> {
        if count > MOST_NAMED {
            return Err(format!("An order paints at most {MOST_NAMED} cells, this one {count}."));
        }
        cells.try_for_each(|cell| self.cell(cell))
    }
}
