use gridmarch::base::versioned::{Unread, read};
use serde::Deserialize;

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Note {
    version: u32,
    text: Option<String>,
}

fn note(text: &str) -> Result<Note, Unread> {
    read(text, 2, |note: &Note| note.version)
}

#[test]
fn another_version_is_named_even_if_its_fields_are_unknown() {
    assert_eq!(note("(version: 2, text: \"hm\")"), Ok(Note { version: 2, text: Some("hm".into()) }));
    assert_eq!(note("(version: 1, text: \"hm\")"), Err(Unread::Version(1)));
    assert_eq!(note("(version: 3, colour: 7)"), Err(Unread::Version(3)));
}

#[test]
fn a_fault_has_a_place() {
    let fault = note("(\n    version: 2,\n    colour: 7,\n)").expect_err("no such field");
    assert!(matches!(fault, Unread::Syntax { line: 3, .. }), "{fault:?}");
}
