//! What a match over the network says: its sentences, its buttons, who is there.

use bevy::prelude::*;
use gridmarch::client::kit::theme;
use gridmarch::client::screens::online::events::{EventButton, Line, press, said};
use gridmarch::client::screens::online::offers::wishes;
use gridmarch::client::screens::online::presence::{GOOD, how, seen};
use gridmarch::client::screens::online::server::words::{DAY_MS, HOUR_MS, clock, left};
use gridmarch::net::Hand;
use gridmarch::net::frame::{Ending, Motion, Presence};
use gridmarch::net::table::{Offer, Wish};
use gridmarch::shell::online::{Online, Pause, Saying, Vote};
use std::time::{Duration, Instant};

#[test]
fn rules_of_time_are_told_in_words() {
    for (rule, words) in [
        ("300+5", "5 min + 5 s"),
        ("90+0", "90 s"),
        ("move:30", "30 s a turn"),
        ("days:3+10", "3 days a turn + 10 spare"),
        ("days:1", "1 day a turn"),
        ("soon", "soon"),
    ] {
        assert_eq!(clock(rule), words);
    }
}

#[test]
fn what_is_left_is_told_roughly() {
    assert_eq!(left(90_000, 0), "1 minute");
    assert_eq!(left(30 * HOUR_MS, 0), "30 hours");
    assert_eq!(left(3 * DAY_MS, 0), "3 days");
    assert_eq!(left(0, 5), "0 minutes");
}

fn online() -> Online {
    Online::new(Some(0), vec!["Ada".into(), "Bob".into()])
}

#[test]
fn a_pause_is_counted_down_and_who_watches_cannot_end_it() {
    let now = Instant::now();
    let pause = |resumes| Some(Pause { by: Some(1), until: now + Duration::from_millis(2500), resumes });
    let mut online = online();
    online.pause = pause(false);
    assert_eq!(said(Line::Pause, &online, now), Some(("Paused by Bob: 3 s left.".into(), true)));
    online.seat = None;
    assert_eq!(said(Line::Pause, &online, now).map(|said| said.1), Some(false));
    online.pause = pause(true);
    assert_eq!(said(Line::Pause, &online, now), Some(("The match goes on in 3 …".into(), false)));
    assert_eq!(said(Line::Pause, &online, now + Duration::from_secs(3)), None);
}

#[test]
fn who_proposes_is_not_asked() {
    let vote = |by| Some(Vote { motion: Motion::Pause, by, yes: 1, needed: 2 });
    let now = Instant::now();
    let mut online = online();
    online.vote = vote(1);
    assert_eq!(said(Line::Asked, &online, now), Some(("Bob proposes to pause: 1 of 2 that are needed.".into(), true)));
    online.vote = vote(0);
    assert_eq!(said(Line::Asked, &online, now).map(|said| said.1), Some(false));
    online.vote = None;
    assert_eq!(said(Line::Asked, &online, now), None);
}

#[test]
fn an_offer_is_answered_by_the_other_and_taken_back_by_who_made_it() {
    let now = Instant::now();
    let mut online = online().at_table();
    online.offer = Some((Offer::Draw, 1));
    assert_eq!(said(Line::Asked, &online, now), Some(("Bob offers a draw.".into(), true)));
    assert_eq!(said(Line::OwnOffer, &online, now), None);
    press(&mut online, EventButton::TakeBack);
    press(&mut online, EventButton::Yes);
    assert_eq!(online.take_sayings(), [Saying::Wish(Wish::Agree(Offer::Draw))]);
    online.offer = Some((Offer::TakeBack, 0));
    assert_eq!(said(Line::Asked, &online, now), None);
    let own = said(Line::OwnOffer, &online, now);
    assert_eq!(own, Some(("You offer to take the last turn back.".into(), true)));
    press(&mut online, EventButton::Yes);
    press(&mut online, EventButton::TakeBack);
    assert_eq!(online.take_sayings(), [Saying::Wish(Wish::Decline(Offer::TakeBack))]);
}

#[test]
fn what_can_be_wanted_depends_on_how_far_the_match_is() {
    let mut online = Online::new(Some(0), Vec::new()).at_table();
    let ask = [Wish::Offer(Offer::Draw), Wish::Offer(Offer::TakeBack)];
    assert_eq!(wishes(&online), [&ask[..], &[Wish::Abort]].concat());
    online.is_fresh = false;
    assert_eq!(wishes(&online), [&ask[..], &[Wish::Resign]].concat());
    let gone = Presence { hand: Hand::Human, lanes: 0, loaded: true, away: false, ping: 0, behind: 0, load: 0 };
    online.presence = vec![Presence { lanes: 1, ..gone }, gone];
    assert_eq!(wishes(&online), [&ask[..], &[Wish::Claim, Wish::Resign]].concat());
    online.over = Some(Ending::Draw);
    assert_eq!(wishes(&online), [Wish::Offer(Offer::Rematch)]);
    online.seat = None;
    assert_eq!(wishes(&online), []);
}

fn one() -> Presence {
    Presence { hand: Hand::Human, lanes: 2, loaded: true, away: false, ping: 48, behind: 2, load: 12 }
}

fn how_is(one: Presence) -> (String, Color) {
    let online = Online::new(Some(0), vec!["Ada".into()]);
    let seen = how(&online, 0, &one);
    (format!("{} {} {}", seen.ping, seen.behind, seen.load), seen.mood)
}

#[test]
fn who_is_slow_or_gone_is_seen() {
    assert_eq!(how_is(one()), ("48 ms +2 12 %".into(), GOOD));
    assert_eq!(how_is(Presence { behind: 9, ..one() }).1, theme::GOLD);
    assert_eq!(how_is(Presence { ping: 400, ..one() }).1, theme::ALARM);
    assert_eq!(how_is(Presence { lanes: 0, ..one() }), ("lost  ".into(), theme::ALARM));
    assert_eq!(how_is(Presence { hand: Hand::Program, ..one() }), ("program  ".into(), theme::GOLD));
}

#[test]
fn by_correspondence_the_time_for_the_turn_is_shown() {
    let mut online = Online::new(Some(0), vec!["Ada".into(), "Bob".into()]);
    (online.is_by_days, online.due) = (true, Some((1, 30 * 3_600_000)));
    assert_eq!(how(&online, 0, &one()).ping, "48 ms");
    let waited_for = how(&online, 1, &Presence { lanes: 0, ..one() });
    assert_eq!(waited_for.ping, "30 hours");
    assert_eq!(waited_for.about, "Bob is not here now, and need not be; 30 hours left for this turn");
}

#[test]
fn seats_that_only_programs_had_are_left_out() {
    let mut online = Online::new(Some(0), vec!["Ada".into(), "Bob".into()]);
    online.presence = vec![one(), one()];
    let seats = |met: &[bool]| seen(&online, met).iter().map(|one| one.seat).collect::<Vec<_>>();
    assert_eq!(seats(&[true, false]), [0]);
    assert_eq!(seats(&[true, true]), [0, 1]);
}
