//! A player behind the contest's protocol, and `gridmarch bot tron`.

use gridmarch::arena::{Player, PlayerKind as _};
use gridmarch::base::Budget;
use gridmarch::games::tron::arena::MOVES;
use gridmarch::games::tron::bot::ContestBot;
use gridmarch::games::tron::contest::{parse_map, view};
use gridmarch::games::tron::player::{Choice, PlayerKind};
use gridmarch::games::tron::position::{Options, Order, Position};
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};

/// Goes right and tells how many steps it has seen of the round and how many play.
struct Witness(Sender<(u32, usize)>);

impl Player<Position> for Witness {
    fn choose(&mut self, position: &Position, _: usize, _: &Budget) -> Choice {
        self.0.send((position.steps(), position.riders().len())).expect("the test listens");
        Choice { step: Order::Go(MOVES[1]), thought: None }
    }
}

#[test]
fn a_round_is_carried_on_until_the_maps_jump() {
    let (sender, receiver) = channel();
    let mut bot = ContestBot::new(Box::new(Witness(sender)), Options::default());
    let maps = ["5 2\n1   3\n   2 \n", "5 2\n#1 3#\n  2# \n", "5 2\n##1##\n #2# \n", "5 2\n1   2\n     \n"];
    for map in maps {
        assert_eq!(bot.answer(map, &Budget::unlimited()), Ok('2'));
    }
    // Three play; one step later still three; then one is gone and two are left; then another round.
    assert_eq!(receiver.try_iter().collect::<Vec<_>>(), [(0, 3), (1, 3), (0, 2), (0, 2)]);
    assert!(bot.answer("5 2\n    2\n     \n", &Budget::unlimited()).is_err());
    assert!(bot.answer("5", &Budget::unlimited()).is_err());
    let wrong = bot.answer("4 3\n####\n#1x#\n####\n", &Budget::unlimited()).expect_err("a wrong letter");
    assert!(wrong.to_string().starts_with("line 3, column 3: 'x'"), "{wrong}");
}

#[test]
fn the_engine_plays_the_same_behind_the_protocol() {
    let map = "9 8\n         \n 1  ###  \n         \n   #     \n     #   \n         \n  ###  2 \n         \n";
    let arena = parse_map(map).expect("a map");
    let mut position = Position::new(&arena, 2, Options::default());
    let mut bots = [1, 2].map(|seed| ContestBot::new(PlayerKind::Engine(6).player(seed), Options::default()));
    let budget = Budget::nodes(500);
    while position.outcome().is_none() {
        let digits = [0, 1].map(|seat| bots[seat].answer(&view(&position, seat), &budget).expect("a map"));
        let orders = digits.map(|digit| Order::Go(MOVES[digit as usize - '1' as usize]));
        position.make(&orders);
    }
    assert!(position.steps() > 10, "nobody runs into a wall at once: {}", position.steps());
}

/// What the program answers to an input, or what it says is wrong with it.
fn program(options: &[&str], input: &str) -> Result<String, String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args([&["bot", "tron"], options].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // A program that has read enough closes its end.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn one_digit_per_map_until_the_input_ends() {
    let room = "4 3\n####\n#1##\n# 2#\n";
    assert_eq!(program(&["--nodes", "100"], room).expect("the protocol"), "3\n");
    let corridor = "5 1\n1#2  \n5 1\n ####\n";
    assert!(program(&["--nodes", "100"], corridor).is_err(), "a map without players");
    let two = "3 4\n1##\n ##\n ##\n2##\n3 4\n###\n1##\n2##\n###\n";
    assert_eq!(program(&["--nodes", "100", "--level", "3"], two).expect("the protocol").lines().count(), 2);
    assert_eq!(program(&["--nodes", "5"], "").expect("nothing"), "");
    assert_eq!(program(&["--nodes", "5"], "4 3\n####\n").expect("the end"), "");
}

#[test]
fn what_is_not_the_protocol_is_told_with_turn_and_line() {
    for (input, told) in [
        ("hello\n", "standard input: turn 1: line 1: expected `WIDTH HEIGHT`, two whole numbers"),
        (
            "3 1\n1 2\n9 60000\n",
            "standard input: turn 2: line 1: the board is 9 x 60000 cells, its sides must be 1 to 100",
        ),
    ] {
        let error = program(&["--nodes", "9"], input).expect_err("not the protocol");
        assert!(error.contains(told), "{error}");
    }
}
