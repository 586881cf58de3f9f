//! A battle of Tactics as ECS: no window, no clock. The table is that of every game in which one side at a time acts
//! ([`crate::table`]); to it come the [`Report`] at the end and puzzles.
//!
//! | file | subject |
//! |---|---|
//! | `setup` | what a match starts from |
//! | `report` | how it ended |
//! | `missed` | a missed puzzle goes on where something is taken back |

mod missed;
pub mod report;
pub mod setup;

use super::battle::Battle;
use super::evaluation::Style;
use super::file::TacticsLevel;
use super::player::PlayerKind;
use super::puzzle::Puzzle;
use super::reason::{Reason, Verdict};
use super::rules::Rules;
use super::setup::Setup;
use super::simulation::Simulation;
use super::{Action, Position, Side};
use crate::files::listed;
use crate::search::{Thought, WIN};
use crate::shell::folders::root_folder;
use crate::shell::states::Mode;
use crate::table::{self, Playable, TableSystems};
use bevy::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

pub use super::battle::Order as TacticsOrder;
#[cfg(feature = "client")]
pub(crate) use crate::table::TableBegins;
pub use crate::table::{Control, Pace, Phase, Record, SaveMatch, Saved, TICK_HZ, Tempo};
pub use report::Report;
pub use setup::{SeatKind, TacticsSetup};

table::names!(Position, Simulation);

/// The puzzles that can be played.
pub type Puzzles = table::puzzle::Puzzles<Puzzle>;

/// The puzzle that is played. A component of the table.
pub type PuzzleAttempt = table::puzzle::PuzzleAttempt<Puzzle>;

/// The running battle, or the one that is watched.
pub type Fight = table::Board<Position>;

impl Fight {
    pub fn battle(&self) -> &Battle {
        self
    }
}

impl Playable for Position {
    const MODE: Mode = Mode::TACTICS;

    /// The usual battle of soldiers on every shipped level.
    fn ready_setups() -> Vec<(String, String, Setup)> {
        let levels = listed(&root_folder().join("levels/tactics"), "ron").unwrap_or_default();
        let setup = |path: &PathBuf| {
            let name = path.file_stem()?.to_str()?.to_string();
            // What is no level, or has no place for a battle of this kind, is not offered.
            let level = TacticsLevel::load(path).ok()?;
            let title = level.name.clone();
            let setup = Setup::soldiers(level, Rules::default(), [3, 3]);
            setup.begin().is_ok().then_some((name, title, setup))
        };
        let mut setups: Vec<_> = levels.iter().filter_map(setup).collect();
        setups.sort_by_key(|(name, ..)| name != "open-field");
        setups
    }

    type Insight = Reason;

    const ADVICE_TIME: Duration = Duration::from_millis(600);

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

/// All of it.
pub fn plugin(app: &mut App) {
    app.init_resource::<TacticsSetup>()
        .add_plugins((table::plugin::<Position>, table::puzzle::plugin::<Puzzle>, table::series::plugin::<Simulation>))
        .add_systems(
            FixedUpdate,
            (
                missed::resume.in_set(TableSystems::Command(Mode::TACTICS)).before(table::control::<Position>),
                report::report.in_set(TableSystems::Report(Mode::TACTICS)),
            ),
        );
}
