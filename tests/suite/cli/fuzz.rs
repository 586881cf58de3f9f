//! What `bench fuzz` changes, and how the inputs are shared out.

use gridmarch::base::rng::stream;
use gridmarch::cli::bench::fuzz::mutate::{element, mutate, tokens};
use gridmarch::cli::bench::fuzz::{Kind, shared_out};
use std::ops::Range;

#[test]
fn tokens_cover_a_text_without_gaps() {
    for text in
        ["(a: -1.5e3, b: [\"x\\\"y\", 'é'], c: {1: Some(2)})", "\"open \\", "- , -1", "{\"k\":\"(n: 1)\"}", "é\\"]
    {
        let parts: String = tokens(text).into_iter().map(|(_, range)| &text[range]).collect();
        assert_eq!(parts, text);
    }
    let text = "[1, (2, 3), 4]";
    let found = tokens(text);
    let three = found.iter().position(|(_, range)| &text[range.clone()] == "3").expect("it is there");
    let Range { start, end } = element(&found, three);
    assert_eq!(&text[found[start].1.start..found[end - 1].1.end], " 3");
}

#[test]
fn the_same_chance_makes_the_same_change_and_most_change_something() {
    let text = "(version: 1, name: \"x\", rows: [\"..#\", \"...\"], units: [(kind: \"a\", at: (1, 2))])";
    let make = |seed| mutate(text, &mut stream(seed, "test"));
    assert_eq!(make(5), make(5));
    let changed = (0..200).filter(|seed| make(*seed) != text).count();
    assert!(changed > 150, "{changed}");
}

#[test]
fn every_input_has_a_kind() {
    let counts = shared_out(&Kind::ALL, 2000);
    assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), 2000);
    assert!(counts.iter().all(|(_, count)| *count > 0), "{counts:?}");
    assert_eq!(shared_out(&[Kind::Kill], 3), [(Kind::Kill, 3)]);
}
