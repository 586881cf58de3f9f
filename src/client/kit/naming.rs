//! The dialog that asks for a name: for a match, a battle or a map that is saved, and for what gets another name. It says
//! what is wrong with a name, and asks once more before it replaces something.
//!
//! Whoever wants a name calls [`Naming::ask`] and hears of it by [`Named`]; nobody hears of a dialog that was put away. While
//! it is open time stands and no key means anything else.

use crate::base::file_name;
use crate::client::game::FileKind;
use crate::client::kit::art::Art;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::field::field;
use crate::client::kit::widgets::{Look, focus as focusing, labelled_button, set_text};
use crate::shell::states::{Paused, Screen};
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::tab_navigation::{TabGroup, TabIndex};
use bevy::input_focus::{AutoFocus, FocusedInput, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::{Activate, observe};
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;
use std::path::{Path, PathBuf};

/// What gets the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// The match as it is now.
    Match,
    /// The map as it is now, with the units on it.
    Level,
    /// The tree of a search.
    Tree,
    /// What the lab shows: a picture, a table, a plan.
    Lab,
    /// A file that there is: it gets another name.
    Rename(PathBuf),
}

/// A wish for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub purpose: Purpose,
    /// What stands in the field at first.
    pub proposed: String,
    /// Where the file comes.
    pub folder: PathBuf,
    /// How its name ends, without the dot.
    pub extension: String,
    /// How it may end instead, if the name that is given says so.
    pub also: &'static [&'static str],
    /// The file that is replaced without a question.
    pub own: Option<PathBuf>,
}

/// A name was given.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub purpose: Purpose,
    pub name: String,
    pub path: PathBuf,
}

/// The dialog.
#[derive(Resource, Debug, Default)]
pub(crate) struct Naming {
    asked: Option<Asked>,
    /// Whether the name in the field is to be taken, as soon as all that was typed is in it.
    is_given: bool,
    /// What may be replaced, because it was asked for.
    replaces: Option<PathBuf>,
    problem: String,
    /// Whether time stood before.
    was_paused: bool,
}

impl Naming {
    pub(crate) fn ask(&mut self, asked: Asked) {
        *self = Self { asked: Some(asked), ..Self::default() };
    }

    pub(crate) const fn is_open(&self) -> bool {
        self.asked.is_some()
    }
}

/// What a button of the dialog does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameButton {
    Take,
    Leave,
}

#[derive(Component, Debug, Clone, Copy)]
pub struct NameField;

/// The sentence below it.
#[derive(Component)]
struct Said;

#[derive(Component)]
struct Dialog;

/// Width of the field in logical pixels.
const WIDTH: f32 = 420.0;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Naming>()
        .add_message::<Named>()
        .add_systems(PreUpdate, shut_keys.after(InputSystems).before(InputManagerSystem::Unify))
        .add_systems(OnExit(Screen::Match), put_away)
        .add_systems(OnExit(Screen::Replays), put_away)
        .add_systems(
            Update,
            (escape, take, show.run_if(resource_changed::<Naming>), say.run_if(resource_changed::<Naming>)).chain(),
        );
}

fn put_away(mut naming: ResMut<Naming>) {
    *naming = Naming::default();
}

/// Letters of a name are no commands. The key that has put the dialog away means nothing else until it is let go.
fn shut_keys(
    naming: Res<Naming>,
    keys: Res<ButtonInput<KeyCode>>,
    mut input: ResMut<EnabledInput<KeyCode>>,
    mut is_shut: Local<bool>,
) {
    if naming.is_open() {
        input.is_enabled = false;
        *is_shut = true;
    } else if *is_shut && keys.get_pressed().next().is_none() {
        input.is_enabled = true;
        *is_shut = false;
    }
}

fn escape(keys: Res<ButtonInput<KeyCode>>, mut naming: ResMut<Naming>) {
    if naming.is_open() && keys.just_pressed(KeyCode::Escape) {
        naming.asked = None;
    }
}

fn enter(key: On<FocusedInput<KeyboardInput>>, mut naming: ResMut<Naming>) {
    if key.input.logical_key == Key::Enter && key.input.state.is_pressed() && !key.input.repeat {
        naming.is_given = true;
    }
}

/// What is to be done with a name.
pub enum Verdict {
    /// Nothing: it is called so already.
    Same,
    Take(Named),
    /// Something of that name is there.
    Replace(PathBuf),
    Wrong(String),
}

pub fn judge(asked: &Asked, name: &str) -> Verdict {
    let name = match file_name::checked(name) {
        Ok(name) => name,
        Err(problem) => return Verdict::Wrong(problem),
    };
    if file_name::is_auto(name) && FileKind::of(&asked.extension).is_some_and(FileKind::is_save) {
        return Verdict::Wrong("Names that begin with “auto-” are kept for matches that save themselves.".into());
    }
    let end = Path::new(name).extension().and_then(|end| end.to_str());
    let also = end.and_then(|end| asked.also.iter().find(|also| also.eq_ignore_ascii_case(end)));
    let path = match also {
        Some(also) => asked.folder.join(name).with_extension(also),
        None => asked.folder.join(format!("{name}.{}", asked.extension)),
    };
    let is_there = std::fs::symlink_metadata(&path).is_ok();
    match &asked.purpose {
        Purpose::Rename(old) if *old == path => return Verdict::Same,
        Purpose::Rename(_) if is_there => return Verdict::Wrong(format!("There is another “{name}” already.")),
        _ if is_there && asked.own.as_ref() != Some(&path) => return Verdict::Replace(path),
        _ => {}
    }
    Verdict::Take(Named { purpose: asked.purpose.clone(), name: name.into(), path })
}

/// Takes the name that was given, or says why not.
fn take(mut naming: ResMut<Naming>, fields: Query<&EditableText, With<NameField>>, mut named: MessageWriter<Named>) {
    let (Some(asked), true, Ok(text)) = (naming.asked.clone(), naming.is_given, fields.single()) else { return };
    if !text.pending_edits.is_empty() {
        return;
    }
    let name = text.value().to_string();
    match judge(&asked, &name) {
        Verdict::Same => naming.asked = None,
        Verdict::Take(name) => {
            named.write(name);
            naming.asked = None;
        }
        Verdict::Replace(path) if naming.replaces.as_ref() == Some(&path) => {
            named.write(Named { purpose: asked.purpose, name: name.trim().into(), path });
            naming.asked = None;
        }
        Verdict::Replace(path) => {
            naming.problem = format!("There is “{}” already. Press Save again to replace it.", name.trim());
            naming.replaces = Some(path);
        }
        Verdict::Wrong(problem) => naming.problem = problem,
    }
    naming.is_given = false;
}

fn show(
    mut naming: ResMut<Naming>,
    open: Query<Entity, With<Dialog>>,
    screen: Res<State<Screen>>,
    paused: Res<State<Paused>>,
    mut next: ResMut<NextState<Paused>>,
    (mut focus, parents): (ResMut<InputFocus>, Query<&ChildOf>),
    art: Res<Art>,
    mut commands: Commands,
) {
    let is_match = *screen.get() == Screen::Match;
    let Some(asked) = &naming.asked else {
        for dialog in &open {
            focusing::leave(&mut focus, dialog, &parents);
            commands.entity(dialog).despawn();
            if is_match && paused.get().0 != naming.was_paused {
                next.set(Paused(naming.was_paused));
            }
        }
        return;
    };
    if !open.is_empty() {
        return;
    }
    let (title, sentence, done) = match &asked.purpose {
        Purpose::Match if asked.also.is_empty() => ("Save", String::new(), "Save"),
        Purpose::Match => {
            ("Save", format!("A name that ends in .{} is saved in that form.", asked.also.join(" or .")), "Save")
        }
        Purpose::Level => (
            "Save the map",
            format!("It is kept in {} and listed with the other maps.", asked.folder.display()),
            "Save",
        ),
        Purpose::Tree => ("Save the tree", format!("It comes to {}.", asked.folder.display()), "Save"),
        Purpose::Lab => ("Save", format!("It comes to {}.", asked.folder.display()), "Save"),
        Purpose::Rename(_) => ("Another name", String::new(), "Rename"),
    };
    let dialog = frames::spawn_dialog(&mut commands, &art, "Name", 80, TabGroup::modal(), |frame| {
        frame.spawn(frames::dialog_column(10.0)).with_children(|panel| {
            panel.spawn(theme::text(&art, Weight::Black, theme::TITLE, theme::GOLD, title));
            let line = || Node { max_width: px(WIDTH), ..default() };
            if !sentence.is_empty() {
                panel.spawn((theme::paragraph(&art, Weight::Regular, theme::BODY, theme::MUTED, &sentence), line()));
            }
            let node = Node { width: px(WIDTH), ..default() };
            let typed = field(&art, &asked.proposed, file_name::LONGEST, |letter| !letter.is_control(), node);
            panel.spawn((typed, NameField, TabIndex(0), AutoFocus, observe(enter)));
            // Room for two lines, so that the buttons stay where they are.
            let room = Node { width: px(WIDTH), min_height: px(40), ..default() };
            panel.spawn((theme::paragraph(&art, Weight::Regular, theme::BODY, theme::ALARM, ""), room, Said));
            panel.spawn(Node { column_gap: px(10), ..default() }).with_children(|row| {
                let node = || Node { flex_grow: 1.0, height: px(42), ..default() };
                row.spawn((
                    labelled_button(&art, Look::Main, done, node()),
                    NameButton::Take,
                    TabIndex(0),
                    observe(|_: On<Activate>, mut naming: ResMut<Naming>| naming.is_given = true),
                ));
                row.spawn((
                    labelled_button(&art, Look::Key, "Cancel", node()),
                    NameButton::Leave,
                    TabIndex(0),
                    observe(|_: On<Activate>, mut naming: ResMut<Naming>| naming.asked = None),
                ));
            });
        });
    });
    // It may lie over another screen than a match.
    commands.entity(dialog).insert(Dialog).remove::<DespawnOnExit<Screen>>();
    if is_match {
        naming.bypass_change_detection().was_paused = paused.get().0;
        // The menu has stopped it already, and starts it again.
        if !paused.get().0 {
            next.set(Paused(true));
        }
    }
}

fn say(naming: Res<Naming>, mut said: Query<&mut Text, With<Said>>) {
    for mut text in &mut said {
        set_text(&mut text, naming.problem.as_str());
    }
}
