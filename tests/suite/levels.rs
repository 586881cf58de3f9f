//! Levels: the shipped ones, the file format and the generators.

use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::games::rts::level::generate::{
    GenerateError, MapKind, MapSpec, ObstacleParams, UnknownMapKind, generate, generate_obstacles,
};
use gridmarch::games::rts::level::{Level, LevelProblem, UnitSpawn, check, levels_in};
use gridmarch::games::rts::rules::{KindId, Rules};
use gridmarch::games::rts::victory::VictoryRule;
use gridmarch::nav::movingai::{read_map, read_passability, read_scenario};
use gridmarch::nav::terrain::{Ground, MovementClass, Terrain};
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

static RULES: LazyLock<Rules> = LazyLock::new(Rules::built_in);

fn shipped_levels() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts");
    levels_in(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()))
}

fn parse(text: &str) -> Result<Level, gridmarch::games::rts::level::LevelError> {
    Level::parse(text, "test.ron", &RULES)
}

/// All cells that a class reaches from `start` by legal steps.
fn reached(terrain: &Grid<Terrain>, class: MovementClass, start: Cell) -> Grid<bool> {
    let ground = Ground::new(terrain, &RULES.costs, class);
    let mut seen = terrain.map(|_| false);
    let mut stack = vec![start];
    seen[start] = true;
    while let Some(cell) = stack.pop() {
        for dir in Dir::ALL {
            if ground.step_cost(cell, dir).is_some() && !seen[cell.step(dir)] {
                seen[cell.step(dir)] = true;
                stack.push(cell.step(dir));
            }
        }
    }
    seen
}

/// Panics with a picture unless everything passable on foot is one area.
fn assert_connected(level: &Level) {
    let ground = Ground::new(&level.terrain, &RULES.costs, MovementClass::Foot);
    let start = level.terrain.cells().find(|cell| ground.is_passable(*cell)).expect("some cell is passable");
    let seen = reached(&level.terrain, MovementClass::Foot, start);
    let lost = level.terrain.cells().find(|cell| ground.is_passable(*cell) && !seen[*cell]);
    assert_eq!(lost, None, "not reached from {start}:\n{}", level.to_ron(&RULES));
}

// ---- the shipped levels ----

#[test]
fn every_shipped_level_is_valid_connected_and_round_trips() {
    let files = shipped_levels();
    assert!(files.len() >= 8, "{} levels", files.len());
    for file in files {
        let level = Level::load(&file, &RULES).unwrap_or_else(|error| panic!("{error}"));
        check(&level, &RULES).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        assert_eq!(parse(&level.to_ron(&RULES)).expect("a written level parses"), level);
        assert_connected(&level);
        assert!(level.description.ends_with('.'), "{}: a description is a sentence", level.name);
        if !level.starts.is_empty() {
            // Ground for a skirmish: halls and workers come with the match.
            let (starts, mines) = (level.starts.len(), level.mines.len());
            assert!(starts >= 2 && mines >= 2 * starts, "{}: {starts} starts, {mines} mines", level.name);
            continue;
        }
        let own: Vec<_> = level.units.iter().filter(|unit| unit.side == 0).collect();
        let mut kinds: Vec<_> = own.iter().map(|unit| unit.kind).collect();
        kinds.sort();
        kinds.dedup();
        assert!(own.len() >= 20 && kinds.len() >= 3, "{}: {} units of {} kinds", level.name, own.len(), kinds.len());
    }
}

#[test]
fn the_gap_is_the_only_way_through_the_cliff_and_one_cell_wide() {
    let file = shipped_levels().into_iter().find(|file| file.ends_with("the-gap.ron")).expect("the-gap is shipped");
    let mut level = Level::load(&file, &RULES).expect("it is valid");
    assert_eq!(level.units.len(), 20);
    assert!(level.units.iter().all(|unit| unit.side == 0 && unit.at.x < 24));
    let (west, east) = (level.units[0].at, Cell::new(60, 24));
    for class in MovementClass::ALL {
        assert!(reached(&level.terrain, class, west)[east], "{} units get through", class.name());
    }
    level.terrain[Cell::new(33, 23)] = Terrain::Rock;
    assert!(!reached(&level.terrain, MovementClass::Foot, west)[east], "one stone closes the gap");
}

// ---- the file format ----

const SMALL: &str = r#"(
    version: 1,
    name: "Ford",
    description: "A road through a river.",
    rows: [
        "..~..",
        "==-==",
        ".T~@.",
    ],
    units: [
        (kind: "wagon", side: 0, at: (0, 1)),
        (kind: "footman", side: 7, from: (3, 0), size: (2, 2)),
    ],
)"#;

#[test]
fn a_level_file_is_read_as_written() {
    let level = parse(SMALL).expect("it is valid");
    assert_eq!((level.name.as_str(), level.terrain.width(), level.terrain.height()), ("Ford", 5, 3));
    assert_eq!(level.terrain[Cell::new(2, 1)], Terrain::Shallow);
    assert_eq!(level.units.len(), 5);
    let footman = RULES.kind_named("footman").expect("the rules have footmen");
    assert_eq!(level.units[3], UnitSpawn { kind: footman, side: 7, at: Cell::new(3, 1) });
    assert_eq!(level.sides(), 8);
    assert!(level.to_ron(&RULES).contains("from: (3, 0), size: (2, 2)"), "blocks stay blocks");
}

#[test]
fn a_level_may_say_how_a_skirmish_is_won() {
    let level = |rule: &str| parse(&SMALL.replacen("    units: [", &format!("    {rule}units: ["), 1));
    assert_eq!(level("").expect("it is valid").victory, None);
    let halls = level("victory: Halls, ").expect("it is valid");
    assert_eq!(halls.victory, Some(VictoryRule::Halls));
    assert_eq!(parse(&halls.to_ron(&RULES)).expect("it is valid"), halls);
    let wrong = level("victory: Gold, ").expect_err("no such rule").to_string();
    assert!(wrong.contains("Gold") && wrong.contains("Halls") && wrong.contains(':'), "{wrong}");
}

#[test]
fn lanes_are_rectangles_that_may_overlap_and_are_saved_as_such() {
    let lanes = "    lanes: [(from: (0, 1), size: (5, 1)), (from: (1, 0), size: (2, 3))],\n    units: [";
    let level = parse(&SMALL.replacen("    units: [", lanes, 1)).expect("it is valid");
    assert_eq!(level.lanes.len(), 5 + 4);
    assert!(level.lanes.contains(&Cell::new(4, 1)) && level.lanes.contains(&Cell::new(2, 2)));
    assert_eq!(parse(&level.to_ron(&RULES)).expect("it is valid"), level);
    assert!(!parse(SMALL).expect("it is valid").to_ron(&RULES).contains("lanes"), "most levels have none");
}

#[test]
fn a_broken_file_is_named_with_line_column_and_what_was_expected() {
    let cases = [
        ("version: 1", "version: 9", "test.ron: level format version 9 is not known, this program reads version 1"),
        (
            "\"==-==\"",
            "\"==?==\"",
            "test.ron: line 7, column 12: '?' at map cell (2, 1) is no terrain, expected one of ~ deep",
        ),
        ("\"==-==\"", "\"==-=\"", "test.ron: line 7, column 9: map row 1 has 4 cells, the first row has 5"),
        (
            "\"wagon\"",
            "\"dragon\"",
            "test.ron: line 11, column 9: unknown unit kind \"dragon\", the rules have footman,",
        ),
        ("side: 7", "side: 8", "test.ron: line 12, column 9: side 8 does not exist, sides are 0 to 7"),
        ("side: 0", "side: -1", "test.ron: line 11, column 9: side -1 does not exist"),
        ("at: (0, 1)", "at: (5, 1)", "line 11, column 9: wagon at (5, 1) is outside of the map of 5 x 3 cells"),
        ("at: (0, 1)", "at: (0, -70000)", "line 11, column 9: wagon at (0, -70000) is outside of the map"),
        ("at: (0, 1)", "at: (2, 1)", "wagon at (2, 1) stands on shallow water, where wheeled units cannot go"),
        ("at: (0, 1)", "at: (1, 2)", "wagon at (1, 2) stands on forest, where wheeled units cannot go"),
        (
            "at: (0, 1)",
            "at: (3, 1)",
            "line 12, column 9: footman at (3, 1) stands on a cell that another unit has taken",
        ),
        (
            "size: (2, 2)",
            "size: (2, 4000000000)",
            "line 12, column 9: footman at (4, 3999999999) is outside of the map",
        ),
        (
            "    units: [",
            "    lanes: [(from: (0, 1), size: (5, 1)), (from: (4, 0), size: (1, 4))], units: [",
            "line 10, column 43: a lane covers (4, 3), outside of the map of 5 x 3 cells",
        ),
        (
            "    units: [",
            "    lanes: [(from: (0, 1), size: (5, 0))], units: [",
            "column 13: a lane of 5 x 0 cells is empty",
        ),
        ("size: (2, 2)", "size: (0, 2)", "line 12, column 9: a block of 0 x 2 units is empty"),
        (
            ", size: (2, 2)",
            "",
            "line 12, column 9: a unit needs either `at: (x, y)` or `from: (x, y), size: (columns, rows)`",
        ),
        ("name: \"Ford\"", "nane: \"Ford\"", "test.ron: line 3, column"),
        ("    ],\n)", "    ]\n", "test.ron: line 1"),
        ("side: 0", "side: zero", "test.ron: line 11, column"),
        (
            "\"..~..\",\n        \"==-==\",\n        \".T~@.\",",
            "",
            "line 5, column 9: `rows` is empty, a level has 1 to 1024 rows",
        ),
        ("\"..~..\"", "\"\"", "line 6, column 9: the map is 0 cells wide"),
    ];
    for (old, new, expected) in cases {
        let text = SMALL.replacen(old, new, 1);
        assert_ne!(text, SMALL, "{old:?} is in the file");
        let error = parse(&text).expect_err(expected).to_string();
        assert!(error.contains(expected), "expected {expected:?}, got {error:?}");
    }
    let wide = SMALL.replacen("..~..", &".".repeat(1025), 1);
    let error = parse(&wide).expect_err("too wide").to_string();
    assert!(error.contains("line 6, column 9: the map is 1025 cells wide, a level has 1 to 1024 columns"), "{error}");
}

#[test]
fn saving_replaces_a_file_whole_and_leaves_nothing_else() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let level = parse(SMALL).expect("it is valid");
    let (ron, map) = (dir.path().join("ford.ron"), dir.path().join("ford.map"));
    for _ in 0..2 {
        level.save(&ron, &RULES).expect("it can be written");
        level.save(&map, &RULES).expect("it can be written");
    }
    std::fs::write(dir.path().join("notes.txt"), "no level").expect("it can be written");
    assert_eq!(levels_in(dir.path()).expect("the folder is there"), [map.clone(), ron.clone()]);
    assert_eq!(std::fs::read_dir(dir.path()).expect("the folder is there").count(), 3);
    assert_eq!(Level::load(&ron, &RULES).expect("it parses"), level);
    let ground = Level::load(&map, &RULES).expect("it parses");
    assert_eq!((ground.name.as_str(), ground.units.len()), ("ford", 0));
    // Saving into a missing folder fails and creates nothing.
    assert!(level.save(&dir.path().join("missing/ford.ron"), &RULES).is_err());
}

fn any_level() -> impl Strategy<Value = Level> {
    let terrain = prop::collection::vec(0..Terrain::ALL.len(), 12 * 9);
    let units = prop::collection::vec((0..4_u8, 0..8_u8), 12 * 9);
    let lanes = prop::collection::btree_set((0..12_i16, 0..9_i16), 0..30);
    (any::<String>(), any::<String>(), terrain, units, lanes, 0..5_u8).prop_map(
        |(name, description, terrain, units, lanes, share)| {
            let lanes = lanes.into_iter().map(|(x, y)| Cell::new(x, y)).collect();
            let terrain = Grid::from_rows(12, 9, terrain.into_iter().map(|index| Terrain::ALL[index]).collect());
            let passable =
                |cell, kind| Ground::new(&terrain, &RULES.costs, RULES.kind(KindId(kind)).class).is_passable(cell);
            // A small share makes blocks likely: neighbours are then often of one kind and side.
            let units = terrain
                .cells()
                .zip(units)
                .map(|(at, (kind, side))| (at, kind.min(share), side.min(share)))
                .filter(|(at, kind, side)| passable(*at, *kind) && (side + kind) % 3 != 2)
                .map(|(at, kind, side)| UnitSpawn { kind: KindId(kind.min(3)), side, at })
                .collect();
            Level { name, description, lanes, units, ..Level::of_ground(terrain) }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_valid_level_round_trips_exactly(level in any_level()) {
        prop_assert_eq!(check(&level, &RULES).map_err(|problem| problem.to_string()), Ok(()));
        prop_assert_eq!(parse(&level.to_ron(&RULES)).map_err(|error| error.to_string()), Ok(level));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), width in 0..70_000_u32, rows in "[.GS@OTW\r\n -~]{0,60}") {
        let _ = parse(&text);
        for map in [text.clone(), format!("type octile\nheight 2\nwidth {width}\nmap\n{rows}"), format!("type octile\n{text}")] {
            let _ = read_map(&map, "");
            let _ = read_passability(&map, "");
        }
        let _ = read_scenario(&text, "");
        let _ = read_scenario(&format!("version 1\n{text}"), "");
    }

    #[test]
    fn no_change_to_a_valid_file_makes_a_reader_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4_u8), 1..6),
        insert in "[\\PC\"\\\\()\\[\\],:/*#r0-9-]{0,4}",
    ) {
        const SCENARIO: &str = "version 1\n0\tmaps/dao/arena.map\t49\t49\t1\t11\t1\t12\t1\n0 arena.map 49 49 1 13 4 12 3.4\n";
        const MAP: &str = "type octile\nheight 2\nwidth 3\nmap\n.G@\nTSW\n";
        for original in [SMALL, SCENARIO, MAP] {
            let mut text: Vec<char> = original.chars().collect();
            for (at, other, change) in &changes {
                let (at, other) = (at.index(text.len()), other.index(text.len()));
                match change {
                    0 => { text.remove(at); }
                    1 => text.swap(at, other),
                    2 => { text.splice(at..at, insert.chars()); }
                    _ => text.truncate(text.len().max(2) - at / 8 % 2),
                }
                if text.is_empty() { text.push('('); }
            }
            let text: String = text.into_iter().collect();
            if let Ok(level) = parse(&text) {
                prop_assert!(check(&level, &RULES).is_ok());
            }
            let _ = (read_map(&text, ""), read_passability(&text, ""), read_scenario(&text, ""));
        }
    }
}

#[test]
fn a_file_that_is_missing_or_of_another_kind_is_named() {
    let error = Level::load(Path::new("/no/such/level.ron"), &RULES).expect_err("there is none");
    assert!(error.to_string().starts_with("/no/such/level.ron: cannot be read: "), "{error}");
    let error = Level::load(Path::new("level.txt"), &RULES).expect_err("not a level");
    assert_eq!(error.to_string(), "level.txt: a level file ends in .ron or .map");
}

#[test]
fn a_movingai_map_larger_than_a_level_is_refused_as_a_level() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file = dir.path().join("wide.map");
    std::fs::write(&file, format!("type octile\nheight 1\nwidth 1025\nmap\n{}\n", ".".repeat(1025)))
        .expect("it can be written");
    let error = Level::load(&file, &RULES).expect_err("too wide");
    assert!(matches!(error.problem, LevelProblem::Width(1025)), "{error}");
}

// ---- the generators ----

fn spec(kind: MapKind, width: u16, height: u16, seed: u64) -> MapSpec {
    MapSpec { kind, width, height, seed }
}

fn assert_sound(spec: &MapSpec) -> Level {
    let level = generate(spec, &RULES).unwrap_or_else(|error| panic!("{spec:?}: {error}"));
    check(&level, &RULES).unwrap_or_else(|problem| panic!("{spec:?}: {problem}"));
    assert_eq!((level.terrain.width(), level.terrain.height()), (spec.width, spec.height));
    assert_connected(&level);
    let sides = if spec.kind == MapKind::Duel { 2 } else { 1 };
    for side in 0..sides {
        let count = |name| {
            let kind = RULES.kind_named(name).expect("the rules have it");
            level.units.iter().filter(|unit| unit.kind == kind && unit.side == side).count()
        };
        assert_eq!(["footman", "scout", "rider", "wagon"].map(count), [10, 4, 4, 2], "{spec:?}");
    }
    assert_eq!(level.units.len(), 20 * usize::from(sides));
    for unit in &level.units {
        let ground = Ground::new(&level.terrain, &RULES.costs, RULES.kind(unit.kind).class);
        assert!(
            Dir::ALL.iter().any(|dir| ground.step_cost(unit.at, *dir).is_some()),
            "{spec:?}: {unit:?} is walled in"
        );
    }
    if spec.kind == MapKind::Duel {
        assert_symmetric(&level);
    }
    level
}

fn assert_symmetric(level: &Level) {
    let turned: Vec<_> = level.terrain.values().iter().rev().copied().collect();
    assert!(level.terrain.values() == turned, "not point-symmetric:\n{}", level.to_ron(&RULES));
    let (own, other) = level.units.split_at(level.units.len() / 2);
    for (own, other) in own.iter().zip(other) {
        let opposite =
            Cell::new(level.terrain.width() as i16 - 1 - own.at.x, level.terrain.height() as i16 - 1 - own.at.y);
        assert_eq!((other.kind, other.side, other.at), (own.kind, 1, opposite));
    }
}

#[test]
fn every_kind_of_map_is_connected_and_manned_at_every_size() {
    let sizes =
        [(16, 16, 12), (16, 90, 3), (90, 17, 3), (33, 31, 8), (64, 64, 5), (97, 72, 3), (128, 128, 2), (256, 256, 1)];
    for kind in MapKind::ALL {
        for (width, height, seeds) in sizes {
            for seed in 0..seeds {
                assert_sound(&spec(kind, width, height, seed));
            }
        }
    }
}

#[test]
fn sizes_and_words_out_of_range_are_refused_with_the_choices() {
    let error = generate(&spec(MapKind::Open, 15, 64, 1), &RULES).expect_err("too narrow");
    assert_eq!(error.to_string(), "a map of 15 x 64 cells cannot be generated, each side is 16 to 1024");
    assert_eq!(
        generate(&spec(MapKind::Open, 64, 1025, 1), &RULES),
        Err(GenerateError::Size { width: 64, height: 1025 })
    );
    for kind in MapKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let error: UnknownMapKind = "swamp".parse::<MapKind>().expect_err("there is no swamp");
    assert!(error.to_string().starts_with("unknown map type \"swamp\", expected one of open, obstacles, "), "{error}");
    let params = ObstacleParams { min_width: 9, max_width: 4, ..ObstacleParams::SPARSE };
    let error = generate_obstacles(&spec(MapKind::Obstacles, 64, 64, 1), &params, &RULES).expect_err("9 > 4");
    assert_eq!(error.to_string(), "min_width is 9, expected 1 to 4");
}

#[test]
fn one_seed_gives_one_map_and_another_seed_another() {
    for kind in MapKind::ALL {
        let map = |seed| generate(&spec(kind, 48, 40, seed), &RULES).expect("it can be generated");
        assert_eq!(map(7), map(7), "{kind}");
        assert_ne!(map(7).terrain, map(8).terrain, "{kind}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn maps_of_random_kind_size_and_seed_are_sound(
        kind in prop::sample::select(MapKind::ALL.to_vec()), width in 16..90_u16, height in 16..90_u16, seed: u64,
    ) {
        assert_sound(&spec(kind, width, height, seed));
    }

    #[test]
    fn duels_are_point_symmetric(width in 16..70_u16, height in 16..70_u16, seed: u64) {
        assert_sound(&spec(MapKind::Duel, width, height, seed));
    }

    #[test]
    fn obstacles_to_order_are_sound_and_denser_orders_cover_more(
        density in 0..=60_u16, (min_width, max_width) in (1..=64_u16).prop_flat_map(|max| (1..=max, Just(max))),
        (min_height, max_height) in (1..=64_u16).prop_flat_map(|max| (1..=max, Just(max))),
        spacing in 0..=16_u16, roundness in 0..=100_u16, seed: u64,
    ) {
        let params = ObstacleParams { density, min_width, max_width, min_height, max_height, spacing, roundness };
        let level = generate_obstacles(&spec(MapKind::Obstacles, 48, 48, seed), &params, &RULES).expect("in range");
        assert_connected(&level);
        let covered = level.terrain.values().iter().filter(|kind| matches!(kind, Terrain::Rock | Terrain::Wall | Terrain::Forest)).count();
        // One obstacle may go beyond the order, and pockets are filled.
        let most = level.terrain.len() * usize::from(density) / 100 + 24 * 24 + 400;
        prop_assert!(covered <= most && (density > 0 || covered == 0), "{covered} of {most}");
    }
}
