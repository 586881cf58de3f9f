//! The file of levels, styles and personalities.

use gridmarch::games::rts::bot::Settings;

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/bots.ron"));

#[test]
fn looks_that_cannot_be_are_named() {
    let built_in = "idle_looks_percent: [(0, 84)]";
    for (steps, why) in [("[]", "from second 0"), ("[(5, 1)]", "from second 0"), ("[(0, 101)]", "0 to 100")] {
        let text = BUILT_IN.replacen(built_in, &format!("idle_looks_percent: {steps}"), 1);
        let error = Settings::parse(&text, "bots.ron").unwrap_err();
        assert!(error.starts_with("bots.ron: levels[0].idle_looks_percent: ") && error.contains(why), "{error}");
    }
}

#[test]
fn the_built_in_file_is_right_and_levels_grow() {
    let settings = Settings::parse(BUILT_IN, "bots.ron").unwrap();
    assert!(settings.levels.is_sorted_by_key(|level| level.orders_per_minute));
    assert!(settings.levels.is_sorted_by_key(|level| level.workers));
}
