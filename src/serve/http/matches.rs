//! The routes of a match: state, what one may do before it begins, description, snapshots, log, reports, tickets.

use super::{Caller, Refusal, Site};
use crate::net::Tick;
use crate::online::talk::{Act, MatchState, TicketGiven, TicketWish};
use crate::serve::hall::shelf::MAX_SNAPSHOT;
use crate::serve::hall::{Event, Match};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Milliseconds for which a question for something new is kept open: less than proxies wait.
const MAX_WAIT: Duration = Duration::from_secs(25);

type Answer<T> = Result<T, Refusal>;

/// The body of a request that is JSON.
pub(crate) fn body<T>(json: Result<Json<T>, JsonRejection>) -> Answer<T> {
    json.map(|Json(value)| value).map_err(|error| Refusal::new(error.status(), error.body_text()))
}

#[derive(Debug, Deserialize)]
pub(super) struct Since {
    /// Answer when there is a version after this one.
    since: Option<u64>,
}

pub(super) async fn state(
    State(site): State<Site>,
    Caller(person): Caller,
    Path(id): Path<String>,
    Query(Since { since }): Query<Since>,
) -> Answer<Json<MatchState>> {
    let found = site.hall.find(&id)?;
    found.seat_of(person.id)?;
    if let Some(since) = since {
        // When the time is over, the answer says that nothing is new.
        let _ = tokio::time::timeout(MAX_WAIT, found.newer(since)).await;
    }
    Ok(Json(found.seen_by(site.hall.now(), person.id)?))
}

pub(super) async fn act(
    State(site): State<Site>,
    Caller(person): Caller,
    Path(id): Path<String>,
    act: Result<Json<Act>, JsonRejection>,
) -> Answer<StatusCode> {
    let (found, act) = (site.hall.find(&id)?, body(act)?);
    if matches!(act, Act::Chat { .. }) && site.outcasts.is_silent(person.id) {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "an administrator has taken the chat from you for a while"));
    }
    site.hall.act(&found, person.id, act).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn describe(
    State(site): State<Site>,
    Caller(person): Caller,
    Path(id): Path<String>,
    description: Bytes,
) -> Answer<StatusCode> {
    let found = site.hall.find(&id)?;
    // Reading a level takes a while.
    let described = tokio::task::spawn_blocking(move || found.describe(person.id, description.into()));
    described.await.map_err(|_| failed("the description cannot be read"))??;
    Ok(StatusCode::NO_CONTENT)
}

fn failed(sentence: &str) -> Refusal {
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
}

fn bytes(bytes: impl Into<Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/octet-stream")], bytes.into()).into_response()
}

pub(super) async fn description(
    State(site): State<Site>,
    Caller(person): Caller,
    Path(id): Path<String>,
) -> Answer<Response> {
    let found = site.hall.find(&id)?;
    found.seat_of(person.id)?;
    Ok(bytes(found.description()))
}

pub(super) async fn snapshot(
    State(site): State<Site>,
    Caller(person): Caller,
    Path((id, tick)): Path<(String, Tick)>,
) -> Answer<Response> {
    let found = site.hall.find(&id)?;
    if !found.may_see(person.id, tick).await? {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "spectators see this only later"));
    }
    snapshot_of(found, tick).await
}

async fn snapshot_of(of: Arc<Match>, tick: Tick) -> Answer<Response> {
    let found = tokio::task::spawn_blocking(move || of.shelf().get(tick)).await.ok().flatten();
    found.map(bytes).ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no snapshot of this tick"))
}

/// The newest snapshot that one may see.
pub(super) async fn newest_snapshot(
    State(site): State<Site>,
    Caller(person): Caller,
    Path(id): Path<String>,
) -> Answer<Response> {
    let found = site.hall.find(&id)?;
    found.seat_of(person.id)?;
    for kept in found.shelf().all().into_iter().rev() {
        if found.may_see(person.id, kept.tick).await? {
            let mut answer = snapshot_of(found, kept.tick).await?;
            answer.headers_mut().insert("x-tick", kept.tick.into());
            return Ok(answer);
        }
    }
    Err(Refusal::new(StatusCode::NOT_FOUND, "there is no snapshot yet"))
}

/// A player sends in a snapshot that the server has asked for.
pub(super) async fn put_snapshot(
    State(site): State<Site>,
    Caller(person): Caller,
    Path((id, tick)): Path<(String, Tick)>,
    headers: HeaderMap,
    body: Body,
) -> Answer<StatusCode> {
    let found = site.hall.find(&id)?;
    let seat = found.seat_of(person.id)?;
    let seat = seat.ok_or_else(|| Refusal::new(StatusCode::FORBIDDEN, "spectators send in nothing"))?;
    let bytes = axum::body::to_bytes(body, MAX_SNAPSHOT).await;
    let too_large = |_| Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "a snapshot has at most 32 MiB");
    let bytes = bytes.map_err(too_large)?.into();
    let machine = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let machine = machine.unwrap_or("unknown").chars().take(100).collect();
    let (answer, wanted) = oneshot::channel();
    let told = found.tell(Event::Snapshot { seat, tick, bytes, machine, answer }).await;
    if !told || !wanted.await.unwrap_or(false) {
        return Err(Refusal::new(StatusCode::CONFLICT, "nobody has asked for this snapshot"));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The whole log: for players while the match runs, for everybody who was there when it is over.
pub(super) async fn log(State(site): State<Site>, Caller(person): Caller, Path(id): Path<String>) -> Answer<Response> {
    let found = site.hall.find(&id)?;
    if !found.may_see(person.id, Tick::MAX).await? {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "spectators see the log when the match is over"));
    }
    found.log().await.map(bytes).map_err(|_| Refusal::new(StatusCode::NOT_FOUND, "the match has not begun"))
}

pub(super) async fn report(
    State(site): State<Site>,
    Caller(person): Caller,
    Path((id, tick)): Path<(String, Tick)>,
) -> Answer<String> {
    let found = site.hall.find(&id)?;
    found.seat_of(person.id)?.ok_or_else(|| Refusal::new(StatusCode::FORBIDDEN, "reports are for players"))?;
    found.report(tick).await.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "there is no report about this tick"))
}

pub(super) async fn ticket(
    State(site): State<Site>,
    Caller(person): Caller,
    wish: Result<Json<TicketWish>, JsonRejection>,
) -> Answer<Json<TicketGiven>> {
    let TicketWish { id, lane } = body(wish)?;
    let found = site.hall.find(&id)?;
    Ok(Json(TicketGiven { ticket: site.hall.ticket(&found, person.id, lane)? }))
}
