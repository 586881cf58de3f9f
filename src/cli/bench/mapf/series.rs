//! `gridmarch bench mapf --dense N`: the first problems of the dense series, each for a number of seeds.

use super::dense::{Dense, Ground, draw};
use super::run::{Limits, Report, quantile, run_instance, shortest_steps};
use super::{MapfArgs, planner};
use crate::cli::CliError;
use crate::cli::bench::memory::peak_rss_mib;
use serde_json::{Value, json};

/// Steps after which a run counts as unsolved: plans of the fullest grounds are thousands of steps long.
const MAX_STEPS: u32 = 20_000;

/// What came out for one kind of ground.
#[derive(Debug, Clone, Default)]
struct Row {
    runs: u32,
    solved: u32,
    collisions: u64,
    costs: u64,
    lower_bound: u64,
    first_step_ms: Vec<f64>,
    later_ms: Vec<f64>,
}

impl Row {
    fn add(&mut self, report: &Report, lower_bound: u64) {
        self.runs += 1;
        self.collisions += report.plan.findings.unlawful();
        if report.plan.is_solution() {
            self.solved += 1;
            self.costs += report.plan.sum_of_costs;
            self.lower_bound += lower_bound;
        }
        self.first_step_ms.extend(report.plan_ms.first());
        self.later_ms.extend(report.plan_ms.iter().skip(1));
    }

    fn join(&mut self, other: &Self) {
        self.runs += other.runs;
        self.solved += other.solved;
        self.collisions += other.collisions;
        self.costs += other.costs;
        self.lower_bound += other.lower_bound;
        self.first_step_ms.extend(&other.first_step_ms);
        self.later_ms.extend(&other.later_ms);
    }

    fn cost_ratio(&self) -> f64 {
        self.costs as f64 / self.lower_bound.max(1) as f64
    }

    fn json(&self, name: &str) -> Value {
        json!({
            "ground": name, "runs": self.runs, "solved": self.solved, "collisions": self.collisions,
            "cost_ratio": self.cost_ratio(), "first_step_ms_max": quantile(&self.first_step_ms, 1.0),
            "step_ms_p99": quantile(&self.later_ms, 0.99), "step_ms_max": quantile(&self.later_ms, 1.0),
        })
    }
}

/// Runs the first `count` problems for seeds from `--seed` on.
pub(super) fn run(args: &MapfArgs, count: u64) -> Result<(), CliError> {
    let mut rows: Vec<Row> = Ground::ALL.iter().map(|_| Row::default()).collect();
    let mut unsolved = Vec::new();
    for number in 0..count {
        let Dense { ground, percent, instance } = draw(number, args.moves);
        let lower_bound = shortest_steps(&instance).into_iter().flatten().map(u64::from).sum();
        for seed in args.seed..args.seed.saturating_add(args.seeds) {
            let mut planner = planner(args, &instance, seed);
            let mut limits = Limits::steps(args.max_steps.unwrap_or(MAX_STEPS));
            (limits.time, limits.nodes) = (args.time_limit, args.node_limit);
            let report = run_instance(&instance, planner.as_mut(), &limits, |_| {});
            rows[ground as usize].add(&report, lower_bound);
            if !report.plan.is_solution() {
                let agents = instance.starts.len();
                unsolved.push(format!("{number} ({}, {percent} %, {agents} agents, seed {seed})", ground.name()));
            }
        }
    }
    let mut all = Row::default();
    rows.iter().for_each(|row| all.join(row));
    let named = Ground::ALL.map(Ground::name).into_iter().zip(&rows).chain([("all", &all)]);
    if args.json {
        let rows: Vec<Value> = named.map(|(name, row)| row.json(name)).collect();
        println!("{}", json!({ "planner": args.planner.name(), "rows": rows, "peak_rss_mib": peak_rss_mib() }));
    } else {
        println!("ground  runs  solved  collisions  ratio  first ms  p99 ms   max ms");
        for (name, row) in named {
            println!(
                "{name:6}  {:4}  {:6}  {:10}  {:5.2}  {:8.1}  {:6.2}  {:7.2}",
                row.runs,
                row.solved,
                row.collisions,
                row.cost_ratio(),
                quantile(&row.first_step_ms, 1.0),
                quantile(&row.later_ms, 0.99),
                quantile(&row.later_ms, 1.0)
            );
        }
        println!("{} MiB at most", peak_rss_mib());
    }
    match unsolved.first() {
        None if all.collisions == 0 => Ok(()),
        None => Err(CliError::Other(format!("{} collisions", all.collisions))),
        Some(first) => {
            Err(CliError::Other(format!("{} of {} not solved, the first is {first}", unsolved.len(), all.runs)))
        }
    }
}
