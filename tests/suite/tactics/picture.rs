//! Positions as text.

use gridmarch::games::tactics::class::Classes;
use gridmarch::games::tactics::picture::{draw, read};
use gridmarch::games::tactics::rules::{Rules, Side};

#[test]
fn a_position_is_drawn_as_it_was_read() {
    let text = ". s # ^\n~ s3! +S2 .\n^s ( ) +^\n";
    let position = read(text, Rules::default(), &Classes::built_in(), Side::A, Side::A).expect("a picture");
    assert_eq!(draw(&position), text);
    assert_eq!(position.count(Side::A), 3);
}

#[test]
fn wrong_pictures_are_told_with_their_row() {
    let told = |text: &str| {
        read(text, Rules::default(), &Classes::built_in(), Side::A, Side::A).expect_err("wrong").to_string()
    };
    assert!(told("").starts_with("row 1 has 0 squares"));
    assert!(told(". .\n.").starts_with("row 2 has 1 squares, expected 2"));
    for wrong in ["s11", "s0", "q", "#s", "s3x", "ss", "%"] {
        assert!(told(&format!(". .\n. {wrong}")).starts_with("row 2: "), "{wrong}");
    }
    assert!(told("s s s s s s s").contains("side A has more than 6"));
}
