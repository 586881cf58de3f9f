//! Finds the fields of a level file and the elements of its lists in the text, for messages.
//!
//! serde drops the places of values. This scanner knows just enough of RON's grammar (brackets, commas, strings,
//! comments, `name:`) to find them again in a text that the RON parser has already accepted; on any other text it
//! finds less, but never panics.

use super::Place;

/// Byte positions in a level file.
pub(crate) struct Outline<'a> {
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
    /// Scans the text once.
    pub(crate) fn of(text: &'a str) -> Self {
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

    /// Where a field is.
    pub(crate) fn field(&self, name: &str) -> Option<Place> {
        self.place(self.fields.iter().find(|field| field.0 == name)?.1)
    }

    /// Where an element of a field's list starts.
    pub(crate) fn element(&self, field: &str, index: usize) -> Option<Place> {
        self.place(self.start(field, index)?)
    }

    fn start(&self, field: &str, index: usize) -> Option<usize> {
        self.fields.iter().find(|other| other.0 == field)?.2.get(index).copied()
    }

    /// Where the character of a map cell is.
    pub(crate) fn symbol(&self, row: usize, column: usize) -> Option<Place> {
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
        let before = self.text.get(..offset)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        Some(Place { line, column: before[line_start..].chars().count() + 1 })
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
        '"' => (Token::Value, start, start + string_len(rest)),
        '\'' => (Token::Value, start, start + char_len(rest)),
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

/// Bytes of a string literal with both quotes.
fn string_len(text: &str) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return index + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// Bytes of a character literal with both quotes.
fn char_len(text: &str) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            '\'' if !escaped && index > 1 => return index + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: usize, column: usize) -> Option<Place> {
        Some(Place { line, column })
    }

    #[test]
    fn rows_and_units_are_found_between_comments_and_odd_strings() {
        let text = "#![enable(implicit_some)]\n/* rows: [\"a\" /* nested */ */ Level( // (\n name: \"rows: [\\\"\",\n \
                    rows: [\"..\", /* , */ r#\"..\"#],\n units: [(kind: \"(\", at: (1, 2)), Unit(side: 0)],)";
        let outline = Outline::of(text);
        assert_eq!(outline.element("rows", 2), None);
        assert_eq!(outline.element("rows", 0), place(4, 9));
        assert_eq!(outline.element("rows", 1), place(4, 23));
        assert_eq!(outline.symbol(1, 1), place(4, 27));
        assert_eq!(outline.element("units", 2), None);
        assert_eq!(outline.element("units", 1), place(5, 35));
    }

    #[test]
    fn an_escape_counts_as_one_character() {
        let outline = Outline::of(r#"(rows: ["\u{2e}\x2e\"?"])"#);
        assert_eq!(outline.symbol(0, 3), place(1, 22));
    }
}
