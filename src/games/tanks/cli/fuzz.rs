//! What Tanks gives to `bench fuzz`: its files and their doors.

use super::bot::TanksBot;
use super::replay::play;
use crate::arena::{Contest as _, PlayerKind as _, TurnGame as _};
use crate::base::Budget;
use crate::cli::bench::fuzz::inputs::{Form, Real, lines, shipped, whole};
use crate::cli::bench::fuzz::programs::{ask, clock, leash, no_clock, reader};
use crate::cli::bench::fuzz::{Answer, Fuzz, Kind, said};
use crate::cli::replay::read;
use crate::games::tanks::played::Played;
use crate::games::tanks::replay::TanksReplay;
use crate::games::tanks::rules::Rules;
use crate::games::tanks::setup::{Hand, Level, OURS, Seat, Setup};
use crate::games::tanks::sim::{Duel, Kind as Player, Leash, Recording, Simulation};
use crate::games::tanks::stage::Stage;
use std::path::Path;
use std::sync::Arc;

pub(super) const FUZZ: Fuzz = Fuzz { forms: &[MATCH, ROUND, LEVEL, QUESTIONS, ANSWERS], real, keeper: None };

const MATCH: Form = Form { name: "tanks", extension: "tanks", parts: lines, enter: again };
/// A match of a simulation.
const ROUND: Form = Form { name: "tanks-round", extension: "jsonl", parts: whole, enter: again };
const LEVEL: Form = Form { name: "tanks-level", extension: "ron", parts: whole, enter: level };
/// What our bot is asked.
const QUESTIONS: Form = Form { name: "tanks-questions", extension: "txt", parts: lines, enter: ask::<TanksBot> };
/// What an outside bot answers.
const ANSWERS: Form = Form { name: "tanks-answers", extension: "txt", parts: lines, enter: answers };

/// Ticks that a match behind a door takes.
const TICKS: u32 = 300;
/// Looks of a match of which our bot is asked, or that an outside bot answers.
const LOOKS: u32 = 60;

fn real(kind: Kind, _: &Path) -> Result<Vec<Real>, String> {
    Ok(match kind {
        Kind::Replay => vec![Real::of(&MATCH, &recorded()?), Real::of(&ROUND, &recorded_round()?)],
        Kind::Level => shipped("tanks", 4000)?.iter().map(|text| Real::of(&LEVEL, text)).collect(),
        Kind::Bot => {
            let answers = "{\"steer\":\"north\",\"fire\":true}\n{}\n".repeat(LOOKS as usize / 2 + 1);
            vec![Real::of(&QUESTIONS, &asked()?), Real::of(&ANSWERS, &answers)]
        }
        Kind::Save | Kind::Rules | Kind::Kill => Vec::new(),
    })
}

/// A match of two programs on a stage.
fn begun(stage: &Stage) -> Result<Played, String> {
    let seats = vec![Seat::new(Hand::Bot(Level::Normal), OURS); 2];
    Played::new(Arc::new(Rules::built_in()), Setup { seats, ..Setup::default() }, stage).map_err(said)
}

fn recorded() -> Result<String, String> {
    let stage = Stage::blank(26, 26);
    let mut played = begun(&stage)?;
    let mut replay = TanksReplay::new(played.world().setup(), &stage);
    for _ in 0..TICKS {
        let orders = played.step(&[]);
        replay.push(&orders, played.world());
    }
    Ok(replay.text(played.world()))
}

/// A short match on an empty stage.
fn small(side: &str, leash: Leash) -> Result<Simulation, String> {
    let sides = vec![side.parse().map_err(said)?];
    let stages = vec![Arc::new(Stage::blank(16, 14))];
    Ok(Simulation { most: LOOKS, leash, ..Simulation::campaign(sides, vec![Level::Normal], stages, 1) })
}

fn recorded_round() -> Result<String, String> {
    let simulation = small("average", Leash::default())?;
    let round = simulation.play(0, &no_clock())?;
    Ok(Recording::of(&round, &simulation.sides).line() + "\n")
}

/// The first looks of a match.
fn asked() -> Result<String, String> {
    let (pitch, ..) = small("average", Leash::default())?.pitch(0);
    let mut duel = Duel::start(&pitch)?;
    let mut player = Player::Average.player(1);
    let mut text = String::new();
    for _ in 0..LOOKS {
        text += &duel.question(0);
        let step = player.choose(&duel, 0, &Budget::unlimited()).step;
        duel.apply(&[(0, step)])?;
    }
    Ok(text)
}

fn answers(path: &Path) -> Answer {
    let simulation = small(&reader(path, "true"), leash())?;
    let round = simulation.play(0, &clock())?;
    match round.faults[0] {
        (_, Some(reason)) => Err(format!("an answer is none: {}", reason.name())),
        _ => Ok(()),
    }
}

/// Plays a file again, to its end and with every comparison.
fn again(path: &Path) -> Answer {
    let (text, file) = read(path).map_err(said)?;
    play(&text, &file, u32::MAX, true).map(drop).map_err(said)
}

fn level(path: &Path) -> Answer {
    let stage = Stage::load(path).map_err(said)?;
    // Not every stage is one for a campaign.
    let Ok(mut played) = begun(&stage) else { return Ok(()) };
    for _ in 0..TICKS {
        played.step(&[]);
    }
    Ok(())
}
