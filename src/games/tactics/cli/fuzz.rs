//! What Tactics gives to `bench fuzz`: its files, their doors, and small battles.

use super::bot::TacticsBot;
use crate::arena::Contest as _;
use crate::cli::bench::fuzz::inputs::{Form, Real, lines, shipped, whole};
use crate::cli::bench::fuzz::programs::{TURNS, ask, clock, leash, no_clock, play_on, reader};
use crate::cli::bench::fuzz::{Answer, Fuzz, Keeper, Kind, Step, said};
use crate::cli::replay::read;
use crate::cli::replay::rounds::play_recordings;
use crate::games::tactics::battle::Battle;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::protocol::question;
use crate::games::tactics::rules::Rules;
use crate::games::tactics::setup::Setup;
use crate::games::tactics::simulation::{Leash, Recording, Side, Simulation};
use crate::games::tactics::{Mode, Position, puzzle};
use std::path::Path;

pub(super) const FUZZ: Fuzz = Fuzz {
    forms: &[BATTLE, LEVEL, PUZZLE, QUESTIONS, ANSWERS],
    real,
    keeper: Some(Keeper {
        begin: |folder| {
            let setup = Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [3, 3]);
            let battle = Battle::new(setup).map_err(said)?;
            let battle = Recording::new(0, &battle, ["human".into(), "human".into()], Default::default(), None);
            let path = folder.join(KEPT);
            let step: Step = Box::new(move || battle.write(&path));
            Ok(step)
        },
        file: KEPT,
        read: &[("tactics", |path| Recording::load(path).map(drop))],
    }),
};

const BATTLE: Form = Form { name: "tactics", extension: "tactics", parts: whole, enter: battle };
const LEVEL: Form = Form { name: "tactics-level", extension: "ron", parts: whole, enter: level };
const PUZZLE: Form = Form { name: "puzzle", extension: "ron", parts: whole, enter: solve };
/// What our bot is asked.
const QUESTIONS: Form = Form { name: "tactics-questions", extension: "txt", parts: whole, enter: ask::<TacticsBot> };
/// What an outside bot answers.
const ANSWERS: Form = Form { name: "tactics-answers", extension: "txt", parts: lines, enter: answers };

/// The battle that is saved over and over again.
const KEPT: &str = "mine.tactics";
/// Who goes on with a battle.
const ENGINE: PlayerKind = PlayerKind::engine(3);

fn real(kind: Kind, _: &Path) -> Result<Vec<Real>, String> {
    Ok(match kind {
        Kind::Replay => vec![Real::of(&BATTLE, &recorded_battle()?.0)],
        Kind::Level => {
            let (levels, puzzles) = (shipped("tactics", 2000)?, shipped("tactics/puzzles", 2000)?);
            let levels = levels.iter().map(|text| Real::of(&LEVEL, text));
            levels.chain(puzzles.iter().map(|text| Real::of(&PUZZLE, text))).collect()
        }
        Kind::Bot => {
            let turns = "b2-c2 b4-c4 b6-c6\nc2-d2 c4-d4 c6-d6\nd2-e2 d4-e4 d6-e6\n";
            vec![Real::of(&QUESTIONS, &recorded_battle()?.1), Real::of(&ANSWERS, turns)]
        }
        Kind::Save | Kind::Rules | Kind::Kill => Vec::new(),
    })
}

/// A battle of Tactics at random, and what was asked on the way.
fn recorded_battle() -> Result<(String, String), String> {
    let side = |text: &str| text.parse::<Side>().map_err(said);
    let rules = Rules::default();
    let simulation = Simulation {
        sides: [side("random")?, side("random")?],
        setup: Setup::soldiers(TacticsLevel::built_in(), rules, [3, 2]),
        opening: 0,
        limit: 60,
        leash: Leash::default(),
        seed: 4,
    };
    let round = simulation.play(0, &no_clock()).map_err(said)?;
    let recording = round.recording(&simulation.sides).map_err(said)?;
    let mut position: Position = round.setup.begin().map_err(said)?;
    let mut asked = String::new();
    for action in round.turns.iter().take(3).flatten() {
        asked += &question(&position);
        position.make(*action);
        position.settle();
    }
    Ok((recording.line().map_err(said)? + "\n", asked))
}

fn battle(path: &Path) -> Answer {
    let recording = Recording::load(path)?;
    let saved = recording.saved();
    for turns in [0, saved.len() / 2, usize::MAX] {
        play_on(saved.restore(turns).map_err(said)?.position().clone(), ENGINE);
    }
    let (text, file) = read(path).map_err(said)?;
    play_recordings::<Position>(&text, &file, u32::MAX, true).map(drop).map_err(said)
}

fn level(path: &Path) -> Answer {
    let level = TacticsLevel::load(path).map_err(said)?;
    for mode in Mode::ALL.into_iter().filter(|mode| level.suits(*mode)) {
        let rules = Rules { mode, ..Rules::default() };
        let setup = Setup { obstacles: 10, ..Setup::soldiers(level.clone(), rules, [3, 2]) };
        play_on(setup.begin().map_err(said)?, ENGINE);
    }
    Ok(())
}

fn solve(path: &Path) -> Answer {
    let puzzle = puzzle::load(path).map_err(said)?;
    play_on(puzzle.position().clone(), ENGINE);
    play_on(puzzle.setup().begin().map_err(said)?, ENGINE);
    Ok(())
}

fn answers(path: &Path) -> Answer {
    let rules = Rules { rests: 0, ..Rules::default() };
    let simulation = Simulation {
        sides: [reader(path, "[ \"$line\" = go ]").parse().map_err(said)?, "random".parse().map_err(said)?],
        setup: Setup::soldiers(TacticsLevel::built_in(), rules, [3, 2]),
        opening: 0,
        limit: 2 * TURNS as u16,
        leash: leash(),
        seed: 1,
    };
    let round = simulation.play(0, &clock()).map_err(said)?;
    match round.forfeit {
        Some((_, forfeit)) => Err(format!("the answers lose the battle: {}", forfeit.name())),
        None => Ok(()),
    }
}
