//! One program: what it remembers from tick to tick, and how it comes to what is held.

use super::danger::Danger;
use super::drive::{Drive, Driver};
use super::lane::{Lane, Meets, Square, look, muzzle, turned};
use super::level::Skill;
use super::marshal::{Aim, Marshal};
use super::role::Chooser;
use super::sight::{Sight, anchor};
use super::thoughts::{Doing, Object, Reason, Role, Target, Thoughts};
use super::traffic::{Move, Room, Traffic, rank};
use crate::base::rng::mix;
use crate::base::{Cell, Dir};
use crate::games::tanks::field::SUB;
use crate::games::tanks::order::Input;
use crate::games::tanks::setup::Level;
use crate::games::tanks::ways::Atlas;
use crate::games::tanks::world::Tank;
use crate::games::tanks::world::tank::nearest;
use serde::{Deserialize, Serialize};

/// By so much of it a tank must be met to be shot at, in parts of a cell.
const MARGIN: i32 = SUB / 4;

/// One program and what it remembers.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Bot {
    pub(super) level: Level,
    /// The number of the tank that it steers.
    pub(super) tank: u32,
    pub(super) thoughts: Thoughts,
    driver: Driver,
    /// Where it was sent.
    pub(super) sent: Option<Target>,
    /// The tick in which it got its tank.
    since: u32,
    /// The tick in which it thinks again about what to do.
    due: u32,
    /// Ticks that something has been in line, and that a shell has been coming.
    sighted: u8,
    alarmed: u8,
}

/// What all programs share in one tick.
#[derive(Debug)]
pub struct Shared<'a> {
    pub sight: &'a Sight<'a>,
    pub traffic: &'a mut Traffic,
    pub atlas: &'a mut Atlas,
    pub marshal: &'a Marshal,
    /// What all bots were about before, by slot.
    pub minds: &'a [Option<Thoughts>],
}

impl Bot {
    pub fn new(level: Level, tank: &Tank, tick: u32) -> Self {
        Self { level, tank: tank.id.number(), since: tick, ..Self::default() }
    }

    /// What it is about to do, for the others.
    pub fn moves(&self, tank: &Tank) -> Move {
        Move {
            side: tank.side,
            step: self.driver.step(),
            is_parked: self.driver.is_parked,
            is_program: true,
            rank: rank(tank),
        }
    }

    /// What it is about, for plans.
    pub const fn aim(&self) -> Aim {
        Aim { thoughts: self.thoughts, rest: self.driver.rest(), since: self.driver.since() }
    }

    pub fn asked(&mut self, room: Room, tank: &Tank) {
        self.driver.asked(room, rank(tank));
    }

    /// What is held in the next tick.
    pub fn think(&mut self, shared: &mut Shared, tank: &Tank) -> Input {
        let world = shared.sight.world;
        if !tank.is_here() || world.is_stopped(tank) {
            self.thoughts.doing = Doing::Nothing;
            return Input::default();
        }
        let is_wave = usize::from(tank.slot()) >= world.seats().len();
        let skill = if is_wave { Skill::of_wave(self.level) } else { Skill::of_seat(self.level) };
        self.decide(shared, tank, skill);
        let Shared { sight, traffic, atlas, marshal, .. } = shared;
        let drive = match marshal.part(tank.slot()) {
            Some(part) => self.driver.follow(sight, traffic, atlas, tank, (self.thoughts.target, part)),
            None => self.driver.drive(sight, traffic, atlas, tank, self.thoughts.target),
        };
        self.thoughts.doing = drive.doing;
        let mut input = self.shoot(sight, tank, skill, drive);
        self.dodge(sight, tank, skill, &mut input);
        if input.steer != drive.steer {
            self.driver.interrupt(traffic, tank);
        }
        input
    }

    /// Thinks about what to do, if it is time.
    fn decide(&mut self, shared: &mut Shared, tank: &Tank, skill: Skill) {
        let world = shared.sight.world;
        let tick = world.tick();
        if let Some(target) = self.sent {
            let object = Object::Place(target.cell());
            let doing = self.thoughts.doing;
            self.thoughts = Thoughts { role: Role::Hold, object, target: Some(target), reason: Reason::Asked, doing };
            return;
        }
        let is_gone = match self.thoughts.object {
            Object::Nothing => true,
            Object::Base(base) => world.field().bases().get(usize::from(base)).is_none_or(|base| !base.stands),
            Object::Tank(slot) => world.in_slot(usize::from(slot)).is_none(),
            Object::Bonus(at) => world.bonuses().iter().all(|lying| lying.at != at),
            Object::Flag(_) | Object::Door(..) => false,
            Object::Place(at) => at == tank.anchor(),
        };
        if tick < self.due && !(is_gone && tick % 8 == u32::from(tank.slot()) % 8) {
            self.follow(shared.sight, tank);
            return;
        }
        // Spread over the ticks.
        let many = world.tanks().count() as u32 / 2;
        self.due = tick + skill.thinks.max(many) + u32::from(tank.slot()) % 8;
        let Shared { sight, atlas, minds, .. } = shared;
        let at = anchor(world, tank);
        self.thoughts = Chooser { sight, atlas, minds, tank, at, skill, age: tick.saturating_sub(self.since) }
            .choose(&self.thoughts);
    }

    /// Keeps the target where the object is that moves.
    fn follow(&mut self, sight: &Sight, tank: &Tank) {
        if let (Object::Tank(slot), Some(Target::Shoot(at, _))) = (self.thoughts.object, self.thoughts.target)
            && let Some(other) = sight.world.in_slot(usize::from(slot)).filter(|other| other.side != tank.side)
            && sight.sees(tank, other)
            && (sight.world.tick() + self.tank).is_multiple_of(4)
        {
            let far = tank.anchor().chebyshev(at);
            if other.anchor().chebyshev(at) > far / 6 {
                self.thoughts.target = Some(Target::Shoot(other.anchor(), other.size));
            }
        }
    }

    /// Whether it may fire in the next tick.
    fn is_loaded(sight: &Sight, tank: &Tank) -> bool {
        tank.reload <= 1 && tank.shots < sight.world.rules().shells(tank.kind, tank.stars)
    }

    /// Looks for something to shoot at, and turns to it.
    fn shoot(&mut self, sight: &Sight, tank: &Tank, skill: Skill, drive: Drive) -> Input {
        let facing = drive.steer.unwrap_or(tank.facing);
        let mut input = Input { steer: drive.steer, fire: false };
        let lane = |dir: Dir| look(sight, tank, turned(sight, tank, dir), dir, skill.leads, MARGIN);
        let ahead = lane(facing);
        let is_foe = |lane: &Lane| match lane.meets {
            Meets::Foe(_) => true,
            Meets::Base(base) => {
                let is_near = lane.distance <= i32::from(skill.sees_base) * SUB;
                // Tanks of waves that hunt or roam leave the base to the others.
                let is_meant =
                    self.thoughts.role == Role::Attack || usize::from(tank.slot()) < sight.world.seats().len();
                let is_theirs = sight.bases().get(base).is_some_and(|base| base.side != tank.side);
                is_near && is_meant && is_theirs
            }
            _ => false,
        };
        let is_loaded = Self::is_loaded(sight, tank);
        let turns = skill.turns && is_loaded && drive.doing != Doing::GivesWay && self.thoughts.role != Role::Flee;
        let mut best = (is_foe(&ahead) && ahead.is_safe(sight, tank)).then_some((ahead.distance, facing));
        if best.is_none() && turns {
            let others = Dir::STRAIGHT.into_iter().filter(|dir| *dir != facing).map(|dir| (lane(dir), dir));
            let good = others.filter(|(lane, _)| is_foe(lane) && lane.is_safe(sight, tank));
            best = good.map(|(lane, dir)| (lane.distance, dir)).min();
        }
        self.sighted = if best.is_some() { self.sighted.saturating_add(1) } else { 0 };
        if let Some((_, dir)) = best.filter(|_| self.sighted >= skill.reaction) {
            if dir != facing || drive.steer.is_none() && dir != tank.facing {
                input.steer = Some(dir);
            }
            (input.fire, self.thoughts.doing) = (true, Doing::Shoots);
            return input;
        }
        if drive.fires {
            // Also through the own wall, where that is the way. What it stands at ends the shell, whatever is behind.
            let is_at_it = drive.doing == Doing::Digs && tank.facing == facing && is_on_line(tank);
            input.fire = is_at_it || ahead.is_harmless(sight, tank);
            return input;
        }
        if drive.doing == Doing::Watches {
            self.watch(sight, tank, skill, &mut input);
        } else if self.level == Level::Beginner && is_loaded {
            // Beginners shoot about.
            let dice = mix(u64::from(sight.world.tick()) << 32 | u64::from(self.tank));
            input.fire = dice.is_multiple_of(3000) && ahead.is_safe(sight, tank);
        }
        input
    }

    /// It is where it wants to be: turns to what it came for, or to where somebody may come from.
    fn watch(&mut self, sight: &Sight, tank: &Tank, skill: Skill, input: &mut Input) {
        if let Object::Door(_, dir) = self.thoughts.object {
            // Out of the door that it holds.
            input.steer = Driver::settle(sight.world, tank).or((dir != tank.facing).then_some(dir));
            return;
        }
        let Some(Target::Shoot(at, side)) = self.thoughts.target else { return self.cover(sight, tank, input) };
        let goal = Square::of_cells(at, side);
        let toward = |dir: Dir| {
            let place = turned(sight, tank, dir);
            // A turn sets it on half a line of cells, which may be one where it is not where it wants to be any more.
            if nearest(place) != tank.anchor() {
                return None;
            }
            let (distance, off) = goal.from(muzzle(place, tank.size, dir), dir)?;
            if !goal.is_on(off, 1) {
                return None;
            }
            let lane = look(sight, tank, place, dir, skill.leads, MARGIN);
            // Through brick, but nothing else.
            let arrives = lane.distance + SUB / 2 >= distance || matches!(lane.meets, Meets::Brick | Meets::Foe(_));
            (arrives && lane.is_safe(sight, tank)).then_some((lane.end < distance, distance, dir != tank.facing, dir))
        };
        let Some((through_brick, _, turns, dir)) = Dir::STRAIGHT.into_iter().filter_map(toward).min() else {
            input.steer = Driver::settle(sight.world, tank);
            if input.steer.is_none() {
                self.cover(sight, tank, input);
            }
            return;
        };
        // On towards it while it shoots: the nearer, the sooner the next shot.
        if turns || through_brick {
            input.steer = Some(dir);
        }
        // Who covers a friend fires down the line whether somebody is there or not.
        let is_meant = matches!(self.thoughts.object, Object::Base(_)) || self.thoughts.role == Role::Cover;
        input.fire = is_meant || through_brick;
        if input.fire {
            self.thoughts.doing = Doing::Shoots;
        }
    }

    /// Covers the direction from which the nearest foe would come.
    fn cover(&self, sight: &Sight, tank: &Tank, input: &mut Input) {
        let here = tank.anchor();
        let nearest = sight.foes(tank).min_by_key(|foe| (foe.anchor().distance_squared(here), foe.slot()));
        let Some(foe) = nearest else { return };
        let dir = towards(here, foe.anchor());
        if dir != tank.facing && sight.world.tick() % 32 == u32::from(tank.slot()) % 32 {
            input.steer = Some(dir);
        }
    }

    /// Gets out of the way of shells, or shoots them down.
    fn dodge(&mut self, sight: &Sight, tank: &Tank, skill: Skill, input: &mut Input) {
        if skill.look_ahead == 0 || tank.held > 0 {
            return;
        }
        let danger = Danger::of(sight, tank, skill.look_ahead);
        let hit = if danger.is_none() { None } else { danger.hit(sight, tank, input.steer) };
        let Some(hit) = hit else {
            self.alarmed = 0;
            return;
        };
        self.alarmed = self.alarmed.saturating_add(1);
        if self.alarmed < skill.reaction {
            return;
        }
        if Self::is_loaded(sight, tank)
            && let Some(dir) = danger.answer(sight, tank)
            && look(sight, tank, turned(sight, tank, dir), dir, false, MARGIN).is_safe(sight, tank)
        {
            *input = Input { steer: (dir != tank.facing).then_some(dir), fire: true };
            self.thoughts.doing = Doing::Dodges;
            return;
        }
        let ways = [None].into_iter().chain(Dir::STRAIGHT.map(Some)).filter(|steer| *steer != input.steer);
        let late = |steer: &Option<Dir>| danger.hit(sight, tank, *steer).unwrap_or(i32::MAX);
        let best = ways.map(|steer| (late(&steer), steer)).reduce(|best, way| if way.0 > best.0 { way } else { best });
        if let Some((_, steer)) = best.filter(|(later, _)| *later > hit) {
            *input = Input { steer, fire: input.fire && steer.is_none_or(|dir| dir == tank.facing) };
            self.thoughts.doing = Doing::Dodges;
        }
    }
}

/// Whether the front of a tank is on a line of cells, where its shells break what is right in front of it.
fn is_on_line(tank: &Tank) -> bool {
    let along = if tank.facing.offset().0 == 0 { tank.y } else { tank.x };
    along.rem_euclid(SUB) == 0
}

/// The straight direction that leads best from a cell to another one.
fn towards(from: Cell, to: Cell) -> Dir {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => Dir::East,
        (true, false, _) => Dir::West,
        (_, _, true) => Dir::South,
        _ => Dir::North,
    }
}
