//! `gridmarch bot tron`: our engine in the protocol of the 2010 contest.

use crate::arena::PlayerKind as _;
use crate::cli::CliError;
use crate::cli::bot::LimitArgs;
use crate::games::tron::arena::MAX_SIDE;
use crate::games::tron::bot::ContestBot;
use crate::games::tron::engine::MAX_LEVEL;
use crate::games::tron::player::PlayerKind;
use crate::games::tron::position::Options;
use clap::Args;
use std::io::{BufRead, Write};

/// Options of `bot tron`.
#[derive(Debug, Args)]
pub(crate) struct TronArgs {
    #[command(flatten)]
    limits: LimitArgs,
    /// Thinking time for the first move, where it differs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    first_ms: Option<u64>,
    /// Strength
    #[arg(long, value_name = "LEVEL", default_value_t = MAX_LEVEL,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LEVEL)))]
    level: u8,
    /// The edges of the board are joined; the protocol does not tell
    #[arg(long)]
    wrap: bool,
    /// Trails of the dead vanish
    #[arg(long)]
    vanish: bool,
    /// Decides between equal moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Answers the maps of an input with so many nodes for each, and nobody hears it.
pub(crate) fn answer_maps(mut input: &[u8], nodes: u64) -> Result<(), CliError> {
    let limits = LimitArgs::nodes(nodes);
    let args = TronArgs { limits, first_ms: None, level: 3, wrap: false, vanish: false, seed: 1 };
    run(&args, &mut input, &mut std::io::sink())
}

/// Answers maps until the input ends.
pub(crate) fn run(args: &TronArgs, input: &mut impl BufRead, output: &mut impl Write) -> Result<(), CliError> {
    let options = Options { wrap: args.wrap, vanish: args.vanish, boost: false };
    let mut bot = ContestBot::new(PlayerKind::Engine(args.level).player(args.seed), options);
    args.limits.serve(("turn", args.first_ms), (input, output), read_map, |map, budget| {
        bot.answer(map, budget).map(String::from).map_err(|problem| problem.to_string())
    })
}

/// The text of the next map, or `None` at the end of the input, also in the middle of a map.
fn read_map(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut text = String::new();
    if input.read_line(&mut text)? == 0 {
        return Ok(None);
    }
    let rows = text.split_whitespace().nth(1).and_then(|rows| rows.parse::<u16>().ok());
    // What is no header, or one of too large a board, is refused by whoever reads the map. A frame adds two rows.
    for _ in 0..rows.filter(|rows| *rows <= MAX_SIDE + 2).unwrap_or(0) {
        if input.read_line(&mut text)? == 0 {
            return Ok(None);
        }
    }
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: TronArgs,
    }

    fn play(options: &[&str], input: &str) -> Result<String, CliError> {
        let line = Line::parse_from([&["bot"], options].concat());
        let mut output = Vec::new();
        run(&line.args, &mut input.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output).expect("digits"))
    }

    #[test]
    fn one_digit_per_map_until_the_input_ends() {
        let room = "4 3\n####\n#1##\n# 2#\n";
        assert_eq!(play(&["--nodes", "100"], room).expect("the protocol"), "3\n");
        let corridor = "5 1\n1#2  \n5 1\n ####\n";
        assert!(play(&["--nodes", "100"], corridor).is_err(), "a map without players");
        let two = "3 4\n1##\n ##\n ##\n2##\n3 4\n###\n1##\n2##\n###\n";
        assert_eq!(play(&["--nodes", "100", "--level", "3"], two).expect("the protocol").lines().count(), 2);
        assert_eq!(play(&["--nodes", "5"], "").expect("nothing"), "");
        assert_eq!(play(&["--nodes", "5"], "4 3\n####\n").expect("the end"), "");
    }

    #[test]
    fn what_is_not_the_protocol_is_told_with_turn_and_line() {
        let told = |input: &str| play(&["--nodes", "9"], input).expect_err("not the protocol").to_string();
        assert_eq!(told("hello\n"), "standard input: turn 1: line 1: expected `WIDTH HEIGHT`, two whole numbers");
        assert_eq!(
            told("3 1\n1 2\n9 60000\n"),
            "standard input: turn 2: line 1: the board is 9 x 60000 cells, its sides must be 1 to 100"
        );
    }
}
