use gridmarch::shell::recording::RecordTo;
use std::path::PathBuf;

#[test]
fn recordings_of_the_same_second_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = RecordTo::Folder(folder.path().join("new"));
    let open = |target: &RecordTo, earlier| target.open("tron", earlier).expect("can be made").expect("recorded").1;
    let mut paths: Vec<PathBuf> = (0..3).map(|earlier| open(&target, earlier)).collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 3, "{paths:?}");
    let file = folder.path().join("match.tron");
    std::fs::write(&file, "an earlier run").expect("written");
    let target = RecordTo::File(file.clone());
    assert_eq!((open(&target, 0), std::fs::read(&file).expect("there").len()), (file, 0));
    assert_eq!(open(&target, 1), folder.path().join("match-2.tron"));
    assert!(RecordTo::Nowhere.open("tron", 0).expect("nothing to do").is_none());
}
