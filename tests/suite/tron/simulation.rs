//! Sides of simulations of Tron.

use gridmarch::arena::{Agent, DEFAULT_NODES};
use gridmarch::games::tron::player::PlayerKind;
use gridmarch::games::tron::simulation::Side;
use std::time::Duration;

fn player(text: &str) -> Agent<PlayerKind> {
    text.parse::<Side>().expect("a side").agent
}

#[test]
fn sides_are_read_with_their_limits() {
    let engine = |level, time: Option<u64>, nodes| Agent::Player {
        kind: PlayerKind::Engine(level),
        time: time.map(Duration::from_millis),
        nodes,
    };
    assert_eq!(player("engine:5"), engine(5, None, Some(DEFAULT_NODES)));
    assert_eq!(player("engine,time=50"), engine(10, Some(50), None));
    assert_eq!(player("engine:7,nodes=200,time=9"), engine(7, Some(9), Some(200)));
    assert_eq!(player("separator:8"), Agent::Player { kind: PlayerKind::Separator(8), time: None, nodes: None });
    let bot: Side = "exec:./bot --depth=3,4".parse().expect("a side");
    assert!(bot.command().is_some());
    assert_eq!(bot.name, "exec:./bot --depth=3,4");
}

#[test]
fn what_is_no_side_is_refused_with_a_sentence() {
    let told = |text: &str| text.parse::<Side>().expect_err("no side").to_string();
    assert!(told("human").starts_with("human: a simulation plays without people"));
    assert!(told("nobody").contains("is no Tron player") && told("nobody").ends_with("or exec:COMMAND"));
    assert_eq!(
        told("separator:8,time=5"),
        "separator:8,time=5: only engine has options; separator:8 plays by its rule alone"
    );
    for wrong in ["engine,time=0", "engine,time", "engine,nodes=x", "engine,", "engine,speed=3"] {
        assert!(told(wrong).contains("is no option"), "{wrong}");
    }
    assert!(told("exec:").contains("no program to start"));
}
