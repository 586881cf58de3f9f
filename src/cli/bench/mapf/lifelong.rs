//! `gridmarch bench mapf --lifelong`: who arrives gets another goal at once; counts the goals that are reached.

use super::MapfArgs;
use super::run::{Effort, quantile};
use crate::arena::IS_CPU;
use crate::base::rng::stream;
use crate::base::{Cell, Grid};
use crate::cli::bench::memory::peak_rss_mib;
use crate::cli::{CliError, read};
use crate::files::MAX_TEXT;
use crate::nav::checker::{Findings, PlanChecker};
use crate::nav::coop::lifelong::guided::{GUIDED, Guided, PLAIN};
use crate::nav::coop::lifelong::windowed::{Window, Windowed};
use crate::nav::coop::lifelong::{FIRST_FACING, Lifelong, LifelongPlanner, is_in_time};
use crate::nav::coop::mapf::Moves;
use crate::nav::movingai::{read_passability, read_scenario};
use clap::Args;
use rand::RngExt;
use rand::seq::SliceRandom;
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `bench mapf --lifelong`.
#[derive(Debug, Args)]
pub(super) struct LifelongArgs {
    /// Who arrives gets another goal at once: those of the scenario in turn, or, without one, starts and goals drawn at
    /// random
    #[arg(long, conflicts_with_all = ["dense", "table", "out", "max_steps", "node_limit", "anytime"])]
    lifelong: bool,
    /// Instead of a map and a scenario: a problem file of the League of Robot Runners (.json)
    #[arg(long, value_name = "FILE", requires = "lifelong", conflicts_with_all = ["map", "scen"])]
    problem: Option<PathBuf>,
    /// Steps of a lifelong run
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "lifelong",
        value_parser = clap::value_parser!(u32).range(1..))]
    steps: u32,
    /// Planning time of a step; while a step takes longer everybody stands
    #[arg(long, value_name = "MS", default_value_t = 1000, requires = "lifelong",
        value_parser = clap::value_parser!(u64).range(1..))]
    step_ms: u64,
    /// Shortest ways, without heed to traffic: priority inheritance, one step at a time unless --turns or --trials is given
    #[arg(long, requires = "lifelong")]
    unguided: bool,
    /// Turns take time, as in the League of Robot Runners: in a step an agent goes ahead, turns by 90 degrees, or waits.
    /// Four directions only
    #[arg(long, requires = "lifelong")]
    turns: bool,
    /// In four directions the planner looks some steps ahead and tries so many plans of these steps, at each step; with 0,
    /// unless --turns is given, it takes one step at a time by priority inheritance [default: 2000 for each agent, 1000000 to
    /// 8000000]
    #[arg(long, value_name = "N", requires = "lifelong")]
    trials: Option<u64>,
}

impl LifelongArgs {
    pub(super) const fn is_on(&self) -> bool {
        self.lifelong
    }
}

/// What came out of a lifelong run.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Steps of the world, with those in which everybody stood because the planner was late.
    pub steps: u32,
    /// Goals reached.
    pub tasks: u64,
    /// Steps in which everybody stood because the planner was late.
    pub late: u32,
    pub findings: Findings,
    /// Steps of agents that did not look that way, and turns by more than 90 degrees, where turns take time.
    pub untimely: u64,
    /// CPU time of the planning of each step in milliseconds, time on the wall's clock where the system does not tell it.
    pub plan_ms: Vec<f64>,
    pub expanded: u64,
}

impl Report {
    /// Goals reached a step.
    pub fn throughput(&self) -> f64 {
        self.tasks as f64 / f64::from(self.steps.max(1))
    }

    /// The least time that is not exceeded by this share of the steps but the first (nearest rank), 0 without any.
    fn later_ms(&self, share: f64) -> f64 {
        quantile(self.plan_ms.get(1..).unwrap_or_default(), share)
    }

    fn mean_ms(&self) -> f64 {
        self.plan_ms.iter().skip(1).sum::<f64>() / self.plan_ms.len().saturating_sub(1).max(1) as f64
    }
}

/// Lets a planner make `steps` steps. With a limit, everybody stands for as many steps as it is late by whole limits, as
/// in the League of Robot Runners; the first step may take as long as it likes.
pub fn run_lifelong(
    problem: &Lifelong,
    planner: &mut dyn LifelongPlanner,
    steps: u32,
    limit: Option<Duration>,
) -> Report {
    let mut positions = problem.starts.clone();
    let mut reached = vec![0; positions.len()];
    let mut goals: Vec<Cell> = (0..positions.len()).map(|agent| problem.goal(agent, 0)).collect();
    let diagonals = problem.moves == Moves::Eight;
    let mut checker = PlanChecker::new(&problem.passable, diagonals, &problem.starts, &problem.starts);
    checker.step(&positions);
    let (mut plan_ms, mut late, mut step, mut untimely) = (Vec::new(), 0, 0, 0);
    let mut facings = vec![FIRST_FACING; positions.len()];
    while step < steps {
        let (next, effort) = Effort::of(|| planner.next(&positions, &goals));
        let time = if IS_CPU { effort.cpu } else { effort.wall };
        let lost = limit.filter(|_| step > 0).map_or(0, |limit| (time.as_secs_f64() / limit.as_secs_f64()) as u32);
        plan_ms.push(time.as_secs_f64() * 1e3);
        late += lost.min(steps - step);
        step += lost + 1;
        if step > steps {
            step = steps;
            break;
        }
        if problem.turns {
            let looks = planner.facings();
            let from = positions.iter().copied().zip(facings.iter().copied());
            let to = next.iter().copied().zip(looks.iter().copied());
            untimely += from.zip(to).filter(|(from, to)| !is_in_time(*from, *to)).count() as u64;
            untimely += positions.len().abs_diff(looks.len()) as u64;
            facings = looks.to_vec();
        }
        positions = next;
        checker.step(&positions);
        for (agent, (at, goal)) in positions.iter().zip(&mut goals).enumerate() {
            if at == goal {
                reached[agent] += 1;
                *goal = problem.goal(agent, reached[agent]);
            }
        }
    }
    let tasks = reached.iter().map(|reached| *reached as u64).sum();
    let findings = checker.finish().findings;
    Report { steps: step, tasks, late, findings, untimely, plan_ms, expanded: planner.expanded() }
}

/// A problem file of the League of Robot Runners: names of other files, beside it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ProblemFile {
    map_file: PathBuf,
    agent_file: PathBuf,
    team_size: usize,
    task_file: PathBuf,
}

/// A list of cells as the League writes them: their number, then the place of each in the rows of the map.
fn cells(path: &Path, ground: &Grid<bool>) -> Result<Vec<Cell>, CliError> {
    let (text, name) = read(path, MAX_TEXT)?;
    let mut numbers = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (width, height) = (usize::from(ground.width()), usize::from(ground.height()));
    let wrong = |line: &str| CliError::Other(format!("{name}: {line:?} is not the place of a cell"));
    let count = numbers.next().unwrap_or_default();
    let count = count.parse::<usize>().map_err(|_| wrong(count))?;
    let cell = |line: &str| {
        let place = line.parse::<usize>().ok().filter(|place| *place < width * height).ok_or_else(|| wrong(line))?;
        Ok(Cell::new((place % width) as i16, (place / width) as i16))
    };
    numbers.take(count).map(cell).collect()
}

fn of_league(path: &Path, agents: Option<usize>, moves: Moves) -> Result<Lifelong, CliError> {
    let (text, name) = read(path, MAX_TEXT)?;
    let file: ProblemFile = serde_json::from_str(&text).map_err(|error| CliError::Other(format!("{name}: {error}")))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (text, map) = read(&folder.join(&file.map_file), MAX_TEXT)?;
    let ground = read_passability(&text, &map)?;
    let mut starts = cells(&folder.join(&file.agent_file), &ground)?;
    starts.truncate(agents.unwrap_or(file.team_size));
    let tasks = cells(&folder.join(&file.task_file), &ground)?;
    Lifelong::new(ground, moves, starts, tasks).map_err(|problem| CliError::Other(format!("{name}: {problem}")))
}

/// Goals of a drawn problem for each agent.
const DRAWN: usize = 100;

fn problem(args: &MapfArgs) -> Result<Lifelong, CliError> {
    let agents = args.agents.map(|agents| agents as usize);
    if let Some(path) = &args.lifelong.problem {
        return of_league(path, agents, args.moves);
    }
    let (Some(path), Some(agents)) = (&args.map, agents) else {
        return Err(CliError::Usage("--map and --agents are needed".into()));
    };
    let (text, map) = read(path, MAX_TEXT)?;
    let ground = read_passability(&text, &map)?;
    let Some(scen) = &args.scen else {
        let part = super::dense::largest_part(&ground);
        let mut rng = stream(args.seed, "lifelong problem");
        let mut cells: Vec<Cell> = part.iter().filter(|(_, free)| **free).map(|(cell, _)| cell).collect();
        cells.shuffle(&mut rng);
        let tasks = (0..agents * DRAWN).map(|_| cells[rng.random_range(0..cells.len())]).collect();
        if agents > cells.len() {
            return Err(CliError::Other(format!("{map}: there are {} cells for {agents} agents", cells.len())));
        }
        cells.truncate(agents);
        return Lifelong::new(ground, args.moves, cells, tasks).map_err(CliError::Other);
    };
    let (text, scen) = read(scen, MAX_TEXT)?;
    let queries = read_scenario(&text, &scen)?.queries;
    if agents > queries.len() {
        return Err(CliError::Other(format!("{scen}: there are {} agents, {agents} are asked for", queries.len())));
    }
    let starts = queries[..agents].iter().map(|query| query.start).collect();
    let tasks = queries.iter().map(|query| query.goal).collect();
    Lifelong::new(ground, args.moves, starts, tasks).map_err(|problem| CliError::Other(format!("{scen}: {problem}")))
}

/// The planner that the options ask for, and its name.
fn planner(args: &MapfArgs, problem: &Lifelong) -> (&'static str, Box<dyn LifelongPlanner>) {
    let options = &args.lifelong;
    let looks_ahead = match options.trials {
        Some(trials) => options.turns || trials > 0,
        None => options.turns || problem.moves == Moves::Four && !options.unguided,
    };
    if looks_ahead {
        let mut window = Window::of(problem);
        window.trials = options.trials.unwrap_or(window.trials);
        if options.unguided {
            window.manner = PLAIN;
        }
        let name = if options.unguided { "epibt" } else { "windowed" };
        return (name, Box::new(Windowed::new(problem, args.seed, window)));
    }
    let (name, manner) = if options.unguided { ("pibt", PLAIN) } else { ("guided", GUIDED) };
    (name, Box::new(Guided::new(problem, args.seed, manner)))
}

pub(super) fn run(args: &MapfArgs) -> Result<(), CliError> {
    let options = &args.lifelong;
    if args.moves == Moves::Eight && (options.turns || options.trials.is_some_and(|trials| trials > 0)) {
        return Err(CliError::Usage("--turns and --trials are for four directions, not for --moves 8".into()));
    }
    let mut problem = problem(args)?;
    problem.turns = options.turns;
    let (name, mut planner) = planner(args, &problem);
    let report = run_lifelong(&problem, &mut *planner, options.steps, Some(Duration::from_millis(options.step_ms)));
    let (agents, collisions) = (problem.starts.len(), report.findings.unlawful() + report.untimely);
    if args.json {
        let moves = if args.moves == Moves::Four { 4 } else { 8 };
        println!(
            "{}",
            json!({
                "planner": name, "moves": moves, "turns": problem.turns, "agents": agents, "steps": report.steps,
                "tasks": report.tasks,
                "throughput": report.throughput(), "collisions": collisions, "late_steps": report.late,
                "first_step_ms": report.plan_ms.first(), "plan_ms_mean": report.mean_ms(),
                "plan_ms_p99": report.later_ms(0.99), "plan_ms_max": report.later_ms(1.0),
                "expanded": report.expanded, "peak_rss_mib": peak_rss_mib(),
            })
        );
    } else {
        println!("planner   agents  steps   tasks  a step  collisions  late  first ms  mean ms   p99 ms   max ms");
        println!(
            "{name:8}  {agents:6}  {:5}  {:6}  {:6.2}  {collisions:10}  {:4}  {:8.1}  {:7.2}  {:7.2}  {:7.2}",
            report.steps,
            report.tasks,
            report.throughput(),
            report.late,
            report.plan_ms.first().copied().unwrap_or(0.0),
            report.mean_ms(),
            report.later_ms(0.99),
            report.later_ms(1.0)
        );
        println!("{} nodes expanded, {} MiB at most", report.expanded, peak_rss_mib());
    }
    if collisions == 0 { Ok(()) } else { Err(CliError::Other(format!("{collisions} collisions"))) }
}
