//! Clocks: how they are chosen on the page of a match, and how they run beside the board.

use super::TableWindow;
use crate::arena::TimeControl;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{choices, row, stepper};
use crate::client::kit::setup::{FollowSetup, GameSetup, ShownSetup};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::table::{Board, Phase, Record, TableSetup, TurnClock};
use bevy::prelude::*;
use std::time::Duration;

/// What a button changes about the rule of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockChange {
    /// To another kind of rule, with usual times.
    To(TimeControl),
    /// The time of the match or of a turn: one step less or more.
    Time(i8),
    Increment(i8),
}

/// Times of a match in seconds.
const MATCH: [u64; 12] = [30, 60, 120, 180, 300, 600, 900, 1200, 1800, 2700, 3600, 7200];
/// Times of a turn in seconds.
const TURN: [u64; 12] = [2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 300];
/// Increments in seconds.
const INCREMENT: [u64; 10] = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30];

const KINDS: [(&str, TimeControl, &str); 3] = [
    ("None", TimeControl::None, "Everybody may think as long as they like"),
    (
        "Match",
        TimeControl::Match { main: Duration::from_secs(300), increment: Duration::from_secs(5) },
        "So long for the whole match, and a little more with every turn; who runs out of time has lost",
    ),
    ("Turn", TimeControl::Turn(Duration::from_secs(30)), "So long for every turn; who runs out of time has lost"),
];

/// The next of some seconds.
fn next(steps: &[u64], now: Duration, by: i8) -> Option<Duration> {
    let now = now.as_secs();
    let found = match by {
        ..0 => steps.iter().rev().find(|step| **step < now),
        _ => steps.iter().find(|step| **step > now),
    };
    found.copied().map(Duration::from_secs)
}

impl ClockChange {
    /// The rule after the change, if it can be made.
    fn after(self, now: TimeControl) -> Option<TimeControl> {
        match (self, now) {
            (Self::To(kind), _) => Some(kind).filter(|_| !self.is_chosen(now)),
            (Self::Time(by), TimeControl::Match { main, increment }) => {
                next(&MATCH, main, by).map(|main| TimeControl::Match { main, increment })
            }
            (Self::Time(by), TimeControl::Turn(limit)) => next(&TURN, limit, by).map(TimeControl::Turn),
            (Self::Increment(by), TimeControl::Match { main, increment }) => {
                next(&INCREMENT, increment, by).map(|increment| TimeControl::Match { main, increment })
            }
            _ => None,
        }
    }

    pub(crate) fn press(self, clock: &mut TimeControl) {
        *clock = self.after(*clock).unwrap_or(*clock);
    }

    pub(crate) fn is_chosen(self, now: TimeControl) -> bool {
        matches!(self, Self::To(kind) if std::mem::discriminant(&kind) == std::mem::discriminant(&now))
    }

    pub(crate) fn works(self, now: TimeControl) -> bool {
        matches!(self, Self::To(_)) || self.after(now).is_some()
    }
}

/// What is shown only where there is a clock, or an increment.
#[derive(Component, Debug, Clone, Copy)]
enum Detail {
    Clock,
    Increment,
}

/// A text that follows the rule of time.
#[derive(Component, Debug, Clone, Copy)]
enum ClockText {
    Time,
    Increment,
}

/// The rows of the choice; `does` makes the button of a change.
pub(crate) fn spawn<B: Bundle>(parent: &mut ChildSpawnerCommands, art: &Art, does: impl Fn(ClockChange) -> B) {
    choices(parent, art, "Clock", KINDS.map(|(label, kind, tip)| (label.into(), does(ClockChange::To(kind)), tip)));
    let node = Node { padding: UiRect::left(px(77)), ..row() };
    parent.spawn((node, Detail::Clock)).with_children(|line| {
        stepper(line, art, ClockText::Time, 100.0, [-1, 1].map(|by| does(ClockChange::Time(by))));
        line.spawn((row(), Detail::Increment)).with_children(|line| {
            stepper(line, art, ClockText::Increment, 108.0, [-1, 1].map(|by| does(ClockChange::Increment(by))));
        });
    });
}

/// A time as it is set: 45 s, 5 min, 1:30 min, 2 h.
fn told(time: Duration) -> String {
    match (time.as_secs(), time.as_secs() % 60) {
        (seconds @ ..60, _) => format!("{seconds} s"),
        (seconds @ 3600.., _) if seconds % 3600 == 0 => format!("{} h", seconds / 3600),
        (seconds, 0) => format!("{} min", seconds / 60),
        (seconds, rest) => format!("{}:{rest:02} min", seconds / 60),
    }
}

fn follow<G: TableWindow>(
    setup: ShownSetup<TableSetup<G>>,
    mut details: Query<(&Detail, &mut Node)>,
    mut texts: Query<(&ClockText, &mut Text)>,
) where
    TableSetup<G>: GameSetup,
{
    let (time, increment) = match setup.clock {
        TimeControl::None => (None, None),
        TimeControl::Match { main, increment } => (Some(told(main)), Some(format!("+ {} a turn", told(increment)))),
        TimeControl::Turn(limit) => (Some(format!("{} a turn", told(limit))), None),
    };
    for (detail, mut node) in &mut details {
        let shown = if let Detail::Clock = detail { &time } else { &increment };
        set_shown(&mut node, shown.is_some());
    }
    for (text, mut shown) in &mut texts {
        let content = if let ClockText::Time = text { &time } else { &increment };
        set_text(&mut shown, content.as_deref().unwrap_or_default());
    }
}

/// The clock of a seat.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFace(pub usize);

/// A clock in the panel of a seat. It is only there in a match with clocks.
pub(crate) fn face(art: &Art, seat: usize) -> impl Bundle + use<> {
    let node = Node { display: Display::None, ..default() };
    (theme::text(art, Weight::Black, theme::TITLE, theme::CREAM, ""), node, ClockFace(seat))
}

/// What a clock shows; tenths of a second at the end.
pub fn shown(left: Duration) -> String {
    if left < HURRY {
        // It shows nothing left only when there is nothing left.
        return format!("{:.1}", (left.as_secs_f64() * 10.0).ceil() / 10.0);
    }
    let seconds = left.as_secs() + u64::from(left.subsec_nanos() > 0);
    match seconds / 3600 {
        0 => crate::client::stage::clock(seconds),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// When a clock becomes red.
const HURRY: Duration = Duration::from_secs(10);

fn run<G: TableWindow>(
    table: Single<(&Board<G>, &Phase, &Record, &TurnClock)>,
    mut faces: Query<(&ClockFace, &mut Text, &mut TextColor, &mut Node)>,
) {
    let (board, phase, record, turn) = *table;
    let used = if *phase == Phase::Playing { turn.used() } else { Duration::ZERO };
    for (ClockFace(seat), mut text, mut color, mut node) in &mut faces {
        let left = record.left(board, *seat, used);
        set_shown(&mut node, left.is_some());
        let Some(left) = left else { continue };
        let runs = *phase == Phase::Playing && board.seat() == *seat && !board.is_over();
        let shade = match left < HURRY {
            true => theme::ALARM,
            false if runs => theme::CREAM,
            false => theme::MUTED,
        };
        color.set_if_neq(TextColor(shade));
        set_text(&mut text, shown(left));
    }
}

/// The clocks beside the board.
pub(super) fn plugin<G: TableWindow>(app: &mut App) {
    app.add_systems(Update, run::<G>.run_if(in_state(G::MODE)));
}

/// The choice on the page of a match.
pub(crate) fn choice<G: TableWindow>(app: &mut App)
where
    TableSetup<G>: GameSetup,
{
    app.add_systems(Update, follow::<G>.in_set(FollowSetup::of::<TableSetup<G>>()));
}
