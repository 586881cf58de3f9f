//! What has been said, in the upper right corner, and the line that is being written, above the panels.

use super::SkirmishHudSystems;
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::skirmish::chat::Chat;
use crate::games::rts::client::input::thoughts::ThoughtsShown;
use crate::games::rts::client::stage::{BOTTOM_ROW, MARGIN, TOP_BAR};
use crate::games::rts::client::ui::thoughts::ROOM;
use crate::games::rts::signals::Audience;
use bevy::prelude::*;

/// Width of the lines and of the one that is written, in pixels of nodes.
const WIDTH: f32 = 330.0;
const WRITTEN: f32 = 560.0;
/// How much of the map a line hides.
const FILL: f32 = 0.8;

#[derive(Component)]
struct Lines;

/// The plate of the line of a number.
#[derive(Component)]
struct Plate(u32);

/// A part of its text.
#[derive(Component)]
struct Words(u32);

#[derive(Component)]
struct Written;

/// Who is to read what is being written.
#[derive(Component)]
struct Reader;

#[derive(Component)]
struct Typed;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (list, stand_aside, fade, show_written).chain().in_set(SkirmishHudSystems));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    let list = Node {
        position_type: PositionType::Absolute,
        right: px(MARGIN),
        top: px(TOP_BAR + MARGIN),
        width: px(WIDTH),
        align_items: AlignItems::End,
        ..layout::column(3.0)
    };
    root.spawn((Lines, list, Pickable::IGNORE));
    let row = Node {
        position_type: PositionType::Absolute,
        bottom: px(BOTTOM_ROW + MARGIN),
        width: percent(100),
        justify_content: JustifyContent::Center,
        display: Display::None,
        ..default()
    };
    root.spawn((Written, row, Pickable::IGNORE)).with_children(|row| {
        let node = Node {
            width: px(WRITTEN),
            padding: UiRect::axes(px(12), px(6)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(5)),
            ..layout::line(8.0)
        };
        row.spawn((
            node,
            BackgroundColor(theme::NIGHT.with_alpha(0.94)),
            BorderColor::all(theme::GOLD),
            Pickable::IGNORE,
        ))
        .with_children(|line| {
            line.spawn((theme::text(art, Weight::Black, theme::BODY, theme::GOLD, ""), Reader));
            // What is written last is seen.
            let room = Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_width: px(0),
                overflow: Overflow::clip_x(),
                justify_content: JustifyContent::Start,
                ..default()
            };
            line.spawn((room, Pickable::IGNORE))
                .with_child((theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, ""), Typed));
            line.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, "Enter · Tab · Esc"));
        });
    });
}

fn list(
    chat: Res<Chat>,
    art: Res<Art>,
    list: Single<(Entity, Ref<Lines>)>,
    mut shown: Local<Vec<u32>>,
    mut commands: Commands,
) {
    let (entity, list) = list.into_inner();
    let wanted: Vec<u32> = chat.shown().map(|(line, _)| line.number).collect();
    if *shown == wanted && !list.is_added() {
        return;
    }
    *shown = wanted;
    commands.entity(entity).despawn_children().with_children(|list| {
        for (line, _) in chat.shown() {
            let name = if line.to == Audience::Allies {
                format!("{} to allies: ", line.name)
            } else {
                format!("{}: ", line.name)
            };
            let colour = art.player_colours.colour(line.side);
            let node = Node {
                max_width: px(WIDTH),
                padding: UiRect::axes(px(10), px(4)),
                border_radius: BorderRadius::all(px(5)),
                ..default()
            };
            list.spawn((node, BackgroundColor(theme::NIGHT.with_alpha(FILL)), Plate(line.number), Pickable::IGNORE))
                .with_children(|plate| {
                    let text = theme::paragraph(&art, Weight::Black, theme::BODY, colour, &name);
                    let words = TextSpan::new(line.text.clone());
                    let font = theme::font(&art, Weight::Regular, theme::BODY);
                    plate.spawn((text, Words(line.number))).with_child((
                        words,
                        font,
                        TextColor(theme::CREAM),
                        Words(line.number),
                    ));
                });
        }
    });
}

/// The lines make room for the thoughts of programs, which stand in the same corner.
fn stand_aside(thoughts: Res<ThoughtsShown>, mut list: Single<&mut Node, With<Lines>>) {
    let right = px(MARGIN + if thoughts.0.is_some() { ROOM } else { 0.0 });
    if list.right != right {
        list.right = right;
    }
}

fn fade(
    chat: Res<Chat>,
    mut plates: Query<(&Plate, &mut BackgroundColor)>,
    mut texts: Query<(&Words, &mut TextColor)>,
) {
    let share = |number: u32| chat.shown().find(|(line, _)| line.number == number).map_or(0.0, |(_, share)| share);
    for (of, mut fill) in &mut plates {
        fill.set_if_neq(BackgroundColor(theme::NIGHT.with_alpha(FILL * share(of.0))));
    }
    for (of, mut colour) in &mut texts {
        let faded = TextColor(colour.0.with_alpha(share(of.0)));
        colour.set_if_neq(faded);
    }
}

fn show_written(
    chat: Res<Chat>,
    mut row: Single<&mut Node, With<Written>>,
    mut reader: Single<&mut Text, (With<Reader>, Without<Typed>)>,
    mut typed: Single<&mut Text, With<Typed>>,
) {
    set_shown(&mut row, chat.open().is_some());
    let Some(text) = chat.open() else { return };
    set_text(&mut reader, if chat.to == Audience::All { "To all:" } else { "To allies:" });
    // The end is what one looks at.
    let from = text.char_indices().rev().nth(LETTERS - 1).map_or(0, |(at, _)| at);
    set_text(&mut typed, format!("{}|", &text[from..]));
}

/// Letters that are shown of what is being written, of any width.
const LETTERS: usize = 44;
