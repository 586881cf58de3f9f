//! Whether a file is a whole Ogg Vorbis stream.
//!
//! The decoder panics at a file that it cannot read, and one that was cut off is likely after a copy that went wrong, so
//! the frame of the format is walked through first: pages as in RFC 3533, the identification header of Vorbis I.

/// Bytes of the fixed part of a page.
const PAGE_HEADER: usize = 27;
/// The flag of the last page of a stream.
const LAST: u8 = 4;

/// What is wrong with a file, as the end of a sentence about it.
pub fn fault(bytes: &[u8]) -> Option<&'static str> {
    let mut rest = bytes;
    let mut is_first = true;
    let mut is_closed = false;
    while !rest.is_empty() {
        if !rest.starts_with(b"OggS") {
            return Some(if is_first { "is not an Ogg file" } else { "is damaged" });
        }
        let Some(segments) = rest.get(PAGE_HEADER..PAGE_HEADER + rest.get(26).copied().map_or(0, usize::from)) else {
            return Some("is cut off");
        };
        let body = PAGE_HEADER + segments.len();
        let end = body + segments.iter().map(|size| usize::from(*size)).sum::<usize>();
        let Some(packet) = rest.get(body..end) else { return Some("is cut off") };
        // Type, name, version: the identification header is alone on the first page.
        if is_first && !(packet.starts_with(b"\x01vorbis\0\0\0\0") && packet.len() == 30) {
            return Some("is not in the format Vorbis I");
        }
        is_first = false;
        is_closed = rest[5] & LAST != 0;
        rest = &rest[end..];
    }
    (!is_closed).then_some("is cut off")
}
