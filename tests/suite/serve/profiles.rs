//! What is known of an account, names, export, deletion.

use super::desk::{DAY, Desk, act, game, sentence};
use super::on_both_stores;
use gridmarch::serve::accounts::{AccountKind, Profile};
use gridmarch::serve::records::{End, GameState, NewGame, Outcome, Seat, Speed};
use gridmarch::serve::store::StoreError;

on_both_stores!(
    a_profile_shows_nothing_private,
    a_name_can_be_changed_and_the_old_one_stays_ones_own,
    names_are_found_by_their_beginning,
    an_export_holds_ones_data_and_no_secret,
    a_deleted_account_leaves_its_games,
    who_plays_is_not_deleted,
    guests_who_do_not_come_back_are_forgotten,
);

async fn a_profile_shows_nothing_private(desk: Desk) {
    let anna = desk.person("Anna").await;
    desk.store.set_email(anna, Some("anna@example.org")).await.unwrap();
    for wrong in ["anna", "anna@host", "an na@example.org", "anna@example.org\r\nBcc: b@example.org"] {
        assert!(desk.store.set_email(anna, Some(wrong)).await.is_err(), "{wrong}");
    }
    desk.store.set_settings(anna, "{\"weekend\":true}").await.unwrap();
    assert!(desk.store.set_settings(anna, &"x".repeat(4097)).await.is_err());
    let account = desk.store.account(anna).await.unwrap();
    assert_eq!(account.email.as_deref(), Some("anna@example.org"));
    assert_eq!(account.settings, "{\"weekend\":true}");
    let shown = serde_json::to_string(&Profile::from(account)).unwrap();
    assert!(!shown.contains("example.org") && shown.contains("Anna"), "{shown}");
    desk.store.set_email(anna, None).await.unwrap();
    assert_eq!(desk.store.account(anna).await.unwrap().email, None);
}

async fn a_name_can_be_changed_and_the_old_one_stays_ones_own(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    assert!(matches!(desk.store.rename(anna, "bert").await, Err(StoreError::Conflict(_))));
    desk.store.rename(anna, "Hannah").await.unwrap();
    assert!(sentence(desk.store.rename(anna, "Joanna").await).contains("once in 30 days"));
    assert!(matches!(desk.store.rename(bert, "Anna").await, Err(StoreError::Conflict(_))));
    assert_eq!(desk.store.account_by_name("anna").await.unwrap().name, "Hannah");
    desk.pass(30 * DAY);
    desk.store.rename(anna, "ANNA").await.unwrap();
    assert_eq!(desk.store.account(anna).await.unwrap().name, "ANNA");
}

async fn names_are_found_by_their_beginning(desk: Desk) {
    for name in ["Anna", "Annika", "Bert", "ann-0"] {
        desk.person(name).await;
    }
    let names = |found: Vec<Profile>| found.into_iter().map(|profile| profile.name).collect::<Vec<_>>();
    assert_eq!(names(desk.store.find_accounts("ANN", 10).await.unwrap()), ["ann-0", "Anna", "Annika"]);
    assert_eq!(names(desk.store.find_accounts("", 2).await.unwrap()), ["ann-0", "Anna"]);
    assert!(desk.store.find_accounts("x%", 10).await.unwrap().is_empty());
}

async fn an_export_holds_ones_data_and_no_secret(desk: Desk) {
    let (account, token) = desk.register("Anna").await.unwrap();
    let (anna, bert) = (account.id, desk.person("Bert").await);
    desk.store.set_email(anna, Some("anna@example.org")).await.unwrap();
    desk.store.set_relation(anna, bert, Some(gridmarch::serve::community::RelationKind::Friend)).await.unwrap();
    desk.store.put_level(anna, "The isle", "level text").await.unwrap();
    let (_, lease) = desk.duel(anna, bert, true, Speed::Blitz).await;
    desk.store.append_act(lease, act(0, "f6")).await.unwrap();
    let end = End { outcomes: vec![Outcome::Won, Outcome::Lost], reason: "resigned".into(), counts: true };
    desk.store.finish_game(lease, end).await.unwrap();
    let export = desk.store.export(anna).await.unwrap();
    assert_eq!(export["account"]["email"], "anna@example.org");
    assert_eq!(export["games"][0]["acts"][0]["record"], "f6");
    assert_eq!(export["games"][0]["outcome"], "won");
    assert_eq!(export["relations"][0]["account"], "Bert");
    assert_eq!(export["levels"][0]["text"], "level text");
    assert!(export["ratings"][0]["rating"].as_f64().unwrap() > 1500.0);
    assert_eq!(export["sessions"].as_array().unwrap().len(), 1);
    let text = export.to_string();
    assert!(!text.contains("argon2") && !text.contains(token.reveal()), "{text}");
}

async fn a_deleted_account_leaves_its_games(desk: Desk) {
    let (account, token) = desk.register("Anna").await.unwrap();
    let (anna, bert) = (account.id, desk.person("Bert").await);
    let (played, lease) = desk.duel(anna, bert, true, Speed::Blitz).await;
    desk.store.append_act(lease, act(0, "f6")).await.unwrap();
    let end = End { outcomes: vec![Outcome::Lost, Outcome::Won], reason: "resigned".into(), counts: true };
    desk.store.finish_game(lease, end).await.unwrap();
    let seats = vec![Seat::Account(anna), Seat::Empty];
    let open = desk.store.open_game(Some(anna), NewGame { seats, ..game() }).await.unwrap();
    desk.store.delete_account(anna).await.unwrap();
    assert!(matches!(desk.store.account(anna).await, Err(StoreError::NotFound(_))));
    assert!(desk.store.session(&token, desk.address()).await.is_err());
    let game = desk.store.game(played.id).await.unwrap();
    assert_eq!(game.seats[0].name.as_deref(), Some("deleted"));
    assert_eq!(game.seats[0].kind, Some(AccountKind::Deleted));
    assert_eq!(game.seats[1].name.as_deref(), Some("Bert"));
    assert_eq!(desk.store.acts(played.id, 0).await.unwrap().len(), 1);
    assert_eq!(desk.store.game(open.id).await.unwrap().state, GameState::Withdrawn);
    assert!(desk.store.ratings(anna).await.unwrap().is_empty());
    assert_eq!(desk.store.ratings(bert).await.unwrap().len(), 1);
    // The name is free again, and a new account is another one.
    assert_ne!(desk.person("Anna").await, anna);
}

async fn who_plays_is_not_deleted(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, _) = desk.duel(anna, bert, false, Speed::Blitz).await;
    assert!(sentence(desk.store.delete_account(anna).await).contains(&format!("game {} is not over", game.id)));
    assert_eq!(desk.store.account(anna).await.unwrap().name, "Anna");
}

async fn guests_who_do_not_come_back_are_forgotten(desk: Desk) {
    let anna = desk.person("Anna").await;
    let seats = vec![Seat::Account(anna), Seat::Empty];
    let link = gridmarch::serve::records::Door::Link;
    let open = desk.store.open_game(Some(anna), NewGame { door: link, seats, ..game() }).await.unwrap();
    let code = open.invitation.unwrap();
    let (idle, _) = desk.accounts.enter_as_guest(&code, desk.address(), "test").await.unwrap();
    let (playing, _) = desk.accounts.enter_as_guest(&code, desk.address(), "test").await.unwrap();
    desk.store.take_seat(open.id, playing.id, Some(&code), None).await.unwrap();
    desk.pass(31 * DAY);
    desk.store.tidy().await.unwrap();
    assert!(desk.store.account(idle.id).await.is_err());
    assert_eq!(desk.store.account(playing.id).await.unwrap().kind, AccountKind::Guest);
    assert_eq!(desk.store.account(anna).await.unwrap().name, "Anna");
}
