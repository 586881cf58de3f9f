//! Programs from outside in live matches.

use bevy::prelude::*;
use gridmarch::games::rts::bot::Program as Chosen;
use gridmarch::games::rts::cli::outside::{Guest, Leash};
use gridmarch::games::rts::cli::programs;
use gridmarch::games::rts::level::generate::{SkirmishSpec, generate_skirmish};
use gridmarch::games::rts::rules::Rules;
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::games::rts::sim::board::Board;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::skirmish::outside::{OutsideSaid, Outsiders};
use gridmarch::games::rts::sim::skirmish::{Ending, Sides};
use std::time::Duration;

/// A live match: the first side is played by a shell that runs a script.
fn live(script: &str) -> Match {
    let rules = Rules::built_in();
    let spec = SkirmishSpec { players: 2, width: 96, height: 96, seed: 1 };
    let level = generate_skirmish(&spec, &rules).expect("a map");
    let mut setup = programs(&level, &rules).expect("two starts");
    setup.players[0].program = Chosen::Outside;
    let guest = Guest::read(&format!("exec:sh -c '{script}'")).expect("exec").expect("a command line");
    let mut game = Match::prepared(level, rules, 1, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(setup);
        app.insert_resource(Outsiders::of([(0, guest.seat("shell", Leash::default(), true))]));
    });
    game.use_one_thread();
    game
}

fn sides(game: &mut Match) -> (Sides, Option<Ending>) {
    let mut boards = game.app.world_mut().query_filtered::<(&Sides, Option<&Ending>), With<Board>>();
    boards.single(game.app.world()).map(|(sides, ending)| (sides.clone(), ending.copied())).expect("a board")
}

/// Plays on at some speed until something has been said; gives what, and how many ticks that took at least.
fn said(game: &mut Match) -> String {
    loop {
        game.tick();
        std::thread::sleep(Duration::from_millis(1));
        let mut messages = game.app.world_mut().resource_mut::<Messages<OutsideSaid>>();
        if let Some(OutsideSaid(sentence)) = messages.drain().next() {
            return sentence;
        }
    }
}

#[test]
fn a_live_match_goes_on_while_a_program_thinks_and_its_answer_counts_when_it_has_come() {
    // It thinks until it is told so by a file.
    let folder = tempfile::tempdir().expect("a folder");
    let go = folder.path().join("go");
    let wait = format!("while [ ! -e {} ]; do sleep 0.01; done", go.display());
    let mut game =
        live(&format!("read a; echo {{}}; read b; {wait}; echo \"{{\\\"do\\\":[[\\\"surrender\\\"]]}}\"; read c"));
    game.run(400);
    assert_eq!(sides(&mut game).1, None, "the game does not wait");
    std::fs::write(&go, "").expect("written");
    while sides(&mut game).1.is_none() {
        game.tick();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(sides(&mut game).0.get(0).is_some_and(|side| side.beaten.is_some()));
}

#[test]
fn a_program_that_ends_in_a_live_match_is_followed_by_ours_and_what_is_wrong_is_said_once() {
    let mut game = live("read a; echo {}; read b; echo what; read c");
    let sentence = said(&mut game);
    assert!(sentence.starts_with("shell: tick ") && sentence.contains("it is no JSON"), "{sentence}");
    let sentence = said(&mut game);
    assert!(sentence.contains("the program has ended (crash). Our strongest program goes on for it."), "{sentence}");
    game.run(900);
    assert!(sides(&mut game).0.get(0).is_some_and(|side| side.score.gathered.gold > 0), "somebody plays");
}
