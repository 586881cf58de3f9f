//! What a side sees, as lines.

use super::lines::{BodyLine, BuildingLine, Hello, Limits, LookLine, Map, MineLine, SideLine, UNKNOWN, UnitLine, You};
use super::lines::{SignalLine, at, event, item, occupation, sign, symbol};
use super::{MAX_ORDERS, THINKS_EVERY, VERSION};
use crate::base::{Cell, Grid};
use crate::games::rts::bot::settings::Style;
use crate::games::rts::bot::view::{Body, View};
use crate::games::rts::signals::Signal;
use crate::nav::terrain::Terrain;
use std::borrow::Cow;

/// Writes the lines of one side of one match; it remembers what ground it has told of.
#[derive(Debug)]
pub struct Teller {
    told: Grid<char>,
}

impl Teller {
    /// The first line, which is written at the first look. `ms` is the time for an answer, 0 for as long as it takes; a seed
    /// and a style have been drawn for the side.
    pub fn hello(view: &View<'_>, ms: u64, (seed, style): (u64, Style)) -> (Self, String) {
        let told = ground(view);
        let sides = view.sides.iter().map(|side| SideLine {
            faction: Cow::Borrowed(&view.rules.faction(side.faction).name),
            team: side.team,
            start: at(side.start),
            person: side.is_person,
        });
        let hello = Hello {
            hello: VERSION,
            rules: Cow::Borrowed(view.rules),
            map: Map {
                size: (told.width(), told.height()),
                rows: told.rows().map(|row| row.iter().collect()).collect(),
            },
            you: You { side: view.side, seed, style: style.name().into() },
            sides: sides.collect(),
            limits: Limits { every: THINKS_EVERY, ms, orders: MAX_ORDERS },
        };
        let line = json(&hello);
        (Self { told }, line)
    }

    /// The line of a look, with what was wrong with the answer before.
    pub fn look(&mut self, view: &View<'_>, wrong: &[String]) -> String {
        let now = ground(view);
        let changed = now.iter().filter(|(cell, ground)| self.told[*cell] != **ground);
        let cells = changed.map(|(cell, ground)| (cell.x, cell.y, *ground)).collect();
        self.told = now;
        let rules = view.rules;
        let units = view.units.iter().map(|unit| {
            UnitLine(
                unit.id.0,
                Cow::Borrowed(&rules.kind(unit.kind).name),
                unit.at.x,
                unit.at.y,
                unit.health,
                occupation(unit.does, rules),
                unit.goal.map(at),
                unit.target.map(|target| target.0),
                unit.inside,
                unit.is_on_attack,
            )
        });
        let buildings = view.buildings.iter().map(|one| {
            let queue = one.queue.iter().map(|made| Cow::Borrowed(item(*made, rules))).collect();
            let kind = Cow::Borrowed(rules.building(one.kind).name.as_str());
            BuildingLine(one.id.0, kind, one.at.x, one.at.y, one.health, one.is_finished, queue)
        });
        let bodies = |list: &[Body]| list.iter().map(|body| body_line(body, view)).collect();
        let mine =
            |mine: &super::super::view::Mine| MineLine(mine.at.x, mine.at.y, mine.gold, mine.size, mine.is_visible);
        let beaten = (0..).zip(view.sides).filter(|(_, side)| side.is_beaten).map(|(number, _)| number);
        let stocks = (0..).zip(view.sides).filter_map(|(number, side)| {
            let stock = side.stock?;
            Some((number, stock.gold, stock.wood))
        });
        let signal = |one: &Signal| {
            let (name, arrive) = sign(one.kind);
            SignalLine(name.into(), one.side, one.at.x, one.at.y, one.tick, arrive)
        };
        let mut events: Vec<_> = view.events.iter().map(|one| event(one, rules)).collect();
        events.extend(wrong.iter().map(|why| serde_json::json!(["refused", why, null])));
        json(&LookLine {
            tick: view.now,
            gold: view.stock.gold,
            wood: view.stock.wood,
            supply: (view.supply_used, view.supply_given),
            gathered: (view.gathered.gold, view.gathered.wood),
            losses: (view.killed_worth, view.lost_worth),
            upgrades: view.upgrades.iter().map(|one| Cow::Borrowed(rules.upgrade(*one).name.as_str())).collect(),
            beaten: beaten.collect(),
            stocks: stocks.collect(),
            signals: view.signals.iter().map(signal).collect(),
            units: units.collect(),
            buildings: buildings.collect(),
            foes: bodies(&view.foes),
            friends: bodies(&view.friends),
            mines: view.mines.iter().map(mine).collect(),
            cells,
            visible: visible(view),
            taken: view.terrain.cells().filter(|cell| (view.is_taken)(*cell)).map(at).collect(),
            events,
        })
    }
}

fn body_line<'a>(body: &Body, view: &View<'a>) -> BodyLine<'a> {
    let unit = body.unit.map(|kind| view.rules.kind(kind).name.as_str());
    let building = || body.building.map(|kind| view.rules.building(kind).name.as_str());
    let kind = Cow::Borrowed(unit.or_else(building).unwrap_or_default());
    BodyLine(body.id.0, body.side, kind, body.at.x, body.at.y, body.health, body.is_finished, body.is_visible)
}

/// The ground as the side knows it.
fn ground(view: &View<'_>) -> Grid<char> {
    let known = |(cell, ground): (Cell, &Terrain)| if (view.explored)(cell) { symbol(*ground) } else { UNKNOWN };
    let (width, height) = (view.terrain.width(), view.terrain.height());
    Grid::from_rows(width, height, view.terrain.iter().map(known).collect())
}

/// The stretches of rows that the side sees.
fn visible(view: &View<'_>) -> Vec<(i16, i16, u16)> {
    let mut stretches: Vec<(i16, i16, u16)> = Vec::new();
    for cell in view.terrain.cells().filter(|cell| (view.is_visible)(*cell)) {
        match stretches.last_mut() {
            Some((x, y, length)) if *y == cell.y && i32::from(*x) + i32::from(*length) == i32::from(cell.x) => {
                *length += 1
            }
            _ => stretches.push((cell.x, cell.y, 1)),
        }
    }
    stretches
}

/// Nothing in these lines can fail to be written: no map has a key that is no text, and nothing but memory is written to.
fn json(line: &impl serde::Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default()
}
