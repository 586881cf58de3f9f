//! The doors that the game reads files through, and a while of play behind each of them.

use super::inputs::Form;
use super::matches::{CONTEST, programs, small_level};
use crate::arena::{Clock, Contest as _, PlayerKind as _};
use crate::base::{Budget, Cell};
use crate::cli::bot::{answer_maps, answer_questions};
use crate::cli::replay::{open, rounds_again};
use crate::games::rts::cli::jams::run::give;
use crate::games::rts::level::Level;
use crate::games::rts::level::jam::Jam;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::record::replay::Replay;
use crate::games::rts::sim::record::saves::{self, SaveHeader, SavedMatch};
use crate::games::rts::sim::record::seeking::seek_now;
use crate::games::rts::sim::{MatchSetup, Order as RtsOrder};
use crate::games::tactics::engine::Engine;
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::setup::Setup;
use crate::games::tactics::simulation as tactics;
use crate::games::tactics::{Position, puzzle};
use crate::games::tron::contest::parse_map;
use crate::games::tron::file::TronLevel;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::position::{Options, Order, Position as TronPosition};
use crate::games::tron::replay::TronReplay;
use crate::games::tron::simulation as tron;
use crate::nav::step::{Tick, UnitId};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Ticks of the real-time game that are played behind the door.
const TICKS: Tick = 200;
/// Turns of the games in turns.
const TURNS: usize = 3;
/// Nodes that a program thinks for a turn.
const NODES: u64 = 300;

/// What a door says to an input: a sentence, if it is refused.
type Answer = Result<(), String>;

fn said(problem: impl std::fmt::Display) -> String {
    problem.to_string()
}

/// Writes an input into a file of `folder`, takes it through its door, and plays on.
pub(super) fn enter(form: Form, input: &[u8], folder: &Path) -> Answer {
    let end = match form {
        Form::Replay => "replay",
        Form::Tron => "tron",
        Form::TronRound => "jsonl",
        Form::Tactics => "tactics",
        Form::Save => saves::EXTENSION,
        Form::Map => "map",
        Form::TronQuestions | Form::TacticsQuestions | Form::TronAnswers | Form::TacticsAnswers => "txt",
        Form::Level | Form::Jam | Form::TronLevel | Form::TacticsLevel | Form::Puzzle | Form::Rules => "ron",
    };
    let path = folder.join(format!("input.{end}"));
    std::fs::write(&path, input).map_err(|error| format!("{}: {error}", path.display()))?;
    let answer = match form {
        Form::Replay => replay(&path),
        Form::Tron => tron_match(&path),
        Form::TronRound => rounds_again(&path).map_err(said),
        Form::Tactics => battle(&path),
        Form::Save => save(&path),
        Form::Level | Form::Map => level(&path),
        Form::Jam => jam(&path),
        Form::TronLevel => tron_level(&path),
        Form::TacticsLevel => tactics_level(&path),
        Form::Puzzle => riddle(&path),
        Form::Rules => rules(&path),
        Form::TronQuestions => answer_maps(input, NODES).map_err(said),
        Form::TacticsQuestions => answer_questions(input, NODES).map_err(said),
        Form::TronAnswers => tron_answers(&path),
        Form::TacticsAnswers => tactics_answers(&path),
    };
    // The next input must not find it, whatever it is called.
    let _ = std::fs::remove_file(&path);
    answer
}

/// A recording, as the list, the command line and the window read it: from its beginning, and from somewhere inside.
fn replay(path: &Path) -> Answer {
    Replay::glance(path).map_err(said)?;
    let replay = Replay::load(path).map_err(said)?;
    let (first, end) = (replay.first(), replay.ticks());
    let mut game = open(replay, &path.display().to_string()).map_err(said)?;
    game.use_one_thread();
    game.run(TICKS.min(end - first));
    // A leap back is a restored state; then on from there.
    seek_now(game.app.world_mut(), first.saturating_add(TICKS / 4))?;
    game.run(5);
    Ok(())
}

fn save(path: &Path) -> Answer {
    SaveHeader::load(path).map_err(said)?;
    let saved = SavedMatch::load(path).map_err(said)?;
    let (level, rules) = (Level::clone(&saved.setup.level), Rules::clone(&saved.rules.0));
    let (seed, at) = (saved.setup.seed, saved.snapshot.tick);
    let mut game = Match::prepared(level, rules, seed, |app| saved.enter(app.world_mut()));
    if game.ticks() != at {
        return Err(format!("{}: the match begins anew at tick {} and not at {at}", path.display(), game.ticks()));
    }
    game.use_one_thread();
    game.run(TICKS);
    Ok(())
}

/// Two programs if there are places for them, otherwise everybody walks to the other end.
fn play(level: Level, rules: Rules) -> Answer {
    let skirmish = if level.starts.len() >= 2 { Some(programs(&level, &rules)?) } else { None };
    let (sides, count) = (level.sides(), level.units.len().min(1000) as u32);
    let far = Cell::new(level.terrain.width() as i16 - 1, level.terrain.height() as i16 - 1);
    let is_peace = skirmish.is_none();
    let mut game = Match::prepared(level, rules, 1, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = skirmish;
    });
    game.use_one_thread();
    for side in (0..sides).filter(|_| is_peace) {
        let units = (0..count).map(UnitId).collect();
        game.order(side, RtsOrder::MoveTo { units, to: far, queue: false, formation: side % 2 == 1 });
    }
    game.run(TICKS);
    Ok(())
}

fn level(path: &Path) -> Answer {
    let rules = Rules::built_in();
    play(Level::load(path, &rules).map_err(said)?, rules)
}

fn rules(path: &Path) -> Answer {
    let rules = Rules::load(path).map_err(said)?;
    let level = small_level(&rules);
    // The small map may not be one under these rules, as a level file would be told.
    crate::games::rts::level::check(&level, &rules).map_err(said)?;
    play(level, rules)
}

fn jam(path: &Path) -> Answer {
    let rules = Rules::built_in();
    let start = Jam::load(path, &rules).map_err(said)?.start(0);
    let mut game = Match::new(start.level, rules, 1);
    game.use_one_thread();
    let mut orders = start.orders.into_iter().peekable();
    for tick in 0..TICKS {
        while let Some(order) = orders.next_if(|order| order.tick <= tick) {
            give(&mut game, order, &mut BTreeMap::new());
        }
        game.tick();
    }
    Ok(())
}

/// Goes on with a round of Tron for a few steps.
fn ride(mut position: TronPosition) {
    let seats = position.riders().len();
    let mut players: Vec<_> = (0..seats).map(|seat| PlayerKind::Engine(3).player(seat as u64)).collect();
    for _ in 0..TURNS {
        if position.outcome().is_some() {
            break;
        }
        let orders: Vec<Order> = players
            .iter_mut()
            .enumerate()
            .map(|(seat, player)| match position.riders()[seat].out {
                Some(_) => Order::Go(position.riders()[seat].heading),
                None => player.choose(&position, seat, &Budget::nodes(NODES)).step,
            })
            .collect();
        position.make(&orders);
    }
}

fn tron_match(path: &Path) -> Answer {
    let replay = TronReplay::load(path).map_err(said)?;
    for round in &replay.rounds {
        let arena = round.arena()?;
        ride(round.position(&arena, replay.header.options(), round.len() / 2));
        ride(round.position(&arena, replay.header.options(), usize::MAX));
    }
    rounds_again(path).map_err(said)
}

fn tron_level(path: &Path) -> Answer {
    let arena = TronLevel::load(path).map_err(said)?.arena;
    ride(TronPosition::new(&arena, arena.starts().len(), Options { boost: true, ..Options::default() }));
    Ok(())
}

/// Goes on with a battle of Tactics for a few turns.
fn fight(mut position: Position) {
    let mut engine = Engine::new(3, Style::default(), 1);
    for _ in 0..TURNS {
        let turn = position.turns();
        position.settle();
        while position.end().is_none() && position.turns() == turn {
            let (action, _) = engine.choose(&position, &Budget::nodes(NODES));
            position.make(action);
        }
    }
}

fn battle(path: &Path) -> Answer {
    let recording = tactics::Recording::load(path)?;
    let saved = recording.battle();
    for turns in [0, saved.len() / 2, usize::MAX] {
        fight(saved.restore(turns).map_err(said)?.position().clone());
    }
    rounds_again(path).map_err(said)
}

fn tactics_level(path: &Path) -> Answer {
    let level = TacticsLevel::load(path).map_err(said)?;
    let rules = crate::games::tactics::rules::Rules::default();
    for mode in crate::games::tactics::Mode::ALL.into_iter().filter(|mode| level.suits(*mode)) {
        let rules = crate::games::tactics::rules::Rules { mode, ..rules };
        let setup = Setup { obstacles: 10, ..Setup::soldiers(level.clone(), rules, [3, 2]) };
        fight(setup.begin().map_err(said)?);
    }
    Ok(())
}

fn riddle(path: &Path) -> Answer {
    let puzzle = puzzle::load(path).map_err(said)?;
    fight(puzzle.position().clone());
    fight(puzzle.setup().begin().map_err(said)?);
    Ok(())
}

fn clock() -> Clock {
    let begin = Instant::now();
    Arc::new(move || begin.elapsed())
}

/// Time that an outside program of ours has for an answer: it reads a line and writes one. By the clock on the wall it may
/// take ten times as long, which must be less than what counts as a hang.
const PATIENCE: Duration = Duration::from_secs(1);

/// An outside program that answers line by line with what is in a file: when the end of a question has come, by its last
/// line or by its number of lines.
fn reader(path: &Path, last_line: &str) -> String {
    let script = format!(
        "while IFS= read -r line; do n=$((n+1)); if {last_line}; then n=0; IFS= read -r a <&3 || exit; \
         printf \"%s\\n\" \"$a\"; fi; done 3<{}",
        path.display()
    );
    format!("exec:sh -c '{script}'")
}

fn tron_answers(path: &Path) -> Answer {
    let arena = parse_map(CONTEST).map_err(said)?;
    let lines = CONTEST.lines().count();
    let program = reader(path, &format!("[ $n -eq {lines} ]"));
    let simulation = tron::Simulation {
        sides: vec![program.parse().map_err(said)?, "random".parse().map_err(said)?],
        board: tron::Board::Fixed(arena),
        options: Options::default(),
        leash: tron::Leash { time: PATIENCE, first_time: PATIENCE, ..tron::Leash::default() },
        seed: 1,
    };
    let round = simulation.play(0, &clock()).map_err(said)?;
    match round.orders[0].last() {
        Some(Order::Forfeit(death)) => Err(format!("the answers lose the round: {}", death.name())),
        _ => Ok(()),
    }
}

fn tactics_answers(path: &Path) -> Answer {
    let rules = crate::games::tactics::rules::Rules { rests: 0, ..crate::games::tactics::rules::Rules::default() };
    let simulation = tactics::Simulation {
        sides: [reader(path, "[ \"$line\" = go ]").parse().map_err(said)?, "random".parse().map_err(said)?],
        setup: Setup::soldiers(TacticsLevel::built_in(), rules, [3, 2]),
        opening: 0,
        limit: 2 * TURNS as u16,
        leash: tactics::Leash { time: PATIENCE, first_time: PATIENCE, ..tactics::Leash::default() },
        seed: 1,
    };
    let round = simulation.play(0, &clock()).map_err(said)?;
    match round.forfeit {
        Some((_, forfeit)) => Err(format!("the answers lose the battle: {}", forfeit.name())),
        None => Ok(()),
    }
}
