//! What the buttons of Tactics' set-up and of its simulation stand for, and what each changes.

use crate::client::kit::chance::fresh_seed;
use crate::client::kit::setup::SetupButton;
use crate::client::table::clocks::ClockChange;
use crate::games::tactics::class::Class;
use crate::games::tactics::engine::MAX_LEVEL;
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{SeatKind, TacticsSetup, Tempo};
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::rules::{Counting, Rules};
use crate::games::tactics::{Mode, Side};
use bevy::prelude::*;
use std::mem::discriminant;
use std::sync::Arc;

/// The players that a side can have in a match, with a word and a sentence.
pub(super) const PLAYERS: [(SeatKind, &str, &str); 4] = [
    (SeatKind::Human, "Human", "A person at this window; two of them take turns at it"),
    (SeatKind::Computer(PlayerKind::engine(3)), "Engine", "The strongest program: five levels, three personalities"),
    (
        SeatKind::Computer(PlayerKind::Source),
        "Original",
        "The opponent of the game that this one grew from: careful, but passive",
    ),
    (SeatKind::Computer(PlayerKind::Random), "Random", "Anything that the rules allow"),
];

/// Those of a simulation: no people.
pub(super) const PROGRAMS: [(SeatKind, &str, &str); 3] = [PLAYERS[1], PLAYERS[2], PLAYERS[3]];

/// Whether two players are the same but for level and personality.
fn is_alike(one: SeatKind, other: SeatKind) -> bool {
    match (one, other) {
        (SeatKind::Computer(one), SeatKind::Computer(other)) => discriminant(&one) == discriminant(&other),
        _ => one == other,
    }
}

/// What a button changes.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum TacticsButton {
    Player(Side, SeatKind),
    Level(Side, i8),
    /// Another personality of the engine.
    Style(Side, Style),
    Count(Side, i8),
    /// The character of a side that gets the next class.
    Slot(Side, usize),
    /// The class of the character that is picked.
    Class(Side, Class),
    First(Side),
    Swap,
    Mode(Mode),
    Board(Arc<TacticsLevel>),
    Obstacles(u8),
    /// Other places for the random obstacles.
    Roll,
    /// Points on the hill that win.
    Points(u8),
    Counting(Counting),
    /// Points that the second side begins with.
    HeadStart(u8),
    /// How many of the side that starts rest in its first turn.
    Rests(u8),
    Zone,
    /// Characters may wait, or not.
    Waiting,
    Tempo(Tempo),
    Clock(ClockChange),
}

/// What is told about a mode.
pub(super) fn about(rules: &Rules) -> String {
    match rules.mode {
        Mode::Hill => {
            let rests = match rules.rests {
                0 => String::new(),
                1 => " One of the side that begins rests in its first turn.".into(),
                rests => format!(" {rests} of the side that begins rest in its first turn."),
            };
            format!("Hold the golden squares: {} points win. So does the last one standing.{rests}", rules.points)
        }
        Mode::Classic => "The last side standing wins.".into(),
        Mode::Flag => "Bring the enemy's flag to the place of your own, or be the last side standing.".into(),
        Mode::Escort => "Bring your leader (name in gold) to a marked square. Who loses it loses.".into(),
    }
}

/// What is told about when the hill is counted.
pub(super) const COUNTINGS: [(Counting, &str, &str); 3] = [
    (Counting::Round, "Each round", "A point after both sides have moved: the fairest"),
    (Counting::Turn, "Each turn", "A point at the end of each own turn: favours who moves first"),
    (Counting::Held, "If held", "A point at the beginning of the own turn: the hill is held through the enemy's turn"),
];

impl SetupButton for TacticsButton {
    type Setup = TacticsSetup;

    fn press(&self, setup: &mut TacticsSetup) {
        let rules = &mut setup.game.rules;
        match self {
            Self::Player(side, kind) if is_alike(setup.seats[side.index()], *kind) => {}
            Self::Player(side, kind) => setup.seats[side.index()] = *kind,
            Self::Level(side, by) => {
                if let SeatKind::Computer(PlayerKind::Engine { level, .. }) = &mut setup.seats[side.index()] {
                    *level = level.saturating_add_signed(*by).clamp(1, MAX_LEVEL);
                }
            }
            Self::Style(side, wanted) => {
                if let SeatKind::Computer(PlayerKind::Engine { style, .. }) = &mut setup.seats[side.index()] {
                    *style = *wanted;
                }
            }
            Self::Count(side, by) => {
                let squad = &mut setup.game.squads[side.index()];
                let count = squad.len().saturating_add_signed(isize::from(*by)).clamp(1, MAX_SQUAD);
                // Who comes is like the last one there.
                if let Some(last) = squad.last().cloned() {
                    squad.resize(count, last);
                }
                let slot = &mut setup.picked[side.index()];
                *slot = (*slot).min(count - 1);
            }
            Self::Slot(side, slot) => setup.picked[side.index()] = *slot,
            Self::Class(side, class) => {
                let (squad, slot) = (&mut setup.game.squads[side.index()], &mut setup.picked[side.index()]);
                if let Some(member) = squad.get_mut(*slot) {
                    *member = class.clone();
                    // A squad is put together by as many clicks as it has characters.
                    *slot = (*slot + 1) % squad.len();
                }
            }
            Self::First(side) => setup.game.first = *side,
            Self::Swap => setup.seats.swap(0, 1),
            Self::Mode(mode) => (rules.mode, rules.rests) = (*mode, Rules::of(*mode).rests),
            Self::Board(level) => setup.game.level = TacticsLevel::clone(level),
            Self::Obstacles(share) => setup.game.obstacles = *share,
            Self::Roll => setup.game.seed = fresh_seed(),
            Self::Points(points) => rules.points = *points,
            Self::Counting(counting) => rules.counting = *counting,
            Self::HeadStart(points) => rules.head_start = *points,
            Self::Rests(rests) => rules.rests = *rests,
            Self::Zone => rules.zone_of_control = !rules.zone_of_control,
            Self::Waiting => rules.waiting = !rules.waiting,
            Self::Tempo(tempo) => setup.tempo = *tempo,
            Self::Clock(change) => change.press(&mut setup.clock),
        }
    }

    fn is_chosen(&self, setup: &TacticsSetup) -> bool {
        let (battle, rules) = (&setup.game, &setup.game.rules);
        match self {
            Self::Player(side, kind) => is_alike(setup.seats[side.index()], *kind),
            Self::Style(side, wanted) => matches!(
                setup.seats[side.index()], SeatKind::Computer(PlayerKind::Engine { style, .. }) if style == *wanted
            ),
            Self::Slot(side, slot) => setup.picked[side.index()] == *slot,
            Self::Class(side, class) => battle.squads[side.index()].get(setup.picked[side.index()]) == Some(class),
            Self::First(side) => battle.first == *side,
            Self::Mode(mode) => rules.mode == *mode,
            Self::Board(level) => battle.level == **level,
            Self::Obstacles(share) => battle.obstacles == *share,
            Self::Points(points) => rules.points == *points,
            Self::Counting(counting) => rules.counting == *counting,
            Self::HeadStart(points) => rules.head_start == *points,
            Self::Rests(rests) => rules.rests == *rests,
            Self::Zone => rules.zone_of_control,
            Self::Waiting => rules.waiting,
            Self::Tempo(tempo) => setup.tempo == *tempo,
            Self::Clock(change) => change.is_chosen(setup.clock),
            Self::Level(..) | Self::Count(..) | Self::Swap | Self::Roll => false,
        }
    }

    fn works(&self, setup: &TacticsSetup) -> bool {
        match self {
            Self::Count(side, by) => {
                let count = setup.game.squads[side.index()].len();
                if *by < 0 { count > 1 } else { count < MAX_SQUAD }
            }
            Self::Roll => setup.game.obstacles > 0,
            Self::Clock(change) => change.works(setup.clock),
            _ => true,
        }
    }
}
