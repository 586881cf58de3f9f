//! Squads of scripts: they go where they are sent, and those who attack go on to whatever of the enemy's they find.

use crate::base::Cell;
use crate::games::rts::bot::know::force::is_soldier;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{BotOrder, Occupation, Own};
use crate::nav::regions::ring;
use crate::nav::step::UnitId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Cells from a place at which a squad has come to it.
const THERE: u32 = 5;
/// Cells around a squad within which an enemy is fought.
const NEAR: u32 = 14;
/// Cells between the places that are looked at when nothing of the enemy's is known.
const GRID: i16 = 16;
/// Places of a circle.
const POINTS: u8 = 12;

/// What a squad is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Task {
    Attack(Cell),
    Walk(Cell),
    /// Around a place, to the point of that number next.
    Circle {
        around: Cell,
        radius: u8,
        point: u8,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Squad {
    pub(super) task: Task,
    pub(super) units: BTreeSet<UnitId>,
}

impl Squad {
    /// Whether a file says something that cannot be.
    pub(super) fn is_wrong(&self, is_on_map: impl Fn(Cell) -> bool) -> bool {
        match self.task {
            Task::Attack(at) | Task::Walk(at) => !is_on_map(at),
            Task::Circle { around, point, .. } => !is_on_map(around) || point >= POINTS,
        }
    }

    /// Keeps its members at their task.
    pub(super) fn go_on(&mut self, bot: &mut Bot, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let members: Vec<&Own> = view.units.iter().filter(|unit| self.units.contains(&unit.id)).collect();
        self.units = members.iter().map(|unit| unit.id).collect();
        let Some(first) = members.first() else { return };
        match &mut self.task {
            Task::Attack(to) => {
                if members.iter().any(|unit| unit.at.chebyshev(*to) <= THERE) {
                    bot.scouted.insert(*to, view.now);
                    *to = next_prey(bot, look, *to).unwrap_or(*to);
                }
                let armed = bot.sightings.near(view.now, first.at, NEAR);
                let near = armed.min_by_key(|foe| (foe.body.at.distance_squared(first.at), foe.body.id));
                let to = near.map_or(*to, |foe| foe.body.at);
                let goes = |unit: &&Own| {
                    let heads_there = unit.goal.is_some_and(|goal| goal.chebyshev(to) <= 8) && unit.is_on_attack;
                    unit.target.is_none() && !heads_there
                };
                send(members.into_iter().filter(goes), to, BotOrder::AttackMove, orders);
            }
            Task::Walk(to) => {
                let goes = |unit: &&Own| {
                    let works = matches!(unit.does, Occupation::Builds(_) | Occupation::Repairs(_));
                    unit.at.chebyshev(*to) > THERE && unit.goal != Some(*to) && !works
                };
                send(members.into_iter().filter(goes), *to, BotOrder::Walk, orders);
            }
            Task::Circle { around, radius, point } => {
                let place = |number: u8| {
                    let (dx, dy) = on_circle(number, *radius);
                    let (width, height) = (view.terrain.width() as i16, view.terrain.height() as i16);
                    let at = Cell::new((around.x + dx).clamp(1, width - 2), (around.y + dy).clamp(1, height - 2));
                    (0..8).flat_map(|off| ring(at, off)).find(|cell| view.is_walkable(*cell)).unwrap_or(at)
                };
                if members.iter().any(|unit| unit.at.chebyshev(place(*point)) <= THERE)
                    || members.iter().all(|unit| unit.goal.is_none())
                {
                    *point = (*point + 1) % POINTS;
                }
                let to = place(*point);
                send(members.into_iter().filter(|unit| unit.goal != Some(to)), to, BotOrder::Walk, orders);
            }
        }
    }
}

fn send<'u>(
    units: impl Iterator<Item = &'u Own>,
    to: Cell,
    order: fn(Vec<UnitId>, Cell) -> BotOrder,
    orders: &mut Vec<BotOrder>,
) {
    let units: Vec<UnitId> = units.map(|unit| unit.id).collect();
    if !units.is_empty() {
        orders.push(order(units, to));
    }
}

/// The twelve points of a circle, as on a clock, without a sine.
fn on_circle(number: u8, radius: u8) -> (i16, i16) {
    const CLOCK: [(i16, i16); 12] = [
        (0, -100),
        (50, -87),
        (87, -50),
        (100, 0),
        (87, 50),
        (50, 87),
        (0, 100),
        (-50, 87),
        (-87, 50),
        (-100, 0),
        (-87, -50),
        (-50, -87),
    ];
    let (x, y) = CLOCK[usize::from(number % POINTS)];
    (x * i16::from(radius) / 100, y * i16::from(radius) / 100)
}

/// Where those who attack go next: the nearest building of the enemy's that is known, else a place that was not looked at.
fn next_prey(bot: &Bot, look: &Look<'_, '_>, from: Cell) -> Option<Cell> {
    let view = look.view;
    let known = bot.sightings.buildings().map(|known| known.body.at);
    known.min_by_key(|at| (at.distance_squared(from), *at)).or_else(|| {
        let (width, height) = (view.terrain.width() as i16, view.terrain.height() as i16);
        let rows = (GRID / 2..height).step_by(GRID as usize);
        let all = rows.flat_map(|y| (GRID / 2..width).step_by(GRID as usize).map(move |x| Cell::new(x, y)));
        let open = all.filter(|cell| view.is_walkable(*cell) && !(view.is_visible)(*cell));
        let when = |cell: &Cell| bot.scouted.get(cell).copied().unwrap_or(0) / 1200;
        open.min_by_key(|cell| (when(cell), cell.distance_squared(from), *cell))
    })
}

/// Those of a side whom a script may send somewhere: soldiers, or workers who are not inside of a mine.
pub(super) fn spare<'v>(
    bot: &'v Bot,
    look: &'v Look<'_, '_>,
    works: bool,
    squads: &'v [Squad],
) -> impl Iterator<Item = &'v Own> {
    look.view.units.iter().filter(move |unit| {
        let kind = look.view.rules.kind(unit.kind);
        let is_kind = if works { kind.works && !unit.inside } else { is_soldier(kind) };
        let is_sent = squads.iter().any(|squad| squad.units.contains(&unit.id));
        is_kind && !is_sent && Some(unit.id) != bot.scout
    })
}
