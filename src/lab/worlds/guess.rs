//! Estimates in worlds beside maps.

/// How the rest of a way is estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Guess {
    #[default]
    Zero,
    Misplaced,
    Manhattan,
    Crossings,
    Wheels,
    Exact,
}

impl Guess {
    pub const ALL: [Self; 6] =
        [Self::Zero, Self::Misplaced, Self::Manhattan, Self::Crossings, Self::Wheels, Self::Exact];

    /// The name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Misplaced => "misplaced",
            Self::Manhattan => "manhattan",
            Self::Crossings => "crossings",
            Self::Wheels => "wheels",
            Self::Exact => "exact",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// One line for people.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Zero => "Knows nothing: A* becomes uniform-cost search.",
            Self::Misplaced => "Tiles that are not in their place: each has to move once at least.",
            Self::Manhattan => "How far every tile is from its place: as if they could slide over each other.",
            Self::Crossings => "Crossings that the boat needs if nobody minded whom he is left with.",
            Self::Wheels => "Wheels that are still to be turned.",
            Self::Exact => "The true distance, found by a search back from the goal.",
        }
    }
}
