//! How a unit holds itself: which of its six frames is shown, as a function of time alone.

use crate::nav::step::Step;

pub(crate) const STANDS: usize = 0;
/// It winds up for a blow.
pub(crate) const WINDS_UP: usize = 3;
pub(crate) const STRIKES: usize = 4;
/// It has fallen.
pub const FALLEN: usize = 5;

/// Ticks that a blow is shown.
const BLOW: f32 = 5.0;
/// Ticks before a blow in which the weapon is raised.
const RAISING: f32 = 6.0;
/// Ticks from one stroke of an axe or hammer to the next.
const STROKE: f32 = 16.0;

/// The frame of a unit on its way: two strides a cell, from the way that is done, so that nobody skates. Frames of walking
/// are shown only while the step is under way.
pub(super) fn walking(last: Option<Step>, time: f32) -> Option<usize> {
    let step = last.filter(|step| time < step.end() as f32 && time >= step.start as f32)?;
    let share = (time - step.start as f32) / f32::from(step.ticks);
    Some([1, STANDS, 2, STANDS][(share * 4.0) as usize % 4])
}

/// The frame of a unit that fights: `since` ticks after its last blow, with a weapon that strikes every `cooldown` ticks.
pub(super) fn fighting(since: f32, cooldown: f32, has_target: bool) -> Option<usize> {
    match since {
        _ if (0.0..BLOW.min(cooldown * 0.6)).contains(&since) => Some(STRIKES),
        _ if has_target && (cooldown - RAISING..cooldown + RAISING).contains(&since) => Some(WINDS_UP),
        _ => None,
    }
}

/// The frame of a unit that chops or builds; `phase` keeps two at one tree out of step.
pub(crate) fn working(time: f32, phase: u32) -> usize {
    let share = ((time + phase as f32 * 5.3) / STROKE).rem_euclid(1.0);
    if share < 0.62 { WINDS_UP } else { STRIKES }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Dir};

    fn step() -> Step {
        Step { from: Cell::new(4, 4), dir: Dir::East, start: 100, ticks: 10 }
    }

    #[test]
    fn legs_move_while_the_way_is_done_and_both_strides_are_shown() {
        assert_eq!(walking(Some(step()), 99.5), None, "not yet");
        assert_eq!(walking(Some(step()), 110.0), None, "there");
        let frames: Vec<_> = (0..10).filter_map(|tick| walking(Some(step()), 100.0 + tick as f32)).collect();
        assert!(frames.contains(&1) && frames.contains(&2), "{frames:?}");
    }

    #[test]
    fn a_weapon_is_raised_before_it_strikes() {
        assert_eq!(fighting(0.0, 20.0, true), Some(STRIKES));
        assert_eq!(fighting(10.0, 20.0, true), None);
        assert_eq!(fighting(18.0, 20.0, true), Some(WINDS_UP));
        assert_eq!(fighting(18.0, 20.0, false), None, "nobody to strike at");
        assert_eq!(fighting(400.0, 20.0, true), None, "it only walks towards its target");
    }

    #[test]
    fn work_is_a_stroke_after_the_other() {
        let strokes = (0..160).filter(|tick| working(*tick as f32, 0) != working(*tick as f32 + 1.0, 0)).count();
        assert_eq!(strokes, 20, "up and down ten times");
    }
}
