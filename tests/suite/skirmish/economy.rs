//! Gathering, building, training: rules as small pictures.

use super::Skirmish;
use bevy::prelude::With;
use gridmarch::base::Cell;
use gridmarch::base::rng::stream;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::sim::board::{Board, Occupied};
use gridmarch::games::rts::sim::orders::Item;
use gridmarch::games::rts::sim::orders::{HostOrder, Order};
use gridmarch::games::rts::sim::skirmish::{Action, Building, Cargo, Command, Ending, Health, Inside, Tasks};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use rand::RngExt;

/// A hall of each side, a mine, and room.
pub const PLAIN: &str = "
    ..................
    .0..........m.....
    ..................
    ..................
    ..................
    ..................
    ..................
    ..................
    ..................
    ..............1...
    ..................
    ..................
";

#[test]
fn a_side_begins_with_its_hall_and_workers_and_nothing_overlaps() {
    let mut skirmish = Skirmish::on(PLAIN, (0, 0));
    skirmish.run(2);
    assert_eq!(skirmish.units(0, "worker").len(), 2);
    assert_eq!(skirmish.buildings(0, "hall").len(), 1);
    let side = skirmish.side(0);
    assert_eq!((side.supply_used, side.supply_given), (2, 6));
    assert_eq!(skirmish.terrain(Cell::new(3, 3)), Terrain::Building);
    assert_eq!(skirmish.terrain(Cell::new(4, 3)), Terrain::Grass);
}

#[test]
fn workers_fetch_gold_again_and_again_without_being_told() {
    let mut skirmish = Skirmish::on(PLAIN, (0, 0));
    let workers = skirmish.units(0, "worker");
    skirmish.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
    assert!(skirmish.until(2000, |skirmish| skirmish.stock(0).0 >= 100), "ten loads: {:?}", skirmish.stock(0));
    assert_eq!(skirmish.stock(0).1, 0);
    let mine = skirmish.buildings(255, "mine")[0];
    let left = skirmish.of::<Building>(mine).gold();
    let carried: u32 = workers
        .iter()
        .map(|worker| skirmish.of::<Cargo>(*worker).load().map_or(0, |(_, amount)| u32::from(amount)))
        .sum();
    assert_eq!(left + skirmish.stock(0).0 + carried, 1000, "no gold is lost or made");
}

#[test]
fn a_side_with_a_handicap_gets_its_share_of_every_load_and_no_load_is_another() {
    let gathered = |percent: u8| {
        let handicap = Handicap::try_from(percent).expect("a handicap");
        let mut skirmish = Skirmish::with_handicap(super::rules(), PLAIN, (0, 0), false, handicap);
        let workers = skirmish.units(0, "worker");
        skirmish.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
        skirmish.run(2000);
        let (side, mine) = (skirmish.side(0), skirmish.buildings(255, "mine")[0]);
        assert_eq!(side.score.gathered, side.stock, "both count what the side got");
        (skirmish.stock(0).0, skirmish.of::<Building>(mine).gold())
    };
    let (whole, left) = gathered(100);
    assert!(whole >= 100, "ten loads: {whole}");
    for percent in [50, 70, 130, 150] {
        assert_eq!(gathered(percent), (whole * u32::from(percent) / 100, left), "{percent} %");
    }
}

#[test]
fn sixty_workers_keep_to_the_right_on_a_bridge_two_cells_wide() {
    let brought = |water: char| {
        let mut rules = super::rules();
        rules.factions[0].workers = 60;
        let at = |x: usize, y: usize| match (x, y) {
            (8, 12) => '0',
            (44, 23) => '1',
            (38, 2 | 7 | 12 | 17 | 22) => 'm',
            (20..28, y) if y != 12 && y != 13 => water,
            _ => '.',
        };
        let rows: Vec<String> = (0..26).map(|y| (0..48).map(|x| at(x, y)).collect()).collect();
        let mut skirmish = Skirmish::by(rules, &rows.join("\n"), (0, 0));
        let workers = skirmish.units(0, "worker");
        assert_eq!(workers.len(), 60);
        // Twelve to each mine.
        for (mine, workers) in [2, 7, 12, 17, 22].into_iter().zip(workers.chunks(12)) {
            skirmish.command(0, workers, Command::Gather(Cell::new(38, mine)), false);
        }
        skirmish.run(3000);
        skirmish.stock(0).0
    };
    let (open, bridge) = (brought('.'), brought('~'));
    // What two streams in two lanes let through; where they mix it is less than a quarter.
    assert!(3 * bridge >= open, "{bridge} gold over the bridge, {open} without water");
}

#[test]
fn a_mine_takes_as_many_as_it_has_places_and_the_others_wait_before_it() {
    let mut skirmish = Skirmish::on(PLAIN, (400, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    for _ in 0..4 {
        skirmish.make(0, hall, "worker");
    }
    skirmish.until(400, |skirmish| skirmish.units(0, "worker").len() == 6);
    let workers = skirmish.units(0, "worker");
    assert_eq!(workers.len(), 6);
    skirmish.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
    let mut most = 0;
    for _ in 0..600 {
        skirmish.run(1);
        let inside: Vec<_> =
            workers.iter().filter(|worker| skirmish.of::<Inside>(**worker).mine().is_some()).copied().collect();
        most = most.max(inside.len());
        assert!(inside.len() <= 2, "{inside:?}");
        check_cells(&mut skirmish, &workers);
    }
    assert_eq!(most, 2);
    assert!(skirmish.stock(0).0 >= 100, "{:?}", skirmish.stock(0));
}

/// Who is in a mine stands on no cell, everybody else on one of its own.
fn check_cells(skirmish: &mut Skirmish, workers: &[UnitId]) {
    let mut boards = skirmish.game.app.world_mut().query_filtered::<&Occupied, With<Board>>();
    let table = boards.single(skirmish.game.app.world()).expect("a board").table().clone();
    for worker in workers {
        let (at, is_inside) = (skirmish.at(*worker), skirmish.of::<Inside>(*worker).mine().is_some());
        assert_eq!(table.holder(at) == Some(*worker), !is_inside, "{worker} at {at}, inside: {is_inside}");
    }
}

#[test]
fn in_fog_a_mine_is_worked_in_as_soon_as_a_part_of_it_has_been_seen() {
    let picture = "
        ..............................
        .0........................m...
        ..............................
        ..............................
        ..............................
    ";
    let mut skirmish = Skirmish::begin(super::rules(), picture, (0, 0), true);
    skirmish.run(2);
    let workers = skirmish.units(0, "worker");
    // Its middle: nobody ever sees that.
    let middle = Cell::new(27, 2);
    skirmish.command(0, &workers, Command::Gather(middle), false);
    skirmish.run(2);
    assert!(workers.iter().all(|worker| skirmish.of::<Tasks>(*worker).is_empty()), "nobody knows of it");
    skirmish
        .game
        .order(0, Order::MoveTo { units: workers.clone(), to: Cell::new(22, 2), queue: false, formation: false });
    skirmish.run(300);
    skirmish.command(0, &workers, Command::Gather(middle), false);
    assert!(skirmish.until(1500, |skirmish| skirmish.stock(0).0 >= 20), "{:?}", skirmish.stock(0));
}

#[test]
fn who_is_in_a_mine_carries_out_an_order_when_it_has_come_out() {
    let mut skirmish = Skirmish::on(PLAIN, (0, 0));
    let workers = skirmish.units(0, "worker");
    skirmish.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
    let mut inside = None;
    assert!(skirmish.until(400, |skirmish| {
        inside = workers.iter().copied().find(|worker| skirmish.of::<Inside>(*worker).mine().is_some());
        inside.is_some()
    }));
    let worker = inside.expect("just found");
    let to = Cell::new(10, 10);
    skirmish.game.order(0, Order::MoveTo { units: vec![worker], to, queue: false, formation: false });
    for _ in 0..200 {
        skirmish.run(1);
        check_cells(&mut skirmish, &workers);
    }
    assert_eq!(skirmish.at(worker), to);
    assert!(skirmish.of::<Cargo>(worker).load().is_some(), "with its gold");
}

#[test]
fn whatever_miners_are_told_and_whoever_pushes_them_nobody_stands_where_somebody_is() {
    for seed in 0..6 {
        let mut skirmish = Skirmish::on(PLAIN, (400, 0));
        let hall = skirmish.buildings(0, "hall")[0];
        for _ in 0..4 {
            skirmish.make(0, hall, "worker");
        }
        assert!(skirmish.until(400, |skirmish| skirmish.units(0, "worker").len() == 6));
        let workers = skirmish.units(0, "worker");
        let mut rng = stream(seed, "miners");
        for tick in 0..1500 {
            if tick % 9 == 0 {
                let units = vec![workers[rng.random_range(0..workers.len())]];
                // Most of the crowd is around the mine.
                let to = Cell::new(rng.random_range(9..17), rng.random_range(0..7));
                let queue = rng.random_range(0..4) == 0;
                match rng.random_range(0..5) {
                    0 => skirmish.game.order(0, Order::MoveTo { units, to, queue, formation: false }),
                    1 => skirmish.game.order(0, Order::Stop { units }),
                    _ => skirmish.command(0, &units, Command::Gather(Cell::new(12, 1)), queue),
                }
            }
            skirmish.run(1);
            check_cells(&mut skirmish, &workers);
        }
        skirmish.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
        let before = skirmish.stock(0).0;
        assert!(skirmish.until(1000, |skirmish| skirmish.stock(0).0 >= before + 100), "they go on");
    }
}

#[test]
fn a_forest_is_cut_down_cell_by_cell_and_opens_the_way() {
    let picture = "
        ..........T...
        .0........T...
        ..........T...
        ..........T...
        ..........T...
        ..........T...
    ";
    let mut skirmish = Skirmish::on(picture, (0, 0));
    let workers = skirmish.units(0, "worker");
    skirmish.command(0, &workers, Command::Gather(Cell::new(10, 2)), false);
    assert!(skirmish.until(3000, |skirmish| skirmish.stock(0).1 == 120), "six cells of 20: {:?}", skirmish.stock(0));
    assert!((0..6).all(|y| skirmish.terrain(Cell::new(10, y)) == Terrain::Grass));
    skirmish.run(100);
    assert!(skirmish.of::<Tasks>(workers[0]).is_empty(), "there is nothing left to do");
    skirmish
        .game
        .order(0, Order::MoveTo { units: workers.clone(), to: Cell::new(13, 3), queue: false, formation: false });
    assert!(skirmish.until(400, |skirmish| skirmish.at(workers[0]).x > 10), "the way is open");
}

#[test]
fn a_house_is_built_by_two_quicker_than_by_one_and_gives_supply() {
    let mut ticks = Vec::new();
    for builders in [1, 2] {
        let mut skirmish = Skirmish::on(PLAIN, (20, 0));
        let workers = skirmish.units(0, "worker");
        let kind = skirmish.building_kind("house");
        skirmish.command(0, &workers[..builders], Command::Build { kind, at: Cell::new(6, 2) }, false);
        assert!(skirmish.until(400, |skirmish| !skirmish.buildings(0, "house").is_empty()), "the site is begun");
        assert_eq!(skirmish.stock(0), (0, 0), "and paid");
        let house = skirmish.buildings(0, "house")[0];
        assert!(skirmish.of::<Health>(house).now() < 20, "a site is weak");
        let begun = skirmish.game.ticks();
        assert!(skirmish.until(400, |skirmish| skirmish.of::<Building>(house).is_finished()));
        ticks.push(skirmish.game.ticks() - begun);
        skirmish.run(1);
        assert_eq!(skirmish.of::<Health>(house).now(), 100);
        assert_eq!(skirmish.side(0).supply_given, 10);
        assert!(workers.iter().all(|worker| skirmish.of::<Tasks>(*worker).is_empty()));
    }
    assert!(ticks[1] < ticks[0], "{ticks:?}");
}

#[test]
fn what_cannot_be_built_is_refused_with_the_reason() {
    let mut skirmish = Skirmish::on(PLAIN, (30, 0));
    let worker = skirmish.units(0, "worker")[..1].to_vec();
    let (house, barracks) = (skirmish.building_kind("house"), skirmish.building_kind("barracks"));
    skirmish.command(0, &worker, Command::Build { kind: barracks, at: Cell::new(6, 2) }, false);
    skirmish.run(100);
    assert_eq!(skirmish.warnings(0), ["The Barracks needs a House."]);
    skirmish.command(0, &worker, Command::Build { kind: house, at: Cell::new(10, 1) }, false);
    skirmish.run(100);
    assert_eq!(skirmish.warnings(0), ["Too near to the mine: leave two cells for the workers."]);
    skirmish.command(0, &worker, Command::Build { kind: house, at: Cell::new(6, 2) }, false);
    skirmish.command(0, &worker, Command::Build { kind: house, at: Cell::new(6, 6) }, true);
    skirmish.run(300);
    assert_eq!(skirmish.warnings(0), ["House waits: 10 more gold is needed."]);
    assert_eq!(skirmish.buildings(0, "house").len(), 1);
}

#[test]
fn friends_who_rest_on_a_site_leave_it() {
    let mut skirmish = Skirmish::on(PLAIN, (20, 0));
    let workers = skirmish.units(0, "worker");
    skirmish
        .game
        .order(0, Order::MoveTo { units: workers[..1].to_vec(), to: Cell::new(8, 6), queue: false, formation: false });
    skirmish.run(100);
    assert_eq!(skirmish.at(workers[0]), Cell::new(8, 6));
    let kind = skirmish.building_kind("house");
    skirmish.command(0, &workers[1..], Command::Build { kind, at: Cell::new(8, 6) }, false);
    assert!(skirmish.until(300, |skirmish| !skirmish.buildings(0, "house").is_empty()));
    assert_ne!(skirmish.at(workers[0]), Cell::new(8, 6));
}

#[test]
fn a_queue_is_worked_off_and_what_is_cancelled_is_paid_back() {
    let mut skirmish = Skirmish::on(PLAIN, (200, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    for _ in 0..3 {
        skirmish.make(0, hall, "worker");
    }
    skirmish.run(1);
    assert_eq!(skirmish.stock(0), (50, 0));
    skirmish.manage(0, hall, Action::Cancel(1));
    skirmish.run(1);
    assert_eq!(skirmish.stock(0), (100, 0));
    assert_eq!(skirmish.production(hall).queue().len(), 2);
    skirmish.run(62);
    assert_eq!(skirmish.units(0, "worker").len(), 4);
    assert_eq!(skirmish.side(0).supply_used, 4);
}

#[test]
fn without_supply_the_work_waits_and_says_so_once() {
    let mut skirmish = Skirmish::on(PLAIN, (400, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    for _ in 0..4 {
        skirmish.make(0, hall, "worker");
    }
    skirmish.run(200);
    skirmish.make(0, hall, "worker");
    skirmish.run(100);
    assert_eq!(skirmish.units(0, "worker").len(), 6);
    assert_eq!(skirmish.warnings(0), ["Worker waits for supply: build a House first."]);
    assert_eq!(skirmish.production(hall).queue().len(), 1);
}

#[test]
fn a_held_queue_stands_and_one_that_repeats_goes_on() {
    let mut skirmish = Skirmish::on(PLAIN, (120, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.manage(0, hall, Action::Hold(true));
    skirmish.make(0, hall, "worker");
    skirmish.run(60);
    assert_eq!(skirmish.units(0, "worker").len(), 2);
    skirmish.manage(0, hall, Action::Hold(false));
    skirmish.manage(0, hall, Action::Repeat(true));
    skirmish.run(32);
    assert_eq!(skirmish.units(0, "worker").len(), 3);
    assert_eq!(skirmish.stock(0), (20, 0), "the next one is paid");
    skirmish.run(60);
    assert_eq!(skirmish.units(0, "worker").len(), 4, "then there is no gold left");
    assert!(skirmish.production(hall).repeats() && skirmish.production(hall).waits_to_be_paid());
}

#[test]
fn units_come_in_batches_and_go_to_the_rally_points_one_after_the_other() {
    let mut skirmish = Skirmish::on(PLAIN, (200, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.manage(0, hall, Action::Rally { to: Cell::new(8, 6), queue: false });
    skirmish.manage(0, hall, Action::Rally { to: Cell::new(4, 10), queue: true });
    skirmish.make(0, hall, "hound");
    skirmish.run(14);
    let hounds = skirmish.units(0, "hound");
    assert_eq!(hounds.len(), 2);
    assert_eq!(skirmish.stock(0), (160, 0));
    let mut furthest = 0;
    let came = skirmish.until(300, |skirmish| {
        furthest = furthest.max(skirmish.at(hounds[0]).x);
        skirmish.at(hounds[0]).chebyshev(Cell::new(4, 10)) <= 1
    });
    assert!(came && furthest >= 7, "by way of the first flag: {furthest}");
}

#[test]
fn who_is_trained_comes_out_where_there_is_a_way_to_the_rally_point() {
    // The nearest place to the flag is a pocket between the hall and the rocks.
    let shut = "
        ..@@..............
        ..@@0.............
        ..@...............
        ..@...............
        ..@@@.............
        ..................
        .......m......1...
        ..................
        ..................
        ..................
        ..................
        ..................
    ";
    let flag = Cell::new(0, 2);
    let mut skirmish = Skirmish::on(shut, (50, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.manage(0, hall, Action::Rally { to: flag, queue: false });
    skirmish.make(0, hall, "worker");
    assert!(skirmish.until(600, |skirmish| {
        skirmish.units(0, "worker").iter().any(|worker| skirmish.at(*worker).chebyshev(flag) <= 1)
    }));
}

#[test]
fn a_worker_whose_flag_stands_on_a_mine_begins_to_gather() {
    let mut skirmish = Skirmish::on(PLAIN, (50, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.manage(0, hall, Action::Rally { to: Cell::new(12, 1), queue: false });
    skirmish.make(0, hall, "worker");
    assert!(skirmish.until(600, |skirmish| skirmish.stock(0).0 >= 10), "{:?}", skirmish.stock(0));
}

#[test]
fn a_large_unit_comes_out_where_it_has_room() {
    let mut skirmish = Skirmish::on(PLAIN, (50, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.make(0, hall, "cart");
    assert!(skirmish.until(100, |skirmish| skirmish.units(0, "cart").len() == 1));
    let cart = skirmish.units(0, "cart")[0];
    let at = skirmish.at(cart);
    skirmish.game.order(0, Order::MoveTo { units: vec![cart], to: Cell::new(8, 8), queue: false, formation: false });
    assert!(skirmish.until(300, |skirmish| skirmish.at(cart) == Cell::new(8, 8)), "from {at}");
}

#[test]
fn research_makes_better_for_good_and_is_done_once() {
    let mut skirmish = Skirmish::on(PLAIN, (100, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    let upgrade = skirmish.rules.upgrade_named("sacks").expect("it is there");
    skirmish.manage(0, hall, Action::Make(Item::Research(upgrade)));
    skirmish.manage(0, hall, Action::Make(Item::Research(upgrade)));
    skirmish.run(2);
    assert_eq!(skirmish.warnings(0), ["Sacks is being researched already."]);
    skirmish.run(20);
    assert!(skirmish.side(0).upgrades.contains(&upgrade));
    skirmish.manage(0, hall, Action::Make(Item::Research(upgrade)));
    skirmish.run(1);
    assert_eq!(skirmish.warnings(0), ["Sacks is known already."]);
    let worker = skirmish.units(0, "worker")[..1].to_vec();
    skirmish.command(0, &worker, Command::Gather(Cell::new(12, 1)), false);
    skirmish.until(400, |skirmish| skirmish.stock(0).0 > 90);
    assert_eq!(skirmish.stock(0).0, 105, "a load is 15 now");
}

#[test]
fn a_hall_becomes_a_keep_that_still_counts_as_a_hall() {
    let mut skirmish = Skirmish::on(PLAIN, (100, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    let keep = skirmish.building_kind("keep");
    skirmish.manage(0, hall, Action::Make(Item::Advance(keep)));
    skirmish.run(60);
    assert_eq!(skirmish.of::<Building>(hall).kind(), keep);
    assert_eq!(skirmish.of::<Health>(hall).now(), 800);
    assert_eq!(skirmish.side(0).supply_given, 8);
}

#[test]
fn a_site_that_is_given_up_pays_back_half_and_frees_its_ground() {
    let mut skirmish = Skirmish::on(PLAIN, (40, 0));
    let worker = skirmish.units(0, "worker")[..1].to_vec();
    let kind = skirmish.building_kind("house");
    skirmish.command(0, &worker, Command::Build { kind, at: Cell::new(6, 2) }, false);
    skirmish.until(300, |skirmish| !skirmish.buildings(0, "house").is_empty());
    let house = skirmish.buildings(0, "house")[0];
    skirmish.manage(0, house, Action::Demolish);
    skirmish.run(2);
    assert_eq!(skirmish.stock(0), (30, 0));
    assert_eq!(skirmish.terrain(Cell::new(6, 2)), Terrain::Grass);
}

#[test]
fn orders_of_every_sort_wait_for_each_other_in_a_mixed_queue() {
    let mut skirmish = Skirmish::on(PLAIN, (20, 0));
    let worker = skirmish.units(0, "worker")[..1].to_vec();
    let kind = skirmish.building_kind("house");
    let go = |x, y| Order::MoveTo { units: worker.clone(), to: Cell::new(x, y), queue: true, formation: false };
    skirmish.game.order(0, go(8, 8));
    skirmish.command(0, &worker, Command::Build { kind, at: Cell::new(9, 5) }, true);
    skirmish.game.order(0, go(3, 9));
    skirmish.command(0, &worker, Command::Gather(Cell::new(12, 1)), true);
    assert!(skirmish.until(200, |skirmish| skirmish.at(worker[0]).chebyshev(Cell::new(8, 8)) == 0));
    assert!(skirmish.until(200, |skirmish| !skirmish.buildings(0, "house").is_empty()));
    assert!(skirmish.until(200, |skirmish| skirmish.at(worker[0]) == Cell::new(3, 9)));
    assert!(skirmish.until(600, |skirmish| skirmish.stock(0).0 >= 10));
}

#[test]
fn steps_of_a_queue_can_be_forgotten_one_by_one() {
    let mut skirmish = Skirmish::on(PLAIN, (20, 0));
    let worker = skirmish.units(0, "worker")[..1].to_vec();
    let go = |x, y| Order::MoveTo { units: worker.clone(), to: Cell::new(x, y), queue: true, formation: false };
    skirmish.game.order(0, go(8, 8));
    skirmish.command(0, &worker, Command::Gather(Cell::new(12, 1)), true);
    skirmish.game.order(0, go(3, 9));
    skirmish.run(1);
    skirmish.command(0, &worker, Command::Forget(1), false);
    skirmish.run(1);
    assert!(skirmish.until(300, |skirmish| skirmish.at(worker[0]) == Cell::new(8, 8)));
    assert!(skirmish.until(300, |skirmish| skirmish.at(worker[0]) == Cell::new(3, 9)), "without the mine between");
    skirmish.game.order(0, go(8, 8));
    skirmish.game.order(0, go(1, 9));
    skirmish.command(0, &worker, Command::ForgetLast, false);
    skirmish.run(200);
    assert_eq!(skirmish.at(worker[0]), Cell::new(8, 8));
}

#[test]
fn the_map_cannot_be_edited_in_a_skirmish() {
    let mut skirmish = Skirmish::on(PLAIN, (20, 0));
    skirmish.game.host(HostOrder::Paint { cells: vec![Cell::new(8, 8)], terrain: Terrain::Wall });
    skirmish.run(1);
    assert_eq!(skirmish.terrain(Cell::new(8, 8)), Terrain::Grass);
}

#[test]
fn who_gives_up_is_beaten_and_the_other_has_won() {
    let mut skirmish = Skirmish::on(PLAIN, (20, 0));
    skirmish.run(5);
    skirmish.game.order(0, Order::Surrender);
    skirmish.run(30);
    let mut boards = skirmish.game.app.world_mut().query_filtered::<&Ending, With<Board>>();
    let ending = *boards.single(skirmish.game.app.world()).expect("it has ended");
    assert_eq!(ending.winner, Some(1));
}

#[test]
fn who_is_sent_into_a_fight_leaves_its_place_to_who_comes() {
    let mut skirmish = Skirmish::on(PLAIN, (0, 0));
    let workers = skirmish.units(0, "worker");
    let place = Cell::new(8, 8);
    let go = |unit: UnitId| Order::MoveTo { units: vec![unit], to: place, queue: false, formation: false };
    skirmish.game.order(0, go(workers[0]));
    skirmish.run(100);
    assert_eq!(skirmish.at(workers[0]), place);
    skirmish.command(0, &workers[..1], Command::AttackMove { to: Cell::new(1, 11), formation: false }, false);
    skirmish.game.order(0, go(workers[1]));
    skirmish.run(100);
    assert_eq!(skirmish.at(workers[1]), place);
}
