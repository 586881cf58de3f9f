//! Tactics in a real window: a person plays two turns against the engine by mouse and by keys, and saves the battle.

use crate::desk::Desk;
use gridmarch::games::tactics::simulation::Recording;
use std::time::Duration;

/// The middle of a square of the source's board in a window of 1280 × 720.
fn square(name: &str) -> (i32, i32) {
    let letters = name.as_bytes();
    let (x, y) = (f64::from(letters[0] - b'a'), f64::from(letters[1] - b'1'));
    // As the picture lays it out: the height of the space between the bars is what limits the board.
    let cell = (720.0 - 62.0 - 96.0) / (7.0 + 2.0 * 0.42);
    ((640.0 + (x - 4.5) * cell) as i32, (360.0 - 17.0 + (y - 3.0) * cell) as i32)
}

/// Clicks on a square, and waits: on a busy machine two clicks must not fall into one frame.
fn click(desk: &Desk, name: &str) {
    desk.click(square(name), 1);
    desk.rest(Duration::from_millis(1500));
}

/// Presses a key with the same care.
fn key(desk: &Desk, name: &str) {
    desk.key(name);
    desk.rest(Duration::from_millis(1500));
}

/// The turns of the recording, once there are so many.
fn turns(desk: &Desk) -> u32 {
    Recording::load(desk.recording()).map_or(0, |recording| recording.length())
}

#[test]
fn a_person_plays_two_turns_of_tactics_by_mouse_and_by_keys() {
    let Some(desk) = Desk::open(&["--mode", "tactics"]) else { return };
    desk.wait_for("the board", |picture| picture.differs());
    desk.rest(Duration::from_secs(3));
    let board = desk.look();
    click(&desk, "b4");
    desk.wait_for("the marks of what can be done", |picture| picture.distance(&board) > 0.2);
    // A click far away lets go; the marks are gone but for the cursor.
    click(&desk, "h1");
    // Two of those who start rest in their first turn.
    let before = desk.look();
    click(&desk, "b4");
    click(&desk, "b5");
    desk.wait_for("a moved piece", |picture| picture.distance(&before) > 0.1);
    assert_eq!(turns(&desk), 0, "the turn waits to be ended");
    key(&desk, "u");
    click(&desk, "b4");
    click(&desk, "c4");
    key(&desk, "e");
    desk.wait_until("the answer of the engine", || turns(&desk) == 2);
    let recording = Recording::load(desk.recording()).expect("a recording");
    assert_eq!(recording.sides(), &["human".to_string(), "engine:3".to_string()]);
    let battle = recording.replay().expect("it plays");
    assert_eq!(battle.steps()[0].to_string(), "b4-c4", "what was taken back is not in it");

    // The second turn by keys: Tab selects, the arrows move the cursor from where the mouse was, Enter acts.
    desk.rest(Duration::from_secs(2));
    click(&desk, "b2");
    key(&desk, "Right");
    key(&desk, "Return");
    click(&desk, "c4");
    key(&desk, "Up");
    key(&desk, "Return");
    click(&desk, "b6");
    key(&desk, "Right");
    key(&desk, "Return");
    key(&desk, "e");
    desk.wait_until("the second answer", || turns(&desk) == 4);

    // The menu opens over the battle and closes again.
    let open = desk.look();
    key(&desk, "Escape");
    desk.wait_for("the menu", |picture| picture.distance(&open) > 4.0);
    key(&desk, "Escape");
    desk.wait_for("the battle again", |picture| picture.distance(&open) < 4.0);
    desk.close();
}
