//! What programs do on drawn boards.

use super::drawn::{setup, stage};
use gridmarch::base::{Cell, Dir};
use gridmarch::games::tanks::bot::convoy::Step;
use gridmarch::games::tanks::bot::level::Skill;
use gridmarch::games::tanks::bot::marshal::Marshal;
use gridmarch::games::tanks::bot::sight::Sight;
use gridmarch::games::tanks::bot::{Doing, Object, Reason, Role, Target};
use gridmarch::games::tanks::order::{Call, Change, Order};
use gridmarch::games::tanks::played::{Played, Programs};
use gridmarch::games::tanks::rules::Rules;
use gridmarch::games::tanks::setup::{FriendlyFire, Hand, Level, Mode, Seat, Setup};
use gridmarch::games::tanks::world::{Event, Outcome, Tank};
use std::sync::Arc;

const EXPERT: Hand = Hand::Bot(Level::Expert);

/// A match on a picture, each seat of a side, a size and a hand; played until all are there.
fn begun(picture: &str, mode: Mode, seats: &[(u8, u8, Hand)]) -> Played {
    let seats = seats.iter().map(|(side, size, hand)| Seat { size: *size, ..Seat::new(*hand, *side) });
    let setup = Setup { mode, seats: seats.collect(), ..setup(mode, 0) };
    let mut played = Played::new(Arc::new(Rules::built_in()), setup, &stage(picture)).expect("a match");
    while played.world().tanks().count() == 0 || played.world().tanks().any(|tank| !tank.is_here()) {
        played.step(&[]);
    }
    played
}

fn tank(played: &Played, slot: usize) -> &Tank {
    played.world().in_slot(slot).expect("a tank")
}

/// Plays until something is so, for so many ticks at most.
fn until(played: &mut Played, ticks: u32, is_so: impl Fn(&Played) -> bool) -> bool {
    (0..ticks).any(|_| {
        played.step(&[]);
        is_so(played)
    })
}

const POCKET: &str = "
    A.............A.
    ................
    @@@@@@..@@@@@@@@
    @@@@@@..@@@@@@@@
    @@@@@@@@@@@@@@@@
    @@@@@@@@@@@@@@@@
    @@@@@@@@@@@@@@@@
    @@@@@@@@@@@@@@@@
    @@@@@@@@@@@@@@@@
    @@@@@@@@@@@@@@@@
    B...............
    ................";

#[test]
fn two_friends_who_meet_in_a_street_pass_each_other() {
    let mut played = begun(POCKET, Mode::LastTank, &[(0, 2, EXPERT), (0, 2, EXPERT), (1, 1, Hand::Human)]);
    let (left, right) = (Cell::new(0, 0), Cell::new(14, 0));
    assert!(until(&mut played, 400, |played| tank(played, 0).shield == 0));
    played.send(0, Some(Target::Cell(left)));
    played.send(1, Some(Target::Cell(right)));
    until(&mut played, 300, |_| false);
    played.send(0, Some(Target::Cell(right)));
    played.send(1, Some(Target::Cell(left)));
    let there = |played: &Played| tank(played, 0).anchor().x >= 13 && tank(played, 1).anchor().x <= 1;
    assert!(
        until(&mut played, 1500, there),
        "they are at {} and {}",
        tank(&played, 0).anchor(),
        tank(&played, 1).anchor()
    );
}

#[test]
fn a_friend_that_stands_in_the_way_makes_room() {
    let mut played = begun(POCKET, Mode::LastTank, &[(0, 2, EXPERT), (0, 2, EXPERT), (1, 1, Hand::Human)]);
    played.send(0, Some(Target::Cell(Cell::new(10, 0))));
    played.send(1, Some(Target::Cell(Cell::new(14, 0))));
    until(&mut played, 400, |_| false);
    assert_eq!(tank(&played, 0).anchor(), Cell::new(10, 0));
    played.send(1, Some(Target::Cell(Cell::new(0, 0))));
    assert!(
        until(&mut played, 900, |played| tank(played, 1).anchor().x <= 1),
        "it is at {}",
        tank(&played, 1).anchor()
    );
    assert!(until(&mut played, 600, |played| tank(played, 0).anchor() == Cell::new(10, 0)), "and it goes back");
}

const WALLED: &str = "
    @@@@@@@@@@@@@@
    @A...##......@
    @....##......@
    @@@@@@@@@@@@.@
    @............@
    @............@
    @............@
    @............@
    @............@
    @............@
    @..........B.@
    @............@
    @@@@@@@@@@@@@@";

#[test]
fn orders_that_somebody_has_made_up_end_at_once() {
    let played = begun(POCKET, Mode::LastTank, &[(0, 2, EXPERT), (0, 2, EXPERT), (1, 1, Hand::Human)]);
    let step = Step { slot: 0, size: 2, from: Cell::new(-9, 300), dir: Dir::North };
    let tank = serde_json::json!({"slot": 0, "tank": tank(&played, 0).id, "since": 0, "waits": false});
    // As a state of a match brings it, in which no side has planned anything.
    let orders = serde_json::json!({"side": 200, "steps": [step], "tanks": [tank], "last": 0});
    let state = serde_json::json!({"orders": [orders], "wishes": [], "planned": []});
    let mut marshal: Marshal = serde_json::from_value(state).expect("a marshal");
    assert!(marshal.part(0).is_some());
    marshal.update(&Sight::of(played.world()));
    assert!(marshal.part(0).is_none());
}

#[test]
fn a_program_digs_where_that_is_the_way() {
    let mut played = begun(WALLED, Mode::LastTank, &[(0, 2, EXPERT), (1, 1, Hand::Human)]);
    played.send(0, Some(Target::Cell(Cell::new(9, 1))));
    let mut digs = false;
    for _ in 0..600 {
        played.step(&[]);
        digs |= played.thoughts(0).expect("a program").doing == Doing::Digs;
    }
    assert!(digs);
    assert_eq!(tank(&played, 0).anchor(), Cell::new(9, 1));
}

const BEHIND: &str = "
    @@@@@@@@@@@@@@
    @A...##A.....@
    @....##......@
    @@@@@@@@@@@@.@
    @............@
    @............@
    @............@
    @............@
    @............@
    @............@
    @..........B.@
    @............@
    @@@@@@@@@@@@@@";

#[test]
fn a_program_digs_though_a_friend_stands_behind_the_wall() {
    let mut played = begun(BEHIND, Mode::LastTank, &[(0, 2, EXPERT), (0, 2, EXPERT), (1, 1, Hand::Human)]);
    played.send(0, Some(Target::Cell(Cell::new(5, 1))));
    played.send(1, Some(Target::Cell(Cell::new(7, 1))));
    assert!(until(&mut played, 600, |played| tank(played, 0).anchor() == Cell::new(5, 1)));
    assert_eq!(tank(&played, 1).anchor(), Cell::new(7, 1));
}

const BASES: &str = "
    EE..............
    EE..............
    ................
    A...............
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    B.............EE
    ..............EE";

#[test]
fn a_program_shoots_the_base_of_the_others_and_not_its_own() {
    let mut played = begun(BASES, Mode::TwoBases, &[(0, 2, EXPERT), (1, 2, Hand::Human)]);
    assert!(until(&mut played, 3000, |played| played.world().outcome().is_some()));
    assert_eq!(played.world().outcome(), Some(Outcome::Won(0)));
}

#[test]
fn no_program_shoots_with_its_own_base_behind_the_foe() {
    let mut played = begun(BASES, Mode::TwoBases, &[(0, 2, EXPERT), (1, 2, Hand::Human)]);
    // The stranger goes between the program and its base: up along the left side.
    let up = [Order { slot: 1, change: Change::Steer(Some(Dir::North)) }];
    for tick in 0..2400 {
        played.step(if tick == 0 { &up } else { &[] });
        assert!(played.world().field().bases()[0].stands);
        if played.world().outcome().is_some() {
            break;
        }
    }
}

const OPEN: &str = "
    ................
    ................
    ................
    ................
    ................
    A.............B.
    ................
    ................
    ................
    ................
    ................
    ................";

#[test]
fn an_expert_is_not_hit_by_shells_from_afar() {
    let mut played = begun(OPEN, Mode::LastTank, &[(0, 2, EXPERT), (1, 2, Hand::Human)]);
    until(&mut played, 200, |_| false);
    played.send(0, Some(Target::Cell(Cell::new(0, 5))));
    let mut hits = 0;
    for tick in 0..1800 {
        let turn = Order { slot: 1, change: Change::Steer((tick == 0).then_some(Dir::West)) };
        let fire = Order { slot: 1, change: Change::Fire(true) };
        played.step(&[turn, fire]);
        let is_hit = |event: &&Event| matches!(event, Event::Destroyed { tank, .. } if tank.slot() == 0);
        hits += played.world().events().iter().filter(is_hit).count();
        if played.world().in_slot(1).is_none() {
            break;
        }
    }
    assert_eq!(hits, 0);
}

const CAMP: &str = "
    X.............X.
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    ................
    A.............A.
    ......EE........
    ......EE........";

#[test]
fn allies_do_what_the_wheel_says() {
    let mut played = begun(CAMP, Mode::Campaign, &[(0, 2, Hand::Human), (0, 2, Hand::Bot(Level::Hard))]);
    for (call, role) in [(Call::Follow, Role::Escort), (Call::Defend, Role::Defend)] {
        played.step(&[Order { slot: 0, change: Change::Call(Some(call)) }]);
        let follows = until(&mut played, 240, |played| played.thoughts(1).is_some_and(|mind| mind.role == role));
        assert!(follows, "{call:?}: {:?}", played.thoughts(1));
    }
}

#[test]
fn friends_do_not_hold_each_other() {
    let hands = [(0, 2, EXPERT), (0, 2, EXPERT)];
    let seats = hands.map(|(side, _, hand)| Seat::new(hand, side));
    let setup = Setup {
        mode: Mode::Defence,
        seats: seats.into(),
        friendly_fire: FriendlyFire::Harms,
        ..setup(Mode::Defence, 0)
    };
    let mut board = stage(CAMP);
    board.waves = vec![gridmarch::games::tanks::stage::Wave::usual()];
    let mut played = Played::new(Arc::new(Rules::built_in()), setup, &board).expect("a match");
    let mut own = 0;
    for _ in 0..60 * 120 {
        played.step(&[]);
        let by_friend = |event: &&Event| matches!(event, Event::Destroyed { side: 0, by: Some(by), .. } if *by < 2);
        own += played.world().events().iter().filter(by_friend).count();
    }
    assert!(own <= 1, "{own} tanks were lost to friends");
}

#[test]
fn orders_for_programs_and_for_nobody_are_passed_over() {
    let mut played = begun(OPEN, Mode::LastTank, &[(0, 2, EXPERT), (1, 2, Hand::Human)]);
    let fire = |slot| Order { slot, change: Change::Fire(true) };
    let steer = Order { slot: 1, change: Change::Steer(Some(Dir::NorthEast)) };
    let done = played.step(&[fire(1), fire(9), steer]);
    assert!(done.contains(&fire(1)));
    assert!(!done.contains(&fire(9)) && !done.contains(&steer));
    assert!(played.held()[1].fire && played.held()[1].steer.is_none());
}

#[test]
fn a_program_takes_over_and_gives_back() {
    let mut played = begun(OPEN, Mode::LastTank, &[(0, 2, Hand::Human), (1, 2, Hand::Human)]);
    played.step(&[Order { slot: 0, change: Change::Steer(Some(Dir::North)) }]);
    played.set_hand(0, EXPERT);
    assert!(until(&mut played, 60, |played| played.thoughts(0).is_some()));
    played.set_hand(0, Hand::Human);
    let done = played.step(&[]);
    assert_eq!(played.held()[0], gridmarch::games::tanks::order::Input::default());
    assert!(done.iter().all(|order| order.slot == 0), "what ends is told: {done:?}");
    assert!(played.thoughts(0).is_none());
}

#[test]
fn programs_go_on_from_a_snapshot() {
    let mut board = stage(CAMP);
    board.waves = vec![gridmarch::games::tanks::stage::Wave::usual()];
    let setup = Setup { mode: Mode::Campaign, seats: vec![Seat::new(EXPERT, 0); 2], ..setup(Mode::Campaign, 0) };
    let mut played = Played::new(Arc::new(Rules::built_in()), setup, &board).expect("a match");
    for _ in 0..900 {
        played.step(&[]);
    }
    let text = serde_json::to_string(played.programs()).expect("a value");
    let programs: Programs = serde_json::from_str(&text).expect("the same value");
    let mut again = Played::resume(played.world().clone(), programs).expect("they fit");
    for tick in 0..600 {
        played.step(&[]);
        again.step(&[]);
        assert_eq!(played.fingerprint(), again.fingerprint(), "{tick} ticks later");
    }
}

#[test]
fn allies_react_sooner_than_foes_of_their_level_and_are_equal_else() {
    for level in Level::ALL {
        let (wave, seat) = (Skill::of_wave(level), Skill::of_seat(level));
        assert_eq!(seat.reaction, wave.reaction / 4);
        assert_eq!(Skill { reaction: wave.reaction, ..seat }, wave);
    }
}

const YARD: &str = "
    EE......@.......
    EE......@.......
    ........@.......
    A.......@.......
    ................
    ................
    ........@.......
    A.......@.......
    ........@.......
    ........@.......
    ........@.......
    ........@.....EE
    ........@...B.EE";

#[test]
fn one_covers_the_friend_who_goes_for_the_base() {
    let seats = [(0, 2, EXPERT), (0, 2, EXPERT), (0, 2, EXPERT), (1, 2, Hand::Human)];
    let mut played = begun(YARD, Mode::TwoBases, &seats);
    let role = |played: &Played, slot: usize| played.thoughts(slot).map(|mind| mind.role);
    let covers = |played: &Played| (0..3).find(|slot| role(played, *slot) == Some(Role::Cover));
    assert!(until(&mut played, 1200, |played| covers(played).is_some()));
    let slot = covers(&played).expect("somebody covers");
    let mind = *played.thoughts(slot).expect("a program");
    assert_eq!(mind.reason, Reason::Advance);
    let Object::Tank(friend) = mind.object else { panic!("{mind:?}") };
    assert_eq!(tank(&played, usize::from(friend)).side, 0);
    assert_eq!(role(&played, usize::from(friend)), Some(Role::Attack));
}

const ROOMS: &str = "
    EE..@......@....
    EE..@......@....
    ....@......@....
    A..........@....
    A...............
    A...............
    ....@......@....
    ....@......@....
    ....@......@....
    @@@@@@@@@@@@....
    ................
    ..............EE
    B.............EE";

#[test]
fn who_is_left_over_holds_a_door_of_the_room_that_foes_must_cross() {
    let seats = [(0, 2, EXPERT), (0, 2, EXPERT), (0, 2, EXPERT), (1, 2, Hand::Human)];
    let mut played = begun(ROOMS, Mode::TwoBases, &seats);
    let holds =
        |played: &Played| (0..3).find(|slot| played.thoughts(*slot).is_some_and(|mind| mind.reason == Reason::Room));
    assert!(until(&mut played, 1800, |played| holds(played).is_some()));
    let slot = holds(&played).expect("somebody holds it");
    let mind = *played.thoughts(slot).expect("a program");
    assert_eq!(mind.role, Role::Hold);
    let Object::Door(door, _) = mind.object else { panic!("{mind:?}") };
    assert!((5..=10).contains(&door.x) && door.y < 9, "a door of the room in the middle: {door}");
    let no_two = |played: &Played| {
        let doors: Vec<Object> = (0..3).filter_map(|slot| played.thoughts(slot)).map(|mind| mind.object).collect();
        let doors: Vec<&Object> = doors.iter().filter(|object| matches!(object, Object::Door(..))).collect();
        doors.iter().enumerate().any(|(index, door)| doors[..index].contains(door))
    };
    let both = (0..600).filter(|_| {
        played.step(&[]);
        no_two(&played)
    });
    assert!(both.count() < 60, "two hold the same door for no longer than it takes to notice");
}
