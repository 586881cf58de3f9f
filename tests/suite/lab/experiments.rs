//! The guided experiments: their answers are measured here as they are in the lab.

use gridmarch::base::Budget;
use gridmarch::lab::experiments::{Answer, EXPERIMENTS};

fn answer(name: &str) -> Answer {
    let experiment = EXPERIMENTS.iter().find(|one| one.name == name).expect("an experiment");
    let answer = (experiment.measure)(&Budget::unlimited()).expect("an answer");
    println!("{}\n{}\n{}\n", experiment.title, experiment.question, answer.text());
    assert!(!(experiment.scenes)().is_empty(), "there is something to look at");
    assert!(answer.rows.iter().all(|(_, values)| values.len() == answer.columns.len()));
    answer
}

#[test]
fn numbers_are_shown_as_in_the_rest_of_the_game() {
    let told = [0.0, 999.0, -1234.0, 22_222.0, 0.5, -1.25, f64::NAN, f64::INFINITY].map(Answer::number);
    assert_eq!(told, ["0", "999", "-1\u{a0}234", "22\u{a0}222", "0.500", "-1.250", "–", "∞"]);
}

fn column(answer: &Answer, column: usize) -> Vec<f64> {
    answer.rows.iter().map(|(_, values)| values[column]).collect()
}

#[test]
fn the_squared_distance_finds_a_dearer_way() {
    let answer = answer("squared");
    let (costs, too_high) = (column(&answer, 0), column(&answer, 2));
    assert!((costs[0] - costs[1]).abs() < 1e-6 && (costs[0] - costs[2]).abs() < 1e-6);
    assert!(costs[3] > costs[1] * 1.02 && too_high[3] > 0.0 && too_high[..3] == [0.0; 3]);
}

#[test]
fn every_cycle_check_saves_more_than_the_one_before() {
    assert!(column(&answer("cycles"), 1).is_sorted_by(|a, b| a > b));
}

#[test]
fn two_halves_see_twice_eleven_thousand() {
    let answer = answer("bidirectional");
    assert_eq!((column(&answer, 0)[3], column(&answer, 2)[3]), (111_111_111.0, 22_222.0));
    assert_eq!(column(&answer, 0)[..3], column(&answer, 1)[..3], "the tree is what breadth-first sees");
}

#[test]
fn deepening_sees_a_tenth_more() {
    let answer = answer("deepening");
    assert_eq!((column(&answer, 0)[4], column(&answer, 2)[4]), (111_111.0, 123_456.0));
    assert!(column(&answer, 3)[4] < 60.0);
}

#[test]
fn weights_keep_their_promise() {
    let answer = answer("weight");
    assert!(column(&answer, 1).iter().zip(column(&answer, 2)).all(|(is, most)| *is <= most + 1e-9));
    assert!(column(&answer, 3)[1] > column(&answer, 3)[4]);
}

#[test]
fn hierarchical_search_expands_less_than_one_that_knows_nothing() {
    let answer = answer("hierarchical");
    let expanded = column(&answer, 1);
    assert!(expanded[1] < expanded[0] && column(&answer, 0).iter().all(|moves| *moves == 31.0));
}

#[test]
fn a_refined_way_is_longer_and_cheaper_to_find() {
    let answer = answer("refinement");
    let (lengths, expanded) = (column(&answer, 2), column(&answer, 3));
    let last = answer.rows.len() - 1;
    assert_eq!(answer.rows[last].0, "A* over all cells");
    let refined = answer.rows.iter().position(|(what, _)| what == "level 0").expect("the cells");
    assert!(lengths[refined] >= lengths[last] - 1e-9 && lengths[last - 1] >= lengths[last] - 1e-9);
    assert!(expanded[..=refined].iter().sum::<f64>() < expanded[last]);
}

#[test]
fn abstractions_have_their_price() {
    let answer = answer("abstractions");
    assert!(answer.rows.len() >= 9 && column(&answer, 2).iter().all(|ratio| *ratio >= 1.0 - 1e-9));
}

#[test]
fn local_repair_jams_where_the_game_does_not() {
    let answer = answer("deadlock");
    let home = column(&answer, 0);
    assert!(home[0] < 6.0 && *home.last().expect("ours") == 6.0);
}

#[test]
fn short_windows_jam_and_the_longest_only_cost_more() {
    let answer = answer("window");
    let (home, steps, expanded) = (column(&answer, 0), column(&answer, 2), column(&answer, 3));
    assert!(home[0] < 80.0 && home[3..].iter().all(|home| *home == 80.0), "{home:?}");
    assert!(steps[5] >= steps[4] && expanded[5] > expanded[4] && expanded[4] > expanded[3]);
}

#[test]
fn ranks_are_lent_and_rows_give_way() {
    let answer = answer("inheritance");
    let (home, lent) = (column(&answer, 0), column(&answer, 3));
    assert!(lent[0] == 0.0 && lent[3] > 0.0 && home[3] >= home[0]);
}
