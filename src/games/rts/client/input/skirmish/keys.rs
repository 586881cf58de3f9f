//! The keys of a skirmish. The sandbox has others; a match brings its own table along.

use super::command_kind::CommandKind;
use crate::client::input::bindings::{Action, add_mouse_and_groups, default_bindings};
use crate::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::skirmish::Stance;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// Where a key means something: two commands may share one if they are never offered together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Realm {
    /// While units are selected.
    Units,
    Buildings,
    Always,
}

impl Realm {
    /// Whether the two can be meant by one press.
    pub fn meets(self, other: Self) -> bool {
        self == other || self == Self::Always || other == Self::Always
    }
}

/// A key that players can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    pub action: Action,
    pub key: KeyCode,
    pub title: &'static str,
    pub(crate) realm: Realm,
}

const fn always(action: Action, key: KeyCode, title: &'static str) -> Binding {
    Binding { action, key, title, realm: Realm::Always }
}

const fn command(kind: CommandKind) -> Binding {
    let info = kind.info();
    match info.key {
        Some((action, key, realm)) => Binding { action, key, title: info.title, realm },
        None => panic!("a command without a key"),
    }
}

/// The keys that players can change, in the order in which they are listed.
pub(crate) const KEYS: [Binding; 31] = [
    command(CommandKind::Move),
    Binding { title: "Attack, attack-move", ..command(CommandKind::AttackMove) },
    command(CommandKind::Stop),
    command(CommandKind::Hold),
    command(CommandKind::Patrol),
    command(CommandKind::Guard),
    command(CommandKind::FormationMove),
    Binding { title: "Next stance", ..command(CommandKind::Stance(Stance::Aggressive)) },
    command(CommandKind::BuildMenu),
    command(CommandKind::Repair),
    command(CommandKind::Gather),
    command(CommandKind::Return),
    command(CommandKind::CancelLast),
    command(CommandKind::Rally),
    command(CommandKind::HoldWork(true)),
    command(CommandKind::RepeatWork(true)),
    command(CommandKind::Demolish),
    always(Action::IdleWorker, KeyCode::F1, "Idle worker"),
    always(Action::SelectArmy, KeyCode::F2, "Whole army"),
    always(Action::Cycle, KeyCode::Tab, "Next kind"),
    always(Action::JumpToAlert, KeyCode::Space, "Last alert"),
    always(Action::Centre, KeyCode::Home, "Look at the selection"),
    always(Action::Follow, KeyCode::End, "Follow the action"),
    always(Action::Bookmark(0), KeyCode::F5, "View 1 (Ctrl saves it)"),
    always(Action::Bookmark(1), KeyCode::F6, "View 2"),
    always(Action::Bookmark(2), KeyCode::F7, "View 3"),
    always(Action::Bookmark(3), KeyCode::F8, "View 4"),
    always(Action::Pause, KeyCode::F3, "Pause"),
    always(Action::Faster, KeyCode::Equal, "Faster"),
    always(Action::Slower, KeyCode::Minus, "Slower"),
    always(Action::FullScreen, KeyCode::F11, "Full screen"),
];

/// Keys that stay what they are, so that nobody can lock themselves out, and second keys of some commands.
pub(crate) const FIXED: [(Action, KeyCode); 7] = [
    (Action::Cancel, KeyCode::Escape),
    (Action::Menu, KeyCode::F10),
    (Action::Centre, KeyCode::Numpad5),
    (Action::Pause, KeyCode::Pause),
    (Action::Faster, KeyCode::NumpadAdd),
    (Action::Slower, KeyCode::NumpadSubtract),
    (Action::CancelLast, KeyCode::Backspace),
];

/// The keys of the letters, from A on.
#[rustfmt::skip]
pub(super) const LETTERS: [KeyCode; 26] = {
    use KeyCode::*;
    [
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO, KeyP, KeyQ, KeyR, KeyS,
        KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ,
    ]
};

/// The bindings of a skirmish with the keys that the player has chosen. A letter of the card and a command may share a
/// key: the card has one of them at a time.
pub fn skirmish_bindings(keys: &KeyBindings) -> InputMap<Action> {
    let mut map = InputMap::new(FIXED);
    add_mouse_and_groups(&mut map);
    for Binding { action, .. } in KEYS {
        let key = keys.key(action);
        map.insert(action, key);
        if let Action::Bookmark(number) = action {
            map.insert(Action::SetBookmark(number), ButtonlikeChord::modified(ModifierKey::Control, key));
        }
    }
    for (letter, key) in (0u8..).zip(LETTERS) {
        map.insert(Action::Letter(letter), key);
    }
    map
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), take_table)
        .add_systems(Update, take_table.run_if(in_state(Screen::Match).and_then(resource_changed::<KeyBindings>)))
        .add_systems(OnExit(Screen::Match), give_table_back);
}

fn take_table(
    setup: Option<Res<MatchSetup>>,
    mode: Option<Res<State<Mode>>>,
    keys: Res<KeyBindings>,
    mut map: Single<&mut InputMap<Action>>,
) {
    let is_rts = mode.is_some_and(|mode| *mode.get() == Mode::RTS);
    let is_skirmish = is_rts && setup.is_some_and(|setup| setup.skirmish.is_some());
    **map = if is_skirmish { skirmish_bindings(&keys) } else { default_bindings() };
}

fn give_table_back(mut map: Single<&mut InputMap<Action>>) {
    **map = default_bindings();
}
