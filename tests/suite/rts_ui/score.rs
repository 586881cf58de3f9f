//! The sum of a score, and its numbers.

use gridmarch::games::rts::client::ui::skirmish::score::{grouped, points};
use gridmarch::games::rts::rules::Price;
use gridmarch::games::rts::sim::sides::Score;

#[test]
fn large_numbers_are_grouped() {
    let told = [0, 12, 999, 1000, 12_345, 1_234_567].map(grouped);
    assert_eq!(told, ["0", "12", "999", "1\u{a0}000", "12\u{a0}345", "1\u{a0}234\u{a0}567"]);
}

#[test]
fn the_sum_counts_gathering_killing_and_building() {
    let score =
        Score { gathered: Price { gold: 900, wood: 100 }, killed_worth: 500, built: 3, razed: 1, ..Score::default() };
    assert_eq!(points(&score), 100 + 100 + 60 + 40);
}
