//! The seats of a table: programs think in the background.

use super::fight::Fight;
use super::setup::{SeatKind, TacticsSetup};
use super::table::Phase;
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::player::{Player, PlayerKind};
use crate::games::tactics::puzzle::Puzzle;
use crate::games::tactics::reason::Reason;
use crate::games::tactics::{Action, Position, Side};
use crate::table::thinking::{ThinkPolicy, Thinking};
use bevy::platform::time::Instant;
use bevy::prelude::*;
use std::sync::Mutex;
use std::time::Duration;

/// A side of the battle. A child of the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// A or B.
    pub side: Side,
    /// Who commands it.
    pub kind: SeatKind,
}

/// A program as it sits idle; in a lock only to be shareable between threads.
type Idle = Mutex<Box<dyn Player>>;

/// What comes of a search.
struct Answer {
    player: Box<dyn Player>,
    key: u64,
    action: Action,
    reason: Option<Reason>,
    time: Duration,
}

/// The program of a seat.
#[derive(Component)]
pub struct Mind {
    style: Style,
    idle: Option<Idle>,
    thinking: Option<Thinking<Answer>>,
    /// The next action and the key of the position that it is for.
    action: Option<(u64, Action)>,
    reason: Option<Reason>,
    /// Time for this turn so far.
    time: Duration,
}

impl Mind {
    pub(super) fn new(kind: PlayerKind, seed: u64) -> Self {
        let style = if let PlayerKind::Engine { style, .. } = kind { style } else { Style::Steady };
        let idle = Some(Mutex::new(kind.player(seed)));
        Self { style, idle, thinking: None, action: None, reason: None, time: Duration::ZERO }
    }

    /// Whether it is thinking now.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Why it acted as it did in its last turn; `None` before that, and for players that do not search.
    #[must_use]
    pub fn reason(&self) -> Option<&Reason> {
        self.reason.as_ref()
    }

    /// The action for a position, once, if it has decided on one.
    pub(super) fn take_action(&mut self, position: &Position) -> Option<Action> {
        let (key, action) = self.action.take()?;
        (key == position.key() && position.is_legal(action)).then_some(action)
    }

    /// The time of the turn that has ended.
    pub(super) fn take_time(&mut self) -> Duration {
        std::mem::take(&mut self.time)
    }

    fn take(&mut self, answer: Answer) {
        self.thinking = None;
        self.idle = Some(Mutex::new(answer.player));
        self.action = Some((answer.key, answer.action));
        self.time += answer.time;
        if answer.reason.is_some() {
            self.reason = answer.reason;
        }
    }
}

/// How long a turn may be thought about: a little less than a tenth of a second for three a side, and more for more.
fn time(position: &Position) -> Duration {
    let characters = u64::from(position.count(Side::A) + position.count(Side::B));
    // A search looks at the clock every now and then: with 100 its longest turns took 106.
    Duration::from_millis(92 + 40 * characters.saturating_sub(6))
}

/// Takes the answers that have come.
pub(super) fn collect(mut minds: Query<&mut Mind>) {
    for mut mind in &mut minds {
        let Some(thinking) = &mut mind.bypass_change_detection().thinking else { continue };
        // Searches have no tick at which they are due: the budget ends them.
        if let Some(answer) = thinking.take(0) {
            mind.take(answer);
        }
    }
}

/// Lets the program whose turn it is think about its next action, also while the last one is still shown.
pub(super) fn think(
    table: Option<Single<(&Fight, &Phase)>>,
    policy: Res<ThinkPolicy>,
    mut seats: Query<(&Seat, &mut Mind)>,
) {
    let Some(table) = table else { return };
    let (fight, phase) = *table;
    if *phase != Phase::Playing || fight.battle().is_complete() || fight.battle().is_over() {
        return;
    }
    let position = fight.battle().position();
    for (_, mut mind) in seats.iter_mut().filter(|(seat, _)| seat.side == fight.battle().side()) {
        if mind.thinking.is_some() || mind.action.is_some() {
            continue;
        }
        let Some(mut player) = mind.idle.take().and_then(|idle| idle.into_inner().ok()) else { continue };
        let (position, style) = (position.clone(), mind.style);
        let mut thinking = Thinking::start(*policy, u32::MAX, time(&position), move |budget| {
            let start = Instant::now();
            let (action, thought) = player.choose(&position, budget);
            let reason = thought.and_then(|thought| Reason::of(&position, &thought, style));
            Answer { player, key: position.key(), action, reason, time: start.elapsed() }
        });
        // An inline answer is there already.
        match thinking.take(0) {
            Some(answer) => mind.take(answer),
            None => mind.thinking = Some(thinking),
        }
    }
}

/// Spawns the seats below the table.
pub(super) fn spawn(commands: &mut Commands, table: Entity, setup: &TacticsSetup, puzzle: Option<&Puzzle>, seed: u64) {
    for side in Side::BOTH {
        let kind = setup.seats[side.index()];
        let mut seat = commands.spawn((Seat { side, kind }, ChildOf(table)));
        if let SeatKind::Computer(player) = kind {
            let mut mind = Mind::new(player, seed.wrapping_mul(2).wrapping_add(side.index() as u64));
            if let Some(puzzle) = puzzle {
                mind.idle = Some(Mutex::new(super::puzzle::defender(puzzle)));
            }
            seat.insert(mind);
        }
    }
}
