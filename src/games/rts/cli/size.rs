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
    /// Not two numbers.
    #[error("expected WIDTHxHEIGHT in cells, for example 128x96")]
    Form,
    /// A number out of range.
    #[error("{name} {value} is not between {MIN_SIDE} and {MAX_SIDE} cells")]
    Range {
        /// `width` or `height`.
        name: &'static str,
        /// What was asked for.
        value: String,
    },
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_in_range() {
        assert_eq!("128x96".parse(), Ok(Size { width: 128, height: 96 }));
        assert_eq!("16X1024".parse(), Ok(Size { width: 16, height: 1024 }));
        for wrong in ["", "x", "128", "128x", "x96", "-1x20", "+20x20", "20x20x20", "20 x 20", "a×b"] {
            assert_eq!(wrong.parse::<Size>(), Err(SizeError::Form), "{wrong:?}");
        }
        let error = "15x99999999999".parse::<Size>().expect_err("both sides are out of range");
        assert_eq!(error.to_string(), "width 15 is not between 16 and 1024 cells");
        let error = "16x99999999999".parse::<Size>().expect_err("the height is out of range");
        assert_eq!(error.to_string(), "height 99999999999 is not between 16 and 1024 cells");
    }
}
