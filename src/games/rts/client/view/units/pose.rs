//! How a unit holds itself: which of its six frames is shown, as a function of time alone.

use crate::nav::step::Step;

pub const STANDS: usize = 0;
pub const WINDS_UP: usize = 3;
pub const STRIKES: usize = 4;
pub const FALLEN: usize = 5;

/// Ticks that a blow is shown.
const BLOW: f32 = 5.0;
/// Ticks before a blow in which the weapon is raised.
const RAISING: f32 = 6.0;
/// Ticks from one stroke of an axe or hammer to the next.
const STROKE: f32 = 16.0;

/// The frame of a unit on its way: two strides a cell, from the way that is done, so that nobody skates. Frames of walking
/// are shown only while the step is under way.
pub fn walking(last: Option<Step>, time: f32) -> Option<usize> {
    let step = last.filter(|step| time < step.end() as f32 && time >= step.start as f32)?;
    let share = (time - step.start as f32) / f32::from(step.ticks);
    Some([1, STANDS, 2, STANDS][(share * 4.0) as usize % 4])
}

/// The frame of a unit that fights: `since` ticks after its last blow, with a weapon that strikes every `cooldown` ticks.
pub fn fighting(since: f32, cooldown: f32, has_target: bool) -> Option<usize> {
    match since {
        _ if (0.0..BLOW.min(cooldown * 0.6)).contains(&since) => Some(STRIKES),
        _ if has_target && (cooldown - RAISING..cooldown + RAISING).contains(&since) => Some(WINDS_UP),
        _ => None,
    }
}

/// The frame of a unit that chops or builds; `phase` keeps two at one tree out of step.
pub fn working(time: f32, phase: u32) -> usize {
    let share = ((time + phase as f32 * 5.3) / STROKE).rem_euclid(1.0);
    if share < 0.62 { WINDS_UP } else { STRIKES }
}
