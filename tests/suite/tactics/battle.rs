//! Battles with their history, saved and recorded.

use gridmarch::arena::{NotNow, SavedMatch};
use gridmarch::games::tactics::battle::{Battle, Change, Refusal};
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::rules::{Mode, Rules};
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::simulation::Recording;
use gridmarch::games::tactics::{Position, Side};
use std::time::Duration;

/// Two against one, of whom nobody rests.
fn battle(rules: Rules) -> Battle {
    Battle::new(Setup::soldiers(TacticsLevel::built_in(), Rules { rests: 0, ..rules }, [2, 1])).expect("a battle")
}

fn act(battle: &mut Battle, text: &str) -> Result<(), Refusal> {
    battle.act(text.parse().expect("an action"))
}

#[test]
fn a_turn_can_be_taken_back_until_it_is_ended() {
    let mut battle = battle(Rules::default());
    let start = battle.position().key();
    act(&mut battle, "b3-c3").expect("legal");
    assert_eq!((battle.is_complete(), battle.turn_order()), (false, (vec![1], vec![0])));
    assert_eq!(battle.end_turn(), Err(Refusal::MustAct("b5".parse().unwrap())));
    act(&mut battle, "b5-c5").expect("legal");
    assert_eq!((battle.is_complete(), battle.side()), (true, Side::A));
    assert_eq!(act(&mut battle, "i4-h4"), Err(NotNow::Complete.into()));
    assert_eq!((battle.undo(), battle.steps().len()), (Ok(()), 1));
    battle.undo_turn().expect("one is left");
    assert_eq!((battle.position().key(), battle.undo()), (start, Err(NotNow::NothingToUndo.into())));
    act(&mut battle, "b3-c3").expect("legal");
    act(&mut battle, "b5-c5").expect("legal");
    battle.end_turn().expect("complete");
    assert_eq!((battle.side(), battle.undo()), (Side::B, Err(NotNow::NothingToUndo.into())));
    assert_eq!(act(&mut battle, "c3-c4"), Err(Refusal::Illegal("c3-c4".parse().unwrap())));
}

#[test]
fn under_the_classic_rules_actions_stand_and_turns_end_by_themselves() {
    let mut battle = battle(Rules::of(Mode::Classic));
    act(&mut battle, "b3-c3").expect("legal");
    assert_eq!(battle.undo(), Err(NotNow::NothingToUndo.into()));
    act(&mut battle, "b5-c5").expect("legal");
    assert_eq!((battle.side(), battle.is_complete()), (Side::B, false));
}

#[test]
fn with_waiting_a_turn_can_be_ended_at_any_time() {
    let mut battle = battle(Rules { waiting: true, ..Rules::default() });
    act(&mut battle, "b3-c3").expect("legal");
    battle.end_turn().expect("the other one waits");
    assert_eq!((battle.side(), battle.steps().len()), (Side::B, 2));
}

#[test]
fn an_effect_tells_all_changes() {
    let mut battle = battle(Rules { points: 5, ..Rules::default() });
    act(&mut battle, "b3-c3").expect("legal");
    let effect = battle.effects()[0].clone();
    let change = Change { slot: 0, from: "b3".parse().unwrap(), to: "c3".parse().unwrap(), before: 10, after: 10 };
    assert_eq!((effect.who, effect.changes, effect.scored), (0, vec![change], [0, 0]));
}

#[test]
fn a_saved_battle_is_restored_at_any_turn() {
    let mut battle = battle(Rules::default());
    for turn in ["b3-c3 b5-c5", "i4-h4", "c3-d3 c5-c4", "h4-g4", "d3-d4"] {
        turn.split(' ').for_each(|text| act(&mut battle, text).expect("legal"));
        if battle.is_complete() {
            battle.end_turn().expect("complete");
        }
    }
    let text = serde_json::to_string(&battle.saved()).expect("JSON");
    let saved: SavedMatch<Position> = serde_json::from_str(&text).expect("a save");
    assert_eq!(saved.len(), 5);
    let again = saved.restore(usize::MAX).expect("it plays");
    assert_eq!(again.position().key(), battle.position().key());
    assert_eq!((again.steps(), again.side()), (battle.steps(), battle.side()));
    assert_eq!(saved.restore(2).expect("it plays").steps().len(), 3);
    let wrong: SavedMatch<Position> = serde_json::from_str(&text.replace("i4-h4", "i4-g4")).expect("a save");
    assert_eq!(wrong.restore(9).unwrap_err().to_string(), "`turns`: turn 2: i4-g4 is not legal now");
    let other: SavedMatch<Position> = serde_json::from_str(&text.replace("\"tactics\"", "\"chess\"")).expect("a save");
    assert!(other.restore(9).unwrap_err().to_string().starts_with("`game`: a save of"));
}

#[test]
fn a_battle_under_way_comes_back_from_its_file() {
    let rules = Rules { rests: 0, ..Rules::default() };
    let mut battle = Battle::new(Setup::soldiers(TacticsLevel::built_in(), rules, [2, 1])).expect("a battle");
    for action in ["b3-c3", "b5-c5"] {
        battle.act(action.parse().expect("an action")).expect("legal");
    }
    battle.end_turn().expect("complete");
    let names = ["human".into(), "engine:3".into()];
    let recording = Recording::new(0, &battle, names, [vec![1_500_000], vec![]], None);
    assert!(recording.is_open());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("saves/battle.tactics");
    recording.write(&path).expect("written");
    let again = Recording::load(&path).expect("a recording");
    assert_eq!((&again, again.times()), (&recording, [vec![Duration::from_millis(1500)], vec![]]));
    assert_eq!(again.replay().expect("it plays").position().key(), battle.position().key());
    std::fs::write(&path, "{}\n").expect("written");
    let told = Recording::load(&path).expect_err("damaged");
    assert!(told.contains("battle.tactics: line 1: missing field"), "{told}");
}
