//! Group commit: many writers at once, one who fails, and a connection that breaks.

use super::cluster::cluster;
use super::desk::{Desk, act, game};
use super::on_both_stores;
use gridmarch::serve::bench::bench_moves;
use gridmarch::serve::records::{Appended, Lease, NewGame, Seat};
use gridmarch::serve::store::StoreError;

on_both_stores!(
    one_failing_job_spoils_no_other,
    two_stores_on_one_database_lose_nothing,
    many_games_at_once_are_kept_whole,
    a_store_that_waits_for_readers_writes_on,
);

async fn running(desk: &Desk) -> Lease {
    let seats = vec![Seat::Program("one".into()), Seat::Program("two".into())];
    let game = desk.store.open_game(None, NewGame { seats, ..game() }).await.unwrap();
    desk.store.claim_game(game.id, "main").await.unwrap()
}

async fn one_failing_job_spoils_no_other(desk: Desk) {
    let lease = running(&desk).await;
    let jobs: Vec<_> = (0..200u32)
        .map(|number| {
            let store = desk.store.clone();
            // Every other one is of an epoch that never was.
            let lease = Lease { epoch: lease.epoch + i64::from(number % 2), ..lease };
            tokio::spawn(async move { store.append_act(lease, act(number / 2, "f6")).await })
        })
        .collect();
    for (number, job) in jobs.into_iter().enumerate() {
        let answer = job.await.unwrap();
        match number % 2 {
            0 => assert_eq!(answer, Ok(Appended::New), "job {number}"),
            _ => assert!(matches!(answer, Err(StoreError::Forbidden(_))), "job {number}: {answer:?}"),
        }
    }
    assert_eq!(desk.store.acts(lease.game, 0).await.unwrap().len(), 100);
}

async fn two_stores_on_one_database_lose_nothing(desk: Desk) {
    let second = desk.second();
    let (one, two) = (running(&desk).await, running(&desk).await);
    let play = |store: gridmarch::serve::store::Store, lease| async move {
        for ply in 0..100 {
            store.append_act(lease, act(ply, "f6")).await.unwrap();
        }
    };
    tokio::join!(play(desk.store.clone(), one), play(second.clone(), two));
    assert_eq!(second.acts(one.game, 0).await.unwrap().len(), 100);
    assert_eq!(desk.store.acts(two.game, 0).await.unwrap().len(), 100);
}

async fn many_games_at_once_are_kept_whole(desk: Desk) {
    let figures = bench_moves(&desk.store, 64, 10).await.unwrap();
    assert_eq!(figures.moves, 640);
    assert!(figures.moves_per_s > 0.0 && figures.ack_ms_p99 >= figures.ack_ms_p50);
    let games = desk.store.claimable_games("bench").await.unwrap();
    assert_eq!(games.len(), 64);
    for game in games {
        let plies: Vec<_> = desk.store.acts(game, 0).await.unwrap().iter().map(|act| act.ply).collect();
        assert_eq!(plies, (0..10).collect::<Vec<_>>());
    }
}

async fn a_store_that_waits_for_readers_writes_on(desk: Desk) {
    let lease = running(&desk).await;
    let readers: Vec<_> = (0..400)
        .map(|_| {
            let store = desk.store.clone();
            tokio::spawn(async move { store.game(lease.game).await.map(|game| game.plies) })
        })
        .collect();
    for ply in 0..20 {
        desk.store.append_act(lease, act(ply, "f6")).await.unwrap();
    }
    for reader in readers {
        assert!(reader.await.unwrap().unwrap() <= 20);
    }
    desk.store.ready().await.unwrap();
}

#[tokio::test]
async fn a_connection_that_breaks_is_made_anew() {
    let Some(desk) = Desk::postgres() else { return };
    let lease = running(&desk).await;
    for ply in 0..3 {
        let schema = desk.schema.clone().expect("Postgres has schemas");
        let cut = std::thread::spawn(move || {
            let mut client = cluster().expect("it runs").client("public");
            let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
            client.query(sql, &[&schema]).expect("connections are cut").len()
        });
        // The writer and a reader at least: a reader that nobody asked since the last cut is still without connection.
        assert!(cut.join().unwrap() >= if ply == 0 { 5 } else { 2 });
        assert_eq!(desk.store.append_act(lease, act(ply, "f6")).await, Ok(Appended::New));
        for _ in 0..4 {
            assert_eq!(desk.store.acts(lease.game, 0).await.unwrap().len() as u32, ply + 1);
        }
    }
}
