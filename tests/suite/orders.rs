//! Orders are checked before they are obeyed.

use crate::common::{picture, run, run_until_rest, send, start, then_send, unit};
use bevy::prelude::Messages;
use gridmarch::base::Cell;
use gridmarch::games::rts::rules::KindId;
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::orders::MAX_WAYPOINTS;
use gridmarch::games::rts::sim::{HostOrder, Order, Outcome, Refusal};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

fn refusals(game: &mut Match) -> Vec<String> {
    let mut messages = game.app.world_mut().resource_mut::<Messages<Outcome>>();
    messages
        .drain()
        .filter_map(|outcome| match outcome {
            Outcome::Refused { reason, .. } => Some(reason.text(&Rules::built_in())),
            _ => None,
        })
        .collect()
}

#[test]
fn nobody_commands_the_units_of_another_side() {
    let mut game = start("a... ....");
    game.order(1, Order::MoveTo { units: vec![UnitId(0)], to: Cell::new(3, 1), queue: false, formation: false });
    run(&mut game, 60);
    assert_eq!(unit(&mut game, 0).at, Cell::new(0, 0));
    send(&mut game, [0], 3, 1);
    run(&mut game, 2);
    game.order(1, Order::Stop { units: vec![UnitId(0)] });
    run_until_rest(&mut game, 100).expect("it goes on");
    assert_eq!(unit(&mut game, 0).at, Cell::new(3, 1));
}

#[test]
fn units_of_others_in_an_order_change_nothing_for_anybody() {
    let places = |strangers: bool| {
        let mut game = start("ab...... ........ ........ .....c..");
        let place = HostOrder::Place { kind: KindId(0), side: 1, at: Cell::new(5, 1) };
        game.host(place);
        run(&mut game, 1);
        // The stranger stands where the others are sent; if it went away they would take its place.
        send(&mut game, [0, 1], 5, 1);
        if strangers {
            let units = vec![UnitId(2), UnitId(3)];
            game.order(0, Order::MoveTo { units, to: Cell::new(0, 3), queue: false, formation: false });
        } else {
            send(&mut game, [2], 0, 3);
        }
        run_until_rest(&mut game, 300).expect("all come to rest");
        picture(&mut game)
    };
    assert_eq!(places(true), places(false));
}

#[test]
fn a_refused_order_does_not_make_room_for_those_of_the_same_tick() {
    let places = |refused: bool| {
        let mut game = start("ab...... ........ ........ ........");
        // The second one rests where the first is sent; that it is to go off the map frees nothing.
        game.order(0, Order::MoveTo { units: vec![UnitId(0)], to: Cell::new(1, 0), queue: false, formation: false });
        if refused {
            game.order(
                0,
                Order::MoveTo { units: vec![UnitId(1)], to: Cell::new(99, 0), queue: false, formation: false },
            );
        }
        run_until_rest(&mut game, 300).expect("all come to rest");
        (unit(&mut game, 0).at, unit(&mut game, 1).at)
    };
    assert_eq!(places(true), places(false));
}

#[test]
fn a_refusal_goes_to_who_gave_the_order() {
    let mut game = start("a... ....");
    game.order(3, Order::MoveTo { units: vec![UnitId(0)], to: Cell::new(9, 9), queue: false, formation: false });
    game.host(HostOrder::Paint { cells: vec![Cell::new(9, 9)], terrain: Terrain::Wall });
    game.order(1, Order::Surrender);
    run(&mut game, 1);
    let told = game.app.world_mut().resource_mut::<Messages<Outcome>>().drain().collect::<Vec<_>>();
    let refused = told.into_iter().filter_map(|outcome| match outcome {
        Outcome::Refused { side, reason, .. } => Some((side, reason)),
        _ => None,
    });
    let off_map = Refusal::OffMap(Cell::new(9, 9));
    let expected = [(Some(3), off_map.clone()), (None, off_map), (Some(1), Refusal::NotInSandbox)];
    assert_eq!(refused.collect::<Vec<_>>(), expected);
}

#[test]
fn nonsense_is_refused_and_harms_nobody() {
    let mut game = start("a... ....");
    game.order(
        0,
        Order::MoveTo { units: vec![UnitId(0), UnitId(99)], to: Cell::new(-5, 700), queue: false, formation: false },
    );
    game.order(0, Order::Stop { units: vec![UnitId(77)] });
    game.host(HostOrder::Remove { at: Cell::new(-1, -1) });
    game.host(HostOrder::Paint { cells: vec![Cell::new(-1, 0), Cell::new(9, 9)], terrain: Terrain::Wall });
    game.host(HostOrder::Restore { cells: vec![(Cell::new(30000, -30000), Terrain::Wall)] });
    game.host(HostOrder::Place { kind: gridmarch::games::rts::rules::KindId(200), side: 0, at: Cell::new(1, 1) });
    game.host(HostOrder::Place { kind: gridmarch::games::rts::rules::KindId(0), side: 0, at: Cell::new(-1, 1) });
    run(&mut game, 1);
    assert_eq!(picture(&mut game), "a...\n....");
    let said = refusals(&mut game);
    assert_eq!(said.len(), 6, "{said:?}");
    assert!(said.iter().all(|sentence| sentence.ends_with('.') && !sentence.contains('\n')), "{said:?}");
}

#[test]
fn the_same_unit_twice_in_an_order_counts_once() {
    let mut game = start("a... ....");
    send(&mut game, [0, 0, 0], 3, 1);
    run(&mut game, 1);
    assert_eq!(unit(&mut game, 0).waypoints, 1);
}

#[test]
fn a_list_of_waypoints_has_an_end() {
    let mut game = start("a... ....");
    for turn in 0..200i16 {
        then_send(&mut game, [0], turn % 4, 1);
    }
    run(&mut game, 1);
    assert!(unit(&mut game, 0).waypoints <= MAX_WAYPOINTS);
    let said = refusals(&mut game);
    assert!(said.iter().any(|sentence| sentence.contains("64 waypoints")), "{said:?}");
}

#[test]
fn painting_says_what_it_left_out() {
    let mut game = start("a... ....");
    let cells = (0..4).map(|x| Cell::new(x, 0)).collect();
    game.host(HostOrder::Paint { cells, terrain: Terrain::Wall });
    run(&mut game, 1);
    assert_eq!(picture(&mut game), "a###\n....");
    assert_eq!(refusals(&mut game).len(), 1);
}

#[test]
fn two_groups_sent_to_one_place_share_it() {
    let mut game = start("ab........ cd........ .......... ..........");
    send(&mut game, [0, 1], 8, 2);
    send(&mut game, [2, 3], 8, 2);
    run_until_rest(&mut game, 300).expect("all come to rest");
    for number in 0..4 {
        assert_eq!(unit(&mut game, number).doing, gridmarch::games::rts::sim::units::Doing::Arrived);
    }
}
