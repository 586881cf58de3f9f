//! How games come about, and how they are found again.

use super::desk::{DAY, Desk, HOUR, game, sentence};
use super::on_both_stores;
use gridmarch::serve::community::{NoticeKind, RelationKind};
use gridmarch::serve::records::{Door, End, Game, GameState, NewGame, Outcome, Search, Seat, Speed};
use gridmarch::serve::store::StoreError;

on_both_stores!(
    an_open_seat_is_taken_by_one_of_many,
    an_open_seat_survives_a_restart_and_runs_out,
    a_challenge_is_for_one_and_can_be_declined,
    who_blocks_somebody_gets_no_challenge,
    only_who_opened_a_game_withdraws_it,
    a_game_of_many_seats_begins_with_the_last,
    shuffled_seats_are_dealt_to_both_sides,
    games_that_break_a_rule_are_refused,
    the_archive_is_searched_page_by_page,
    running_games_are_listed_by_the_best_player,
    vacation_moves_deadlines_and_ends,
);

fn ids(games: &[Game]) -> Vec<i64> {
    games.iter().map(|game| game.id).collect()
}

async fn open(desk: &Desk, by: i64, new: NewGame) -> Game {
    desk.store.open_game(Some(by), new).await.unwrap()
}

async fn an_open_seat_is_taken_by_one_of_many(desk: Desk) {
    let (anna, bert, carl) = (desk.person("Anna").await, desk.person("Bert").await, desk.person("Carl").await);
    let open = open(&desk, anna, NewGame { seats: vec![Seat::Empty, Seat::Account(anna)], ..game() }).await;
    assert_eq!((open.state, open.started), (GameState::Open, None));
    assert_eq!(ids(&desk.store.lobby(None).await.unwrap()), [open.id]);
    let second = desk.second();
    let (left, right) =
        tokio::join!(desk.store.take_seat(open.id, bert, None, None), second.take_seat(open.id, carl, None, None));
    assert!(left.is_ok() != right.is_ok(), "{left:?} {right:?}");
    let winner = if left.is_ok() { bert } else { carl };
    let begun = left.or(right).unwrap();
    assert_eq!((begun.state, begun.started), (GameState::Running, Some(desk.store.now())));
    assert_eq!(begun.seat_of(winner), Some(0));
    // The answer was lost, and the winner asks again.
    assert_eq!(desk.store.take_seat(open.id, winner, None, None).await.unwrap(), begun);
    assert!(desk.store.lobby(None).await.unwrap().is_empty());
    assert_eq!(desk.store.notices(anna).await.unwrap()[0].kind, NoticeKind::Started);
    assert_eq!(desk.store.game_setup(open.id).await.unwrap(), "size 24");
}

async fn an_open_seat_survives_a_restart_and_runs_out(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let open = open(&desk, anna, NewGame { seats: vec![Seat::Account(anna), Seat::Empty], ..game() }).await;
    let restarted = desk.second();
    assert_eq!(ids(&restarted.lobby(None).await.unwrap()), [open.id]);
    desk.pass(HOUR);
    assert!(restarted.lobby(None).await.unwrap().is_empty());
    assert!(sentence(restarted.take_seat(open.id, bert, None, None).await).contains("not open any more"));
    restarted.tidy().await.unwrap();
    assert_eq!(desk.store.game(open.id).await.unwrap().state, GameState::Expired);
}

async fn a_challenge_is_for_one_and_can_be_declined(desk: Desk) {
    let (anna, bert, carl) = (desk.person("Anna").await, desk.person("Bert").await, desk.person("Carl").await);
    let new = NewGame { door: Door::Challenge, seats: vec![Seat::Account(anna), Seat::Invited(bert)], ..game() };
    let first = open(&desk, anna, new.clone()).await;
    assert_eq!(first.seats[1].name.as_deref(), Some("Bert"));
    assert!(desk.store.lobby(None).await.unwrap().is_empty());
    assert_eq!(ids(&desk.store.open_games(bert).await.unwrap()), [first.id]);
    assert!(desk.store.open_games(carl).await.unwrap().is_empty());
    assert!(sentence(desk.store.take_seat(first.id, carl, None, None).await).contains("not invited"));
    assert!(sentence(desk.store.decline(first.id, carl, "later").await).contains("not invited"));
    let told = &desk.store.notices(bert).await.unwrap()[0];
    assert_eq!((told.kind, told.game, told.about), (NoticeKind::Challenge, Some(first.id), Some(anna)));
    desk.store.decline(first.id, bert, "later").await.unwrap();
    let declined = desk.store.game(first.id).await.unwrap();
    assert_eq!((declined.state, declined.reason.as_deref()), (GameState::Declined, Some("later")));
    let told = &desk.store.notices(anna).await.unwrap()[0];
    assert_eq!((told.kind, told.about), (NoticeKind::Declined, Some(bert)));
    assert!(matches!(desk.store.take_seat(first.id, bert, None, None).await, Err(StoreError::Conflict(_))));
    let second = open(&desk, anna, new).await;
    assert_eq!(desk.store.take_seat(second.id, bert, None, None).await.unwrap().state, GameState::Running);
}

async fn who_blocks_somebody_gets_no_challenge(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    desk.store.set_relation(bert, anna, Some(RelationKind::Block)).await.unwrap();
    let new = NewGame { door: Door::Challenge, seats: vec![Seat::Account(anna), Seat::Invited(bert)], ..game() };
    assert!(matches!(desk.store.open_game(Some(anna), new).await, Err(StoreError::Forbidden(_))));
    // What a refused job did before is undone: no game, no notice.
    assert!(desk.store.open_games(anna).await.unwrap().is_empty());
    assert!(desk.store.notices(bert).await.unwrap().is_empty());
    let seat = open(&desk, anna, NewGame { seats: vec![Seat::Account(anna), Seat::Empty], ..game() }).await;
    assert!(desk.store.lobby(Some(bert)).await.unwrap().is_empty());
    assert_eq!(ids(&desk.store.lobby(Some(anna)).await.unwrap()), [seat.id]);
    assert!(desk.store.take_seat(seat.id, bert, None, None).await.is_err());
    let own = open(&desk, bert, NewGame { seats: vec![Seat::Account(bert), Seat::Empty], ..game() }).await;
    assert!(matches!(desk.store.take_seat(own.id, anna, None, None).await, Err(StoreError::Forbidden(_))));
}

async fn only_who_opened_a_game_withdraws_it(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let new = NewGame { door: Door::Challenge, seats: vec![Seat::Account(anna), Seat::Invited(bert)], ..game() };
    let open = open(&desk, anna, new).await;
    assert!(matches!(desk.store.withdraw(open.id, bert).await, Err(StoreError::Forbidden(_))));
    desk.store.withdraw(open.id, anna).await.unwrap();
    assert!(desk.store.notices(bert).await.unwrap().is_empty());
    assert!(matches!(desk.store.withdraw(open.id, anna).await, Err(StoreError::Conflict(_))));
    assert!(matches!(desk.store.withdraw(9999, anna).await, Err(StoreError::NotFound(_))));
}

async fn a_game_of_many_seats_begins_with_the_last(desk: Desk) {
    let mut people = Vec::new();
    for name in ["Anna", "Bert", "Carl"] {
        people.push(desk.person(name).await);
    }
    let seats = vec![Seat::Empty, Seat::Account(people[0]), Seat::Program("medium".into()), Seat::Empty];
    let new = NewGame { kind: "rts".into(), speed: Speed::RealTime, door: Door::Link, seats, delay: 60_000, ..game() };
    let open = open(&desk, people[0], new).await;
    let code = open.invitation.as_deref().unwrap();
    assert_eq!(code.len(), 12);
    assert_eq!(desk.store.game_by_invitation(code).await.unwrap().id, open.id);
    assert!(!serde_json::to_string(&open).unwrap().contains(code));
    let taken = desk.store.take_seat(open.id, people[1], Some(code), Some(1)).await;
    assert!(matches!(taken, Err(StoreError::Conflict(_))), "{taken:?}");
    let waiting = desk.store.take_seat(open.id, people[1], Some(code), Some(3)).await.unwrap();
    assert_eq!((waiting.state, waiting.seat_of(people[1])), (GameState::Open, Some(3)));
    let begun = desk.store.take_seat(open.id, people[2], Some(code), None).await.unwrap();
    assert_eq!((begun.state, begun.delay), (GameState::Running, 60_000));
    let names: Vec<_> = begun.seats.iter().map(|seat| seat.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["Carl", "Anna", "medium", "Bert"]);
}

async fn shuffled_seats_are_dealt_to_both_sides(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let mut first = 0;
    for _ in 0..40 {
        let new = NewGame { is_shuffled: true, seats: vec![Seat::Account(anna), Seat::Account(bert)], ..game() };
        let game = open(&desk, anna, new).await;
        assert_eq!(game.seats.len(), 2);
        assert!(game.seat_of(bert).is_some());
        first += u32::from(game.seat_of(anna) == Some(0));
    }
    // Outside of this once in 40,000,000,000 runs.
    assert!((1..40).contains(&first), "{first} of 40");
}

async fn games_that_break_a_rule_are_refused(desk: Desk) {
    let anna = desk.person("Anna").await;
    let mine = vec![Seat::Account(anna), Seat::Empty];
    for (new, why) in [
        (NewGame { kind: String::new(), ..game() }, "kind:"),
        (NewGame { title: "x".repeat(121), ..game() }, "title:"),
        (NewGame { setup: "x".repeat((2 << 20) + 1), ..game() }, "setup:"),
        (NewGame { seats: vec![], ..game() }, "seats:"),
        (NewGame { seats: vec![Seat::Empty; 17], ..game() }, "seats:"),
        (NewGame { seats: vec![Seat::Empty; 3], is_rated: true, ..game() }, "rated:"),
        (NewGame { seats: vec![Seat::Account(anna); 2], is_rated: true, ..game() }, "rated:"),
        (NewGame { seats: vec![Seat::Account(anna), Seat::Program("x".into())], is_rated: true, ..game() }, "rated:"),
        (NewGame { seats: vec![Seat::Account(anna), Seat::Invited(anna)], ..game() }, "themselves"),
        (NewGame { seats: vec![Seat::Account(anna), Seat::Invited(99)], ..game() }, "no account 99"),
    ] {
        let text = sentence(desk.store.open_game(Some(anna), new).await);
        assert!(text.contains(why), "{why} {text}");
    }
    for _ in 0..10 {
        open(&desk, anna, NewGame { seats: mine.clone(), ..game() }).await;
    }
    let text = sentence(desk.store.open_game(Some(anna), NewGame { seats: mine, ..game() }).await);
    assert!(text.contains("10 games of yours are open"), "{text}");
}

async fn the_archive_is_searched_page_by_page(desk: Desk) {
    let (anna, bert, carl) = (desk.person("Anna").await, desk.person("Bert").await, desk.person("Carl").await);
    let mut played = Vec::new();
    let begun = desk.store.now();
    for (other, is_rated, speed, reason) in [
        (bert, true, Speed::Blitz, "resigned"),
        (bert, false, Speed::Rapid, "time"),
        (carl, true, Speed::Blitz, "time"),
    ] {
        let (game, lease) = desk.duel(anna, other, is_rated, speed).await;
        let outcomes = vec![Outcome::Won, Outcome::Lost];
        desk.store.finish_game(lease, End { outcomes, reason: reason.into(), counts: true }).await.unwrap();
        played.push(game.id);
        desk.pass(DAY);
    }
    desk.duel(anna, bert, false, Speed::Blitz).await;
    let search = |search: Search| {
        let store = desk.store.clone();
        async move { ids(&store.search_games(search).await.unwrap()) }
    };
    let [first, second, third] = played[..] else { unreachable!("three games were played") };
    let all = Search::default();
    assert_eq!(search(all.clone()).await, [third, second, first]);
    assert_eq!(search(Search { account: Some(bert), ..all.clone() }).await, [second, first]);
    assert_eq!(search(Search { account: Some(anna), opponent: Some(carl), ..all.clone() }).await, [third]);
    assert_eq!(search(Search { account: Some(bert), opponent: Some(carl), ..all.clone() }).await, [0i64; 0]);
    assert_eq!(search(Search { is_rated: Some(false), ..all.clone() }).await, [second]);
    assert_eq!(search(Search { speed: Some(Speed::Blitz), ..all.clone() }).await, [third, first]);
    assert_eq!(
        search(Search { reason: Some("time".into()), kind: Some("links".into()), ..all.clone() }).await,
        [third, second]
    );
    assert_eq!(search(Search { kind: Some("' OR 1=1 --".into()), ..all.clone() }).await, [0i64; 0]);
    let (since, until) = (Some(begun + DAY), Some(begun + 2 * DAY));
    assert_eq!(search(Search { since, until, ..all.clone() }).await, [second]);
    assert_eq!(search(Search { limit: 2, ..all.clone() }).await, [third, second]);
    assert_eq!(search(Search { limit: 2, before: Some(second), ..all }).await, [first]);
}

async fn running_games_are_listed_by_the_best_player(desk: Desk) {
    let (anna, bert, carl) = (desk.person("Anna").await, desk.person("Bert").await, desk.person("Carl").await);
    let (_, lease) = desk.duel(anna, bert, true, Speed::Blitz).await;
    let outcomes = vec![Outcome::Won, Outcome::Lost];
    desk.store.finish_game(lease, End { outcomes, reason: "time".into(), counts: true }).await.unwrap();
    let (best, _) = desk.duel(anna, carl, false, Speed::Blitz).await;
    let (worse, _) = desk.duel(bert, carl, false, Speed::Blitz).await;
    desk.duel(bert, carl, false, Speed::Correspondence).await;
    assert_eq!(ids(&desk.store.running_games(None).await.unwrap()), [best.id, worse.id]);
    assert_eq!(ids(&desk.store.running_games(Some("links")).await.unwrap()), [best.id, worse.id]);
    assert!(desk.store.running_games(Some("tron")).await.unwrap().is_empty());
}

async fn vacation_moves_deadlines_and_ends(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let now = desk.store.now();
    let (mine, lease) = desk.duel(anna, bert, false, Speed::Correspondence).await;
    desk.store.set_turn(lease, &[0], Some(now + DAY)).await.unwrap();
    let (other, lease) = desk.duel(anna, bert, false, Speed::Correspondence).await;
    desk.store.set_turn(lease, &[1], Some(now + DAY)).await.unwrap();
    assert!(desk.store.take_vacation(anna, 0).await.is_err());
    assert!(desk.store.take_vacation(anna, 31).await.is_err());
    desk.store.take_vacation(anna, 10).await.unwrap();
    assert_eq!(desk.store.game(mine.id).await.unwrap().deadline, Some(now + 11 * DAY));
    assert_eq!(desk.store.game(other.id).await.unwrap().deadline, Some(now + DAY));
    // Days that are taken already move nothing.
    desk.store.take_vacation(anna, 10).await.unwrap();
    assert_eq!(desk.store.game(mine.id).await.unwrap().deadline, Some(now + 11 * DAY));
    assert_eq!(desk.store.vacation_left(anna).await.unwrap(), 20);
    // The store's day begins at noon here: ten days from midnight.
    assert_eq!(desk.store.vacation_until(anna).await.unwrap(), Some(now - 12 * HOUR + 10 * DAY));
    desk.pass(10 * DAY);
    assert_eq!(desk.store.vacation_until(anna).await.unwrap(), None);
    assert!(sentence(desk.store.take_vacation(anna, 21).await).contains("30 days of vacation"));
    assert_eq!(desk.store.vacation_left(anna).await.unwrap(), 20);
    desk.store.take_vacation(anna, 20).await.unwrap();
    assert_eq!(desk.store.vacation_left(anna).await.unwrap(), 0);
    // 1 January: 306 days after 1 March.
    desk.pass(295 * DAY);
    assert!(desk.store.take_vacation(anna, 1).await.is_err());
    desk.pass(DAY);
    desk.store.take_vacation(anna, 1).await.unwrap();
    assert_eq!(desk.store.vacation_left(anna).await.unwrap(), 29);
}
