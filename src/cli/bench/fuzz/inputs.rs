//! What is changed: real files of every sort, recorded and saved by small matches or taken from the shipped levels.
//!
//! A file is kept in parts that can be changed each for itself. A packed part is unpacked, changed in its text form and
//! packed again, so that its sum is right and the reader has to look at what it says.

use super::mutate::{by_bytes, mutate};
use super::{Answer, Kind};
use crate::base::packed::{pack, unpack};
use crate::base::rng::Rng;
use crate::cli::CliError;
use crate::files::listed;
use crate::games::GAMES;
use crate::shell::folders::root_folder;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::path::Path;

/// A sort of input.
pub(crate) struct Form {
    /// The end of the names of its files in `tests/fuzz`.
    pub(crate) name: &'static str,
    /// The end of the name by which the game reads it.
    pub(crate) extension: &'static str,
    /// Takes a file apart.
    pub(crate) parts: fn(&str) -> Vec<Part>,
    /// Takes a file through its door, and plays on.
    pub(crate) enter: fn(&Path) -> Answer,
}

impl Form {
    pub(super) fn all() -> impl Iterator<Item = &'static Self> {
        GAMES.iter().flat_map(|game| game.commands.fuzz.forms)
    }

    /// The form of a kept input.
    pub(super) fn of(path: &Path) -> Option<&'static Self> {
        let end = path.extension()?.to_str()?;
        Self::all().find(|form| form.name == end)
    }
}

/// A part of a file that is changed for itself.
#[derive(Debug, Clone)]
pub struct Part {
    /// What stands before and after it in the file and stays.
    pub around: [String; 2],
    /// What it says, in its text form.
    pub text: String,
    /// Packs the text form of a packed part; `None` if it is of no value any more.
    pub close: Option<fn(&str) -> Option<String>>,
}

/// A real file in its parts: lines, or the whole.
#[derive(Clone)]
pub struct Real {
    pub(super) form: &'static Form,
    /// From the first to the last.
    pub parts: Vec<Part>,
}

/// A file that is changed as a whole.
pub(crate) fn whole(text: &str) -> Vec<Part> {
    vec![Part::plain(text.into())]
}

/// A file that is changed line by line.
pub(crate) fn lines(text: &str) -> Vec<Part> {
    text.lines().map(Part::line).collect()
}

/// The text form of something packed; the one of a map with structures as its keys is RON and not JSON.
pub(crate) fn opened<T: serde::Serialize + serde::de::DeserializeOwned>(packed: &str) -> Option<String> {
    ron::to_string(&unpack::<T>(packed.trim()).ok()?).ok()
}

/// Packs a text form; `None` if it is of no value any more.
pub(crate) fn closed<T: serde::Serialize + serde::de::DeserializeOwned>(text: &str) -> Option<String> {
    pack(&ron::from_str::<T>(text).ok()?).ok()
}

impl Real {
    /// Takes a file apart.
    pub(crate) fn of(form: &'static Form, text: &str) -> Self {
        Self { form, parts: (form.parts)(text) }
    }

    /// The file with something changed.
    pub fn changed(&self, chance: &mut Rng) -> Vec<u8> {
        let mut parts: Vec<Option<String>> = self.parts.iter().map(|_| None).collect();
        let place = self.place(chance);
        match chance.random_range(0..20) {
            // A line is missing, comes twice or comes elsewhere.
            0 if parts.len() > 2 => parts[place] = Some(String::new()),
            1 if parts.len() > 2 => parts[place] = self.parts[place].written().map(|text| text.repeat(2)),
            2 if parts.len() > 2 => parts[place] = self.parts.choose(chance).and_then(Part::written),
            _ => parts[place] = self.parts[place].changed(chance),
        }
        let all = self.parts.iter().zip(parts).filter_map(|(part, new)| new.or_else(|| part.written()));
        let mut bytes = all.collect::<String>().into_bytes();
        if chance.random_range(0..12) == 0 {
            by_bytes(&mut bytes, chance);
        }
        bytes
    }

    /// The part that is changed: of the many lines of a recording those that say something come as often as the others.
    fn place(&self, chance: &mut Rng) -> usize {
        let is_rich = |part: &Part| part.close.is_some() || !part.text.contains("\"print\"");
        let rich: Vec<usize> = (0..self.parts.len()).filter(|index| is_rich(&self.parts[*index])).collect();
        let packed: Vec<usize> = (0..self.parts.len()).filter(|index| self.parts[*index].close.is_some()).collect();
        let chosen = match chance.random_range(0..10) {
            0 => None,
            1..4 => Some(0),
            4..7 => packed.choose(chance).copied(),
            _ => rich.choose(chance).copied(),
        };
        chosen.unwrap_or_else(|| chance.random_range(0..self.parts.len()))
    }
}

impl Part {
    fn plain(text: String) -> Self {
        Self { around: Default::default(), text, close: None }
    }

    pub(crate) fn line(line: &str) -> Self {
        Self::plain(format!("{line}\n"))
    }

    /// It as it stands in the file; `None` if its text can not be packed.
    pub fn written(&self) -> Option<String> {
        let [before, after] = &self.around;
        let text = self.close.map_or_else(|| Some(self.text.clone()), |close| close(&self.text))?;
        Some([before, text.as_str(), after].concat())
    }

    /// Most changes of a packed part make no value of its form; some of these are tried.
    fn changed(&self, chance: &mut Rng) -> Option<String> {
        let tries = if self.close.is_some() { 6 } else { 1 };
        (0..tries).find_map(|_| Self { text: mutate(&self.text, chance), ..self.clone() }.written())
    }
}

/// Shipped levels of a folder, none larger than `most` bytes, in the order of their names.
pub(crate) fn shipped(folder: &str, most: u64) -> Result<Vec<String>, String> {
    let folder = root_folder().join("levels").join(folder);
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let paths = listed(&folder, "ron").map_err(told)?;
    let small = paths.iter().filter(|path| path.metadata().is_ok_and(|data| data.len() <= most));
    small.map(|path| std::fs::read_to_string(path).map_err(told)).collect()
}

/// All real files of a kind of input. `folder` is for what is recorded on the way.
pub(super) fn real(kind: Kind, folder: &Path) -> Result<Vec<Real>, CliError> {
    let mut all = Vec::new();
    for game in &GAMES {
        all.extend((game.commands.fuzz.real)(kind, folder).map_err(CliError::Other)?);
    }
    Ok(all)
}
