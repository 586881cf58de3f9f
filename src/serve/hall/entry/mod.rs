//! A match in the hall, from its opening to its archive: what everybody may ask about it at any time.

pub(in crate::serve::hall) mod ending;
mod entrusted;
mod kept;
mod presence;
mod starting;

use crate::net::Tick;
use crate::net::room::Standing;
use crate::online::talk::{Act, Direct, MatchState, Occupant, Phase};
use crate::serve::hall::authority::Over;
use crate::serve::hall::event::Event;
use crate::serve::hall::game::{Hosted, Plan};
use crate::serve::hall::gathering::{Gathering, Person, Then};
use crate::serve::hall::ledger::Ledger;
use crate::serve::hall::record::{LOG, RECORD};
use crate::serve::hall::report::{self, Draft};
use crate::serve::hall::shelf::Shelf;
use crate::serve::hall::{HallError, words};
use axum::body::Bytes;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{mpsc, oneshot, watch};

/// Bytes of a description that a host sends in.
pub const MAX_DESCRIPTION: usize = 8 << 20;

/// What a host says about a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The name of the game.
    pub game: String,
    pub description: Vec<u8>,
    /// Whether others need the code to join.
    pub locked: bool,
    pub rated: bool,
    /// Milliseconds that spectators are behind.
    pub spectator_delay: u64,
}

/// A match.
pub struct Match {
    id: u64,
    code: String,
    locked: bool,
    game: Arc<dyn Hosted>,
    folder: PathBuf,
    spectator_delay: u64,
    state: Mutex<State>,
    /// Counts the changes.
    changed: watch::Sender<u64>,
    /// The way to who keeps it, if it does not do that itself.
    pub(super) ledger: Option<Ledger>,
    /// Connections of each person.
    present: Mutex<BTreeMap<u64, usize>>,
}

struct State {
    gathering: Gathering,
    plan: Plan,
    description: Bytes,
    /// How the persons of direct play show who they are: hashes, with their numbers.
    tokens: BTreeMap<String, u64>,
    stage: Stage,
    rated: bool,
    reports: Vec<Tick>,
    /// What a match in real time keeps beside its log.
    standing: Option<Standing>,
    trouble: Option<String>,
    ending: Option<String>,
    over: Option<Over>,
    /// The match that follows.
    next: Option<String>,
}

enum Stage {
    Waiting,
    /// The game is being opened.
    Starting,
    Running(mpsc::Sender<Event>),
    Over,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // No invariant of a state spans a panic: what is set last is what counts.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Match {
    pub(super) fn open(
        (id, code): (u64, String),
        ledger: Option<Ledger>,
        game: Arc<dyn Hosted>,
        folder: PathBuf,
        wish: Wish,
        now: u64,
        host: &Person,
    ) -> Result<Self, HallError> {
        let plan = checked_plan(&*game, &wish.description)?;
        Ok(Self {
            id,
            code,
            locked: wish.locked,
            folder,
            spectator_delay: wish.spectator_delay,
            state: Mutex::new(State {
                gathering: Gathering::new(now, &plan, host),
                plan,
                description: wish.description.into(),
                tokens: BTreeMap::new(),
                stage: Stage::Waiting,
                rated: wish.rated,
                reports: Vec::new(),
                standing: None,
                trouble: None,
                ending: None,
                over: None,
                next: None,
            }),
            game,
            changed: watch::Sender::new(1),
            ledger,
            present: Mutex::default(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    pub const fn id(&self) -> u64 {
        self.id
    }

    /// The number of the match in addresses.
    pub fn name(&self) -> String {
        format!("{:016x}", self.id)
    }

    /// Where clients find it.
    pub fn url(&self) -> String {
        format!("/api/match/{}", self.name())
    }

    /// Whoever opened it.
    pub fn host(&self) -> Person {
        let state = self.state();
        let id = state.gathering.host();
        Person { id, name: state.gathering.name_of(id) }
    }

    /// The code by which others join.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Something has changed that people see.
    fn change(&self) {
        self.changed.send_modify(|version| *version += 1);
    }

    /// Waits until there is a version after this one, and returns it.
    pub async fn newer(&self, than: u64) -> u64 {
        // The sender is a part of the match.
        self.changed.subscribe().wait_for(|version| *version > than).await.map_or(than, |version| *version)
    }

    /// What everybody may know.
    pub fn direct(&self) -> Direct {
        let state = self.state();
        let seats = state.gathering.seats();
        Direct {
            game: self.game.name().into(),
            title: state.plan.title.clone(),
            host: state.gathering.name_of(state.gathering.host()),
            seats: seats.len() as u8,
            taken: seats.iter().filter(|seat| seat.by != Occupant::Open).count() as u8,
            locked: self.locked,
            phase: state.phase(),
        }
    }

    /// What somebody in the match knows.
    ///
    /// # Errors
    /// [`HallError::Unknown`] for who is not in it.
    pub fn seen_by(&self, now: u64, person: u64) -> Result<MatchState, HallError> {
        let version = *self.changed.borrow();
        let state = self.state();
        state.gathering.has(person).then_some(()).ok_or(HallError::Unknown)?;
        let phase = state.phase();
        Ok(MatchState {
            version,
            id: self.name(),
            game: self.game.name().into(),
            title: state.plan.title.clone(),
            code: Some(self.code.clone()).filter(|_| self.locked),
            phase,
            waited_ms: if phase == Phase::Waiting { state.gathering.waited(now) } else { 0 },
            host: state.gathering.name_of(state.gathering.host()),
            you: state.gathering.you(person),
            seats: state.gathering.seats(),
            watchers: state.gathering.watchers(),
            chat: state.gathering.lines(),
            description: format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&state.description)),
            ending: state.ending.clone(),
            next: state.next.clone(),
            rated: state.rated,
            reports: state.reports.clone(),
            trouble: state.trouble.clone(),
        })
    }

    /// The seat of somebody in the match, if they have one.
    ///
    /// # Errors
    /// [`HallError::Unknown`] for who is not in it.
    pub fn seat_of(&self, person: u64) -> Result<Option<u8>, HallError> {
        let state = self.state();
        state.gathering.has(person).then(|| state.gathering.seat_of(person)).ok_or(HallError::Unknown)
    }

    pub fn description(&self) -> Bytes {
        self.state().description.clone()
    }

    pub fn phase(&self) -> Phase {
        self.state().phase()
    }

    /// Whether a code that somebody has written is the one of this match.
    pub fn opens_with(&self, code: Option<&str>) -> bool {
        !self.locked || code.is_some_and(|code| words::is_code(&self.code, code))
    }

    /// Somebody comes; the name under which they are known in this match. `token` is the hash of what they will show.
    ///
    /// # Errors
    /// A sentence.
    pub fn join(&self, now: u64, person: &Person, watch: bool, token: Option<String>) -> Result<String, HallError> {
        let mut state = self.state();
        let waiting = matches!(state.stage, Stage::Waiting);
        if matches!(state.stage, Stage::Over) {
            return Err(HallError::Refused("the match is over".into()));
        }
        let name = state.gathering.join(now, person, watch, waiting)?;
        token.map(|token| state.tokens.insert(token, person.id));
        self.save(&state);
        drop(state);
        self.change();
        Ok(name)
    }

    /// The person who shows a token with this hash.
    pub fn person_by_token(&self, hash: &str) -> Option<Person> {
        let state = self.state();
        let id = *state.tokens.get(hash)?;
        state.gathering.has(id).then(|| Person { id, name: state.gathering.name_of(id) })
    }

    /// Somebody does something before the match begins; whether it is to begin.
    ///
    /// # Errors
    /// A sentence.
    pub(super) fn act(&self, now: u64, person: u64, act: Act) -> Result<bool, HallError> {
        let mut state = self.state();
        state.gathering.has(person).then_some(()).ok_or(HallError::Unknown)?;
        let then = match (&state.stage, act) {
            (Stage::Waiting, act) => state.gathering.act(now, person, act)?,
            // Who waits for the beginning or talks about the end may go on talking.
            (_, Act::Chat { text }) => state.gathering.chat(now, person, &text).map(|()| Then::Nothing)?,
            _ => return Err(HallError::Refused("the match has begun".into())),
        };
        match then {
            Then::Nothing => {}
            Then::Start => state.stage = Stage::Starting,
            Then::Empty => state.stage = Stage::Over,
        }
        drop(state);
        self.change();
        Ok(then == Then::Start)
    }

    /// The host changes what is to be played.
    ///
    /// # Errors
    /// A sentence.
    pub fn describe(&self, person: u64, description: Vec<u8>) -> Result<(), HallError> {
        let plan = checked_plan(&*self.game, &description)?;
        let mut state = self.state();
        state.gathering.has(person).then_some(()).ok_or(HallError::Unknown)?;
        if state.gathering.host() != person {
            return Err(HallError::Refused("only the host can do this".into()));
        }
        if !matches!(state.stage, Stage::Waiting) {
            return Err(HallError::Refused("the match has begun".into()));
        }
        state.gathering.replan(&plan);
        (state.plan, state.description) = (plan, description.into());
        drop(state);
        self.change();
        Ok(())
    }

    /// Writes the record of a match that has begun.
    fn save(&self, state: &State) {
        if self.folder.join(RECORD).exists()
            && let Err(error) = self.record(state).write(&self.folder)
        {
            tracing::error!("the record of a match cannot be written: {error}");
        }
    }

    /// The task of a match that runs.
    fn events(&self) -> Option<mpsc::Sender<Event>> {
        match &self.state().stage {
            Stage::Running(events) => Some(events.clone()),
            _ => None,
        }
    }

    /// Tells the match something; false if it does not run.
    pub(crate) async fn tell(&self, event: Event) -> bool {
        match self.events() {
            Some(events) => events.send(event).await.is_ok(),
            None => false,
        }
    }

    /// Whether somebody may see the state before a tick: players everything, spectators what is old enough.
    pub async fn may_see(&self, person: u64, tick: Tick) -> Result<bool, HallError> {
        if self.seat_of(person)?.is_some() || self.phase() == Phase::Over {
            return Ok(true);
        }
        let (answer, allowed) = oneshot::channel();
        Ok(self.tell(Event::MayWatch { tick, answer }).await && allowed.await.unwrap_or(false))
    }

    pub fn shelf(&self) -> Shelf {
        Shelf::new(&self.folder)
    }

    pub(super) fn seat_names(&self) -> Vec<(u8, String)> {
        self.state().gathering.seats().into_iter().map(|seat| (seat.team, seat.name)).collect()
    }

    pub(super) fn unrate(&self) {
        let mut state = self.state();
        state.rated = false;
        self.save(&state);
        drop(state);
        self.change();
    }

    pub(super) fn keep_standing(&self, standing: Standing) {
        let mut state = self.state();
        state.standing = Some(standing);
        self.save(&state);
    }

    pub(super) fn in_trouble(&self, sentence: String) {
        self.state().trouble = Some(sentence);
        self.change();
    }

    pub(super) fn write_report(&self, draft: &Draft) {
        let names: Vec<String> = self.seat_names().into_iter().map(|(_, name)| name).collect();
        let (title, description) = {
            let state = self.state();
            (state.plan.title.clone(), state.description.clone())
        };
        if let Err(error) = draft.write(&self.folder, &*self.game, &description, &title, &names) {
            return self.in_trouble(format!("a report of a difference cannot be written: {error}"));
        }
        let mut state = self.state();
        state.reports.push(draft.snapshot());
        self.save(&state);
        drop(state);
        self.change();
    }

    /// The report about an exchange tick, as soon as there is one.
    pub async fn report(&self, tick: Tick) -> Option<String> {
        let mut changes = self.changed.subscribe();
        let there = changes.wait_for(|_| self.state().reports.contains(&tick));
        tokio::time::timeout(std::time::Duration::from_secs(15), there).await.ok()?.ok()?;
        tokio::fs::read_to_string(report::path(&self.folder, tick)).await.ok()
    }

    /// The bytes of the log.
    pub async fn log(&self) -> std::io::Result<Vec<u8>> {
        tokio::fs::read(self.folder.join(LOG)).await
    }
}

impl State {
    /// A match is over with its end, although clients may still fetch from it what they want.
    const fn phase(&self) -> Phase {
        match self.stage {
            _ if self.ending.is_some() => Phase::Over,
            Stage::Waiting | Stage::Starting => Phase::Waiting,
            Stage::Running(_) => Phase::Running,
            Stage::Over => Phase::Over,
        }
    }
}

fn checked_plan(game: &dyn Hosted, description: &[u8]) -> Result<Plan, HallError> {
    if description.len() > MAX_DESCRIPTION {
        return Err(HallError::Refused(format!(
            "the description of the match is larger than {} MiB",
            MAX_DESCRIPTION >> 20
        )));
    }
    let plan = game.plan(description).map_err(HallError::Refused)?;
    match plan.seats.len() {
        1..=64 => Ok(plan),
        seats => Err(HallError::Refused(format!("a match has 1 to 64 seats, not {seats}"))),
    }
}
