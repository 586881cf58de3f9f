//! The end of a match: who won and how, what each side did, and where to go from here.

use super::words::{duration, player_name, reason, title};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::chance::fresh_seed;
use crate::client::kit::frames;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, goes_to};
use crate::games::links::client::input::ReplayControls;
use crate::games::links::client::stage::{lone_human, side_colour, side_name};
use crate::games::links::plugin::takeback::left_after_taking_back;
use crate::games::links::plugin::{Board, LinksSetup, Phase, Record, Report, Start};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use std::time::Duration;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::LINKS)).after(ControlSystems::Act));
}

/// How long the board is seen at the end before the dialog covers it.
const LOOK: Duration = Duration::from_secs(2);

fn show(
    table: Option<Single<(&Phase, &Report, &Board, &Record)>>,
    (setup, time): (Res<LinksSetup>, Res<Time<Real>>),
    mut over_since: Local<Option<Duration>>,
    mut dialogs: frames::EndDialogs,
) {
    let over = table.filter(|table| *table.0 == Phase::Over);
    let since =
        if over.is_some() { *over_since.get_or_insert(time.elapsed()) } else { over_since.take().unwrap_or_default() };
    let over = over.filter(|_| time.elapsed() >= since + LOOK);
    dialogs.show("Links result", over, |frame, art, table| {
        let (_, report, board, record) = *table;
        let is_recorded = matches!(setup.start, Start::Watch(_));
        let you = if is_recorded { None } else { lone_human(&setup.seats) };
        frame.spawn(frames::dialog_column(8.0)).with_children(|panel| {
            spawn_result(panel, art, report, board.position().turns(), record, you);
        });
        frame.spawn(Node { justify_content: JustifyContent::Center, ..frames::dialog_column(8.0) }).with_children(
            |panel| {
                let can_take_back = left_after_taking_back(board, &setup).is_some();
                spawn_buttons(panel, art, is_recorded, can_take_back);
            },
        );
    });
}

fn spawn_result(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    report: &Report,
    moves: u32,
    record: &Record,
    you: Option<usize>,
) {
    let (title, colour) = title(report.winner(), report.end.is_some(), you);
    panel.spawn(theme::text(art, Weight::Black, theme::TITLE, colour, &title));
    let moves = if moves == 1 { "One move".into() } else { format!("{moves} moves") };
    panel.spawn((
        theme::paragraph(art, Weight::Regular, theme::LABEL, theme::CREAM, &format!("{} {moves}.", reason(report))),
        Node { max_width: px(430), margin: UiRect::bottom(px(6)), ..default() },
    ));
    let table = Node { flex_direction: FlexDirection::Column, ..default() };
    panel.spawn(table).with_children(|table| spawn_table(table, art, report, record));
}

fn spawn_table(table: &mut ChildSpawnerCommands, art: &Art, report: &Report, record: &Record) {
    let line = || Node { column_gap: px(10), padding: UiRect::axes(px(8), px(5)), ..default() };
    let label = || Node { width: px(130), flex_shrink: 0.0, ..default() };
    let value = || Node { width: px(150), flex_shrink: 0.0, justify_content: JustifyContent::End, ..default() };
    table.spawn(line()).with_children(|row| {
        row.spawn(label());
        for side in 0..2 {
            row.spawn(Node { flex_direction: FlexDirection::Column, align_items: AlignItems::End, ..value() })
                .with_children(|head| {
                    head.spawn(theme::text(art, Weight::Black, theme::LABEL, side_colour(side), side_name(side)));
                    let player = player_name(record.players()[side]);
                    head.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &player));
                });
        }
    });
    for (index, (name, values)) in statistics(report, record).into_iter().enumerate() {
        let shade = if index % 2 == 0 { theme::WELL } else { Color::NONE };
        table.spawn((line(), BackgroundColor(shade))).with_children(|row| {
            row.spawn(label()).with_child(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, name));
            for text in values {
                row.spawn(value()).with_child(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, &text));
            }
        });
    }
}

/// The rows of the table: a name, and the value of each side.
fn statistics(report: &Report, record: &Record) -> [(&'static str, [String; 2]); 5] {
    let timed = |of: fn(&[Duration]) -> Duration| {
        record.times.each_ref().map(|times| if times.is_empty() { "—".into() } else { duration(of(times)) })
    };
    [
        ("Pegs", report.pegs.map(|pegs| pegs.to_string())),
        ("Links", report.links.map(|links| links.to_string())),
        ("Time", report.times.map(duration)),
        ("Time per move", timed(|times| times.iter().sum::<Duration>() / times.len().max(1) as u32)),
        ("Longest move", timed(|times| times.iter().max().copied().unwrap_or_default())),
    ]
}

fn spawn_buttons(panel: &mut ChildSpawnerCommands, art: &Art, is_recorded: bool, can_take_back: bool) {
    let mut buttons = frames::DialogButtons::new(panel, art, px(190));
    let watch = observe(|_: On<Activate>, mut replay: ReplayControls| replay.watch());
    if is_recorded {
        buttons.add("Watch it again", watch);
        let tip = "The same board and rules, with the players of the recording";
        buttons.add("Play this match", observe(rematch)).insert(Tip::new(tip));
        buttons.add("Other replays", goes_to(Screen::Replays));
    } else {
        buttons.add("Rematch", observe(rematch));
        let change = |_: On<Activate>, mut setup: ResMut<LinksSetup>| setup.seats.swap(0, 1);
        buttons
            .add("Change sides", (observe(change), observe(rematch)))
            .insert(Tip::new("Another match with the players exchanged"));
        if can_take_back {
            buttons
                .add("Take back", observe(|_: On<Activate>, mut replay: ReplayControls| replay.take_back()))
                .insert(Tip::new("Play on from before your last move"));
        }
        buttons.add("Watch the replay", watch);
        buttons
            .add("Save the replay", observe(|_: On<Activate>, mut replay: ReplayControls| replay.save()))
            .insert(Tip::new("Keeps it among the saved matches; the last matches are listed anyway"));
        buttons.add("Set-up", goes_to(Screen::LINKS_SETUP));
    }
    buttons.add("Quit to title", goes_to(Screen::Title));
}

/// The same match once more.
fn rematch(
    _: On<Activate>,
    board: Option<Single<&Board>>,
    mut setup: ResMut<LinksSetup>,
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Mode>>,
) {
    // The match may have come out of a file.
    if let Some(board) = board {
        setup.game = board.setup().clone();
    }
    setup.game.seed = fresh_seed();
    setup.start = Start::New;
    screen.set(Screen::Match);
    mode.set(Mode::LINKS);
}
