//! The movement suite: its files, its starts, its proofs, its measures.

use crate::oracle::Oracle;
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::cli::jams::random::scenario;
use gridmarch::games::rts::cli::jams::travel::Traveller;
use gridmarch::games::rts::cli::jams::{play, play_all, scenarios};
use gridmarch::games::rts::level::jam::{Jam, STARTS, What};
use gridmarch::games::rts::level::{check, levels_in};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::terrain::{Ground, Terrain};
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/jams")
}

/// All scenarios that the rules have the units for.
fn suite() -> Vec<Jam> {
    scenarios(&folder(), &Rules::built_in()).expect("every file is a scenario").0
}

/// What the suite has to cover: the subject and a scenario about it.
const SUBJECTS: [(&str, &str); 28] = [
    ("one way", "one-way"),
    ("counterflow, width 1", "counterflow-1"),
    ("counterflow, width 2", "counterflow-2"),
    ("counterflow, width 3", "counterflow-3"),
    ("counterflow, width 4", "counterflow-4"),
    ("counterflow, width 6", "counterflow-6"),
    ("counterflow, width 8", "counterflow-8"),
    ("crossing", "crossing"),
    ("separating", "separating"),
    ("corner", "corner"),
    ("corner with mixed speeds", "corner-mixed-speed"),
    ("two routes", "two-routes"),
    ("blob to one cell", "blob"),
    ("column past parked friends", "parked-friends"),
    ("enemy block that holds", "enemy-wall"),
    ("a way around an enemy block", "enemy-block"),
    ("harvesters at one dock", "harvesters"),
    ("bridge destroyed while marching", "bridge-falls"),
    ("goal unreachable", "unreachable"),
    ("enclosed army ordered outside", "enclosed-army"),
    ("factory exit with blocked rally", "factory-exit"),
    ("270 units swap around a corner", "corner-swap-270"),
    ("two armies of 100 swap in the open", "armies-swap"),
    ("mixed sizes", "mixed-sizes"),
    ("chained passes", "chained-passes"),
    ("parking of 100", "parking-100"),
    ("U-turn of a column in a dead end", "u-turn"),
    ("20 x 20 units to random goals", "dispersal-400"),
];

#[test]
fn every_scenario_is_read_and_named_after_its_file() {
    let (jams, left_out) = scenarios(&folder(), &Rules::built_in()).expect("every file is a scenario");
    let files = levels_in(&folder()).expect("a folder");
    assert_eq!(jams.len() + left_out.len(), files.len());
    let names: Vec<&str> = jams.iter().map(|jam| jam.name.as_str()).collect();
    let stems: Vec<&str> =
        files.iter().map(|file| file.file_stem().expect("a name").to_str().expect("plain")).collect();
    let known: Vec<&str> =
        stems.iter().copied().filter(|stem| !left_out.iter().any(|error| error.file.contains(stem))).collect();
    assert_eq!(names, known);
    for (subject, name) in SUBJECTS {
        assert!(stems.contains(&name), "nothing about {subject}");
    }
    // Only large units may be missing from the rules, and then exactly the scenario about them is left out.
    if Rules::built_in().kind_named("ram").is_some() {
        assert!(left_out.is_empty(), "{left_out:?}");
    } else {
        assert_eq!(left_out.len(), 1, "{left_out:?}");
        let said = left_out[0].to_string();
        assert!(said.contains("mixed-sizes.ron") && said.contains("unknown unit kind \"ram\""), "{said}");
    }
}

#[test]
fn no_scenario_is_played_twice_from_the_same_start() {
    for jam in suite() {
        let starts: Vec<_> = (0..STARTS).map(|number| jam.start(number)).collect();
        for first in 0..STARTS {
            assert!(!starts[first].orders.is_empty(), "{}", jam.name);
            for second in 0..first {
                let same = starts[first].level.units == starts[second].level.units
                    && starts[first].orders == starts[second].orders;
                assert!(!same, "{}: starts {second} and {first}", jam.name);
            }
        }
    }
}

#[test]
fn what_is_said_to_be_solvable_or_not_is_proved_where_a_proof_is_given() {
    let mut proofs = 0;
    for jam in suite() {
        let Some(proof) = &jam.proof else { continue };
        proofs += 1;
        let instance = &proof.instance;
        let oracle = Oracle::near(&instance.passable, instance.moves, &instance.goals, proof.reach);
        assert_eq!(oracle.makespan(&instance.starts).is_some(), jam.solvable, "{}", jam.name);
    }
    assert!(proofs >= 4);
}

#[test]
fn the_game_does_not_offer_scenarios_as_levels() {
    let offered = levels_in(&gridmarch::games::rts::folders::level_folder()).expect("the levels");
    for jam in levels_in(&folder()).expect("the scenarios") {
        assert!(!offered.iter().any(|level| level.file_name() == jam.file_name()), "{}", jam.display());
    }
}

/// One or two units in the open, of whom `a` is sent six cells to the right.
const OPEN: &str = r#"(
    version: 1,
    name: "open",
    description: "One unit in the open.",
    rows: [
        "...........",
        "...........",
        "..a....p...",
        "...........",
        "...........",
    ],
    groups: [(letter: 'a', kinds: ["footman"]), (letter: 'p', kinds: ["footman"], side: 1, shift: (0, 0))],
    orders: [(tick: 5, groups: "a", what: March(to: (8, 2)))],
    limit: 400,
    reason: "Nobody is in the way.",
)"#;

fn read(text: &str) -> Jam {
    Jam::parse(text, "open.ron", &Rules::built_in()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn one_unit_in_the_open_needs_exactly_its_free_travel() {
    let alone = OPEN
        .replace("..a....p...", "..a........")
        .replace(", (letter: 'p', kinds: [\"footman\"], side: 1, shift: (0, 0))", "");
    let jam = read(&alone);
    for start in 0..STARTS {
        let played = play(&jam, start, &Rules::built_in());
        assert!(played.resolved);
        assert_eq!((played.arrival_ratios.as_slice(), played.stall_shares.as_slice()), (&[1.0][..], &[0.0][..]));
        assert_eq!(played.detours, [1.0]);
        assert_eq!((played.overlaps, played.unsafe_ticks, played.orders_lost), (0, 0, 0));
        assert_eq!(played.idle_with_free_route, 0);
    }
    // The fifth start is not shifted: six cells of six ticks, ordered at tick 5.
    assert_eq!(play(&jam, 4, &Rules::built_in()).ticks, 5 + 36);
}

#[test]
fn a_unit_of_another_side_is_walked_around_and_what_does_not_happen_is_not_resolved() {
    let around = play(&read(OPEN), 4, &Rules::built_in());
    // Free travel is around the other as well, as around a rock; close past a round body it is shorter by a tenth.
    assert!(around.resolved && (0.9..1.1).contains(&around.detours[0]), "{around:?}");
    assert_eq!((around.overlaps, around.unsafe_ticks), (0, 0));
    let unmet = OPEN.replace("limit: 400", "limit: 400, expect: Unreachable");
    assert!(!play(&read(&unmet), 4, &Rules::built_in()).resolved, "the place can be reached");
    let short = OPEN.replace("limit: 400", "limit: 30");
    assert!(!play(&read(&short), 4, &Rules::built_in()).resolved, "the run ends on the way");
}

#[test]
fn a_lane_without_a_bay_is_not_resolved_and_nobody_overlaps() {
    let jam = suite().into_iter().find(|jam| jam.name == "lane-exchange").expect("it is in the suite");
    let played = play(&jam, 4, &Rules::built_in());
    assert!(!played.resolved);
    assert_eq!((played.overlaps, played.unsafe_ticks), (0, 0));
    assert!(played.arrival_ratios.iter().any(|ratio| *ratio > 2.0), "{played:?}");
}

#[test]
fn everybody_gets_through_in_time() {
    // The goals of `bench jams` for all 27 starts together; a single one may be a little worse.
    const SINGLE: f64 = 1.15;
    const LANES: [&str; 4] = ["counterflow-1", "doorway", "passing-bay", "passing-bay-pairs"];
    let jams: Vec<Jam> = suite().into_iter().filter(|jam| jam.solvable).collect();
    for score in play_all(&jams, 1, &Rules::built_in(), 2, &|| ()) {
        let goal = if LANES.contains(&score.name.as_str()) { 3.5 } else { 2.0 };
        let late = score.p95(|played| &played.arrival_ratios);
        assert!(score.resolved() == 1 && late <= goal * SINGLE, "{}: {late} times free travel", score.name);
        let played = &score.played[0];
        assert_eq!((played.overlaps, played.unsafe_ticks, played.orders_lost), (0, 0, 0), "{}", score.name);
    }
}

#[test]
fn a_squad_before_a_lane_shares_out_over_the_other_bridge() {
    let jam = suite().into_iter().find(|jam| jam.name == "two-routes").expect("it is in the suite");
    let played = play(&jam, 4, &Rules::built_in());
    // Who goes around by the far gap walks much farther than the shortest way.
    let around = played.detours.iter().filter(|detour| **detour > 1.3).count();
    assert!((4..28).contains(&around), "{around} of 32 go around: {:?}", played.detours);
    assert!(played.arrival_ratios.iter().all(|ratio| *ratio < 2.1), "{:?}", played.arrival_ratios);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let jams = [read(OPEN)];
    let play = |threads| play_all(&jams, 9, &Rules::built_in(), threads, &|| ());
    let (one, three) = (play(1), play(3));
    assert_eq!(one[0].played, three[0].played);
    assert_eq!(one[0].played.len(), 9);
}

#[test]
fn wrong_files_are_told_in_one_sentence() {
    let cases = [
        ("limit: 400", "limit: 0", "field `limit`: 0 is not between 1 and"),
        ("version: 1", "version: 9", "field `version`: 9 is not known"),
        ("letter: 'a'", "letter: 'b'", "there is no 'b' on the map"),
        ("\"..a....p...\"", "\"..a....p..z\"", "no group has the letter 'z'"),
        ("\"..a....p...\"", "\"..a....p..!\"", "line 8, column"),
        ("\"..a....p...\"", "\"..a....p..\"", "map row 2 has 10 cells"),
        ("groups: \"a\"", "groups: \"x\"", "field `orders[0].groups`: there is no group 'x'"),
        ("groups: \"a\"", "groups: \"ap\"", "the groups have different sides"),
        ("to: (8, 2)", "to: (80, 2)", "(80, 2) is outside of the map of 11 x 5 cells"),
        ("March(to: (8, 2))", "By(by: (20, 0))", "is outside of the map"),
        ("March(to: (8, 2))", "Scatter(seed: 1, from: (0, 0), size: (2, 40))", "is outside of the map"),
        ("March(to: (8, 2))", "Scatter(seed: 1, from: (1, 1), size: (2, 2))", "0 free cells are too few for 1 units"),
        ("March(to: (8, 2))", "Trips(to: (8, 2), times: 900)", "900 is not between 1 and"),
        ("March(to: (8, 2))", "Dance", "Dance"),
        ("limit: 400", "limit: 400, solvable: false", "field `proof`: what is said to be unsolvable needs one"),
        ("limit: 400", "limit: 400, proof: (rows: [\".#\"], units: [(1, 0)], goals: [(0, 0)])", "is not a free cell"),
        ("limit: 400", "limit: 400, nonsense: 3", "nonsense"),
        ("\"footman\"]), ", "\"dragon\"]), ", "unknown unit kind \"dragon\""),
        ("..a....p...", "......ap...", "start 5 of 27 (groups shifted by 1 columns and 0 rows)"),
        ("..a....p...", "..p....a#..", "stands on wall"),
    ];
    for (good, bad, expected) in cases {
        assert!(OPEN.contains(good), "{good}");
        let error = Jam::parse(&OPEN.replacen(good, bad, 1), "open.ron", &Rules::built_in());
        let said = error.map(|_| ()).expect_err(bad).to_string();
        assert!(said.starts_with("open.ron: ") && said.contains(expected), "{bad}: {said}");
        assert!(!said.contains('\n'), "{said}");
    }
}

#[test]
fn bench_jams_prints_the_fixed_keys() {
    let bench = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_gridmarch"))
            .args(["bench", "jams"])
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the program runs")
    };
    let output = bench(&["--scenario", "enclosed-army", "--starts", "2", "--json"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    let scenario = &said["scenarios"][0];
    for key in [
        "name",
        "solvable",
        "starts",
        "units",
        "resolved",
        "arrival_p95_ratio",
        "stall_share_p95",
        "detour_p95",
        "overlaps",
        "orders_lost",
        "longest_stand_ticks",
        "idle_with_free_route",
        "unsafe_ticks",
        "ticks",
    ] {
        assert!(!scenario[key].is_null(), "{key}");
    }
    assert_eq!((scenario["name"].as_str(), scenario["starts"].as_u64()), (Some("enclosed-army"), Some(2)));
    let unknown = bench(&["--scenario", "no-such-jam"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("no-such-jam"));
    assert_eq!(bench(&["--starts", "28"]).status.code(), Some(2));
    let random = bench(&["--random", "2", "--seed", "7", "--json"]);
    assert!(random.status.success(), "{}", String::from_utf8_lossy(&random.stderr));
    let said: serde_json::Value = serde_json::from_slice(&random.stdout).expect("one JSON object");
    assert_eq!(
        (said["scenarios"][0]["name"].as_str(), said["scenarios"][1]["name"].as_str()),
        (Some("random-7"), Some("random-8"))
    );
    assert!(
        said["unit_minutes"].as_f64().is_some_and(|minutes| minutes > 0.0) && said["idle_with_free_route"].is_u64()
    );
    assert_eq!(bench(&["--random", "2", "--scenario", "corner"]).status.code(), Some(2));
}

#[test]
fn random_scenarios_are_lawful_and_nobody_is_sent_where_no_way_leads() {
    let rules = Rules::built_in();
    let (mut edits, mut large) = (0, 0);
    for seed in 0..22 {
        let jam = scenario(seed, &rules).expect("a scenario");
        assert_eq!(jam, scenario(seed, &rules).expect("a scenario"), "seed {seed}");
        assert!(!jam.groups.is_empty() && !jam.orders.is_empty(), "seed {seed}");
        check(&jam.start(0).level, &rules).unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
        let mut ground = jam.terrain.clone();
        all_have_a_way(&jam, &ground, &rules);
        for order in &jam.orders {
            let What::Paint { from, size, terrain } = order.what else { continue };
            edits += 1;
            for (y, x) in (0..size.1 as i16).flat_map(|y| (0..size.0 as i16).map(move |x| (y, x))) {
                ground[Cell::new(from.x + x, from.y + y)] = terrain;
            }
            all_have_a_way(&jam, &ground, &rules);
        }
        large += usize::from(jam.groups.iter().flat_map(|group| &group.kinds).any(|kind| rules.kind(*kind).size > 1));
    }
    assert!(edits > 6 && large > 4, "{edits} edits, {large} with large units");
}

/// Looks from the place of every order, and not from the units as the generator does.
fn all_have_a_way(jam: &Jam, ground: &Grid<Terrain>, rules: &Rules) {
    for order in &jam.orders {
        let (What::March { to } | What::Each { to, .. } | What::Trips { to, .. }) = order.what else { continue };
        let group = &jam.groups[order.groups[0]];
        for (kind, cell) in group.kinds.iter().cycle().zip(&group.cells) {
            let kind = rules.kind(*kind);
            let ground = Ground::new(ground, &rules.costs, kind.class);
            let traveller = Traveller { ground, ticks_per_cell: kind.ticks_per_cell, footprint: kind.size };
            assert!(
                traveller.has_free_way(to, *cell, |_| false, |_| false),
                "{}: {} from {cell} to {to}",
                jam.name,
                kind.name
            );
        }
    }
}

#[test]
fn crowds_of_random_scenarios_never_share_a_cell() {
    let rules = Rules::built_in();
    let jams: Vec<Jam> = (1..6).map(|seed| scenario(seed, &rules).expect("a scenario")).collect();
    for score in play_all(&jams, 1, &rules, 2, &|| ()) {
        let [played] = score.played.as_slice() else { panic!("{}: played once", score.name) };
        assert_eq!((played.overlaps, played.unsafe_ticks, played.orders_lost), (0, 0, 0), "{}", score.name);
        assert!(played.ticks > 20, "{}", score.name);
    }
}
