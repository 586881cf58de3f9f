//! Draws, resignations, matches that are called off, turns that are taken back, other matches, wins that are claimed.

use super::desk::{Desk, MONDAY, ONE, TWO, UNTIMED, blitz, denials, ended, happened, links, settings, tactics};
use super::net::table::{Cause, Days, Denial, Event, Offer, Out, Settings, Subject, TimeRule, Wish};

fn desk() -> Desk {
    Desk::seated(settings(UNTIMED), links())
}

fn refused(wish: Wish, why: Denial) -> Vec<(Subject, Denial)> {
    vec![(Subject::Wish(wish), why)]
}

const DRAW: Wish = Wish::Offer(Offer::Draw);
const BACK: Wish = Wish::Offer(Offer::TakeBack);

#[test]
fn a_draw_is_offered_and_agreed_to() {
    let mut desk = desk();
    desk.play(0, "c3 d5");
    let out = desk.want(TWO, DRAW);
    assert_eq!(happened(ONE, &out)[0].event, Event::Offered { seat: 1, offer: Offer::Draw });
    assert_eq!(desk.table.kept().offer(), Some((Offer::Draw, 1)));
    let out = desk.want(ONE, Wish::Agree(Offer::Draw));
    assert_eq!(happened(TWO, &out)[0].event, Event::Over(Cause::Agreed));
    assert_eq!(ended(&out), Some((None, "agreed".into(), true)));
    assert_eq!(desk.table.kept().offer(), None);
}

#[test]
fn who_offers_the_same_agrees_and_nobody_agrees_with_themselves() {
    let mut desk = desk();
    desk.want(ONE, DRAW);
    let agree = Wish::Agree(Offer::Draw);
    assert_eq!(denials(&desk.want(ONE, agree)), refused(agree, Denial::NothingOffered));
    assert_eq!(desk.want(ONE, DRAW), [], "the same again changes nothing");
    assert_eq!(ended(&desk.want(TWO, DRAW)), Some((None, "agreed".into(), true)));
}

#[test]
fn one_offer_is_open_at_a_time_and_comes_again_after_ten_plies() {
    let mut desk = desk();
    desk.play(0, "c3 d5");
    desk.want(ONE, DRAW);
    assert_eq!(denials(&desk.want(ONE, BACK)), refused(BACK, Denial::OfferOpen));
    assert_eq!(denials(&desk.want(TWO, BACK)), refused(BACK, Denial::OfferOpen));
    desk.want(TWO, Wish::Decline(Offer::Draw));
    assert_eq!(desk.table.kept().offer(), None);
    assert_eq!(denials(&desk.want(ONE, DRAW)), refused(DRAW, Denial::TooSoon));
    assert_eq!(denials(&desk.want(TWO, DRAW)), [], "the other may");
    desk.want(TWO, Wish::Decline(Offer::Draw));
    desk.play(2, "b3 b5 c4 d4 e3 e4 b4 a4 d3");
    assert_eq!(denials(&desk.want(ONE, DRAW)), refused(DRAW, Denial::TooSoon));
    desk.play(11, "a5");
    assert_eq!(denials(&desk.want(ONE, DRAW)), []);
}

#[test]
fn who_moves_declines_and_their_own_offer_stands() {
    let mut desk = desk();
    desk.want(ONE, DRAW);
    desk.play(0, "c3");
    assert_eq!(desk.table.kept().offer(), Some((Offer::Draw, 0)));
    desk.play(1, "d5");
    assert_eq!(desk.table.kept().offer(), None);
    let agree = Wish::Agree(Offer::Draw);
    assert_eq!(denials(&desk.want(TWO, agree)), refused(agree, Denial::NothingOffered));
}

#[test]
fn who_resigns_has_lost_whosever_turn_it_is() {
    for (by, winner) in [(ONE, 1), (TWO, 0)] {
        let mut desk = desk();
        desk.play(0, "c3");
        let out = desk.want(by, Wish::Resign);
        assert_eq!(ended(&out), Some((Some(winner), "resigned".into(), true)));
        assert_eq!(denials(&desk.want(by, Wish::Resign)), refused(Wish::Resign, Denial::Over));
        assert_eq!(denials(&desk.want(by, DRAW)), refused(DRAW, Denial::Over));
    }
}

#[test]
fn a_match_is_called_off_until_both_have_moved_and_counts_for_nothing() {
    for words in ["", "c3"] {
        let mut desk = desk();
        desk.play(0, words);
        assert_eq!(ended(&desk.want(TWO, Wish::Abort)), Some((None, "aborted".into(), false)));
    }
    let mut desk = desk();
    desk.play(0, "c3 d5");
    assert_eq!(denials(&desk.want(TWO, Wish::Abort)), refused(Wish::Abort, Denial::TooLate));
    assert_eq!(ended(&desk.table.stop(desk.now)), None, "it is to be kept first");
}

#[test]
fn the_people_who_keep_the_server_can_end_a_match() {
    let mut desk = desk();
    desk.play(0, "c3 d5");
    let out = desk.table.stop(desk.now);
    assert_eq!(ended(&desk.keep(out)), Some((None, "stopped".into(), false)));
    assert_eq!(desk.table.stop(desk.now), [], "once");
}

#[test]
fn a_turn_is_taken_back_if_the_other_agrees() {
    let mut desk = Desk::seated(settings(blitz()), links());
    desk.play(0, "c3 d5");
    let (key, clocks) = (desk.table.kept().judge().key(), desk.kept[1].clocks.clone());
    desk.wait(3000);
    desk.play(2, "b3");
    desk.wait(7000);
    // While the other thinks: only the own turn goes back, and the clocks with it.
    desk.want(ONE, BACK);
    let out = desk.want(TWO, Wish::Agree(Offer::TakeBack));
    assert_eq!(happened(ONE, &out)[0].event, Event::TakenBack { ply: 3, seat: 0 });
    let kept = desk.table.kept();
    assert_eq!((kept.judge().key(), kept.seat(), kept.ply()), (key, 0, 4));
    assert_eq!(happened(ONE, &out)[0].clocks, clocks);
    // On the own turn: what the other has done since goes back too. Who was allowed it may ask again.
    desk.play(4, "b4 e4");
    assert_eq!(denials(&desk.want(ONE, BACK)), []);
    assert_eq!(desk.want(ONE, BACK), [], "it is open");
    desk.want(TWO, BACK);
    let kept = desk.table.kept();
    assert_eq!((kept.judge().key(), kept.seat(), kept.turns(), kept.ply()), (key, 0, 2, 7));
}

#[test]
fn an_act_for_a_position_that_was_taken_back_is_not_made_in_another_one() {
    let mut desk = desk();
    desk.play(0, "c3 d5 b3");
    desk.want(ONE, BACK);
    // Seat 1 agrees, and its answer is faster than a move that it had sent before by another window.
    desk.want(TWO, Wish::Agree(Offer::TakeBack));
    assert_eq!(denials(&desk.act(TWO, 3, "e4")), [(Subject::Act(3), Denial::Taken)]);
    // The move that was taken back comes again, late: it is answered as it was then, and not made again.
    let out = desk.act(ONE, 2, "b3");
    assert_eq!((happened(ONE, &out).len(), desk.table.kept().turns()), (1, 2));
}

#[test]
fn turns_of_several_steps_go_back_as_a_whole() {
    let mut desk = Desk::seated(settings(UNTIMED), tactics());
    let start = desk.table.kept().judge().key();
    desk.play(0, "b3-c3");
    assert_eq!(denials(&desk.want(ONE, BACK)), refused(BACK, Denial::NothingToTakeBack), "no turn is over");
    desk.play(1, "b5-c5 end");
    assert_eq!(denials(&desk.want(ONE, BACK)), []);
    desk.want(TWO, Wish::Agree(Offer::TakeBack));
    let kept = desk.table.kept();
    assert_eq!((kept.judge().key(), kept.seat(), kept.turns()), (start, 0, 0));
}

#[test]
fn nothing_is_taken_back_in_a_rated_match() {
    let mut desk = Desk::seated(Settings { rated: true, ..settings(UNTIMED) }, links());
    desk.play(0, "c3 d5");
    assert_eq!(denials(&desk.want(ONE, BACK)), refused(BACK, Denial::Rated));
    let agree = Wish::Agree(Offer::TakeBack);
    assert_eq!(denials(&desk.want(ONE, agree)), refused(agree, Denial::NothingOffered));
    assert!(matches!(denials(&desk.act(ONE, 2, "undo"))[..], [(_, Denial::Rules(_))]));
}

#[test]
fn another_match_is_offered_once_this_one_is_over() {
    let mut desk = desk();
    desk.play(0, "c3 d5");
    let rematch = Wish::Offer(Offer::Rematch);
    assert_eq!(denials(&desk.want(ONE, rematch)), refused(rematch, Denial::NotOver));
    desk.want(ONE, Wish::Resign);
    desk.want(ONE, rematch);
    let out = desk.want(TWO, Wish::Agree(Offer::Rematch));
    assert!(out.contains(&Out::Rematch));
    assert_eq!(denials(&desk.want(TWO, rematch)), refused(rematch, Denial::TooSoon), "once");

    let mut desk = self::desk();
    desk.want(TWO, Wish::Resign);
    desk.want(TWO, rematch);
    desk.want(ONE, Wish::Decline(Offer::Rematch));
    assert_eq!(denials(&desk.want(TWO, rematch)), refused(rematch, Denial::TooSoon), "no means no");
    assert_eq!(denials(&desk.want(ONE, rematch)), [], "who has declined may think again");
}

#[test]
fn who_is_gone_for_a_minute_in_a_live_match_can_be_declared_to_have_lost() {
    let mut desk = Desk::seated(settings(blitz()), links());
    desk.play(0, "c3 d5");
    assert_eq!(denials(&desk.want(TWO, Wish::Claim)), refused(Wish::Claim, Denial::NotGone));
    desk.close(ONE);
    desk.wait(59_000);
    assert_eq!(denials(&desk.want(TWO, Wish::Claim)), refused(Wish::Claim, Denial::NotGone));
    desk.wait(1000);
    assert_eq!(ended(&desk.want(TWO, Wish::Claim)), Some((Some(1), "left".into(), true)));

    let mut desk = Desk::seated(settings(TimeRule::Days(Days::a_turn(3, 0))), links());
    desk.play(0, "c3 d5");
    desk.close(ONE);
    desk.wait(90_000);
    assert_eq!(
        denials(&desk.want(TWO, Wish::Claim)),
        refused(Wish::Claim, Denial::NotGone),
        "by correspondence nobody is"
    );
    assert!(desk.now > MONDAY);
}
