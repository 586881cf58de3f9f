//! The lines of the game, as our own program reads them when it plays from outside.
//!
//! They may come from anybody: what is of no kind of the rules or not on the map is refused with a sentence, before a program
//! thinks about it.

use super::VERSION;
use super::lines::{At, BodyLine, BuildingLine, Hello, LookLine, SignalLine, UNKNOWN, UnitLine};
use super::lines::{ground, read_event, read_item, read_occupation, read_sign};
use super::style;
use crate::base::{Cell, Grid, brief};
use crate::games::rts::bot::settings::Style;
use crate::games::rts::bot::view::{Body, Event, Mine, Own, OwnBuilding, SideSeen, View};
use crate::games::rts::level::MAX_LEVEL_SIDE;
use crate::games::rts::rules::{Price, Rules, UpgradeId};
use crate::games::rts::signals::Signal;
use crate::nav::step::UnitId;
use crate::nav::terrain::Terrain;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Sides of the largest skirmish.
const MOST_SIDES: usize = 8;
/// Numbers beyond it are of no match.
const MOST: u32 = 1 << 30;

/// Everything that the lines of a match have said up to now.
#[derive(Debug)]
pub struct Hearer {
    rules: Rules,
    side: usize,
    sides: Vec<SideSeen>,
    drawn: (u64, Style),
    terrain: Grid<Terrain>,
    explored: Grid<bool>,
    visible: Grid<bool>,
    taken: Grid<bool>,
    upgrades: BTreeSet<UpgradeId>,
}

/// What a line of the game is.
enum Line<'a> {
    Look(Box<LookLine<'a>>),
    /// The match is over.
    End,
}

impl Hearer {
    /// Reads the first line of a match.
    ///
    /// # Errors
    /// A sentence about the first field that is wrong.
    pub fn hello(line: &str) -> Result<Self, String> {
        let hello: Hello<'_> = serde_json::from_str(line).map_err(brief)?;
        if hello.hello != VERSION {
            return Err(format!("`hello`: version {}, this program speaks version {VERSION}", hello.hello));
        }
        let rules = Rules::parse(&hello.rules.to_ron(), "`rules`").map_err(|problem| problem.to_string())?;
        let (width, height) = hello.map.size;
        let is_side = |cells: u16| (1..=MAX_LEVEL_SIDE).contains(&usize::from(cells));
        if !is_side(width) || !is_side(height) {
            return Err(format!("`map.size`: expected 1 to {MAX_LEVEL_SIDE} cells a side, got {width} and {height}"));
        }
        let symbols: Vec<char> = hello.map.rows.iter().flat_map(|row| row.chars()).collect();
        let is_whole = hello.map.rows.len() == usize::from(height)
            && hello.map.rows.iter().all(|row| row.chars().count() == usize::from(width));
        if !is_whole {
            return Err(format!("`map.rows`: expected {height} rows of {width} characters"));
        }
        let explored: Vec<bool> = symbols.iter().map(|symbol| *symbol != UNKNOWN).collect();
        let terrain = symbols.iter().map(|symbol| known(*symbol)).collect::<Result<_, _>>()?;
        let terrain = Grid::from_rows(width, height, terrain);
        let (side, count) = (usize::from(hello.you.side), hello.sides.len());
        if count > MOST_SIDES || side >= count {
            return Err(format!("`you.side`: {side}, there are {count} sides of at most {MOST_SIDES}"));
        }
        let sides = hello.sides.iter().enumerate().map(|(number, side)| {
            let faction = rules.faction_named(&side.faction);
            Ok(SideSeen {
                faction: faction
                    .ok_or_else(|| format!("`sides[{number}].faction`: {} is none", brief(&side.faction)))?,
                team: side.team,
                start: on_map(&terrain, side.start)
                    .ok_or_else(|| format!("`sides[{number}].start`: not on the map"))?,
                is_beaten: false,
                is_person: side.person,
                stock: None,
            })
        });
        let sides = sides.collect::<Result<_, String>>()?;
        let drawn =
            style(&hello.you.style).ok_or_else(|| format!("`you.style`: {} is none", brief(&hello.you.style)))?;
        Ok(Self {
            side,
            sides,
            drawn: (hello.you.seed, drawn),
            explored: Grid::from_rows(width, height, explored),
            visible: Grid::filled(width, height, false),
            taken: Grid::filled(width, height, false),
            terrain,
            rules,
            upgrades: BTreeSet::new(),
        })
    }

    /// What was drawn for the side: what its chances come from, and a style.
    pub const fn drawn(&self) -> (u64, Style) {
        self.drawn
    }

    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Reads the line of a look and shows it to somebody; `None` if the line says that the match is over.
    ///
    /// # Errors
    /// A sentence about the first field that is wrong.
    pub fn look<R>(&mut self, line: &str, show: impl FnOnce(View<'_>) -> R) -> Result<Option<R>, String> {
        let Line::Look(look) = read(line)? else { return Ok(None) };
        self.take_in(&look)?;
        let rules = &self.rules;
        let mut units = Vec::with_capacity(look.units.len());
        for (number, line) in look.units.iter().enumerate() {
            units.push(self.unit(line).ok_or_else(|| format!("`units[{number}]`: of no kind, or not on the map"))?);
        }
        let mut buildings = Vec::with_capacity(look.buildings.len());
        for (number, line) in look.buildings.iter().enumerate() {
            let building = self.building(line);
            buildings.push(building.ok_or_else(|| format!("`buildings[{number}]`: of no kind, or not on the map"))?);
        }
        let (foes, friends) = (self.bodies("foes", &look.foes)?, self.bodies("friends", &look.friends)?);
        let mut mines = Vec::with_capacity(look.mines.len());
        for (number, line) in look.mines.iter().enumerate() {
            let at = on_map(&self.terrain, (line.0, line.1)).filter(|_| line.2 <= MOST && line.3 <= 16);
            let at = at.ok_or_else(|| format!("`mines[{number}]`: not on the map, or too much gold"))?;
            mines.push(Mine { at, size: line.3, gold: line.2, is_visible: line.4 });
        }
        let mut signals = Vec::with_capacity(look.signals.len());
        for (number, SignalLine(name, side, x, y, tick, arrive)) in look.signals.iter().enumerate() {
            let kind = read_sign(name, *arrive).filter(|_| usize::from(*side) < self.sides.len());
            let known = kind.zip(on_map(&self.terrain, (*x, *y))).filter(|_| (*tick).max(arrive.unwrap_or(0)) <= MOST);
            let (kind, at) =
                known.ok_or_else(|| format!("`signals[{number}]`: no sign of a side, or not on the map"))?;
            signals.push(Signal { side: *side, kind, at, tick: *tick });
        }
        let is = |grid: &Grid<bool>, cell: Cell| grid.get(cell).copied().unwrap_or(false);
        let own = &self.sides[self.side];
        Ok(Some(show(View {
            rules,
            now: look.tick,
            side: self.side as u8,
            faction: own.faction,
            stock: Price { gold: look.gold, wood: look.wood },
            supply_used: look.supply.0,
            supply_given: look.supply.1,
            upgrades: &self.upgrades,
            start: own.start,
            sides: &self.sides,
            gathered: Price { gold: look.gathered.0, wood: look.gathered.1 },
            killed_worth: look.losses.0,
            lost_worth: look.losses.1,
            terrain: &self.terrain,
            explored: &|cell| is(&self.explored, cell),
            is_visible: &|cell| is(&self.visible, cell),
            is_taken: &|cell| is(&self.taken, cell),
            units,
            buildings,
            foes,
            friends,
            mines,
            signals,
            events: look.events.iter().filter_map(|event| read_event(event, rules)).collect::<Vec<Event>>(),
        })))
    }

    /// Takes in what stays until the next look, and checks the numbers.
    fn take_in(&mut self, look: &LookLine<'_>) -> Result<(), String> {
        let (gathered, losses) = (look.gathered, look.losses);
        let numbers = [look.tick, look.gold, look.wood, gathered.0, gathered.1, losses.0, losses.1];
        if numbers.into_iter().any(|number| number > MOST) || look.supply.0.max(look.supply.1) > 10_000 {
            return Err(format!("`tick`, `gold`, `wood`, `gathered`, `losses` or `supply`: expected at most {MOST}"));
        }
        for (x, y, symbol) in &look.cells {
            let cell = on_map(&self.terrain, (*x, *y)).ok_or("`cells`: a cell is not on the map")?;
            self.terrain[cell] = known(*symbol)?;
            self.explored[cell] = *symbol != UNKNOWN;
        }
        self.visible.values_mut().fill(false);
        for (x, y, length) in &look.visible {
            let end = i32::from(*x) + i32::from(*length);
            if *x < 0 || *y < 0 || end > self.visible.width().into() || *y as u16 >= self.visible.height() {
                return Err("`visible`: a stretch is not on the map".into());
            }
            let from = self.visible.index(Cell::new(*x, *y));
            self.visible.values_mut()[from..from + usize::from(*length)].fill(true);
        }
        self.taken.values_mut().fill(false);
        for place in &look.taken {
            let cell = on_map(&self.terrain, *place).ok_or("`taken`: a cell is not on the map")?;
            self.taken[cell] = true;
        }
        self.upgrades.clear();
        for name in &look.upgrades {
            let upgrade = self.rules.upgrade_named(name);
            self.upgrades.insert(upgrade.ok_or_else(|| format!("`upgrades`: {} is none", brief(name)))?);
        }
        for (number, side) in self.sides.iter_mut().enumerate() {
            let stock = look.stocks.iter().find(|(of, ..)| usize::from(*of) == number);
            side.stock = stock.map(|(_, gold, wood)| Price { gold: (*gold).min(MOST), wood: (*wood).min(MOST) });
            side.is_beaten = look.beaten.iter().any(|beaten| usize::from(*beaten) == number);
        }
        Ok(())
    }

    fn unit(&self, line: &UnitLine<'_>) -> Option<Own> {
        let goal = match line.6 {
            Some(goal) => Some(on_map(&self.terrain, goal)?),
            None => None,
        };
        Some(Own {
            id: number(line.0)?,
            kind: self.rules.kind_named(&line.1)?,
            at: on_map(&self.terrain, (line.2, line.3))?,
            health: line.4.min(100),
            does: read_occupation(&line.5, &self.rules)?,
            inside: line.8,
            goal,
            target: line.7.map(UnitId),
            is_on_attack: line.9,
        })
    }

    fn building(&self, line: &BuildingLine<'_>) -> Option<OwnBuilding> {
        Some(OwnBuilding {
            id: number(line.0)?,
            kind: self.rules.building_named(&line.1)?,
            at: on_map(&self.terrain, (line.2, line.3))?,
            health: line.4.min(100),
            is_finished: line.5,
            queue: line.6.iter().map(|name| read_item(name, &self.rules)).collect::<Option<_>>()?,
        })
    }

    fn bodies(&self, field: &str, lines: &[BodyLine<'_>]) -> Result<Vec<Body>, String> {
        let body = |line: &BodyLine<'_>| {
            let (unit, building) = (self.rules.kind_named(&line.2), self.rules.building_named(&line.2));
            let is_known = unit.is_some() != building.is_some() && usize::from(line.1) < self.sides.len();
            let at = on_map(&self.terrain, (line.3, line.4)).filter(|_| is_known)?;
            let (health, is_finished, is_visible) = (line.5.min(100), line.6, line.7);
            Some(Body { id: number(line.0)?, side: line.1, unit, building, at, health, is_finished, is_visible })
        };
        let checked = lines.iter().enumerate().map(|(number, line)| {
            body(line).ok_or_else(|| format!("`{field}[{number}]`: of no side, of no kind, or not on the map"))
        });
        checked.collect()
    }
}

fn read(line: &str) -> Result<Line<'_>, String> {
    #[derive(Deserialize)]
    struct End {
        end: Option<serde::de::IgnoredAny>,
    }
    match serde_json::from_str::<End>(line) {
        Ok(End { end: Some(_) }) => Ok(Line::End),
        _ => serde_json::from_str(line).map(Line::Look).map_err(brief),
    }
}

/// The ground of a character; where nobody has been it could be anything.
fn known(symbol: char) -> Result<Terrain, String> {
    if symbol == UNKNOWN {
        return Ok(Terrain::Grass);
    }
    ground(symbol).ok_or_else(|| format!("{symbol:?} stands for no ground"))
}

fn on_map(ground: &Grid<Terrain>, (x, y): At) -> Option<Cell> {
    Some(Cell::new(x, y)).filter(|cell| ground.contains(*cell))
}

fn number(id: u32) -> Option<UnitId> {
    (id <= MOST).then_some(UnitId(id))
}
