//! What a file may say of a building and its work.

use gridmarch::games::rts::rules::{BuildingId, KindId, Rules, UpgradeId};
use gridmarch::games::rts::sim::skirmish::checking::check_work;
use gridmarch::games::rts::sim::skirmish::{Building, Item, Production};
use serde_json::json;

#[test]
fn of_a_queue_no_more_is_unpaid_than_there_is_and_only_units() {
    let rules = Rules::built_in();
    let building: Building =
        serde_json::from_value(json!({"kind": BuildingId(0), "done": 1, "needed": 1, "gold": 0, "worked_at": 0}))
            .expect("a building");
    let check = |unpaid: u8, queue: &[Item]| {
        let mut said = serde_json::to_value(Production::default()).expect("JSON");
        (said["queue"], said["unpaid"]) = (json!(queue), unpaid.into());
        let production: Production = serde_json::from_value(said).expect("work");
        check_work(&building, &production, 0, &rules)
    };
    let (unit, once) = (Item::Train(KindId(0)), Item::Research(UpgradeId(0)));
    assert_eq!(check(1, &[once, unit]), Ok(()));
    for (unpaid, queue) in [(2, [unit].as_slice()), (2, &[once, unit]), (255, &[])] {
        assert!(check(unpaid, queue).is_err_and(|problem| problem.contains("`unpaid`")), "{unpaid} of {queue:?}");
    }
}
