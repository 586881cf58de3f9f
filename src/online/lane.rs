//! One connection to a match: fetches a ticket, connects, greets, and carries messages until it ends.

use super::api::{Api, ApiError};
use super::trust;
use crate::net::coding::MAX_TO_CLIENT;
use crate::net::frame::Ticket;
use axum::body::Bytes;
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;
use tokio_tungstenite::{Connector, MaybeTlsStream, WebSocketStream, client_async_tls_with_config};
use tungstenite::Message;
use tungstenite::protocol::WebSocketConfig;

/// The time in which a connection must stand.
const REACH: Duration = Duration::from_secs(5);

/// What is said where the server has said nothing.
const GONE: &str = "the server does not answer";

/// How a connection has ended.
#[derive(Debug)]
pub(super) enum End {
    /// It may be opened again; the sentence is for the person if no other is open.
    Lost(String),
    /// There is no use in trying again.
    Final(String),
}

impl From<ApiError> for End {
    fn from(error: ApiError) -> Self {
        if error.may_pass() { Self::Lost(error.to_string()) } else { Self::Final(error.to_string()) }
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(api: &Api) -> Result<Socket, String> {
    let address = api.address();
    let stream = TcpStream::connect((address.host.as_str(), address.port)).await.map_err(|error| error.to_string())?;
    // An order is small and must not wait for the next.
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_TO_CLIENT))
        .max_frame_size(Some(MAX_TO_CLIENT))
        .read_buffer_size(16 << 10)
        .write_buffer_size(0);
    let connector = if address.secure { Some(tls()?) } else { None };
    let connected = client_async_tls_with_config(address.socket(), stream, Some(config), connector).await;
    connected.map(|(socket, _)| socket).map_err(|error| error.to_string())
}

fn tls() -> Result<Connector, String> {
    let config = trust::in_whom(trust::public())?;
    Ok(Connector::Rustls(Arc::new(config)))
}

/// Runs a connection to its end. `hello` makes the first message, `heard` takes what comes.
pub(super) async fn run(
    api: Api,
    of: String,
    lane: u8,
    hello: impl FnOnce(Ticket) -> Vec<u8>,
    mut to_send: UnboundedReceiver<Vec<u8>>,
    mut heard: impl FnMut(&[u8]),
) -> End {
    let asked = api.clone();
    let ticket = match tokio::task::spawn_blocking(move || asked.ticket(&of, lane)).await {
        Ok(Ok(ticket)) => ticket,
        Ok(Err(error)) => return error.into(),
        Err(error) => return End::Lost(error.to_string()),
    };
    let mut socket = match timeout(REACH, connect(&api)).await {
        Ok(Ok(socket)) => socket,
        Ok(Err(why)) => return End::Lost(why),
        Err(_) => return End::Lost("it takes too long".into()),
    };
    let mut next = Some(hello(ticket));
    loop {
        if let Some(bytes) = next.take()
            && socket.send(Message::Binary(Bytes::from(bytes))).await.is_err()
        {
            return End::Lost(GONE.into());
        }
        tokio::select! {
            bytes = to_send.recv() => match bytes {
                Some(bytes) => next = Some(bytes),
                // Nobody wants it any more.
                None => {
                    let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                    return End::Lost(String::new());
                }
            },
            message = socket.next() => match message {
                Some(Ok(Message::Binary(bytes))) => heard(&bytes),
                Some(Ok(Message::Close(Some(close)))) => return End::Lost(close.reason.to_string()),
                Some(Ok(Message::Close(None)) | Err(_)) | None => return End::Lost(GONE.into()),
                Some(Ok(_)) => {}
            },
        }
    }
}
