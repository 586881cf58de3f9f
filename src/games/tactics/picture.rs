//! Positions drawn as text, for puzzles and tests.
//!
//! One word per square, rows from the top: `.` floor, `#` obstacle, `+` cover, `~` water. A character is the letter of
//! its class, small for side A and capital for side B, its points if it has lost some, `*` for a leader, `!` if it has
//! acted. Marks stand before it, or alone: `^` hill, `<` and `>` the place of A's and B's flag, `(` and `)` a goal of A
//! and of B; a mark is floor, `+^` a mark on cover.
//!
//! ```text
//! .  s   #   ^
//! .  s3  S!  +S2
//! ```

use super::class::{Class, Classes};
use super::field::{Field, Ground};
use super::position::Position;
use super::rules::MAX_SQUAD;
use super::rules::{Rules, Side};
use super::scene::{Marks, Scene};
use super::square::{MAX_SIDE, Square};
use crate::base::{Cell, Grid};
use std::fmt::Write;
use std::sync::Arc;
use thiserror::Error;

/// Why a text is no picture of a position. Rows count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PictureProblem {
    Size { row: usize, found: usize, expected: usize },
    Word { row: usize, word: String },
    Crowd { row: usize, side: Side },
}

struct Word {
    ground: Ground,
    marks: Vec<char>,
    /// Side, class, points, leader, acted.
    who: Option<(Side, Class, u8, bool, bool)>,
}

fn word(text: &str, classes: &Classes) -> Option<Word> {
    let (mut ground, mut marks, mut who) = (Ground::Floor, Vec::new(), None);
    let mut symbols = text.chars().peekable();
    while let Some(symbol) = symbols.next() {
        if let Some(found) = Ground::of(symbol).filter(|_| marks.is_empty() && who.is_none()) {
            ground = found;
        } else if "^<>()".contains(symbol) {
            marks.push(symbol);
        } else if symbol.is_ascii_alphabetic() && who.is_none() {
            let side = if symbol.is_ascii_lowercase() { Side::A } else { Side::B };
            let class = classes.by_letter(symbol.to_ascii_lowercase())?.clone();
            let mut digits = String::new();
            while let Some(digit) = symbols.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let hp = if digits.is_empty() { class.hp } else { digits.parse().ok()? };
            let is_leader = symbols.next_if_eq(&'*').is_some();
            let acted = symbols.next_if_eq(&'!').is_some();
            if !(1..=class.hp).contains(&hp) || symbols.peek().is_some() {
                return None;
            }
            who = Some((side, class, hp, is_leader, acted));
        } else {
            return None;
        }
    }
    (ground.is_open() || marks.is_empty() && who.is_none()).then_some(Word { ground, marks, who })
}

/// Reads a picture with `side` to move; `first` is who began.
pub fn read(text: &str, rules: Rules, classes: &Classes, first: Side, side: Side) -> Result<Position, PictureProblem> {
    let rows: Vec<Vec<&str>> = (text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()))
        .filter(|words| !words.is_empty())
        .collect();
    let expected = rows.first().map_or(0, Vec::len);
    let sides = 1..=MAX_SIDE;
    let mut grounds = Vec::new();
    let mut marks = Marks::default();
    let mut flags = [None; 2];
    let mut squads: [Vec<(Class, bool)>; 2] = Default::default();
    let (mut placed, mut acted) = (Vec::new(), 0_u16);
    for (y, words) in rows.iter().enumerate() {
        if words.len() != expected || !sides.contains(&expected) || y >= MAX_SIDE {
            return Err(PictureProblem::Size { row: y + 1, found: words.len(), expected });
        }
        for (x, text) in words.iter().enumerate() {
            let problem = || PictureProblem::Word { row: y + 1, word: (*text).to_string() };
            let word = word(text, classes).ok_or_else(problem)?;
            let square = Square::new(x as u8, y as u8);
            grounds.push(word.ground);
            for mark in word.marks {
                match mark {
                    '^' => marks.hill.insert(square),
                    '<' => flags[0] = Some(square),
                    '>' => flags[1] = Some(square),
                    '(' => marks.goals[0].insert(square),
                    _ => marks.goals[1].insert(square),
                }
            }
            if let Some((side, class, hp, leads, has_acted)) = word.who {
                let squad = &mut squads[side.index()];
                if squad.len() == MAX_SQUAD {
                    return Err(PictureProblem::Crowd { row: y + 1, side });
                }
                let slot = side.index() * MAX_SQUAD + squad.len();
                squad.push((class, leads));
                placed.push((slot, square, hp));
                acted |= u16::from(has_acted) << slot;
            }
        }
    }
    if rows.is_empty() {
        return Err(PictureProblem::Size { row: 1, found: 0, expected: 1 });
    }
    if let [Some(a), Some(b)] = flags {
        marks.flags = Some([a, b]);
    }
    let field = Field::new(Grid::from_rows(expected as u16, rows.len() as u16, grounds));
    let scene = Arc::new(Scene::new(field, rules, marks, first, &squads));
    let position = Position::new(scene, &placed, side);
    let points = position.points();
    Ok(if acted == 0 { position } else { position.with(points, 0, 0, acted) })
}

/// Draws a position in the same form.
pub fn draw(position: &Position) -> String {
    let scene = position.scene();
    let ground = scene.field.ground();
    let mut text = String::new();
    for y in 0..ground.height() as i16 {
        let mut words = Vec::new();
        for x in 0..ground.width() as i16 {
            let Some(square) = Square::of(Cell::new(x, y)) else { continue };
            let mut marks = String::new();
            let flag = |side: usize| scene.marks.flags.is_some_and(|flags| flags[side] == square);
            let at = [
                ('^', scene.marks.hill.contains(square)),
                ('<', flag(0)),
                ('>', flag(1)),
                ('(', scene.marks.goals[0].contains(square)),
                (')', scene.marks.goals[1].contains(square)),
            ];
            marks.extend(at.into_iter().filter(|(_, is_there)| *is_there).map(|(mark, _)| mark));
            let who = position.character_on(square).map_or_else(String::new, |character| {
                let class = scene.class(character.slot);
                let letter = if character.side == Side::A { class.letter } else { class.letter.to_ascii_uppercase() };
                let hp = if character.hp == class.hp { String::new() } else { character.hp.to_string() };
                let leader = if scene.leads(character.slot) { "*" } else { "" };
                format!("{letter}{hp}{leader}{}", if character.acted { "!" } else { "" })
            });
            let kind = ground[Cell::new(x, y)];
            let is_plain = kind == Ground::Floor && !(marks.is_empty() && who.is_empty());
            let symbol = if is_plain { String::new() } else { kind.symbol().to_string() };
            words.push(format!("{symbol}{marks}{who}"));
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", words.join(" "));
    }
    text
}
