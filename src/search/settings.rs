//! What the engine of the game can be told.

/// What an engine is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Entries of the table: two to the power of this.
    pub table_bits: u32,
    /// Plies of noisy moves after the full search; 0 to judge at once.
    pub quiescence: u32,
    /// Deepest full search, in plies, below 128.
    pub max_depth: u32,
    /// What a draw costs the side that stands better at the root, in the units of the evaluation.
    pub contempt: i32,
    /// Whether an entry of a deeper search counts for a shallower one. Without it a search gives exactly what plain
    /// minimax gives at its depth.
    pub deeper_entries: bool,
    /// Whether quiet moves late in the order are first searched a ply less deep, or two, and deeper only if they turn out
    /// better than what is known.
    pub reductions: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { table_bits: 18, quiescence: 6, max_depth: 60, contempt: 10, deeper_entries: true, reductions: false }
    }
}
