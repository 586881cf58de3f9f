//! Questions and answers through the pipes of a program: what it writes before it has read its question is no answer.
//!
//! Linux tells how much of a pipe has been read. So a question is put in two parts: its first byte, with which no
//! program can answer, and the rest as soon as that byte has been read. What the program had written until then is in
//! the other pipe by then, and was written **before it was asked**, whatever the load of the machine. On other systems a
//! question counts as read when it is written.
//!
//! One thread writes and one reads, so that a program that never reads, never answers, or answers without end is only
//! ever late or impolite. What is wrong with a program stays wrong: nothing more of it is read.

use super::Reply;
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes that are read at once.
const CHUNK: usize = 4096;

/// An answer, when it came, and the CPU time of the program until then.
#[derive(Debug, Clone)]
pub(super) struct Heard {
    pub(super) reply: Reply,
    pub(super) at: Instant,
    pub(super) spent: Option<Duration>,
}

/// What has been heard.
#[derive(Debug, Default)]
struct Ear {
    line: Vec<u8>,
    /// Whether the program has begun to read a question that it has not answered.
    is_open: bool,
    answer: Option<Heard>,
    /// Why nothing more is heard.
    fault: Option<Reply>,
    /// Whether nobody asks any more.
    is_over: bool,
}

/// What both threads and the asker share.
struct Shared {
    ear: Mutex<Ear>,
    changed: Condvar,
    /// Bytes of the longest line that is read.
    longest: usize,
    /// Gives the CPU time of the program.
    meter: Box<dyn Fn() -> Option<Duration> + Send + Sync>,
}

/// The conversation with a program.
pub(super) struct Talk {
    shared: Arc<Shared>,
    questions: SyncSender<String>,
}

impl Shared {
    fn ear(&self) -> MutexGuard<'_, Ear> {
        // A panic of another thread leaves at worst an answer out.
        self.ear.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes what was read, nothing at the end of the output; whether more is wanted.
    fn take(&self, ear: &mut Ear, bytes: &[u8]) -> bool {
        for byte in bytes {
            if ear.fault.is_none() && *byte == b'\n' {
                self.take_line(ear);
            } else if ear.fault.is_none() {
                ear.line.push(*byte);
                if ear.line.len() > self.longest {
                    ear.fault = Some(if ear.is_open { Reply::Garbage } else { Reply::Unasked });
                }
            }
        }
        if bytes.is_empty() && ear.fault.is_none() {
            self.take_line(ear);
            ear.fault.get_or_insert(Reply::Ended);
        }
        self.changed.notify_all();
        ear.fault.is_none() && !ear.is_over
    }

    fn take_line(&self, ear: &mut Ear) {
        let line = std::mem::take(&mut ear.line);
        if line.trim_ascii().is_empty() {
            return;
        }
        if !std::mem::take(&mut ear.is_open) {
            ear.fault = Some(Reply::Unasked);
            return;
        }
        let reply = String::from_utf8(line).map_or(Reply::Garbage, |text| Reply::Line(text.trim().to_string()));
        ear.answer = Some(Heard { reply, at: Instant::now(), spent: (self.meter)() });
    }

    /// Opens the question that has begun to be read. What has come before is not its answer.
    fn open(&self, ear: &mut Ear) {
        if !ear.line.trim_ascii().is_empty() {
            ear.fault.get_or_insert(Reply::Unasked);
            self.changed.notify_all();
        }
        ear.is_open = true;
    }
}

impl Talk {
    /// Begins to listen to lines of at most `longest` bytes. `meter` gives the CPU time of the program.
    pub(super) fn begin(
        input: ChildStdin,
        output: ChildStdout,
        longest: usize,
        meter: impl Fn() -> Option<Duration> + Send + Sync + 'static,
    ) -> Self {
        let (ear, changed) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { ear, changed, longest, meter: Box::new(meter) });
        let (questions, waiting) = sync_channel(1);
        let output = Arc::new(pipes::Output::from(output));
        let (speaking, listening) = (shared.clone(), shared.clone());
        let heard = output.clone();
        std::thread::spawn(move || pipes::speak(input, &heard, &waiting, &speaking));
        std::thread::spawn(move || pipes::listen(&output, &listening));
        Self { shared, questions }
    }

    /// Puts a question. One that finds another unread is not put: its answer is late.
    pub(super) fn ask(&self, question: String) {
        let mut ear = self.shared.ear();
        (ear.is_open, ear.answer) = (false, None);
        let _ = self.questions.try_send(question);
    }

    /// Waits for the answer, or for what makes one impossible, until `until`; nothing if neither comes.
    pub(super) fn wait(&self, until: Instant) -> Option<Heard> {
        let mut ear = self.shared.ear();
        loop {
            if let Some(heard) = ear.answer.take() {
                return Some(heard);
            }
            if let Some(fault) = &ear.fault {
                return Some(Heard { reply: fault.clone(), at: Instant::now(), spent: None });
            }
            let left = until.checked_duration_since(Instant::now())?;
            ear =
                self.shared.changed.wait_timeout(ear, left).map_or_else(|poison| poison.into_inner().0, |pair| pair.0);
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.shared.ear().is_over = true;
        self.shared.changed.notify_all();
    }
}

/// Where it is known how much of a pipe has been read, and whether there is something to read.
#[cfg(target_os = "linux")]
mod pipes {
    use super::*;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{ioctl_fionread, read};
    use std::io::Write;

    pub(super) type Output = ChildStdout;

    /// The longest wait until it is looked again whether a question has been read.
    const LONGEST_PAUSE: Duration = Duration::from_millis(2);

    /// Writes questions until there are no more or the program does not take them.
    pub(super) fn speak(mut input: ChildStdin, output: &Output, questions: &Receiver<String>, shared: &Shared) {
        for question in questions {
            let (first, rest) = question.as_bytes().split_at(question.len().min(1));
            let put = input.write_all(first).is_ok()
                && was_read(&input, output, shared)
                && input.write_all(rest).and_then(|()| input.flush()).is_ok();
            if !put {
                break;
            }
        }
    }

    /// Waits until all that was written has been read and opens the question; whether it came to that.
    fn was_read(input: &ChildStdin, output: &Output, shared: &Shared) -> bool {
        let mut pause = Duration::from_micros(10);
        let mut ear = shared.ear();
        loop {
            if ear.is_over || ear.fault.is_some() {
                return false;
            }
            // An error would be one of a pipe that cannot be asked.
            if ioctl_fionread(input).unwrap_or(0) == 0 {
                let mut waiting = ioctl_fionread(output).unwrap_or(0) as usize;
                while waiting > 0 {
                    let mut chunk = [0; CHUNK];
                    let size = waiting.min(CHUNK);
                    // It is there, so this does not wait: bytes are taken by who holds the lock, nobody else.
                    let Ok(length @ 1..) = read(output, &mut chunk[..size]) else { break };
                    waiting -= length;
                    if !shared.take(&mut ear, &chunk[..length]) {
                        return false;
                    }
                }
                shared.open(&mut ear);
                return ear.fault.is_none();
            }
            let wait = shared.changed.wait_timeout(ear, pause);
            ear = wait.map_or_else(|poison| poison.into_inner().0, |pair| pair.0);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Listens until the program ends, nobody asks any more, or something comes that is no answer.
    pub(super) fn listen(output: &Output, shared: &Shared) {
        let is_ready = |wait: Option<&Timespec>| {
            let ready = poll(&mut [PollFd::new(output, PollFlags::IN)], wait);
            // Whatever a poll cannot say, a read will.
            ready.map_or_else(|error| error != rustix::io::Errno::INTR, |count| count > 0)
        };
        loop {
            if !is_ready(None) {
                continue;
            }
            let mut ear = shared.ear();
            // Whoever speaks may have taken it meanwhile.
            if !is_ready(Some(&Timespec::default())) {
                continue;
            }
            let mut chunk = [0; CHUNK];
            let length = match read(output, &mut chunk) {
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => 0,
                Ok(length) => length,
            };
            if !shared.take(&mut ear, &chunk[..length]) {
                break;
            }
        }
    }
}

/// Where it is not.
#[cfg(not(target_os = "linux"))]
mod pipes {
    use super::*;
    use std::io::{Read, Write};

    /// Only the listener reads.
    pub(super) type Output = Mutex<ChildStdout>;

    pub(super) fn speak(mut input: ChildStdin, _: &Output, questions: &Receiver<String>, shared: &Shared) {
        for question in questions {
            shared.open(&mut shared.ear());
            if input.write_all(question.as_bytes()).and_then(|()| input.flush()).is_err() {
                break;
            }
        }
    }

    pub(super) fn listen(output: &Output, shared: &Shared) {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        let mut chunk = [0; CHUNK];
        loop {
            let length = output.read(&mut chunk).unwrap_or(0);
            if !shared.take(&mut shared.ear(), &chunk[..length]) {
                break;
            }
        }
    }
}
