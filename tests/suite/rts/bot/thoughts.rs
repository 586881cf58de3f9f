//! What a program is up to.

use gridmarch::base::Cell;
use gridmarch::games::rts::bot::Thoughts;
use gridmarch::games::rts::bot::thoughts::{Answer, Asked, Seen, TOLD_FOR, threat_blocks};
use gridmarch::games::rts::bot::view::Body;
use gridmarch::nav::step::{Tick, UnitId};

#[test]
fn blocks_add_up_what_is_on_them_and_a_part_of_what_is_beside() {
    let body = Body {
        id: UnitId(1),
        side: 1,
        unit: None,
        building: None,
        at: Cell::new(9, 3),
        health: 100,
        is_finished: true,
        is_visible: false,
    };
    let seen = Seen { body, tick: 0, weight: 50, worth: 100 };
    let blocks = threat_blocks((20, 16), &[seen, seen], &[(Cell::new(0, 15), 80)]);
    assert_eq!((blocks.width(), blocks.height()), (3, 2), "a block more for what is left over");
    let shown: Vec<(u32, u32)> = blocks.values().iter().map(|block| (block.threat, block.power)).collect();
    assert_eq!(shown, [(50, 20), (200, 20), (50, 0), (50, 80), (50, 20), (50, 0)]);
}

#[test]
fn an_answer_takes_the_place_of_the_last_to_the_same_question() {
    let answer = |tick, asked, x| Answer {
        tick,
        asked,
        at: Cell::new(x, 0),
        own: 1,
        foe: 1,
        ratio: 100,
        bar: 100,
        needs: 0,
        is_yes: true,
    };
    let mut thoughts = Thoughts::default();
    thoughts.answer(answer(10, Asked::Attack, 1));
    thoughts.answer(answer(20, Asked::Defend, 2));
    thoughts.answer(answer(20, Asked::Defend, 3));
    thoughts.answer(answer(30, Asked::Attack, 4));
    let told: Vec<(Tick, i16)> = thoughts.answers.iter().map(|answer| (answer.tick, answer.at.x)).collect();
    assert_eq!(told, [(30, 4), (20, 3), (20, 2)], "two fronts of one look stay");
    thoughts.answer(answer(40, Asked::Defend, 2));
    assert_eq!(thoughts.answers.len(), 2, "the fronts of before are old");
    thoughts.begin(30 + TOLD_FOR);
    assert_eq!(thoughts.answers.len(), 1);
}
