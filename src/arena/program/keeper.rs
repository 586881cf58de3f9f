//! The keeper: our own program between us and an outside one where there is no bubblewrap (`gridmarch keep`).
//!
//! As a subreaper it becomes the parent of every process below it that loses its own, so nothing below it can get away.
//! When the program ends, when it is told to (SIGTERM), or when we end in whatever way, it kills all of them and ends.

use super::times::children;
use nix::errno::Errno;
use nix::sys::prctl::{set_child_subreaper, set_pdeathsig};
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, dup2_stdin, dup2_stdout, getpid, getppid};
use signal_hook::consts::{SIGCHLD, SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::fs::OpenOptions;
use std::io;
use std::process::Command;
use std::time::Duration;

/// Runs a program, given word by word, on our own standard input and output until it ends or `parent` does.
pub fn keep(parent: u32, words: &[String]) -> io::Result<()> {
    let Some((program, arguments)) = words.split_first() else { return Ok(()) };
    // Handlers are not inherited, so the program hears signals as usual.
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGCHLD])?;
    set_pdeathsig(Signal::SIGTERM)?;
    if getppid() != Pid::from_raw(parent as i32) {
        return Ok(());
    }
    set_child_subreaper(true)?;
    let child = Command::new(program).args(arguments).spawn()?;
    let child = Pid::from_raw(child.id() as i32);
    // The ends of the pipes belong to the program alone: when it closes them they are closed.
    let nothing = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    'running: loop {
        for signal in signals.wait() {
            if signal != SIGCHLD {
                break 'running;
            }
            loop {
                match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                    Ok(WaitStatus::Exited(pid, _) | WaitStatus::Signaled(pid, ..)) if pid == child => break 'running,
                    Ok(WaitStatus::StillAlive) | Err(_) => break,
                    Ok(_) => {}
                }
            }
        }
    }
    end_all();
    Ok(())
}

/// Kills everything below this process until there is nothing left.
fn end_all() {
    loop {
        let mut below = children(getpid().as_raw());
        while let Some(pid) = below.pop() {
            below.extend(children(pid));
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Err(Errno::ECHILD) => break,
            Ok(WaitStatus::StillAlive) => std::thread::sleep(Duration::from_millis(1)),
            _ => {}
        }
    }
}
