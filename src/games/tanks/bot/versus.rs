//! What only matches side against side have: flags, and too many foes.

use super::role::{Choice, Chooser, NEAR, Nature, around};
use super::sight::middle;
use super::thoughts::{Object, Reason, Role, Target};
use crate::base::Cell;
use crate::games::tanks::setup::Mode;
use crate::games::tanks::world::Tank;

/// Cells within which others count as close.
const CLOSE: u32 = 9;

impl Chooser<'_> {
    pub(super) fn flags(&mut self, nature: Nature, choices: &mut Vec<Choice>) {
        let world = self.sight.world;
        if world.setup().mode != Mode::CaptureFlag {
            return;
        }
        let own = world.flags().iter().find(|flag| flag.side == self.tank.side).copied();
        for flag in world.flags() {
            let object = Object::Flag(flag.side);
            let (square, worth, role) = match flag.carrier {
                // Home with it.
                Some(carrier) if carrier == self.tank.id => {
                    let Some(own) = own else { continue };
                    (own.home, 400, Role::Fetch)
                }
                // A friend has it.
                Some(carrier) if flag.side != self.tank.side => {
                    let Some(friend) = world.tank(carrier) else { continue };
                    (friend.anchor(), 12, Role::Escort)
                }
                Some(_) => continue,
                // The own one lies somewhere.
                None if flag.side == self.tank.side => {
                    if flag.at == flag.home {
                        continue;
                    }
                    (flag.at, 40, Role::Fetch)
                }
                None => {
                    let others = if self.skill.works_together { self.others_after(object).min(3) } else { 0 };
                    (flag.at, 16 * 10 / (10 + 4 * others), Role::Fetch)
                }
            };
            let target = if role == Role::Escort {
                Target::Touch(Cell::new(square.x - NEAR, square.y - NEAR), NEAR as u8 * 2 + 2)
            } else {
                Target::Touch(square, 2)
            };
            let cells = self.about(square, 2);
            let worth = worth * nature.fetch.min(nature.attack.max(100)) / (cells + 8);
            choices.push(Choice { worth, role, object, target, reason: Reason::Flag });
        }
    }

    /// Back to friends, or away, where there are too many foes.
    pub(super) fn retreat(&mut self, choices: &mut Vec<Choice>) {
        let (sight, tank) = (self.sight, self.tank);
        if !self.skill.works_together || sight.world.setup().mode.has_waves() || tank.shield > 60 {
            return;
        }
        let here = middle(tank);
        let is_close = |other: &Tank| middle(other).chebyshev(here) < CLOSE;
        let foes: Vec<Cell> = sight.foes(tank).filter(|foe| is_close(foe)).map(middle).collect();
        let close = sight.friends(tank).filter(|friend| is_close(friend)).count();
        if foes.len() <= close + 1 {
            return;
        }
        let nearest = sight.friends(tank).min_by_key(|friend| (middle(friend).chebyshev(here), friend.slot()));
        if let Some(friend) = nearest.filter(|_| close == 0) {
            let worth = 1200 / (self.about(middle(friend), 2) + 10);
            let (role, object, target) = (Role::Regroup, Object::Tank(friend.slot()), around(friend));
            choices.push(Choice { worth, role, object, target, reason: Reason::Weak });
        } else if foes.len() > close + 2 && tank.health == 1 {
            let (width, height) = (sight.world.field().width() as i16, sight.world.field().height() as i16);
            let corners = [(2, 2), (8, 2), (2, 8), (8, 8), (5, 5)];
            let places = corners.map(|(x, y)| Cell::new(width * x / 10, height * y / 10));
            let far = |cell: &Cell| foes.iter().map(|foe| foe.chebyshev(*cell)).min().unwrap_or(0);
            let target = places.into_iter().max_by_key(far).map(|cell| Target::Touch(cell, NEAR as u8));
            let made = target.map(|target| {
                let object = Object::Place(target.cell());
                Choice { worth: 90, role: Role::Flee, object, target, reason: Reason::Weak }
            });
            choices.extend(made);
        }
    }
}
