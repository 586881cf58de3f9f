//! Acts of a game: kept once, in order, under the right lease.

use super::desk::{Desk, HOUR, act, game, sentence};
use super::on_both_stores;
use gridmarch::serve::community::NoticeKind;
use gridmarch::serve::records::{Act, ActLine, Appended, End, Outcome, Seat, Speed};
use gridmarch::serve::store::StoreError;

on_both_stores!(
    acts_come_back_in_order_with_their_times,
    an_act_is_kept_once_however_often_it_is_sent,
    a_gap_and_an_end_are_refused,
    games_of_an_account_say_whose_turn_it_is,
    a_turn_by_correspondence_is_told_once,
    a_record_that_is_too_long_is_refused,
);

async fn acts_come_back_in_order_with_their_times(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, lease) = desk.duel(one, two, false, Speed::Blitz).await;
    let mut expected = Vec::new();
    for (ply, record) in (0..).zip(["f6", "swap", "j14 \u{2014} ok?"]) {
        assert_eq!(desk.store.append_act(lease, act(ply, record)).await, Ok(Appended::New));
        expected.push(ActLine { ply, record: record.into(), at: desk.store.now() });
        desk.pass(17);
    }
    assert_eq!(desk.store.acts(game.id, 0).await.unwrap(), expected);
    assert_eq!(desk.store.acts(game.id, 2).await.unwrap(), expected[2..]);
    assert_eq!(desk.store.game(game.id).await.unwrap().plies, 3);
}

async fn an_act_is_kept_once_however_often_it_is_sent(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, lease) = desk.duel(one, two, false, Speed::Blitz).await;
    desk.store.append_act(lease, act(0, "f6")).await.unwrap();
    desk.store.append_act(lease, act(1, "g7")).await.unwrap();
    assert_eq!(desk.store.append_act(lease, act(0, "f6")).await, Ok(Appended::Repeated));
    let other = desk.store.append_act(lease, act(0, "f7")).await;
    assert!(matches!(&other, Err(StoreError::Conflict(text)) if text.contains("another act at ply 0")), "{other:?}");
    let twins = (desk.store.append_act(lease, act(2, "h8")), desk.store.append_act(lease, act(2, "h8")));
    let (first, second) = tokio::join!(twins.0, twins.1);
    let mut both = [first.unwrap(), second.unwrap()];
    both.sort_by_key(|appended| *appended == Appended::Repeated);
    assert_eq!(both, [Appended::New, Appended::Repeated]);
    assert_eq!(desk.store.acts(game.id, 0).await.unwrap().len(), 3);
}

async fn a_gap_and_an_end_are_refused(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, lease) = desk.duel(one, two, false, Speed::Blitz).await;
    assert!(sentence(desk.store.append_act(lease, act(1, "f6")).await).ends_with("expects ply 0, not 1"));
    let end = End { outcomes: vec![Outcome::Won, Outcome::Lost], reason: "resigned".into(), counts: true };
    desk.store.finish_game(lease, end).await.unwrap();
    let late = desk.store.append_act(lease, act(0, "f6")).await;
    assert!(matches!(late, Err(StoreError::Forbidden(_))), "{late:?}");
    assert_eq!(desk.store.acts(game.id, 0).await.unwrap(), []);
}

async fn games_of_an_account_say_whose_turn_it_is(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (waiting, lease) = desk.duel(one, two, false, Speed::Correspondence).await;
    let now = desk.store.now();
    desk.store.set_turn(lease, &[1], Some(now + 5 * HOUR)).await.unwrap();
    let (mine, lease) = desk.duel(one, two, false, Speed::Correspondence).await;
    desk.store.set_turn(lease, &[0], Some(now + 9 * HOUR)).await.unwrap();
    let ids = |games: Vec<gridmarch::serve::records::Game>| games.iter().map(|game| game.id).collect::<Vec<_>>();
    assert_eq!(ids(desk.store.my_games(one).await.unwrap()), [mine.id, waiting.id]);
    assert_eq!(ids(desk.store.my_games(two).await.unwrap()), [waiting.id, mine.id]);
    assert!(desk.store.overdue_games().await.unwrap().is_empty());
    desk.pass(6 * HOUR);
    assert_eq!(desk.store.overdue_games().await.unwrap(), [waiting.id]);
}

async fn a_turn_by_correspondence_is_told_once(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, lease) = desk.duel(one, two, false, Speed::Correspondence).await;
    let (live, live_lease) = desk.duel(one, two, false, Speed::Blitz).await;
    for ply in 0..4 {
        desk.store.append_act(lease, act(ply, "f6")).await.unwrap();
    }
    desk.store.append_act(live_lease, act(0, "f6")).await.unwrap();
    let turns: Vec<_> = desk.store.notices(two).await.unwrap();
    let turns: Vec<_> = turns.iter().filter(|notice| notice.kind == NoticeKind::YourTurn).collect();
    assert_eq!(turns.len(), 1, "{turns:?}");
    assert_eq!(turns[0].game, Some(game.id));
    assert_ne!(turns[0].game, Some(live.id));
    assert_eq!((turns[0].game_kind.as_deref(), &turns[0].opponents[..]), (Some("links"), &["Anna".to_string()][..]));
}

async fn a_record_that_is_too_long_is_refused(desk: Desk) {
    let seats = vec![Seat::Program("one".into()), Seat::Program("two".into())];
    let running = desk.store.open_game(None, super::desk::game()).await.unwrap();
    assert!(sentence(desk.store.claim_game(running.id, "main").await).contains("does not run"));
    let running = desk.store.open_game(None, gridmarch::serve::records::NewGame { seats, ..game() }).await.unwrap();
    let lease = desk.store.claim_game(running.id, "main").await.unwrap();
    let long = |length| Act { ply: 0, record: "x".repeat(length), to_act: vec![], deadline: None };
    assert!(sentence(desk.store.append_act(lease, long(65_537)).await).starts_with("record:"));
    assert_eq!(desk.store.append_act(lease, long(65_536)).await, Ok(Appended::New));
}
