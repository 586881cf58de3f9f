//! The lab on the screen: its page of searches and its page of files, through the real plugins of the interface, without a
//! window on a screen.

use crate::desk::Desk;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::client::kit::naming::{NameButton, NameField};
use gridmarch::client::kit::widgets::{GoesTo, Look};
use gridmarch::client::lab::chosen::MapWish;
use gridmarch::client::lab::files::{FilesWish, Growth};
use gridmarch::client::lab::frame::{LabTab, LeaveLab};
use gridmarch::client::lab::maps::{LabFolder, MapChoice};
use gridmarch::client::lab::panel::Tells;
use gridmarch::client::lab::playback::{Play, Playback};
use gridmarch::client::lab::search::{Pace, SearchWish, Searching, Stop, puzzles};
use gridmarch::client::lab::stage::{BoardPointer, Ground, PointerKind, Stage};
use gridmarch::client::lab::state::{Lab, LabPage};
use gridmarch::lab::run::Places;
use gridmarch::nav::searchers::estimates::Heuristic;
use gridmarch::nav::searchers::grid::PLAIN;
use gridmarch::nav::searchers::{CycleCheck, EventKind, Searcher};
use gridmarch::shell::states::Screen;
use std::time::Duration;

impl Desk {
    /// The lab with a small map on which everything was found.
    fn at_lab() -> Self {
        let mut desk = Self::at(Screen::LAB);
        desk.tell(SearchWish::Map(MapWish::Side(16)));
        desk.tell(SearchWish::Map(MapWish::Choice(MapChoice::Empty)));
        desk.searched();
        desk
    }

    fn tell<W: Message>(&mut self, wish: W) {
        self.app.world_mut().write_message(wish);
        self.settle();
    }

    /// Waits for whatever goes on beside the frames.
    fn waited(&mut self, done: impl Fn(&mut World) -> bool) {
        for _ in 0..20_000 {
            if done(self.app.world_mut()) {
                return self.settle();
            }
            self.app.update();
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("it does not come");
    }

    fn searched(&mut self) {
        self.waited(|world| !world.resource::<Searching>().is_busy());
    }

    fn tap(&mut self, key_code: KeyCode) {
        let window = self.app.world_mut().query::<(Entity, &Window)>().single(self.app.world()).expect("a window").0;
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let logical_key = Key::Unidentified(bevy::input::keyboard::NativeKey::Unidentified);
            let input = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
            self.app.world_mut().write_message(input);
            self.app.update();
        }
        self.settle();
    }

    fn playback(&self) -> &Playback {
        self.app.world().resource::<Playback>()
    }

    fn page(&self) -> &Searching {
        self.app.world().resource::<Searching>()
    }

    fn stage(&self) -> &Stage {
        self.app.world().resource::<Stage>()
    }
}

#[test]
fn the_lab_opens_from_the_title_and_escape_leads_back() {
    let mut desk = Desk::at(Screen::Title);
    desk.press(GoesTo(Screen::LAB));
    assert_eq!(desk.screen(), Screen::LAB);
    assert_eq!(*desk.app.world().resource::<State<LabPage>>().get(), LabPage::Search);
    assert!(desk.is_checked(&LabTab(LabPage::Search)));
    desk.searched();
    desk.reads("A*, octile");
    desk.tap(KeyCode::Escape);
    assert_eq!(desk.screen(), Screen::Title);
    assert_eq!(*desk.app.world().resource::<State<Lab>>().get(), Lab::Shut);
    desk.go(Screen::LAB);
    desk.press(LeaveLab);
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn a_searcher_is_chosen_and_searches_at_once() {
    let mut desk = Desk::at_lab();
    let expanded = |desk: &Desk| desk.page().lane().shown.as_ref().expect("a run").run.counts.expanded;
    let before = expanded(&desk);
    desk.tell(SearchWish::Searcher(Searcher::BreadthFirst));
    desk.searched();
    desk.reads("Breadth-first");
    assert!(expanded(&desk) > before, "it looks everywhere: {} and {before}", expanded(&desk));
    desk.tell(SearchWish::Check(CycleCheck::Ancestors));
    assert!(desk.is_checked(&Tells(SearchWish::Check(CycleCheck::Ancestors))));
}

#[test]
fn events_are_stepped_played_and_sought_by_keys() {
    let mut desk = Desk::at_lab();
    let last = desk.playback().length;
    assert!(last > 20, "{last} events");
    assert_eq!(desk.playback().position, last, "the whole is shown first");
    desk.tap(KeyCode::Home);
    assert_eq!(desk.playback().position, 0);
    desk.tap(KeyCode::ArrowRight);
    desk.tap(KeyCode::ArrowRight);
    desk.tap(KeyCode::ArrowLeft);
    assert_eq!(desk.playback().position, 1);
    desk.reads(&format!("event 1 of {last}"));
    desk.tap(KeyCode::Space);
    assert!(desk.playback().is_playing);
    desk.waited(|world| world.resource::<Playback>().position > 1);
    desk.tell(Play::To(7));
    assert_eq!((desk.playback().position, desk.playback().is_playing), (7, false));
    let Ground::Run { at, .. } = &desk.stage().panes[0].ground else { panic!("a run on a map") };
    assert_eq!(*at, 7);
    desk.press(Play::Last);
    assert_eq!(desk.playback().position, last);
}

#[test]
fn playing_stops_at_a_breakpoint_and_says_why() {
    let mut desk = Desk::at_lab();
    desk.press(Tells(SearchWish::Stop(Stop::Goal)));
    assert!(desk.is_checked(&Tells(SearchWish::Stop(Stop::Goal))));
    desk.tap(KeyCode::Home);
    desk.tap(KeyCode::PageDown);
    let at = desk.playback().position;
    let shown = desk.page().lane().shown.as_ref().expect("a run");
    let record = shown.run.records[at as usize - 1];
    assert_eq!(record.kind, EventKind::Generate);
    assert_eq!(shown.run.places.cell(record.place), Some(desk.page().ends[1]));
    assert_eq!(desk.playback().words, "the goal is seen");
    // Playing comes to the same moment and stays there.
    desk.tap(KeyCode::Home);
    desk.tell(Play::Speed(8));
    desk.tell(Play::Toggle);
    desk.waited(|world| !world.resource::<Playback>().is_playing);
    assert_eq!(desk.playback().position, at);
    desk.press(Tells(SearchWish::ClearStops));
    assert!(!desk.works(&Tells(SearchWish::ClearStops)));
}

#[test]
fn searches_stand_side_by_side_with_a_table() {
    let mut desk = Desk::at_lab();
    desk.press(Tells(SearchWish::Add));
    desk.press(Tells(SearchWish::Add));
    desk.searched();
    assert_eq!(desk.stage().panes.len(), 3);
    assert_eq!(desk.stage().table.rows.len(), 3);
    assert!(desk.is_checked(&Tells(SearchWish::Lane(2))), "the new one is the one that is changed");
    let costs: Vec<String> = desk.stage().table.rows.iter().map(|row| row[1].clone()).collect();
    assert_eq!(costs[0], costs[2], "A* and jump point search find the same cost");
    let lengths: Vec<u32> = desk.page().lanes.iter().map(|lane| lane.events()).collect();
    assert!(lengths[1] != lengths[0], "{lengths:?}");
    let moments = |desk: &Desk| -> Vec<u32> {
        let at = |ground: &Ground| if let Ground::Run { at, .. } = ground { *at } else { panic!("a run") };
        desk.stage().panes.iter().map(|pane| at(&pane.ground)).collect()
    };
    desk.tell(Play::To(9));
    assert_eq!(moments(&desk), [9, 9, 9]);
    let half = desk.playback().length / 2;
    desk.press(Tells(SearchWish::Pace(Pace::Share)));
    desk.tell(Play::To(half));
    for (moment, length) in moments(&desk).into_iter().zip(&lengths) {
        assert!(moment.abs_diff(length / 2) <= 1, "half of {length}: {moment}");
    }
    desk.press(Tells(SearchWish::Remove));
    assert_eq!(desk.stage().panes.len(), 2);
}

#[test]
fn ends_are_dragged_and_walls_drawn() {
    let mut desk = Desk::at_lab();
    let pointed = |at: (f32, f32), kind, button| BoardPointer { pane: 0, at, kind, button };
    let left = MouseButton::Left;
    let [start, _] = desk.page().ends;
    let at = (f32::from(start.x) + 0.5, f32::from(start.y) + 0.5);
    desk.tell(pointed(at, PointerKind::Press, left));
    desk.tell(pointed((4.5, 6.5), PointerKind::Drag, left));
    desk.tell(pointed((4.5, 6.5), PointerKind::Release, left));
    desk.searched();
    assert_eq!(desk.page().ends[0], Cell::new(4, 6));
    desk.press(Tells(SearchWish::Tool(gridmarch::client::lab::search::Tool::Wall)));
    desk.tell(pointed((8.5, 2.5), PointerKind::Press, left));
    desk.tell(pointed((8.5, 9.5), PointerKind::Drag, left));
    desk.tell(pointed((8.5, 9.5), PointerKind::Release, left));
    desk.searched();
    let prices = &desk.page().opened.prices;
    assert!((2..=9).all(|y| prices[Cell::new(8, y)] == 0), "cells in between are walls, too");
    let shown = desk.page().lane().shown.as_ref().expect("a run");
    assert!(shown.run.path.iter().all(|place| shown.run.places.cell(*place).is_some_and(|cell| prices[cell] > 0)));
    desk.press(Tells(SearchWish::Undraw));
    desk.searched();
    assert!(desk.page().opened.prices.values().iter().all(|price| *price == PLAIN));
}

#[test]
fn the_pointer_tells_the_numbers_of_a_cell_and_the_way_to_it() {
    let mut desk = Desk::at_lab();
    let [start, _] = desk.page().ends;
    let at = (f32::from(start.x) + 2.5, f32::from(start.y) + 2.5);
    desk.tell(BoardPointer { pane: 0, at, kind: PointerKind::Hover, button: MouseButton::Left });
    let words = desk.stage().words.clone();
    assert!(words.contains("g 2.8") && words.contains("Reached over 2 places"), "{words}");
    desk.tap(KeyCode::KeyB);
    assert_eq!(desk.page().stops.places.len(), 1, "a breakpoint at the cell below the pointer");
}

#[test]
fn an_estimate_is_checked_and_its_counter_example_shown() {
    let mut desk = Desk::at_lab();
    desk.press(Tells(SearchWish::Judge));
    desk.waited(|world| world.resource::<Searching>().judged.is_some());
    desk.reads("Nowhere too high");
    assert_eq!(desk.page().judged.as_ref().and_then(|judged| judged.too_high), None);
    desk.tell(SearchWish::Heuristic(Heuristic::Squared));
    desk.searched();
    assert!(desk.page().judged.is_none(), "it was about another estimate");
    desk.press(Tells(SearchWish::Judge));
    desk.waited(|world| world.resource::<Searching>().judged.is_some());
    desk.reads("Too high at");
    assert!(desk.page().judged.as_ref().is_some_and(|judged| judged.too_high.is_some() && judged.falls.is_some()));
}

/// Whatever can be pressed lies within the window, and within the width of the side panel.
#[test]
fn nothing_is_cut_in_a_window_of_the_usual_size() {
    let mut desk = Desk::at_lab();
    for page in [LabPage::Search, LabPage::Files] {
        desk.press(LabTab(page));
        for _ in 0..5 {
            desk.app.update();
        }
        let world = desk.app.world_mut();
        let mut buttons = world.query_filtered::<(&ComputedNode, &UiGlobalTransform), With<Look>>();
        let mut seen = 0;
        for (node, place) in buttons.iter(world).filter(|(node, _)| node.size() != Vec2::ZERO) {
            let (least, most) = (place.translation - node.size() / 2.0, place.translation + node.size() / 2.0);
            assert!(least.x >= 0.0 && most.x <= 1280.5, "{page:?}: a button from {least} to {most}");
            seen += 1;
        }
        assert!(seen > 20, "{page:?} is laid out: {seen} buttons");
        let boards = desk.stage().panes.len();
        assert_eq!(boards, 1, "{page:?}");
    }
}

#[test]
fn puzzles_are_searched_like_maps() {
    let mut desk = Desk::at_lab();
    let (_, _, farmer) = puzzles().into_iter().find(|(title, ..)| title.starts_with("Farmer")).expect("the farmer");
    desk.tell(SearchWish::World(Some(farmer)));
    desk.searched();
    let shown = desk.page().lane().shown.as_ref().expect("a run");
    assert!(matches!(shown.run.places, Places::Listed(_)));
    assert_eq!(shown.run.cost, Some(7.0), "seven crossings");
    assert!(desk.stage().panes[0].drawing.shapes.len() > 20, "states are drawn");
    desk.tell(SearchWish::Searcher(Searcher::Jps));
    desk.searched();
    desk.reads("works on maps only");
}

#[test]
fn what_is_shown_goes_out_as_files_and_a_trace_comes_in_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at_lab();
    desk.app.insert_resource(LabFolder(Some(folder.path().to_path_buf())));
    let before = desk.page().lane().shown.as_ref().expect("a run").run.clone();
    desk.press(LabTab(LabPage::Files));
    for wish in [FilesWish::Png, FilesWish::Svg, FilesWish::Csv, FilesWish::Trace] {
        desk.press(Tells(wish));
        desk.waited(|world| world.query::<&NameField>().iter(world).next().is_some());
        desk.press(NameButton::Take);
    }
    let mut ends: Vec<String> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().split_once('.').expect("an end").1.to_owned())
        .collect();
    ends.sort();
    assert_eq!(ends, ["csv", "png", "svg", "trace.json"]);
    let path = |end: &str| {
        let files = std::fs::read_dir(folder.path()).expect("the folder").flatten().map(|entry| entry.path());
        files.into_iter().find(|path| path.to_string_lossy().ends_with(end)).expect("the file")
    };
    let picture = image::open(path(".png")).expect("a picture");
    assert_eq!(picture.width().max(picture.height()), 1536);
    let csv = std::fs::read_to_string(path(".csv")).expect("a table");
    assert_eq!(csv.lines().count(), 2, "{csv}");
    desk.tell(FilesWish::Open(path(".trace.json")));
    desk.waited(|world| {
        let shown = world.resource::<Searching>().lane().shown.as_ref();
        shown.is_some_and(|shown| shown.map.is_none())
    });
    let read = &desk.page().lane().shown.as_ref().expect("a run").run;
    assert_eq!(read.records, before.records);
}

#[test]
fn the_growth_with_the_map_is_measured_beside_the_frames() {
    let mut desk = Desk::at_lab();
    desk.press(LabTab(LabPage::Files));
    desk.press(Tells(FilesWish::Longest(64)));
    desk.press(Tells(FilesWish::Measure));
    desk.waited(|world| !world.resource::<Growth>().is_busy());
    let growth = desk.app.world().resource::<Growth>();
    assert_eq!(growth.problem, "");
    let sides: Vec<u16> = growth.curves[0].iter().map(|point| point.side).collect();
    assert_eq!(sides, [16, 32, 64]);
    desk.reads("states expanded");
    desk.reads("64×64");
}
