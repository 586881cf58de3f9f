//! What Links gives to `bench fuzz`: its files, their doors, and matches that go on behind them.

use super::bot::LinksBot;
use crate::arena::{Contest as _, Leash, TurnGame as _};
use crate::cli::bench::fuzz::inputs::{Form, Real, lines, whole};
use crate::cli::bench::fuzz::programs::{ask, clock, leash, no_clock, play_on, reader};
use crate::cli::bench::fuzz::{Answer, Fuzz, Keeper, Kind, Step, said};
use crate::cli::replay::read;
use crate::cli::replay::rounds::play_recordings;
use crate::games::links::files::{self, Format, Known};
use crate::games::links::game::Match;
use crate::games::links::player::PlayerKind;
use crate::games::links::position::Position;
use crate::games::links::puzzle::{Puzzle, Task, load, write};
use crate::games::links::rules::Rules;
use crate::games::links::setup::Setup;
use crate::games::links::simulation::{Recording, Simulation};
use std::path::Path;

pub(super) const FUZZ: Fuzz = Fuzz {
    forms: &[MATCH, T1, TSGF, LIST, PUZZLES, QUESTIONS, ANSWERS],
    real,
    keeper: Some(Keeper {
        begin: |folder| {
            let played = Match::new(Setup::default()).map_err(said)?;
            let played = Recording::new(0, &played, ["human".into(), "human".into()], Default::default(), None);
            let path = folder.join(KEPT);
            let step: Step = Box::new(move || played.write(&path));
            Ok(step)
        },
        file: KEPT,
        read: &[("links", |path| Recording::load(path).map(drop))],
    }),
};

const MATCH: Form = Form { name: "links", extension: "links", parts: whole, enter: recorded };
const T1: Form = Form { name: "links-t1", extension: "T1", parts: lines, enter: foreign };
const TSGF: Form = Form { name: "links-tsgf", extension: "tsgf", parts: whole, enter: foreign };
const LIST: Form = Form { name: "links-list", extension: "txt", parts: whole, enter: foreign };
const PUZZLES: Form = Form { name: "links-puzzles", extension: "ron", parts: whole, enter: solve };
/// What our bot is asked.
const QUESTIONS: Form = Form { name: "links-questions", extension: "txt", parts: whole, enter: ask::<LinksBot> };
/// What an outside bot answers.
const ANSWERS: Form = Form { name: "links-answers", extension: "txt", parts: lines, enter: answers };

/// The match that is saved over and over again.
const KEPT: &str = "mine.links";

fn small(sides: [&str; 2], leash: Leash) -> Result<Simulation, String> {
    let [first, second] = sides;
    let sides = [first.parse().map_err(said)?, second.parse().map_err(said)?];
    Ok(Simulation { sides, rules: Rules { size: 12, ..Rules::default() }, opening: 2, by_book: true, leash, seed: 1 })
}

fn real(kind: Kind, _: &Path) -> Result<Vec<Real>, String> {
    let simulation = small(["random", "random"], Leash::default())?;
    let round = simulation.play(0, &no_clock()).map_err(said)?;
    Ok(match kind {
        Kind::Replay => {
            let recording = round.recording(&simulation.sides).map_err(said)?;
            let written = |form: &'static Form, format| -> Result<Real, String> {
                Ok(Real::of(form, &files::write(format, &recording).map_err(said)?))
            };
            vec![
                written(&MATCH, Format::Own)?,
                written(&T1, Format::T1)?,
                written(&TSGF, Format::Tsgf)?,
                written(&LIST, Format::Text)?,
            ]
        }
        Kind::Bot => {
            let mut position = round.setup.begin().map_err(said)?;
            let mut asked = String::new();
            for step in round.steps.iter().take(3) {
                asked += &position.question(position.side());
                position.make(*step);
            }
            vec![Real::of(&QUESTIONS, &asked), Real::of(&ANSWERS, "c4\nf6\noffer g8\n")]
        }
        Kind::Level => {
            let played: Vec<_> = simulation.play(0, &no_clock()).map_err(said)?.steps.into_iter().take(6).collect();
            let setup = Setup { rules: Rules { pie: false, ..simulation.rules }, opening: played, seed: 1 };
            let solution = setup.begin().map_err(said)?.free(0).iter().next().ok_or("no hole is free")?;
            let puzzle = Puzzle::new("Fuzz".into(), Task::Win(3), 1, solution, setup).map_err(said)?;
            vec![Real::of(&PUZZLES, &write(&[puzzle]))]
        }
        Kind::Save | Kind::Rules | Kind::Kill => Vec::new(),
    })
}

fn recorded(path: &Path) -> Answer {
    let recording = Recording::load(path)?;
    let saved = recording.saved();
    for turns in [0, saved.len() / 2, usize::MAX] {
        play_on(saved.restore(turns).map_err(said)?.position().clone(), PlayerKind::engine(3));
    }
    let (text, file) = read(path).map_err(said)?;
    play_recordings::<Position>(&text, &file, u32::MAX, true).map(drop).map_err(said)
}

/// What came in goes out again in every form, and is the same match.
fn foreign(path: &Path) -> Answer {
    let (text, _) = read(path).map_err(said)?;
    let format = Format::of_path(path).unwrap_or(Format::Text);
    let opened = files::read(format, &text, Known::default()).map_err(said)?;
    let last = |recording: &Recording| recording.replay().map(|played| played.position().clone()).map_err(said);
    let position = last(&opened.recording)?;
    for format in Format::ALL {
        let written = files::write(format, &opened.recording).map_err(said)?;
        let again = files::read(format, &written, Known::default());
        let again = again.unwrap_or_else(|problem| panic!("{format:?} is not read again: {problem}"));
        assert_eq!(last(&again.recording)?.key(), position.key(), "{format:?}");
    }
    play_on(position, PlayerKind::engine(3));
    Ok(())
}

fn solve(path: &Path) -> Answer {
    for puzzle in load(path).map_err(said)? {
        play_on(puzzle.position().clone(), PlayerKind::engine(3));
    }
    Ok(())
}

fn answers(path: &Path) -> Answer {
    let side = reader(path, "[ \"$line\" = go ]");
    let simulation = small([side.as_str(), "random"], leash())?;
    let round = simulation.play(0, &clock()).map_err(said)?;
    match round.forfeit {
        Some((_, forfeit)) => Err(format!("the answers lose the match: {}", forfeit.name())),
        None => Ok(()),
    }
}
