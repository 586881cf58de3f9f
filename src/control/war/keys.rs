//! The keys of a skirmish. The sandbox has others; a match brings its own table along.

use crate::control::bindings::{Action, add_mouse_and_groups, default_bindings};
use crate::sim::{MatchSetup, Mode, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// The keys of commands and of everything else that is a word and not a letter of the card.
pub const KEYS: [(Action, KeyCode); 33] = [
    (Action::MoveTo, KeyCode::KeyM),
    (Action::Stop, KeyCode::KeyS),
    (Action::Hold, KeyCode::KeyH),
    (Action::AttackMove, KeyCode::KeyA),
    (Action::Patrol, KeyCode::KeyP),
    (Action::Guard, KeyCode::KeyG),
    (Action::FormationMove, KeyCode::KeyF),
    (Action::CancelLast, KeyCode::KeyZ),
    (Action::BuildMenu, KeyCode::KeyB),
    (Action::Repair, KeyCode::KeyR),
    (Action::Gather, KeyCode::KeyE),
    (Action::ReturnCargo, KeyCode::KeyC),
    (Action::NextStance, KeyCode::KeyV),
    (Action::Rally, KeyCode::KeyY),
    (Action::HoldWork, KeyCode::KeyX),
    (Action::RepeatWork, KeyCode::KeyV),
    (Action::Demolish, KeyCode::Delete),
    (Action::IdleWorker, KeyCode::F1),
    (Action::SelectArmy, KeyCode::F2),
    (Action::Cycle, KeyCode::Tab),
    (Action::JumpToAlert, KeyCode::Space),
    (Action::Centre, KeyCode::Home),
    (Action::Centre, KeyCode::Numpad5),
    (Action::Pause, KeyCode::Pause),
    (Action::Pause, KeyCode::F3),
    (Action::Faster, KeyCode::Equal),
    (Action::Faster, KeyCode::NumpadAdd),
    (Action::Slower, KeyCode::Minus),
    (Action::Slower, KeyCode::NumpadSubtract),
    (Action::Cancel, KeyCode::Escape),
    (Action::Menu, KeyCode::F10),
    (Action::FullScreen, KeyCode::F11),
    (Action::CancelLast, KeyCode::Backspace),
];

/// The keys of the letters, from A on.
const LETTERS: [KeyCode; 26] = [
    KeyCode::KeyA,
    KeyCode::KeyB,
    KeyCode::KeyC,
    KeyCode::KeyD,
    KeyCode::KeyE,
    KeyCode::KeyF,
    KeyCode::KeyG,
    KeyCode::KeyH,
    KeyCode::KeyI,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    KeyCode::KeyM,
    KeyCode::KeyN,
    KeyCode::KeyO,
    KeyCode::KeyP,
    KeyCode::KeyQ,
    KeyCode::KeyR,
    KeyCode::KeyS,
    KeyCode::KeyT,
    KeyCode::KeyU,
    KeyCode::KeyV,
    KeyCode::KeyW,
    KeyCode::KeyX,
    KeyCode::KeyY,
    KeyCode::KeyZ,
];

/// The keys of the four bookmarks of the view.
const BOOKMARKS: [KeyCode; 4] = [KeyCode::F5, KeyCode::F6, KeyCode::F7, KeyCode::F8];

/// The bindings that a skirmish starts with. A letter of the card and a command may share a key: the card has one of them
/// at a time.
#[must_use]
pub fn war_bindings() -> InputMap<Action> {
    let mut map = InputMap::new(KEYS);
    add_mouse_and_groups(&mut map);
    for (letter, key) in (0u8..).zip(LETTERS) {
        map.insert(Action::Letter(letter), key);
    }
    for (number, key) in (0u8..).zip(BOOKMARKS) {
        map.insert(Action::Bookmark(number), key)
            .insert(Action::SetBookmark(number), ButtonlikeChord::modified(ModifierKey::Control, key));
    }
    map
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), take_table).add_systems(OnExit(Screen::Match), give_table_back);
}

fn take_table(setup: Option<Res<MatchSetup>>, mode: Option<Res<State<Mode>>>, mut map: Single<&mut InputMap<Action>>) {
    let is_rts = mode.is_some_and(|mode| *mode.get() == Mode::Rts);
    let is_war = is_rts && setup.is_some_and(|setup| setup.war.is_some());
    **map = if is_war { war_bindings() } else { default_bindings() };
}

fn give_table_back(mut map: Single<&mut InputMap<Action>>) {
    **map = default_bindings();
}
