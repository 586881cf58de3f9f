//! `gridmarch bench signature`: one number per part of the program that thinks. A change that is meant to change no
//! behaviour keeps them all; a change of behaviour states the old and the new ones.

use crate::cli::CliError;
use crate::games::GAMES;
use clap::Args;
use serde_json::{Map, Value, json};

/// Options of `bench signature`.
#[derive(Debug, Args)]
pub(crate) struct SignatureArgs {
    /// Seed of everything
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The part, what was counted, and its fingerprint.
pub(crate) type Part = (&'static str, u64, u64);

pub(super) fn run(args: &SignatureArgs) -> Result<(), CliError> {
    let parts = GAMES.iter().map(|game| (game.commands.signature)(args.seed)).collect::<Result<Vec<_>, _>>()?;
    let parts = parts.into_iter().flatten();
    if args.json {
        let object: Map<String, Value> = parts
            .map(|(part, count, print)| (part.into(), json!({"count": count, "signature": format!("{print:016x}")})))
            .collect();
        println!("{}", Value::Object(object));
    } else {
        println!("part             count  signature");
        for (part, count, print) in parts {
            println!("{part:12}  {count:8}  {print:016x}");
        }
    }
    Ok(())
}
