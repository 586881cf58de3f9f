//! `gridmarch sim tanks`.

use crate::cli::CliError;
use crate::cli::sim::rounds::RoundsArgs;
use crate::games::tanks::rules::Rules;
use crate::games::tanks::setup::{AT_A_TIME, FriendlyFire, Level, MAX_LIVES, MAX_SEATS, Mode};
use crate::games::tanks::sim::{Kind, MINUTES, Simulation, level_named, stages, turns};
use crate::shell::folders::root_folder;
use clap::Args;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;

/// Options of `sim tanks`.
#[derive(Debug, Args)]
#[command(
    after_help = "Sides: bot:beginner, bot:normal, bot:hard, bot:expert (the programs of the game), average (a scripted \
    player that plays as people do on average), still, exec:COMMAND (a program that speaks the protocol of docs/bots.md). \
    Against waves all sides play together, each stage once against each level of enemies: --rounds 160 is every stage of the \
    campaign against all four. Side against side as many matches as there are sides have the same stage, and the sides \
    change seats."
)]
pub(crate) struct TanksArgs {
    #[command(flatten)]
    rounds: RoundsArgs<Kind>,
    /// What is played: campaign, endless or defence against waves; last-tank, capture-flag, two-bases or free-for-all side
    /// against side
    #[arg(long, value_name = "NAME", default_value = "campaign", value_parser = named::<Mode>)]
    mode: Mode,
    /// How well the enemies of waves play: beginner, normal, hard, expert, several with commas between them, or all
    #[arg(long, value_name = "LEVELS", value_parser = levels)]
    enemies: Option<Levels>,
    /// Tanks that each side has
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    team: u8,
    /// A stage (.ron); may be repeated. Those that ship unless given
    #[arg(long = "level", value_name = "FILE", conflicts_with = "random")]
    files: Vec<PathBuf>,
    /// So many random stages instead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    random: Option<u32>,
    /// Lives of every seat
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LIVES)))]
    lives: u8,
    /// Enemies on the board at a time; as many as the stage says unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(i64::from(AT_A_TIME.0)..=i64::from(AT_A_TIME.1)))]
    at_a_time: Option<u8>,
    /// What shells do to friends: passes, holds or harms
    #[arg(long, value_name = "NAME", default_value = "holds", value_parser = named::<FriendlyFire>)]
    friendly_fire: FriendlyFire,
    /// Minutes of the game after which a match is broken off and drawn
    #[arg(long, value_name = "N", default_value_t = MINUTES, value_parser = clap::value_parser!(u32).range(1..=600))]
    minutes: u32,
}

/// Levels of enemies.
#[derive(Debug, Clone)]
struct Levels(Vec<Level>);

fn levels(text: &str) -> Result<Levels, String> {
    match text {
        "all" => Ok(Levels(Level::ALL.into())),
        _ => text.split(',').map(level_named).collect::<Result<_, _>>().map(Levels),
    }
}

/// A value by the name that it has in files.
fn named<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(Value::String(text.into())).map_err(|problem| problem.to_string())
}

pub(super) fn run(args: &TanksArgs) -> Result<(), CliError> {
    let (sides, team) = (args.rounds.sides(), usize::from(args.team));
    let has_waves = args.mode.has_waves();
    if !has_waves && sides.len() < 2 {
        return Err(args.rounds.wrong_count("Tanks", "two or more"));
    }
    if sides.len() * team > MAX_SEATS {
        return Err(CliError::Usage(format!(
            "--team: a match has up to {MAX_SEATS} seats, not {}",
            sides.len() * team
        )));
    }
    if !has_waves && args.enemies.is_some() {
        return Err(CliError::Usage("--enemies: there are none in a match side against side".into()));
    }
    let levels = match &args.enemies {
        Some(Levels(levels)) => levels.clone(),
        None if has_waves => vec![Level::Normal],
        None => Vec::new(),
    };
    let mut simulation = Simulation {
        rules: Arc::new(Rules::built_in()),
        team,
        mode: args.mode,
        lives: args.lives,
        at_a_time: args.at_a_time,
        friendly_fire: args.friendly_fire,
        most: turns(args.minutes),
        leash: args.rounds.leash(),
        ..Simulation::campaign(sides, levels, Vec::new(), args.rounds.seed)
    };
    simulation.stages = match args.random {
        Some(count) => stages::random(args.mode, count, args.rounds.seed),
        None if !args.files.is_empty() => stages::of_files(&args.files).map_err(CliError::Other)?,
        None => simulation.fitting(stages::of_folder(&root_folder().join("levels/tanks")).map_err(CliError::Other)?),
    };
    simulation.check().map_err(CliError::Other)?;
    args.rounds.run(&simulation)
}
