//! `gridmarch lab`: prints what [`crate::lab::cli`] has to say.

use super::{CliError, Subcommand, subcommand};
use crate::lab::cli::Wrong;
use crate::lab::cli::abstraction::{self, AbstractArgs};
use crate::lab::cli::continuous::{self, ContinuousArgs};
use crate::lab::cli::experiment::{self, ExperimentArgs};
use crate::lab::cli::plan::{self, PlanArgs};
use crate::lab::cli::search::{self, SearchArgs};

pub(super) fn commands() -> impl Iterator<Item = &'static Subcommand> {
    const ALL: &[Subcommand] = &[
        subcommand!("search", "One search on any map or in another world", SearchArgs, |args| print(search::run(args))),
        subcommand!("abstract", "The levels of an abstraction of a map, and what it costs", AbstractArgs, |args| {
            print(abstraction::run(args))
        }),
        subcommand!("plan", "A plan of many agents, judged and written for viewers", PlanArgs, |args| {
            print(plan::run(args))
        }),
        subcommand!("continuous", "A way between polygons, by four sorts of graph", ContinuousArgs, |args| {
            print(continuous::run(args))
        }),
        subcommand!("experiment", "The guided experiments, measured", ExperimentArgs, |args| {
            print(experiment::run(args))
        }),
    ];
    ALL.iter()
}

fn print(told: Result<String, Wrong>) -> Result<(), CliError> {
    let told = told.map_err(|wrong| match wrong {
        Wrong::Usage(sentence) => CliError::Usage(sentence),
        Wrong::Other(sentence) => CliError::Other(sentence),
    })?;
    println!("{told}");
    Ok(())
}
