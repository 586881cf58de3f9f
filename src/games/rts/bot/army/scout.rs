//! Somebody looks where the enemies are, what they build, and where there are mines.

use crate::base::Cell;
use crate::games::rts::bot::econ::places::next_mine;
use crate::games::rts::bot::know::force::is_armed;
use crate::games::rts::bot::look::Look;
use crate::games::rts::bot::memory::Bot;
use crate::games::rts::bot::settings::Scouts;
use crate::games::rts::bot::view::{BotOrder, Occupation};
use crate::nav::step::Tick;

/// When it begins to look around: soon enough to be ready for whoever comes at four minutes with all he has.
const BEGINS: Tick = 1100;
/// The same for who knows of no trees: ten seconds.
const WITHOUT_WOOD: Tick = 200;
/// Cells around the start that it wants to know whole: there may be mines and trees.
const AROUND: u32 = 40;
/// Cells from one of those places to the next.
const STEP: i16 = 14;
/// Ticks after which it does not matter how long ago a place was seen, and ticks that weigh as much as a cell of way.
const OLD: Tick = 6000;
const OLDER: Tick = 100;
/// Cells from an armed enemy at which a scout turns away.
const FEARS: u32 = 7;

impl Bot {
    pub(super) fn look_around(&mut self, look: &Look<'_, '_>, orders: &mut Vec<BotOrder>) {
        let view = look.view;
        let knows_mine = next_mine(look, &self.sightings).is_some();
        let knows_wood = !self.forests.is_empty();
        let again = match self.level().scouts {
            // Nobody finds a mine who never looks: even a beginner sends somebody when the gold runs out, or for wood.
            Scouts::Never if knows_wood && (knows_mine || view.now < 8 * BEGINS) => return,
            Scouts::Never => Tick::MAX,
            Scouts::Once => Tick::MAX,
            Scouts::Every(seconds) => seconds * 20,
        };
        if view.now < if knows_wood { BEGINS } else { WITHOUT_WOOD } || look.is_pressed {
            // Everybody is needed at home.
            self.scout = None;
            return;
        }
        let scout = self.scout.and_then(|scout| view.units.iter().find(|unit| unit.id == scout));
        if scout.is_none() {
            self.scout = None;
        }
        let starts = view.enemies().map(|(_, side)| side.start);
        let is_due = |place: &Cell| {
            !(view.is_visible)(*place)
                && self.scouted.get(place).is_none_or(|since| view.now.saturating_sub(*since) > again)
        };
        let unknown = |place: &Cell| !(view.explored)(*place) && place.chebyshev(view.start) <= AROUND;
        let (width, height) = (view.terrain.width() as i16, view.terrain.height() as i16);
        let rows = (STEP / 2..height).step_by(STEP as usize);
        let near = rows.flat_map(|y| (STEP / 2..width).step_by(STEP as usize).map(move |x| Cell::new(x, y)));
        let near = near.filter(|cell| view.is_walkable(*cell)).filter(unknown);
        let halls = self
            .sightings
            .buildings()
            .filter(|known| known.body.building.is_some_and(|kind| view.rules.building(kind).is_hall()));
        let mut places: Vec<Cell> = if knows_mine && knows_wood { Vec::new() } else { near.filter(is_due).collect() };
        // Nobody goes to the enemy for wood.
        if knows_wood || view.now >= BEGINS && again != Tick::MAX {
            places.extend(starts.chain(halls.map(|known| known.body.at)).filter(is_due));
        }
        if places.is_empty() && knows_mine {
            places.extend(view.mines.iter().map(|mine| mine.at).filter(is_due));
        }
        if places.is_empty() {
            // It goes back to work or to the others.
            self.scout = None;
            return;
        }
        let Some(scout) = scout.or_else(|| {
            let free = view.units.iter().filter(|unit| {
                let is_taken = self.army.main.contains(&unit.id) || self.army.guards.contains(&unit.id);
                !unit.inside && unit.target.is_none() && !is_taken && !matches!(unit.does, Occupation::Builds(_))
            });
            free.min_by_key(|unit| {
                let kind = view.rules.kind(unit.kind);
                (kind.works, kind.ticks_per_cell, kind.cost.worth(), unit.id)
            })
        }) else {
            return;
        };
        self.scout = Some(scout.id);
        let danger = self.sightings.near(view.now, scout.at, FEARS).find(|known| is_armed(view.rules, known));
        if let (Some(danger), Some(goal)) = (danger, scout.goal)
            && goal.chebyshev(danger.body.at) < FEARS
        {
            // It has seen what is there.
            self.scouted.insert(self.scout_to.take().unwrap_or(goal), view.now);
            orders.push(BotOrder::Walk(vec![scout.id], view.start));
            return;
        }
        let is_on_way = |goal: Cell| goal != view.start && goal.chebyshev(scout.at) > 3;
        if scout.does == Occupation::Walks && scout.goal.is_some_and(is_on_way) {
            return;
        }
        // What was seen long ago, is near, and where nobody is who would see it first.
        let cost = |place: &Cell| {
            let age = view.now.saturating_sub(self.scouted.get(place).copied().unwrap_or(0)).min(OLD);
            let way = place.distance_squared(scout.at).isqrt() + look.maps.threat_at(*place) / super::DETOUR;
            (way + (OLD - age) / OLDER, *place)
        };
        let going = self.scout_to.filter(|place| is_due(place));
        let linked = places.into_iter().filter(|place| look.ground.is_linked(scout.at, *place));
        let Some(place) = going.or_else(|| linked.min_by_key(cost)) else { return };
        let leg = super::leg(look, scout.at, place);
        self.scout_to = Some(place).filter(|place| leg != *place);
        if leg == place {
            self.scouted.insert(place, view.now);
        }
        orders.push(BotOrder::Walk(vec![scout.id], leg));
    }
}
