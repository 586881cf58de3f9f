//! Words that persons give: names and lines of chat, as they are shown to others.

/// Letters of a name.
const MAX_NAME: usize = 20;

/// Letters of a line of chat.
const MAX_CHAT: usize = 200;

/// A text without control characters and without those that turn the direction of what follows; `None` for nothing.
fn shown(text: &str, most: usize) -> Option<String> {
    let turns =
        |letter: char| matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let text: String = text.chars().filter(|letter| !letter.is_control() && !turns(*letter)).take(most + 1).collect();
    let text = text.trim();
    (!text.is_empty() && text.chars().count() <= most).then(|| text.into())
}

/// A name as others see it.
///
/// # Errors
/// A sentence.
pub(crate) fn name(text: &str) -> Result<String, &'static str> {
    shown(text, MAX_NAME).ok_or("a name has 1 to 20 letters")
}

/// A line of chat as others see it.
///
/// # Errors
/// A sentence.
pub(super) fn chat(text: &str) -> Result<String, &'static str> {
    shown(text, MAX_CHAT).ok_or("a line of chat has 1 to 200 letters")
}

/// The letters of codes: no I, L or O, which look like digits and like each other.
const LETTERS: &[u8; 23] = b"ABCDEFGHJKMNPQRSTUVWXYZ";

/// The code of a match, by which others join. 148 million codes and few guesses a minute: it is no secret for long, and a match
/// between friends is not long.
pub(super) fn code(random: [u8; 24]) -> String {
    // 23 · 11 = 253: bytes above would make the first letters likelier. One in 85 is; 24 bytes always hold six others, or the
    // letter is an A.
    let mut letters = random.iter().filter(|byte| **byte < 253).map(|byte| LETTERS[usize::from(*byte) % 23] as char);
    (0..6).map(|_| letters.next().unwrap_or('A')).collect()
}

/// Whether somebody has written a code, in whatever case.
pub(crate) fn is_code(code: &str, written: &str) -> bool {
    written.trim().eq_ignore_ascii_case(code)
}
