//! Terms of ours.

use crate::games::tactics::field::FAR;
use crate::games::tactics::position::Position;
use crate::games::tactics::rules::{Mode, Side};

/// Steps from which on nearness no longer counts.
const HORIZON: i32 = 12;

/// Points on the hill in sixteenths of those that win, plus their square over four: the last ones count most.
pub(super) fn hill_points(position: &Position, side: Side) -> i32 {
    let share = 16 * i32::from(position.points()[side.index()]) / i32::from(position.scene().rules.points);
    2 * share + share * share / 4
}

pub(super) fn hill_hold(position: &Position, side: Side) -> i32 {
    if position.scene().rules.mode == Mode::Hill { position.on_hill()[side.index()] as i32 } else { 0 }
}

pub(super) fn hill_near(position: &Position, side: Side) -> i32 {
    if position.scene().rules.mode != Mode::Hill {
        return 0;
    }
    let steps = &position.scene().hill_steps;
    position.slots(side).map(|slot| near(steps[position.at(slot).index()])).sum()
}

/// Flags: the own carrier's way home, else the way to the enemy's flag; a lost own flag counts against the side.
/// Escort: the leader's way to its goal.
pub(super) fn objective(position: &Position, side: Side) -> i32 {
    let scene = position.scene();
    if scene.rules.mode == Mode::Escort {
        let leader = position.slots(side).find(|slot| scene.leads(*slot));
        return leader.map_or(0, |slot| 2 * near(scene.goal_steps[side.index()][position.at(slot).index()]));
    }
    let (Some((flag, carrier)), Some(homes)) = (position.flag(side.other()), scene.marks.flags) else { return 0 };
    if carrier.is_some() {
        return 2 * HORIZON + 2 * near(scene.flag_steps[side.index()][flag.index()]);
    }
    let lies_away = i32::from(flag != homes[side.other().index()]);
    let way = position.slots(side).map(|slot| HORIZON - position.at(slot).distance(flag) as i32).max();
    way.unwrap_or(0).max(0) + lies_away
}

/// Enemies whom at least two own characters can attack from where they stand.
pub(super) fn focus(position: &Position, side: Side) -> i32 {
    position.slots(side.other()).filter(|enemy| fire(position, side, *enemy).0 >= 2).count() as i32
}

/// Enemies who would fall to all own attacks on them together.
pub(super) fn kill(position: &Position, side: Side) -> i32 {
    position
        .slots(side.other())
        .filter(|enemy| fire(position, side, *enemy).1 >= i32::from(position.hp(*enemy)))
        .count() as i32
}

/// Points times attack beyond the first point, range and steps beyond the first: what a class is worth besides its
/// points.
pub(super) fn power(position: &Position, side: Side) -> i32 {
    let worth = |slot| {
        let class = position.scene().class(slot);
        let extra = i32::from(class.attack) - 1 + i32::from(class.range) - 1 + i32::from(class.steps) - 1;
        extra + i32::from(class.ability.is_some())
    };
    position.slots(side).map(worth).sum()
}

/// Characters of the side to move that have not acted.
pub(super) fn tempo(position: &Position, side: Side) -> i32 {
    if position.side() == side { position.ready().count() as i32 } else { 0 }
}

fn near(steps: u8) -> i32 {
    if steps == FAR { 0 } else { (HORIZON - i32::from(steps)).max(0) }
}

/// How many of a side can attack an enemy from where they stand, and the damage of all of them.
fn fire(position: &Position, side: Side, enemy: usize) -> (u32, i32) {
    let (scene, at) = (position.scene(), position.at(enemy));
    let (mut count, mut damage) = (0, 0);
    for slot in position.slots(side) {
        let from = position.at(slot);
        if scene.field.shots(from, scene.class(slot).range).contains(at) {
            count += 1;
            damage += i32::from(position.damage(slot, from, enemy));
        }
    }
    (count, damage)
}
