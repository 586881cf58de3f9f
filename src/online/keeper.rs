//! The connections of a client to a match, kept on a thread: opened with tickets, and opened again when they are lost.

use super::api::Api;
use super::lane::{self, End};
use crate::net::frame::Ticket;
use crate::net::lanes::Wish;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;

/// How often connections are looked after.
const LOOK: Duration = Duration::from_millis(50);

/// What speaks by the connections. Times are in milliseconds since it began.
pub(super) trait Client: Send + Sized + 'static {
    /// What to do about connections now.
    fn wish(&mut self, now: u64) -> Option<Wish>;

    /// What is to be sent, with the connections.
    fn sent(&mut self) -> Vec<(u8, Vec<u8>)>;

    /// The first message of a connection.
    fn hello(&self, lane: u8, ticket: Ticket) -> Vec<u8>;

    fn heard(&mut self, now: u64, lane: u8, bytes: &[u8]);

    /// A connection was closed, or could not be opened.
    fn closed(&mut self, now: u64, lane: u8, end: End);

    /// Whether no connection is wanted any more.
    fn has_ended(&self) -> bool;

    /// Starts what is to be asked by HTTP meanwhile, on the runtime of the thread.
    fn ask(_common: &Arc<Common<Self>>, _api: &Api, _of: &str) {}
}

/// What the thread and who plays have in common.
pub(super) struct Common<C> {
    client: Mutex<C>,
    begun: Instant,
    /// Told when there is something to do for the thread.
    wake: Notify,
    ends: AtomicBool,
}

impl<C> Common<C> {
    pub(super) fn client(&self) -> MutexGuard<'_, C> {
        // What a panic of the other thread has left is whole: nothing is changed in two steps.
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn now(&self) -> u64 {
        self.begun.elapsed().as_millis() as u64
    }

    pub(super) fn wake(&self) {
        self.wake.notify_one();
    }
}

/// The connections. They end when this is dropped.
pub(super) struct Connections<C> {
    common: Arc<Common<C>>,
    thread: Option<JoinHandle<()>>,
}

impl<C: Client> Connections<C> {
    /// Keeps the connections to a match, by its name on the server.
    ///
    /// # Errors
    /// What the system says if it has no thread.
    pub(super) fn keep(api: Api, of: String, client: C) -> std::io::Result<Self> {
        let (client, wake, ends) = (Mutex::new(client), Notify::new(), AtomicBool::new(false));
        let common = Arc::new(Common { client, begun: Instant::now(), wake, ends });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let theirs = common.clone();
        let thread = std::thread::Builder::new().name("session".into());
        let thread = thread.spawn(move || {
            let keeper = Keeper { common: theirs, api, of, lanes: BTreeMap::new() };
            runtime.block_on(keeper.keep());
            // A question that waits for its answer must not hold anybody up.
            runtime.shutdown_background();
        })?;
        Ok(Self { common, thread: Some(thread) })
    }
}

impl<C> std::ops::Deref for Connections<C> {
    type Target = Common<C>;

    fn deref(&self) -> &Common<C> {
        &self.common
    }
}

impl<C> Drop for Connections<C> {
    fn drop(&mut self) {
        self.common.ends.store(true, Ordering::Relaxed);
        self.common.wake();
        if let Some(thread) = self.thread.take() {
            // It has not panicked, and if so there is nothing to be done.
            let _ = thread.join();
        }
    }
}

/// A connection: where its messages go in, and how to end it.
struct Lane {
    to_send: UnboundedSender<Vec<u8>>,
    task: AbortHandle,
}

/// What runs on the thread.
struct Keeper<C> {
    common: Arc<Common<C>>,
    api: Api,
    of: String,
    lanes: BTreeMap<u8, Lane>,
}

impl<C: Client> Keeper<C> {
    async fn keep(mut self) {
        loop {
            let (ended, sent, wish) = {
                let now = self.common.now();
                let mut client = self.common.client();
                let wish = client.wish(now);
                let ended = client.has_ended() || self.common.ends.load(Ordering::Relaxed);
                (ended, client.sent(), wish)
            };
            for (lane, bytes) in sent {
                if let Some(lane) = self.lanes.get(&lane) {
                    // A lane that is gone sends nothing; what matters is sent again by the next.
                    let _ = lane.to_send.send(bytes);
                }
            }
            if ended {
                return self.part().await;
            }
            match wish {
                Some(Wish::Open(lane)) => self.open(lane),
                Some(Wish::Close(lane)) => self.close(lane),
                None => {}
            }
            C::ask(&self.common, &self.api, &self.of);
            tokio::select! {
                () = self.common.wake.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    fn open(&mut self, number: u8) {
        self.close(number);
        let (to_send, outbox) = unbounded_channel();
        let (common, api, of) = (self.common.clone(), self.api.clone(), self.of.clone());
        let task = tokio::spawn(async move {
            let hello = |ticket| common.client().hello(number, ticket);
            let heard = |bytes: &[u8]| {
                let now = common.now();
                common.client().heard(now, number, bytes);
                common.wake();
            };
            let end = lane::run(api, of, number, hello, outbox, heard).await;
            let now = common.now();
            common.client().closed(now, number, end);
            common.wake();
        });
        self.lanes.insert(number, Lane { to_send, task: task.abort_handle() });
    }

    fn close(&mut self, number: u8) {
        if let Some(lane) = self.lanes.remove(&number) {
            lane.task.abort();
        }
    }

    /// Lets what was said go out, and hangs up.
    async fn part(self) {
        let tasks: Vec<AbortHandle> = self.lanes.values().map(|lane| lane.task.clone()).collect();
        drop(self.lanes);
        for _ in 0..20 {
            if tasks.iter().all(AbortHandle::is_finished) {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}
