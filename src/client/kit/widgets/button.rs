//! Buttons and everything that looks like one: rows of lists, segments, swatches.

use super::Tip;
use crate::client::input::bindings::{Press, Verb};
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::shell::states::Screen;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::picking::pointer::PointerPress;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled, Pressed};
use bevy::ui_widgets::{Activate, Button, observe};
use bevy::window::WindowFocused;

/// What a button is painted like.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[require(Hovered)]
pub enum Look {
    /// A slate key; gold while [`Checked`].
    Key,
    /// The key that goes on.
    Main,
    /// The row of a list: flat, with a gold edge while [`Checked`].
    Row,
}

/// Writing or symbol on a button: dimmed with it, dark on gold.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Ink(pub Color);

/// Marks a picture on a button that keeps its colours on gold but is dimmed with the button.
#[derive(Component, Debug, Clone, Copy)]
pub struct Picture;

/// A button that does what a key does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Presses<A: Verb>(pub A);

pub fn presses<A: Verb + Copy>(action: A) -> impl Bundle + use<A> {
    let press = move |_: On<Activate>, mut presses: MessageWriter<Press<A>>| {
        presses.write(Press(action));
    };
    (Presses(action), observe(press))
}

/// A button that leads to a screen.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoesTo(pub Screen);

pub(crate) fn goes_to(screen: Screen) -> impl Bundle + use<> {
    (GoesTo(screen), observe(move |_: On<Activate>, mut next: ResMut<NextState<Screen>>| next.set(screen)))
}

/// The row of a list that was clicked last, and when.
#[derive(Resource, Default)]
struct LastClick(Option<(Entity, f64)>);

/// Tells the click that opens the row of a list.
#[derive(SystemParam)]
pub(crate) struct DoubleClick<'w> {
    last: ResMut<'w, LastClick>,
    time: Res<'w, Time<Real>>,
    keys: Res<'w, ButtonInput<KeyCode>>,
}

impl DoubleClick<'_> {
    /// Whether a click on a row is the second of two, or comes from Enter.
    pub(crate) fn opens(&mut self, row: Entity) -> bool {
        let now = self.time.elapsed_secs_f64();
        let last = self.last.0.replace((row, now));
        last.is_some_and(|(other, at)| other == row && now - at < DOUBLE_CLICK)
            || self.keys.just_pressed(KeyCode::Enter)
    }
}

/// Seconds between two clicks on one row that open it.
const DOUBLE_CLICK: f64 = 0.4;

/// Writing on gold.
const ON_GOLD: Color = Color::srgb(0.1, 0.07, 0.02);

pub fn button(art: &Art, look: Look, node: Node) -> impl Bundle + use<> {
    let image = match look {
        Look::Key | Look::Main => theme::sliced(&art.button, Color::WHITE),
        Look::Row => ImageNode::default(),
    };
    (
        Button,
        look,
        Node {
            align_items: AlignItems::Center,
            justify_content: if look == Look::Row { JustifyContent::Start } else { JustifyContent::Center },
            border: if look == Look::Row { UiRect::left(px(3)) } else { UiRect::ZERO },
            ..node
        },
        image,
        BackgroundColor(Color::NONE),
        BorderColor::all(Color::NONE),
        Outline::new(px(2), px(1), Color::NONE),
    )
}

/// Writing on a button.
pub(crate) fn written(art: &Art, weight: Weight, size: f32, color: Color, content: &str) -> impl Bundle + use<> {
    (theme::text(art, weight, size, color, content), Ink(color))
}

pub fn labelled_button(art: &Art, look: Look, label: &str, node: Node) -> impl Bundle + use<> {
    // Dark writing on gold looks thinner than light writing on slate.
    let weight = if look == Look::Main { Weight::Black } else { Weight::Bold };
    let label = theme::text(art, weight, theme::LABEL, theme::CREAM, label);
    (button(art, look, Node { padding: UiRect::axes(px(16), px(8)), ..node }), children![(label, Ink(theme::CREAM))])
}

/// A low button with a word on it, for rows of choices.
pub fn choice_button(art: &Art, label: &str) -> impl Bundle + use<> {
    let node = Node { padding: UiRect::axes(px(9), px(4)), height: px(31), ..default() };
    let label = theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, label);
    (button(art, Look::Key, node), TabIndex(0), children![(label, Ink(theme::CREAM))])
}

pub fn icon_button(art: &Art, index: usize, size: f32) -> impl Bundle + use<> {
    let symbol = (theme::icon(art, index, (size * 0.66).round()), Ink(theme::CREAM));
    (
        button(art, Look::Key, Node { width: px(size), height: px(size), flex_shrink: 0.0, ..default() }),
        children![symbol],
    )
}

/// A square button with a symbol on it that does what a key does, with a tip that names it.
pub(crate) fn action_button<A: Verb + Copy>(
    art: &Art,
    icon: Icon,
    size: f32,
    action: A,
    tip: &str,
    key: &str,
) -> impl Bundle + use<A> {
    (icon_button(art, icon as usize, size), presses(action), Tip::with_key(tip, key))
}

/// The buttons of a sort.
#[derive(SystemParam)]
pub(crate) struct Buttons<'w, 's, B: Component> {
    buttons: Query<'w, 's, (Entity, &'static B, Has<Checked>, Has<InteractionDisabled>)>,
    commands: Commands<'w, 's>,
}

impl<B: Component> Buttons<'_, '_, B> {
    /// Makes each look chosen or not; `None` leaves it as it is.
    pub(crate) fn check(&mut self, is_chosen: impl Fn(&B) -> Option<bool>) {
        for (entity, button, is_checked, _) in &self.buttons {
            if let Some(checked) = is_chosen(button) {
                set_checked(&mut self.commands, entity, is_checked, checked);
            }
        }
    }

    /// Makes each work or not; `None` leaves it as it is.
    pub(crate) fn enable(&mut self, works: impl Fn(&B) -> Option<bool>) {
        for (entity, button, _, is_disabled) in &self.buttons {
            if let Some(enabled) = works(button) {
                set_enabled(&mut self.commands, entity, is_disabled, enabled);
            }
        }
    }
}

pub fn set_checked(commands: &mut Commands, button: Entity, is_checked: bool, checked: bool) {
    if checked && !is_checked {
        commands.entity(button).try_insert(Checked);
    } else if !checked && is_checked {
        commands.entity(button).try_remove::<Checked>();
    }
}

pub fn set_enabled(commands: &mut Commands, button: Entity, is_disabled: bool, enabled: bool) {
    if enabled && is_disabled {
        commands.entity(button).try_remove::<InteractionDisabled>();
    } else if !enabled && !is_disabled {
        commands.entity(button).try_insert(InteractionDisabled);
    }
}

pub(super) fn plugin(app: &mut App) {
    // After everything that checks, disables and spawns, so that nothing is ever seen unpainted.
    app.init_resource::<LastClick>()
        .add_systems(PostUpdate, paint.before(bevy::ui::UiSystems::Prepare))
        .add_systems(Update, let_go);
}

/// A button is pressed no longer than the left button of the mouse (or a finger) is, while it works and is on the screen, and
/// while the window has the focus. Bevy lets a button go when the pointer is let go over it or has been dragged away from it:
/// one that moved, was hidden or was disabled under a resting pointer would stay pressed; and it takes any button of the
/// mouse.
fn let_go(
    pointers: Query<&PointerPress>,
    mut windows: MessageReader<WindowFocused>,
    pressed: Query<(Entity, &ComputedNode, Has<InteractionDisabled>), (With<Button>, With<Pressed>)>,
    mut commands: Commands,
) {
    let is_held = pointers.iter().any(PointerPress::is_primary_pressed);
    let has_lost_focus = windows.read().any(|window| !window.focused);
    for (button, node, is_disabled) in &pressed {
        if !is_held || has_lost_focus || is_disabled || node.is_empty() {
            commands.entity(button).try_remove::<Pressed>();
        }
    }
}

type Painted<'w, 's> = Query<
    'w,
    's,
    (
        Entity,
        &'static Look,
        &'static Hovered,
        Has<Pressed>,
        Has<Checked>,
        Has<InteractionDisabled>,
        &'static mut ImageNode,
        &'static mut BackgroundColor,
        &'static mut BorderColor,
        &'static mut Outline,
        Option<&'static Children>,
    ),
    With<Button>,
>;

type Inks<'w, 's> = Query<
    'w,
    's,
    (Option<&'static Ink>, Option<&'static mut TextColor>, Option<&'static mut ImageNode>),
    (Without<Button>, Or<(With<Ink>, With<Picture>)>),
>;

/// Tint of the picture, fill and edge of a button.
fn colours(look: Look, hovered: bool, pressed: bool, checked: bool, disabled: bool) -> (Color, Color, Color) {
    let shade = |base: Color| {
        let base = base.to_linear();
        let factor = match (disabled, pressed, hovered) {
            (true, ..) => 0.7,
            (_, true, _) => 0.62,
            (_, _, true) => 1.45,
            _ => 1.0,
        };
        Color::LinearRgba(LinearRgba { alpha: base.alpha, ..base * factor })
    };
    match look {
        Look::Key if checked => (shade(Color::srgb(1.35, 1.0, 0.45)), Color::NONE, Color::NONE),
        // Nothing can be read on gold in the shade.
        Look::Main if !disabled => (shade(Color::srgb(1.3, 0.97, 0.44)), Color::NONE, Color::NONE),
        Look::Key | Look::Main => (shade(Color::srgb(0.4, 0.48, 0.61)), Color::NONE, Color::NONE),
        Look::Row => {
            let fill = match (checked, hovered) {
                (true, _) => Color::srgba(0.906, 0.718, 0.365, 0.2),
                (_, true) => Color::srgba(0.5, 0.6, 0.8, 0.12),
                _ => Color::NONE,
            };
            (Color::NONE, fill, if checked { theme::GOLD } else { Color::NONE })
        }
    }
}

fn paint(
    mut buttons: Painted,
    mut inks: Inks,
    focus: Option<Res<InputFocus>>,
    focus_visible: Option<Res<InputFocusVisible>>,
) {
    let focused = focus.filter(|_| focus_visible.is_some_and(|visible| visible.0)).and_then(|focus| focus.get());
    for (entity, look, hovered, pressed, checked, disabled, mut image, mut fill, mut edge, mut ring, children) in
        &mut buttons
    {
        let hovered = hovered.get() && !disabled;
        // Who drags away from a button does not press it by letting go there.
        let (tint, background, border) = colours(*look, hovered, pressed && hovered, checked, disabled);
        if image.color != tint {
            image.color = tint;
        }
        fill.set_if_neq(BackgroundColor(background));
        edge.set_if_neq(BorderColor::all(border));
        let ring_color = if focused == Some(entity) { theme::CREAM } else { Color::NONE };
        if ring.color != ring_color {
            ring.color = ring_color;
        }
        let on_gold = (*look == Look::Main && !disabled) || (*look == Look::Key && checked);
        for child in children.into_iter().flatten() {
            let Ok((ink, text, picture)) = inks.get_mut(*child) else { continue };
            let color = match ink {
                Some(_) if on_gold => ON_GOLD,
                Some(ink) => ink.0,
                None => Color::WHITE,
            };
            let color = if disabled { color.with_alpha(0.3) } else { color };
            if let Some(mut text) = text {
                text.set_if_neq(TextColor(color));
            }
            if let Some(mut picture) = picture.filter(|picture| picture.color != color) {
                picture.color = color;
            }
        }
    }
}
