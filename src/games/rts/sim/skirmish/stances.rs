//! How far a unit goes for a fight: what its task and its stance allow.

use super::battlefield::Battlefield;
use super::fighting::Fighter;
use crate::base::Cell;
use crate::games::rts::combat::arms::Armed;
use crate::games::rts::combat::reach::{HILL_RANGE, apart_squared, reaches};
use crate::games::rts::sim::fighters::Stance;
use crate::games::rts::sim::skirmish::help_calls::{ALARMED, HELPS_WITHIN};
use crate::games::rts::sim::tasks::Task;
use crate::games::rts::sim::units::Doing;
use crate::nav::step::{Tick, UnitId};

/// Cells from its place beyond which a unit that defends it follows nobody.
const DEFENDS_WITHIN: u32 = 8;
/// The same for a unit that attacks whom it sees.
const FOLLOWS_WITHIN: u32 = 24;
/// The same, from where it left its way, for a unit on its way to a place.
const LEAVES_WAY_WITHIN: u32 = 12;
/// Cells around whom it guards within which a guard looks for enemies, and beyond which it follows nobody.
const GUARDS_WITHIN: u32 = 6;
/// Cells beyond its reach at which a unit that defends its place goes towards an enemy.
const MEETS_WITHIN: u32 = 3;

/// What a unit may do about enemies now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posture {
    /// Whom an order names.
    pub(super) ordered: Option<UnitId>,
    /// Whom it looks around: itself or whom it guards.
    pub(super) around: (Cell, u8),
    /// Cells within which it looks.
    pub(super) looks: u32,
    /// The place that it does not leave farther behind than so many cells.
    pub(super) leash: Option<(Cell, u32)>,
    pub(super) moves: bool,
    /// Whether it attacks buildings that do not shoot.
    pub(super) wants_buildings: bool,
    /// Whether it goes back to its place afterwards.
    pub(super) returns: bool,
}

impl Posture {
    /// Whether a place is near enough to where the unit belongs, give or take its reach.
    pub(super) fn allows(&self, at: Cell, size: u8, range: u32) -> bool {
        self.leash.is_none_or(|(home, cells)| reaches(cells + range, apart_squared(home, 1, at, size)))
    }
}

/// The reach of a weapon from a place: hills help those who shoot.
pub(super) const fn reach_from(weapon: &Armed, is_on_hill: bool) -> u32 {
    weapon.range + if is_on_hill && weapon.shoots() { HILL_RANGE } else { 0 }
}

/// What a unit may do about enemies; `None` if it has something else to do. `sight` and `range` are its own.
pub(super) fn posture(
    fighter: &Fighter<'_, '_>,
    battle: &Battlefield,
    (sight, range): (u32, u32),
    now: Tick,
) -> Option<Posture> {
    let looks = sight.max(range);
    let around = (fighter.here, fighter.arm.size);
    let on_way = |limit| {
        let left_at = fighter.fighting.home.filter(|_| fighter.fighting.target.is_some());
        Some((left_at.unwrap_or(fighter.here), limit))
    };
    let free =
        Posture { ordered: None, around, looks, leash: None, moves: true, wants_buildings: true, returns: false };
    match fighter.walker.tasks.now {
        Some(Task::Attack(target)) => Some(Posture { ordered: Some(target), ..free }),
        Some(Task::AttackMove(_) | Task::Patrol { .. }) => Some(Posture { leash: on_way(LEAVES_WAY_WITHIN), ..free }),
        Some(Task::Guard(friend)) => {
            let friend = battle.field.get(friend)?;
            Some(Posture {
                around: (friend.at, friend.size),
                looks: GUARDS_WITHIN.max(range),
                leash: Some((friend.at, GUARDS_WITHIN)),
                wants_buildings: false,
                ..free
            })
        }
        Some(_) => None,
        None => {
            let is_chasing = fighter.fighting.target.is_some();
            let home = fighter.fighting.home;
            let is_returning = home.is_some() && fighter.walker.waypoints.0.front().map(|goal| goal.goal) == home;
            let is_elsewhere = !fighter.walker.waypoints.0.is_empty() && !is_chasing && !is_returning;
            if is_elsewhere || fighter.arm.works || !fighter.walker.tasks.queue.is_empty() {
                return None;
            }
            let place = home.filter(|_| is_chasing || is_returning).unwrap_or_else(|| fighter.post());
            // It helps friends nearby that are hurt.
            let is_called = battle.calls.are_near(fighter.here, battle.friends[usize::from(fighter.side)]);
            let looks = if is_called { looks.max(HELPS_WITHIN) } else { looks };
            let alarmed = is_called || fighter.fighting.is_hurt_within(ALARMED, now);
            let near = if alarmed { looks } else { (range + MEETS_WITHIN).min(looks) };
            let defends = if is_called { HELPS_WITHIN } else { DEFENDS_WITHIN };
            match fighter.fighting.stance {
                Stance::Passive => None,
                Stance::StandGround => Some(Posture { looks: range, moves: false, returns: true, ..free }),
                _ if *fighter.walker.doing == Doing::Holding => Some(Posture { looks: range, moves: false, ..free }),
                Stance::Aggressive => Some(Posture { looks, leash: Some((place, FOLLOWS_WITHIN)), ..free }),
                Stance::Defensive => Some(Posture {
                    looks: near,
                    leash: Some((place, defends)),
                    wants_buildings: false,
                    returns: true,
                    ..free
                }),
            }
        }
    }
}
