use gridmarch::base::file_name::{checked, proposed};

#[test]
fn names_become_files_everywhere_or_are_refused_with_a_sentence() {
    for (name, same) in [("  The Ford 2 ", "The Ford 2"), ("Große Furt", "Große Furt"), ("v1.5 (new)", "v1.5 (new)")]
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
