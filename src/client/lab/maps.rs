//! The maps that every page can open: shipped, generated, from files, empty to draw on.

use crate::base::Grid;
use crate::base::wording::capitalised;
use crate::client::game::Grounds;
use crate::files::{MAX_TEXT, listed, read_text};
use crate::games::GAMES;
use crate::lab::maps::{clutter, rooms};
use crate::nav::movingai::read_passability;
use crate::nav::searchers::grid::PLAIN;
use crate::shell::folders::root_folder;
use bevy::prelude::Resource;
use std::path::{Path, PathBuf};

/// Where the lab keeps what its user writes and looks for maps and traces; nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default, PartialEq, Eq)]
pub struct LabFolder(pub Option<PathBuf>);

/// Which map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapChoice {
    /// Nothing but free ground.
    Empty,
    /// Cells blocked one by one, and how many hundredths of them.
    Clutter(u32),
    /// Rooms of so many cells with doors.
    Rooms(u16),
    /// A kind of map of a game: the place of the game among all, and of the kind among those of the game.
    Generated(usize, usize),
    /// A level of a game.
    Level(usize, PathBuf),
    /// A MovingAI map.
    File(PathBuf),
}

/// A map that was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    pub name: String,
    /// In quarters of plain ground; 0 where nobody can go.
    pub prices: Grid<u8>,
}

impl Opened {
    /// Where somebody can be.
    pub fn passable(&self) -> Grid<bool> {
        self.prices.map(|price| *price > 0)
    }
}

/// Sides that are offered for maps that are made.
pub const SIDES: [u16; 6] = [16, 32, 64, 128, 256, 512];

impl MapChoice {
    /// Whether the side is a choice.
    pub const fn has_side(&self) -> bool {
        !matches!(self, Self::Level(..) | Self::File(_))
    }

    /// Whether another seed makes another map.
    pub const fn has_seed(&self) -> bool {
        self.has_side() && !matches!(self, Self::Empty)
    }

    /// Makes or reads the map.
    ///
    /// # Errors
    /// One sentence.
    pub fn open(&self, side: u16, seed: u64) -> Result<Opened, String> {
        let prices = |passable: Grid<bool>| passable.map(|free| if *free { PLAIN } else { 0 });
        let (name, prices) = match self {
            Self::Empty => (format!("empty, {side}×{side}"), Grid::filled(side, side, PLAIN)),
            Self::Clutter(percent) => {
                (format!("clutter {percent} %, {side}×{side}"), prices(clutter(side, *percent, seed)))
            }
            Self::Rooms(room) => (format!("rooms, {side}×{side}"), prices(rooms(side, *room, seed))),
            Self::Generated(game, kind) => {
                let grounds = grounds(*game)?;
                let title = (grounds.kinds)().get(*kind).map_or("", |(title, _)| *title);
                (format!("{title}, {side}×{side}"), (grounds.generate)(*kind, side, seed)?)
            }
            Self::Level(game, path) => (stem(path), (grounds(*game)?.read)(path)?),
            Self::File(path) => {
                let name = path.display().to_string();
                let text = read_text(path, MAX_TEXT).map_err(|error| format!("{name}: {error}"))?;
                (stem(path), prices(read_passability(&text, &name).map_err(|error| error.to_string())?))
            }
        };
        Ok(Opened { name, prices })
    }
}

fn grounds(game: usize) -> Result<&'static Grounds, String> {
    GAMES.get(game).and_then(|game| game.client.grounds.as_ref()).ok_or_else(|| "there is no such map".into())
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// All maps that are offered: what they are called, what they are like, which they are.
pub fn choices(folder: &LabFolder) -> Vec<(String, String, MapChoice)> {
    let mut all: Vec<(String, String, MapChoice)> = vec![
        ("Empty ground".into(), "To draw walls on".into(), MapChoice::Empty),
        ("Clutter, 10 %".into(), "A tenth of the cells is blocked, one by one".into(), MapChoice::Clutter(10)),
        ("Clutter, 30 %".into(), "Nearly a third of the cells is blocked, one by one".into(), MapChoice::Clutter(30)),
        ("Rooms of 7 cells".into(), "Rooms with a door to each neighbour".into(), MapChoice::Rooms(7)),
    ];
    for (index, grounds) in GAMES.iter().enumerate().filter_map(|(at, game)| Some((at, game.client.grounds.as_ref()?)))
    {
        for (kind, (title, about)) in (grounds.kinds)().into_iter().enumerate() {
            all.push((title.into(), about.into(), MapChoice::Generated(index, kind)));
        }
        for path in (grounds.files)() {
            let tip = path.display().to_string();
            all.push((capitalised(&stem(&path)), tip, MapChoice::Level(index, path)));
        }
    }
    all.extend(files(folder).into_iter().map(|path| (stem(&path), path.display().to_string(), MapChoice::File(path))));
    all
}

/// MovingAI maps: those of the user's folder, and those that come with the benchmarks.
fn files(folder: &LabFolder) -> Vec<PathBuf> {
    let shipped = ["single", "mapf"].map(|kind| root_folder().join("tests/instances/movingai").join(kind).join("maps"));
    folder.0.iter().chain(&shipped).flat_map(|folder| listed(folder, "map").unwrap_or_default()).collect()
}
