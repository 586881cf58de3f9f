//! `gridmarch sim links`.

use crate::cli::CliError;
use crate::cli::sim::rounds::RoundsArgs;
use crate::games::links::player::PlayerKind;
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::simulation::{OPENING, Simulation};
use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "Sides: random, seed (the thinkers of the game that this one grew from: \
    seed,search=minimax, alpha-beta or heuristic,wish=obstructing, winning or mixed,depth=1 to 6), engine:1..8, \
    engine,book=no (without its opening book), engine,time=50 (milliseconds of CPU time a turn), \
    engine,nodes=20000 (a turn; the default), exec:COMMAND (a program that speaks the protocol of levels/links/README.md). \
    Every two matches begin alike, with the sides exchanged.")]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    rounds: RoundsArgs<PlayerKind>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Pegs at the beginning, both sides' together: lines of the opening book that leave both sides about even, where
    /// it has the board, else at random
    #[arg(long, value_name = "N", default_value_t = OPENING, value_parser = clap::value_parser!(u16).range(0..=20))]
    opening: u16,
    /// All of these pegs at random
    #[arg(long)]
    random_opening: bool,
}

/// What is played, for every command about Links.
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// Holes along a side of the board: an even number from 6 to 30
    #[arg(long, value_name = "N", default_value_t = Rules::default().size)]
    size: u8,
    /// Which links are drawn: pp (own links may cross) or standard
    #[arg(long, value_name = "NAME", default_value_t = Variant::Pp)]
    variant: Variant,
    /// Without the pie rule
    #[arg(long)]
    no_pie: bool,
}

impl RulesArgs {
    pub(super) fn rules(&self) -> Result<Rules, CliError> {
        let rules = Rules { size: self.size, variant: self.variant, pie: !self.no_pie };
        rules.check().map_err(|problem| CliError::Usage(format!("--size: {problem}")))?;
        Ok(rules)
    }
}

pub(super) fn run(args: &LinksArgs) -> Result<(), CliError> {
    args.rounds.run(&Simulation {
        sides: args.rounds.sides().try_into().map_err(|_| args.rounds.wrong_count("Links", "two"))?,
        rules: args.rules.rules()?,
        opening: args.opening,
        by_book: !args.random_opening,
        leash: args.rounds.leash(),
        seed: args.rounds.seed,
    })
}
