//! The socket: from the upgrade over the greeting to the end. One task for each.
//!
//! What a socket may do wrong is answered with the close code of [`Bye`]. Nothing is sent to who has not greeted.

use super::limits::{Counted, Remote, foreign};
use super::outcasts::{Fate, Outcasts};
use super::{Refusal, Site};
use crate::net::coding::MAX_TO_SERVER;
use crate::net::frame::{Bye, MAGIC, ToClient, ToServer};
use crate::net::room::Conn;
use crate::serve::hall::{Event, Line, Match, Parcel};
use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{Instant, timeout};
use tungstenite::Error;

/// The time for the greeting, and for the last message to go out.
const GREETING: Duration = Duration::from_secs(3);
const FAREWELL: Duration = Duration::from_secs(3);

/// Bytes of the buffers of a socket: axum's own take 128 KiB each (axum #3178).
const READ_BUFFER: usize = 4 << 10;
const WRITE_BUFFER: usize = 4 << 10;
const MAX_WRITE_BUFFER: usize = 256 << 10;

/// Pings in so long a time.
const PINGS: (u32, Duration) = (20, Duration::from_secs(10));

pub(super) async fn upgrade(
    State(site): State<Site>,
    Extension(remote): Extension<Remote>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|_| Refusal::new(StatusCode::UPGRADE_REQUIRED, "here is a WebSocket only"))?;
    if !site.gate.knows_origin(&headers) {
        return Err(foreign());
    }
    let counted = site.gate.socket(remote).filter(|_| site.gate.may_try(remote)).ok_or_else(Refusal::too_many)?;
    let upgrade = upgrade
        .max_message_size(MAX_TO_SERVER)
        .max_frame_size(MAX_TO_SERVER)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MAX_WRITE_BUFFER);
    Ok(upgrade.on_upgrade(move |socket| serve(site, socket, counted)))
}

async fn serve(site: Site, mut socket: WebSocket, _counted: Counted) {
    let (found, person, hello) = match greeting(&site, &mut socket).await {
        Ok(greeting) => greeting,
        Err(bye) => return part(&mut socket, bye, true).await,
    };
    let conn = site.hall.next_conn();
    let (line, parcels) = Line::new();
    let line = Arc::new(line);
    let outcasts = site.outcasts.clone();
    // From here on the site is held by nobody who only waits.
    drop(site);
    if !found.tell(Event::Enter { conn, line: line.clone(), person, hello }).await {
        // It ends just now; why is told to who comes again.
        return part(&mut socket, Bye::Restarting, true).await;
    }
    let end = tokio::select! {
        () = line.hang_up.notified() => None,
        bye = talk(&found, (conn, person, &outcasts), &line, parcels, &mut socket) => Some(bye),
    };
    if let Some(Some(bye)) = end {
        part(&mut socket, bye, false).await;
    }
    found.tell(Event::Gone(conn)).await;
}

/// The first message: where its ticket leads.
async fn greeting(site: &Site, socket: &mut WebSocket) -> Result<(Arc<Match>, u64, Bytes), Bye> {
    let first = timeout(GREETING, async {
        loop {
            match socket.recv().await {
                Some(Ok(Message::Binary(bytes))) => return Ok(bytes),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Text(_))) => return Err(Bye::Text),
                Some(Ok(Message::Close(_))) | None => return Err(Bye::Left),
                Some(Err(error)) => return Err(fault(error)),
            }
        }
    });
    let bytes = first.await.unwrap_or(Err(Bye::Silent))?;
    // A greeting is the same whatever orders a game has.
    let hello = match ToServer::<()>::decode(&bytes) {
        Ok(ToServer::Hello(hello)) => hello,
        Ok(_) => return Err(Bye::Protocol),
        Err(error) => return Err(error.bye()),
    };
    if hello.magic != MAGIC {
        return Err(Bye::Version);
    }
    let (found, person) = site.hall.leads_to(&hello.ticket).ok_or(Bye::Ticket)?;
    Ok((found, person, bytes))
}

/// Carries messages to and fro; how to part, if somebody is left.
async fn talk(
    found: &Match,
    (conn, person, outcasts): (Conn, u64, &Outcasts),
    line: &Line,
    mut parcels: UnboundedReceiver<Parcel>,
    socket: &mut WebSocket,
) -> Option<Bye> {
    let (mut pings, mut counted_from) = (0, Instant::now());
    loop {
        tokio::select! {
            parcel = parcels.recv() => match parcel {
                Some(Parcel::Frame { bytes, counts }) => {
                    if counts {
                        line.taken(bytes.len());
                    }
                    socket.send(Message::Binary(bytes)).await.ok()?;
                }
                Some(Parcel::Close(bye)) => return Some(bye),
                // The match has ended without a word.
                None => return Some(Bye::Restarting),
            },
            message = socket.recv() => match message? {
                Ok(Message::Binary(bytes)) => {
                    let muted = match outcasts.judge(person) {
                        Fate::Passes => false,
                        Fate::Muted => true,
                        // Whoever asks for another ticket is told why they do not get one.
                        Fate::Ends => return Some(Bye::Ticket),
                    };
                    if !found.tell(Event::Message { conn, bytes, muted }).await {
                        return Some(Bye::Left);
                    }
                }
                Ok(Message::Text(_)) => return Some(Bye::Text),
                Ok(Message::Ping(_) | Message::Pong(_)) => {
                    if counted_from.elapsed() > PINGS.1 {
                        (pings, counted_from) = (0, Instant::now());
                    }
                    pings += 1;
                    if pings > PINGS.0 {
                        return Some(Bye::Flood);
                    }
                }
                Ok(Message::Close(_)) => return None,
                Err(error) => return Some(fault(error)),
            },
        }
    }
}

/// What is to be said to who has broken the rules of WebSocket.
fn fault(error: axum::Error) -> Bye {
    match error.into_inner().downcast_ref::<Error>() {
        Some(Error::Capacity(_)) => Bye::TooBig,
        Some(Error::Protocol(_) | Error::Utf8(_)) => Bye::Protocol,
        _ => Bye::Left,
    }
}

/// Closes with the reason, and waits a little for the other side to read it. `says` also sends it as a message.
async fn part(socket: &mut WebSocket, bye: Bye, says: bool) {
    let farewell = async {
        if says {
            socket.send(Message::Binary(ToClient::<()>::Bye(bye).encode().into())).await.ok()?;
        }
        let close = CloseFrame { code: bye.code(), reason: bye.why().into() };
        socket.send(Message::Close(Some(close))).await.ok()?;
        // What is still under way would make the system throw the reason away; the answer comes behind it.
        while let Some(Ok(_)) = socket.recv().await {}
        Some(())
    };
    // Who does not take it within the time is left without it.
    let _ = timeout(FAREWELL, farewell).await;
}
