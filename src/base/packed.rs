//! Values as short text: postcard's bytes and their hash, deflated, in base64. For states that are kept inside of text files.

use super::Fingerprint;
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{Read, Write};
use thiserror::Error;

/// Bytes that a value may have when it is unpacked: more than any map needs, and little enough for any machine.
const MOST: u64 = 256 << 20;

/// Why a packed value cannot be read or made.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PackError {
    /// It is not base64.
    #[error("the packed text has a wrong letter at byte {0}")]
    Letter(usize),
    /// It ends in the middle.
    #[error("the packed text is cut off or longer than it should be")]
    Length,
    /// It cannot be inflated.
    #[error("the packed bytes are damaged")]
    Damaged,
    /// It inflates to more than anything that was ever packed.
    #[error("the packed bytes are more than {MOST} when unpacked")]
    TooMany,
    /// The bytes are not those of the value.
    #[error("the packed bytes are not of this version's form")]
    Form,
}

/// Packs a value.
///
/// # Errors
/// [`PackError::Form`] for a value that has no such form, for example a sequence that does not know its length.
pub fn pack<T: Serialize>(value: &T) -> Result<String, PackError> {
    let mut bytes = postcard::to_allocvec(value).map_err(|_| PackError::Form)?;
    bytes.extend(sum(&bytes));
    let mut deflater = DeflateEncoder::new(Vec::new(), Compression::fast());
    let deflated = deflater.write_all(&bytes).and_then(|()| deflater.finish()).map_err(|_| PackError::Damaged)?;
    Ok(STANDARD_NO_PAD.encode(deflated))
}

/// The hash of some bytes: a file that has been changed is not read at all.
fn sum(bytes: &[u8]) -> [u8; 8] {
    let mut print = Fingerprint::new();
    print.add_bytes(bytes);
    print.finish().to_le_bytes()
}

/// Reads a packed value.
///
/// # Errors
/// What is wrong with the text.
pub fn unpack<T: DeserializeOwned>(text: &str) -> Result<T, PackError> {
    let deflated = STANDARD_NO_PAD.decode(text).map_err(|error| match error {
        base64::DecodeError::InvalidByte(place, _) | base64::DecodeError::InvalidLastSymbol(place, _) => {
            PackError::Letter(place)
        }
        _ => PackError::Length,
    })?;
    let mut bytes = Vec::new();
    DeflateDecoder::new(deflated.as_slice()).take(MOST + 1).read_to_end(&mut bytes).map_err(|_| PackError::Damaged)?;
    if bytes.len() as u64 > MOST {
        return Err(PackError::TooMany);
    }
    let (bytes, kept) = bytes.split_last_chunk::<8>().ok_or(PackError::Length)?;
    if *kept != sum(bytes) {
        return Err(PackError::Damaged);
    }
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(|_| PackError::Form)?;
    if rest.is_empty() { Ok(value) } else { Err(PackError::Length) }
}
