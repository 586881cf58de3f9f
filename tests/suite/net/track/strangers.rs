//! Bytes of strangers: every answer is a message or a stated close code.

use super::desk::{Desk, closed, hello, settings};
use super::net::Hand;
use super::net::coding::FrameError;
use super::net::frame::{Bye, Circle, Ending, Have, Presence, Refusal, Speaker};
use super::net::log::{Batch, Entry};
use super::net::track::{Conn, FromTrack, Step, ToTrack, Turn, Welcome};
use super::toy::Toy;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

fn to_track() -> Vec<ToTrack> {
    vec![
        ToTrack::Hello(hello(1, 1, Some(Have { tick: 900, chain: [1; 8] }))),
        ToTrack::Turns(vec![Turn { number: 3, step: 70, what: 8 }; 3]),
        ToTrack::Ask { from: 1 << 20 },
        ToTrack::Clock { echo: 1 << 50 },
        ToTrack::Chat { to: Circle::All, text: "häuser".into() },
        ToTrack::Away(true),
        ToTrack::Leave,
    ]
}

fn from_track() -> Vec<FromTrack> {
    let presence = Presence { hand: Hand::Human, lanes: 2, loaded: true, away: false, ping: 150, behind: 0, load: 0 };
    let entry = |seat| Entry { seat, cseq: 70, order: 3 };
    let batch = Batch { tick: 500, entries: vec![entry(0), entry(1)], mac: [7; 8] };
    vec![
        FromTrack::Welcome(Welcome {
            seat: Some(3),
            names: vec!["ann".into(), "bob".into()],
            url: "/match/1".into(),
            from: 3,
            until: 900,
            key: Some(1 << 63),
            taken: 12,
            now: 1 << 40,
            due: Some(1 << 41),
        }),
        FromTrack::Goes { due: Some(70) },
        FromTrack::Step(Step { at: 1 << 40, key: Some(3), batch: batch.clone() }),
        FromTrack::Steps(vec![batch.clone(), batch]),
        FromTrack::Refused { number: 3, why: Refusal::TooMany },
        FromTrack::Presence(vec![presence; 4]),
        FromTrack::Clock { stamp: 5 },
        FromTrack::Chat { from: Speaker::Spectator("eve".into()), to: Circle::Spectators, text: "hm".into() },
        FromTrack::Over(Ending::Won(1)),
        FromTrack::Bye(Bye::Flood),
    ]
}

#[test]
fn every_message_is_read_as_it_was_written_and_begins_with_its_tag() {
    for (tag, frame) in to_track().into_iter().enumerate() {
        let bytes = frame.encode();
        assert_eq!((usize::from(bytes[0]), ToTrack::decode(&bytes)), (tag, Ok(frame)));
    }
    for (tag, frame) in from_track().into_iter().enumerate() {
        let bytes = frame.encode();
        assert_eq!((usize::from(bytes[0]), FromTrack::decode(&bytes)), (tag, Ok(frame)));
    }
}

#[test]
fn a_message_that_is_cut_off_or_too_long_by_a_byte_is_none() {
    for frame in to_track() {
        let bytes = frame.encode();
        for cut in 0..bytes.len() {
            assert_eq!(ToTrack::decode(&bytes[..cut]), Err(FrameError::Form), "{frame:?} at {cut}");
        }
        assert_eq!(ToTrack::decode(&[&bytes[..], &[0]].concat()), Err(FrameError::Rest));
    }
    for frame in from_track() {
        let bytes = frame.encode();
        for cut in 0..bytes.len() {
            assert_eq!(FromTrack::decode(&bytes[..cut]), Err(FrameError::Form), "{frame:?} at {cut}");
        }
    }
}

#[test]
fn lists_and_texts_have_their_limits() {
    let turns = |len| ToTrack::Turns(vec![Turn { number: 1, step: 1, what: 1 }; len]);
    assert!(ToTrack::decode(&turns(16).encode()).is_ok());
    assert_eq!(ToTrack::decode(&turns(17).encode()), Err(FrameError::List));
    let chat = |len| ToTrack::Chat { to: Circle::All, text: "ü".repeat(len) };
    assert!(ToTrack::decode(&chat(200).encode()).is_ok());
    assert_eq!(ToTrack::decode(&chat(201).encode()), Err(FrameError::Text));
}

#[test]
fn random_bytes_are_messages_or_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut read, mut refused) = (0, 0);
    let frames: Vec<(bool, Vec<u8>)> = to_track().iter().map(|frame| (true, frame.encode())).collect();
    let frames = frames.into_iter().chain(from_track().into_iter().map(|frame| (false, frame.encode())));
    for (to_server, frame) in frames {
        for round in 0..20_000 {
            let mut bytes = frame.clone();
            if round % 2 == 0 {
                bytes.truncate(1);
                bytes.resize(rng.random_range(1..100), 0);
                rng.fill_bytes(&mut bytes[1..]);
            } else {
                for _ in 0..rng.random_range(1..4) {
                    let at = rng.random_range(0..bytes.len());
                    bytes[at] = rng.random();
                }
            }
            let error = if to_server { ToTrack::decode(&bytes).err() } else { FromTrack::decode(&bytes).err() };
            match error {
                None => read += 1,
                Some(error) => {
                    refused += 1;
                    assert!([1002, 1009].contains(&error.bye().code()));
                }
            }
        }
    }
    assert!(read > 10_000 && refused > 50_000, "{read} {refused}");
}

#[test]
fn a_connection_that_sends_nonsense_is_closed_and_the_track_goes_on() {
    let mut desk = Desk::running(settings(2), Toy::new(2, 1_000_000, 1));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in 0..2000 {
        let mut bytes = vec![0; rng.random_range(0..100)];
        rng.fill_bytes(&mut bytes);
        let out = desk.track.on_bytes(desk.now, Conn(1000 + number), &bytes, &mut super::desk::tickets);
        assert_eq!(closed(&out).len(), 1, "{bytes:?}");
    }
    let out = desk.track.on_bytes(desk.now, Conn(0), &[99, 1, 2], &mut super::desk::tickets);
    assert_eq!(closed(&out), [(Conn(0), Bye::Protocol)]);
    let before = desk.track.next();
    desk.wait(1000);
    assert!(desk.track.next() > before + 10);
}

#[test]
fn a_flood_of_turns_closes_with_1008_and_wild_turns_change_nothing_for_others() {
    let mut desk = Desk::running(settings(2), Toy::new(2, 1_000_000, 1));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..50 {
        let turn = |rng: &mut Xoshiro256PlusPlus| Turn { number: rng.random(), step: rng.random(), what: rng.random() };
        let turns = (0..16).map(|_| turn(&mut rng)).collect();
        desk.say(Conn(0), ToTrack::Turns(turns));
        desk.wait(100);
    }
    assert!(desk.moves(1).iter().all(|turn| *turn == (0, 0)));
    let floods = (0..100).map(|_| desk.say(Conn(0), ToTrack::Turns(Vec::new()))).find(|out| !closed(out).is_empty());
    assert_eq!(closed(&floods.expect("a limit")), [(Conn(0), Bye::Flood)]);
}

#[test]
fn wrong_versions_tickets_and_lanes_are_sent_away() {
    let mut desk = Desk::running(settings(2), Toy::new(2, 1_000_000, 1));
    let greeted = hello(1, 1, None);
    for (hello, bye) in [
        (super::net::frame::Hello { sim: 8, ..greeted.clone() }, Bye::Version),
        (super::net::frame::Hello { rules: 98, ..greeted.clone() }, Bye::Version),
        (super::net::frame::Hello { ticket: [2; 32], ..greeted.clone() }, Bye::Ticket),
        (super::net::frame::Hello { lane: 9, ..greeted.clone() }, Bye::Ticket),
    ] {
        let (conn, out) = desk.greet(hello);
        assert_eq!(closed(&out), [(conn, bye)]);
    }
    let (_, out) = desk.greet(super::net::frame::Hello { lane: 0, ..greeted });
    assert_eq!(closed(&out), [(Conn(1), Bye::Replaced)]);
}
