//! Changes of a text: by its structure (numbers, names, strings, elements of lists, nested texts) and by its bytes.
//!
//! JSON, RON and the protocols of bots all are words, numbers, strings and brackets, so one reader of tokens serves all of
//! them. It understands nothing and never fails: what is no token is passed on as it is.

use crate::base::rng::Rng;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::ops::Range;

/// What a part of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Number,
    Word,
    /// With its quotes.
    Text,
    Open,
    Close,
    Comma,
    Other,
}

/// A part of a text: what it is, and where.
pub type Token = (Kind, Range<usize>);

/// Numbers at the ends of their types, and some that rules, maps and sides end at.
const NUMBERS: &str = "0 1 -1 2 3 4 7 8 9 16 63 64 65 100 127 128 250 255 256 1000 1024 32767 -32768 32768 65535 65536 \
    2147483647 4294967295 4294967296 18446744073709551615 -9223372036854775808 1e300 0.5";

/// What maps, orders and moves are written with, and what is not.
const LETTERS: &str = ".#~=^-T@+123 0abdz?xé\u{0}\u{1F600}";

/// Longest text that is made longer still.
const LONG: usize = 4 << 20;

/// The parts of a text, one after the other without gaps.
pub fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let run = |from: usize, is_in: &dyn Fn(u8) -> bool| {
            bytes[from..].iter().position(|byte| !is_in(*byte)).map_or(bytes.len(), |length| from + length)
        };
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let kind = match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
                Kind::Text
            }
            b'0'..=b'9' | b'-' => {
                at = run(at + 1, &|byte| is_word(byte) || byte == b'.');
                if at == start + 1 && bytes[start] == b'-' { Kind::Other } else { Kind::Number }
            }
            byte if is_word(byte) => {
                at = run(at, &is_word);
                Kind::Word
            }
            byte => {
                at += 1;
                match byte {
                    b'(' | b'[' | b'{' => Kind::Open,
                    b')' | b']' | b'}' => Kind::Close,
                    b',' => Kind::Comma,
                    _ => {
                        at = run(at, &|byte| !is_word(byte) && !b"\"()[]{},-".contains(&byte));
                        Kind::Other
                    }
                }
            }
        };
        // An escape at the end of a broken string may point into the middle of a letter.
        while !text.is_char_boundary(at) {
            at += 1;
        }
        found.push((kind, start..at));
    }
    found
}

/// The element of a list or structure that a token belongs to: up to the commas or brackets around it.
pub fn element(tokens: &[Token], at: usize) -> Range<usize> {
    let mut depth = 0_i32;
    let mut first = at;
    while first > 0 {
        match tokens[first - 1].0 {
            Kind::Close => depth += 1,
            Kind::Open if depth == 0 => break,
            Kind::Open => depth -= 1,
            Kind::Comma if depth == 0 => break,
            _ => {}
        }
        first -= 1;
    }
    depth = 0;
    let mut end = at;
    while end < tokens.len() {
        match tokens[end].0 {
            Kind::Open => depth += 1,
            Kind::Close if depth == 0 => break,
            Kind::Close => depth -= 1,
            Kind::Comma if depth == 0 => break,
            _ => {}
        }
        end += 1;
    }
    first..end.max(first + 1)
}

fn pick<'a>(tokens: &'a [Token], kind: Kind, chance: &mut Rng) -> Option<&'a Token> {
    let all: Vec<&Token> = tokens.iter().filter(|token| token.0 == kind).collect();
    all.choose(chance).copied()
}

fn replaced(text: &str, range: Range<usize>, by: &str) -> String {
    [&text[..range.start], by, &text[range.end..]].concat()
}

/// A number beside or far from another.
fn number(old: &str, chance: &mut Rng) -> String {
    let known = old.parse::<i128>();
    match (known, chance.random_range(0..10)) {
        (Ok(old), 0) => (old + 1).to_string(),
        (Ok(old), 1) => (old - 1).to_string(),
        (Ok(old), 2) => (old * 2).to_string(),
        (Ok(old), 3) => (-old).to_string(),
        (Ok(_), 4) => chance.random_range(0..300).to_string(),
        (Ok(old), 5) => (old * 1000).to_string(),
        _ => NUMBERS.split(' ').collect::<Vec<_>>().choose(chance).map_or_else(String::new, ToString::to_string),
    }
}

/// The content of a string changed; what is written inside of it as a text of its own is changed as one.
fn inside(quoted: &str, chance: &mut Rng) -> String {
    let Ok(content) = serde_json::from_str::<String>(quoted) else { return "\"\"".into() };
    let is_nested = content.len() > 40 && content.contains(['(', '{']);
    let changed = match chance.random_range(0..10) {
        _ if is_nested => mutate(&content, chance),
        0 => String::new(),
        1 => content.repeat(2),
        2 => "x".repeat(chance.random_range(1..2000)),
        _ => {
            let mut letters: Vec<char> = content.chars().collect();
            let new = LETTERS.chars().collect::<Vec<_>>().choose(chance).copied().unwrap_or('x');
            let place = chance.random_range(0..=letters.len());
            match chance.random_range(0..4) {
                0 => letters.insert(place, new),
                1 if place < letters.len() => drop(letters.remove(place)),
                _ if place < letters.len() => letters[place] = new,
                _ => letters.push(new),
            }
            letters.into_iter().collect()
        }
    };
    serde_json::to_string(&changed).unwrap_or_default()
}

/// One change by the structure of the text.
fn by_structure(text: &str, chance: &mut Rng) -> Option<String> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return None;
    }
    let bytes = |range: &Range<usize>| tokens[range.start].1.start..tokens[range.end - 1].1.end;
    Some(match chance.random_range(0..12) {
        0..5 => {
            let (_, range) = pick(&tokens, Kind::Number, chance)?;
            replaced(text, range.clone(), &number(&text[range.clone()], chance))
        }
        5 => {
            let (_, range) = pick(&tokens, Kind::Word, chance)?;
            let (_, other) = pick(&tokens, Kind::Word, chance)?;
            replaced(text, range.clone(), &text[other.clone()])
        }
        6..8 => {
            let (_, range) = pick(&tokens, Kind::Text, chance)?;
            replaced(text, range.clone(), &inside(&text[range.clone()], chance))
        }
        8 => {
            let (_, range) = pick(&tokens, Kind::Text, chance)?;
            let (_, other) = pick(&tokens, Kind::Text, chance)?;
            replaced(text, range.clone(), &text[other.clone()])
        }
        9 => {
            // With the comma after it, or the one before.
            let Range { start, end } = element(&tokens, chance.random_range(0..tokens.len()));
            let end = if tokens.get(end).is_some_and(|token| token.0 == Kind::Comma) { end + 1 } else { end };
            replaced(text, bytes(&(start..end)), "")
        }
        10 => {
            let place = bytes(&element(&tokens, chance.random_range(0..tokens.len())));
            let copy = format!("{},", &text[place.clone()]);
            let most = (LONG / copy.len().max(1)).clamp(1, 300);
            let times = if chance.random_range(0..4) == 0 { most } else { 1 };
            replaced(text, place.start..place.start, &copy.repeat(times))
        }
        _ => {
            let one = bytes(&element(&tokens, chance.random_range(0..tokens.len())));
            let other = bytes(&element(&tokens, chance.random_range(0..tokens.len())));
            replaced(text, one, &text[other])
        }
    })
}

/// One change of some bytes, which may be no text any more.
pub(super) fn by_bytes(bytes: &mut Vec<u8>, chance: &mut Rng) {
    let place = chance.random_range(0..=bytes.len());
    let end = (place + chance.random_range(1..40)).min(bytes.len());
    match chance.random_range(0..7) {
        0 => bytes.truncate(place),
        1 => drop(bytes.drain(place..end)),
        2 => bytes.insert(place, chance.random()),
        3 => {
            let part = bytes[place..end].to_vec();
            bytes.splice(place..place, part);
        }
        4 if place < bytes.len() => bytes[place] ^= 1 << chance.random_range(0..8),
        _ if place < bytes.len() => bytes[place] = chance.random_range(b' '..=b'~'),
        _ => bytes.push(chance.random()),
    }
}

/// One to three changes of a text.
pub fn mutate(text: &str, chance: &mut Rng) -> String {
    let mut text = text.to_string();
    for _ in 0..chance.random_range(1..4) {
        if chance.random_range(0..10) == 0 || text.len() > LONG {
            let mut bytes = text.into_bytes();
            by_bytes(&mut bytes, chance);
            text = String::from_utf8_lossy(&bytes).into_owned();
        } else if let Some(changed) = by_structure(&text, chance) {
            text = changed;
        }
    }
    text
}
