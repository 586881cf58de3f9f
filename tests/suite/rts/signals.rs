//! Lines of chat.

use gridmarch::games::rts::signals::{LONGEST_LINE, is_line};

#[test]
fn a_line_has_letters_that_are_seen_and_not_too_many() {
    assert!(is_line("Grüß euch: 5 of mine are on their way…"));
    assert!(is_line(&"x".repeat(LONGEST_LINE)));
    for wrong in ["", "  ", "a\nb", "a\u{7}b", "a\u{202e}b", "a\u{200b}"] {
        assert!(!is_line(wrong), "{wrong:?}");
    }
    assert!(!is_line(&"x".repeat(LONGEST_LINE + 1)));
}
