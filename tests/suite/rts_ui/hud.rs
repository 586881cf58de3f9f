//! The panels of a match: legend, banner, sentences, tips.

use gridmarch::games::rts::client::input::skirmish::card::{Slot, SlotPicture};
use gridmarch::games::rts::client::input::skirmish::command_kind::CommandKind;
use gridmarch::games::rts::client::input::skirmish::kinds::Class;
use gridmarch::games::rts::client::stage::{Overlays, TOP_BAR};
use gridmarch::games::rts::client::ui::hud::banner::{Cause, sign};
use gridmarch::games::rts::client::ui::hud::legend::chapters;
use gridmarch::games::rts::client::ui::hud::skirmish::members::{LETTERS, counted};
use gridmarch::games::rts::client::ui::hud::skirmish::pictures::purpose;
use gridmarch::games::rts::client::ui::hud::skirmish::tip::needs;
use gridmarch::games::rts::client::ui::hud::{LINE, NOTICES, PAUSED, QUESTION};
use gridmarch::games::rts::rules::Rules;
use gridmarch::nav::coop::PlannerKind;

#[test]
fn every_overlay_has_its_lines_and_only_those_that_are_shown() {
    assert!(chapters(Overlays::default(), PlannerKind::March).is_empty());
    let all = Overlays {
        routes: true,
        reservations: true,
        distances: true,
        occupancy: true,
        regions: true,
        waits: true,
        ranks: true,
        layer: 0,
    };
    for planner in PlannerKind::ALL {
        let chapters = chapters(all, planner);
        assert_eq!(
            chapters.iter().map(|(_, key, _)| *key).collect::<Vec<_>>(),
            ["F1", "F2", "F3", "F4", "F8", "F9", "F12"]
        );
        assert!(chapters.iter().all(|(.., lines)| !lines.is_empty()));
    }
}

#[test]
fn the_sign_says_how_it_goes_on() {
    assert_eq!(sign(Cause::Asked, "F4").1, "Press F4 to go on. Orders are taken meanwhile.");
    assert!(sign(Cause::Opened, "F3").1.starts_with("Press F3 to go on with the saved match."));
    let (title, sentence) = sign(Cause::RecordingEnds(Some("Blue has won.".into())), "F3");
    assert_eq!((title, sentence.as_str()), ("The recording ends here", "Blue has won. The menu has the score."));
    assert_eq!(sign(Cause::RecordingEnds(None), "Space").1, "");
}

#[test]
fn sentences_over_the_map_lie_one_below_the_other() {
    // That time stands, below the bar; what a command waits for; notices.
    let lines = [(0.0, TOP_BAR), (PAUSED, LINE), (QUESTION, LINE), (NOTICES, LINE)];
    assert!(lines.windows(2).all(|pair| pair[0].0 + pair[0].1 < pair[1].0), "{lines:?}");
}

fn slot(refusal: Option<&str>) -> Slot {
    let (requires, refusal) = ("Needs a barracks.".into(), refusal.map(Into::into));
    Slot { requires, refusal, ..CommandKind::Stop.into() }
}

#[test]
fn what_is_missing_is_told_once() {
    assert_eq!(needs(&slot(None)), "Needs a barracks.");
    assert_eq!(needs(&slot(Some("Not enough gold."))), "Needs a barracks.");
    assert_eq!(needs(&slot(Some("The keep needs a barracks."))), "");
}

#[test]
fn the_kinds_of_many_are_counted() {
    let rules = Rules::built_in();
    let unit = |name: &str| Class::Unit(rules.kind_named(name).expect("a unit"));
    let building = Class::Building(rules.building_named("barracks").expect("a building"));
    let line = counted(&rules, &[(unit("archer"), 3), (unit("peasant"), 8), (building, 1)]);
    assert_eq!(line, "3 × Archer  ·  8 × Peasant  ·  1 × Barracks");
    let all: Vec<_> = rules.kinds().map(|(kind, _)| (Class::Unit(kind), 2)).collect();
    let line = counted(&rules, &all);
    assert!(line.ends_with(" others") && line.chars().count() <= LETTERS + 16, "{line}");
}

#[test]
fn what_a_worker_can_build_is_told_apart_by_what_it_is_for() {
    let rules = Rules::built_in();
    for faction in rules.factions.iter().map(|faction| &faction.name) {
        let grown = |name| rules.buildings.iter().any(|other| other.becomes.as_ref() == Some(name));
        let built = rules.buildings.iter().filter(|kind| kind.faction == *faction && !grown(&kind.name));
        let built = built.map(|kind| rules.building_named(&kind.name).expect("its own name"));
        let signs: Vec<SlotPicture> = built.map(|kind| purpose(&rules, kind).expect("a purpose")).collect();
        for (place, sign) in signs.iter().enumerate() {
            assert!(!signs[..place].contains(sign), "two buildings of {faction} have the sign {sign:?}");
        }
    }
}
