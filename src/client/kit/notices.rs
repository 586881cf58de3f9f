//! Notices: short sentences at the top of the window that go away by themselves.

use crate::client::game::GameClient;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::shell::recording::NotRecorded;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// Tells the player something, for a few seconds.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Notice(pub String);

/// Tells the player why an order was refused. There is one such notice at a time: a stroke of the brush over an army is
/// refused once for every unit.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub(crate) struct RefusalNotice(pub String);

/// Seconds that a notice stays.
const STAY: f32 = 5.0;
/// The last of these seconds, in which it fades.
const FADE: f32 = 0.7;
/// Notices at a time; older ones give way.
const MOST: usize = 4;

/// Where notices begin on screens without sentences of their own, in pixels of nodes.
pub(crate) const TOP: f32 = 52.0;

/// How much of the map a notice hides.
const FILL: f32 = 0.95;

#[derive(Component)]
struct Stack;

/// A notice on the screen.
#[derive(Component)]
struct Toast {
    content: String,
    left: f32,
}

/// Marks the toast of a refused order.
#[derive(Component)]
struct Refusal;

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Notice>()
        .add_message::<RefusalNotice>()
        .add_message::<NotRecorded>()
        .add_systems(Startup, spawn)
        .add_systems(OnExit(Screen::Match), clear)
        .add_systems(Update, (place, show_refusals, tell_unrecorded, show, fade).chain().after(ControlSystems::Act));
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Name::new("Notices"),
        Stack,
        Node {
            position_type: PositionType::Absolute,
            top: px(TOP),
            width: percent(100),
            align_items: AlignItems::Center,
            ..stack(5.0)
        },
        GlobalZIndex(50),
        Pickable::IGNORE,
    ));
}

/// Below what else stands at the top.
fn place(mode: Option<Res<State<Mode>>>, mut stack: Single<&mut Node, With<Stack>>) {
    let top = px(mode.map_or(TOP, |mode| GameClient::of(*mode.get()).notices_top));
    if stack.top != top {
        stack.top = top;
    }
}

/// What was said of a match is over with it.
fn clear(toasts: Query<Entity, With<Toast>>, mut commands: Commands) {
    for toast in &toasts {
        commands.entity(toast).despawn();
    }
}

/// A recording that stops is told by whoever recorded; for the player it is the same in every game.
fn tell_unrecorded(mut stopped: MessageReader<NotRecorded>, mut notices: MessageWriter<Notice>) {
    notices.write_batch(stopped.read().map(|NotRecorded(sentence)| Notice(sentence.clone())));
}

fn show_refusals(
    mut refusals: MessageReader<RefusalNotice>,
    art: Res<Art>,
    stack: Single<Entity, With<Stack>>,
    mut toasts: Query<(&mut Toast, &Children), With<Refusal>>,
    mut texts: Query<&mut Text>,
    mut commands: Commands,
) {
    let Some(RefusalNotice(reason)) = refusals.read().last() else { return };
    let Some((mut toast, children)) = toasts.iter_mut().next() else {
        spawn_toast(&mut commands, &art, *stack, reason).insert(Refusal);
        return;
    };
    *toast = Toast { content: reason.clone(), left: STAY };
    for child in children {
        if let Ok(mut text) = texts.get_mut(*child) {
            super::widgets::set_text(&mut text, reason.as_str());
        }
    }
}

fn show(
    mut notices: MessageReader<Notice>,
    art: Res<Art>,
    stack: Single<Entity, With<Stack>>,
    mut toasts: Query<(Entity, &mut Toast)>,
    mut commands: Commands,
) {
    let mut fresh: Vec<&str> = Vec::new();
    for Notice(content) in notices.read() {
        // What is on the screen already stays longer instead of being said twice.
        match toasts.iter_mut().find(|(_, toast)| toast.content == *content) {
            Some((_, mut toast)) => toast.left = STAY,
            None if fresh.contains(&content.as_str()) => {}
            None => fresh.push(content),
        }
    }
    if fresh.is_empty() {
        return;
    }
    let mut old: Vec<_> = toasts.iter().map(|(entity, toast)| (entity, toast.left)).collect();
    old.sort_by(|a, b| a.1.total_cmp(&b.1));
    let surplus = (old.len() + fresh.len()).saturating_sub(MOST);
    for (entity, _) in old.iter().take(surplus) {
        commands.entity(*entity).despawn();
    }
    for content in fresh.into_iter().rev().take(MOST).rev() {
        spawn_toast(&mut commands, &art, *stack, content);
    }
}

fn spawn_toast<'a>(commands: &'a mut Commands, art: &Art, stack: Entity, content: &str) -> EntityCommands<'a> {
    commands.spawn((
        Toast { content: content.into(), left: STAY },
        ChildOf(stack),
        Node {
            padding: UiRect::axes(px(14), px(7)),
            border: UiRect::left(px(4)),
            border_radius: BorderRadius::all(px(5)),
            max_width: percent(70),
            ..default()
        },
        BackgroundColor(theme::NIGHT.with_alpha(FILL)),
        BorderColor::all(theme::GOLD),
        Pickable::IGNORE,
        children![theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, content)],
    ))
}

fn fade(
    mut toasts: Query<(Entity, &mut Toast, &mut BackgroundColor, &mut BorderColor, &Children)>,
    mut texts: Query<&mut TextColor>,
    time: Res<Time<Real>>,
    mut commands: Commands,
) {
    for (entity, mut toast, mut fill, mut edge, children) in &mut toasts {
        toast.left -= time.delta_secs();
        if toast.left <= 0.0 {
            commands.entity(entity).despawn();
            continue;
        }
        let alpha = (toast.left / FADE).min(1.0);
        fill.set_if_neq(BackgroundColor(theme::NIGHT.with_alpha(FILL * alpha)));
        edge.set_if_neq(BorderColor::all(theme::GOLD.with_alpha(alpha)));
        for child in children {
            if let Ok(mut color) = texts.get_mut(*child) {
                color.set_if_neq(TextColor(theme::CREAM.with_alpha(alpha)));
            }
        }
    }
}
