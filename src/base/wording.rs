//! Words for people: what a file says is repeated only so far, and numbers are told as one would say them.

use std::fmt::Display;

/// Letters of a value that are repeated.
pub const VALUE: usize = 200;
/// Letters of a whole sentence; it has several values at most.
pub const SENTENCE: usize = 1500;

/// A text with a capital letter at its beginning.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A sentence with every value in it (something quoted, or letters without a space) cut after 200 letters, without line
/// breaks and other signs that are no letters. Whoever repeats what is in a file says it through this.
pub fn brief(sentence: impl Display) -> String {
    let sentence = sentence.to_string();
    let (mut told, mut letters) = (String::with_capacity(sentence.len().min(4 * SENTENCE)), 0);
    // What ends the value that is on, and its letters so far.
    let (mut quote, mut length) = (None, 0);
    let mut is_escaped = false;
    for letter in sentence.chars() {
        let ends = match quote {
            Some(mark) => letter == mark && !is_escaped,
            None => letter == ' ',
        };
        is_escaped = letter == '\\' && !is_escaped;
        if ends {
            (quote, length) = (None, 0);
        } else if quote.is_none() && (letter == '"' || letter == '`') {
            (quote, length) = (Some(letter), 0);
        } else {
            length += 1;
            if length > VALUE {
                if length == VALUE + 1 {
                    told.push('…');
                }
                continue;
            }
        }
        if letters == SENTENCE {
            told.push('…');
            break;
        }
        letters += 1;
        told.push(if letter.is_control() { '\u{FFFD}' } else { letter });
    }
    told
}

/// `1 unit`, `3 units`.
pub fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Names in a row: `Anna`, `Anna and Bert`, `Anna, Bert and Carl`.
pub fn all_of(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A number with spaces between thousands.
pub fn grouped(number: impl Into<u64>) -> String {
    let number = number.into();
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{}\u{a0}{rest:03}", grouped(thousands)),
    }
}

/// `1 to 4`, or `1` where there is nothing to choose.
pub fn between<T: Display + PartialEq>(low: T, high: T) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
