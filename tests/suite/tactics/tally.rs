//! What each side did in a battle.

use gridmarch::games::tactics::battle::Battle;
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::rules::{Mode, Rules};
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::tally::Tally;
use std::time::Duration;

#[test]
fn a_tally_counts_what_was_dealt_lost_and_healed() {
    let mut setup =
        Setup::soldiers(TacticsLevel::built_in(), Rules { zone_of_control: true, ..Rules::of(Mode::Classic) }, [1, 1]);
    setup.level.starts = [vec!["d4".parse().expect("a square")], vec!["e4".parse().expect("a square")]];
    setup.squads[0][0].attack = 4;
    setup.squads[1][0].hp = 4;
    let mut battle = Battle::new(setup).expect("a battle");
    for action in ["d4-c4", "e4-d4", "c4xd4"] {
        battle.act(action.parse().expect("an action")).expect("legal");
    }
    let [mut a, b] = Tally::of(battle.effects());
    assert_eq!((a.dealt, a.taken, a.attacks, a.moves, a.lost), (4, 1, 1, 1, 0), "a point for leaving");
    assert_eq!((b.dealt, b.taken, b.moves, b.lost), (0, 4, 1, 1));
    a.add_turn(Duration::from_secs(3));
    a.add_turn(Duration::from_secs(1));
    assert_eq!((a.turns, a.mean_time(), a.longest), (2, Duration::from_secs(2), Duration::from_secs(3)));
}
