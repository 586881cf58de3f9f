//! Leases: one process writes in a game, and who lost it cannot.

use super::desk::{Desk, SECOND, act, game as game_of_two, sentence};
use super::on_both_stores;
use gridmarch::serve::records::{End, NewGame, Outcome, Seat, Speed};
use gridmarch::serve::store::StoreError;

on_both_stores!(
    a_living_relay_keeps_its_games,
    who_holds_an_old_epoch_writes_nothing,
    a_relay_that_starts_anew_ends_its_own_past,
    two_relays_that_claim_at_once_get_one_lease,
    a_game_is_an_orphan_when_its_relay_has_been_silent_for_long,
    a_game_that_was_given_back_is_claimed_by_another,
    the_server_that_was_started_last_has_the_name,
);

async fn a_game_that_was_given_back_is_claimed_by_another(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    desk.store.renew_relay("main", "", 60 * SECOND).await.unwrap();
    let (game, lease) = desk.duel(one, two, false, Speed::Blitz).await;
    assert!(desk.store.orphaned_games("spare", 0).await.unwrap().is_empty());
    desk.store.give_back(lease).await.unwrap();
    assert_eq!(desk.store.orphaned_games("spare", 0).await.unwrap(), [game.id]);
    assert_eq!(desk.store.orphaned_games("main", 0).await.unwrap(), [game.id], "for who had it, too");
    let new = desk.store.claim_game(game.id, "spare").await.unwrap();
    // An old lease gives nothing back.
    desk.store.give_back(lease).await.unwrap();
    desk.store.append_act(new, act(0, "f6")).await.unwrap();
}

async fn the_server_that_was_started_last_has_the_name(desk: Desk) {
    let second = desk.second();
    desk.store.begin_relay("main", "10.0.0.1:7000", 60 * SECOND).await.unwrap();
    desk.store.renew_relay("main", "10.0.0.1:7000", 60 * SECOND).await.unwrap();
    second.begin_relay("main", "10.0.0.2:7000", 60 * SECOND).await.unwrap();
    let refused = sentence(desk.store.renew_relay("main", "10.0.0.1:7000", 60 * SECOND).await);
    assert_eq!(refused, "another server was started with the name main");
    second.renew_relay("main", "10.0.0.2:7000", 60 * SECOND).await.unwrap();
    assert_eq!(second.relays().await.unwrap()[0].address, "10.0.0.2:7000");
}

async fn a_living_relay_keeps_its_games(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let store = &desk.store;
    store.renew_relay("main", "10.0.0.1:7000", 10 * SECOND).await.unwrap();
    store.renew_relay("spare", "10.0.0.2:7000", 60 * SECOND).await.unwrap();
    let (game, _) = desk.duel(one, two, false, Speed::Blitz).await;
    assert_eq!(store.relay_of(game.id).await.unwrap().unwrap().address, "10.0.0.1:7000");
    assert!(sentence(store.claim_game(game.id, "spare").await).contains("another process"));
    assert!(store.claimable_games("spare").await.unwrap().is_empty());
    desk.pass(11 * SECOND);
    assert_eq!(store.claimable_games("spare").await.unwrap(), [game.id]);
    store.claim_game(game.id, "spare").await.unwrap();
    assert_eq!(store.relay_of(game.id).await.unwrap().unwrap().name, "spare");
    store.end_relay("spare").await.unwrap();
    assert_eq!(store.relay_of(game.id).await.unwrap(), None);
    assert_eq!(store.claimable_games("main").await.unwrap(), [game.id]);
    assert!(store.relays().await.unwrap().is_empty());
}

async fn who_holds_an_old_epoch_writes_nothing(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, old) = desk.duel(one, two, true, Speed::Blitz).await;
    desk.store.append_act(old, act(0, "f6")).await.unwrap();
    let spare = desk.second();
    let new = spare.claim_game(game.id, "spare").await.unwrap();
    assert!(new.epoch > old.epoch);
    let end = End { outcomes: vec![Outcome::Won, Outcome::Lost], reason: "time".into(), counts: true };
    for refused in [
        desk.store.append_act(old, act(1, "g7")).await.map(|_| ()),
        // Even what was kept before is not acknowledged to who must not write any more.
        desk.store.append_act(old, act(0, "f6")).await.map(|_| ()),
        desk.store.set_turn(old, &[0], None).await,
        desk.store.set_log(old, "7.log", 3, None).await,
        desk.store.finish_game(old, end.clone()).await.map(|_| ()),
    ] {
        assert!(
            matches!(&refused, Err(StoreError::Forbidden(text)) if text.contains("epoch 1 is over")),
            "{refused:?}"
        );
    }
    spare.append_act(new, act(1, "h8")).await.unwrap();
    spare.set_log(new, "7.log", 3, Some("begun")).await.unwrap();
    assert_eq!(spare.game_by_log("7.log").await.unwrap().unwrap().id, game.id);
    assert_eq!(spare.game_by_log("8.log").await.unwrap(), None);
    assert_eq!(spare.game_description(game.id).await.unwrap().as_deref(), Some("begun"));
    let over = spare.finish_game(new, end).await.unwrap();
    assert_eq!((over.plies, over.log.as_deref(), over.version), (2, Some("7.log"), Some(3)));
}

async fn a_relay_that_starts_anew_ends_its_own_past(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    desk.store.renew_relay("main", "", 60 * SECOND).await.unwrap();
    let (game, old) = desk.duel(one, two, false, Speed::Blitz).await;
    assert_eq!(desk.store.claimable_games("main").await.unwrap(), [game.id]);
    let new = desk.store.claim_game(game.id, "main").await.unwrap();
    assert!(desk.store.append_act(old, act(0, "f6")).await.is_err());
    desk.store.append_act(new, act(0, "f6")).await.unwrap();
}

async fn two_relays_that_claim_at_once_get_one_lease(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    for relay in ["main", "left", "right"] {
        desk.store.renew_relay(relay, "", 60 * SECOND).await.unwrap();
    }
    let (game, _) = desk.duel(one, two, false, Speed::Blitz).await;
    desk.store.end_relay("main").await.unwrap();
    let other = desk.second();
    let (left, right) = tokio::join!(desk.store.claim_game(game.id, "left"), other.claim_game(game.id, "right"));
    assert!(left.is_ok() != right.is_ok(), "{left:?} {right:?}");
}

async fn a_game_is_an_orphan_when_its_relay_has_been_silent_for_long(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let store = &desk.store;
    store.renew_relay("main", "here", 20 * SECOND).await.unwrap();
    store.renew_relay("spare", "there", 900 * SECOND).await.unwrap();
    let (game, lease) = desk.duel(one, two, false, Speed::Blitz).await;
    store.set_log(lease, "7.log", 1, None).await.unwrap();
    let orphans = |seconds: i64| {
        let store = desk.store.clone();
        async move { store.orphaned_games("spare", seconds * SECOND).await.unwrap() }
    };
    desk.pass(29 * SECOND);
    assert!(orphans(10).await.is_empty(), "its last word held for twenty seconds, and ten more have not passed");
    assert_eq!(store.logs_elsewhere("spare").await.unwrap(), Vec::<String>::new(), "nobody plays it");
    desk.pass(SECOND);
    assert_eq!(orphans(10).await, [game.id]);
    assert!(store.orphaned_games("main", 10 * SECOND).await.unwrap().is_empty(), "for its own relay it is none");
    assert!(orphans(60).await.is_empty());
    desk.pass(60 * SECOND);
    assert_eq!(orphans(60).await, [game.id]);
    // A game in which nobody has a lease yet is left alone at first: it is just beginning.
    let seats = vec![Seat::Account(one), Seat::Account(two)];
    let young = store.open_game(Some(one), NewGame { seats, ..game_of_two() }).await.unwrap();
    assert_eq!(orphans(10).await, [game.id]);
    desk.pass(10 * SECOND);
    assert_eq!(orphans(10).await, [game.id, young.id]);
    store.claim_game(game.id, "spare").await.unwrap();
    assert_eq!(orphans(10).await, [young.id]);
    assert_eq!(store.logs_elsewhere("main").await.unwrap(), ["7.log"]);
}
