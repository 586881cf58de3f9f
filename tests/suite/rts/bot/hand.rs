//! The hand on the mouse.

use gridmarch::base::Cell;
use gridmarch::games::rts::bot::hand::{Hand, LONG, SHORT};
use gridmarch::games::rts::bot::{BotOrder, Settings};
use gridmarch::nav::step::Tick;

#[test]
fn no_level_gives_more_orders_in_five_seconds_or_a_minute_than_it_may() {
    for level in &Settings::built_in().levels {
        let (mut hand, mut given) = (Hand::default(), Vec::new());
        for now in (0..6 * LONG).step_by(10) {
            let mut orders = vec![BotOrder::Walk(Vec::new(), Cell::new(0, 0)); 7];
            hand.give(now, level, &mut orders);
            given.extend(orders.iter().map(|_| now));
        }
        let most = |window: Tick| {
            given.iter().map(|from| given.iter().filter(|tick| (*from..from + window).contains(tick)).count()).max()
        };
        assert_eq!(most(SHORT), Some(level.orders_per_5_s.into()), "{}", level.name);
        assert_eq!(most(LONG), Some(level.orders_per_minute.into()), "{}", level.name);
    }
}
