//! Shells that will arrive, and how to get out of their way.

use super::lane::{Square, ground, turned};
use super::sight::Sight;
use crate::base::Dir;
use crate::games::tanks::field::SUB;
use crate::games::tanks::setup::FriendlyFire;
use crate::games::tanks::world::Tank;
use crate::games::tanks::world::shell::{HALF_SHELL, Shell};

/// A shell that may hit.
#[derive(Debug, Clone, Copy)]
struct Threat {
    x: i32,
    y: i32,
    dir: Dir,
    speed: i32,
    /// How far it flies before ground stops it.
    reach: i32,
}

/// The shells that may hit a tank within so many ticks.
#[derive(Debug)]
pub struct Danger {
    threats: Vec<Threat>,
    horizon: i32,
}

impl Danger {
    pub fn of(sight: &Sight, tank: &Tank, horizon: i32) -> Self {
        let world = sight.world;
        let harms = world.setup().friendly_fire == FriendlyFire::Harms;
        let speed = world.rules().speed(tank.kind, tank.size);
        let mut threats = Vec::new();
        for shell in world.shells() {
            let is_own = shell.owner == tank.id || shell.side == tank.side && !harms;
            if is_own || tank.shield as i32 > horizon {
                continue;
            }
            // How far it can be from where the tank may be by then.
            let Some((distance, off)) = Square::of(tank).from((shell.x, shell.y), shell.dir) else { continue };
            let room = horizon * speed;
            if distance > shell.speed * horizon + room || off.abs() > tank.side_length() / 2 + HALF_SHELL + room {
                continue;
            }
            if is_answered(sight, tank, shell, distance) {
                continue;
            }
            let (_, reach, _) = ground(world.field(), (shell.x, shell.y), shell.dir);
            threats.push(Threat { x: shell.x, y: shell.y, dir: shell.dir, speed: shell.speed, reach });
        }
        Self { threats, horizon }
    }

    /// One shell alone.
    pub fn of_shell(sight: &Sight, shell: &Shell, horizon: i32) -> Self {
        let (_, reach, _) = ground(sight.world.field(), (shell.x, shell.y), shell.dir);
        let threat = Threat { x: shell.x, y: shell.y, dir: shell.dir, speed: shell.speed, reach };
        Self { threats: vec![threat], horizon }
    }

    pub fn is_none(&self) -> bool {
        self.threats.is_empty()
    }

    /// The tick in which a tank is hit first if it is steered to `dir` from now on, or stands; None: not within sight.
    pub fn hit(&self, sight: &Sight, tank: &Tank, dir: Option<Dir>) -> Option<i32> {
        let world = sight.world;
        let speed = world.rules().speed(tank.kind, tank.size);
        let (mut x, mut y) = dir.map_or((tank.x, tank.y), |dir| turned(sight, tank, dir));
        let mut moves = dir.is_some() && tank.held == 0;
        let side = tank.side_length();
        for tick in 1..=self.horizon {
            if moves && let Some(dir) = dir {
                let (dx, dy) = dir.offset();
                let next = (x + i32::from(dx) * speed, y + i32::from(dy) * speed);
                moves = world.has_room(next.0, next.1, tank.size, tank.slot());
                if moves {
                    (x, y) = next;
                }
            }
            if self.threats.iter().any(|threat| threat.hits(tick, x, y, side)) {
                return Some(tick);
            }
        }
        None
    }

    /// The direction in which a shot now would meet the next shell that comes straight at a tank.
    pub fn answer(&self, sight: &Sight, tank: &Tank) -> Option<Dir> {
        let mut best: Option<(i32, Dir)> = None;
        for threat in &self.threats {
            let Some((distance, _)) = Square::of(tank).from((threat.x, threat.y), threat.dir) else { continue };
            let dir = threat.dir.reverse();
            let (x, y) = turned(sight, tank, dir);
            let half = tank.side_length() / 2;
            let off = if dir.offset().0 == 0 { x + half - threat.x } else { y + half - threat.y };
            let is_in_line = off.abs() < 2 * HALF_SHELL - 4 && distance < threat.reach;
            // They must meet before it arrives: shells are looked at after both have moved.
            if is_in_line && distance > threat.speed + SUB / 4 && best.is_none_or(|best| distance < best.0) {
                best = Some((distance, dir));
            }
        }
        best.map(|(_, dir)| dir)
    }
}

impl Threat {
    /// Whether it touches a square in a tick from now, if that is where the square is then.
    fn hits(&self, tick: i32, x: i32, y: i32, side: i32) -> bool {
        let (from, to) = ((tick - 1) * self.speed, (tick * self.speed).min(self.reach + HALF_SHELL));
        if from > self.reach {
            return false;
        }
        let (dx, dy) = self.dir.offset();
        let (dx, dy) = (i32::from(dx), i32::from(dy));
        let (left, right) = order(self.x + dx * from, self.x + dx * to);
        let (top, bottom) = order(self.y + dy * from, self.y + dy * to);
        left - HALF_SHELL < x + side && x < right + HALF_SHELL && top - HALF_SHELL < y + side && y < bottom + HALF_SHELL
    }
}

const fn order(a: i32, b: i32) -> (i32, i32) {
    if a < b { (a, b) } else { (b, a) }
}

/// Whether a shell of the tank's side will meet this one before it arrives.
fn is_answered(sight: &Sight, tank: &Tank, shell: &Shell, distance: i32) -> bool {
    sight.world.shells().iter().any(|own| {
        let is_opposite = own.side == tank.side && own.dir == shell.dir.reverse();
        let (dx, dy) = shell.dir.offset();
        let ahead = (own.x - shell.x) * i32::from(dx) + (own.y - shell.y) * i32::from(dy);
        let off = if dx == 0 { own.x - shell.x } else { own.y - shell.y };
        is_opposite && off.abs() < 2 * HALF_SHELL && (0..=distance + 2 * SUB).contains(&ahead)
    })
}
