//! Whether a stage is a good one: what can be reached, and what is unfair.
//!
//! A stage that was judged ([`Stage::judge`]) can be played; these are the findings that its author should know.

use super::field::{Field, MAX_SIZE};
use super::stage::{POST_SIDE, Post, Stage};
use super::ways::{Atlas, Dig, Goal, Profile};
use crate::base::Cell;
use std::fmt::{Display, Formatter};

/// The price of a shot here: only whether there is a way counts.
const SHOT: u16 = 1;

/// Something that the author of a stage should know. Lists count from 0, as in stage files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// Nobody can win: no base, no gates, players of one side only.
    Purposeless,
    /// Foes of a size that come in at a gate get at no base, not even by digging.
    GateCutOff { gate: usize, at: Cell, size: u8 },
    /// Players who start there get at nothing that is an enemy, not even by digging.
    PlayerCutOff { player: usize, at: Cell },
    /// A player gets at no flag of another side.
    FlagCutOff { flag: usize, at: Cell },
    /// Who comes in at a gate hits a base with the first shot.
    GateFaces { gate: usize, at: Cell },
    /// A wave has no gates to come in at.
    Gateless,
}

impl Finding {
    /// Whether the stage cannot be won or lost with it. Others are warnings.
    pub const fn is_grave(self) -> bool {
        !matches!(self, Self::GateFaces { .. })
    }

    /// The cell to be shown with it.
    pub const fn at(self) -> Option<Cell> {
        match self {
            Self::Purposeless | Self::Gateless => None,
            Self::GateCutOff { at, .. }
            | Self::PlayerCutOff { at, .. }
            | Self::FlagCutOff { at, .. }
            | Self::GateFaces { at, .. } => Some(at),
        }
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Purposeless => {
                write!(f, "there is nobody to fight: no gate with a base to defend, and players of one side only")
            }
            Self::GateCutOff { gate, at, size } => {
                write!(f, "gate {} at {at}: a tank of {size} × {size} cells gets at no base from there", gate + 1)
            }
            Self::PlayerCutOff { player, at } => {
                write!(f, "start {} at {at}: a player gets at no enemy from there", player + 1)
            }
            Self::FlagCutOff { flag, at } => {
                write!(f, "flag {} at {at}: no player of another side gets there", flag + 1)
            }
            Self::GateFaces { gate, at } => {
                write!(f, "gate {} at {at}: the first shot from there hits a base", gate + 1)
            }
            Self::Gateless => write!(f, "there are waves, but no gate at which they come in"),
        }
    }
}

/// All findings about a stage that was judged.
pub fn check(stage: &Stage) -> Vec<Finding> {
    let field = stage.field();
    let mut atlas = Atlas::new();
    let mut findings = Vec::new();
    let several_sides = stage.players.iter().any(|player| player.side != stage.players[0].side);
    if !several_sides && (stage.bases.is_empty() || stage.gates.is_empty()) {
        findings.push(Finding::Purposeless);
    }
    if stage.gates.is_empty() && !stage.waves.is_empty() {
        findings.push(Finding::Gateless);
    }
    let mut sizes: Vec<u8> = stage.waves.iter().flat_map(|wave| &wave.groups).map(|group| group.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for (gate, at) in stage.gates.iter().copied().enumerate() {
        let all = 1..=MAX_SIZE;
        let cut_off = all.filter(|size| sizes.contains(size) && field.fits(at, *size)).find(|size| {
            !stage.bases.is_empty() && !gets_at(&mut atlas, &field, *size, at, stage.bases.iter().map(|base| base.at))
        });
        findings.extend(cut_off.map(|size| Finding::GateCutOff { gate, at, size }));
        let faces = |base: &Post| {
            let way = atlas.way(&field, Goal::Shoot(base.at, POST_SIDE), Profile::driving(POST_SIDE));
            way.is_there(at)
        };
        if stage.bases.iter().any(faces) {
            findings.push(Finding::GateFaces { gate, at });
        }
    }
    for (player, post) in stage.players.iter().enumerate() {
        let others = stage.players.iter().filter(|other| other.side != post.side).map(|other| other.at);
        let bases = stage.bases.iter().filter(|base| base.side != post.side).map(|base| base.at);
        let enemies: Vec<Cell> = others.chain(bases).chain(stage.gates.iter().copied()).collect();
        if !enemies.is_empty() && !gets_at(&mut atlas, &field, POST_SIDE, post.at, enemies.into_iter()) {
            findings.push(Finding::PlayerCutOff { player, at: post.at });
        }
    }
    for (index, flag) in stage.flags.iter().enumerate() {
        let way = atlas.way(&field, Goal::Touch(flag.at, POST_SIDE), digging(POST_SIDE));
        let mut others = stage.players.iter().filter(|player| player.side != flag.side);
        if !others.any(|player| way.cost(player.at).is_some()) {
            findings.push(Finding::FlagCutOff { flag: index, at: flag.at });
        }
    }
    findings
}

const fn digging(size: u8) -> Profile {
    Profile { size, dig: Dig::Bricks(SHOT) }
}

/// Whether a tank gets to where it hits one of some squares, by digging if need be.
fn gets_at(atlas: &mut Atlas, field: &Field, size: u8, from: Cell, mut targets: impl Iterator<Item = Cell>) -> bool {
    targets.any(|target| atlas.way(field, Goal::Shoot(target, POST_SIDE), digging(size)).cost(from).is_some())
}
