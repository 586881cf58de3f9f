//! Bytes of strangers: every answer is a message or a stated close code, and the table lives on.

use super::desk::{Desk, ONE, TWO, UNTIMED, denials, hello, links, settings, tactics};
use super::net::coding::FrameError;
use super::net::frame::{Bye, Have, Speaker};
use super::net::table::{
    Cause, Conn, Days, Denial, Description, DescriptionProblem, Entry, Event, FromTable, Line, Offer, Out, Phrase,
    Presence, Subject, TimeRule, ToTable, Welcome, Wish,
};
use gridmarch::arena::TimeControl;
use gridmarch::games::{links as links_game, tactics as tactics_game};
use proptest::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, RngExt, SeedableRng};

/// Every message that a client can send.
fn to_table() -> Vec<ToTable> {
    vec![
        ToTable::Hello(hello(1, Some(Have { tick: 3, chain: [1; 8] }))),
        ToTable::Act { ply: 7, text: "b3-c3".into() },
        ToTable::Wish(Wish::Agree(Offer::TakeBack)),
        ToTable::Ask { from: 300 },
        ToTable::Clock { echo: 1 << 50 },
        ToTable::Chat(Line::Text("häuser".into())),
        ToTable::Away(true),
        ToTable::Leave,
    ]
}

/// Every message that a table can send.
fn from_table() -> Vec<FromTable> {
    let event = Event::Act { ply: 3, seat: 1, text: "f6".into(), used: 9000, credit: 200 };
    let entry = Entry { number: 4, at: 1 << 40, event, key: u64::MAX, clocks: vec![1, 2] };
    let over = Entry { number: 5, event: Event::Over(Cause::Resigned(1)), ..entry.clone() };
    vec![
        FromTable::Welcome(Welcome {
            seat: Some(1),
            names: ["ann".into(), "bob".into()],
            url: "/match/1".into(),
            time: TimeRule::Days(Days::little_golem()),
            rated: true,
            begun: 1 << 40,
            from: 3,
            until: 5,
        }),
        FromTable::Happened(vec![entry, over]),
        FromTable::Clocks { left: vec![300_000, 7], running: true },
        FromTable::Refused { what: Subject::Act(3), why: Denial::Rules("no".into()) },
        FromTable::Presence([Presence { here: true, away: false, ping: 150 }; 2]),
        FromTable::Clock { stamp: 5 },
        FromTable::Chat { from: Speaker::Seat(1), line: Line::Phrase(Phrase::GoodGame) },
        FromTable::Bye(Bye::Flood),
    ]
}

#[test]
fn every_message_is_read_as_it_was_written_and_begins_with_its_tag() {
    for (tag, frame) in to_table().into_iter().enumerate() {
        let bytes = frame.encode();
        assert_eq!(usize::from(bytes[0]), tag);
        assert_eq!(ToTable::decode(&bytes), Ok(frame));
    }
    for (tag, frame) in from_table().into_iter().enumerate() {
        let bytes = frame.encode();
        assert_eq!(usize::from(bytes[0]), tag);
        assert_eq!(FromTable::decode(&bytes), Ok(frame));
    }
    for tag in to_table().len() as u8..=255 {
        let error = ToTable::decode(&[tag, 0, 0, 0]).expect_err("no message");
        assert_eq!((error, error.bye().code()), (FrameError::Form, 1002));
    }
}

#[test]
fn a_message_that_is_cut_off_or_too_long_is_none() {
    for bytes in to_table().iter().map(ToTable::encode) {
        for cut in 0..bytes.len() {
            assert_eq!(ToTable::decode(&bytes[..cut]), Err(FrameError::Form));
        }
        assert_eq!(ToTable::decode(&[&bytes[..], &[0]].concat()), Err(FrameError::Rest));
    }
    for bytes in from_table().iter().map(FromTable::encode) {
        for cut in 0..bytes.len() {
            assert_eq!(FromTable::decode(&bytes[..cut]), Err(FrameError::Form));
        }
    }
    let long = |length| ToTable::Act { ply: 0, text: "é".repeat(length) }.encode();
    assert!(ToTable::decode(&long(200)).is_ok());
    assert_eq!(ToTable::decode(&long(201)), Err(FrameError::Text));
    let chat = ToTable::Chat(Line::Text("x".repeat(201))).encode();
    assert_eq!(ToTable::decode(&chat), Err(FrameError::Text));
    let error = ToTable::decode(&long(5000)).expect_err("too long");
    assert_eq!(error.bye().code(), 1009);
}

#[test]
fn whatever_strangers_send_the_table_goes_on() {
    for seed in 0..300 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut desk = Desk::seated(settings(UNTIMED), if seed % 2 == 0 { links() } else { tactics() });
        let before = desk.state();
        let conn = if seed % 3 == 0 { Conn(50) } else { TWO };
        for _ in 0..20 {
            let frames = to_table();
            let mut bytes = frames[rng.random_range(0..frames.len())].encode();
            for _ in 0..rng.random_range(0..4) {
                let at = rng.random_range(0..bytes.len());
                bytes[at] = rng.random();
            }
            bytes.truncate(rng.random_range(1..=bytes.len()));
            let out = desk.table.on_bytes(desk.now, conn, &bytes, &mut |_| None);
            desk.keep(out);
            let mut noise = vec![0; rng.random_range(0..40)];
            rng.fill_bytes(&mut noise);
            let out = desk.table.on_bytes(desk.now, conn, &noise, &mut |_| None);
            desk.keep(out);
        }
        // Nobody but seat 1 has said anything, and it was not seat 1's turn.
        assert!(desk.table.kept().ply() == 0);
        if conn != TWO {
            assert_eq!(desk.state(), before);
        }
        if desk.table.kept().end().is_none() {
            let word = if seed % 2 == 0 { "c3" } else { "b3-c3" };
            assert_eq!(denials(&desk.act(ONE, 0, word)), []);
        }
    }
}

proptest! {
    #[test]
    fn words_of_any_kind_are_moves_or_are_refused(words in proptest::collection::vec("\\PC{0,12}", 1..30)) {
        for judge in [links(), tactics()] {
            let mut desk = Desk::seated(settings(UNTIMED), judge);
            for word in &words {
                let ply = desk.table.kept().ply();
                let out = desk.act(ONE, ply, word);
                let kept = out.iter().any(|out| matches!(out, Out::Commit(_)));
                prop_assert!(kept != denials(&out).iter().any(|(what, _)| *what == Subject::Act(ply)));
            }
        }
    }
}

#[test]
fn a_description_begins_a_match_and_is_read_as_if_a_stranger_had_written_it() {
    type Links = links_game::position::Position;
    let time = TimeRule::Live("300+5".parse().expect("a rule"));
    let setup = links_game::setup::Setup::default();
    let described = Description::<Links>::new(&setup, time, true);
    let bytes = described.bytes();
    let (read, judge) = Description::<Links>::read(&bytes).expect("it was written");
    assert_eq!(read, described);
    assert_eq!((judge.seat(), judge.turns_of(0)), (0, 0));
    let text = String::from_utf8(bytes.clone()).expect("JSON");
    let refused = |text: &str| Description::<Links>::read(text.as_bytes()).map(|_| ()).expect_err(text).to_string();
    assert_eq!(refused(&text.replace("links", "chess")), "`game`: a match of \"chess\", expected \"links\"");
    assert_eq!(
        refused(&text.replace("\"version\":1", "\"version\":9")),
        "`version` is 9, this program plays version 1"
    );
    assert!(refused(&text.replace("300+5", "1e9")).contains("no rule of time"));
    assert!(refused(&text.replace("\"size\":20", "\"size\":200")).starts_with("`setup`: "));
    let days = Description::<Links>::new(&setup, TimeRule::Days(Days { a_turn: 5000, ..Days::little_golem() }), true);
    let problem = Description::<Links>::read(&days.bytes()).map(|_| ()).expect_err("too long");
    assert!(matches!(problem, DescriptionProblem::Time(_)));
    for cut in 0..bytes.len() {
        assert!(Description::<Links>::read(&bytes[..cut]).is_err());
    }
    let level = tactics_game::file::TacticsLevel::built_in();
    let battle = tactics_game::setup::Setup::soldiers(level, tactics_game::Rules::default(), [2, 2]);
    let battle = Description::<tactics_game::Position>::new(&battle, TimeRule::Live(TimeControl::None), false);
    assert!(Description::<tactics_game::Position>::read(&battle.bytes()).is_ok());
    assert!(Description::<tactics_game::Position>::read(&bytes).is_err());
}
