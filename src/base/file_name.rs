//! Names that players give to what they keep, and that become names of files on every system.

/// Letters of a name at most.
pub(crate) const LONGEST: usize = 40;

/// What a name may have beside letters and digits.
const SIGNS: &str = " -_.,'!+()";

/// Names that some systems keep for devices.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Whether a letter may stand in a name.
pub(crate) fn is_allowed(letter: char) -> bool {
    letter.is_alphanumeric() || SIGNS.contains(letter)
}

/// The name without spaces at its ends.
///
/// # Errors
/// A sentence, if no file can be called so.
pub fn checked(name: &str) -> Result<&str, String> {
    let name = name.trim();
    if name.is_empty() {
        return Err("A name is needed.".into());
    }
    if name.chars().count() > LONGEST {
        return Err(format!("A name has at most {LONGEST} letters."));
    }
    if let Some(letter) = name.chars().find(|letter| !is_allowed(*letter)) {
        let letter = if letter.is_control() { letter.escape_debug().to_string() } else { letter.to_string() };
        return Err(format!("“{letter}” cannot stand in a name; letters, digits and {} can.", SIGNS.trim()));
    }
    if !name.starts_with(char::is_alphanumeric) {
        return Err("A name begins with a letter or a digit.".into());
    }
    let stem = name.split('.').next().unwrap_or_default().trim().to_lowercase();
    let port = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let is_port = port.is_some_and(|rest| rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit());
    if is_port || DEVICES.contains(&stem.as_str()) {
        return Err(format!("“{name}” is the name of a device on some systems."));
    }
    if name.ends_with('.') {
        return Err("A name does not end in a full stop.".into());
    }
    Ok(name)
}

/// A name out of any text: what cannot stand in one becomes a hyphen.
pub fn proposed(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if is_allowed(letter) { letter } else { '-' }).collect();
    let begun = plain.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let short: String = begun.chars().take(LONGEST).collect();
    let name = short.trim_end_matches(['.', ' ', '-']);
    if checked(name).is_ok() { name.into() } else { "unnamed".into() }
}

/// Whether this is a name that matches give themselves when they save themselves; on some systems a capital is no difference.
pub fn is_auto(name: &str) -> bool {
    name.to_lowercase().starts_with("auto-")
}
