//! Ratings, results, statistics.

use super::desk::{DAY, Desk, sentence};
use super::on_both_stores;
use gridmarch::serve::records::{End, Outcome, Pool, Rating, RatingPoint, Speed};
use gridmarch::serve::store::StoreError;

on_both_stores!(
    a_result_rates_both_once,
    a_result_is_the_same_or_refused,
    a_broken_off_game_counts_for_nobody,
    games_with_programs_are_rated_apart,
    a_course_goes_from_game_to_game,
    the_list_of_the_best_leaves_out_who_is_not_known_well,
    statistics_count_what_was_played,
);

fn end(outcomes: [Outcome; 2]) -> End {
    End { outcomes: outcomes.into(), reason: "resigned".into(), counts: true }
}

const FIRST_WINS: [Outcome; 2] = [Outcome::Won, Outcome::Lost];

#[test]
fn the_worked_example_of_the_paper_comes_out() {
    let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
    let other = |rating, deviation| Rating { rating, deviation, volatility: 0.06 };
    let games = [
        (other(1400.0, 30.0), Outcome::Won),
        (other(1550.0, 100.0), Outcome::Lost),
        (other(1700.0, 300.0), Outcome::Lost),
    ];
    let after = player.after(&games, 0.5);
    assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
    assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
}

#[test]
fn a_deviation_grows_with_time_up_to_its_bound() {
    let known = Rating { rating: 1700.0, deviation: 60.0, volatility: 0.06 };
    let year = known.rested(365 * DAY + DAY / 4);
    assert!((year.deviation - 110.0).abs() < 0.1, "{year:?}");
    assert!((year.rating - known.rating).abs() < f64::EPSILON);
    // In two steps as in one: fractions of a period count.
    let steps = (0..10).fold(known, |rating, _| rating.rested(DAY));
    assert!((steps.deviation - known.rested(10 * DAY).deviation).abs() < 1e-6);
    assert!((known.rested(400 * 365 * DAY).deviation - 350.0).abs() < f64::EPSILON);
    assert!((known.rested(-DAY).deviation - known.deviation).abs() < 1e-9);
    assert!(Rating::default().is_provisional() && !known.is_provisional());
}

async fn a_result_rates_both_once(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, lease) = desk.duel(one, two, true, Speed::Blitz).await;
    let over = desk.store.finish_game(lease, end(FIRST_WINS)).await.unwrap();
    let expected = Rating::default().after(&[(Rating::default(), Outcome::Won)], gridmarch::serve::records::TAU);
    assert_eq!(over.seats[0].rating_before, Some(1500.0));
    assert_eq!(over.seats[0].rating_after, Some(expected.rating));
    assert!(over.seats[1].rating_after < Some(1500.0));
    // The answer was lost, and the relay asks again; and two at once.
    for _ in 0..3 {
        let (left, right) = tokio::join!(
            desk.store.finish_game(lease, end(FIRST_WINS)),
            desk.store.finish_game(lease, end(FIRST_WINS))
        );
        assert_eq!((left.unwrap(), right.unwrap()), (over.clone(), over.clone()));
    }
    let standing = &desk.store.ratings(one).await.unwrap()[0];
    assert_eq!((standing.rating, standing.games, standing.is_provisional), (expected, 1, true));
    assert_eq!(standing.pool, Pool::Persons);
    desk.pass(100 * DAY);
    assert!(desk.store.ratings(one).await.unwrap()[0].rating.deviation > expected.deviation);
    let history = desk.store.rating_history(one, "links", Speed::Blitz, Pool::Persons).await.unwrap();
    let point = RatingPoint { game: game.id, at: over.ended.unwrap(), before: 1500.0, after: expected.rating };
    assert_eq!(history, [point]);
}

async fn a_result_is_the_same_or_refused(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (_, lease) = desk.duel(one, two, true, Speed::Blitz).await;
    let short = End { outcomes: vec![Outcome::Won], ..end(FIRST_WINS) };
    assert!(sentence(desk.store.finish_game(lease, short).await).contains("has 2 seats"));
    desk.store.finish_game(lease, end(FIRST_WINS)).await.unwrap();
    let other = desk.store.finish_game(lease, end([Outcome::Drawn, Outcome::Drawn])).await;
    assert!(matches!(other, Err(StoreError::Conflict(_))), "{other:?}");
    assert_eq!(desk.store.ratings(one).await.unwrap()[0].games, 1);
}

async fn a_broken_off_game_counts_for_nobody(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (_, lease) = desk.duel(one, two, true, Speed::Blitz).await;
    let aborted = End { outcomes: vec![], reason: "aborted".into(), counts: true };
    desk.store.finish_game(lease, aborted.clone()).await.unwrap();
    desk.store.finish_game(lease, aborted).await.unwrap();
    let (_, lease) = desk.duel(one, two, true, Speed::RealTime).await;
    desk.store.finish_game(lease, End { counts: false, ..end(FIRST_WINS) }).await.unwrap();
    assert!(desk.store.ratings(one).await.unwrap().is_empty());
}

async fn games_with_programs_are_rated_apart(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let program = desk.store.new_program(two, "BertBot").await.unwrap();
    for (other, speed) in [(program, Speed::Blitz), (two, Speed::Blitz), (two, Speed::Classical)] {
        let (_, lease) = desk.duel(one, other, true, speed).await;
        desk.store.finish_game(lease, end(FIRST_WINS)).await.unwrap();
    }
    let standings = desk.store.ratings(one).await.unwrap();
    let keys: Vec<_> = standings.iter().map(|standing| (standing.speed, standing.pool, standing.games)).collect();
    assert_eq!(
        keys,
        [(Speed::Blitz, Pool::Persons, 1), (Speed::Blitz, Pool::Programs, 1), (Speed::Classical, Pool::Persons, 1)]
    );
    assert_eq!(desk.store.ratings(program).await.unwrap()[0].pool, Pool::Programs);
    // Their courses are apart, too, and stay so when the program is gone.
    desk.store.delete_account(program).await.unwrap();
    for (speed, pool) in
        [(Speed::Blitz, Pool::Persons), (Speed::Blitz, Pool::Programs), (Speed::Classical, Pool::Persons)]
    {
        let course = desk.store.rating_history(one, "links", speed, pool).await.unwrap();
        assert_eq!(course.len(), 1, "{speed:?} {pool:?}");
        let now = standings.iter().find(|standing| (standing.speed, standing.pool) == (speed, pool)).unwrap();
        assert!((course[0].after - now.rating.rating).abs() < f64::EPSILON);
    }
    assert!(desk.store.rating_history(one, "links", Speed::Classical, Pool::Programs).await.unwrap().is_empty());
}

async fn a_course_goes_from_game_to_game(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    for outcomes in [FIRST_WINS, FIRST_WINS, [Outcome::Lost, Outcome::Won]] {
        let (_, lease) = desk.duel(one, two, true, Speed::Blitz).await;
        desk.pass(DAY);
        desk.store.finish_game(lease, end(outcomes)).await.unwrap();
    }
    let course = desk.store.rating_history(one, "links", Speed::Blitz, Pool::Persons).await.unwrap();
    assert_eq!(course.len(), 3);
    for pair in course.windows(2) {
        assert!((pair[0].after - pair[1].before).abs() < f64::EPSILON, "{pair:?}");
        assert_eq!(pair[1].at - pair[0].at, DAY);
    }
    assert!(course[1].after > course[0].after && course[2].after < course[1].after);
}

async fn the_list_of_the_best_leaves_out_who_is_not_known_well(desk: Desk) {
    let (one, two, new) = (desk.person("Anna").await, desk.person("Bert").await, desk.person("Carl").await);
    for round in 0..60 {
        let (_, lease) = desk.duel(one, two, true, Speed::Blitz).await;
        let outcomes = if round % 4 == 0 { [Outcome::Lost, Outcome::Won] } else { FIRST_WINS };
        desk.store.finish_game(lease, end(outcomes)).await.unwrap();
    }
    let (_, lease) = desk.duel(new, two, true, Speed::Blitz).await;
    desk.store.finish_game(lease, end(FIRST_WINS)).await.unwrap();
    let names =
        |lines: Vec<gridmarch::serve::records::TopLine>| lines.into_iter().map(|line| line.name).collect::<Vec<_>>();
    let top = desk.store.top("links", Speed::Blitz, Pool::Persons, 10).await.unwrap();
    assert!(top.iter().all(|line| !line.rating.is_provisional()));
    assert_eq!(names(top), ["Anna", "Bert"]);
    assert!(desk.store.top("tron", Speed::Blitz, Pool::Persons, 10).await.unwrap().is_empty());
    desk.pass(1000 * DAY);
    assert!(desk.store.top("links", Speed::Blitz, Pool::Persons, 10).await.unwrap().is_empty());
}

async fn statistics_count_what_was_played(desk: Desk) {
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    for outcomes in [FIRST_WINS, FIRST_WINS, [Outcome::Drawn, Outcome::Drawn]] {
        let (_, lease) = desk.duel(one, two, true, Speed::Blitz).await;
        desk.store.finish_game(lease, end(outcomes)).await.unwrap();
    }
    desk.duel(one, two, false, Speed::Blitz).await;
    desk.store.open_game(Some(one), super::desk::game()).await.unwrap();
    for (account, won, lost) in [(one, 2, 0), (two, 0, 2)] {
        let statistics = desk.store.statistics(account).await.unwrap();
        assert_eq!(statistics.len(), 1);
        let line = &statistics[0];
        assert_eq!((line.started, line.won, line.drawn, line.lost), (4, won, 1, lost));
    }
    assert_eq!(desk.store.account(one).await.unwrap().logins, 1);
}
