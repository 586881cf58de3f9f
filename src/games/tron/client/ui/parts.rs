//! What the set-up of a match and that of a simulation are made of: cards of seats, rows of choices.

use super::choices::{TronButton, level_of};
use crate::client::kit::art::Art;
use crate::client::kit::frames::{card, choices, row, stepper};
use crate::client::kit::setup::{FollowSetup, ShownSetup, does};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Tip, choice_button, set_shown, set_text};
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES};
use crate::games::tron::file::TronLevel;
use crate::games::tron::plugin::{SeatKind, TronSetup};
use crate::shell::folders::root_folder;
use crate::shell::keys::Keys;
use bevy::prelude::*;
use std::sync::Arc;

const SIZES: [(u16, u16); 6] = [(15, 15), (20, 20), (30, 20), (40, 30), (60, 40), (100, 50)];
/// Shares of obstacles in percent.
const OBSTACLES: [u8; 5] = [0, 5, 10, 15, 25];

/// Height of the buttons of a row.
const BUTTON: f32 = 31.0;

/// The second line of a seat: shown for humans or for programs with levels.
#[derive(Component)]
enum Details {
    Keys(usize),
    Level(usize),
}

/// The level of a seat's program.
#[derive(Component)]
struct LevelText(usize);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.in_set(FollowSetup::of::<TronSetup>()));
}

/// The boards that come with the game.
pub(super) fn files() -> Vec<Arc<TronLevel>> {
    let paths = crate::files::listed(&root_folder().join("levels/tron"), "ron").unwrap_or_default();
    let load = |path: &std::path::PathBuf| TronLevel::load(path).inspect_err(|error| warn!("{error}")).ok();
    paths.iter().filter_map(load).map(Arc::new).collect()
}

/// The card of a seat, with the players that it may have.
pub(super) fn spawn_seat(
    parent: &mut ChildSpawnerCommands,
    art: &Art,
    seat: usize,
    players: &[(SeatKind, &'static str, &'static str)],
    height: f32,
) {
    card(parent, SEAT_COLOURS[seat], height, |card| {
        card.spawn(row()).with_children(|line| {
            line.spawn((
                theme::text(art, Weight::Black, theme::LABEL, SEAT_COLOURS[seat], SEAT_NAMES[seat]),
                Node { width: px(66), ..default() },
            ));
            for (kind, label, tip) in players {
                line.spawn((choice_button(art, label), does(TronButton::Player(seat, *kind)), Tip::new(*tip)));
            }
        });
        // The room is there without anything in it, so that nothing moves under the mouse when something comes.
        let room = Node { padding: UiRect::left(px(71)), min_height: px(BUTTON), ..row() };
        card.spawn(room).with_children(|room| {
            if players.iter().any(|(kind, ..)| matches!(kind, SeatKind::Human(_))) {
                room.spawn((row(), Details::Keys(seat))).with_children(|line| {
                    for keys in Keys::ALL {
                        line.spawn((choice_button(art, keys.name()), does(TronButton::Keys(seat, keys))));
                    }
                });
            }
            room.spawn((row(), Details::Level(seat))).with_children(|line| {
                stepper(line, art, LevelText(seat), 72.0, [-1, 1].map(|by| does(TronButton::Level(seat, by))));
            });
        });
    });
}

pub(super) fn spawn_board(parent: &mut ChildSpawnerCommands, art: &Art, files: &[Arc<TronLevel>]) {
    let sizes = SIZES.map(|(width, height)| (format!("{width}×{height}"), does(TronButton::Size(width, height)), ""));
    choices(parent, art, "Size", sizes);
    let shares = OBSTACLES.map(|share| (format!("{share} %"), does(TronButton::Obstacles(share)), ""));
    choices(parent, art, "Obstacles", shares);
    if !files.is_empty() {
        let files = files.iter().map(|level| (level.name.clone(), does(TronButton::File(level.clone())), ""));
        choices(parent, art, "Or one of", files);
    }
}

pub(super) fn spawn_options(parent: &mut ChildSpawnerCommands, art: &Art) {
    let options = [
        ("Vanishing trails".into(), does(TronButton::Vanish), "The trail of a dead cycle goes with it"),
        ("Open edges".into(), does(TronButton::Wrap), "Who leaves on one side comes in on the other"),
        ("Boost".into(), does(TronButton::Boost), "Two cells in one step, as long as the energy lasts"),
    ];
    choices(parent, art, "Options", options);
}

/// Shows the lines that belong to the players of the seats.
fn follow(
    setup: ShownSetup<TronSetup>,
    mut details: Query<(&Details, &mut Node)>,
    mut levels: Query<(&LevelText, &mut Text)>,
) {
    for (details, mut node) in &mut details {
        let shown = match details {
            Details::Keys(seat) => matches!(setup.seats[*seat], SeatKind::Human(_)),
            Details::Level(seat) => level_of(setup.seats[*seat]).is_some(),
        };
        set_shown(&mut node, shown);
    }
    for (seat, mut text) in &mut levels {
        if let Some((level, ..)) = level_of(setup.seats[seat.0]) {
            set_text(&mut text, format!("Level {level}"));
        }
    }
}
