//! The thread that keeps the connections of a match.

use super::{Common, Event, Pack, State};
use crate::net::lanes::Wish;
use crate::net::{RoomOrder, Tick};
use crate::online::api::Api;
use crate::online::lane::{self, End};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::AbortHandle;

/// How often connections are looked after.
const LOOK: Duration = Duration::from_millis(50);

/// Times that a snapshot is asked for.
const TRIES: u32 = 5;

/// A connection: where its messages go in, and how to end it.
pub(super) struct Lane {
    to_send: UnboundedSender<Vec<u8>>,
    task: AbortHandle,
}

/// The thread that keeps the connections.
pub(super) struct Keeper<O> {
    pub(super) common: Arc<Common<O>>,
    pub(super) api: Api,
    pub(super) of: String,
    pub(super) lanes: BTreeMap<u8, Lane>,
}

impl<O: RoomOrder + Send + 'static> Keeper<O> {
    pub(super) async fn keep(mut self) {
        loop {
            let (ended, sent, wish, fetch, uploads) = {
                let now = self.common.now();
                let mut shared = self.common.shared();
                let wish = shared.follower.wish(now);
                let fetch = shared.fetch.take().map(|tick| (tick, shared.restores));
                (shared.ended, shared.follower.sent(), wish, fetch, std::mem::take(&mut shared.uploads))
            };
            for (lane, frame) in sent {
                if let Some(lane) = self.lanes.get(&lane) {
                    // A lane that is gone sends nothing; what matters is sent again by the next.
                    let _ = lane.to_send.send(frame.encode());
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
            if let Some((tick, restores)) = fetch {
                tokio::spawn(fetch_state(self.common.clone(), self.api.clone(), self.of.clone(), tick, restores));
            }
            for (tick, pack, reports) in uploads {
                let (common, api, of) = (self.common.clone(), self.api.clone(), self.of.clone());
                tokio::task::spawn_blocking(move || upload(&common, &api, &of, tick, pack, reports));
            }
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
            let hello = |ticket| common.shared().follower.hello(number, ticket).encode();
            let heard = |bytes: &[u8]| {
                let now = common.now();
                common.shared().heard(now, number, bytes);
                common.wake.notify_one();
            };
            let end = lane::run(api, of, number, hello, outbox, heard).await;
            let now = common.now();
            let mut shared = common.shared();
            shared.follower.closed(now, number);
            match end {
                End::Final(sentence) => shared.end(sentence),
                End::Lost(sentence) => {
                    let alone = shared.follower.lanes().up().next().is_none();
                    if alone && !shared.lost && !shared.ended {
                        shared.lost = true;
                        shared.events.push_back(Event::Lost(sentence));
                    }
                }
            }
            drop(shared);
            common.wake.notify_one();
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

/// Fetches the snapshot that the match goes on from.
async fn fetch_state<O: RoomOrder + Send + 'static>(
    common: Arc<Common<O>>,
    api: Api,
    of: String,
    tick: Tick,
    restores: u64,
) {
    for pause in 1..=TRIES {
        let (api, of) = (api.clone(), of.clone());
        let fetched = tokio::task::spawn_blocking(move || api.snapshot(&of, tick)).await;
        {
            let mut shared = common.shared();
            if shared.restores != restores {
                return;
            }
            match fetched {
                Ok(Ok(bytes)) => return shared.events.push_back(Event::Restore(State::Snapshot { tick, bytes })),
                Ok(Err(error)) if pause == TRIES || !error.may_pass() => {
                    return shared.end(format!("the state of the match cannot be fetched: {error}"));
                }
                _ => {}
            }
        }
        tokio::time::sleep(Duration::from_secs(pause.into())).await;
    }
}

/// Sends in a snapshot; for a report, fetches that too.
fn upload<O: RoomOrder>(common: &Common<O>, api: &Api, of: &str, tick: Tick, pack: Pack, reports: bool) {
    // Somebody else's may be wanted for this report, which is there all the same.
    let _ = api.put_snapshot(of, tick, pack());
    if reports && let Ok(report) = api.report(of, tick) {
        common.shared().events.push_back(Event::Report(report));
    }
}
