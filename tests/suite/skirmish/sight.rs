//! Fog in a running skirmish.

use super::{Skirmish, rules};
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::games::rts::sim::board::Board;
use gridmarch::games::rts::sim::orders::Order;
use gridmarch::games::rts::sim::skirmish::sight::Seen;

/// Two halls far from each other.
fn far_apart() -> Skirmish {
    let empty = ".".repeat(70);
    let halls = format!("....0{}1....", ".".repeat(60));
    let rows: Vec<String> = (0..14).map(|row| if row == 5 { halls.clone() } else { empty.clone() }).collect();
    Skirmish::begin(rules(), &rows.join(" "), (0, 0), true)
}

fn seen<T>(game: &mut Skirmish, ask: impl FnOnce(&Seen) -> T) -> T {
    let world = game.game.app.world_mut();
    let mut boards = world.query_filtered::<&Seen, With<Board>>();
    ask(boards.single(world).expect("a skirmish with fog"))
}

const OWN: Cell = Cell::new(4, 5);
const OTHER: Cell = Cell::new(65, 5);

#[test]
fn a_side_begins_with_what_its_people_see() {
    let mut game = far_apart();
    seen(&mut game, |seen| {
        assert!(seen.grid().is_visible(0b01, OWN) && !seen.grid().is_explored(0b01, OTHER));
        assert!(seen.grid().is_visible(0b10, OTHER) && !seen.grid().is_explored(0b10, OWN));
    });
}

#[test]
fn what_a_scout_has_seen_is_remembered_when_he_is_home_again() {
    let mut game = far_apart();
    let scout = game.units(0, "worker")[0];
    let hall = game.buildings(1, "hall")[0];
    let go = |to| Order::MoveTo { units: vec![scout], to, queue: false, formation: false };
    let known = |game: &mut Skirmish| seen(game, |seen| seen.memory().buildings(seen.grid(), 1).get(&hall).copied());
    assert_eq!(known(&mut game), None);
    game.game.order(0, go(Cell::new(62, 5)));
    let arrived = game.until(600, |game| seen(game, |seen| seen.grid().is_visible(1, OTHER)));
    assert!(arrived, "the scout comes there");
    assert_eq!(known(&mut game), None, "what is in sight needs no memory");
    game.game.order(0, go(Cell::new(10, 5)));
    assert!(game.until(600, |game| seen(game, |seen| !seen.grid().is_visible(1, OTHER))));
    let ghost = known(&mut game).expect("a memory");
    assert_eq!((ghost.side, ghost.at, ghost.health_percent), (1, OTHER, 100));
    seen(&mut game, |seen| {
        assert!(seen.grid().is_explored(1, OTHER));
        assert_eq!(seen.memory().buildings(seen.grid(), 0b10).len(), 0, "the other side has been nowhere");
    });
}
