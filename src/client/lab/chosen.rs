//! The map of a page: the controls to choose it, and what is chosen.

use super::maps::{LabFolder, MapChoice, Opened, SIDES, choices};
use super::panel::{self, Wish};
use crate::client::kit::art::Art;
use bevy::prelude::*;

/// Which map a page shows. Side and seed are those of maps that are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenMap {
    pub choice: MapChoice,
    pub side: u16,
    pub seed: u64,
}

/// What can be wished for of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapWish {
    Choice(MapChoice),
    Side(u16),
    Seed(u64),
}

impl ChosenMap {
    /// Does what is wished.
    pub fn take(&mut self, wish: &MapWish) {
        match wish {
            MapWish::Choice(choice) => self.choice = choice.clone(),
            MapWish::Side(side) => self.side = *side,
            MapWish::Seed(seed) => self.seed = *seed,
        }
    }

    /// Whether a wish asks for what is so.
    pub fn is_chosen(&self, wish: &MapWish) -> bool {
        match wish {
            MapWish::Choice(choice) => *choice == self.choice,
            MapWish::Side(side) => *side == self.side,
            MapWish::Seed(seed) => *seed == self.seed,
        }
    }

    /// Whether a wish can change something.
    pub const fn works(&self, wish: &MapWish) -> bool {
        match wish {
            MapWish::Choice(_) => true,
            MapWish::Side(_) => self.choice.has_side(),
            MapWish::Seed(_) => self.choice.has_seed(),
        }
    }

    /// Makes or reads it.
    ///
    /// # Errors
    /// One sentence.
    pub fn open(&self) -> Result<Opened, String> {
        self.choice.open(self.side, self.seed)
    }
}

/// The controls: a list of maps, and side and seed of those that are made. `own` is what stands in the list before the maps.
pub fn spawn<W: Wish>(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    folder: &LabFolder,
    chosen: &ChosenMap,
    own: Option<(&str, W)>,
    wish: impl Fn(MapWish) -> W + Clone + Send + Sync + 'static,
) {
    let own = own.map(|(label, wish)| (label.to_owned(), String::new(), wish));
    let maps = choices(folder).into_iter().map(|(label, tip, choice)| (label, tip, wish(MapWish::Choice(choice))));
    panel::select(panel, art, "Map", own.into_iter().chain(maps));
    let sides = SIDES.map(|side| (side.to_string(), String::new(), wish(MapWish::Side(side))));
    panel::choice(panel, art, "Side", sides);
    let tip = ("Map seed", "Another number makes another map of its kind");
    panel::number(panel, art, tip, chosen.seed, (), move |seed| wish(MapWish::Seed(seed)));
}
