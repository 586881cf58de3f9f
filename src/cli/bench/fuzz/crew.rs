//! Children that play inputs, and whoever watches over them.
//!
//! A child writes `begin N` before an input and `end N refused|accepted KIB …` after it. Who says nothing for too long hangs,
//! who takes too much memory is too heavy, who ends without a word has aborted: each is killed, counted, and another child
//! goes on with the next number.

use super::super::memory::kib;
use super::child::start;
use super::{Kind, kill};
use crate::cli::CliError;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// Memory that an input may take.
pub(super) const MOST_MIB: u64 = 1024;
/// Inputs that one child plays: so many that its start costs little, so few that all cores are busy to the end.
const PORTION: u64 = 250;
/// Time from one look at the memory of a child to the next.
const LOOKS_EVERY: Duration = Duration::from_millis(50);
/// Time in which a child makes its real files before its first input, on a busy machine.
const START: Duration = Duration::from_secs(120);

#[derive(Debug, Clone)]
pub(super) enum Job {
    /// Inputs of a kind, from the first number to the last.
    Numbers(Kind, u64, u64),
    /// These files as they are.
    Files(Vec<PathBuf>),
}

pub(super) struct Order {
    pub(super) seed: u64,
    pub(super) limit: Duration,
    pub(super) total: u64,
}

/// An input that did what none may do.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// `None` for a file.
    pub(super) kind: Option<Kind>,
    pub(super) number: u64,
    pub(super) what: String,
}

#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) refused: u64,
    pub(super) accepted: u64,
    /// Aborts too, and sentences that are none.
    pub(super) panics: u64,
    pub(super) hangs: u64,
    /// Inputs that took more than [`MOST_MIB`].
    pub(super) heavy: u64,
    pub(super) peak_kib: u64,
    pub(super) found: Vec<Found>,
    /// Refused and accepted of each kind.
    pub(super) kinds: BTreeMap<Kind, (u64, u64)>,
}

/// Portions of so many inputs of each kind.
pub(super) fn jobs(counts: &[(Kind, u64)]) -> Vec<Job> {
    let portions = |(kind, count): &(Kind, u64)| {
        let (kind, count) = (*kind, *count);
        (0..count.div_ceil(PORTION))
            .map(move |part| Job::Numbers(kind, part * PORTION, ((part + 1) * PORTION).min(count) - 1))
    };
    counts.iter().flat_map(portions).collect()
}

/// Plays all jobs, so many at the same time.
pub(super) fn play(jobs: Vec<Job>, threads: usize, order: &Order, workplace: &Path) -> Result<Tally, CliError> {
    let bar = ProgressBar::with_draw_target(Some(order.total), ProgressDrawTarget::stderr());
    let (jobs, tally) = (Mutex::new(jobs.into_iter()), Mutex::new(Tally::default()));
    // Locks are not poisoned: nobody panics while holding one.
    let next = || jobs.lock().ok().and_then(|mut jobs| jobs.next());
    let result = std::thread::scope(|scope| {
        let watch = |index: usize| {
            let (next, tally, bar) = (&next, &tally, &bar);
            scope.spawn(move || -> Result<(), CliError> {
                let folder = workplace.join(index.to_string());
                while let Some(job) = next() {
                    Watch { order, folder: &folder, tally, bar }.play(job)?;
                }
                Ok(())
            })
        };
        let all: Vec<_> = (0..threads).map(watch).collect();
        all.into_iter().try_for_each(|one| one.join().unwrap_or_else(|_| Err(CliError::Other("a watch broke".into()))))
    });
    bar.finish_and_clear();
    let mut tally = tally.into_inner().unwrap_or_default();
    tally.found.sort_by_key(|found| (found.kind, found.number));
    result.map(|()| tally)
}

/// Who watches over a child.
struct Watch<'a> {
    order: &'a Order,
    folder: &'a Path,
    tally: &'a Mutex<Tally>,
    bar: &'a ProgressBar,
}

/// How a child ended its work.
enum End {
    /// It has done all.
    Done,
    /// It is gone at this number, or before the first.
    Lost(Option<u64>, &'static str),
}

impl Watch<'_> {
    fn play(&self, job: Job) -> Result<(), CliError> {
        let told = |error: std::io::Error| CliError::Other(format!("{}: {error}", self.folder.display()));
        std::fs::create_dir_all(self.folder).map_err(told)?;
        match job {
            Job::Numbers(Kind::Kill, first, last) => {
                for number in first..=last {
                    let answer = kill::once(self.order.seed, number, self.folder)?;
                    self.end(Some(Kind::Kill), number, answer);
                }
            }
            Job::Numbers(kind, mut first, last) => {
                while first <= last {
                    let (seed, kind_name) = (self.order.seed, kind.name());
                    let arguments = format!("--kind {kind_name} --seed {seed} --numbers {first} {last}");
                    let arguments: Vec<String> = arguments.split(' ').map(String::from).collect();
                    match self.follow(Some(kind), &arguments)? {
                        End::Done => break,
                        End::Lost(Some(number), _) => first = number + 1,
                        End::Lost(None, what) => {
                            return Err(CliError::Other(format!("the inputs of {kind_name} cannot be made: {what}")));
                        }
                    }
                }
            }
            Job::Files(mut files) => {
                while !files.is_empty() {
                    let arguments: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
                    match self.follow(None, &arguments)? {
                        End::Done => break,
                        End::Lost(number, _) => drop(files.drain(..=number.unwrap_or(0) as usize)),
                    }
                }
            }
        }
        Ok(())
    }

    fn follow(&self, kind: Option<Kind>, arguments: &[String]) -> Result<End, CliError> {
        let (mut child, lines) = start(self.folder, arguments)?;
        let (mut number, mut since, mut what) = (None, Instant::now(), "it ends without a word");
        loop {
            match lines.recv_timeout(LOOKS_EVERY) {
                Ok(line) => {
                    since = Instant::now();
                    let mut words = line.splitn(5, ' ');
                    match (words.next(), words.next().and_then(|word| word.parse().ok())) {
                        (Some("begin"), Some(begun)) => number = Some(begun),
                        (Some("end"), Some(ended)) => {
                            let answer = words.next().unwrap_or_default().to_string();
                            let kib = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
                            let text = words.next().unwrap_or_default().to_string();
                            self.weigh(kind, ended, kib);
                            self.end(kind, ended, (answer, text));
                        }
                        (Some("done"), _) => {
                            let _ = child.wait();
                            return Ok(End::Done);
                        }
                        _ => {}
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let limit = if number.is_some() { self.order.limit } else { START };
                    let kib = kib(&child.id().to_string(), "VmRSS:");
                    if kib > MOST_MIB * 1024 {
                        what = "heavy";
                        self.weigh(kind, number.unwrap_or(0), kib);
                        break;
                    }
                    if since.elapsed() > limit {
                        what = "hang";
                        break;
                    }
                }
            }
        }
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
        if let Some(number) = number {
            match what {
                "heavy" => self.bar.inc(1),
                "hang" => self.end(kind, number, ("hang".into(), format!("more than {:?}", self.order.limit))),
                // The panic has been told by its own line.
                _ => {
                    let is_told = self.tally.lock().is_ok_and(|tally| {
                        tally.found.iter().any(|found| found.kind == kind && found.number == number)
                    });
                    if !is_told {
                        self.end(kind, number, ("panic".into(), "it ends without a word".into()));
                    }
                }
            }
        }
        Ok(End::Lost(number, what))
    }

    /// Counts the memory of an input.
    fn weigh(&self, kind: Option<Kind>, number: u64, kib: u64) {
        let Ok(mut tally) = self.tally.lock() else { return };
        tally.peak_kib = tally.peak_kib.max(kib);
        if kib > MOST_MIB * 1024 {
            tally.heavy += 1;
            tally.found.push(Found { kind, number, what: format!("{} MiB", kib / 1024) });
        }
    }

    /// Counts how an input fared.
    fn end(&self, kind: Option<Kind>, number: u64, (answer, text): (String, String)) {
        self.bar.inc(1);
        let Ok(mut tally) = self.tally.lock() else { return };
        let by_kind = kind.map(|kind| tally.kinds.entry(kind).or_default());
        match answer.as_str() {
            "refused" => {
                by_kind.into_iter().for_each(|(refused, _)| *refused += 1);
                tally.refused += 1;
            }
            "accepted" => {
                by_kind.into_iter().for_each(|(_, accepted)| *accepted += 1);
                tally.accepted += 1;
            }
            "hang" => tally.hangs += 1,
            _ => tally.panics += 1,
        }
        if !matches!(answer.as_str(), "refused" | "accepted") {
            tally.found.push(Found { kind, number, what: format!("{answer}: {text}") });
        }
    }
}
