//! The source's eight terms. Each is what one side has; the difference is taken by the caller, so that both sides are
//! judged alike, which in the source they were not.

use crate::games::tactics::position::Position;
use crate::games::tactics::rules::Side;
use crate::games::tactics::square::Square;

pub(super) fn health(position: &Position, side: Side) -> i32 {
    position.health(side) as i32
}

/// For every character with an enemy in range: one more if it lives through all attacks of the enemies that can reach
/// it from where they stand, one less if it may fall.
pub(super) fn attack(position: &Position, side: Side) -> i32 {
    let scene = position.scene();
    let judge = |slot: usize| {
        let at = position.at(slot);
        let reach = scene.field.shots(at, scene.class(slot).range);
        let (mut targets, mut damage) = (0, 0);
        for enemy in position.slots(side.other()) {
            let from = position.at(enemy);
            targets += i32::from(reach.contains(from));
            if scene.field.shots(from, scene.class(enemy).range).contains(at) {
                damage += position.damage(enemy, from, slot);
            }
        }
        match (targets, damage < position.hp(slot)) {
            (0, _) => 0,
            (_, true) => 1,
            (_, false) => -1,
        }
    };
    position.slots(side).map(judge).sum()
}

pub(super) fn count(position: &Position, side: Side) -> i32 {
    position.count(side) as i32
}

/// Free squares beside own characters: none for one that is boxed in, two in a corner, four in the open.
pub(super) fn freedom(position: &Position, side: Side) -> i32 {
    let free = |slot| {
        let around = position.scene().field.neighbours(position.at(slot));
        around.filter(|to| position.is_free(*to)).count() as i32
    };
    position.slots(side).map(free).sum()
}

/// Two for every pair of own characters three apart, which cover the squares between them, one for two apart.
pub(super) fn coverage(position: &Position, side: Side) -> i32 {
    pairs(position, side, |one, other| match one.x().abs_diff(other.x()).max(one.y().abs_diff(other.y())) {
        3 => 2,
        2 => 1,
        _ => 0,
    })
}

/// Less one for every enemy and for every friend beside an own character.
pub(super) fn crowding(position: &Position, side: Side) -> i32 {
    let beside = |slot: usize| {
        let at = position.at(slot);
        position.slots(side.other()).filter(|enemy| position.at(*enemy).touches(at)).count() as i32
    };
    let enemies: i32 = position.slots(side).map(beside).sum();
    -enemies - 2 * pairs(position, side, |one, other| i32::from(one.touches(other)))
}

/// Own characters at most a square and a half from the middle of the board, along both sides.
pub(super) fn centre(position: &Position, side: Side) -> i32 {
    let field = &position.scene().field;
    let is_middle = |at: u8, length: u8| (2 * i32::from(at) - i32::from(length) + 1).abs() <= 3;
    let is_central = |at: Square| is_middle(at.x(), field.width()) && is_middle(at.y(), field.height());
    position.slots(side).filter(|slot| is_central(position.at(*slot))).count() as i32
}

/// Less the steps from every own character to the nearest enemy.
pub(super) fn approach(position: &Position, side: Side) -> i32 {
    let nearest = |slot| {
        let at = position.at(slot);
        position.slots(side.other()).map(|enemy| position.at(enemy).distance(at) as i32).min().unwrap_or(0)
    };
    -position.slots(side).map(nearest).sum::<i32>()
}

fn pairs(position: &Position, side: Side, worth: impl Fn(Square, Square) -> i32) -> i32 {
    let mut sum = 0;
    for one in position.slots(side) {
        for other in position.slots(side).filter(|other| *other > one) {
            sum += worth(position.at(one), position.at(other));
        }
    }
    sum
}
