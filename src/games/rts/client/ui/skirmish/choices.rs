//! What is chosen for the next skirmish, and the match that follows from it. Kept when the screen is left, and between two
//! runs of the program.

use crate::base::rng::{Rng, stream};
use crate::games::rts::bot::{Program, STRONGEST, Settings, Style};
use crate::games::rts::handicap::Handicap;
use crate::games::rts::level::{Level, SIDES};
use crate::games::rts::rules::{FactionId, Price, Rules};
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup, VictoryRule};
use bevy::prelude::*;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub const SEATS: usize = SIDES as usize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sort {
    Human,
    Bot,
    /// Nobody: the start stays empty.
    Closed,
}

/// Who the program of a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Who {
    #[default]
    Nobody,
    /// One of them, drawn by the seed of the match.
    Anybody,
    /// A position among the personalities.
    One(u8),
}

/// A place at the table: the start of the same number has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatChoice {
    pub sort: Sort,
    pub faction: u8,
    /// The team, from 0.
    pub team: u8,
    /// The colour: each place has another one.
    pub colour: u8,
    /// The level of the program that sits here, if one does: 1 to [`STRONGEST`].
    #[serde(default = "first_level")]
    pub level: u8,
    /// Whether it is the first program of the game instead, which has neither levels nor styles.
    #[serde(default)]
    pub founder: bool,
    /// How that program plays; `None`: as it likes, or as who it is does.
    #[serde(default)]
    pub style: Option<Style>,
    #[serde(default)]
    pub who: Who,
    /// Of a person too.
    #[serde(default)]
    pub handicap: Handicap,
}

impl SeatChoice {
    /// What is written at the place of a program: its level, and who it is or how it plays.
    pub fn title(&self) -> String {
        let settings = Settings::built_in();
        if self.founder {
            return "Founder".into();
        }
        let level = &settings.level(self.level).name;
        match (self.who, self.style) {
            (Who::One(one), _) => {
                let name = settings.personalities.get(usize::from(one)).map_or("?", |one| one.name.as_str());
                format!("{name}, {level}")
            }
            (Who::Anybody, _) => format!("{level} · anybody"),
            (Who::Nobody, Some(style)) => format!("{level} · {}", settings.style(style).title),
            (Who::Nobody, None) => level.clone(),
        }
    }

    fn program(&self, chance: &mut Rng) -> Program {
        if self.founder {
            return Program::Founder;
        }
        let all = Settings::built_in().personalities.len() as u8;
        let personality = match self.who {
            Who::Nobody => None,
            Who::Anybody => Some(chance.random_range(0..all)),
            Who::One(one) => Some(one),
        };
        Program::Bot { level: self.level, style: self.style, personality, signals: true }
    }
}

/// Who has never chosen a level meets the one that is made for a first match.
const fn first_level() -> u8 {
    1
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stock {
    Low,
    Medium,
    High,
}

impl Stock {
    pub fn of(self, rules: &Rules) -> Price {
        let Price { gold, wood } = rules.economy.start;
        match self {
            Self::Low => Price { gold: gold / 2, wood: wood / 2 },
            Self::Medium => Price { gold, wood },
            Self::High => Price { gold: gold * 3, wood: wood * 3 },
        }
    }
}

/// What a side knows of the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FogChoice {
    On,
    Explored,
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    File,
    Random,
}

#[derive(Resource, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SkirmishChoices {
    pub source: Source,
    pub map: String,
    pub players: u8,
    /// Side of a generated map in cells.
    pub side: u16,
    /// The places at the table, as many as a map can have.
    pub seats: [SeatChoice; SEATS],
    pub stock: Stock,
    pub fog: FogChoice,
    /// How it is won; `None` for the rule of the map.
    pub rule: Option<VictoryRule>,
    /// Speed at the beginning: a position in [`crate::client::input::time::SPEEDS`].
    pub speed: u8,
    /// Seed of a generated map, and of all that is random in the match.
    pub seed: u64,
}

/// The map that a player finds chosen who has never chosen one.
const FIRST_MAP: &str = "Twin Fords";

impl Default for SkirmishChoices {
    fn default() -> Self {
        let seat = |number: u8| SeatChoice {
            sort: if number == 0 { Sort::Human } else { Sort::Bot },
            faction: number % 2,
            team: number,
            colour: number,
            level: first_level(),
            founder: false,
            style: None,
            who: Who::Nobody,
            handicap: Handicap::NONE,
        };
        Self {
            source: Source::File,
            map: FIRST_MAP.into(),
            players: 2,
            side: 96,
            seats: std::array::from_fn(|number| seat(number as u8)),
            stock: Stock::Medium,
            fog: FogChoice::On,
            rule: None,
            speed: 2,
            seed: 1,
        }
    }
}

impl SkirmishChoices {
    /// Choices out of a file, brought within what can be chosen: the file may have been edited.
    pub fn brought_within(mut self) -> Self {
        let mut colours: Vec<u8> = self.seats.iter().map(|seat| seat.colour).collect();
        colours.sort_unstable();
        if !colours.into_iter().eq(0..SIDES) {
            (0..).zip(&mut self.seats).for_each(|(number, seat)| seat.colour = number);
        }
        let mut people = 0;
        for seat in &mut self.seats {
            seat.team %= SIDES;
            seat.level = seat.level.clamp(1, STRONGEST);
            if matches!(seat.who, Who::One(one) if usize::from(one) >= Settings::built_in().personalities.len()) {
                seat.who = Who::Nobody;
            }
            people += u8::from(seat.sort == Sort::Human);
            if people > 1 && seat.sort == Sort::Human {
                seat.sort = Sort::Bot;
            }
        }
        self.players = self.players.clamp(2, SIDES);
        self.side = self
            .side
            .clamp(crate::games::rts::level::generate::MIN_SIDE, crate::games::rts::level::generate::LONGEST_SIDE);
        self.speed = self.speed.min(crate::client::input::time::SPEEDS.len() as u8 - 1);
        self
    }

    fn is_taken(&self, seat: usize, starts: usize) -> bool {
        seat < starts.min(SEATS) && self.seats[seat].sort != Sort::Closed
    }

    /// The places that are taken on a map of so many starts: the first becomes side 0.
    fn taken(&self, starts: usize) -> impl Iterator<Item = usize> {
        (0..SEATS).filter(move |seat| self.is_taken(*seat, starts))
    }

    /// The colour of a place; `None` if nobody sits there.
    pub fn colour_of(&self, seat: usize, starts: usize) -> Option<u8> {
        self.is_taken(seat, starts).then(|| self.seats[seat].colour)
    }

    /// A place gets the next colour that no other side has, and who had it in vain gets its own. If every colour is some
    /// side's, it changes with the side that has the next one.
    pub fn next_colour(&mut self, seat: usize, starts: usize) {
        if !self.is_taken(seat, starts) {
            return;
        }
        let own = self.seats[seat].colour;
        let owner = |offset: u8| self.seats.iter().position(|of| of.colour == (own + offset) % SIDES);
        let free = (1..SIDES).filter_map(owner).find(|other| !self.is_taken(*other, starts));
        let Some(other) = free.or_else(|| owner(1)) else { return };
        self.seats[seat].colour = std::mem::replace(&mut self.seats[other].colour, own);
    }

    /// Somebody else takes a place. There is one person at most: who sat elsewhere is replaced by a program.
    pub fn sit(&mut self, seat: usize, sort: Sort) {
        if sort == Sort::Human {
            self.watch();
        }
        self.seats[seat].sort = sort;
    }

    /// The program of a place is of a level, or the founder.
    pub fn rank(&mut self, seat: usize, level: Option<u8>) {
        let seat = &mut self.seats[seat];
        seat.founder = level.is_none();
        seat.level = level.unwrap_or(seat.level);
    }

    /// The program of a place plays in a style, and is nobody in particular: a personality has a style of its own.
    pub fn style(&mut self, seat: usize, style: Option<Style>) {
        let seat = &mut self.seats[seat];
        (seat.style, seat.who) = (style, Who::Nobody);
    }

    /// The program of a place is somebody.
    pub fn name(&mut self, seat: usize, who: Who) {
        let seat = &mut self.seats[seat];
        (seat.style, seat.who) = (None, who);
    }

    /// The person gets up, and only watches.
    pub fn watch(&mut self) {
        for seat in &mut self.seats {
            if seat.sort == Sort::Human {
                seat.sort = Sort::Bot;
            }
        }
    }

    /// Whether nobody at the table is a person.
    pub fn only_watches(&self, starts: usize) -> bool {
        self.taken(starts).all(|seat| self.seats[seat].sort == Sort::Bot)
    }

    /// The match that these choices make on a level.
    ///
    /// # Errors
    /// One sentence, if there would be nobody to fight.
    pub fn setup(&self, level: &Arc<Level>, rules: &Rules) -> Result<MatchSetup, String> {
        let factions = rules.factions.len() as u8;
        if factions == 0 {
            return Err("These rules have no factions, so there can be no skirmish.".into());
        }
        if level.starts.len() < 2 {
            return Err("This map has no places to start from: it is for the sandbox.".into());
        }
        let taken: Vec<&SeatChoice> = self.taken(level.starts.len()).map(|seat| &self.seats[seat]).collect();
        if taken.len() < 2 {
            return Err("A skirmish needs at least two sides: open another place.".into());
        }
        if taken.iter().all(|seat| seat.team == taken[0].team) {
            return Err("All sides are of one team: a skirmish needs at least two.".into());
        }
        let mut chance = stream(self.seed, "personalities");
        let seats = self.taken(level.starts.len()).map(|start| {
            let SeatChoice { sort, faction, team, colour, handicap, .. } = self.seats[start];
            let control = if sort == Sort::Human { Control::Human } else { Control::Bot };
            Seat {
                faction: FactionId(faction.min(factions - 1)),
                team,
                control,
                program: self.seats[start].program(&mut chance),
                start,
                colour,
                handicap,
            }
        });
        let mut skirmish = SkirmishSetup::on(level, &seats.collect::<Vec<_>>(), rules)?;
        skirmish.stock = self.stock.of(rules);
        skirmish.fog = self.fog != FogChoice::Off;
        skirmish.explored = self.fog == FogChoice::Explored;
        skirmish.victory = self.rule.unwrap_or(skirmish.victory);
        Ok(MatchSetup { level: level.clone(), seed: self.seed, planner: None, skirmish: Some(skirmish) })
    }
}
