//! The sum of a score.

use gridmarch::games::rts::client::ui::skirmish::score::points;
use gridmarch::games::rts::rules::Price;
use gridmarch::games::rts::sim::sides::Score;

#[test]
fn the_sum_counts_gathering_killing_and_building() {
    let score =
        Score { gathered: Price { gold: 900, wood: 100 }, killed_worth: 500, built: 3, razed: 1, ..Score::default() };
    assert_eq!(points(&score), 100 + 100 + 60 + 40);
}
