//! Announcements in the local network, on this machine's own.

use crate::serve::place::until;
use gridmarch::online::beacon::{Announcement, Beacon, Listener};
use std::net::UdpSocket;

fn announcement(id: u64, host: &str) -> Announcement {
    Announcement {
        id,
        host: host.into(),
        game: "marks".into(),
        title: "Marks for 2".into(),
        taken: 1,
        seats: 2,
        port: 4711,
        locked: true,
        version: "0.1.0".into(),
    }
}

/// A port that nobody else here uses.
fn port() -> u16 {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("there is a port");
    socket.local_addr().expect("it has one").port()
}

#[test]
fn announced_matches_are_listed_by_all_who_listen_changed_and_forgotten() {
    let port = port();
    let listeners = [Listener::start(port).expect("it listens"), Listener::start(port).expect("two may listen")];
    let beacon = Beacon::start(announcement(1, "Ada"), port).expect("it announces");
    let other = Beacon::start(announcement(2, "Bob"), port).expect("it announces");
    until("both list both", || listeners.iter().all(|listener| listener.list().len() == 2));
    let list = listeners[0].list();
    assert_eq!(list[0].announcement, announcement(1, "Ada"));
    assert_eq!(list[0].address.port(), 4711);
    beacon.change(announcement(1, "Eve"));
    until("the change is heard", || listeners[1].list()[0].announcement.host == "Eve");
    drop(other);
    until("it is forgotten", || listeners.iter().all(|listener| listener.list().len() == 1));
}

#[test]
fn what_is_no_announcement_is_passed_over() {
    let port = port();
    let listener = Listener::start(port).expect("it listens");
    let socket = UdpSocket::bind("127.0.0.1:0").expect("there is a port");
    let send = |bytes: &[u8]| socket.send_to(bytes, ("127.0.0.1", port)).expect("it goes out");
    send(b"");
    send(b"GMlan1");
    send(&[b'x'; 600]);
    send(b"GMlan1\x01\xff\xff\xff\xff\xff");
    let _beacon = [
        Beacon::start(announcement(1, "A\u{1b}[2Jda"), port).expect("it announces"),
        Beacon::start(announcement(2, &"x".repeat(61)), port).expect("it announces"),
        Beacon::start(announcement(3, "Cid"), port).expect("it announces"),
    ];
    until("the sound one is listed", || !listener.list().is_empty());
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let hosts: Vec<String> = listener.list().into_iter().map(|found| found.announcement.host).collect();
    assert_eq!(hosts, ["Cid"]);
}
