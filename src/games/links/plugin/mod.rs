//! A match of Links as ECS: no window, no clock. The table is that of every game in which one side at a time acts
//! ([`crate::table`]); to it come taking back and the end with its chain ([`Report`]).

pub mod analysis;
pub mod report;
pub mod setup;
pub mod takeback;

use super::game;
use super::player::PlayerKind;
use super::position::Position;
use super::puzzle::Puzzle;
use super::rules::Rules;
use super::setup::Setup;
use super::simulation::Simulation;
use super::step::Step;
use crate::search::Thought;
use crate::shell::states::{Mode, Screen};
use crate::table::{self, Playable, TableSystems};
use bevy::prelude::*;
use std::time::Duration;

pub(crate) use crate::table::TableBegins;
pub use crate::table::{Control, Pace, Phase, Record, SaveMatch, Saved, TICK_HZ, Tempo};
pub use analysis::{Analysis, AnalysisControl};
pub use game::Order as LinksOrder;
pub use report::Report;
pub use setup::{LinksSetup, SeatKind};

table::names!(Position, Simulation);

/// The running match, or the one that is watched.
pub type Board = table::Board<Position>;

/// The puzzles that can be played.
pub type Puzzles = table::puzzle::Puzzles<Puzzle>;

/// The puzzle that is played. A component of the table.
pub type PuzzleAttempt = table::puzzle::PuzzleAttempt<Puzzle>;

/// How a program came to its move, for who looks on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insight {
    /// The side that thought.
    pub side: usize,
    /// The position about which it thought.
    pub key: u64,
    pub thought: Thought<Step>,
}

impl Playable for Position {
    const MODE: Mode = Mode::LINKS;

    fn ready_setups() -> Vec<(String, String, Setup)> {
        let board = |size: u8| {
            let rules = Rules { size, ..Rules::default() };
            (format!("board-{size}"), format!("{size} × {size} holes"), Setup { rules, ..Setup::default() })
        };
        [24, 20, 12].map(board).into()
    }

    type Insight = Insight;

    fn insight(&self, thought: Thought<Step>, _kind: PlayerKind) -> Option<Insight> {
        Some(Insight { side: self.side(), key: self.key(), thought })
    }

    fn worth_of(&self, insight: &Insight) -> Option<i32> {
        (insight.key == self.key()).then_some(insight.thought.score)
    }

    const UNDOES_PUZZLES: bool = false;

    const ADVICE_TIME: Duration = Duration::from_secs(1);

    fn thinking_time(&self) -> Duration {
        Duration::from_secs(1)
    }
}

/// What who looks at a match of Links can want beside the [`Control`]s of every table.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinksControl {
    /// The last turn of a person is taken back, and what programs answered to it: of two persons at one window, that of who
    /// has moved last.
    TakeBack,
    /// What was taken back is made again, to the next turn of a person.
    Redo,
    /// Back or on to so many steps on the board, of those that were taken back as well. Where a program would be to move then,
    /// it is the turn of the person before or after it. Not where no person plays.
    GoTo(usize),
}

/// All of it.
pub fn plugin(app: &mut App) {
    app.init_resource::<LinksSetup>()
        .add_plugins((table::plugin::<Position>, table::puzzle::plugin::<Puzzle>, table::series::plugin::<Simulation>))
        .add_message::<LinksControl>()
        .add_message::<AnalysisControl>()
        .init_resource::<analysis::ReviewNodes>()
        .add_systems(
            OnEnter(Screen::Match),
            begin.in_set(TableBegins).after(table::begin::<Position>).run_if(in_state(Mode::LINKS)),
        )
        .add_systems(
            FixedUpdate,
            (
                (takeback::take, analysis::command)
                    .chain()
                    .in_set(TableSystems::Command(Mode::LINKS))
                    .before(table::control::<Position>),
                analysis::end
                    .in_set(TableSystems::Think(Mode::LINKS))
                    .after(table::puzzle::judge::<Puzzle>)
                    .before(table::think::<Position>),
                (analysis::end, analysis::follow, report::report).chain().in_set(TableSystems::Report(Mode::LINKS)),
            ),
        );
}

/// Nothing is left at the beginning of what was asked for before.
fn begin(
    table: Option<Single<Entity, With<Board>>>,
    mut orders: ResMut<Messages<LinksControl>>,
    mut commands: Commands,
) {
    orders.clear();
    if let Some(table) = table {
        commands.entity(*table).insert((takeback::TakenBack::default(), Analysis::default()));
    }
}
