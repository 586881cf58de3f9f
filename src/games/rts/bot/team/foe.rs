//! Whom to attack, where there are several: what is to be won there, divided by the way and by who defends it. Whoever has
//! attacked us comes sooner, whoever fights somebody else comes later. A choice is kept until that side has fallen or another
//! is clearly better.

use super::allies;
use crate::base::Cell;
use crate::games::rts::bot::know::force::{is_armed, worth_against};
use crate::games::rts::bot::know::sightings::FRESH;
use crate::games::rts::bot::memory::{Bot, Campaign};
use crate::games::rts::bot::view::View;
use crate::nav::step::Tick;

/// Ticks for which a choice is not looked at again: a minute.
const KEEPS: Tick = 1200;
/// Hundredths by which another must be better to be chosen instead.
const BETTER: u32 = 130;
/// Worth of what nobody has seen of a side, and most that counts of what was seen.
const UNSEEN: u32 = 1500;
const MOST: u32 = 4000;
/// Worth of defenders that a cell of way is as bad as.
const CELL: u32 = 14;
/// Minutes for which somebody without a character bears a grudge.
const GRUDGE: u8 = 3;
/// Hundredths for who has attacked us, and for who fights somebody else.
const ANGER: u32 = 150;
const BUSY: u32 = 70;
/// Soldiers in the base of another that are a fight, and how near they are.
const FIGHTERS: usize = 3;
const BASE: u32 = 14;

impl Bot {
    /// Chooses among several enemies. With one there is nothing to choose.
    pub(super) fn choose_foe(&mut self, view: &View<'_>) {
        self.remember_attacker(view);
        let foes: Vec<u8> = view.enemies().map(|(side, _)| side).collect();
        if foes.len() < 2 {
            self.team.foe = None;
            return;
        }
        let is_left = |side: u8| foes.contains(&side) && self.has_place(view, side);
        let kept = self.team.foe.filter(|(side, _)| is_left(*side));
        let is_bound = self.army.campaign != Campaign::Home || self.team.plan.is_some();
        if kept.is_some_and(|(_, since)| is_bound || view.now < since + KEEPS) {
            return;
        }
        let choice = foes.iter().copied().max_by_key(|side| (is_left(*side), self.prize(view, *side), u8::MAX - side));
        let Some(choice) = choice else { return };
        let stays = kept.filter(|(side, _)| self.prize(view, choice) * 100 < self.prize(view, *side) * BETTER);
        self.team.foe = Some((stays.map_or(choice, |(side, _)| side), view.now));
    }

    /// Whether a side is among those to be attacked now.
    pub(in crate::games::rts::bot) fn is_meant(&self, side: u8) -> bool {
        self.team.foe.is_none_or(|(foe, _)| foe == side)
    }

    /// Whether a place of a side is known, or its start has not been looked at.
    fn has_place(&self, view: &View<'_>, side: u8) -> bool {
        let start = view.sides[usize::from(side)].start;
        self.sightings.buildings().any(|known| known.body.side == side) || !self.scouted.contains_key(&start)
    }

    /// How good it is to attack a side.
    fn prize(&self, view: &View<'_>, side: u8) -> u32 {
        let buildings = || self.sightings.buildings().filter(move |known| known.body.side == side);
        let worth =
            buildings().filter_map(|known| known.body.building).map(|kind| view.rules.building(kind).cost.worth());
        let value = worth.sum::<u32>().min(MOST) + UNSEEN;
        let distance = |from: Cell| {
            let places = buildings().map(|known| known.body.at).chain([view.sides[usize::from(side)].start]);
            places.map(|at| at.chebyshev(from)).min().unwrap_or_default()
        };
        let home = view.halls().next().map_or(view.start, |hall| hall.at);
        // Allies attack together: the way of all counts.
        let others = allies(view).filter(|_| self.signals).map(|ally| view.sides[usize::from(ally)].start);
        let homes: Vec<Cell> = std::iter::once(home).chain(others).collect();
        let way = homes.iter().map(|from| distance(*from)).sum::<u32>() / homes.len() as u32;
        let defence = worth_against(view, self.sightings.iter().filter(|known| known.body.side == side));
        let prize = value * 1000 / (way * CELL + defence + UNSEEN / 2);
        let grudge = Tick::from(self.character().map_or(GRUDGE, |person| person.grudge_minutes)) * 1200;
        let is_hated = self.team.attacker.is_some_and(|(by, since)| by == side && view.now < since + grudge);
        let anger = if is_hated { ANGER } else { 100 };
        let busy = if self.fights_another(view, side) { BUSY } else { 100 };
        prize * anger / 100 * busy / 100
    }

    /// Whether soldiers of a side are in the base of another enemy.
    fn fights_another(&self, view: &View<'_>, side: u8) -> bool {
        let team = view.sides[usize::from(side)].team;
        let theirs = |known: u8| view.sides.get(usize::from(known)).is_some_and(|other| other.team == team);
        let others = || self.sightings.buildings().filter(|known| !theirs(known.body.side));
        let soldiers = self
            .sightings
            .units()
            .filter(|known| known.body.side == side && known.tick + FRESH >= view.now && is_armed(view.rules, known));
        soldiers.filter(|known| others().any(|base| base.body.at.chebyshev(known.body.at) <= BASE)).count() >= FIGHTERS
    }

    fn remember_attacker(&mut self, view: &View<'_>) {
        let intruders = self.intruders(view);
        let armed = intruders.iter().filter(|known| is_armed(view.rules, known) && known.body.unit.is_some());
        let mut counts = [0u32; 8];
        for known in armed {
            if let Some(count) = counts.get_mut(usize::from(known.body.side)) {
                *count += 1;
            }
        }
        let most = (0..).zip(counts).max_by_key(|(side, count)| (*count, u8::MAX - side));
        if let Some((side, _)) = most.filter(|(_, count)| *count >= FIGHTERS as u32) {
            self.team.attacker = Some((side, view.now));
        }
    }
}
