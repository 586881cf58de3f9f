//! A scripted player that plays as people do on average, to measure the programs by. It is none of them and shares nothing
//! with them but distances; when they change it stays, so that shares of lost stages can be compared.
//!
//! What it takes from people: it sees others as they were a fifth of a second ago and guesses where they are now, aims
//! beside, overlooks shells, presses the trigger in a rhythm, looks for something to do only now and then, goes for whom is
//! near, and for whom is near the base before.

use super::look::{EVERY, Known, Look, SeenShell, SeenTank};
use crate::base::rng::{Rng, mix, stream};
use crate::base::{Cell, Dir};
use crate::games::tanks::field::{BASE_SIDE, Field, Ground, MAX_SIDE, SUB};
use crate::games::tanks::order::Input;
use crate::games::tanks::rules::MAX_STARS;
use crate::games::tanks::ways::{Atlas, Dig, Goal, Profile, STEP};
use rand::RngExt;
use std::collections::VecDeque;

/// Looks after which others are seen where they are now: 12 ticks. Where they go meanwhile is guessed.
const LAG: usize = 4;
/// Of a hundred shells, so many are noticed.
const NOTICED: u64 = 75;
/// Ticks to an impact from which on a shell is looked at, and in which nothing can be done any more.
const DANGER: (i32, i32) = (40, 4);
/// Ticks that it takes to turn to a shell and fire.
const TURN: i32 = 8;
/// Ticks after which it looks for something to do.
const PLAN: (u32, u32) = (40, 80);
/// Ticks between two presses of the trigger.
const TRIGGER: (u32, u32) = (8, 18);
/// Parts of a cell by which it aims beside at most.
const AIM: i32 = SUB / 3;
/// Parts of a cell up to which it shoots at somebody, and at which it is near enough.
const RANGE: i32 = 12 * SUB;
const CLOSE: i32 = 6 * SUB;
/// Parts of a cell up to which it is sure to hit.
const CERTAIN: i32 = 2 * SUB;
/// Parts of a cell from the base within which a foe is everybody's business.
const NEAR_BASE: i32 = 10 * SUB;
/// What a shot costs on a way, in parts of [`STEP`].
const SHOT: u16 = 24;
/// Ticks without a move after which it tries another direction, and for how long.
const STUCK: (u32, u32) = (40, 18);
/// Half of the side of a shell.
const HALF_SHELL: i32 = SUB / 8;

/// Others as they were at a look.
#[derive(Debug, Clone, Default)]
struct Past {
    tick: u32,
    foes: Vec<SeenTank>,
    shells: Vec<SeenShell>,
}

/// Where a foe is now, as it is guessed, and parts of a cell that it moves in a tick.
#[derive(Debug, Clone)]
struct Foe {
    tank: SeenTank,
    pace: (i32, i32),
}

/// What it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    Foe(u32),
    /// A place that it wants to touch, or to shoot at.
    Go(Goal),
}

/// The scripted player.
#[derive(Debug)]
pub struct Average {
    rng: Rng,
    salt: u64,
    known: Option<Known>,
    atlas: Atlas,
    past: VecDeque<Past>,
    aim: Option<Aim>,
    /// The ticks at which it plans again and may press the trigger again.
    plans_at: u32,
    fires_at: u32,
    /// Where it was, and since when.
    stood: ((i32, i32), u32),
    /// It tries a direction until a tick.
    tries: Option<(Dir, u32)>,
}

impl Average {
    pub fn new(seed: u64) -> Self {
        Self {
            rng: stream(seed, "average player"),
            salt: seed,
            known: None,
            atlas: Atlas::new(),
            past: VecDeque::new(),
            aim: None,
            plans_at: 0,
            fires_at: 0,
            stood: ((0, 0), 0),
            tries: None,
        }
    }

    /// What it holds after a look.
    ///
    /// # Errors
    /// A sentence, if the look is none of the protocol.
    pub fn answer(&mut self, look: Look) -> Result<Input, String> {
        if look.hello.is_some() {
            let salt = self.salt;
            *self = Self { known: self.known.take(), ..Self::new(salt) };
        }
        Known::hear(&mut self.known, look)?;
        // Taken out, so that it can be read while the rest changes.
        let Some(known) = self.known.take() else { return Ok(Input::default()) };
        let input = self.decide(&known);
        self.known = Some(known);
        Ok(input)
    }

    fn decide(&mut self, known: &Known) -> Input {
        let (side, now) = (known.hello.side, known.look.tick);
        self.past.push_back(Past {
            tick: now,
            foes: known.look.tanks.iter().filter(|tank| tank.side != side).cloned().collect(),
            shells: known.look.shells.iter().filter(|shell| shell.side != side).cloned().collect(),
        });
        if self.past.len() > LAG + 1 {
            self.past.pop_front();
        }
        let Some(own) = known.own().filter(|own| !own.arriving) else {
            (self.aim, self.tries) = (None, None);
            return Input::default();
        };
        if let Some(input) = self.meet_shell(known, own) {
            return input;
        }
        let foes = self.guess(now);
        if let Some(input) = self.shoot(known, own, &foes) {
            return input;
        }
        if self.stood.0 != (own.x, own.y) {
            self.stood = ((own.x, own.y), now);
        }
        if let Some((dir, _)) = self.tries.filter(|(_, until)| now < *until) {
            return Input { steer: Some(dir), fire: self.presses(known, own, dir) };
        }
        if now.saturating_sub(self.stood.1) > STUCK.0 {
            let dir = Dir::STRAIGHT[self.rng.random_range(0..4)];
            self.tries = Some((dir, now + STUCK.1));
            self.stood.1 = now;
        }
        self.drive(known, own, &foes)
    }

    /// Where the foes are now: where they were, and on as they went.
    fn guess(&self, now: u32) -> Vec<Foe> {
        let Some(past) = self.past.front() else { return Vec::new() };
        let next = self.past.get(1);
        let passed = now.saturating_sub(past.tick) as i32;
        let guess = |foe: &SeenTank| {
            let later = next.and_then(|next| next.foes.iter().find(|later| later.id == foe.id));
            let pace =
                later.map_or((0, 0), |later| ((later.x - foe.x) / EVERY as i32, (later.y - foe.y) / EVERY as i32));
            let tank = SeenTank { x: foe.x + pace.0 * passed, y: foe.y + pace.1 * passed, ..foe.clone() };
            Foe { tank, pace }
        };
        past.foes.iter().map(guess).collect()
    }

    /// Turns to a shell that comes and shoots it down, or gets out of its way, if it is noticed.
    fn meet_shell(&mut self, known: &Known, own: &SeenTank) -> Option<Input> {
        let past = self.past.front()?;
        let passed = known.look.tick.saturating_sub(past.tick) as i32;
        let (x, y) = own.centre();
        let comes = |shell: &SeenShell| {
            let dir = Dir::from(shell.facing);
            let (along, across) = split(dir, x - shell.x, y - shell.y);
            let ticks = (along - own.half()) / shell.speed.max(1) - passed;
            let is_noticed = mix(self.salt ^ u64::from(shell.id)) % 100 < NOTICED;
            let hits = across.abs() < own.half() + HALF_SHELL && (DANGER.1..DANGER.0).contains(&ticks);
            (hits && is_noticed).then_some((ticks, dir, across))
        };
        let (ticks, dir, across) = past.shells.iter().filter_map(comes).min_by_key(|(ticks, ..)| *ticks)?;
        let back = dir.reverse();
        let faces = Dir::from(own.facing) == back;
        if known.look.you.ready && (faces || ticks > TURN) {
            return Some(Input { steer: (!faces).then_some(back), fire: faces });
        }
        // To the side on which there is less to go, if there is room.
        let sides = Dir::STRAIGHT.into_iter().filter(|side| *side != dir && *side != back);
        let way = |side: &Dir| {
            let (dx, dy) = side.offset();
            let (_, step) = split(dir, i32::from(dx), i32::from(dy));
            let (to_x, to_y) = (own.x + i32::from(dx) * SUB, own.y + i32::from(dy) * SUB);
            let has_room = known.field.has_room(to_x, to_y, own.size);
            has_room.then_some(own.half() + HALF_SHELL - step * across)
        };
        let (_, side) = sides.filter_map(|side| Some((way(&side)?, side))).min()?;
        Some(Input { steer: Some(side), fire: false })
    }

    /// Shoots at the nearest foe that a shot would meet, or turns to it.
    fn shoot(&mut self, known: &Known, own: &SeenTank, foes: &[Foe]) -> Option<Input> {
        if !known.look.you.ready {
            return None;
        }
        let (x, y) = own.centre();
        let kinds = &known.hello.kinds;
        let plain = kinds.iter().find(|numbers| numbers.kind == own.kind).map_or(1, |numbers| numbers.shell_speed);
        let speed = if own.stars > 0 { plain.max(known.hello.star_shell_speed) } else { plain };
        let salt = self.salt ^ u64::from(known.look.tick / 30) << 32;
        let in_line = |Foe { tank, pace }: &Foe| {
            let (foe_x, foe_y) = tank.centre();
            let error = (mix(salt ^ u64::from(tank.id)) % (2 * AIM as u64 + 1)) as i32 - AIM;
            Dir::STRAIGHT.into_iter().find_map(|dir| {
                let (along, across) = split(dir, foe_x - x, foe_y - y);
                let gap = along - tank.half() - own.half();
                let (flees, crosses) = split(dir, pace.0, pace.1);
                let ticks = gap.max(0) / (speed - flees).max(16);
                let meets = along > 0 && gap < RANGE && (across + crosses * ticks + error).abs() < tank.half();
                (meets && bricks(&known.field, own, dir, gap)? <= 2).then_some((gap, dir))
            })
        };
        // Whoever is near is hit; behind whoever is far the own base may be.
        let is_good = |(gap, dir): &(i32, Dir)| *gap < CERTAIN || !meets_own_base(known, own, *dir);
        let there = foes.iter().filter(|foe| !foe.tank.arriving);
        let (_, dir) = there.filter_map(in_line).filter(is_good).min()?;
        if Dir::from(own.facing) != dir {
            return Some(Input { steer: Some(dir), fire: false });
        }
        Some(Input { steer: None, fire: self.pulls(known.look.tick, known.look.you.ready) })
    }

    /// Whether it presses the trigger now.
    fn pulls(&mut self, now: u32, ready: bool) -> bool {
        let pulls = ready && now >= self.fires_at;
        if pulls {
            self.fires_at = now + self.rng.random_range(TRIGGER.0..TRIGGER.1);
        }
        pulls
    }

    /// Whether it shoots at what is in its way in a direction; never at the own base.
    fn presses(&mut self, known: &Known, own: &SeenTank, dir: Dir) -> bool {
        Dir::from(own.facing) == dir
            && !meets_own_base(known, own, dir)
            && self.pulls(known.look.tick, known.look.you.ready)
    }

    /// Drives on to what it is about.
    fn drive(&mut self, known: &Known, own: &SeenTank, foes: &[Foe]) -> Input {
        let now = known.look.tick;
        let is_there_still = match self.aim {
            Some(Aim::Foe(id)) => foes.iter().any(|foe| foe.tank.id == id),
            Some(Aim::Go(_)) => true,
            None => false,
        };
        if now >= self.plans_at || !is_there_still {
            self.aim = self.plan(known, own, foes);
            self.plans_at = now + self.rng.random_range(PLAN.0..PLAN.1);
        }
        let goal = match self.aim {
            Some(Aim::Foe(id)) => foes.iter().find(|foe| foe.tank.id == id).map(|foe| goal_of(&foe.tank, own)),
            Some(Aim::Go(goal)) => Some(goal),
            None => None,
        };
        let Some(goal) = goal else { return Input::default() };
        let way = self.atlas.way(&known.field, goal, profile(own));
        let (anchor, heading) = (own.anchor(), Dir::from(own.facing));
        match way.step(anchor, heading) {
            Some(dir) => {
                let digs = way.shots(anchor, dir) != Some(0);
                Input { steer: Some(dir), fire: digs && self.presses(known, own, dir) }
            }
            // It is in line with something: it turns there, and shoots what is between.
            None => match goal {
                Goal::Shoot(at, size) => {
                    let half = i32::from(size) * SUB / 2;
                    let (x, y) = own.centre();
                    let (dx, dy) = (i32::from(at.x) * SUB + half - x, i32::from(at.y) * SUB + half - y);
                    let dir = match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
                        (true, true, _) => Dir::East,
                        (true, false, _) => Dir::West,
                        (false, _, true) => Dir::South,
                        (false, _, false) => Dir::North,
                    };
                    let steer = (heading != dir).then_some(dir);
                    Input { steer, fire: self.presses(known, own, dir) }
                }
                _ => Input::default(),
            },
        }
    }

    /// What to do next.
    fn plan(&mut self, known: &Known, own: &SeenTank, foes: &[Foe]) -> Option<Aim> {
        let (look, hello) = (&known.look, &known.hello);
        if let Some(flag) = own.flag {
            let home = look.flags.iter().find(|other| other.side == hello.side && other.side != flag && !other.carried);
            if let Some(home) = home {
                return Some(Aim::Go(Goal::Touch(Cell::new(home.x, home.y), BASE_SIDE)));
            }
        }
        let mut best: Option<(i64, Aim)> = None;
        let mut offer = |cost: Option<u32>, bias: i64, aim: Aim| {
            let Some(cost) = cost else { return };
            let worth = i64::from(cost) + bias;
            if best.is_none_or(|(least, _)| worth < least) {
                best = Some((worth, aim));
            }
        };
        let (field, profile, anchor) = (&known.field, profile(own), own.anchor());
        let cell = i64::from(STEP);
        for Foe { tank: foe, .. } in foes {
            let cost = self.atlas.way(field, goal_of(foe, own), profile).cost(anchor);
            let urgent = field.bases().iter().filter(|base| base.stands && base.side == hello.side).any(|base| {
                let (x, y) = foe.centre();
                let (base_x, base_y) = ((i32::from(base.at.x) + 1) * SUB, (i32::from(base.at.y) + 1) * SUB);
                (x - base_x).abs() + (y - base_y).abs() < NEAR_BASE
            });
            let noise = self.rng.random_range(0..4 * cell);
            offer(cost, noise - if urgent { 12 * cell } else { 0 }, Aim::Foe(foe.id));
        }
        for bonus in &look.bonuses {
            let goal = Goal::Touch(Cell::new(bonus.x, bonus.y), BASE_SIDE);
            let cost = self.atlas.way(field, goal, profile).cost(anchor);
            offer(cost.filter(|cost| i64::from(*cost) < 14 * cell), -4 * cell, Aim::Go(goal));
        }
        for flag in look.flags.iter().filter(|flag| flag.side != hello.side && !flag.carried) {
            let goal = Goal::Touch(Cell::new(flag.x, flag.y), BASE_SIDE);
            offer(self.atlas.way(field, goal, profile).cost(anchor), 0, Aim::Go(goal));
        }
        for base in field.bases().iter().filter(|base| base.stands && base.side != hello.side) {
            let goal = Goal::Shoot(base.at, BASE_SIDE);
            offer(self.atlas.way(field, goal, profile).cost(anchor), 0, Aim::Go(goal));
        }
        if let Some((_, aim)) = best {
            return Some(aim);
        }
        // Nobody is there: it waits before the base, on the side of the middle of the board.
        let base = field.bases().iter().find(|base| base.stands && base.side == hello.side)?;
        let ahead = if 2 * base.at.y > field.height() as i16 { -5 } else { 5 };
        Some(Aim::Go(Goal::Touch(Cell::new(base.at.x, base.at.y + ahead), BASE_SIDE)))
    }
}

/// Near to a foe that is far, and in line with one that is near.
fn goal_of(foe: &SeenTank, own: &SeenTank) -> Goal {
    let ((x, y), (foe_x, foe_y), at) = (own.centre(), foe.centre(), foe.anchor());
    if (x - foe_x).abs().max((y - foe_y).abs()) <= CLOSE {
        return Goal::Shoot(at, foe.size);
    }
    let around = (CLOSE / SUB) as i16 - 2;
    Goal::Touch(Cell::new(at.x - around, at.y - around), foe.size + 2 * around as u8)
}

const fn profile(own: &SeenTank) -> Profile {
    Profile { size: own.size, dig: if own.stars >= MAX_STARS { Dig::Steel(SHOT) } else { Dig::Bricks(SHOT) } }
}

/// A distance along a direction, and across it.
fn split(dir: Dir, dx: i32, dy: i32) -> (i32, i32) {
    let (x, y) = dir.offset();
    let (x, y) = (i32::from(x), i32::from(y));
    (dx * x + dy * y, dx * y.abs() + dy * x.abs())
}

/// The half cells that a shell of a tank comes to in a direction, row by row, with how far each row is from its front.
fn lane(own: &SeenTank, dir: Dir) -> impl Iterator<Item = (i32, [(i32, i32); 2])> {
    let (x, y) = own.centre();
    let (dx, dy) = (i32::from(dir.offset().0), i32::from(dir.offset().1));
    let half = SUB / 2;
    (0..2 * i32::from(MAX_SIDE)).map(move |row| {
        let ahead = own.half() + row * half + half / 2;
        let at = |beside: i32| {
            let (place_x, place_y) = (x + dx * ahead + dy.abs() * beside, y + dy * ahead + dx.abs() * beside);
            (place_x.div_euclid(half), place_y.div_euclid(half))
        };
        (row * half, [at(-HALF_SHELL), at(HALF_SHELL - 1)])
    })
}

/// Rows of half cells with brick in them over a gap in front of a tank; None where something else stops shells.
fn bricks(field: &Field, own: &SeenTank, dir: Dir, gap: i32) -> Option<u32> {
    let mut rows = 0;
    for (_, halves) in lane(own, dir).take_while(|(ahead, _)| *ahead < gap) {
        let mut stops = halves.iter().filter(|(x, y)| field.stops_shells(*x, *y));
        let is_brick = |(x, y): &(i32, i32)| field.ground(cell_of(*x, *y)) == Ground::Brick;
        if let Some(first) = stops.next() {
            if !is_brick(first) || !stops.all(is_brick) {
                return None;
            }
            rows += 1;
        }
    }
    Some(rows)
}

const fn cell_of(x: i32, y: i32) -> Cell {
    Cell::new((x >> 1) as i16, (y >> 1) as i16)
}

/// Whether the next thing but brick that a shot in a direction comes to is the own base.
fn meets_own_base(known: &Known, own: &SeenTank, dir: Dir) -> bool {
    for (_, halves) in lane(own, dir) {
        for (x, y) in halves.into_iter().filter(|(x, y)| known.field.stops_shells(*x, *y)) {
            let cell = cell_of(x, y);
            if let Some(base) = known.field.base_at(cell) {
                return known.field.bases()[base].side == known.hello.side;
            }
            if known.field.ground(cell) != Ground::Brick {
                return false;
            }
        }
    }
    false
}
