//! The tables of duels against a search of all lines.

use super::positions::picture;
use gridmarch::games::tactics::ending::{Endings, Value};
use gridmarch::games::tactics::position::Position;
use gridmarch::games::tactics::rules::{Mode, Rules, Side};
use gridmarch::search::{Game, Outcome};

/// The value by looking at all lines of at most `depth` turns.
fn by_search(position: &mut Position, depth: u16) -> Value {
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == position.side().index() => return Value::Win(0),
        Some(Outcome::Win(_)) => return Value::Loss(0),
        Some(Outcome::Draw) => return Value::Draw,
        None if depth == 0 => return Value::Draw,
        None => {}
    }
    let (side, mut actions) = (position.side(), Vec::new());
    position.actions(&mut actions);
    let (mut win, mut loss) = (None::<u16>, Some(0));
    for action in actions {
        position.make(action);
        let value = by_search(position, depth - 1);
        let value = match (value, position.side() == side) {
            (Value::Win(turns), true) | (Value::Loss(turns), false) => Value::Win(turns),
            (Value::Loss(turns), true) | (Value::Win(turns), false) => Value::Loss(turns),
            (Value::Draw, _) => Value::Draw,
        };
        position.unmake();
        match value {
            Value::Win(turns) => win = Some(win.unwrap_or(u16::MAX).min(turns + 1)),
            Value::Loss(turns) => loss = loss.map(|most: u16| most.max(turns + 1)),
            Value::Draw => loss = None,
        }
    }
    match (win, loss) {
        (Some(turns), _) => Value::Win(turns),
        (None, Some(turns)) => Value::Loss(turns),
        (None, None) => Value::Draw,
    }
}

/// Compares all positions of two characters with few points on a small board with a search of bounded depth.
fn agrees(letters: [&str; 2], rules: Rules, rows: [&str; 3]) {
    let depth = 5;
    let width = rows[0].len();
    let mut decided = 0;
    for (a, b) in (0..3 * width).flat_map(|a| (0..3 * width).map(move |b| (a, b))) {
        for (ha, hb) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
            let word = |place: usize| {
                let ground = &rows[place / width][place % width..=place % width];
                if place == a {
                    format!("{}{}{ha}", if ground == "+" { "+" } else { "" }, letters[0])
                } else if place == b {
                    format!("{}{}{hb}", if ground == "+" { "+" } else { "" }, letters[1].to_uppercase())
                } else {
                    ground.into()
                }
            };
            let is_open = |place: usize| ".+".contains(&rows[place / width][place % width..=place % width]);
            if a == b || !is_open(a) || !is_open(b) {
                continue;
            }
            let words: Vec<String> = (0..3 * width).map(word).collect();
            let text: Vec<String> = words.chunks(width).map(|row| row.join(" ")).collect();
            let mut position = picture(&text.join("\n"), rules);
            if position.side() != Side::A {
                continue;
            }
            let known = Endings::of(position.scene()).value(&position).expect("in the table");
            let found = by_search(&mut position, depth);
            decided += u32::from(found != Value::Draw);
            let is_deep = matches!(known, Value::Win(turns) | Value::Loss(turns) if turns > depth);
            let expected = if is_deep { Value::Draw } else { known };
            assert_eq!(found, expected, "{text:?}");
        }
    }
    assert!(decided > 20, "{decided}");
}

#[test]
fn tables_agree_with_a_search_for_all_classes_and_rules() {
    let rules = Rules::of(Mode::Classic);
    agrees(["s", "s"], rules, ["...", ".#.", "..."]);
    agrees(["s", "s"], Rules { zone_of_control: true, ..rules }, ["...", "...", "..."]);
    agrees(["a", "g"], rules, [".+.", "...", "..+"]);
    agrees(["r", "b"], rules, ["...", ".~.", "..."]);
}
