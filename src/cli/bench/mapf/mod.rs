//! `gridmarch bench mapf`: many agents from one MovingAI scenario, one cell each, planned online and checked.

pub mod dense;
pub mod lifelong;
pub mod run;
mod series;
pub mod table;

use super::memory::peak_rss_mib;
use crate::arena::IS_CPU;
use crate::cli::{CliError, read};
use crate::files::MAX_TEXT;
use crate::nav::coop::PlannerKind;
use crate::nav::coop::classic;
use crate::nav::coop::mapf::{Instance, Moves, OnlinePlanner, plan_line};
use crate::nav::coop::solver::{Pace, Solver};
use crate::nav::movingai::{read_passability, read_scenario};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use run::{Effort, Limits, Report, run_instance, shortest_steps};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `bench mapf`.
#[derive(Debug, Args)]
pub(crate) struct MapfArgs {
    /// The map (MovingAI .map)
    #[arg(long, value_name = "FILE", required_unless_present_any = ["dense", "table", "problem"])]
    map: Option<PathBuf>,
    /// The scenario (MovingAI .scen), whose first lines are the agents
    #[arg(long, value_name = "FILE", required_unless_present_any = ["dense", "table", "lifelong"])]
    scen: Option<PathBuf>,
    /// Agents
    #[arg(
        long,
        value_name = "N",
        required_unless_present_any = ["dense", "table", "problem"],
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    agents: Option<u32>,
    /// Instead of a scenario: the first N problems of a series of crowded ones, which can all be solved (rooms, mazes,
    /// caves, corridors with bays; 30 to 95 percent of the cells filled)
    #[arg(long, value_name = "N", conflicts_with_all = ["map", "scen", "agents", "out"])]
    dense: Option<u64>,
    /// Instead of one scenario: all rows of the usual table whose files are there, DIR/maps/NAME.map and
    /// DIR/scen/NAME-random-1.scen
    #[arg(long, value_name = "DIR", conflicts_with_all = ["map", "scen", "agents", "out", "dense"])]
    table: Option<PathBuf>,
    /// Another solver for the table, any number of times: exec:COMMAND with {map}, {scen}, {agents}, {out}, {seconds},
    /// {seed}; it writes its moves to {out} as --out does
    #[arg(long, value_name = "exec:COMMAND", requires = "table")]
    against: Vec<String>,
    #[command(flatten)]
    lifelong: lifelong::LifelongArgs,
    /// Seeds for each problem of the series, from --seed on
    #[arg(long, value_name = "N", default_value_t = 1, requires = "dense")]
    seeds: u64,
    /// Directions that an agent can step in
    #[arg(long, value_name = "4|8", default_value = "4", value_parser = moves_parser())]
    moves: Moves,
    /// Who plans
    #[arg(long, value_name = "NAME", default_value = PlannerKind::March.name(), value_parser = planner_parser())]
    planner: PlannerKind,
    /// The shipped planner walks at once and plans on the way: a first step of ten times the work of the others, and higher
    /// costs
    #[arg(long)]
    anytime: bool,
    /// The shipped planner improves its plan for so many nodes more before the first step: lower costs, some ten million
    /// nodes a second
    #[arg(long, value_name = "NODES", conflicts_with_all = ["anytime", "lifelong"])]
    polish: Option<u64>,
    /// Searches that improve the plans of the shipped planner at the same time, each with all the nodes of a step: one for each
    /// processor. What comes of it depends on their number, and not on that of the processors
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    improvers: u8,
    /// Give up after this many steps [default: 20 times the longest way of an agent alone, and 200]
    #[arg(long, value_name = "N")]
    max_steps: Option<u32>,
    /// Give up after this much planning time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time_limit: Option<Duration>,
    /// Give up after so many nodes; repeats to the bit, which a limit in time does not
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    node_limit: Option<u64>,
    /// Write the moves into this file: a line for each time step, TIME:(X,Y),(X,Y),… with the cell of every agent in the
    /// order of the scenario, x to the right, y down
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Seed of planners that choose at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn moves_parser() -> impl TypedValueParser<Value = Moves> {
    PossibleValuesParser::new(["4", "8"]).map(|moves| if moves == "4" { Moves::Four } else { Moves::Eight })
}

fn planner_parser() -> impl TypedValueParser<Value = PlannerKind> {
    PossibleValuesParser::new(PlannerKind::ALL.map(PlannerKind::name))
        .map(|name| PlannerKind::named(&name).expect("only names of planners are possible"))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().map_err(|_| format!("{text:?} is not a number of seconds"))?;
    Duration::try_from_secs_f64(number).map_err(|_| "a time limit is 0 or more seconds".into())
}

/// The problem of a map and the first `agents` lines of a scenario.
fn instance(map: &Path, scen: &Path, agents: u32, moves: Moves) -> Result<Instance, CliError> {
    let (text, map) = read(map, MAX_TEXT)?;
    let passable = read_passability(&text, &map)?;
    let (text, scen) = read(scen, MAX_TEXT)?;
    let scenario = read_scenario(&text, &scen)?;
    let size = (passable.width(), passable.height());
    let other = scenario.queries.iter().find(|query| (query.width, query.height) != size);
    if let Some(query) = other {
        return Err(CliError::Other(format!(
            "{scen}: made for a map of {} x {} cells, but {map} has {} x {}",
            query.width, query.height, size.0, size.1
        )));
    }
    let lines: Vec<_> = scenario.queries.iter().map(|query| (query.start, query.goal)).collect();
    run::instance(passable, moves, &lines, agents as usize)
        .map_err(|problem| CliError::Other(format!("{scen}: {problem}")))
}

fn planner(args: &MapfArgs, instance: &Instance, seed: u64) -> Box<dyn OnlinePlanner> {
    let pace = match args.polish {
        Some(nodes) => Pace::Polished(nodes),
        None if args.anytime => Pace::Anytime,
        None => Pace::Thorough,
    };
    let shipped = || Solver::with_pace(instance, seed, pace).improved_by(args.improvers.into());
    classic::planner(args.planner, instance, seed).unwrap_or_else(|| Box::new(shipped()))
}

pub(super) fn run(args: &MapfArgs) -> Result<(), CliError> {
    if args.lifelong.is_on() {
        return lifelong::run(args);
    }
    if let Some(count) = args.dense {
        return series::run(args, count);
    }
    if let Some(folder) = &args.table {
        return table::run(args, folder);
    }
    let (Some(map), Some(scen), Some(agents)) = (&args.map, &args.scen, args.agents) else {
        return Err(CliError::Usage("--map, --scen and --agents are needed".into()));
    };
    let instance = instance(map, scen, agents, args.moves)?;
    let steps = shortest_steps(&instance);
    let mut alone = Vec::with_capacity(steps.len());
    for (number, steps) in (1..).zip(steps) {
        let unreachable = || {
            let name = scen.display();
            CliError::Other(format!("{name}: agent {number} cannot reach its goal"))
        };
        alone.push(steps.ok_or_else(unreachable)?);
    }
    let longest = alone.iter().copied().max().unwrap_or(0);
    let lower_bound: u64 = alone.iter().copied().map(u64::from).sum();
    let mut out = args.out.as_deref().map(create).transpose()?;
    let (mut planner, preparation) = Effort::of(|| planner(args, &instance, args.seed));
    let limits = Limits {
        max_steps: args.max_steps.unwrap_or(longest.saturating_mul(20).saturating_add(200)),
        time: args.time_limit,
        nodes: args.node_limit,
        preparation,
    };
    let (mut step, mut written) = (0, Ok(()));
    let report = run_instance(&instance, planner.as_mut(), &limits, |positions| {
        if let (Some(file), Ok(())) = (&mut out, &written) {
            written = writeln!(file, "{}", plan_line(step, positions));
        }
        step += 1;
    });
    if let (Some(file), Some(path)) = (&mut out, &args.out) {
        written.and_then(|()| file.flush()).map_err(|error| not_written(path, &error))?;
    }
    if args.json {
        print_json(args, &report, lower_bound);
    } else {
        print_table(args, &report, lower_bound);
    }
    let plan = &report.plan;
    if plan.is_solution() {
        return Ok(());
    }
    let (name, unlawful) = (scen.display(), plan.findings.unlawful());
    Err(CliError::Other(format!(
        "{name}: not solved: {} of {} agents arrived in {} steps, {unlawful} collisions",
        plan.arrived,
        instance.starts.len(),
        plan.steps
    )))
}

fn not_written(path: &Path, error: &std::io::Error) -> CliError {
    CliError::Other(format!("{}: cannot be written: {error}", path.display()))
}

fn create(path: &Path) -> Result<BufWriter<File>, CliError> {
    File::create(path).map(BufWriter::new).map_err(|error| not_written(path, &error))
}

/// Sum of costs over the lower bound, 1 if nobody has to move; nothing unless it is solved.
fn cost_ratio(report: &Report, lower_bound: u64) -> Option<f64> {
    let ratio = || if lower_bound == 0 { 1.0 } else { report.plan.sum_of_costs as f64 / lower_bound as f64 };
    report.plan.is_solution().then(ratio)
}

fn print_json(args: &MapfArgs, report: &Report, lower_bound: u64) {
    let plan = &report.plan;
    let moves = if args.moves == Moves::Four { 4 } else { 8 };
    println!(
        "{}",
        json!({
            "planner": args.planner.name(), "moves": moves, "agents": args.agents, "arrived": plan.arrived,
            "solved": plan.is_solution(), "collisions": plan.findings.unlawful(),
            "sum_of_costs": plan.sum_of_costs, "sum_of_loss": plan.sum_of_loss, "lower_bound": lower_bound,
            "cost_ratio": cost_ratio(report, lower_bound), "makespan": plan.makespan, "steps": plan.steps,
            "plan_ms_total": report.total_ms(), "plan_ms_mean": report.mean_ms(),
            "plan_ms_p99": report.quantile_ms(0.99), "plan_ms_max": report.quantile_ms(1.0),
            "first_step_ms": report.plan_ms.first(), "first_solution_ms": report.first_solution_ms,
            "cpu_ms": IS_CPU.then_some(report.effort.cpu.as_secs_f64() * 1e3),
            "step_cpu_ms_p99": IS_CPU.then_some(report.later_cpu_ms(0.99)),
            "step_cpu_ms_max": IS_CPU.then_some(report.later_cpu_ms(1.0)),
            "first_step_cpu_ms": IS_CPU.then_some(report.step_cpu_ms.first()),
            "expanded": report.expanded, "peak_rss_mib": peak_rss_mib(),
        })
    );
}

fn print_table(args: &MapfArgs, report: &Report, lower_bound: u64) {
    let plan = &report.plan;
    println!(
        "planner  agents  arrived  solved  collisions    costs  ratio  makespan  steps  mean ms   p99 ms   max ms"
    );
    println!(
        "{:7}  {:6}  {:7}  {:6}  {:10}  {:7}  {:>5}  {:8}  {:5}  {:7.3}  {:7.3}  {:7.3}",
        args.planner.name(),
        args.agents.unwrap_or(0),
        plan.arrived,
        if plan.is_solution() { "yes" } else { "no" },
        plan.findings.unlawful(),
        plan.sum_of_costs,
        cost_ratio(report, lower_bound).map_or_else(|| "-".into(), |ratio| format!("{ratio:.2}")),
        plan.makespan,
        plan.steps,
        report.mean_ms(),
        report.quantile_ms(0.99),
        report.quantile_ms(1.0),
    );
    let time = |ms: Option<&f64>| ms.map_or_else(|| "never".into(), |ms| format!("after {ms:.1} ms"));
    println!(
        "first step {}, first whole plan {}",
        time(report.plan_ms.first()),
        time(report.first_solution_ms.as_ref())
    );
    println!(
        "{:.1} ms of planning, {} nodes expanded, sum of loss {}, lower bound {lower_bound}, {} MiB at most",
        report.total_ms(),
        report.expanded,
        plan.sum_of_loss,
        peak_rss_mib()
    );
    for violation in
        plan.findings.listed().iter().filter(|found| found.kind != crate::nav::checker::Kind::NotAtGoal).take(10)
    {
        println!("{violation}");
    }
}
