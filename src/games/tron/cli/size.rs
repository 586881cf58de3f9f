//! The `WIDTHxHEIGHT` option of boards.

use crate::games::tron::arena;

/// The size of a Tron board.
pub(crate) fn tron_size(text: &str) -> Result<(u16, u16), String> {
    let sides = arena::MIN_SIDE..=arena::MAX_SIDE;
    let side = |digits: &str| digits.parse::<u16>().ok().filter(|side| sides.contains(side));
    let sizes = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sizes.ok_or_else(|| {
        format!("expected WIDTHxHEIGHT, each from {} to {} cells, for example 30x20", arena::MIN_SIDE, arena::MAX_SIDE)
    })
}
