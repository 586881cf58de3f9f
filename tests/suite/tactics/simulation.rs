//! Simulations of Tactics.

use gridmarch::arena::{Agent, Clock, Contest as _, DEFAULT_NODES, Leash};
use gridmarch::base::Budget;
use gridmarch::games::tactics::Mode;
use gridmarch::games::tactics::evaluation::Style;
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::player::PlayerKind;
use gridmarch::games::tactics::rules::Rules;
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::simulation::{Recording, Side, Simulation};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn sides_are_read_with_their_options() {
    let agent = |text: &str| text.parse::<Side>().expect("a side").agent;
    let engine = |level, style, time: Option<u64>, nodes| Agent::Player {
        kind: PlayerKind::Engine { level, style, weights: None },
        time: time.map(Duration::from_millis),
        nodes,
    };
    assert_eq!(agent("engine:2"), engine(2, Style::Steady, None, Some(DEFAULT_NODES)));
    assert_eq!(agent("engine,time=50,style=bold"), engine(5, Style::Bold, Some(50), None));
    assert_eq!(agent("seed"), Agent::Player { kind: PlayerKind::Source, time: None, nodes: None });
    assert!("exec:./bot --x=1,2".parse::<Side>().expect("a side").command().is_some());
}

#[test]
fn what_is_no_side_is_refused_with_a_sentence() {
    let told = |text: &str| text.parse::<Side>().expect_err("no side").to_string();
    assert!(told("human").starts_with("human: a simulation plays without people"));
    assert!(told("nobody").contains("is no Tactics player") && told("nobody").ends_with("or exec:COMMAND"));
    assert_eq!(told("seed,time=5"), "seed,time=5: only engine has options; seed plays by its rule alone");
    for wrong in ["engine,time=0", "engine,time", "engine,nodes=x", "engine,", "engine,style=mad"] {
        assert!(told(wrong).contains("is no option"), "{wrong}");
    }
}

fn simulation() -> Simulation {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tactics/open-field.ron"));
    let level = TacticsLevel::parse(text, "open-field.ron").expect("a level");
    Simulation {
        sides: ["engine:2,nodes=200", "random"].map(|name| name.parse().expect("a side")),
        setup: Setup::soldiers(level, Rules { points: 3, ..Rules::of(Mode::Hill) }, [2, 2]),
        opening: 1,
        limit: 60,
        leash: Leash::default(),
        seed: 1,
    }
}

#[test]
fn every_win_is_counted_in_one_way_for_the_side_that_has_it() {
    let simulation = simulation();
    let mut summary = simulation.summary();
    assert_eq!(summary.standings().note, "");
    let clock: Clock = Arc::new(|| Duration::ZERO);
    for number in 0..6 {
        summary.add(&simulation.play(number, &clock).expect("a battle"));
    }
    let standings = summary.standings();
    assert_eq!(standings.rounds, 6);
    for side in &standings.sides {
        assert_eq!(side.reasons.iter().sum::<u32>(), side.score.wins, "{}", side.name);
    }
    assert!(standings.sides[0].score.wins > standings.sides[1].score.wins);
    assert!(standings.note.contains("Who moves first scores "), "{}", standings.note);
}

#[test]
fn a_battle_that_is_given_up_is_no_battle() {
    let clock: Clock = Arc::new(|| Duration::ZERO);
    assert_eq!(simulation().play_within(0, &clock, &Budget::nodes(0)).expect("it can begin"), None);
}

#[test]
fn the_log_has_the_table_and_every_battle_can_be_played_again() {
    let simulation = simulation();
    let clock: Clock = Arc::new(|| Duration::ZERO);
    let round = simulation.play(0, &clock).expect("a battle");
    let log = simulation.log(&simulation.summary_of(std::slice::from_ref(&round)));
    assert!(log.starts_with("engine:2,nodes=200 against random\nbattles: 1\n"), "{log}");
    let line = simulation.record(&round).expect("it has a JSON form");
    Recording::parse(&line).expect("a recording").replay().expect("it plays");
}
