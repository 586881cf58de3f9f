//! What a player has set up for a match is there again when the saved match is opened.

use super::*;
use gridmarch::client::kit::notices::Notice;
use gridmarch::games::rts::client::input::groups::Groups;
use gridmarch::games::rts::client::input::skirmish::look::Bookmarks;
use gridmarch::games::rts::sim::record::saves::{SaveRequest, SavedMatch, Saving};
use gridmarch::shell::states::Screen;
use std::path::Path;

/// Leaves the match and opens the saved one, whose first line may be changed before.
fn open(desk: &mut Desk, path: &Path, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(path).expect("the file");
    let (first, rest) = text.split_once('\n').expect("two lines");
    let saved = SavedMatch::parse(&format!("{}\n{rest}", change(first)), "x").expect("a saved match");
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
    desk.wait(2);
    saved.enter(desk.app.world_mut());
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    desk.wait(2);
}

fn save(desk: &mut Desk, path: &Path) {
    desk.wait(1);
    desk.app.world_mut().write_message(SaveRequest(path.into()));
    for _ in 0..1000 {
        desk.wait(1);
        if path.exists() && desk.app.world().resource::<Saving>().is_idle() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    panic!("it is not saved");
}

fn groups(desk: &Desk) -> [usize; 10] {
    desk.app.world().resource::<Groups>().sizes()
}

/// A match with two groups, one of them of a building, and a remembered view; saved.
fn set_up(path: &Path) -> (Desk, Vec<u32>, Vec2) {
    let mut desk = begin();
    desk.drag(MouseButton::Left, (4.6, 7.6), (7.4, 8.9));
    let fighters = desk.selected();
    assert_eq!(fighters.len(), 2);
    let with_control = |desk: &mut Desk, key: KeyCode| {
        desk.hold(KeyCode::ControlLeft);
        desk.tap(key);
        desk.release(KeyCode::ControlLeft);
    };
    with_control(&mut desk, KeyCode::Digit3);
    desk.left(HALL);
    with_control(&mut desk, KeyCode::Digit0);
    assert_eq!(groups(&desk), [1, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    let (marked, _) = desk.camera();
    with_control(&mut desk, KeyCode::F6);
    save(&mut desk, path);
    (desk, fighters, marked)
}

#[test]
fn groups_selection_and_remembered_views_are_those_of_the_saved_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let (mut desk, fighters, marked) = set_up(&path);
    open(&mut desk, &path, str::to_owned);
    assert_eq!(groups(&desk), [1, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    let hall = desk.selected();
    desk.left(HALL);
    assert_eq!(hall, desk.selected(), "the hall is selected as before");
    desk.tap(KeyCode::Digit3);
    assert_eq!(desk.selected(), fighters);
    // From somewhere else back to the view that was marked before.
    let world = desk.app.world_mut();
    let mut cameras = world.query_filtered::<&mut Transform, With<gridmarch::client::stage::MapCamera>>();
    cameras.single_mut(world).expect("one camera").translation.x += 200.0;
    desk.wait(1);
    assert_ne!(desk.camera().0, marked);
    desk.tap(KeyCode::F6);
    desk.wait(1);
    assert_eq!(desk.camera().0, marked);
    // A new match has nothing of it.
    let desk = begin();
    assert_eq!(groups(&desk), [0; 10]);
    assert_eq!(*desk.app.world().resource::<Bookmarks>(), Bookmarks::default());
}

#[test]
fn a_strangers_groups_have_nobody_who_is_not_there_or_obeys_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let (mut desk, fighters, _) = set_up(&path);
    let enemy = desk.who((15, 8)).0;
    let own = format!("{},{}", fighters[0], fighters[1]);
    let change = |line: &str| {
        let changed = line.replace(&format!("[{own}]"), &format!("[{own},{enemy},9999,4294967295]"));
        assert_ne!(changed, line);
        changed
    };
    open(&mut desk, &path, change);
    assert_eq!(groups(&desk), [1, 0, 0, 2, 0, 0, 0, 0, 0, 0]);
    desk.tap(KeyCode::Digit3);
    assert_eq!(desk.selected(), fighters);
}

#[test]
fn who_opens_a_match_whose_groups_cannot_be_read_is_told_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.save");
    let (mut desk, ..) = set_up(&path);
    open(&mut desk, &path, |line| line.replace("\\\"groups\\\"", "\\\"troops\\\""));
    assert_eq!(groups(&desk), [0; 10]);
    let said: Vec<Notice> = desk.app.world_mut().resource_mut::<Messages<Notice>>().drain().collect();
    assert!(said.iter().any(|notice| notice.0.contains("cannot be read")), "{said:?}");
}
