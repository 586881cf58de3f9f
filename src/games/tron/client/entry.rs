//! What the shared screens are told.

use super::ui::{options, program_name};
use super::view::SEAT_NAMES;
use super::view::pulse::PictureSettings;
use super::{input, ui, view};
use crate::client::game::{About, FileKind, GameClient, Glance, OptionsPage, screens_between_matches};
use crate::client::kit::notices;
use crate::client::screens::pause::MatchMenu;
use crate::client::screens::replays::files::{one_line, whole};
use crate::files::MAX_RECORDING;
use crate::games::tron::plugin::{Score, SeatKind, TICK_HZ, TronSetup, Watched};
use crate::games::tron::replay::TronReplay;
use crate::shell::keys::Keys;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen, enter_match};
use bevy::prelude::*;
use std::path::Path;

impl Screen {
    /// Seats, board and rules of a match.
    pub const TRON_SETUP: Self = Self::Page("tron");
    /// Many rounds between programs, without a board.
    pub const TRON_SERIES: Self = Self::Page("tron series");
}

/// What the list calls a match.
const GAME: &str = "Tron";

pub(crate) const CLIENT: GameClient = GameClient {
    storage: |app| {
        app.register_type::<PictureSettings>();
    },
    input: |app| {
        app.add_plugins((input::plugin, plugin));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |_| TICK_HZ,
    // A march does not go with light cycles.
    has_music: false,
    notices_top: notices::TOP,
    cards: &[(GAME, Screen::TRON_SETUP)],
    pages: &[Screen::TRON_SETUP, Screen::TRON_SERIES],
    options: &[OptionsPage { label: "Picture", spawn: options::spawn }],
    files: &[FileKind {
        extension: "tron",
        game: GAME,
        largest: MAX_RECORDING,
        glance: |path| Ok(glance(&whole(path)?)?.map(|about| Glance { game: GAME, when: None, about })),
        check: None,
        watch: Some(watch),
        resume: None,
    }],
    saves: |_| None,
    grounds: None,
    menu: |world| MatchMenu {
        game: GAME,
        is_recorded: world.resource::<Watched>().0.is_some(),
        is_at_stake: false,
        is_on: false,
        back: ("Players and board", Screen::TRON_SETUP),
        score: None,
        // A match is over before anybody could want to go on with it another day.
        save: None,
        surrender: None,
        keys: match world.contains_resource::<Online>() {
            true => ONLINE_CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
            false => CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
        },
        more: |_, _, _| {},
    },
};

const CONTROLS: [(&str, &str); 11] = [
    ("Arrows", "turn; right Shift boosts"),
    ("W A S D", "turn; left Shift boosts"),
    ("I J K L", "turn; B boosts"),
    ("Gamepad", "cross or stick turns; lower button boosts"),
    ("F2", "show what the programs think"),
    ("Tab", "the thoughts of the next player"),
    ("F", "fast-forward"),
    ("Enter", "continue"),
    ("Space   +   −", "pause · faster · slower"),
    ("Arrows, Page, Home, End", "seek in a replay"),
    ("F11   Esc", "full screen · menu"),
];

/// Over the network, where time is everybody's.
const ONLINE_CONTROLS: [(&str, &str); 6] = [
    ("Arrows", "turn; right Shift boosts"),
    ("Gamepad", "cross or stick turns; lower button boosts"),
    ("Enter", "write a line to all"),
    ("\\", "fold the list of players"),
    ("Arrows, Page, Home, End", "seek in the replay at the end"),
    ("F11   Esc", "full screen · menu"),
];

fn glance(text: &str) -> Result<Option<About>, String> {
    // Not even the first line was written to its end.
    if !text.contains('\n') {
        return Ok(None);
    }
    let replay = TronReplay::parse(text, "").map_err(|error| format!("line {}: {}", error.line, error.problem))?;
    let steps: usize = replay.rounds.iter().map(|round| round.len()).sum();
    let sides: Vec<String> = replay
        .header
        .seats
        .iter()
        .filter(|name| *name != "off")
        .map(|name| if name == "human" { "Human".into() } else { program_name(name) })
        .collect();
    let rounds = replay.rounds.len();
    let (wins, draws) = replay.wins();
    let score = Score { wins, draws, best_of: replay.header.best_of.max(1) };
    let result = match score.leader() {
        _ if !score.is_over() => "Undecided".into(),
        Some(seat) => format!("{} won", SEAT_NAMES[seat]),
        None => "Drawn".into(),
    };
    let length =
        if rounds == 1 { format!("1 round, {steps} steps") } else { format!("{rounds} rounds, {steps} steps") };
    Ok((rounds > 0).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open: false }))
}

/// Enters a match in which a recording is played.
fn watch(world: &mut World, path: &Path) -> Result<(), String> {
    let replay = TronReplay::load(path).map_err(|error| error.to_string())?;
    if replay.rounds.is_empty() {
        return Err(format!("{}: no round was played to its end.", path.display()));
    }
    seat(&mut world.resource_mut::<TronSetup>(), &replay);
    world.resource_mut::<Watched>().0 = Some(replay);
    enter_match(world, Mode::TRON);
    Ok(())
}

/// The players of the recording sit down, and stay for the set-up of the next match.
fn seat(setup: &mut TronSetup, replay: &TronReplay) {
    let mut keys = Keys::ALL.into_iter().cycle();
    for (seat, name) in setup.seats.iter_mut().zip(&replay.header.seats) {
        *seat = match SeatKind::from_name(name, Keys::Pad).unwrap_or(SeatKind::Off) {
            SeatKind::Human(_) => SeatKind::Human(keys.next().unwrap_or(Keys::Pad)),
            kind => kind,
        };
    }
    setup.best_of = replay.header.best_of.max(1);
    setup.options = replay.header.options();
}

/// What was watched is closed between matches.
fn plugin(app: &mut App) {
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut watched: ResMut<Watched>| {
            if watched.0.is_some() {
                watched.0 = None;
            }
        });
    }
}
