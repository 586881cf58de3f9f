//! Matches in the forms in which programs and persons hand them around.
//!
//! | file | subject |
//! |---|---|
//! | `transcript` | what all forms say of a match, to and from a [`Recording`]; size and variant where a form does not say them |
//! | `t1` | `.T1` of the programs T1 and T1j, read by others as well |
//! | `tsgf` | `.tsgf` of the server Little Golem |
//! | `text` | lists of moves as people write them |
//! | `words` | what is wrong, in sentences |
//!
//! Whatever comes in is played by the rules of this game; what they cannot hold is refused with its line and column.

mod t1;
mod text;
mod transcript;
mod tsgf;
mod words;

use super::position::Position;
use super::rules::Variant;
use crate::arena::{self, RecordingProblem, SaveProblem};
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;
use transcript::{Transcript, Trouble, Wrong};

/// A recorded match.
pub type Recording = arena::Recording<Position>;

/// A form of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Our own: everything that is known of the match.
    Own,
    T1,
    Tsgf,
    /// A list of moves.
    Text,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Own, Self::T1, Self::Tsgf, Self::Text];

    /// How names of its files end, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Own => "links",
            Self::T1 => "T1",
            Self::Tsgf => "tsgf",
            Self::Text => "txt",
        }
    }

    /// The form that the end of a name says.
    pub fn of_path(path: &Path) -> Option<Self> {
        path.extension()?.to_str()?.parse().ok()
    }

    /// The form that a text has, told by its beginning; the rest may be broken.
    pub fn of_text(text: &str) -> Option<Self> {
        let begin = text.trim_start_matches('\u{feff}').trim_start();
        if begin.starts_with('{') && begin.contains("\"match\"") {
            Some(Self::Own)
        } else if begin.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';')) {
            Some(Self::Tsgf)
        } else if t1::is_one(text) {
            Some(Self::T1)
        } else {
            text::begins(text).then_some(Self::Text)
        }
    }
}

/// A word is no form.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct FormatProblem(String);

impl FromStr for Format {
    type Err = FormatProblem;

    fn from_str(word: &str) -> Result<Self, FormatProblem> {
        let is_it = |format: &Self| format.extension().eq_ignore_ascii_case(word);
        Self::ALL.into_iter().find(is_it).ok_or_else(|| FormatProblem(word.to_string()))
    }
}

/// What is known of a match beside its text; it goes before what the text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Known {
    pub size: Option<u8>,
    pub variant: Option<Variant>,
}

/// Where the variant of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    Told,
    /// By the other variant the match would not be what it is.
    Recognised,
    /// Nobody knows: the match can have been played by both.
    Assumed,
}

/// A match that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Opened {
    pub recording: Recording,
    pub variant: Variant,
    pub certainty: Certainty,
    /// Steps at the end that are left out, because nobody could join their lines any more.
    pub left_out: usize,
}

impl Opened {
    /// What is to be known of how it was read, as clauses.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let variant = || format!("the variant is not said: it is played as {}", self.variant);
        let left_out = || format!("the last {} moves are left out, because the match was drawn before", self.left_out);
        let is_assumed = self.certainty == Certainty::Assumed;
        is_assumed.then(variant).into_iter().chain((self.left_out > 0).then(left_out))
    }
}

/// What is wrong with a text, and where: line and column from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct FileProblem {
    pub line: usize,
    pub column: usize,
    what: Wrong,
}

impl FileProblem {
    fn of(text: &str, Trouble { at, what }: Trouble) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let begin = before.rfind('\n').map_or(0, |end| end + 1);
        let line = before.matches('\n').count() + 1;
        Self { line, column: before[begin..].chars().count() + 1, what }
    }
}

/// Reads a match.
///
/// # Errors
/// The first place at which it is none, or none that can be played here.
pub fn read(format: Format, text: &str, known: Known) -> Result<Opened, FileProblem> {
    let told = |trouble| FileProblem::of(text, trouble);
    let transcript = match format {
        Format::Own => return own(text).map_err(told),
        Format::T1 => t1::read(text),
        Format::Tsgf => tsgf::read(text),
        Format::Text => text::read(text),
    };
    transcript.and_then(|transcript| transcript.open(known)).map_err(told)
}

/// Writes a match. Only our own form keeps how long turns took and what they were worth.
///
/// # Errors
/// If the recording is none.
pub fn write(format: Format, recording: &Recording) -> Result<String, RecordingProblem> {
    Ok(match format {
        Format::Own => recording.line()? + "\n",
        Format::T1 => t1::write(&Transcript::of(recording)?),
        Format::Tsgf => tsgf::write(&Transcript::of(recording)?),
        Format::Text => text::write(&Transcript::of(recording)?),
    })
}

/// Reads our own form: the first line.
fn own(text: &str) -> Result<Opened, Trouble> {
    let line = text.lines().next().unwrap_or_default();
    let wrong = |problem: RecordingProblem| {
        let field = |name: &str| line.find(&format!("\"{name}\"")).unwrap_or(0);
        let at = match &problem {
            // Its columns count bytes.
            RecordingProblem::Syntax(error) => error.column().saturating_sub(1),
            RecordingProblem::Match(SaveProblem::Turn(number, _)) => turn(line, *number),
            RecordingProblem::Match(SaveProblem::Setup(_)) => field("setup"),
            RecordingProblem::Match(_) => field("match"),
            RecordingProblem::Difference(name) => field(name),
        };
        let at = (0..=at.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0);
        Trouble { at, what: Wrong::Own(problem.to_string()) }
    };
    let recording = Recording::parse(line).map_err(wrong)?;
    let variant = recording.replay().map_err(wrong)?.position().rules().variant;
    Ok(Opened { recording, variant, certainty: Certainty::Told, left_out: 0 })
}

/// Where a turn stands, from 1: strings of moves have no quotes in them.
fn turn(line: &str, number: usize) -> usize {
    let begin = line.find("\"turns\"").map_or(0, |at| at + "\"turns\"".len());
    let quotes = line[begin..].match_indices('"').map(|(at, _)| begin + at + 1);
    quotes.step_by(2).nth(number - 1).unwrap_or(begin)
}
