//! How loud something is from where the player looks, and who is heard when too much is to be heard.

use bevy::math::Vec2;

/// Up to this share of the way from the middle of the view to its edge a sound is as loud as in the middle.
const NEAR: f32 = 0.4;
/// At this share nothing is left: well outside of the view.
const FAR: f32 = 1.8;
/// The softest that zooming out makes a place.
pub const FROM_ABOVE: f32 = 0.45;

/// Loudness, 0 to 1, of a place that is `offset` from the middle of a view that reaches `half_view` to each side, both
/// in the same unit. At the edge of the view about a third is left.
pub fn by_distance(offset: Vec2, half_view: Vec2) -> f32 {
    let share = (offset / half_view.max(Vec2::ONE)).length();
    // Not `clamp` alone: a place that is no number is far away.
    if share >= NEAR { (1.0 - (share - NEAR) / (FAR - NEAR)).max(0.0).powi(2) } else { f32::from(share < NEAR) }
}

/// Loudness, `FROM_ABOVE` to 1, of everything that has a place, at a size of a cell of `pixels`: one who looks from far
/// above hears a battle as a murmur. As it is from 40 pixels on, which is the zoom that a match begins with.
pub fn by_zoom(pixels: f32) -> f32 {
    (pixels / 40.0).max(0.0).sqrt().clamp(FROM_ABOVE, 1.0)
}

/// A new sound takes the place of another one only when it is louder by this factor: what is cut off is noticed.
const CLEARLY_LOUDER: f32 = 1.5;

/// What becomes of a sound that is to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// There is room.
    Free,
    /// It takes the place of the voice with this index.
    Replaces(usize),
    /// It is not heard.
    Dropped,
}

/// Whether a sound of `loudness` begins besides voices of its class, given as loudness and time of their beginning, of
/// which there may be `most`. The softest goes, of equals the one that has sounded longest.
pub fn admit(voices: &[(f32, f32)], most: usize, loudness: f32) -> Admission {
    if loudness <= 0.0 || most == 0 {
        return Admission::Dropped;
    }
    if voices.len() < most {
        return Admission::Free;
    }
    let order = |a: &(f32, f32), b: &(f32, f32)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
    match voices.iter().enumerate().min_by(|(_, a), (_, b)| order(a, b)) {
        Some((index, softest)) if loudness >= softest.0 * CLEARLY_LOUDER => Admission::Replaces(index),
        _ => Admission::Dropped,
    }
}
