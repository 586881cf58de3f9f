//! The sign beside the pointer that tells what a click would do, and the question of a command that waits for its target.

use super::SkirmishHudSystems;
use crate::client::kit::art::Art;
use crate::client::kit::scale::{in_nodes, node_space};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::targeting::{Hint, WaitingCommand};
use crate::games::rts::client::ui::hud::{LINE, QUESTION};
use bevy::prelude::*;

#[derive(Component)]
struct HintPanel;

#[derive(Component)]
struct Sign;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Word,
    Refusal,
}

/// The question at the top of the map.
#[derive(Component)]
struct Question;

#[derive(Component)]
struct QuestionText;

/// Logical pixels from the mouse to the sign.
const OFFSET: Vec2 = Vec2::new(20.0, 14.0);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (write.run_if(resource_changed::<Hint>), follow, ask.run_if(resource_changed::<WaitingCommand>))
            .chain()
            .in_set(SkirmishHudSystems),
    );
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    root.spawn((
        HintPanel,
        Node {
            position_type: PositionType::Absolute,
            padding: UiRect::axes(px(7), px(3)),
            column_gap: px(6),
            align_items: AlignItems::Center,
            border_radius: BorderRadius::all(px(5)),
            max_width: px(300),
            ..default()
        },
        BackgroundColor(theme::NIGHT.with_alpha(0.82)),
        GlobalZIndex(40),
        Visibility::Hidden,
        Pickable::IGNORE,
        children![
            (
                Sign,
                ImageNode { image_mode: NodeImageMode::Stretch, ..default() },
                Node { width: px(20), height: px(20), flex_shrink: 0.0, ..default() },
                Pickable::IGNORE,
            ),
            (
                Node { flex_direction: FlexDirection::Column, ..default() },
                Pickable::IGNORE,
                children![
                    (theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), Line::Word),
                    (theme::paragraph(art, Weight::Bold, theme::SMALL, theme::ALARM, ""), Line::Refusal),
                ],
            ),
        ],
    ));
    root.spawn((
        Question,
        Node {
            position_type: PositionType::Absolute,
            top: px(QUESTION),
            width: percent(100),
            justify_content: JustifyContent::Center,
            display: Display::None,
            ..default()
        },
        Pickable::IGNORE,
        children![(
            Node {
                height: px(LINE),
                align_items: AlignItems::Center,
                padding: UiRect::axes(px(14), px(0)),
                border: UiRect::all(px(1)),
                border_radius: BorderRadius::all(px(5)),
                ..default()
            },
            BackgroundColor(theme::NIGHT.with_alpha(0.9)),
            BorderColor::all(theme::BRONZE),
            Pickable::IGNORE,
            children![(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), QuestionText)],
        )],
    ));
}

fn write(
    hint: Res<Hint>,
    art: Res<Art>,
    mut signs: Query<(&mut ImageNode, &mut Node), With<Sign>>,
    mut lines: Query<(&Line, &mut Text, &mut TextColor, &mut Node), Without<Sign>>,
) {
    for (mut image, mut node) in &mut signs {
        match hint.command {
            Some(command) => {
                image.image = art.commands.image.clone();
                image.texture_atlas = Some(art.commands.atlas(command.info().icon));
                set_shown(&mut node, true);
            }
            None => set_shown(&mut node, false),
        }
    }
    for (line, mut text, mut color, mut node) in &mut lines {
        let content = match line {
            // That they walk where one clicks needs no word.
            Line::Word if hint.command == Some(CommandKind::Move) && !hint.is_aimed => "",
            Line::Word => hint.command.map_or("", |command| command.info().label),
            Line::Refusal => hint.refusal.as_deref().unwrap_or(""),
        };
        set_shown(&mut node, !content.is_empty());
        set_text(&mut text, content);
        if *line == Line::Word {
            color.set_if_neq(TextColor(hint.command.map_or(theme::CREAM, |command| command.info().colour)));
        }
    }
}

fn follow(
    hint: Res<Hint>,
    pointer: Res<Pointer>,
    menu: Res<MenuOpen>,
    window: Single<&Window>,
    scale: Res<UiScale>,
    panel: Option<Single<(&mut Node, &ComputedNode, &mut Visibility), With<HintPanel>>>,
) {
    let Some(panel) = panel else { return };
    let (mut place, size, mut visibility) = panel.into_inner();
    let has_words = hint.command.is_some() || hint.refusal.is_some();
    let Some(mouse) = pointer.screen.filter(|_| has_words && !pointer.over_hud && !menu.0) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    let space = node_space(&window, &scale);
    let size = size.size() * size.inverse_scale_factor();
    let mouse = in_nodes(mouse, &scale);
    // To the right of the mouse and below, unless there is no room.
    let fit = |at: f32, offset: f32, length: f32, room: f32| {
        if at + offset + length <= room { at + offset } else { (at - offset - length).max(0.0) }
    };
    let (left, top) = (px(fit(mouse.x, OFFSET.x, size.x, space.x)), px(fit(mouse.y, OFFSET.y, size.y, space.y)));
    if (place.left, place.top) != (left, top) {
        (place.left, place.top) = (left, top);
    }
    visibility.set_if_neq(Visibility::Visible);
}

fn ask(
    waiting: Res<WaitingCommand>,
    mut banners: Query<&mut Node, With<Question>>,
    mut texts: Query<&mut Text, With<QuestionText>>,
) {
    for mut node in &mut banners {
        set_shown(&mut node, waiting.0.is_some());
    }
    if let Some(command) = waiting.0 {
        for mut text in &mut texts {
            set_text(
                &mut text,
                format!("{}   Shift: more than once.   Right click or Esc cancels.", command.info().question),
            );
        }
    }
}
