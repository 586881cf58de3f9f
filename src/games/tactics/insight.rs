//! What a person at the board wants to see: where a character can go, whom it can reach, what an attack does both ways,
//! what the enemy threatens.

use super::action::Action;
use super::class::Ability;
use super::position::{Character, Position};
use super::rules::Side;
use super::square::{SQUARES, Square, Squares};

/// What a character can do now, by the square that is clicked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    pub moves: Squares,
    /// Enemies to attack, with a charge or without.
    pub attacks: Squares,
    pub heals: Squares,
    pub actions: Vec<Action>,
}

impl Options {
    /// The action that a click on a square means: the attack without a move before one with the shortest way.
    pub fn on(&self, square: Square) -> Option<Action> {
        let meant = self.actions.iter().filter(|action| action.target == square && !action.is_wait());
        meant.min_by_key(|action| if action.target == action.to { 0 } else { action.from.distance(action.to) }).copied()
    }

    /// Waiting, where the rules allow it.
    pub fn waiting(&self) -> Option<Action> {
        self.actions.iter().copied().find(|action| action.is_wait())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    pub damage: u8,
    pub left: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preview {
    pub dealt: Option<Hit>,
    /// What the target, if it lives and can reach the character then, could do back on its turn.
    pub returned: Option<Hit>,
    /// What all enemies that reach the character then could take from it together on their turn.
    pub danger: u8,
    /// Points that the action costs the character itself (zone of control).
    pub cost: u8,
}

impl Position {
    /// What the character on a square can do now; nothing if it has acted or it is not its side's turn.
    pub fn options(&self, square: Square) -> Options {
        let mut options = Options::default();
        let Some(slot) = self.ready().find(|slot| self.at(*slot) == square) else { return options };
        if self.end().is_some() {
            return options;
        }
        self.actions_of(slot, &mut options.actions);
        for action in &options.actions {
            if action.heals {
                options.heals.insert(action.target);
            } else if action.is_attack() {
                options.attacks.insert(action.target);
            } else if action.is_move() {
                options.moves.insert(action.to);
            }
        }
        options
    }

    /// Squares that the character on a square can go to, whoever's turn it is.
    pub fn reachable(&self, square: Square) -> Squares {
        let slot = self.slot_on(square);
        slot.map_or_else(Squares::default, |slot| self.reach(square, self.scene().class(slot).steps))
    }

    /// A shortest way between two squares, both ends included, over squares on which nobody stands; just the ends if there
    /// is none.
    pub fn way(&self, from: Square, to: Square) -> Vec<Square> {
        let mut before: Vec<Option<Square>> = vec![None; SQUARES];
        let mut front = vec![from];
        while !front.is_empty() && before[to.index()].is_none() && from != to {
            let mut next = Vec::new();
            for square in front {
                for other in self.scene().field.neighbours(square) {
                    let is_open = other == to || self.is_free(other);
                    if is_open && other != from && before[other.index()].is_none() {
                        before[other.index()] = Some(square);
                        next.push(other);
                    }
                }
            }
            front = next;
        }
        let mut way = vec![to];
        let mut at = to;
        while let Some(square) = before[at.index()] {
            way.push(square);
            at = square;
        }
        if at != from {
            way.push(from);
        }
        way.reverse();
        way
    }

    /// Squares on which a side could attack somebody if it were its turn.
    pub fn threats(&self, side: Side) -> Squares {
        let mut threats = Squares::default();
        for Character { slot, at, .. } in self.characters(side) {
            let class = self.scene().class(slot);
            threats.extend(self.scene().field.shots(at, class.range));
            if class.ability == Some(Ability::Charge) {
                for to in self.reach(at, class.steps).iter() {
                    threats.extend(self.scene().field.shots(to, 1));
                }
            }
        }
        threats
    }

    /// What an action would do; `None` if it is not legal.
    pub fn preview(&self, action: Action) -> Option<Preview> {
        if !self.is_legal(action) {
            return None;
        }
        let who = self.slot_on(action.from)?;
        let mut after = self.clone();
        after.make(action);
        let is_alive = |slot: usize| after.characters(Side::of(slot / super::rules::MAX_SQUAD)).any(|c| c.slot == slot);
        let left = if is_alive(who) { after.hp(who) } else { 0 };
        let target = if action.is_attack() { self.slot_on(action.target) } else { None };
        let dealt = target.map(|target| Hit {
            damage: self.damage(who, action.to, target).min(self.hp(target)),
            left: if is_alive(target) { after.hp(target) } else { 0 },
        });
        let reaches = |enemy: usize| {
            left > 0
                && after.scene().field.shots(after.at(enemy), after.scene().class(enemy).range).contains(after.at(who))
        };
        let hit = |enemy: usize| after.damage(enemy, after.at(enemy), who).min(left);
        let returned = target
            .filter(|target| is_alive(*target) && reaches(*target))
            .map(|target| Hit { damage: hit(target), left: left - hit(target) });
        let enemies = after.slots(self.side().other()).filter(|enemy| reaches(*enemy));
        let danger = enemies.map(|enemy| u32::from(after.damage(enemy, after.at(enemy), who))).sum::<u32>();
        Some(Preview {
            dealt,
            returned,
            danger: danger.min(u32::from(left)) as u8,
            cost: self.hp(who).saturating_sub(left),
        })
    }
}
