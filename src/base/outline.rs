//! Finds the fields of a RON file and the elements of its lists in the text, for messages.
//!
//! serde drops the places of values. This scanner knows just enough of RON's grammar (brackets, commas, strings,
//! comments, `name:`) to find them again in a text that the RON parser has already accepted; on any other text it
//! finds less, but never panics.

use super::brief;
use thiserror::Error;

/// A spot in a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// `line 3, column 5: ` for the front of a message; nothing without a place.
    pub fn prefix(place: Option<Self>) -> String {
        place.map_or_else(String::new, |Self { line, column }| format!("line {line}, column {column}: "))
    }

    /// The place of a byte of a text.
    fn of(text: &str, offset: usize) -> Option<Self> {
        let before = text.get(..offset)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        Some(Self { line, column: before[line_start..].chars().count() + 1 })
    }
}

/// Why a text file is not what it should be: one sentence with file and place.
#[derive(Debug, Error)]
#[error("{file}: {}{}", Place::prefix(*place), brief(problem))]
pub struct FileError<P: std::fmt::Debug + std::fmt::Display> {
    pub file: String,
    /// Where in the text, if the problem has a place.
    pub place: Option<Place>,
    pub problem: P,
}

/// Where a value deep in a text is, by its path: fields joined by dots, elements of lists and tuples in brackets, as
/// `units[7].weapon.cooldown`. A field is found at its name, an element where it starts. If the path ends early in the
/// text, because a field has been left out, the place is that of the last part which is there.
pub fn locate(text: &str, path: &str) -> Option<Place> {
    let (mut found, mut value) = (None, root(text));
    for step in path.split(['.', '[']) {
        let Some(inside) = enter(text, value) else { break };
        let child = match step.strip_suffix(']') {
            Some(index) => children(text, inside).nth(index.parse().ok()?),
            None => field(text, inside, step),
        };
        let Some(child) = child else { break };
        found = Some(child.start);
        value = child.value;
    }
    Place::of(text, found?)
}

/// Where the outermost value starts: behind the attributes of the file.
fn root(text: &str) -> usize {
    let mut at = 0;
    while let Some((Token::Value, start, end)) = next_token(text, at) {
        if !text[start..end].starts_with('#') {
            break;
        }
        let Some(inside) = enter(text, end) else { break };
        at = end_of_list(text, inside);
    }
    at
}

/// Where the first thing inside of the value at `at` starts: behind its name and its bracket.
fn enter(text: &str, mut at: usize) -> Option<usize> {
    loop {
        match next_token(text, at)? {
            (Token::Value, _, end) => at = end,
            (Token::Open, _, end) => return Some(end),
            _ => return None,
        }
    }
}

/// An element of a list, or a field of a struct.
struct Child<'a> {
    /// The field's name; empty for elements.
    name: &'a str,
    /// Where it starts, with its name.
    start: usize,
    value: usize,
}

/// What is between two brackets, from the byte behind the first.
fn children(text: &str, mut at: usize) -> impl Iterator<Item = Child<'_>> {
    std::iter::from_fn(move || {
        let (token, start, end) = next_token(text, at)?;
        if !matches!(token, Token::Open | Token::Value) {
            return None;
        }
        let named = matches!(next_token(text, end), Some((Token::Colon, _, _))) && matches!(token, Token::Value);
        let (name, value) = match next_token(text, end) {
            Some((_, _, colon)) if named => (text.get(start..end)?, colon),
            _ => ("", start),
        };
        at = end_of_value(text, value);
        if let Some((Token::Comma, _, comma)) = next_token(text, at) {
            at = comma;
        }
        Some(Child { name, start, value })
    })
}

/// The field with this name; looks through a bracket that holds no fields itself, as that of `Some((a: 1))`.
fn field<'a>(text: &'a str, inside: usize, name: &str) -> Option<Child<'a>> {
    let found = children(text, inside).find(|child| child.name == name);
    if found.is_some() || !matches!(next_token(text, inside), Some((Token::Open, _, _))) {
        return found;
    }
    children(text, enter(text, inside)?).find(|child| child.name == name)
}

/// The byte before the comma or the bracket that ends the value at `at`.
fn end_of_value(text: &str, mut at: usize) -> usize {
    while let Some((token, start, end)) = next_token(text, at) {
        at = match token {
            Token::Comma | Token::Close => return start,
            Token::Open => end_of_list(text, end),
            Token::Colon | Token::Value => end,
        };
    }
    text.len()
}

/// The byte behind the bracket that closes what starts at `at`.
fn end_of_list(text: &str, mut at: usize) -> usize {
    let mut depth = 1_usize;
    while let Some((token, _, end)) = next_token(text, at) {
        at = end;
        match token {
            Token::Open => depth += 1,
            Token::Close if depth == 1 => return end,
            Token::Close => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Byte positions of the outermost fields of a file, and of the elements of their lists: what [`locate`] finds, scanned
/// once.
pub struct Outline<'a> {
    text: &'a str,
    /// Name of a field, where its colon is, where the elements of its list start.
    fields: Vec<(&'a str, usize, Vec<usize>)>,
}

enum Token {
    Open,
    Close,
    Comma,
    Colon,
    /// A string, a number, a name: anything that can start a value.
    Value,
}

impl<'a> Outline<'a> {
    pub fn of(text: &'a str) -> Self {
        let mut outline = Self { text, fields: Vec::new() };
        let (mut depth, mut at, mut last_value) = (0_usize, 0, "");
        // True where the next token at depth 2 starts an element.
        let mut fresh = false;
        while let Some((token, start, end)) = next_token(text, at) {
            at = end;
            let starts_element = matches!(token, Token::Open | Token::Value);
            if depth == 2 && fresh && starts_element {
                fresh = false;
                if let Some((_, _, elements)) = outline.fields.last_mut() {
                    elements.push(start);
                }
            }
            match token {
                Token::Open => {
                    depth += 1;
                    fresh = true;
                }
                Token::Close => depth = depth.saturating_sub(1),
                Token::Comma => fresh = true,
                Token::Colon if depth == 1 => outline.fields.push((last_value, start, Vec::new())),
                Token::Colon => {}
                Token::Value => last_value = text.get(start..end).unwrap_or_default(),
            }
        }
        outline
    }

    pub fn field(&self, name: &str) -> Option<Place> {
        self.place(self.fields.iter().find(|field| field.0 == name)?.1)
    }

    /// Where an element of a field's list starts.
    pub fn element(&self, field: &str, index: usize) -> Option<Place> {
        self.place(self.start(field, index)?)
    }

    fn start(&self, field: &str, index: usize) -> Option<usize> {
        self.fields.iter().find(|other| other.0 == field)?.2.get(index).copied()
    }

    /// Where the character of a map cell is.
    pub fn symbol(&self, row: usize, column: usize) -> Option<Place> {
        let start = self.start("rows", row)?;
        let literal = self.text.get(start..)?;
        let quote = literal.find('"')?;
        let raw = quote > 0;
        let mut at = start + quote + 1;
        for _ in 0..column {
            at += character_len(self.text.get(at..)?, raw);
        }
        self.place(at)
    }

    fn place(&self, offset: usize) -> Option<Place> {
        Place::of(self.text, offset)
    }
}

/// Bytes that stand for one character of a string literal.
fn character_len(text: &str, raw: bool) -> usize {
    let plain = text.chars().next().map_or(0, char::len_utf8);
    if raw || plain == 0 || !text.starts_with('\\') {
        return plain;
    }
    match text[1..].chars().next() {
        Some('x') => 4,
        Some('u') => text.find('}').map_or(2, |end| end + 1),
        Some(other) => 1 + other.len_utf8(),
        None => 1,
    }
}

/// The next token at or after byte `at`: what it is, where it starts and ends.
fn next_token(text: &str, at: usize) -> Option<(Token, usize, usize)> {
    let start = skip_blank(text, at)?;
    let rest = text.get(start..)?;
    let first = rest.chars().next()?;
    let single = start + first.len_utf8();
    Some(match first {
        '(' | '[' | '{' => (Token::Open, start, single),
        ')' | ']' | '}' => (Token::Close, start, single),
        ',' => (Token::Comma, start, single),
        ':' => (Token::Colon, start, single),
        '"' | '\'' => (Token::Value, start, start + literal_len(rest, first)),
        _ => {
            let word = rest.find(|c: char| !(c.is_alphanumeric() || "_#.+-".contains(c))).unwrap_or(rest.len());
            let is_raw = matches!(rest[..word].trim_end_matches('#'), "r" | "br");
            if is_raw && rest[word..].starts_with('"') {
                let hashes = rest[..word].matches('#').count();
                let close = format!("\"{}", "#".repeat(hashes));
                let body = word + 1;
                let len = rest[body..].find(&close).map_or(rest.len(), |end| body + end + close.len());
                (Token::Value, start, start + len)
            } else {
                (Token::Value, start, start + word.max(first.len_utf8()))
            }
        }
    })
}

/// The first byte at or after `at` that is neither white space nor comment.
fn skip_blank(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let rest = text.get(at..)?;
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            at += block_comment_len(trimmed);
        } else {
            return (!trimmed.is_empty()).then_some(at);
        }
    }
}

/// RON's block comments nest.
fn block_comment_len(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    let bytes = text.as_bytes();
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Bytes of a literal between two of these quotes, and of the quotes. A character literal is not empty: `'''` is one.
fn literal_len(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if c == quote && !escaped && (quote == '"' || index > 1) => return index + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}
