//! The text form of the Google AI Challenge 2010: maps, what a bot is told, what it answers.
//!
//! A map is a line `WIDTH HEIGHT` and HEIGHT rows of WIDTH characters: `#` wall, space free, `1` and `2` the players. A
//! bot gets the same text each turn with itself as `1` and answers `1` up, `2` right, `3` down or `4` left.
//!
//! A bot is told the board **in a frame of `#`**, one cell wide on every side, so WIDTH and HEIGHT are two larger than the
//! board's and a cell of the board is one further right and down: the contest's boards had a border, and programs that
//! are made for them look beyond a head without asking where the board ends. The answer is a direction, which is the same
//! in both. Boards with joined edges have the frame, too: of them the contest knows nothing, so who does not know either
//! stays inside, and who knows takes the frame off ([`without_frame`]).
//!
//! Two allowances, both from files that exist: rows may be short (missing characters are free) and lines may end in
//! `\r\n`. Walls become obstacles of height 1. More than two players, which the contest does not have, are written `3`
//! and `4`.

use super::arena::{Arena, ArenaProblem, MAX_SEATS, MAX_SIDE, MOVES, Start, inward};
use super::position::{Order, Position};
use crate::base::{Cell, Dir, Grid};
use thiserror::Error;

/// Why a text is not a map: one sentence with the line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MapProblem {
    #[error("line 1: expected `WIDTH HEIGHT`, two whole numbers")]
    Header,
    #[error("line 1: the board is {0} x {1} cells, its sides must be 1 to {MAX_SIDE}")]
    Size(usize, usize),
    #[error("line {line}: expected row {row} of {rows}, the text ends")]
    MissingRow {
        /// Line, from 1.
        line: usize,
        /// Row, from 1.
        row: usize,
        /// Rows that the header announces.
        rows: usize,
    },
    #[error("line {line}: the row has {length} characters, the header says {expected}")]
    LongRow {
        /// Line, from 1.
        line: usize,
        length: usize,
        /// Columns that the header announces.
        expected: usize,
    },
    #[error("line {line}, column {column}: {symbol:?} is none of `#`, space and 1 to {MAX_SEATS}")]
    Symbol {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        symbol: char,
    },
    #[error("player {0} is on the map {1} times, expected once")]
    Player(usize, usize),
    #[error("{0}")]
    Arena(ArenaProblem),
}

/// Reads a map.
pub fn parse_map(text: &str) -> Result<Arena, MapProblem> {
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let mut numbers = header.split_whitespace().map(str::parse::<usize>);
    let (Some(Ok(width)), Some(Ok(height)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
        return Err(MapProblem::Header);
    };
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
pub(crate) fn without_frame(map: &str) -> String {
    let mut lines = map.lines().map(|line| line.trim_end_matches('\r'));
    let mut numbers = lines.next().unwrap_or_default().split_whitespace().map(str::parse::<usize>);
    let (Some(Ok(width)), Some(Ok(height)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
        return map.to_string();
    };
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
pub(crate) fn parse_answer(line: &str) -> Option<Dir> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tron::position::Options;

    const ROOM: &str = "6 4\n######\n#1   #\n#   2#\n######\n";

    #[test]
    fn a_map_is_read_and_told_back_from_both_sides() {
        let arena = parse_map(ROOM).expect("a map");
        assert_eq!((arena.width(), arena.height()), (6, 4));
        assert_eq!(arena.starts()[0], Start { cell: Cell::new(1, 1), heading: Dir::East });
        assert_eq!(arena.starts()[1], Start { cell: Cell::new(4, 2), heading: Dir::West });
        let mut position = Position::new(&arena, 2, Options::default());
        assert_eq!(without_frame(&view(&position, 0)), ROOM);
        position.make(&[Order::Go(Dir::East), Order::Go(Dir::West)]);
        assert_eq!(without_frame(&view(&position, 1)), "6 4\n######\n##2  #\n#  1##\n######\n");
        assert_eq!(parse_map(&ROOM.replace('\n', "\r\n")), Ok(arena));
    }

    #[test]
    fn a_bot_sees_the_board_in_a_frame_and_the_frame_comes_off_again() {
        let map = "3 2\n1  \n# 2\n";
        let arena = parse_map(map).expect("a map");
        for wrap in [false, true] {
            let position = Position::new(&arena, 2, Options { wrap, ..Options::default() });
            let told = view(&position, 1);
            assert_eq!(told, "5 4\n#####\n#2  #\n## 1#\n#####\n");
            assert_eq!(without_frame(&told), "3 2\n2  \n# 1\n");
            assert_eq!(without_frame(&view(&position, 0)), map);
        }
        for other in [map, ROOM.trim_end_matches('\n'), "x", "3 3\n###\n#1\n###\n", "2 2\n##\n##\n", "3 9\n###\n"] {
            let (without, framed) = (without_frame(other), other.contains("6 4"));
            assert_eq!(without, if framed { "4 2\n1   \n   2\n" } else { other }, "{other:?}");
        }
    }

    #[test]
    fn a_wrong_map_is_refused_with_its_line() {
        let problem = |text: &str| parse_map(text).expect_err("not a map").to_string();
        assert_eq!(problem(""), "line 1: expected `WIDTH HEIGHT`, two whole numbers");
        assert_eq!(problem("3 x"), "line 1: expected `WIDTH HEIGHT`, two whole numbers");
        assert_eq!(problem("0 4"), "line 1: the board is 0 x 4 cells, its sides must be 1 to 100");
        assert_eq!(problem("3 2\n1 2\n"), "line 3: expected row 2 of 2, the text ends");
        assert_eq!(problem("3 1\n1  2\n"), "line 2: the row has 4 characters, the header says 3");
        assert_eq!(problem("3 1\n1x2\n"), "line 2, column 2: 'x' is none of `#`, space and 1 to 4");
        assert_eq!(problem("3 1\n1 1\n"), "player 1 is on the map 2 times, expected once");
        assert_eq!(problem("3 1\n1  \n"), "player 2 is on the map 0 times, expected once");
    }

    #[test]
    fn answers_are_one_digit_from_1_to_4() {
        let read: Vec<_> = ["1", " 2 ", "3\n", "4"].iter().map(|line| parse_answer(line)).collect();
        assert_eq!(read, MOVES.map(Some));
        assert_eq!(["0", "5", "", "up", "11", "-1"].map(parse_answer), [None; 6]);
        assert_eq!(MOVES.map(|dir| answer(Order::Go(dir))), ['1', '2', '3', '4']);
    }
}
