//! CPU time of a process and all below it, from Linux's /proc.

use crate::arena::cpu;
use nix::time::ClockId;
use nix::unistd::Pid;
use std::time::Duration;

/// The unit of times in /proc, the same on every machine that Linux knows today.
const TICK: Duration = Duration::from_millis(10);

/// CPU time of a process, of its ended children, and of all that runs below it; `None` if it is gone.
pub(super) fn family_time(process: i32) -> Option<Duration> {
    let own = cpu::read(ClockId::pid_cpu_clock_id(Pid::from_raw(process)).ok()?)?;
    let below: Duration = children(process).into_iter().filter_map(family_time).sum();
    Some(own + buried(process) + below)
}

/// CPU time of the children that have ended and been waited for.
fn buried(process: i32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let ticks = |index| after_name(&stat).nth(index).and_then(|word| word.parse::<u32>().ok()).unwrap_or(0);
    // Fields 16 and 17 of the whole line: user and system time of waited-for children.
    TICK * ticks(13) + TICK * ticks(14)
}

/// The fields of a line of /proc/PID/stat from the third on; the name before may hold spaces and brackets.
fn after_name(stat: &str) -> std::str::SplitWhitespace<'_> {
    stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace()
}

pub(super) fn children(process: i32) -> Vec<i32> {
    // No folder: the process is gone.
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { return Vec::new() };
    let lists = threads.flatten().map(|thread| std::fs::read_to_string(thread.path().join("children")));
    let mut lists = lists.peekable();
    if lists.peek().is_some_and(Result::is_ok) {
        let numbers = |list: String| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<_>>();
        return lists.flatten().flat_map(numbers).collect();
    }
    // A kernel without these lists: ask everybody for the parent.
    let everybody = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let number = |entry: std::fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
    let is_child = |other: &i32| {
        let stat = std::fs::read_to_string(format!("/proc/{other}/stat")).unwrap_or_default();
        after_name(&stat).nth(1).is_some_and(|parent| parent.parse() == Ok(process))
    };
    everybody.filter_map(number).filter(is_child).collect()
}
