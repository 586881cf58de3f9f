//! A simulation beside a match, on a thread of its own: it may be seconds behind, and holds nobody up.
//!
//! It gives the hashes that are right, the snapshots for who joins, the sides that have lost and the end. A state in between two
//! snapshots, which only a report needs, is played again from the snapshot before it.

use super::authority::{Finding, batches};
use super::shelf::{Kept, Shelf};
use crate::net::frame::{Check, Ending};
use crate::net::log::Batch;
use crate::net::{CHECK_EVERY, RoomOrder, Tick, chained};
use std::collections::VecDeque;
use std::sync::mpsc;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Ticks between two snapshots.
const CHECKPOINT: Tick = 400;

/// Ticks whose batches and hashes of parts are remembered.
const MEMORY: usize = 2 * CHECKPOINT as usize;

/// A simulation that carries out the orders `O`.
pub trait Referee<O> {
    /// Carries out the batch of the tick to come.
    fn run(&mut self, batch: &Batch<O>) -> Ran;

    /// The state before the tick to come, as clients read it.
    ///
    /// # Errors
    /// Why it has no form, in a sentence.
    fn snapshot(&mut self) -> Result<Vec<u8>, String>;
}

/// What came of a tick.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ran {
    /// The hash of the state.
    pub whole: u64,
    /// The hashes of its parts.
    pub parts: Vec<u64>,
    /// Sides that have lost in this tick.
    pub beaten: Vec<u8>,
    /// The match is over.
    pub over: Option<Ending>,
}

/// Makes a simulation, from a snapshot or from the beginning. It is called on the thread that it is to stay on.
pub type OpenReferee<O> = Box<dyn Fn(Option<&[u8]>) -> Result<Box<dyn Referee<O>>, String> + Send>;

/// Something for the referee to do.
#[derive(Debug)]
pub(super) enum Job {
    /// Carry out a record of the log.
    Run(Vec<u8>),
    Prints {
        from: Tick,
        until: Tick,
    },
    /// Tell the state before a tick.
    State(Tick),
}

/// What the referee says.
#[derive(Debug)]
pub(super) enum Told {
    Finding(Finding),
    State { tick: Tick, bytes: Vec<u8> },
}

/// A referee at work. It ends when this is dropped.
#[derive(Debug)]
pub struct Handle {
    pub(super) jobs: mpsc::Sender<Job>,
    pub(super) told: UnboundedReceiver<Told>,
}

struct Bench<O> {
    open: OpenReferee<O>,
    referee: Box<dyn Referee<O>>,
    shelf: Shelf,
    /// The tick to come, and the chain of hashes up to it.
    tick: Tick,
    chain: u64,
    recent: VecDeque<Batch<O>>,
    prints: VecDeque<(Tick, Vec<u64>)>,
    /// What was asked about ticks to come.
    asked: Vec<Job>,
    told: UnboundedSender<Told>,
}

/// Starts a referee, from a snapshot if there is one, and lets it catch up with these batches.
///
/// # Errors
/// A sentence: the simulation could not be made.
pub(super) fn start<O: RoomOrder + Send + 'static>(
    open: OpenReferee<O>,
    shelf: Shelf,
    from: Option<Kept>,
    batches: &[Batch<O>],
) -> Result<Handle, String> {
    let (jobs, work) = mpsc::channel();
    let (told, hear) = unbounded_channel();
    let (ready, is_ready) = mpsc::channel();
    let past: Vec<Batch<O>> = batches[from.map_or(0, |from| from.tick as usize)..].to_vec();
    let thread = std::thread::Builder::new().name("referee".into());
    let begun = thread.spawn(move || {
        let snapshot = from.and_then(|from| shelf.get(from.tick));
        let opened = open(snapshot.as_deref());
        let Some(referee) = opened.map_err(|error| ready.send(Err(error))).ok() else { return };
        let (tick, chain) = from.map_or((0, 0), |from| (from.tick, from.chain));
        // Nobody waits for it if the match is gone already.
        let _ = ready.send(Ok(()));
        let (recent, prints) = (VecDeque::new(), VecDeque::new());
        let mut bench = Bench { open, referee, shelf, tick, chain, recent, prints, asked: Vec::new(), told };
        past.into_iter().for_each(|batch| bench.run(batch));
        while let Ok(job) = work.recv() {
            bench.work(job);
        }
    });
    begun.map_err(|error| format!("the referee cannot be started: {error}"))?;
    is_ready.recv().map_err(|_| "the referee has ended at once".to_string())??;
    Ok(Handle { jobs, told: hear })
}

impl<O: RoomOrder> Bench<O> {
    fn tell(&self, told: Told) {
        // If nobody listens any more, the thread is about to end.
        let _ = self.told.send(told);
    }

    fn find(&self, finding: Finding) {
        self.tell(Told::Finding(finding));
    }

    fn work(&mut self, job: Job) {
        match job {
            Job::Run(record) => {
                batches(&record).into_iter().for_each(|batch| self.run(batch));
                let asked = std::mem::take(&mut self.asked);
                asked.into_iter().for_each(|job| self.work(job));
            }
            Job::Prints { until: tick, .. } | Job::State(tick) if tick > self.tick => self.asked.push(job),
            Job::Prints { from, until } => {
                let parts = self.prints.iter().filter(|(tick, _)| (from..=until).contains(tick));
                let parts: Vec<Vec<u64>> = parts.map(|(_, parts)| parts.clone()).collect();
                if parts.len() == (until + 1 - from) as usize {
                    self.find(Finding::Prints { from, parts });
                }
            }
            Job::State(tick) => match self.state(tick) {
                Ok(bytes) => self.tell(Told::State { tick, bytes }),
                Err(error) => tracing::warn!("the state before tick {tick} cannot be made again: {error}"),
            },
        }
    }

    fn run(&mut self, batch: Batch<O>) {
        if batch.tick != self.tick {
            return;
        }
        let ran = self.referee.run(&batch);
        self.tick += 1;
        self.chain = chained(self.chain, ran.whole);
        self.recent.push_back(batch);
        self.prints.push_back((self.tick, ran.parts));
        if self.recent.len() > MEMORY {
            self.recent.pop_front();
            self.prints.pop_front();
        }
        if self.tick.is_multiple_of(CHECKPOINT) {
            let kept = Kept { tick: self.tick, chain: self.chain };
            let put = self
                .referee
                .snapshot()
                .and_then(|snapshot| self.shelf.put(kept, &snapshot).map_err(|error| error.to_string()));
            match put {
                Ok(()) => self.find(Finding::Checkpoint { tick: kept.tick, chain: kept.chain }),
                Err(error) => tracing::warn!("a snapshot cannot be kept: {error}"),
            }
        }
        if self.tick.is_multiple_of(CHECK_EVERY) {
            self.find(Finding::Check(Check { tick: self.tick, whole: ran.whole, chain: self.chain }));
        }
        ran.beaten.into_iter().for_each(|side| self.find(Finding::Beaten(side)));
        ran.over.into_iter().for_each(|ending| self.find(Finding::Over(ending)));
    }

    /// The state before a tick that is past.
    fn state(&mut self, tick: Tick) -> Result<Vec<u8>, String> {
        if tick == self.tick {
            return self.referee.snapshot();
        }
        let from = self.shelf.all().into_iter().rfind(|kept| kept.tick <= tick).map_or(0, |kept| kept.tick);
        let snapshot = self.shelf.get(from);
        let mut again = (self.open)(snapshot.as_deref())?;
        if self.recent.front().is_none_or(|first| first.tick > from) {
            return Err("it is too long ago".into());
        }
        for batch in self.recent.iter().filter(|batch| (from..tick).contains(&batch.tick)) {
            again.run(batch);
        }
        again.snapshot()
    }
}
