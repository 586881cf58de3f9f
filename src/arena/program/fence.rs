//! What holds an outside program and all that it starts, so that nothing of it outlives its round.
//!
//! A program may leave its process group (`setsid`) and its parent (two forks), so neither is enough. From the best to
//! what is left where nothing else works:
//! * **bwrap**: a PID namespace of its own, by bubblewrap; with its first process all others end;
//! * **subreaper**: our own program between us and the other one ([`super::keeper`]); whoever loses its parent becomes
//!   its child, so it finds and ends all of them;
//! * **process group**: a small shell, the *guard*, waits for the end of a pipe from us, which the system closes in any
//!   case, and kills the group. Who leaves the group survives.
//!
//! Each of them ends the program also when we end without a word, by Ctrl-C, a panic or a kill. Linux ties the first two
//! to the thread that started the program: it must live as long as the program shall.

use super::command::CommandLine;
use std::io;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

/// What holds outside programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fence {
    /// A PID namespace, by bubblewrap.
    Bwrap,
    /// Our program as a subreaper.
    Subreaper,
    /// A process group of Unix.
    Group,
    /// Nothing: only the program itself is killed.
    Nothing,
}

/// Our own program, which knows the command `keep`.
static KEEPER: OnceLock<PathBuf> = OnceLock::new();

/// Says which program knows the command `keep` of ours and so can hold others where there is no bubblewrap. To be called
/// before the first program starts.
pub fn offer_keeper(program: PathBuf) {
    // A second offer is the same program.
    let _ = KEEPER.set(program);
}

/// Hands the pipes past bubblewrap, which would keep them open after the program has closed them or ended.
const PAST: &str = "exec bwrap --dev-bind / / --unshare-pid --die-with-parent sh -c \"$0\" \"$@\" \
    3<&0 4>&1 </dev/null >/dev/null";

/// Takes the pipes up again.
const BACK: &str = "exec \"$0\" \"$@\" <&3 >&4 3<&- 4>&-";

impl Fence {
    /// The best that there is on this machine.
    pub fn best() -> Self {
        static BEST: OnceLock<Fence> = OnceLock::new();
        *BEST.get_or_init(|| match () {
            () if !cfg!(unix) => Self::Nothing,
            () if cfg!(target_os = "linux") && bwrap_works() => Self::Bwrap,
            () if cfg!(target_os = "linux") && KEEPER.get().is_some() => Self::Subreaper,
            () => Self::Group,
        })
    }

    /// For tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bwrap => "bwrap",
            Self::Subreaper => "subreaper",
            Self::Group => "process group",
            Self::Nothing => "nothing",
        }
    }

    /// What that means, for the line under a table.
    pub(crate) const fn meaning(self) -> &'static str {
        match self {
            Self::Bwrap => "a PID namespace of their own: all that they start ends with them",
            Self::Subreaper => "all that they start ends with them",
            Self::Group => "what leaves their process group survives them; bubblewrap (bwrap) would end it",
            Self::Nothing => "what they start survives them",
        }
    }

    fn command(self, line: &CommandLine) -> Command {
        let words = line.words();
        let mut command = match (self, KEEPER.get()) {
            (Self::Bwrap, _) => {
                let mut command = Command::new("sh");
                command.args(["-c", PAST, BACK]).args(words);
                command
            }
            (Self::Subreaper, Some(keeper)) => {
                let mut command = Command::new(keeper);
                command.args(["keep", &std::process::id().to_string(), "--"]).args(words);
                command
            }
            _ => {
                let mut command = Command::new(&words[0]);
                command.args(&words[1..]);
                command
            }
        };
        // A group of its own, which Ctrl-C does not reach.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command
    }
}

/// Whether bubblewrap is there and may make namespaces, which some systems forbid.
fn bwrap_works() -> bool {
    let mut command = Command::new("bwrap");
    command.args(["--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent", "true"]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A program that runs inside of its fence. Dropped, it ends with all that it has started.
pub(super) struct Held {
    child: Child,
    fence: Fence,
    guard: Option<Child>,
}

impl Held {
    pub(super) fn start(line: &CommandLine, fence: Fence, show_errors: bool) -> io::Result<Self> {
        let mut command = fence.command(line);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if show_errors { Stdio::inherit() } else { Stdio::null() });
        let child = command.spawn()?;
        let mut held = Self { child, fence, guard: None };
        #[cfg(unix)]
        if fence == Fence::Group {
            // On an error it is dropped, and so ended.
            held.guard = Some(guard(held.child.id())?);
        }
        Ok(held)
    }

    /// The ends of its standard input and output; once.
    pub(super) fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.child.stdin.take().zip(self.child.stdout.take())
    }

    /// The process that all its processes descend from.
    pub(super) fn root(&self) -> u32 {
        self.child.id()
    }
}

/// Starts the guard of a process group: it kills the group when its input ends, and does not hear Ctrl-C. The shell's
/// `kill` is on every Unix, and a process group cannot be killed by safe code of the standard library.
///
/// # Errors
/// There is no shell.
#[cfg(unix)]
pub fn guard(group: u32) -> io::Result<Child> {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("trap '' INT HUP TERM; read -r line; kill -9 -{group}")]);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    shell.spawn()
}

impl Drop for Held {
    fn drop(&mut self) {
        // The process has not been waited for, so its number is still its own when its group is killed.
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            let _ = guard.wait();
        }
        if self.fence == Fence::Subreaper {
            dismiss(&mut self.child);
        }
        if self.fence == Fence::Bwrap {
            kill_group(&self.child);
        }
        // It may have ended long ago; then there is nothing to kill, and nobody to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells the keeper to end what it holds and waits until it has. A keeper that was stopped by its own program is not
/// waited for.
#[cfg(target_os = "linux")]
fn dismiss(keeper: &mut Child) {
    use nix::sys::signal::{Signal, kill};
    let _ = kill(nix::unistd::Pid::from_raw(keeper.id() as i32), Signal::SIGTERM);
    for _ in 0..2000 {
        if !matches!(keeper.try_wait(), Ok(None)) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[cfg(not(target_os = "linux"))]
fn dismiss(_: &mut Child) {}

/// Kills all of the group of a process. A bubblewrap that is still starting has not tied its two halves together yet, so
/// that the inner one would survive the outer one; both are of our group, and whoever is inside ends with the inner one.
#[cfg(target_os = "linux")]
fn kill_group(leader: &Child) {
    use nix::sys::signal::{Signal, killpg};
    let _ = killpg(nix::unistd::Pid::from_raw(leader.id() as i32), Signal::SIGKILL);
}

#[cfg(not(target_os = "linux"))]
fn kill_group(_: &Child) {}
