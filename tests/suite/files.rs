use gridmarch::files::{read, read_text, write_whole};
use std::path::Path;

#[test]
fn a_file_is_read_up_to_its_size_and_nothing_else_is_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x");
    std::fs::write(&path, "twelve bytes").expect("written");
    assert_eq!(read_text(&path, 12).expect("it fits"), "twelve bytes");
    assert!(read(&path, 11).expect_err("too large").to_string().starts_with("it is larger than"));
    std::fs::write(&path, [0xFF]).expect("written");
    assert!(read_text(&path, 12).expect_err("no text").to_string().contains("UTF-8"));
    assert_eq!(read(folder.path(), 12).expect_err("a folder").to_string(), "it is a folder");
    assert!(read(&folder.path().join("y"), 12).is_err());
    #[cfg(unix)]
    assert_eq!(read(Path::new("/dev/zero"), 12).expect_err("no file").to_string(), "it is no ordinary file");
}

#[test]
fn a_text_that_cannot_be_written_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    // The rename fails: the target is a folder.
    let path = folder.path().join("taken");
    std::fs::create_dir(&path).expect("made");
    assert!(write_whole(&path, "text").is_err());
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("there").flatten().map(|entry| entry.path()).collect();
    assert_eq!(left, [path]);
}
