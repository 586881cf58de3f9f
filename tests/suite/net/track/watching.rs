//! Who watches: later, without a say, and told nothing else.

use super::desk::{Desk, WATCH, settings, steps, to};
use super::net::frame::{Circle, Have, Refusal, Speaker};
use super::net::track::{Conn, FromTrack, Settings, ToTrack};
use super::toy::{STEP, Toy};

fn delayed() -> Desk {
    Desk::running(Settings { spectator_delay: 5000, ..settings(2) }, Toy::new(2, 1_000_000, 1))
}

#[test]
fn spectators_see_everything_later_and_cannot_ask_for_more() {
    let mut desk = delayed();
    desk.wait(20_000);
    let (eve, out) = desk.connect(WATCH, None);
    let behind = desk.track.next() as usize - steps(eve, &out).len();
    assert!((5000 / STEP as usize - 1..=5000 / STEP as usize + 2).contains(&behind), "{behind}");
    assert_eq!(steps(eve, &desk.say(eve, ToTrack::Ask { from: 0 })).len(), steps(eve, &out).len());
    // A seal of a step that is not old enough is nothing that a spectator has by itself, and gets nobody further.
    let (chain, tick) = (steps(Conn(0), &desk.wait(200)).last().expect("a step").mac, desk.track.next());
    let (eva, out) = desk.connect(WATCH, Some(Have { tick, chain }));
    assert!(steps(eva, &out).is_empty());
    let said = desk.say(Conn(0), ToTrack::Chat { to: Circle::All, text: "hello".into() });
    let hears = |conn: Conn, out: &[_]| to(conn, out).iter().any(|frame| matches!(frame, FromTrack::Chat { .. }));
    assert!(hears(Conn(1), &said) && !hears(eve, &said));
    assert!(hears(eve, &desk.wait(5000)));
}

#[test]
fn spectators_move_nobody_and_are_read_by_spectators_only() {
    let mut desk = delayed();
    let (eve, _) = desk.connect(WATCH, None);
    let out = desk.turn(eve, 1, 5, 1);
    assert_eq!(to(eve, &out), [FromTrack::Refused { number: 1, why: Refusal::NoSeat }]);
    let out = desk.say(eve, ToTrack::Chat { to: Circle::All, text: "left!".into() });
    let line = FromTrack::Chat { from: Speaker::Spectator("eve".into()), to: Circle::Spectators, text: "left!".into() };
    assert_eq!(to(eve, &out), [line]);
    assert!(to(Conn(0), &out).is_empty());
    desk.wait_for(8);
    assert!(desk.moves(0).iter().chain(&desk.moves(1)).all(|turn| *turn == (0, 0)));
}
