//! Movement in small pictures.

use crate::common::{check, level, picture, report, run, run_until_rest, send, start, then_send, unit, units};
use gridmarch::base::Cell;
use gridmarch::games::rts::level::UnitSpawn;
use gridmarch::games::rts::rules::{GivingWay, Rules};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::units::Doing;
use gridmarch::games::rts::sim::{HostOrder, Order};
use gridmarch::nav::coop::PlannerKind;
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

#[test]
fn a_unit_goes_where_it_is_sent() {
    let mut game = start("a.... ..... .....");
    send(&mut game, [0], 4, 2);
    run_until_rest(&mut game, 200).expect("it arrives");
    assert_eq!(picture(&mut game), ".....\n.....\n....a");
    assert_eq!(unit(&mut game, 0).doing, Doing::Arrived);
}

#[test]
fn a_straight_march_takes_the_pace_of_the_unit() {
    let mut game = start("a......... .......... ..........");
    send(&mut game, [0], 9, 0);
    // A footman needs 6 ticks a cell over grass.
    assert_eq!(run_until_rest(&mut game, 200), Some(9 * 6));
    let mut game = start("1......... .......... ..........");
    send(&mut game, [0], 9, 0);
    assert_eq!(run_until_rest(&mut game, 200), Some(9 * 3), "a rider needs 3");
}

#[test]
fn roads_are_faster_than_grass_and_worth_a_detour() {
    let mut game = start("a^^^^^^^^. .^^^^^^^^. ==========");
    send(&mut game, [0], 9, 0);
    let mut rows = std::collections::BTreeSet::new();
    for _ in 0..150 {
        run(&mut game, 1);
        rows.insert(unit(&mut game, 0).at.y);
    }
    assert_eq!(unit(&mut game, 0).at, Cell::new(9, 0));
    assert!(rows.contains(&2), "it took the road");
}

#[test]
fn wheels_cannot_ford_where_feet_can() {
    let mut game = start("W.-.. a.-.. ..-..");
    send(&mut game, [0, 1], 4, 1);
    run_until_rest(&mut game, 300).expect("both come to rest");
    assert_eq!(unit(&mut game, 1).doing, Doing::Arrived);
    let wagon = unit(&mut game, 0);
    assert_eq!(wagon.doing, Doing::Unreachable(Cell::new(4, 1)));
    assert_eq!(wagon.at, Cell::new(1, 1), "as near as it can come");
}

#[test]
fn corners_are_not_cut() {
    let mut game = start(".#. a#. ... ...");
    send(&mut game, [0], 2, 1);
    run_until_rest(&mut game, 200).expect("it arrives");
    assert_eq!(unit(&mut game, 0).at, Cell::new(2, 1));
}

#[test]
fn two_units_in_each_others_way_pass() {
    let mut game = start("......... a.......b .........");
    send(&mut game, [0], 8, 1);
    send(&mut game, [1], 0, 1);
    run_until_rest(&mut game, 300).expect("both arrive");
    // Both were sent in one tick: neither counts as standing where the other is to go.
    assert_eq!(picture(&mut game), ".........\nb.......a\n.........");
}

#[test]
fn a_group_gets_a_place_for_everyone() {
    let mut game = start("abcd............ efgh............ ijkl............ ................ ................");
    send(&mut game, 0..12, 12, 2);
    run_until_rest(&mut game, 400).expect("all arrive");
    for number in 0..12 {
        let seen = unit(&mut game, number);
        assert_eq!(seen.doing, Doing::Arrived);
        assert!(seen.at.chebyshev(Cell::new(12, 2)) <= 3, "unit {number} at {}", seen.at);
    }
}

#[test]
fn twenty_units_walk_through_a_one_cell_gap_and_back() {
    let mut game = start(
        "abcde......@............ fghij......@............ klmno......@............ pqrst................... \
         ...........@............ ...........@............ ...........@............",
    );
    send(&mut game, 0..20, 19, 3);
    run_until_rest(&mut game, 1500).unwrap_or_else(|| panic!("all arrive:\n{}", report(&mut game)));
    for number in 0..20 {
        assert!(unit(&mut game, number).at.x > 11, "{}", picture(&mut game));
    }
    send(&mut game, 0..20, 3, 3);
    run_until_rest(&mut game, 1500).unwrap_or_else(|| panic!("all come back:\n{}", report(&mut game)));
    for number in 0..20 {
        assert!(unit(&mut game, number).at.x < 11, "{}", picture(&mut game));
    }
}

#[test]
fn waypoints_are_visited_in_order() {
    let mut game = start("a........ ......... ......... ......... .........");
    send(&mut game, [0], 4, 0);
    then_send(&mut game, [0], 4, 4);
    then_send(&mut game, [0], 0, 4);
    let mut visited = Vec::new();
    for _ in 0..250 {
        run(&mut game, 1);
        let at = unit(&mut game, 0).at;
        if visited.last() != Some(&at) {
            visited.push(at);
        }
    }
    let position = |x, y| visited.iter().position(|cell| *cell == Cell::new(x, y)).expect("it was there");
    assert!(position(4, 0) < position(4, 4) && position(4, 4) < position(0, 4));
    assert_eq!(unit(&mut game, 0).doing, Doing::Arrived);
}

#[test]
fn stopping_ends_everything_after_the_step() {
    let mut game = start("a......... .......... ..........");
    send(&mut game, [0], 9, 0);
    then_send(&mut game, [0], 9, 2);
    run(&mut game, 8);
    game.order(0, Order::Stop { units: vec![UnitId(0)] });
    run(&mut game, 20);
    let seen = unit(&mut game, 0);
    assert_eq!((seen.doing, seen.waypoints, seen.at), (Doing::Stopped, 0, Cell::new(2, 0)));
}

#[test]
fn an_unreachable_place_is_approached_and_said_so() {
    let mut game = start("a....... ....@@@@ ....@..@ ....@@@@");
    send(&mut game, [0], 5, 2);
    run_until_rest(&mut game, 300).expect("the order ends");
    let seen = unit(&mut game, 0);
    assert_eq!(seen.doing, Doing::Unreachable(Cell::new(5, 2)));
    assert_eq!(seen.at.distance_squared(Cell::new(5, 2)), 4, "as near as any cell in reach");
}

#[test]
fn a_taken_goal_is_given_up_only_when_the_line_is_taken() {
    // `b` stands on the goal; the cells between are free, so `a` goes on until it stands beside.
    let mut game = start("a....b.. ........");
    send(&mut game, [0], 5, 0);
    run_until_rest(&mut game, 300).expect("the order ends");
    // A single unit sent to a taken cell gets the nearest free one.
    assert_eq!(unit(&mut game, 0).doing, Doing::Arrived);
    assert_eq!(unit(&mut game, 0).at.chebyshev(Cell::new(5, 0)), 1);
    // The goal is taken after the order was given, in a lane: nothing is left but to stop before it.
    let mut game = start("@@@@@@@@ a....... @@@@@@@@");
    send(&mut game, [0], 5, 1);
    run(&mut game, 2);
    let kind = unit(&mut game, 0).kind.0;
    game.host(HostOrder::Place { kind, side: 1, at: Cell::new(5, 1) });
    run_until_rest(&mut game, 300).expect("the order ends");
    let seen = unit(&mut game, 0);
    assert_eq!((seen.doing, seen.at), (Doing::GoalTaken(Cell::new(5, 1)), Cell::new(4, 1)));
}

#[test]
fn a_wall_across_the_way_is_walked_around() {
    let mut game = start("........ a....... ........ ........");
    send(&mut game, [0], 7, 1);
    run(&mut game, 8);
    let cells = (0..3).map(|y| Cell::new(4, y)).collect();
    game.host(HostOrder::Paint { cells, terrain: Terrain::Wall });
    run_until_rest(&mut game, 300).expect("it finds the way around");
    assert_eq!(unit(&mut game, 0).at, Cell::new(7, 1));
}

#[test]
fn a_bridge_that_appears_while_units_march_to_the_shore_is_used_by_all_of_them() {
    let mut game = start("ab.........~... cd.........~... ...........~... ...........~...");
    send(&mut game, 0..4, 14, 1);
    run(&mut game, 10);
    game.host(HostOrder::Paint { cells: vec![Cell::new(11, 1), Cell::new(11, 2)], terrain: Terrain::Bridge });
    run_until_rest(&mut game, 600).unwrap_or_else(|| panic!("{}", report(&mut game)));
    for number in 0..4 {
        let seen = unit(&mut game, number);
        assert_eq!(seen.doing, Doing::Arrived, "{}", picture(&mut game));
        assert!(seen.at.x > 11, "{}", picture(&mut game));
    }
}

#[test]
fn an_order_in_the_same_tick_as_an_edit_knows_the_edit() {
    let mut game = start("....@.... a........ ....@.... ....@.... .........");
    send(&mut game, [0], 8, 1);
    run(&mut game, 6);
    game.host(HostOrder::Paint { cells: vec![Cell::new(4, 1)], terrain: Terrain::Rock });
    send(&mut game, [0], 8, 1);
    run_until_rest(&mut game, 400).unwrap_or_else(|| panic!("{}", report(&mut game)));
    assert_eq!((unit(&mut game, 0).at, unit(&mut game, 0).doing), (Cell::new(8, 1), Doing::Arrived));
}

#[test]
fn places_far_from_the_middle_of_a_lane_are_reached() {
    let lane = format!("{0} {1}{2} {0}", "@".repeat(120), "abcdefghijklmnopqrstuvwxyz".repeat(2), ".".repeat(68));
    let mut game = start(&lane);
    send(&mut game, 0..52, 85, 1);
    run_until_rest(&mut game, 4000).unwrap_or_else(|| panic!("{}", report(&mut game)));
}

#[test]
fn the_squad_of_the_gap_level_walks_through_and_back() {
    let rules = gridmarch::games::rts::rules::Rules::built_in();
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts/the-gap.ron");
    let level = gridmarch::games::rts::level::Level::load(&file, &rules).expect("a shipped level");
    // The orders of a player who saw units left over before.
    let mut game = gridmarch::games::rts::sim::headless::Match::new(level, rules, 1);
    run(&mut game, 127);
    for (x, y) in [(55, 20), (15, 24), (50, 24), (10, 20)] {
        send(&mut game, 0..20, x, y);
        run_until_rest(&mut game, 3000).unwrap_or_else(|| panic!("to ({x}, {y}):\n{}", report(&mut game)));
    }
}

#[test]
fn terrain_is_not_changed_under_a_unit_that_could_not_stand_there() {
    let mut game = start("a...b... ........");
    send(&mut game, [0], 7, 1);
    let all: Vec<_> = (0..8).flat_map(|x| (0..2).map(move |y| Cell::new(x, y))).collect();
    for _ in 0..12 {
        game.host(HostOrder::Paint { cells: all.clone(), terrain: Terrain::Deep });
        run(&mut game, 1);
        game.host(HostOrder::Paint { cells: all.clone(), terrain: Terrain::Grass });
        run(&mut game, 3);
    }
    check(&mut game);
}

#[test]
fn units_at_rest_make_way_for_one_from_the_middle_of_the_block() {
    let mut game = start("abc...... def...... ghi...... ......... .........");
    send(&mut game, [0], 8, 4);
    run_until_rest(&mut game, 400).unwrap_or_else(|| panic!("{}", report(&mut game)));
    assert_eq!(unit(&mut game, 0).at, Cell::new(8, 4), "{}", picture(&mut game));
    send(&mut game, [4], 8, 0);
    run_until_rest(&mut game, 400).unwrap_or_else(|| panic!("{}", report(&mut game)));
    assert_eq!(unit(&mut game, 4).at, Cell::new(8, 0), "{}", picture(&mut game));
}

#[test]
fn a_unit_that_rests_in_a_gap_makes_way() {
    let mut game = start("....@.... a...b.... ....@....");
    send(&mut game, [0], 8, 1);
    run_until_rest(&mut game, 400).unwrap_or_else(|| panic!("{}", report(&mut game)));
    assert_eq!(unit(&mut game, 0).at, Cell::new(8, 1), "{}", picture(&mut game));
}

#[test]
fn who_shuts_a_large_body_into_the_end_of_a_passage_settles_there_with_it() {
    // The ram rests in the passage, and the place behind it is free until it makes way into it.
    let mut level = level("@@@@@@@@ a......@ .......@ @@@@@@@@");
    let ram = Rules::built_in().kind_named("ram").expect("a kind of the built-in rules");
    level.units.push(UnitSpawn { kind: ram, side: 0, at: Cell::new(4, 1) });
    let mut game = Match::new(level, Rules::built_in(), 1);
    send(&mut game, [0], 6, 1);
    run(&mut game, 500);
    assert!(!unit(&mut game, 0).doing.is_at_rest(), "it tries");
    run(&mut game, 700);
    let both = [0, 1].map(|number| unit(&mut game, number));
    // The ram was sent nowhere.
    assert_eq!([both[0].doing, both[1].doing], [Doing::Arrived, Doing::Idle], "{}", report(&mut game));
    assert!(both[0].at.chebyshev(Cell::new(6, 1)) <= 3);
}

#[test]
fn units_of_another_side_do_not_make_way() {
    let mut game = start("....@.... a....b... ....@....");
    let kind = unit(&mut game, 0).kind.0;
    game.host(HostOrder::Place { kind, side: 1, at: Cell::new(4, 1) });
    send(&mut game, [0], 8, 1);
    run(&mut game, 300);
    assert_eq!(unit(&mut game, 2).at, Cell::new(4, 1), "{}", picture(&mut game));
    assert!(!unit(&mut game, 0).doing.is_at_rest(), "the order stays");
}

#[test]
fn a_line_of_another_side_is_walked_around() {
    let mut game = start(
        "................ ................ ................ abc............. def............. ghi.............          ................ ................ ................",
    );
    let kind = unit(&mut game, 0).kind.0;
    for y in 2..9 {
        game.host(HostOrder::Place { kind, side: 1, at: Cell::new(8, y) });
        game.host(HostOrder::Place { kind, side: 1, at: Cell::new(9, y) });
    }
    send(&mut game, 0..9, 13, 6);
    run_until_rest(&mut game, 1500).unwrap_or_else(|| panic!("{}", report(&mut game)));
    for number in 0..9 {
        assert!(unit(&mut game, number).at.x > 9, "{}", picture(&mut game));
    }
}

#[test]
fn a_waypoint_that_is_passed_over_says_why() {
    use gridmarch::games::rts::sim::Outcome;
    let mut game = start("a....@@@ .....@.@ .....@@@ ........");
    send(&mut game, [0], 6, 1);
    then_send(&mut game, [0], 7, 3);
    let mut said = Vec::new();
    for _ in 0..200 {
        run(&mut game, 1);
        let mut outcomes = game.app.world_mut().resource_mut::<bevy::prelude::Messages<Outcome>>();
        said.extend(outcomes.drain().filter_map(|outcome| match outcome {
            Outcome::Refused { reason, .. } => Some(reason.text(&gridmarch::games::rts::rules::Rules::built_in())),
            _ => None,
        }));
    }
    assert_eq!(unit(&mut game, 0).at, Cell::new(7, 3));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("(6, 1)") && said[0].contains("cannot be reached"), "{said:?}");
}

/// A match on a picture with a lane along one row.
fn start_with_lane(text: &str, row: i16) -> Match {
    let mut level = level(text);
    level.lanes = (0..level.terrain.width() as i16).map(|x| Cell::new(x, row)).collect();
    Match::new(level, Rules::built_in(), 1)
}

#[test]
fn a_group_that_is_sent_onto_a_lane_rests_beside_it_and_may_walk_along_it() {
    let field = "abc......... def......... ghi......... jkl......... ............";
    let mut game = start_with_lane(field, 2);
    send(&mut game, 0..12, 8, 2);
    let mut on_lane = 0;
    for _ in 0..400 {
        run(&mut game, 1);
        on_lane += units(&mut game).values().filter(|unit| unit.at.y == 2 && unit.at.x > 2).count();
    }
    assert!(units(&mut game).values().all(|unit| unit.doing == Doing::Arrived), "{}", report(&mut game));
    assert!(on_lane > 0, "it is no wall");
    for (number, unit) in units(&mut game) {
        assert_ne!(unit.at.y, 2, "unit {number}:\n{}", picture(&mut game));
        assert!(unit.at.chebyshev(Cell::new(8, 2)) <= 3, "beside it, not far away:\n{}", picture(&mut game));
    }
    // One that is sent onto it alone, in formation or not.
    for formation in [false, true] {
        game.order(0, Order::MoveTo { units: vec![UnitId(0)], to: Cell::new(1, 2), queue: false, formation });
        run_until_rest(&mut game, 400).unwrap_or_else(|| panic!("{}", report(&mut game)));
        assert_eq!(unit(&mut game, 0).at.x, 1, "{}", picture(&mut game));
        assert_eq!((unit(&mut game, 0).at.y - 2).abs(), 1, "{}", picture(&mut game));
    }
}

#[test]
fn a_lane_is_filled_when_there_is_no_other_room() {
    let mut game = start_with_lane("a.. @b. @.c", 1);
    send(&mut game, 0..3, 2, 2);
    run_until_rest(&mut game, 300).unwrap_or_else(|| panic!("{}", report(&mut game)));
    // Off the lane are five cells: nobody has to stand on it.
    assert!(units(&mut game).values().all(|unit| unit.at.y != 1), "{}", picture(&mut game));
    let mut full = start_with_lane("@@@@@ abc.. @@@@@", 1);
    send(&mut full, 0..3, 4, 1);
    run_until_rest(&mut full, 300).unwrap_or_else(|| panic!("{}", report(&mut full)));
    let mut columns: Vec<i16> = units(&mut full).values().map(|unit| unit.at.x).collect();
    columns.sort_unstable();
    assert_eq!(columns, [2, 3, 4], "all there is is lane:\n{}", picture(&mut full));
}

/// The mean distance of all units from the middle of them, in cells.
fn spread(game: &mut Match) -> f64 {
    let places: Vec<Cell> = units(game).values().map(|unit| unit.at).collect();
    let many = places.len() as f64;
    let middle = |of: fn(&Cell) -> i16| places.iter().map(|place| f64::from(of(place))).sum::<f64>() / many;
    let (x, y) = (middle(|place| place.x), middle(|place| place.y));
    places.iter().map(|place| (f64::from(place.x) - x).hypot(f64::from(place.y) - y)).sum::<f64>() / many
}

#[test]
fn a_formation_is_as_wide_behind_a_choke_of_three_cells_as_before_it() {
    let open = "............................................";
    let shut = "......................@@@...................";
    // Ranks of footmen, riders and wagons, two cells from each other, and a wall with a gate of three cells.
    let ranks = ["..a.1.W.a..", "..b.2.W.b..", "..c.3.W.c..", "..d.4.W.d..", "..e.5.W.e..", "..f.6.W.f.."];
    let mut rows: Vec<String> = (0..17).map(|y| if (7..10).contains(&y) { open } else { shut }.to_string()).collect();
    for (rank, row) in ranks.iter().zip([3, 5, 7, 9, 11, 13]) {
        rows[row].replace_range(0..rank.len(), rank);
    }
    let after = |formation: bool| {
        let mut game = start(&rows.join(" "));
        let before = spread(&mut game);
        let all = units(&mut game).keys().copied().map(UnitId).collect();
        game.order(0, Order::MoveTo { units: all, to: Cell::new(34, 8), queue: false, formation });
        run_until_rest(&mut game, 2_000).unwrap_or_else(|| panic!("{}", report(&mut game)));
        let is_through = units(&mut game).values().all(|unit| unit.at.x > 24);
        assert!(is_through, "{}", picture(&mut game));
        spread(&mut game) / before
    };
    let kept = after(true);
    assert!((0.8..=1.2).contains(&kept), "{kept:.2} times as wide as before");
    let packed = after(false);
    assert!(packed < 0.8, "without formation they pack: {packed:.2}");
}

/// Units, and how many of them are on the row of the lane, after one has pushed through those in its way.
fn pushed_onto(row: i16) -> usize {
    // The corridor is three cells high; whoever stands in its middle can step up or down.
    let mut rules = Rules::built_in();
    rules.planner.giving_way = GivingWay::Stay;
    let mut level = level("@@@@@@@@@@@@ ............ a..b..c..d.. ............ @@@@@@@@@@@@");
    level.lanes = (0..12).map(|x| Cell::new(x, row)).collect();
    let mut game = Match::new(level, rules, 1);
    send(&mut game, [0], 11, 2);
    run_until_rest(&mut game, 400).unwrap_or_else(|| panic!("{}", report(&mut game)));
    units(&mut game).range(1..).filter(|(_, unit)| unit.at.y == row).count()
}

#[test]
fn who_makes_way_steps_off_the_lane_if_it_can() {
    assert_eq!((pushed_onto(1), pushed_onto(3)), (0, 0));
}

#[test]
fn a_unit_that_has_made_way_goes_back_when_a_classical_planner_takes_over() {
    for planner in [PlannerKind::Lra, PlannerKind::Ca, PlannerKind::Hca, PlannerKind::Whca] {
        let mut game = start("....@.... a...b.... ....@....");
        send(&mut game, [0], 8, 1);
        let pushed = (0..300).any(|_| {
            run(&mut game, 1);
            let (first, second) = (unit(&mut game, 0), unit(&mut game, 1));
            first.at.x >= 6 && second.doing == Doing::MakingWay && second.at != Cell::new(4, 1)
        });
        assert!(pushed, "{}", report(&mut game));
        game.host(HostOrder::UsePlanner { planner });
        run_until_rest(&mut game, 600).unwrap_or_else(|| panic!("{planner:?}: {}", report(&mut game)));
        let back = unit(&mut game, 1);
        assert_eq!((back.at, back.doing), (Cell::new(4, 1), Doing::Idle), "{planner:?}: {}", picture(&mut game));
    }
}
