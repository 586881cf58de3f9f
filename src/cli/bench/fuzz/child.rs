//! The children of the fuzzer: processes of this program that play inputs and say line by line how these fare.

use super::super::memory::kib;
use crate::cli::CliError;
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};

/// Longest sentence to a person.
const LONGEST: usize = 2000;

/// Starts a child, and reads what it says.
pub(super) fn start(folder: &Path, arguments: &[String]) -> Result<(Child, Receiver<String>), CliError> {
    let told = |error: std::io::Error| CliError::Other(format!("the program cannot start itself: {error}"));
    let mut process = Command::new(std::env::current_exe().map_err(told)?);
    process.args(["bench", "fuzz", "--child"]).arg(folder).args(arguments);
    // Nothing is written there; its end tells the child that nobody watches over it any more.
    process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = process.spawn().map_err(told)?;
    let (sender, lines) = channel();
    if let Some(output) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
    }
    Ok((child, lines))
}

/// In a child: plays one input and says how it fares. A panic ends the child, which may be in any state after it.
pub(super) fn attempt(number: u64, enter: impl FnOnce() -> Result<(), String>) {
    say(&format!("begin {number}"));
    // The peak of this input and not of those before: Linux forgets it when it is told so.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let place = std::sync::Arc::new(Mutex::new(String::new()));
    let hook = place.clone();
    std::panic::set_hook(Box::new(move |info| {
        if let Ok(mut place) = hook.lock()
            && place.is_empty()
        {
            *place = info.to_string().replace('\n', " ");
        }
    }));
    let answer = catch_unwind(AssertUnwindSafe(enter));
    let peak = kib("self", "VmHWM:");
    match answer {
        Ok(Ok(())) => say(&format!("end {number} accepted {peak}")),
        // A sentence is one line, and can be read.
        Ok(Err(sentence)) if sentence.trim().is_empty() || sentence.contains('\n') || sentence.len() > LONGEST => {
            say(&format!("end {number} unclear {peak} {:?}", sentence.chars().take(300).collect::<String>()));
        }
        Ok(Err(sentence)) => say(&format!("end {number} refused {peak} {sentence}")),
        Err(_) => {
            let text = place.lock().map(|place| place.clone()).unwrap_or_default();
            say(&format!("end {number} panic {peak} {text}"));
            std::process::exit(3);
        }
    }
}

/// In a child: a line to the watch.
pub(super) fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Without a watch there is nobody to play for.
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(4);
    }
}
