//! Players that play at random.

use gridmarch::arena::Player;
use gridmarch::base::Budget;
use gridmarch::games::tron::contest::parse_map;
use gridmarch::games::tron::position::{Options, Order, Position};
use gridmarch::games::tron::random::RandomPlayer;
use std::collections::BTreeSet;

fn answers(player: &mut RandomPlayer, map: &str) -> BTreeSet<String> {
    let position = Position::new(&parse_map(map).expect("a map"), 2, Options::default());
    (0..200)
        .map(|_| match player.choose(&position, 0, &Budget::unlimited()).step {
            Order::Go(dir) => format!("{dir:?}"),
            order => panic!("{order:?} is no plain move"),
        })
        .collect()
}

#[test]
fn only_the_careful_one_avoids_a_dead_end() {
    // Up is a pit of one cell, right and down lead into the open.
    let map = "5 5\n# ###\n#1   \n#    \n#   2\n#    \n";
    let names = |list: &[&str]| list.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    assert_eq!(answers(&mut RandomPlayer::careful(1), map), names(&["East", "South"]));
    assert_eq!(answers(&mut RandomPlayer::of_the_source(1), map), names(&["East", "North", "South"]));
    let forced = "3 3\n# #\n#1#\n##2\n";
    assert_eq!(answers(&mut RandomPlayer::careful(1), forced), names(&["North"]));
}
