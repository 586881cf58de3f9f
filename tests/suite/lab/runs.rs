//! Runs: events kept as differences.

use gridmarch::lab::breakpoint::{Breakpoint, next, previous};
use gridmarch::lab::cursor::{Changed, Cursor, PlaceState};
use gridmarch::lab::run::{Recorder, Report, Run, Spot};
use gridmarch::nav::searchers::{Counts, End, Event, EventKind, Listener, Side};

fn event(kind: EventKind, key: u64, parent: Option<u64>, g: u64) -> Event {
    Event { kind, side: Side::Forward, key, parent, g, h: 0, f: g }
}

fn run() -> Run {
    let mut recorder = Recorder::on_grid(3, 1, 1);
    for event in [
        event(EventKind::Generate, 0, None, 0),
        event(EventKind::Expand, 0, None, 0),
        event(EventKind::Generate, 1, Some(0), 1),
        event(EventKind::Close, 0, None, 0),
        event(EventKind::Round, 0, None, 2),
        event(EventKind::Generate, 0, None, 0),
    ] {
        recorder.hear(event);
    }
    let report = Report { end: End::NoWay, cost: None, path: vec![], counts: Counts::default() };
    recorder.finish("a test".into(), &report, |_| Spot::default())
}

#[test]
fn a_cursor_steps_back_to_what_was_before() {
    let run = run();
    let mut cursor = Cursor::new(&run);
    let mut forward = Vec::new();
    for at in 0..=6 {
        cursor.seek(&run, at);
        forward.push((0..3).map(|place| cursor.state(&run, place)).collect::<Vec<_>>());
    }
    for at in (0..=6).rev() {
        cursor.seek(&run, at);
        assert_eq!((0..3).map(|place| cursor.state(&run, place)).collect::<Vec<_>>(), forward[at as usize]);
    }
    assert_eq!(forward[4], [PlaceState::Closed, PlaceState::Open, PlaceState::Unseen]);
    assert_eq!(forward[5], [PlaceState::Unseen; 3], "a round forgets");
    assert_eq!(cursor.seek(&run, 3), Changed::Some(vec![0, 0, 1]));
    assert_eq!(cursor.parents(&run, 1), [1, 0]);
    assert_eq!(cursor.seek(&run, 5), Changed::All);
}

#[test]
fn playing_stops_at_breakpoints_in_both_directions() {
    let run = run();
    assert_eq!(next(&run, 0, &[Breakpoint::Closed(0)]), Some(4));
    assert_eq!(next(&run, 0, &[Breakpoint::Closed(1), Breakpoint::Reached(1)]), Some(3));
    assert_eq!(previous(&run, 6, &[Breakpoint::Reached(0)]), Some(1));
    assert_eq!(previous(&run, 1, &[Breakpoint::Reached(0)]), None);
}
