//! What to do: everything that could be done with its worth, of which the best is taken.
//!
//! Worth is about a thousand divided by the cells to go. What a bot already does counts a quarter more, so that it does not
//! waver.

use super::drive::profile;
use super::level::Skill;
use super::sight::{Sight, middle};
use super::thoughts::{Doing, Object, Reason, Role, Target, Thoughts};
use crate::base::rng::mix;
use crate::base::{Cell, Dir};
use crate::games::tanks::field::BASE_SIDE;
use crate::games::tanks::order::Call;
use crate::games::tanks::rules::{Bonus, Kind, MAX_STARS};
use crate::games::tanks::setup::{Hand, Mode};
use crate::games::tanks::ways::{Atlas, STEP};
use crate::games::tanks::world::Tank;

/// Foes that are looked at closely, the nearest first.
const FOES: usize = 4;
/// Cells from the base in which its defenders stand.
const POST: i16 = 4;
/// Cells around a friend that is escorted.
pub(super) const NEAR: i16 = 3;

/// One thing that could be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    pub worth: i64,
    pub role: Role,
    pub object: Object,
    pub target: Target,
    pub reason: Reason,
}

/// What a kind of tank likes, in hundredths.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nature {
    pub attack: i64,
    pub hunt: i64,
    pub defend: i64,
    pub fetch: i64,
}

impl Nature {
    fn of(tank: &Tank, call: Option<Call>) -> Self {
        let (attack, hunt) = match tank.kind {
            Kind::Marcher => (100, 100),
            Kind::Rover => (110, 60),
            Kind::Dart => (170, 30),
            Kind::Lancer => (70, 130),
            Kind::Bastion => (100, 100),
        };
        // Tanks of a kind differ a little.
        let vary =
            |value: i64, salt: u64| value * (80 + (mix(u64::from(tank.id.number()) << 8 | salt) % 41) as i64) / 100;
        let mut nature = Self { attack: vary(attack, 1), hunt: vary(hunt, 2), defend: 100, fetch: 100 };
        match call {
            Some(Call::Attack) => (nature.attack, nature.hunt, nature.defend) = (400, 200, 20),
            Some(Call::Defend) => (nature.attack, nature.hunt, nature.defend) = (10, 40, 500),
            Some(Call::Bonus) => nature.fetch = 600,
            Some(Call::Follow) | None => {}
        }
        nature
    }
}

/// What a bot needs to choose.
#[derive(Debug)]
pub struct Chooser<'a> {
    pub sight: &'a Sight<'a>,
    pub atlas: &'a mut Atlas,
    /// What all bots are about, by slot.
    pub minds: &'a [Option<Thoughts>],
    pub tank: &'a Tank,
    pub at: Cell,
    pub skill: Skill,
    /// Ticks since it got its tank.
    pub age: u32,
}

impl Chooser<'_> {
    /// The best thing to do.
    pub fn choose(&mut self, now: &Thoughts) -> Thoughts {
        let tick = self.sight.world.tick();
        let dice = mix(self.sight.world.setup().seed ^ u64::from(tick) << 32 ^ u64::from(self.tank.id.number()));
        if dice % 100 < self.skill.whims
            && let Some(target) = self.anywhere(dice >> 8)
        {
            let role = Role::Hold;
            let object = Object::Place(target.cell());
            return Thoughts { role, object, target: Some(target), reason: Reason::Whim, doing: now.doing };
        }
        let mut choices = Vec::new();
        self.list(&mut choices);
        self.roam(now, dice >> 8, &mut choices);
        for choice in &mut choices {
            if choice.role == now.role && choice.object == now.object {
                choice.worth += choice.worth / 4;
            }
        }
        // The best first; of equal ones, the earlier.
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.worth));
        // Some were only guessed to be within reach.
        match choices.into_iter().find(|choice| self.cells(choice.target).is_some()) {
            Some(Choice { role, object, target, reason, .. }) => {
                Thoughts { role, object, target: Some(target), reason, doing: now.doing }
            }
            None => {
                let keeps = now.role == Role::Hold && now.target.is_some_and(|target| target.cell() != self.at);
                let target = if keeps { now.target } else { self.anywhere(dice >> 8) };
                let object = target.map_or(Object::Nothing, |target| Object::Place(target.cell()));
                Thoughts { role: Role::Hold, object, target, reason: Reason::Idle, doing: Doing::Nothing }
            }
        }
    }

    /// A place somewhere that can be reached.
    fn anywhere(&mut self, dice: u64) -> Option<Target> {
        let field = self.sight.world.field();
        (0..4).find_map(|turn| {
            let dice = mix(dice + turn);
            let x = (dice % u64::from(field.width())) as i16;
            let y = (dice / 256 % u64::from(field.height())) as i16;
            let target = Target::Cell(Cell::new(x, y));
            (field.fits(Cell::new(x, y), self.tank.size) && self.reaches(Cell::new(x, y))).then_some(target)
        })
    }

    /// About how many cells, digging included, a square is away: from the distances of all places to the own one.
    pub(super) fn about(&mut self, at: Cell, side: u8) -> i64 {
        let profile = profile(self.sight.world, self.tank);
        let way = self.atlas.way(self.sight.world.field(), Target::Cell(self.at).goal(), profile);
        let shift = 1 - i16::from(self.tank.size);
        let places =
            [at, Cell::new(at.x + shift, at.y + shift), Cell::new(at.x, at.y + shift), Cell::new(at.x + shift, at.y)];
        let nearest = places.into_iter().filter_map(|place| way.cost(place)).min();
        // Where it has no room, it only shoots at.
        nearest.map_or_else(|| 8 + 2 * i64::from(self.at.chebyshev(at)), |cost| i64::from(cost / STEP))
            - i64::from(side) / 2
    }

    /// Whether the tank can be there.
    fn reaches(&mut self, at: Cell) -> bool {
        let profile = profile(self.sight.world, self.tank);
        self.atlas.way(self.sight.world.field(), Target::Cell(self.at).goal(), profile).cost(at).is_some()
    }

    /// How many cells, digging included, a target is away.
    fn cells(&mut self, target: Target) -> Option<i64> {
        let profile = profile(self.sight.world, self.tank);
        let way = self.atlas.way(self.sight.world.field(), target.goal(), profile);
        Some(i64::from(way.cost(self.at)? / STEP))
    }

    /// The word of a player on the same side, the latest one, and its slot.
    fn call(&self) -> Option<(Call, u8)> {
        let world = self.sight.world;
        let seats = world.seats().iter().zip(0..).filter(|(seat, slot)| {
            let is_other = *slot != self.tank.slot();
            let is_program = matches!(world.setup().seats[usize::from(*slot)].hand, Hand::Bot(_));
            is_other && seat.side == self.tank.side && !(is_program && seat.call.is_none())
        });
        let calls = seats.filter_map(|(seat, slot)| seat.call.map(|(call, since)| (since, call, slot)));
        calls.max_by_key(|(since, ..)| *since).map(|(_, call, slot)| (call, slot))
    }

    fn list(&mut self, choices: &mut Vec<Choice>) {
        let call = self.call();
        let nature = Nature::of(self.tank, call.map(|(call, _)| call));
        let first = choices.len();
        self.attacks(nature, choices);
        self.hunts(nature, choices);
        self.fetches(nature, choices);
        self.flags(nature, choices);
        self.posts(nature, choices);
        self.covers(nature, choices);
        self.rooms(nature, choices);
        self.escort(call, choices);
        self.retreat(choices);
        if let Some((call, _)) = call {
            let is_meant = |choice: &Choice| match call {
                Call::Attack => matches!(choice.role, Role::Attack | Role::Hunt),
                Call::Defend => choice.role == Role::Defend,
                Call::Bonus => matches!(choice.object, Object::Bonus(_)),
                Call::Follow => choice.role == Role::Escort,
            };
            choices[first..]
                .iter_mut()
                .filter(|choice| is_meant(choice))
                .for_each(|choice| choice.reason = Reason::Asked);
        }
    }

    /// Friends among the bots that do something about an object.
    pub(super) fn others_after(&self, object: Object) -> i64 {
        let own = usize::from(self.tank.slot());
        let is_friend = |slot: usize| self.sight.world.in_slot(slot).is_some_and(|tank| tank.side == self.tank.side);
        let minds = self.minds.iter().enumerate().filter(|(slot, _)| *slot != own && is_friend(*slot));
        minds.filter(|(_, mind)| mind.is_some_and(|mind| mind.object == object)).count() as i64
    }

    fn is_wave(&self) -> bool {
        usize::from(self.tank.slot()) >= self.sight.world.seats().len()
    }

    /// What tanks of waves do while they are not in a hurry.
    fn roam(&mut self, now: &Thoughts, dice: u64, choices: &mut Vec<Choice>) {
        let left = self.skill.patience.saturating_sub(self.age);
        if !self.is_wave() || left == 0 {
            return;
        }
        let goes_on = |target: &Target| now.role == Role::Hold && target.cell() != self.at;
        let Some(target) = now.target.filter(goes_on).or_else(|| self.anywhere(dice)) else { return };
        let worth = 30 * i64::from(left) / i64::from(self.skill.patience);
        let object = Object::Place(target.cell());
        choices.push(Choice { worth, role: Role::Hold, object, target, reason: Reason::Whim });
    }

    fn attacks(&mut self, nature: Nature, choices: &mut Vec<Choice>) {
        let cares = mix(u64::from(self.tank.id.number()) ^ self.sight.world.setup().seed) % 100 < self.skill.for_base;
        if self.is_wave() && !cares {
            return;
        }
        let bases = self.sight.bases();
        for (index, base) in bases.iter().enumerate().filter(|(_, base)| base.stands && base.side != self.tank.side) {
            let Some(cells) = self.cells(Target::Shoot(base.at, BASE_SIDE)) else { continue };
            // First to where it would shoot from.
            let reach = self.skill.sees_base;
            let is_far = middle(self.tank).chebyshev(base.at) > u32::from(reach.unsigned_abs());
            let nearer = Target::Touch(Cell::new(base.at.x - reach + 2, base.at.y - reach + 2), 2 * reach as u8 - 2);
            let target =
                if is_far && self.cells(nearer).is_some() { nearer } else { Target::Shoot(base.at, BASE_SIDE) };
            let object = Object::Base(index as u8);
            let helpers = if self.skill.works_together { self.others_after(object).min(2) } else { 0 };
            let worth = 10 * nature.attack * (10 + helpers) / 10 / (cells + 12);
            let (age, patience) = (i64::from(self.age) + 60, i64::from(self.skill.patience));
            let worth = if self.is_wave() { worth * age.min(patience) / patience } else { worth };
            let reason = if helpers > 0 { Reason::Together } else { Reason::Plan };
            choices.push(Choice { worth, role: Role::Attack, object, target, reason });
        }
    }

    fn hunts(&mut self, nature: Nature, choices: &mut Vec<Choice>) {
        let (sight, tank) = (self.sight, self.tank);
        let bases = sight.bases();
        let own_base = bases.iter().find(|base| base.stands && base.side == tank.side).copied();
        let mode = sight.world.setup().mode;
        let mut foes: Vec<(u32, &Tank)> = sight
            .foes(tank)
            .filter(|foe| foe.is_here() || foe.arriving < 30)
            .map(|foe| {
                let near_base = own_base.map_or(u32::MAX, |base| middle(foe).chebyshev(base.at));
                (middle(foe).chebyshev(middle(tank)).min(near_base), foe)
            })
            .collect();
        foes.sort_unstable_by_key(|(distance, foe)| (*distance, foe.slot()));
        let many = foes.len() as i64;
        for (_, foe) in foes.into_iter().take(FOES) {
            let target = Target::Shoot(foe.anchor(), foe.size);
            let cells = self.about(foe.anchor(), foe.size);
            let object = Object::Tank(foe.slot());
            let mut worth = 10 * nature.hunt / (cells + 10);
            let (mut role, mut reason) = (Role::Hunt, Reason::Near);
            if let Some(base) = own_base {
                let theirs = profile(sight.world, foe);
                let way = self.atlas.way(sight.world.field(), Target::Shoot(base.at, BASE_SIDE).goal(), theirs);
                let near = way.cost(foe.anchor()).map_or(60, |cost| i64::from(cost / STEP));
                if mode != Mode::CaptureFlag && (mode.has_waves() || near < 16) {
                    worth += 15 * nature.defend / (near + 6);
                }
                if near < 12 {
                    (role, reason) = (Role::Defend, Reason::BaseInDanger);
                }
            }
            if foe.flag.is_some() {
                (worth, reason) = (worth * 4, Reason::Flag);
            }
            if foe.shield > 60 {
                worth /= 2;
            }
            if self.skill.works_together {
                let others = self.others_after(object);
                // Against waves friends spread, side against side they gather.
                if mode.has_waves() {
                    worth = if many > others { worth * 10 / (10 + 6 * others) } else { worth };
                } else if others > 0 {
                    worth = worth * if others < 3 { 13 } else { 9 } / 10;
                    reason = if others < 3 { Reason::Together } else { reason };
                }
            }
            choices.push(Choice { worth, role, object, target, reason });
        }
    }

    fn fetches(&mut self, nature: Nature, choices: &mut Vec<Choice>) {
        let world = self.sight.world;
        if self.is_wave() && !world.setup().enemies_fetch {
            return;
        }
        for lying in world.bonuses() {
            let value = match lying.bonus {
                Bonus::Star if self.tank.stars < MAX_STARS => 11,
                Bonus::Star => 2,
                Bonus::Shield | Bonus::Wall => 6,
                Bonus::Stop | Bonus::Bomb => 9,
                Bonus::Life => 8,
            };
            let target = Target::Touch(lying.at, 2);
            let cells = self.about(lying.at, 2);
            // It must still lie when the tank comes.
            let ticks = cells * 256 / i64::from(world.rules().speed(self.tank.kind, self.tank.size));
            let object = Object::Bonus(lying.at);
            if ticks > i64::from(lying.left) || self.skill.works_together && self.others_after(object) > 0 {
                continue;
            }
            let worth = value * nature.fetch / (cells + 6);
            choices.push(Choice { worth, role: Role::Fetch, object, target, reason: Reason::Near });
        }
    }

    /// A place between the own base, or the own flag, and the rest of the board.
    fn posts(&mut self, nature: Nature, choices: &mut Vec<Choice>) {
        let world = self.sight.world;
        let base = self.sight.bases().iter().position(|base| base.stands && base.side == self.tank.side);
        let flag = world.flags().iter().find(|flag| flag.side == self.tank.side && flag.carrier.is_none());
        let (object, at) = match (base, flag) {
            _ if self.is_wave() => return,
            (Some(base), _) => (Object::Base(base as u8), world.field().bases()[base].at),
            (None, Some(flag)) => (Object::Flag(flag.side), flag.home),
            (None, None) => return,
        };
        let friends = self.sight.friends(self.tank).filter(|friend| friend.slot() < self.tank.slot()).count() as i16;
        let Some(target) = self.post(at, friends) else { return };
        let cells = self.about(target.cell(), 1);
        // Who has no friends would never leave it.
        let has_friends = self.sight.friends(self.tank).next().is_some();
        let alone = self.skill.works_together && has_friends && self.others_defending(object) == 0;
        let keeps = match world.setup().mode {
            mode if mode.has_waves() => 5,
            _ if alone => 6,
            _ => 2,
        };
        let worth = keeps * nature.defend / (cells / 4 + 12);
        let reason = if alone { Reason::BaseAlone } else { Reason::Plan };
        choices.push(Choice { worth, role: Role::Defend, object, target, reason });
    }

    fn others_defending(&self, object: Object) -> usize {
        let own = usize::from(self.tank.slot());
        let is_friend = |slot: usize| self.sight.world.in_slot(slot).is_some_and(|tank| tank.side == self.tank.side);
        let minds = self.minds.iter().enumerate().filter(|(slot, _)| *slot != own && is_friend(*slot));
        let defends = |mind: &Thoughts| mind.role == Role::Defend && mind.object == object;
        minds.filter(|(_, mind)| mind.as_ref().is_some_and(defends)).count()
    }

    /// A place a few cells from a square, towards the middle of the board, another one for each rank.
    fn post(&mut self, at: Cell, rank: i16) -> Option<Target> {
        let field = self.sight.world.field();
        let size = self.tank.size;
        let (width, height) = (field.width() as i16, field.height() as i16);
        let (to_x, to_y) = (width / 2 - at.x, height / 2 - at.y);
        let main = match (to_x.abs() > to_y.abs(), to_x > 0, to_y > 0) {
            (true, true, _) => Dir::East,
            (true, false, _) => Dir::West,
            (_, _, true) => Dir::South,
            _ => Dir::North,
        };
        let (dx, dy) = main.offset();
        // Left, right, farther left and so on, of the line to the middle.
        let beside = match rank % 4 {
            0 => -POST,
            1 => POST,
            2 => -2 * POST,
            _ => 2 * POST,
        };
        let (x, y) = (at.x + dx * POST + dy * beside, at.y + dy * POST + dx * beside);
        let mut near: Vec<Cell> = crate::games::tanks::field::square(Cell::new(x - 3, y - 3), 7).collect();
        near.sort_by_key(|cell| cell.distance_squared(Cell::new(x, y)));
        let found = near.into_iter().find(|cell| field.fits(*cell, size) && self.reaches(*cell))?;
        Some(Target::Cell(found))
    }

    /// With the player who asked for it.
    fn escort(&mut self, call: Option<(Call, u8)>, choices: &mut Vec<Choice>) {
        let Some((Call::Follow, slot)) = call else { return };
        let Some(friend) = self.sight.world.in_slot(usize::from(slot)) else { return };
        let cells = self.about(middle(friend), 2);
        let worth = if cells > i64::from(NEAR) { 400 } else { 60 };
        let (role, object, target) = (Role::Escort, Object::Tank(slot), around(friend));
        choices.push(Choice { worth, role, object, target, reason: Reason::Asked });
    }
}

/// The square around a friend in which one is with it.
pub(super) fn around(friend: &Tank) -> Target {
    let middle = middle(friend);
    Target::Touch(Cell::new(middle.x - NEAR, middle.y - NEAR), NEAR as u8 * 2 + 1)
}
