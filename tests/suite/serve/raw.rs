//! Bytes on a connection, for what no client would send.

use super::place::{HANGS, Place};
use gridmarch::cli::bench::net::marks::{Order, RULES, SIM};
use gridmarch::net::PROTOCOL;
use gridmarch::net::frame::{Bye, Hello, MAGIC, Ticket, ToClient, ToServer};
use gridmarch::online::api::Api;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::protocol::frame::coding::{Control, Data, OpCode};
use tungstenite::protocol::frame::{Frame, FrameHeader};
use tungstenite::{Message, WebSocket};

pub type Socket = WebSocket<TcpStream>;

pub fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("it is open");
    stream.set_read_timeout(Some(HANGS)).expect("it can wait");
    stream
}

/// The status of the answer to a request in bytes; none if the connection is closed without one.
pub fn status(port: u16, request: &[u8]) -> Option<u16> {
    let mut stream = connect(port);
    stream.write_all(request).ok()?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).ok()?;
    std::str::from_utf8(&answer[9..]).ok()?.parse().ok()
}

/// A request to become a socket, with other lines in its head.
pub fn handshake(lines: &str) -> Vec<u8> {
    format!(
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{lines}\r\n"
    )
    .into_bytes()
}

/// A socket, as a bare connection that takes little before it is read.
pub fn narrow(port: u16) -> TcpStream {
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).expect("there is one");
    socket.set_recv_buffer_size(2048).expect("it can be small");
    socket.connect(&std::net::SocketAddr::from(([127, 0, 0, 1], port)).into()).expect("it is open");
    let mut stream: TcpStream = socket.into();
    stream.write_all(&handshake("")).expect("it goes out");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("it answers");
        head.push(byte[0]);
    }
    stream
}

/// A socket that has said nothing.
pub fn silent(port: u16) -> Socket {
    let (socket, _) = tungstenite::client(format!("ws://127.0.0.1:{port}/ws"), connect(port)).expect("it upgrades");
    socket
}

pub fn hello(ticket: Ticket) -> Hello {
    Hello { magic: MAGIC, protocol: PROTOCOL, sim: SIM, rules: RULES, lane: 0, ticket, have: None }
}

pub fn say(socket: &mut Socket, frame: &ToServer<Order>) {
    send(socket, frame.encode());
}

/// What is sent to who hangs up is lost.
pub fn send(socket: &mut Socket, bytes: Vec<u8>) {
    let _ = socket.send(Message::Binary(bytes.into()));
}

/// A socket that has greeted.
pub fn greeted(place: &Place, api: &Api) -> Socket {
    let mut socket = silent(place.port());
    let ticket = api.ticket(&place.id(), 0).expect("they are in the match");
    say(&mut socket, &ToServer::Hello(hello(ticket)));
    socket
}

/// Reads until a message is as wanted.
pub fn hear<T>(socket: &mut Socket, mut wanted: impl FnMut(&ToClient<Order>) -> Option<T>) -> T {
    loop {
        if let Message::Binary(bytes) = socket.read().expect("the connection stands")
            && let Some(found) = wanted(&ToClient::decode(&bytes).expect("a server sends messages"))
        {
            return found;
        }
    }
}

pub fn welcomed(place: &Place, api: &Api) -> Socket {
    welcomed_as(place, api).0
}

/// The same with the seat that it has.
pub fn welcomed_as(place: &Place, api: &Api) -> (Socket, Option<u8>) {
    let mut socket = greeted(place, api);
    let seat = hear(&mut socket, |frame| match frame {
        ToClient::Welcome(welcome) => Some(welcome.seat),
        _ => None,
    });
    (socket, seat)
}

/// The code and the reason with which the server closes; none if it does so without a word.
pub fn closed(socket: &mut Socket) -> Option<(u16, String)> {
    loop {
        match socket.read() {
            Ok(Message::Close(close)) => {
                // Answers, so that the server need not wait.
                let _ = socket.flush();
                return close.map(|close| (close.code.into(), close.reason.to_string()));
            }
            Ok(_) => {}
            Err(_) => return None,
        }
    }
}

pub fn assert_closed(socket: &mut Socket, bye: Bye, what: &str) {
    assert_eq!(closed(socket), Some((bye.code(), bye.why().into())), "{what}");
}

/// A frame as it goes over the line, masked or not.
pub fn frame(data: Data, last: bool, payload: &[u8], masked: bool) -> Vec<u8> {
    bytes_of(OpCode::Data(data), last, payload, masked)
}

pub fn ping(payload: &[u8]) -> Vec<u8> {
    bytes_of(OpCode::Control(Control::Ping), true, payload, true)
}

fn bytes_of(opcode: OpCode, is_final: bool, payload: &[u8], masked: bool) -> Vec<u8> {
    let mask = masked.then_some([1, 2, 3, 4]);
    let header = FrameHeader { is_final, opcode, mask, ..FrameHeader::default() };
    let mut bytes = Vec::new();
    Frame::from_payload(header, payload.to_vec().into()).format(&mut bytes).expect("memory can be written to");
    bytes
}

pub fn pause(millis: u64) {
    std::thread::sleep(Duration::from_millis(millis));
}
