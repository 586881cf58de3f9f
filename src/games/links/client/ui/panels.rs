//! The sides on either side of the board: who plays, what stands, what a program thinks; on the left the rules, on the right
//! the list of `moves`.

use super::analysis::{self, GivesWay};
use super::moves;
use super::words::{aim, needed, thought, variant_words};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{heading, stack};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, set_shown, set_text};
use crate::client::stage::duration;
use crate::client::table::{PLAYERS, called, clocks, seat_panel};
use crate::games::links::client::stage::{side_colour, side_name};
use crate::games::links::plugin::{AiPlayer, Board, LinksSetup, Phase, Record, Seat, Start, TableBegins};
use crate::games::links::routes::Routes;
use crate::games::links::rules::Rules;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::time::Duration;

/// A number of a side that follows the match.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Figure {
    Pegs,
    Links,
    Needed,
    Time,
}

impl Figure {
    const ALL: [Self; 4] = [Self::Pegs, Self::Links, Self::Needed, Self::Time];

    /// Its name, and what is told about it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Pegs => ("Pegs", "Pegs on the board"),
            Self::Links => ("Links", "Links on the board"),
            Self::Needed => {
                ("Still needed", "Pegs on the shortest way from line to line, if the other side stood still")
            }
            Self::Time => ("Time", "Time to think so far"),
        }
    }
}

/// What belongs to a side.
#[derive(Component, Debug, Clone, Copy)]
struct Of(usize);

/// The head of the panel of a side, with an edge while it is to move.
#[derive(Component, Debug)]
struct Head;

/// What a program thinks: the part of the panel, and the words.
#[derive(Component, Debug)]
struct Thoughts;

#[derive(Component, Debug)]
struct ThoughtText;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::LINKS))).add_systems(
        Update,
        (show_figures, show_time, show_turn, show_thoughts).after(ControlSystems::Act).run_if(in_state(Mode::LINKS)),
    );
}

fn spawn(
    mut commands: Commands,
    art: Res<Art>,
    table: Single<(&Board, &Record)>,
    setup: Res<LinksSetup>,
    online: Option<Res<Online>>,
) {
    let (board, record) = *table;
    let rules = board.position().rules();
    for side in 0..2 {
        let node = seat_panel(side, 8.0);
        commands
            .spawn((Name::new("Links side"), DespawnOnExit(Screen::Match), theme::panel(&art, node)))
            .with_children(|panel| {
                head(panel, &art, side, &called(&setup, record, side));
                figures(panel, &art, side);
                thoughts(panel, &art, side);
                if side == 0 {
                    analysis::spawn(panel, &art);
                    // The box of a puzzle stands there.
                    if !matches!(setup.start, Start::Puzzle(_)) {
                        explain(panel, &art, rules);
                    }
                } else {
                    moves::spawn(panel, &art);
                    if online.is_some() {
                        panel.spawn(Node { height: px(PLAYERS), flex_shrink: 0.0, ..default() });
                    }
                }
            });
    }
}

fn head(panel: &mut ChildSpawnerCommands, art: &Art, side: usize, player: &str) {
    let frame = Node {
        padding: UiRect::axes(px(9), px(6)),
        border: UiRect::left(px(5)),
        border_radius: BorderRadius::all(px(6)),
        ..stack(2.0)
    };
    let colour = side_colour(side);
    panel
        .spawn((frame, BackgroundColor(theme::WELL), BorderColor::all(colour), Head, Of(side), Pickable::IGNORE))
        .with_children(|head| {
            head.spawn(theme::text(art, Weight::Black, theme::HEAD, colour.lighter(0.14), side_name(side)));
            head.spawn(theme::paragraph(art, Weight::Bold, theme::BODY, theme::CREAM, player));
            head.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, aim(side)));
            head.spawn(clocks::face(art, side));
        });
}

fn figures(panel: &mut ChildSpawnerCommands, art: &Art, side: usize) {
    panel.spawn((stack(1.0), Pickable::IGNORE)).with_children(|table| {
        for (index, figure) in Figure::ALL.into_iter().enumerate() {
            let (name, tip) = figure.words();
            let row = Node {
                justify_content: JustifyContent::SpaceBetween,
                padding: UiRect::axes(px(9), px(4)),
                border_radius: BorderRadius::all(px(4)),
                ..default()
            };
            let shade = if index % 2 == 0 { theme::WELL } else { Color::NONE };
            table.spawn((row, BackgroundColor(shade), Tip::new(tip))).with_children(|row| {
                row.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, name));
                row.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), figure, Of(side)));
            });
        }
    });
}

fn thoughts(panel: &mut ChildSpawnerCommands, art: &Art, side: usize) {
    let column = Node { display: Display::None, ..stack(3.0) };
    panel.spawn((column, Pickable::IGNORE, Thoughts, Of(side))).with_children(|column| {
        column.spawn(heading(art, "Last thought"));
        let text = theme::paragraph(art, Weight::Regular, theme::SMALL, theme::CREAM, "");
        column.spawn((text, ThoughtText, Of(side)));
    });
}

/// The rules in a few sentences, at the foot of the panel.
fn explain(panel: &mut ChildSpawnerCommands, art: &Art, rules: Rules) {
    panel.spawn((Node { flex_grow: 1.0, ..default() }, Pickable::IGNORE));
    let (name, about) = variant_words(rules.variant);
    let mut sentences = vec![
        "Pegs a knight's move apart are linked. Who joins the two own lines by a chain of links wins.".to_string(),
        format!("{name}: {about}"),
    ];
    if rules.pie {
        sentences.push("Red may take over the first peg instead of placing one.".into());
    }
    for sentence in sentences {
        panel.spawn((theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, &sentence), GivesWay));
    }
}

fn show_figures(board: Single<&Board, Changed<Board>>, mut figures: Query<(&Figure, &Of, &mut Text)>) {
    let position = board.position();
    for (figure, Of(side), mut text) in &mut figures {
        let content = match figure {
            Figure::Pegs => position.pegs(*side).len().to_string(),
            Figure::Links => position.links(*side).len().to_string(),
            Figure::Needed => needed(Routes::of(position, *side).distance),
            Figure::Time => continue,
        };
        set_text(&mut text, content);
    }
}

fn show_time(record: Single<&Record, Changed<Record>>, mut figures: Query<(&Figure, &Of, &mut Text)>) {
    for (figure, Of(side), mut text) in &mut figures {
        if *figure == Figure::Time {
            set_text(&mut text, duration(record.times[*side].iter().sum::<Duration>()));
        }
    }
}

/// The head of the side that is to move is bright.
fn show_turn(table: Single<(&Board, &Phase)>, mut heads: Query<(&Of, &mut BackgroundColor), With<Head>>) {
    let (board, phase) = *table;
    for (Of(side), mut fill) in &mut heads {
        let is_on = *phase != Phase::Over && !board.is_over() && board.seat() == *side;
        let colour = if is_on { side_colour(*side).with_alpha(0.3) } else { theme::WELL };
        fill.set_if_neq(BackgroundColor(colour));
    }
}

/// A replay is of another time than the last thoughts.
fn show_thoughts(
    phase: Single<&Phase>,
    programs: Query<(&Seat, &AiPlayer)>,
    mut parts: Query<(&Of, &mut Node), With<Thoughts>>,
    mut texts: Query<(&Of, &mut Text), With<ThoughtText>>,
) {
    let is_watched = matches!(**phase, Phase::Watching { .. });
    let found = |side: usize| {
        let program = programs.iter().find(|(seat, _)| seat.number == side && !is_watched);
        program.and_then(|(_, program)| program.thought())
    };
    for (Of(side), mut node) in &mut parts {
        set_shown(&mut node, found(*side).is_some());
    }
    for (Of(side), mut text) in &mut texts {
        set_text(&mut text, found(*side).map(thought).unwrap_or_default());
    }
}
