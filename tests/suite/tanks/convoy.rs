//! Plans of steps for friends that would meet.

use super::drawn::stage;
use gridmarch::base::{Cell, CellSet};
use gridmarch::games::tanks::bot::convoy::{Member, Plan, plan};
use gridmarch::games::tanks::field::Field;
use gridmarch::games::tanks::ways::{Atlas, Goal, Profile};

/// A tank: size, where it is, where it wants to be.
type Wish = (u8, (i16, i16), (i16, i16));

fn cell((x, y): (i16, i16)) -> Cell {
    Cell::new(x, y)
}

/// The plan for tanks, and where each of them is at its end. No two overlap after any step.
fn planned(field: &Field, wishes: &[Wish]) -> (Plan, Vec<Cell>) {
    let mut atlas = Atlas::new();
    for (size, _, to) in wishes {
        atlas.way(field, Goal::Cell(cell(*to)), Profile::driving(*size));
    }
    let member = |(slot, (size, at, to)): (u8, &Wish)| Member {
        slot,
        size: *size,
        at: cell(*at),
        pace: 2,
        way: atlas.known(Goal::Cell(cell(*to)), Profile::driving(*size)),
    };
    let members: Vec<Member> = (0..).zip(wishes).map(member).collect();
    let plan = plan(field, &members, &CellSet::new(field.width(), field.height()), &[]).expect("a plan");
    let mut places: Vec<Cell> = wishes.iter().map(|(_, at, _)| cell(*at)).collect();
    for step in &plan.steps {
        let who = usize::from(step.slot);
        assert_eq!(places[who], step.from);
        places[who] = step.to();
        assert!(field.fits(step.to(), step.size));
        for (other, (size, ..)) in wishes.iter().enumerate().filter(|(other, _)| *other != who) {
            let (one, other) = (places[who], places[other]);
            let side = |a: i16, b: i16| a < b + i16::from(*size) && b < a + i16::from(step.size);
            assert!(!(side(one.x, other.x) && side(one.y, other.y)), "{one} and {other} overlap");
        }
    }
    (plan, places)
}

/// A street with a bay of two by two cells.
const BAY: &str = "
    ............
    ............
    @@@@@..@@@@@
    @@@@@..@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@";

#[test]
fn two_who_meet_in_a_street_pass_by_its_bay() {
    let field = stage(BAY).field();
    let (plan, places) = planned(&field, &[(2, (0, 0), (10, 0)), (2, (10, 0), (0, 0))]);
    assert!(plan.is_needed && plan.waiting.is_empty());
    assert_eq!(places, [Cell::new(10, 0), Cell::new(0, 0)]);
}

#[test]
fn who_cannot_get_there_as_long_as_others_stay_waits_and_says_so() {
    let field = stage(BAY).field();
    let (plan, places) = planned(&field, &[(2, (4, 0), (4, 0)), (2, (0, 0), (4, 0))]);
    assert_eq!(plan.waiting, [1]);
    assert_eq!(places[0], Cell::new(4, 0));
}

#[test]
fn who_is_in_nobodys_way_needs_no_plan() {
    let field = stage(BAY).field();
    let (plan, _) = planned(&field, &[(2, (0, 0), (3, 0)), (2, (10, 0), (7, 0))]);
    assert!(!plan.is_needed);
}

#[test]
fn large_and_small_pass_on_a_plaza() {
    let text = "
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    ............
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@
    @@@@@@@@@@@@";
    let field = stage(text).field();
    let wishes = [(4, (0, 0), (8, 0)), (4, (8, 0), (0, 0)), (1, (6, 4), (5, 4))];
    let (plan, places) = planned(&field, &wishes);
    assert!(plan.waiting.is_empty());
    assert_eq!(places, wishes.map(|(.., to)| cell(to)));
}
