//! Clocks: live ones with credit for the way of messages, and those that count days.

use super::desk::{
    DAY, Desk, HOUR, MONDAY, ONE, TWO, UNTIMED, acts, blitz, denials, ended, happened, links, settings, tactics, to,
};
use super::net::table::{Days, DaysProblem, Denial, FromTable, Out, Subject, TimeRule};

/// Both there, on a line that takes so many milliseconds there and back.
fn far(rtt: u64, time: TimeRule) -> Desk {
    let mut desk = Desk::seated(settings(time), links());
    desk.lines.iter_mut().for_each(|(_, way)| *way = rtt);
    // Until the way is known.
    desk.wait(60_000);
    desk
}

fn days(days: Days) -> Desk {
    Desk::seated(settings(TimeRule::Days(days)), links())
}

fn clocks(desk: &Desk) -> Vec<u32> {
    desk.kept.last().expect("something has happened").clocks.clone()
}

#[test]
fn live_clocks_begin_when_both_are_there() {
    let mut desk = Desk::new(settings(blitz()), links());
    desk.connect(0, None);
    desk.wait(30_000);
    let (_, out) = desk.connect(1, None);
    assert!(to(TWO, &out).contains(&FromTable::Clocks { left: vec![300_000; 2], running: false }));
    let out = desk.wait(1);
    assert!(to(TWO, &out).contains(&FromTable::Clocks { left: vec![300_000; 2], running: true }));
    desk.wait(999);
    desk.play(0, "c3");
    assert_eq!(clocks(&desk), [304_001, 300_000]);
}

#[test]
fn after_a_minute_they_run_and_who_has_not_come_loses_nothing_by_it() {
    let mut desk = Desk::new(settings(blitz()), links());
    desk.connect(1, None);
    let out = desk.wait(359_990);
    assert_eq!(ended(&out), None);
    assert_eq!(ended(&desk.wait(20)), Some((None, "aborted".into(), false)));
}

#[test]
fn whose_time_is_over_has_lost_and_an_act_that_comes_after_that_is_refused() {
    let mut desk = Desk::seated(settings(blitz()), links());
    desk.play(0, "c3 d5");
    let out = desk.wait(306_000);
    assert_eq!(ended(&out), Some((Some(1), "time".into(), true)));
    assert_eq!(happened(TWO, &out).len(), 1);
    assert_eq!(denials(&desk.act(ONE, 2, "b3")), [(Subject::Act(2), Denial::Over)]);
}

#[test]
fn the_flag_falls_although_nobody_has_looked_in_time() {
    let mut desk = Desk::seated(settings(TimeRule::Live("move:2".parse().expect("a rule"))), links());
    desk.play(0, "c3 d5");
    // The first that the table hears is the act.
    desk.now += 2500;
    let out = desk.act(ONE, 2, "b3");
    assert_eq!(ended(&out), Some((Some(1), "time".into(), true)));
    assert_eq!(denials(&out), [(Subject::Act(2), Denial::Over)]);
}

#[test]
fn the_way_of_messages_is_given_back_as_the_server_has_measured_it() {
    let mut desk = far(400, TimeRule::Live("600+0".parse().expect("a rule")));
    let before = 600_000 - 60_000;
    desk.play(0, "c3");
    let left = clocks(&desk)[0];
    // The clock began to run a millisecond after the beginning.
    assert!((before + 390..=before + 410).contains(&left), "{left}");
    desk.wait(1000);
    desk.play(1, "d5");
    let left = clocks(&desk)[1];
    assert!((599_390..=599_400).contains(&left), "{left}");
}

#[test]
fn who_fakes_a_slow_line_gains_a_second_a_turn_at_most() {
    let mut desk = far(1900, TimeRule::Live("600+0".parse().expect("a rule")));
    let mut gained = 0;
    let free = "a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4";
    for (turn, word) in free.split(' ').filter(|word| !word.starts_with(['a', 'f'])).enumerate() {
        desk.wait(10_000);
        let seat = desk.table.kept().seat();
        let before = desk.kept.last().map_or(600_000, |entry| entry.clocks[seat]);
        desk.play(turn as u32, word);
        let used = u64::from(before - clocks(&desk)[seat]);
        let waited = if turn == 0 { 70_000 } else { 10_000 };
        gained += waited - used;
        assert!(waited - used <= 1900, "never more than the way");
    }
    let turns = desk.table.kept().turns() as u64;
    assert!(gained <= turns * 1000 && gained > turns * 900, "{gained} in {turns} turns");
}

#[test]
fn credit_is_saved_for_five_seconds_and_no_more() {
    let mut desk = Desk::seated(settings(TimeRule::Live("600+0".parse().expect("a rule"))), links());
    let quick = "b2 c2 d2 e2 b3 c3 d3 e3 b4 c4 d4 e4 b5 c5";
    desk.play(0, quick);
    // Now the line becomes bad: the way is known after some clocks.
    desk.lines.iter_mut().for_each(|(_, way)| *way = 12_000);
    desk.wait(300_000);
    desk.play(14, "d5");
    let left = u64::from(clocks(&desk)[0]);
    assert!(left <= 600_000 - 300_000 + 5100, "{left}");
    assert!(left > 600_000 - 300_000 + 4000, "{left}");
}

#[test]
fn the_clock_stands_while_an_act_is_being_kept() {
    let mut desk = Desk::seated(settings(TimeRule::Live("move:2".parse().expect("a rule"))), links());
    desk.play(0, "c3");
    desk.keeps = false;
    desk.wait(1000);
    desk.act(TWO, 1, "d5");
    // The disk is slow: nobody's time runs.
    assert_eq!(ended(&desk.wait(60_000)), None);
    let out = desk.table.committed(desk.now, 1);
    assert_eq!(acts(ONE, &out), [(1, "d5".into())]);
    (desk.kept, desk.keeps) = (desk.table.entries().to_vec(), true);
    assert_eq!(ended(&desk.wait(1900)), None);
    assert_eq!(ended(&desk.wait(200)), Some((Some(1), "time".into(), true)));
}

#[test]
fn what_could_not_be_kept_has_taken_its_time_and_the_clock_runs_on() {
    let mut desk = Desk::seated(settings(TimeRule::Live("move:5".parse().expect("a rule"))), links());
    desk.play(0, "c3 d5");
    desk.keeps = false;
    desk.wait(2000);
    desk.act(ONE, 2, "b3");
    desk.wait(2000);
    desk.table.failed(desk.now, 2);
    desk.keeps = true;
    assert_eq!(ended(&desk.wait(2900)), None, "what the disk took is not the player's");
    assert_eq!(ended(&desk.wait(200)), Some((Some(1), "time".into(), true)));
}

#[test]
fn a_clock_of_the_server_that_is_set_takes_no_time_in_a_live_match() {
    for jump in [10 * DAY as i64, -(10 * DAY as i64)] {
        let mut desk = Desk::seated(settings(blitz()), links());
        desk.play(0, "c3 d5");
        desk.wait(5000);
        desk.now = desk.now.saturating_add_signed(jump);
        let out = desk.table.tick(desk.now);
        assert_eq!(ended(&out), None);
        desk.keep(out);
        desk.wait(5000);
        desk.play(2, "b3");
        let left = clocks(&desk)[0];
        assert!((300_000 + 5000 + 5000 - 10_000 - 4000..=310_000).contains(&left), "{left}");
    }
}

#[test]
fn a_turn_of_several_steps_counts_as_a_whole() {
    let mut desk = Desk::seated(settings(TimeRule::Live("60+10".parse().expect("a rule"))), tactics());
    desk.wait(1000);
    desk.play(0, "b3-c3");
    assert_eq!(clocks(&desk), [59_000, 60_000]);
    desk.wait(1000);
    desk.play(1, "undo");
    desk.wait(1000);
    desk.play(2, "b3-c3 b5-c5");
    assert_eq!(clocks(&desk), [57_000, 60_000]);
    desk.play(4, "end");
    assert_eq!(clocks(&desk), [67_001, 60_000]);
}

#[test]
fn by_correspondence_a_turn_has_its_days_and_what_is_over_them_is_taken_from_the_reserve() {
    let mut desk = days(Days::a_turn(3, 2));
    desk.wait(2 * DAY);
    desk.play(0, "c3");
    let day = DAY as u32;
    assert_eq!(clocks(&desk), [5 * day, 5 * day], "what was left of the turn is lost");
    desk.wait(4 * DAY);
    desk.play(1, "d5");
    assert_eq!(clocks(&desk), [5 * day, 4 * day]);
    assert_eq!(desk.table.turn(), Some((0, Some(desk.now + 5 * DAY))));
    assert_eq!(ended(&desk.wait(5 * DAY - 1)), None);
    assert_eq!(ended(&desk.wait(1)), Some((Some(1), "time".into(), true)));
    assert_eq!(desk.table.turn(), None);
}

#[test]
fn by_the_rule_of_little_golem_every_turn_brings_a_day_and_a_half_up_to_ten_days() {
    let mut desk = days(Days::little_golem());
    let hour = HOUR as u32;
    desk.wait(48 * HOUR - 1);
    desk.play(0, "c3");
    assert_eq!(clocks(&desk)[0], (240 - 48 + 36) * hour);
    desk.play(1, "d5");
    desk.play(2, "b3");
    assert_eq!(clocks(&desk), [240 * hour, 240 * hour]);
}

#[test]
fn weekends_and_vacations_do_not_count_where_they_are_off() {
    // It begins on a Monday: four days of work and then the weekend.
    let rule = Days { weekends_off: true, ..Days::a_turn(5, 0) };
    let mut desk = days(rule);
    assert_eq!(desk.table.turn(), Some((0, Some(MONDAY + 5 * DAY))), "until Friday is over");
    desk.wait(DAY);
    desk.play(0, "c3");
    // From Tuesday on five days are there on next Monday's end, but for the vacation.
    assert_eq!(desk.table.turn(), Some((1, Some(MONDAY + 8 * DAY + 1))));
    let out = desk.table.vacation(desk.now, 1, vec![(MONDAY + 2 * DAY, MONDAY + 9 * DAY)]);
    assert!(out.iter().any(|out| matches!(out, Out::Send { frame: FromTable::Clocks { .. }, .. })));
    let free = MONDAY + 9 * DAY;
    // One day before the vacation, Wednesday to Friday after it, then a weekend, then Monday.
    assert_eq!(desk.table.turn(), Some((1, Some(free + 5 * DAY + DAY + 1))));
    let due = desk.table.turn().and_then(|(_, until)| until).expect("it has an end");
    let left = due - desk.now;
    assert_eq!(ended(&desk.wait(left - 1)), None);
    assert_eq!(ended(&desk.wait(1)), Some((None, "aborted".into(), false)), "only one had moved");
}

#[test]
fn a_vacation_of_the_other_moves_nothing_and_wrong_ones_hang_nothing() {
    let mut desk = days(Days::a_turn(2, 0));
    let until = desk.table.turn();
    for stretches in [vec![(0, u64::MAX)], vec![(MONDAY, 0)], vec![(u64::MAX, u64::MAX), (MONDAY, MONDAY + DAY)]] {
        desk.table.vacation(desk.now, 1, stretches.clone());
        assert_eq!(desk.table.turn(), until);
        desk.table.vacation(desk.now, 0, stretches);
        let (seat, until) = desk.table.turn().expect("it goes on");
        assert_eq!(seat, 0);
        assert!(until >= Some(MONDAY + 2 * DAY));
        desk.table.vacation(desk.now, 9, Vec::new());
        desk.table.vacation(desk.now, 0, Vec::new());
    }
}

#[test]
fn rules_of_days_that_cannot_be_played_are_refused() {
    let rule = Days::a_turn(3, 2);
    assert_eq!(rule.check(), Ok(()));
    assert_eq!(Days::little_golem().check(), Ok(()));
    assert_eq!(Days { a_turn: 15 * 24, ..rule }.check(), Err(DaysProblem::Turn));
    assert_eq!(Days { most: 31 * 24, ..rule }.check(), Err(DaysProblem::Reserve));
    assert_eq!(Days { reserve: 3 * 24, ..rule }.check(), Err(DaysProblem::Reserve));
    assert_eq!(Days { a_turn: 12, reserve: 11, ..rule }.check(), Err(DaysProblem::Short));
    assert_eq!(Days { a_turn: u16::MAX, reserve: u16::MAX, gain: u16::MAX, ..rule }.check(), Err(DaysProblem::Turn));
}

#[test]
fn without_a_limit_nobody_loses_by_time() {
    let mut desk = Desk::seated(settings(UNTIMED), links());
    desk.play(0, "c3 d5");
    assert_eq!(ended(&desk.wait(3 * HOUR)), None);
    assert!(clocks(&desk).is_empty());
}
