//! What the shared screens are told.

use super::ui::solved::Solved;
use super::view::side_name;
use super::{input, ui, view};
use crate::base::file_name;
use crate::client::game::{About, FileKind, GameClient, Glance, screens_between_matches};
use crate::client::input::ControlSystems;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::{self, Notice};
use crate::client::screens::pause::MatchMenu;
use crate::client::screens::replays::files::{one_line, whole};
use crate::files::MAX_RECORDING;
use crate::games::tactics::Side;
use crate::games::tactics::plugin::{Fight, SaveMatch, Saves, Start, TICK_HZ, TacticsSetup};
use crate::games::tactics::simulation::Recording;
use crate::shell::folders::data_folder;
use crate::shell::states::{Mode, Screen, enter_match};
use bevy::prelude::*;
use std::path::Path;

impl Screen {
    /// Players, level, rules and squads of a battle.
    pub const TACTICS_SETUP: Self = Self::Page("tactics");
    /// The list of puzzles.
    pub const TACTICS_PUZZLES: Self = Self::Page("tactics puzzles");
    /// Many battles between programs, without a board.
    pub const TACTICS_SERIES: Self = Self::Page("tactics series");
}

/// What the list calls a battle.
const GAME: &str = "Tactics";
/// The end of the names of its files.
const EXTENSION: &str = "tactics";

pub(crate) const CLIENT: GameClient = GameClient {
    storage: |app| {
        app.register_type::<Solved>().insert_resource(Saves(Some(data_folder().join("battles"))));
    },
    input: |app| {
        app.add_plugins((input::plugin, plugin));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |_| TICK_HZ,
    has_music: true,
    notices_top: notices::TOP,
    cards: &[(GAME, Screen::TACTICS_SETUP)],
    pages: &[Screen::TACTICS_SETUP, Screen::TACTICS_PUZZLES, Screen::TACTICS_SERIES],
    options: &[],
    files: &[FileKind {
        extension: EXTENSION,
        game: GAME,
        largest: MAX_RECORDING,
        glance: |path| Ok(glance(&whole(path)?)?.map(|about| Glance { game: GAME, when: None, about })),
        watch: Some(watch),
        resume: Some(resume),
    }],
    saves: |world| world.resource::<Saves>().0.clone(),
    menu,
};

fn menu(world: &mut World) -> MatchMenu {
    let start = &world.resource::<TacticsSetup>().start;
    let (is_recorded, is_puzzle) = (matches!(start, Start::Watch(_)), matches!(start, Start::Puzzle(_)));
    MatchMenu {
        game: GAME,
        is_recorded,
        is_at_stake: false,
        back: if is_puzzle {
            ("Other puzzles", Screen::TACTICS_PUZZLES)
        } else {
            ("Another battle", Screen::TACTICS_SETUP)
        },
        score: None,
        save: (!is_recorded && !is_puzzle).then_some(ask),
        surrender: None,
        keys: CONTROLS.map(|(keys, what)| (keys.into(), what)).into(),
        more: |_, _, _| {},
    }
}

const CONTROLS: [(&str, &str); 15] = [
    ("Left click", "select; then move, attack or heal there"),
    ("Right click   X   Esc", "cancel what is planned or selected"),
    ("Arrows   Enter", "move the cursor · click"),
    ("Tab", "next character that can act"),
    ("M   A", "only moves · only attacks"),
    ("W", "wait, where the rules allow it"),
    ("E", "end the turn"),
    ("U   Shift+U", "take back an action · the turn"),
    ("H", "best play"),
    ("R   T", "why programs act so · threats"),
    ("C", "ask before every action"),
    ("P   F", "tempo · skip the animation"),
    ("Space   +   −", "pause · faster · slower"),
    ("Ctrl+S", "save the battle"),
    ("F11   F10", "full screen · menu"),
];

fn glance(text: &str) -> Result<Option<About>, String> {
    let recording = Recording::checked(text)?;
    let sides = recording.sides().each_ref().map(|name| ui::words::player_name(name));
    let (rounds, is_open) = (recording.length().div_ceil(2), recording.is_open());
    let unit = if rounds == 1 { "round" } else { "rounds" };
    let result = match recording.winner() {
        Some(seat) => format!("{} won", side_name(Side::of(seat))),
        None if is_open => "Undecided".into(),
        None => "Drawn".into(),
    };
    let length = format!("{rounds} {unit}");
    Ok((!recording.saved().is_empty()).then(|| About { sides: one_line(&sides.join(" v ")), result, length, is_open }))
}

/// Enters a battle that is only watched.
fn watch(world: &mut World, path: &Path) -> Result<(), String> {
    let recording = Recording::load(path)?;
    let mut setup = world.resource_mut::<TacticsSetup>();
    setup.seat(&recording);
    setup.start = Start::Watch(Box::new(recording));
    enter_match(world, Mode::TACTICS);
    Ok(())
}

/// Enters a battle where it was left.
fn resume(world: &mut World, path: &Path) -> Result<(), String> {
    let recording = Recording::load(path)?;
    if !recording.is_open() {
        return Err(format!("{}: the battle is over.", path.display()));
    }
    let battle = recording.saved().restore(0).map_err(|problem| format!("{}: {problem}.", path.display()))?;
    let mut setup = world.resource_mut::<TacticsSetup>();
    setup.game = battle.setup().clone();
    setup.seat(&recording);
    setup.start = Start::Continue(Box::new(recording));
    enter_match(world, Mode::TACTICS);
    Ok(())
}

/// Asks for the name of a save.
fn ask(world: &mut World) {
    let Ok(fight) = world.query::<&Fight>().single(world) else { return };
    let name = format!("{} round {}", fight.battle().setup().level.name, fight.round());
    let Some(folder) = world.resource::<Saves>().0.clone() else {
        world.write_message(Notice("There is no folder for saved matches.".into()));
        return;
    };
    world.resource_mut::<Naming>().ask(Asked {
        purpose: Purpose::Match,
        proposed: file_name::proposed(&name),
        folder,
        extension: EXTENSION.into(),
        also: &[],
        own: None,
    });
}

/// Saves under the name that was given.
fn save(mut named: MessageReader<Named>, mut requests: MessageWriter<SaveMatch>) {
    let named = named.read().filter(|named| named.purpose == Purpose::Match);
    requests.write_batch(named.map(|named| SaveMatch(named.path.clone())));
}

fn plugin(app: &mut App) {
    app.add_message::<Named>().add_systems(Update, save.after(ControlSystems::Act).run_if(in_state(Mode::TACTICS)));
    // What was watched or gone on with is closed between matches.
    for screen in screens_between_matches() {
        app.add_systems(OnEnter(screen), |mut setup: ResMut<TacticsSetup>| {
            if setup.start != Start::New {
                setup.start = Start::New;
            }
        });
    }
}
