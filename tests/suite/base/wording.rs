use gridmarch::base::wording::{SENTENCE, VALUE, all_of, between, brief, count, grouped};

#[test]
fn long_values_are_cut_and_short_sentences_stay() {
    let short = "x.ron: line 3, column 4: unknown field `colour`, expected `kind` or \"a \\\" b\"";
    assert_eq!(brief(short), short);
    let (long, cut) = ("a b".repeat(1000), "a b".repeat(1000).chars().take(VALUE).collect::<String>());
    assert_eq!(brief(format!("no \"{long}\" here")), format!("no \"{cut}…\" here"));
    assert_eq!(brief(format!("no `{long}` here")), format!("no `{cut}…` here"));
    assert_eq!(brief("x".repeat(5000)), "x".repeat(VALUE) + "…");
    assert_eq!(brief("one\ntwo"), "one\u{FFFD}two");
    assert_eq!(brief("word ".repeat(5000)).chars().count(), SENTENCE + 1);
}

#[test]
fn large_numbers_are_grouped() {
    let told = [0_u32, 12, 999, 1000, 12_345, 1_234_567].map(grouped);
    assert_eq!(told, ["0", "12", "999", "1\u{a0}000", "12\u{a0}345", "1\u{a0}234\u{a0}567"]);
    assert_eq!(grouped(5_000_000_000_u64), "5\u{a0}000\u{a0}000\u{a0}000");
}

#[test]
fn numbers_are_told_as_one_would_say_them() {
    assert_eq!((count(1, "unit"), count(0, "unit")), ("1 unit".into(), "0 units".into()));
    assert_eq!((between(1, 4), between(1, 1)), ("1 to 4".into(), "1".into()));
    let names = ["Anna", "Bert", "Carl"].map(String::from);
    assert_eq!([0, 1, 2, 3].map(|most| all_of(&names[..most])), ["", "Anna", "Anna and Bert", "Anna, Bert and Carl"]);
}
