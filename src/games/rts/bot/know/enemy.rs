//! What army the enemy may have: what was seen of it, what its economy has made since, and the worst case.
//!
//! What is not seen is taken to be as on the own side, made more or less by what is known of the enemy's bases, as B. Nielsen's
//! Stardust models the economy of its opponents. Soldiers that were seen to fall are in no sum: who is not believed in any more
//! is not seen.

use super::force::{is_barracks, is_soldier, worth_against};
use super::sightings::Sightings;
use crate::games::rts::bot::settings::Style;
use crate::games::rts::bot::view::View;

/// Hundredths of what a side has gathered that its army is worth, and up to which worth, whatever has fallen of it.
const EXPECTED: (u32, u32) = (35, 2500);
/// The same if all was made into soldiers.
const WORST: (u32, u32) = (60, 4500);
/// Hundredths more for each attack that has failed: there were more than were expected.
const DOUBT: u32 = 7;
/// Hundredths of the own economy that the enemy's is taken for, at least and at most.
const ECONOMY: (u32, u32) = (90, 130);

/// Producers of an enemy with one hall that are a rush, halls that are a boom, and towers that are a turtle.
const MANY: (usize, usize, usize) = (2, 2, 2);
/// Seconds after which producers tell nothing any more, and after which halls do not.
const EARLY: (u32, u32) = (330, 480);

/// The plan of the enemies, as far as their buildings tell it. A rush counts before all else: it hurts most.
pub(in crate::games::rts::bot) fn style_of(view: &View<'_>, sightings: &Sightings, second: u32) -> Option<Style> {
    let seen = |side: u8| {
        let (mut halls, mut producers, mut towers) = (0, 0, 0);
        for kind in
            sightings.buildings().filter(|known| known.body.side == side).filter_map(|known| known.body.building)
        {
            let kind = view.rules.building(kind);
            halls += usize::from(kind.is_hall());
            producers += usize::from(is_barracks(view, kind));
            towers += usize::from(kind.is_tower());
        }
        if second < EARLY.0 && producers >= MANY.0 && halls < MANY.1 {
            Some(Style::Rush)
        } else if second < EARLY.1 && halls >= MANY.1 {
            Some(Style::Boom)
        } else if towers >= MANY.2 {
            Some(Style::Turtle)
        } else {
            None
        }
    };
    view.enemies().filter_map(|(side, _)| seen(side)).min()
}

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
    /// As far as `sightings` tell it, after so many `failures`: own attacks in a row that came to nothing.
    pub(crate) fn of(view: &View<'_>, sightings: &Sightings, failures: u8) -> Self {
        let seen = worth_against(view, sightings.units());
        let all: u32 = sightings
            .units()
            .filter_map(|known| known.body.unit)
            .filter(|kind| is_soldier(view.rules.kind(*kind)))
            .map(|kind| view.worth(kind))
            .sum();
        let economy = Self::economy(view, sightings);
        // Soldiers cost more gold than wood: heaps of wood make none.
        let gathered = view.gathered.gold + view.gathered.wood.min(view.gathered.gold);
        let made = |(share, most): (u32, u32)| {
            let made = gathered * (share + DOUBT * u32::from(failures)).min(WORST.0) / 100;
            // What has not fallen is still there.
            made.min(most.max(made.saturating_sub(view.killed_worth))) * economy / 100
        };
        Self { seen, likely: all.max(made(EXPECTED)), worst: all.max(made(WORST)) }
    }

    /// The economy of the greatest enemy in hundredths of the own one, by finished bases; who was not found is as large as this
    /// side.
    fn economy(view: &View<'_>, sightings: &Sightings) -> u32 {
        let own = view.halls().filter(|hall| hall.is_finished).count().max(1) as u32;
        let halls_of = |side: u8| {
            let halls = sightings.buildings().filter(move |known| known.body.side == side && known.body.is_finished);
            halls.filter(|known| known.body.building.is_some_and(|kind| view.rules.building(kind).is_hall())).count()
                as u32
        };
        let most = (0..view.sides.len() as u8).map(halls_of).max().unwrap_or(0);
        if most == 0 { 100 } else { (most * 100 / own).clamp(ECONOMY.0, ECONOMY.1) }
    }
}
