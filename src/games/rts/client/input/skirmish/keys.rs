//! The keys of a skirmish. The sandbox has others; a match brings its own table along.

use super::command_kind::CommandKind;
use crate::client::input::bindings::{self, Action};
use crate::games::rts::client::input::bindings::{RtsAction, add_mouse_and_groups, default_bindings};
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
    pub action: RtsAction,
    pub key: KeyCode,
    pub title: &'static str,
    pub realm: Realm,
}

const fn always(action: RtsAction, key: KeyCode, title: &'static str) -> Binding {
    Binding { action, key, title, realm: Realm::Always }
}

const fn units(action: RtsAction, key: KeyCode, title: &'static str) -> Binding {
    Binding { action, key, title, realm: Realm::Units }
}

const fn command(kind: CommandKind) -> Binding {
    let info = kind.info();
    match info.key {
        Some((action, key, realm)) => Binding { action, key, title: info.title, realm },
        None => panic!("a command without a key"),
    }
}

/// The keys that players can change, in the order in which they are listed.
pub const KEYS: [Binding; 38] = [
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
    units(RtsAction::LookInto, KeyCode::KeyJ, "Look into its thinking"),
    units(RtsAction::LookIntoAll, KeyCode::KeyU, "Look into that of all"),
    command(CommandKind::Rally),
    command(CommandKind::HoldWork(true)),
    command(CommandKind::RepeatWork(true)),
    command(CommandKind::Demolish),
    always(RtsAction::IdleWorker, KeyCode::F1, "Idle worker"),
    always(RtsAction::SelectArmy, KeyCode::F2, "Whole army"),
    always(RtsAction::Cycle, KeyCode::Tab, "Next kind"),
    always(RtsAction::JumpToAlert, KeyCode::Space, "Last alert"),
    always(RtsAction::Centre, KeyCode::Home, "Look at the selection"),
    always(RtsAction::Follow, KeyCode::End, "Follow the action"),
    always(RtsAction::ShowThoughts, KeyCode::Backquote, "Thoughts of programs"),
    always(RtsAction::Bookmark(0), KeyCode::F5, "View 1 (Ctrl saves it)"),
    always(RtsAction::Bookmark(1), KeyCode::F6, "View 2"),
    always(RtsAction::Bookmark(2), KeyCode::F7, "View 3"),
    always(RtsAction::Bookmark(3), KeyCode::F8, "View 4"),
    always(RtsAction::CallHelp, KeyCode::F4, "To allies: help"),
    always(RtsAction::CallAttack, KeyCode::F9, "To allies: attack"),
    always(RtsAction::ClaimMine, KeyCode::F12, "To allies: my mine"),
    always(RtsAction::GiveUpBase, KeyCode::Insert, "To allies: given up"),
    always(RtsAction::Shared(Action::Pause), KeyCode::F3, "Pause"),
    always(RtsAction::Shared(Action::Faster), KeyCode::Equal, "Faster"),
    always(RtsAction::Shared(Action::Slower), KeyCode::Minus, "Slower"),
    always(RtsAction::Shared(Action::FullScreen), KeyCode::F11, "Full screen"),
];

/// Keys that stay what they are, so that nobody can lock themselves out, and second keys of some commands.
pub(crate) const FIXED: [(RtsAction, KeyCode); 9] = [
    (RtsAction::Shared(Action::Cancel), KeyCode::Escape),
    (RtsAction::Shared(Action::Menu), KeyCode::F10),
    (RtsAction::Centre, KeyCode::Numpad5),
    (RtsAction::Shared(Action::Pause), KeyCode::Pause),
    (RtsAction::Shared(Action::Faster), KeyCode::NumpadAdd),
    (RtsAction::Shared(Action::Slower), KeyCode::NumpadSubtract),
    (RtsAction::CancelLast, KeyCode::Backspace),
    (RtsAction::Chat, KeyCode::Enter),
    (RtsAction::Chat, KeyCode::NumpadEnter),
];

#[rustfmt::skip]
pub(super) const LETTERS: [KeyCode; 26] = {
    use KeyCode::*;
    [
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO, KeyP, KeyQ, KeyR, KeyS,
        KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ,
    ]
};

/// The bindings of a skirmish with the keys that the player has chosen, those that all games share and its own. A letter
/// of the card and a command may share a key: the card has one of them at a time.
pub fn skirmish_bindings(keys: &KeyBindings) -> (InputMap<Action>, InputMap<RtsAction>) {
    let (mut shared, mut own) = (InputMap::default(), InputMap::default());
    add_mouse_and_groups(&mut own);
    for (action, key) in FIXED.into_iter().chain(KEYS.map(|binding| (binding.action, keys.key(binding.action)))) {
        match action {
            RtsAction::Shared(action) => drop(shared.insert(action, key)),
            action => drop(own.insert(action, key)),
        }
        if let RtsAction::Bookmark(number) = action {
            own.insert(RtsAction::SetBookmark(number), ButtonlikeChord::modified(ModifierKey::Control, key));
        }
    }
    own.insert_multiple((0u8..).zip(LETTERS).map(|(letter, key)| (RtsAction::Letter(letter), key)));
    (shared, own)
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
    mut shared: Single<&mut InputMap<Action>>,
    mut own: Single<&mut InputMap<RtsAction>>,
) {
    let is_rts = mode.is_some_and(|mode| *mode.get() == Mode::RTS);
    let is_skirmish = is_rts && setup.is_some_and(|setup| setup.skirmish.is_some());
    (**shared, **own) =
        if is_skirmish { skirmish_bindings(&keys) } else { (bindings::default_bindings(), default_bindings()) };
}

fn give_table_back(mut shared: Single<&mut InputMap<Action>>, mut own: Single<&mut InputMap<RtsAction>>) {
    (**shared, **own) = (bindings::default_bindings(), default_bindings());
}
