//! The `WIDTHxHEIGHT` option of maps.

use crate::games::rts::level::generate::{MAX_SIDE, MIN_SIDE};
use std::str::FromStr;
use thiserror::Error;

/// Size of a map in cells, each side 16 to 1024.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

/// Why a text is no size.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SizeError {
    #[error("expected WIDTHxHEIGHT in cells, for example 128x96")]
    Form,
    #[error("{name} {value} is not between {MIN_SIDE} and {MAX_SIDE} cells")]
    Range { name: &'static str, value: String },
}

impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (width, height) = text.split_once(['x', 'X']).ok_or(SizeError::Form)?;
        let side = |name, digits: &str| {
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(SizeError::Form);
            }
            let value = digits.parse().ok().filter(|side| (MIN_SIDE..=MAX_SIDE).contains(side));
            value.ok_or_else(|| SizeError::Range { name, value: digits.into() })
        };
        Ok(Self { width: side("width", width)?, height: side("height", height)? })
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}
