//! What a search costs.

use gridmarch::base::Budget;
use gridmarch::games::tron::engine::{Leaves, samples, work};
use gridmarch::games::tron::generate::{RandomArena, Starts};

#[test]
fn the_same_budget_does_the_same_work_and_cheap_leaves_never_look_at_chambers_of_those_who_can_meet() {
    let wish = RandomArena { width: 14, height: 12, obstacles: 5, starts: Starts::Mirrored, seats: 2 };
    let positions = samples(wish, 6, 3).expect("in range");
    assert_eq!(positions.iter().filter(|position| position.steps() % 8 != 0).count(), 0);
    let mut walks = [0, 0];
    for position in &positions {
        for (leaves, walks) in [Leaves::Cheap, Leaves::Chambers].into_iter().zip(&mut walks) {
            let done = work(position, 0, leaves, &Budget::nodes(2_000));
            assert_eq!(done, work(position, 0, leaves, &Budget::nodes(2_000)));
            assert!(done.nodes >= 2_000 && done.evaluations > 0 && done.walks <= done.evaluations, "{done:?}");
            *walks += done.walks;
        }
    }
    assert!(walks[1] > walks[0], "{walks:?}");
}
