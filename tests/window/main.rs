//! The real program in a real window: Xvfb, software Vulkan, xdotool.
//!
//! One test starts its own display and its own game, clicks through title → set-up → match, boxes units, sends them,
//! and looks at the screen and at the recorded orders. Where no display server or no tool can be had the test says so
//! and counts as skipped; `scripts/test` installs both.

#![cfg(feature = "client")]

mod desk;
mod skirmish;
mod tactics;
mod tron;

use desk::Desk;
use gridmarch::games::rts::sim::orders::Issued;
use gridmarch::games::rts::sim::record::replay::{Entry, Replay};
use gridmarch::games::rts::sim::{HostOrder, Order};
use std::time::Duration;

/// The orders of a recording.
fn orders(path: &std::path::Path) -> Vec<Issued> {
    let Ok(replay) = Replay::load(path) else { return Vec::new() };
    replay
        .entries
        .into_iter()
        .filter_map(|entry| match entry {
            Entry::Order { issued, .. } => Some(issued),
            Entry::Print { .. } | Entry::Snapshot { .. } | Entry::Decided { .. } => None,
        })
        .collect()
}

#[test]
fn a_person_clicks_through_to_a_match_boxes_units_and_sends_them() {
    let Some(desk) = Desk::open(&[]) else { return };
    desk.wait_for("the title screen", |picture| picture.differs());
    let title = desk.look();

    // Title: the second entry of the menu, by keyboard focus and Enter, then by mouse in the set-up.
    desk.key("Down");
    desk.key("Return");
    desk.wait_for("the set-up screen", |picture| picture.distance(&title) > 20.0);
    let setup = desk.look();
    // The first map of the list is chosen. The key of WHCA* in the row of the planners, then "Start".
    desk.click((738, 673), 1);
    desk.wait_for("the chosen planner", |picture| picture.distance(&setup) > 0.2);
    desk.click((1156, 673), 1);
    desk.wait_for("the match", |picture| picture.distance(&setup) > 20.0);
    desk.rest(Duration::from_secs(2));

    // A box over the whole view selects what is there: the picture changes at the units (rings) and in the HUD.
    let before = desk.look();
    desk.drag((300, 80), (1000, 540), 1);
    desk.rest(Duration::from_millis(700));
    let selected = desk.look();
    assert!(before.distance(&selected) > 0.05, "rings and the selection panel appear");

    desk.click((700, 300), 3);
    desk.wait_until("the order in the recording", || {
        orders(desk.recording())
            .iter()
            .any(|order| matches!(order, Issued::Side(_, Order::MoveTo { units, queue: false, .. }) if units.len() > 1))
    });
    desk.rest(Duration::from_secs(3));
    let marched = desk.look();
    assert!(selected.distance(&marched) > 0.05, "the units have moved");

    // SHIFT appends, S stops.
    desk.hold_key("shift", || desk.click((560, 260), 3));
    desk.wait_until("the appended order", || {
        orders(desk.recording()).iter().any(|order| matches!(order, Issued::Side(_, Order::MoveTo { queue: true, .. })))
    });
    desk.key("s");
    desk.wait_until("the stop", || {
        orders(desk.recording()).iter().any(|order| matches!(order, Issued::Side(_, Order::Stop { .. })))
    });

    // The map tool paints where the mouse drags, and a click on the HUD never reaches the map.
    desk.key("w");
    desk.drag((640, 200), (720, 200), 1);
    desk.wait_until("the painted cells", || {
        orders(desk.recording())
            .iter()
            .any(|order| matches!(order, Issued::Host(HostOrder::Paint { cells, .. }) if !cells.is_empty()))
    });
    // The recording reaches the disk once a second; the rest of the stroke may still be on its way.
    desk.rest(Duration::from_secs(3));
    let painted = orders(desk.recording()).len();
    desk.click((640, 14), 1);
    desk.rest(Duration::from_secs(3));
    assert_eq!(orders(desk.recording()).len(), painted, "the top bar keeps its clicks");

    let rules = Replay::load(desk.recording()).expect("a replay").header.rules;
    assert!(rules.contains("kind:whca"), "the chosen planner is in force: {rules}");

    // Escape leaves the tool, then the selection; then it opens the menu, and closes it.
    for _ in 0..2 {
        desk.key("Escape");
        desk.rest(Duration::from_secs(1));
    }
    let open = desk.look();
    desk.key("Escape");
    desk.wait_for("the menu", |picture| picture.distance(&open) > 8.0);
    let menu = desk.look();
    desk.key("Escape");
    desk.wait_for("the match again", |picture| picture.distance(&menu) > 8.0);
    desk.close();
}

#[test]
fn a_wrong_level_is_said_in_one_sentence_and_opens_no_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bad.ron");
    std::fs::write(&path, "(version: 1, name: \"x\", description: \"\", rows: [\"..\", \".?\"], units: [])")
        .expect("written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args(["play", "--level"])
        .arg(&path)
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("bad.ron") && said.contains("line 1") && said.contains("(1, 1)"), "{said}");
}
