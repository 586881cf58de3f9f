//! Rounds of Tron as lines.

use gridmarch::games::tron::simulation::{Recording, RecordingProblem};

#[test]
fn what_means_nothing_is_repeated_in_brief() {
    let told = RecordingProblem::Field("rows", "x".repeat(5000)).to_string();
    assert!(told.starts_with("`rows`: \"xxx") && told.ends_with("means nothing there"), "{told}");
    assert!(told.chars().count() < 300, "{} letters", told.chars().count());
    let told = Recording::parse(&format!("{{\"{}\": 1}}", "x".repeat(5000))).expect_err("no such field").to_string();
    assert!(told.starts_with("unknown field `xxx") && told.chars().count() < 400, "{told}");
}
