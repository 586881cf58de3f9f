//! A stage as a line of text, to be passed on: a word that says what it is, then packed bytes ([`packed`]).

use super::file::{picture, symbols};
use super::judge::StageProblem;
use super::{Group, Post, Stage, Wave};
use crate::base::Cell;
use crate::base::packed::{self, PackError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What every code begins with; the number is the version of the form.
const HEAD: &str = "tanks1:";
/// Letters of a code: more than the largest stage needs, and little enough to be unpacked without a thought.
const MOST: usize = 1 << 15;

/// Why a text is not the code of a stage.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CodeProblem {
    #[error("the code of a stage begins with {HEAD:?}")]
    Head,
    #[error("the code of a stage has up to {MOST} letters, this one has {0}")]
    Long(usize),
    #[error("{0}")]
    Packed(#[from] PackError),
    #[error("the picture in the code is damaged")]
    Picture,
    #[error("{0}")]
    Stage(#[from] StageProblem),
}

#[derive(Serialize, Deserialize)]
struct Form {
    name: String,
    description: String,
    /// Row by row, without breaks.
    rows: Vec<String>,
    bases: Vec<(i16, i16, u8)>,
    players: Vec<(i16, i16, u8)>,
    gates: Vec<(i16, i16)>,
    flags: Vec<(i16, i16, u8)>,
    waves: Vec<Vec<Group>>,
    at_once: u8,
}

impl Stage {
    /// The stage as a code.
    pub fn code(&self) -> String {
        let posts = |posts: &[Post]| posts.iter().map(|post| (post.at.x, post.at.y, post.side)).collect();
        let form = Form {
            name: self.name.clone(),
            description: self.description.clone(),
            rows: symbols(&self.ground).collect(),
            bases: posts(&self.bases),
            players: posts(&self.players),
            gates: self.gates.iter().map(|at| (at.x, at.y)).collect(),
            flags: posts(&self.flags),
            waves: self.waves.iter().map(|wave| wave.groups.clone()).collect(),
            at_once: self.at_once,
        };
        // Texts, numbers and lists of known length are always packed.
        format!("{HEAD}{}", packed::pack(&form).unwrap_or_default())
    }

    /// The stage of a code. White space, as mails and chats put it in, is passed over.
    ///
    /// # Errors
    /// One sentence.
    pub fn from_code(code: &str) -> Result<Self, CodeProblem> {
        let code: String = code.split_whitespace().collect();
        if code.len() > MOST {
            return Err(CodeProblem::Long(code.len()));
        }
        let form: Form = packed::unpack(code.strip_prefix(HEAD).ok_or(CodeProblem::Head)?)?;
        let posts = |posts: Vec<(i16, i16, u8)>| {
            posts.into_iter().map(|(x, y, side)| Post { at: Cell::new(x, y), side }).collect()
        };
        let stage = Self {
            name: form.name,
            description: form.description,
            ground: picture(&form.rows).map_err(|_| CodeProblem::Picture)?,
            bases: posts(form.bases),
            players: posts(form.players),
            gates: form.gates.into_iter().map(|(x, y)| Cell::new(x, y)).collect(),
            flags: posts(form.flags),
            waves: form.waves.into_iter().map(|groups| Wave { groups }).collect(),
            at_once: form.at_once,
        };
        stage.judge()?;
        Ok(stage)
    }
}
