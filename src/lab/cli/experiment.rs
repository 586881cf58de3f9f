//! `gridmarch lab experiment`: the guided experiments, measured.

use super::Wrong;
use crate::base::Budget;
use crate::lab::experiments::{Answer, EXPERIMENTS, Experiment};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};

/// Options of `lab experiment`.
#[derive(Debug, Args)]
pub struct ExperimentArgs {
    /// Which one; all unless given
    #[arg(value_name = "NAME", value_parser = name())]
    experiment: Option<&'static Experiment>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn name() -> impl TypedValueParser<Value = &'static Experiment> {
    PossibleValuesParser::new(EXPERIMENTS.iter().map(|one| one.name))
        .map(|name| EXPERIMENTS.iter().find(|one| one.name == name).expect("only names of experiments are possible"))
}

fn object(experiment: &Experiment, answer: &Answer) -> Value {
    json!({
        "name": experiment.name, "question": experiment.question, "says": answer.says, "columns": answer.columns,
        "rows": answer.rows.iter().map(|(what, values)| json!([what, values])).collect::<Vec<Value>>(),
    })
}

/// Measures, and says what is to be printed.
///
/// # Errors
/// One sentence.
pub fn run(args: &ExperimentArgs) -> Result<String, Wrong> {
    let mut text = String::new();
    let mut objects = Vec::new();
    for experiment in EXPERIMENTS.iter().filter(|one| args.experiment.is_none_or(|wanted| wanted.name == one.name)) {
        let answer = (experiment.measure)(&Budget::unlimited()).map_err(Wrong::Other)?;
        objects.push(object(experiment, &answer));
        text += &format!("{}\n{}\n{}\n\n{}\n\n", experiment.title, experiment.text, experiment.question, answer.text());
    }
    if args.json {
        return Ok(json!({ "experiments": objects }).to_string());
    }
    Ok(text.trim_end().to_owned())
}
