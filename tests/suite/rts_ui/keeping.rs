//! Names that saves are offered.

use gridmarch::base::file_name;
use gridmarch::games::rts::client::ui::skirmish::keeping::proposed;

#[test]
fn the_offered_name_is_of_the_map_and_the_time_and_can_be_taken() {
    assert_eq!(proposed("Twin Fords", 754), "Twin Fords 12m34s");
    assert_eq!(proposed("../Ring / Island!", 5), "Ring - Island! 0m05s");
    let long = proposed(&"x".repeat(100), 60_000);
    assert_eq!(file_name::checked(&long), Ok(long.as_str()));
}
