//! Whatever an outside program has started ends with it, also what has left its process group and its parent, and also
//! when our program is killed.

use libtest_mimic::Trial;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub fn trials() -> Vec<Trial> {
    if !cfg!(target_os = "linux") {
        return Vec::new();
    }
    let mut bwrap = Command::new("bwrap");
    bwrap.args(["--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent", "true"]);
    let works = bwrap.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    let missing = || (!works).then(|| "bwrap that may make namespaces".to_string());
    let subreaper = |name: &str, test: fn(Fence)| {
        crate::trial(format!("fences::subreaper::{name}"), None, move || test(Fence::without_bwrap()))
    };
    let namespace = |name: &str, test: fn(Fence)| {
        crate::trial(format!("fences::bwrap::{name}"), missing(), move || test(Fence::with_bwrap()))
    };
    let (round, kill) =
        ("what_a_bot_has_started_ends_with_its_round", "what_a_bot_has_started_ends_when_we_are_killed");
    let quiet = "a_bot_that_closes_its_output_has_ended";
    let early = "a_bot_that_is_ended_while_it_starts_leaves_nothing_behind";
    vec![
        subreaper(round, what_a_bot_has_started_ends_with_its_round),
        namespace(round, what_a_bot_has_started_ends_with_its_round),
        subreaper(kill, what_a_bot_has_started_ends_when_we_are_killed),
        namespace(kill, what_a_bot_has_started_ends_when_we_are_killed),
        subreaper(quiet, a_bot_that_closes_its_output_has_ended),
        namespace(quiet, a_bot_that_closes_its_output_has_ended),
        subreaper(early, a_bot_that_is_ended_while_it_starts_leaves_nothing_behind),
        namespace(early, a_bot_that_is_ended_while_it_starts_leaves_nothing_behind),
    ]
}

/// What is said to hold programs, and where programs are looked for.
struct Fence {
    name: &'static str,
    /// A folder of the few programs that the tests need, without bwrap.
    folder: Option<tempfile::TempDir>,
}

impl Fence {
    fn with_bwrap() -> Self {
        Self { name: "bwrap", folder: None }
    }

    #[cfg(unix)]
    fn without_bwrap() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let all: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
        for name in ["sh", "sleep", "setsid"] {
            let from =
                all.iter().map(|folder| folder.join(name)).find(|file| file.exists()).expect("every Linux has it");
            std::os::unix::fs::symlink(from, folder.path().join(name)).expect("linked");
        }
        Self { name: "subreaper", folder: Some(folder) }
    }

    #[cfg(not(unix))]
    fn without_bwrap() -> Self {
        Self { name: "nothing", folder: None }
    }

    /// A round of Tron of a shell script against chance.
    fn start(&self, script: &str) -> Child {
        self.start_against(script, "random")
    }

    /// The same against another program.
    fn start_against(&self, script: &str, other: &str) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridmarch"));
        let bot = format!("exec:sh -c '{script}'");
        command.args(["sim", "tron", "--rounds", "1", "--json", "--first-ms", "60000"]);
        command.args(["--side", &bot, "--side", other]).stdin(Stdio::null()).stdout(Stdio::piped());
        if let Some(folder) = &self.folder {
            command.env("PATH", folder.path());
        }
        command.spawn().expect("the program runs")
    }

    /// How often the script went out for a reason.
    fn deaths(&self, game: Child, reason: &str) -> Option<u64> {
        let output = game.wait_with_output().expect("it ends");
        let object: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(object["programs"]["held_by"], self.name);
        object["results"][0]["deaths"][reason].as_u64()
    }
}

/// A script that starts two that sleep for so many seconds, both in sessions of their own, one also without its parent,
/// and goes on when they run.
fn escape(seconds: u32, folder: &Path) -> String {
    let sign = |number: u8| folder.join(number.to_string()).display().to_string();
    let (one, two) = (sign(1), sign(2));
    format!(
        "setsid sh -c \"echo > {one}; exec sleep {seconds}\" & \
         (setsid sh -c \"(echo > {two}; exec sleep {seconds}) & \" &); \
         while [ ! -e {one} ] || [ ! -e {two} ]; do sleep 0.01; done; "
    )
}

/// A number of seconds that nobody else sleeps.
fn unique(number: u32) -> u32 {
    2_000_000 + std::process::id() % 1_000_000 * 10 + number
}

/// The processes that sleep for so many seconds.
fn sleepers(seconds: u32) -> Vec<String> {
    let line = format!("sleep\0{seconds}\0");
    let all = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    let names = all.filter_map(|entry| entry.file_name().into_string().ok());
    // Those that have ended and wait to be collected have no command line.
    names.filter(|name| std::fs::read_to_string(format!("/proc/{name}/cmdline")).is_ok_and(|own| own == line)).collect()
}

/// Whether none is left soon; none is in any case afterwards.
fn end(seconds: u32) -> bool {
    let ended = (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        sleepers(seconds).is_empty()
    });
    for left in sleepers(seconds) {
        let _ = Command::new("kill").args(["-9", &left]).status();
    }
    ended
}

fn what_a_bot_has_started_ends_with_its_round(fence: Fence) {
    let (signs, seconds) = (tempfile::tempdir().expect("a folder"), unique(if fence.name == "bwrap" { 1 } else { 2 }));
    let game = fence.start(&(escape(seconds, signs.path()) + "read a; exit 1"));
    assert_eq!(fence.deaths(game, "crash"), Some(1));
    assert!(signs.path().join("2").exists(), "they were started");
    assert!(end(seconds), "they have survived");
}

fn what_a_bot_has_started_ends_when_we_are_killed(fence: Fence) {
    let (signs, seconds) = (tempfile::tempdir().expect("a folder"), unique(if fence.name == "bwrap" { 3 } else { 4 }));
    let mut game = fence.start(&(escape(seconds, signs.path()) + "read a; sleep 1000"));
    let are_there = || {
        std::thread::sleep(Duration::from_millis(20));
        sleepers(seconds).len() == 2
    };
    assert!((0..3000).any(|_| are_there()), "they are started");
    game.kill().expect("it runs");
    game.wait().expect("it was killed");
    assert!(end(seconds), "they have survived");
}

fn a_bot_that_is_ended_while_it_starts_leaves_nothing_behind(fence: Fence) {
    let seconds = unique(if fence.name == "bwrap" { 5 } else { 6 });
    // Its opponent cannot start, so that it is ended as soon as it is begun; many at once, so that some are slow.
    let script = format!("exec sleep {seconds}");
    let games: Vec<Child> = (0..24).map(|_| fence.start_against(&script, "exec:/no/such/program")).collect();
    for mut game in games {
        game.wait().expect("it ends");
    }
    assert!(end(seconds), "some have survived");
    let held = |line: String| line.contains("bwrap") && line.contains(&seconds.to_string());
    let all = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    let lines = all.filter_map(|entry| std::fs::read_to_string(entry.path().join("cmdline")).ok());
    assert_eq!(lines.filter(|line| held(line.clone())).count(), 0, "bwrap itself has survived");
}

fn a_bot_that_closes_its_output_has_ended(fence: Fence) {
    // Whoever holds it must not hold its output.
    let game = fence.start("read a; exec >&-; sleep 1000");
    assert_eq!(fence.deaths(game, "crash"), Some(1));
}
