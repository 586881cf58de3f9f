//! Sectors: squares of kⁱ × kⁱ cells at level i; the connected pieces inside one are its nodes.
//!
//! N. R. Sturtevant, "Memory-Efficient Abstractions for Pathfinding" (AIIDE 2007), with all levels instead of one. A level
//! at which no piece can grow is kept, so that level i always belongs to squares of kⁱ.

/// The side of the squares, in cells, whose pieces are the groups of `level`; large enough for any map at most.
pub(super) fn side(k: u32, level: usize) -> u32 {
    k.saturating_pow(level as u32 + 1)
}
