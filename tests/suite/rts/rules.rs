//! What is told of mistakes in rules, and what the built-in ones keep.

use gridmarch::games::rts::rules::Rules;
use proptest::prelude::*;

const BUILT_IN: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rules/rts.ron"));

/// What is told after the first `from` of the built-in rules that follows `after` has become `to`.
fn told_after(after: &str, from: &str, to: &str) -> String {
    let start = BUILT_IN.find(after).unwrap_or_else(|| panic!("the rules have no {after:?}"));
    assert!(BUILT_IN[start..].contains(from), "the rules have no {from:?} after {after:?}");
    let text = format!("{}{}", &BUILT_IN[..start], BUILT_IN[start..].replacen(from, to, 1));
    let error = Rules::parse(&text, "r.ron").err().unwrap_or_else(|| panic!("{to:?} after {after:?} is no mistake"));
    let message = error.to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// The line that a message names, in the text that it was told of; and what comes after line and column.
fn split(message: &str) -> (usize, &str) {
    let rest = message.strip_prefix("r.ron: line ").unwrap_or_else(|| panic!("no line: {message}"));
    let (line, rest) = rest.split_once(", column ").unwrap_or_else(|| panic!("no column: {message}"));
    let (_, said) = rest.split_once(": ").unwrap_or_else(|| panic!("no field: {message}"));
    (line.parse().expect("a line number"), said)
}

/// Each mistake: behind which text of the rules, what, by what; and what is told of it. The line must be that of the
/// mistake, if it is written there (`Here`) and not left out.
fn assert_told(mistakes: &[(&str, &str, &str, &str)]) {
    for (after, from, to, expected) in mistakes {
        let message = told_after(after, from, to);
        let (line, said) = split(&message);
        assert!(said.contains(expected), "{from:?} -> {to:?}: {message:?} lacks {expected:?}");
        let start = BUILT_IN.find(after).unwrap_or(0);
        let offset = start + BUILT_IN[start..].find(from).unwrap_or(0);
        let first = BUILT_IN[..offset].matches('\n').count() + 1;
        let last = first + to.matches('\n').count();
        assert!((first..=last).contains(&line), "{from:?} -> {to:?} is in line {first}: {message}");
    }
}

#[test]
fn a_number_out_of_range_is_told_with_line_and_field() {
    assert_told(&[
        ("(", "tick_hz: 20", "tick_hz: 0", "tick_hz: 0 is not between 1 and 60"),
        ("planner", "window: 32", "window: 300", "planner.window: 300 is not between 4 and 256"),
        (
            "planner",
            "replan_interval: 12",
            "replan_interval: 33",
            "planner.replan_interval: 33 is not between 1 and 32",
        ),
        ("economy", "mine_places: 4", "mine_places: 0", "economy.mine_places: 0 is not between 1 and 50"),
        ("economy", "gold: 400", "gold: 400000", "economy.start.gold: 400000 is not between 0 and 100000"),
        (
            "economy",
            "kills_percent: 500",
            "kills_percent: 200",
            "economy.ranks[1].kills_percent: 200 is not between 201",
        ),
        ("damage: (", "110, 100", "2000, 100", "damage[0][0]: 2000 is not between 0 and 1000"),
        ("factions", "workers: 5", "workers: 0", "factions[0].workers: 0 is not between 1 and 20"),
        (
            "\"footman\"",
            "ticks_per_cell: 6",
            "ticks_per_cell: 61",
            "units[0].ticks_per_cell: 61 is not between 1 and 60",
        ),
        ("\"footman\"", "cooldown: 22", "cooldown: 0", "units[0].weapon.cooldown: 0 is not between 1 and 600"),
        ("\"footman\"", "train_ticks: 325", "train_ticks: 0", "units[0].train_ticks: 0 is not between 1 and 12000"),
        ("\"footman\"", "hotkey: 'f'", "hotkey: 'F'", "units[0].hotkey: 'F' is not a small letter"),
        ("\"ram\"", "size: 2", "size: 5", "].size: 5 is not between 1 and 4"),
        ("\"wolf\"", "batch: 2", "batch: 0", "].batch: 0 is not between 1 and 10"),
        ("\"priest\"", "amount: 5", "amount: 0", "].heals.amount: 0 is not between 1 and 1000"),
        ("\"catapult\"", "min_range: 3", "min_range: 11", "].weapon.min_range: 11 is not between 0 and 10"),
        (
            "\"catapult\"",
            "\"boulder\"",
            "\"balloon\"",
            "].weapon.missile.sprite: \"balloon\" is no missile, expected one of arrow",
        ),
        ("\"hall\",\n            title", "size: 4", "size: 5", "].size: 5 is not between 1 and 4"),
        ("\"hall\",\n            title", "health: 1400", "health: 0", "].health: 0 is not between 1 and 30000"),
        ("upgrades: [", "icon: 17", "icon: 48", "upgrades[0].icon: 48 is not between 0 and 47"),
        ("upgrades: [", "add: 200", "add: 0", "upgrades[0].effects[0].add: 0 is not between 1 and 1000"),
    ]);
}

#[test]
fn a_name_that_stands_for_nobody_or_for_somebody_of_others_is_told() {
    assert_told(&[
        ("units: [", "\"scout\"", "\"footman\"", "units[1].name: \"footman\" is empty or taken"),
        ("upgrades: [", "\"masonry\"", "\"hall\"", "upgrades[0].name: \"hall\" is empty or taken"),
        ("factions", "\"Tribes\"", "\"Crown\"", "factions[1].name: \"Crown\" is empty or taken"),
        ("units: [", "\"Crown\"", "\"Clown\"", "units[0].faction: there is no faction \"Clown\""),
        ("factions", "\"hall\"", "\"hill\"", "factions[0].hall: there is no building \"hill\""),
        ("factions", "\"hall\"", "\"camp\"", "factions[0].hall: \"camp\" is of Tribes, not of Crown"),
        ("factions", "\"peasant\"", "\"footman\"", "factions[0].worker: \"footman\" does not work"),
        ("factions", "\"hall\"", "\"mill\"", "factions[0].hall: \"mill\" takes in no Gold"),
        ("factions", "workers: 5", "workers: 11", "factions[0].workers: \"hall\" gives 10 supply"),
        ("title: \"barracks\"", "[\"footman\"", "[\"fotman\"", ".trains[0]: there is no unit \"fotman\""),
        ("title: \"barracks\"", "[\"footman\"", "[\"raider\"", ".trains[0]: \"raider\" is of Tribes, not of Crown"),
        ("title: \"barracks\"", "\"scout\"]", "\"footman\"]", ".trains[1]: \"footman\" is there twice"),
        ("title: \"chapel\"", "[\"blessing\"]", "[\"priest\"]", ".researches[0]: there is no upgrade \"priest\""),
        ("title: \"town hall\"", "becomes: \"keep\"", "becomes: \"house\"", ".becomes: \"house\" is of size 2, not 4"),
        ("title: \"gold mine\"", "size: 3,", "faction: \"Crown\", size: 3, build_ticks: 9,", "belongs to nobody"),
        ("\"knight\"", "[\"castle\"]", "[\"peasant\"]", ".requires[0]: there is no building or upgrade \"peasant\""),
        ("title: \"Bodkin points\"", "\"archer\"", "\"archers\"", ".effects[0].on[0]: there is no unit or building"),
        ("title: \"Bodkin points\"", "\"archer\"", "\"priest\"", ".effects[0].on[0]: \"priest\" has no weapon"),
        ("title: \"Blessing\"", "\"priest\"", "\"archer\"", ".effects[0].on[0]: \"archer\" does not heal"),
        ("title: \"Saws\"", "\"peasant\"", "\"archer\"", ".effects[0].on[0]: \"archer\" does not gather"),
        ("title: \"Torsion springs\"", "add: 15", "add: 91", ".effects[1].add: 91 hundredths faster"),
    ]);
    let message = told_after("title: \"house\"", "supply: 8", "supply: 0");
    assert!(split(&message).1.starts_with("factions[0].name: Crown has no building that gives supply"), "{message}");
}

#[test]
fn two_buttons_on_one_key_are_told() {
    assert_told(&[
        (
            "\"scout\"",
            "hotkey: 's'",
            "hotkey: 'f'",
            "units[1].hotkey: 'f' is the key of \"footman\" in the panel of \"barr",
        ),
        (
            "title: \"house\"",
            "hotkey: 'e'",
            "hotkey: 'h'",
            ".hotkey: 'h' is the key of \"hall\" in the building menu of C",
        ),
        (
            "title: \"keep\"",
            "hotkey: 'k'",
            "hotkey: 'p'",
            ".hotkey: 'p' is the key of \"peasant\" in the panel of \"hall",
        ),
        (
            "title: \"Bodkin points\"",
            "hotkey: 'b'",
            "hotkey: 'a'",
            ".hotkey: 'a' is the key of \"archer\" in the panel",
        ),
    ]);
}

#[test]
fn what_can_never_be_had_is_told() {
    let plate = "requires: [\"plate\"], cost";
    assert_told(&[
        ("title: \"keep\"", "[\"barracks\"]", "[\"stable\"]", ".requires[0]: \"stable\" cannot be had before \"keep\""),
        ("title: \"keep\"", "[\"barracks\"]", "[\"keep\"]", ".requires[0]: \"keep\" cannot be had before \"keep\""),
        ("title: \"Mail\"", "cost", plate, ".requires[0]: \"plate\" cannot be had before \"mail\""),
    ]);
    let message = told_after("title: \"chapel\"", "trains: [\"priest\"],", "");
    assert!(split(&message).1.ends_with(".name: no building trains \"priest\""), "{message}");
    let message = told_after("title: \"smithy\"", "\"mail\", ", "");
    assert!(split(&message).1.ends_with(".name: no building researches \"mail\""), "{message}");
    let message = told_after("title: \"castle\"", "counts_as", "becomes: \"hall\", counts_as");
    assert!(split(&message).1.ends_with(".becomes: \"hall\" becomes itself in the end"), "{message}");
}

#[test]
fn the_unit_of_the_documentation_can_be_added_as_it_says() {
    let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/levels-and-units.md"));
    let section = page.split("\n## Adding a unit\n").nth(1).expect("the section");
    let entry = section.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an entry");
    assert!(entry.lines().count() <= 30, "a unit is at most 30 lines");
    let text = BUILT_IN.replacen("    units: [\n", &format!("    units: [\n{entry}"), 1).replacen(
        "trains: [\"archer\"]",
        "trains: [\"archer\", \"crossbowman\"]",
        1,
    );
    let rules = Rules::parse(&text, "r.ron").unwrap_or_else(|error| panic!("{error}"));
    let kind = rules.kind_named("crossbowman").expect("it has been added");
    assert_eq!(rules.kind(kind).faction, "Crown");
}

#[test]
fn rules_survive_being_written_and_read_again() {
    let rules = Rules::built_in();
    assert_eq!(Rules::parse(&rules.to_ron(), "again").expect("its own text"), rules);
}

#[test]
fn both_factions_have_enough_to_choose_from_and_each_entry_is_short() {
    let rules = Rules::built_in();
    for faction in ["Crown", "Tribes"] {
        let units = rules.units.iter().filter(|kind| kind.faction == faction).count();
        let buildings = rules.buildings.iter().filter(|kind| kind.faction == faction).count();
        let upgrades = rules.upgrades.iter().filter(|kind| kind.faction == faction).count();
        assert!(units >= 10 && buildings >= 10 && upgrades >= 8, "{faction}: {units}, {buildings}, {upgrades}");
    }
    let (mut opened, mut entries) = (0, 0);
    for (line, text) in BUILT_IN.lines().enumerate() {
        match text {
            "        (" => opened = line,
            "        )," => {
                entries += 1;
                assert!(line - opened < 30, "the entry that ends in line {} is too long", line + 1);
            }
            _ => {}
        }
    }
    let listed = rules.units.len() + rules.buildings.len() + rules.upgrades.len() + rules.factions.len();
    assert_eq!(entries, listed, "every entry is laid out as the test reads it");
}

proptest! {
    #[test]
    fn a_text_that_was_tampered_with_is_refused_or_read_but_never_panics(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, "[(){}\\[\\],:\"'/*#a-z0-9 -]{0,4}"), 1..5),
    ) {
        let mut text: Vec<char> = BUILT_IN.chars().collect();
        for (at, removed, added) in changes {
            let start = at.index(text.len());
            let end = (start + removed).min(text.len());
            text.splice(start..end, added.chars());
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = Rules::parse(&text, "r.ron") {
            prop_assert!(error.to_string().starts_with("r.ron: line "), "{}", error);
        }
    }
}

#[test]
fn every_upgrade_says_by_how_much_it_makes_things_better() {
    let rules = Rules::built_in();
    for upgrade in &rules.upgrades {
        for effect in &upgrade.effects {
            let word = ["no", "one", "two", "three"].get(usize::from(effect.add)).copied();
            let mut numbers = upgrade.about.split(|letter: char| !letter.is_ascii_alphanumeric());
            let is_told = numbers.any(|part| part == effect.add.to_string() || Some(part) == word);
            assert!(is_told, "{}: {:?} does not tell {} of {:?}", upgrade.name, upgrade.about, effect.add, effect.stat);
        }
    }
}
