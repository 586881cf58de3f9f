//! A battle of Tactics as ECS: no window, no clock. The table is that of every game in which one side at a time acts
//! ([`crate::table`]); to it come the [`Report`] at the end and the [`Advice`] that was asked for.
//!
//! | file | subject |
//! |---|---|
//! | `setup` | what a match starts from |
//! | `report` | how it ended |
//! | `advice` | best play, on request |
//! | `puzzle` | verdicts, the best defence and the solution of a puzzle |

pub mod advice;
pub mod puzzle;
pub mod report;
pub mod setup;

use super::battle::Battle;
use super::evaluation::Style;
use super::player::PlayerKind;
use super::reason::{Reason, Verdict};
use super::{Action, Position, Side};
use crate::games::tactics::simulation::Simulation;
use crate::search::{Thought, WIN};
use crate::shell::states::{Mode, Screen};
use crate::table::{self, Playable, TableSystems, series};
use bevy::prelude::*;
use std::time::Duration;

pub use super::battle::Order as TacticsOrder;
pub(crate) use crate::table::TableBegins;
pub use crate::table::{Control, Pace, Phase, Record, SaveMatch, Saved, Saves, TICK_HZ, Tempo};
pub use advice::Advice;
pub use puzzle::{PuzzleAttempt, Puzzles};
pub use report::Report;
pub use setup::{SeatKind, TacticsSetup};

/// What is asked of the series of Tactics.
pub type SeriesOrder = series::SeriesOrder<Simulation>;

/// The series of Tactics that is played, or was played last.
pub type Series = series::Series<Simulation>;

/// The running battle, or the one that is watched.
pub type Fight = table::Board<Position>;

/// The battle that is watched, to its end.
pub type Replay = table::Replay<Position>;

/// A side of the battle.
pub type Seat = table::Seat<PlayerKind>;

/// The program of a side.
pub type AiPlayer = table::Program<Position>;

/// Where a match begins.
pub type Start = table::Start<Position>;

/// An order of a person with the side that gives it; one that cannot be carried out while the battle is played is answered
/// by [`Refused`].
pub type Issued = table::Issued<TacticsOrder>;

/// An order was not carried out.
pub type Refused = table::Refused<Position>;

impl Fight {
    pub fn battle(&self) -> &Battle {
        self
    }
}

impl Playable for Position {
    const MODE: Mode = Mode::TACTICS;

    type Insight = Reason;

    fn insight(&self, thought: Thought<Action>, kind: PlayerKind) -> Option<Reason> {
        let style = if let PlayerKind::Engine { style, .. } = kind { style } else { Style::Steady };
        Reason::of(self, &thought, style)
    }

    fn worth_of(&self, reason: &Reason) -> Option<i32> {
        (reason.key == self.key()).then_some(match reason.verdict {
            Verdict::Wins(plies) => WIN - plies as i32,
            Verdict::Loses(plies) => plies as i32 - WIN,
            Verdict::Draw => 0,
            Verdict::Estimate(score) => score,
        })
    }

    /// A little less than a tenth of a second for three a side, and more for more.
    fn thinking_time(&self) -> Duration {
        let characters = u64::from(self.count(Side::A) + self.count(Side::B));
        // A search looks at the clock every now and then: with 100 its longest turns took 106.
        Duration::from_millis(92 + 40 * characters.saturating_sub(6))
    }
}

/// What who looks at a battle of Tactics can want beside the [`Control`]s of every table.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TacticsControl {
    /// The best play of the side to move is to be found out; it comes as [`Advice`].
    Hint,
    /// The hint is no longer wanted.
    DismissHint,
    /// The solution of the puzzle that is played is to be found out; it comes to the [`PuzzleAttempt`].
    Solution,
}

/// All of it.
pub fn plugin(app: &mut App) {
    app.init_resource::<TacticsSetup>()
        .init_resource::<Puzzles>()
        .add_plugins((table::plugin::<Position>, series::plugin::<Simulation>))
        .add_message::<TacticsControl>()
        .add_systems(
            OnEnter(Screen::Match),
            (advice::begin, puzzle::begin)
                .in_set(TableBegins)
                .after(table::begin::<Position>)
                .run_if(in_state(Mode::TACTICS)),
        )
        .add_systems(
            FixedUpdate,
            (
                puzzle::resume.in_set(TableSystems::Command(Mode::TACTICS)).before(table::control::<Position>),
                (advice::command, puzzle::command)
                    .in_set(TableSystems::Command(Mode::TACTICS))
                    .after(table::command::<Position>),
                (puzzle::judge, advice::collect)
                    .chain()
                    .in_set(TableSystems::Think(Mode::TACTICS))
                    .before(table::think::<Position>),
                report::report.in_set(TableSystems::Report(Mode::TACTICS)),
            ),
        );
}
