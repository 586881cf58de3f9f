//! What waits for money: units that are trained again and again, and buildings whose builders stand at the site.

use super::Skirmish;
use super::economy::PLAIN;
use gridmarch::base::Cell;
use gridmarch::games::rts::sim::orders::Order;
use gridmarch::games::rts::sim::record::snapshot::{restore, take};
use gridmarch::games::rts::sim::skirmish::tasks::Waits;
use gridmarch::games::rts::sim::skirmish::{Action, Building, Command, Stance, Task, Tasks};
use gridmarch::nav::step::UnitId;

/// A hall that has trained a worker again and again until the gold was gone.
fn short_of_gold() -> (Skirmish, UnitId) {
    let mut war = Skirmish::on(PLAIN, (120, 0));
    let hall = war.buildings(0, "hall")[0];
    war.manage(0, hall, Action::Repeat(true));
    war.make(0, hall, "worker");
    war.run(100);
    assert_eq!((war.units(0, "worker").len(), war.stock(0)), (4, (20, 0)));
    (war, hall)
}

/// Lets the workers of a side bring in gold.
fn earn(war: &mut Skirmish, gold: u32) {
    let workers = war.units(0, "worker");
    war.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
    assert!(war.until(1000, |war| war.stock(0).0 >= gold), "{:?}", war.stock(0));
}

#[test]
fn what_is_made_again_waits_for_the_money_says_so_once_and_goes_on() {
    let (mut war, hall) = short_of_gold();
    assert_eq!(war.warnings(0), ["Worker waits: 30 more gold is needed."]);
    let production = war.production(hall);
    assert!(production.repeats() && production.waits_to_be_paid());
    assert_eq!((production.queue().len(), production.percent(&war.rules)), (1, 0));
    let workers = war.units(0, "worker");
    war.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
    assert!(war.until(600, |war| !war.production(hall).waits_to_be_paid()), "it is paid as soon as it can be");
    assert!(war.stock(0).0 < 50);
    assert!(war.until(31, |war| war.units(0, "worker").len() == 5));
    assert!(war.until(600, |war| war.units(0, "worker").len() == 6), "and again");
    assert_eq!(war.warnings(0), [] as [&str; 0], "who knows that gold is short is not told with every unit");
}

#[test]
fn what_waits_for_the_money_does_not_wait_for_what_the_player_adds() {
    let (mut war, hall) = short_of_gold();
    war.make(0, hall, "hound");
    war.run(2);
    let production = war.production(hall);
    assert_eq!((production.queue().len(), production.unpaid()), (1, 1), "there are twenty, not forty");
    war.make(0, hall, "cart");
    war.run(2);
    assert_eq!(war.production(hall).unpaid(), 1);
    assert!(war.until(40, |war| war.units(0, "cart").len() == 1), "it is trained at once");
    assert_eq!(war.stock(0), (10, 0));
    let production = war.production(hall);
    assert_eq!((production.queue().len(), production.unpaid()), (2, 2), "and is made again after what waits");
}

#[test]
fn what_was_not_paid_gives_nothing_back() {
    for action in [Action::Cancel(0), Action::Repeat(false), Action::Demolish] {
        let (mut war, hall) = short_of_gold();
        war.manage(0, hall, action);
        war.run(2);
        assert_eq!(war.stock(0), (20, 0), "{action:?}");
        if action != Action::Demolish {
            assert_eq!(war.production(hall).queue().len(), 0);
            earn(&mut war, 100);
            assert_eq!(war.units(0, "worker").len(), 4, "nobody wants more");
        }
    }
}

#[test]
fn a_held_queue_pays_for_nothing_until_it_goes_on() {
    let (mut war, hall) = short_of_gold();
    war.manage(0, hall, Action::Hold(true));
    earn(&mut war, 60);
    assert!(war.production(hall).waits_to_be_paid());
    war.manage(0, hall, Action::Hold(false));
    war.run(2);
    assert!(!war.production(hall).waits_to_be_paid());
    assert!(war.stock(0).0 < 50);
}

#[test]
fn what_waits_goes_on_waiting_in_a_saved_match() {
    let (mut war, hall) = short_of_gold();
    war.warnings(0);
    let saved = take(war.game.app.world_mut()).expect("a match");
    war.manage(0, hall, Action::Repeat(false));
    war.run(10);
    assert_eq!(war.production(hall).queue().len(), 0);
    restore(war.game.app.world_mut(), &saved).expect("it is of this match");
    war.run(10);
    assert!(war.production(hall).repeats() && war.production(hall).waits_to_be_paid());
    assert_eq!(war.warnings(0), [] as [&str; 0], "the player knows");
    earn(&mut war, 40);
    assert!(war.until(200, |war| war.units(0, "worker").len() == 5));
}

#[test]
fn workers_wait_at_the_site_for_the_money_and_build_as_soon_as_it_is_there() {
    let mut war = Skirmish::on(PLAIN, (30, 0));
    let workers = war.units(0, "worker");
    let (builders, miner) = (&workers[..1], &workers[1..]);
    let kind = war.building_kind("house");
    let sites = [Cell::new(6, 2), Cell::new(6, 6), Cell::new(2, 9)];
    for (number, at) in sites.into_iter().enumerate() {
        war.command(0, builders, Command::Build { kind, at }, number > 0);
    }
    war.run(300);
    assert_eq!(war.warnings(0), ["House waits: 10 more gold is needed."]);
    let waiting = Task::Build { kind, at: sites[1], waits: Waits::ForMoney };
    let tasks: Vec<Task> = war.of::<Tasks>(builders[0]).iter().copied().collect();
    assert_eq!(tasks, [waiting, Task::Build { kind, at: sites[2], waits: Waits::No }], "the rest stays in the queue");
    let beside = war.at(builders[0]);
    assert!((5..=8).contains(&beside.x) && (5..=8).contains(&beside.y), "at the site: {beside}");
    war.command(0, miner, Command::Gather(Cell::new(12, 1)), false);
    assert!(war.until(1500, |war| war.buildings(0, "house").len() == 3), "{:?}", war.stock(0));
    assert_eq!(war.warnings(0), ["House waits: 20 more gold is needed."], "once for each");
}

#[test]
fn of_several_builders_at_one_site_one_speaks() {
    let mut war = Skirmish::on(PLAIN, (10, 0));
    let workers = war.units(0, "worker");
    let kind = war.building_kind("house");
    war.command(0, &workers, Command::Build { kind, at: Cell::new(6, 2) }, false);
    war.run(200);
    assert_eq!(war.warnings(0), ["House waits: 10 more gold is needed."]);
    // Somebody else takes the place meanwhile: it is given up by all of them, and told once.
    let camp = war.building_kind("camp");
    war.command(0, &workers[..1], Command::Build { kind: camp, at: Cell::new(7, 3) }, false);
    war.run(200);
    assert_eq!(war.buildings(0, "camp").len(), 1);
    let said = war.warnings(0);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(war.of::<Tasks>(workers[1]).is_empty());
}

#[test]
fn who_has_waited_long_for_the_money_still_lets_others_leave_the_site() {
    let mut war = Skirmish::on(PLAIN, (60, 0));
    let workers = war.units(0, "worker");
    // Gold that comes back when it is wanted.
    let hall = war.buildings(0, "hall")[0];
    war.manage(0, hall, Action::Hold(true));
    war.make(0, hall, "worker");
    let kind = war.building_kind("house");
    war.command(0, &workers[..1], Command::Build { kind, at: Cell::new(6, 2) }, false);
    war.run(300);
    // The other one comes to rest on the site, and then there is money.
    let to = Cell::new(7, 3);
    war.game.order(0, Order::MoveTo { units: workers[1..].to_vec(), to, queue: false, formation: false });
    war.run(100);
    assert_eq!(war.at(workers[1]), to);
    war.manage(0, hall, Action::Cancel(0));
    let is_begun = war.until(200, |war| !war.buildings(0, "house").is_empty());
    assert!(is_begun, "{:?}", war.warnings(0));
    let house = war.buildings(0, "house")[0];
    assert!(war.until(200, |war| war.of::<Building>(house).is_finished()));
}

#[test]
fn a_site_that_no_way_leads_to_is_given_up_with_a_word() {
    let picture = "
        ...........
        .0....~~~~~
        ......~...~
        ......~...~
        ......~...~
        ......~~~~~
    ";
    let mut war = Skirmish::on(picture, (100, 0));
    let workers = war.units(0, "worker");
    let kind = war.building_kind("house");
    war.command(0, &workers, Command::Build { kind, at: Cell::new(7, 2) }, false);
    war.run(20);
    assert_eq!(war.warnings(0), ["No way leads to the site."]);
    assert!(workers.iter().all(|worker| war.of::<Tasks>(*worker).is_empty()));
}

#[test]
fn one_builder_who_is_enclosed_does_not_end_the_work_of_the_others() {
    let picture = "
        ............
        .0..........
        ............
        ............
        ............
        ~~~~~~~..~~~
        ~~~~~~~..~~~
        ~~~~~~~..~~~
        ~~~~~~~..~~~
    ";
    let mut war = Skirmish::on(picture, (100, 0));
    let workers = war.units(0, "worker");
    let kind = war.building_kind("house");
    let to = Cell::new(7, 8);
    war.game.order(0, Order::MoveTo { units: workers[1..].to_vec(), to, queue: false, formation: false });
    assert!(war.until(300, |war| war.at(workers[1]) == to));
    war.command(0, &workers[..1], Command::Build { kind, at: Cell::new(7, 5) }, false);
    assert!(war.until(600, |war| war.buildings(0, "house").len() == 1), "it closes the way out");
    war.run(100);
    war.told();
    war.command(0, &workers, Command::Build { kind, at: Cell::new(6, 1) }, false);
    assert!(war.until(600, |war| war.buildings(0, "house").len() == 2), "{:?}", war.warnings(0));
    assert_eq!(war.warnings(0), [] as [&str; 0], "somebody is at it");
    assert!(war.of::<Tasks>(workers[1]).is_empty(), "who cannot come does not wait for ever");
}

#[test]
fn the_patience_with_who_stands_on_a_site_does_not_begin_anew_with_every_coin() {
    let mut war = Skirmish::on(PLAIN, (60, 0));
    let (own, theirs) = (war.units(0, "worker"), war.units(1, "worker"));
    let to = Cell::new(7, 3);
    war.command(0, &own, Command::Behave(Stance::Passive), false);
    war.command(1, &theirs, Command::Behave(Stance::Passive), false);
    war.game.order(1, Order::MoveTo { units: theirs[..1].to_vec(), to, queue: false, formation: false });
    assert!(war.until(400, |war| war.at(theirs[0]) == to));
    let kind = war.building_kind("house");
    war.command(0, &own[..1], Command::Build { kind, at: Cell::new(6, 2) }, false);
    let hall = war.buildings(0, "hall")[0];
    war.manage(0, hall, Action::Hold(true));
    war.run(60);
    for _ in 0..5 {
        war.make(0, hall, "worker");
        war.run(20);
        war.manage(0, hall, Action::Cancel(0));
        war.run(20);
    }
    let said = war.warnings(0);
    assert!(said.iter().any(|reason| reason == "Somebody stands on the site."), "{said:?}");
    assert!(war.of::<Tasks>(own[0]).is_empty());
}
