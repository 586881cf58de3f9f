//! `gridmarch lab plan`: a plan of many agents, recorded, judged and written.

use super::{Wrong, files};
use crate::base::Budget;
use crate::files::write_text;
use crate::lab::pictures::plan::{block as block_picture, tick as tick_picture};
use crate::lab::planning::block::{Cut, View};
use crate::lab::planning::{Limits, PlanRun, Planner, Recorder, Settings, plan_file};
use crate::nav::coop::mapf::{Instance, Moves};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// Options of `lab plan`.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The map (MovingAI .map)
    #[arg(long, value_name = "FILE")]
    map: PathBuf,
    /// The scenario (MovingAI .scen), whose first lines are the agents
    #[arg(long, value_name = "FILE")]
    scen: PathBuf,
    /// Agents
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    agents: u32,
    /// Who plans
    #[arg(long, value_name = "NAME", default_value = Planner::March.name(), value_parser = planner())]
    planner: Planner,
    /// Judge this plan instead of making one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["planner", "window", "steps", "nodes"])]
    check: Option<PathBuf>,
    /// Directions that an agent can step in
    #[arg(long, value_name = "4|8", default_value = "4", value_parser = files::moves())]
    moves: Moves,
    /// Ticks of the window of whca [default: 16]
    #[arg(long, value_name = "TICKS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    window: Option<u32>,
    /// Give up after this many steps
    #[arg(long, value_name = "N", default_value_t = 5000)]
    steps: u32,
    /// Give up after so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed of planners that choose at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Write the plan: a line for each time step, TIME:(X,Y),(X,Y),… with the cell of every agent in the order of the scenario
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a picture of a tick
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Which tick it shows
    #[arg(long, value_name = "TICK", default_value_t = 0, requires = "svg")]
    svg_at: u32,
    /// Write a picture of the plan as a block of space and time
    #[arg(long, value_name = "FILE")]
    block: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn planner() -> impl TypedValueParser<Value = Planner> {
    PossibleValuesParser::new(Planner::ALL.map(Planner::name))
        .map(|name| Planner::named(&name).expect("only names of planners are possible"))
}

/// The plan that is made or read.
fn plan(args: &PlanArgs) -> Result<PlanRun, Wrong> {
    let passable = files::passable(&args.map)?;
    let lines = files::lines(&args.scen, &passable)?;
    let instance = Instance::of_lines(passable, args.moves, &lines, args.agents as usize)
        .map_err(|problem| Wrong::Other(format!("{}: {problem}", args.scen.display())))?;
    let Some(path) = &args.check else {
        let budget = args.nodes.map_or_else(Budget::unlimited, Budget::nodes);
        let settings = Settings { seed: args.seed, window: args.window };
        return Ok(Recorder::new(args.planner, instance, settings, Limits { steps: args.steps, budget }).finish());
    };
    let (text, name) = files::text(path, plan_file::MOST_BYTES)?;
    let steps = plan_file::read(&text, &name).map_err(|error| Wrong::Other(error.to_string()))?;
    let starts = instance.starts.clone();
    let goals = Some(instance.goals);
    let run = PlanRun::of_steps(name.clone(), instance.passable, instance.moves, steps, goals)
        .map_err(|problem| Wrong::Other(format!("{name}: {problem}")))?;
    match run.at(0) == starts {
        true => Ok(run),
        false => Err(Wrong::Other(format!("{name}: agents do not begin where {} says", args.scen.display()))),
    }
}

/// Plans, writes what is asked for, and says what is to be printed.
///
/// # Errors
/// One sentence.
pub fn run(args: &PlanArgs) -> Result<String, Wrong> {
    let begin = Instant::now();
    let run = plan(args)?;
    let ms = begin.elapsed().as_secs_f64() * 1e3;
    let pictures = [
        (&args.svg, (|run, args| tick_picture(run, args.svg_at)) as fn(&PlanRun, &PlanArgs) -> _),
        (&args.block, |run, _| block_picture(run, &run.block(), &Cut::ALL, &View::default())),
    ];
    for (path, picture) in pictures {
        if let Some(path) = path {
            write_text(path, &picture(&run, args).svg()).map_err(Wrong::Other)?;
        }
    }
    if let Some(path) = &args.out {
        write_text(path, &plan_file::write(&run)).map_err(Wrong::Other)?;
    }
    let Some(report) = run.report() else { return Err(Wrong::Other("the plan is not over".into())) };
    let (steps, collisions, solved) = (report.steps, report.findings.unlawful(), report.is_solution());
    if args.json {
        let planner = args.check.is_none().then(|| args.planner.name());
        let conflicts: Vec<_> = run.conflicts().iter().take(20).map(|found| found.to_string()).collect();
        let object = json!({
            "planner": planner, "agents": args.agents, "arrived": report.arrived, "solved": solved,
            "collisions": collisions, "conflicts": conflicts, "sum_of_costs": report.sum_of_costs,
            "sum_of_loss": report.sum_of_loss, "makespan": report.makespan, "steps": steps,
            "expanded": run.expanded, "end": run.ending.words(), "ms": ms,
        });
        return Ok(object.to_string());
    }
    let mut text = format!(
        "{}: {} of {} agents arrived in {steps} steps ({}), {collisions} collisions\nsum of costs {}, sum of loss {}, \
         makespan {}, {} nodes expanded, {ms:.1} ms with recording",
        run.title,
        report.arrived,
        args.agents,
        run.ending.words(),
        report.sum_of_costs,
        report.sum_of_loss,
        report.makespan,
        run.expanded
    );
    for found in run.conflicts().iter().take(10) {
        text += &format!("\n{found}");
    }
    Ok(text)
}
