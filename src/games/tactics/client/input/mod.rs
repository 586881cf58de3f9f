//! Keys and mouse of Tactics: a cursor on the board, a selected character, an action that is meant.
//!
//! Keys, mouse and the buttons of the HUD write the same [`Press`](bindings::Press)es, so that whatever a key can do a click
//! can do. What is being chosen is the [`Intent`]; the picture only reads it.

mod act;
mod intent;

use crate::client::input::ControlSystems;
use crate::client::input::bindings::{self, Verb};
use crate::client::input::escape::Escape;
use crate::games::tactics::plugin::{Advice, Control, TableBegins};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

pub use intent::{Aim, Intent};

/// What the keys of Tactics do.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TacticsAction {
    /// Select what is under the cursor, or act there.
    Click,
    /// The same from the keyboard.
    Confirm,
    /// Forget what was planned, then what was selected.
    Cancel,
    Up,
    Down,
    Left,
    Right,
    /// The next character that can act.
    Next,
    /// The next click only moves.
    MoveOnly,
    /// The next click only attacks or heals.
    AttackOnly,
    Wait,
    EndTurn,
    Undo,
    UndoTurn,
    Hint,
    /// What the enemy threatens is shown.
    Threats,
    /// Why the programs act as they do is shown.
    Reasons,
    /// Every action must be confirmed by a second click.
    Ask,
    Tempo,
    Skip,
    Save,
}

impl Verb for TacticsAction {}

/// Whoever looks on wants what is being shown to be over.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hurry;

const KEYS: [(TacticsAction, KeyCode); 22] = [
    (TacticsAction::Confirm, KeyCode::Enter),
    (TacticsAction::Confirm, KeyCode::NumpadEnter),
    (TacticsAction::Cancel, KeyCode::Backspace),
    (TacticsAction::Cancel, KeyCode::KeyX),
    (TacticsAction::Up, KeyCode::ArrowUp),
    (TacticsAction::Down, KeyCode::ArrowDown),
    (TacticsAction::Left, KeyCode::ArrowLeft),
    (TacticsAction::Right, KeyCode::ArrowRight),
    (TacticsAction::Next, KeyCode::Tab),
    (TacticsAction::MoveOnly, KeyCode::KeyM),
    (TacticsAction::AttackOnly, KeyCode::KeyA),
    (TacticsAction::Wait, KeyCode::KeyW),
    (TacticsAction::EndTurn, KeyCode::KeyE),
    (TacticsAction::Undo, KeyCode::KeyU),
    (TacticsAction::Undo, KeyCode::F6),
    (TacticsAction::Hint, KeyCode::KeyH),
    (TacticsAction::Threats, KeyCode::KeyT),
    (TacticsAction::Reasons, KeyCode::KeyR),
    (TacticsAction::Ask, KeyCode::KeyC),
    (TacticsAction::Tempo, KeyCode::KeyP),
    (TacticsAction::Skip, KeyCode::KeyF),
    (TacticsAction::Save, KeyCode::F5),
];

const BUTTONS: [(TacticsAction, MouseButton); 2] =
    [(TacticsAction::Click, MouseButton::Left), (TacticsAction::Cancel, MouseButton::Right)];

pub fn default_bindings() -> InputMap<TacticsAction> {
    let mut map = InputMap::new(KEYS);
    map.insert_multiple(BUTTONS)
        .insert(TacticsAction::Undo, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyZ))
        .insert(TacticsAction::UndoTurn, ButtonlikeChord::modified(ModifierKey::Shift, KeyCode::KeyU))
        .insert(TacticsAction::Save, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyS));
    map
}

pub fn plugin(app: &mut App) {
    app.add_plugins(bindings::add::<TacticsAction>)
        .init_resource::<Intent>()
        .add_message::<Hurry>()
        .add_systems(Update, leave.in_set(ControlSystems::Act))
        .add_systems(OnEnter(Screen::Match), begin.after(TableBegins).run_if(in_state(Mode::TACTICS)))
        .add_systems(
            Update,
            (
                (intent::follow_mouse, intent::keep).chain().in_set(ControlSystems::Look),
                (intent::mean, act::act, intent::mean).chain().in_set(ControlSystems::Act),
            )
                .run_if(in_state(Mode::TACTICS)),
        );
}

fn begin(mut intent: ResMut<Intent>, mut commands: Commands) {
    let kept = (intent.threats, intent.reasons, intent.asks);
    *intent = Intent { threats: kept.0, reasons: kept.1, asks: kept.2, ..Intent::default() };
    commands.spawn((Name::new("Tactics input"), default_bindings(), DespawnOnExit(Screen::Match)));
}

/// ESC leaves what is planned on the board, then the hint.
fn leave(
    mut escape: Escape,
    mut intent: ResMut<Intent>,
    advice: Option<Single<&Advice>>,
    mut controls: MessageWriter<Control>,
) {
    escape.listen(Some(Mode::TACTICS), || {
        if intent.leave() {
            return true;
        }
        let is_advised = advice.as_ref().is_some_and(|advice| advice.is_on());
        if is_advised {
            controls.write(Control::DismissHint);
        }
        is_advised
    });
}
