//! The file of classes.

use gridmarch::games::tactics::class::Classes;

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/tactics/classes.ron"));

#[test]
fn the_soldier_is_the_sources_character_and_there_are_six_classes() {
    let classes = Classes::built_in();
    let soldier = classes.soldier();
    assert_eq!((soldier.hp, soldier.attack, soldier.range, soldier.steps, soldier.ability), (10, 1, 1, 1, None));
    assert_eq!(classes.all().len(), 6);
}

#[test]
fn wrong_classes_are_told_with_their_place() {
    let told = |from: &str, to: &str| {
        let text = BUILT_IN.replacen(from, to, 1);
        assert_ne!(text, BUILT_IN);
        Classes::parse(&text, "c.ron").expect_err("wrong").to_string()
    };
    assert_eq!(told("hp: 10", "hp: 0"), "c.ron: field `classes[0].hp`: expected 1 to 20, got 0");
    assert_eq!(told("version: 1", "version: 2"), "c.ron: field `version`: is 2, this program reads version 1");
    assert!(told("range: 3", "range: 9").starts_with("c.ron: field `classes["));
    assert!(told("name: \"soldier\"", "name: \"archer\"").contains("is taken by another class"));
    assert!(told("hp: 10", "hq: 10").starts_with("c.ron: line "));
}
