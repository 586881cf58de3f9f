//! `gridmarch bench tanks`: a tick with so many programs, and ways: right, how fast.
//!
//! The stored queries of a file are asked of every technique; `optimal` counts those of the distances, which are what the
//! programs drive by. A repair is one half of a cell of brick that falls, in random order until none is left. Times are CPU times
//! where the system tells them, so that a busy machine changes little.

use crate::arena::{Times, thread_time};
use crate::base::{Cell, Dir, rng};
use crate::cli::CliError;
use crate::files;
use crate::games::tanks::field::{BASE_SIDE, Field, Ground, MAX_SIDE, MAX_SIZE, MIN_SIDE, WHOLE, half};
use crate::games::tanks::generate::{Form, RandomStage};
use crate::games::tanks::played::Played;
use crate::games::tanks::rules::Rules;
use crate::games::tanks::setup::{Hand, Level, MAX_SEATS, Mode, Seat, Setup};
use crate::games::tanks::sim::errands::{self, Tally};
use crate::games::tanks::sim::level_named;
use crate::games::tanks::sim::raids;
use crate::games::tanks::stage::file::picture;
use crate::games::tanks::stage::{Post, Stage};
use crate::games::tanks::ways::{Atlas, Classic, Dig, Goal, Pilot, Profile, STEP, Technique};
use crate::nav::follower::Advice;
use clap::Args;
use rand::RngExt;
use rand::seq::SliceRandom;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Options of `bench tanks`.
#[derive(Debug, Args)]
pub(super) struct TanksArgs {
    /// Boards with queries and their lengths, one JSON object a line
    #[arg(long, value_name = "FILE")]
    arenas: Option<PathBuf>,
    /// Programs that fight each other
    #[arg(long, value_name = "N", default_value_t = MAX_SEATS as u8,
        value_parser = clap::value_parser!(u8).range(2..=MAX_SEATS as i64))]
    bots: u8,
    /// How well they play: beginner, normal, hard, expert
    #[arg(long, value_name = "LEVEL", default_value = "expert", value_parser = level_named)]
    level: Level,
    /// Ticks that are measured
    #[arg(long, value_name = "N", default_value_t = 3600, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    ticks: u32,
    /// The stage; a random one of the largest size unless given
    #[arg(long, value_name = "FILE")]
    stage: Option<PathBuf>,
    /// Seed of everything
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// So many ticks of errands on every board as well: the share of time in which one of eight friends of mixed sizes is
    /// stuck
    #[arg(long, value_name = "TICKS", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    errands: Option<u32>,
    /// A lone expert of each size goes to bring down the base from so many places of every board as well: the time that it
    /// takes, beside what the cheapest way costs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    raids: Option<u32>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A line of a file of boards; more fields may be there.
#[derive(Deserialize)]
struct Arena {
    rows: Vec<String>,
    /// Size, column and row of the start and of the goal, steps or -1.
    queries: Vec<(u8, i16, i16, i16, i16, i64)>,
}

/// A way that is looked for.
struct Query {
    size: u8,
    from: Cell,
    to: Cell,
    /// The steps of the shortest way, if that is known; -1: there is none.
    steps: Option<i64>,
}

/// A board with what is asked about it.
struct Board {
    field: Field,
    stage: Stage,
    queries: Vec<Query>,
}

/// What one technique answered.
#[derive(Default)]
struct Answers {
    /// Answers with the steps of the shortest way, or that there is none where there is none.
    optimal: u32,
    /// Queries of which it knew rightly whether there is a way.
    solved: u32,
}

pub(super) fn run(args: &TanksArgs) -> Result<(), CliError> {
    let boards = match &args.arenas {
        Some(path) => read(path).map_err(CliError::Other)?,
        None => random(args.seed),
    };
    let (build, repair) = (built(&boards), repaired(&boards, args.seed));
    let queries: usize =
        boards.iter().map(|board| board.queries.iter().filter(|query| query.steps.is_some()).count()).sum();
    let tallies = Technique::ALL.map(|technique| (technique, asked(&boards, technique)));
    let (ticks, print) = ticks(args)?;
    let errands = args.errands.map(|ticks| friends(&boards, ticks, args.seed)).transpose()?;
    let raids = args.raids.map(|places| raided(&boards, places, args.seed)).transpose()?;
    let micros =
        |times: &Times| [times.mean_ms(), times.percentile_ms(50), times.percentile_ms(99)].map(|ms| ms * 1000.0);
    let ([build_us, build_p50, build_p99], [repair_us, repair_p50, repair_p99]) = (micros(&build), micros(&repair));
    if args.json {
        let techniques: Map<String, Value> = tallies
            .iter()
            .map(|(technique, tally)| {
                (technique.name().into(), json!({"optimal": tally.optimal, "solved": tally.solved}))
            })
            .collect();
        let mut object = json!({
            "bots": args.bots,
            "ticks": args.ticks,
            "tick_ms_mean": ticks.mean_ms(),
            "tick_ms_p99": ticks.percentile_ms(99),
            "tick_ms_max": ticks.max_ms(),
            "fingerprint": format!("{print:016x}"),
            "queries": queries,
            "optimal": tallies[0].1.optimal,
            "build_us": build_us,
            "build_us_p50": build_p50,
            "build_us_p99": build_p99,
            "repair_us": repair_us,
            "repair_us_p50": repair_p50,
            "repair_us_p99": repair_p99,
            "techniques": techniques,
        });
        if let Some(Tally { all, stuck, done, given_up }) = errands {
            object["errands"] = json!({
                "ticks": all, "stuck": stuck, "done": done, "given_up": given_up,
                "share_stuck": Tally { all, stuck, done, given_up }.share(),
            });
        }
        if let Some(tally) = raids {
            let (all, failed, ratio, slow) = (tally.raids.len(), tally.failed, tally.ratio(), tally.slow());
            object["raids"] = json!({ "done": all, "failed": failed, "ratio": ratio, "slow": slow });
        }
        println!("{object}");
        return Ok(());
    }
    let (mean, p99, max) = (ticks.mean_ms(), ticks.percentile_ms(99), ticks.max_ms());
    println!("{} bots, {} ticks: mean {mean:.3} ms, p99 {p99:.3} ms, max {max:.3} ms", args.bots, args.ticks);
    println!("distances: built in {build_us:.2} µs (median {build_p50:.2}, p99 {build_p99:.2})");
    println!("           repaired in {repair_us:.2} µs (median {repair_p50:.2}, p99 {repair_p99:.2})");
    if let Some(tally) = errands {
        let (share, Tally { done, given_up, .. }) = (100.0 * tally.share(), tally);
        println!("errands: stuck {share:.2} % of the time, {done} done, {given_up} given up");
    }
    if let Some(tally) = raids {
        let (all, failed, ratio, slow) = (tally.raids.len(), tally.failed, tally.ratio(), tally.slow());
        println!("raids: {ratio:.2} of what the cheapest ways cost, {slow} of {all} above 1.2, {failed} failed");
    }
    if queries > 0 {
        println!("technique   queries  solved  optimal");
        for (technique, tally) in tallies {
            println!("{:10}  {queries:7}  {:6}  {:7}", technique.name(), tally.solved, tally.optimal);
        }
    }
    Ok(())
}

/// The boards of a file.
fn read(path: &Path) -> Result<Vec<Board>, String> {
    let name = path.display();
    let text = files::read_text(path, files::MAX_TEXT).map_err(|error| format!("{name}: cannot be read: {error}"))?;
    let board = |(line, text): (usize, &str)| {
        let told = |problem: String| format!("{name}: line {}: {}", line + 1, crate::base::brief(problem));
        let arena: Arena = serde_json::from_str(text).map_err(|error| told(error.to_string()))?;
        let ground = picture(&arena.rows).map_err(|(_, _, problem)| told(problem.to_string()))?;
        let corner = ground.iter().find(|(_, kind)| **kind == Ground::Base).map(|(cell, _)| cell);
        let is_inside = |at: &Cell| ground.contains(Cell::new(at.x + 1, at.y + 1));
        let query = |(size, x, y, goal_x, goal_y, steps): (u8, i16, i16, i16, i16, i64)| {
            if !(1..=MAX_SIZE).contains(&size) {
                return Err(told(format!("`queries`: sizes are 1 to {MAX_SIZE}, not {size}")));
            }
            Ok(Query { size, from: Cell::new(x, y), to: Cell::new(goal_x, goal_y), steps: Some(steps) })
        };
        let queries = arena.queries.into_iter().map(query).collect::<Result<_, _>>()?;
        let stage = Stage {
            bases: corner.filter(is_inside).map(|at| Post { at, side: 0 }).into_iter().collect(),
            ground,
            ..Stage::blank(MIN_SIDE, MIN_SIDE)
        };
        Ok(Board { field: stage.field(), stage, queries })
    };
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(board).collect()
}

/// Boards of the usual size where no file is given; how long their ways are is not known.
fn random(seed: u64) -> Vec<Board> {
    let mut rng = rng::stream(seed, "bench tanks");
    let board = |number| {
        let stage = RandomStage::default().generate(seed.wrapping_add(number));
        let field = stage.field();
        let (width, height) = (field.width() as i16, field.height() as i16);
        let mut cell = || Cell::new(rng.random_range(0..width), rng.random_range(0..height));
        let mut query = |size| Query { size, from: cell(), to: cell(), steps: None };
        let queries = (0..12).flat_map(|_| 1..=MAX_SIZE).map(&mut query).collect();
        Board { field, stage, queries }
    };
    (0..20).map(board).collect()
}

/// Errands on all boards.
fn friends(boards: &[Board], ticks: u32, seed: u64) -> Result<Tally, CliError> {
    let (rules, mut total) = (Arc::new(Rules::built_in()), Tally::default());
    for board in boards {
        let tally = errands::run(&rules, &board.stage, ticks, seed);
        total.add(tally.map_err(|problem| CliError::Other(problem.to_string()))?);
    }
    Ok(total)
}

/// Raids on all boards.
fn raided(boards: &[Board], places: u32, seed: u64) -> Result<raids::Tally, CliError> {
    let (rules, mut total) = (Arc::new(Rules::built_in()), raids::Tally::default());
    for board in boards {
        let tally = raids::run(&rules, &board.stage, places, seed);
        total.add(tally.map_err(|problem| CliError::Other(problem.to_string()))?);
    }
    Ok(total)
}

/// How long it takes to find all distances to the goal of each query, for tanks that drive and for those that dig.
fn built(boards: &[Board]) -> Times {
    let mut times = Times::default();
    for board in boards {
        let mut atlas = Atlas::new();
        let profiles = |query: &Query| [Dig::No, Dig::Bricks(24)].map(|dig| Profile { size: query.size, dig });
        for size in 1..=MAX_SIZE {
            atlas.way(&board.field, Goal::Touch(Cell::new(0, 0), BASE_SIDE), Profile::driving(size));
        }
        for query in &board.queries {
            for profile in profiles(query) {
                let begin = thread_time();
                atlas.way(&board.field, Goal::Cell(query.to), profile);
                times.add(thread_time() - begin);
            }
        }
    }
    times
}

/// How long it takes to follow a board on which the bricks fall: distances to the base, to be shot at, and to a cell.
fn repaired(boards: &[Board], seed: u64) -> Times {
    let mut times = Times::default();
    let mut rng = rng::stream(seed, "bench tanks bricks");
    for board in boards {
        let base = board.field.bases().first().map_or(Cell::new(0, 0), |base| base.at);
        for size in 1..=MAX_SIZE {
            for dig in [Dig::No, Dig::Bricks(24)] {
                for goal in [Goal::Shoot(base, BASE_SIDE), Goal::Touch(Cell::new(base.x, base.y - 4), BASE_SIDE)] {
                    let (mut field, mut atlas) = (board.field.clone(), Atlas::new());
                    atlas.way(&field, goal, Profile { size, dig });
                    let ground = field.picture();
                    let mut bricks: Vec<Cell> =
                        ground.iter().filter(|(_, kind)| **kind == Ground::Brick).map(|(cell, _)| cell).collect();
                    bricks.shuffle(&mut rng);
                    for (cell, quarters) in bricks.into_iter().flat_map(|cell| [(cell, half(Dir::West)), (cell, WHOLE)])
                    {
                        field.chip(cell, quarters);
                        let begin = thread_time();
                        atlas.way(&field, goal, Profile { size, dig });
                        times.add(thread_time() - begin);
                    }
                }
            }
        }
    }
    times
}

/// What a technique answers to all queries whose answers are known.
fn asked(boards: &[Board], technique: Technique) -> Answers {
    let mut tally = Answers::default();
    for board in boards {
        let (mut classic, mut atlas) = (Classic::new(&board.field), Atlas::new());
        for query in &board.queries {
            let Some(expected) = query.steps else { continue };
            let steps = match technique {
                Technique::Distances => {
                    let way = atlas.way(&board.field, Goal::Cell(query.to), Profile::driving(query.size));
                    way.cost(query.from).map_or(-1, |cost| i64::from(cost / STEP))
                }
                _ => driven(&board.field, (&mut classic, &mut atlas), technique, query),
            };
            tally.optimal += u32::from(steps == expected);
            tally.solved += u32::from((steps < 0) == (expected < 0));
        }
    }
    tally
}

/// The steps that a tank drives to the goal of a query, -1 if it says that there is no way.
fn driven(field: &Field, (classic, atlas): (&mut Classic, &mut Atlas), technique: Technique, query: &Query) -> i64 {
    let mut pilot = Pilot::new(field, technique, query.size, query.to);
    let (mut at, mut steps) = (query.from, 0);
    loop {
        match pilot.advise(field, (classic, atlas), at, |_| true) {
            Advice::Arrived => return steps,
            Advice::Step(next) => (at, steps) = (next, steps + 1),
            Advice::Unreachable | Advice::Enclosed => return -1,
        }
    }
}

/// How long each tick takes where everybody fights everybody, and the state at the end.
fn ticks(args: &TanksArgs) -> Result<(Times, u64), CliError> {
    let stage = match &args.stage {
        Some(path) => Stage::load(path).map_err(|error| CliError::Other(error.to_string()))?,
        None => {
            let wish = RandomStage { width: MAX_SIDE, height: MAX_SIDE, form: Form::Melee, ..RandomStage::default() };
            wish.generate(args.seed)
        }
    };
    let seats = (0..args.bots).map(|side| Seat::new(Hand::Bot(args.level), side)).collect();
    let setup = Setup { mode: Mode::FreeForAll, seats, seed: args.seed, goal: Some(u16::MAX), ..Setup::default() };
    let mut played = Played::new(Arc::new(Rules::built_in()), setup, &stage)
        .map_err(|problem| CliError::Other(problem.to_string()))?;
    let mut times = Times::default();
    for _ in 0..args.ticks {
        let begin = thread_time();
        played.step(&[]);
        times.add(thread_time() - begin);
    }
    Ok((times, played.world().fingerprint()))
}
