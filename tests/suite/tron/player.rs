//! The players by name.

use gridmarch::games::tron::engine::MAX_LEVEL;
use gridmarch::games::tron::player::PlayerKind;

#[test]
fn names_are_read_and_written_back() {
    for name in ["random", "random-source", "wallhugger:2", "separator:10", "engine:1", "engine:10"] {
        assert_eq!(name.parse::<PlayerKind>().map(|kind| kind.to_string()), Ok(name.to_string()));
    }
    assert_eq!("engine".parse(), Ok(PlayerKind::Engine(MAX_LEVEL)));
    for name in ["", "human", "separator", "separator:3", "separator:x", "engine:0", "engine:11", "random:2"] {
        assert!(name.parse::<PlayerKind>().is_err(), "{name}");
    }
    let text = "separator:3".parse::<PlayerKind>().expect_err("an odd level").to_string();
    assert_eq!(text, "\"separator:3\": the level of separator is 2, 4, 6, 8 or 10");
}
