//! The servers that one has been on, kept in a file that nobody else on this machine can read: where they are, who one is there,
//! and the token by which one is known. There is never a password in it.

use crate::files;
use crate::online::talk::Token;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Servers that are kept; the one that was left longest ago gives way.
const MOST: usize = 20;

/// Bytes of the file.
const LARGEST: u64 = 1 << 20;

/// A server that one has been on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remembered {
    /// As it can be typed.
    pub address: String,
    /// What the server is called.
    pub name: String,
    /// Who one was there last; empty if one never signed in.
    #[serde(default)]
    pub account: String,
    /// Nothing if one has signed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<Token>,
}

/// The servers that one has been on, the last one first.
#[derive(Debug)]
pub struct Memory {
    path: PathBuf,
    list: Vec<Remembered>,
}

impl Memory {
    /// What is kept in a file. One that cannot be read is passed over: signing in again is all that it costs.
    pub fn open(path: PathBuf) -> Self {
        let text = files::read_text(&path, LARGEST).unwrap_or_default();
        Self { list: serde_json::from_str(&text).unwrap_or_default(), path }
    }

    pub fn list(&self) -> &[Remembered] {
        &self.list
    }

    pub fn of(&self, address: &str) -> Option<&Remembered> {
        self.list.iter().find(|one| one.address == address)
    }

    /// Keeps a server as the last one.
    ///
    /// # Errors
    /// Why the file cannot be written, in a sentence; it is known until the program ends all the same.
    pub fn keep(&mut self, server: Remembered) -> Result<(), String> {
        if self.list.first() == Some(&server) {
            return Ok(());
        }
        self.list.retain(|one| one.address != server.address);
        self.list.insert(0, server);
        self.list.truncate(MOST);
        self.write()
    }

    /// Forgets a server.
    ///
    /// # Errors
    /// As [`Self::keep`].
    pub fn forget(&mut self, address: &str) -> Result<(), String> {
        self.list.retain(|one| one.address != address);
        self.write()
    }

    fn write(&self) -> Result<(), String> {
        // Texts in structures: there is nothing that JSON cannot hold.
        let text = serde_json::to_string_pretty(&self.list).unwrap_or_default();
        let written = self.path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = written.and_then(|()| files::write_private(&self.path, &text));
        written.map_err(|error| format!("{} cannot be written: {error}", self.path.display()))
    }
}
