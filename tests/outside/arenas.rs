//! Large units and capped searches against arenas whose facts were counted and searched by other programs.

use gridmarch::base::{Cell, Grid};
use gridmarch::nav::capped::{CappedSearch, EXPANSIONS, Ending};
use gridmarch::nav::clearance::Clearance;
use gridmarch::nav::follower::{Advice, Follower, REACH};
use gridmarch::nav::rectangles::Rectangles;
use gridmarch::nav::regions::Regions;
use serde_json::Value;
use std::path::Path;

struct Query {
    size: u8,
    from: Cell,
    to: Cell,
    /// Steps of a shortest way.
    length: Option<usize>,
}

struct Arena {
    name: String,
    map: Grid<bool>,
    facts: Value,
    queries: Vec<Query>,
}

/// The arenas of a folder of data.
fn arenas(root: &Path) -> Vec<Arena> {
    let text = crate::read(&root.join("tanks/arenas.jsonl"));
    let arenas: Vec<Arena> =
        text.lines().map(|line| arena(serde_json::from_str(line).expect("a line of JSON"))).collect();
    assert!(!arenas.is_empty());
    arenas
}

fn arena(facts: Value) -> Arena {
    let rows: Vec<_> = facts["rows"].as_array().expect("rows").iter().map(|row| row.as_str().expect("a row")).collect();
    let free = rows.iter().flat_map(|row| row.chars().map(|symbol| ".%-".contains(symbol))).collect();
    let map = Grid::from_rows(rows[0].len() as u16, rows.len() as u16, free);
    let numbers = |query: &Value| -> Vec<i64> {
        query.as_array().expect("a query").iter().map(|number| number.as_i64().expect("a number")).collect()
    };
    let queries = facts["queries"].as_array().expect("queries").iter().map(numbers).map(|query| Query {
        size: query[0] as u8,
        from: Cell::new(query[1] as i16, query[2] as i16),
        to: Cell::new(query[3] as i16, query[4] as i16),
        length: usize::try_from(query[5]).ok(),
    });
    let queries = queries.collect();
    Arena { name: facts["id"].as_str().expect("a name").into(), map, queries, facts }
}

impl Arena {
    fn clearance(&self) -> Clearance {
        Clearance::new(self.map.width(), self.map.height(), u8::MAX, |cell| self.map[cell])
    }

    fn regions(&self, clearance: &Clearance, size: u8) -> Regions {
        Regions::of_passable(self.map.width(), self.map.height(), |cell| clearance.fits(cell, size))
    }

    fn search(&self) -> CappedSearch {
        CappedSearch::new(self.map.width(), self.map.height())
    }
}

fn steps_apart(a: Cell, b: Cell) -> u32 {
    u32::from(a.x.abs_diff(b.x) + a.y.abs_diff(b.y))
}

pub fn clearances_positions_and_areas_of_the_arenas_are_those_counted_elsewhere(root: &Path) {
    for arena in arenas(root) {
        let clearance = arena.clearance();
        let sides = clearance.sides().values();
        let sum: u64 = sides.iter().map(|side| u64::from(*side)).sum();
        assert_eq!(Some(sum), arena.facts["clearance_sum"].as_u64(), "{}", arena.name);
        assert_eq!(sides.iter().max().map(|most| u64::from(*most)), arena.facts["clearance_max"].as_u64());
        for size in 1..=4u8 {
            let positions = sides.iter().filter(|side| **side >= size).count() as u64;
            assert_eq!(Some(positions), arena.facts["cells"][size.to_string()].as_u64(), "{} size {size}", arena.name);
            let regions = arena.regions(&clearance, size).count() as u64;
            assert_eq!(Some(regions), arena.facts["regions"][size.to_string()].as_u64(), "{} size {size}", arena.name);
        }
    }
}

pub fn a_full_search_finds_every_length_of_the_arenas(root: &Path) {
    for arena in arenas(root) {
        let (clearance, mut search) = (arena.clearance(), arena.search());
        for query in &arena.queries {
            let free = |cell| clearance.fits(cell, query.size);
            let ending = search.run((query.from, query.to), u32::MAX, free, |cell| steps_apart(cell, query.to));
            let length = (ending == Ending::Found).then(|| search.path_to(query.to).len());
            assert_eq!(length, query.length, "{}: {} to {}, size {}", arena.name, query.from, query.to, query.size);
            let regions = arena.regions(&clearance, query.size);
            assert_eq!(regions.region(query.from) == regions.region(query.to), query.length.is_some());
        }
    }
}

pub fn a_capped_follower_arrives_in_every_arena_wherever_there_is_a_way(root: &Path) {
    let (mut walked, mut shortest) = (0, 0);
    for arena in arenas(root) {
        let (clearance, mut search) = (arena.clearance(), arena.search());
        for query in &arena.queries {
            let regions = arena.regions(&clearance, query.size);
            let size = (arena.map.width(), arena.map.height());
            let mut unit = Follower::new(size, query.to, EXPANSIONS, REACH);
            let (mut at, mut steps) = (query.from, 0);
            let ending = loop {
                match unit.advise(at, &regions, |cell| clearance.fits(cell, query.size), &mut search) {
                    Advice::Step(next) => {
                        assert!(steps_apart(at, next) == 1 && clearance.fits(next, query.size));
                        (at, steps) = (next, steps + 1);
                        assert!(steps < 1000, "{}: {} to {} never ends", arena.name, query.from, query.to);
                    }
                    ending => break ending,
                }
            };
            assert_eq!(ending, query.length.map_or(Advice::Unreachable, |_| Advice::Arrived));
            assert!(unit.effort().expanded_at_once <= 2 * EXPANSIONS);
            if let Some(length) = query.length {
                assert!(steps >= length);
                (walked, shortest) = (walked + steps, shortest + length);
            }
        }
    }
    println!("{walked} steps, {shortest} would do");
    assert!(walked * 100 <= shortest * 102, "{walked} steps, {shortest} would do");
}

pub fn rectangles_have_a_way_exactly_where_the_arenas_have_one(root: &Path) {
    let (mut walked, mut shortest) = (0, 0);
    for arena in arenas(root) {
        let clearance = arena.clearance();
        let cuts: Vec<_> = (1..=4)
            .map(|size| Rectangles::new(arena.map.width(), arena.map.height(), |cell| clearance.fits(cell, size)))
            .collect();
        for query in &arena.queries {
            let route = cuts[usize::from(query.size) - 1].route(query.from, query.to);
            assert_eq!(route.is_some(), query.length.is_some(), "{}: {} to {}", arena.name, query.from, query.to);
            let (Some(route), Some(length)) = (route, query.length) else { continue };
            assert_eq!((route.cells.first(), route.cells.last()), (Some(&query.from), Some(&query.to)));
            assert!(route.cells.windows(2).all(|pair| steps_apart(pair[0], pair[1]) == 1));
            assert!(route.cells.iter().all(|cell| clearance.fits(*cell, query.size)));
            assert!(route.steps() as usize >= length);
            (walked, shortest) = (walked + route.steps() as usize, shortest + length);
        }
    }
    println!("{walked} steps, {shortest} would do");
    assert!(walked * 100 <= shortest * 105, "{walked} steps, {shortest} would do");
}
