//! The table of a simulation: progress, results and times of every side, how its rounds ended, where the log is.

use crate::arena::Elo;
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::heading;
use crate::client::kit::setup::GameSetup;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::shell::states::Screen;
use crate::table::series::{Contest, Series, SideRow};
use bevy::prelude::*;

/// The most sides of a simulation.
const SIDES: usize = 4;

/// Columns of the table of results: heading and width in logical pixels.
const RESULTS: [(&str, f32); 7] = [
    ("Side", 148.0),
    ("Wins", 44.0),
    ("Draws", 46.0),
    ("Losses", 52.0),
    ("Mean ms", 66.0),
    ("99 % ms", 62.0),
    ("Elo", 100.0),
];

/// Width of a column of the table of ends.
const REASON: f32 = 74.0;

/// What a text tells.
#[derive(Component, Debug, Clone, Copy)]
enum Told {
    /// How many rounds of how many.
    Progress,
    /// A column of [`RESULTS`] for a side.
    Result(usize, usize),
    /// How often the rounds of a side ended in a way of [`GameSetup::REASONS`].
    End(usize, usize),
    /// Draws and length.
    Total,
    /// What only this game tells.
    Note,
    /// Where the log is.
    Log,
}

/// The row of a side, in either table.
#[derive(Component, Debug, Clone, Copy)]
struct Row(usize);

/// The filled part of the bar.
#[derive(Component, Debug)]
struct Done;

pub(super) fn plugin<S: GameSetup>(app: &mut App) {
    app.add_systems(
        Update,
        follow::<S>
            .run_if(resource_changed::<Series<S::Contest>>.or_else(state_changed::<Screen>))
            .after(ControlSystems::Act)
            .run_if(in_state(S::SERIES)),
    );
}

/// A cell of a table: the first column to the left, numbers to the right.
fn cell(row: &mut ChildSpawnerCommands, width: f32, first: bool, text: impl Bundle) {
    let justify_content = if first { JustifyContent::Start } else { JustifyContent::End };
    let clip = Overflow::clip_x();
    row.spawn(Node { width: px(width), flex_shrink: 0.0, justify_content, overflow: clip, ..default() })
        .with_child(text);
}

fn line() -> Node {
    Node { column_gap: px(4), padding: UiRect::axes(px(8), px(5)), ..default() }
}

/// Spawns a table with a row for each side under these columns: heading and width.
fn spawn_table(panel: &mut ChildSpawnerCommands, art: &Art, columns: &[(&str, f32)], told: fn(usize, usize) -> Told) {
    let frame = Node {
        flex_direction: FlexDirection::Column,
        padding: UiRect::axes(px(2), px(4)),
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    panel.spawn((frame, BackgroundColor(theme::WELL))).with_children(|table| {
        table.spawn(line()).with_children(|row| {
            for (column, (name, width)) in columns.iter().enumerate() {
                let label = theme::text(art, Weight::Bold, theme::SMALL, theme::MUTED, name);
                cell(row, *width, column == 0, label);
            }
        });
        for side in 0..SIDES {
            table.spawn((line(), Row(side))).with_children(|row| {
                for (column, (_, width)) in columns.iter().enumerate() {
                    let told = told(side, column);
                    let weight = if matches!(told, Told::Result(_, 1)) { Weight::Black } else { Weight::Regular };
                    // A long name takes two lines.
                    let value = theme::paragraph(art, weight, theme::BODY, theme::CREAM, "");
                    cell(row, *width, column == 0, (value, told));
                }
            });
        }
    });
}

/// Fills the panel.
pub(super) fn spawn<S: GameSetup>(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel.spawn((theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, ""), Told::Progress));
    panel
        .spawn(Node { flex_direction: FlexDirection::Column, margin: UiRect::vertical(px(4)), ..default() })
        .with_child(progress_bar(14.0, theme::GOLD, Done));
    panel.spawn(heading(art, "Results"));
    spawn_table(panel, art, &RESULTS, Told::Result);
    panel.spawn(heading(art, S::REASONS_TITLE));
    let reasons = S::REASONS.iter().map(|reason| (*reason, REASON));
    let columns: Vec<(&str, f32)> = RESULTS[..1].iter().copied().chain(reasons).collect();
    spawn_table(panel, art, &columns, |side, column| match column {
        0 => Told::Result(side, 0),
        reason => Told::End(side, reason - 1),
    });
    panel.spawn((
        theme::text(art, Weight::Regular, theme::BODY, theme::CREAM, ""),
        Node { margin: UiRect::new(px(2), px(0), px(8), px(0)), ..default() },
        Told::Total,
    ));
    panel.spawn((
        theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, ""),
        Node { margin: UiRect::left(px(2)), ..default() },
        Told::Note,
    ));
    panel.spawn((
        theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""),
        Node { margin: UiRect::left(px(2)), ..default() },
        Told::Log,
    ));
}

/// The Elo difference with its error.
pub fn elo(elo: Elo) -> String {
    let bound = match (elo.is_bound, elo.difference > 0.0) {
        (false, _) => "",
        (true, true) => "> ",
        (true, false) => "< ",
    };
    if elo.error.is_finite() { format!("{bound}{:+.0} ± {:.0}", elo.difference, elo.error) } else { "—".into() }
}

fn result<S: GameSetup>(side: &SideRow, column: usize) -> String {
    match column {
        0 => S::called(&side.name),
        1 => side.score.wins.to_string(),
        2 => side.score.draws.to_string(),
        3 => side.score.losses.to_string(),
        4 => format!("{:.2}", side.mean_ms),
        5 => format!("{:.2}", side.p99_ms),
        _ => elo(side.elo),
    }
}

fn progress<C: Contest>(series: &Series<C>) -> String {
    let (played, wanted) = (series.standings().rounds, series.wanted());
    match (series.is_running(), wanted) {
        (_, 0) => "Nothing played yet".into(),
        (true, _) => format!("Round {played} of {wanted}"),
        (false, _) if played < wanted => format!("Stopped after {played} of {wanted} rounds"),
        (false, _) => format!("{played} rounds played"),
    }
}

fn follow<S: GameSetup>(
    series: Res<Series<S::Contest>>,
    mut texts: Query<(&Told, &mut Text)>,
    mut rows: Query<(&Row, &mut Node), Without<Done>>,
    mut done: Query<&mut Node, With<Done>>,
) {
    let standings = series.standings();
    for mut node in &mut done {
        set_filled(&mut node, standings.rounds as f32 / series.wanted().max(1) as f32);
    }
    for (row, mut node) in &mut rows {
        set_shown(&mut node, row.0 < standings.sides.len());
    }
    let side = |number: usize| standings.sides.get(number);
    for (told, mut text) in &mut texts {
        let content = match *told {
            Told::Progress => progress(&series),
            Told::Result(number, column) => side(number).map_or_else(String::new, |side| result::<S>(side, column)),
            Told::End(number, reason) => side(number).map_or_else(String::new, |side| side.reasons[reason].to_string()),
            Told::Total if standings.rounds > 0 => {
                let draws = if standings.draws == 1 { "draw" } else { "draws" };
                format!("{} {draws}  ·  {:.1} {} on average", standings.draws, standings.mean_length, S::LENGTH)
            }
            Told::Total => String::new(),
            Told::Note => standings.note.clone(),
            Told::Log => match series.log() {
                Some(Ok(path)) => format!("Log: {}", path.display()),
                Some(Err(problem)) => problem.clone(),
                None => String::new(),
            },
        };
        set_text(&mut text, content);
    }
}
