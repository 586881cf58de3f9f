//! Fair ground for a skirmish of two to eight sides.
//!
//! Every side has the same home: a flat place with a mine behind it, woods to both sides and a gate to the open country.
//! A second mine lies near, others in the middle between the sides, and rivers, ridges or woods part their lands. The
//! ground repeats itself ([`symmetry`]); what only nearly does is measured and evened out ([`even`]). A draft in which
//! something cannot be reached, or is short of trees, is thrown away and the next one drawn.

mod even;
mod home;
mod land;
mod mines;
mod symmetry;
mod ways;

use super::noise::Noise;
use super::{GenerateError, within};
use crate::base::Cell;
use crate::base::rng::stream;
use crate::games::rts::level::{Level, MineSpawn, check, hall_side, mine_side};
use crate::games::rts::rules::Rules;
use home::Home;
use land::Style;
use mines::{MineSpec, Mines};
use rand::RngExt;
use symmetry::{Frame, Point, Symmetry, middle_of, orbit, unit};

pub const MOST_PLAYERS: u8 = 8;
pub const LONGEST_SIDE: u16 = 256;
/// Gold in the mine of a home and in the one near it.
const HOME_GOLD: u32 = 12_000;
/// Gold in a mine that nobody lives near.
const FAR_GOLD: u32 = 18_000;
const DRAFTS: u64 = 60;
/// Good drafts of which the fairest is taken.
const COMPARED: usize = 6;
/// Hundredths by which ways to the second mine may differ in a draft that is taken at once.
const FAIR_SPREAD: u32 = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkirmishSpec {
    /// Sides, 2 to [`MOST_PLAYERS`].
    pub players: u8,
    /// Columns, [`shortest_side`] to [`LONGEST_SIDE`].
    pub width: u16,
    /// Rows, likewise. Other numbers of sides than two and four use the square in the middle of the map.
    pub height: u16,
    pub seed: u64,
}

/// Shortest side in cells of a map for so many players: room for their homes and for open country between them.
pub const fn shortest_side(players: u8) -> u16 {
    match players {
        0..=2 => 64,
        3 => 96,
        4 => 88,
        5 => 112,
        6 => 120,
        7 => 136,
        _ => 144,
    }
}

/// Generates a level for a skirmish: ground, mines and starts, no units.
///
/// # Errors
/// [`GenerateError`] if a number is out of range, or if the rules leave no fair ground.
pub fn generate_skirmish(spec: &SkirmishSpec, rules: &Rules) -> Result<Level, GenerateError> {
    within("players", spec.players.into(), 2, MOST_PLAYERS.into())?;
    within("width", spec.width, shortest_side(spec.players), LONGEST_SIDE)?;
    within("height", spec.height, shortest_side(spec.players), LONGEST_SIDE)?;
    let first = stream(spec.seed, "skirmish").random::<u64>();
    let mut good: Vec<(u32, Level)> = Vec::new();
    for draft in 0..DRAFTS {
        good.extend(draw(&SkirmishSpec { seed: first ^ draft, ..*spec }, rules));
        if good.len() == COMPARED || good.last().is_some_and(|(spread, _)| *spread <= FAIR_SPREAD) {
            break;
        }
    }
    let best = good.into_iter().min_by_key(|(spread, _)| *spread);
    let (_, mut level) = best.ok_or(GenerateError::NoFairGround(spec.players))?;
    level.name = format!("Random map for {}, seed {}", spec.players, spec.seed);
    debug_assert!(check(&level, rules).is_ok(), "generated levels are valid");
    Ok(level)
}

/// One draft, if it is good, with the hundredths by which ways to the second mine differ.
fn draw(spec: &SkirmishSpec, rules: &Rules) -> Option<(u32, Level)> {
    let mut rng = stream(spec.seed, "skirmish: draft");
    let symmetry = Symmetry::choose(spec, &mut rng);
    let style = Style::choose(&mut rng);
    let mut land = land::draw(spec, &symmetry, style, &mut rng);
    let (hall, mine) = (hall_side(rules), mine_side(rules));

    let halls = orbit(&land, &symmetry, symmetry.start, hall);
    let homes: Vec<Point> = halls.iter().map(|(_, frame)| frame.middle).collect();
    if homes.len() != usize::from(spec.players) {
        return None;
    }
    let home = Home::plan(&land, &halls[0].1, (halls[0].0, hall), mine, spec.seed, &mut rng)?;

    let side = i32::from(spec.width.min(spec.height));
    let edges = Noise::new(spec.seed, "skirmish: yards", 5);
    let home_mines: Mines = halls
        .iter()
        .map(|(_, frame)| {
            let at = symmetry::square_at(&land, frame.global(home.mine), mine);
            (at, Frame { middle: middle_of(&land, at, mine), turn: frame.turn })
        })
        .collect();
    let mut sets = vec![home_mines];
    for wanted in mine_specs(side) {
        let set = mines::place(&land, spec, &symmetry, &homes, &sets, mine, &wanted, &mut rng)?;
        mines::clear(&mut land, &set, &edges);
        sets.push(set);
    }
    for (_, frame) in &halls {
        home.draw(&mut land, frame);
    }
    let gates: Vec<Point> = halls.iter().map(|(_, frame)| Home::gate(frame)).collect();
    ways::lay(&mut land, &symmetry, &homes, &goals(&symmetry, &gates, &sets[1..]), &edges);
    ways::fill_corners(&mut land);
    ways::fill_pockets(&mut land, &rules.costs, halls[0].0);
    if !even::even(&mut land, &rules.costs, &homes) {
        return None;
    }

    let starts: Vec<Cell> = halls.iter().map(|(at, _)| *at).collect();
    let gold = |set: usize| if set < 2 { HOME_GOLD } else { FAR_GOLD };
    let mines: Vec<MineSpawn> = (0..)
        .zip(&sets)
        .flat_map(|(number, set)| set.iter().map(move |(at, _)| MineSpawn { at: *at, gold: gold(number) }))
        .collect();
    let squares: Vec<_> =
        starts.iter().map(|at| (*at, hall)).chain(mines.iter().map(|spawn| (spawn.at, mine))).collect();
    let description = format!("Fair ground for {} sides, parted by {}.", spec.players, style.words());
    let level = Level { description, mines, starts, ..Level::of_ground(land) };
    let is_good = check(&level, rules).is_ok() && ways::all_joined(&level.terrain, &rules.costs, &squares);
    if !is_good {
        return None;
    }
    let (homes, mines) = squares.split_at(level.starts.len());
    let spread = if symmetry.is_exact { 0 } else { ways::spread(&level.terrain, &rules.costs, homes, mines) };
    Some((spread, level))
}

/// The sets of mines besides those of the homes: one near each home, one between them, and more on large maps.
fn mine_specs(side: i32) -> Vec<MineSpec> {
    let mut mine_specs = vec![
        MineSpec { from_homes: 46, best: 58, most: 90, is_owned: true },
        MineSpec { from_homes: 40, best: 52, most: side * 2, is_owned: false },
    ];
    if side >= 160 {
        mine_specs.push(MineSpec { from_homes: 70, best: 110, most: side * 2, is_owned: true });
    }
    mine_specs
}

/// Where roads are to lead: under an exact symmetry once for all sides.
fn goals(symmetry: &Symmetry, gates: &[Point], sets: &[Mines]) -> Vec<Point> {
    let count = |all: usize| if symmetry.is_exact { 1 } else { all };
    let gates = gates[..count(gates.len())].iter().copied();
    let mines = sets.iter().flat_map(|set| set[..count(set.len())].iter().map(|(_, frame)| beside(frame)));
    gates.chain(mines).collect()
}

/// A point beside a mine, on the side of the middle.
fn beside(frame: &Frame) -> Point {
    let ((x, y), (u, v)) = (frame.middle, unit(frame.middle));
    // Four cells: away from the mine itself in any direction.
    (x - ((8 * u) >> 16), y - ((8 * v) >> 16))
}
