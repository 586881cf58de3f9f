//! Matches of several rounds in steps, and their descriptions.

use gridmarch::base::{Budget, Dir};
use gridmarch::games::tron::description::{BoardText, Description, STEP_MS};
use gridmarch::games::tron::hosted::HostedTron;
use gridmarch::games::tron::position::{Options, Order};
use gridmarch::games::tron::rounds::Rounds;
use gridmarch::net::frame::Ending;
use gridmarch::net::track::Course;
use gridmarch::online::talk::Occupant;
use gridmarch::serve::hall::game::{Hosted, Taken};

fn described(seats: &[&str], best_of: u32, options: Options) -> Description {
    let board = BoardText::Random { width: 20, height: 20, obstacles: 0 };
    Description::new(seats.iter().map(|name| (*name).into()).collect(), board, 100, best_of, options, 5)
}

fn duel(best_of: u32, options: Options) -> Rounds {
    Rounds::new(described(&["human", "human"], best_of, options)).expect("it can be played")
}

/// Rides on until the round is over.
fn ride_out(rounds: &mut Rounds) {
    let number = rounds.number();
    while rounds.position().outcome().is_none() {
        rounds.step(&[0, 200]);
    }
    assert_eq!(rounds.number(), number);
}

#[test]
fn a_match_goes_through_countdowns_results_and_rounds_to_its_end() {
    let mut rounds = duel(1, Options::default());
    assert_eq!(rounds.pause(), Some(3100), "three seconds to look, and a step");
    rounds.step(&[9, 9]);
    assert_eq!(rounds.pause(), Some(100));
    assert!(rounds.rides(0) && rounds.rides(1));
    // Seat 0 turns up into the wall at the upper edge.
    rounds.step(&[0, 9]);
    assert_eq!((rounds.winner(), rounds.score().wins[1]), (Some(1), 1));
    assert!(!rounds.rides(0) && !rounds.rides(1));
    assert_eq!((rounds.ending(), rounds.pause()), (Some(Ending::Won(1)), None));
    let over = rounds.key();
    rounds.step(&[1, 1]);
    assert_eq!(rounds.key(), over, "nothing comes after the end");
    let mut rounds = duel(3, Options::default());
    let mut keys = vec![rounds.key()];
    for round in 0..9 {
        assert_eq!(rounds.number(), round);
        ride_out(&mut rounds);
        keys.push(rounds.key());
        if rounds.ending().is_some() {
            break;
        }
        assert_eq!(rounds.pause(), Some(2500), "the result is to be seen");
        rounds.step(&[0, 0]);
        assert_eq!((rounds.number(), rounds.position().steps()), (round + 1, 0));
        keys.push(rounds.key());
    }
    assert!(rounds.ending().is_some());
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all, "every state is another one");
}

#[test]
fn everybody_moves_on_by_a_start_a_round() {
    let mut rounds = Rounds::new(described(&["human", "human", "random"], 3, Options::default())).expect("three");
    assert_eq!(rounds.seating(), [0, 1, 2]);
    ride_out(&mut rounds);
    rounds.step(&[]);
    assert_eq!(rounds.seating(), [1, 2, 0]);
}

#[test]
fn moves_are_bytes_and_what_changes_nothing_is_not_taken_on() {
    let mut rounds = duel(3, Options { boost: true, ..Options::default() });
    // Seat 0 looks to the right, seat 1 to the left.
    assert_eq!(rounds.orders(&[2, 8]), [Order::Go(Dir::South), Order::Boost(Dir::West)]);
    assert_eq!(rounds.orders(&[255, 6]), [Order::Go(Dir::East), Order::Boost(Dir::South)]);
    let allowed = |rounds: &Rounds, seat| (0..=255).filter(|what| rounds.allows(seat, *what)).collect::<Vec<u8>>();
    assert_eq!(allowed(&rounds, 0), [0, 2, 4, 5, 6, 8]);
    for _ in 0..3 {
        rounds.step(&[8, 8]);
    }
    assert_eq!(allowed(&rounds, 0), [0, 2], "no energy is left");
    assert_eq!(allowed(&duel(3, Options::default()), 1), [0, 2]);
    assert_eq!(
        [(0, 8), (8, 2), (5, 8), (8, 8), (0, 1), (5, 6)].map(|(a, b)| Rounds::joined(a, b)),
        [Some(4), Some(6), Some(5), Some(8), None, None]
    );
}

#[test]
fn a_guess_rides_straight_on_as_long_as_it_can() {
    let mut rounds = duel(1, Options::default());
    for _ in 0..18 {
        assert_eq!(rounds.guess(0), 1);
        rounds.step(&[9, 9]);
    }
    rounds.step(&[9, 9]);
    assert_eq!(rounds.position().riders()[0].head.x, 19);
    assert_eq!(rounds.guess(0), 2, "down, along the wall");
}

#[test]
fn programs_ride_better_than_straight_on() {
    let mut rounds =
        Rounds::new(described(&["human", "human", "human", "human"], 1, Options::default())).expect("four");
    let mut pilots: Vec<_> = (0..4).map(|seat| rounds.pilot(seat)).collect();
    let mut steps = 0;
    while rounds.position().outcome().is_none() {
        let moves: Vec<u8> = pilots
            .iter_mut()
            .enumerate()
            .map(|(seat, pilot)| pilot.steer(&rounds, seat, &Budget::nodes(500)))
            .collect();
        rounds.step(&moves);
        steps += 1;
    }
    assert!(steps > 30, "{steps}");
}

#[test]
fn descriptions_of_strangers_are_read_with_care() {
    let good = described(&["human", "engine:7"], 5, Options::default());
    assert_eq!(Description::read(&good.bytes()).expect("it is good"), good);
    let text = String::from_utf8(good.bytes()).expect("text");
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        Description::read(text.replace(from, to).as_bytes()).expect_err(to).to_string()
    };
    assert_eq!(refused("\"tron\"", "\"chess\""), "`game`: a match of \"chess\", expected \"tron\"");
    assert_eq!(refused("\"version\":1", "\"version\":2"), "`version` is 2, this program plays version 1");
    assert_eq!(refused("\"step_ms\":100", "\"step_ms\":50"), "`step_ms`: a step takes 66 to 1000 milliseconds, not 50");
    assert_eq!(STEP_MS.0, 1000 / 15);
    assert_eq!(refused("\"best_of\":5", "\"best_of\":0"), "`best_of`: a match has 1 to 99 rounds, not 0");
    assert!(refused("\"width\":20", "\"width\":2000").starts_with("`board`: the board is 2000 x 20"));
    assert!(refused("\"obstacles\":0", "\"obstacles\":90").starts_with("`board`: at most 30 percent"));
    assert!(refused("engine:7", "exec:./bot").starts_with("`seats`: \"exec:./bot\" is no Tron player"));
    assert_eq!(refused("[\"human\",\"engine:7\"]", "[\"human\"]"), "`seats`: a match has 2 to 4 seats, not 1");
    assert!(refused("\"seed\":5", "\"seed\":5,\"more\":1").contains("cannot be read"));
    for cut in 0..text.len() {
        assert!(Description::read(&text.as_bytes()[..cut]).is_err());
    }
}

#[test]
fn a_server_is_told_the_seats_and_tells_who_took_them() {
    let bytes = described(&["human", "human", "wallhugger:4"], 1, Options::default()).bytes();
    let plan = HostedTron.plan(&bytes).expect("a plan");
    assert_eq!(plan.title, "20×20, one round");
    let seats = plan.seats.iter().map(|seat| (seat.team, seat.program, seat.is_programs, seat.closed));
    assert_eq!(seats.collect::<Vec<_>>(), [(0, true, false, false), (1, true, false, false), (2, true, true, false)]);
    let taken = |by| Taken { by, name: String::new(), team: 0 };
    let settled = HostedTron.settle(&bytes, &[Occupant::Person, Occupant::Program, Occupant::Program].map(taken));
    let settled = Description::read(&settled.expect("it can be played")).expect("it is one");
    assert_eq!(settled.seats, ["human", "engine:5", "wallhugger:4"]);
    let mut drawn = settled;
    drawn.seed = 0;
    let seed = |_| {
        let settled = HostedTron.settle(&drawn.bytes(), &[]).expect("it can be played");
        Description::read(&settled).expect("it is one").seed
    };
    let seeds = [(); 2].map(seed);
    assert!(seeds[0] != 0 && seeds[0] != seeds[1], "another board for each match");
}
