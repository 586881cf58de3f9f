//! What army the enemy may have: what was seen of it, what its economy has made since, and the worst case.
//!
//! What is not seen is taken to be as on the own side, made more or less by what is known of the enemy's bases, as B. Nielsen's
//! Stardust models the economy of its opponents. Soldiers that were seen to fall are in no sum: who is not believed in any more
//! is not seen.

use super::force::{is_soldier, worth_against};
use super::sightings::Sightings;
use crate::games::rts::bot::view::View;
use crate::games::rts::rules::Resource;

/// Hundredths of what a side has gathered that stand in the field in the first ten minutes, and the most that is expected.
const EXPECTED: (u32, u32) = (35, 2500);
/// The same if all was made into soldiers.
const WORST: (u32, u32) = (60, 4500);
/// Hundredths of the own economy that the enemy's is taken for, at least and at most.
const ECONOMY: (u32, u32) = (90, 130);

/// Worth of the army of the strongest enemy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::games::rts::bot) struct EnemyArmy {
    /// Seen, and believed in.
    pub seen: u32,
    /// With what has been made out of sight.
    pub likely: u32,
    pub worst: u32,
}

impl EnemyArmy {
    pub(crate) fn of(view: &View<'_>, sightings: &Sightings) -> Self {
        let seen = worth_against(view, sightings.units());
        let all: u32 = sightings
            .units()
            .filter_map(|known| known.body.unit)
            .filter(|kind| is_soldier(view.rules.kind(*kind)))
            .map(|kind| view.worth(kind))
            .sum();
        let economy = Self::economy(view, sightings);
        let made = |(share, most): (u32, u32)| (view.gathered.worth() * share / 100).min(most) * economy / 100;
        Self { seen, likely: seen.max(made(EXPECTED)), worst: all.max(made(WORST)) }
    }

    /// The economy of the greatest enemy in hundredths of the own one, by finished bases; who was not found is as large as this
    /// side.
    fn economy(view: &View<'_>, sightings: &Sightings) -> u32 {
        let own = view.halls().filter(|hall| hall.is_finished).count().max(1) as u32;
        let halls_of = |side: u8| {
            let halls = sightings.buildings().filter(move |known| known.body.side == side && known.body.is_finished);
            let takes_gold = |kind| view.rules.building(kind).drop_off.contains(&Resource::Gold);
            halls.filter(|known| known.body.building.is_some_and(takes_gold)).count() as u32
        };
        let most = (0..view.sides.len() as u8).map(halls_of).max().unwrap_or(0);
        if most == 0 { 100 } else { (most * 100 / own).clamp(ECONOMY.0, ECONOMY.1) }
    }
}
