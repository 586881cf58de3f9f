//! What money can go to, as a number.

use gridmarch::games::rts::bot::Want;
use gridmarch::games::rts::rules::{BuildingId, UpgradeId};

#[test]
fn a_number_stands_for_what_it_was_made_of() {
    for want in [Want::Build(BuildingId(3)), Want::Research(UpgradeId(255)), Want::Advance(BuildingId(0))] {
        assert_eq!(Want::of_key(want.key()), Some(want));
    }
    assert_eq!(Want::of_key(768), None);
}
