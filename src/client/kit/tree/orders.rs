//! Keys and buttons of the window, and what they do.

use super::TreeSystems;
use super::looked::Browser;
use super::saving::Format;
use crate::client::input::bindings::{Press, Verb};
use crate::client::kit::naming::Naming;
use crate::client::stage::{MenuOpen, TreeOpen};
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::text::EditableText;

/// The place of the hint among the sources of trees, after the sides.
pub(super) const HINT: usize = 2;

/// What can be wanted of the window.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeWish {
    /// So many rows further.
    Go(isize),
    /// So many pages further.
    Page(isize),
    First,
    Last,
    Left,
    Right,
    /// Along the expected line to its end.
    Follow,
    ExpandAll,
    CollapseAll,
    /// To where the same position was searched.
    Twin,
    Sorting,
    Perspective,
    Near,
    OnlyLine,
    NoWorse,
    Once,
    /// The search that was finished, or the one in which the budget ended.
    Tree,
    /// The last search of the program of a side, or that of the [hint](HINT).
    Source(usize),
    Newest,
    /// A search of the position on the board.
    Think,
    /// Something is to be typed that is looked for.
    Find,
    Save(Format),
    Close,
    Select(u32),
    Turn(u32),
    Scroll(isize),
    ScrollTo(usize),
}

/// A button of the window.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeButton(pub TreeWish);

const KEYS: [(KeyCode, TreeWish); 31] = [
    (KeyCode::ArrowUp, TreeWish::Go(-1)),
    (KeyCode::ArrowDown, TreeWish::Go(1)),
    (KeyCode::ArrowLeft, TreeWish::Left),
    (KeyCode::ArrowRight, TreeWish::Right),
    (KeyCode::PageUp, TreeWish::Page(-1)),
    (KeyCode::PageDown, TreeWish::Page(1)),
    (KeyCode::Home, TreeWish::First),
    (KeyCode::End, TreeWish::Last),
    (KeyCode::Enter, TreeWish::Follow),
    (KeyCode::NumpadEnter, TreeWish::Follow),
    (KeyCode::KeyP, TreeWish::Follow),
    (KeyCode::NumpadMultiply, TreeWish::ExpandAll),
    (KeyCode::KeyX, TreeWish::ExpandAll),
    (KeyCode::Backspace, TreeWish::CollapseAll),
    (KeyCode::KeyG, TreeWish::Twin),
    (KeyCode::KeyO, TreeWish::Sorting),
    (KeyCode::KeyS, TreeWish::Perspective),
    (KeyCode::KeyN, TreeWish::Near),
    (KeyCode::KeyL, TreeWish::OnlyLine),
    (KeyCode::KeyB, TreeWish::NoWorse),
    (KeyCode::KeyA, TreeWish::Once),
    (KeyCode::KeyD, TreeWish::Tree),
    (KeyCode::KeyW, TreeWish::Newest),
    (KeyCode::KeyK, TreeWish::Think),
    (KeyCode::KeyF, TreeWish::Find),
    (KeyCode::Digit1, TreeWish::Source(0)),
    (KeyCode::Digit2, TreeWish::Source(1)),
    (KeyCode::Digit3, TreeWish::Source(HINT)),
    (KeyCode::KeyJ, TreeWish::Save(Format::Json)),
    (KeyCode::KeyI, TreeWish::Save(Format::Svg)),
    (KeyCode::KeyR, TreeWish::Save(Format::Trace)),
];

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Browser>().add_message::<TreeWish>().add_systems(
        Update,
        (keys.in_set(TreeSystems::Ask), act.in_set(TreeSystems::Act)).run_if(|open: Res<TreeOpen>| open.0),
    );
}

/// An action of a game opens the tree and closes it. Nothing happens under the menu.
pub(crate) fn key<A: Verb + PartialEq>(
    action: A,
) -> impl FnMut(MessageReader<Press<A>>, Option<Res<MenuOpen>>, ResMut<TreeOpen>) {
    move |mut presses, menu, mut open| {
        for _ in presses.read().filter(|press| press.0 == action) {
            if !menu.as_ref().is_some_and(|menu| menu.0) {
                open.0 = !open.0;
            }
        }
    }
}

/// Keys, as often as they repeat; letters that are typed are none.
fn keys(
    mut typed: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    (menu, naming): (Option<Res<MenuOpen>>, Option<Res<Naming>>),
    (focus, fields): (Option<Res<InputFocus>>, Query<(), With<EditableText>>),
    mut was_shut: Local<bool>,
    mut orders: MessageWriter<TreeWish>,
) {
    let is_typing = focus.and_then(|focus| focus.get()).is_some_and(|focused| fields.contains(focused));
    let is_covered = menu.is_some_and(|menu| menu.0) || naming.is_some_and(|naming| naming.is_open());
    // Ctrl and a letter is not meant for the tree.
    let has_control = held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    // Nor is the key that has just put a dialog away.
    let is_shut = is_typing || is_covered;
    if std::mem::replace(&mut *was_shut, is_shut) || is_shut || has_control {
        typed.clear();
        return;
    }
    let has_shift = held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    for key in typed.read().filter(|key| key.state.is_pressed()) {
        let meant = KEYS.iter().find(|(code, _)| *code == key.key_code).map(|(_, order)| *order);
        let star = (key.key_code == KeyCode::Digit8 && has_shift).then_some(TreeWish::ExpandAll);
        orders.write_batch(meant.or(star));
    }
}

fn act(mut orders: MessageReader<TreeWish>, mut browser: ResMut<Browser>, mut open: ResMut<TreeOpen>) {
    for order in orders.read().copied() {
        if order == TreeWish::Close {
            open.0 = false;
            continue;
        }
        let room = browser.room.max(1);
        let Some(looked) = &mut browser.looked else { continue };
        let count = looked.tree().nodes().len();
        match order {
            // Pressed on a tree that another has taken the place of.
            TreeWish::Select(node) | TreeWish::Turn(node) if node as usize >= count => {}
            TreeWish::Go(by) => looked.go(by, room),
            TreeWish::Page(by) => looked.go(by * room.saturating_sub(1).max(1) as isize, room),
            TreeWish::First => looked.go(isize::MIN / 2, room),
            TreeWish::Last => looked.go(isize::MAX / 2, room),
            TreeWish::Left => looked.left(room),
            TreeWish::Right => looked.right(room),
            TreeWish::Follow => looked.follow(room),
            TreeWish::ExpandAll => looked.expand_all(),
            TreeWish::CollapseAll => looked.collapse_all(room),
            TreeWish::Twin => {
                let twin = looked.twin(looked.selected());
                twin.into_iter().for_each(|twin| looked.select(twin, room));
            }
            TreeWish::Sorting => looked.turn_order(room),
            TreeWish::Perspective => looked.turn_perspective(),
            TreeWish::Near => looked.next_near(room),
            TreeWish::OnlyLine => looked.set(|filter| filter.line = !filter.line, room),
            TreeWish::NoWorse => looked.set(|filter| filter.no_worse = !filter.no_worse, room),
            TreeWish::Once => looked.set(|filter| filter.no_superseded = !filter.no_superseded, room),
            TreeWish::Tree => looked.next_tree(),
            TreeWish::Select(node) => looked.select(node, room),
            TreeWish::Turn(node) => looked.turn(node),
            TreeWish::Scroll(by) => looked.scroll(by, room),
            TreeWish::ScrollTo(top) => looked.scroll_to(top, room),
            TreeWish::Source(_)
            | TreeWish::Newest
            | TreeWish::Think
            | TreeWish::Find
            | TreeWish::Save(_)
            | TreeWish::Close => {}
        }
    }
}
