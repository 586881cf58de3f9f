//! Names of accounts.
//!
//! A name has 3 to 20 letters of `a-z`, `A-Z`, `0-9`, `_` and `-`, and begins with a letter. Two names are the same if they
//! are equal after folding: capital letters become small, `0` becomes `o`, `1` and `i` become `l`, `_` becomes `-`. So
//! nobody can bear a name that looks like that of another.

use crate::serve::store::StoreError;

/// What only the server calls itself and others.
const RESERVED: [&str; 8] =
    ["admin", "administrator", "deleted", "gridmarch", "moderator", "nobody", "server", "system"];

/// What guests are called.
pub(super) const GUEST: &str = "guest";

/// Equal for names that are confused.
pub fn fold(name: &str) -> String {
    let letter = |letter: char| match letter.to_ascii_lowercase() {
        '0' => 'o',
        '1' | 'i' => 'l',
        '_' => '-',
        other => other,
    };
    name.chars().map(letter).collect()
}

/// Checks a name that a person or a program chose. Returns what it is folded to.
///
/// # Errors
/// Which rule it breaks.
pub(super) fn check(name: &str) -> Result<String, StoreError> {
    if !(3..=20).contains(&name.chars().count()) {
        return Err(StoreError::refused("name: a name has 3 to 20 letters"));
    }
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if !name.chars().all(allowed) || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Err(StoreError::refused("name: a name has the letters a-z, 0-9, _ and -, and begins with a-z"));
    }
    let folded = fold(name);
    if folded.starts_with(&fold(GUEST)) || RESERVED.iter().any(|reserved| fold(reserved) == folded) {
        return Err(StoreError::refused(format!("name: {name} is kept for the server, choose another")));
    }
    Ok(folded)
}
