//! Recordings of matches, played again.

use gridmarch::base::Dir;
use gridmarch::cli::replay::rounds::Difference;
use gridmarch::games::tron::cli::replay::{Form, form, play};
use gridmarch::games::tron::generate::RandomArena;
use gridmarch::games::tron::position::{Options, Order, Position};
use gridmarch::games::tron::replay::{Header, RoundRecord, TronReplay};

/// Two riders who ride straight on into the walls of a board without obstacles, and one line of orders.
fn text(cut: usize) -> String {
    let wish = RandomArena { width: 12, height: 10, obstacles: 0, ..RandomArena::default() };
    let arena = wish.generate(1).expect("a board");
    let mut record = RoundRecord::new(&arena, &[0, 1]);
    let mut position = Position::new(&arena, 2, Options::default());
    while position.outcome().is_none() {
        let orders = [Order::Go(Dir::East), Order::Go(Dir::West)];
        position.make(&orders);
        record.push(&orders);
    }
    assert_eq!(record.len(), 12);
    let mut shorter = RoundRecord::new(&arena, &[0, 1]);
    (0..12 - cut).for_each(|step| shorter.push(&record.orders(step)));
    let header = Header::new(vec!["random".into(); 2], 1, Options::default());
    TronReplay::line(&header) + &TronReplay::line(&shorter)
}

#[test]
fn a_match_is_known_by_its_first_line_and_played_to_the_end_or_to_a_step() {
    let whole = text(0);
    assert_eq!(form(&whole), Some(Form::Match));
    assert_eq!(form("{\"game\":\"gridmarch\"}\n"), None);
    assert_eq!(form("nothing"), None);
    let (rounds, difference) = play(&whole, "x.tron", u32::MAX, true).expect("a match");
    assert_eq!((rounds[0].ticks, rounds[0].over, rounds[0].winner, difference), (12, true, None, None));
    let (rounds, difference) = play(&whole, "x.tron", 5, true).expect("a match");
    assert_eq!((rounds[0].ticks, rounds[0].over, difference), (5, false, None));
}

#[test]
fn a_round_that_does_not_end_with_its_last_step_differs() {
    let (_, difference) = play(&text(3), "x.tron", u32::MAX, true).expect("a match");
    assert_eq!(difference, Some(Difference { round: 1, tick: 9, field: "outcome".into() }));
    let (_, difference) = play(&text(3), "x.tron", u32::MAX, false).expect("a match");
    assert_eq!(difference, None);
}
