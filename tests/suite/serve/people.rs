//! Friends, blocks and notices.

use super::desk::{DAY, Desk, game, sentence};
use super::on_both_stores;
use gridmarch::serve::community::{NoticeKind, RelationKind};
use gridmarch::serve::records::{Door, End, NewGame, Outcome, Seat, Speed};

on_both_stores!(
    friends_and_blocks_are_set_and_taken_back,
    a_block_tells_nobody_anything,
    notices_are_read_once_and_followed_by_their_numbers,
    a_notice_of_a_game_names_the_others_in_it,
    the_numbers_of_notices_rise_though_the_last_one_is_gone,
);

async fn friends_and_blocks_are_set_and_taken_back(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    desk.store.set_relation(anna, bert, Some(RelationKind::Friend)).await.unwrap();
    let relations = desk.store.relations(anna).await.unwrap();
    assert_eq!((relations.len(), relations[0].name.as_str(), relations[0].kind), (1, "Bert", RelationKind::Friend));
    assert!(desk.store.relations(bert).await.unwrap().is_empty());
    desk.store.set_relation(anna, bert, Some(RelationKind::Block)).await.unwrap();
    assert_eq!(desk.store.relations(anna).await.unwrap()[0].kind, RelationKind::Block);
    desk.store.set_relation(anna, bert, None).await.unwrap();
    assert!(desk.store.relations(anna).await.unwrap().is_empty());
    assert_eq!(sentence(desk.store.set_relation(anna, anna, Some(RelationKind::Friend)).await), "this is you");
    assert!(desk.store.set_relation(anna, 99, Some(RelationKind::Friend)).await.is_err());
}

async fn a_block_tells_nobody_anything(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    desk.store.set_relation(anna, bert, Some(RelationKind::Block)).await.unwrap();
    assert!(desk.store.notices(bert).await.unwrap().is_empty());
    desk.store.set_relation(bert, anna, Some(RelationKind::Friend)).await.unwrap();
    assert!(desk.store.notices(anna).await.unwrap().is_empty());
}

async fn notices_are_read_once_and_followed_by_their_numbers(desk: Desk) {
    let (anna, bert, carl) = (desk.person("Anna").await, desk.person("Bert").await, desk.person("Carl").await);
    for from in [anna, bert] {
        desk.store.set_relation(from, carl, Some(RelationKind::Friend)).await.unwrap();
    }
    let notices = desk.store.notices(carl).await.unwrap();
    assert!(notices.iter().all(|notice| notice.kind == NoticeKind::Friend && notice.read.is_none()));
    assert_eq!(notices.iter().map(|notice| notice.about).collect::<Vec<_>>(), [Some(bert), Some(anna)]);
    desk.store.mark_read(carl, notices[1].id).await.unwrap();
    desk.store.mark_read(anna, notices[0].id).await.unwrap();
    let read: Vec<_> = desk.store.notices(carl).await.unwrap().iter().map(|notice| notice.read.is_some()).collect();
    assert_eq!(read, [false, true]);
    let after = desk.second().notices_after(notices[1].id).await.unwrap();
    assert_eq!(after.iter().map(|notice| notice.id).collect::<Vec<_>>(), [notices[0].id]);
    // The same again gets a new number, so that who follows hears of it.
    desk.store.set_relation(anna, carl, None).await.unwrap();
    desk.store.set_relation(anna, carl, Some(RelationKind::Friend)).await.unwrap();
    let after = desk.store.notices_after(notices[0].id).await.unwrap();
    assert_eq!((after.len(), after[0].about), (1, Some(anna)));
    assert_eq!(desk.store.notices(carl).await.unwrap().len(), 2);
    desk.pass(61 * DAY);
    desk.store.tidy().await.unwrap();
    assert!(desk.store.notices(carl).await.unwrap().is_empty());
}

async fn a_notice_of_a_game_names_the_others_in_it(desk: Desk) {
    let (anna, bert, carl) = (desk.person("Anna").await, desk.person("Bert").await, desk.person("Carl").await);
    let seats = vec![Seat::Account(anna), Seat::Invited(bert), Seat::Invited(carl), Seat::Program("one".into())];
    let new = NewGame { door: Door::Challenge, seats, ..game() };
    let id = desk.store.open_game(Some(anna), new).await.unwrap().id;
    let told = &desk.store.notices(bert).await.unwrap()[0];
    assert_eq!((told.kind, told.about_name.as_deref()), (NoticeKind::Challenge, Some("Anna")));
    assert_eq!(told.opponents, ["Anna", "Carl", "a program"]);
    for who in [bert, carl] {
        desk.store.take_seat(id, who, None, None).await.unwrap();
    }
    let told = &desk.store.notices(anna).await.unwrap()[0];
    assert_eq!((told.kind, told.game), (NoticeKind::Started, Some(id)));
    assert_eq!(told.opponents, ["Bert", "Carl", "a program"]);
    // A free seat has no name, and what is about no game names nobody.
    let seats = vec![Seat::Account(anna), Seat::Empty, Seat::Invited(bert)];
    desk.store.open_game(Some(anna), NewGame { seats, ..game() }).await.unwrap();
    assert_eq!(desk.store.notices(bert).await.unwrap()[0].opponents, ["Anna"]);
    desk.store.set_relation(carl, bert, Some(RelationKind::Friend)).await.unwrap();
    assert!(desk.store.notices(bert).await.unwrap()[0].opponents.is_empty());
    // Who has played a game that counts reads what it has made of the rating.
    let (game, lease) = desk.duel(anna, bert, true, Speed::Blitz).await;
    let end = End { outcomes: vec![Outcome::Won, Outcome::Lost], reason: "resigned".into(), counts: true };
    desk.store.finish_game(lease, end).await.unwrap();
    let told = &desk.store.notices(bert).await.unwrap()[0];
    assert_eq!((told.game, told.outcome.as_deref()), (Some(game.id), Some("lost")));
    let (before, after) = (told.rating_before.unwrap(), told.rating_after.unwrap());
    assert!(after < before, "{before} to {after}");
    let all = desk.store.notices_after(0).await.unwrap();
    assert!(all.iter().all(|notice| !notice.opponents.contains(&"Dora".into())) && all.len() > 3);
}

async fn the_numbers_of_notices_rise_though_the_last_one_is_gone(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let mut last = desk.store.last_notice().await.unwrap();
    for _ in 0..3 {
        let new = NewGame { door: Door::Challenge, seats: vec![Seat::Account(anna), Seat::Invited(bert)], ..game() };
        let id = desk.store.open_game(Some(anna), new).await.unwrap().id;
        let told = desk.store.notices(bert).await.unwrap();
        assert_eq!((told.len(), told[0].id), (1, desk.store.last_notice().await.unwrap()));
        assert!(told[0].id > last, "who waits for larger numbers hears of it");
        last = told[0].id;
        desk.store.withdraw(id, anna).await.unwrap();
    }
}
