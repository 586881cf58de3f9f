//! How battles begin.

use gridmarch::base::Cell;
use gridmarch::games::tactics::class::Classes;
use gridmarch::games::tactics::field::Ground;
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::placement::Placement;
use gridmarch::games::tactics::rules::{Mode, Rules, Side};
use gridmarch::games::tactics::setup::{Setup, SetupRecord};
use gridmarch::games::tactics::square::Square;

#[test]
fn the_classic_start_is_the_sources() {
    let setup = Setup::soldiers(TacticsLevel::built_in(), Rules::of(Mode::Classic), [3, 2]);
    let position = setup.begin().expect("a battle");
    let places: Vec<String> =
        Side::BOTH.iter().flat_map(|side| position.characters(*side)).map(|one| one.at.to_string()).collect();
    assert_eq!(places, ["b2", "b4", "b6", "i3", "i5"]);
    assert_eq!((position.health(Side::A), position.side()), (30, Side::A));
}

#[test]
fn some_of_those_who_start_rest_in_their_first_turn_on_the_hill() {
    let ready = |rules: Rules, counts: [usize; 2], first: Side| {
        let setup = Setup { first, ..Setup::soldiers(TacticsLevel::built_in(), rules, counts) };
        let position = setup.begin().expect("a battle");
        assert_eq!(position.side(), first);
        let ready = position.characters(first).filter(|one| !one.acted).map(|one| one.at.to_string());
        (ready.collect::<Vec<_>>().join(" "), position.characters(first.other()).filter(|one| one.acted).count())
    };
    let hill = Rules::default();
    assert_eq!(ready(hill, [3, 3], Side::A), ("b4".to_string(), 0));
    assert_eq!(ready(hill, [3, 3], Side::B), ("i4".to_string(), 0));
    assert_eq!(ready(Rules { rests: 1, ..hill }, [3, 3], Side::A).0, "b2 b4");
    assert_eq!(ready(hill, [1, 2], Side::A).0, "b4", "at least one acts");
    assert_eq!(ready(Rules { rests: 0, ..hill }, [3, 3], Side::A).0, "b2 b4 b6");
    assert_eq!(ready(Rules::of(Mode::Classic), [3, 3], Side::A).0, "b2 b4 b6", "as in the source");
}

#[test]
fn random_obstacles_are_mirrored_and_leave_one_board() {
    let mut setup = Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [3, 3]);
    setup.obstacles = 20;
    for seed in 0..20 {
        setup.seed = seed;
        let position = setup.begin().expect("a battle");
        let ground = position.scene().field.ground();
        let (width, height) = (ground.width() as i16, ground.height() as i16);
        let count = ground.cells().filter(|cell| ground[*cell] == Ground::Obstacle).count();
        assert!((10..=14).contains(&count), "{count}");
        for cell in ground.cells() {
            assert_eq!(ground[cell], ground[Cell::new(width - 1 - cell.x, height - 1 - cell.y)]);
        }
        assert!(position.scene().field.is_connected());
    }
}

#[test]
fn what_cannot_begin_is_told() {
    let told = |change: &dyn Fn(&mut Setup)| {
        let mut setup = Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [3, 3]);
        change(&mut setup);
        setup.begin().expect_err("cannot begin").to_string()
    };
    assert_eq!(told(&|setup| setup.squads[1].clear()), "side B has 0 characters, expected 1 to 6");
    assert!(told(&|setup| setup.level.marks.hill = Default::default()).contains("has no hill"));
    assert!(told(&|setup| setup.rules.head_start = 8).contains("head start: expected less than the 6 points"));
    assert!(told(&|setup| setup.obstacles = 31).starts_with("31 % of obstacles"));
}

#[test]
fn a_placement_keeps_through_its_record_and_begins_as_it_says() {
    let mut setup = Setup::soldiers(TacticsLevel::built_in(), Rules { points: 4, ..Rules::default() }, [1, 2]);
    let at = |name: &str| name.parse::<Square>().expect("a square");
    let placement = Placement {
        characters: [vec![(at("c3"), 4)], vec![(at("d3"), 10), (at("e5"), 1)]],
        leaders: [0, 1],
        points: [3, 1],
        flags: None,
    };
    setup.placement = Some(placement.clone());
    let text = serde_json::to_string(&setup.record()).expect("JSON");
    let record: SetupRecord = serde_json::from_str(&text).expect("a record");
    assert_eq!(Setup::from_record(&record).expect("a set-up"), setup);
    let position = setup.begin().expect("a battle");
    assert_eq!((position.points(), position.health(Side::A), position.health(Side::B)), ([3, 1], 4, 11));
    assert_eq!(Placement::of(&position).0.characters, placement.characters);
    for (from, to, told) in [
        ("d3", "c3", "placement: side B: the soldier cannot stand on c3"),
        ("[\"d3\",10]", "[\"d3\",11]", "placement: side B: the soldier has 11 points of 10"),
        ("[\"c3\",4]", "[\"c3\",4],[\"c4\",4]", "placement: side A: 2 squares for 1 characters"),
        ("\"points\":[3,1]", "\"points\":[4,1]", "placement: [4, 1] points, expected less than the 4 that win"),
        (
            "\"c3\"",
            "\"z3\"",
            "placement: \"z3\" is no square, expected a column a to p and a row 1 to 16, for example c4",
        ),
    ] {
        let wrong: SetupRecord = serde_json::from_str(&text.replace(from, to)).expect("a record");
        assert_eq!(Setup::from_record(&wrong).expect_err("wrong").to_string(), told);
    }
}

#[test]
fn a_setup_keeps_through_its_record() {
    let mut setup = Setup::soldiers(TacticsLevel::built_in(), Rules::of(Mode::Flag), [3, 2]);
    setup.squads[0][1] = Classes::built_in().by_name("rider").expect("a class").clone();
    let text = serde_json::to_string(&setup.record()).expect("JSON");
    let record: SetupRecord = serde_json::from_str(&text).expect("a record");
    assert_eq!(Setup::from_record(&record).expect("a set-up"), setup);
    let wrong: SetupRecord = serde_json::from_str(&text.replace("\"hp\":10", "\"hp\":99")).expect("a record");
    let told = Setup::from_record(&wrong).expect_err("too strong").to_string();
    assert_eq!(told, "classes: soldier: `hp`: expected 1 to 20, got 99");
}
