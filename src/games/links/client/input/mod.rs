//! Keys and mouse of Links: a cursor on the board, pegs, taking back, draws, resigning.
//!
//! Keys, mouse and the buttons of the HUD write the same [`Press`](bindings::Press)es, so that whatever a key can do a click
//! can do.
//!
//! | file | subject |
//! |---|---|
//! | `act` | presses become orders |
//! | `analysis` | the keys of the analysis |
//! | `intent` | cursor, guide lines, a resignation that is not confirmed |

mod act;
mod analysis;
mod intent;

use crate::client::input::ControlSystems;
use crate::client::input::bindings::{self, Verb};
use crate::client::input::escape::Escape;
use crate::client::kit::tree;
use crate::client::stage::no_tree;
use crate::games::links::client::settings::BoardSettings;
use crate::games::links::plugin::{Advice, Control, TableBegins};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

pub use analysis::{AnalysisAction, Overlays};
pub use intent::Intent;

/// What the keys of Links do.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinksAction {
    /// Place a peg under the mouse.
    Click,
    /// The same from the keyboard.
    Confirm,
    Up,
    Down,
    Left,
    Right,
    TakeBack,
    Redo,
    /// Every move of a person is taken back.
    First,
    /// All that was taken back is made again.
    Last,
    /// The first peg is taken over.
    Swap,
    /// A draw is offered, or agreed to.
    Draw,
    /// The first press asks, the second one resigns.
    Resign,
    Hint,
    /// The lines from the corners are shown.
    Guides,
    /// The names of columns and rows are shown.
    Coordinates,
    Tempo,
    Skip,
    Save,
    /// The tree of the last search is looked at.
    Tree,
}

impl Verb for LinksAction {}

const KEYS: [(LinksAction, KeyCode); 22] = [
    (LinksAction::Confirm, KeyCode::Enter),
    (LinksAction::Confirm, KeyCode::NumpadEnter),
    (LinksAction::Up, KeyCode::ArrowUp),
    (LinksAction::Down, KeyCode::ArrowDown),
    (LinksAction::Left, KeyCode::ArrowLeft),
    (LinksAction::Right, KeyCode::ArrowRight),
    (LinksAction::TakeBack, KeyCode::KeyU),
    (LinksAction::TakeBack, KeyCode::Backspace),
    (LinksAction::TakeBack, KeyCode::F6),
    (LinksAction::Redo, KeyCode::KeyY),
    (LinksAction::First, KeyCode::Home),
    (LinksAction::Last, KeyCode::End),
    (LinksAction::Swap, KeyCode::KeyS),
    (LinksAction::Draw, KeyCode::KeyD),
    (LinksAction::Resign, KeyCode::KeyR),
    (LinksAction::Hint, KeyCode::KeyH),
    (LinksAction::Guides, KeyCode::KeyG),
    (LinksAction::Coordinates, KeyCode::KeyL),
    (LinksAction::Tempo, KeyCode::KeyP),
    (LinksAction::Skip, KeyCode::KeyF),
    (LinksAction::Save, KeyCode::F5),
    (LinksAction::Tree, KeyCode::KeyT),
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
    app.add_plugins((bindings::add::<LinksAction>, analysis::plugin))
        .init_resource::<Intent>()
        .init_resource::<BoardSettings>()
        .add_systems(Update, leave.in_set(ControlSystems::Act))
        .add_systems(OnEnter(Screen::Match), begin.after(TableBegins).run_if(in_state(Mode::LINKS)))
        .add_systems(
            Update,
            (
                intent::follow_mouse.in_set(ControlSystems::Look),
                (act::act.run_if(no_tree), tree::key(LinksAction::Tree)).in_set(ControlSystems::Act),
            )
                .run_if(in_state(Mode::LINKS)),
        );
}

fn begin(mut intent: ResMut<Intent>, mut commands: Commands) {
    *intent = Intent { guides: intent.guides, ..Intent::default() };
    commands.spawn((Name::new("Links input"), default_bindings(), DespawnOnExit(Screen::Match)));
}

/// ESC leaves a resignation that is not confirmed, then the hint.
fn leave(
    mut escape: Escape,
    mut intent: ResMut<Intent>,
    advice: Option<Single<&Advice>>,
    mut controls: MessageWriter<Control>,
) {
    escape.listen(Some(Mode::LINKS), || {
        if intent.resigns {
            intent.resigns = false;
            return true;
        }
        let is_advised = advice.as_ref().is_some_and(|advice| advice.is_on());
        if is_advised {
            controls.write(Control::DismissHint);
        }
        is_advised
    });
}
