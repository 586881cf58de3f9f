//! The page of keys: a button for each command; the next key that is pressed becomes its own.

use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{choice_button, set_checked, set_enabled, set_text};
use crate::client::screens::options::Page;
use crate::client::stage::OptionsOpen;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::skirmish::key_bindings::{KeyBindings, label};
use crate::games::rts::client::input::skirmish::keys::{KEYS, Realm};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use bevy::input::InputSystems;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::Activate;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;

/// What a button of the page does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyButton {
    /// The next key that is pressed becomes that of this command.
    Key(RtsAction),
    /// All commands get their usual keys.
    Usual,
}

/// Which command waits for its key, and what came of the last one.
#[derive(Resource, Debug, Default)]
struct Asked {
    action: Option<RtsAction>,
    /// The key that was pressed does nothing else until it is let go.
    is_held: bool,
    said: String,
    is_bad: bool,
}

/// The sentence below the keys.
#[derive(Component)]
struct Said;

/// Width of a column and of a button of it.
const WIDTHS: (f32, f32) = (288.0, 92.0);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Asked>()
        .add_systems(PreUpdate, listen.after(InputSystems).before(InputManagerSystem::Unify))
        .add_systems(
            Update,
            (
                forget.run_if(resource_changed::<OptionsOpen>.or_else(resource_changed::<Page>)),
                follow.run_if(any_with_component::<Said>),
            )
                .chain(),
        )
        .add_observer(ask);
}

pub(crate) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    let of = |realm: Realm| KEYS.iter().filter(move |binding| binding.realm == realm);
    let columns = [
        vec![("Units", of(Realm::Units).collect::<Vec<_>>()), ("Buildings", of(Realm::Buildings).collect())],
        vec![("Always", of(Realm::Always).collect())],
    ];
    panel.spawn(Node { column_gap: px(34), ..default() }).with_children(|line| {
        for column in columns {
            let node = Node { flex_direction: FlexDirection::Column, row_gap: px(2), width: px(WIDTHS.0), ..default() };
            line.spawn(node).with_children(|list| {
                for (heading, bindings) in column {
                    list.spawn((
                        theme::text(art, Weight::Bold, theme::LABEL, theme::GOLD, heading),
                        Node { margin: UiRect::vertical(px(3)), ..default() },
                    ));
                    for binding in bindings {
                        let row = Node {
                            justify_content: JustifyContent::SpaceBetween,
                            align_items: AlignItems::Center,
                            ..default()
                        };
                        list.spawn(row).with_children(|row| {
                            row.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, binding.title));
                            row.spawn((choice_button(art, ""), KeyButton::Key(binding.action)))
                                .entry::<Node>()
                                .and_modify(|mut node| {
                                    node.width = px(WIDTHS.1);
                                    node.height = px(26);
                                    node.justify_content = JustifyContent::Center;
                                });
                        });
                    }
                }
            });
        }
    });
    let line = Node { justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Center, ..default() };
    panel.spawn(Node { min_height: px(34), column_gap: px(14), ..line }).with_children(|line| {
        line.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, ""), Said))
            .entry::<Node>()
            .or_default()
            .and_modify(|mut node| node.max_width = px(440));
        line.spawn((choice_button(art, "Usual keys"), KeyButton::Usual));
    });
}

/// Whatever was asked is asked no more.
fn forget(mut asked: ResMut<Asked>) {
    asked.action = None;
    asked.said.clear();
}

fn ask(
    activate: On<Activate>,
    buttons: Query<&KeyButton>,
    mut asked: ResMut<Asked>,
    mut keys: ResMut<KeyBindings>,
    focus: Option<ResMut<InputFocus>>,
) {
    match buttons.get(activate.entity) {
        Ok(KeyButton::Key(action)) => {
            asked.action = Some(*action);
            // The key must not press the button once more.
            if let Some(mut focus) = focus {
                focus.clear();
            }
        }
        Ok(KeyButton::Usual) => {
            *keys = KeyBindings::default();
            *asked = Asked {
                said: "All commands have their usual keys again.".into(),
                is_held: asked.is_held,
                ..Asked::default()
            };
        }
        Err(_) => {}
    }
}

/// What a letter makes in some building.
fn made_by(rules: &Rules, letter: char) -> Option<String> {
    let is_it = |hotkey: Option<char>| hotkey.is_some_and(|hotkey| hotkey.eq_ignore_ascii_case(&letter));
    let grown = |name: &str| rules.buildings.iter().any(|kind| kind.becomes.as_deref() == Some(name));
    let units = rules.units.iter().filter(|kind| is_it(kind.hotkey)).map(|kind| kind.title().to_owned());
    let upgrades = rules.upgrades.iter().filter(|kind| is_it(kind.hotkey)).map(|kind| kind.title.clone());
    let tiers = rules.buildings.iter().filter(|kind| is_it(kind.hotkey) && grown(&kind.name));
    units.chain(upgrades).chain(tiers.map(|kind| kind.title.clone())).next()
}

fn title_of(action: RtsAction) -> &'static str {
    KEYS.iter().find(|binding| binding.action == action).map_or("", |binding| binding.title)
}

/// Takes the key that is pressed for who waits for one; nothing else hears of it.
fn listen(
    mut asked: ResMut<Asked>,
    buttons: Res<ButtonInput<KeyCode>>,
    rules: Res<GameRules>,
    mut keys: ResMut<KeyBindings>,
    mut input: ResMut<EnabledInput<KeyCode>>,
) {
    let Some(action) = asked.action else {
        if asked.is_held && buttons.get_pressed().next().is_none() {
            asked.is_held = false;
            input.is_enabled = true;
        }
        return;
    };
    input.is_enabled = false;
    asked.is_held = true;
    let Some(key) = buttons.get_just_pressed().next().copied() else { return };
    asked.action = None;
    let (title, name) = (title_of(action), label(key));
    (asked.said, asked.is_bad) = if key == KeyCode::Escape {
        (format!("“{title}” keeps its key."), false)
    } else {
        match keys.give(action, key, |letter| made_by(&rules.0, letter)) {
            Ok(None) => (format!("“{title}” has the key {name} now."), false),
            Ok(Some(other)) => (
                format!(
                    "“{title}” has the key {name} now, and “{}” has {}.",
                    other.title,
                    label(keys.key(other.action))
                ),
                false,
            ),
            Err(reason) => (reason, true),
        }
    };
}

fn follow(
    asked: Res<Asked>,
    keys: Res<KeyBindings>,
    buttons: Query<(Entity, &KeyButton, &Children, Has<Checked>, Has<InteractionDisabled>)>,
    mut texts: Query<&mut Text, Without<Said>>,
    mut said: Single<(&mut Text, &mut TextColor), With<Said>>,
    mut commands: Commands,
) {
    for (entity, button, children, is_checked, is_disabled) in &buttons {
        match button {
            KeyButton::Key(action) => {
                let is_asked = asked.action == Some(*action);
                set_checked(&mut commands, entity, is_checked, is_asked);
                let content = if is_asked { "…".into() } else { keys.label(*action).unwrap_or_default() };
                let mut labels = texts.iter_many_mut(children);
                while let Some(mut text) = labels.fetch_next() {
                    set_text(&mut text, content.clone());
                }
            }
            KeyButton::Usual => {
                set_enabled(&mut commands, entity, is_disabled, *keys != KeyBindings::default());
            }
        }
    }
    let content = match asked.action {
        Some(action) => format!("Press a new key for “{}”; Esc keeps the old one.", title_of(action)),
        None if asked.said.is_empty() => {
            "Click a key to change it. The letters of what is built, trained and researched stay as they are.".into()
        }
        None => asked.said.clone(),
    };
    let colour = match asked.action {
        Some(_) => theme::GOLD,
        None if asked.is_bad && !asked.said.is_empty() => theme::ALARM,
        None => theme::MUTED,
    };
    set_text(&mut said.0, content);
    said.1.set_if_neq(TextColor(colour));
}
