//! The window of the search tree over matches of Links and Tactics, without a window on a screen.

use crate::desk::Desk;
use bevy::prelude::*;
use bevy::text::EditableText;
use gridmarch::arena::TimeControl;
use gridmarch::client::kit::tree::{Browser, Format, Imagined, Looked, RowText, TreeButton, TreeFolder, TreeWish};
use gridmarch::client::stage::TreeOpen;
use gridmarch::games::links::client::input::Overlays;
use gridmarch::games::links::player::PlayerKind;
use gridmarch::games::links::plugin::{Board, Control, Issued, LinksOrder, LinksSetup, Phase, SeatKind, Start, Tempo};
use gridmarch::games::links::position::Position;
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::source::{Searcher, Thinker, Wish};
use gridmarch::games::links::step::Step;
use gridmarch::games::tactics;
use gridmarch::shell::states::{Mode, Screen};
use gridmarch::table::thinking::ThinkPolicy;
use leafwing_input_manager::prelude::*;

const PERSON: SeatKind = SeatKind::Human;

/// A match in which a person has placed a peg and a program has answered.
fn answered(size: u8, program: PlayerKind, nodes: u64) -> Desk {
    let mut desk = Desk::at(Screen::Title);
    let game = Setup { rules: Rules { size, pie: false, ..Rules::default() }, ..Setup::default() };
    let seats = [PERSON, SeatKind::Computer(program)];
    let (start, tempo, clock) = (Start::New, Tempo::Instant, TimeControl::default());
    desk.app.insert_resource(LinksSetup { seats, game, start, tempo, picked: [0; 2], clock });
    desk.app.insert_resource(ThinkPolicy::Inline { nodes });
    enter(&mut desk, Mode::LINKS);
    let step = LinksOrder::Act("c3".parse().expect("a hole"));
    desk.app.world_mut().write_message(Issued { seat: 0, order: step });
    for _ in 0..50 {
        desk.app.update();
    }
    assert_eq!(steps(&mut desk).len(), 2, "the program has answered");
    desk
}

fn engine() -> Desk {
    answered(8, PlayerKind::engine(8), 4000)
}

fn enter(desk: &mut Desk, mode: Mode) {
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    desk.app.world_mut().resource_mut::<NextState<Mode>>().set(mode);
    desk.settle();
}

fn steps(desk: &mut Desk) -> Vec<Step> {
    let world = desk.app.world_mut();
    world.query::<&Board>().single(world).expect("one table").steps().to_vec()
}

fn tap(desk: &mut Desk, key: KeyCode) {
    key.press(desk.app.world_mut());
    desk.app.update();
    key.release(desk.app.world_mut());
    desk.settle();
}

fn wish(desk: &mut Desk, wish: TreeWish) {
    desk.app.world_mut().write_message(wish);
    desk.settle();
}

fn looked(desk: &Desk) -> &Looked {
    desk.app.world().resource::<Browser>().looked.as_ref().expect("a tree is looked at")
}

fn is_open(desk: &Desk) -> bool {
    desk.app.world().resource::<TreeOpen>().0
}

fn rows(desk: &Desk) -> usize {
    looked(desk).outline().rows().len()
}

fn nodes_of_the_interface(desk: &mut Desk) -> usize {
    let world = desk.app.world_mut();
    world.query_filtered::<(), With<Node>>().iter(world).count()
}

/// Whether the panels around the board are seen.
fn has_panels(desk: &mut Desk) -> bool {
    let world = desk.app.world_mut();
    let mut panels = world.query::<(&Name, &Visibility)>();
    let panels: Vec<bool> = panels
        .iter(world)
        .filter(|(name, _)| name.as_str() == "Links side")
        .map(|(_, visibility)| *visibility != Visibility::Hidden)
        .collect();
    assert_eq!(panels.len(), 2);
    panels.into_iter().all(|is_seen| is_seen)
}

#[test]
fn the_tree_of_the_last_move_is_opened_browsed_by_keys_and_closed() {
    let mut desk = engine();
    let played = steps(&mut desk);
    assert!(has_panels(&mut desk));
    tap(&mut desk, KeyCode::KeyT);
    assert!(is_open(&desk) && !has_panels(&mut desk));
    desk.reads("Search tree");
    desk.reads("after turn 1");
    let tree = looked(&desk).tree().clone();
    assert_eq!(rows(&desk), 1 + tree.children(0).count(), "the root and its moves");
    tap(&mut desk, KeyCode::ArrowDown);
    let first = looked(&desk).selected();
    assert_eq!(tree.node(first).ply, 1);
    let has_more = tree.node(first).kept > 1;
    tap(&mut desk, KeyCode::ArrowRight);
    assert!(looked(&desk).outline().is_open(first));
    assert_eq!(rows(&desk) > 1 + tree.children(0).count(), has_more);
    tap(&mut desk, KeyCode::ArrowLeft);
    tap(&mut desk, KeyCode::ArrowLeft);
    assert_eq!(looked(&desk).selected(), 0, "closed, then up");
    tap(&mut desk, KeyCode::Enter);
    let line = tree.expected(0);
    assert_eq!(Some(looked(&desk).selected()), line.last().copied(), "the end of the expected line");
    let imagined = desk.app.world().resource::<Imagined<Position>>();
    let shown = imagined.line().expect("the board shows it");
    assert_eq!(shown.steps.len(), line.len());
    assert_eq!(shown.after.turns(), 1 + line.len() as u32);
    assert_eq!(shown.steps[0], played[1], "the program has played the first move of its line");
    desk.reads("not played");
    assert_eq!(steps(&mut desk), played, "the match is as it was");
    tap(&mut desk, KeyCode::Escape);
    assert!(!is_open(&desk) && has_panels(&mut desk));
    assert!(desk.app.world().resource::<Imagined<Position>>().line().is_none());
    assert!(!desk.written().contains("Search tree"));
    tap(&mut desk, KeyCode::KeyT);
    assert!(is_open(&desk) && looked(&desk).selected() != 0, "what was opened stays");
    let texts = texts(&mut desk);
    assert!(texts.len() > 10, "the rows are filled again: {texts:?}");
}

/// What the rows of the pool say that are shown.
fn texts(desk: &mut Desk) -> Vec<String> {
    let world = desk.app.world_mut();
    let mut texts = world.query_filtered::<(&Text, &ComputedNode), With<RowText>>();
    texts
        .iter(world)
        .filter(|(text, node)| !text.0.is_empty() && !node.is_empty())
        .map(|(text, _)| text.0.clone())
        .collect()
}

#[test]
fn filters_leave_the_expected_line_or_what_is_looked_for() {
    let mut desk = engine();
    tap(&mut desk, KeyCode::KeyT);
    let all = rows(&desk);
    tap(&mut desk, KeyCode::KeyX);
    let open = rows(&desk);
    assert!(open > all);
    desk.press(TreeButton(TreeWish::OnlyLine));
    let tree = looked(&desk).tree().clone();
    assert_eq!(looked(&desk).outline().rows()[1..], tree.expected(0));
    assert!(desk.is_checked(&TreeButton(TreeWish::OnlyLine)));
    tap(&mut desk, KeyCode::KeyL);
    assert_eq!(rows(&desk), open, "as it was before");
    tap(&mut desk, KeyCode::KeyB);
    assert!(rows(&desk) < open);
    tap(&mut desk, KeyCode::KeyB);
    let best = tree.node(tree.expected(0)[0]).step.expect("a move");
    let named = |desk: &Desk| looked(desk).outline().rows().iter().any(|row| tree.node(*row).step == Some(best));
    assert!(named(&desk));
    let world = desk.app.world_mut();
    let mut fields = world.query::<&mut EditableText>();
    fields.single_mut(world).expect("the field").editor_mut().set_text(">999999999");
    desk.settle();
    assert_eq!(rows(&desk), 1, "nothing has such a value");
    desk.reads(", 0 found");
}

#[test]
fn keys_of_the_match_rest_meanwhile_and_escape_closes_the_tree_before_the_menu() {
    let mut desk = engine();
    tap(&mut desk, KeyCode::KeyT);
    let played = steps(&mut desk);
    let of_the_match = [KeyCode::KeyU, KeyCode::KeyR, KeyCode::KeyR, KeyCode::Enter, KeyCode::KeyH, KeyCode::Home];
    for key in of_the_match.into_iter().chain([KeyCode::KeyA, KeyCode::KeyO]) {
        tap(&mut desk, key);
    }
    assert_eq!(steps(&mut desk), played);
    tap(&mut desk, KeyCode::Escape);
    assert_eq!(steps(&mut desk), played, "nor are they made up for");
    assert_eq!(*desk.app.world().resource::<Overlays>(), Overlays::default(), "nor does the analysis begin");
    assert!(!is_open(&desk) && !desk.written().contains("Resume"));
    tap(&mut desk, KeyCode::KeyU);
    assert_eq!(steps(&mut desk).len(), 0, "and now it is taken back");
}

#[test]
fn where_nobody_has_searched_the_strongest_program_does_it_on_request() {
    let mut desk = engine();
    desk.app.world_mut().write_message(Issued { seat: 0, order: LinksOrder::Act(Step::Resign) });
    for _ in 0..20 {
        desk.app.update();
    }
    for control in [Control::Watch, Control::Play(false), Control::Seek(0)] {
        desk.app.world_mut().write_message(control);
        desk.settle();
    }
    let world = desk.app.world_mut();
    assert!(matches!(world.query::<&Phase>().single(world), Ok(Phase::Watching { at: 0, .. })));
    tap(&mut desk, KeyCode::KeyT);
    tap(&mut desk, KeyCode::KeyK);
    desk.settle();
    desk.reads("asked here");
    desk.reads("after turn 0");
    assert_eq!(looked(&desk).tree().root().ply, 0);
    for key in [KeyCode::End, KeyCode::KeyB, KeyCode::KeyN] {
        tap(&mut desk, key);
    }
    let world = desk.app.world_mut();
    assert!(matches!(world.query::<&Phase>().single(world), Ok(Phase::Watching { at: 0, .. })), "keys of the tree");
}

#[test]
fn a_hundred_thousand_rows_need_no_more_nodes_of_the_interface() {
    let thinker = Thinker { searcher: Searcher::Minimax, wish: Wish::Mixed, depth: 2 };
    let mut desk = answered(20, PlayerKind::Source(thinker), u64::MAX);
    tap(&mut desk, KeyCode::KeyT);
    desk.settle();
    let before = nodes_of_the_interface(&mut desk);
    let start = std::time::Instant::now();
    wish(&mut desk, TreeWish::ExpandAll);
    assert!(rows(&desk) > 100_000, "{} rows", rows(&desk));
    wish(&mut desk, TreeWish::Last);
    let last = *looked(&desk).outline().rows().last().expect("rows");
    assert_eq!(looked(&desk).selected(), last);
    assert_eq!(nodes_of_the_interface(&mut desk), before);
    for _ in 0..50 {
        wish(&mut desk, TreeWish::Page(-1));
    }
    assert_eq!(nodes_of_the_interface(&mut desk), before);
    // Generous, as tests share the machine; a frame that read all rows would take far longer.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
    wish(&mut desk, TreeWish::Scroll(1_000_000));
    wish(&mut desk, TreeWish::ScrollTo(7));
    assert!(texts(&mut desk).len() > 10);
}

#[test]
fn a_tree_is_saved_under_a_name_in_three_forms() {
    let mut desk = engine();
    let folder = tempfile::tempdir().expect("a folder");
    desk.app.insert_resource(TreeFolder(Some(folder.path().to_path_buf())));
    tap(&mut desk, KeyCode::KeyT);
    for format in [Format::Json, Format::Svg, Format::Trace] {
        desk.press(TreeButton(TreeWish::Save(format)));
        desk.press(gridmarch::client::kit::naming::NameButton::Take);
        desk.settle();
    }
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .map(|file| file.expect("a file").file_name().display().to_string())
        .collect();
    names.sort();
    let ends = [".svg", ".trace.json", ".tree.json"];
    assert_eq!(names.len(), 3, "{names:?}");
    for (name, end) in names.iter().zip(ends) {
        assert!(name.starts_with("links turn 1 depth ") && name.ends_with(end), "{name}");
        let text = std::fs::read_to_string(folder.path().join(name)).expect("it can be read");
        assert!(end == ".svg" || serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{name}");
    }
}

#[test]
fn the_tree_of_a_hint_is_shown_beside_those_of_the_programs() {
    let mut desk = engine();
    tap(&mut desk, KeyCode::KeyT);
    assert!(!desk.works(&TreeButton(TreeWish::Source(2))));
    tap(&mut desk, KeyCode::Escape);
    desk.app.world_mut().write_message(Control::Hint);
    for _ in 0..5 {
        desk.app.update();
    }
    tap(&mut desk, KeyCode::KeyT);
    desk.reads("hint");
    desk.reads("after turn 2");
    assert!(desk.works(&TreeButton(TreeWish::Source(2))));
    desk.press(TreeButton(TreeWish::Source(1)));
    desk.reads("after turn 1");
    // It stays when the hint has gone.
    tap(&mut desk, KeyCode::Escape);
    desk.app.world_mut().write_message(Control::DismissHint);
    desk.settle();
    tap(&mut desk, KeyCode::KeyT);
    desk.press(TreeButton(TreeWish::Source(2)));
    desk.reads("after turn 2");
    let best = looked(&desk).tree().expected(0)[0];
    assert_eq!(looked(&desk).tree().node(best).ply, 1);
}

#[test]
fn after_something_was_taken_back_a_search_of_an_earlier_turn_is_the_newest() {
    let mut desk = engine();
    let place = |desk: &mut Desk, words: &[&str]| {
        let world = desk.app.world_mut();
        let position = world.query::<&Board>().single(world).expect("one table").position().clone();
        let holes = words.iter().map(|word| word.parse().expect("a hole"));
        let step = holes.into_iter().find(|step| position.is_legal(*step)).expect("one of them is free");
        world.write_message(Issued { seat: 0, order: LinksOrder::Act(step) });
        for _ in 0..50 {
            desk.app.update();
        }
    };
    place(&mut desk, &["f6", "e6", "f5"]);
    assert_eq!(steps(&mut desk).len(), 4);
    tap(&mut desk, KeyCode::KeyT);
    desk.reads("after turn 3");
    tap(&mut desk, KeyCode::Escape);
    tap(&mut desk, KeyCode::Home);
    assert_eq!(steps(&mut desk).len(), 0);
    place(&mut desk, &["e4"]);
    assert_eq!(steps(&mut desk).len(), 2);
    tap(&mut desk, KeyCode::KeyT);
    desk.reads("after turn 1");
    assert!(!desk.written().contains("after turn 3"), "that was taken back");
}

#[test]
fn tactics_shows_its_trees_in_the_same_window() {
    use tactics::plugin::{Fight, SeatKind, Start, TacticsSetup};
    let mut desk = Desk::at(Screen::Title);
    let level = tactics::file::TacticsLevel::built_in();
    let game = tactics::setup::Setup::soldiers(level, tactics::Rules { rests: 0, ..tactics::Rules::default() }, [2, 2]);
    let seats = [SeatKind::Computer(tactics::player::PlayerKind::engine(3)), SeatKind::Human];
    let (start, tempo, clock) = (Start::New, Tempo::Instant, TimeControl::default());
    desk.app.insert_resource(TacticsSetup { seats, game, start, tempo, picked: [0; 2], clock });
    desk.app.insert_resource(ThinkPolicy::Inline { nodes: 2000 });
    enter(&mut desk, Mode::TACTICS);
    for _ in 0..50 {
        desk.app.update();
    }
    tap(&mut desk, KeyCode::KeyV);
    assert!(is_open(&desk));
    desk.reads("engine:3");
    tap(&mut desk, KeyCode::Enter);
    let world = desk.app.world_mut();
    let fight = world.query::<&Fight>().single(world).expect("one table").clone();
    let imagined = world.resource::<Imagined<tactics::Position>>();
    let shown = imagined.line().expect("the board shows the line");
    assert!(shown.steps.len() >= 2);
    assert_eq!(fight.battle().steps()[..2], shown.steps[..2], "the turn was played from this line");
    tap(&mut desk, KeyCode::KeyV);
    assert!(!is_open(&desk) && desk.app.world().resource::<Imagined<tactics::Position>>().line().is_none());
}
