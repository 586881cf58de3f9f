//! Matches of Links that come into the window from outside: dropped files and the clipboard, and out of it.

use crate::desk::Desk;
use bevy::input::keyboard::KeyCode;
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, PrimaryWindow};
use gridmarch::client::kit::clipboard::Clipboard;
use gridmarch::client::kit::naming::{Named, Purpose};
use gridmarch::client::screens::replays::files::listed;
use gridmarch::client::stage::MenuOpen;
use gridmarch::games::links::player::PlayerKind;
use gridmarch::games::links::plugin::{
    Board, Issued, LinksControl, LinksOrder, LinksSetup, Phase, Record, Replay, SaveMatch, SeatKind, Tempo,
};
use gridmarch::games::links::rules::{Rules, Variant};
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::simulation::Recording;
use gridmarch::shell::states::{Mode, Screen};
use leafwing_input_manager::prelude::Buttonlike;
use std::path::Path;

const LIST: &str = "size 12\nvariant standard\nfirst Ada\n1.f6 2.c3 3.d5 4.resign\n";

fn table<T: Component + Clone>(desk: &mut Desk) -> T {
    let world = desk.app.world_mut();
    world.query::<&T>().single(world).expect("one table").clone()
}

fn steps(desk: &mut Desk) -> String {
    table::<Board>(desk).steps().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The steps of the match that is watched.
fn watched(desk: &mut Desk) -> String {
    table::<Replay>(desk).steps().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn drop_file(desk: &mut Desk, path: &Path) {
    let world = desk.app.world_mut();
    let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).expect("a window");
    world.write_message(FileDragAndDrop::DroppedFile { window, path_buf: path.into() });
    desk.settle();
    desk.settle();
}

/// Presses keys together.
fn chord(desk: &mut Desk, keys: &[KeyCode]) {
    keys.iter().for_each(|key| key.press(desk.app.world_mut()));
    desk.app.update();
    keys.iter().for_each(|key| key.release(desk.app.world_mut()));
    desk.settle();
    desk.settle();
}

const CTRL: KeyCode = KeyCode::ControlLeft;

fn set_clipboard(desk: &mut Desk, text: &str) {
    desk.app.world_mut().insert_resource(Clipboard::Memory(text.into()));
}

fn clipboard(desk: &mut Desk) -> String {
    desk.app.world_mut().resource_mut::<Clipboard>().text().expect("a text")
}

fn play(desk: &mut Desk, seats: [SeatKind; 2]) {
    let game = Setup { rules: Rules { size: 12, ..Rules::default() }, ..Setup::default() };
    desk.app.insert_resource(LinksSetup { seats, game, tempo: Tempo::Instant, ..LinksSetup::default() });
    desk.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::LINKS);
    desk.go(Screen::Match);
}

fn act(desk: &mut Desk, word: &str) {
    let seat = table::<Board>(desk).seat();
    let order = LinksOrder::Act(word.parse().expect("a step"));
    desk.app.world_mut().write_message(Issued { seat, order });
    desk.settle();
}

#[test]
fn a_dropped_file_of_every_form_is_opened_wherever_one_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("over.txt"), LIST).expect("written");
    std::fs::write(at("open.tsgf"), "(;SZ[24]RU[pp];b[dd];r[th])").expect("written");
    let mut desk = Desk::at(Screen::Title);
    drop_file(&mut desk, &at("over.txt"));
    assert_eq!(desk.screen(), Screen::Match);
    assert_eq!(watched(&mut desk), "f6 c3 d5 resign", "what is over is watched");
    assert_eq!(table::<Record>(&mut desk).names, ["Ada".to_string(), String::new()]);
    drop_file(&mut desk, &at("open.tsgf"));
    assert_eq!(
        (steps(&mut desk).as_str(), table::<Phase>(&mut desk)),
        ("d4 t8", Phase::Playing),
        "what is open goes on"
    );
    desk.go(Screen::Replays);
    drop_file(&mut desk, &at("over.txt"));
    assert_eq!(desk.screen(), Screen::Match);
}

#[test]
fn a_broken_file_is_answered_with_line_and_column_and_a_strange_one_with_what_can_be_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("broken.txt"), "1.f6 2.swap\n3.m16 4.m16").expect("written");
    std::fs::write(at("strange.doc"), "").expect("written");
    let mut desk = Desk::at(Screen::Title);
    drop_file(&mut desk, &at("broken.txt"));
    desk.reads("broken.txt: line 2, column 9: m16: a peg stands on m16.");
    std::fs::write(at("note.txt"), "To do: play more").expect("written");
    drop_file(&mut desk, &at("note.txt"));
    desk.reads("note.txt: line 1, column 1: \"To\" is no move");
    drop_file(&mut desk, &at("strange.doc"));
    desk.reads("strange.doc is no match: files that end in .");
    drop_file(&mut desk, &at("nothing.T1"));
    desk.reads("nothing.T1: ");
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn files_of_other_programs_are_listed_and_texts_that_are_no_matches_are_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("good.txt"), LIST).expect("written");
    std::fs::write(at("note.txt"), "To do: play more").expect("written");
    std::fs::write(at("broken.T1"), "1\nAda\n").expect("written");
    let mut list = listed(&[folder.path().into()], &[]);
    list.sort_by(|a, b| a.path.cmp(&b.path));
    let names: Vec<_> = list.iter().map(|entry| entry.path.file_name().expect("a name")).collect();
    assert_eq!(names, ["broken.T1", "good.txt"]);
    assert!(
        list[0].about.as_ref().is_err_and(|problem| problem.starts_with("Line 1, column 1: ")),
        "{:?}",
        list[0].about
    );
    let about = list[1].about.as_ref().expect("a match");
    assert_eq!((about.sides.as_str(), about.length.as_str(), about.is_open), ("Ada v Human", "4 moves", false));
    assert_eq!(list[1].game, "Links");
}

#[test]
fn the_moves_are_copied_and_copied_ones_are_opened() {
    let mut desk = Desk::at(Screen::Title);
    play(&mut desk, [SeatKind::Human; 2]);
    act(&mut desk, "f6");
    act(&mut desk, "swap");
    chord(&mut desk, &[CTRL, KeyCode::KeyC]);
    assert_eq!(clipboard(&mut desk), "size 12\nvariant pp\n1.f6 2.swap\n");
    desk.reads("The moves are in the clipboard.");
    set_clipboard(&mut desk, LIST);
    desk.go(Screen::LINKS_SETUP);
    chord(&mut desk, &[CTRL, KeyCode::KeyV]);
    assert_eq!(watched(&mut desk), "f6 c3 d5 resign");
    chord(&mut desk, &[CTRL, KeyCode::KeyC]);
    assert_eq!(clipboard(&mut desk), LIST, "all of what is watched, with the names");
    desk.go(Screen::LINKS_SETUP);
    set_clipboard(&mut desk, "nothing of the sort");
    chord(&mut desk, &[CTRL, KeyCode::KeyV]);
    desk.reads("The clipboard holds no match that can be opened: line 1, column 1: \"nothing\" is no move");
    set_clipboard(&mut desk, "(;SZ[24]RU[pp];b[dd];r[th];b[resign])");
    chord(&mut desk, &[CTRL, KeyCode::KeyV]);
    assert_eq!((desk.screen(), watched(&mut desk).as_str()), (Screen::Match, "d4 t8 resign"));
}

#[test]
fn a_match_is_not_given_up_for_the_clipboard_or_a_dropped_file_before_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let (other, mine) = (folder.path().join("other.txt"), folder.path().join("mine.links"));
    std::fs::write(&other, LIST).expect("written");
    for seats in [[SeatKind::Human; 2], [SeatKind::Human, SeatKind::Computer(PlayerKind::Random)]] {
        let mut desk = Desk::at(Screen::Title);
        play(&mut desk, seats);
        act(&mut desk, "f6");
        for _ in 0..5 {
            desk.settle();
        }
        set_clipboard(&mut desk, LIST);
        chord(&mut desk, &[CTRL, KeyCode::KeyV]);
        desk.reads("A match is on: leave it before another one is opened.");
        drop_file(&mut desk, &other);
        desk.reads("other.txt is not opened: a match is on: leave it before another one is opened.");
        assert!(steps(&mut desk).starts_with("f6"));
        desk.app.world_mut().write_message(SaveMatch(mine.clone()));
        desk.settle();
        desk.app.world_mut().resource_mut::<MenuOpen>().0 = true;
        chord(&mut desk, &[CTRL, KeyCode::KeyV]);
        assert!(steps(&mut desk).starts_with("f6"), "not under the menu");
        desk.app.world_mut().resource_mut::<MenuOpen>().0 = false;
        chord(&mut desk, &[CTRL, KeyCode::KeyV]);
        assert_eq!(watched(&mut desk), "f6 c3 d5 resign");
    }
}

#[test]
fn a_text_that_is_larger_than_a_file_may_be_is_not_taken_from_the_clipboard() {
    let mut desk = Desk::at(Screen::LINKS_SETUP);
    set_clipboard(&mut desk, &" ".repeat((16 << 20) + 1));
    chord(&mut desk, &[CTRL, KeyCode::KeyV]);
    desk.reads("The clipboard holds no match that can be opened: it is larger than 16 MiB.");
}

#[test]
fn a_match_that_was_played_on_in_another_way_is_not_shown_by_the_other_variant() {
    let mut desk = Desk::at(Screen::LINKS_SETUP);
    set_clipboard(&mut desk, "f6 c3");
    chord(&mut desk, &[CTRL, KeyCode::KeyV]);
    desk.app.world_mut().write_message(LinksControl::TakeBack);
    desk.settle();
    act(&mut desk, "d5");
    chord(&mut desk, &[KeyCode::KeyV]);
    assert_eq!(steps(&mut desk), "f6 d5");
    assert_eq!(table::<Board>(&mut desk).position().rules().variant, Variant::Pp);
}

#[test]
fn where_nobody_says_the_variant_the_window_does_and_v_takes_the_other_one() {
    let mut desk = Desk::at(Screen::LINKS_SETUP);
    set_clipboard(&mut desk, "f6 c3 d5 e5 resign");
    chord(&mut desk, &[CTRL, KeyCode::KeyV]);
    desk.reads("The variant is not said: it is played as pp. V shows it by the other one.");
    assert_eq!(table::<Board>(&mut desk).position().rules().variant, Variant::Pp);
    chord(&mut desk, &[KeyCode::KeyV]);
    assert_eq!(table::<Board>(&mut desk).position().rules().variant, Variant::Standard);
    assert_eq!(watched(&mut desk), "f6 c3 d5 e5 resign");
    chord(&mut desk, &[KeyCode::KeyV]);
    assert_eq!(table::<Board>(&mut desk).position().rules().variant, Variant::Pp);
    set_clipboard(&mut desk, LIST);
    chord(&mut desk, &[CTRL, KeyCode::KeyV]);
    chord(&mut desk, &[KeyCode::KeyV]);
    assert_eq!(table::<Board>(&mut desk).position().rules().variant, Variant::Standard, "this one is told");
}

#[test]
fn a_match_is_saved_in_the_form_that_its_name_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::Title);
    play(&mut desk, [SeatKind::Human; 2]);
    act(&mut desk, "f6");
    for name in ["mine.links", "mine.T1", "mine.tsgf", "mine.txt"] {
        let named = Named { purpose: Purpose::Match, name: name.into(), path: folder.path().join("new").join(name) };
        desk.app.world_mut().write_message(named);
        desk.settle();
        desk.settle();
        desk.reads(&format!("Saved as {name}."));
    }
    let text = std::fs::read_to_string(folder.path().join("new/mine.txt")).expect("written");
    assert_eq!(text, "size 12\nvariant pp\n1.f6\n");
    Recording::load(&folder.path().join("new/mine.links")).expect("it is our own form");
    assert_eq!(listed(&[folder.path().join("new")], &[]).iter().filter(|entry| entry.about.is_ok()).count(), 4);
}

#[test]
fn what_programs_thought_of_their_turns_is_recorded() {
    let mut desk = Desk::at(Screen::Title);
    play(&mut desk, [SeatKind::Human, SeatKind::Computer(PlayerKind::engine(5))]);
    act(&mut desk, "f2");
    for _ in 0..40 {
        desk.settle();
    }
    let (board, record) = (table::<Board>(&mut desk), table::<Record>(&mut desk));
    assert_eq!(board.steps().len(), 2, "it has answered");
    let recording = record.recording(&board);
    assert!(matches!(recording.values(), [None, Some(_)]), "{:?}", recording.values());
    let again = Recording::parse(&recording.line().expect("a line")).expect("a recording");
    assert_eq!(again, recording);
}
