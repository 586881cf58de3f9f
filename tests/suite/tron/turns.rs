//! Key presses become turns.

use gridmarch::base::Dir;
use gridmarch::games::tron::turns::TurnQueue;

#[test]
fn two_quick_presses_become_a_u_turn_in_two_steps_and_never_a_reversal() {
    let mut turns = TurnQueue::default();
    assert!(!turns.press(Dir::West, Dir::East), "straight back is no turn");
    assert!(!turns.press(Dir::East, Dir::East));
    assert!(turns.press(Dir::North, Dir::East));
    assert!(turns.press(Dir::West, Dir::East));
    assert!(!turns.press(Dir::East, Dir::East), "would reverse the second turn");
    assert_eq!(turns.next(Dir::East), Dir::North);
    assert_eq!(turns.next(Dir::North), Dir::West);
    assert_eq!(turns.next(Dir::West), Dir::West);
}

#[test]
fn a_full_queue_forgets_further_presses() {
    let mut turns = TurnQueue::default();
    let presses = [Dir::North, Dir::West, Dir::South, Dir::East];
    assert_eq!(presses.map(|dir| turns.press(dir, Dir::East)), [true, true, true, false]);
    turns.clear();
    assert_eq!(turns.next(Dir::East), Dir::East);
}
