//! What the windows of all games have in common that are played at a [table](crate::table) at which one seat at a time acts.
//! A game tells its words and habits by [`TableWindow`].
//!
//! | file | subject |
//! |---|---|
//! | `buttons` | the row of what can be done, with its keys |
//! | `clocks` | how they are chosen, and how they run |
//! | `replay_bar` | the bar of a replay |
//! | `result` | the dialog at the end |
//! | `files` | saving, watching and going on with files |

pub(crate) mod buttons;
pub mod clocks;
pub mod files;
mod replay_bar;
pub mod result;

use crate::arena::{Match, NotNow, Recording, RecordingProblem};
use crate::client::input::escape::shut_out_the_match;
use crate::client::input::replay::ReplayAction;
use crate::client::input::{ControlSystems, replay};
use crate::client::kit::frames::stack;
use crate::client::kit::notices::Notice;
use crate::client::kit::tree;
use crate::client::stage::{PANEL, sentence};
use crate::shell::states::Screen;
use crate::table::{Playable, Record, Refused, Saved, SeatKind, TableSetup};
use bevy::prelude::*;
use files::Opened;
use std::path::Path;

/// What a game tells the parts of its window that others have as well.
pub(crate) trait TableWindow: Playable {
    /// What lists call it.
    const GAME: &'static str;
    /// Where a match is set up.
    const PAGE: Screen;
    /// Names of a step and of a page of a replay: "A move", "Ten moves".
    const STEPS: [&'static str; 2];
    /// Steps of a page; without a number it is a turn.
    const STEPS_A_PAGE: Option<usize> = None;

    /// What a player is called on the screen, by its name in files and on the command line.
    fn player_name(name: &str) -> String;

    /// How long a match was, of its turns.
    fn length(turns: u32) -> String;

    /// What a save of a match is called if the player says nothing else.
    fn proposed(played: &Match<Self>) -> String;

    /// How names of files end in whose forms a match can be saved beside our own, without the dot.
    const OTHER_FORMS: &'static [&'static str] = &[];

    /// Whether a text is meant as a match, well written or not: others are not listed.
    fn is_one(_path: &Path, _text: &str) -> bool {
        true
    }

    /// Reads a match from the text of a file, whose form the name says.
    ///
    /// # Errors
    /// What is wrong with it, as a clause.
    fn read(_path: &Path, text: String) -> Result<Opened<Self>, String> {
        Recording::checked(&text).map(Opened::from)
    }

    /// The text of a file in one of the [other forms](Self::OTHER_FORMS), if the end of its name asks for one.
    fn write(_recording: &Recording<Self>, _path: &Path) -> Option<Result<String, RecordingProblem>> {
        None
    }

    /// Another match with this set-up is not the same again.
    fn reseed(setup: &mut Self::Setup, seed: u64);
}

/// Keys and files.
pub(crate) fn input<G: TableWindow>(app: &mut App) {
    app.add_plugins((replay::keys::<G>(G::STEPS_A_PAGE), files::plugin::<G>));
}

/// What lies around the board.
pub(crate) fn ui<G: TableWindow>(app: &mut App) {
    app.add_plugins((replay_bar::plugin::<G>, clocks::plugin::<G>, tree::browse::<G>))
        .add_systems(
            Update,
            (buttons::show_tempo, buttons::show_row).after(ControlSystems::Act).run_if(in_state(G::MODE)),
        )
        .add_systems(Update, (tell::<G>, shut_out_the_match::<ReplayAction>).run_if(in_state(G::MODE)));
}

/// The strip between the panels, above or below the board; `top` or `bottom` says which.
pub(crate) fn beside_board(height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(PANEL + 8.0),
        right: px(PANEL + 8.0),
        height: px(height),
        align_items: AlignItems::Center,
        ..default()
    }
}

/// The panel of a seat: the first on the left of the board, the second on the right.
pub(crate) fn seat_panel(seat: usize, row_gap: f32) -> Node {
    let (left, right) = if seat == 0 { (px(8), auto()) } else { (auto(), px(8)) };
    let (top, bottom, width) = (px(8), px(8), px(PANEL - 8.0));
    Node { position_type: PositionType::Absolute, left, right, top, bottom, width, ..stack(row_gap) }
}

/// Over the network who plays, and what they can ask of each other, lies on the foot of the second panel. This height is kept
/// free for it, in pixels of nodes.
pub(crate) const PLAYERS: f32 = 136.0;

/// What a player is called beside the board. Against somebody elsewhere it is said who is at this window.
pub(crate) fn called<G: TableWindow>(setup: &TableSetup<G>, record: &Record, seat: usize) -> String {
    let name = G::player_name(record.players()[seat]);
    if setup.has_rival() && setup.is_human(seat) { format!("{name} (you)") } else { name }
}

/// Who is waited for, if it is somebody elsewhere.
pub(crate) fn awaited<G: TableWindow>(setup: &TableSetup<G>, record: &Record, seat: usize) -> Option<String> {
    let is_elsewhere = setup.seats[seat] == SeatKind::Remote;
    is_elsewhere.then(|| format!("Waiting for {}.", G::player_name(record.players()[seat])))
}

/// Refused orders and saved matches are told.
fn tell<G: TableWindow>(
    mut refused: MessageReader<Refused<G>>,
    setup: Res<TableSetup<G>>,
    mut saved: MessageReader<Saved>,
    mut notices: MessageWriter<Notice>,
) {
    // What others wanted is no business of this window. Who presses twice knows that the other side is to move now.
    let is_told = |refused: &&Refused<G>| setup.is_human(refused.seat) && refused.refusal != NotNow::NotYourTurn.into();
    let refused = refused.read().filter(is_told).last();
    notices.write_batch(refused.map(|refused| Notice(sentence(&refused.refusal.to_string()))));
    notices.write_batch(saved.read().map(|Saved(result)| match result {
        Ok(path) => Notice(format!("Saved as {}.", path.file_name().unwrap_or_default().display())),
        Err(problem) => Notice(problem.clone()),
    }));
}
