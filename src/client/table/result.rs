//! The dialog at the end of a match: who won and how, what each side did, and where to go from here.

use super::TableWindow;
use crate::arena::{Forfeit, Ruling};
use crate::client::input::replay::ReplayControls;
use crate::client::kit::art::{Art, SIDE_COLOURS, SIDE_NAMES};
use crate::client::kit::chance::fresh_seed;
use crate::client::kit::frames::{self, DialogButtons};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, goes_to};
use crate::net::table::{Offer, Wish};
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen};
use crate::table::{Board, Playable, SeatKind, Start, TableSetup};
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// What is told of a match that is over.
pub(crate) struct Told<'a> {
    /// What is written large, and its colour.
    pub(crate) title: (String, Color),
    pub(crate) sentence: String,
    /// Who played: names of persons, of programs as in files.
    pub(crate) players: [&'a str; 2],
    /// A name, and the value of each side.
    pub(crate) rows: Vec<(&'static str, [String; 2])>,
}

/// What is written large, and its colour: who won, or how it was for `you`.
pub fn title(winner: Option<usize>, is_decided: bool, you: Option<usize>) -> (String, Color) {
    match (winner, you) {
        (Some(winner), Some(you)) if winner == you => ("Victory".into(), SIDE_COLOURS[winner]),
        (Some(winner), Some(_)) => ("Defeat".into(), SIDE_COLOURS[winner]),
        (Some(winner), None) => (format!("{} wins", SIDE_NAMES[winner]), SIDE_COLOURS[winner]),
        (None, _) if is_decided => ("Draw".into(), theme::CREAM),
        (None, _) => ("Not decided".into(), theme::CREAM),
    }
}

/// Why a match ended that the rules have not ended.
pub fn without_rules(ruling: Option<&Ruling>) -> String {
    let Some(Ruling { winner, reason }) = ruling else { return "The recording breaks off here.".into() };
    let Some(winner) = *winner else {
        let sentence = match &**reason {
            Ruling::AGREED => "Both sides have agreed to a draw.",
            Ruling::ABORTED => "The match was called off: it counts for nobody.",
            Ruling::STOPPED => "The server has ended the match: it counts for nobody.",
            _ => "It ended in a draw.",
        };
        return sentence.into();
    };
    let (won, lost) = (SIDE_NAMES[winner], SIDE_NAMES[1 - winner]);
    match &**reason {
        reason if reason == Forfeit::Time.name() => format!("{lost} has run out of time."),
        Ruling::RESIGNED => format!("{lost} has resigned."),
        Ruling::LEFT => format!("{lost} was away for too long."),
        Ruling::TOLD => format!("{won} has won; how is not recorded."),
        // A program of a simulation.
        _ => format!("{lost} has given no answer that counts."),
    }
}

/// Where a match comes from that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    Recorded,
    /// Everybody was at this window.
    Here,
    /// Somebody was elsewhere. Whether one has played oneself.
    Elsewhere(bool),
}

impl Origin {
    pub(crate) fn of<G: Playable>(setup: &TableSetup<G>) -> Self {
        match setup.start {
            Start::Watch(_) => Self::Recorded,
            _ if setup.seats.contains(&SeatKind::Remote) => Self::Elsewhere(setup.has_rival()),
            _ => Self::Here,
        }
    }
}

/// Fills the dialog. `more` adds the buttons that only the game has, after those that play again.
pub(crate) fn fill<G: TableWindow>(
    frame: &mut ChildSpawnerCommands,
    art: &Art,
    told: &Told,
    origin: Origin,
    more: impl FnOnce(&mut DialogButtons),
) {
    frame.spawn(frames::dialog_column(8.0)).with_children(|panel| {
        panel.spawn(theme::text(art, Weight::Black, theme::TITLE, told.title.1, &told.title.0));
        panel.spawn((
            theme::paragraph(art, Weight::Regular, theme::LABEL, theme::CREAM, &told.sentence),
            Node { max_width: px(466), margin: UiRect::bottom(px(6)), ..default() },
        ));
        let table = Node { flex_direction: FlexDirection::Column, ..default() };
        panel.spawn(table).with_children(|table| spawn_table::<G>(table, art, told));
    });
    frame
        .spawn(Node { justify_content: JustifyContent::Center, ..frames::dialog_column(8.0) })
        .with_children(|panel| spawn_buttons::<G>(panel, art, origin, more));
}

fn spawn_table<G: TableWindow>(table: &mut ChildSpawnerCommands, art: &Art, told: &Told) {
    let line = || Node { column_gap: px(10), padding: UiRect::axes(px(8), px(5)), ..default() };
    let label = || Node { width: px(130), flex_shrink: 0.0, ..default() };
    let value = || Node { width: px(150), flex_shrink: 0.0, justify_content: JustifyContent::End, ..default() };
    table.spawn(line()).with_children(|row| {
        row.spawn(label());
        for (side, player) in told.players.iter().enumerate() {
            row.spawn(Node { flex_direction: FlexDirection::Column, align_items: AlignItems::End, ..value() })
                .with_children(|head| {
                    head.spawn(theme::text(art, Weight::Black, theme::LABEL, SIDE_COLOURS[side], SIDE_NAMES[side]));
                    let player = G::player_name(player);
                    head.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &player));
                });
        }
    });
    for (index, (name, values)) in told.rows.iter().enumerate() {
        let shade = if index % 2 == 0 { theme::WELL } else { Color::NONE };
        table.spawn((line(), BackgroundColor(shade))).with_children(|row| {
            row.spawn(label()).with_child(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, name));
            for text in values {
                row.spawn(value()).with_child(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, text));
            }
        });
    }
}

fn spawn_buttons<G: TableWindow>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    origin: Origin,
    more: impl FnOnce(&mut DialogButtons),
) {
    let mut buttons = DialogButtons::new(panel, art, px(190));
    let watch = observe(|_: On<Activate>, mut replay: ReplayControls| replay.watch());
    if origin == Origin::Recorded {
        buttons.add("Watch it again", watch);
        more(&mut buttons);
        let tip = "The same board and rules, with the players of the recording";
        buttons.add("Play this match", observe(rematch::<G>)).insert(Tip::new(tip));
        buttons.add("Other replays", goes_to(Screen::Replays));
    } else if let Origin::Elsewhere(has_played) = origin {
        if has_played {
            let ask = |_: On<Activate>, online: Option<ResMut<Online>>| {
                online.into_iter().for_each(|mut online| online.wish(Wish::Offer(Offer::Rematch)));
            };
            let tip = "Asks the other for another match, in which who began is second";
            buttons.add("Rematch", observe(ask)).insert(Tip::new(tip));
        }
        buttons.add("Watch the replay", watch);
        more(&mut buttons);
    } else {
        buttons.add("Rematch", observe(rematch::<G>));
        let change = |_: On<Activate>, mut setup: ResMut<TableSetup<G>>| setup.seats.swap(0, 1);
        buttons
            .add("Change sides", (observe(change), observe(rematch::<G>)))
            .insert(Tip::new("The same again with the players exchanged"));
        buttons.add("Watch the replay", watch);
        more(&mut buttons);
        buttons
            .add("Save the replay", observe(|_: On<Activate>, mut replay: ReplayControls| replay.save()))
            .insert(Tip::new("Keeps it among the saved matches; the last matches are listed anyway"));
        buttons.add("Set-up", goes_to(G::PAGE));
    }
    let leave = if let Origin::Elsewhere(_) = origin { "Leave the match" } else { "Quit to title" };
    buttons.add(leave, goes_to(Screen::Title));
}

/// The same match once more.
fn rematch<G: TableWindow>(
    _: On<Activate>,
    board: Option<Single<&Board<G>>>,
    mut setup: ResMut<TableSetup<G>>,
    mut screen: ResMut<NextState<Screen>>,
    mut mode: ResMut<NextState<Mode>>,
) {
    // The match may have come out of a file.
    if let Some(board) = board {
        setup.game = board.setup().clone();
    }
    G::reseed(&mut setup.game, fresh_seed());
    setup.start = Start::New;
    screen.set(Screen::Match);
    mode.set(G::MODE);
}
