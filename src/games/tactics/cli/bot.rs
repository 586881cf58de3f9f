//! `gridmarch bot tactics`: our engine in the line protocol of Tactics ([`crate::games::tactics::protocol`]).

use crate::cli::CliError;
use crate::cli::bot::LimitArgs;
use crate::games::tactics::engine::{Engine, MAX_LEVEL};
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::protocol::{LAST, MAX_LINES, answer, parse_question};
use clap::Args;
use std::io::{BufRead, Read, Write};

/// Options of `bot tactics`.
#[derive(Debug, Args)]
pub(crate) struct TacticsArgs {
    #[command(flatten)]
    limits: LimitArgs,
    /// Strength
    #[arg(long, value_name = "LEVEL", default_value_t = MAX_LEVEL,
        value_parser = clap::value_parser!(u8).range(1..=i64::from(MAX_LEVEL)))]
    level: u8,
    /// How it likes to play: steady, bold or wary
    #[arg(long, value_name = "STYLE", default_value = "steady")]
    style: Style,
    /// Decides between equal moves, and what weaker levels miss
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Bytes of the longest line that is read.
const LONGEST_LINE: u64 = 512;

/// Answers the questions of an input with so many nodes for each, and nobody hears it.
pub(crate) fn answer_questions(mut input: &[u8], nodes: u64) -> Result<(), CliError> {
    let args = TacticsArgs { limits: LimitArgs::nodes(nodes), level: 3, style: Style::default(), seed: 1 };
    run(&args, &mut input, &mut std::io::sink())
}

/// Answers questions until the input ends.
pub(crate) fn run(args: &TacticsArgs, input: &mut impl BufRead, output: &mut impl Write) -> Result<(), CliError> {
    let mut engine = Engine::new(args.level, args.style, args.seed);
    args.limits.serve(("question", None), (input, output), read_question, |text, budget| {
        let mut game = parse_question(text).map_err(|problem| problem.to_string())?;
        let (begun, mut turn) = (game.turns(), Vec::new());
        while game.end().is_none() && game.turns() == begun {
            let (action, _) = engine.choose(&game, budget);
            game.make(action);
            turn.push(action);
        }
        Ok(answer(&turn))
    })
}

/// The text of the next question, or `None` at the end of the input, also in the middle of a question.
fn read_question(input: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut text = String::new();
    for _ in 0..MAX_LINES {
        let start = text.len();
        if input.by_ref().take(LONGEST_LINE).read_line(&mut text)? == 0 {
            return Ok(None);
        }
        if text[start..].trim() == LAST {
            return Ok(Some(text));
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
        args: TacticsArgs,
    }

    const QUESTION: &str = "tactics 1\nturn 4\nyou A\nfirst A\nrules classic 8 round 0 zone no wait no\nscore 0 0\nquiet 2\n\
        size 4 3\nrow ....\nrow .#..\nrow ....\nunit A a1 soldier 10 10 1 1 1 none ready\n\
        unit A b1 soldier 4 10 1 1 1 none ready\nunit B c1 soldier 1 10 1 1 1 none ready\ngo\n";

    fn play(input: &str) -> Result<String, CliError> {
        let line = Line::parse_from(["bot", "--nodes", "500"]);
        let mut output = Vec::new();
        run(&line.args, &mut input.as_bytes(), &mut output)?;
        Ok(String::from_utf8(output).expect("text"))
    }

    #[test]
    fn one_line_per_question_until_the_input_ends() {
        assert_eq!(play(QUESTION).expect("the protocol"), "b1xc1\n");
        assert_eq!(play(&QUESTION.repeat(3)).expect("the protocol"), "b1xc1\n".repeat(3));
        assert_eq!(play("tactics 1\nturn 3\n").expect("the end"), "");
    }

    #[test]
    fn what_is_not_the_protocol_is_told_with_question_and_line() {
        let told =
            play(&(QUESTION.to_string() + &QUESTION.replace("you A", "you C"))).expect_err("no side").to_string();
        assert_eq!(told, "standard input: question 2: line 3: \"you C\" is not in the protocol");
        assert!(play(&"x".repeat(100_000)).is_err());
    }
}
