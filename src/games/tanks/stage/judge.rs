//! What a stage must fulfil so that it can be played at all.

use super::{Ground, MAX_SIDES, POST_SIDE, Post, Stage, base_cells};
use crate::base::{Cell, CellSet};
use crate::games::tanks::field::{BASE_SIDE, MAX_SIDE, MAX_SIZE, MIN_SIDE, square};
use thiserror::Error;

/// Starts, gates, flags and bases of one stage, at most of each.
pub const MAX_POSTS: usize = 16;
/// Waves of one stage.
const MAX_WAVES: usize = 50;
/// Foes of one wave.
const MAX_FOES: usize = 200;
/// The most foes on the board at once.
pub const MAX_AT_ONCE: u8 = 64;
/// Letters of a name, and of a description.
const MAX_NAME: usize = 60;
const MAX_DESCRIPTION: usize = 300;

/// Why a stage cannot be played. Lists are named and counted as in stage files: the first is 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StageProblem {
    #[error("`name`: a name has 1 to {MAX_NAME} letters, this one has {0}")]
    Name(usize),
    #[error("`description`: a description has up to {MAX_DESCRIPTION} letters, this one has {0}")]
    Description(usize),
    #[error("`rows`: a board has {MIN_SIDE} to {MAX_SIDE} cells each way, this one {0} × {1}")]
    Size(usize, usize),
    #[error("`{0}`: a stage has {1} to {2} of them, this one has {3}")]
    Number(&'static str, usize, usize, usize),
    #[error("`{0}[{1}]`: {2} and the cells that it covers are not all on the board")]
    Outside(&'static str, usize, Cell),
    #[error("`{0}[{1}]`: there is {3} at {2}, where a tank must have room")]
    Blocked(&'static str, usize, Cell, &'static str),
    #[error("`{0}[{1}]`: {2} is covered by another start, gate, flag or base")]
    Covered(&'static str, usize, Cell),
    #[error("`{0}[{1}]`: sides are 0 to {last}, not {2}", last = MAX_SIDES - 1)]
    Side(&'static str, usize, u8),
    #[error("`bases[{0}]`: {1} should be `E` in the picture, as a base covers {BASE_SIDE} × {BASE_SIDE} cells")]
    NoBase(usize, Cell),
    #[error("`rows`: {0} is `E`, but `bases` has none there")]
    Baseless(Cell),
    #[error("`waves[{0}]`: a wave has 1 to {MAX_FOES} foes, this one has {1}")]
    Foes(usize, usize),
    #[error("`waves[{0}][{1}]`: tanks have sizes of 1 to {MAX_SIZE}, not {2}")]
    TankSize(usize, usize, u8),
    #[error("`waves[{0}][{1}]`: no gate has room for a tank of {2} × {2} cells")]
    NoGate(usize, usize, u8),
    #[error("`at_once`: 1 to {MAX_AT_ONCE} foes are on the board at once, not {0}")]
    AtOnce(u8),
}

impl StageProblem {
    /// The path of the field in a stage file; None for what concerns a cell of the picture.
    pub(super) fn path(&self) -> Option<String> {
        Some(match self {
            Self::Name(_) => "name".into(),
            Self::Description(_) => "description".into(),
            Self::Size(..) => "rows".into(),
            Self::Number(list, ..) => (*list).into(),
            Self::Outside(list, index, _)
            | Self::Blocked(list, index, ..)
            | Self::Covered(list, index, _)
            | Self::Side(list, index, _) => format!("{list}[{index}]"),
            Self::NoBase(index, _) => format!("bases[{index}]"),
            Self::Baseless(_) => return None,
            Self::Foes(wave, _) => format!("waves[{wave}]"),
            Self::TankSize(wave, group, _) | Self::NoGate(wave, group, _) => format!("waves[{wave}][{group}]"),
            Self::AtOnce(_) => "at_once".into(),
        })
    }
}

impl Stage {
    /// Whether it can be played: everything is on the board and has room, nothing lies on something else, numbers are
    /// within their limits.
    ///
    /// # Errors
    /// The first problem.
    pub fn judge(&self) -> Result<(), StageProblem> {
        let letters = self.name.trim().chars().count();
        if !(1..=MAX_NAME).contains(&letters) {
            return Err(StageProblem::Name(letters));
        }
        let letters = self.description.chars().count();
        if letters > MAX_DESCRIPTION {
            return Err(StageProblem::Description(letters));
        }
        let (width, height) = (self.width(), self.height());
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(StageProblem::Size(width.into(), height.into()));
        }
        self.judge_posts()?;
        self.judge_waves()
    }

    fn judge_posts(&self) -> Result<(), StageProblem> {
        let gates: Vec<Post> = self.gates.iter().map(|at| Post { at: *at, side: 0 }).collect();
        let mut taken = CellSet::new(self.width(), self.height());
        let lists = [("bases", &self.bases, 0), ("players", &self.players, 1), ("gates", &gates, 0)];
        for (list, posts, least) in lists.into_iter().chain([("flags", &self.flags, 0)]) {
            if !(least..=MAX_POSTS).contains(&posts.len()) {
                return Err(StageProblem::Number(list, least, MAX_POSTS, posts.len()));
            }
            for (index, post) in posts.iter().enumerate() {
                if post.side >= MAX_SIDES {
                    return Err(StageProblem::Side(list, index, post.side));
                }
                for cell in square(post.at, POST_SIDE) {
                    let Some(ground) = self.ground.get(cell) else {
                        return Err(StageProblem::Outside(list, index, post.at));
                    };
                    if taken.contains(cell) {
                        return Err(StageProblem::Covered(list, index, cell));
                    }
                    taken.insert(cell);
                    match (list, ground) {
                        ("bases", Ground::Base) => {}
                        ("bases", _) => return Err(StageProblem::NoBase(index, cell)),
                        (_, ground) if ground.stops_tanks() => {
                            return Err(StageProblem::Blocked(list, index, cell, ground.name()));
                        }
                        _ => {}
                    }
                }
            }
        }
        let mut baseless = self.ground.iter().filter(|(_, ground)| **ground == Ground::Base).map(|(cell, _)| cell);
        let is_of_base = |cell: &Cell| self.bases.iter().any(|base| base_cells(*base).any(|own| own == *cell));
        baseless.find(|cell| !is_of_base(cell)).map_or(Ok(()), |cell| Err(StageProblem::Baseless(cell)))
    }

    fn judge_waves(&self) -> Result<(), StageProblem> {
        if self.waves.len() > MAX_WAVES {
            return Err(StageProblem::Number("waves", 0, MAX_WAVES, self.waves.len()));
        }
        let field = self.field();
        let has_gate = |size| self.gates.is_empty() || self.gates.iter().any(|gate| field.fits(*gate, size));
        for (index, wave) in self.waves.iter().enumerate() {
            if !(1..=MAX_FOES).contains(&wave.len()) {
                return Err(StageProblem::Foes(index, wave.len()));
            }
            for (place, group) in wave.groups.iter().enumerate() {
                if !(1..=MAX_SIZE).contains(&group.size) {
                    return Err(StageProblem::TankSize(index, place, group.size));
                }
                if !has_gate(group.size) {
                    return Err(StageProblem::NoGate(index, place, group.size));
                }
            }
        }
        if !(1..=MAX_AT_ONCE).contains(&self.at_once) {
            return Err(StageProblem::AtOnce(self.at_once));
        }
        Ok(())
    }
}
