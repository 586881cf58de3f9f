//! Recordings of battles, played again.

use gridmarch::arena::Contest as _;
use gridmarch::cli::replay::rounds::{Difference, is_of, play_recordings};
use gridmarch::games::tactics::Position;
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::rules::Rules;
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::simulation::{Leash, Simulation};
use std::sync::Arc;
use std::time::Duration;

/// Two battles at random, a line each.
fn lines() -> String {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tactics/open-field.ron"));
    let level = TacticsLevel::parse(text, "open-field.ron").expect("a level");
    let simulation = Simulation {
        sides: ["random", "random"].map(|side| side.parse().expect("a side")),
        setup: Setup::soldiers(level, Rules { points: 2, head_start: 1, ..Rules::default() }, [2, 1]),
        opening: 0,
        limit: 300,
        leash: Leash::default(),
        seed: 4,
    };
    let clock: gridmarch::arena::Clock = Arc::new(|| Duration::ZERO);
    let line = |number| {
        let round = simulation.play(number, &clock).expect("a battle");
        let recording = round.recording(&simulation.sides).expect("it plays");
        recording.line().expect("JSON") + "\n"
    };
    line(0) + &line(1)
}

#[test]
fn battles_are_known_by_their_first_line_and_played_to_the_end_or_to_a_turn() {
    let text = lines();
    let is_tactics = is_of::<Position>;
    assert!(is_tactics(&text) && !is_tactics("{\"game\":\"gridmarch tron\"}\n") && !is_tactics("nothing"));
    let (rounds, difference) = play_recordings::<Position>(&text, "x.jsonl", u32::MAX, true).expect("two battles");
    assert_eq!((rounds.len(), difference), (2, None));
    assert!(rounds.iter().all(|round| round.over && round.ticks > 3));
    let (part, difference) = play_recordings::<Position>(&text, "x.jsonl", 3, true).expect("a part of one");
    assert_eq!((part.len(), part[0].ticks, part[0].over, difference), (1, 3, false, None));
    let (both, _) = play_recordings::<Position>(&text, "x.jsonl", rounds[0].ticks + 2, true).expect("one and a part");
    assert_eq!((both.len(), both[1].ticks), (2, 2));
}

#[test]
fn another_end_is_a_difference_and_an_illegal_turn_an_error() {
    let text = lines();
    let length = play_recordings::<Position>(&text, "x.jsonl", u32::MAX, true).expect("two battles").0[0].ticks;
    let longer = text.replacen(&format!("\"length\":{length}"), &format!("\"length\":{}", length + 1), 1);
    let (_, difference) = play_recordings::<Position>(&longer, "x.jsonl", u32::MAX, true).expect("it plays");
    assert_eq!(difference, Some(Difference { round: 1, tick: length, field: "length".into() }));
    assert_eq!(play_recordings::<Position>(&longer, "x.jsonl", u32::MAX, false).expect("it plays").1, None);
    let (_, difference) = play_recordings::<Position>(&longer, "x.jsonl", length - 1, true).expect("not to the end");
    assert_eq!(difference, None);
    let at = text.find("\"turns\":[\"").expect("turns") + 10;
    let illegal = format!("{}a1-p9 {}", &text[..at], &text[at..]);
    let told = play_recordings::<Position>(&illegal, "x.jsonl", u32::MAX, false).expect_err("not legal").to_string();
    assert!(told.starts_with("x.jsonl: line 1: `match`: `turns`: turn 1: a1-p9 is not legal now"), "{told}");
}
