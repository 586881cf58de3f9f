//! What `sim` has in common for every turn-based game: the options beside those of its board, playing with a bar, the
//! files.

use super::{bar, default_threads, print, sprt_json};
use crate::arena::{
    Contest, LONGEST_TURN, Leash, Pairs, PlayerKind, Program, Score, Side, Sprt, play_pairs, thinking_clock,
};
use crate::cli::CliError;
use crate::files::write_text;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `sim` in every turn-based game.
#[derive(Debug, Args)]
pub(crate) struct RoundsArgs<K: PlayerKind> {
    /// Who plays; once for every seat
    #[arg(long = "side", value_name = "SPEC", required = true)]
    sides: Vec<Side<K>>,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Stop as soon as it is clear whether the first of two sides is stronger by the first or by the second of these
    /// differences in Elo, each of which is wrong 5 times in 100
    #[arg(long, value_name = "ELO,ELO", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// CPU time for a turn of an outside program, in milliseconds, of all its processes and threads together; on the
    /// wall's clock ten times as much and a second
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time_ms: u64,
    /// Time for its first turn
    #[arg(long, value_name = "MS", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    first_ms: u64,
    /// Address space of each process of an outside program, in MiB; not limited unless this is said
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    bot_memory: Option<u32>,
    /// Show what outside programs write to standard error
    #[arg(long)]
    bot_stderr: bool,
    /// Rounds at the same time; as many as there are cores, fewer with outside programs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// All that is random comes from it
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write rounds.jsonl (one line per round, each a replay) and log.txt into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the log
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl<K: PlayerKind> RoundsArgs<K> {
    pub(crate) fn sides(&self) -> Vec<Side<K>> {
        let limited = |side: &Side<K>| match self.bot_memory {
            Some(mebibytes) => side.clone().with_memory(mebibytes),
            None => side.clone(),
        };
        self.sides.iter().map(limited).collect()
    }

    /// What is said where the game needs another number of sides.
    pub(crate) fn wrong_count(&self, game: &str, needed: &str) -> CliError {
        CliError::Usage(format!(
            "--side: {game} needs {needed} sides, there are {}\n\n\
             Usage: gridmarch sim {} [OPTIONS] --side <SPEC> --side <SPEC>",
            self.sides.len(),
            game.to_lowercase()
        ))
    }

    pub(crate) fn leash(&self) -> Leash {
        Leash {
            time: Duration::from_millis(self.time_ms),
            first_time: Duration::from_millis(self.first_ms),
            show_errors: self.bot_stderr,
        }
    }

    /// Plays the rounds, writes what is to be written and prints what came of them.
    pub(crate) fn run<C: Contest>(&self, contest: &C) -> Result<(), CliError> {
        let programs = contest.programs();
        if self.sprt.is_some() && self.sides.len() != 2 {
            return Err(CliError::Usage(format!("--sprt: it is for two sides, there are {}", self.sides.len())));
        }
        // A program that cannot be started is a mistake of the person at the keyboard, not a lost round.
        for command in &programs {
            Program::start(command, LONGEST_TURN, false).map_err(|error| CliError::Other(error.to_string()))?;
        }
        // Before anything is played: an hour of rounds must not end in a folder that is not there.
        if let Some(folder) = &self.out {
            std::fs::create_dir_all(folder)
                .map_err(|error| CliError::Other(format!("{}: cannot be made: {error}", folder.display())))?;
        }
        if let Some(path) = &self.log {
            write_text(path, "").map_err(CliError::Other)?;
        }
        let threads = self.threads.map_or_else(|| default_threads(programs.len(), self.sides.len()), usize::from);
        let rounds = play(contest, self.rounds, threads, self.sprt)?;
        let summary = contest.summary_of(&rounds);
        let scores: Vec<Score> = rounds.iter().map(|round| score(contest, round)).collect();
        let pairs = Pairs::of(&scores);
        if let Some(folder) = &self.out {
            let mut lines = String::new();
            for round in &rounds {
                lines += &contest.record(round).map_err(CliError::Other)?;
                lines.push('\n');
            }
            write_text(&folder.join("rounds.jsonl"), &lines).map_err(CliError::Other)?;
            write_text(&folder.join("log.txt"), &contest.log(&summary)).map_err(CliError::Other)?;
        }
        if let Some(path) = &self.log {
            write_text(path, &contest.log(&summary)).map_err(CliError::Other)?;
        }
        let (mut table, mut object) = C::report(&summary);
        if self.sides.len() == 2 {
            table += &format!("{pairs}\n");
            object["pairs"] = json!(pairs.0);
        }
        if let Some(test) = self.sprt {
            table += &format!("{}\n", test.sentence(pairs));
            object["sprt"] = sprt_json(test, pairs);
        }
        print(self.json, programs.len(), || table, || object);
        Ok(())
    }
}

/// What a round was for the first side.
fn score<C: Contest>(contest: &C, round: &C::Round) -> Score {
    let summary = contest.summary_of(std::slice::from_ref(round));
    C::sides(&summary)[0].score
}

/// Plays the rounds, up to the pair after which `test` is decided: the same one on any number of threads.
fn play<C: Contest>(contest: &C, rounds: u32, threads: usize, test: Option<Sprt>) -> Result<Vec<C::Round>, CliError> {
    let clock = thinking_clock();
    let progress = bar(u64::from(rounds));
    let (mut table, mut done) = (contest.summary(), 0);
    let played = play_pairs(
        rounds as usize,
        threads,
        test,
        |number| contest.play(number, &clock),
        |round| round.as_ref().ok().map(|round| score(contest, round)),
        |_, round| {
            if let Ok(round) = round {
                contest.add(&mut table, round);
            }
            done += 1;
            let wins: Vec<u32> = C::sides(&table).iter().map(|side| side.score.wins).collect();
            let drawn = done - wins.iter().sum::<u32>();
            let wins: Vec<String> = wins.iter().map(u32::to_string).collect();
            progress.set_message(format!("{} ({drawn} drawn)", wins.join(" – ")));
            progress.inc(1);
        },
    );
    progress.finish_and_clear();
    played.into_iter().collect::<Result<_, _>>().map_err(CliError::Other)
}
