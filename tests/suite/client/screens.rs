//! The screens that the games share: the menu of a match, and the list of recorded and saved matches.

use crate::desk::Desk;
use bevy::prelude::*;
use bevy::window::WindowFocused;
use gridmarch::client::game::{About, FileKind};
use gridmarch::client::input::bindings::{Action, Press};
use gridmarch::client::screens::pause::MenuChoice;
use gridmarch::client::screens::replays::files::{Listed, date};
use gridmarch::client::screens::replays::newest;
use gridmarch::client::stage::MenuOpen;
use gridmarch::shell::states::{Paused, Screen};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A match whose time runs, or stands.
fn a_match(paused: bool) -> Desk {
    let mut desk = Desk::at(Screen::Match);
    desk.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(paused));
    desk.settle();
    desk
}

fn state(desk: &Desk) -> (bool, bool) {
    (desk.app.world().resource::<MenuOpen>().0, desk.app.world().resource::<State<Paused>>().get().0)
}

fn press(desk: &mut Desk, action: Action) {
    desk.app.world_mut().write_message(Press(action));
    desk.settle();
}

#[test]
fn closing_the_menu_brings_time_back_as_it_was() {
    for paused in [false, true] {
        let mut desk = a_match(paused);
        press(&mut desk, Action::Menu);
        assert_eq!(state(&desk), (true, true));
        press(&mut desk, Action::Menu);
        assert_eq!(state(&desk), (false, paused));
    }
}

#[test]
fn resume_does_what_escape_does() {
    let mut desk = a_match(false);
    press(&mut desk, Action::Menu);
    desk.press(MenuChoice::Resume);
    assert_eq!(state(&desk), (false, false));
}

#[test]
fn only_a_window_that_had_the_focus_pauses_when_it_loses_it() {
    let mut desk = a_match(false);
    let mut tell = |focused| {
        desk.app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused });
        desk.settle();
        state(&desk).1
    };
    assert!(!tell(false), "the first word to a new window");
    assert!(!tell(true));
    assert!(tell(false));
}

#[test]
fn the_newest_file_of_the_game_that_ran_is_chosen_and_one_that_was_kept_before_others() {
    let entry = |game, is_kept, is_open| Listed {
        path: PathBuf::new(),
        when: SystemTime::UNIX_EPOCH,
        game,
        kind: FileKind::of("tron").expect("a kind of file"),
        is_kept,
        about: Ok(About { sides: String::new(), result: String::new(), length: String::new(), is_open }),
    };
    let list = [
        entry("Chess", false, false),
        entry("Skirmish", false, false),
        entry("Go", false, true),
        entry("Sandbox", true, true),
        entry("Skirmish", true, true),
        entry("Go", true, true),
        entry("Skirmish", true, true),
    ];
    let at = |game| newest(&list, Some(game));
    assert_eq!(newest(&list, None), 0, "the newest of all");
    assert_eq!([at("Skirmish"), at("Sandbox"), at("Go"), at("Chess")], [4, 3, 5, 0]);
    assert_eq!(newest(&list[..3], Some("Go")), 2, "one that can be gone on with");
    assert_eq!(newest(&list[..2], Some("Skirmish")), 1, "one that cannot");
}

#[test]
fn days_are_found_in_the_calendar() {
    let late = UNIX_EPOCH + Duration::from_secs(40_000 * 86_400);
    let day = |days: u64| date(UNIX_EPOCH + Duration::from_secs(days * 86_400), late);
    assert_eq!(day(0), "1970-01-01");
    assert_eq!(day(59), "1970-03-01");
    assert_eq!(day(11_016), "2000-02-29");
    assert_eq!(day(20_779), "2026-11-22");
    let now = UNIX_EPOCH + Duration::from_secs(20_779 * 86_400);
    let before = |seconds| date(now - Duration::from_secs(seconds), now);
    assert_eq!(before(5), "just now");
    assert_eq!(before(200), "3 min ago");
    assert_eq!(before(7300), "2 h ago");
    assert_eq!(before(86_400), "2026-11-21");
}
