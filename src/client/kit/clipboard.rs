//! The clipboard of the desktop, or a place in memory that stands for it where there is no desktop: in tests.

use arboard::Error;
use bevy::prelude::*;

/// Text that goes to other programs and comes from them.
#[derive(Resource)]
pub enum Clipboard {
    Memory(String),
    /// Opened when it is used first.
    Desktop(Option<arboard::Clipboard>),
}

impl Default for Clipboard {
    fn default() -> Self {
        Self::Memory(String::new())
    }
}

impl Clipboard {
    pub(crate) fn desktop() -> Self {
        Self::Desktop(None)
    }

    /// Puts a text there.
    ///
    /// # Errors
    /// What the system says, as a sentence.
    pub fn put(&mut self, text: String) -> Result<(), String> {
        match self {
            Self::Memory(content) => {
                *content = text;
                Ok(())
            }
            Self::Desktop(desktop) => opened(desktop).and_then(|desktop| desktop.set_text(text)).map_err(sentence),
        }
    }

    /// The text that is there.
    ///
    /// # Errors
    /// What the system says, as a sentence; also if there is no text.
    pub fn text(&mut self) -> Result<String, String> {
        match self {
            Self::Memory(content) => Ok(content.clone()),
            Self::Desktop(desktop) => opened(desktop).and_then(|desktop| desktop.get_text()).map_err(sentence),
        }
    }
}

fn opened(desktop: &mut Option<arboard::Clipboard>) -> Result<&mut arboard::Clipboard, Error> {
    match desktop {
        Some(desktop) => Ok(desktop),
        None => Ok(desktop.insert(arboard::Clipboard::new()?)),
    }
}

fn sentence(error: Error) -> String {
    match error {
        Error::ContentNotAvailable => "There is no text in the clipboard.".into(),
        other => format!("The clipboard cannot be used: {}.", other.to_string().trim_end_matches('.')),
    }
}
