//! The contest's maps and answers.

use gridmarch::base::{Cell, Dir};
use gridmarch::games::tron::arena::{MOVES, Start};
use gridmarch::games::tron::contest::{answer, parse_answer, parse_map, view, without_frame};
use gridmarch::games::tron::position::{Options, Order, Position};

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
