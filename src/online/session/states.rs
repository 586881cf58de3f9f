//! States of a match by HTTP: fetched to go on from, sent in when the server asks for them.

use super::{Event, Pack, Shared, State};
use crate::net::{RoomOrder, Tick};
use crate::online::api::Api;
use crate::online::keeper::Common;
use std::sync::Arc;
use std::time::Duration;

/// Times that a snapshot is asked for.
const TRIES: u32 = 5;

/// Fetches the snapshot that the match goes on from.
pub(super) async fn fetch<O: RoomOrder + Send + 'static>(
    common: Arc<Common<Shared<O>>>,
    api: Api,
    of: String,
    tick: Tick,
    restores: u64,
) {
    for pause in 1..=TRIES {
        let (api, of) = (api.clone(), of.clone());
        let fetched = tokio::task::spawn_blocking(move || api.snapshot(&of, tick)).await;
        {
            let mut shared = common.client();
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
pub(super) fn upload<O>(common: &Common<Shared<O>>, api: &Api, of: &str, tick: Tick, pack: Pack, reports: bool) {
    // Somebody else's may be wanted for this report, which is there all the same.
    let _ = api.put_snapshot(of, tick, pack());
    if reports && let Ok(report) = api.report(of, tick) {
        common.client().events.push_back(Event::Report(report));
    }
}
