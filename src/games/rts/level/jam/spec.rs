//! The RON form of a scenario.
//!
//! ```ron
//! (
//!     version: 1,
//!     name: "door",
//!     description: "Two squads exchange rooms through one door.",
//!     rows: [
//!         "#############",
//!         "#.....#.....#",
//!         "#.aa.....bb.#",
//!         "#.aa..#..bb.#",
//!         "#.....#.....#",
//!         "#############",
//!     ],
//!     groups: [
//!         (letter: 'a', kinds: ["footman", "scout"]),
//!         (letter: 'b', kinds: ["footman"], shift: (-1, 1)),
//!     ],
//!     orders: [
//!         (tick: 0, groups: "a", what: March(to: (9, 2))),
//!         (tick: 0, groups: "b", what: March(to: (3, 2))),
//!     ],
//!     limit: 1200,
//!     reason: "There is room on both sides of the door.",
//! )
//! ```
//!
//! A letter in the picture is a unit on grass; `kinds` are dealt out to the units of the group in turn. `side` (0),
//! `lanes` (as in a level), `shift` ((1, 1)), `turned` (false), `expect` (`Arrive`), `solvable` (true) and `proof` may be left out. What can be
//! told is listed at [`What`]. The groups of one order have one side. `proof` is `(rows, units, goals, reach)` with `.`
//! for free cells.

use super::{Expect, Group, GroupOrder, Jam, JamProblem, Proof, What, free_cells};
use crate::base::outline::Outline;
use crate::base::versioned::{self, Unread};
use crate::base::{Cell, Grid};
use crate::games::rts::level::check::unknown_kind;
use crate::games::rts::level::spec::{LaneSpec, lanes, picture};
use crate::games::rts::level::{LevelProblem, Place, SIDES};
use crate::games::rts::rules::Rules;
use crate::nav::coop::mapf::{Instance, Moves};
use crate::nav::step::Tick;
use crate::nav::terrain::Terrain;
use serde::Deserialize;

const VERSION: u32 = 1;
/// Longest run: an hour at 20 ticks a second.
const LONGEST: Tick = 72_000;
/// Most orders to one unit by [`What::Trips`], well below what the simulation takes.
const MOST_TRIPS: u16 = 16;

#[derive(Deserialize)]
#[serde(rename = "Jam", deny_unknown_fields)]
struct JamSpec {
    version: u32,
    name: String,
    description: String,
    rows: Vec<String>,
    #[serde(default)]
    lanes: Vec<LaneSpec>,
    groups: Vec<GroupSpec>,
    orders: Vec<OrderSpec>,
    limit: Tick,
    #[serde(default)]
    expect: Expect,
    #[serde(default = "yes")]
    solvable: bool,
    reason: String,
    proof: Option<ProofSpec>,
}

const fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(rename = "Group", deny_unknown_fields)]
struct GroupSpec {
    letter: char,
    kinds: Vec<String>,
    #[serde(default)]
    side: i64,
    #[serde(default = "as_it_is")]
    shift: (i16, i16),
    #[serde(default)]
    turned: bool,
}

const fn as_it_is() -> (i16, i16) {
    (1, 1)
}

#[derive(Deserialize)]
#[serde(rename = "Order", deny_unknown_fields)]
struct OrderSpec {
    tick: Tick,
    #[serde(default)]
    groups: String,
    what: WhatSpec,
}

#[derive(Deserialize)]
enum WhatSpec {
    March { to: (i16, i16) },
    Each { to: (i16, i16), every: Tick },
    By { by: (i16, i16) },
    Scatter { seed: u64, from: (i16, i16), size: (u16, u16) },
    Trips { to: (i16, i16), times: u16 },
    Paint { from: (i16, i16), size: (u16, u16), terrain: Terrain },
}

#[derive(Deserialize)]
#[serde(rename = "Proof", deny_unknown_fields)]
struct ProofSpec {
    rows: Vec<String>,
    units: Vec<(i16, i16)>,
    goals: Vec<(i16, i16)>,
    #[serde(default)]
    reach: u32,
}

type Located = (Option<Place>, JamProblem);

fn field(name: impl Into<String>, problem: impl Into<String>) -> Located {
    (None, JamProblem::Field { field: name.into(), problem: problem.into() })
}

/// Reads a scenario; its starts are the caller's to check.
pub(super) fn parse(text: &str, rules: &Rules) -> Result<Jam, Located> {
    let spec = versioned::read(text, VERSION, |spec: &JamSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(found) => field("version", format!("{found} is not known, this program reads {VERSION}")),
        Unread::Syntax { line, column, message } => {
            (Some(Place { line, column }), LevelProblem::Syntax(message).into())
        }
    })?;
    if !(1..=LONGEST).contains(&spec.limit) {
        return Err(field("limit", format!("{} is not between 1 and {LONGEST}", spec.limit)));
    }
    // For the reader of the picture the units stand on grass.
    let is_unit = |symbol: char| symbol.is_ascii_lowercase();
    let bare = |symbol: char| if is_unit(symbol) { Terrain::Grass.symbol() } else { symbol };
    let ground: Vec<String> = spec.rows.iter().map(|row| row.chars().map(bare).collect()).collect();
    let outline = Outline::of(text);
    let level_problem = |(place, problem): (Option<Place>, LevelProblem)| (place, problem.into());
    let terrain = picture(&ground, &outline).map_err(level_problem)?;
    let lanes = lanes(&spec.lanes, &terrain, &outline).map_err(level_problem)?;
    let symbols: Vec<(Cell, char)> = terrain.cells().zip(spec.rows.iter().flat_map(|row| row.chars())).collect();
    let groups = read_groups(&spec.groups, &symbols, rules)?;
    if let Some((cell, letter)) =
        symbols.iter().find(|(_, symbol)| is_unit(*symbol) && !groups.iter().any(|group| group.letter == *symbol))
    {
        return Err(field("groups", format!("no group has the letter {letter:?} of the map cell {cell}")));
    }
    let mut orders = Vec::new();
    for (index, order) in spec.orders.iter().enumerate() {
        orders.push(read_order(&format!("orders[{index}]"), order, &groups, &terrain)?);
    }
    let proof = spec.proof.map(read_proof).transpose()?;
    if !spec.solvable && proof.is_none() {
        return Err(field("proof", "what is said to be unsolvable needs one"));
    }
    Ok(Jam {
        name: spec.name,
        description: spec.description,
        terrain,
        lanes,
        groups,
        orders,
        limit: spec.limit,
        expect: spec.expect,
        solvable: spec.solvable,
        reason: spec.reason,
        proof,
    })
}

fn read_groups(specs: &[GroupSpec], symbols: &[(Cell, char)], rules: &Rules) -> Result<Vec<Group>, Located> {
    let mut groups: Vec<Group> = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let name = |part: &str| format!("groups[{index}].{part}");
        let letter = spec.letter;
        if !letter.is_ascii_lowercase() || groups.iter().any(|group| group.letter == letter) {
            return Err(field(name("letter"), format!("{letter:?} is taken or not one of 'a' to 'z'")));
        }
        let kind = |name: &String| rules.kind_named(name).ok_or_else(|| unknown_kind(name, rules));
        let kinds =
            spec.kinds.iter().map(kind).collect::<Result<Vec<_>, _>>().map_err(|problem| (None, problem.into()))?;
        if kinds.is_empty() {
            return Err(field(name("kinds"), "expected at least one kind"));
        }
        let side = u8::try_from(spec.side).ok().filter(|side| *side < SIDES);
        let side = side.ok_or_else(|| (None, LevelProblem::Side(spec.side).into()))?;
        if [spec.shift.0, spec.shift.1].iter().any(|factor| !(-1..=1).contains(factor)) {
            return Err(field(name("shift"), format!("{:?} is not made of -1, 0 and 1", spec.shift)));
        }
        let cells: Vec<Cell> = symbols.iter().filter(|(_, symbol)| *symbol == letter).map(|(cell, _)| *cell).collect();
        if cells.is_empty() {
            return Err(field(name("letter"), format!("there is no {letter:?} on the map")));
        }
        groups.push(Group { letter, kinds, side, shift: spec.shift, turned: spec.turned, cells });
    }
    Ok(groups)
}

fn read_order(name: &str, spec: &OrderSpec, groups: &[Group], terrain: &Grid<Terrain>) -> Result<GroupOrder, Located> {
    let wrong = |part: &str, problem: String| Err(field(format!("{name}.{part}"), problem));
    if spec.tick > LONGEST {
        return wrong("tick", format!("{} is more than {LONGEST}", spec.tick));
    }
    let mut ordered = Vec::new();
    for letter in spec.groups.chars() {
        let Some(position) = groups.iter().position(|group| group.letter == letter) else {
            return wrong("groups", format!("there is no group {letter:?}"));
        };
        ordered.push(position);
    }
    if ordered.iter().any(|group| groups[*group].side != groups[ordered[0]].side) {
        return wrong("groups", "the groups have different sides".into());
    }
    if ordered.is_empty() != matches!(spec.what, WhatSpec::Paint { .. }) {
        return wrong("groups", "units are told by the letters of their groups, and Paint has none".into());
    }
    let cells = || ordered.iter().flat_map(|group| &groups[*group].cells);
    let on_map = |(x, y): (i16, i16)| {
        let cell = Cell::new(x, y);
        let problem = || format!("{cell} is outside of the map of {} x {} cells", terrain.width(), terrain.height());
        if terrain.contains(cell) { Ok(cell) } else { Err(field(format!("{name}.what"), problem())) }
    };
    // Both corners on the map: then all between them.
    let rectangle_on_map = |from: (i16, i16), size: (u16, u16)| {
        if size.0 == 0 || size.1 == 0 {
            return Err(field(format!("{name}.what.size"), "a rectangle without cells"));
        }
        let far = |from: i16, length: u16| i16::try_from(i32::from(from) + i32::from(length) - 1).unwrap_or(i16::MAX);
        on_map((far(from.0, size.0), far(from.1, size.1)))?;
        on_map(from)
    };
    let what = match spec.what {
        WhatSpec::March { to } => What::March { to: on_map(to)? },
        WhatSpec::Each { to, every } if every <= LONGEST / 100 => What::Each { to: on_map(to)?, every },
        WhatSpec::Each { every, .. } => return wrong("what.every", format!("{every} is more than {}", LONGEST / 100)),
        WhatSpec::By { by } => {
            for cell in cells() {
                on_map((cell.x.saturating_add(by.0), cell.y.saturating_add(by.1)))?;
            }
            What::By { by }
        }
        WhatSpec::Scatter { seed, from, size } => {
            let from = rectangle_on_map(from, size)?;
            let (room, units) = (free_cells(terrain, groups, from, size).len(), cells().count());
            if room < units {
                return wrong("what.size", format!("{room} free cells are too few for {units} units"));
            }
            What::Scatter { seed, from, size }
        }
        WhatSpec::Trips { to, times } if (1..=MOST_TRIPS).contains(&times) => What::Trips { to: on_map(to)?, times },
        WhatSpec::Trips { times, .. } => {
            return wrong("what.times", format!("{times} is not between 1 and {MOST_TRIPS}"));
        }
        WhatSpec::Paint { from, size, terrain } => What::Paint { from: rectangle_on_map(from, size)?, size, terrain },
    };
    Ok(GroupOrder { tick: spec.tick, groups: ordered, what })
}

fn read_proof(spec: ProofSpec) -> Result<Proof, Located> {
    let terrain =
        picture(&spec.rows, &Outline::of("")).map_err(|(_, problem)| field("proof.rows", problem.to_string()))?;
    let passable = terrain.map(|terrain| *terrain == Terrain::Grass);
    let on_grass = |name: &str, cells: &[(i16, i16)]| {
        let cells: Vec<Cell> = cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        match cells.iter().find(|cell| passable.get(**cell) != Some(&true)) {
            Some(cell) => Err(field(format!("proof.{name}"), format!("{cell} is not a free cell `.` of its picture"))),
            None => Ok(cells),
        }
    };
    let (starts, goals) = (on_grass("units", &spec.units)?, on_grass("goals", &spec.goals)?);
    if starts.len() != goals.len() {
        return Err(field("proof.goals", format!("{} goals for {} units", goals.len(), starts.len())));
    }
    Ok(Proof { instance: Instance { passable, moves: Moves::Eight, starts, goals }, reach: spec.reach })
}
