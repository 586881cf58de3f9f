//! Why a player goes out of a round.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Death {
    /// Left the board, or met what is built along its edge.
    Wall,
    /// Met an obstacle within the board.
    Obstacle,
    /// Met a trail, the own one included.
    Trail,
    /// Entered a free cell together with another player.
    HeadOn,
    Time,
    Crash,
    /// Answered something that is no move.
    Nonsense,
    Unasked,
}

impl Death {
    pub const ALL: [Self; 8] =
        [Self::Wall, Self::Obstacle, Self::Trail, Self::HeadOn, Self::Time, Self::Crash, Self::Nonsense, Self::Unasked];

    /// A word for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Obstacle => "obstacle",
            Self::Trail => "trail",
            Self::HeadOn => "head-on",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Nonsense => "nonsense",
            Self::Unasked => crate::arena::UNASKED,
        }
    }
}
