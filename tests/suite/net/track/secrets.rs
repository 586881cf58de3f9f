//! What the others know of a step before it is closed: nothing.

use super::desk::{Desk, WATCH, hello, settings, to};
use super::net::track::{Conn, FromTrack, Out, ToTrack};
use super::toy::Toy;

/// What the other player and somebody who watches are sent, to the bit, if the first player wants this for step 5: before that
/// is closed, and with it.
fn sent(what: Option<u8>) -> [Vec<Vec<u8>>; 2] {
    let mut desk = Desk::running(settings(2), Toy::new(2, 1000, 1));
    let (watcher, _) = desk.connect(WATCH, None);
    desk.wait_for(1);
    let mut out = Vec::new();
    if let Some(what) = what {
        out.extend(desk.turn(Conn(0), 1, 5, what));
    }
    // Nothing of it comes out by asking or by coming again, either.
    out.extend(desk.say(Conn(1), ToTrack::Ask { from: 0 }));
    out.extend(desk.say(watcher, ToTrack::Ask { from: 0 }));
    let (second, came) = desk.greet(hello(1, 1, None));
    out.extend(came);
    out.extend(desk.close(second));
    out.extend(desk.wait_for(4));
    let closing = desk.wait_for(5);
    let bytes = |out: &[Out]| {
        let all = [Conn(1), watcher, second].into_iter().flat_map(|conn| to(conn, out));
        all.map(|frame| FromTrack::encode(&frame)).collect()
    };
    [bytes(&out), bytes(&closing)]
}

#[test]
fn nobody_is_sent_anything_of_anothers_turn_before_the_step_is_closed() {
    let [nothing, _] = sent(None);
    assert!(nothing.len() > 10);
    let mut closings = Vec::new();
    for what in 1..=3 {
        let [before, closing] = sent(Some(what));
        assert_eq!(before, nothing, "a turn {what}");
        closings.push(closing);
    }
    assert!(closings[0] != closings[1] && closings[1] != closings[2], "then it is known");
}
