//! What a seat sees of a match, as a value and as a line of JSON: the same for outside programs and for players of ours that
//! know no more than these (`docs/bots.md`).
//!
//! A look has all that moves and the cells that changed since the look before; the first one has the board as well
//! ([`Hello`]). [`Known`] puts looks together again.

use crate::base::{Cell, Dir, Grid};
use crate::games::tanks::field::{Base, Field, Ground, MAX_SIDE, MAX_SIZE, MIN_SIDE, SUB, WHOLE};
use crate::games::tanks::order::Input;
use crate::games::tanks::rules::{Bonus, Kind, MAX_SHELL_SPEED, Rules, TICKS};
use crate::games::tanks::setup::{Mode, Setup};
use crate::games::tanks::stage::{Post, Stage};
use crate::games::tanks::world::{Tank, World};
use serde::{Deserialize, Serialize};

/// Ticks between two looks: those of a batch over the network, so that programs are asked as often as people are heard.
pub const EVERY: u32 = 3;
/// The version of the lines.
const VERSION: u32 = 1;
/// Parts of a cell up to which a tank is seen that forest hides, between the centres.
const NEAR: i32 = 4 * SUB;

/// A straight direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    North,
    East,
    South,
    West,
}

impl From<Dir> for Heading {
    fn from(dir: Dir) -> Self {
        match dir {
            Dir::East => Self::East,
            Dir::South => Self::South,
            Dir::West => Self::West,
            _ => Self::North,
        }
    }
}

impl From<Heading> for Dir {
    fn from(heading: Heading) -> Self {
        Self::STRAIGHT[heading as usize]
    }
}

/// What stays the same in a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the lines.
    pub version: u32,
    pub mode: Mode,
    pub seat: usize,
    pub side: u8,
    /// The sides of all seats.
    pub sides: Vec<u8>,
    /// Ticks of a second, and between two looks.
    pub ticks: u32,
    pub every: u32,
    /// Parts of a cell in which places are told.
    pub sub: i32,
    /// For random choices that are to repeat.
    pub seed: u64,
    /// The board, in the characters of stage files.
    pub rows: Vec<String>,
    pub bases: Vec<Place>,
    pub starts: Vec<Place>,
    /// Where flags belong.
    pub flags: Vec<Place>,
    /// Where enemies come in.
    pub gates: Vec<[i16; 2]>,
    pub kinds: Vec<Numbers>,
    /// Speed of the shells of tanks with a star.
    pub star_shell_speed: i32,
}

/// A place of a side: the top left one of two by two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub x: i16,
    pub y: i16,
    pub side: u8,
}

impl Place {
    const fn of(at: Cell, side: u8) -> Self {
        Self { x: at.x, y: at.y, side }
    }

    pub const fn cell(self) -> Cell {
        Cell::new(self.x, self.y)
    }
}

/// The numbers of a kind, for tanks of two cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    pub kind: Kind,
    pub speed: i32,
    pub health: u8,
    pub shell_speed: i32,
    pub reload: u8,
    pub points: u32,
}

/// The seat itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct You {
    /// Its tank; none while it has none.
    pub tank: Option<u32>,
    pub lives: u8,
    /// Whether it can fire now.
    pub ready: bool,
    /// Ticks until it has loaded again; it cannot fire before, nor with too many shells in flight.
    pub reload: u8,
    /// Ticks for which it cannot drive, because a friend hit it.
    pub held: u16,
    pub points: u32,
}

/// A tank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenTank {
    pub id: u32,
    pub side: u8,
    pub kind: Kind,
    pub size: u8,
    /// The top left corner, in parts of a cell.
    pub x: i32,
    pub y: i32,
    pub facing: Heading,
    pub stars: u8,
    pub health: u8,
    /// It arrives: nothing hits it yet.
    #[serde(default, skip_serializing_if = "is_false")]
    pub arriving: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    pub shielded: bool,
    /// It leaves a bonus behind.
    #[serde(default, skip_serializing_if = "is_false")]
    pub carries: bool,
    /// The side whose flag it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flag: Option<u8>,
}

impl SeenTank {
    fn of(tank: &Tank) -> Self {
        Self {
            id: tank.id.number(),
            side: tank.side,
            kind: tank.kind,
            size: tank.size,
            x: tank.x,
            y: tank.y,
            facing: tank.facing.into(),
            stars: tank.stars,
            health: tank.health,
            arriving: !tank.is_here(),
            shielded: tank.shield > 0,
            carries: tank.carries,
            flag: tank.flag,
        }
    }

    /// The cell that its top left corner is nearest to.
    pub const fn anchor(&self) -> Cell {
        Cell::new(((self.x + SUB / 2) >> 8) as i16, ((self.y + SUB / 2) >> 8) as i16)
    }

    /// Half of its side length, in parts of a cell.
    pub const fn half(&self) -> i32 {
        self.size as i32 * SUB / 2
    }

    pub const fn centre(&self) -> (i32, i32) {
        (self.x + self.half(), self.y + self.half())
    }
}

/// A shell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenShell {
    pub id: u32,
    /// The tank that fired it, by its id.
    pub owner: u32,
    pub side: u8,
    /// The centre, in parts of a cell.
    pub x: i32,
    pub y: i32,
    pub facing: Heading,
    pub speed: i32,
}

/// A bonus: the top left one of two by two cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenBonus {
    pub bonus: Bonus,
    pub x: i16,
    pub y: i16,
    /// Ticks that it lies on.
    pub left: u16,
}

/// A flag: where it is, or where it belongs while somebody carries it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenFlag {
    pub side: u8,
    pub x: i16,
    pub y: i16,
    #[serde(default, skip_serializing_if = "is_false")]
    pub carried: bool,
}

/// A cell that changed: column, row, character, and of brick the quarters that are left as in [`WHOLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed(pub i16, pub i16, pub char, pub u8);

fn is_false(value: &bool) -> bool {
    !value
}

/// What a seat sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// Only in the first look of a match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hello: Option<Box<Hello>>,
    pub tick: u32,
    pub you: You,
    /// Those in sight, the own one as well.
    pub tanks: Vec<SeenTank>,
    pub shells: Vec<SeenShell>,
    pub bonuses: Vec<SeenBonus>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<SeenFlag>,
    /// The side that has stopped all others, and for how many ticks more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<(u8, u16)>,
    /// What changed of the board since the look before.
    pub cells: Vec<Changed>,
    /// Enemies of the wave that have not arrived yet.
    pub waiting: usize,
}

impl Look {
    /// What a seat sees now. `since`: the version of the board at the look before.
    pub fn of(world: &World, seat: usize, since: u32) -> Self {
        let (state, own) = (&world.seats()[seat], world.in_slot(seat));
        let is_seen = |tank: &&Tank| {
            let near = |own: &Tank| {
                let ((x, y), (own_x, own_y)) = (tank.centre(), own.centre());
                (x - own_x).abs().max((y - own_y).abs()) <= NEAR
            };
            tank.side == state.side || !world.is_hidden(tank) || own.is_some_and(near)
        };
        let field = world.field();
        let changed = |cell: Cell| Changed(cell.x, cell.y, field.ground(cell).symbol(), field.bricks(cell));
        let mut cells: Vec<Cell> = match field.changed_since(since) {
            Some(cells) => cells.to_vec(),
            None => field.picture().cells().collect(),
        };
        cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
        cells.dedup();
        Self {
            hello: None,
            tick: world.tick(),
            you: You {
                tank: own.map(|tank| tank.id.number()),
                lives: state.lives,
                ready: own.is_some_and(|tank| {
                    tank.is_here()
                        && tank.reload == 0
                        && tank.shots < world.rules().shells(tank.kind, tank.stars)
                        && !world.is_stopped(tank)
                }),
                reload: own.map_or(0, |tank| tank.reload),
                held: own.map_or(0, |tank| tank.held),
                points: state.score.points,
            },
            tanks: world.tanks().filter(is_seen).map(SeenTank::of).collect(),
            shells: (world.shells().iter())
                .map(|shell| SeenShell {
                    id: shell.id,
                    owner: shell.owner.number(),
                    side: shell.side,
                    x: shell.x,
                    y: shell.y,
                    facing: shell.dir.into(),
                    speed: shell.speed,
                })
                .collect(),
            bonuses: (world.bonuses().iter())
                .map(|lying| SeenBonus { bonus: lying.bonus, x: lying.at.x, y: lying.at.y, left: lying.left })
                .collect(),
            flags: (world.flags().iter())
                .map(|flag| {
                    let at = if flag.carrier.is_some() { flag.home } else { flag.at };
                    SeenFlag { side: flag.side, x: at.x, y: at.y, carried: flag.carrier.is_some() }
                })
                .collect(),
            stopped: world.stopped(),
            cells: cells.into_iter().map(changed).collect(),
            waiting: world.waiting(),
        }
    }
}

impl Look {
    /// Whether all numbers are such that one can reckon with them.
    fn check(&self, field: &Field) -> Result<(), String> {
        let far = i32::from(MAX_SIDE) * SUB;
        let near = |x: i32, y: i32| (-far..=2 * far).contains(&x) && (-far..=2 * far).contains(&y);
        let inside = |x: i16, y: i16| field.contains(Cell::new(x, y));
        let wrong = |list: &str| Err(format!("`{list}`: something is not on the board, or of no size"));
        if !self.tanks.iter().all(|tank| (1..=MAX_SIZE).contains(&tank.size) && near(tank.x, tank.y)) {
            return wrong("tanks");
        }
        if !self.shells.iter().all(|shell| near(shell.x, shell.y) && (0..=MAX_SHELL_SPEED).contains(&shell.speed)) {
            return wrong("shells");
        }
        if !self.bonuses.iter().all(|bonus| inside(bonus.x, bonus.y)) {
            return wrong("bonuses");
        }
        if !self.flags.iter().all(|flag| inside(flag.x, flag.y)) {
            return wrong("flags");
        }
        if self.tick > u32::MAX / 2 { Err("`tick` is too large".into()) } else { Ok(()) }
    }
}

impl Hello {
    /// What a seat is told at the beginning.
    pub fn of(rules: &Rules, setup: &Setup, stage: &Stage, seat: usize) -> Self {
        let places = |posts: &[Post]| posts.iter().map(|post| Place::of(post.at, post.side)).collect();
        let numbers = |kind: Kind| {
            let own = rules.kind(kind);
            let (speed, health) = (rules.speed(kind, 2), rules.health(kind, 2));
            Numbers { kind, speed, health, shell_speed: own.shell_speed, reload: own.reload, points: own.points }
        };
        Self {
            version: VERSION,
            mode: setup.mode,
            seat,
            side: setup.side(seat),
            sides: (0..setup.seats.len()).map(|seat| setup.side(seat)).collect(),
            ticks: TICKS,
            every: EVERY,
            sub: SUB,
            seed: setup.seed.wrapping_add(seat as u64),
            rows: stage.ground.rows().map(|row| row.iter().map(|ground| ground.symbol()).collect()).collect(),
            bases: places(&stage.bases),
            starts: places(&stage.players),
            flags: places(&stage.flags),
            gates: stage.gates.iter().map(|gate| [gate.x, gate.y]).collect(),
            kinds: Kind::ALL.map(numbers).into(),
            star_shell_speed: rules.shell_speed(Kind::Marcher, 1),
        }
    }

    /// The board of the rows; None if they are none.
    fn field(&self) -> Option<Field> {
        let width = self.rows.first()?.chars().count();
        let sides = usize::from(MIN_SIDE)..=usize::from(MAX_SIDE);
        if !sides.contains(&width) || !sides.contains(&self.rows.len()) {
            return None;
        }
        let cells: Vec<Ground> =
            self.rows.iter().flat_map(|row| row.chars()).map(Ground::from_symbol).collect::<Option<_>>()?;
        if self.rows.iter().any(|row| row.chars().count() != width) {
            return None;
        }
        let ground = Grid::from_rows(width as u16, self.rows.len() as u16, cells);
        let base = |place: &Place| Base { at: place.cell(), side: place.side, stands: true };
        let bases: Vec<Base> = self.bases.iter().map(base).collect();
        let is_inside = bases.iter().flat_map(|base| base.cells()).all(|cell| ground.contains(cell));
        is_inside.then(|| Field::new(&ground, bases))
    }
}

/// What a reader of looks knows.
#[derive(Debug, Clone)]
pub struct Known {
    pub hello: Box<Hello>,
    /// The board as of the last look.
    pub field: Field,
    pub look: Look,
}

impl Known {
    /// Takes a look in. The first one of a match begins anew.
    ///
    /// # Errors
    /// A sentence, if it is none of the protocol.
    pub fn hear(known: &mut Option<Self>, mut look: Look) -> Result<&Self, String> {
        if let Some(hello) = look.hello.take() {
            let field = hello.field().ok_or("`rows` and `bases` are no board")?;
            *known = Some(Self { hello, field, look: look.clone() });
        }
        let known = known.as_mut().ok_or("the first look of a match has a `hello`")?;
        look.check(&known.field)?;
        for Changed(x, y, symbol, quarters) in &look.cells {
            let (cell, ground) = (Cell::new(*x, *y), Ground::from_symbol(*symbol));
            let ground = ground.ok_or_else(|| format!("`cells`: {symbol:?} is no ground"))?;
            if ground != Ground::Base
                && let Some(base) = known.field.base_at(cell)
            {
                known.field.fell(base);
            }
            known.field.make(cell, ground);
            known.field.chip(cell, WHOLE & !quarters);
        }
        known.look = look;
        Ok(known)
    }

    /// The own tank.
    pub fn own(&self) -> Option<&SeenTank> {
        let id = self.look.you.tank?;
        self.look.tanks.iter().find(|tank| tank.id == id)
    }
}

/// A program's answer: what it holds until the next look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Answer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steer: Option<Heading>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub fire: bool,
}

impl From<Answer> for Input {
    fn from(answer: Answer) -> Self {
        Self { steer: answer.steer.map(Dir::from), fire: answer.fire }
    }
}

impl From<Input> for Answer {
    fn from(input: Input) -> Self {
        Self { steer: input.steer.map(Heading::from), fire: input.fire }
    }
}
