//! `assets/links/book.ron`: all boards of the book in one RON file, told in `levels/links/README.md`.

use super::maker::Wish;
use super::mirror::Mirror;
use super::{Board, Book, First, Line, Reply, after};
use crate::base::outline::locate;
use crate::base::versioned::{Unread, read as read_ron};
use crate::base::{FileError, Place};
use crate::games::links::hole::{Hole, HoleProblem};
use crate::games::links::rules::{Rules, RulesProblem, Variant};
use serde::Deserialize;
use std::collections::BTreeSet;
use thiserror::Error;

pub(crate) const VERSION: u32 = 1;

/// Scores beyond this are not written.
const MOST_SCORE: i32 = 1000;

#[derive(Deserialize)]
#[serde(rename = "Book", deny_unknown_fields)]
struct FileSpec {
    version: u32,
    boards: Vec<BoardSpec>,
}

#[derive(Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
struct BoardSpec {
    size: u8,
    variant: Variant,
    firsts: Vec<String>,
    balanced: String,
    lines: Vec<String>,
}

/// Why a text is no book.
pub type BookError = FileError<BookProblem>;

/// What is wrong with a book.
#[derive(Debug, Error)]
pub enum BookProblem {
    Syntax(String),
    Version(u32),
    Rules(#[from] RulesProblem),
    /// A board that was there before.
    Again(u8, Variant),
    Hole(#[from] HoleProblem),
    /// A word that is no number of the range that belongs there.
    Number(String, i32, i32),
    /// A hole without its number.
    Alone(Hole),
    /// A first peg that is not legal, not in the upper left quarter, or there before.
    First(Hole),
    /// A balanced hole of which no chance is told, or that was there before.
    Balanced(Hole),
    /// A line without pegs or without a colon.
    NoLine,
    /// A peg that cannot be placed there.
    Illegal(Hole),
    /// A line that comes to the position of another.
    Known,
}

/// Reads a text of this form; `file` is what it is called.
///
/// # Errors
/// A sentence with the place of the first fault.
pub fn parse(text: &str, file: &str) -> Result<Book, BookError> {
    let error = |place: Option<Place>, problem| BookError { file: file.to_string(), place, problem };
    let spec = read_ron(text, VERSION, |spec: &FileSpec| spec.version).map_err(|unread| match unread {
        Unread::Version(version) => error(locate(text, "version"), BookProblem::Version(version)),
        Unread::Syntax { line, column, message } => error(Some(Place { line, column }), BookProblem::Syntax(message)),
    })?;
    let mut boards: Vec<Board> = Vec::new();
    for (index, spec) in spec.boards.into_iter().enumerate() {
        let (size, variant) = (spec.size, spec.variant);
        let board = board(spec).and_then(|board| {
            let is_known = boards.iter().any(|other| (other.size, other.variant) == (size, variant));
            if is_known { Err(("size".into(), BookProblem::Again(size, variant))) } else { Ok(board) }
        });
        let place = |path: &str| locate(text, &format!("boards[{index}].{path}"));
        boards.push(board.map_err(|(path, problem)| error(place(&path), problem))?);
    }
    Ok(Book { boards })
}

/// What is wrong, and with which field of the board.
type Located = (String, BookProblem);

fn board(spec: BoardSpec) -> Result<Board, Located> {
    let BoardSpec { size, variant, firsts: rows, balanced: marked, lines: written } = spec;
    let at = |path: &str| {
        let path = path.to_string();
        move |problem: BookProblem| (path, problem)
    };
    Rules { size, variant, pie: false }.check().map_err(|problem| at("size")(problem.into()))?;
    let mut firsts: Vec<First> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for (hole, chance) in pairs(row, 0, 100).map_err(at(&format!("firsts[{index}]")))? {
            let is_legal = after(size, variant, &[hole]).is_some() && Mirror::into_quarter(size, hole) == hole;
            if !is_legal || firsts.iter().any(|first| first.hole == hole) {
                return Err(at(&format!("firsts[{index}]"))(BookProblem::First(hole)));
            }
            firsts.push(First { hole, chance: chance as u8 });
        }
    }
    let mut balanced = Vec::new();
    for hole in holes(&marked).map_err(at("balanced"))? {
        if !firsts.iter().any(|first| first.hole == hole) || balanced.contains(&hole) {
            return Err(at("balanced")(BookProblem::Balanced(hole)));
        }
        balanced.push(hole);
    }
    let mut lines = Vec::new();
    let mut keys = BTreeSet::new();
    for (index, written) in written.iter().enumerate() {
        let line = line(size, variant, written, &mut keys).map_err(at(&format!("lines[{index}]")))?;
        lines.push(line);
    }
    Ok(Board::new(size, variant, firsts, balanced, lines))
}

fn line(size: u8, variant: Variant, written: &str, keys: &mut BTreeSet<u64>) -> Result<Line, BookProblem> {
    let (pegs, replies) = written.split_once(':').ok_or(BookProblem::NoLine)?;
    let pegs = holes(pegs)?;
    let scored = pairs(replies, -MOST_SCORE, MOST_SCORE)?;
    if pegs.is_empty() || scored.is_empty() {
        return Err(BookProblem::NoLine);
    }
    let illegal = (1..=pegs.len()).find(|count| after(size, variant, &pegs[..*count]).is_none());
    if let Some(count) = illegal {
        return Err(BookProblem::Illegal(pegs[count - 1]));
    }
    let mut replies: Vec<Reply> = Vec::new();
    for (hole, score) in scored {
        let all: Vec<Hole> = pegs.iter().copied().chain([hole]).collect();
        if after(size, variant, &all).is_none() || replies.iter().any(|reply| reply.hole == hole) {
            return Err(BookProblem::Illegal(hole));
        }
        replies.push(Reply { hole, score });
    }
    let sight = after(size, variant, &pegs).and_then(|position| super::Sight::of(&position));
    if !sight.is_some_and(|sight| keys.insert(sight.key)) {
        return Err(BookProblem::Known);
    }
    Ok(Line { pegs, replies })
}

fn holes(words: &str) -> Result<Vec<Hole>, BookProblem> {
    words.split_whitespace().map(|word| Ok(word.parse()?)).collect()
}

/// Holes, each with a number behind it.
fn pairs(words: &str, least: i32, most: i32) -> Result<Vec<(Hole, i32)>, BookProblem> {
    let mut words = words.split_whitespace();
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let hole: Hole = word.parse()?;
        let number = words.next().ok_or(BookProblem::Alone(hole))?;
        let known = number.parse().ok().filter(|number| (least..=most).contains(number));
        found.push((hole, known.ok_or_else(|| BookProblem::Number(number.to_string(), least, most))?));
    }
    Ok(found)
}

/// The text of a file, with the command that made it.
pub fn write(book: &Book, wish: &Wish) -> String {
    let mut text = format!("// {wish}\n(\n    version: {VERSION},\n    boards: [\n");
    for Board { size, variant, firsts, balanced, lines, .. } in &book.boards {
        text += &format!("        (\n            size: {size}, variant: {variant},\n            firsts: [\n");
        for row in firsts.chunk_by(|one, next| one.hole.row() == next.hole.row()) {
            let words: Vec<String> = row.iter().map(|first| format!("{} {}", first.hole, first.chance)).collect();
            text += &format!("                \"{}\",\n", words.join("  "));
        }
        let marked: Vec<String> = balanced.iter().map(ToString::to_string).collect();
        text += &format!("            ],\n            balanced: \"{}\",\n            lines: [\n", marked.join(" "));
        for Line { pegs, replies } in lines {
            let pegs: Vec<String> = pegs.iter().map(ToString::to_string).collect();
            let replies: Vec<String> = replies.iter().map(|Reply { hole, score }| format!("{hole} {score}")).collect();
            text += &format!("                \"{}: {}\",\n", pegs.join(" "), replies.join("  "));
        }
        text += "            ],\n        ),\n";
    }
    text + "    ],\n)\n"
}
