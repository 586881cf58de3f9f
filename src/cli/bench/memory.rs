//! How much memory a measurement took.

/// Peak resident memory of this process in MiB, where the system tells (Linux); 0 elsewhere.
pub(crate) fn peak_rss_mib() -> u64 {
    kib("self", "VmHWM:") / 1024
}

/// A number of KiB in the status of a process, where the system tells; 0 elsewhere.
pub(super) fn kib(process: &str, field: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
