//! Recorded matches of Tron.

use gridmarch::games::tron::generate::RandomArena;
use gridmarch::games::tron::position::{Options, Order, Position};
use gridmarch::games::tron::replay::{Header, RoundRecord, TronReplay};

#[test]
fn a_round_written_and_read_again_gives_the_same_positions() {
    let arena = RandomArena { seats: 3, ..RandomArena::default() }.generate(5).expect("a board");
    let options = Options { boost: true, ..Options::default() };
    let mut position = Position::new(&arena, 3, options);
    let mut record = RoundRecord::new(&arena, &[2, 0, 3]);
    let mut keys = vec![position.key()];
    while position.outcome().is_none() {
        let orders: Vec<Order> = (0..3)
            .map(|seat| match position.free_moves(seat).next() {
                Some(dir) if position.steps() % 5 == 2 => Order::Boost(dir),
                Some(dir) => Order::Go(dir),
                None => Order::Go(position.riders()[seat].heading),
            })
            .collect();
        position.make(&orders);
        record.push(&orders);
        keys.push(position.key());
    }
    let header = Header::new(vec!["human".into(); 4], 3, options);
    let text = TronReplay::line(&header) + &TronReplay::line(&record) + "{\"half";
    let replay = TronReplay::parse(&text, "x.tron").expect("a replay");
    assert_eq!((replay.header.options(), replay.rounds.len()), (options, 1));
    let round = &replay.rounds[0];
    let board = round.arena().expect("a board");
    assert_eq!(board, arena);
    assert_eq!(round.len(), keys.len() - 1);
    for (step, key) in keys.iter().enumerate() {
        assert_eq!(round.position(&board, options, step).key(), *key, "after {step} steps");
    }
}

#[test]
fn damaged_replays_are_refused_with_the_line() {
    let refused = |text: &str| TronReplay::parse(text, "x.tron").expect_err("damaged").to_string();
    let header = TronReplay::line(&Header::new(Vec::new(), 1, Options::default()));
    assert_eq!(refused(""), "x.tron: line 1: expected a header, found nothing");
    assert!(refused(&header.replace("tron", "chess")).starts_with("x.tron: line 1: a replay of"));
    assert!(refused(&(header.clone() + "{}\n")).starts_with("x.tron: line 2: missing field"));
    let uneven = r#"{"seats":[0,1],"rows":["...",".."],"starts":[[0,0,1],[2,0,3]],"steps":[]}"#;
    assert!(refused(&format!("{header}{uneven}\n")).starts_with("x.tron: line 2: `rows`: row 1 has 2 cells"));
    let short = r#"{"seats":[0,1],"rows":["..."],"starts":[[0,0,1],[2,0,3]],"steps":["1"]}"#;
    assert!(refused(&format!("{header}{short}\n")).contains("step 1 has orders"));
    let few = r#"{"seats":[0,7],"rows":["..."],"starts":[[0,0,1],[2,0,3]],"steps":[]}"#;
    assert!(refused(&format!("{header}{few}\n")).contains("`seats`: seat 7 does not fit"));
    let good = r#"{"seats":[0,1],"rows":["..."],"starts":[[0,0,1],[2,0,3]],"steps":["13"]}"#;
    let changed = |from: &str, to: &str| refused(&format!("{header}{}\n", good.replace(from, to)));
    assert!(TronReplay::parse(&format!("{header}{good}\n"), "x.tron").is_ok());
    assert!(changed("[0,1]", "[1,1]").contains("`seats`: seat 1 does not fit"));
    assert!(changed("...", ".?.").contains("`rows`: row 0: expected `.` or a height"));
    assert!(changed("0,3]", "0,9]").contains("`starts`: the heading 9"));
    assert!(changed("[2,0", "[7,0").contains("`starts`: start 2 at (7, 0) is not on the board"));
    assert!(changed("\"13\"", "\"1x\"").contains("`steps`: step 1 has a letter"));
    assert!(changed("\"13\"", "\"13\",\"13\",\"13\",\"13\",\"13\",\"13\",\"13\"").contains("room for 6"));
    let many = header.replace("\"best_of\":1", "\"best_of\":4000000000");
    assert!(refused(&format!("{many}{good}\n")).contains("`best_of`: expected at most 1000"));
}
