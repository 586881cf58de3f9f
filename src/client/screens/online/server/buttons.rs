//! What the buttons of the pages of a server are called, and what is typed there. What is typed is kept when a page is left.

use crate::client::kit::Art;
use crate::client::kit::widgets::field::field;
use crate::online::account::says::{Door, Rated, RelationKind};
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::FocusedInput;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Activate, observe};
use std::collections::BTreeMap;

/// What a button does.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub enum ServerButton {
    SignIn,
    Register,
    /// Comes as a guest, with the invitation that was typed.
    Guest,
    SignOut,
    /// Enters a game that runs.
    Enter(i64),
    /// Enters the next game in which it is one's turn.
    Next,
    /// Takes a seat of an open game, or accepts a challenge.
    Take(i64),
    /// Asks for a reason to decline a challenge.
    Decline(i64),
    /// Declines it for this reason.
    Reason(String),
    /// Declines nothing.
    Keep,
    Withdraw(i64),
    /// Puts the code of an invitation into the clipboard.
    Copy(String),
    /// Accepts the invitation that was typed.
    Accept,
    /// Sets a game against somebody up.
    Challenge(String),
    /// The new game: which, its set-up (none: one's own), its clock, …
    Kind(String),
    Preset(Option<String>),
    Clock(&'static str),
    Rated(bool),
    To(Door),
    Seat(Option<u32>),
    Programs(bool),
    Open,
    /// Watches a game that runs.
    Watch(i64),
    /// Shows a game that is over.
    Replay(i64),
    /// Looks in the archive for games of one kind, or of all; the next page of it.
    Search(Option<String>),
    More,
    /// Looks for the name that was typed.
    Find,
    Profile(String),
    /// Shows how a rating of the player went.
    Course(Rated),
    /// The games of somebody.
    GamesOf(String),
    /// What somebody is to one.
    Relate(String, Option<RelationKind>),
    /// Takes so many days of vacation.
    Vacation(u32),
}

/// What is typed on the pages.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ServerField {
    Name,
    Invitation,
    Clock,
    Opponents,
    Player,
    Against,
    Begins,
}

/// What was typed.
#[derive(Resource, Debug, Default)]
pub(super) struct Typed(BTreeMap<ServerField, String>);

impl Typed {
    pub(super) fn get(&self, field: ServerField) -> &str {
        self.0.get(&field).map_or("", |typed| typed.trim())
    }

    pub(super) fn set(&mut self, field: ServerField, text: impl Into<String>) {
        self.0.insert(field, text.into());
    }
}

/// What is to be done, as soon as all that was typed is in its field.
#[derive(Resource, Debug, Default)]
pub(super) struct Wanted(pub(super) Option<ServerButton>);

/// What Enter does in a field.
#[derive(Component, Debug, Clone, PartialEq, Eq)]
pub(super) struct OnEnterKey(pub(super) ServerButton);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Typed>().init_resource::<Wanted>().add_systems(Update, keep);
}

pub(super) fn does(button: ServerButton) -> impl Bundle {
    let act = |activate: On<Activate>, buttons: Query<&ServerButton>, mut wanted: ResMut<Wanted>| {
        wanted.0 = buttons.get(activate.entity).ok().cloned();
    };
    (button, observe(act))
}

/// A field with what was typed in it before; `button` is what Enter does there.
pub(super) fn typed(
    art: &Art,
    typed: &Typed,
    which: ServerField,
    (most, node): (usize, Node),
    button: ServerButton,
) -> impl Bundle + use<> {
    let content = typed.0.get(&which).map_or("", String::as_str);
    (field(art, content, most, |letter| !letter.is_control(), node), which, TabIndex(0), enters(button))
}

/// What Enter does in a field.
pub(super) fn enters(button: ServerButton) -> impl Bundle {
    let enter = |key: On<FocusedInput<KeyboardInput>>, fields: Query<&OnEnterKey>, mut wanted: ResMut<Wanted>| {
        if key.input.logical_key == Key::Enter && key.input.state.is_pressed() && !key.input.repeat {
            wanted.0 = fields.get(key.focused_entity).ok().map(|button| button.0.clone());
        }
    };
    (OnEnterKey(button), observe(enter))
}

fn keep(fields: Query<(&ServerField, &EditableText), Changed<EditableText>>, mut typed: ResMut<Typed>) {
    for (field, text) in &fields {
        typed.set(*field, text.value().to_string());
    }
}
