//! Tron in a real window: two people at one keyboard play a round, look at it again, and let programs play.

use crate::desk::Desk;
use gridmarch::base::Dir;
use gridmarch::games::tron::position::{Order, Outcome};
use gridmarch::games::tron::replay::{RoundRecord, TronReplay};
use std::time::Duration;

/// The places of buttons in a window of 1280 × 720.
mod place {
    /// Title: Tron.
    pub const TRON: (i32, i32) = (186, 306);
    /// Set-up: the second seat is a human.
    pub const SECOND_HUMAN: (i32, i32) = (203, 257);
    /// Set-up: one round.
    pub const ONE_ROUND: (i32, i32) = (732, 335);
    /// Set-up: the slowest speed.
    pub const CALM: (i32, i32) = (744, 299);
    /// Set-up: an empty board.
    pub const NO_OBSTACLES: (i32, i32) = (739, 160);
    /// The button on the right of a footer.
    pub const START: (i32, i32) = (1156, 677);
    /// The second one on the left of it; one hosts online between them.
    pub const SIMULATION: (i32, i32) = (756, 677);
    /// Simulation: ten rounds.
    pub const TEN: (i32, i32) = (770, 92);
    /// Replay: the middle of the bar.
    pub const MIDDLE: (i32, i32) = (430, 699);
}

/// The recorded match, as soon as it has a round.
fn recorded(desk: &Desk) -> Option<TronReplay> {
    TronReplay::load(desk.recording()).ok().filter(|replay| !replay.rounds.is_empty())
}

/// Whether a match of one decided round is over.
fn is_over(replay: &TronReplay) -> bool {
    let won = |round: &RoundRecord| {
        let arena = round.arena().expect("a board");
        let outcome = round.position(&arena, replay.header.options(), round.len()).outcome();
        matches!(outcome, Some(Outcome::Win(_)))
    };
    replay.rounds.len() == 3 || replay.rounds.iter().any(won)
}

#[test]
fn two_people_play_a_round_of_tron_watch_it_and_let_programs_play() {
    let Some(desk) = Desk::open(&[]) else { return };
    desk.wait_for("the title screen", |picture| picture.differs());
    let title = desk.look();
    desk.click(place::TRON, 1);
    desk.wait_for("the set-up", |picture| picture.distance(&title) > 15.0);

    for button in [place::SECOND_HUMAN, place::ONE_ROUND, place::CALM, place::NO_OBSTACLES] {
        let before = desk.look();
        desk.click(button, 1);
        desk.wait_for("a chosen button", |picture| picture.distance(&before) > 0.05);
    }
    let setup = desk.look();
    desk.click(place::START, 1);
    desk.wait_for("the board", |picture| picture.distance(&setup) > 15.0);

    // Blue starts to the right along the top, Orange to the left along the bottom. A press in the countdown counts; who
    // turns first comes to the wall first. Should both go out in the same step, the match has two more rounds.
    desk.key("Down");
    desk.rest(Duration::from_millis(3500));
    desk.key("w");
    desk.wait_until("the end of the match", || recorded(&desk).is_some_and(|replay| is_over(&replay)));
    let replay = recorded(&desk).expect("a round");
    assert_eq!(replay.header.seats[..2], ["human", "human"]);
    let round = &replay.rounds[0];
    assert!(round.len() > 10, "both ride to a wall: {} steps", round.len());
    let turned = |seat: usize, dir| (0..round.len()).any(|step| round.orders(step)[seat] == Order::Go(dir));
    assert!(turned(0, Dir::South), "Blue has turned down");
    assert!(turned(1, Dir::North), "Orange has turned up");

    // The result: the second entry shows the round again, and a click on the bar goes to its middle.
    desk.rest(Duration::from_secs(6));
    let result = desk.look();
    desk.key("Tab");
    desk.key("Return");
    desk.wait_for("the replay", |picture| picture.distance(&result) > 8.0);
    desk.key("space");
    desk.key("Home");
    let first = desk.look();
    desk.click(place::MIDDLE, 1);
    desk.wait_for("the middle of the round", |picture| picture.distance(&first) > 0.1);

    // The menu leads back to the set-up, and that to the simulation.
    desk.key("Escape");
    desk.rest(Duration::from_secs(1));
    let menu = desk.look();
    // Past the options and the restart.
    desk.key("Tab");
    desk.key("Tab");
    desk.key("Tab");
    desk.key("Return");
    desk.wait_for("the set-up again", |picture| picture.distance(&menu) > 8.0);
    desk.rest(Duration::from_secs(1));
    let setup = desk.look();
    desk.click(place::SIMULATION, 1);
    desk.wait_for("the simulation", |picture| picture.distance(&setup) > 2.0);
    desk.rest(Duration::from_secs(1));
    let idle = desk.look();
    desk.click(place::TEN, 1);
    desk.wait_for("ten rounds chosen", |picture| picture.distance(&idle) > 0.05);
    desk.click(place::START, 1);
    desk.wait_until("the log of the simulation", || !desk.simulation_logs().is_empty());
    let log = desk.simulation_logs().remove(0);
    for line in ["rounds: 10", "player 1: engine:5", "player 2: separator:8", "average length: "] {
        assert!(log.contains(line), "{line}: {log}");
    }
    desk.wait_for("the table", |picture| picture.distance(&idle) > 0.3);
    desk.close();
}
