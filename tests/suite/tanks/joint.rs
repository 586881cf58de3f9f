//! How one is led past others that step aside.

use super::convoy::BAY;
use super::drawn::stage;
use gridmarch::base::{Cell, CellSet};
use gridmarch::games::tanks::bot::joint::{Lead, lead};
use gridmarch::games::tanks::bot::path::{Member, TooMuch, overlap};
use gridmarch::games::tanks::ways::{Atlas, Goal, Profile};

/// Leads the first of some tanks of two cells to a place in a street with a bay in its middle, each step onto free cells.
fn led(tanks: &[(i16, i16)], to: (i16, i16), closed: &[(i16, i16)], states: u32) -> Result<Option<Lead>, TooMuch> {
    let cell = |(x, y): (i16, i16)| Cell::new(x, y);
    let field = stage(BAY).field();
    let (mut atlas, goal, profile) = (Atlas::new(), Goal::Cell(cell(to)), Profile::driving(2));
    atlas.way(&field, goal, profile);
    let way = atlas.known(goal, profile);
    // What the others want is nothing that counts.
    let member = |(slot, at): (u8, &(i16, i16))| Member {
        slot,
        size: 2,
        at: cell(*at),
        pace: 2,
        way,
        nearest: u32::MAX,
        waited: 0,
    };
    let members: Vec<Member> = (0..).zip(tanks).map(member).collect();
    let mut shut = CellSet::new(field.width(), field.height());
    shut.extend(closed.iter().copied().map(cell));
    let found = lead(&field, &members, 0, &shut, states, &mut 100_000);
    if let Ok(Some((steps, led))) = &found {
        let mut places: Vec<Cell> = members.iter().map(|member| member.at).collect();
        for step in steps {
            let who = usize::from(step.slot);
            assert!(led.contains(&who) && places[who] == step.from && field.fits(step.to(), 2));
            places[who] = step.to();
            let meets = |other: usize| other != who && overlap(places[who], 2, places[other], 2);
            assert!(!(0..places.len()).any(meets), "{step:?} meets somebody");
        }
        assert_eq!(places[0], cell(to));
    }
    found
}

#[test]
fn those_in_its_way_step_aside_and_nobody_else_does() {
    let Ok(Some((_, led))) = led(&[(2, 0), (4, 0), (0, 0)], (7, 0), &[], 1_000) else { panic!("there is a way") };
    assert_eq!(led, [0, 1]);
}

#[test]
fn who_has_to_step_aside_pushes_others_before_it() {
    // The bay holds one of them, and the end of the street the other one.
    let Ok(Some((_, led))) = led(&[(0, 0), (6, 0), (8, 0)], (6, 0), &[], 10_000) else { panic!("there is a way") };
    assert_eq!(led.len(), 3);
}

#[test]
fn where_all_that_some_can_do_does_not_help_there_is_no_way() {
    let ends = [(0, 0), (10, 0)];
    assert_eq!(led(&ends, (10, 0), &[(5, 3)], 10_000), Ok(None), "one cannot pass the other without the bay");
    assert!(matches!(led(&ends, (10, 0), &[], 10_000), Ok(Some(_))));
    assert_eq!(led(&ends, (10, 0), &[], 10), Err(TooMuch), "ten states do not tell");
}
