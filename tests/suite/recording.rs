//! Names of recordings.

use gridmarch::shell::recording::RecordTo;
use std::path::PathBuf;

#[test]
fn recordings_of_the_same_second_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let reserve = |target: &mut RecordTo| target.reserve("tron").expect("can be made").expect("recorded");
    let mut target = RecordTo::Folder(folder.path().join("new"));
    let mut paths: Vec<PathBuf> = (0..3).map(|_| reserve(&mut target)).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 3, "{paths:?}");
}

#[test]
fn a_file_that_is_asked_for_may_be_an_old_one_and_the_next_gets_a_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tron");
    std::fs::write(&file, "an earlier run").expect("written");
    let mut target = RecordTo::File(file.clone());
    let mut reserve = || target.reserve("tron").expect("can be made").expect("recorded");
    assert_eq!(reserve(), file);
    assert_eq!(
        std::fs::read_to_string(&file).expect("there"),
        "an earlier run",
        "it is replaced when there is something"
    );
    assert_eq!(reserve(), folder.path().join("match-2.tron"));
    assert_eq!(reserve(), folder.path().join("match-3.tron"));
    assert!(RecordTo::Nowhere.reserve("tron").expect("nothing to do").is_none());
}
