//! The sides of a skirmish: what each has, knows and has achieved.

use crate::base::Cell;
use crate::games::rts::bonus::Bonuses;
use crate::games::rts::bot::Program;
pub(crate) use crate::games::rts::figures::SAMPLE_INTERVAL;
pub use crate::games::rts::figures::{Sample, Score};
use crate::games::rts::handicap::Handicap;
use crate::games::rts::level::Level;
use crate::games::rts::rules::{FactionId, KindId, Price, Resource, Rules, Stat, UpgradeId};
use crate::games::rts::victory::VictoryRule;
use crate::nav::step::Tick;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The owner of what belongs to nobody.
pub const NEUTRAL: u8 = u8::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Control {
    /// A person, or whoever gives orders from outside.
    Human,
    Bot,
}

/// A side as a skirmish begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub faction: FactionId,
    /// Sides of one team are friends, share their sight and win together.
    pub team: u8,
    pub control: Control,
    /// Who plays it if a program does.
    #[serde(default)]
    pub program: Program,
    /// The upper left cell of its first building.
    pub start: Cell,
    /// Its colour, 0 to 7. Nothing in the match depends on it, but everybody who sees it is shown the same.
    pub colour: u8,
    #[serde(default)]
    pub handicap: Handicap,
}

/// Everything that a skirmish adds to a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkirmishSetup {
    pub players: Vec<Player>,
    /// Gold mines: upper left cell and gold.
    pub mines: Vec<(Cell, u32)>,
    pub stock: Price,
    /// Whether sides see only what their units see.
    pub fog: bool,
    /// Whether sides know the ground from the beginning. Without fog it makes no difference.
    #[serde(default)]
    pub explored: bool,
    pub victory: VictoryRule,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub faction: FactionId,
    pub team: u8,
    pub control: Control,
    pub start: Cell,
    pub handicap: Handicap,
    /// Hundredths of gold and wood that the handicap has left over.
    pub(crate) owed: Price,
    pub stock: Price,
    /// Supply of its units and of those in training.
    pub supply_used: u16,
    /// Supply that its buildings give, at most the limit of the rules.
    pub supply_given: u16,
    pub upgrades: BTreeSet<UpgradeId>,
    pub(crate) bonuses: Bonuses,
    pub beaten: Option<Tick>,
    pub score: Score,
    /// One sample every [`SAMPLE_INTERVAL`].
    pub samples: Vec<Sample>,
}

impl Side {
    /// A worker brings a load home; gives what the side gets of it.
    pub(super) fn bring_home(&mut self, resource: Resource, load: u16) -> u32 {
        let owed = match resource {
            Resource::Gold => &mut self.owed.gold,
            Resource::Wood => &mut self.owed.wood,
        };
        let share = self.handicap.share(load.into(), owed);
        self.stock.add(resource, share);
        self.score.gathered.add(resource, share);
        share
    }

    /// Pays a price, if the side has it. Whether it had.
    pub(super) fn pay(&mut self, price: Price) -> bool {
        let left = self.stock.minus(price);
        if let Some(left) = left {
            self.stock = left;
            self.score.spent = self.score.spent.plus(price);
        }
        left.is_some()
    }

    pub(crate) const fn lacks(&self, price: Price) -> Price {
        Price { gold: price.gold.saturating_sub(self.stock.gold), wood: price.wood.saturating_sub(self.stock.wood) }
    }
}

/// All sides of the skirmish, in the order of their numbers. On the board entity.
#[derive(Component, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sides(pub(crate) Vec<Side>);

impl Sides {
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Side> + Clone {
        self.0.iter()
    }

    /// A side; `None` for the neutral one.
    pub fn get(&self, side: u8) -> Option<&Side> {
        self.0.get(usize::from(side))
    }

    pub(crate) fn get_mut(&mut self, side: u8) -> Option<&mut Side> {
        self.0.get_mut(usize::from(side))
    }

    /// Whether two sides fight each other: both are sides and of different teams.
    pub(crate) fn are_enemies(&self, one: u8, other: u8) -> bool {
        matches!((self.get(one), self.get(other)), (Some(one), Some(other)) if one.team != other.team)
    }

    pub(crate) fn are_friends(&self, one: u8, other: u8) -> bool {
        matches!((self.get(one), self.get(other)), (Some(one), Some(other)) if one.team == other.team)
    }

    /// The sides of the team of a side, as bits.
    pub(crate) fn team_mask(&self, side: u8) -> u8 {
        (0..self.0.len() as u8).filter(|other| self.are_friends(side, *other)).fold(0, |mask, other| mask | 1 << other)
    }
}

/// Health of a unit of a side and rank when whole.
pub(super) fn unit_health(rules: &Rules, side: Option<&Side>, kind: KindId, rank: u8) -> u16 {
    let bonus = side.map_or(0, |side| side.bonuses.unit(kind, Stat::Health));
    let whole = u32::from(rules.kind(kind).health) + u32::from(bonus);
    let rank = usize::from(rank).checked_sub(1).and_then(|rank| rules.economy.ranks.get(rank));
    let percent = 100 + rank.map_or(0, |rank| u32::from(rank.health_percent));
    (whole * percent / 100).min(u32::from(u16::MAX)) as u16
}

/// How the skirmish has ended. On the board entity, from the tick of the end on.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The team that has won; `None` if the last ones fell together.
    pub winner: Option<u8>,
    pub tick: Tick,
}

/// A seat at a skirmish, before it has a place on a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    pub faction: FactionId,
    pub team: u8,
    pub control: Control,
    /// Who plays it if a program does.
    pub program: Program,
    /// Which of the level's starts it has.
    pub start: usize,
    pub colour: u8,
    pub handicap: Handicap,
}

impl SkirmishSetup {
    /// A skirmish on a level, with the stock of medium resources, fog, and the level's rule of victory or the usual one.
    ///
    /// # Errors
    /// A sentence, if the level has too few places to start from.
    pub fn on(level: &Level, seats: &[Seat], rules: &Rules) -> Result<Self, String> {
        let mut players = Vec::new();
        for seat in seats {
            let Some(start) = level.starts.get(seat.start) else {
                let (has, needs) = (level.starts.len(), seat.start + 1);
                return Err(format!("{:?} has {has} places to start from, {needs} are needed.", level.name));
            };
            let Seat { faction, team, control, program, colour, handicap, .. } = *seat;
            players.push(Player { faction, team, control, program, start: *start, colour, handicap });
        }
        let mines = level.mines.iter().map(|mine| (mine.at, mine.gold)).collect();
        let (stock, victory) = (rules.economy.start, level.victory.unwrap_or_default());
        Ok(Self { players, mines, stock, fog: true, explored: false, victory })
    }

    /// The colours of the sides of a team; none of no team.
    pub(crate) fn colours_of(&self, team: Option<u8>) -> Vec<u8> {
        self.players.iter().filter(|player| Some(player.team) == team).map(|player| player.colour).collect()
    }

    /// Who plays against whom: the factions with their handicaps, those of one team together, as in "Crown and Tribes v
    /// Crown 80 %".
    pub fn opponents(&self, rules: &Rules) -> String {
        let mut teams: Vec<(u8, Vec<String>)> = Vec::new();
        for player in &self.players {
            // A number out of a file that was edited may be that of no faction.
            let name = rules.factions.get(usize::from(player.faction.0)).map_or("?", |faction| faction.name.as_str());
            let name = player.handicap.beside(name);
            match teams.iter_mut().find(|(team, _)| *team == player.team) {
                Some((_, names)) => names.push(name),
                None => teams.push((player.team, vec![name])),
            }
        }
        let teams: Vec<String> = teams.into_iter().map(|(_, names)| names.join(" and ")).collect();
        teams.join(" v ")
    }
}
