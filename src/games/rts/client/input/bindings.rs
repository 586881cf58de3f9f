//! What keys, buttons and the wheel mean in the real-time game. Those of skirmishes are in [`super::skirmish::keys`].

use crate::client::input::bindings::{Action, Verb, add};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use std::fmt;

/// Everything that a player can do with a key, a button or the wheel.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RtsAction {
    /// What is bound for all games.
    Shared(Action),
    Primary,
    /// Select in addition.
    PrimaryAdd,
    PrimaryRemove,
    /// The other use of the tool: order, erase, remove.
    Secondary,
    SecondaryQueue,
    Grab,
    #[actionlike(Axis)]
    Zoom,
    #[actionlike(DualAxis)]
    Scroll,
    Centre,
    /// Who only watches: the view follows the action, or no longer.
    Follow,
    Stop,
    /// The selected units stand and make way for nobody.
    Hold,
    /// Groups keep their layout when they are sent somewhere, or no longer.
    Formation,
    SelectAll,
    Cycle,
    Group(u8),
    SetGroup(u8),
    AddGroup(u8),
    ToolCommand,
    ToolEdit,
    ToolUnits,
    BrushSmaller,
    BrushLarger,
    Undo,
    Redo,
    Save,
    NextSide,
    ShowRoutes,
    ShowReservations,
    ShowDistances,
    ShowOccupancy,
    ShowWaits,
    ShowRanks,
    ShowRegions,
    /// Who only watches: what a program thinks, or no longer.
    ShowThoughts,
    LayerEarlier,
    LayerLater,
    /// The search of the selected unit is looked into in the lab.
    LookInto,
    /// A plan for all units like it is.
    LookIntoAll,
    /// In a skirmish: the next click says where, or whom. So do the others that are about a place or somebody.
    MoveTo,
    AttackMove,
    Patrol,
    Guard,
    FormationMove,
    Gather,
    ReturnCargo,
    Repair,
    BuildMenu,
    CancelLast,
    NextStance,
    Rally,
    HoldWork,
    RepeatWork,
    Demolish,
    /// The thing of the card with this letter, 0 for A: something that is built, trained or researched.
    Letter(u8),
    IdleWorker,
    SelectArmy,
    JumpToAlert,
    SetBookmark(u8),
    Bookmark(u8),
    /// Opens a line to say something.
    Chat,
    /// Signs to allies, where the mouse is.
    CallHelp,
    CallAttack,
    ClaimMine,
    GiveUpBase,
}

impl Verb for RtsAction {}

impl From<Action> for RtsAction {
    fn from(action: Action) -> Self {
        Self::Shared(action)
    }
}

/// Its name in the settings.
impl fmt::Display for RtsAction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Shared(action) => write!(f, "{action:?}"),
            own => write!(f, "{own:?}"),
        }
    }
}

/// Keys of the control groups 0 to 9.
const DIGITS: [KeyCode; 10] = {
    use KeyCode::*;
    [Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9]
};

/// Actions of one key, in the order of the help.
const KEYS: [(RtsAction, KeyCode); 30] = [
    (RtsAction::Centre, KeyCode::Home),
    (RtsAction::Follow, KeyCode::End),
    (RtsAction::Stop, KeyCode::KeyS),
    (RtsAction::Hold, KeyCode::KeyH),
    (RtsAction::Formation, KeyCode::KeyF),
    (RtsAction::SelectAll, KeyCode::KeyA),
    (RtsAction::Cycle, KeyCode::Tab),
    (RtsAction::ToolCommand, KeyCode::KeyQ),
    (RtsAction::ToolEdit, KeyCode::KeyW),
    (RtsAction::ToolUnits, KeyCode::KeyE),
    (RtsAction::BrushSmaller, KeyCode::BracketLeft),
    (RtsAction::BrushLarger, KeyCode::BracketRight),
    (RtsAction::NextSide, KeyCode::KeyN),
    (RtsAction::ShowRoutes, KeyCode::F1),
    (RtsAction::ShowReservations, KeyCode::F2),
    (RtsAction::ShowDistances, KeyCode::F3),
    (RtsAction::ShowOccupancy, KeyCode::F4),
    (RtsAction::ShowWaits, KeyCode::F8),
    (RtsAction::ShowRanks, KeyCode::F9),
    (RtsAction::ShowRegions, KeyCode::F12),
    (RtsAction::LayerEarlier, KeyCode::PageDown),
    (RtsAction::LayerLater, KeyCode::PageUp),
    (RtsAction::LookInto, KeyCode::KeyJ),
    (RtsAction::LookIntoAll, KeyCode::KeyU),
    (RtsAction::BrushSmaller, KeyCode::NumpadDivide),
    (RtsAction::BrushLarger, KeyCode::NumpadMultiply),
    (RtsAction::Centre, KeyCode::Numpad5),
    (RtsAction::Save, KeyCode::F5),
    (RtsAction::Undo, KeyCode::F6),
    (RtsAction::Redo, KeyCode::F7),
];

pub fn default_bindings() -> InputMap<RtsAction> {
    let mut map = InputMap::new(KEYS);
    add_mouse_and_groups(&mut map);
    map.insert(RtsAction::Undo, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyZ))
        .insert(RtsAction::Redo, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyY))
        .insert(RtsAction::Save, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyS));
    map
}

/// What is the same in every match of the real-time game.
pub(crate) fn add_mouse_and_groups(map: &mut InputMap<RtsAction>) {
    map.insert(RtsAction::Primary, MouseButton::Left)
        .insert(RtsAction::PrimaryAdd, ButtonlikeChord::modified(ModifierKey::Shift, MouseButton::Left))
        .insert(RtsAction::PrimaryRemove, ButtonlikeChord::modified(ModifierKey::Control, MouseButton::Left))
        .insert(RtsAction::Secondary, MouseButton::Right)
        .insert(RtsAction::SecondaryQueue, ButtonlikeChord::modified(ModifierKey::Shift, MouseButton::Right))
        .insert(RtsAction::Grab, MouseButton::Middle)
        .insert_axis(RtsAction::Zoom, MouseScrollAxis::Y)
        .insert_dual_axis(RtsAction::Scroll, VirtualDPad::arrow_keys());
    for (number, key) in (0u8..).zip(DIGITS) {
        map.insert(RtsAction::Group(number), key)
            .insert(RtsAction::SetGroup(number), ButtonlikeChord::modified(ModifierKey::Control, key))
            .insert(RtsAction::AddGroup(number), ButtonlikeChord::modified(ModifierKey::Shift, key));
    }
}

pub(super) fn plugin(app: &mut App) {
    add::<RtsAction>(app);
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn((Name::new("Input of the real-time game"), default_bindings()));
    });
}
