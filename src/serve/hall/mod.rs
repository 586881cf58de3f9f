//! The hall: all matches of a server, each with its folder, its task and its log.
//!
//! Invariants: a match belongs to one task, and whatever that appends is written before it is sent; a match that was not over
//! when the server ended goes on when it is back. The hall knows persons by numbers, and takes no password.

pub mod at_table;
pub mod at_track;
pub mod authority;
mod entry;
mod event;
pub mod game;
mod gathering;
mod keeping;
pub mod ledger;
mod line;
mod live;
mod log_file;
pub mod moving;
mod record;
pub mod referee;
mod report;
pub mod shelf;
mod tickets;
mod words;

pub use entry::ending::Ended;
pub use entry::{MAX_DESCRIPTION, Match, Wish};
pub(crate) use event::Event;
pub use gathering::Person;
pub(crate) use line::{Line, Parcel};
pub(crate) use words::name;

use crate::net::frame::Ticket;
use crate::net::log::Key;
use crate::net::room::Conn;
use crate::online::talk::{Act, Token};
use crate::serve::secret;
use event::MAX_EVENTS;
use game::{Hosted, Opened};
use ledger::Ledger;
use live::Live;
use log_file::Shared;
use record::Record;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};
use std::time::Duration;
use thiserror::Error;
use tickets::Tickets;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Why the hall does not do something.
#[derive(Debug, Error)]
pub enum HallError {
    /// Whoever asks need not know whether there is such a match.
    #[error("there is no such match")]
    Unknown,
    #[error("{0}")]
    Refused(String),
    #[error("{0}")]
    TooMany(String),
    #[error("the server cannot keep its files: {0}")]
    Disk(String),
}

impl HallError {
    fn disk(error: impl std::fmt::Display) -> Self {
        Self::Disk(error.to_string())
    }
}

impl From<&'static str> for HallError {
    fn from(sentence: &'static str) -> Self {
        Self::Refused(sentence.into())
    }
}

/// Whether a match in the folder of a hall was running when that ended.
pub fn is_interrupted(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder.join("matches")).into_iter().flatten().flatten();
    let mut records = entries.filter_map(|entry| Record::read(&entry.path()).ok());
    records.any(|record| record.ending.is_none())
}

/// Milliseconds since the hall was opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn now(self) -> u64 {
        self.0.elapsed().as_millis() as u64
    }

    /// When it is so late; what is too far away is looked at again in an hour.
    fn at(self, millis: u64) -> Instant {
        self.0 + Duration::from_millis(millis.min(self.now() + 3_600_000))
    }
}

/// All matches of a server.
pub struct Hall {
    me: Weak<Self>,
    folder: PathBuf,
    key: Key,
    clock: Clock,
    games: Vec<Arc<dyn Hosted>>,
    /// Whether somebody else keeps what is committed.
    has_ledger: bool,
    matches: RwLock<BTreeMap<u64, Arc<Match>>>,
    tickets: Arc<Tickets>,
    /// Logs that are brought to the disk once a second.
    logs: Mutex<Vec<Weak<Shared>>>,
    conns: AtomicU64,
    /// One copy for each referee at work, and this one.
    referees: Arc<()>,
    max_referees: usize,
}

impl Hall {
    /// Opens the hall of a folder. The matches that were running go on with [`Hall::resume`].
    ///
    /// # Errors
    /// [`HallError::Disk`].
    pub fn open(folder: &Path, games: Vec<Arc<dyn Hosted>>) -> Result<Arc<Self>, HallError> {
        Self::with(folder, games, false)
    }

    /// Opens the hall of a folder in which somebody else keeps what is committed: whoever takes [`Match::ledger`].
    ///
    /// # Errors
    /// [`HallError::Disk`].
    pub fn with_ledger(folder: &Path, games: Vec<Arc<dyn Hosted>>) -> Result<Arc<Self>, HallError> {
        Self::with(folder, games, true)
    }

    fn with(folder: &Path, games: Vec<Arc<dyn Hosted>>, has_ledger: bool) -> Result<Arc<Self>, HallError> {
        let matches = folder.join("matches");
        std::fs::create_dir_all(&matches).map_err(HallError::disk)?;
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let key = key(&folder.join("key")).map_err(HallError::disk)?;
        Ok(Arc::new_cyclic(|me| Self {
            me: me.clone(),
            key,
            folder: matches,
            clock: Clock(Instant::now()),
            games,
            has_ledger,
            matches: RwLock::default(),
            tickets: Arc::default(),
            logs: Mutex::default(),
            conns: AtomicU64::new(0),
            referees: Arc::new(()),
            // A usual match costs 2 % of a core (goals.md), and referees may have 70 % of the cores.
            max_referees: cores * 35,
        }))
    }

    /// Lets the matches go on that were running when the server ended, and keeps the logs on the disk from now on. To be
    /// called once, in the runtime.
    pub async fn resume(self: &Arc<Self>) {
        let hall = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut second = tokio::time::interval(Duration::from_secs(1));
            loop {
                second.tick().await;
                let Some(hall) = hall.upgrade() else { return };
                // Nothing waits for it, and a slow disk holds nobody up.
                let _ = tokio::task::spawn_blocking(move || hall.sync()).await;
            }
        });
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries {
            if let Err(error) = self.resume_one(&entry.path()).await {
                tracing::error!("{}: the match cannot go on: {error}", entry.path().display());
            }
        }
    }

    async fn resume_one(self: &Arc<Self>, folder: &Path) -> Result<(), HallError> {
        // A folder without a record is one of a match that never began.
        let Ok(record) = Record::read(folder) else { return Ok(()) };
        let id = folder.file_name().and_then(|name| u64::from_str_radix(name.to_str()?, 16).ok());
        let (Some(id), None) = (id, &record.ending) else { return Ok(()) };
        let game = self.game(&record.game)?;
        let found = Arc::new(Match::restored(id, game, folder.into(), (record, self.new_ledger()), self.clock.now())?);
        self.start(&found, true).await?;
        self.insert(found);
        Ok(())
    }

    fn game(&self, name: &str) -> Result<Arc<dyn Hosted>, HallError> {
        let found = self.games.iter().find(|game| game.name() == name).cloned();
        found.ok_or_else(|| HallError::Refused(format!("this server does not know the game {name:?}")))
    }

    fn new_ledger(&self) -> Option<Ledger> {
        self.has_ledger.then(Ledger::new)
    }

    fn insert(&self, new: Arc<Match>) {
        self.matches.write().unwrap_or_else(PoisonError::into_inner).insert(new.id(), new);
    }

    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// All matches, those that are over for a while too.
    pub fn matches(&self) -> Vec<Arc<Match>> {
        self.matches.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// # Errors
    /// [`HallError::Unknown`].
    pub fn find(&self, name: &str) -> Result<Arc<Match>, HallError> {
        let id = u64::from_str_radix(name, 16).map_err(|_| HallError::Unknown)?;
        let matches = self.matches.read().unwrap_or_else(PoisonError::into_inner);
        matches.get(&id).cloned().ok_or(HallError::Unknown)
    }

    /// How a match ended that the hall has forgotten.
    pub fn ended(&self, name: &str) -> Option<Ended> {
        let record = Record::read(&self.folder_of(name)?).ok()?;
        record.ending.as_ref()?;
        let teams = record.seats.iter().map(|seat| seat.team).collect();
        Some(Ended { over: record.over, rated: record.rated, teams })
    }

    /// Whether a match has begun here once, however it went on.
    pub fn has_kept(&self, name: &str) -> bool {
        self.folder_of(name).is_some_and(|folder| folder.join(record::RECORD).exists())
    }

    /// The bytes of the log of a match, forgotten or not.
    pub async fn log_of(&self, name: &str) -> std::io::Result<Vec<u8>> {
        let folder = self.folder_of(name).ok_or(std::io::ErrorKind::NotFound)?;
        tokio::fs::read(folder.join(record::LOG)).await
    }

    /// The folder of a match of this name: what is no number of a match leads nowhere.
    fn folder_of(&self, name: &str) -> Option<PathBuf> {
        let id = u64::from_str_radix(name, 16).ok()?;
        Some(self.folder.join(format!("{id:016x}")))
    }

    /// Opens a match that waits for players. Whoever opens it is its host.
    ///
    /// # Errors
    /// A sentence.
    pub fn create(&self, host: &Person, wish: Wish) -> Result<Arc<Match>, HallError> {
        let game = self.game(&wish.game)?;
        let (id, folder) = self.place()?;
        let code = words::code(secret::random().map_err(HallError::disk)?);
        let new = Arc::new(Match::open((id, code), self.new_ledger(), game, folder, wish, self.clock.now(), host)?);
        self.insert(new.clone());
        Ok(new)
    }

    /// The number and the folder of a new match.
    fn place(&self) -> Result<(u64, PathBuf), HallError> {
        let id = u64::from_le_bytes(secret::random().map_err(HallError::disk)?);
        Ok((id, self.folder.join(format!("{id:016x}"))))
    }

    /// Opens another match of the same people, in which who began is last.
    ///
    /// # Errors
    /// A sentence.
    async fn again(&self, of: &Match) -> Result<(), HallError> {
        let (id, folder) = self.place()?;
        let next = Arc::new(of.again(id, folder, self.clock.now())?);
        self.insert(next.clone());
        self.start(&next, false).await?;
        of.is_followed_by(&next);
        Ok(())
    }

    /// Somebody does something in a match that waits.
    ///
    /// # Errors
    /// A sentence.
    pub async fn act(&self, of: &Arc<Match>, person: u64, act: Act) -> Result<(), HallError> {
        if of.act(self.clock.now(), person, act)? {
            self.start(of, false).await?;
        }
        Ok(())
    }

    /// Opens the game and lets the match run. `was_played` says that it has a log already.
    async fn start(&self, of: &Arc<Match>, was_played: bool) -> Result<(), HallError> {
        let (this, key, now, referee) = (of.clone(), self.key, self.now(), self.admits_referee());
        let opened = tokio::task::spawn_blocking(move || this.open_game(key, now, referee, was_played));
        let opened = opened.await.unwrap_or_else(|_| Err(HallError::Refused("the game has failed to open".into())));
        let (opened, log) = opened.inspect_err(|error| of.cannot_start(error))?;
        self.keep_synced(log.shared());
        let (send, events) = mpsc::channel(MAX_EVENTS);
        let Opened { authority, referee, .. } = opened;
        let counted = referee.as_ref().map(|_| self.referees.clone());
        let me = self.me.clone();
        let live = Live::new(me, of.clone(), self.clock, self.tickets.clone(), authority, referee, log, of.shelf());
        of.runs(send);
        let this = of.clone();
        tokio::spawn(async move {
            live.run(events).await;
            this.has_ended();
            drop(counted);
        });
        Ok(())
    }

    /// A ticket for one connection of a person to a match that runs.
    ///
    /// # Errors
    /// A sentence.
    pub fn ticket(&self, of: &Match, person: u64, lane: u8) -> Result<Token, HallError> {
        of.ticket(self, person, lane)
    }

    /// The match and the person of a ticket that is still good.
    pub(crate) fn leads_to(&self, ticket: &Ticket) -> Option<(Arc<Match>, u64)> {
        let (of, person) = self.tickets.leads_to(self.clock.now(), ticket)?;
        Some((self.matches.read().unwrap_or_else(PoisonError::into_inner).get(&of)?.clone(), person))
    }

    /// The number of a new connection.
    pub(crate) fn next_conn(&self) -> Conn {
        Conn(self.conns.fetch_add(1, Ordering::Relaxed))
    }

    /// Sends everybody away to come back, and brings the logs to the disk: the server is about to end.
    pub async fn restart(&self) {
        let mut done = Vec::new();
        for found in self.matches() {
            let (tell, is_done) = oneshot::channel();
            if found.tell(Event::Restart(tell)).await {
                done.push(is_done);
            }
        }
        for is_done in done {
            // A match that is over in this moment has nothing to bring to the disk.
            let _ = is_done.await;
        }
    }

    fn keep_synced(&self, log: Arc<Shared>) {
        self.logs.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::downgrade(&log));
    }

    /// Brings the logs to the disk, and forgets matches that nobody can be in any more.
    fn sync(&self) {
        let logs: Vec<Arc<Shared>> = {
            let mut logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner);
            logs.retain(|log| log.strong_count() > 0);
            logs.iter().filter_map(Weak::upgrade).collect()
        };
        logs.iter().for_each(|log| log.sync());
    }

    /// Forgets the matches that are over and that nobody is connected to; what they have left is in their folders.
    pub fn forget_over(&self) {
        let mut matches = self.matches.write().unwrap_or_else(PoisonError::into_inner);
        matches.retain(|_, found| !found.is_done());
    }

    fn admits_referee(&self) -> bool {
        Arc::strong_count(&self.referees) <= self.max_referees
    }
}

/// The server's key, made when there is none. Who has it can forge logs.
fn key(path: &Path) -> std::io::Result<Key> {
    if let Ok(bytes) = std::fs::read(path) {
        return bytes.try_into().map_err(|_| std::io::Error::other(format!("{} is no key", path.display())));
    }
    let key: Key = secret::random()?;
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    std::io::Write::write_all(&mut options.open(path)?, &key)?;
    Ok(key)
}
