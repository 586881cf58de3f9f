//! Every key and button in one table, and the shield that keeps clicks on the HUD off the map.

use crate::client::input::ControlSystems;
use crate::client::input::buffer::BufferSystems;
use crate::shell::states::Screen;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::*;
use leafwing_input_manager::user_input::updating::EnabledInput;

/// Everything that a player can do with a key, a button or the wheel.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
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
    Pause,
    Faster,
    Slower,
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
    Menu,
    FullScreen,
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
    LayerEarlier,
    LayerLater,
    /// In a skirmish: the next click says where to walk.
    MoveTo,
    /// The next click says whom to attack, or where to go fighting.
    AttackMove,
    /// The next click says to where they go to and fro.
    Patrol,
    /// The next click says whom to protect.
    Guard,
    /// The next click says where to walk in the layout in which they stand.
    FormationMove,
    /// The next click says what to fetch.
    Gather,
    ReturnCargo,
    /// The next click says what to repair.
    Repair,
    BuildMenu,
    CancelLast,
    NextStance,
    /// The next click says where those who are trained go.
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
    Cancel,
}

/// An action was pressed, by key, button or HUD.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press(pub Action);

/// Keys of the control groups 0 to 9.
const DIGITS: [KeyCode; 10] = [
    KeyCode::Digit0,
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// Actions of one key, in the order of the help.
const KEYS: [(Action, KeyCode); 37] = [
    (Action::Centre, KeyCode::Home),
    (Action::Follow, KeyCode::End),
    (Action::Pause, KeyCode::Space),
    (Action::Faster, KeyCode::Equal),
    (Action::Faster, KeyCode::NumpadAdd),
    (Action::Slower, KeyCode::Minus),
    (Action::Slower, KeyCode::NumpadSubtract),
    (Action::Stop, KeyCode::KeyS),
    (Action::Hold, KeyCode::KeyH),
    (Action::Formation, KeyCode::KeyF),
    (Action::SelectAll, KeyCode::KeyA),
    (Action::Cycle, KeyCode::Tab),
    (Action::Cancel, KeyCode::Escape),
    (Action::Menu, KeyCode::F10),
    (Action::FullScreen, KeyCode::F11),
    (Action::ToolCommand, KeyCode::KeyQ),
    (Action::ToolEdit, KeyCode::KeyW),
    (Action::ToolUnits, KeyCode::KeyE),
    (Action::BrushSmaller, KeyCode::BracketLeft),
    (Action::BrushLarger, KeyCode::BracketRight),
    (Action::NextSide, KeyCode::KeyN),
    (Action::ShowRoutes, KeyCode::F1),
    (Action::ShowReservations, KeyCode::F2),
    (Action::ShowDistances, KeyCode::F3),
    (Action::ShowOccupancy, KeyCode::F4),
    (Action::ShowWaits, KeyCode::F8),
    (Action::ShowRanks, KeyCode::F9),
    (Action::ShowRegions, KeyCode::F12),
    (Action::LayerEarlier, KeyCode::PageDown),
    (Action::LayerLater, KeyCode::PageUp),
    (Action::BrushSmaller, KeyCode::NumpadDivide),
    (Action::BrushLarger, KeyCode::NumpadMultiply),
    (Action::Centre, KeyCode::Numpad5),
    (Action::Pause, KeyCode::Pause),
    (Action::Save, KeyCode::F5),
    (Action::Undo, KeyCode::F6),
    (Action::Redo, KeyCode::F7),
];

/// The bindings that the game starts with.
pub fn default_bindings() -> InputMap<Action> {
    let mut map = InputMap::new(KEYS);
    add_mouse_and_groups(&mut map);
    map.insert(Action::Undo, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyZ))
        .insert(Action::Redo, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyY))
        .insert(Action::Save, ButtonlikeChord::modified(ModifierKey::Control, KeyCode::KeyS));
    map
}

/// What is the same in every match of the real-time game.
pub(crate) fn add_mouse_and_groups(map: &mut InputMap<Action>) {
    map.insert(Action::Primary, MouseButton::Left)
        .insert(Action::PrimaryAdd, ButtonlikeChord::modified(ModifierKey::Shift, MouseButton::Left))
        .insert(Action::PrimaryRemove, ButtonlikeChord::modified(ModifierKey::Control, MouseButton::Left))
        .insert(Action::Secondary, MouseButton::Right)
        .insert(Action::SecondaryQueue, ButtonlikeChord::modified(ModifierKey::Shift, MouseButton::Right))
        .insert(Action::Grab, MouseButton::Middle)
        .insert_axis(Action::Zoom, MouseScrollAxis::Y)
        .insert_dual_axis(Action::Scroll, VirtualDPad::arrow_keys());
    for (number, key) in (0u8..).zip(DIGITS) {
        map.insert(Action::Group(number), key)
            .insert(Action::SetGroup(number), ButtonlikeChord::modified(ModifierKey::Control, key))
            .insert(Action::AddGroup(number), ButtonlikeChord::modified(ModifierKey::Shift, key));
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<Action>::default())
        .add_message::<Press>()
        .add_systems(OnEnter(Screen::Match), |mut presses: ResMut<Messages<Press>>| presses.clear())
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn((Name::new("Player input"), default_bindings()));
        })
        .add_systems(
            PreUpdate,
            shield_map.after(BufferSystems).before(InputManagerSystem::Unify).run_if(resource_exists::<HoverMap>),
        )
        .add_systems(Update, press.in_set(ControlSystems::Press));
}

/// Actions that are held or dragged rather than pressed: read from the [`ActionState`] where they are used.
const HELD: [Action; 6] = [
    Action::Primary,
    Action::PrimaryAdd,
    Action::PrimaryRemove,
    Action::Secondary,
    Action::SecondaryQueue,
    Action::Grab,
];

fn press(actions: Single<&ActionState<Action>>, screen: Option<Res<State<Screen>>>, mut presses: MessageWriter<Press>) {
    // A key that pressed "Start" on the screen before must not also act on this one.
    if screen.is_some_and(|screen| screen.is_changed()) {
        return;
    }
    presses.write_batch(actions.get_just_pressed().into_iter().filter(|action| !HELD.contains(action)).map(Press));
}

/// A press that starts on the HUD is not the map's; one that starts on the map stays the map's until it is released,
/// wherever the drag goes. The wheel is shielded by [`crate::games::rts::client::input::pointer::Pointer::over_hud`].
fn shield_map(
    mut mouse: ResMut<EnabledInput<MouseButton>>,
    buttons: Res<ButtonInput<MouseButton>>,
    hover: Res<HoverMap>,
    nodes: Query<(), With<Node>>,
) {
    let dragging = buttons.get_pressed().any(|button| !buttons.just_pressed(*button))
        || buttons.get_just_released().next().is_some();
    if !dragging {
        mouse.is_enabled = !hovers_hud(&hover, &nodes);
    }
}

/// Whether the mouse is over a part of the HUD that does not let it through.
pub(crate) fn hovers_hud(hover: &HoverMap, nodes: &Query<(), With<Node>>) -> bool {
    hover.get(&PointerId::Mouse).is_some_and(|hits| hits.keys().any(|entity| nodes.contains(*entity)))
}
