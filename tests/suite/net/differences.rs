//! Two values as lines, compared.

use super::net::difference::{MAX_NAMED, compare, lines};
use super::toy::Game;
use proptest::prelude::*;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

fn shown<T: Serialize>(value: &T) -> Vec<String> {
    lines(value).expect("it has a form").iter().map(ToString::to_string).collect()
}

fn differing<T: Serialize>(here: &T, there: &T) -> Vec<String> {
    compare(here, there).expect("they have a form").named.iter().map(ToString::to_string).collect()
}

#[derive(Serialize)]
struct Cell {
    x: i32,
    y: i32,
}

#[derive(Serialize)]
struct Id(u32);

#[derive(Serialize)]
enum Doing {
    Rest,
    Walk(Cell),
    Carry { load: u8, from: Option<u8> },
    Both(u8, u8),
}

#[derive(Serialize)]
struct Nothing;

#[derive(Serialize)]
struct Pair(u8, bool);

#[derive(Serialize)]
struct Everything {
    id: Id,
    name: String,
    letter: char,
    doing: Vec<Doing>,
    will: (u8, Pair),
    none: Option<u8>,
    some: Option<u8>,
    nothing: Nothing,
    empty: Vec<u8>,
    no_keys: BTreeMap<u8, u8>,
    unit: (),
}

#[test]
fn every_kind_of_value_has_a_line_with_the_way_to_it() {
    let value = Everything {
        id: Id(7),
        name: "a \"b\"\n".into(),
        letter: 'x',
        doing: vec![
            Doing::Rest,
            Doing::Walk(Cell { x: -1, y: 2 }),
            Doing::Carry { load: 3, from: None },
            Doing::Both(1, 2),
        ],
        will: (1, Pair(2, true)),
        none: None,
        some: Some(4),
        nothing: Nothing,
        empty: Vec::new(),
        no_keys: BTreeMap::new(),
        unit: (),
    };
    let expected = [
        "id = 7",
        "name = \"a \\\"b\\\"\\n\"",
        "letter = 'x'",
        "doing[0] = Rest",
        "doing[1].Walk.x = -1",
        "doing[1].Walk.y = 2",
        "doing[2].Carry.load = 3",
        "doing[2].Carry.from = none",
        "doing[3].Both[0] = 1",
        "doing[3].Both[1] = 2",
        "will[0] = 1",
        "will[1][0] = 2",
        "will[1][1] = true",
        "none = none",
        "some = 4",
        "nothing = Nothing",
        "empty = []",
        "no_keys = {}",
        "unit = ()",
    ];
    assert_eq!(shown(&value), expected);
    assert_eq!(shown(&5), ["value = 5"]);
}

#[test]
fn maps_with_cells_and_texts_as_keys_have_lines() {
    let mut stumps = BTreeMap::new();
    stumps.insert((3_i16, 4_i16), vec![1_u8]);
    stumps.insert((12, 7), Vec::new());
    assert_eq!(shown(&stumps), ["[3,4][0] = 1", "[12,7] = []"]);
    let words = BTreeMap::from([("a[0].b", 1), ("c", 2)]);
    assert_eq!(shown(&words), ["[\"a[0].b\"] = 1", "[\"c\"] = 2"]);
    let deep = BTreeMap::from([(Some((1, "x")), BTreeMap::from([(2, 3)]))]);
    assert_eq!(shown(&deep), ["[1,\"x\"][2] = 3"]);
}

#[test]
fn one_field_of_one_unit_is_named() {
    let here = Game::new(8);
    let mut there = here.clone();
    there.sides[6].units[3].at.1 = -9;
    assert_eq!(differing(&here, &there), ["sides[6].units[3].at[1]: 3 ≠ -9"]);
    assert_eq!(differing(&here, &here), Vec::<String>::new());
}

#[test]
fn what_only_one_has_is_named_with_nothing_for_the_other() {
    let (mut here, mut there) = (Game::new(1), Game::new(1));
    here.stones.insert((1, 2), 3);
    there.stones.insert((5, 6), 7);
    assert_eq!(differing(&here, &there), ["stones[1,2]: 3 ≠ nothing", "stones[5,6]: nothing ≠ 7"]);
    assert_eq!(
        differing(&Some(Doing::Rest), &Some(Doing::Both(1, 2))),
        ["value: Rest ≠ nothing", "Both[0]: nothing ≠ 1", "Both[1]: nothing ≠ 2"]
    );
}

#[test]
fn at_most_64_lines_are_named_and_all_are_counted() {
    let differences = compare(&vec![1; 500], &vec![2; 500]).expect("a form");
    assert_eq!((differences.named.len(), differences.all), (MAX_NAMED, 500));
    assert_eq!(differences.named[63].path, "[63]");
}

#[test]
fn a_long_value_is_cut_where_it_is_shown() {
    let text = differing(&"ä".repeat(1000), &String::new()).remove(0);
    assert!(text.chars().count() < 140 && text.ends_with("… ≠ \"\""), "{text}");
}

struct Stubborn;

impl Serialize for Stubborn {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("not today"))
    }
}

#[test]
fn a_value_that_cannot_be_written_is_an_error() {
    let error = compare(&vec![Stubborn], &vec![Stubborn]).expect_err("it fails");
    assert_eq!(error.to_string(), "the value has no form: not today");
}

proptest! {
    /// Whatever differs is found, and nothing else.
    #[test]
    fn as_many_lines_differ_as_were_changed(
        values in prop::collection::vec(0_u8..4, 1..40),
        changes in prop::collection::btree_map(0_usize..40, 4_u8..9, 0..10),
    ) {
        let mut there = values.clone();
        let changes: Vec<_> = changes.into_iter().filter(|(at, _)| *at < values.len()).collect();
        for (at, value) in &changes {
            there[*at] = *value;
        }
        let differences = compare(&values, &there).expect("a form");
        let expected: Vec<String> =
            changes.iter().map(|(at, value)| format!("[{at}]: {} ≠ {value}", values[*at])).collect();
        prop_assert_eq!(differences.named.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    }
}
