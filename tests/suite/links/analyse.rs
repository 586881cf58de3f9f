//! `gridmarch analyse links`.

use super::position::board;
use crate::program::{error, json, said};
use gridmarch::games::links::game::Match;
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::simulation::Recording;

#[test]
fn a_recorded_match_is_told_move_by_move_and_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut played = Match::new(Setup { rules: board(6), ..Setup::default() }).expect("a board");
    for word in "e1 d2 d5 b4 d1 b3 b1 offer c4".split(' ') {
        played.act(word.parse().expect("a step")).expect("it is legal");
    }
    let file = folder.path().join("match.links");
    let sides = ["human".into(), "human".into()];
    Recording::new(0, &played, sides, Default::default(), None).write(&file).expect("written");
    let path = file.to_str().expect("a path");
    let call = ["analyse", "links", path, "--nodes", "3000"];
    let (one, two) = (json(&[&call[..], &["--json"]].concat()), json(&[&call[..], &["--json"]].concat()));
    assert_eq!(one["plies"], two["plies"]);
    let plies = one["plies"].as_array().expect("the moves");
    assert_eq!((plies.len(), &one["size"], &one["variant"], &one["nodes"]), (8, &6.into(), &"pp".into(), &3000.into()));
    let missed = &plies[6];
    assert_eq!(
        (&missed["move"], &missed["best"], &missed["missed_win_plies"]),
        (&"b1".into(), &"e3".into(), &3.into())
    );
    assert_eq!((&missed["mark"], &missed["chance_before"]), (&"blunder".into(), &1.0.into()), "{missed}");
    assert_eq!((&one["sides"][0]["moves"], &one["sides"][1]["moves"]), (&4.into(), &4.into()));
    assert!(one["sides"][0]["blunders"].as_u64() > Some(0) && one["sides"][0]["accuracy"].as_f64() < Some(1.0));
    let table = said(&call);
    assert!(table.contains("b1??") && table.contains("misses a win in 2"), "{table}");
    assert!(table.contains("player 1: accuracy") && table.contains("8 moves in"), "{table}");
    let told = error(&["analyse", "links", path, "--round", "2"], 2);
    assert!(told.contains("--round 2:") && told.contains("has 1 line"), "{told}");
    std::fs::write(&file, "{}\n").expect("written");
    let told = error(&call, 1);
    assert!(told.contains("match.links: line 1: missing field"), "{told}");
}
