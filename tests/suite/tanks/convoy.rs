//! Plans of steps for friends that would meet.

use super::drawn::stage;
use gridmarch::base::{Cell, CellSet, Dir};
use gridmarch::games::tanks::bot::convoy::{Board, Member, Plan, Step, plan};
use gridmarch::games::tanks::field::{Field, Ground, square};
use gridmarch::games::tanks::ways::{Atlas, Dig, Goal, Profile};

/// A tank: size, where it is, where it wants to be.
type Wish = (u8, (i16, i16), (i16, i16));

fn cell((x, y): (i16, i16)) -> Cell {
    Cell::new(x, y)
}

/// The plan for tanks, and where each of them is at its end.
fn planned(field: &Field, wishes: &[Wish]) -> (Plan, Vec<Cell>) {
    planned_with(field, wishes, Dig::No, &[], &[])
}

/// The same for tanks that dig or do not, where nobody may enter some cells and some steps are driven already. No two
/// overlap after any step.
fn planned_with(field: &Field, wishes: &[Wish], dig: Dig, closed: &[(i16, i16)], kept: &[Step]) -> (Plan, Vec<Cell>) {
    let mut atlas = Atlas::new();
    for (size, _, to) in wishes {
        atlas.way(field, Goal::Cell(cell(*to)), Profile { size: *size, dig });
    }
    let member = |(slot, (size, at, to)): (u8, &Wish)| {
        let way = atlas.known(Goal::Cell(cell(*to)), Profile { size: *size, dig });
        let nearest = way.and_then(|way| way.cost(cell(*at))).unwrap_or(u32::MAX);
        Member { slot, size: *size, at: cell(*at), pace: 2, way, nearest, waited: 0 }
    };
    let members: Vec<Member> = (0..).zip(wishes).map(member).collect();
    let mut shut = CellSet::new(field.width(), field.height());
    shut.extend(closed.iter().copied().map(cell));
    let fresh: Vec<bool> = members.iter().map(|member| kept.iter().all(|step| step.slot != member.slot)).collect();
    let plan = plan(&Board { field, members: &members, closed: &shut, seed: 1 }, kept, &fresh);
    let mut places: Vec<Cell> = wishes.iter().map(|(_, at, _)| cell(*at)).collect();
    for step in &plan.steps {
        let who = usize::from(step.slot);
        assert_eq!(places[who], step.from);
        places[who] = step.to();
        assert!(square(step.to(), step.size).all(|cell| !shut.contains(cell)));
        let is_brick = |cell| field.ground(cell) == Ground::Brick;
        assert!(field.fits(step.to(), step.size) || dig != Dig::No && square(step.to(), step.size).any(is_brick));
        for (other, (size, ..)) in wishes.iter().enumerate().filter(|(other, _)| *other != who) {
            let (one, other) = (places[who], places[other]);
            let side = |a: i16, b: i16| a < b + i16::from(*size) && b < a + i16::from(step.size);
            assert!(!(side(one.x, other.x) && side(one.y, other.y)), "{one} and {other} overlap");
        }
    }
    (plan, places)
}

/// A street with a bay of two by two cells.
pub const BAY: &str = "
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

/// The steps of one tank of two cells in a row.
fn steps(slot: u8, from: (i16, i16), dirs: &[Dir]) -> Vec<Step> {
    let mut at = cell(from);
    let step = |dir: &Dir| {
        let step = Step { slot, size: 2, from: at, dir: *dir };
        at = step.to();
        step
    };
    dirs.iter().map(step).collect()
}

#[test]
fn steps_that_are_driven_already_are_kept_and_the_others_find_ways_round_them() {
    let field = stage(BAY).field();
    // Nobody would send it away from its goal first.
    let kept = steps(0, (4, 0), &[Dir::West, Dir::East, Dir::East, Dir::South, Dir::South]);
    let wishes = [(2, (4, 0), (5, 2)), (2, (8, 0), (0, 0))];
    let (plan, places) = planned_with(&field, &wishes, Dig::No, &[], &kept);
    let own: Vec<Step> = plan.steps.iter().copied().filter(|step| step.slot == 0).collect();
    assert_eq!(own, kept);
    assert_eq!(places, [Cell::new(5, 2), Cell::new(0, 0)]);
}

#[test]
fn steps_round_which_there_is_no_way_are_given_up() {
    let field = stage(BAY).field();
    // At the end of the street the other one is in its way for ever.
    let kept = steps(0, (4, 0), &[Dir::West; 4]);
    let wishes = [(2, (4, 0), (0, 0)), (2, (0, 0), (10, 0))];
    let (plan, places) = planned_with(&field, &wishes, Dig::No, &[], &kept);
    assert!(plan.waiting.is_empty());
    assert_eq!(places, [Cell::new(0, 0), Cell::new(10, 0)]);
}

#[test]
fn nobody_enters_closed_cells() {
    let field = stage(BAY).field();
    let wishes = [(2, (0, 0), (10, 0)), (2, (10, 0), (0, 0))];
    let (plan, _) = planned_with(&field, &wishes, Dig::No, &[(6, 3)], &[]);
    assert!(!plan.waiting.is_empty(), "without the bay they cannot pass");
}

#[test]
fn who_digs_keeps_its_place_until_it_has_shot_its_way_free() {
    let field = stage(&BAY.replace("..@@@@@\n", "##@@@@@\n")).field();
    let wishes = [(2, (0, 0), (10, 0)), (2, (10, 0), (0, 0))];
    let (plan, _) = planned(&field, &wishes);
    assert!(!plan.waiting.is_empty(), "who does not dig has no bay");
    let (plan, places) = planned_with(&field, &wishes, Dig::Bricks(24), &[], &[]);
    assert!(plan.waiting.is_empty());
    assert_eq!(places, [Cell::new(10, 0), Cell::new(0, 0)]);
}

/// A hall of four cells in height, two rooms that make it six in places, and rock elsewhere.
const ROOM: &str = "
    @@@@@@@@@@@@@@
    ..............
    ..............
    ..............
    ..............
    .....@.....@@@
    .....@.....@@@
    @@@@@@@@@@@@@@
    @@@@@@@@@@@@@@
    @@@@@@@@@@@@@@";

#[test]
fn two_who_both_have_to_turn_aside_have_both_been_where_they_wanted_to_be_after_a_few_plans() {
    let field = stage(ROOM).field();
    // Where one can turn aside is where the other one wants to end.
    let mut wishes = [(3, (4, 2), (8, 3)), (3, (7, 2), (0, 3))];
    let mut been = [false; 2];
    for _ in 0..4 {
        let (plan, places) = planned(&field, &wishes);
        for who in [0, 1] {
            let is_there = |step: &Step| usize::from(step.slot) == who && step.to() == cell(wishes[who].2);
            been[who] |= plan.steps.iter().any(is_there);
            wishes[who].1 = (places[who].x, places[who].y);
        }
    }
    assert_eq!(been, [true, true]);
}

#[test]
fn who_arrives_is_expected_to_be_gone_again() {
    let field = stage(BAY).field();
    // The first stops in the street before the goal of the second.
    let (plan, places) = planned(&field, &[(2, (2, 0), (7, 0)), (2, (0, 0), (10, 0))]);
    assert_eq!(places[0], Cell::new(7, 0));
    assert_eq!((places[1], plan.waiting), (Cell::new(5, 0), vec![1]), "it follows as far as it can");
}
