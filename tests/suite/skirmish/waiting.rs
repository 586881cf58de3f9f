//! What waits for money: units that are trained again and again, and buildings whose builders stand at the site.

use super::Skirmish;
use super::economy::PLAIN;
use gridmarch::base::Cell;
use gridmarch::games::rts::sim::orders::Order;
use gridmarch::games::rts::sim::record::snapshot::{restore, take};
use gridmarch::games::rts::sim::skirmish::{Action, Building, Command, Stance, Task, Tasks};
use gridmarch::games::rts::sim::tasks::Waits;
use gridmarch::nav::step::UnitId;

/// A hall that has trained a worker again and again until the gold was gone.
fn short_of_gold() -> (Skirmish, UnitId) {
    let mut skirmish = Skirmish::on(PLAIN, (120, 0));
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.manage(0, hall, Action::Repeat(true));
    skirmish.make(0, hall, "worker");
    skirmish.run(100);
    assert_eq!((skirmish.units(0, "worker").len(), skirmish.stock(0)), (4, (20, 0)));
    (skirmish, hall)
}

/// Lets the workers of a side bring in gold.
fn earn(skirmish: &mut Skirmish, gold: u32) {
    let workers = skirmish.units(0, "worker");
    skirmish.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
    assert!(skirmish.until(1000, |skirmish| skirmish.stock(0).0 >= gold), "{:?}", skirmish.stock(0));
}

#[test]
fn what_is_made_again_waits_for_the_money_says_so_once_and_goes_on() {
    let (mut skirmish, hall) = short_of_gold();
    assert_eq!(skirmish.warnings(0), ["Worker waits: 30 more gold is needed."]);
    let production = skirmish.production(hall);
    assert!(production.repeats() && production.waits_to_be_paid());
    assert_eq!((production.queue().len(), production.percent(&skirmish.rules)), (1, 0));
    let workers = skirmish.units(0, "worker");
    skirmish.command(0, &workers, Command::Gather(Cell::new(12, 1)), false);
    assert!(
        skirmish.until(600, |skirmish| !skirmish.production(hall).waits_to_be_paid()),
        "it is paid as soon as it can be"
    );
    assert!(skirmish.stock(0).0 < 50);
    assert!(skirmish.until(31, |skirmish| skirmish.units(0, "worker").len() == 5));
    assert!(skirmish.until(600, |skirmish| skirmish.units(0, "worker").len() == 6), "and again");
    assert_eq!(skirmish.warnings(0), [] as [&str; 0], "who knows that gold is short is not told with every unit");
}

#[test]
fn what_waits_for_the_money_does_not_wait_for_what_the_player_adds() {
    let (mut skirmish, hall) = short_of_gold();
    skirmish.make(0, hall, "hound");
    skirmish.run(2);
    let production = skirmish.production(hall);
    assert_eq!((production.queue().len(), production.unpaid()), (1, 1), "there are twenty, not forty");
    skirmish.make(0, hall, "cart");
    skirmish.run(2);
    assert_eq!(skirmish.production(hall).unpaid(), 1);
    assert!(skirmish.until(40, |skirmish| skirmish.units(0, "cart").len() == 1), "it is trained at once");
    assert_eq!(skirmish.stock(0), (10, 0));
    let production = skirmish.production(hall);
    assert_eq!((production.queue().len(), production.unpaid()), (2, 2), "and is made again after what waits");
}

#[test]
fn what_was_not_paid_gives_nothing_back() {
    for action in [Action::Cancel(0), Action::Repeat(false), Action::Demolish] {
        let (mut skirmish, hall) = short_of_gold();
        skirmish.manage(0, hall, action);
        skirmish.run(2);
        assert_eq!(skirmish.stock(0), (20, 0), "{action:?}");
        if action != Action::Demolish {
            assert_eq!(skirmish.production(hall).queue().len(), 0);
            earn(&mut skirmish, 100);
            assert_eq!(skirmish.units(0, "worker").len(), 4, "nobody wants more");
        }
    }
}

#[test]
fn a_held_queue_pays_for_nothing_until_it_goes_on() {
    let (mut skirmish, hall) = short_of_gold();
    skirmish.manage(0, hall, Action::Hold(true));
    earn(&mut skirmish, 60);
    assert!(skirmish.production(hall).waits_to_be_paid());
    skirmish.manage(0, hall, Action::Hold(false));
    skirmish.run(2);
    assert!(!skirmish.production(hall).waits_to_be_paid());
    assert!(skirmish.stock(0).0 < 50);
}

#[test]
fn what_waits_goes_on_waiting_in_a_saved_match() {
    let (mut skirmish, hall) = short_of_gold();
    skirmish.warnings(0);
    let saved = take(skirmish.game.app.world_mut()).expect("a match");
    skirmish.manage(0, hall, Action::Repeat(false));
    skirmish.run(10);
    assert_eq!(skirmish.production(hall).queue().len(), 0);
    restore(skirmish.game.app.world_mut(), &saved).expect("it is of this match");
    skirmish.run(10);
    assert!(skirmish.production(hall).repeats() && skirmish.production(hall).waits_to_be_paid());
    assert_eq!(skirmish.warnings(0), [] as [&str; 0], "the player knows");
    earn(&mut skirmish, 40);
    assert!(skirmish.until(200, |skirmish| skirmish.units(0, "worker").len() == 5));
}

#[test]
fn workers_wait_at_the_site_for_the_money_and_build_as_soon_as_it_is_there() {
    let mut skirmish = Skirmish::on(PLAIN, (30, 0));
    let workers = skirmish.units(0, "worker");
    let (builders, miner) = (&workers[..1], &workers[1..]);
    let kind = skirmish.building_kind("house");
    let sites = [Cell::new(6, 2), Cell::new(6, 6), Cell::new(2, 9)];
    for (number, at) in sites.into_iter().enumerate() {
        skirmish.command(0, builders, Command::Build { kind, at }, number > 0);
    }
    skirmish.run(300);
    assert_eq!(skirmish.warnings(0), ["House waits: 10 more gold is needed."]);
    let waiting = Task::Build { kind, at: sites[1], waits: Waits::ForMoney };
    let tasks: Vec<Task> = skirmish.of::<Tasks>(builders[0]).iter().copied().collect();
    assert_eq!(tasks, [waiting, Task::Build { kind, at: sites[2], waits: Waits::No }], "the rest stays in the queue");
    let beside = skirmish.at(builders[0]);
    assert!((5..=8).contains(&beside.x) && (5..=8).contains(&beside.y), "at the site: {beside}");
    skirmish.command(0, miner, Command::Gather(Cell::new(12, 1)), false);
    assert!(skirmish.until(1500, |skirmish| skirmish.buildings(0, "house").len() == 3), "{:?}", skirmish.stock(0));
    assert_eq!(skirmish.warnings(0), ["House waits: 20 more gold is needed."], "once for each");
}

#[test]
fn of_several_builders_at_one_site_one_speaks() {
    let mut skirmish = Skirmish::on(PLAIN, (10, 0));
    let workers = skirmish.units(0, "worker");
    let kind = skirmish.building_kind("house");
    skirmish.command(0, &workers, Command::Build { kind, at: Cell::new(6, 2) }, false);
    skirmish.run(200);
    assert_eq!(skirmish.warnings(0), ["House waits: 10 more gold is needed."]);
    // Somebody else takes the place meanwhile: it is given up by all of them, and told once.
    let camp = skirmish.building_kind("camp");
    skirmish.command(0, &workers[..1], Command::Build { kind: camp, at: Cell::new(7, 3) }, false);
    skirmish.run(200);
    assert_eq!(skirmish.buildings(0, "camp").len(), 1);
    let said = skirmish.warnings(0);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(skirmish.of::<Tasks>(workers[1]).is_empty());
}

#[test]
fn who_has_waited_long_for_the_money_still_lets_others_leave_the_site() {
    let mut skirmish = Skirmish::on(PLAIN, (60, 0));
    let workers = skirmish.units(0, "worker");
    // Gold that comes back when it is wanted.
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.manage(0, hall, Action::Hold(true));
    skirmish.make(0, hall, "worker");
    let kind = skirmish.building_kind("house");
    skirmish.command(0, &workers[..1], Command::Build { kind, at: Cell::new(6, 2) }, false);
    skirmish.run(300);
    // The other one comes to rest on the site, and then there is money.
    let to = Cell::new(7, 3);
    skirmish.game.order(0, Order::MoveTo { units: workers[1..].to_vec(), to, queue: false, formation: false });
    skirmish.run(100);
    assert_eq!(skirmish.at(workers[1]), to);
    skirmish.manage(0, hall, Action::Cancel(0));
    let is_begun = skirmish.until(200, |skirmish| !skirmish.buildings(0, "house").is_empty());
    assert!(is_begun, "{:?}", skirmish.warnings(0));
    let house = skirmish.buildings(0, "house")[0];
    assert!(skirmish.until(200, |skirmish| skirmish.of::<Building>(house).is_finished()));
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
    let mut skirmish = Skirmish::on(picture, (100, 0));
    let workers = skirmish.units(0, "worker");
    let kind = skirmish.building_kind("house");
    skirmish.command(0, &workers, Command::Build { kind, at: Cell::new(7, 2) }, false);
    skirmish.run(20);
    assert_eq!(skirmish.warnings(0), ["No way leads to the site."]);
    assert!(workers.iter().all(|worker| skirmish.of::<Tasks>(*worker).is_empty()));
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
    let mut skirmish = Skirmish::on(picture, (100, 0));
    let workers = skirmish.units(0, "worker");
    let kind = skirmish.building_kind("house");
    let to = Cell::new(7, 8);
    skirmish.game.order(0, Order::MoveTo { units: workers[1..].to_vec(), to, queue: false, formation: false });
    assert!(skirmish.until(300, |skirmish| skirmish.at(workers[1]) == to));
    skirmish.command(0, &workers[..1], Command::Build { kind, at: Cell::new(7, 5) }, false);
    assert!(skirmish.until(600, |skirmish| skirmish.buildings(0, "house").len() == 1), "it closes the way out");
    skirmish.run(100);
    skirmish.told();
    skirmish.command(0, &workers, Command::Build { kind, at: Cell::new(6, 1) }, false);
    assert!(skirmish.until(600, |skirmish| skirmish.buildings(0, "house").len() == 2), "{:?}", skirmish.warnings(0));
    assert_eq!(skirmish.warnings(0), [] as [&str; 0], "somebody is at it");
    assert!(skirmish.of::<Tasks>(workers[1]).is_empty(), "who cannot come does not wait for ever");
}

#[test]
fn the_patience_with_who_stands_on_a_site_does_not_begin_anew_with_every_coin() {
    let mut skirmish = Skirmish::on(PLAIN, (60, 0));
    let (own, theirs) = (skirmish.units(0, "worker"), skirmish.units(1, "worker"));
    let to = Cell::new(7, 3);
    skirmish.command(0, &own, Command::Behave(Stance::Passive), false);
    skirmish.command(1, &theirs, Command::Behave(Stance::Passive), false);
    skirmish.game.order(1, Order::MoveTo { units: theirs[..1].to_vec(), to, queue: false, formation: false });
    assert!(skirmish.until(400, |skirmish| skirmish.at(theirs[0]) == to));
    let kind = skirmish.building_kind("house");
    skirmish.command(0, &own[..1], Command::Build { kind, at: Cell::new(6, 2) }, false);
    let hall = skirmish.buildings(0, "hall")[0];
    skirmish.manage(0, hall, Action::Hold(true));
    skirmish.run(60);
    for _ in 0..5 {
        skirmish.make(0, hall, "worker");
        skirmish.run(20);
        skirmish.manage(0, hall, Action::Cancel(0));
        skirmish.run(20);
    }
    let said = skirmish.warnings(0);
    assert!(said.iter().any(|reason| reason == "Somebody stands on the site."), "{said:?}");
    assert!(skirmish.of::<Tasks>(own[0]).is_empty());
}
