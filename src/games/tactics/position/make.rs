//! Doing an action and taking it back.

use super::{Before, End, Position};
use crate::games::tactics::action::Action;
use crate::games::tactics::class::Ability;
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::rules::{Ending, Side};
use crate::games::tactics::square::Square;
use crate::search::Outcome;

impl Position {
    pub fn make(&mut self, action: Action) {
        debug_assert!(self.is_legal(action), "{action} is not legal");
        let Some(who) = self.slot_on(action.from) else { return };
        let target = if action.target == action.to { None } else { self.slot_on(action.target) };
        self.before.push(Before {
            who: who as u8,
            who_at: self.at[who],
            who_hp: self.hp[who],
            target: target.map(|slot| (slot as u8, self.at[slot], self.hp[slot])),
            state: self.state,
        });
        let flags = self.flags_key();
        self.state.key ^= flags ^ self.character_key(who);
        self.state.occurrences = 0;
        let left = action.is_move() && self.scene.rules.zone_of_control && self.leaves_enemy(who, action.to);
        if action.is_move() {
            self.put(who, action.to);
        }
        self.state.acted |= 1 << who;
        if let Some(target) = target {
            self.interact(who, target, action.heals);
        }
        if left {
            self.state.quiet = 0;
            self.hurt(who, 1);
        }
        if self.state.alive >> who & 1 == 1 {
            self.state.key ^= self.character_key(who);
            if action.is_move() {
                self.arrive(who);
            }
        }
        self.state.key ^= self.flags_key();
        self.check_elimination();
        if self.state.end.is_none() && !self.can_act() {
            self.end_turn();
        }
    }

    /// Takes the last action back; nothing happens at the start of the history.
    pub fn unmake(&mut self) {
        let Some(before) = self.before.pop() else { return };
        let who = usize::from(before.who);
        let changed = [Some((who, before.who_at, before.who_hp)), before.target.map(|(t, at, hp)| (t.into(), at, hp))];
        for (slot, ..) in changed.into_iter().flatten() {
            if self.state.alive >> slot & 1 == 1 {
                self.on[self.at[slot].index()] = 0;
            }
        }
        for (slot, at, hp) in changed.into_iter().flatten() {
            self.at[slot] = at;
            self.hp[slot] = hp;
            self.on[at.index()] = slot as u8 + 1;
        }
        self.state = before.state;
        self.begun.truncate(self.state.begun as usize);
    }

    /// What an attack of `who` takes from `target` if it stands on `from`; never less than a point.
    pub fn damage(&self, who: usize, from: Square, target: usize) -> u8 {
        let at = self.at[target];
        let is_shielded = self.scene.class(target).ability == Some(Ability::Shield) || self.scene.field.has_cover(at);
        (self.scene.class(who).attack - u8::from(is_shielded && !at.touches(from))).max(1)
    }

    /// Where an attack from a square pushes its target, if it does.
    pub(crate) fn pushed_to(&self, who: usize, from: Square, target: usize) -> Option<Square> {
        let at = self.at[target];
        if self.scene.class(who).ability != Some(Ability::Push) || !at.touches(from) {
            return None;
        }
        let (x, y) = (2 * at.cell().x - from.cell().x, 2 * at.cell().y - from.cell().y);
        let to = Square::of(crate::base::Cell::new(x, y))?;
        (self.scene.field.open().contains(to) && self.is_free(to)).then_some(to)
    }

    /// Whether a move of `who` to a square ends beside fewer of the enemies beside whom it begins.
    pub(crate) fn leaves_enemy(&self, who: usize, to: Square) -> bool {
        let enemies = self.slots(Side::of(who / MAX_SQUAD).other());
        enemies.into_iter().any(|enemy| self.at[enemy].touches(self.at[who]) && !self.at[enemy].touches(to))
    }

    fn put(&mut self, slot: usize, to: Square) {
        self.on[self.at[slot].index()] = 0;
        self.on[to.index()] = slot as u8 + 1;
        self.at[slot] = to;
        if let Some(flags) = &mut self.state.flags {
            flags.iter_mut().filter(|flag| flag.carrier == Some(slot as u8)).for_each(|flag| flag.at = to);
        }
    }

    /// Attack or healing. The key of the target is kept right, that of `who` is out at the moment.
    fn interact(&mut self, who: usize, target: usize, heals: bool) {
        self.state.key ^= self.character_key(target);
        if heals {
            if let Some(Ability::Heal(points)) = self.scene.class(who).ability {
                self.hp[target] = (self.hp[target] + points).min(self.scene.class(target).hp);
            }
        } else {
            let (damage, to) = (self.damage(who, self.at[who], target), self.pushed_to(who, self.at[who], target));
            if damage > 0 {
                self.state.quiet = 0;
            }
            self.hurt(target, damage);
            if let Some(to) = to.filter(|_| self.state.alive >> target & 1 == 1) {
                self.put(target, to);
                self.arrive(target);
            }
        }
        if self.state.alive >> target & 1 == 1 {
            self.state.key ^= self.character_key(target);
        }
    }

    /// Takes points; without any left the character leaves the board, and a flag stays where it was.
    fn hurt(&mut self, slot: usize, points: u8) {
        self.hp[slot] = self.hp[slot].saturating_sub(points);
        if self.hp[slot] > 0 {
            return;
        }
        self.on[self.at[slot].index()] = 0;
        self.state.alive &= !(1 << slot);
        if let Some(flags) = &mut self.state.flags {
            flags.iter_mut().filter(|flag| flag.carrier == Some(slot as u8)).for_each(|flag| flag.carrier = None);
        }
        if self.scene.leads(slot) {
            self.win(Side::of(slot / MAX_SQUAD).other(), Ending::LeaderLost);
        }
    }

    /// What happens because a character came to where it is: flags and goals.
    fn arrive(&mut self, slot: usize) {
        let (side, at) = (Side::of(slot / MAX_SQUAD), self.at[slot]);
        if self.scene.leads(slot) && self.scene.marks.goals[side.index()].contains(at) {
            self.win(side, Ending::Arrived);
        }
        let (Some(mut flags), Some(homes)) = (self.state.flags, self.scene.marks.flags) else { return };
        let (own, enemy) = (side.index(), side.other().index());
        if flags[own].at == at && flags[own].carrier.is_none() {
            flags[own].at = homes[own];
        }
        if flags[enemy].at == at && flags[enemy].carrier.is_none() {
            flags[enemy].carrier = Some(slot as u8);
        }
        self.state.flags = Some(flags);
        if flags[enemy].carrier == Some(slot as u8) && at == homes[own] {
            self.win(side, Ending::Flag);
        }
    }

    /// The first reason to win counts.
    pub(super) fn win(&mut self, side: Side, ending: Ending) {
        self.state.end.get_or_insert(End { outcome: Outcome::Win(side.index()), ending });
    }

    /// Who has nobody left has lost.
    pub(super) fn check_elimination(&mut self) {
        for side in [self.state.side.other(), self.state.side] {
            if self.count(side) == 0 {
                self.win(side.other(), Ending::Eliminated);
            }
        }
    }
}
