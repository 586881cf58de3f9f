//! The shortest way through a row of doors: a string pulled tight.
//!
//! D. T. Lee and F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear Barriers" (Networks 14, 1984), in
//! the form of M. Mononen, "Simple Stupid Funnel Algorithm" (2010): a funnel of what can be seen from the last bend narrows
//! door by door; when one of its sides crosses the other, the way bends there and begins a new funnel.

use super::geometry::{Point, turn};

/// A door with its left and its right post, as seen on the way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Door {
    pub left: Point,
    pub right: Point,
}

/// The shortest way from a start through doors, in this order, to a goal.
pub fn pulled(start: Point, goal: Point, doors: &[Door]) -> Vec<Point> {
    let end = Door { left: goal, right: goal };
    let door = |index: usize| doors.get(index).copied().unwrap_or(end);
    let mut way = vec![start];
    // The bend that the funnel begins at, and the doors that its sides come from.
    let (mut bend, mut left, mut right) = (start, start, start);
    let (mut left_from, mut right_from) = (0, 0);
    let mut index = 0;
    while index <= doors.len() {
        let next = door(index);
        // On the screen a turn above 0 is one to the right: narrower is right of the left side, and left of the right one.
        if turn(bend, right, next.right) <= 0.0 {
            if bend == right || turn(bend, left, next.right) > 0.0 {
                (right, right_from) = (next.right, index);
            } else {
                // The right side has crossed the left one.
                bend_at(&mut way, left);
                (bend, right) = (left, left);
                index = left_from + 1;
                right_from = left_from;
                continue;
            }
        }
        if turn(bend, left, next.left) >= 0.0 {
            if bend == left || turn(bend, right, next.left) < 0.0 {
                (left, left_from) = (next.left, index);
            } else {
                bend_at(&mut way, right);
                (bend, left) = (right, right);
                index = right_from + 1;
                left_from = right_from;
                continue;
            }
        }
        index += 1;
    }
    bend_at(&mut way, goal);
    if way.len() == 1 {
        way.push(goal);
    }
    way
}

/// Adds a point unless the way is there already.
fn bend_at(way: &mut Vec<Point>, point: Point) {
    if way[way.len() - 1] != point {
        way.push(point);
    }
}
