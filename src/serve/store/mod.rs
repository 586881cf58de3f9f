//! Everything that is kept: on SQLite by default, on Postgres for many machines, through one set of statements.
//!
//! A question is a job that reads, a change is a job that writes. All writing jobs of a process go through one thread,
//! which puts all that wait into one transaction; a job is answered after the commit, so what was acknowledged survives
//! `kill -9` and a power loss. A job that fails is undone alone. Writers of several processes take turns, so that a job
//! sees on both engines a world that nobody else changes meanwhile.
//!
//! What the statements mean stands in the modules that own the tables; this one knows no table but `version`.

mod backup;
mod engine;
mod error;
mod jobs;
mod migrations;
mod postgres;
mod sqlite;
mod value;
mod way;

pub use backup::restore;
pub use error::StoreError;
pub use migrations::VERSION;
pub use way::Way;

pub(super) use engine::Engine;
pub(super) use value::{FromValue, Row, Value, values, words};

use super::secret;
use jobs::Workers;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

/// Unix milliseconds. Called from any thread.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Connections that read, each with a thread of its own.
const READERS: usize = 4;

/// Where a store lies.
#[derive(Clone)]
pub enum Place {
    /// A file of SQLite, made if it is missing.
    File(PathBuf),
    /// A database of Postgres.
    Postgres(Box<Way>),
}

impl Place {
    /// `postgres://…` or the path of a file.
    ///
    /// # Errors
    /// The address of the database cannot be read.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Ok(Self::File(text.into()));
        }
        Ok(Self::Postgres(Box::new(Way::parse(text)?)))
    }
}

impl fmt::Debug for Place {
    /// Without user and password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Postgres(_) => f.write_str("Postgres"),
        }
    }
}

/// The store. Clones are the same store; the last one that goes waits for the jobs that are under way.
#[derive(Clone)]
pub struct Store {
    place: Place,
    clock: Clock,
    workers: Arc<Workers>,
    /// Tells this opening of the database from every other one.
    run: Arc<str>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("place", &self.place).finish_non_exhaustive()
    }
}

impl Store {
    /// Opens the store, makes its tables or brings them up to date, and starts its threads. It blocks.
    ///
    /// # Errors
    /// The database cannot be reached or opened, or it was made by a newer program.
    pub fn open(place: Place, clock: Clock) -> Result<Self, StoreError> {
        // In a thread of its own, because the client of Postgres must not block one that runs async code.
        let workers = thread::scope(|scope| scope.spawn(|| begin(&place)).join());
        let workers = workers.map_err(|_| StoreError::unavailable("opening the store panicked"))??.into();
        let run = secret::random::<8>().map_err(|error| StoreError::unavailable(error.to_string()))?;
        Ok(Self { place, clock, workers, run: secret::hex(&run).into() })
    }

    /// What tells this opening of the database from every other one.
    pub(super) fn run(&self) -> Arc<str> {
        self.run.clone()
    }

    /// Unix milliseconds by the clock that was handed in.
    pub fn now(&self) -> i64 {
        (self.clock)()
    }

    /// The clock that was handed in.
    pub(super) fn clock(&self) -> Clock {
        self.clock.clone()
    }

    /// Whether both directions answer.
    ///
    /// # Errors
    /// The database does not answer, or too many jobs wait for it.
    pub async fn ready(&self) -> Result<(), StoreError> {
        self.read(|db| db.query("SELECT number FROM version", &[])).await?;
        self.write(|db| db.query("SELECT number FROM version", &[])).await?;
        Ok(())
    }

    /// Saves the database and the folder of match logs in a new folder `to`, while the store is in use.
    ///
    /// # Errors
    /// `to` exists, a file cannot be written, or the store lies on Postgres.
    pub async fn backup(&self, to: &Path, logs: Option<&Path>) -> Result<(), StoreError> {
        let (place, to, logs) = (self.place.clone(), to.to_path_buf(), logs.map(Path::to_path_buf));
        let save = move || backup::save(&place, &to, logs.as_deref());
        tokio::task::spawn_blocking(save).await.map_err(|error| StoreError::unavailable(error.to_string()))?
    }

    /// Asks in a transaction that sees one state.
    pub(super) async fn read<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&mut dyn Engine) -> Result<T, StoreError> + Send + 'static,
    {
        self.workers.read(work).await
    }

    /// Changes something; the answer comes after the commit. The job may run twice: what it did the first time is undone.
    pub(super) async fn write<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&mut dyn Engine) -> Result<T, StoreError> + Send + 'static,
    {
        self.workers.write(work).await
    }
}

/// Connects, brings the tables up to date, and starts the threads.
fn begin(place: &Place) -> Result<Workers, StoreError> {
    let mut writer = connect(place)?;
    migrations::run(&mut *writer)?;
    let readers = (0..READERS).map(|_| connect(place)).collect::<Result<_, _>>()?;
    Workers::start(writer, readers)
}

fn connect(place: &Place) -> Result<Box<dyn Engine + Send>, StoreError> {
    Ok(match place {
        Place::File(path) => Box::new(sqlite::Sqlite::open(path)?),
        Place::Postgres(way) => Box::new(postgres::Postgres::connect(way)?),
    })
}
