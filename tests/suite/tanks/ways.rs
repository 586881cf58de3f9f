//! Ways: distances against plain counting, repairs against building anew, the techniques of the source.

use gridmarch::base::{Cell, Dir, Grid, rng};
use gridmarch::games::tanks::field::{Base, Field, Ground, WHOLE, half, square};
use gridmarch::games::tanks::ways::{Atlas, Classic, Dig, Goal, Pilot, Profile, STEP, Technique};
use gridmarch::nav::follower::Advice;
use proptest::prelude::*;
use rand::RngExt;
use std::collections::BTreeMap;

/// A board of blocks of two cells, as stages have them, with a base at the bottom.
fn random_field(seed: u64, filled: u8) -> Field {
    let mut rng = rng::stream(seed, "test of ways");
    let (width, height) = (rng.random_range(12..=30_u16), rng.random_range(12..=30_u16));
    let mut ground = Grid::filled(width, height, Ground::Floor);
    for y in 0..height as i16 / 2 {
        for x in 0..width as i16 / 2 {
            if rng.random_range(0..100) < filled {
                let kind = Ground::ALL[rng.random_range(1..6)];
                square(Cell::new(2 * x, 2 * y), 2).for_each(|cell| ground[cell] = kind);
            }
        }
    }
    let base = Base { at: Cell::new(width as i16 / 2, height as i16 - 2), side: 0, stands: true };
    let mut field = Field::new(&ground, vec![base]);
    for _ in 0..20 {
        let cell = Cell::new(rng.random_range(0..width as i16), rng.random_range(0..height as i16));
        field.chip(cell, half(Dir::STRAIGHT[rng.random_range(0..4)]));
    }
    field
}

/// What a step costs, by looking at every cell that is entered.
fn step_cost(field: &Field, profile: Profile, from: Cell, dir: Dir) -> Option<u32> {
    let to = from.step(dir);
    let entered: Vec<Cell> =
        square(to, profile.size).filter(|cell| square(from, profile.size).all(|own| own != *cell)).collect();
    let kinds: Vec<Ground> = entered.iter().map(|cell| field.ground(*cell)).filter(|kind| kind.stops_tanks()).collect();
    let halves = [dir, dir.reverse()].map(|side| entered.iter().any(|cell| field.bricks(*cell) & half(side) != 0));
    let halves = halves.into_iter().filter(|left| *left).count() as u32;
    let on_board = entered.iter().all(|cell| field.contains(*cell));
    match profile.dig {
        _ if !on_board => None,
        _ if kinds.is_empty() => Some(STEP),
        Dig::Bricks(price) if kinds.iter().all(|kind| *kind == Ground::Brick) => Some(STEP + halves * u32::from(price)),
        Dig::Steel(price) if kinds.iter().all(|kind| [Ground::Brick, Ground::Steel].contains(kind)) => {
            Some(STEP + u32::from(price))
        }
        _ => None,
    }
}

fn can_stand(field: &Field, profile: Profile, at: Cell) -> bool {
    square(at, profile.size).all(|cell| {
        field.contains(cell)
            && match field.ground(cell) {
                Ground::Brick => profile.dig != Dig::No,
                Ground::Steel => matches!(profile.dig, Dig::Steel(_)),
                ground => !ground.stops_tanks(),
            }
    })
}

/// Whether a shot from an anchor arrives at a square, and what those before it cost, by flying half a cell at a time and
/// shooting away what is met: each the price of a shot, or 6 for a cell of its flight if that is more.
fn price_of_shots(field: &Field, profile: Profile, at: Cell, dir: Dir, target: (Cell, u8)) -> Option<u32> {
    let (mut field, mut cost) = (field.clone(), 0);
    let price = match profile.dig {
        Dig::No => 0,
        Dig::Bricks(price) | Dig::Steel(price) => u32::from(price),
    };
    let size = i32::from(profile.size);
    let (x, y) = (2 * i32::from(at.x), 2 * i32::from(at.y));
    let hits = |cell: Cell| square(target.0, target.1).any(|own| own == cell);
    for _ in 0..200 {
        let mut reach = 0;
        loop {
            let pair = match dir {
                Dir::North => [(x + size - 1, y - 1 - reach), (x + size, y - 1 - reach)],
                Dir::South => [(x + size - 1, y + 2 * size + reach), (x + size, y + 2 * size + reach)],
                Dir::West => [(x - 1 - reach, y + size - 1), (x - 1 - reach, y + size)],
                _ => [(x + 2 * size + reach, y + size - 1), (x + 2 * size + reach, y + size)],
            };
            let cells = pair.map(|(x, y)| Cell::new(x.div_euclid(2) as i16, y.div_euclid(2) as i16));
            if cells.iter().any(|cell| hits(*cell)) {
                return Some(cost);
            }
            if pair.iter().any(|(x, y)| field.stops_shells(*x, *y)) {
                let bites = cells.iter().all(|cell| match field.ground(*cell) {
                    Ground::Brick => profile.dig != Dig::No,
                    Ground::Steel => field.contains(*cell) && matches!(profile.dig, Dig::Steel(_)),
                    ground => !ground.stops_shells(),
                });
                if !bites {
                    return None;
                }
                for cell in cells {
                    if matches!(profile.dig, Dig::Steel(_)) && field.ground(cell).stops_shells() {
                        field.make(cell, Ground::Floor);
                    }
                    let far = reach % 2 == 1;
                    field.chip(cell, half(if far { dir } else { dir.reverse() }));
                }
                cost += price.max(6 * (reach as u32 / 2));
                break;
            }
            reach += 1;
        }
    }
    None
}

/// Distances by Bellman's equations until nothing changes.
fn by_hand(field: &Field, profile: Profile, goal: Goal) -> BTreeMap<Cell, u32> {
    let cells: Vec<Cell> = field.picture().cells().filter(|cell| can_stand(field, profile, *cell)).collect();
    let touches =
        |at: Cell, to: Cell, side| square(at, profile.size).any(|own| square(to, side).any(|cell| cell == own));
    let seed = |at: Cell| match goal {
        Goal::Cell(cell) => (cell == at).then_some(0),
        Goal::Touch(to, side) => touches(at, to, side).then_some(0),
        Goal::Shoot(to, side) if touches(at, to, side) => None,
        Goal::Shoot(to, side) => {
            Dir::STRAIGHT.into_iter().filter_map(|dir| price_of_shots(field, profile, at, dir, (to, side))).min()
        }
    };
    let mut known: BTreeMap<Cell, u32> = cells.iter().filter_map(|cell| Some((*cell, seed(*cell)?))).collect();
    let steps: Vec<(Cell, Cell, u32)> = cells
        .iter()
        .flat_map(|cell| Dir::STRAIGHT.map(|dir| (*cell, dir)))
        .filter_map(|(cell, dir)| Some((cell, cell.step(dir), step_cost(field, profile, cell, dir)?)))
        .collect();
    loop {
        let mut changed = false;
        for (from, to, cost) in &steps {
            let Some(rest) = known.get(to).map(|rest| rest + cost) else { continue };
            if known.get(from).is_none_or(|old| rest < *old) {
                known.insert(*from, rest);
                changed = true;
            }
        }
        if !changed {
            return known;
        }
    }
}

fn profiles() -> impl Strategy<Value = Profile> {
    let dig = prop_oneof![Just(Dig::No), (1..60_u16).prop_map(Dig::Bricks), (1..60_u16).prop_map(Dig::Steel)];
    (1..=4_u8, dig).prop_map(|(size, dig)| Profile { size, dig })
}

fn goals(kind: u8, x: i16, y: i16, field: &Field) -> Goal {
    let cell = Cell::new(x % field.width() as i16, y % field.height() as i16);
    match kind {
        0 => Goal::Cell(cell),
        1 => Goal::Touch(cell, 2),
        2 => Goal::Shoot(cell, 2),
        _ => Goal::Shoot(field.bases()[0].at, 2),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn distances_are_those_of_plain_counting(
        seed in 0..1000_u64, filled in 0..60_u8, profile in profiles(), (kind, x, y) in (0..4_u8, 0..30_i16, 0..30_i16),
    ) {
        let field = random_field(seed, filled);
        let goal = goals(kind, x, y, &field);
        let expected = by_hand(&field, profile, goal);
        let mut atlas = Atlas::new();
        let way = atlas.way(&field, goal, profile);
        for cell in field.picture().cells() {
            prop_assert_eq!(way.cost(cell), expected.get(&cell).copied(), "{} {:?} {:?}", cell, goal, profile);
        }
    }

    #[test]
    fn repaired_distances_are_those_built_anew(
        seed in 0..1000_u64, filled in 10..60_u8, profile in profiles(), (kind, x, y) in (0..4_u8, 0..30_i16, 0..30_i16),
    ) {
        let mut field = random_field(seed, filled);
        let goal = goals(kind, x, y, &field);
        let mut atlas = Atlas::new();
        let mut rng = rng::stream(seed, "edits");
        for edit in 0..40 {
            let cell = Cell::new(
                rng.random_range(0..field.width() as i16), rng.random_range(0..field.height() as i16));
            match edit % 8 {
                0 => { field.make(cell, Ground::Steel); }
                1 => { field.make(cell, Ground::Brick); }
                2 => { field.make(cell, Ground::Floor); }
                3 => { field.chip(cell, half(Dir::East)); }
                4 if edit > 30 => { field.fell(0); }
                _ => square(cell, 2).for_each(|cell| { field.chip(cell, WHOLE); }),
            }
            let repaired = atlas.way(&field, goal, profile);
            let mut anew = Atlas::new();
            let built = anew.way(&field, goal, profile);
            for cell in field.picture().cells() {
                prop_assert_eq!(repaired.cost(cell), built.cost(cell), "{} after edit {}", cell, edit);
            }
        }
    }

    #[test]
    fn routes_cost_what_was_promised_and_end_at_the_goal(
        seed in 0..1000_u64, filled in 0..50_u8, profile in profiles(), (kind, x, y) in (0..4_u8, 0..30_i16, 0..30_i16),
    ) {
        let field = random_field(seed, filled);
        let goal = goals(kind, x, y, &field);
        let mut atlas = Atlas::new();
        let way = atlas.way(&field, goal, profile);
        for from in field.picture().cells().step_by(17) {
            let route = way.route(from, Dir::North);
            let Some(cost) = way.cost(from) else {
                prop_assert!(route.is_empty());
                continue;
            };
            let last = *route.last().expect("there is a way");
            prop_assert!(way.is_there(last));
            let steps: Option<u32> = route
                .windows(2)
                .map(|pair| step_cost(&field, profile, pair[0], pair[0].dir_to(pair[1])?))
                .sum();
            prop_assert_eq!(steps.map(|steps| steps + way.cost(last).unwrap_or(0)), Some(cost));
        }
    }
}

/// Drives by a technique until it is there; the number of steps, or None if it says that there is no way.
fn driven(field: &Field, technique: Technique, size: u8, from: Cell, to: Cell) -> Option<u32> {
    let (mut classic, mut atlas) = (Classic::new(field), Atlas::new());
    let mut pilot = Pilot::new(field, technique, size, to);
    let (mut at, mut steps) = (from, 0);
    loop {
        match pilot.advise(field, (&mut classic, &mut atlas), at, |_| true) {
            Advice::Arrived => return Some(steps),
            Advice::Unreachable => return None,
            Advice::Enclosed => panic!("nothing stands in the way"),
            Advice::Step(next) => {
                assert!(at.dir_to(next).is_some_and(|dir| !dir.is_diagonal()) && field.fits(next, size));
                (at, steps) = (next, steps + 1);
            }
        }
        assert!(steps < 5000, "{technique:?} never arrives");
    }
}

#[test]
fn all_techniques_arrive_where_there_is_a_way_and_the_exact_ones_by_the_shortest() {
    let mut solved = 0;
    for seed in 0..40 {
        let field = random_field(seed, 25);
        let mut rng = rng::stream(seed, "queries");
        let mut place =
            || Cell::new(rng.random_range(0..field.width() as i16), rng.random_range(0..field.height() as i16));
        for size in 1..=4 {
            let (from, to) = (place(), place());
            if !field.fits(from, size) || !field.fits(to, size) {
                continue;
            }
            let shortest = by_hand(&field, Profile::driving(size), Goal::Cell(to)).get(&from).map(|cost| cost / STEP);
            for technique in Technique::ALL {
                let steps = driven(&field, technique, size, from, to);
                assert_eq!(steps.is_some(), shortest.is_some(), "{technique:?} on seed {seed}, size {size}");
                if technique.is_exact() {
                    assert_eq!(steps, shortest, "{technique:?} on seed {seed}, size {size}");
                }
            }
            solved += u32::from(shortest.is_some());
        }
    }
    assert!(solved > 30, "{solved}");
}

#[test]
fn techniques_follow_a_board_that_opens() {
    let mut ground = Grid::filled(12, 12, Ground::Floor);
    (0..12).for_each(|x| ground[Cell::new(x, 6)] = Ground::Brick);
    let mut field = Field::new(&ground, Vec::new());
    let (from, to) = (Cell::new(0, 0), Cell::new(0, 10));
    for technique in Technique::ALL {
        assert_eq!(driven(&field, technique, 2, from, to), None, "{technique:?}");
    }
    let mut classic = Classic::new(&field);
    assert!(!classic.clearance().fits(Cell::new(4, 5), 2));
    [4, 5].into_iter().for_each(|x| {
        field.chip(Cell::new(x, 6), WHOLE);
    });
    classic.update(&field);
    assert!(classic.clearance().fits(Cell::new(4, 5), 2));
    for technique in Technique::ALL {
        assert_eq!(driven(&field, technique, 2, from, to), Some(18), "{technique:?}");
    }
}

#[test]
fn digging_is_chosen_where_it_is_quicker() {
    let mut ground = Grid::filled(26, 26, Ground::Floor);
    (0..24).for_each(|x| ground[Cell::new(x, 12)] = Ground::Brick);
    let field = Field::new(&ground, Vec::new());
    let (from, goal) = (Cell::new(0, 8), Goal::Cell(Cell::new(0, 16)));
    let mut atlas = Atlas::new();
    let cost = |atlas: &mut Atlas, dig| atlas.way(&field, goal, Profile { size: 2, dig }).cost(from);
    assert_eq!(cost(&mut atlas, Dig::No), Some((8 + 2 * 24) * STEP), "round the wall");
    assert_eq!(cost(&mut atlas, Dig::Bricks(20)), Some(8 * STEP + 40), "two shots through it");
    assert_eq!(cost(&mut atlas, Dig::Bricks(1000)), Some((8 + 2 * 24) * STEP), "shots may be too dear");
    let way = atlas.way(&field, goal, Profile { size: 2, dig: Dig::Bricks(20) });
    assert_eq!(way.shots(Cell::new(0, 10), Dir::South), Some(2));
    assert_eq!(way.step(Cell::new(0, 10), Dir::South), Some(Dir::South));
    assert_eq!(way.shots(Cell::new(0, 10), Dir::West), None, "that is outside");
}
