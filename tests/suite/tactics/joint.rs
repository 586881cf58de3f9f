//! The source's joint operators.

use gridmarch::games::tactics::class::Classes;
use gridmarch::games::tactics::joint::{Interaction, Joint, count};
use gridmarch::games::tactics::picture::read;
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::rules::{Mode, Rules, Side};
use gridmarch::games::tactics::square::Square;

fn classic(picture: &str) -> Position {
    read(picture, Rules::of(Mode::Classic), &Classes::built_in(), Side::A, Side::A).expect("a picture")
}

#[test]
fn nobody_enters_a_square_that_a_friend_leaves_in_the_same_turn() {
    // The corner is boxed in by its friend: no operator at all in the source, one after another it goes.
    let position = classic("s s .\n# # #\n. . S");
    assert_eq!(count(&position), (0, 0));
    let swap = classic("s s .\n. # #\n. . S");
    assert_eq!(count(&swap), (1, 1), "one down, the other right");
}

#[test]
fn an_attack_on_the_fallen_becomes_a_move_and_a_third_wipes_out_a_friend() {
    let position = classic(". s .\ns S1 s\n. # .");
    let joint = Joint::of(&position);
    let victim = Square::new(1, 1);
    let all = [0, 1, 2].map(|slot| (slot, Interaction { on: victim, attacks: true }));
    assert!(joint.operators(&position).contains(&all.to_vec()));
    let after = joint.apply(&all);
    let left: Vec<(usize, Square)> = after.slots(Side::A).map(|slot| (slot, after.at[slot])).collect();
    assert_eq!(left, [(0, Square::new(1, 0)), (2, victim)]);
    assert_eq!(after.slots(Side::B).count(), 0);
}
