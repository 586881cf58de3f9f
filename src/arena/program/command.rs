//! The command line of an outside program.

use std::str::FromStr;
use thiserror::Error;

/// A program with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
    /// Address space that it may use.
    mebibytes: Option<u32>,
}

/// Why a text is no command line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommandProblem {
    #[error("there is no program to start, expected for example exec:./bot --arg")]
    Empty,
    #[error("a quote in {0:?} is not closed")]
    Quote(String),
}

impl FromStr for CommandLine {
    type Err = CommandProblem;

    /// Words are separated by spaces; single or double quotes hold a word with spaces together. No shell is involved.
    fn from_str(text: &str) -> Result<Self, CommandProblem> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote = None;
        for symbol in text.chars() {
            match quote {
                Some(mark) if mark == symbol => quote = None,
                None if symbol == '"' || symbol == '\'' => {
                    quote = Some(symbol);
                    word.get_or_insert_default();
                }
                None if symbol.is_whitespace() => words.extend(word.take()),
                _ => word.get_or_insert_default().push(symbol),
            }
        }
        if quote.is_some() {
            return Err(CommandProblem::Quote(text.to_string()));
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(CommandProblem::Empty)?;
        Ok(Self { program, arguments: words.collect(), mebibytes: None })
    }
}

impl CommandLine {
    /// The same program with a limit of the address space of each of its processes, by the shell's `ulimit -v`; without
    /// effect where that is not known. Programs that reserve much more than they use, as those of Java and Go do, may
    /// not start under it.
    pub fn limited(self, mebibytes: u32) -> Self {
        Self { mebibytes: Some(mebibytes), ..self }
    }

    pub(super) fn program(&self) -> &str {
        &self.program
    }

    /// The program and its arguments, with what limits it before them.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if let (Some(mebibytes), true) = (self.mebibytes, cfg!(unix)) {
            let script = format!("ulimit -v {}; exec \"$0\" \"$@\"", u64::from(mebibytes) * 1024);
            words.extend(["sh".to_string(), "-c".to_string(), script]);
        }
        words.push(self.program.clone());
        words.extend(self.arguments.iter().cloned());
        words
    }

    /// Whether there is such a program that may be started. What holds it would start in any case.
    pub fn find(&self) -> std::io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            use nix::unistd::{AccessFlags, access};
            let file = std::path::Path::new(&self.program);
            let folders = std::env::var_os("PATH").unwrap_or_default();
            let candidates: Vec<_> = if self.program.contains('/') {
                vec![file.to_path_buf()]
            } else {
                std::env::split_paths(&folders).map(|folder| folder.join(file)).collect()
            };
            let mut problem = nix::errno::Errno::ENOENT;
            for candidate in candidates {
                match access(&candidate, AccessFlags::X_OK) {
                    Ok(()) if candidate.is_file() => return Ok(()),
                    Err(nix::errno::Errno::ENOENT) => {}
                    Ok(()) | Err(_) => problem = nix::errno::Errno::EACCES,
                }
            }
            Err(problem.into())
        }
        #[cfg(not(target_os = "linux"))]
        Ok(())
    }
}
