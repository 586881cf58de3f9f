//! Menus by keyboard: Tab and the arrows walk, Enter and Space press.
//!
//! Bevy's `TabNavigationPlugin` is not used because Tab belongs to the game while a match is played; here the keys walk
//! only where something can be walked through, a [`TabGroup`] on the screen.

use bevy::input_focus::tab_navigation::{NavAction, TabGroup, TabIndex, TabNavigation};
use bevy::input_focus::{FocusCause, FocusGained, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::ui_widgets::ScrollIntoView;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, walk.run_if(any_with_component::<TabGroup>))
        .add_observer(focus_on_press)
        .add_observer(show);
}

/// Takes the focus from what is about to be despawned, and from nothing else: another dialog may have it by now.
pub(crate) fn leave(focus: &mut InputFocus, gone: Entity, parents: &Query<&ChildOf>) {
    let is_within = |focused| focused == gone || parents.iter_ancestors(focused).any(|ancestor| ancestor == gone);
    if focus.get().is_some_and(is_within) {
        focus.clear();
    }
}

fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    navigation: TabNavigation,
    groups: Query<(Entity, &TabGroup)>,
    parents: Query<&ChildOf>,
    nodes: Query<&Node>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let action = if keys.just_pressed(KeyCode::ArrowUp) || (keys.just_pressed(KeyCode::Tab) && shift) {
        NavAction::Previous
    } else if keys.any_just_pressed([KeyCode::Tab, KeyCode::ArrowDown]) {
        NavAction::Next
    } else {
        return;
    };
    // The focus may have stayed on a thing below a dialog: an open dialog comes first.
    let modal = groups.iter().find(|(_, group)| group.modal).map(|(entity, _)| entity);
    let inside = focus.get().is_some_and(|focused| {
        let group = parents.iter_ancestors(focused).find(|ancestor| groups.contains(*ancestor));
        group.is_some() && (modal.is_none() || group == modal)
    });
    let is_hidden = |entity| {
        std::iter::once(entity)
            .chain(parents.iter_ancestors(entity))
            .any(|entity| nodes.get(entity).is_ok_and(|node| node.display == Display::None))
    };
    let first = match modal {
        _ if inside => navigation.navigate(&focus, action),
        Some(modal) => navigation.initialize(modal, action),
        None => navigation.navigate(&InputFocus::default(), action),
    };
    // What lies on a page that is not shown is passed over.
    let mut next = first.clone();
    while let Ok(entity) = next
        && is_hidden(entity)
    {
        next = navigation.navigate(&InputFocus::from_entity(entity), action);
        if next == first {
            return;
        }
    }
    if let Ok(next) = next {
        focus.set(next, FocusCause::Navigated);
        visible.0 = true;
    }
}

/// A press focuses what it hits, so that the keys go on from there, and hides the ring. A press on the map or the HUD
/// takes the focus away: Space pauses then, and does not press the button again.
fn focus_on_press(
    press: On<Pointer<Press>>,
    focusable: Query<(), With<TabIndex>>,
    parents: Query<&ChildOf>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
) {
    if press.entity != press.original_event_target() {
        return;
    }
    visible.0 = false;
    let hit = std::iter::once(press.entity)
        .chain(parents.iter_ancestors(press.entity))
        .find(|entity| focusable.contains(*entity));
    match hit {
        Some(hit) if focus.get() != Some(hit) => focus.set(hit, FocusCause::Pressed),
        None if focus.get().is_some() => focus.clear(),
        _ => {}
    }
}

/// What the keys come to is scrolled into view.
fn show(gained: On<FocusGained>, mut commands: Commands) {
    if gained.cause == FocusCause::Navigated && gained.entity == gained.original_event_target() {
        commands.trigger(ScrollIntoView { entity: gained.entity });
    }
}
