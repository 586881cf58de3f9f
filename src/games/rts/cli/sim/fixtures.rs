//! Which match a number is: its map, seed, factions, and who sits where. A pure function of the number and the settings.
//!
//! As many matches as there are teams form a group: the same map, places, factions and seed, and the teams change seats. Of
//! two teams a group is a pair. Group `g` has the map `g mod M` of `M`; the round through the maps and the place in it
//! together choose the pairing of factions, so that every map gets every pairing after as many rounds as there are pairings.

use super::RtsSide;
use crate::cli::CliError;
use crate::games::rts::bot::Program;
use crate::games::rts::cli::seat;
use crate::games::rts::folders::level_folder;
use crate::games::rts::handicap::Handicap;
use crate::games::rts::level::Level;
use crate::games::rts::level::generate::{SkirmishSpec, generate_skirmish};
use crate::games::rts::rules::{FactionId, Rules};
use crate::games::rts::sim::skirmish::{Control, Seat};
use std::path::PathBuf;
use std::str::FromStr;

/// The shipped maps for skirmishes, those for fewer sides first.
const SHIPPED: [&str; 6] = ["twin-fords", "three-shores", "four-corners", "five-vales", "ring-island", "eight-crowns"];
/// Maps of a tournament: where fewer are shipped for so many sides, generated ones are added.
const MAPS: usize = 10;
/// Side of a generated map in cells, for two sides and for more.
const GENERATED: [u16; 2] = [96, 160];

/// How many sides form each team, as in 2v2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::games::rts::cli) struct Teams(pub(super) Vec<usize>);

impl FromStr for Teams {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sizes: Option<Vec<usize>> =
            text.split('v').map(|size| size.parse().ok().filter(|size| *size > 0)).collect();
        let sizes = sizes.filter(|sizes| sizes.len() > 1 && sizes.iter().all(|size| *size < 8));
        sizes.map(Self).ok_or_else(|| format!("{text:?} is no division into teams, expected 2v2, 1v1v1 or the like"))
    }
}

/// The maps, sides and teams of a tournament.
pub(super) struct Fixtures {
    pub(super) levels: Vec<Level>,
    sides: Vec<(Program, Option<FactionId>, Handicap)>,
    /// The sides of each team, which follow one another.
    teams: Vec<Vec<usize>>,
    factions: usize,
    seed: u64,
}

/// A match before it begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fixture {
    pub(super) map: usize,
    pub(super) seed: u64,
    /// The side that sits on each seat.
    pub(super) order: Vec<usize>,
    pub(super) seats: Vec<Seat>,
}

impl Fixtures {
    pub(super) fn new(
        sides: &[RtsSide],
        teams: Option<&Teams>,
        levels: Vec<Level>,
        seed: u64,
        rules: &Rules,
    ) -> Result<Self, CliError> {
        let sizes = teams.map_or_else(|| vec![1; sides.len()], |teams| teams.0.clone());
        if sizes.iter().sum::<usize>() != sides.len() {
            let (needs, has) = (sizes.iter().sum::<usize>(), sides.len());
            return Err(CliError::Usage(format!("--teams: they have {needs} sides together, there are {has}")));
        }
        let mut next = 0..sides.len();
        let teams = sizes.into_iter().map(|size| next.by_ref().take(size).collect()).collect();
        let side = |side: &RtsSide| {
            let faction = side.faction.as_deref().map(|name| faction(name, rules)).transpose()?;
            Ok((side.program, faction, side.handicap))
        };
        let sides = sides.iter().map(side).collect::<Result<_, CliError>>()?;
        Ok(Self { levels, sides, teams, factions: rules.factions.len().max(1), seed })
    }

    pub(super) fn teams(&self) -> &[Vec<usize>] {
        &self.teams
    }

    /// The match of a number, from 0.
    pub(super) fn fixture(&self, number: usize) -> Fixture {
        let (group, turn) = (number / self.teams.len(), number % self.teams.len());
        let (map, lap) = (group % self.levels.len(), group / self.levels.len());
        let teams = (0..self.teams.len()).map(|place| (place + turn) % self.teams.len());
        let order: Vec<usize> = teams.flat_map(|team| self.teams[team].iter().copied()).collect();
        let (starts, count) = (self.levels[map].starts.len(), order.len());
        let mut pairing = map + lap;
        let seats = order.iter().enumerate().map(|(place, side)| {
            let (program, fixed, handicap) = self.sides[*side];
            let drawn = FactionId((pairing % self.factions) as u8);
            pairing /= self.factions;
            let team = self.teams.iter().position(|team| team.contains(side)).unwrap_or_default() as u8;
            // The sides sit as far from each other as the list of places allows.
            let start = (lap + place * starts / count) % starts;
            Seat { program, team, handicap, ..seat(place, fixed.unwrap_or(drawn), Control::Bot, start) }
        });
        let seats = seats.collect();
        Fixture { map, seed: self.seed.wrapping_add(group as u64), order, seats }
    }
}

/// The faction of a name.
pub(in crate::games::rts::cli) fn faction(name: &str, rules: &Rules) -> Result<FactionId, CliError> {
    rules.faction_named(name).ok_or_else(|| {
        let known: Vec<&str> = rules.factions.iter().map(|faction| faction.name.as_str()).collect();
        CliError::Usage(format!("--side: {name:?} is no faction, expected {}", known.join(" or ")))
    })
}

/// The maps that are named, or ten: the shipped ones with enough places, then generated ones.
pub(super) fn levels(named: &[PathBuf], sides: usize, rules: &Rules) -> Result<Vec<Level>, CliError> {
    let load = |path: &PathBuf| Level::load(path, rules).map_err(|error| CliError::Other(error.to_string()));
    if !named.is_empty() {
        let check = |path: &PathBuf| match load(path)? {
            level if level.starts.len() < sides => {
                let has = level.starts.len();
                let path = path.display();
                Err(CliError::Other(format!("{path}: {has} places to start from, {sides} are needed")))
            }
            level => Ok(level),
        };
        return named.iter().map(check).collect();
    }
    let shipped = SHIPPED.iter().map(|name| load(&level_folder().join(format!("{name}.ron"))));
    let mut levels = shipped.collect::<Result<Vec<_>, _>>()?;
    levels.retain(|level| level.starts.len() >= sides);
    let side = GENERATED[usize::from(sides > 2)];
    for seed in 1..=(MAPS - levels.len()) as u64 {
        let spec = SkirmishSpec { players: sides as u8, width: side, height: side, seed };
        let mut level = generate_skirmish(&spec, rules)?;
        level.name = format!("generated {seed}");
        levels.push(level);
    }
    Ok(levels)
}
