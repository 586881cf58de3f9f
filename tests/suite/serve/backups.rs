//! Backup and restore.

use super::desk::{Desk, act, sentence};
use gridmarch::serve::records::{End, Outcome, Speed};
use gridmarch::serve::store::{Place, Store, restore};
use std::fs;

#[tokio::test]
async fn what_is_restored_equals_what_was_saved_under_load() {
    let desk = Desk::sqlite();
    let (one, two) = (desk.person("Anna").await, desk.person("Bert").await);
    let (game, lease) = desk.duel(one, two, true, Speed::Blitz).await;
    let (busy, load) = desk.duel(one, two, false, Speed::Blitz).await;
    desk.store.append_act(lease, act(0, "f6")).await.unwrap();
    let end = End { outcomes: vec![Outcome::Won, Outcome::Lost], reason: "time".into(), counts: true };
    let over = desk.store.finish_game(lease, end).await.unwrap();
    let logs = desk.folder.path().join("logs");
    fs::create_dir_all(logs.join("2026")).unwrap();
    fs::write(logs.join("2026/7.log"), b"batches").unwrap();
    let writer = {
        let store = desk.store.clone();
        tokio::spawn(async move {
            for ply in 0..500 {
                store.append_act(load, act(ply, "g7")).await.unwrap();
            }
        })
    };
    let saved = desk.folder.path().join("saved");
    desk.store.backup(&saved, Some(&logs)).await.unwrap();
    writer.await.unwrap();
    assert!(sentence(desk.store.backup(&saved, Some(&logs)).await).contains("exists already"));

    let home = tempfile::tempdir().unwrap();
    let (database, restored_logs) = (home.path().join("store.sqlite"), home.path().join("logs"));
    restore(&saved, &database, &restored_logs).unwrap();
    let restored = Store::open(Place::File(database.clone()), std::sync::Arc::new(|| 0)).unwrap();
    assert_eq!(restored.game(game.id).await.unwrap(), over);
    assert_eq!(restored.acts(game.id, 0).await.unwrap(), desk.store.acts(game.id, 0).await.unwrap());
    assert_eq!(restored.export(one).await.unwrap()["account"], desk.store.export(one).await.unwrap()["account"]);
    // The game that went on is there up to one moment, without gaps.
    let acts = restored.acts(busy.id, 0).await.unwrap();
    assert_eq!(acts.len(), restored.game(busy.id).await.unwrap().plies as usize);
    assert_eq!(acts[..], desk.store.acts(busy.id, 0).await.unwrap()[..acts.len()]);
    assert_eq!(fs::read(restored_logs.join("2026/7.log")).unwrap(), b"batches");
    let again = restore(&saved, &database, &home.path().join("other"));
    assert!(sentence(again).contains("exists already"));
}

#[tokio::test]
async fn a_damaged_backup_is_refused() {
    let desk = Desk::sqlite();
    for number in 0..50 {
        desk.store.put_level(desk.person(&format!("Anna{number}x")).await, "level", &"x".repeat(5000)).await.unwrap();
    }
    let saved = desk.folder.path().join("saved");
    desk.store.backup(&saved, None).await.unwrap();
    let file = saved.join("gridmarch.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20_000].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let target = desk.folder.path().join("new.sqlite");
    assert!(sentence(restore(&saved, &target, &desk.folder.path().join("logs"))).contains("damaged"));
    assert!(!target.exists());
    assert!(sentence(restore(desk.folder.path(), &target, &desk.folder.path().join("logs"))).contains("is no backup"));
}

#[tokio::test]
async fn postgres_is_saved_by_its_own_program() {
    let Some(desk) = Desk::postgres() else { return };
    let refused = sentence(desk.store.backup(&desk.folder.path().join("saved"), None).await);
    assert!(refused.contains("pg_dump"), "{refused}");
}
