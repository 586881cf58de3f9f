//! Tests that need something from outside of the repository: benchmark data, Python, bubblewrap, programs that attack servers.
//! What is missing shows as ignored, with the reason in front of the name, and is counted as such; it never passes in silence.
//!
//! Every test of data runs on the small instances in `tests/instances` in any case, and on the benchmark data where it is:
//! in the folder of the variable `GRIDMARCH_BENCH_DATA`, or in `shared/benchmarks` beside the checkout. If the variable is set the data must
//! be there.

mod arenas;
mod attackers;
mod bots;
mod fences;
mod files;
mod links;
mod mapf;
mod paths;

use libtest_mimic::{Arguments, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A test of a folder of data, and what of the folder it needs.
type DataTest = (&'static str, &'static str, fn(&Path));

const DATA_TESTS: [DataTest; 11] = [
    ("files::every_file_is_read_with_its_size", "movingai", files::every_file_is_read_with_its_size),
    (
        "links::every_match_goes_through_every_form_and_back",
        "twixt",
        links::every_match_goes_through_every_form_and_back,
    ),
    (
        "links::the_links_that_cross_a_link_are_those_computed_elsewhere",
        "twixt/crossings.json",
        links::the_links_that_cross_a_link_are_those_computed_elsewhere,
    ),
    (
        "links::every_link_and_winner_of_recorded_games_is_ours",
        "twixt",
        links::every_link_and_winner_of_recorded_games_is_ours,
    ),
    (
        "links::every_win_in_one_and_every_only_defence_is_found",
        "twixt/tactics.jsonl",
        links::every_win_in_one_and_every_only_defence_is_found,
    ),
    (
        "mapf::a_few_agents_come_home_on_every_map_and_nothing_collides",
        "movingai/mapf",
        mapf::a_few_agents_come_home_on_every_map_and_nothing_collides,
    ),
    (
        "paths::queries_of_the_benchmark_scenarios_are_answered_with_legal_shortest_paths",
        "movingai/single",
        paths::queries_of_the_benchmark_scenarios_are_answered_with_legal_shortest_paths,
    ),
    (
        "arenas::clearances_positions_and_areas_of_the_arenas_are_those_counted_elsewhere",
        "tanks/arenas.jsonl",
        arenas::clearances_positions_and_areas_of_the_arenas_are_those_counted_elsewhere,
    ),
    (
        "arenas::a_full_search_finds_every_length_of_the_arenas",
        "tanks/arenas.jsonl",
        arenas::a_full_search_finds_every_length_of_the_arenas,
    ),
    (
        "arenas::a_capped_follower_arrives_in_every_arena_wherever_there_is_a_way",
        "tanks/arenas.jsonl",
        arenas::a_capped_follower_arrives_in_every_arena_wherever_there_is_a_way,
    ),
    (
        "arenas::rectangles_have_a_way_exactly_where_the_arenas_have_one",
        "tanks/arenas.jsonl",
        arenas::rectangles_have_a_way_exactly_where_the_arenas_have_one,
    ),
];

/// The text of a file.
fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder, of which there are some, in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files
}

/// A test that is ignored, with the reason in front of its name, if something is missing.
fn trial(name: String, missing: Option<String>, test: impl FnOnce() + Send + 'static) -> Trial {
    let trial = Trial::test(name, || {
        test();
        Ok(())
    });
    match missing {
        Some(what) => trial.with_kind(format!("skipped, there is no {what}")).with_ignored_flag(true),
        None => trial,
    }
}

fn main() -> ExitCode {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = here.join("tests/instances");
    let wanted = std::env::var_os("GRIDMARCH_BENCH_DATA").map(|folder| here.join(folder));
    let data = wanted.clone().unwrap_or_else(|| here.join("../shared/benchmarks"));
    let mut trials = Vec::new();
    for (name, part, test) in DATA_TESTS {
        let (own, data) = (own.clone(), data.clone());
        trials.push(trial(format!("own::{name}"), None, move || test(&own)));
        let missing = (wanted.is_none() && !data.join(part).exists()).then(|| data.join(part).display().to_string());
        trials.push(trial(format!("benchmarks::{name}"), missing, move || test(&data)));
    }
    trials.push(trial("skipping::what_is_missing_is_ignored_and_what_is_there_is_not".into(), None, || {
        let missing = trial("x".into(), Some("y".into()), || panic!("it is not run"));
        assert!(missing.has_ignored_flag() && missing.kind() == "skipped, there is no y", "{missing:?}");
        let there = trial("x".into(), None, || ());
        assert!(!there.has_ignored_flag() && there.kind().is_empty(), "{there:?}");
    }));
    trials.extend(bots::trials());
    trials.extend(fences::trials());
    trials.extend(attackers::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
