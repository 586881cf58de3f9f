//! Attacks on the server: each has its answer, and the server lives on with the match of the others undisturbed.

use super::place::{Place, assert_whole, roomy, tick, until, wait_for_tick, wish};
use super::raw::{
    Socket, assert_closed, closed, connect, frame, greeted, handshake, hear, hello, narrow, pause, ping, say, send,
    silent, status, welcomed, welcomed_as,
};
use gridmarch::cli::bench::net::marks::Order;
use gridmarch::cli::bench::net::player::Player;
use gridmarch::net::Hand;
use gridmarch::net::frame::{Bye, Circle, Motion, Refusal, ToClient, ToServer};
use gridmarch::online::api::Api;
use gridmarch::online::talk::{Act, Phase};
use gridmarch::serve::http::Limits;
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use tungstenite::Message;
use tungstenite::protocol::frame::coding::Data;

/// Two who play, and one in the third seat whose program is no good.
struct Scene {
    place: Place,
    players: Vec<Player>,
    villain: Api,
}

impl Scene {
    fn new() -> Self {
        let place = Place::new(3, true);
        let mut apis = place.seated(3);
        let villain = apis.pop().expect("there are three");
        let mut first = greeted(&place, &villain);
        say(&mut first, &ToServer::Loaded);
        let players = apis.into_iter().map(|api| place.player(api, 100)).collect::<Vec<_>>();
        wait_for_tick(&players, 5);
        Self { place, players, villain }
    }

    fn socket(&self) -> Socket {
        welcomed(&self.place, &self.villain)
    }

    /// The others have not noticed anything.
    fn lives(self) {
        let at = tick(&self.players[0]);
        wait_for_tick(&self.players, at + 20);
        assert_whole(&self.players);
        let late = |player: &Player| player.look(|seen| seen.ended.clone());
        assert!(self.players.iter().all(|player| late(player).is_none()));
        assert_eq!(self.place.host().found().phase(), Phase::Running);
    }
}

#[test]
fn bytes_that_are_no_message_end_the_connection_with_1002() {
    let scene = Scene::new();
    let good =
        ToServer::Orders { cseq: 1, skip: false, orders: vec![Order::Mark(1), Order::Marks(vec![1, 2])] }.encode();
    let mut bad: Vec<Vec<u8>> = (0..good.len()).map(|len| good[..len].to_vec()).collect();
    bad.push(vec![200]);
    bad.push(vec![255; 100]);
    bad.push([good.as_slice(), &[0]].concat());
    // A list that says that it has 2³² elements.
    bad.push(vec![2, 1, 0, 255, 255, 255, 255, 15]);
    bad.push(vec![2, 1, 0, 1, 1, 255, 255, 255, 255, 15]);
    for bytes in bad {
        let mut socket = scene.socket();
        let what = format!("{bytes:?}");
        send(&mut socket, bytes);
        assert_closed(&mut socket, Bye::Protocol, &what);
    }
    scene.lives();
}

#[test]
fn text_is_refused_with_1003_before_and_after_the_greeting() {
    let scene = Scene::new();
    for mut socket in [silent(scene.place.port()), scene.socket()] {
        socket.send(Message::Text("{}".into())).expect("it goes out");
        assert_closed(&mut socket, Bye::Text, "text");
    }
    scene.lives();
}

#[test]
fn a_message_of_more_than_8_kib_ends_the_connection_with_1009() {
    let scene = Scene::new();
    for mut socket in [silent(scene.place.port()), scene.socket()] {
        send(&mut socket, vec![7; (8 << 10) + 1]);
        assert_closed(&mut socket, Bye::TooBig, "8 KiB and a byte");
    }
    // In pieces, too.
    let mut socket = scene.socket();
    let stream = socket.get_mut();
    stream.write_all(&frame(Data::Binary, false, &[7; 8000], true)).expect("it goes out");
    stream.write_all(&frame(Data::Continue, false, &[7; 8000], true)).expect("it goes out");
    assert_closed(&mut socket, Bye::TooBig, "pieces");
    scene.lives();
}

#[test]
fn a_message_in_pieces_of_one_byte_is_a_message() {
    let scene = Scene::new();
    let mut socket = scene.socket();
    let bytes = ToServer::<Order>::Chat { to: Circle::All, text: "in pieces".into() }.encode();
    for (at, byte) in bytes.iter().enumerate() {
        let data = if at == 0 { Data::Binary } else { Data::Continue };
        let piece = frame(data, at + 1 == bytes.len(), &[*byte], true);
        socket.get_mut().write_all(&piece).expect("it goes out");
    }
    let heard = |player: &Player| player.look(|seen| seen.frames.iter().any(|frame| frame.contains("in pieces")));
    until("it is heard", || heard(&scene.players[0]));
    scene.lives();
}

#[test]
fn frames_without_a_mask_or_of_unknown_kinds_end_the_connection_with_1002() {
    let scene = Scene::new();
    let bad = [
        frame(Data::Binary, true, &ToServer::<Order>::Loaded.encode(), false),
        frame(Data::Reserved(5), true, b"x", true),
        // A continuation of nothing.
        frame(Data::Continue, true, b"x", true),
        // Text that is none, in a kind that is refused anyway.
        vec![0xf2, 0x81, 1, 2, 3, 4, 5],
    ];
    for bytes in bad {
        let mut socket = scene.socket();
        socket.get_mut().write_all(&bytes).expect("it goes out");
        assert_closed(&mut socket, Bye::Protocol, &format!("{bytes:?}"));
    }
    scene.lives();
}

#[test]
fn a_flood_of_pings_or_messages_ends_the_connection_with_1008() {
    let scene = Scene::new();
    let mut socket = scene.socket();
    let pings = ping(b"x").repeat(1000);
    // The server may hang up while they go out.
    let _ = socket.get_mut().write_all(&pings);
    assert_closed(&mut socket, Bye::Flood, "pings");
    let mut socket = scene.socket();
    (0..1000).for_each(|_| say(&mut socket, &ToServer::Clock { echo: 1 }));
    assert_closed(&mut socket, Bye::Flood, "messages");
    scene.lives();
}

#[test]
fn who_does_not_finish_the_head_of_a_request_is_closed_after_five_seconds() {
    let scene = Scene::new();
    let begun = Instant::now();
    let mut streams = [connect(scene.place.port()), connect(scene.place.port())];
    streams[1].write_all(b"GET /api/about HTTP/1.1\r\nHost: x\r\n").expect("it goes out");
    for stream in &mut streams {
        let mut rest = Vec::new();
        // Closed, with or without a word.
        let _ = stream.read_to_end(&mut rest);
    }
    assert!(begun.elapsed() >= Duration::from_secs(4));
    scene.lives();
}

#[test]
fn a_head_of_more_than_4_kib_is_refused_with_431() {
    let scene = Scene::new();
    let long = format!("X-Long: {}\r\n", "x".repeat(5000));
    assert_eq!(status(scene.place.port(), &handshake(&long)), Some(431));
    let many: String = (0..100).map(|number| format!("X-{number}: x\r\n")).collect();
    assert_eq!(status(scene.place.port(), &handshake(&many)), Some(431));
    scene.lives();
}

#[test]
fn who_does_not_greet_within_three_seconds_is_closed() {
    let scene = Scene::new();
    let mut socket = silent(scene.place.port());
    assert_closed(&mut socket, Bye::Silent, "silence");
    // One that answers pings, but does not greet, too.
    let mut socket = silent(scene.place.port());
    socket.send(Message::Ping("x".into())).expect("it goes out");
    assert_closed(&mut socket, Bye::Silent, "ping");
    scene.lives();
}

#[test]
fn one_address_has_so_many_connections_and_no_more() {
    let limits = Limits { connections: 30, ..roomy() };
    let place = Place::with(wish(2), false, limits);
    let players = place.playing(2, 100);
    wait_for_tick(&players, 5);
    let mut open: Vec<_> = (0..100).map(|_| connect(place.port())).collect();
    let mut closed = 0;
    for stream in &mut open {
        stream.set_read_timeout(Some(Duration::from_millis(20))).expect("it can wait");
        closed += usize::from(matches!(stream.read(&mut [0]), Ok(0)) || stream.write_all(b"x").is_err());
    }
    assert!(closed >= 70, "{closed} were closed at once");
    let at = tick(&players[0]);
    wait_for_tick(&players, at + 20);
}

#[test]
fn one_address_has_so_many_sockets_and_handshakes_and_hears_429_for_more() {
    let limits = Limits { sockets: 5, ..roomy() };
    let place = Place::with(wish(2), false, limits);
    let open: Vec<Socket> = (0..5).map(|_| silent(place.port())).collect();
    assert_eq!(status(place.port(), &handshake("")), Some(429));
    drop(open);
    until("they are counted no more", || status(place.port(), &handshake("")) == Some(101));

    let place = Place::with(wish(2), false, Limits { handshakes: Limits::default().handshakes, ..roomy() });
    let answers: Vec<_> = (0..80).map(|_| status(place.port(), &handshake(""))).collect();
    let taken = answers.iter().filter(|answer| **answer == Some(101)).count();
    assert!((64..75).contains(&taken) && answers.last() == Some(&Some(429)), "{taken} {answers:?}");
    // Codes cannot be guessed faster than that either.
    let join = gridmarch::online::talk::Join { name: "Eve".into(), code: None, watch: false };
    let told = place.stranger().join(&join).expect_err("she has asked for too much").to_string();
    assert_eq!(told, "too many requests come from your address, wait half a minute");
}

#[test]
fn a_page_of_another_server_opens_no_socket_and_changes_nothing() {
    let place = Place::new(2, false);
    let port = place.port();
    assert_eq!(status(port, &handshake("Origin: https://evil.example\r\n")), Some(403));
    assert_eq!(status(port, &handshake("Origin: null\r\n")), Some(403));
    assert_eq!(status(port, &handshake("Origin: http://127.0.0.1\r\n")), Some(101));
    let post = "POST /api/join HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\nContent-Length: 0\r\n\r\n";
    assert_eq!(status(port, post.as_bytes()), Some(403));
    let known = Limits { origins: vec!["https://friend.example".into()], ..roomy() };
    let place = Place::with(wish(2), false, known);
    assert_eq!(status(place.port(), &handshake("Origin: https://friend.example\r\n")), Some(101));
}

#[test]
fn tickets_are_good_once_for_their_lane_and_cannot_be_guessed() {
    let scene = Scene::new();
    let (place, id) = (&scene.place, scene.place.id());
    let greet = |hello| {
        let mut socket = silent(place.port());
        say(&mut socket, &ToServer::Hello(hello));
        socket
    };
    let ticket = scene.villain.ticket(&id, 0).expect("they sit");
    let mut first = greet(hello(ticket));
    hear(&mut first, |frame| matches!(frame, ToClient::Welcome(_)).then_some(()));
    assert_closed(&mut greet(hello(ticket)), Bye::Ticket, "used before");
    assert_closed(&mut greet(hello([0; 32])), Bye::Ticket, "guessed");
    let ticket = scene.villain.ticket(&id, 0).expect("they sit");
    let mut other = hello(ticket);
    other.lane = 1;
    assert_closed(&mut greet(other), Bye::Ticket, "of another lane");
    assert_closed(&mut greet(hello(ticket)), Bye::Ticket, "tried in vain");
    // Only the newest few are kept.
    let tickets: Vec<_> = (0..9).map(|_| scene.villain.ticket(&id, 0).expect("they sit")).collect();
    assert_closed(&mut greet(hello(tickets[0])), Bye::Ticket, "pushed out");
    scene.lives();
}

#[test]
fn tickets_run_out_after_half_a_minute_and_are_for_who_is_in_the_match() {
    let scene = Scene::new();
    let (place, id) = (&scene.place, scene.place.id());
    let old = scene.villain.ticket(&id, 0).expect("they sit");
    // A ticket leads to the seat of who got it, and nobody gets one of somebody else's.
    let mut own = welcomed_as(place, &scene.villain);
    assert_eq!(own.1, Some(2));
    let told = place.stranger().ticket(&id, 0).expect_err("nobody knows who that is").to_string();
    assert!(told.contains("does not know who you are"), "{told}");
    let forged = place.stranger().with(gridmarch::online::talk::Token("0".repeat(64)));
    assert!(forged.ticket(&id, 0).is_err());
    pause(30_500);
    let mut late = silent(place.port());
    say(&mut late, &ToServer::Hello(hello(old)));
    assert_closed(&mut late, Bye::Ticket, "too old");
    own.0.close(None).expect("it goes out");
    scene.lives();
}

#[test]
fn another_version_is_told_so_with_4002() {
    let scene = Scene::new();
    let greet = |change: &dyn Fn(&mut gridmarch::net::frame::Hello)| {
        let mut hello = hello(scene.villain.ticket(&scene.place.id(), 0).expect("they sit"));
        change(&mut hello);
        let mut socket = silent(scene.place.port());
        say(&mut socket, &ToServer::Hello(hello));
        assert_closed(&mut socket, Bye::Version, "version");
    };
    greet(&|hello| hello.magic = *b"HTTP");
    greet(&|hello| hello.protocol += 1);
    greet(&|hello| hello.sim += 1);
    greet(&|hello| hello.rules += 1);
    scene.lives();
}

#[test]
fn whoever_speaks_before_the_greeting_or_greets_twice_is_closed_with_1002() {
    let scene = Scene::new();
    let mut socket = silent(scene.place.port());
    say(&mut socket, &ToServer::Loaded);
    assert_closed(&mut socket, Bye::Protocol, "before");
    let mut socket = scene.socket();
    say(&mut socket, &ToServer::Hello(hello(scene.villain.ticket(&scene.place.id(), 0).expect("they sit"))));
    assert_closed(&mut socket, Bye::Protocol, "twice");
    scene.lives();
}

#[test]
fn who_never_reads_loses_the_lane_and_nobody_waits() {
    let scene = Scene::new();
    let mut stream = narrow(scene.place.port());
    let ticket = scene.villain.ticket(&scene.place.id(), 0).expect("they sit");
    let greeting = ToServer::<Order>::Hello(hello(ticket)).encode();
    stream.write_all(&frame(Data::Binary, true, &greeting, true)).expect("it goes out");
    let present = || scene.place.host().found().present();
    until("it is there", || present() == 5);
    // The others say much.
    let begun = Instant::now();
    until("it is dropped", || {
        scene.players.iter().for_each(|player| player.give(Order::Marks(vec![7; 2000])));
        pause(80);
        present() == 4
    });
    // After a minute it would be dropped because it says nothing.
    assert!(begun.elapsed() < Duration::from_secs(50));
    scene.lives();
}

#[test]
fn orders_that_one_may_not_give_are_refused_one_by_one() {
    let scene = Scene::new();
    let mut socket = scene.socket();
    let mut give = |cseq, orders| {
        say(&mut socket, &ToServer::Orders { cseq, skip: false, orders });
        hear(&mut socket, |frame| match frame {
            ToClient::Refused { cseq, why } => Some((*cseq, *why)),
            _ => None,
        })
    };
    assert_eq!(give(1, vec![Order::Hand(Hand::Program)]), (1, Refusal::Forbidden));
    assert_eq!(give(2, vec![Order::Mark(100)]), (2, Refusal::Malformed));
    assert_eq!(give(9, vec![Order::Mark(1)]), (9, Refusal::Gap(3)));
    say(&mut socket, &ToServer::Orders { cseq: 3, skip: false, orders: vec![Order::Marks(vec![2, 1])] });
    assert_closed(&mut socket, Bye::Protocol, "three that are none");
    scene.lives();
}

#[test]
fn ten_thousand_orders_are_refused_or_taken_once_and_the_same_number_twice_counts_once() {
    let scene = Scene::new();
    let mut socket = scene.socket();
    say(&mut socket, &ToServer::Loaded);
    for cseq in [1, 1, 2, 1] {
        say(&mut socket, &ToServer::Orders { cseq, skip: false, orders: vec![Order::Mark(1)] });
    }
    let counted =
        |scene: &Scene| scene.players[0].look(|seen| seen.game.as_ref().map_or(0, |game| game.sides[2].orders));
    until("both are in effect", || counted(&scene) == 2);
    for first in (3..10_000).step_by(64) {
        let orders = vec![Order::Mark(1); 64];
        say(&mut socket, &ToServer::Orders { cseq: first, skip: false, orders });
        if first > 3 * 64 * 30 {
            break;
        }
    }
    pause(500);
    let taken = counted(&scene);
    assert!((2..200).contains(&taken), "{taken} were taken");
    drop(socket);
    scene.lives();
}

#[test]
fn spectators_and_beaten_sides_give_no_orders() {
    let scene = Scene::new();
    let mut watcher = welcomed(&scene.place, &scene.place.guest("Wes", true));
    say(&mut watcher, &ToServer::Orders { cseq: 1, skip: false, orders: vec![Order::Mark(1)] });
    let why = |frame: &ToClient<Order>| if let ToClient::Refused { why, .. } = frame { Some(*why) } else { None };
    assert_eq!(hear(&mut watcher, why), Refusal::NoSeat);
    say(&mut watcher, &ToServer::Vote { motion: Motion::Pause, yes: true });
    assert_eq!(hear(&mut watcher, why), Refusal::NoSeat);
    let mut socket = scene.socket();
    say(&mut socket, &ToServer::Loaded);
    say(&mut socket, &ToServer::Orders { cseq: 1, skip: false, orders: vec![Order::Yield] });
    until("it has lost", || scene.players[0].look(|seen| seen.game.as_ref().is_some_and(|game| game.sides[2].yielded)));
    pause(300);
    say(&mut socket, &ToServer::Orders { cseq: 2, skip: false, orders: vec![Order::Mark(1)] });
    assert_eq!(hear(&mut socket, why), Refusal::Beaten);
    scene.lives();
}

#[test]
fn one_person_has_four_sockets_in_a_match_and_no_more() {
    let scene = Scene::new();
    let api = scene.place.guest("Wes", true);
    let open: Vec<Socket> = (0..4).map(|_| welcomed(&scene.place, &api)).collect();
    let told = api.ticket(&scene.place.id(), 0).expect_err("there are four").to_string();
    assert_eq!(told, "you have too many connections to this match");
    drop(open);
    until("they are gone", || api.ticket(&scene.place.id(), 0).is_ok());
    scene.lives();
}

#[test]
fn snapshots_that_nobody_wants_or_that_are_none_do_no_harm() {
    let scene = Scene::new();
    let (place, id) = (&scene.place, scene.place.id());
    let told = |answer: Result<(), gridmarch::online::api::ApiError>| answer.expect_err("it is refused").to_string();
    assert_eq!(told(scene.villain.put_snapshot(&id, 400, vec![1; 1000])), "nobody has asked for this snapshot");
    let watcher = place.guest("Wes", true);
    assert_eq!(told(watcher.put_snapshot(&id, 400, vec![1])), "spectators send in nothing");
    scene.lives();
}

#[test]
fn bodies_that_are_no_json_or_too_long_are_answered_with_a_sentence() {
    let place = Place::new(2, false);
    let ask = |body: &str| {
        let head = format!("Host: a\r\nContent-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        status(place.port(), format!("POST /api/join HTTP/1.1\r\n{head}\r\n{body}").as_bytes())
    };
    assert_eq!(ask("{"), Some(400));
    assert_eq!(ask("{\"name\": 1}"), Some(422));
    assert_eq!(ask(&"[".repeat(5000)), Some(422));
    let huge =
        "POST /api/join HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999\r\n\r\n";
    assert_eq!(status(place.port(), huge.as_bytes()), Some(413));
    assert_eq!(
        place.ada().act(&place.id(), &Act::Chat { text: "x".repeat(201) }).expect_err("too long").to_string(),
        "a line of chat has 1 to 200 letters"
    );
}

#[test]
fn a_connection_that_is_cut_in_the_middle_of_a_message_is_only_that() {
    let scene = Scene::new();
    for len in 0..8 {
        let mut socket = scene.socket();
        let bytes = frame(Data::Binary, true, &ToServer::<Order>::Loaded.encode(), true);
        socket.get_mut().write_all(&bytes[..len.min(bytes.len() - 1)]).expect("it goes out");
        drop(socket);
    }
    let mut socket = scene.socket();
    socket.close(None).expect("it goes out");
    let _ = closed(&mut socket);
    scene.lives();
}
