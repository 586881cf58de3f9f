//! The program as a user calls it, from the root of the repository.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) fn gridmarch(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // A program that reads nothing may have closed its end already.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(crate) fn said(arguments: &[&str]) -> String {
    let output = gridmarch(arguments, "");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

pub(crate) fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(arguments)).expect("exactly one JSON value on stdout")
}

/// The error of a call that fails with exit code `code`: one sentence, no panic.
pub(crate) fn error(arguments: &[&str], code: i32) -> String {
    let output = gridmarch(arguments, "");
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {told}");
    assert!(!told.contains("panicked"), "{told}");
    told
}
