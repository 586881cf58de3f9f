//! A server that was gone: the match from its entries.

use super::desk::{Desk, ONE, TWO, UNTIMED, blitz, ended, links, settings, tactics, to};
use super::net::table::{
    Days, Denial, Entry, Event, FromTable, Offer, RestoreProblem, Settings, Table, TimeRule, Wish,
};

/// A match with acts of several steps, offers, and a turn that was taken back.
fn busy(time: TimeRule) -> Desk {
    let mut desk = Desk::seated(settings(time), tactics());
    desk.play(0, "b3-c3 undo b3-c3 b5-c5 end");
    desk.wait(3000);
    desk.want(ONE, Wish::Offer(Offer::TakeBack));
    desk.want(TWO, Wish::Agree(Offer::TakeBack));
    desk.wait(1000);
    desk.play(6, "b3-c3 b5-c5 end");
    desk.want(TWO, Wish::Offer(Offer::Draw));
    desk
}

#[test]
fn a_match_is_the_same_after_it_was_restored_from_its_entries() {
    for time in [UNTIMED, blitz(), TimeRule::Days(Days::little_golem())] {
        let mut desk = busy(time);
        let (state, entries) = (desk.state(), desk.table.entries().to_vec());
        let clocks = |desk: &Desk| desk.table.turn();
        let turn = clocks(&desk);
        desk.restore(settings(time), tactics());
        assert_eq!((desk.state(), desk.table.entries()), (state, &entries[..]));
        assert_eq!(clocks(&desk), turn);
        // And it goes on.
        let (one, _) = desk.connect(0, None);
        desk.want(one, Wish::Agree(Offer::Draw));
        assert_eq!(desk.table.kept().end().map(|end| &*end.reason), Some("agreed"));
    }
}

#[test]
fn what_was_given_out_and_not_kept_has_not_happened() {
    let mut desk = busy(UNTIMED);
    let state = desk.state();
    desk.keeps = false;
    desk.act(TWO, 9, "i4-h4");
    desk.restore(settings(UNTIMED), tactics());
    assert_eq!(desk.state(), state);
}

#[test]
fn live_clocks_stand_until_both_are_back_and_for_a_minute_at_most() {
    let mut desk = Desk::seated(settings(TimeRule::Live("60+0".parse().expect("a rule"))), links());
    desk.play(0, "c3 d5");
    desk.wait(20_000);
    desk.play(2, "b3");
    let kept = desk.kept.clone();
    // The server was gone for an hour; what the turn that was on had taken is forgotten.
    desk.wait(30_000);
    desk.now += 3_600_000;
    desk.restore(settings(TimeRule::Live("60+0".parse().expect("a rule"))), links());
    let (one, _) = desk.connect(0, None);
    desk.wait(30_000);
    let (two, out) = desk.connect(1, None);
    desk.lines.extend([(one, 0), (two, 0)]);
    let clocks = to(two, &out).into_iter().find_map(|frame| match frame {
        FromTable::Clocks { left, running: false } => Some(left),
        _ => None,
    });
    let left = clocks.expect("they stand");
    // Less the milliseconds in which messages go to and fro here.
    assert!(left[0].abs_diff(40_000) < 5 && left[1].abs_diff(60_000) < 5, "{left:?}");
    assert_eq!(ended(&desk.wait(59_000)), None);
    assert_eq!(ended(&desk.wait(1100)), Some((Some(0), "time".into(), true)));

    let now = desk.now;
    desk.table = Table::restore(settings(TimeRule::Live("60+0".parse().expect("a rule"))), links(), kept.clone(), now)
        .expect("they were kept");
    desk.kept = kept;
    assert_eq!(ended(&desk.wait(119_000)), None, "nobody came: a minute, and a minute of the clock");
    assert_eq!(ended(&desk.wait(1100)), Some((Some(0), "time".into(), true)));
}

#[test]
fn a_match_that_is_over_stays_over() {
    let mut desk = busy(UNTIMED);
    desk.want(ONE, Wish::Resign);
    desk.want(ONE, Wish::Offer(Offer::Rematch));
    desk.restore(settings(UNTIMED), tactics());
    let end = desk.table.kept().end().expect("it is over");
    assert_eq!((end.winner, &*end.reason), (Some(1), "resigned"));
    assert_eq!(desk.table.kept().offer(), Some((Offer::Rematch, 0)));
    assert_eq!(desk.table.turn(), None);
}

#[test]
fn entries_that_do_not_make_the_match_are_refused_with_their_number() {
    let desk = busy(UNTIMED);
    let restore = |entries: Vec<Entry>| {
        Table::restore(settings(UNTIMED), tactics(), entries, desk.now).map(|_| ()).expect_err("they do not fit")
    };
    let mut gap = desk.kept.clone();
    gap.remove(3);
    assert_eq!(restore(gap), RestoreProblem::Missing { number: 3, found: 4 });
    let mut other = desk.kept.clone();
    other[4].key ^= 1;
    assert_eq!(restore(other), RestoreProblem::Different(4));
    let mut turn = desk.kept.clone();
    let Event::Act { seat, .. } = &mut turn[0].event else { panic!("the first is an act") };
    *seat = 1;
    assert_eq!(restore(turn), RestoreProblem::Impossible(0, Denial::NotYourTurn));
    // What a rated match cannot have.
    let rated = Settings { rated: true, ..settings(UNTIMED) };
    let refused = Table::restore(rated, tactics(), desk.kept.clone(), desk.now).map(|_| ()).expect_err("a turn back");
    assert_eq!(refused, RestoreProblem::Impossible(5, Denial::Rated));
    let hostile = |event| Entry { number: 0, at: 0, event, key: 0, clocks: vec![] };
    for seat in [2, 255] {
        for event in [
            Event::Act { ply: 0, seat, text: "b3-c3".into(), used: u64::MAX, credit: u64::MAX },
            Event::TakenBack { ply: 0, seat },
            Event::Offered { seat, offer: Offer::Draw },
        ] {
            assert!(matches!(restore(vec![hostile(event)]), RestoreProblem::Impossible(0, _)));
        }
    }
}

#[test]
fn an_entry_is_a_line_of_json() {
    let desk = busy(blitz());
    for entry in &desk.kept {
        let line = entry.line();
        assert!(!line.contains('\n'));
        assert_eq!(Entry::from_line(&line).expect("it was written"), *entry);
    }
    assert!(Entry::from_line(r#"{"number":0}"#).is_err());
}
