//! A match of Links as ECS: no window, no clock. The table is that of every game in which one side at a time acts
//! ([`crate::table`]); to it come taking back, the end with its chain ([`Report`]) and the [`Advice`] that was asked for.

pub mod advice;
pub mod report;
pub mod setup;
pub mod takeback;

use super::game;
use super::player::PlayerKind;
use super::position::Position;
use super::simulation::Simulation;
use super::step::Step;
use crate::search::Thought;
use crate::shell::states::{Mode, Screen};
use crate::table::{self, Playable, TableSystems, series};
use bevy::prelude::*;
use std::time::Duration;

pub(crate) use crate::table::TableBegins;
pub use crate::table::{Control, Pace, Phase, Record, SaveMatch, Saved, Saves, TICK_HZ, Tempo};
pub use advice::Advice;
pub use game::Order as LinksOrder;
pub use report::Report;
pub use setup::{LinksSetup, SeatKind};

/// What is asked of the series of Links.
pub type SeriesOrder = series::SeriesOrder<Simulation>;

/// The series of Links that is played, or was played last.
pub type Series = series::Series<Simulation>;

/// The running match, or the one that is watched.
pub type Board = table::Board<Position>;

/// The match that is watched, to its end.
pub type Replay = table::Replay<Position>;

/// A side of the match.
pub type Seat = table::Seat<PlayerKind>;

/// The program of a side.
pub type AiPlayer = table::Program<Position>;

/// Where a match begins.
pub type Start = table::Start<Position>;

/// An order of a person with the side that gives it; one that cannot be carried out is answered by [`Refused`].
pub type Issued = table::Issued<LinksOrder>;

/// An order was not carried out.
pub type Refused = table::Refused<Position>;

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

    type Insight = Insight;

    fn insight(&self, thought: Thought<Step>, _kind: PlayerKind) -> Option<Insight> {
        Some(Insight { side: self.side(), key: self.key(), thought })
    }

    fn worth_of(&self, insight: &Insight) -> Option<i32> {
        (insight.key == self.key()).then_some(insight.thought.score)
    }

    fn thinking_time(&self) -> Duration {
        Duration::from_secs(1)
    }
}

/// What who looks at a match of Links can want beside the [`Control`]s of every table.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinksControl {
    /// The last move of a person is taken back, and what programs answered to it. Not with a person at the other end who
    /// has moved since: two at one window agree by themselves.
    TakeBack,
    /// What was taken back is made again.
    Redo,
    /// The best move is to be found out; it comes as [`Advice`].
    Hint,
    /// The hint is no longer wanted.
    DismissHint,
}

/// All of it.
pub fn plugin(app: &mut App) {
    app.init_resource::<LinksSetup>()
        .add_plugins((table::plugin::<Position>, series::plugin::<Simulation>))
        .add_message::<LinksControl>()
        .add_systems(
            OnEnter(Screen::Match),
            begin.in_set(TableBegins).after(table::begin::<Position>).run_if(in_state(Mode::LINKS)),
        )
        .add_systems(
            FixedUpdate,
            (
                (takeback::take, advice::command)
                    .chain()
                    .in_set(TableSystems::Command(Mode::LINKS))
                    .before(table::control::<Position>),
                advice::collect.in_set(TableSystems::Think(Mode::LINKS)).before(table::think::<Position>),
                report::report.in_set(TableSystems::Report(Mode::LINKS)),
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
        commands.entity(*table).insert((Advice::default(), takeback::TakenBack::default()));
    }
}
