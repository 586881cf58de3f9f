//! Tables of standings.

use gridmarch::arena::{Score, Standing};
use std::time::Duration;

#[test]
fn a_table_has_a_line_for_each_and_shortens_long_names_at_the_front() {
    let mut one = Standing::new("engine");
    one.score = Score { wins: 3, draws: 1, losses: 0 };
    one.times.add(Duration::from_millis(2));
    one.nodes = (30, 2);
    let other = Standing::new(&format!("exec:./{}end", "x".repeat(50)));
    let table = Standing::table([&one, &other].into_iter());
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("engine ") && lines[1].contains("87.5 %") && lines[1].ends_with(" 15"), "{table}");
    assert!(lines[2].starts_with("…xxx") && other.short_name().chars().count() == 36);
    assert_eq!((one.json()["wins"].as_u64(), one.json()["mean_nodes"].as_f64()), (Some(3), Some(15.0)));
    assert!(one.elo_line().starts_with("engine: +"));
}
