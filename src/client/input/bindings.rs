//! Keys that mean the same in every game, how the keys and buttons of a game become presses, and the shield that keeps
//! clicks on the HUD off the map.
//!
//! Each game has an enum of its own; [`add`] registers it.

use crate::client::input::ControlSystems;
use crate::client::input::buffer::BufferSystems;
use crate::shell::states::Screen;
use bevy::picking::hover::HoverMap;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::reflect::GetTypeRegistration;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::prelude::*;
use leafwing_input_manager::user_input::updating::EnabledInput;

/// What keys and buttons can mean, in the windows of all games or in one game.
pub trait Verb: Actionlike + TypePath + GetTypeRegistration {
    /// Whether it means something even while the menu or another dialog lies over the match.
    fn works_under_menus(&self) -> bool {
        false
    }
}

/// What a player can do in every game.
#[derive(Actionlike, Reflect, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    Pause,
    Faster,
    Slower,
    Menu,
    FullScreen,
    Cancel,
}

impl Verb for Action {
    fn works_under_menus(&self) -> bool {
        matches!(self, Self::Menu | Self::Cancel | Self::FullScreen)
    }
}

/// An action was pressed, by key, button or HUD.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press<A: Verb = Action>(pub A);

/// The usual keys of every game.
const KEYS: [(Action, KeyCode); 9] = [
    (Action::Pause, KeyCode::Space),
    (Action::Pause, KeyCode::Pause),
    (Action::Faster, KeyCode::Equal),
    (Action::Faster, KeyCode::NumpadAdd),
    (Action::Slower, KeyCode::Minus),
    (Action::Slower, KeyCode::NumpadSubtract),
    (Action::Menu, KeyCode::F10),
    (Action::FullScreen, KeyCode::F11),
    (Action::Cancel, KeyCode::Escape),
];

pub fn default_bindings() -> InputMap<Action> {
    InputMap::new(KEYS)
}

/// What is pressed in an enum of actions is written as a [`Press`].
pub(crate) fn add<A: Verb>(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<A>::default())
        .add_message::<Press<A>>()
        .add_systems(OnEnter(Screen::Match), |mut presses: ResMut<Messages<Press<A>>>| presses.clear())
        .add_systems(Update, press::<A>.in_set(ControlSystems::Press));
}

pub(crate) fn plugin(app: &mut App) {
    add::<Action>(app);
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn((Name::new("Player input"), default_bindings()));
    })
    .add_systems(
        PreUpdate,
        shield_map.after(BufferSystems).before(InputManagerSystem::Unify).run_if(resource_exists::<HoverMap>),
    );
}

fn press<A: Verb>(
    inputs: Query<Ref<ActionState<A>>>,
    screen: Option<Res<State<Screen>>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    mut was_added: Local<bool>,
    mut presses: MessageWriter<Press<A>>,
) {
    // A key that pressed "Start" on the screen before, or "Rematch", must not also act on this one. The keys of a new match
    // take it for pressed anew in the frame after they have come.
    let is_new = std::mem::replace(&mut *was_added, inputs.iter().any(|input| input.is_added()));
    let is_held = is_new && keys.is_some_and(|keys| keys.get_just_pressed().next().is_none());
    if !is_held && !screen.is_some_and(|screen| screen.is_changed()) {
        presses.write_batch(inputs.iter().flat_map(|input| input.get_just_pressed()).map(Press));
    }
}

/// A press that starts on the HUD is not the map's; one that starts on the map stays the map's until it is released,
/// wherever the drag goes. Who reads the wheel asks [`hovers_hud`].
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
