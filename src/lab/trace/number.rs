//! Numbers in traces.

/// A number as JSON; `None` for one that nobody gave. Infinity, which JSON does not have, is a text.
pub(super) fn text(number: f32) -> Option<String> {
    match number {
        number if number.is_nan() => None,
        number if number.is_infinite() => Some("\"Infinity\"".into()),
        number => Some(number.to_string()),
    }
}

/// The number of a text.
pub(super) fn of_text(text: &str) -> f32 {
    text.parse().unwrap_or(f32::NAN)
}
