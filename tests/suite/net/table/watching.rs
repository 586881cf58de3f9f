//! Who watches, who talks, and who is sent away.

use super::desk::{Desk, MONDAY, ONE, TWO, UNTIMED, WATCH, acts, closed, denials, hello, links, settings, to};
use super::net::PROTOCOL;
use super::net::frame::{Bye, Hello, Speaker};
use super::net::table::{
    Conn, Denial, FromTable, Line, Offer, Out, Phrase, Presence, Settings, Subject, ToTable, Wish,
};

const DELAY: u64 = 60_000;

fn delayed() -> Desk {
    Desk::seated(Settings { spectator_delay: DELAY, ..settings(UNTIMED) }, links())
}

fn said(conn: Conn, out: &[Out]) -> Vec<(Speaker, Line)> {
    let said = to(conn, out).into_iter().filter_map(|frame| match frame {
        FromTable::Chat { from, line } => Some((from, line)),
        _ => None,
    });
    said.collect()
}

fn text(text: &str) -> ToTable {
    ToTable::Chat(Line::Text(text.into()))
}

#[test]
fn spectators_see_acts_when_they_are_old_enough_and_cannot_ask_for_them() {
    let mut desk = delayed();
    let (eve, _) = desk.connect(WATCH, None);
    desk.lines.push((eve, 0));
    desk.play(0, "c3");
    desk.wait(10_000);
    desk.play(1, "d5");
    let out = desk.say(eve, ToTable::Ask { from: 0 });
    assert_eq!(acts(eve, &out), []);
    assert_eq!(acts(eve, &desk.wait(DELAY - 10_001)), []);
    assert_eq!(acts(eve, &desk.wait(1)), [(0, "c3".into())]);
    // Who comes now sees as much, and no more by saying that it has more.
    let chain = desk.table.kept().chain().to_le_bytes();
    for have in [None, Some(super::net::frame::Have { tick: 2, chain })] {
        let (late, out) = desk.connect(WATCH, have);
        assert_eq!(acts(late, &out), [(0, "c3".into())]);
        let until = to(late, &out).into_iter().find_map(|frame| match frame {
            FromTable::Welcome(welcome) => Some((welcome.seat, welcome.until)),
            _ => None,
        });
        assert_eq!(until, Some((None, 1)));
        assert!(!to(late, &out).iter().any(|frame| matches!(frame, FromTable::Clocks { .. })), "they tell of acts");
    }
    assert_eq!(acts(eve, &desk.wait(10_000)), [(1, "d5".into())]);
}

#[test]
fn what_spectators_want_comes_to_nothing() {
    let mut desk = delayed();
    let (eve, _) = desk.connect(WATCH, None);
    assert_eq!(denials(&desk.act(eve, 0, "c3")), [(Subject::Act(0), Denial::NoSeat)]);
    for wish in [Wish::Resign, Wish::Abort, Wish::Claim, Wish::Agree(Offer::Draw)] {
        assert_eq!(denials(&desk.want(eve, wish)), [(Subject::Wish(wish), Denial::NoSeat)]);
    }
    assert_eq!(desk.kept.len(), 0);
}

#[test]
fn spectators_talk_among_themselves() {
    let mut desk = delayed();
    let (eve, _) = desk.connect(WATCH, None);
    let (other, _) = desk.connect(WATCH, None);
    let out = desk.say(eve, text("c3 wins"));
    let line = (Speaker::Spectator("eve".into()), Line::Text("c3 wins".into()));
    assert_eq!((said(eve, &out), said(other, &out)), (vec![line.clone()], vec![line]));
    assert!(said(ONE, &out).is_empty() && said(TWO, &out).is_empty(), "players are not told what to do");
    let out = desk.say(ONE, text("hm"));
    assert_eq!(said(TWO, &out), [(Speaker::Seat(0), Line::Text("hm".into()))]);
    assert!(said(eve, &out).is_empty());
}

#[test]
fn at_a_table_without_chat_there_are_phrases() {
    let mut desk = Desk::seated(Settings { free_chat: false, ..settings(UNTIMED) }, links());
    assert_eq!(denials(&desk.say(ONE, text("hm"))), [(Subject::Chat, Denial::PhrasesOnly)]);
    let line = Line::Phrase(Phrase::GoodLuck);
    let out = desk.say(ONE, ToTable::Chat(line.clone()));
    assert_eq!(said(TWO, &out), [(Speaker::Seat(0), line)]);
    let mut words: Vec<&str> = Phrase::ALL.iter().map(|phrase| phrase.words()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Phrase::ALL.len());
}

#[test]
fn who_says_too_much_is_silent_for_a_while_and_invisible_letters_are_not_shown() {
    let mut desk = Desk::seated(settings(UNTIMED), links());
    let out = desk.say(ONE, text("\u{202e}abc\u{7}\n"));
    assert_eq!(said(TWO, &out), [(Speaker::Seat(0), Line::Text("abc".into()))]);
    assert_eq!(desk.say(ONE, text(" \n ")), []);
    for _ in 0..4 {
        assert_eq!(denials(&desk.say(ONE, text("ha"))), []);
    }
    assert_eq!(denials(&desk.say(ONE, text("ha"))), [(Subject::Chat, Denial::Silenced)]);
    desk.wait(15_000);
    assert_eq!(said(TWO, &desk.say(ONE, text("ha"))).len(), 1);
}

#[test]
fn who_greets_wrongly_is_sent_away_with_the_reason() {
    let mut desk = Desk::new(settings(UNTIMED), links());
    let good = hello(0, None);
    for (wrong, bye) in [
        (Hello { magic: *b"GMno", ..good.clone() }, Bye::Version),
        (Hello { protocol: PROTOCOL + 1, ..good.clone() }, Bye::Version),
        (Hello { sim: 8, ..good.clone() }, Bye::Version),
        (Hello { rules: 98, ..good.clone() }, Bye::Version),
        (Hello { lane: 200, ..good.clone() }, Bye::Ticket),
        (hello(2, None), Bye::Ticket),
        (hello(199, None), Bye::Ticket),
    ] {
        let (conn, out) = desk.greet(wrong);
        assert_eq!(closed(&out), [(conn, bye)]);
        assert_eq!(to(conn, &out), [FromTable::Bye(bye)]);
    }
    assert!(desk.table.is_deserted());
    // Who does not greet, and who greets twice.
    assert_eq!(closed(&desk.act(Conn(77), 0, "c3")), [(Conn(77), Bye::Protocol)]);
    let (conn, _) = desk.greet(good.clone());
    assert_eq!(closed(&desk.say(conn, ToTable::Hello(good))), [(conn, Bye::Protocol)]);
}

#[test]
fn who_sends_too_much_is_sent_away_and_the_match_goes_on() {
    let mut desk = Desk::seated(settings(UNTIMED), links());
    let out: Vec<Out> = (0..61).flat_map(|_| desk.say(ONE, ToTable::Away(false))).collect();
    assert_eq!(closed(&out), [(ONE, Bye::Flood)]);
    let (one, _) = desk.connect(0, None);
    assert_eq!(denials(&desk.act(one, 0, "c3")), []);
    // Questions whose answers are long count as long.
    let mut questions = 0;
    let flooded = std::iter::from_fn(|| {
        questions += 1;
        desk.wait(50);
        Some(desk.say(TWO, ToTable::Ask { from: 0 }))
    });
    assert!(flooded.take(1000).all(|out| closed(&out).is_empty()), "a short match can be asked for all the time");
}

#[test]
fn a_connection_that_is_silent_for_a_minute_is_closed_and_one_that_answers_is_not() {
    let mut desk = Desk::seated(settings(UNTIMED), links());
    desk.lines.retain(|(conn, _)| *conn == TWO);
    let out = desk.wait(70_000);
    assert_eq!(closed(&out), [(ONE, Bye::Silent)]);
}

#[test]
fn both_see_how_the_other_is() {
    let mut desk = Desk::seated(settings(UNTIMED), links());
    desk.lines[0].1 = 120;
    desk.say(TWO, ToTable::Away(true));
    let out = desk.wait(10_000);
    let last = to(TWO, &out).into_iter().rev().find_map(|frame| match frame {
        FromTable::Presence(seats) => Some(seats),
        _ => None,
    });
    let away = Presence { here: true, away: true, ping: 1 };
    assert_eq!(last, Some([Presence { here: true, away: false, ping: 120 }, away]));
    desk.close(ONE);
    let out = desk.wait(3000);
    let gone = |frame: &FromTable| matches!(frame, FromTable::Presence([one, _]) if !one.here);
    assert!(to(TWO, &out).iter().any(gone));
}

#[test]
fn a_server_that_starts_again_says_so() {
    let mut desk = Desk::seated(settings(UNTIMED), links());
    let (eve, _) = desk.connect(WATCH, None);
    let out = desk.table.restart(desk.now);
    assert_eq!(closed(&out), [(ONE, Bye::Restarting), (TWO, Bye::Restarting), (eve, Bye::Restarting)]);
    assert!(desk.table.is_deserted() && desk.now > MONDAY);
}
