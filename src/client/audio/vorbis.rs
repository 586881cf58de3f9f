//! Whether a file is a whole Ogg Vorbis stream.
//!
//! The decoder panics at a file that it cannot read, and one that was cut off is likely after a copy that went wrong, so
//! the frame of the format is walked through first: pages as in RFC 3533, the identification header of Vorbis I.

/// Bytes of the fixed part of a page.
const PAGE_HEADER: usize = 27;
/// The flag of the last page of a stream.
const LAST: u8 = 4;

/// What is wrong with a file, as the end of a sentence about it.
pub(super) fn fault(bytes: &[u8]) -> Option<&'static str> {
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

#[cfg(test)]
mod tests {
    use super::fault;

    fn page(flags: u8, body: &[u8]) -> Vec<u8> {
        let mut page = b"OggS\0".to_vec();
        page.push(flags);
        page.extend([0; 20]);
        page.extend([1, u8::try_from(body.len()).expect("a short body")]);
        page.extend(body);
        page
    }

    fn stream() -> Vec<u8> {
        let mut first = b"\x01vorbis\0\0\0\0".to_vec();
        first.resize(30, 1);
        [page(2, &first), page(0, &[7; 40]), page(4, &[7; 9])].concat()
    }

    #[test]
    fn a_whole_stream_is_taken() {
        assert_eq!(fault(&stream()), None);
    }

    #[test]
    fn a_stream_cut_off_anywhere_is_refused() {
        let whole = stream();
        for length in 0..whole.len() {
            assert!(fault(&whole[..length]).is_some(), "the first {length} bytes");
        }
    }

    #[test]
    fn what_is_something_else_is_refused() {
        assert_eq!(fault(b"version https://git-lfs.github.com/spec/v1 oid"), Some("is not an Ogg file"));
        let opus = page(6, b"OpusHead and what follows it..");
        assert_eq!(fault(&opus), Some("is not in the format Vorbis I"));
    }
}
