//! Crowds that are sent to a place which others leave fill it, instead of standing around a hole.

use crate::common::{run, run_until_rest, send, start, unit};
use gridmarch::base::Cell;
use gridmarch::games::rts::sim::Order;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::nav::step::UnitId;

/// Two squads of nine in the open.
const SQUADS: &str = "
    .............................. .............................. ..............................
    ...abc...................jkl.. ...def...................mno.. ...ghi...................pqr..
    .............................. .............................. ..............................
";
const FIRST: [u32; 9] = [0, 1, 2, 6, 7, 8, 12, 13, 14];
const SECOND: [u32; 9] = [3, 4, 5, 9, 10, 11, 15, 16, 17];
const HERE: Cell = Cell::new(4, 4);
const THERE: Cell = Cell::new(26, 4);

/// How many cells of the block of nine around a place somebody stands on.
fn filled(game: &mut Match, members: [u32; 9], place: Cell) -> usize {
    members.into_iter().filter(|number| unit(game, *number).at.chebyshev(place) <= 1).count()
}

#[test]
fn a_squad_fills_the_place_that_another_leaves_while_it_comes() {
    for late in [1, 20, 60, 90] {
        let mut game = start(SQUADS);
        send(&mut game, FIRST, THERE.x, THERE.y);
        run(&mut game, late);
        send(&mut game, SECOND, HERE.x, HERE.y);
        run_until_rest(&mut game, 800).expect("all arrive");
        assert_eq!(filled(&mut game, FIRST, THERE), 9, "they left {late} ticks later");
        assert_eq!(filled(&mut game, SECOND, HERE), 9);
    }
}

#[test]
fn those_who_come_last_fill_what_was_left_when_the_others_had_come() {
    let mut game = start(SQUADS);
    send(&mut game, FIRST, THERE.x, THERE.y);
    let mut come = 0;
    while come == 0 {
        run(&mut game, 1);
        come = FIRST.into_iter().filter(|number| unit(&mut game, *number).waypoints == 0).count();
    }
    assert!(come < 9);
    send(&mut game, SECOND, HERE.x, HERE.y);
    run_until_rest(&mut game, 800).expect("all arrive");
    assert!(filled(&mut game, FIRST, THERE) >= 9 - come);
}

#[test]
fn a_place_is_filled_that_nobody_goes_to_any_more() {
    // The second squad is called back before it has come to where the first one is sent, too.
    let mut game = start(SQUADS);
    let middle = Cell::new(15, 4);
    send(&mut game, SECOND, middle.x, middle.y);
    run(&mut game, 5);
    send(&mut game, FIRST, middle.x, middle.y);
    run(&mut game, 5);
    game.order(0, Order::Stop { units: SECOND.map(UnitId).to_vec() });
    run_until_rest(&mut game, 800).expect("all arrive");
    assert_eq!(filled(&mut game, FIRST, middle), 9);
}
