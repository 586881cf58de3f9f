//! What is kept and found again: names, lists, the player's own maps, the menu of a match in every game; and the camera and the
//! legend of who watches.

use crate::desk::Desk;
use bevy::prelude::*;
use bevy::text::EditableText;
use gridmarch::base::{Cell, Grid};
use gridmarch::client::input::bindings::{Action, Press};
use gridmarch::client::kit::naming::{NameButton, NameField};
use gridmarch::client::kit::setup::StartMatch;
use gridmarch::client::screens::pause::MenuChoice;
use gridmarch::client::screens::replays::ReplayButton;
use gridmarch::client::stage::MapCamera;
use gridmarch::client::stage::MenuOpen;
use gridmarch::client::stage::to_world;
use gridmarch::games::rts::bot::Program;
use gridmarch::games::rts::client::input::camera::LookAt;
use gridmarch::games::rts::client::input::save::OwnLevels;
use gridmarch::games::rts::client::input::tools::{Tool, Toolbox};
use gridmarch::games::rts::client::stage::Overlays;
use gridmarch::games::rts::client::ui::observing::FollowButton;
use gridmarch::games::rts::client::ui::planners::PlannerKey;
use gridmarch::games::rts::client::ui::skirmish::maps::Maps;
use gridmarch::games::rts::client::ui::skirmish::setup::SkirmishButton;
use gridmarch::games::rts::folders::level_folder;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::{Level, UnitSpawn, levels_in};
use gridmarch::games::rts::rules::{FactionId, Rules};
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::replay::Replay;
use gridmarch::games::rts::sim::record::saves::{AutoSave, SaveHeader, SaveRequest, SavedMatch, VERSION};
use gridmarch::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use gridmarch::games::rts::sim::{GameRules, MatchSetup};
use gridmarch::games::tactics::client::ui::puzzles::{PuzzleButton, PuzzleFolder};
use gridmarch::games::tactics::plugin::{Puzzles, Saves};
use gridmarch::nav::terrain::Terrain;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Mode, Paused, Screen};
use leafwing_input_manager::prelude::*;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

fn type_name(desk: &mut Desk, name: &str) {
    let world = desk.app.world_mut();
    let mut fields = world.query_filtered::<&mut EditableText, With<NameField>>();
    fields.single_mut(world).expect("the field of the dialog").editor_mut().set_text(name);
    desk.settle();
}

fn tap(desk: &mut Desk, key: KeyCode) {
    key.press(desk.app.world_mut());
    desk.settle();
    key.release(desk.app.world_mut());
    desk.settle();
}

fn is_paused(desk: &Desk) -> bool {
    desk.app.world().resource::<State<Paused>>().get().0
}

fn open_menu(desk: &mut Desk) {
    desk.app.world_mut().write_message(Press(Action::Menu));
    desk.settle();
}

/// A match of the sandbox on a map that is made for skirmishes, too.
fn sandbox(desk: &mut Desk) {
    let rules = desk.app.world().resource::<GameRules>().0.clone();
    let level = Level::load(&level_folder().join("twin-fords.ron"), &rules).expect("a shipped map");
    desk.app.insert_resource(MatchSetup { level: Arc::new(level), seed: 1, planner: None, skirmish: None });
    desk.go(Screen::Match);
    desk.settle();
}

/// Names, lengths and times of the files that the game ships with.
fn shipped() -> Vec<(std::path::PathBuf, u64, std::time::SystemTime)> {
    let files = levels_in(&level_folder()).expect("a folder").into_iter();
    let told = files.map(|path| {
        let data = std::fs::metadata(&path).expect("a file");
        (path, data.len(), data.modified().expect("a time"))
    });
    told.collect()
}

/// The first line of a saved match, which is all that lists look at.
fn write_save(path: &Path, players: u8, time: u64, winners: Option<Vec<u8>>) {
    let header = SaveHeader {
        game: "gridmarch".into(),
        version: VERSION,
        level: "Twin Fords".into(),
        time,
        players,
        ticks: 1300,
        tick_hz: 20,
        sides: "Crown v Tribes".into(),
        winners,
        window: String::new(),
    };
    std::fs::write(path, serde_json::to_string(&header).expect("a line") + "\n{}\n").expect("written");
}

#[test]
fn a_map_is_saved_among_the_players_own_under_a_name_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("levels");
    let before = shipped();
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(OwnLevels(Some(own.clone())));
    sandbox(&mut desk);
    tap(&mut desk, KeyCode::F5);
    desk.reads("Save the map");
    assert!(is_paused(&desk), "time stands below the dialog");
    // Letters are a name now, and no commands.
    tap(&mut desk, KeyCode::KeyW);
    assert_eq!(desk.app.world().resource::<Toolbox>().tool, Tool::Command);
    type_name(&mut desk, "up/there");
    desk.press(NameButton::Take);
    desk.reads("“/” cannot stand in a name");
    assert!(!own.exists(), "nothing is written");
    type_name(&mut desk, "My ford");
    desk.press(NameButton::Take);
    desk.reads("Saved as “My ford”; it is listed with the other maps.");
    assert!(!desk.is_there(&NameButton::Take) && !is_paused(&desk));
    let rules = desk.app.world().resource::<GameRules>().0.clone();
    let level = Level::load(&own.join("My ford.ron"), &rules).expect("a level");
    assert_eq!((level.name.as_str(), level.starts.len()), ("My ford", 2));
    // The same file once more is replaced without a question; Escape puts the dialog away and does nothing else.
    tap(&mut desk, KeyCode::F5);
    desk.press(NameButton::Take);
    assert!(!desk.is_there(&NameButton::Take));
    tap(&mut desk, KeyCode::F5);
    tap(&mut desk, KeyCode::Escape);
    assert!(!desk.is_there(&NameButton::Take) && !desk.app.world().resource::<MenuOpen>().0);
    // Another match asks before it replaces the file.
    sandbox(&mut desk);
    tap(&mut desk, KeyCode::F5);
    type_name(&mut desk, "My ford");
    std::fs::write(own.join("My ford.ron"), "precious").expect("written");
    desk.press(NameButton::Take);
    desk.reads("There is “My ford” already. Press Save again to replace it.");
    assert_eq!(std::fs::read_to_string(own.join("My ford.ron")).expect("there"), "precious");
    desk.press(NameButton::Take);
    assert!(Level::load(&own.join("My ford.ron"), &rules).is_ok());
    // Both folders are listed, in the sandbox and for skirmishes.
    desk.go(Screen::SANDBOX_SETUP);
    desk.reads("Twin Fords");
    assert!(desk.shows("My ford") && desk.shows("yours"));
    desk.go(Screen::SKIRMISH_SETUP);
    assert!(desk.shows("My ford") && desk.shows("yours"));
    let place = desk.app.world().resource::<Maps>().0.iter().position(|map| map.own.is_some()).expect("the own map");
    desk.press(SkirmishButton::Map(place));
    assert!(desk.is_checked(&SkirmishButton::Map(place)));
    desk.press(SkirmishButton::Start);
    assert_eq!(desk.app.world().resource::<MatchSetup>().level.name, "My ford");
    assert_eq!(shipped(), before, "what the game ships with is as it was");
}

#[test]
fn saved_matches_are_listed_with_winners_and_get_other_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    write_save(&at("auto-1.save"), 2, 20, Some(vec![1]));
    write_save(&at("Twin Fords 1m05s.save"), 2, 10, None);
    std::fs::write(at("broken.save"), "nonsense").expect("written");
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(AutoSave(Some(folder.path().into())));
    desk.app.insert_resource(RecordTo::Folder(folder.path().join("recordings")));
    desk.go(Screen::Replays);
    for sentence in
        ["Red won", "Undecided", "Skirmish, saved", "1:05, autosave", "Twin Fords 1m05s", "Line 1: expected"]
    {
        desk.reads(sentence);
    }
    assert!(!desk.written().contains(&folder.path().display().to_string()), "no row has a path in it");
    // The broken one is the newest by the time of its file.
    desk.press(ReplayButton::Row(1));
    desk.press(ReplayButton::Rename);
    type_name(&mut desk, "Twin Fords 1m05s");
    desk.press(NameButton::Take);
    desk.reads("There is another “Twin Fords 1m05s” already.");
    type_name(&mut desk, "Before the storm");
    desk.press(NameButton::Take);
    assert!(at("Before the storm.save").exists() && !at("auto-1.save").exists());
    assert!(!desk.is_there(&NameButton::Take));
    desk.reads("Before the storm");
    assert!(desk.is_checked(&ReplayButton::Row(1)), "it stays chosen");
    tap(&mut desk, KeyCode::Escape);
    assert_eq!(desk.screen(), Screen::Title);
}

#[test]
fn load_in_the_menu_chooses_the_newest_file_of_the_game_that_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, players, time) in [("war old", 2, 10), ("box old", 0, 20), ("box new", 0, 30), ("war new", 2, 40)] {
        write_save(&folder.path().join(format!("{name}.save")), players, time, None);
    }
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(AutoSave(Some(folder.path().into())));
    desk.app.insert_resource(RecordTo::Nowhere);
    sandbox(&mut desk);
    open_menu(&mut desk);
    desk.app.insert_resource(RecordTo::Folder(folder.path().join("recordings")));
    desk.press(MenuChoice::Load);
    assert_eq!(desk.screen(), Screen::Replays);
    assert!(desk.is_checked(&ReplayButton::Row(1)), "the newest of the sandbox");
    desk.go(Screen::SKIRMISH_SETUP);
    desk.app.insert_resource(RecordTo::Nowhere);
    desk.press(SkirmishButton::Start);
    open_menu(&mut desk);
    desk.app.insert_resource(RecordTo::Folder(folder.path().join("recordings")));
    desk.press(MenuChoice::Load);
    desk.press(MenuChoice::Load);
    assert!(desk.is_checked(&ReplayButton::Row(0)), "the newest skirmish");
    // Who comes from the title is shown the newest of all.
    desk.go(Screen::Title);
    desk.go(Screen::Replays);
    assert!(desk.is_checked(&ReplayButton::Row(0)));
}

#[test]
fn the_menu_has_what_the_game_offers_and_leads_back_to_where_it_came_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(Saves::to(folder.path().join("battles")));
    desk.app.insert_resource(AutoSave(Some(folder.path().join("saves"))));
    desk.app.insert_resource(OwnLevels(Some(folder.path().join("levels"))));
    let choices = |desk: &mut Desk| {
        let all = [MenuChoice::Score, MenuChoice::Save, MenuChoice::Load, MenuChoice::Surrender];
        all.map(|choice| desk.is_there(&choice))
    };
    let planners = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        world.query::<&PlannerKey>().iter(world).count()
    };
    // The sandbox.
    sandbox(&mut desk);
    open_menu(&mut desk);
    assert_eq!((choices(&mut desk), planners(&mut desk)), ([false, true, true, false], 5));
    desk.press(MenuChoice::Maps);
    assert_eq!(desk.screen(), Screen::SANDBOX_SETUP);
    // A skirmish.
    desk.go(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    open_menu(&mut desk);
    assert_eq!((choices(&mut desk), planners(&mut desk)), ([true, true, true, true], 0));
    desk.press(MenuChoice::Maps);
    desk.press(MenuChoice::Maps);
    assert_eq!(desk.screen(), Screen::SKIRMISH_SETUP);
    // Tron.
    desk.go(Screen::TRON_SETUP);
    desk.press(StartMatch);
    open_menu(&mut desk);
    assert_eq!((choices(&mut desk), planners(&mut desk)), ([false; 4], 0));
    desk.press(MenuChoice::Maps);
    assert_eq!(desk.screen(), Screen::TRON_SETUP);
    // A battle of Tactics is saved under a name and found again.
    desk.go(Screen::TACTICS_SETUP);
    desk.press(StartMatch);
    open_menu(&mut desk);
    assert_eq!((choices(&mut desk), planners(&mut desk)), ([false, true, true, false], 0));
    desk.press(MenuChoice::Save);
    assert!(!desk.is_there(&MenuChoice::Save), "one dialog at a time");
    tap(&mut desk, KeyCode::Escape);
    assert!(desk.is_there(&MenuChoice::Save), "the menu comes back");
    desk.press(MenuChoice::Save);
    type_name(&mut desk, "The hill");
    desk.press(NameButton::Take);
    for _ in 0..5 {
        desk.settle();
    }
    assert!(folder.path().join("battles/The hill.tactics").exists());
    assert!(!desk.app.world().resource::<MenuOpen>().0 && !is_paused(&desk), "it goes on");
    open_menu(&mut desk);
    desk.press(MenuChoice::Maps);
    assert_eq!(desk.screen(), Screen::TACTICS_SETUP);
    // A puzzle.
    desk.go(Screen::TACTICS_PUZZLES);
    desk.press(PuzzleButton::Play);
    open_menu(&mut desk);
    assert_eq!(choices(&mut desk), [false; 4]);
    desk.reads("Other puzzles");
    desk.press(MenuChoice::Maps);
    assert_eq!(desk.screen(), Screen::TACTICS_PUZZLES);
}

#[test]
fn one_broken_puzzle_says_why_and_the_others_can_be_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = gridmarch::shell::folders::root_folder().join("levels/tactics/puzzles");
    let first =
        std::fs::read_dir(shipped).expect("a folder").flatten().map(|entry| entry.path()).min().expect("a puzzle");
    std::fs::copy(first, folder.path().join("good.ron")).expect("copied");
    std::fs::write(folder.path().join("bad.ron"), "(version: 1,\n").expect("written");
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(PuzzleFolder::at(folder.path().into()));
    desk.go(Screen::TACTICS_PUZZLES);
    assert_eq!(desk.app.world().resource::<Puzzles>().0.len(), 1);
    assert!(desk.shows("bad.ron") && desk.shows("line 1: "));
    assert!(!desk.written().contains(&folder.path().display().to_string()));
    desk.press(PuzzleButton::Play);
    assert_eq!(desk.screen(), Screen::Match);
}

#[test]
fn the_first_line_of_a_recording_is_in_its_file_as_soon_as_the_match_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.app.insert_resource(RecordTo::Folder(folder.path().into()));
    desk.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    desk.press(SkirmishButton::Start);
    let path = std::fs::read_dir(folder.path()).expect("a folder").flatten().next().expect("a recording").path();
    let glance = Replay::glance(&path).expect("readable").expect("it has a first line");
    assert!(glance.header.skirmish.is_some() && glance.ticks < 20, "{} ticks", glance.ticks);
}

#[test]
fn that_a_match_is_not_recorded_is_told_in_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("taken"), "a file").expect("written");
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.app.insert_resource(RecordTo::Folder(folder.path().join("taken")));
    desk.press(SkirmishButton::Start);
    assert!(desk.shows("The match is not recorded: "), "{}", desk.written());
}

#[test]
fn who_watches_begins_at_a_base_and_is_led_to_the_action_until_the_view_is_moved() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Watch);
    desk.press(SkirmishButton::Start);
    let view = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        let mut cameras = world.query_filtered::<&Transform, With<MapCamera>>();
        cameras.single(world).expect("a camera").translation.truncate()
    };
    let setup = desk.app.world().resource::<MatchSetup>().clone();
    let homes = setup.skirmish.expect("a skirmish").players.into_iter().map(|player| player.start);
    let homes: Vec<Vec2> = homes.map(|at| to_world(f32::from(at.x), f32::from(at.y))).collect();
    let cell = to_world(1.0, 0.0).x;
    let is_home = |at: Vec2| homes.iter().any(|home| home.distance(at) < 24.0 * cell);
    let begin = view(&mut desk);
    assert!(is_home(begin), "{begin} is none of {homes:?}");
    // A place where nothing happens: the middle between the homes, as far from both as can be.
    let nowhere = to_world(f32::from(setup.level.terrain.width()) / 2.0, 0.0);
    desk.app.world_mut().write_message(LookAt(nowhere));
    desk.settle();
    assert!(!is_home(view(&mut desk)) && !desk.is_checked(&FollowButton));
    tap(&mut desk, KeyCode::End);
    assert!(desk.is_checked(&FollowButton));
    for _ in 0..400 {
        if is_home(view(&mut desk)) {
            break;
        }
        desk.app.update();
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(is_home(view(&mut desk)), "workers work there");
    assert!(desk.is_checked(&FollowButton));
    desk.app.world_mut().write_message(LookAt(nowhere));
    desk.settle();
    assert!(!desk.is_checked(&FollowButton), "the player looks elsewhere");
}

#[test]
fn who_comes_to_a_fight_begins_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("fight.save");
    let rules = Rules::built_in();
    let kind = rules.kind_named("footman").expect("a unit");
    let fighter = |side: u8, x| UnitSpawn { kind, side, at: Cell::new(x, 60) };
    let level = Level {
        name: "Field".into(),
        starts: vec![Cell::new(3, 3), Cell::new(100, 3)],
        units: (0..8).map(|number| fighter((number % 2) as u8, 50 + number)).collect(),
        ..Level::of_ground(Grid::filled(120, 120, Terrain::Grass))
    };
    let seats = [0, 1].map(|side: u8| Seat {
        faction: FactionId(side),
        team: side,
        control: Control::Bot,
        program: if side == 0 { Program::Founder } else { Program::default() },
        start: side.into(),
        colour: side,
        handicap: Handicap::NONE,
    });
    let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("two starts");
    let mut game = Match::prepared(level, rules, 3, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
    });
    game.run(40);
    game.app.world_mut().write_message(SaveRequest(path.clone()));
    for _ in 0..1000 {
        game.app.update();
        if path.exists() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut desk = Desk::at(Screen::Title);
    SavedMatch::load(&path).expect("a saved match").enter(desk.app.world_mut());
    desk.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::RTS);
    desk.go(Screen::Match);
    let world = desk.app.world_mut();
    let mut cameras = world.query_filtered::<&Transform, With<MapCamera>>();
    let view = cameras.single(world).expect("a camera").translation.truncate();
    let cell = to_world(1.0, 0.0).x;
    assert!(view.distance(to_world(54.0, 60.0)) < 12.0 * cell, "{view}");
}

#[test]
fn who_plays_is_not_led_anywhere() {
    let mut desk = Desk::at(Screen::SKIRMISH_SETUP);
    desk.press(SkirmishButton::Start);
    tap(&mut desk, KeyCode::End);
    assert!(!desk.is_checked(&FollowButton));
}

#[test]
fn overlays_have_a_legend_as_long_as_they_are_shown() {
    let mut desk = Desk::at(Screen::Title);
    sandbox(&mut desk);
    let waits = "waits for a place that is being left";
    assert!(!desk.shows(waits));
    desk.app.insert_resource(Overlays { waits: true, ranks: true, ..default() });
    desk.settle();
    assert!(desk.shows(waits) && desk.shows("goes first") && !desk.shows("a unit holds the cell"));
    desk.app.insert_resource(Overlays { occupancy: true, ..default() });
    desk.settle();
    assert!(!desk.shows(waits) && desk.shows("a unit holds the cell"));
    desk.app.insert_resource(Overlays::default());
    desk.settle();
    assert!(!desk.shows("a unit holds the cell"));
}

#[test]
fn escape_leaves_one_page_at_a_time() {
    let mut desk = Desk::at(Screen::Title);
    for (page, before) in [
        (Screen::TACTICS_SERIES, Screen::TACTICS_SETUP),
        (Screen::TACTICS_PUZZLES, Screen::TACTICS_SETUP),
        (Screen::LINKS_PUZZLES, Screen::LINKS_SETUP),
        (Screen::TRON_SERIES, Screen::TRON_SETUP),
    ] {
        desk.go(before);
        desk.go(page);
        tap(&mut desk, KeyCode::Escape);
        assert_eq!(desk.screen(), before);
        tap(&mut desk, KeyCode::Escape);
        assert_eq!(desk.screen(), Screen::Title);
    }
}
