//! What a game tells the windows that all games share.

use crate::base::Grid;
use crate::client::kit::art::Art;
use crate::client::screens::pause::MatchMenu;
use crate::games::GAMES;
use crate::games::GameEntry;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The part of a game's entry that is about the window.
pub(crate) struct GameClient {
    /// What the game keeps for its user: registers its settings, before these are read, and names its folders.
    pub(crate) storage: fn(&mut App),
    /// What keys and mouse do.
    pub(crate) input: fn(&mut App),
    /// Screens and panels.
    pub(crate) ui: fn(&mut App),
    /// The picture of a match, and its sounds.
    pub(crate) view: fn(&mut App),
    /// Ticks a second at normal speed.
    pub(crate) tick_hz: fn(&World) -> f64,
    /// Whether the music of matches goes with it.
    pub(crate) has_music: bool,
    /// Pixels of nodes above the notices.
    pub(crate) notices_top: f32,
    /// Buttons of the title screen, and where they lead.
    pub(crate) cards: &'static [(&'static str, Screen)],
    /// The screens on which its matches are set up.
    pub(crate) pages: &'static [Screen],
    pub(crate) options: &'static [OptionsPage],
    pub(crate) files: &'static [FileKind],
    /// The folder in which its users keep matches.
    pub(crate) saves: fn(&World) -> Option<PathBuf>,
    /// Its maps, if the lab can open them.
    pub(crate) grounds: Option<Grounds>,
    /// The menu of the match that is on.
    pub(crate) menu: fn(&mut World) -> MatchMenu,
}

impl GameClient {
    pub(crate) fn of(mode: Mode) -> &'static Self {
        &GameEntry::of(mode).client
    }
}

/// The maps of a game for the lab, as prices in quarters of plain ground for somebody on foot; 0 where nobody can go.
pub(crate) struct Grounds {
    /// Those that come with the game, and those of the user.
    pub(crate) files: fn() -> Vec<PathBuf>,
    pub(crate) read: fn(&Path) -> Result<Grid<u8>, String>,
    /// Kinds that can be made: title, and what they are like.
    pub(crate) kinds: fn() -> Vec<(&'static str, &'static str)>,
    /// A square map of a kind by its place among them, of a side and a seed.
    pub(crate) generate: fn(usize, u16, u64) -> Result<Grid<u8>, String>,
}

/// A page of the options.
pub(crate) struct OptionsPage {
    pub(crate) label: &'static str,
    pub(crate) spawn: fn(&mut ChildSpawnerCommands, &Art),
}

/// A kind of recording or saved match.
#[derive(Debug)]
pub struct FileKind {
    pub(crate) extension: &'static str,
    /// The game as the list calls it, if the file does not tell.
    pub(crate) game: &'static str,
    /// Bytes at most.
    pub(crate) largest: u64,
    /// What the list tells about a file; nothing if nothing was played, or if it is no match at all.
    pub(crate) glance: fn(&Path) -> Result<Option<Glance>, String>,
    /// Why a file that is not listed cannot be opened, where it can be no match at all.
    pub(crate) check: Option<fn(&Path) -> Result<(), String>>,
    /// Shows what was recorded; a saved match has nothing to watch.
    pub(crate) watch: Option<Open>,
    /// Goes on with a match that was left.
    pub(crate) resume: Option<Open>,
}

/// Enters a match with a file, or says in a sentence why not.
pub(crate) type Open = fn(&mut World, &Path) -> Result<(), String>;

impl FileKind {
    pub fn of(extension: &str) -> Option<&'static Self> {
        GAMES.iter().flat_map(|game| game.client.files).find(|kind| kind.extension.eq_ignore_ascii_case(extension))
    }

    /// Whether there is nothing to watch: it can only be gone on with.
    pub fn is_save(&self) -> bool {
        self.watch.is_none()
    }
}

/// What has been found out about a file.
pub(crate) struct Glance {
    /// The game as the list calls it.
    pub(crate) game: &'static str,
    /// When it was written, if it says so itself.
    pub(crate) when: Option<SystemTime>,
    pub(crate) about: About,
}

/// What is told about a recording or saved match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct About {
    /// Who played, or where.
    pub sides: String,
    /// Who has won, or that it is not decided; empty where there is nothing to be won.
    pub result: String,
    /// How long.
    pub length: String,
    /// Whether it was left before its end and can be gone on with.
    pub is_open: bool,
}

/// The screens that end a match: what was watched or resumed is closed there.
pub(crate) fn screens_between_matches() -> impl Iterator<Item = Screen> {
    let pages = GAMES.iter().flat_map(|game| game.client.pages).copied();
    [Screen::Title, Screen::Replays].into_iter().chain(pages)
}
