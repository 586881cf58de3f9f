//! `gridmarch sim tactics`.

use crate::cli::CliError;
use crate::cli::sim::rounds::RoundsArgs;
use crate::games::tactics::class::{Class, Classes};
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::rules::{Counting, MAX_POINTS, Mode, Rules};
use crate::games::tactics::setup::{MAX_OBSTACLES, Setup};
use crate::games::tactics::simulation::Simulation;
use crate::shell::folders::root_folder;
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Sides: random, seed (the opponent of the game that this one grew from), engine:1..5, engine,time=50 \
    (milliseconds of CPU time a turn), \
    engine,nodes=20000 (a turn; the default), engine,style=steady, bold or wary, exec:COMMAND (a program that speaks the \
    protocol of levels/tactics/README.md). Every two battles begin alike, with the sides exchanged."
)]
pub(crate) struct TacticsArgs {
    #[command(flatten)]
    rounds: RoundsArgs<PlayerKind>,
    #[command(flatten)]
    battle: BattleArgs,
    /// Turns of each side that are played at random at the beginning
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=20))]
    opening: u16,
    /// Turns of a side after which a battle is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    limit: u16,
}

/// What is played, for every command about Tactics.
#[derive(Debug, Args)]
pub(crate) struct BattleArgs {
    /// The board instead of the open one
    #[arg(long, value_name = "FILE")]
    level: Option<PathBuf>,
    /// What decides
    #[arg(long, value_enum, default_value_t = Mode::Hill)]
    mode: Mode,
    /// Soldiers of each side: 3, or 3,2 for unequal ones
    #[arg(long, value_name = "A[,B]", default_value = "3", value_parser = counts, conflicts_with = "squads")]
    counts: (usize, usize),
    /// Classes of each side from the top: guard,archer,rider, or two lists with / between
    #[arg(long, value_name = "LIST")]
    squads: Option<String>,
    /// Random obstacles, in percent of the board
    #[arg(long, value_name = "PERCENT", default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(0..=i64::from(MAX_OBSTACLES)))]
    obstacles: u8,
    /// Points on the hill that win
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_POINTS)))]
    points: Option<u8>,
    /// When the hill is counted
    #[arg(long, value_enum)]
    counting: Option<Counting>,
    /// Points that the side which moves second has at the start
    #[arg(long, value_name = "N")]
    head_start: Option<u8>,
    /// How many of the side which moves first rest in its first turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..MAX_SQUAD as i64))]
    rests: Option<u8>,
    /// Leaving an enemy's side costs a point
    #[arg(long)]
    zone: bool,
    /// Characters may wait
    #[arg(long)]
    wait: bool,
}

impl ValueEnum for Mode {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}

impl ValueEnum for Counting {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let when = match self {
            Self::Turn => "At the end of the own turn",
            Self::Round => "At the end of a round",
            Self::Held => "At the beginning of the own turn",
        };
        Some(PossibleValue::new(self.name()).help(when))
    }
}

/// `3` or `3,2`.
fn counts(text: &str) -> Result<(usize, usize), String> {
    let count = |word: &str| word.parse::<usize>().ok().filter(|count| (1..=MAX_SQUAD).contains(count));
    let pair = match text.split_once(',') {
        Some((a, b)) => count(a).zip(count(b)),
        None => count(text).map(|count| (count, count)),
    };
    pair.ok_or_else(|| format!("expected one or two numbers from 1 to {MAX_SQUAD}, for example 3 or 3,2"))
}

fn squad(text: &str, classes: &Classes) -> Result<Vec<Class>, CliError> {
    let class = |name: &str| {
        let names: Vec<&str> = classes.all().iter().map(|class| class.name.as_str()).collect();
        let problem = || CliError::Usage(format!("--squads: {name:?} is no class, expected {}", names.join(", ")));
        classes.by_name(name).cloned().ok_or_else(problem)
    };
    text.split(',').map(class).collect()
}

impl BattleArgs {
    /// How battles begin.
    pub(super) fn setup(&self) -> Result<Setup, CliError> {
        let path = self.level.clone().unwrap_or_else(|| root_folder().join("levels/tactics/open-field.ron"));
        let level = TacticsLevel::load(&path)?;
        let usual = Rules::of(self.mode);
        let rules = Rules {
            points: self.points.unwrap_or(usual.points),
            counting: self.counting.unwrap_or(usual.counting),
            head_start: self.head_start.unwrap_or(usual.head_start),
            rests: self.rests.unwrap_or(usual.rests),
            zone_of_control: self.zone,
            waiting: self.wait,
            ..usual
        };
        let mut setup = Setup::soldiers(level, rules, [self.counts.0, self.counts.1]);
        if let Some(text) = &self.squads {
            let classes = Classes::built_in();
            let (a, b) = text.split_once('/').unwrap_or((text, text));
            setup.squads = [squad(a, &classes)?, squad(b, &classes)?];
        }
        setup.obstacles = self.obstacles;
        setup.check().map_err(|error| CliError::Other(format!("{}: {error}", path.display())))?;
        Ok(setup)
    }
}

pub(super) fn run(args: &TacticsArgs) -> Result<(), CliError> {
    args.rounds.run(&Simulation {
        sides: args.rounds.sides().try_into().map_err(|_| args.rounds.wrong_count("Tactics", "two"))?,
        setup: args.battle.setup()?,
        opening: args.opening,
        limit: args.limit,
        leash: args.rounds.leash(),
        seed: args.rounds.seed,
    })
}
