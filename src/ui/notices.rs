//! Notices: short sentences at the top of the window that go away by themselves.

use crate::control::ControlSystems;
use crate::sim::Outcome;
use crate::ui::theme::{self, Weight};
use crate::view::art::Art;
use bevy::prelude::*;

/// Tells the player something, for a few seconds.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct Notice(pub String);

/// Seconds that a notice stays.
const STAY: f32 = 5.0;
/// The last of these seconds, in which it fades.
const FADE: f32 = 0.7;
/// Notices at a time; older ones give way.
const MOST: usize = 4;

#[derive(Component)]
struct Stack;

/// A notice on the screen.
#[derive(Component)]
struct Toast {
    content: String,
    left: f32,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Notice>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (tell_refusals, show, fade).chain().after(ControlSystems::Act));
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Name::new("Notices"),
        Stack,
        Node {
            position_type: PositionType::Absolute,
            top: px(52),
            width: percent(100),
            flex_direction: FlexDirection::Column,
            align_items: AlignItems::Center,
            row_gap: px(5),
            ..default()
        },
        GlobalZIndex(50),
        Pickable::IGNORE,
    ));
}

fn tell_refusals(mut outcomes: MessageReader<Outcome>, mut notices: MessageWriter<Notice>) {
    for outcome in outcomes.read() {
        if let Outcome::Refused { reason, .. } = outcome {
            notices.write(Notice(reason.clone()));
        }
    }
}

fn show(
    mut notices: MessageReader<Notice>,
    art: Option<Res<Art>>,
    stack: Single<Entity, With<Stack>>,
    mut toasts: Query<(Entity, &mut Toast)>,
    mut commands: Commands,
) {
    let Some(art) = art else { return };
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
        commands.spawn((
            Toast { content: content.into(), left: STAY },
            ChildOf(*stack),
            Node {
                padding: UiRect::axes(px(14), px(7)),
                border: UiRect::left(px(4)),
                border_radius: BorderRadius::all(px(5)),
                max_width: percent(70),
                ..default()
            },
            BackgroundColor(theme::NIGHT.with_alpha(0.92)),
            BorderColor::all(theme::GOLD),
            Pickable::IGNORE,
            children![theme::text(&art, Weight::Regular, theme::BODY, theme::CREAM, content)],
        ));
    }
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
        fill.set_if_neq(BackgroundColor(theme::NIGHT.with_alpha(0.92 * alpha)));
        edge.set_if_neq(BorderColor::all(theme::GOLD.with_alpha(alpha)));
        for child in children {
            if let Ok(mut color) = texts.get_mut(*child) {
                color.set_if_neq(TextColor(theme::CREAM.with_alpha(alpha)));
            }
        }
    }
}
