//! Who gets friends apart that block each other: it keeps the orders of steps that were found ([`super::untangle`]) while
//! they are driven.
//!
//! A tank that comes no nearer to where it wants to be for a while is helped to pass: it and those in its way drive the
//! steps of an order, each as soon as nobody else has to leave its square first. The others stay off the squares of steps
//! to come. An order ends when all steps are driven, when somebody leaves it (hit, or out of the way of a shell), or when nothing of it
//! happens for a while.

use super::sight::{Sight, anchor};
use super::traffic::Traffic;
use super::untangle::{Standing, Step, Tangle, overlap};
use crate::base::{Cell, CellSet, Grid};
use crate::games::tanks::field::{SUB, square};
use crate::games::tanks::ways::Way;
use crate::games::tanks::world::Tank;
use serde::{Deserialize, Serialize};

/// Ticks without getting nearer after which a tank is helped.
pub(super) const HELPED: u32 = 45;
/// Ticks between two tries, and between two of the same tank.
const EVERY: u32 = 8;
const AGAIN: u32 = 60;
/// Ticks after which an order is given up of which no step was driven.
const GIVEN_UP: u32 = 120;

/// An order of steps that is driven.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Orders {
    leader: u8,
    side: u8,
    /// Those still to be driven, in order.
    steps: Vec<Step>,
    /// The numbers of the tanks, by slot.
    tanks: Vec<(u8, u32)>,
    /// The tick of the last step.
    last: u32,
}

/// What a tank is to do for an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The next step.
    pub step: Step,
    /// Whether nobody has to leave its square first.
    pub is_free: bool,
    /// Whether the order is for this tank.
    pub leads: bool,
}

/// All orders that are driven.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marshal {
    orders: Vec<Orders>,
    /// By slot, the tick of the last try to help.
    tried: Vec<u32>,
}

impl Marshal {
    /// Takes steps off that are driven, and ends orders.
    pub fn update(&mut self, sight: &Sight) {
        let world = sight.world;
        let tick = world.tick();
        self.orders.retain_mut(|orders| {
            let mut is_broken = false;
            for (slot, number) in &orders.tanks {
                let Some(next) = orders.steps.iter().position(|step| step.slot == *slot) else { continue };
                let tank = world.in_slot(usize::from(*slot)).filter(|tank| tank.id.number() == *number);
                let at = tank.map(|tank| anchor(world, tank));
                let step = orders.steps[next];
                // Not before it has left the whole square.
                if tank.is_some_and(|tank| has_left(tank, &step)) && at == Some(step.to()) {
                    orders.steps.remove(next);
                    orders.last = tick;
                } else if at != Some(step.from) && at != Some(step.to()) {
                    is_broken = true;
                }
            }
            !is_broken && !orders.steps.is_empty() && tick <= orders.last + GIVEN_UP
        });
    }

    /// What the tank of a slot is to do.
    pub fn part(&self, slot: u8) -> Option<Part> {
        self.orders.iter().find_map(|orders| {
            let next = orders.steps.iter().position(|step| step.slot == slot)?;
            let step = orders.steps[next];
            let meets = |other: &Step| {
                let touches = |at: Cell| overlap(at, other.size, step.to(), step.size);
                other.slot != slot && (touches(other.from) || touches(other.to()))
            };
            let is_free = !orders.steps[..next].iter().any(meets);
            Some(Part { step, is_free, leads: slot == orders.leader })
        })
    }

    /// One more than the leader of the order that has a cell among its steps to come.
    pub fn planned(&self, width: u16, height: u16) -> Grid<u8> {
        let mut planned = Grid::filled(width, height, 0);
        for orders in &self.orders {
            for step in &orders.steps {
                square(step.from, step.size).chain(square(step.to(), step.size)).for_each(|cell| {
                    if let Some(held) = planned.get_mut(cell) {
                        *held = orders.leader + 1;
                    }
                });
            }
        }
        planned
    }

    /// Tries to help a tank that has not got nearer since a tick.
    pub fn help(&mut self, sight: &Sight, traffic: &Traffic, tank: &Tank, way: Way, since: u32) {
        let world = sight.world;
        let (tick, slot) = (world.tick(), tank.slot());
        self.tried.resize(world.slots(), 0);
        let is_due = self.tried.iter().all(|tried| *tried == 0 || tick >= tried + EVERY);
        let is_again = self.tried[usize::from(slot)] > 0 && tick < self.tried[usize::from(slot)] + AGAIN;
        if tick < since + HELPED || !is_due || is_again || self.part(slot).is_some() {
            return;
        }
        self.tried[usize::from(slot)] = tick;
        let field = world.field();
        let mut closed = CellSet::new(field.width(), field.height());
        let mut tanks = vec![None; world.slots()];
        for other in world.tanks() {
            let at = anchor(world, other);
            let is_friend = other.side == tank.side && other.is_here();
            let is_program = traffic.of(other.slot()).is_some_and(|other| other.is_program);
            if is_friend && is_program && self.part(other.slot()).is_none() && field.fits(at, other.size) {
                tanks[usize::from(other.slot())] = Some(Standing { at, size: other.size });
            } else {
                closed.extend(other.cells());
            }
        }
        if tanks.iter().flatten().nth(1).is_none() {
            return;
        }
        for orders in &self.orders {
            orders.steps.iter().for_each(|step| closed.extend(square(step.to(), step.size)));
        }
        let Some(steps) = Tangle::new(field, tanks, closed).pass(slot, way) else { return };
        let mut tanks: Vec<(u8, u32)> = Vec::new();
        for step in &steps {
            if let Some(other) =
                world.in_slot(usize::from(step.slot)).filter(|_| !tanks.iter().any(|(slot, _)| *slot == step.slot))
            {
                tanks.push((step.slot, other.id.number()));
            }
        }
        self.orders.push(Orders { leader: slot, side: tank.side, steps, tanks, last: tick });
    }
}

/// Whether a tank has come to the end of a step.
fn has_left(tank: &Tank, step: &Step) -> bool {
    let to = step.to();
    let (x, y) = (tank.x - i32::from(to.x) * SUB, tank.y - i32::from(to.y) * SUB);
    let (dx, dy) = step.dir.offset();
    x * i32::from(dx) + y * i32::from(dy) >= 0
}
