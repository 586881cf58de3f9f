//! Outside programs: what they answer and when, what they cost, and how they end.

use gridmarch::arena::{Fence, LONGEST_TURN, Program, Reply};
use std::time::Duration;
#[cfg(target_os = "linux")]
use {
    gridmarch::arena::program::fence::guard,
    gridmarch::arena::{CommandLine, GRACE},
    std::io::{BufRead, BufReader, Write},
    std::os::unix::process::CommandExt,
    std::process::{Command, Stdio},
};

const LONG: Duration = Duration::from_secs(20);

fn shell_in(fence: Fence, script: &str) -> Program {
    let command = format!("sh -c '{script}'").parse().expect("a command line");
    Program::start_in(fence, &command, LONGEST_TURN, false).expect("every Unix has sh")
}

fn shell(script: &str) -> Program {
    shell_in(Fence::best(), script)
}

fn ask(program: &mut Program, question: &str, limit: Duration) -> Reply {
    program.ask(question.to_string());
    program.reply(limit).0
}

#[test]
fn a_program_answers_line_by_line_until_it_ends() {
    let mut program = shell("read a; echo \"got $a\"; read b; printf \"last $b\"");
    assert_eq!(ask(&mut program, "one\n", LONG), Reply::Line("got one".into()));
    assert_eq!(ask(&mut program, "two\n", LONG), Reply::Line("last two".into()));
    assert_eq!(ask(&mut program, "three\n", LONG), Reply::Ended);
}

#[test]
fn a_program_that_never_answers_is_late_and_one_that_never_reads_does_not_block_us() {
    let mut program = shell("sleep 1000");
    let large = "x".repeat(200_000);
    for _ in 0..3 {
        assert_eq!(ask(&mut program, &large, Duration::from_millis(1)), Reply::Late);
    }
}

#[test]
fn floods_are_no_answers() {
    let mut endless = shell("read a; while :; do printf 11111111111111111111; done");
    assert_eq!(ask(&mut endless, "go\n", LONG), Reply::Garbage);
    let mut empty = shell("while :; do echo; done");
    assert_eq!(ask(&mut empty, "go\n", Duration::from_millis(1)), Reply::Late);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_written_before_a_question_is_read_is_always_called_that() {
    let before = [
        "echo 2; sleep 1000",
        "echo 2",
        "printf 2; read a; echo 2; sleep 1000",
        "echo 2; exec >&-; sleep 1000",
        "echo hello; while read a; do echo 2; done",
        "while :; do echo 1; done",
        "while :; do printf 11111111111111111111; done",
    ];
    for script in before {
        let mut program = shell(script);
        assert_eq!(ask(&mut program, "go\n", LONG), Reply::Unasked, "{script}");
        assert_eq!(ask(&mut program, "go\n", LONG), Reply::Unasked, "{script}");
    }
    // The second answer to the first question is found with the second question, never taken for its answer.
    for script in ["while read a; do echo 2; echo 3; done", "while read a; do echo 2; printf 3; done"] {
        for _ in 0..10 {
            let mut program = shell(script);
            assert_eq!(ask(&mut program, "go\n", LONG), Reply::Line("2".into()), "{script}");
            assert_eq!(ask(&mut program, "go\n", LONG), Reply::Unasked, "{script}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn waiting_costs_no_time_and_working_does_also_in_children() {
    let limit = Duration::from_millis(50);
    let mut idle = shell("read a; sleep 0.3; echo 2");
    idle.ask("go\n".into());
    let (reply, time) = idle.reply(limit);
    assert_eq!(reply, Reply::Line("2".into()));
    assert!(time <= limit + GRACE, "{time:?}");
    let work = "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done";
    for script in [format!("read a; {work}; echo 2"), format!("read a; ({work}; true) | cat; echo 2")] {
        assert_eq!(ask(&mut shell(&script), "go\n", limit), Reply::Late, "{script}");
    }
}

/// A shell that starts a program of its own when it is asked, tells its number and waits.
#[cfg(target_os = "linux")]
const PARENT: &str = "read a; sleep 1000 & echo $!; wait";

#[cfg(target_os = "linux")]
fn is_alive(process: &str) -> bool {
    // A zombie that nobody has collected yet is dead.
    std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// The signal is on its way when `kill` returns.
#[cfg(target_os = "linux")]
fn dies(process: &str) -> bool {
    (0..4000).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        !is_alive(process)
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_dropped_program_is_killed_with_its_process_group() {
    // It answers after it has been asked: an earlier line would be no answer.
    let mut program = shell_in(Fence::Group, PARENT);
    let reply = ask(&mut program, "go\n", LONG);
    let Reply::Line(grandchild) = reply else { panic!("the shell tells a number, not {reply:?}") };
    assert!(is_alive(&grandchild));
    drop(program);
    assert!(dies(&grandchild));
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_group_dies_when_the_pipe_to_its_guard_ends_as_it_does_when_we_are_killed() {
    let mut shell = Command::new("sh");
    shell.args(["-c", PARENT]).process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = shell.spawn().expect("every Unix has sh");
    let mut guard = guard(child.id()).expect("every Unix has sh");
    child.stdin.take().expect("a pipe").write_all(b"go\n").expect("it reads");
    let mut grandchild = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut grandchild).expect("a number");
    let (own, grandchild) = (child.id().to_string(), grandchild.trim());
    assert!(is_alive(grandchild) && is_alive(&own));
    drop(guard.stdin.take());
    assert!(dies(grandchild) && dies(&own));
    for process in [&mut child, &mut guard] {
        process.wait().expect("it has ended");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_with_a_memory_limit_knows_it() {
    let command = "sh -c 'read a; echo \"$(ulimit -v) $0\"' word".parse::<CommandLine>().expect("a command line");
    let mut program = Program::start(&command.limited(64), LONGEST_TURN, false).expect("every Unix has sh");
    assert_eq!(ask(&mut program, "go\n", LONG), Reply::Line("65536 word".into()));
}
