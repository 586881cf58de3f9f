//! Where an army goes: to a building of an enemy, or to look for the last of them.

use super::ids;
use crate::base::Cell;
use crate::games::rts::bot::know::sightings::Sighting;
use crate::games::rts::bot::know::ways::Ways;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::view::{BotOrder, Own};
use crate::games::rts::rules::BuildingKind;
use crate::nav::step::Tick;

/// Ticks after which a block that was seen is looked at again in the search for the last buildings: half a minute.
const UNSEEN_FOR: Tick = 600;
/// Units of a group that searches.
const HUNTERS: usize = 2;

impl Bot {
    /// Where to attack from a place: a building of an enemy, near and worth it; else a start that nobody has looked at.
    pub(in crate::games::rts::bot) fn target(&self, look: &Look<'_, '_>, from: Cell) -> Option<Cell> {
        let view = look.view;
        let ways = Ways::new(look.ground, from, |_| 0, look.tally);
        // On foot; nobody goes where there is no way.
        let way_to = |at: Cell| {
            let air = at.distance_squared(from).isqrt();
            look.ground.is_linked(from, at).then(|| ways.cost(at).map_or(air, |way| way.max(air)))
        };
        let worth = |known: &Sighting| {
            let kind = known.body.building.map(|kind| view.rules.building(kind));
            let is_guard = kind.is_some_and(BuildingKind::is_tower);
            let walls = self.sightings.buildings().filter(|other| {
                other.body.building.is_some_and(|kind| view.rules.building(kind).is_tower())
                    && other.body.at.chebyshev(known.body.at) <= 8
            });
            // A tower is as good as some cells of way; what stands beneath towers is, too.
            let way = way_to(known.body.at)? + 12 * u32::from(is_guard) + 5 * walls.count() as u32;
            Some((way, known.body.id, known.body.at))
        };
        let meant = self.sightings.buildings().filter(|known| self.is_meant(known.body.side));
        let known = meant.filter_map(worth).min().map(|(.., at)| at);
        known.or_else(|| {
            let meant = view.enemies().filter(|(number, _)| self.is_meant(*number));
            let starts = meant.map(|(_, side)| side.start);
            let open = starts.filter(|start| !self.scouted.contains_key(start) && !(view.is_visible)(*start));
            let open = open.filter(|start| look.ground.is_linked(from, *start));
            open.min_by_key(|start| (start.distance_squared(from), *start))
        })
    }

    /// Nobody knows where the last of the enemy are: pairs look at all places, the longest unseen first.
    pub(super) fn hunt(&mut self, look: &Look<'_, '_>, members: &[&Own], orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let idle: Vec<&Own> =
            members.iter().copied().filter(|unit| unit.goal.is_none() && unit.target.is_none()).collect();
        let is_taken = |at: Cell| members.iter().any(|unit| unit.goal.is_some_and(|goal| goal.chebyshev(at) <= 4));
        let unseen = self.seen.unseen(view.now, UNSEEN_FOR).filter_map(|(block, tick)| {
            let at = look.ground.middle_of(block)?;
            (!(view.is_visible)(at) && !is_taken(at)).then_some((tick / 1200, at))
        });
        let mut places: Vec<(Tick, Cell)> = unseen.collect();
        for group in idle.chunks(HUNTERS) {
            let Some(first) = group.first() else { continue };
            let near = |(_, at): &&(Tick, Cell)| look.ground.is_linked(first.at, *at);
            let next = places.iter().filter(near).min_by_key(|(tick, at)| (*tick, at.distance_squared(first.at), *at));
            let Some((_, next)) = next.copied() else { return };
            places.retain(|(_, at)| *at != next);
            orders.push(BotOrder::AttackMove(ids(group.iter().copied()), next));
        }
    }
}
