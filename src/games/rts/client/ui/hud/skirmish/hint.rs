//! The sign beside the pointer that tells what a click would do, and the question of a command that waits for its target.

use super::SkirmishHudSystems;
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::targeting::{Hint, WaitingCommand};
use crate::games::rts::client::ui::hud::{Beside, QUESTION, sentence};
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
            border_radius: BorderRadius::all(px(5)),
            max_width: px(300),
            ..layout::line(6.0)
        },
        BackgroundColor(theme::NIGHT.with_alpha(0.82)),
        GlobalZIndex(40),
        Visibility::Hidden,
        Pickable::IGNORE,
        children![
            (
                Sign,
                ImageNode { image_mode: NodeImageMode::Stretch, ..default() },
                Node { flex_shrink: 0.0, ..layout::sized(20.0, 20.0) },
                Pickable::IGNORE,
            ),
            (
                layout::column(0.0),
                children![
                    (theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), Line::Word),
                    (theme::paragraph(art, Weight::Bold, theme::SMALL, theme::ALARM, ""), Line::Refusal),
                ],
            ),
        ],
    ));
    let edge = Node { border: UiRect::all(px(1)), border_radius: BorderRadius::all(px(5)), ..default() };
    let words = children![(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), QuestionText)];
    root.spawn((sentence(QUESTION, edge, 0.9, words), Question));
}

fn write(
    hint: Res<Hint>,
    art: Res<Art>,
    sign: Single<(&mut ImageNode, &mut Node), With<Sign>>,
    mut lines: Query<(&Line, &mut Text, &mut TextColor, &mut Node), Without<Sign>>,
) {
    let (mut image, mut node) = sign.into_inner();
    set_shown(&mut node, hint.command.is_some());
    if let Some(command) = hint.command {
        image.image = art.commands.image.clone();
        image.texture_atlas = Some(art.commands.atlas(command.info().icon));
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
    beside: Beside,
    panel: Single<(&mut Node, &ComputedNode, &mut Visibility), With<HintPanel>>,
) {
    let (mut node, size, mut visibility) = panel.into_inner();
    let has_words = hint.command.is_some() || hint.refusal.is_some();
    let Some(mouse) = pointer.screen.filter(|_| has_words && !pointer.over_hud && !menu.0) else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    beside.lay(&mut node, size, mouse, OFFSET, 0.0);
    visibility.set_if_neq(Visibility::Visible);
}

fn ask(
    waiting: Res<WaitingCommand>,
    menu: Res<MenuOpen>,
    mut question: Single<&mut Node, With<Question>>,
    mut text: Single<&mut Text, With<QuestionText>>,
) {
    set_shown(&mut question, waiting.0.is_some() && !menu.0);
    if let Some(command) = waiting.0 {
        let question = command.info().question;
        set_text(&mut text, format!("{question}   Shift: more than once.   Right click or Esc cancels."));
    }
}
