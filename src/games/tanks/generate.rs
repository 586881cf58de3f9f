//! Random stages by seed.
//!
//! Shapes of whole blocks (2 × 2 cells) are laid out with their mirror images until a share of the board is covered. A
//! shape after which some start or gate could not be driven to from the others any more is taken back, so that every
//! stage can be played from its first tick: tanks of players reach each other and stand before each base.

use super::field::{Ground, MAX_SIDE, MIN_SIDE, USUAL_SIDE, square};
use super::stage::{Group, Kind, POST_SIDE, Post, Stage, USUAL_AT_ONCE, Wave};
use super::symmetry::Symmetry;
use super::ways::{Atlas, Goal, Profile};
use crate::base::{Cell, CellSet, Dir, Grid, rng};
use rand::RngExt;
use rand::seq::IndexedRandom;

/// The largest share of a board that can be covered, in percent.
pub const MAX_COVERED: u8 = 60;
/// Shapes that are tried at most.
const TRIES: u32 = 400;
/// Cells along a side of a block.
const BLOCK: i16 = 2;

/// Who fights on a random stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// Players below with a base, foes from above.
    #[default]
    Defence,
    /// Two sides, each with a base and a flag, above and below.
    Duel,
    /// Eight starts along the rim, each for itself.
    Melee,
}

impl Form {
    pub const ALL: [Self; 3] = [Self::Defence, Self::Duel, Self::Melee];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Defence => "defence",
            Self::Duel => "duel",
            Self::Melee => "melee",
        }
    }
}

/// What random stages are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RandomStage {
    /// Cells, [`MIN_SIDE`] to [`MAX_SIDE`]; other values are brought into that range.
    pub width: u16,
    pub height: u16,
    pub form: Form,
    /// Of what lies around. A duel is always the same for both sides.
    pub symmetry: Symmetry,
    /// Share of the board that is covered by shapes, in percent, up to [`MAX_COVERED`].
    pub covered: u8,
}

impl Default for RandomStage {
    fn default() -> Self {
        let (form, symmetry) = (Form::default(), Symmetry::Mirror);
        Self { width: USUAL_SIDE, height: USUAL_SIDE, form, symmetry, covered: 42 }
    }
}

impl RandomStage {
    /// The stage of a seed. It passes [`Stage::judge`] and has no grave findings.
    pub fn generate(&self, seed: u64) -> Stage {
        let mut rng = rng::stream(seed, "tanks stage");
        let sides = MIN_SIDE..=MAX_SIDE;
        let (width, height) =
            (self.width.clamp(*sides.start(), *sides.end()), self.height.clamp(*sides.start(), *sides.end()));
        let mut stage = self.posts(width, height);
        stage.name = format!("Random {seed}");
        stage.description = format!("A {} drawn by chance from seed {seed}.", self.form.name());
        if !stage.gates.is_empty() {
            stage.waves = vec![random_wave(&mut rng)];
        }
        let kept_free = kept_free(&stage);
        let symmetry = match (self.form, self.symmetry) {
            (Form::Duel, Symmetry::None | Symmetry::Mirror) => Symmetry::Turn,
            (_, symmetry) => symmetry,
        };
        let palette = palette(&mut rng);
        let wanted = usize::from(width) * usize::from(height) * usize::from(self.covered.min(MAX_COVERED)) / 100;
        let covered = |ground: &Grid<Ground>| ground.values().iter().filter(|kind| **kind != Ground::Floor).count();
        for _ in 0..TRIES {
            if covered(&stage.ground) >= wanted {
                break;
            }
            let Some(kind) = palette.choose(&mut rng).copied() else { break };
            let before = stage.ground.clone();
            for block in shape((width, height), kind, &mut rng) {
                for image in symmetry.images((width, height), block, BLOCK as u8) {
                    for cell in square(image, BLOCK as u8).filter(|cell| !kept_free.contains(*cell)) {
                        if let Some(ground) = stage.ground.get_mut(cell) {
                            *ground = kind;
                        }
                    }
                }
            }
            if !is_open(&stage) {
                stage.ground = before;
            }
        }
        stage
    }

    /// The bare board with starts, gates, bases and flags.
    fn posts(&self, width: u16, height: u16) -> Stage {
        let mut stage = Stage::blank(width, height);
        let (right, bottom) = (width as i16 - BLOCK, height as i16 - BLOCK);
        let base = stage.bases[0].at;
        let turned = |post: Post| Post { at: Cell::new(right - post.at.x, bottom - post.at.y), side: 1 };
        match self.form {
            Form::Defence => {
                let more = [base.x - 8, base.x + 8].into_iter().filter(|x| (0..=right).contains(x));
                stage.players.extend(more.map(|x| Post { at: Cell::new(x, bottom), side: 0 }));
            }
            Form::Duel => {
                stage.gates.clear();
                stage.waves.clear();
                stage.players.extend(stage.players.clone().into_iter().map(turned));
                stage.flags = vec![Post { at: Cell::new(base.x, bottom - 4), side: 0 }];
                stage.flags.extend(stage.flags.clone().into_iter().map(turned));
                stage.bases.push(turned(stage.bases[0]));
                let ground = stage.ground.clone();
                for (cell, kind) in ground.iter().filter(|(_, kind)| **kind != Ground::Floor) {
                    stage.ground[Cell::new(width as i16 - 1 - cell.x, height as i16 - 1 - cell.y)] = *kind;
                }
            }
            Form::Melee => {
                stage = Stage { bases: Vec::new(), gates: Vec::new(), waves: Vec::new(), ..stage };
                stage.ground = Grid::filled(width, height, Ground::Floor);
                let (middle, centre) = (right / 2, bottom / 2);
                let rim = [
                    (0, 0),
                    (right, bottom),
                    (right, 0),
                    (0, bottom),
                    (middle, 0),
                    (middle, bottom),
                    (0, centre),
                    (right, centre),
                ];
                let post = |(side, (x, y))| Post { at: Cell::new(x, y), side };
                stage.players = (0..).zip(rim).map(post).collect();
            }
        }
        stage.at_once = USUAL_AT_ONCE;
        stage
    }
}

/// Twenty foes; the later ones are the stronger ones.
fn random_wave(rng: &mut rng::Rng) -> Wave {
    let mut left = 20_u8;
    let mut groups = Vec::new();
    while left > 0 {
        let strength = usize::from(20 - left) / 5 + rng.random_range(0..2);
        let kind = Kind::ALL[rng.random_range(0..=strength.min(Kind::ALL.len() - 1))];
        let count = rng.random_range(1..=4_u8).min(left);
        groups.push(Group::of(kind, count));
        left -= count;
    }
    Wave { groups }
}

/// The cells that shapes leave as they are: starts, gates, bases and flags, with room around them.
fn kept_free(stage: &Stage) -> CellSet {
    let mut free = CellSet::new(stage.width(), stage.height());
    let posts = stage.players.iter().chain(&stage.flags).map(|post| post.at).chain(stage.gates.iter().copied());
    let around = |at: Cell| Cell::new(at.x - 1, at.y - 1);
    free.extend(posts.map(around).flat_map(|at| square(at, POST_SIDE + 2)));
    let bases = stage.bases.iter().map(|base| Cell::new(base.at.x - 2, base.at.y - 2));
    free.extend(bases.flat_map(|at| square(at, POST_SIDE + 4)));
    free
}

/// Grounds by how often they are taken: a stage has a taste of its own.
fn palette(rng: &mut rng::Rng) -> Vec<Ground> {
    let mut palette = Vec::new();
    for (kind, most) in [(Ground::Steel, 4), (Ground::Water, 4), (Ground::Forest, 6), (Ground::Ice, 4)] {
        let share = rng.random_range(0..=most);
        palette.extend(std::iter::repeat_n(kind, share));
    }
    palette.extend(std::iter::repeat_n(Ground::Brick, 10));
    palette
}

/// The top left cells of the blocks of a shape somewhere on the board; parts of it may lie outside.
fn shape((width, height): (u16, u16), kind: Ground, rng: &mut rng::Rng) -> Vec<Cell> {
    let start = Cell::new(
        BLOCK * rng.random_range(0..width as i16 / BLOCK),
        BLOCK * rng.random_range(0..height as i16 / BLOCK),
    );
    let block = |x: i16, y: i16| Cell::new(start.x + BLOCK * x, start.y + BLOCK * y);
    // Water and forest wind, walls are straight.
    let winds = matches!(kind, Ground::Water | Ground::Forest | Ground::Ice) || rng.random_bool(0.2);
    if winds {
        let mut at = start;
        let mut dir = Dir::STRAIGHT[rng.random_range(0..4)];
        let mut blocks = vec![at];
        for _ in 0..rng.random_range(2..7) {
            if rng.random_bool(0.4) {
                dir = Dir::STRAIGHT[rng.random_range(0..4)];
            }
            (0..BLOCK).for_each(|_| at = at.step(dir));
            blocks.push(at);
        }
        return blocks;
    }
    match rng.random_range(0..4) {
        0 => (0..rng.random_range(2..6)).map(|x| block(x, 0)).collect(),
        1 => (0..rng.random_range(2..6)).map(|y| block(0, y)).collect(),
        2 => {
            let (across, down) = (rng.random_range(1..4), rng.random_range(1..4));
            (0..=across).map(|x| block(x, 0)).chain((1..=down).map(|y| block(0, y))).collect()
        }
        _ => {
            let (across, down) = (rng.random_range(1..3), rng.random_range(1..3));
            (0..across).flat_map(|x| (0..down).map(move |y| block(x, y))).collect()
        }
    }
}

/// Whether a tank of a player drives from the first start to all other starts, gates and flags.
fn is_open(stage: &Stage) -> bool {
    let mut atlas = Atlas::new();
    let way = atlas.way(&stage.field(), Goal::Cell(stage.players[0].at), Profile::driving(POST_SIDE));
    let posts = stage.players.iter().chain(&stage.flags).map(|post| post.at);
    posts.chain(stage.gates.iter().copied()).all(|at| way.cost(at).is_some())
}
