//! Matches on drawn boards.
//!
//! Besides the ground, a picture has the top left cells of things: `A` to `D` starts of the sides 0 to 3, `X` gates, `F` and
//! `H` flags of the sides 0 and 1. Each `E` with its right and lower neighbours is a base, in the order of reading: of side 0,
//! then of side 1.

use gridmarch::base::{Cell, Dir, Grid};
use gridmarch::games::tanks::field::{Ground, SUB};
use gridmarch::games::tanks::order::Input;
use gridmarch::games::tanks::rules::Rules;
use gridmarch::games::tanks::setup::{Hand, Mode, Seat, Setup};
use gridmarch::games::tanks::stage::{Group, Kind, Post, Stage, Wave};
use gridmarch::games::tanks::world::{Event, Tank, World};
use std::sync::Arc;

/// The stage of a picture, with a wave of one rover.
pub fn stage(picture: &str) -> Stage {
    let rows: Vec<Vec<char>> = picture.split_whitespace().map(|row| row.chars().collect()).collect();
    let (width, height) = (rows[0].len() as u16, rows.len() as u16);
    let mut stage = Stage {
        name: "Drawn".into(),
        description: String::new(),
        ground: Grid::filled(width, height, Ground::Floor),
        bases: Vec::new(),
        players: Vec::new(),
        gates: Vec::new(),
        flags: Vec::new(),
        waves: vec![Wave { groups: vec![Group::of(Kind::Rover, 1)] }],
        at_once: 4,
    };
    for (y, row) in (0..).zip(&rows) {
        for (x, symbol) in (0..).zip(row) {
            let at = Cell::new(x, y);
            match symbol {
                'A'..='D' => stage.players.push(Post { at, side: *symbol as u8 - b'A' }),
                'X' => stage.gates.push(at),
                'F' => stage.flags.push(Post { at, side: 0 }),
                'H' => stage.flags.push(Post { at, side: 1 }),
                symbol => stage.ground[at] = Ground::from_symbol(*symbol).expect("a ground"),
            }
            let starts = |x: i16, y: i16| x < 0 || y < 0 || rows[y as usize][x as usize] != 'E';
            if *symbol == 'E' && starts(x - 1, y) && starts(x, y - 1) {
                stage.bases.push(Post { at, side: stage.bases.len() as u8 });
            }
        }
    }
    stage
}

/// A setup with one person on each of so many sides.
pub fn setup(mode: Mode, seats: u8) -> Setup {
    Setup { mode, seats: (0..seats).map(|side| Seat::new(Hand::Human, side)).collect(), ..Setup::default() }
}

/// A match that is played by hand.
pub struct Played {
    pub world: World,
    pub held: Vec<Input>,
    /// All events since the beginning.
    pub events: Vec<Event>,
}

impl Played {
    /// A match on a picture before its first tick.
    pub fn new(picture: &str, setup: Setup) -> Self {
        Self::on(&stage(picture), setup)
    }

    pub fn on(stage: &Stage, setup: Setup) -> Self {
        let world = World::new(Arc::new(Rules::built_in()), setup, stage).expect("a match");
        Self { held: vec![Input::default(); world.slots()], world, events: Vec::new() }
    }

    /// Everybody against everybody on a picture, after all seats have arrived and their shields are gone.
    pub fn settled(picture: &str, seats: u8) -> Self {
        Self::settled_with(picture, setup(Mode::FreeForAll, seats))
    }

    pub fn settled_with(picture: &str, setup: Setup) -> Self {
        let mut played = Self::new(picture, setup);
        played.wait(300);
        played
    }

    /// Ticks in which what is held stays held.
    pub fn wait(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.world.step(&self.held);
            self.events.extend(self.world.events());
        }
    }

    /// A slot drives for so many ticks and stands then.
    pub fn drive(&mut self, slot: usize, dir: Dir, ticks: u32) {
        self.held[slot].steer = Some(dir);
        self.wait(ticks);
        self.held[slot].steer = None;
    }

    /// A slot turns as if it drove for a tick, without going further than that; then shoots once.
    pub fn shoot(&mut self, slot: usize) {
        self.held[slot].fire = true;
        self.wait(1);
        self.held[slot].fire = false;
    }

    /// A slot shoots, and its shell ends.
    pub fn shoot_and_wait(&mut self, slot: usize) {
        self.shoot(slot);
        let mut ticks = 0;
        while !self.world.shells().is_empty() {
            self.wait(1);
            ticks += 1;
            assert!(ticks < 600, "a shell flies for ever");
        }
        self.wait(12);
    }

    pub fn tank(&self, slot: usize) -> &Tank {
        self.world.in_slot(slot).expect("a tank in the slot")
    }

    /// Where the tank of a slot is, in parts of a cell.
    pub fn at(&self, slot: usize) -> (i32, i32) {
        (self.tank(slot).x, self.tank(slot).y)
    }

    pub fn happened(&self, wanted: impl Fn(&Event) -> bool) -> bool {
        self.events.iter().any(wanted)
    }

    /// The board: ground as in stage files, brick that is chipped as the number of its quarters, tanks by slot.
    pub fn picture(&self) -> String {
        let field = self.world.field();
        let mut text = String::new();
        for y in 0..field.height() as i16 {
            for x in 0..field.width() as i16 {
                let cell = Cell::new(x, y);
                let tank = self.world.tanks().find(|tank| tank.cells().any(|own| own == cell));
                text.push(match (tank, field.ground(cell), field.bricks(cell).count_ones()) {
                    (Some(tank), ..) => (b'a' + tank.slot()) as char,
                    (None, Ground::Brick, quarters @ 1..=3) => (b'0' + quarters as u8) as char,
                    (None, ground, _) => ground.symbol(),
                });
            }
            text.push('\n');
        }
        text
    }
}

/// So many cells, in parts of one.
pub const fn cells(number: i32) -> i32 {
    number * SUB
}

/// A picture without the blanks around its rows.
pub fn trimmed(picture: &str) -> String {
    picture.split_whitespace().map(|row| row.to_owned() + "\n").collect()
}
