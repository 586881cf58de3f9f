//! `gridmarch bot rts`: our program in the protocol of programs from outside, on standard input and output.

use crate::cli::CliError;
use crate::games::rts::bot::protocol::{Answer, Hearer, welcome};
use crate::games::rts::bot::{Mind, STRONGEST, Style};
use crate::games::rts::sim::orders::Order;
use crate::nav::step::Tick;
use clap::Args;
use std::io::{BufRead, Read, Write, stdin, stdout};

/// Options of `bot rts`.
#[derive(Debug, Args)]
pub(crate) struct RtsBotArgs {
    /// Strength
    #[arg(long, value_name = "LEVEL", default_value_t = STRONGEST, value_parser = clap::value_parser!(u8).range(1..=i64::from(STRONGEST)))]
    level: u8,
    /// How it plays: rush, boom or turtle; drawn from the seed of the match unless given
    #[arg(long, value_name = "STYLE", value_parser = style)]
    style: Option<Style>,
}

fn style(name: &str) -> Result<Style, String> {
    let named = Style::ALL.into_iter().find(|style| style.name() == name);
    named.ok_or_else(|| format!("{name:?} is no style, expected rush, boom or turtle"))
}

/// Bytes of the longest line that is read, far more than any look has.
const LONGEST_LINE: u64 = 64 << 20;

pub(crate) fn run(args: &RtsBotArgs) -> Result<(), CliError> {
    play(args.level, args.style, &mut stdin().lock(), &mut stdout().lock()).map_err(CliError::Other)
}

/// Plays the match that the lines of `input` are about; at its end, or at that of the input, it is over.
///
/// # Errors
/// A sentence with the line that is none of the protocol.
pub(super) fn play(
    level: u8,
    style: Option<Style>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), String> {
    let mut table: Option<(Hearer, Mind)> = None;
    for number in 1_u32.. {
        let mut line = String::new();
        let wrong = |problem: String| format!("standard input: line {number}: {problem}");
        let read = input.by_ref().take(LONGEST_LINE).read_line(&mut line);
        if read.map_err(|problem| wrong(problem.to_string()))? == 0 {
            break;
        }
        let answer = match &mut table {
            None => {
                let hearer = Hearer::hello(&line).map_err(wrong)?;
                let mind = Mind::with(level, style, hearer.drawn());
                table = Some((hearer, mind));
                welcome(&format!("gridmarch {level}"))
            }
            Some((hearer, mind)) => {
                let think = |view: crate::games::rts::bot::View<'_>| -> (Tick, Vec<Order>) {
                    (view.now, mind.think(view).into_iter().map(Order::from).collect())
                };
                let Some((tick, orders)) = hearer.look(&line, think).map_err(wrong)? else { break };
                Answer::line(tick, &orders, hearer.rules())
            }
        };
        // A match ends by closing the pipes, too.
        if writeln!(output, "{answer}").and_then(|()| output.flush()).is_err() {
            break;
        }
    }
    Ok(())
}
