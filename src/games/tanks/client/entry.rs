//! What the shared screens are told.

use super::ui::options;
use super::view::shake::TanksPicture;
use super::{input, ui, view};
use crate::client::game::{About, FileKind, GameClient, Glance, OptionsPage, screens_between_matches};
use crate::client::kit::notices;
use crate::client::screens::pause::MatchMenu;
use crate::client::screens::replays::files::{one_line, whole};
use crate::files::MAX_RECORDING;
use crate::games::tanks::plugin::{HighScores, Phase, SeatKind, TICK_HZ, TanksSetup, Watched};
use crate::games::tanks::replay::TanksReplay;
use crate::games::tanks::rules::TICKS;
use crate::games::tanks::setup::Hand;
use crate::games::tanks::stage::Stage;
use crate::shell::folders::data_folder;
use crate::shell::keys::Keys;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Screen, enter_match};
use bevy::prelude::*;
use std::path::Path;
use std::sync::Arc;

impl Screen {
    /// Mode, seats and stage of a match.
    pub const TANKS_SETUP: Self = Self::Page("tanks");
    /// Stages are drawn.
    pub const TANKS_EDITOR: Self = Self::Page("tanks editor");
    pub const TANKS_SCORES: Self = Self::Page("tanks scores");
}

/// What the list calls a match.
const GAME: &str = "Tanks";

pub(crate) const CLIENT: GameClient = GameClient {
    storage: |app| {
        app.register_type::<TanksPicture>()
            .insert_resource(HighScores::of(data_folder().join("tanks-scores.ron")))
            .insert_resource(ui::editor::OwnStages(Some(data_folder().join("tanks"))));
    },
    input: |app| {
        app.add_plugins((input::plugin, plugin));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |_| TICK_HZ,
    // A march does not go with the sounds of chips.
    has_music: false,
    notices_top: notices::TOP,
    cards: &[(GAME, Screen::TANKS_SETUP)],
    pages: &[Screen::TANKS_SETUP, Screen::TANKS_EDITOR, Screen::TANKS_SCORES],
    options: &[OptionsPage { label: "Tanks", spawn: options::spawn }],
    files: &[FileKind {
        extension: "tanks",
        game: GAME,
        largest: MAX_RECORDING,
        glance: |path| Ok(glance(&whole(path)?)?.map(|about| Glance { game: GAME, when: None, about })),
        check: None,
        watch: Some(watch),
        resume: None,
    }],
    saves: |_| None,
    grounds: None,
    menu,
};

fn menu(world: &mut World) -> MatchMenu {
    let is_playing = world.query::<&Phase>().iter(world).any(|phase| *phase == Phase::Playing);
    let setup = world.resource::<TanksSetup>();
    let back = match setup.is_test {
        true => ("Back to the editor", Screen::TANKS_EDITOR),
        false => ("Players and stage", Screen::TANKS_SETUP),
    };
    let is_online = world.contains_resource::<Online>();
    MatchMenu {
        game: GAME,
        is_recorded: world.resource::<Watched>().0.is_some(),
        is_at_stake: is_playing && !is_online && setup.number > 1 && setup.people().next().is_some() && !setup.is_test,
        is_on: false,
        back,
        score: None,
        // A stage is over before anybody could want to go on with it another day.
        save: None,
        surrender: None,
        keys: CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
        more: |_, _, _| {},
    }
}

const CONTROLS: [(&str, &str); 11] = [
    ("Arrows", "drive; right Shift or Ctrl fires; full stop: wheel"),
    ("W A S D", "drive; left Shift or F fires; Q: wheel"),
    ("I J K L", "drive; B or H fires; U: wheel"),
    ("Gamepad", "cross or stick drives; A fires; left shoulder: wheel"),
    ("Wheel", "held, a direction is a word to the allies"),
    ("F2   Tab", "what the programs think · whose way"),
    ("F4", "ways by the next technique"),
    ("Enter", "on with it"),
    ("Space   +   −", "pause · faster · slower"),
    ("Arrows, Page, Home, End, G", "seek and play in a replay"),
    ("F11   Esc", "full screen · menu"),
];

fn glance(text: &str) -> Result<Option<About>, String> {
    // Not even the first line was written to its end.
    if !text.contains('\n') {
        return Ok(None);
    }
    let replay = TanksReplay::parse(text, "").map_err(|error| format!("line {}: {}", error.line, error.problem))?;
    let setup = &replay.header.setup;
    let people = setup.seats.iter().filter(|seat| seat.hand == Hand::Human).count();
    let programs = setup.played().count() - people;
    // Where it was played stands in the code of the stage.
    let stage = Stage::from_code(&replay.header.stage).map_err(|problem| problem.to_string())?;
    let sides = format!("{}, {}: {}", setup.mode.name(), stage.name, players(people, programs));
    let length = crate::client::stage::clock(u64::from(replay.len() / TICKS));
    Ok((!replay.is_empty()).then(|| About { sides: one_line(&sides), result: String::new(), length, is_open: false }))
}

fn players(people: usize, programs: usize) -> String {
    let many = |count: usize, one: &str, more: &str| match count {
        0 => None,
        1 => Some(format!("one {one}")),
        count => Some(format!("{count} {more}")),
    };
    let all = [many(people, "person", "people"), many(programs, "program", "programs")];
    all.into_iter().flatten().collect::<Vec<_>>().join(" and ")
}

/// Enters a match in which a recording is played.
fn watch(world: &mut World, path: &Path) -> Result<(), String> {
    let replay = TanksReplay::load(path).map_err(|error| error.to_string())?;
    if replay.is_empty() {
        return Err(format!("{}: nothing was played.", path.display()));
    }
    seat(&mut world.resource_mut::<TanksSetup>(), &replay);
    world.resource_mut::<Watched>().0 = Some(Arc::new(replay));
    enter_match(world, Mode::TANKS);
    Ok(())
}

/// The players of the recording sit down, and stay for the set-up of the next match.
fn seat(setup: &mut TanksSetup, replay: &TanksReplay) {
    let mut keys = Keys::ALL.into_iter().cycle();
    let recorded = &replay.header.setup;
    for (number, plan) in setup.seats.iter_mut().enumerate() {
        let hand = recorded.seats.get(number).map_or(Hand::Off, |seat| seat.hand);
        plan.kind = match hand {
            Hand::Off => SeatKind::Off,
            Hand::Human => SeatKind::Human(keys.next().unwrap_or(Keys::Pad)),
            Hand::Bot(level) => SeatKind::Bot(level),
        };
    }
    (setup.mode, setup.number, setup.is_test) = (recorded.mode, recorded.stage, false);
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
