//! Targets, and what units do about them: stand and strike, follow, go on.
//!
//! [`super::battlefield::muster`] has looked up who is near whom. Here every unit that has something to decide does so, in the
//! order of numbers: it keeps its target, or chooses one ([`crate::games::rts::combat::choice`]) as far as its task and stance
//! allow ([`super::stances`]); out of reach it goes there ([`super::chasing`]), in reach it stands, rooted, and strikes when
//! its weapon is ready. The blows fall later in the tick, all at once ([`crate::games::rts::sim::skirmish::damage`]).

use super::battlefield::{Battlefield, Strike};
use super::chasing::Distance;
use super::fleeing::Refuges;
use super::shooting::shoot;
use super::sight::Seen;
use super::stances::{Posture, posture, reach_from};
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::combat::Being;
use crate::games::rts::combat::arms::{Arm, Arms};
use crate::games::rts::combat::bodies::Body;
use crate::games::rts::combat::choice::{Rating, Seeker};
use crate::games::rts::combat::damage::force;
use crate::games::rts::combat::reach::{apart_squared, reaches, towards};
use crate::games::rts::level::SIDES;
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::sim::board::{At, Board, Occupied, TerrainGrid, Walks};
use crate::games::rts::sim::fighters::Fighting;
use crate::games::rts::sim::march::going::{Walker, WalkerItem};
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::tasks::Task;
use crate::games::rts::sim::units::{Doing, Facing, Id, Owner, Rooted, Unit};
use crate::games::rts::sim::waypoints::Waypoint;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;

/// Ticks from one thought about a better target to the next, for a unit that has one.
const THINKS_AGAIN: Tick = 8;
/// Targets that a unit tries to come to before it gives up for now.
const TRIES: usize = 3;
/// Cells beyond its sight at which a unit loses a target that nobody has named.
const LOSES_BEYOND: u32 = 3;
/// Ticks after which a unit gives up an enemy that an order names and that nobody sees any more: five seconds.
const FORGETS_AFTER: Tick = 100;
/// Cells at which who cannot fight stays behind those whom it was ordered to attack.
const STAYS_BEHIND: u32 = 5;

/// What is where, for those who decide.
pub(super) struct Scene<'a> {
    pub(super) rules: &'a Rules,
    pub(super) arms: &'a Arms,
    pub(super) now: Tick,
    pub(super) walks: &'a Walks,
    pub(super) occupied: &'a Occupied,
    pub(super) terrain: &'a TerrainGrid,
    pub(super) refuges: &'a Refuges,
    /// What the sides see; everything if there is no fog.
    pub(super) seen: Option<&'a Seen>,
    pub(super) friends: [u8; SIDES as usize],
}

impl Scene<'_> {
    /// Whether a side, or a friend of it, sees somebody.
    pub(super) fn sees(&self, side: u8, body: &Body) -> bool {
        let eyes = self.friends[usize::from(side)];
        self.seen.is_none_or(|seen| seen.grid().is_body_visible(eyes, body.at, body.size))
    }

    fn is_hill(&self, cell: Cell) -> bool {
        self.terrain.cells().get(cell) == Some(&Terrain::Hill)
    }
}

pub(super) struct Fighter<'a, 's> {
    pub(super) id: UnitId,
    pub(super) kind: KindId,
    pub(super) side: u8,
    /// Where it stands, or will stand when its step ends.
    pub(super) here: Cell,
    pub(super) is_stepping: bool,
    pub(super) arm: &'a Arm,
    pub(super) walker: WalkerItem<'a, 's>,
    pub(super) rooted: Mut<'a, Rooted>,
    pub(super) fighting: Mut<'a, Fighting>,
    pub(super) facing: Mut<'a, Facing>,
}

type Fighters<'w, 's> =
    Query<'w, 's, (Walker, &'static At, &'static mut Rooted, &'static mut Fighting, &'static mut Facing), With<Unit>>;

/// Lets everybody decide who has something to decide.
pub(super) fn fight(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<
        (&BuildingIndex, &Sides, &Walks, &Occupied, &TerrainGrid, Option<&Seen>, &mut Battlefield),
        With<Board>,
    >,
    mut units: Fighters,
    mut buildings: Query<(&Id, &Building, &Owner, &At, &mut Fighting), Without<Unit>>,
    mut refuges: Local<Refuges>,
) {
    let (building_index, sides, walks, occupied, terrain, seen, mut battlefield) = board.into_inner();
    let battle = &mut *battlefield;
    let now = clock.tick();
    refuges.gather(
        &rules.0,
        sides,
        building_index,
        buildings.iter().map(|(id, building, owner, at, _)| (id, building, owner, at)),
    );
    let alert = std::mem::take(&mut battle.alert);
    let arms = std::mem::take(&mut battle.arms);
    let friends = battle.friends;
    let scene = Scene { rules: &rules.0, arms: &arms, now, walks, occupied, terrain, refuges: &refuges, seen, friends };
    let mut fighters = units.iter_many_mut(&alert);
    while let Some((walker, at, rooted, fighting, facing)) = fighters.fetch_next() {
        let (id, kind, side) = (walker.id.0, walker.kind.0, walker.owner.0);
        let step = walker.stepping.under_way(now);
        let here = step.map_or(at.0, |step| step.to());
        let (is_stepping, arm) = (step.is_some(), arms.unit(side, kind));
        let mut fighter = Fighter { id, kind, side, here, is_stepping, arm, walker, rooted, fighting, facing };
        if !fighter.flees(&scene) {
            fighter.decide(battle, &scene);
        }
    }
    for (building, entity) in building_index.iter() {
        if battle.field.slot(building).is_none() {
            continue;
        }
        let Ok((id, kind, owner, at, mut fighting)) = buildings.get_mut(entity) else { continue };
        if kind.is_finished() {
            shoot(battle, &scene, (id.0, kind, owner.0, at.0), &mut fighting);
        }
    }
    (battle.alert, battle.arms) = (alert, arms);
}

/// Notes that a weapon is used now.
pub(super) fn strike(fighting: &mut Fighting, cooldown: u16, now: Tick) {
    fighting.ready_at = now + Tick::from(cooldown);
    fighting.struck_at = now;
}

impl Fighter<'_, '_> {
    /// Where it rests.
    pub(super) fn post(&self) -> Cell {
        self.walker.post.cell().unwrap_or(self.here)
    }

    /// Stands still, if it was going anywhere.
    pub(super) fn halt(&mut self) {
        if !self.walker.waypoints.0.is_empty() {
            self.walker.stand(self.here);
        }
    }

    /// Does what its posture asks for.
    fn decide(&mut self, battle: &mut Battlefield, scene: &Scene<'_>) {
        let reach = self.arm.weapon.map_or(0, |weapon| reach_from(&weapon, scene.is_hill(self.here)));
        let heals = self.arm.healing.map_or(0, |healing| u32::from(healing.range));
        let Some(posture) = posture(self, battle, (self.arm.sight, reach.max(heals)), scene.now) else {
            self.release(None, scene);
            return;
        };
        if let Some(healing) = self.arm.healing
            && self.tends(healing, &posture, battle, scene)
        {
            return;
        }
        match (self.arm.weapon, posture.ordered) {
            (Some(weapon), _) => {
                let enemies = battle.enemies[usize::from(self.side)];
                let (id, at, size) = (self.id, self.here, self.arm.size);
                let wants_buildings = posture.wants_buildings;
                let seeker = Seeker { id, at, size, enemies, weapon, range: reach, wants_buildings };
                self.fights(&seeker, &posture, battle, scene);
            }
            (None, Some(target)) => self.follows(target, battle, scene),
            (None, None) => self.release(Some(&posture), scene),
        }
    }

    fn fights(&mut self, seeker: &Seeker, posture: &Posture, battle: &mut Battlefield, scene: &Scene<'_>) {
        let apart = |body: &Body| apart_squared(seeker.at, seeker.size, body.at, body.size);
        let mut target = match posture.ordered {
            Some(named) => {
                let found = battle.field.get(named).filter(|body| seeker.enemies & 1 << body.side != 0).copied();
                if found.is_none_or(|body| self.has_lost_sight(&body, scene)) {
                    self.walker.tasks.now = None;
                    self.halt();
                    self.release(None, scene);
                    return;
                }
                self.fighting.is_ordered = true;
                found.filter(|body| self.keeps_in_sight(body, scene))
            }
            None => self.fighting.target.and_then(|target| battle.field.get(target)).copied().filter(|body| {
                let is_near = seeker.hits(apart(body))
                    || posture.moves
                        && posture.allows(seeker.at, seeker.size, 0)
                        && posture.allows(body.at, body.size, seeker.range)
                        && reaches(self.arm.sight + LOSES_BEYOND, apart(body));
                seeker.enemies & 1 << body.side != 0 && is_near && scene.sees(self.side, body)
            }),
        };
        if posture.ordered.is_none() {
            let rating = target.map(|body| seeker.rate(&body, apart(&body)));
            let is_due = match rating {
                Some(rating) if rating.is_kept() => false,
                Some(_) => (scene.now + self.id.0).is_multiple_of(THINKS_AGAIN),
                None => true,
            };
            if is_due && let Some(better) = self.chooses(seeker, posture, rating, battle, scene) {
                target = Some(better);
            }
        }
        let Some(body) = target else {
            if posture.ordered.is_none() {
                self.release(Some(posture), scene);
            }
            return;
        };
        self.remember_home();
        self.fighting.target = Some(body.id);
        if seeker.hits(apart(&body)) {
            self.stand_to(&body);
            if !self.is_stepping && self.fighting.ready_at <= scene.now {
                strike(&mut self.fighting, seeker.weapon.cooldown, scene.now);
                let rank = usize::from(self.fighting.rank).checked_sub(1);
                let rank = rank.and_then(|rank| scene.rules.economy.ranks.get(rank));
                let force = force(seeker.weapon.damage, rank.map_or(0, |rank| rank.damage_percent));
                let percent =
                    if self.is_abroad(seeker, battle, scene) { scene.rules.economy.abroad_percent } else { 100 };
                let force = force * u32::from(percent) / 100;
                battle.strikes.push(Strike { by: self.id, target: body.id, force, heals: false });
            }
            return;
        }
        self.rooted.0 = false;
        let distance = Distance { range: seeker.weapon.range, min_range: seeker.weapon.min_range };
        let is_ordered = posture.ordered.is_some();
        if !posture.moves || !self.chase(&body, distance, is_ordered, (scene, &mut battle.claims)) {
            self.release(Some(posture), scene);
        }
    }

    /// Whether it is a worker far from all halls of its team.
    fn is_abroad(&self, seeker: &Seeker, battle: &Battlefield, scene: &Scene<'_>) -> bool {
        if !self.arm.works || scene.rules.economy.abroad_percent == 100 {
            return false;
        }
        let is_hall = |body: &Body| matches!(body.being, Being::Building(kind) if scene.rules.building(kind).is_hall());
        let within = u32::from(scene.rules.economy.abroad_cells);
        let mut near = battle.field.within(!seeker.enemies, seeker.at, seeker.size, within);
        !near.any(|(body, _)| is_hall(body))
    }

    /// Whether its side sees whom it was ordered to attack, who is where it was seen last; a building stays where it is.
    fn keeps_in_sight(&mut self, body: &Body, scene: &Scene<'_>) -> bool {
        let is_seen = matches!(body.being, Being::Building(_)) || scene.sees(self.side, body);
        if is_seen {
            self.fighting.seen_at = scene.now;
        } else {
            self.rooted.0 = false;
        }
        is_seen
    }

    /// Whether whom it was ordered to attack has been out of sight for too long.
    fn has_lost_sight(&mut self, body: &Body, scene: &Scene<'_>) -> bool {
        if self.fighting.target != Some(body.id) {
            // The order is new: it has yet to find its target.
            self.fighting.seen_at = scene.now;
            self.fighting.target = Some(body.id);
            self.fighting.home = Some(self.here);
        }
        scene.now.saturating_sub(self.fighting.seen_at) > FORGETS_AFTER && !self.keeps_in_sight(body, scene)
    }

    /// The best target, if it is better than the present one: one that is in reach, or to which there is a way.
    fn chooses(
        &self,
        seeker: &Seeker,
        posture: &Posture,
        than: Option<Rating>,
        battle: &Battlefield,
        scene: &Scene<'_>,
    ) -> Option<Body> {
        let mut tried = [UnitId(u32::MAX); TRIES];
        for attempt in 0..TRIES {
            let found = seeker.choose(&battle.field, posture.around, posture.looks, |body, hits| {
                !tried.contains(&body.id)
                    && (hits || posture.moves && posture.allows(body.at, body.size, seeker.range))
                    && scene.sees(self.side, body)
            });
            let (body, rating) = found?;
            if than.is_some_and(|than| rating >= than) {
                return None;
            }
            let distance = Distance { range: seeker.weapon.range, min_range: seeker.weapon.min_range };
            let is_in_reach = seeker.hits(apart_squared(seeker.at, seeker.size, body.at, body.size));
            if is_in_reach || self.place_before(body, distance, (scene, &battle.claims)).is_some() {
                return Some(*body);
            }
            tried[attempt] = body.id;
        }
        None
    }

    /// Notes where it goes from, if it begins to fight now.
    pub(super) fn remember_home(&mut self) {
        if self.fighting.target.is_some() {
            return;
        }
        self.fighting.home = Some(match self.walker.tasks.now {
            // A unit on its way home keeps its home.
            None => self.fighting.home.filter(|_| !self.walker.waypoints.0.is_empty()).unwrap_or_else(|| self.post()),
            Some(_) => self.here,
        });
    }

    /// Stands where it is, not to be pushed, and looks at somebody.
    pub(super) fn stand_to(&mut self, body: &Body) {
        self.halt();
        if *self.walker.doing == Doing::MakingWay {
            // It does not go back to its place in the middle of a fight.
            *self.walker.doing = Doing::Idle;
        }
        self.rooted.0 = true;
        if !self.is_stepping
            && let Some(dir) = towards(self.here, self.arm.size, body.at, body.size)
            && self.facing.0 != dir
        {
            self.facing.0 = dir;
        }
    }

    /// Fights nobody any more and goes on with what it was doing.
    pub(super) fn release(&mut self, posture: Option<&Posture>, scene: &Scene<'_>) {
        self.rooted.0 = false;
        let Some(_) = self.fighting.target.take() else { return };
        self.fighting.is_ordered = false;
        match self.walker.tasks.now {
            Some(Task::AttackMove(waypoint) | Task::Patrol { there: waypoint, .. }) => {
                self.walker.go(waypoint, scene.now);
            }
            None => {
                let home = self
                    .fighting
                    .home
                    .filter(|home| posture.is_some_and(|posture| posture.returns) && *home != self.here);
                self.halt();
                match home {
                    Some(home) => self.walker.go(Waypoint::here(home), scene.now),
                    None => self.fighting.home = None,
                }
            }
            Some(_) => self.halt(),
        }
    }

    /// Goes with those who attack somebody, without a weapon of its own.
    fn follows(&mut self, target: UnitId, battle: &mut Battlefield, scene: &Scene<'_>) {
        self.rooted.0 = false;
        let Some(body) = battle.field.get(target).copied() else {
            self.walker.tasks.now = None;
            self.halt();
            self.fighting.target = None;
            return;
        };
        if reaches(STAYS_BEHIND, apart_squared(self.here, self.arm.size, body.at, body.size)) {
            self.halt();
        } else {
            let distance = Distance { range: STAYS_BEHIND, min_range: 0 };
            self.chase(&body, distance, true, (scene, &mut battle.claims));
        }
    }
}
