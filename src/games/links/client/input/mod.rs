//! Keys and mouse of Links: a cursor on the board, pegs, taking back, draws, resigning.
//!
//! Keys, mouse and the buttons of the HUD write the same [`Press`](bindings::Press)es, so that whatever a key can do a click
//! can do.
//!
//! | file | subject |
//! |---|---|
//! | `act` | presses become orders; the keys of a replay |
//! | `intent` | cursor, guide lines, a resignation that is not confirmed |
//! | `saving` | the folder of saves, a save without a name |

mod act;
mod intent;
mod saving;

use crate::client::input::ControlSystems;
use crate::client::input::bindings::{self, Verb};
use crate::client::input::escape::Escape;
use crate::client::stage::{MenuOpen, TreeOpen, no_tree, turn_tree};
use crate::games::links::plugin::{Advice, LinksControl, TableBegins};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

pub use act::ReplayControls;
pub use intent::Intent;
pub(crate) use saving::EXTENSION;
pub use saving::{Keeper, SaveFolder};

/// What the keys of Links do.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinksAction {
    /// Place a peg under the mouse.
    Click,
    /// The same from the keyboard.
    Confirm,
    Up,
    Down,
    /// The cursor goes left; in a replay a move back.
    Left,
    /// The cursor goes right; in a replay a move on.
    Right,
    First,
    Last,
    TakeBack,
    Redo,
    /// The first peg is taken over.
    Swap,
    /// A draw is offered, or agreed to.
    Draw,
    /// The first press asks, the second one resigns.
    Resign,
    Hint,
    /// The lines from the corners are shown.
    Guides,
    Tempo,
    Skip,
    Save,
    /// The tree of the last search is looked at.
    Tree,
    /// A replay goes on by itself, or no longer.
    Play,
}

impl Verb for LinksAction {}

const KEYS: [(LinksAction, KeyCode); 24] = [
    (LinksAction::Confirm, KeyCode::Enter),
    (LinksAction::Confirm, KeyCode::NumpadEnter),
    (LinksAction::Up, KeyCode::ArrowUp),
    (LinksAction::Down, KeyCode::ArrowDown),
    (LinksAction::Left, KeyCode::ArrowLeft),
    (LinksAction::Right, KeyCode::ArrowRight),
    (LinksAction::First, KeyCode::Home),
    (LinksAction::Last, KeyCode::End),
    (LinksAction::TakeBack, KeyCode::KeyU),
    (LinksAction::TakeBack, KeyCode::Backspace),
    (LinksAction::TakeBack, KeyCode::F6),
    (LinksAction::Redo, KeyCode::KeyY),
    (LinksAction::Swap, KeyCode::KeyS),
    (LinksAction::Draw, KeyCode::KeyD),
    (LinksAction::Resign, KeyCode::KeyR),
    (LinksAction::Hint, KeyCode::KeyH),
    // A replay has no such lines to switch.
    (LinksAction::Guides, KeyCode::KeyG),
    (LinksAction::Play, KeyCode::KeyG),
    (LinksAction::Tempo, KeyCode::KeyP),
    (LinksAction::Skip, KeyCode::KeyF),
    (LinksAction::Save, KeyCode::F5),
    (LinksAction::Tree, KeyCode::KeyT),
    (LinksAction::Up, KeyCode::PageUp),
    (LinksAction::Down, KeyCode::PageDown),
];

/// The keys and buttons of a match.
pub fn default_bindings() -> InputMap<LinksAction> {
    let mut map = InputMap::new(KEYS);
    map.insert(LinksAction::Click, MouseButton::Left)
        .insert(LinksAction::TakeBack, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyZ))
        .insert(LinksAction::Redo, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::KeyU))
        .insert(LinksAction::Save, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyS));
    map
}

pub fn plugin(app: &mut App) {
    app.add_plugins(bindings::add::<LinksAction>)
        .init_resource::<Intent>()
        .init_resource::<SaveFolder>()
        .add_systems(Update, leave.in_set(ControlSystems::Act))
        .add_systems(OnEnter(Screen::Match), begin.after(TableBegins).run_if(in_state(Mode::LINKS)))
        .add_systems(
            Update,
            (
                intent::follow_mouse.in_set(ControlSystems::Look),
                (act::act, act::seek).chain().run_if(no_tree).in_set(ControlSystems::Act),
                browse.in_set(ControlSystems::Act),
            )
                .run_if(in_state(Mode::LINKS)),
        );
}

fn begin(mut intent: ResMut<Intent>, mut commands: Commands) {
    *intent = Intent { guides: intent.guides, ..Intent::default() };
    commands.spawn((Name::new("Links input"), default_bindings(), DespawnOnExit(Screen::Match)));
}

/// The tree of the last search is opened and closed.
fn browse(
    mut presses: MessageReader<bindings::Press<LinksAction>>,
    menu: Option<Res<MenuOpen>>,
    mut tree: ResMut<TreeOpen>,
) {
    for _ in presses.read().filter(|press| press.0 == LinksAction::Tree) {
        turn_tree(&mut tree, menu.as_deref());
    }
}

/// ESC leaves a resignation that is not confirmed, then the hint.
fn leave(
    mut escape: Escape,
    mut intent: ResMut<Intent>,
    advice: Option<Single<&Advice>>,
    mut controls: MessageWriter<LinksControl>,
) {
    escape.listen(Some(Mode::LINKS), || {
        if intent.resigns {
            intent.resigns = false;
            return true;
        }
        let is_advised = advice.as_ref().is_some_and(|advice| advice.hint().is_some() || advice.is_thinking());
        if is_advised {
            controls.write(LinksControl::DismissHint);
        }
        is_advised
    });
}
