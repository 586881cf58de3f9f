//! The text form of the Google AI Challenge 2010: maps, what a bot is told, what it answers (`docs/bots.md`).
//!
//! A bot is told the board in a frame of `#`: the contest's boards had a border, and programs that are made for them look
//! beyond a head without asking where the board ends.
//!
//! Two allowances, both from files that exist: rows may be short (missing characters are free) and lines may end in
//! `\r\n`. Walls become obstacles of height 1. More than two players, which the contest does not have, are written `3`
//! and `4`.

use super::arena::{Arena, ArenaProblem, MAX_SEATS, MAX_SIDE, MOVES, Start, inward};
use super::position::{Order, Position};
use crate::base::{Cell, Dir, Grid};
use thiserror::Error;

/// Why a text is not a map. Lines, rows, columns and players count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MapProblem {
    Header,
    Size(usize, usize),
    MissingRow { line: usize, row: usize, rows: usize },
    LongRow { line: usize, length: usize, expected: usize },
    Symbol { line: usize, column: usize, symbol: char },
    Player(usize, usize),
    Arena(ArenaProblem),
}

pub fn parse_map(text: &str) -> Result<Arena, MapProblem> {
    let mut lines = text.lines();
    let (width, height) = header(lines.next()).ok_or(MapProblem::Header)?;
    let sides = 1..=usize::from(MAX_SIDE);
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(MapProblem::Size(width, height));
    }
    let mut heights = Grid::filled(width as u16, height as u16, 0);
    let mut players: [Vec<Cell>; MAX_SEATS] = Default::default();
    for y in 0..height {
        let line = y + 2;
        let row = lines.next().ok_or(MapProblem::MissingRow { line, row: y + 1, rows: height })?.trim_end_matches('\r');
        let length = row.chars().count();
        if length > width {
            return Err(MapProblem::LongRow { line, length, expected: width });
        }
        for (x, symbol) in row.chars().enumerate() {
            let cell = Cell::new(x as i16, y as i16);
            match symbol {
                ' ' => {}
                '#' => heights[cell] = 1,
                '1'..='4' => players[symbol as usize - '1' as usize].push(cell),
                _ => return Err(MapProblem::Symbol { line, column: x + 1, symbol }),
            }
        }
    }
    let seats = players.iter().rposition(|cells| !cells.is_empty()).map_or(2, |last| (last + 1).max(2));
    if let Some(seat) = players[..seats].iter().position(|cells| cells.len() != 1) {
        return Err(MapProblem::Player(seat + 1, players[seat].len()));
    }
    let start = |cell: Cell| Start { cell, heading: inward(cell, width as u16, height as u16) };
    let starts = players[..seats].iter().flatten().map(|cell| start(*cell)).collect();
    Arena::new(heights, starts).map_err(MapProblem::Arena)
}

fn header(line: Option<&str>) -> Option<(usize, usize)> {
    let numbers: Vec<&str> = line?.split_whitespace().collect();
    let [width, height] = numbers[..] else { return None };
    Some((width.parse().ok()?, height.parse().ok()?))
}

/// What the bot on `seat` is told: the map in its frame with itself as `1` and the others as `2` and so on in the order
/// of the seats. Heads of the dead are walls.
pub fn view(position: &Position, seat: usize) -> String {
    let (width, height) = (position.width(), position.height());
    let edge = "#".repeat(width as usize + 2) + "\n";
    let mut text = format!("{} {}\n{edge}", width + 2, height + 2);
    for y in 0..height as i16 {
        text.push('#');
        for x in 0..width as i16 {
            let cell = Cell::new(x, y);
            let rider = position.living().find(|other| position.riders()[*other].head == cell);
            text.push(match rider {
                Some(other) if other == seat => '1',
                Some(other) => char::from(b'2' + other as u8 - u8::from(other > seat)),
                None if position.is_free(cell) => ' ',
                None => '#',
            });
        }
        text.push_str("#\n");
    }
    text + &edge
}

/// A map without the frame that [`view`] puts around it; one that has none is given back as it is. What a board without
/// joined edges loses with a border of its own is a wall all the same.
pub fn without_frame(map: &str) -> String {
    let mut lines = map.lines().map(|line| line.trim_end_matches('\r'));
    let Some((width, height)) = header(lines.next()) else { return map.to_string() };
    let rows: Vec<&str> = lines.collect();
    let is_wall = |row: &str| row.bytes().all(|symbol| symbol == b'#');
    let is_framed = width > 2
        && height > 2
        && rows.len() == height
        && rows.iter().all(|row| row.len() == width && row.starts_with('#') && row.ends_with('#'))
        && is_wall(rows[0])
        && is_wall(rows[height - 1]);
    if !is_framed {
        return map.to_string();
    }
    let inner = rows[1..height - 1].iter().map(|row| format!("{}\n", &row[1..width - 1]));
    format!("{} {}\n", width - 2, height - 2) + &inner.collect::<String>()
}

/// The direction of a bot's answer: the line may have spaces around the digit, nothing else.
pub fn parse_answer(line: &str) -> Option<Dir> {
    let number: usize = line.trim().parse().ok()?;
    MOVES.get(number.checked_sub(1)?).copied()
}

/// The digit of a direction, up for one that is no move.
pub fn answer(order: Order) -> char {
    let (Order::Go(dir) | Order::Boost(dir)) = order else {
        return '1';
    };
    let index = MOVES.iter().position(|other| *other == dir).unwrap_or(0);
    char::from(b'1' + index as u8)
}
