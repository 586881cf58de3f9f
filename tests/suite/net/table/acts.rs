//! Acts: judged by the rules, answered after they are kept, each once.

use super::desk::{Desk, ONE, TWO, UNTIMED, acts, closed, denials, ended, happened, links, settings, tactics, to};
use super::net::frame::Bye;
use super::net::table::{Denial, Event, FromTable, Out, Subject, Wish};

fn desk() -> Desk {
    Desk::seated(settings(UNTIMED), links())
}

#[test]
fn an_act_is_told_to_both_with_its_number_words_key_and_clocks() {
    let mut desk = Desk::seated(settings(super::desk::blitz()), links());
    desk.wait(4000);
    let out = desk.act(ONE, 0, "c3");
    for conn in [ONE, TWO] {
        let [entry] = &happened(conn, &out)[..] else { panic!("{out:?}") };
        let Event::Act { ply: 0, seat: 0, text, used: 4000, credit: 1 } = &entry.event else { panic!("{entry:?}") };
        assert_eq!((text.as_str(), entry.key), ("c3", desk.table.kept().judge().key()));
        assert_eq!(entry.clocks, [301_001, 300_000], "a millisecond of it was the way of the message");
    }
}

#[test]
fn nobody_hears_of_an_act_before_it_is_kept() {
    let mut desk = desk();
    desk.keeps = false;
    let out = desk.act(ONE, 0, "c3");
    let [Out::Commit(entry)] = &out[..] else { panic!("{out:?}") };
    assert_eq!(desk.table.kept().ply(), 0);
    // Who comes or asks meanwhile does not hear of it either.
    let (late, welcome) = desk.connect(1, None);
    assert_eq!(acts(late, &welcome), []);
    assert_eq!(acts(TWO, &desk.say(TWO, super::net::table::ToTable::Ask { from: 0 })), []);
    let out = desk.table.committed(desk.now, entry.number);
    for conn in [ONE, TWO, late] {
        assert_eq!(acts(conn, &out), [(0, "c3".into())]);
    }
}

#[test]
fn the_same_act_again_has_the_same_answer_and_another_with_its_number_is_refused() {
    let mut desk = desk();
    let first = happened(ONE, &desk.act(ONE, 0, "c3"));
    let out = desk.act(ONE, 0, "c3");
    assert_eq!((happened(ONE, &out), happened(TWO, &out)), (first, vec![]), "only who asks is answered");
    assert_eq!(denials(&desk.act(ONE, 0, "c4")), [(Subject::Act(0), Denial::Taken)]);
    assert_eq!(denials(&desk.act(TWO, 0, "c3")), [(Subject::Act(0), Denial::Taken)], "nor is it the other's");
    assert_eq!((desk.kept.len(), desk.table.kept().ply()), (1, 1));
}

#[test]
fn an_act_that_comes_again_before_it_is_kept_is_kept_once() {
    let mut desk = desk();
    desk.keeps = false;
    let out = desk.act(ONE, 0, "c3");
    assert_eq!(desk.act(ONE, 0, "c3"), [], "the answer comes when it is kept");
    assert_eq!(denials(&desk.act(ONE, 0, "c4")), [(Subject::Act(0), Denial::Taken)]);
    assert_eq!(out.len(), 1);
    assert_eq!(acts(ONE, &desk.table.committed(desk.now, 0)), [(0, "c3".into())]);
    assert_eq!(desk.table.committed(desk.now, 0), [], "once");
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let mut desk = desk();
    assert_eq!(denials(&desk.act(TWO, 0, "c3")), [(Subject::Act(0), Denial::NotYourTurn)]);
    assert_eq!(denials(&desk.act(ONE, 3, "c3")), [(Subject::Act(3), Denial::Gap(0))]);
    assert_eq!(denials(&desk.act(ONE, u32::MAX, "c3")), [(Subject::Act(u32::MAX), Denial::Gap(0))]);
    for word in ["a9", "zz", "", "swap", "c3 c4", "undo", "undo-turn", "end", "resign", "offer", "draw", "🦀"] {
        let out = desk.act(ONE, 0, word);
        let [(Subject::Act(0), Denial::Rules(why))] = &denials(&out)[..] else { panic!("{word}: {out:?}") };
        assert!(why.len() > 10, "{word}: {why}");
    }
    desk.play(0, "c3");
    assert!(matches!(denials(&desk.act(TWO, 1, "c3"))[..], [(_, Denial::Rules(_))]), "the hole is taken");
    assert_eq!(desk.kept.len(), 1);
    desk.want(ONE, Wish::Resign);
    assert_eq!(denials(&desk.act(TWO, 1, "d5")), [(Subject::Act(1), Denial::Over)]);
    assert_eq!(denials(&desk.act(ONE, 1, "d5")), [(Subject::Act(1), Denial::Over)]);
}

/// Where turns end by themselves, an end of its own would be a turn: it would bring time and moves.
#[test]
fn a_turn_cannot_be_ended_with_nothing_done() {
    let mut desk = Desk::seated(settings(super::desk::blitz()), links());
    let clocks = desk.table.kept().times().clone();
    assert!(matches!(denials(&desk.act(ONE, 0, "end"))[..], [(_, Denial::Rules(_))]));
    assert_eq!((desk.table.kept().times(), desk.table.kept().turns()), (&clocks, 0));
    let mut desk = Desk::seated(settings(UNTIMED), tactics());
    assert!(matches!(denials(&desk.act(ONE, 0, "end"))[..], [(_, Denial::Rules(_))]));
    assert!(matches!(denials(&desk.act(ONE, 0, "undo"))[..], [(_, Denial::Rules(_))]));
}

#[test]
fn a_turn_of_several_steps_is_taken_back_and_ended_by_its_player() {
    let mut desk = Desk::seated(settings(UNTIMED), tactics());
    let start = desk.table.kept().judge().key();
    desk.play(0, "b3-c3 undo");
    assert_eq!((desk.table.kept().judge().key(), desk.table.kept().ply()), (start, 2));
    desk.play(2, "b3-c3 b5-c5");
    assert_eq!(desk.table.kept().seat(), 0, "until it is ended");
    assert!(matches!(denials(&desk.act(TWO, 4, "i4-h4"))[..], [(_, Denial::NotYourTurn)]));
    desk.play(4, "undo-turn b5-c5 b3-c3 end");
    assert_eq!((desk.table.kept().seat(), desk.table.kept().turns()), (1, 1));
}

#[test]
fn acts_that_follow_quickly_are_judged_one_after_the_other_and_kept_in_order() {
    let mut desk = Desk::seated(settings(UNTIMED), tactics());
    desk.keeps = false;
    let mut out = desk.act(ONE, 0, "b3-c3");
    out.extend(desk.act(ONE, 1, "b5-c5"));
    out.extend(desk.act(ONE, 2, "end"));
    let numbers = out.iter().map(|out| if let Out::Commit(entry) = out { entry.number } else { 99 });
    assert_eq!(numbers.collect::<Vec<_>>(), [0, 1, 2]);
    let told = desk.table.committed(desk.now, 1);
    assert_eq!(acts(TWO, &told), [(0, "b3-c3".into()), (1, "b5-c5".into())]);
    assert_eq!(acts(TWO, &desk.table.committed(desk.now, 2)), [(2, "end".into())]);
}

#[test]
fn what_cannot_be_kept_has_not_happened_and_what_came_after_it_neither() {
    let mut desk = Desk::seated(settings(UNTIMED), tactics());
    desk.play(0, "b3-c3");
    let before = desk.state();
    desk.keeps = false;
    desk.act(ONE, 1, "b5-c5");
    desk.act(ONE, 2, "end");
    let out = desk.table.failed(desk.now, 1);
    let not_kept = |ply| (Subject::Act(ply), Denial::NotKept);
    assert_eq!(denials(&out), [not_kept(1), not_kept(2)]);
    assert!(happened(TWO, &out).is_empty());
    assert_eq!(desk.state(), before);
    assert_eq!(format!("{:?}", desk.table.kept()), before, "and nothing waits any more");
    // It goes on with something else.
    desk.keeps = true;
    desk.play(1, "b5-b6 end");
    assert_eq!(desk.table.kept().seat(), 1);
}

#[test]
fn the_first_of_several_can_be_kept_and_the_rest_not() {
    let mut desk = Desk::seated(settings(UNTIMED), tactics());
    desk.keeps = false;
    desk.act(ONE, 0, "b3-c3");
    desk.act(ONE, 1, "b5-c5");
    assert_eq!(acts(TWO, &desk.table.committed(desk.now, 0)), [(0, "b3-c3".into())]);
    assert_eq!(denials(&desk.table.failed(desk.now, 1)), [(Subject::Act(1), Denial::NotKept)]);
    assert_eq!(desk.table.failed(desk.now, 1), [], "nothing is left that could fail");
    assert_eq!((desk.table.kept().ply(), desk.table.entries().len()), (1, 1));
}

#[test]
fn all_windows_of_a_player_see_the_same_and_an_act_from_any_counts_once() {
    let mut desk = desk();
    let windows = [ONE, desk.connect(0, None).0, desk.connect(0, None).0, desk.connect(0, None).0];
    let out = desk.act(windows[2], 0, "c3");
    assert!(windows.iter().all(|conn| acts(*conn, &out) == [(0, "c3".into())]));
    for conn in windows {
        assert_eq!(denials(&desk.act(conn, 0, "c3")), []);
        assert_eq!(denials(&desk.act(conn, 0, "d4")), [(Subject::Act(0), Denial::Taken)]);
    }
    assert_eq!(desk.kept.len(), 1);
    // A fifth takes the place of the oldest.
    let (fifth, out) = desk.connect(0, None);
    assert_eq!(closed(&out), [(ONE, Bye::Replaced)]);
    assert_eq!(acts(fifth, &out), [(0, "c3".into())]);
}

#[test]
fn a_match_ends_by_the_rules_once_its_last_act_is_kept() {
    let mut desk = desk();
    // A chain of seat 0 from the first row to the last.
    desk.play(0, "c1 a2 d3 a3 c5 a4");
    desk.keeps = false;
    let out = desk.act(ONE, 6, "e6");
    assert_eq!(ended(&out), None);
    assert!(desk.table.kept().end().is_none());
    let out = desk.table.committed(desk.now, 6);
    assert_eq!(ended(&out), Some((Some(0), "joined".into(), true)));
    let place = |is: fn(&Out) -> bool| out.iter().position(is);
    let told = place(|out| matches!(out, Out::Send { frame: FromTable::Happened(_), .. }));
    assert!(told < place(|out| matches!(out, Out::Over(_))), "with the last act");
    assert_eq!(denials(&desk.want(ONE, Wish::Resign)), [(Subject::Wish(Wish::Resign), Denial::Over)]);
}

#[test]
fn who_comes_back_is_sent_what_is_missing_and_nothing_else() {
    use super::net::frame::Have;
    let mut desk = desk();
    desk.play(0, "c3");
    let have = Have { tick: 1, chain: desk.table.kept().chain().to_le_bytes() };
    desk.play(1, "d5 b5");
    let words = |out: &[Out], conn| acts(conn, out).into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ");
    for (have, expected, from) in [
        (Some(have), "d5 b5", 1),
        (None, "c3 d5 b5", 0),
        (Some(Have { chain: [3; 8], ..have }), "c3 d5 b5", 0),
        (Some(Have { tick: 9, ..have }), "c3 d5 b5", 0),
        (Some(Have { tick: u32::MAX, ..have }), "c3 d5 b5", 0),
    ] {
        let (conn, out) = desk.connect(1, have);
        assert_eq!(words(&out, conn), expected);
        let welcome = to(conn, &out).into_iter().find_map(|frame| match frame {
            FromTable::Welcome(welcome) => Some((welcome.seat, welcome.from, welcome.until)),
            _ => None,
        });
        assert_eq!(welcome, Some((Some(1), from, 3)));
        desk.close(conn);
    }
}
