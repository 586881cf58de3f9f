//! What the overlay of thoughts means, and whose thoughts they are: below the cards of the seats while it is shown.

use super::player_name;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::games::tron::client::input::{Spectator, next_living};
use crate::games::tron::client::view::thoughts::{BETWEEN, CHAMBER, LAND, expected};
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES};
use crate::games::tron::plugin::{AiPlayer, Phase, Round, Seat, SeatKind};
use crate::shell::states::Mode;
use bevy::prelude::*;

/// The whole.
#[derive(Component, Debug)]
struct Legend;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Whose,
    Player,
    Land,
    Chambers,
    Doors,
    Way,
    Answer,
    NoWay,
}

/// The lines with a sign before them.
const SIGNS: [Line; 5] = [Line::Land, Line::Chambers, Line::Doors, Line::Way, Line::Answer];

/// A sign before a line: the first or the second.
#[derive(Component, Debug, Clone, Copy)]
struct Sign(Line, usize);

#[derive(Component, Debug, Clone, Copy)]
struct Row(Line);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (follow, paint).after(ControlSystems::Act).run_if(in_state(Mode::TRON)));
}

/// Spawns it, hidden, as the last part of a panel.
pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    let column = Node {
        padding: UiRect::axes(px(11), px(8)),
        margin: UiRect::top(auto()),
        border_radius: BorderRadius::all(px(6)),
        display: Display::None,
        ..stack(3.0)
    };
    let small = |color| theme::text(art, Weight::Regular, theme::SMALL, color, "");
    panel.spawn((column, BackgroundColor(theme::WELL), Legend)).with_children(|legend| {
        legend.spawn((theme::text(art, Weight::Black, theme::LABEL, theme::CREAM, ""), Line::Whose));
        legend.spawn((small(theme::MUTED), Line::Player));
        for line in SIGNS {
            let row = Node { column_gap: px(7), align_items: AlignItems::Center, ..default() };
            legend.spawn((row, Row(line))).with_children(|row| {
                row.spawn(Node { width: px(30), column_gap: px(2), ..default() }).with_children(|signs| {
                    for place in 0..2 {
                        let is_dot = matches!(line, Line::Way | Line::Answer);
                        let (side, radius) = if is_dot { (9.0, 5.0) } else { (14.0, 2.0) };
                        let node = Node {
                            width: px(side),
                            height: px(side),
                            border_radius: BorderRadius::all(px(radius)),
                            ..default()
                        };
                        signs.spawn((node, BackgroundColor(Color::NONE), Sign(line, place)));
                    }
                });
                row.spawn((small(theme::CREAM), line));
            });
        }
        legend.spawn((small(theme::MUTED), Row(Line::NoWay), Line::NoWay));
    });
}

/// Shows it with the overlay, and says whose thoughts these are.
fn follow(
    table: Single<(&Round, &Phase)>,
    thinkers: Query<(&Seat, &AiPlayer)>,
    seats: Query<&Seat>,
    spectator: Res<Spectator>,
    mut legends: Query<&mut Node, With<Legend>>,
    mut rows: Query<(&Row, &mut Node), Without<Legend>>,
    mut lines: Query<(&Line, &mut Text, &mut TextColor)>,
) {
    let (round, phase) = *table;
    for mut node in &mut legends {
        set_shown(&mut node, spectator.shown);
    }
    if !spectator.shown {
        return;
    }
    let seat = next_living(round, spectator.seat);
    let expected = expected(round, *phase, seat, &thinkers);
    let has_way = expected.is_some_and(|(way, _)| !way.is_empty());
    let has_answer = expected.is_some_and(|(_, answer)| !answer.is_empty());
    let kind = seats.iter().find(|other| other.number == seat).map_or(SeatKind::Off, |other| other.kind);
    let name = SEAT_NAMES[seat];
    for (Row(line), mut node) in &mut rows {
        let is_shown = match line {
            Line::Way => has_way,
            Line::Answer => has_answer,
            Line::NoWay => !has_way,
            _ => true,
        };
        set_shown(&mut node, is_shown);
    }
    for (line, mut text, mut ink) in &mut lines {
        let content = match line {
            Line::Whose if matches!(kind, SeatKind::Computer(_)) => format!("Thoughts of {name}"),
            Line::Whose => format!("How {name} stands"),
            Line::Player => player_name(kind),
            Line::Land => "Who gets there first".into(),
            Line::Chambers => format!("{name}'s rooms, in two shades"),
            Line::Doors => "Doorways between rooms".into(),
            Line::Way => "The way it means to ride".into(),
            Line::Answer => "The answer it expects".into(),
            Line::NoWay if matches!(phase, Phase::Watching { .. }) => "Replays keep no planned ways.".into(),
            Line::NoWay => "No way planned at the moment.".into(),
        };
        set_text(&mut text, content);
        if *line == Line::Whose {
            ink.set_if_neq(TextColor(SEAT_COLOURS[seat]));
        }
    }
}

/// The signs have the colours that the board has.
fn paint(
    table: Option<Single<(&Round, &Phase)>>,
    spectator: Res<Spectator>,
    mut signs: Query<(&Sign, &mut BackgroundColor)>,
) {
    let Some(table) = table.filter(|_| spectator.shown) else { return };
    let seat = next_living(table.0, spectator.seat);
    let other = next_living(table.0, seat + 1);
    // On the dark floor, a little brighter than there: the patches are small.
    let tint = |seat: usize, alpha: u8| SEAT_COLOURS[seat].with_alpha(f32::from(alpha) / 255.0 * 1.6);
    let dot = |seat: usize| SEAT_COLOURS[seat].mix(&Color::WHITE, 0.35);
    for (Sign(line, place), mut fill) in &mut signs {
        let colour = match (line, place) {
            (Line::Land, 0) => tint(seat, LAND),
            (Line::Land, _) => tint(other, LAND),
            (Line::Chambers, 0) => tint(seat, LAND),
            (Line::Chambers, _) => tint(seat, CHAMBER),
            (Line::Doors, 0) => tint(seat, BETWEEN),
            (Line::Way, _) => dot(seat),
            (Line::Answer, _) => dot(other),
            _ => Color::NONE,
        };
        fill.set_if_neq(BackgroundColor(colour));
    }
}
