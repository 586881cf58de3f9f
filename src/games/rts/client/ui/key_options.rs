//! The page of keys: a button for each command; the next key that is pressed becomes its own.

use crate::client::kit::widgets::{Buttons, Look, button, choice_button, set_text, written};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::client::screens::options::Page;
use crate::client::stage::OptionsOpen;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::skirmish::key_bindings::{KeyBindings, label};
use crate::games::rts::client::input::skirmish::keys::{KEYS, Realm};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use bevy::input::InputSystems;
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;

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

#[derive(Component)]
struct Said;

/// Width of a column and of a button of it.
const WIDTHS: (f32, f32) = (288.0, 92.0);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Asked>()
        .add_systems(PreUpdate, listen.after(InputSystems).before(InputManagerSystem::Unify))
        .add_systems(
            Update,
            (forget.run_if(resource_changed::<OptionsOpen>.or_else(resource_changed::<Page>)), follow).chain(),
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
            line.spawn(Node { width: px(WIDTHS.0), ..layout::column(2.0) }).with_children(|list| {
                for (heading, bindings) in column {
                    list.spawn((
                        theme::text(art, Weight::Bold, theme::LABEL, theme::GOLD, heading),
                        Node { margin: UiRect::vertical(px(3)), ..default() },
                    ));
                    for binding in bindings {
                        list.spawn(apart()).with_children(|row| {
                            row.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, binding.title));
                            let node = Node { padding: UiRect::axes(px(9), px(4)), ..layout::sized(WIDTHS.1, 26.0) };
                            row.spawn((button(art, Look::Key, node), TabIndex(0), KeyButton::Key(binding.action)))
                                .with_child(written(art, Weight::Bold, theme::BODY, theme::CREAM, ""));
                        });
                    }
                }
            });
        }
    });
    panel.spawn(Node { min_height: px(34), column_gap: px(14), ..apart() }).with_children(|line| {
        let room = Node { max_width: px(440), ..default() };
        line.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, ""), room, Said));
        line.spawn((choice_button(art, "Usual keys"), KeyButton::Usual));
    });
}

/// A line with something at each end.
fn apart() -> Node {
    Node { justify_content: JustifyContent::SpaceBetween, ..layout::line(0.0) }
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
            Ok(Some(other)) => {
                let its = label(keys.key(other.action));
                (format!("“{title}” has the key {name} now, and “{}” has {its}.", other.title), false)
            }
            Err(reason) => (reason, true),
        }
    };
}

fn follow(
    asked: Res<Asked>,
    keys: Res<KeyBindings>,
    mut buttons: Buttons<KeyButton>,
    labels: Query<(&KeyButton, &Children)>,
    mut texts: Query<&mut Text, Without<Said>>,
    mut said: Single<(&mut Text, &mut TextColor), With<Said>>,
) {
    buttons.check(|button| Some(asked.action.is_some_and(|action| *button == KeyButton::Key(action))));
    buttons.enable(|button| (*button == KeyButton::Usual).then(|| *keys != KeyBindings::default()));
    for (button, children) in &labels {
        let KeyButton::Key(action) = button else { continue };
        let is_asked = asked.action == Some(*action);
        let content = if is_asked { "…".into() } else { keys.label(*action).unwrap_or_default() };
        let mut labels = texts.iter_many_mut(children);
        while let Some(mut text) = labels.fetch_next() {
            set_text(&mut text, content.clone());
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
