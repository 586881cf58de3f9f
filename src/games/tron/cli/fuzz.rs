//! What Tron gives to `bench fuzz`: its files, their doors, and small matches.

use super::bot::TronBot;
use super::replay::play;
use crate::arena::Contest as _;
use crate::cli::bench::fuzz::inputs::{Form, Real, lines, shipped, whole};
use crate::cli::bench::fuzz::programs::{ask, clock, leash, no_clock, play_on, reader};
use crate::cli::bench::fuzz::{Answer, Fuzz, Kind, said};
use crate::cli::replay::read;
use crate::games::tron::contest::{parse_map, view};
use crate::games::tron::file::TronLevel;
use crate::games::tron::generate::RandomArena;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::position::{Options, Order, Position};
use crate::games::tron::replay::{Header, RoundRecord, TronReplay};
use crate::games::tron::simulation::{Board, Leash, Recording, Side, Simulation};
use std::path::Path;

pub(super) const FUZZ: Fuzz = Fuzz { forms: &[MATCH, ROUND, LEVEL, QUESTIONS, ANSWERS], real, keeper: None };

const MATCH: Form = Form { name: "tron", extension: "tron", parts: lines, enter: replay };
/// A round of a simulation.
const ROUND: Form = Form { name: "tron-round", extension: "jsonl", parts: whole, enter: again };
const LEVEL: Form = Form { name: "tron-level", extension: "ron", parts: whole, enter: level };
/// What our bot is asked.
const QUESTIONS: Form = Form { name: "tron-questions", extension: "txt", parts: whole, enter: ask::<TronBot> };
/// What an outside bot answers.
const ANSWERS: Form = Form { name: "tron-answers", extension: "txt", parts: lines, enter: answers };

/// Who goes on with a round.
const ENGINE: PlayerKind = PlayerKind::Engine(3);

fn real(kind: Kind, _: &Path) -> Result<Vec<Real>, String> {
    Ok(match kind {
        Kind::Replay => vec![Real::of(&MATCH, &recorded_match()?), Real::of(&ROUND, &recorded_round()?)],
        Kind::Level => shipped("tron", 2000)?.iter().map(|text| Real::of(&LEVEL, text)).collect(),
        Kind::Bot => {
            let arena = parse_map(CONTEST).map_err(said)?;
            let maps = CONTEST.to_string() + &view(&Position::new(&arena, 2, Options::default()), 1);
            vec![Real::of(&QUESTIONS, &maps), Real::of(&ANSWERS, "2\n2\n3\n3\n4\n1\n")]
        }
        Kind::Save | Kind::Rules | Kind::Kill => Vec::new(),
    })
}

/// Plays a file again, to its end and with every comparison, and keeps what came of it for itself.
fn again(path: &Path) -> Answer {
    let (text, file) = read(path).map_err(said)?;
    play(&text, &file, u32::MAX, true).map(drop).map_err(said)
}

/// A match of Tron of three at random, as the window records it.
fn recorded_match() -> Result<String, String> {
    let arena = RandomArena { seats: 3, width: 14, height: 12, ..Default::default() };
    let arena = arena.generate(3).map_err(said)?;
    let options = Options { boost: true, ..Options::default() };
    let header = Header::new(vec!["random".into(), "human".into(), "engine:3".into(), "off".into()], 3, options);
    let mut position = Position::new(&arena, 3, options);
    let mut record = RoundRecord::new(&arena, &[0, 1, 2]);
    while position.outcome().is_none() {
        let order = |seat: usize| {
            let dir = position.free_moves(seat).next().unwrap_or(position.riders()[seat].heading);
            if position.steps() % 7 == 3 { Order::Boost(dir) } else { Order::Go(dir) }
        };
        let orders: Vec<Order> = (0..3).map(order).collect();
        position.make(&orders);
        record.push(&orders);
    }
    Ok(TronReplay::line(&header) + &TronReplay::line(&record).repeat(2))
}

/// The board on which our bots are asked and outside bots answer.
const CONTEST: &str = "9 8\n         \n 1  ###  \n         \n   #     \n     #   \n         \n  ###  2 \n         \n";

/// A round of a simulation of Tron.
fn recorded_round() -> Result<String, String> {
    let side = |text: &str| text.parse::<Side>().map_err(said);
    let simulation = Simulation {
        sides: vec![side("random")?, side("wallhugger:4")?],
        board: Board::Fixed(parse_map(CONTEST).map_err(said)?),
        options: Options::default(),
        leash: Leash::default(),
        seed: 2,
    };
    let round = simulation.play(0, &no_clock()).map_err(said)?;
    let line = Recording::of(&round, &simulation.sides).line().map_err(said)?;
    Ok(line + "\n")
}

fn replay(path: &Path) -> Answer {
    let replay = TronReplay::load(path).map_err(said)?;
    for round in &replay.rounds {
        let arena = round.arena()?;
        play_on(round.position(&arena, replay.header.options(), round.len() / 2), ENGINE);
        play_on(round.position(&arena, replay.header.options(), usize::MAX), ENGINE);
    }
    again(path)
}

fn level(path: &Path) -> Answer {
    let arena = TronLevel::load(path).map_err(said)?.arena;
    let options = Options { boost: true, ..Options::default() };
    play_on(Position::new(&arena, arena.starts().len(), options), ENGINE);
    Ok(())
}

fn answers(path: &Path) -> Answer {
    let arena = parse_map(CONTEST).map_err(said)?;
    let lines = CONTEST.lines().count();
    let program = reader(path, &format!("[ $n -eq {lines} ]"));
    let simulation = Simulation {
        sides: vec![program.parse().map_err(said)?, "random".parse().map_err(said)?],
        board: Board::Fixed(arena),
        options: Options::default(),
        leash: leash(),
        seed: 1,
    };
    let round = simulation.play(0, &clock()).map_err(said)?;
    match round.orders[0].last() {
        Some(Order::Forfeit(death)) => Err(format!("the answers lose the round: {}", death.name())),
        _ => Ok(()),
    }
}
