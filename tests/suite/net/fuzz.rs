//! Bytes of strangers: every answer is a message or a stated close code.

use super::desk::{Desk, batches, closed, hello};
use super::line::Weather;
use super::net::Hand;
use super::net::coding::{FrameError, MAX_TO_SERVER};
use super::net::frame::{
    Bye, Check, Circle, Desync, Ending, Have, Motion, Presence, Refusal, Report, Speaker, Start, ToClient, ToServer,
    Voting, Welcome,
};
use super::net::log::{Batch, Entry, MAX_BATCH};
use super::net::room::{Conn, Out};
use super::toy::Order;
use super::world::{WATCH, World, settings, tickets};
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

fn order() -> Order {
    Order::Move { units: (0..30).collect(), to: (-3, 500) }
}

fn batch(tick: u32) -> Batch<Order> {
    let entry = |cseq| Entry { seat: 1, cseq, order: order() };
    Batch { tick, entries: vec![entry(1), Entry { order: Order::Hand(Hand::Program), ..entry(0) }], mac: [7; 8] }
}

/// Every message that a client can send.
fn to_server() -> Vec<ToServer<Order>> {
    vec![
        ToServer::Hello(hello(1, 1, Some(Have { tick: 900, chain: [1; 8] }))),
        ToServer::Loaded,
        ToServer::Orders { cseq: 1, skip: false, orders: vec![order(), Order::Drop] },
        ToServer::Check(Check { tick: 20, whole: u64::MAX, chain: 1 << 40 }),
        ToServer::Prints { from: 1, parts: vec![vec![1 << 60, 2, 3]; 20] },
        ToServer::Report(Report { tick: 7, buffer: 2, load: 30, away: true }),
        ToServer::Clock { echo: 1 << 50 },
        ToServer::Chat { to: Circle::Team, text: "häuser".into() },
        ToServer::Vote { motion: Motion::Speed(150), yes: true },
        ToServer::Batches(vec![batch(3), batch(4)]),
        ToServer::Leave,
    ]
}

/// Every message that a server can send.
fn to_client() -> Vec<ToClient<Order>> {
    let presence = Presence { hand: Hand::Human, lanes: 2, loaded: true, away: false, ping: 150, behind: 3, load: 20 };
    let start = Start::Snapshot { tick: 400, chain: 1 << 63, mac: [3; 8] };
    vec![
        ToClient::Welcome(Welcome {
            seat: Some(3),
            seats: vec!["ann".into(), "bob".into()],
            url: "/match/1".into(),
            start,
            tick: 900,
            cseq: 12,
            speed: 100,
        }),
        ToClient::Batch(batch(9)),
        ToClient::Batches(vec![batch(1), batch(2)]),
        ToClient::Refused { cseq: 3, why: Refusal::Gap(2) },
        ToClient::Presence(vec![presence; 8]),
        ToClient::Clock { stamp: 5 },
        ToClient::Paused { by: Some(1), left_ms: 60_000 },
        ToClient::Resumed { in_ms: 3000 },
        ToClient::Speed { from: 5, percent: 80 },
        ToClient::Voting { motion: Motion::Remove(2), by: 1, yes: 2, needed: 3, state: Voting::Open },
        ToClient::AskPrints { from: 1, until: 20 },
        ToClient::AskBatches { from: 9 },
        ToClient::AskSnapshot { tick: 400 },
        ToClient::Desync(Desync { tick: 3, part: Some(1), seats: vec![1], witness: None, snapshot: 20 }),
        ToClient::Resync(start),
        ToClient::Chat { from: Speaker::Spectator("eve".into()), to: Circle::Spectators, text: "hm".into() },
        ToClient::Over(Ending::Won(1)),
        ToClient::Bye(Bye::Flood),
    ]
}

fn decode(bytes: &[u8]) -> Result<ToServer<Order>, FrameError> {
    ToServer::decode(bytes)
}

#[test]
fn every_message_is_read_as_it_was_written_and_begins_with_its_tag() {
    for (tag, frame) in to_server().into_iter().enumerate() {
        let bytes = frame.encode();
        assert_eq!(usize::from(bytes[0]), tag);
        assert_eq!(decode(&bytes), Ok(frame));
    }
    for (tag, frame) in to_client().into_iter().enumerate() {
        let bytes = frame.encode();
        assert_eq!(usize::from(bytes[0]), tag);
        assert_eq!(ToClient::<Order>::decode(&bytes), Ok(frame));
    }
}

#[test]
fn a_message_that_is_cut_off_or_too_long_by_a_byte_is_none() {
    for frame in to_server() {
        let bytes = frame.encode();
        for cut in 0..bytes.len() {
            assert_eq!(decode(&bytes[..cut]), Err(FrameError::Form), "{frame:?} at {cut}");
        }
        assert_eq!(decode(&[&bytes[..], &[0]].concat()), Err(FrameError::Rest));
    }
    for frame in to_client() {
        let bytes = frame.encode();
        for cut in 0..bytes.len() {
            assert_eq!(ToClient::<Order>::decode(&bytes[..cut]), Err(FrameError::Form), "{frame:?} at {cut}");
        }
    }
}

#[test]
fn a_tag_that_does_not_exist_closes_with_1002() {
    for tag in to_server().len() as u8..=255 {
        let error = decode(&[tag, 0, 0, 0]).expect_err("no message");
        assert_eq!((error, error.bye().code()), (FrameError::Form, 1002));
    }
}

#[test]
fn a_message_of_8_kib_is_read_and_one_byte_more_closes_with_1009() {
    let units = |len: u16| Order::Move { units: (1000..1000 + len).collect(), to: (0, 0) };
    let frame =
        |len| ToServer::Orders { cseq: 1, skip: false, orders: vec![units(2048), units(2048 - len), Order::Drop] };
    let bytes = frame(0).encode();
    let least = (bytes.len() - MAX_TO_SERVER).div_ceil(2) as u16;
    let fits = frame(least).encode();
    assert!(fits.len() <= MAX_TO_SERVER && fits.len() > MAX_TO_SERVER - 2);
    assert!(decode(&fits).is_ok());
    let long = [&fits[..], &[0; 2]].concat();
    let error = decode(&long[..MAX_TO_SERVER + 1]).expect_err("too long");
    assert_eq!((error, error.bye().code()), (FrameError::TooLong(MAX_TO_SERVER + 1), 1009));
}

/// A varint of so many.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 128 {
        bytes.push(value as u8 | 128);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[test]
fn a_list_that_announces_more_than_there_is_costs_nothing() {
    for announced in [65, 4097, 1 << 16, (1 << 32) - 1, 1 << 32, (1 << 40) + 3, u64::MAX] {
        let list = varint(announced);
        // Orders, units of an order, hashes, letters of a chat, batches.
        for head in [&[2, 1, 0][..], &[2, 1, 0, 1, 0], &[4, 1], &[7, 0], &[9]] {
            let error = decode(&[head, &list[..]].concat()).expect_err("no message");
            assert_eq!(error, FrameError::Form, "{announced} {head:?}");
        }
        // Elements without bytes could be read for ever.
        let nothings = [&[2, 1, 0, 1, 4][..], &list].concat();
        let expected = if announced <= 4096 { None } else { Some(FrameError::List) };
        // What is beyond 64 bits on this machine is no length at all.
        assert_eq!(decode(&nothings).err(), expected, "{announced}");
    }
}

#[test]
fn what_is_nested_deep_is_refused_before_the_stack_ends() {
    // Every level is a variant and a box of two.
    for depth in [30, 1000, 8000] {
        let bytes = [&[2, 1, 0, 1][..], &vec![3; depth]].concat();
        assert_eq!(decode(&bytes), Err(FrameError::Depth), "{depth}");
    }
    let shallow =
        ToServer::Orders { cseq: 1, skip: false, orders: vec![Order::Both(Box::new((Order::Drop, Order::Drop)))] };
    assert_eq!(decode(&shallow.encode()), Ok(shallow));
}

#[test]
fn lists_and_texts_have_their_own_limits() {
    let orders = |len| ToServer::Orders { cseq: 1, skip: false, orders: vec![Order::Drop; len] };
    assert!(decode(&orders(64).encode()).is_ok());
    assert_eq!(decode(&orders(65).encode()), Err(FrameError::List));
    let prints = |ticks, parts| ToServer::<Order>::Prints { from: 0, parts: vec![vec![1; parts]; ticks] };
    assert!(decode(&prints(64, 16).encode()).is_ok());
    assert_eq!(decode(&prints(65, 1).encode()), Err(FrameError::List));
    assert_eq!(decode(&prints(1, 17).encode()), Err(FrameError::List));
    let chat = |len| ToServer::<Order>::Chat { to: Circle::All, text: "ü".repeat(len) };
    assert!(decode(&chat(200).encode()).is_ok());
    assert_eq!(decode(&chat(201).encode()), Err(FrameError::Text));
}

/// Bytes at random behind each tag, and each message with bytes changed.
#[test]
fn random_bytes_are_messages_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut read, mut refused) = (0, 0);
    let frames: Vec<(bool, Vec<u8>)> = to_server().iter().map(|frame| (true, frame.encode())).collect();
    let frames = frames.into_iter().chain(to_client().into_iter().map(|frame| (false, frame.encode())));
    for (server, frame) in frames {
        for round in 0..20_000 {
            let mut bytes = frame.clone();
            if round % 2 == 0 {
                bytes.truncate(1);
                bytes.resize(rng.random_range(1..200), 0);
                rng.fill_bytes(&mut bytes[1..]);
            } else {
                for _ in 0..rng.random_range(1..4) {
                    let at = rng.random_range(0..bytes.len());
                    bytes[at] = rng.random();
                }
            }
            let outcome = if server { decode(&bytes).err() } else { ToClient::<Order>::decode(&bytes).err() };
            match outcome {
                None => read += 1,
                Some(error) => {
                    refused += 1;
                    assert!([1002, 1009].contains(&error.bye().code()));
                }
            }
        }
    }
    assert!(read > 10_000 && refused > 100_000, "{read} {refused}");
}

#[test]
fn a_connection_that_sends_nonsense_is_closed_and_the_room_goes_on() {
    let mut desk = Desk::running(settings(3));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in 0..2000 {
        let mut bytes = vec![0; rng.random_range(0..100)];
        rng.fill_bytes(&mut bytes);
        let conn = Conn(1000 + number);
        let out = desk.room.on_bytes(desk.now, conn, &bytes, &mut tickets);
        assert_eq!(closed(&out).len(), 1, "{bytes:?}");
    }
    let out = desk.room.on_bytes(desk.now, Conn(0), &[99, 1, 2], &mut tickets);
    assert_eq!(closed(&out), [(Conn(0), Bye::Protocol)]);
    assert!(!batches(&desk.wait(7000)).is_empty());
}

#[test]
fn close_codes_are_apart_and_have_sentences() {
    let byes = [
        Bye::Left,
        Bye::Protocol,
        Bye::Text,
        Bye::Flood,
        Bye::TooBig,
        Bye::Restarting,
        Bye::Ticket,
        Bye::Version,
        Bye::Replaced,
        Bye::Removed,
        Bye::Gone,
        Bye::Desyncs,
        Bye::Silent,
    ];
    let codes: std::collections::BTreeSet<u16> = byes.iter().map(|bye| bye.code()).collect();
    assert_eq!(codes.len(), byes.len());
    assert!(byes.iter().all(|bye| bye.why().len() > 10));
}

/// Any message at all, well formed, with numbers that may make sense.
fn any_frame() -> impl Strategy<Value = ToServer<Order>> {
    let number = prop_oneof![0_u32..50, Just(u32::MAX), any::<u32>()];
    let order = prop_oneof![
        Just(Order::Drop),
        Just(Order::Hand(Hand::Human)),
        prop::collection::vec(0_u16..5, 0..4).prop_map(|units| Order::Move { units, to: (1, 1) }),
    ];
    let motion = prop_oneof![
        Just(Motion::Pause),
        Just(Motion::Resume),
        Just(Motion::Draw),
        any::<u8>().prop_map(Motion::Remove),
        any::<u16>().prop_map(Motion::Speed),
    ];
    let have = prop::option::of((number.clone(), any::<[u8; 8]>()));
    let greeting = (prop_oneof![0_u8..4, Just(WATCH)], 0_u8..4, have);
    prop_oneof![
        3 => greeting.prop_map(|(ticket, lane, have)| {
            let have = have.map(|(tick, chain)| Have { tick, chain });
            ToServer::Hello(hello(ticket, lane, have))
        }),
        1 => Just(ToServer::Loaded),
        3 => (number.clone(), any::<bool>(), prop::collection::vec(order, 0..6))
            .prop_map(|(cseq, skip, orders)| ToServer::Orders { cseq, skip, orders }),
        1 => (number.clone(), 0_u64..3).prop_map(|(tick, whole)| ToServer::Check(Check { tick: tick / 20 * 20, whole, chain: 0 })),
        1 => (number.clone(), prop::collection::vec(prop::collection::vec(0_u64..3, 0..3), 0..4))
            .prop_map(|(from, parts)| ToServer::Prints { from, parts }),
        1 => number.clone().prop_map(|tick| ToServer::Report(Report { tick, buffer: 0, load: 0, away: false })),
        1 => any::<u64>().prop_map(|echo| ToServer::Clock { echo }),
        1 => Just(ToServer::Chat { to: Circle::All, text: "x".into() }),
        2 => (motion, any::<bool>()).prop_map(|(motion, yes)| ToServer::Vote { motion, yes }),
        1 => number.clone().prop_map(|tick| ToServer::Batches(vec![batch(tick)])),
        1 => Just(ToServer::Leave),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whoever says whatever at whatever time, the log stays a log: batches of all ticks, in their limits, with every
    /// order of a seat once and in order.
    #[test]
    fn a_room_survives_any_messages(script in prop::collection::vec((0_u64..12, any_frame(), 0_u64..3000, any::<bool>()), 0..150)) {
        let mut desk = Desk::running(settings(3));
        let mut next = 0;
        let mut last = [0; 3];
        for (conn, frame, wait, close) in script {
            let mut out = desk.say(Conn(conn), frame);
            desk.now += wait;
            out.extend(desk.room.tick(desk.now));
            if close && wait < 500 {
                out.extend(desk.close(Conn(conn)));
            }
            for out in out {
                let Out::Send { frame: ToClient::Batch(batch), .. } = out else { continue };
                if batch.tick < desk.room.next().min(next) {
                    continue;
                }
                next = batch.tick + 1;
                prop_assert!(postcard::to_allocvec(&batch).expect("a form").len() <= MAX_BATCH);
                for entry in batch.entries {
                    if entry.cseq == 0 {
                        prop_assert!(matches!(entry.order, Order::Hand(_)));
                    } else {
                        prop_assert!(entry.cseq > last[usize::from(entry.seat)]);
                        last[usize::from(entry.seat)] = entry.cseq;
                        prop_assert!(!matches!(entry.order, Order::Hand(_)));
                    }
                }
            }
        }
    }
}

/// A client does not trust its server either.
#[test]
fn a_follower_survives_any_messages_of_a_server() {
    let mut world = World::new(settings(2), &[Weather { rtt: 50, jitter: 0, loss: 0 }; 2], 1);
    world.run(3000);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let follower = &mut world.clients[0].follower;
    for round in 0..20_000_u64 {
        let mut bytes = to_client()[rng.random_range(0..18)].encode();
        for _ in 0..rng.random_range(0..3) {
            let at = rng.random_range(0..bytes.len());
            bytes[at] = rng.random();
        }
        if let Ok(frame) = ToClient::decode(&bytes) {
            follower.on_frame(3000 + round, (round % 4) as u8, frame);
        }
        for batch in follower.due(3000 + round, 20) {
            follower.executed(batch.tick, 1, vec![1]);
        }
        follower.tick_report(3000 + round, 1, false);
        follower.wish(3000 + round);
        assert!(follower.sent().iter().all(|(_, frame)| frame.encode().len() <= MAX_TO_SERVER));
    }
}
