//! What side panels are made of. Every control tells the wish that it stands for as a message of its page, so that a page is
//! one system that does what is wished and one that makes the controls follow.

use super::select;
pub use super::wish::{Tells, Wish, tells};
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::number::number_field;
use crate::client::kit::widgets::{Look, Tip, button, choice_button, written};
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::{ValueChange, observe};

/// A part of the panel begins.
pub fn heading(panel: &mut ChildSpawnerCommands, art: &Art, label: &str) {
    panel.spawn(frames::heading(art, label));
}

/// A word, and buttons of which one is chosen: label, tip (or nothing), wish.
pub fn choice<W: Wish>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    label: &str,
    options: impl IntoIterator<Item = (String, String, W)>,
) {
    let buttons = options.into_iter().map(|(label, tip, wish)| (label, tells(wish), tip));
    frames::choices(panel, art, label, buttons);
}

/// A word, and a button that opens a list of which one is chosen: label, tip (or nothing), wish. Which one it is
/// [`select::Selects`] says.
pub fn select<W: Wish>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    label: &str,
    options: impl IntoIterator<Item = (String, String, W)>,
) {
    labelled(panel, art, label, |line| select::spawn(line, art, options.into_iter().collect()));
}

/// A word, and a field for a whole number. `marker` finds the field whose
/// [`Number`](crate::client::kit::widgets::number::Number) the page writes when the number has changed from elsewhere.
pub fn number<W: Wish>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    (label, tip): (&str, &str),
    value: u64,
    marker: impl Bundle,
    wish: impl Fn(u64) -> W + Send + Sync + 'static,
) {
    labelled(panel, art, label, |line| {
        let node = Node { width: px(92), height: px(31), ..default() };
        let told = observe(move |change: On<ValueChange<u64>>, mut wishes: MessageWriter<W>| {
            wishes.write(wish(change.value));
        });
        let mut field = line.spawn((number_field(art, value, node), TabIndex(0), marker, told));
        if !tip.is_empty() {
            field.insert(Tip::new(tip));
        }
    });
}

/// A word, and two fields for whole numbers. The page finds each by its marker.
pub fn pair<W: Wish, M: Bundle>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    (label, tip): (&str, &str),
    fields: [(u64, M); 2],
    wish: impl Fn(usize, u64) -> W + Clone + Send + Sync + 'static,
) {
    labelled(panel, art, label, |line| {
        for (part, (value, marker)) in fields.into_iter().enumerate() {
            let wish = wish.clone();
            let node = Node { width: px(72), height: px(31), ..default() };
            let told = observe(move |change: On<ValueChange<u64>>, mut wishes: MessageWriter<W>| {
                wishes.write(wish(part, change.value));
            });
            line.spawn((number_field(art, value, node), TabIndex(0), marker, told, Tip::new(tip)));
        }
    });
}

/// A button over the whole width.
pub fn wide<W: Wish>(panel: &mut ChildSpawnerCommands, art: &Art, look: Look, (label, tip): (&str, &str), wish: W) {
    let node = Node { height: px(36), flex_shrink: 0.0, ..default() };
    let label = written(art, Weight::Bold, theme::LABEL, theme::CREAM, label);
    let mut spawned = panel.spawn((button(art, look, node), TabIndex(0), tells(wish), children![label]));
    if !tip.is_empty() {
        spawned.insert(Tip::new(tip));
    }
}

/// Small buttons beside one another, each for itself or a switch: label, tip (or nothing), wish.
pub fn buttons<W: Wish>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    buttons: impl IntoIterator<Item = (String, String, W)>,
) {
    panel.spawn(frames::row()).with_children(|line| {
        for (label, tip, wish) in buttons {
            let mut spawned = line.spawn((choice_button(art, &label), tells(wish)));
            if !tip.is_empty() {
                spawned.insert(Tip::new(tip));
            }
        }
    });
}

/// A paragraph; the page finds it by its marker and writes it with `set_text`.
pub fn words(panel: &mut ChildSpawnerCommands, art: &Art, color: Color, content: &str, marker: impl Bundle) {
    panel.spawn((
        theme::paragraph(art, Weight::Regular, theme::BODY, color, content),
        Node { flex_shrink: 0.0, ..default() },
        marker,
    ));
}

/// A word, and something after it.
fn labelled(panel: &mut ChildSpawnerCommands, art: &Art, label: &str, fill: impl FnOnce(&mut ChildSpawnerCommands)) {
    let line = Node { column_gap: px(5), align_items: AlignItems::Center, flex_shrink: 0.0, ..default() };
    panel.spawn(line).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, label),
            Node { width: px(72), flex_shrink: 0.0, ..default() },
        ));
        fill(line);
    });
}
