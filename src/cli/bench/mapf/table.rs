//! `gridmarch bench mapf --table DIR`: the rows of the usual table of MovingAI maps, for our planner and others side by side.
//!
//! Another solver is a program that is started once for each row, `exec:./solver -m {map} -i {scen} -N {agents} -o {out}`:
//! the words in braces are filled in, `{seconds}` and `{seed}` as well. It writes the moves to `{out}`, a line for each
//! time step as `--out` does; other lines are passed over, so that the result files of LaCAM and its kin can be read
//! as they are. Its moves are judged by the same checker as ours.

use super::run::{Limits, run_instance, shortest_steps};
use super::{MapfArgs, instance, planner};
use crate::arena::CommandLine;
use crate::base::Cell;
use crate::cli::{CliError, read};
use crate::files::MAX_TEXT;
use crate::nav::checker::{PlanChecker, PlanReport};
use crate::nav::coop::mapf::{Instance, Moves};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Maps of the benchmark and numbers of agents: the rows for which figures of other planners are known.
const ROWS: [(&str, &[u32]); 12] = [
    ("random-32-32-20", &[100, 200, 300, 400]),
    ("random-64-64-20", &[500, 1000]),
    ("room-64-64-16", &[500, 1000]),
    ("empty-48-48", &[500, 1000]),
    ("maze-128-128-10", &[500, 1000]),
    ("warehouse-10-20-10-2-1", &[500, 1000]),
    ("den520d", &[500, 1000]),
    ("Berlin_1_256", &[500, 1000]),
    ("ost003d", &[1000]),
    ("brc202d", &[1000]),
    ("warehouse-20-40-10-2-2", &[1000]),
    ("room-32-32-4", &[200, 341]),
];

/// Seconds that another solver is told it has, unless there is a time limit.
const SECONDS: u64 = 20;

/// How long after that it is stopped.
const GRACE: Duration = Duration::from_secs(60);

/// What one solver made of one row.
struct Entry {
    name: String,
    plan: PlanReport,
    wall_ms: f64,
    first_step_ms: Option<f64>,
}

impl Entry {
    fn ratio(&self, lower_bound: u64) -> Option<f64> {
        self.plan.is_solution().then(|| self.plan.sum_of_costs as f64 / lower_bound.max(1) as f64)
    }
}

/// Runs all rows whose files are there: `DIR/maps/NAME.map` and `DIR/scen/NAME-random-1.scen`.
pub(super) fn run(args: &MapfArgs, folder: &Path) -> Result<(), CliError> {
    let others: Vec<(&str, Vec<String>)> = args
        .against
        .iter()
        .map(|spec| {
            let command = spec.strip_prefix("exec:").unwrap_or(spec);
            let words = command.parse::<CommandLine>().map_err(|problem| CliError::Other(problem.to_string()))?.words();
            Ok((spec.as_str(), words))
        })
        .collect::<Result<_, CliError>>()?;
    let mut rows: Vec<Value> = Vec::new();
    let (mut unsolved, mut worse) = (0, 0);
    if !args.json {
        println!("map                     agents  solver                    solved  ratio   first ms    all ms");
    }
    for (name, counts) in ROWS {
        let map = folder.join(format!("maps/{name}.map"));
        let scen = folder.join(format!("scen/{name}-random-1.scen"));
        if !map.exists() || !scen.exists() {
            continue;
        }
        for agents in counts {
            let problem = instance(&map, &scen, *agents, args.moves)?;
            let lower_bound: u64 = shortest_steps(&problem).into_iter().flatten().map(u64::from).sum();
            let mut entries = vec![ours(args, &problem)];
            for (spec, words) in &others {
                entries.push(outside(args, spec, words, &map, &scen, &problem)?);
            }
            unsolved += u32::from(!entries[0].plan.is_solution());
            let own = entries[0].ratio(lower_bound);
            worse +=
                u32::from(entries[1..].iter().any(|other| other.ratio(lower_bound) < own && other.plan.is_solution()));
            for entry in &entries {
                let ratio = entry.ratio(lower_bound);
                if args.json {
                    rows.push(json!({
                        "map": name, "agents": agents, "solver": entry.name, "solved": entry.plan.is_solution(),
                        "collisions": entry.plan.findings.unlawful(), "sum_of_costs": entry.plan.sum_of_costs,
                        "sum_of_loss": entry.plan.sum_of_loss, "lower_bound": lower_bound, "cost_ratio": ratio,
                        "makespan": entry.plan.makespan, "first_step_ms": entry.first_step_ms,
                        "wall_ms": entry.wall_ms,
                    }));
                } else {
                    let short: String = entry.name.chars().take(24).collect();
                    println!(
                        "{name:22}  {agents:6}  {short:24}  {:6}  {:>5}  {:>9}  {:8.0}",
                        if entry.plan.is_solution() { "yes" } else { "no" },
                        ratio.map_or_else(|| "-".into(), |ratio| format!("{ratio:.3}")),
                        entry.first_step_ms.map_or_else(|| "-".into(), |ms| format!("{ms:.1}")),
                        entry.wall_ms,
                    );
                }
            }
        }
    }
    if args.json {
        println!("{}", json!({ "rows": rows, "unsolved": unsolved, "beaten": worse }));
    } else if !others.is_empty() {
        println!("another solver has lower costs on {worse} rows");
    }
    if unsolved > 0 {
        return Err(CliError::Other(format!("{unsolved} rows are not solved")));
    }
    Ok(())
}

fn ours(args: &MapfArgs, problem: &Instance) -> Entry {
    let mut planner = planner(args, problem, args.seed);
    let longest = shortest_steps(problem).into_iter().flatten().max().unwrap_or(0);
    let mut limits = Limits::steps(args.max_steps.unwrap_or(longest.saturating_mul(20).saturating_add(200)));
    (limits.time, limits.nodes) = (args.time_limit, args.node_limit);
    let report = run_instance(problem, planner.as_mut(), &limits, |_| {});
    let (wall_ms, first_step_ms) = (report.total_ms(), report.plan_ms.first().copied());
    Entry { name: args.planner.name().into(), plan: report.plan, wall_ms, first_step_ms }
}

/// Lets a program solve a row and judges what it has written.
fn outside(
    args: &MapfArgs,
    spec: &str,
    words: &[String],
    map: &Path,
    scen: &Path,
    problem: &Instance,
) -> Result<Entry, CliError> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("plan.txt");
    let seconds = args.time_limit.unwrap_or(Duration::from_secs(SECONDS));
    let fill = |word: &String| {
        word.replace("{map}", &map.display().to_string())
            .replace("{scen}", &scen.display().to_string())
            .replace("{agents}", &problem.starts.len().to_string())
            .replace("{out}", &out.display().to_string())
            .replace("{seconds}", &seconds.as_secs().to_string())
            .replace("{seed}", &args.seed.to_string())
    };
    let words: Vec<String> = words.iter().map(fill).collect();
    let begin = Instant::now();
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| CliError::Other(format!("{spec}: cannot be started: {error}")))?;
    while child.try_wait()?.is_none() {
        if begin.elapsed() > seconds + GRACE {
            child.kill()?;
            child.wait()?;
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let wall_ms = begin.elapsed().as_secs_f64() * 1e3;
    // Nothing written means not solved.
    let text = read(&out, MAX_TEXT).map(|(text, _)| text).unwrap_or_default();
    let mut checker =
        PlanChecker::new(&problem.passable, problem.moves == Moves::Eight, &problem.starts, &problem.goals);
    let mut configurations: Vec<Vec<Cell>> = text.lines().filter_map(configuration).collect();
    configurations.retain(|cells| cells.len() == problem.starts.len());
    if configurations.is_empty() {
        configurations.push(problem.starts.clone());
    }
    for cells in &configurations {
        checker.step(cells);
    }
    Ok(Entry { name: spec.into(), plan: checker.finish(), wall_ms, first_step_ms: None })
}

/// The cells of a line `12:(5,16),(21,29),`; nothing for other lines.
pub fn configuration(line: &str) -> Option<Vec<Cell>> {
    let (number, cells) = line.split_once(':')?;
    number.parse::<u32>().ok()?;
    let cells = cells.trim_end_matches(',').strip_prefix('(')?.strip_suffix(')')?;
    let cell = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(Cell::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
    };
    cells.split("),(").map(cell).collect()
}
