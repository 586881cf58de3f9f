//! The bar of a replay below the board, of every game: where one is, a press or drag to be somewhere else, the way back.
//! The game says what is shown ([`ReplayBar`]) and does what is [`Sought`].

use super::art::Art;
use super::theme::{self, Weight};
use super::widgets::progress::{progress_bar, set_filled};
use super::widgets::{Look, labelled_button, set_text};
use crate::client::stage::no_tree;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

/// What a replay shows now. Goes to the entity of the bar.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub struct ReplayBar {
    /// Steps that have been made.
    pub at: usize,
    /// Of so many.
    pub all: usize,
    pub(crate) label: String,
}

/// A bar is to go to a number of steps.
#[derive(EntityEvent)]
pub(crate) struct Sought {
    pub entity: Entity,
    pub to: usize,
}

#[derive(Component, Debug)]
#[require(RelativeCursorPosition)]
struct Track;

#[derive(Component, Debug)]
struct Done;

#[derive(Component, Debug)]
struct Place;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (show.run_if(any_match_filter::<Changed<ReplayBar>>), seek.run_if(no_tree)).chain());
}

/// Shows a moment on the bar that is there or that is spawned now; without a moment there is no bar.
pub fn follow(
    moment: Option<ReplayBar>,
    bar: Option<Single<(Entity, &mut ReplayBar)>>,
    commands: &mut Commands,
    spawn: impl FnOnce(&mut Commands) -> Entity,
) {
    match (moment, bar.map(Single::into_inner)) {
        (Some(moment), Some((_, mut bar))) => _ = bar.set_if_neq(moment),
        (Some(moment), None) => {
            let bar = spawn(commands);
            commands.entity(bar).insert(moment);
        }
        (None, Some((bar, _))) => commands.entity(bar).despawn(),
        (None, None) => {}
    }
}

/// The words that say where one is.
pub fn place(art: &Art, width: f32) -> impl Bundle + use<> {
    let node = Node { min_width: px(width), ..default() };
    (theme::text(art, Weight::Bold, theme::BODY, theme::GOLD, ""), node, Place)
}

/// The line that fills and is pressed.
pub(crate) fn track(height: f32, margin: f32) -> impl Bundle {
    let margin = UiRect::horizontal(px(margin));
    (
        Node { flex_grow: 1.0, flex_direction: FlexDirection::Column, margin, ..default() },
        Track,
        children![(progress_bar(height, theme::GOLD, Done), Pickable::IGNORE)],
    )
}

/// The button that leads back to the result; its owner observes it.
pub fn leave(art: &Art, height: f32) -> impl Bundle + use<> {
    (labelled_button(art, Look::Key, "Result", Node { height: px(height), ..default() }), TabIndex(0))
}

fn show(bar: Single<&ReplayBar>, mut places: Query<&mut Text, With<Place>>, mut done: Query<&mut Node, With<Done>>) {
    for mut text in &mut places {
        set_text(&mut text, bar.label.clone());
    }
    for mut node in &mut done {
        set_filled(&mut node, bar.at as f32 / bar.all.max(1) as f32);
    }
}

/// A press or drag on the bar goes there.
fn seek(
    track: Option<Single<&RelativeCursorPosition, With<Track>>>,
    bar: Option<Single<(Entity, &ReplayBar)>>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut dragging: Local<bool>,
    mut commands: Commands,
) {
    let (Some(cursor), Some(bar)) = (track, bar) else { return };
    let (entity, moment) = *bar;
    if mouse.just_pressed(MouseButton::Left) {
        *dragging = cursor.cursor_over();
    }
    *dragging &= mouse.pressed(MouseButton::Left);
    let (true, Some(at)) = (*dragging, cursor.normalized) else { return };
    // The middle of the node is 0.
    let to = ((at.x + 0.5).clamp(0.0, 1.0) * moment.all as f32).round() as usize;
    if to != moment.at {
        commands.trigger(Sought { entity, to });
    }
}
