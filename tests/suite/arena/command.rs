//! Command lines of outside programs.

use gridmarch::arena::{CommandLine, CommandProblem};

#[test]
fn command_lines_are_split_at_spaces_outside_of_quotes() {
    let words = |text: &str| text.parse::<CommandLine>().map(|command| command.words().join("|"));
    assert_eq!(words(" ./bot  --arg 1 "), Ok("./bot|--arg|1".into()));
    assert_eq!(words("'my bot' \"it's\" ''"), Ok("my bot|it's|".into()));
    assert_eq!(words("  "), Err(CommandProblem::Empty));
    assert_eq!(words("a 'b"), Err(CommandProblem::Quote("a 'b".into())));
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_is_looked_for_before_anything_is_started() {
    let found = |text: &str| text.parse::<CommandLine>().expect("a command line").find();
    assert!(found("sh -c true").is_ok() && found("/bin/sh").is_ok());
    let kind = |text: &str| found(text).expect_err("not there").kind();
    assert_eq!(kind("./no-such-bot"), std::io::ErrorKind::NotFound);
    assert_eq!(kind("no-such-bot-anywhere"), std::io::ErrorKind::NotFound);
    assert_eq!(kind("/etc/passwd"), std::io::ErrorKind::PermissionDenied);
    assert_eq!(kind("/etc"), std::io::ErrorKind::PermissionDenied);
}
