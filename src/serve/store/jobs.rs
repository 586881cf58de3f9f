//! Threads of the store: one that writes, with group commit, and some that read.
//!
//! Group commit: all jobs that wait, up to [`GROUP`], share a transaction and its one sync of the disk. If one fails, the
//! group is done again with a savepoint for each job, so that a failing job spoils no other. All are answered after the
//! commit.

use super::StoreError;
use super::engine::{Aim, Engine};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use tokio::sync::oneshot;

/// Writing jobs in one transaction at most.
const GROUP: usize = 256;

/// Jobs that may wait; who comes later is told to try again.
const WAITING: usize = 8192;

type Answer = Result<Box<dyn Any + Send>, StoreError>;

struct Job {
    work: Box<dyn Fn(&mut dyn Engine) -> Answer + Send>,
    reply: oneshot::Sender<Answer>,
}

/// The threads. They end when this goes, after the jobs that wait.
pub(super) struct Workers {
    /// Ways in to the writer and to the readers; `None` while ending.
    queues: Option<(SyncSender<Job>, SyncSender<Job>)>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    pub(super) fn start(
        writer: Box<dyn Engine + Send>,
        readers: Vec<Box<dyn Engine + Send>>,
    ) -> Result<Self, StoreError> {
        let (to_writer, written) = sync_channel(WAITING);
        let (to_readers, asked) = sync_channel(WAITING);
        let asked = Arc::new(Mutex::new(asked));
        let failed = |error: std::io::Error| StoreError::unavailable(format!("no thread for the store: {error}"));
        let mut threads = vec![
            Builder::new().name("store writer".into()).spawn(move || write_all(writer, &written)).map_err(failed)?,
        ];
        for reader in readers {
            let asked = asked.clone();
            let thread = Builder::new().name("store reader".into()).spawn(move || read_all(reader, &asked));
            threads.push(thread.map_err(failed)?);
        }
        Ok(Self { queues: Some((to_writer, to_readers)), threads })
    }

    pub(super) async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&mut dyn Engine) -> Result<T, StoreError> + Send + 'static,
    {
        ask(self.queues.as_ref().map(|(_, readers)| readers), work).await
    }

    pub(super) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&mut dyn Engine) -> Result<T, StoreError> + Send + 'static,
    {
        ask(self.queues.as_ref().map(|(writer, _)| writer), work).await
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queues = None;
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing to hand back.
            let _ = thread.join();
        }
    }
}

async fn ask<T, F>(queue: Option<&SyncSender<Job>>, work: F) -> Result<T, StoreError>
where
    T: Send + 'static,
    F: Fn(&mut dyn Engine) -> Result<T, StoreError> + Send + 'static,
{
    let ended = || StoreError::unavailable("the store has ended");
    let (reply, answer) = oneshot::channel();
    let work = Box::new(move |db: &mut dyn Engine| work(db).map(|done| Box::new(done) as Box<dyn Any + Send>));
    queue.ok_or_else(ended)?.try_send(Job { work, reply }).map_err(|error| match error {
        TrySendError::Full(_) => StoreError::unavailable(format!("{WAITING} jobs wait already")),
        TrySendError::Disconnected(_) => ended(),
    })?;
    let done = answer.await.map_err(|_| ended())??;
    Ok(*done.downcast::<T>().expect("the box was made above, from the same type"))
}

/// Does a job. A panic in it is an error like any other, and the store lives on.
fn perform(engine: &mut dyn Engine, job: &Job) -> Answer {
    let done = catch_unwind(AssertUnwindSafe(|| (job.work)(engine)));
    done.unwrap_or_else(|_| Err(StoreError::unavailable("a job of the store panicked")))
}

fn answer(jobs: Vec<Job>, answers: Vec<Answer>) {
    for (job, answer) in jobs.into_iter().zip(answers) {
        // Who asked may have gone.
        let _ = job.reply.send(answer);
    }
}

fn write_all(mut engine: Box<dyn Engine + Send>, queue: &Receiver<Job>) {
    while let Ok(first) = queue.recv() {
        let mut jobs = vec![first];
        jobs.extend(queue.try_iter().take(GROUP - 1));
        let answers = commit(&mut *engine, &jobs);
        answer(jobs, answers);
    }
}

/// Carries out jobs in one transaction.
fn commit(engine: &mut dyn Engine, jobs: &[Job]) -> Vec<Answer> {
    // Usually all goes well, and savepoints are half of the work, so the first try has none. After a failure, of a job or
    // because the connection broke while nothing happened, nothing is committed, and all jobs are done again.
    let done = group(engine, jobs, false).or_else(|_| engine.mend().and_then(|()| group(engine, jobs, true)));
    // Whether a commit that failed has been made is not known, so it is never repeated here.
    let failed = match done {
        Ok(answers) => match engine.commit() {
            Ok(()) => return answers,
            Err(error) => error,
        },
        Err(error) => error,
    };
    // If this fails too, the next group mends.
    let _ = engine.mend();
    jobs.iter().map(|_| Err(failed.clone())).collect()
}

/// Begins a transaction and carries out jobs, each in a savepoint if asked for. An error means that the transaction is of no
/// use any more.
fn group(engine: &mut dyn Engine, jobs: &[Job], has_savepoints: bool) -> Result<Vec<Answer>, StoreError> {
    engine.begin(Aim::Write)?;
    let mut answers = Vec::with_capacity(jobs.len());
    for job in jobs {
        if has_savepoints {
            engine.batch("SAVEPOINT job")?;
        }
        let mut done = perform(engine, job);
        if has_savepoints {
            done = done.and_then(|done| engine.batch("RELEASE job").map(|()| done));
            if done.is_err() {
                engine.batch("ROLLBACK TO job; RELEASE job")?;
            }
        } else if let Err(error) = done {
            return Err(error);
        }
        answers.push(done);
    }
    Ok(answers)
}

fn read_all(mut engine: Box<dyn Engine + Send>, queue: &Mutex<Receiver<Job>>) {
    loop {
        let job = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let begun = engine.begin(Aim::Read).or_else(|_| engine.mend().and_then(|()| engine.begin(Aim::Read)));
        let done = begun.and_then(|()| perform(&mut *engine, &job));
        if engine.commit().is_err() {
            // If this fails too, the next job mends.
            let _ = engine.mend();
        }
        answer(vec![job], vec![done]);
    }
}
