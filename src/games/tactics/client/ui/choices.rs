//! What the buttons of Tactics' set-up and of its simulation stand for, and what each changes.

use crate::client::kit::chance::fresh_seed;
use crate::games::tactics::class::Class;
use crate::games::tactics::engine::MAX_LEVEL;
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::plugin::{SeatKind, TacticsSetup, Tempo};
use crate::games::tactics::rules::{Counting, Rules};
use crate::games::tactics::scene::MAX_SQUAD;
use crate::games::tactics::{Mode, Side};
use bevy::prelude::*;
use std::sync::Arc;

/// Sorts of players that a side can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Human,
    Engine,
    /// The source's opponent.
    Seed,
    Random,
}

impl Sort {
    /// Those of a match, with a word and a sentence.
    pub(super) const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Human, "Human", "A person at this window; two of them take turns at it"),
        (Self::Engine, "Engine", "The strongest program: five levels, three personalities"),
        (Self::Seed, "Original", "The opponent of the game that this one grew from: careful, but passive"),
        (Self::Random, "Random", "Anything that the rules allow"),
    ];

    /// Those of a simulation: no people.
    pub(super) const PROGRAMS: [(Self, &'static str, &'static str); 3] = [Self::ALL[1], Self::ALL[2], Self::ALL[3]];

    pub(super) const fn of(kind: SeatKind) -> Self {
        match kind {
            SeatKind::Human => Self::Human,
            SeatKind::Computer(PlayerKind::Engine { .. }) => Self::Engine,
            SeatKind::Computer(PlayerKind::Source) => Self::Seed,
            SeatKind::Computer(PlayerKind::Random) => Self::Random,
        }
    }
}

/// What a button changes.
#[derive(Component, Debug, Clone, PartialEq)]
pub enum TacticsButton {
    Sort(Side, Sort),
    /// A stronger or weaker engine.
    Level(Side, i8),
    /// Another personality of the engine.
    Style(Side, Style),
    /// One character more or less.
    Count(Side, i8),
    /// The character of a side that gets the next class.
    Slot(Side, usize),
    /// The class of the character that is picked.
    Class(Side, Class),
    First(Side),
    /// The sides change their players.
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
    /// How fast actions are shown.
    Tempo(Tempo),
}

/// The character of each side whose class is chosen next.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Picked(pub [usize; 2]);

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

/// Changes the set-up as a button says.
pub(super) fn change(setup: &mut TacticsSetup, picked: &mut Picked, action: &TacticsButton) {
    let rules = &mut setup.game.rules;
    match action {
        TacticsButton::Sort(side, sort) if Sort::of(setup.seats[side.index()]) != *sort => {
            setup.seats[side.index()] = match sort {
                Sort::Human => SeatKind::Human,
                Sort::Engine => SeatKind::Computer(PlayerKind::engine(3)),
                Sort::Seed => SeatKind::Computer(PlayerKind::Source),
                Sort::Random => SeatKind::Computer(PlayerKind::Random),
            };
        }
        TacticsButton::Sort(..) => {}
        TacticsButton::Level(side, by) => {
            if let SeatKind::Computer(PlayerKind::Engine { level, .. }) = &mut setup.seats[side.index()] {
                *level = level.saturating_add_signed(*by).clamp(1, MAX_LEVEL);
            }
        }
        TacticsButton::Style(side, wanted) => {
            if let SeatKind::Computer(PlayerKind::Engine { style, .. }) = &mut setup.seats[side.index()] {
                *style = *wanted;
            }
        }
        TacticsButton::Count(side, by) => {
            let squad = &mut setup.game.squads[side.index()];
            let count = squad.len().saturating_add_signed(isize::from(*by)).clamp(1, MAX_SQUAD);
            // Who comes is like the last one there.
            if let Some(last) = squad.last().cloned() {
                squad.resize(count, last);
            }
            let slot = &mut picked.0[side.index()];
            *slot = (*slot).min(count - 1);
        }
        TacticsButton::Slot(side, slot) => picked.0[side.index()] = *slot,
        TacticsButton::Class(side, class) => {
            let (squad, slot) = (&mut setup.game.squads[side.index()], &mut picked.0[side.index()]);
            if let Some(member) = squad.get_mut(*slot) {
                *member = class.clone();
                // A squad is put together by as many clicks as it has characters.
                *slot = (*slot + 1) % squad.len();
            }
        }
        TacticsButton::First(side) => setup.game.first = *side,
        TacticsButton::Swap => setup.seats.swap(0, 1),
        TacticsButton::Mode(mode) => (rules.mode, rules.rests) = (*mode, Rules::of(*mode).rests),
        TacticsButton::Board(level) => setup.game.level = TacticsLevel::clone(level),
        TacticsButton::Obstacles(share) => setup.game.obstacles = *share,
        TacticsButton::Roll => setup.game.seed = fresh_seed(),
        TacticsButton::Points(points) => rules.points = *points,
        TacticsButton::Counting(counting) => rules.counting = *counting,
        TacticsButton::HeadStart(points) => rules.head_start = *points,
        TacticsButton::Rests(rests) => rules.rests = *rests,
        TacticsButton::Zone => rules.zone_of_control = !rules.zone_of_control,
        TacticsButton::Waiting => rules.waiting = !rules.waiting,
        TacticsButton::Tempo(tempo) => setup.tempo = *tempo,
    }
}

/// Whether the set-up is what a button chooses.
pub(super) fn is_chosen(setup: &TacticsSetup, picked: &Picked, action: &TacticsButton) -> bool {
    let (battle, rules) = (&setup.game, &setup.game.rules);
    match action {
        TacticsButton::Sort(side, sort) => Sort::of(setup.seats[side.index()]) == *sort,
        TacticsButton::Style(side, wanted) => matches!(
            setup.seats[side.index()], SeatKind::Computer(PlayerKind::Engine { style, .. }) if style == *wanted
        ),
        TacticsButton::Slot(side, slot) => picked.0[side.index()] == *slot,
        TacticsButton::Class(side, class) => battle.squads[side.index()].get(picked.0[side.index()]) == Some(class),
        TacticsButton::First(side) => battle.first == *side,
        TacticsButton::Mode(mode) => rules.mode == *mode,
        TacticsButton::Board(level) => battle.level == **level,
        TacticsButton::Obstacles(share) => battle.obstacles == *share,
        TacticsButton::Points(points) => rules.points == *points,
        TacticsButton::Counting(counting) => rules.counting == *counting,
        TacticsButton::HeadStart(points) => rules.head_start == *points,
        TacticsButton::Rests(rests) => rules.rests == *rests,
        TacticsButton::Zone => rules.zone_of_control,
        TacticsButton::Waiting => rules.waiting,
        TacticsButton::Tempo(tempo) => setup.tempo == *tempo,
        TacticsButton::Level(..) | TacticsButton::Count(..) | TacticsButton::Swap | TacticsButton::Roll => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::class::Classes;

    fn class(side: Side, name: &str) -> TacticsButton {
        TacticsButton::Class(side, Classes::built_in().by_name(name).expect("a class").clone())
    }

    fn press(setup: &mut TacticsSetup, picked: &mut Picked, buttons: &[TacticsButton]) {
        buttons.iter().for_each(|button| change(setup, picked, button));
    }

    #[test]
    fn a_squad_is_put_together_by_one_click_a_character() {
        let (mut setup, mut picked) = (TacticsSetup::default(), Picked::default());
        press(&mut setup, &mut picked, &["archer", "rider", "healer"].map(|name| class(Side::B, name)));
        let names: Vec<&str> = setup.game.squads[1].iter().map(|class| class.name.as_str()).collect();
        assert_eq!((names, picked.0), (vec!["archer", "rider", "healer"], [0, 0]));
        assert!(setup.game.squads[0].iter().all(|class| class.name == "soldier"), "the other side stays");
        assert!(is_chosen(&setup, &picked, &class(Side::B, "archer")), "the first one is picked again");
        press(&mut setup, &mut picked, &[TacticsButton::Slot(Side::B, 1), class(Side::B, "soldier")]);
        assert_eq!((setup.game.squads[1][1].name.as_str(), picked.0[1]), ("soldier", 2));
    }

    #[test]
    fn sides_have_one_to_six_characters_whatever_is_pressed() {
        let (mut setup, mut picked) = (TacticsSetup::default(), Picked([2, 0]));
        press(&mut setup, &mut picked, &[const { TacticsButton::Count(Side::A, -1) }; 9]);
        assert_eq!((setup.game.squads[0].len(), picked.0[0], setup.problem()), (1, 0, None));
        press(&mut setup, &mut picked, &[const { TacticsButton::Count(Side::A, 1) }; 9]);
        assert_eq!((setup.game.squads[0].len(), setup.game.squads[1].len()), (MAX_SQUAD, 3));
        assert_eq!(setup.problem(), None);
    }

    #[test]
    fn engines_stay_within_their_levels_and_keep_their_style() {
        let (mut setup, mut picked) = (TacticsSetup::default(), Picked::default());
        press(&mut setup, &mut picked, &[TacticsButton::Style(Side::B, Style::Bold)]);
        press(&mut setup, &mut picked, &[const { TacticsButton::Level(Side::B, 1) }; 9]);
        assert_eq!(setup.seats[1].name(), "engine:5,style=bold");
        press(&mut setup, &mut picked, &[const { TacticsButton::Level(Side::B, -1) }; 9]);
        assert_eq!(setup.seats[1].name(), "engine:1,style=bold");
        press(&mut setup, &mut picked, &[TacticsButton::Sort(Side::B, Sort::Engine)]);
        assert_eq!(setup.seats[1].name(), "engine:1,style=bold", "the sort that it is already");
        press(&mut setup, &mut picked, &[TacticsButton::Swap, TacticsButton::Sort(Side::B, Sort::Seed)]);
        assert_eq!(setup.seats.map(SeatKind::name), ["engine:1,style=bold", "seed"]);
    }
}
