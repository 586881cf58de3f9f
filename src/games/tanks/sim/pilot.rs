//! A program of ours that plays by looks alone, as programs from outside do: what it does not see it does not know.

use super::look::{EVERY, Hello, Known, Look, SeenShell, SeenTank};
use crate::base::{Cell, Dir, Grid};
use crate::games::tanks::bot::Bots;
use crate::games::tanks::field::Ground;
use crate::games::tanks::order::Input;
use crate::games::tanks::rules::{MAX_STARS, Rules};
use crate::games::tanks::setup::{AT_A_TIME, Hand, Level, Seat, Setup};
use crate::games::tanks::stage::{Post, Stage};
use crate::games::tanks::world::{Lying, Shell, Tank, TankId, Told, World};
use std::sync::Arc;

/// Ticks that a shield lasts of which only is seen that it is there.
const SHIELD: u16 = 60;

/// A program on a seat.
pub struct Pilot {
    level: Level,
    known: Option<Known>,
    world: Option<World>,
    bots: Bots,
    held: Vec<Input>,
    /// Where tanks were at the look before.
    before: Vec<(u32, i32, i32)>,
}

impl Pilot {
    pub fn new(level: Level) -> Self {
        Self { level, known: None, world: None, bots: Bots::new(), held: Vec::new(), before: Vec::new() }
    }

    /// What it holds after a look.
    ///
    /// # Errors
    /// A sentence, if the look is none of the protocol.
    pub fn answer(&mut self, look: Look) -> Result<Input, String> {
        let is_first = look.hello.is_some();
        let known = Known::hear(&mut self.known, look)?;
        let hello = &known.hello;
        if is_first {
            let (setup, stage) = match_of(hello)?;
            let world = World::new(Arc::new(Rules::built_in()), setup, &stage);
            let world = world.map_err(|problem| format!("`hello`: {problem}"))?;
            (self.bots, self.held) = (Bots::new(), vec![Input::default(); world.slots()]);
            (self.world, self.before) = (Some(world), Vec::new());
        }
        let world = self.world.as_mut().ok_or("the first look of a match has a `hello`")?;
        let tank = |seen: &SeenTank| {
            let before = self.before.iter().find(|(id, ..)| *id == seen.id);
            let moved = before.map_or(0, |(_, x, y)| (seen.x - x).abs() + (seen.y - y).abs()) / EVERY as i32;
            tank_of(seen, known, moved)
        };
        let look = &known.look;
        let told = Told {
            tick: look.tick,
            field: known.field.clone(),
            tanks: look.tanks.iter().map(tank).collect(),
            shells: look.shells.iter().map(|seen| shell_of(seen, known)).collect(),
            bonuses: (look.bonuses.iter())
                .map(|seen| Lying { bonus: seen.bonus, at: Cell::new(seen.x, seen.y), left: seen.left })
                .collect(),
            flags: (look.flags.iter())
                .map(|flag| {
                    let carrier = look.tanks.iter().find(|tank| tank.flag == Some(flag.side));
                    let carrier = carrier.map(|tank| TankId::from_number(tank.id));
                    (Cell::new(flag.x, flag.y), carrier.filter(|_| flag.carried))
                })
                .collect(),
            stopped: look.stopped,
        };
        self.before = look.tanks.iter().map(|tank| (tank.id, tank.x, tank.y)).collect();
        world.tell(told);
        let levels: Vec<Option<Level>> =
            (0..world.slots()).map(|slot| (slot == hello.seat).then_some(self.level)).collect();
        self.bots.think(world, &levels, &mut self.held);
        Ok(self.held[hello.seat])
    }
}

/// The match that a `hello` is about, as far as it tells.
fn match_of(hello: &Hello) -> Result<(Setup, Stage), String> {
    if hello.seat >= hello.sides.len() {
        return Err("`seat` is none of those of `sides`".into());
    }
    let seats = hello.sides.iter().map(|side| Seat::new(Hand::Human, *side)).collect();
    let setup = Setup { mode: hello.mode, seats, at_a_time: Some(AT_A_TIME.1), seed: hello.seed, ..Setup::default() };
    // The rows of a `hello` that was heard are a board.
    let rows = hello.rows.iter().flat_map(|row| row.chars());
    let cells: Vec<Ground> = rows.map(|symbol| Ground::from_symbol(symbol).unwrap_or_default()).collect();
    let (width, height) = (hello.rows[0].chars().count() as u16, hello.rows.len() as u16);
    let posts = |places: &[super::look::Place]| {
        places.iter().map(|place| Post { at: place.cell(), side: place.side }).collect::<Vec<Post>>()
    };
    let stage = Stage {
        name: "told".into(),
        ground: Grid::from_rows(width, height, cells),
        bases: posts(&hello.bases),
        players: posts(&hello.starts),
        gates: hello.gates.iter().map(|[x, y]| Cell::new(*x, *y)).collect(),
        flags: posts(&hello.flags),
        waves: Vec::new(),
        ..Stage::blank(width, height)
    };
    stage.judge().map_err(|problem| format!("`hello`: {problem}"))?;
    Ok((setup, stage))
}

fn tank_of(seen: &SeenTank, known: &Known, moved: i32) -> Tank {
    let (look, is_own) = (&known.look, known.look.you.tank == Some(seen.id));
    Tank {
        id: TankId::from_number(seen.id),
        side: seen.side,
        kind: seen.kind,
        size: seen.size,
        x: seen.x,
        y: seen.y,
        facing: seen.facing.into(),
        stars: seen.stars,
        health: seen.health,
        arriving: u16::from(seen.arriving),
        shield: if seen.shielded { SHIELD } else { 0 },
        held: if is_own { look.you.held } else { 0 },
        reload: if is_own { look.you.reload } else { 0 },
        shots: look.shells.iter().filter(|shell| shell.owner == seen.id).count().min(usize::from(u8::MAX)) as u8,
        slide: 0,
        carries: seen.carries,
        flag: seen.flag,
        moved,
    }
}

fn shell_of(seen: &SeenShell, known: &Known) -> Shell {
    let owner = known.look.tanks.iter().find(|tank| tank.id == seen.owner);
    Shell {
        id: seen.id,
        owner: TankId::from_number(seen.owner),
        side: seen.side,
        x: seen.x,
        y: seen.y,
        dir: Dir::from(seen.facing),
        speed: seen.speed,
        size: owner.map_or(2, |tank| tank.size),
        is_strong: owner.is_some_and(|tank| tank.stars >= MAX_STARS),
        is_spent: false,
    }
}
