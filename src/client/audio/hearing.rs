//! How loud something is from where the player looks, and who is heard when too much is to be heard.

use bevy::math::Vec2;

/// Up to this share of the way from the middle of the view to its edge a sound is as loud as in the middle.
const NEAR: f32 = 0.4;
/// At this share nothing is left: well outside of the view.
const FAR: f32 = 1.8;
/// The softest that zooming out makes a place.
const FROM_ABOVE: f32 = 0.45;

/// Loudness, 0 to 1, of a place that is `offset` from the middle of a view that reaches `half_view` to each side, both
/// in the same unit. At the edge of the view about a third is left.
pub(crate) fn by_distance(offset: Vec2, half_view: Vec2) -> f32 {
    let share = (offset / half_view.max(Vec2::ONE)).length();
    // Not `clamp` alone: a place that is no number is far away.
    if share >= NEAR { (1.0 - (share - NEAR) / (FAR - NEAR)).max(0.0).powi(2) } else { f32::from(share < NEAR) }
}

/// Loudness, `FROM_ABOVE` to 1, of everything that has a place, at a size of a cell of `pixels`: one who looks from far
/// above hears a battle as a murmur. As it is from 40 pixels on, which is the zoom that a match begins with.
pub(crate) fn by_zoom(pixels: f32) -> f32 {
    (pixels / 40.0).max(0.0).sqrt().clamp(FROM_ABOVE, 1.0)
}

/// A new sound takes the place of another one only when it is louder by this factor: what is cut off is noticed.
const CLEARLY_LOUDER: f32 = 1.5;

/// What becomes of a sound that is to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission {
    /// There is room.
    Free,
    /// It takes the place of the voice with this index.
    Replaces(usize),
    /// It is not heard.
    Dropped,
}

/// Whether a sound of `loudness` begins besides voices of its class, given as loudness and time of their beginning, of
/// which there may be `most`. The softest goes, of equals the one that has sounded longest.
pub(crate) fn admit(voices: &[(f32, f32)], most: usize, loudness: f32) -> Admission {
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

#[cfg(test)]
mod tests {
    use super::{Admission, FROM_ABOVE, admit, by_distance, by_zoom};
    use bevy::math::Vec2;

    const HALF: Vec2 = Vec2::new(640.0, 360.0);

    #[test]
    fn the_middle_is_loud_the_edge_softer_and_the_distance_silent() {
        assert!((by_distance(Vec2::ZERO, HALF) - 1.0).abs() < 1e-6);
        assert!((by_distance(Vec2::new(200.0, 0.0), HALF) - 1.0).abs() < 1e-6);
        let edge = by_distance(Vec2::new(640.0, 0.0), HALF);
        assert!((0.2..0.5).contains(&edge), "{edge}");
        assert_eq!(by_distance(Vec2::new(0.0, 700.0), HALF), 0.0);
        assert_eq!(by_distance(Vec2::new(f32::NAN, 0.0), HALF), 0.0);
    }

    #[test]
    fn loudness_only_falls_with_the_distance() {
        let along: Vec<f32> = (0..200).map(|step| by_distance(Vec2::new(step as f32 * 8.0, 0.0), HALF)).collect();
        assert!(along.windows(2).all(|pair| pair[1] <= pair[0]));
        // Without a step: a unit that walks past does not flicker.
        assert!(along.windows(2).all(|pair| pair[0] - pair[1] < 0.03));
    }

    #[test]
    fn the_edges_of_a_wide_view_are_equally_far_away() {
        let (side, top) = (by_distance(Vec2::new(-640.0, 0.0), HALF), by_distance(Vec2::new(0.0, 360.0), HALF));
        assert!((side - top).abs() < 1e-6);
    }

    #[test]
    fn far_above_all_is_softer_but_heard() {
        assert!((by_zoom(96.0) - 1.0).abs() < 1e-6);
        assert!(by_zoom(20.0) < 1.0);
        assert!((by_zoom(0.5) - FROM_ABOVE).abs() < 1e-6);
    }

    #[test]
    fn while_there_is_room_everything_audible_begins() {
        assert_eq!(admit(&[], 2, 0.1), Admission::Free);
        assert_eq!(admit(&[(1.0, 0.0)], 2, 0.1), Admission::Free);
        assert_eq!(admit(&[], 2, 0.0), Admission::Dropped);
    }

    #[test]
    fn the_softest_makes_room_for_one_that_is_clearly_louder() {
        let voices = [(0.9, 0.0), (0.3, 1.0), (0.6, 2.0)];
        assert_eq!(admit(&voices, 3, 0.9), Admission::Replaces(1));
        assert_eq!(admit(&voices, 3, 0.4), Admission::Dropped);
    }

    #[test]
    fn of_equally_soft_ones_the_oldest_goes() {
        assert_eq!(admit(&[(0.2, 3.0), (0.2, 1.0), (0.2, 2.0)], 3, 1.0), Admission::Replaces(1));
    }
}
