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
    let is_port = matches!(stem.strip_prefix("com").or(stem.strip_prefix("lpt")), Some(rest) if rest.len() == 1 && rest.as_bytes()[0].is_ascii_digit());
    if is_port || DEVICES.contains(&stem.as_str()) {
        return Err(format!("“{name}” is the name of a device on some systems."));
    }
    if name.ends_with('.') {
        return Err("A name does not end in a full stop.".into());
    }
    Ok(name)
}

/// A name out of any text: what cannot stand in one becomes a hyphen.
pub(crate) fn proposed(text: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_files_everywhere_or_are_refused_with_a_sentence() {
        for (name, same) in
            [("  The Ford 2 ", "The Ford 2"), ("Große Furt", "Große Furt"), ("v1.5 (new)", "v1.5 (new)")]
        {
            assert_eq!(checked(name), Ok(same));
        }
        assert_eq!(checked(&"é".repeat(40)).map(str::len), Ok(80));
        for (name, reason) in [
            ("", "A name is needed."),
            (" \t ", "A name is needed."),
            ("../up", "“/” cannot stand in a name"),
            ("a\\b", "“\\” cannot"),
            ("a\nb", "“\\n” cannot"),
            ("a\0b", "“\\0” cannot"),
            (".hidden", "A name begins with a letter or a digit."),
            ("-rf", "A name begins with"),
            ("end.", "A name does not end in a full stop."),
            ("CON", "the name of a device"),
            ("aux.map", "the name of a device"),
            ("Com1", "the name of a device"),
        ] {
            let told = checked(name).expect_err(name);
            assert!(told.contains(reason), "{name:?}: {told}");
        }
        assert!(checked(&"x".repeat(41)).expect_err("long").contains("at most 40"));
        assert_eq!(checked("Common ground"), Ok("Common ground"), "no device");
    }

    #[test]
    fn any_text_gives_a_name() {
        for (text, name) in [
            ("Twin Fords", "Twin Fords"),
            ("../Ring / Island!", "Ring - Island!"),
            ("…", "unnamed"),
            ("", "unnamed"),
            ("nul", "unnamed"),
        ] {
            assert_eq!(proposed(text), name);
            assert_eq!(checked(name), Ok(name));
        }
        assert_eq!(proposed(&"word ".repeat(20)).chars().count(), 39, "no space at the end");
    }
}
