//! Levels of players.

use super::desk::{Desk, SECOND, sentence};
use super::on_both_stores;
use gridmarch::serve::store::StoreError;

on_both_stores!(levels_are_kept_by_name_and_got_by_hash, levels_are_bounded);

async fn levels_are_kept_by_name_and_got_by_hash(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let first = desk.store.put_level(anna, "The isle", "one").await.unwrap();
    // SHA-256 of "one".
    assert_eq!(first, "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed");
    desk.pass(SECOND);
    let second = desk.store.put_level(anna, "The isle", "two").await.unwrap();
    assert_eq!(desk.store.put_level(bert, "Isle", "two").await.unwrap(), second);
    assert_eq!(desk.store.level(&second).await.unwrap(), "two");
    assert!(matches!(desk.store.level(&first).await, Err(StoreError::NotFound(_))));
    let names = |lines: Vec<gridmarch::serve::records::LevelLine>| {
        lines.into_iter().map(|line| (line.owner_name, line.name, line.size)).collect::<Vec<_>>()
    };
    let of_anna = ("Anna".to_string(), "The isle".to_string(), 3);
    assert_eq!(names(desk.store.levels(Some(anna)).await.unwrap()), [of_anna]);
    assert_eq!(desk.store.levels(None).await.unwrap().len(), 2);
    assert!(desk.store.delete_level(bert, "The isle").await.is_err());
    desk.store.delete_level(anna, "The isle").await.unwrap();
    assert_eq!(desk.store.level(&second).await.unwrap(), "two");
}

async fn levels_are_bounded(desk: Desk) {
    let anna = desk.person("Anna").await;
    desk.store.put_level(anna, "large", &"x".repeat(1 << 20)).await.unwrap();
    assert!(sentence(desk.store.put_level(anna, "larger", &"x".repeat((1 << 20) + 1)).await).starts_with("level:"));
    for name in ["", &"x".repeat(61), "line\nbreak"] {
        assert!(sentence(desk.store.put_level(anna, name, "x").await).starts_with("name:"), "{name:?}");
    }
    for number in 1..100 {
        desk.store.put_level(anna, &format!("level {number}"), "x").await.unwrap();
    }
    assert!(sentence(desk.store.put_level(anna, "one more", "x").await).contains("100 levels already"));
    desk.store.put_level(anna, "level 1", "another").await.unwrap();
}
