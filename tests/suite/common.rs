//! A small language for tests: maps as pictures, before and after.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::level::{Level, UnitSpawn};
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::board::{At, Board, Occupied, Reservations, TerrainGrid};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::orders::Roster;
use gridmarch::games::rts::sim::units::{Doing, Id, Kind, Owner, Stepping, Waypoints};
use gridmarch::games::rts::sim::{MatchClock, Order};
use gridmarch::nav::checker::{Body, TickChecker};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use std::collections::BTreeMap;

/// A level from a picture: terrain symbols; `a`–`z` a footman, `A`–`Z` without terrain symbols a wagon, `1`–`9` a
/// rider, each of side 0 on grass. Units are numbered in reading order.
pub fn level(picture: &str) -> Level {
    let rules = Rules::built_in();
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let mut units = Vec::new();
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        assert_eq!(row.chars().count(), rows[0].chars().count(), "rows of one length");
        for (x, symbol) in row.chars().enumerate() {
            let kind = match symbol {
                'a'..='z' => Some("footman"),
                'W' => Some("wagon"),
                '1'..='9' => Some("rider"),
                _ => None,
            };
            let terrain = if kind.is_some() { Some(Terrain::Grass) } else { Terrain::from_symbol(symbol) };
            cells.push(terrain.expect("a terrain or a unit"));
            units.extend(kind.map(|kind| UnitSpawn {
                kind: rules.kind_named(kind).expect("a kind of the built-in rules"),
                side: 0,
                at: Cell::new(x as i16, y as i16),
            }));
        }
    }
    Level {
        name: "picture".into(),
        units,
        ..Level::of_ground(Grid::from_rows(rows[0].len() as u16, rows.len() as u16, cells))
    }
}

/// A running match on a picture, with the built-in rules.
pub fn start(picture: &str) -> Match {
    Match::new(level(picture), Rules::built_in(), 1)
}

/// What a test looks at of one unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub at: Cell,
    pub side: u8,
    pub doing: Doing,
    pub waypoints: usize,
    pub stepping: Stepping,
    pub kind: Kind,
}

/// All units by their number.
pub fn units(game: &mut Match) -> BTreeMap<u32, Seen> {
    let world = game.app.world_mut();
    let mut query = world.query::<(&Id, &At, &Owner, &Doing, &Waypoints, &Stepping, &Kind)>();
    query
        .iter(world)
        .map(|(id, at, owner, doing, waypoints, stepping, kind)| {
            let seen = Seen {
                at: at.0,
                side: owner.0,
                doing: *doing,
                waypoints: waypoints.iter().len(),
                stepping: *stepping,
                kind: *kind,
            };
            (id.0.0, seen)
        })
        .collect()
}

/// One unit.
pub fn unit(game: &mut Match, number: u32) -> Seen {
    units(game).remove(&number).expect("the unit is on the map")
}

/// The ground with units as letters in the order of their numbers.
pub fn picture(game: &mut Match) -> String {
    let seen = units(game);
    let world = game.app.world_mut();
    let mut boards = world.query_filtered::<&TerrainGrid, bevy::prelude::With<Board>>();
    let terrain = boards.single(world).expect("one board").cells().clone();
    let mut text = String::new();
    for cell in terrain.cells() {
        if cell.x == 0 && cell.y > 0 {
            text.push('\n');
        }
        let unit = seen.iter().find(|(_, unit)| unit.at == cell);
        text.push(unit.map_or(terrain[cell].symbol(), |(number, _)| (b'a' + *number as u8) as char));
    }
    text
}

/// The picture with some lines for every unit that is still on its way: what it does, and who has claimed the cells
/// around it, now and a little later.
pub fn report(game: &mut Match) -> String {
    let mut text = picture(game);
    let now = game.app.world().resource::<MatchClock>().tick();
    let world = game.app.world_mut();
    let mut query = world.query::<(&Id, &At, &Doing, &Waypoints, &Kind)>();
    let late: Vec<_> = query
        .iter(world)
        .filter(|(_, _, doing, ..)| !doing.is_at_rest())
        .map(|(id, at, doing, waypoints, kind)| (id.0.0, at.0, *doing, waypoints.current().copied(), kind.0.0))
        .collect();
    let mut boards = world.query_filtered::<(&TerrainGrid, &Reservations), bevy::prelude::With<Board>>();
    let (terrain, reservations) = boards.single(world).expect("one board");
    for (number, at, doing, waypoint, kind) in late {
        text += &format!("\nunit {number} of kind {kind} at {at}: {doing:?}, {waypoint:?}");
        for (dx, dy) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy))) {
            let cell = Cell::new(at.x + dx, at.y + dy);
            let by = |tick| reservations.table().claimed_by(cell, tick).map(|unit| unit.0);
            let ground = terrain.cells().get(cell).map(|terrain| terrain.symbol());
            text += &format!("\n  {cell} {ground:?} claimed by {:?}, {:?}, {:?}", by(now), by(now + 8), by(now + 20));
        }
    }
    text
}

/// Sends units of side 0.
pub fn send(game: &mut Match, numbers: impl IntoIterator<Item = u32>, x: i16, y: i16) {
    go(game, numbers, x, y, false);
}

/// Appends a waypoint for units of side 0.
pub fn then_send(game: &mut Match, numbers: impl IntoIterator<Item = u32>, x: i16, y: i16) {
    go(game, numbers, x, y, true);
}

fn go(game: &mut Match, numbers: impl IntoIterator<Item = u32>, x: i16, y: i16, queue: bool) {
    let units = numbers.into_iter().map(UnitId).collect();
    game.order(0, Order::MoveTo { units, to: Cell::new(x, y), queue, formation: false });
}

/// Runs until nobody is on the way, at most `ticks`; the ticks that it took, or `None` if somebody still is.
pub fn run_until_rest(game: &mut Match, ticks: u32) -> Option<u32> {
    // An order given now is carried out by the next tick.
    for tick in 0..ticks {
        game.tick();
        check(game);
        if units(game).values().all(|unit| unit.doing.is_at_rest()) {
            return Some(tick + 1);
        }
    }
    None
}

/// Runs some ticks and checks the invariants after each.
pub fn run(game: &mut Match, ticks: u32) {
    for _ in 0..ticks {
        game.tick();
        check(game);
    }
}

/// The judge of movement of a match, with the number of ticks that it has seen.
#[derive(bevy::prelude::Resource, Default)]
struct Judge {
    checker: TickChecker,
    seen: u32,
}

/// The promises of movement, checked from positions and steps alone; shares no code with the planner.
///
/// The law of movement, by the independent checker, which remembers the tick before if it saw it; the table of who holds
/// what agrees; bodies stay apart.
pub fn check(game: &mut Match) {
    let now = game.app.world().resource::<MatchClock>().tick();
    let seen = units(game);
    let rules = Rules::built_in();
    let world = game.app.world_mut();
    let mut judge = world.remove_resource::<Judge>().unwrap_or_default();
    let mut boards = world.query_filtered::<(&TerrainGrid, &Occupied, &Roster), bevy::prelude::With<Board>>();
    let (terrain, occupied, roster) = boards.single(world).expect("one board");
    let size = |unit: &Seen| i16::from(rules.kind(unit.kind.0).size);
    assert_eq!(seen.len(), roster.len(), "every unit is known by its number");

    if now > 0 {
        if judge.seen + 1 != now {
            judge = Judge::default();
        }
        let bodies = seen.iter().map(|(number, unit)| Body {
            unit: *number,
            size: rules.kind(unit.kind.0).size.into(),
            at: unit.at,
            moving: unit.stepping.last().map(Into::into),
        });
        judge.checker.tick(now, &bodies.collect::<Vec<_>>(), |number, cell| {
            let class = rules.kind(seen[&number].kind.0).class;
            terrain.cells().get(cell).is_some_and(|kind| rules.costs.quarters(class, *kind).is_some())
        });
        assert_eq!(judge.checker.findings().listed(), [], "tick {now}");
        judge.seen = now;
    }

    let mut cells = BTreeMap::new();
    for (number, unit) in &seen {
        for index in 0..size(unit) * size(unit) {
            let cell = Cell::new(unit.at.x + index % size(unit), unit.at.y + index / size(unit));
            cells.insert(cell, *number);
            assert_eq!(occupied.table().holder(cell), Some(UnitId(*number)), "tick {now}: the table of {cell}");
        }
    }
    // Bodies as discs: centres of two units never come closer than this while they move.
    let place = |unit: &Seen, share: f64| -> (f64, f64) {
        let middle = f64::from(size(unit)) / 2.0;
        let Some(step) = unit.stepping.last() else {
            return (f64::from(unit.at.x) + middle, f64::from(unit.at.y) + middle);
        };
        let time = f64::from(now) + share;
        let done = ((time - f64::from(step.start)) / f64::from(step.ticks)).clamp(0.0, 1.0);
        let (from, to) = (step.from, step.to());
        let along = |from: i16, to: i16| f64::from(from) + f64::from(to - from) * done + middle;
        (along(from.x, to.x), along(from.y, to.y))
    };
    for (number, unit) in seen.iter().filter(|(_, unit)| unit.stepping.under_way(now).is_some()) {
        let reach = 2 + size(unit);
        for (dx, dy) in (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy))) {
            let other = cells.get(&Cell::new(unit.at.x + dx, unit.at.y + dy));
            let Some(other) = other.filter(|other| *other != number) else { continue };
            let second = &seen[other];
            for share in [0.0, 0.5] {
                let ((ax, ay), (bx, by)) = (place(unit, share), place(second, share));
                let distance = (ax - bx).hypot(ay - by);
                // Two small ones may pass each other in a sharp turn; large bodies keep clear.
                let apart = if size(unit).max(size(second)) == 1 {
                    0.49
                } else {
                    f64::from(size(unit) + size(second)) / 2.0 - 0.51
                };
                assert!(distance >= apart, "tick {now}: units {number} and {other} are {distance:.2} cells apart");
            }
        }
    }
    world.insert_resource(judge);
}
