//! Tron as matches see it.

use gridmarch::arena::TurnGame;
use gridmarch::games::tron::arena::MOVES;
use gridmarch::games::tron::contest::parse_map;
use gridmarch::games::tron::game::{Refusal, Setup};
use gridmarch::games::tron::position::{Options, Order, Position};

#[test]
fn a_step_needs_one_order_of_everybody_who_rides_and_of_nobody_else() {
    let arena = parse_map("7 3\n1      \n3     2\n       \n").expect("a map");
    let mut position = Position::start(&Setup { arena, seats: 3, options: Options::default() }).expect("a round");
    let [up, right, _, left] = MOVES.map(Order::Go);
    let key = position.key();
    assert_eq!(position.apply(&[(0, right), (2, right)]), Err(Refusal::NotOne(1)));
    assert_eq!(position.apply(&[(0, right), (1, left), (2, right), (0, up)]), Err(Refusal::NotOne(0)));
    assert_eq!(position.apply(&[(0, right), (1, left), (2, right), (3, up)]), Err(Refusal::NotRiding(3)));
    assert_eq!(position.key(), key, "what is refused changes nothing");
    assert_eq!(position.apply(&[(0, up), (1, left), (2, right)]), Ok(()));
    assert_eq!(position.to_act(), [1, 2]);
    assert_eq!(position.apply(&[(0, right), (1, left), (2, right)]), Err(Refusal::NotRiding(0)));
}
