//! A client of [`super::marks`] on a thread of its own: plays, gives orders, and notes how long they take.

use super::marks::{Marks, Order, RULES, SIM};
use crate::net::frame::{Desync, Refusal, ToClient, ToServer};
use crate::net::{CHECK_EVERY, Tick};
use crate::online::api::Api;
use crate::online::session::{Condition, Event, Session, State};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time between two frames of the picture, and the ticks that fit into one.
const FRAME: Duration = Duration::from_millis(8);
const MOST: Tick = 200;

/// What a player has seen so far.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    pub seat: Option<u8>,
    pub game: Option<Marks>,
    /// The hash of each state, by the tick to come.
    pub hashes: BTreeMap<Tick, u64>,
    /// Orders given, and how many of them are settled.
    pub given: u32,
    pub in_effect: u32,
    pub refused: Vec<(u32, Refusal)>,
    /// Milliseconds from each order to its effect.
    pub clicks: Vec<u32>,
    /// Milliseconds of these for which the batch with the order was there and not carried out.
    pub held: Vec<u32>,
    /// Batches in a thousand that were late, looked at every ten seconds.
    pub late: Vec<u32>,
    /// Ticks of the playout buffer, looked at every second.
    pub buffers: Vec<u8>,
    pub restored: Vec<Option<Tick>>,
    pub desyncs: Vec<(Instant, Desync)>,
    pub reports: Vec<(Instant, String)>,
    pub lost: u32,
    pub back: u32,
    pub ended: Option<String>,
    pub over: bool,
    pub frames: Vec<String>,
    pub condition: Option<Condition>,
    /// When the tick of the defect was carried out.
    pub planted: Option<Instant>,
}

#[derive(Default)]
struct Common {
    seen: Mutex<Seen>,
    ends: AtomicBool,
    stands: AtomicBool,
    /// Milliseconds between two orders; 0: none.
    pace: AtomicU64,
    /// The tick after which this machine differs; 0: never.
    defect: AtomicU64,
    say: Mutex<Vec<ToServer<Order>>>,
    give: Mutex<Vec<Order>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A player at work. It hangs up when this is dropped.
pub struct Player {
    common: Arc<Common>,
    thread: Option<JoinHandle<()>>,
}

impl Player {
    /// Joins a running match; `pace` is the time in milliseconds between two orders, 0 for none.
    ///
    /// # Errors
    /// A sentence.
    pub fn join(api: Api, of: &str, pace: u64) -> Result<Self, String> {
        let description = api.description(of).map_err(|error| error.to_string())?;
        let game = Marks::begin(&description)?;
        let session = Session::join(api, of.into(), SIM, RULES).map_err(|error| error.to_string())?;
        let common = Arc::new(Common { pace: pace.into(), ..Common::default() });
        let theirs = common.clone();
        let thread = std::thread::spawn(move || Playing::new(theirs, session, game).play());
        Ok(Self { common, thread: Some(thread) })
    }

    pub fn seen(&self) -> Seen {
        locked(&self.common.seen).clone()
    }

    /// Looks at what was seen, without a copy.
    pub fn look<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&locked(&self.common.seen))
    }

    /// Stands still like a computer that hangs, or goes on.
    pub fn stand(&self, stands: bool) {
        self.common.stands.store(stands, Ordering::Relaxed);
    }

    pub fn set_pace(&self, millis: u64) {
        self.common.pace.store(millis, Ordering::Relaxed);
    }

    /// After this tick a mark of side 1 is one too many here.
    pub fn plant(&self, tick: Tick) {
        self.common.defect.store(tick.into(), Ordering::Relaxed);
    }

    pub fn say(&self, frame: ToServer<Order>) {
        locked(&self.common.say).push(frame);
    }

    pub fn give(&self, order: Order) {
        locked(&self.common.give).push(order);
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.common.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A player that has panicked has said so already.
            let _ = thread.join();
        }
    }
}

struct Playing {
    common: Arc<Common>,
    session: Session<Order>,
    beginning: Marks,
    game: Marks,
    loaded: bool,
    given: BTreeMap<u32, Instant>,
    /// When batches came that are not carried out yet, from the tick to come on.
    came: VecDeque<Instant>,
    next: Instant,
    looked: Instant,
    begun: Instant,
}

impl Playing {
    fn new(common: Arc<Common>, session: Session<Order>, game: Marks) -> Self {
        let now = Instant::now();
        Self {
            common,
            session,
            beginning: game.clone(),
            game,
            loaded: false,
            given: BTreeMap::new(),
            came: VecDeque::new(),
            next: now,
            looked: now,
            begun: now,
        }
    }

    fn play(mut self) {
        while !self.common.ends.load(Ordering::Relaxed) {
            if !self.common.stands.load(Ordering::Relaxed) {
                self.frame();
            }
            std::thread::sleep(FRAME);
        }
    }

    fn frame(&mut self) {
        let common = self.common.clone();
        for event in self.session.poll() {
            self.on_event(event, &mut locked(&common.seen));
        }
        self.came.resize(self.session.condition().behind as usize, Instant::now());
        for batch in self.session.due(MOST) {
            let came = self.came.pop_front();
            self.game.run(&batch);
            let mut seen = locked(&common.seen);
            let planted = u64::from(batch.tick) + 1 == common.defect.load(Ordering::Relaxed);
            if planted {
                self.game.sides[1].marks[2] += 1;
                // Only once: after a restoration the tick may come again.
                common.defect.store(0, Ordering::Relaxed);
                seen.planted = Some(Instant::now());
            }
            seen.hashes.insert(self.game.tick, self.game.whole());
            let seat = seen.seat;
            for entry in batch.entries.iter().filter(|entry| Some(entry.seat) == seat && entry.cseq > 0) {
                if let Some(given) = self.given.remove(&entry.cseq) {
                    seen.in_effect += 1;
                    seen.clicks.push(given.elapsed().as_millis() as u32);
                    seen.held.push(came.map_or(0, |came| came.elapsed().as_millis() as u32));
                }
            }
            drop(seen);
            self.session.executed(batch.tick, self.game.whole(), self.game.parts());
            if self.game.tick.is_multiple_of(CHECK_EVERY) {
                let state = self.game.clone();
                self.session.keep(self.game.tick, move || state.write());
            }
        }
        self.session.report(3, false);
        locked(&common.say).drain(..).for_each(|frame| self.session.say(&frame));
        let mut orders: Vec<Order> = locked(&common.give).drain(..).collect();
        let pace = common.pace.load(Ordering::Relaxed);
        if pace > 0 && self.loaded && self.next <= Instant::now() {
            self.next = Instant::now() + Duration::from_millis(pace);
            orders.push(Order::Mark((self.game.tick % 100) as u8));
        }
        let mut seen = locked(&common.seen);
        for order in orders {
            self.given.insert(self.session.give(order), Instant::now());
            seen.given += 1;
        }
        if self.looked.elapsed() > Duration::from_secs(10) {
            self.looked = Instant::now();
            seen.late.push(self.session.condition().late_permille);
        }
        if seen.buffers.len() < self.begun.elapsed().as_secs() as usize {
            seen.buffers.push(self.session.condition().buffer);
        }
        seen.game = Some(self.game.clone());
        seen.condition = Some(self.session.condition());
    }

    fn on_event(&mut self, event: Event<Order>, seen: &mut Seen) {
        match event {
            Event::Restore(state) => {
                seen.restored.push(if let State::Snapshot { tick, .. } = &state { Some(*tick) } else { None });
                self.game = match state {
                    State::Beginning => self.beginning.clone(),
                    State::Snapshot { bytes, .. } => match Marks::read(&bytes) {
                        Ok(game) => game,
                        Err(error) => return seen.ended = Some(error),
                    },
                };
                self.session.restored();
            }
            Event::Frame(ToClient::Welcome(welcome)) => {
                seen.seat = welcome.seat;
                if !std::mem::replace(&mut self.loaded, true) {
                    self.session.loaded();
                }
            }
            Event::Frame(ToClient::Refused { cseq, why }) => {
                self.given.remove(&cseq);
                seen.refused.push((cseq, why));
            }
            Event::Frame(ToClient::Desync(desync)) => seen.desyncs.push((Instant::now(), desync)),
            Event::Frame(ToClient::Over(_)) => seen.over = true,
            Event::Frame(ToClient::Presence(_)) => {}
            Event::Frame(frame) => seen.frames.push(format!("{frame:?}")),
            Event::Lost(_) => seen.lost += 1,
            Event::Back => seen.back += 1,
            Event::Report(report) => seen.reports.push((Instant::now(), report)),
            Event::Ended(sentence) => seen.ended = Some(sentence),
        }
    }
}
