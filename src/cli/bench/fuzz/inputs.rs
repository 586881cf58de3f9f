//! What is changed: real files of every sort, recorded and saved by small matches or taken from the shipped levels.
//!
//! A file is kept in parts that can be changed each for itself. A packed part is unpacked, changed in its text form and
//! packed again, so that its sum is right and the reader has to look at what it says.

use super::matches::{CONTEST, played, small_level, tactics_battle, tron_match, tron_round};
use super::mutate::{by_bytes, mutate};
use crate::app::root_folder;
use crate::base::packed::{pack, unpack};
use crate::base::rng::Rng;
use crate::cli::CliError;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::record::saves::SaveBody;
use crate::games::rts::sim::record::snapshot::Snapshot;
use crate::games::tron::contest::{parse_map, view};
use crate::games::tron::position::{Options, Position as TronPosition};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::path::{Path, PathBuf};

/// A sort of input, by the end of its file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A recording of the real-time game.
    Replay,
    /// A match of Tron.
    Tron,
    /// A round of a simulation of Tron.
    TronRound,
    /// A battle of Tactics.
    Tactics,
    /// A saved match.
    Save,
    /// A level of the real-time game.
    Level,
    /// A MovingAI map.
    Map,
    /// A scenario of the movement suite.
    Jam,
    /// A board of Tron.
    TronLevel,
    /// A board of Tactics.
    TacticsLevel,
    /// A puzzle.
    Puzzle,
    /// Rules.
    Rules,
    /// What our Tron bot is asked.
    TronQuestions,
    /// What our Tactics bot is asked.
    TacticsQuestions,
    /// What an outside Tron bot answers.
    TronAnswers,
    /// What an outside Tactics bot answers.
    TacticsAnswers,
}

impl Form {
    /// All of them, with the end of the names of their files in `tests/fuzz`.
    pub(super) const ALL: [(Self, &'static str); 16] = [
        (Self::Replay, "replay"),
        (Self::Tron, "tron"),
        (Self::TronRound, "tron-round"),
        (Self::Tactics, "tactics"),
        (Self::Save, "save"),
        (Self::Level, "level"),
        (Self::Map, "map"),
        (Self::Jam, "jam"),
        (Self::TronLevel, "tron-level"),
        (Self::TacticsLevel, "tactics-level"),
        (Self::Puzzle, "puzzle"),
        (Self::Rules, "rules"),
        (Self::TronQuestions, "tron-questions"),
        (Self::TacticsQuestions, "tactics-questions"),
        (Self::TronAnswers, "tron-answers"),
        (Self::TacticsAnswers, "tactics-answers"),
    ];

    /// The end of its files' names.
    pub(super) fn name(self) -> &'static str {
        Self::ALL.into_iter().find(|(form, _)| *form == self).map_or("", |(_, name)| name)
    }

    /// The form of a kept input.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?;
        Self::ALL.into_iter().find(|(_, name)| *name == end).map(|(form, _)| form)
    }
}

/// A part of a file that is changed for itself.
#[derive(Debug, Clone)]
enum Part {
    /// As it is in the file.
    Plain(String),
    /// A snapshot in its text form, in a line of a recording between these two texts.
    Snapshot(String, String, String),
    /// What a saved match has after its first line, in its text form.
    Body(String),
}

/// A real file in its parts: lines, or the whole.
#[derive(Debug, Clone)]
pub(super) struct Real {
    pub(super) form: Form,
    parts: Vec<Part>,
}

/// The text form of something packed; the one of a map with structures as its keys is RON and not JSON.
fn opened<T: serde::Serialize + serde::de::DeserializeOwned>(packed: &str) -> Option<String> {
    ron::to_string(&unpack::<T>(packed.trim()).ok()?).ok()
}

/// Packs a text form; `None` if it is of no value any more.
fn closed<T: serde::Serialize + serde::de::DeserializeOwned>(text: &str) -> Option<String> {
    pack(&ron::from_str::<T>(text).ok()?).ok()
}

impl Real {
    /// Takes a file apart.
    pub(super) fn of(form: Form, text: &str) -> Self {
        let line = |line: &str| Part::Plain(format!("{line}\n"));
        let parts = match form {
            Form::Replay => text.lines().map(|text| snapshot(text).unwrap_or_else(|| line(text))).collect(),
            Form::Save => match text.split_once('\n') {
                Some((first, body)) => {
                    let body = opened::<SaveBody>(body).map_or_else(|| line(body), Part::Body);
                    vec![line(first), body]
                }
                None => vec![line(text)],
            },
            Form::Tron | Form::TronAnswers | Form::TacticsAnswers => text.lines().map(line).collect(),
            _ => vec![Part::Plain(text.into())],
        };
        Self { form, parts }
    }

    /// The file as it is.
    #[cfg(test)]
    fn bytes(&self) -> Vec<u8> {
        self.parts.iter().flat_map(Part::written).collect::<String>().into_bytes()
    }

    /// The file with something changed.
    pub(super) fn changed(&self, chance: &mut Rng) -> Vec<u8> {
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
        let is_rich = |part: &Part| match part {
            Part::Plain(text) => !text.contains("\"print\""),
            _ => true,
        };
        let rich: Vec<usize> = (0..self.parts.len()).filter(|index| is_rich(&self.parts[*index])).collect();
        let packed: Vec<usize> =
            (0..self.parts.len()).filter(|index| !matches!(self.parts[*index], Part::Plain(_))).collect();
        let chosen = match chance.random_range(0..10) {
            0 => None,
            1..4 => Some(0),
            4..7 => packed.choose(chance).copied(),
            _ => rich.choose(chance).copied(),
        };
        chosen.unwrap_or_else(|| chance.random_range(0..self.parts.len()))
    }
}

/// The part of a line of a recording that has a snapshot.
fn snapshot(line: &str) -> Option<Part> {
    let before = line.find("\"state\":\"")? + 9;
    let end = before + line[before..].find('"')?;
    let text = opened::<Snapshot>(&line[before..end])?;
    Some(Part::Snapshot(line[..before].into(), text, format!("{}\n", &line[end..])))
}

impl Part {
    fn written(&self) -> Option<String> {
        match self {
            Self::Plain(text) => Some(text.clone()),
            Self::Snapshot(before, text, after) => Some([before, closed::<Snapshot>(text)?.as_str(), after].concat()),
            Self::Body(text) => Some(closed::<SaveBody>(text)? + "\n"),
        }
    }

    /// Most changes of a packed part make no value of its form; some of these are tried.
    fn changed(&self, chance: &mut Rng) -> Option<String> {
        match self {
            Self::Plain(text) => Some(mutate(text, chance)),
            Self::Snapshot(before, text, after) => {
                (0..6).find_map(|_| Self::Snapshot(before.clone(), mutate(text, chance), after.clone()).written())
            }
            Self::Body(text) => (0..6).find_map(|_| Self::Body(mutate(text, chance)).written()),
        }
    }
}

/// Shipped levels of a folder, none larger than `most` bytes, in the order of their
/// names.
fn shipped(folder: &str, most: u64) -> Result<Vec<String>, String> {
    let folder = root_folder().join("levels").join(folder);
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        let is_small = path.metadata().is_ok_and(|data| data.is_file() && data.len() <= most);
        if is_small && path.extension().is_some_and(|extension| extension == "ron") {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).map_err(told)).collect()
}

/// The map as a MovingAI file.
const MAP: &str = "type octile\nheight 4\nwidth 9\nmap\n...TT....\n..@@@.WW.\n.....S...\n.........\n";

/// All real files of a kind of input. `folder` is for what is recorded on the way.
pub(super) fn real(kind: super::Kind, folder: &Path) -> Result<Vec<Real>, CliError> {
    make(kind, folder).map_err(CliError::Other)
}

fn make(kind: super::Kind, folder: &Path) -> Result<Vec<Real>, String> {
    use super::Kind;
    let of = |form: Form| move |text: String| Real::of(form, &text);
    Ok(match kind {
        Kind::Replay => {
            let (fog, _) = played(folder, Some(true))?;
            let (open, _) = played(folder, Some(false))?;
            let (sandbox, _) = played(folder, None)?;
            let (battle, _) = tactics_battle()?;
            let replays = [fog, open, sandbox].map(of(Form::Replay)).into_iter();
            let matches = [(Form::Tron, tron_match()?), (Form::TronRound, tron_round()?), (Form::Tactics, battle)];
            replays.chain(matches.map(|(form, text)| Real::of(form, &text))).collect()
        }
        Kind::Save => {
            let saves = [Some(true), Some(false), None].map(|fog| played(folder, fog).map(|(_, save)| save));
            let saves: Vec<String> = saves.into_iter().collect::<Result<_, _>>()?;
            saves.into_iter().map(of(Form::Save)).collect()
        }
        Kind::Level => {
            let rules = Rules::built_in();
            let small = small_level(&rules).to_ron(&rules);
            let lists = [
                (Form::Level, vec![small]),
                (Form::Level, shipped("rts", 4500)?),
                (Form::Map, vec![MAP.into()]),
                (Form::Jam, shipped("jams", 1300)?),
                (Form::TronLevel, shipped("tron", 2000)?),
                (Form::TacticsLevel, shipped("tactics", 2000)?),
                (Form::Puzzle, shipped("tactics/puzzles", 2000)?),
            ];
            lists.into_iter().flat_map(|(form, texts)| texts.into_iter().map(of(form))).collect()
        }
        Kind::Rules => {
            let path = root_folder().join("assets/rules/rts.ron");
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            // The short form has all fields and no comments.
            [text, Rules::built_in().to_ron()].map(of(Form::Rules)).into()
        }
        Kind::Bot => {
            let arena = parse_map(CONTEST).map_err(|problem| problem.to_string())?;
            let maps = CONTEST.to_string() + &view(&TronPosition::new(&arena, 2, Options::default()), 1);
            let (_, questions) = tactics_battle()?;
            let answers = "2\n2\n3\n3\n4\n1\n".to_string();
            let turns = "b2-c2 b4-c4 b6-c6\nc2-d2 c4-d4 c6-d6\nd2-e2 d4-e4 d6-e6\n".to_string();
            vec![
                Real::of(Form::TronQuestions, &maps),
                Real::of(Form::TacticsQuestions, &questions),
                Real::of(Form::TronAnswers, &answers),
                Real::of(Form::TacticsAnswers, &turns),
            ]
        }
        Kind::Kill => Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::stream;
    use crate::cli::bench::fuzz::Kind;
    use crate::games::rts::sim::record::replay::{Entry, Replay};
    use crate::games::rts::sim::record::saves::SavedMatch;

    #[test]
    fn real_files_are_put_together_again_and_changed_ones_often_have_the_right_sums() {
        let folder = tempfile::tempdir().expect("a folder");
        let saves = make(Kind::Save, folder.path()).expect("saves");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        for save in &saves {
            assert!(SavedMatch::parse(&text(save.bytes()), "x").is_ok());
        }
        let mut told = std::collections::BTreeSet::new();
        for number in 0..60 {
            let changed = saves[0].changed(&mut stream(number, "test"));
            if let Err(problem) = SavedMatch::parse(&text(changed), "x") {
                told.insert(problem.to_string());
            }
        }
        assert!(told.iter().filter(|problem| !problem.contains("packed")).count() > 10, "{told:?}");
        // Who sits in a saved match is looked at before it begins.
        let Part::Body(body) = &saves[0].parts[1] else { panic!("it was opened") };
        for (from, to, field) in [
            ("faction:0", "faction:9", "skirmish: `players[0].faction`: expected 0 to 1, got 9"),
            ("team:1", "team:250", "skirmish: `players[1].team`: expected 0 to 7, got 250"),
            ("start:(x:34", "start:(x:32767", "skirmish: `players[1].start`: a start at (32767, 14)"),
            ("mines:[(", "mines:[((x:30000,y:0),400),(", "skirmish: `mines[0]`: a mine at (30000, 0)"),
        ] {
            let at = body.find("skirmish:Some(").expect("a skirmish");
            let changed = format!("{}{}", &body[..at], body[at..].replacen(from, to, 1));
            let real = Real { form: Form::Save, parts: vec![saves[0].parts[0].clone(), Part::Body(changed)] };
            let problem = SavedMatch::parse(&text(real.bytes()), "x.save").expect_err(to).to_string();
            assert!(problem.contains(&format!("x.save: line 2: {field}")), "{problem}");
        }
        let replays = make(Kind::Replay, folder.path()).expect("recordings");
        let replay = Replay::parse(&text(replays[0].bytes()), "x").expect("a recording");
        assert!(replay.entries.iter().any(|entry| matches!(entry, Entry::Snapshot { .. })));
    }
}
