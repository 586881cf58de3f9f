//! What programs think: it changes nothing, and beside a recording they think as they did.

use bevy::prelude::*;
use gridmarch::games::rts::bot::thoughts::Role;
use gridmarch::games::rts::cli::replay::{open, play};
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::Level;
use gridmarch::games::rts::rules::{FactionId, Rules};
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::games::rts::sim::board::Board;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::comparing::WishedOtherwise;
use gridmarch::games::rts::sim::record::replay::{Entry, Replay};
use gridmarch::games::rts::sim::record::seeking::seek_now;
use gridmarch::games::rts::sim::skirmish::bots::Bots;
use gridmarch::games::rts::sim::skirmish::listening::{Listening, Shadow};
use gridmarch::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Paused, Screen};
use std::path::Path;

/// A match of two programs.
fn table(programs: [&str; 2], prepare: impl FnOnce(&mut App)) -> Match {
    let rules = Rules::built_in();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts/twin-fords.ron");
    let level = Level::load(&path, &rules).expect("a level of the game");
    let seats = [0u8, 1].map(|side| Seat {
        faction: FactionId(side),
        team: side,
        control: Control::Bot,
        program: programs[usize::from(side)].parse().expect("a program"),
        start: side.into(),
        colour: side,
        handicap: Handicap::NONE,
    });
    let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("a start for each");
    Match::prepared(level, rules, 5, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        prepare(app);
    })
}

/// The recording of a match of so many ticks, and what the programs remember at its end.
fn recorded(programs: [&str; 2], ticks: u32) -> (Replay, Bots) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.replay");
    let mut game = table(programs, |app| {
        app.insert_resource(RecordTo::File(path.clone()));
    });
    game.run(ticks);
    let minds = minds(&mut game);
    game.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
    game.app.update();
    (Replay::load(&path).expect("a good recording"), minds)
}

fn minds(game: &mut Match) -> Bots {
    let mut boards = game.app.world_mut().query_filtered::<&Bots, With<Board>>();
    boards.single(game.app.world()).expect("a skirmish").clone()
}

fn shadow(game: &Match) -> &Shadow {
    game.app.world().resource::<Shadow>()
}

#[test]
fn programs_wish_beside_a_recording_what_they_ordered_then_also_after_a_leap() {
    let matches = [(["bot:5,style=rush", "bot:4"], 4800), (["bot:3", "bot:1"], 2400), (["bot:2", "founder"], 2400)];
    for (programs, ticks) in matches {
        let (replay, minds_then) = recorded(programs, ticks);
        let mut played = play(&replay, "x", (None, None), true).expect("it plays");
        assert_eq!((&played.difference, shadow(&played.played).first()), (&None, None), "{programs:?}");
        assert_eq!(shadow(&played.played).orders(), played.orders as u64, "all of them were compared");
        assert!(shadow(&played.played).looks() >= u64::from(ticks) / 10 * 2 - 2);
        assert_eq!(minds(&mut played.played), minds_then, "{programs:?}");
        let end = replay.ticks();
        let mut shown = open(replay, "x").expect("it opens");
        for (target, on) in [(1234, 150), (300, 150), (end - 50, 50)] {
            seek_now(shown.app.world_mut(), target).expect("it leaps");
            shown.run(on);
        }
        assert_eq!((shadow(&shown).first(), shown.ticks()), (None, end), "{programs:?}");
        assert_eq!(minds(&mut shown), minds_then, "{programs:?} after leaps");
    }
}

#[test]
fn programs_think_once_a_tick_though_time_stands() {
    let (replay, minds_then) = recorded(["bot:5", "bot:4"], 600);
    let end = replay.ticks();
    let mut shown = open(replay, "x").expect("it opens");
    for turn in 0..120 {
        let paused = Paused(turn % 2 == 0);
        shown.app.world_mut().resource_mut::<NextState<Paused>>().set(paused);
        shown.run(7);
    }
    assert!((300..500).contains(&shown.ticks()), "time stood half of the time: {}", shown.ticks());
    assert_eq!(shadow(&shown).first(), None);
    shown.run(end);
    assert_eq!((shadow(&shown).first(), shown.ticks(), minds(&mut shown)), (None, end, minds_then));
}

#[test]
fn a_recording_of_other_programs_is_told_once_with_tick_and_side() {
    let (mut replay, _) = recorded(["bot:5", "bot:4"], 900);
    let is_one = |entry: &Entry| match entry {
        Entry::Order { tick, issued, .. } => *tick > 300 && issued.side() == Some(1),
        _ => false,
    };
    let place = replay.entries.iter().position(is_one).expect("the second side orders something");
    let tick = replay.entries.remove(place).tick();
    let end = replay.ticks();
    let mut shown = open(replay, "x").expect("it opens");
    let mut told = Vec::new();
    while shown.ticks() < end {
        shown.tick();
        told.extend(shown.app.world_mut().resource_mut::<Messages<WishedOtherwise>>().drain());
    }
    assert_eq!(told, [WishedOtherwise { tick, side: 1 }]);
    assert_eq!(shadow(&shown).first(), Some((tick, 1)));
    assert!(shadow(&shown).differences() >= 1);
}

#[test]
fn who_listens_changes_nothing_and_hears_what_a_program_is_up_to() {
    let mut games = [false, true].map(|listens| {
        let mut game = table(["bot:5,style=rush", "founder"], |_| {});
        game.app.world_mut().resource_mut::<Listening>().listen(listens);
        game
    });
    games.iter_mut().for_each(|game| game.run(4800));
    let [silent, heard] = &mut games;
    assert_eq!(silent.print(), heard.print());
    assert_eq!(minds(silent), minds(heard));
    assert!(silent.app.world().resource::<Listening>().of(0).is_none());
    let listening = heard.app.world().resource::<Listening>();
    for side in [0, 1] {
        let thoughts = listening.of(side).expect("it has looked");
        assert!(thoughts.at.is_some_and(|at| at >= 4780), "{:?}", thoughts.at);
        assert!(!thoughts.own.is_empty() && thoughts.rally.is_some());
        assert!(thoughts.squads.iter().any(|squad| squad.role != Role::Scout && squad.worth > 0), "{thoughts:?}");
        assert!(thoughts.plan.workers.0 > 5);
    }
    let thoughts = listening.of(0).expect("it has looked");
    assert!(!thoughts.answers.is_empty(), "four minutes into a rush it has asked for an attack: {thoughts:?}");
    assert_eq!(thoughts.program.map(|program| program.to_string()).as_deref(), Some("bot:5,style=rush"));
    // Who begins to listen hears at once what it would think now.
    silent.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    silent.tick();
    let minds_before = minds(silent);
    silent.app.world_mut().resource_mut::<Listening>().listen(true);
    silent.run(2);
    assert!(silent.app.world().resource::<Listening>().of(1).is_some());
    assert_eq!(minds(silent), minds_before, "a glance is no look");
}
