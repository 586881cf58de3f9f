//! The screens around a match of Links, through the real plugins of the interface, without a window on a screen.

use crate::desk::Desk;
use bevy::prelude::*;
use gridmarch::arena::TimeControl;
use gridmarch::client::input::replay::ReplayAction;
use gridmarch::client::kit::frames::DialogButton;
use gridmarch::client::kit::setup::StartMatch;
use gridmarch::client::kit::widgets::Presses;
use gridmarch::client::table::clocks::{ClockChange, shown};
use gridmarch::games::links::client::input::{Intent, LinksAction};
use gridmarch::games::links::client::settings::BoardSettings;
use gridmarch::games::links::client::ui::choices::LinksButton;
use gridmarch::games::links::client::ui::moves::MoveButton;
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::player::PlayerKind;
use gridmarch::games::links::plugin::{
    Board, Issued, LinksControl, LinksOrder, LinksSetup, Phase, Record, Report, SaveMatch, Saves, SeatKind, Start,
    Tempo,
};
use gridmarch::games::links::rules::{Rules, Variant};
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::simulation::Recording;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Mode, Screen};
use gridmarch::table::TurnClock;
use leafwing_input_manager::prelude::*;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PERSON: SeatKind = SeatKind::Human;
const PROGRAM: SeatKind = SeatKind::Computer(PlayerKind::Random);

/// A small board.
fn setup(seats: [SeatKind; 2]) -> LinksSetup {
    let game = Setup { rules: Rules { size: 6, ..Rules::default() }, ..Setup::default() };
    LinksSetup { seats, game, tempo: Tempo::Instant, ..LinksSetup::default() }
}

/// A match is entered as it is set up, and recorded into a folder.
fn enter(setup: LinksSetup, folder: &Path) -> Desk {
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(RecordTo::Folder(folder.to_path_buf())).insert_resource(setup);
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    desk.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::LINKS);
    desk.settle();
    desk
}

fn get<T: Component + Clone>(desk: &mut Desk) -> T {
    let world = desk.app.world_mut();
    world.query::<&T>().single(world).expect("one table").clone()
}

fn steps(desk: &mut Desk) -> String {
    let words: Vec<String> = get::<Board>(desk).steps().iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// Gives steps of the side to move.
fn give(desk: &mut Desk, words: &str) {
    for word in words.split(' ') {
        let seat = get::<Board>(desk).seat();
        let order = LinksOrder::Act(word.parse().expect("a step"));
        desk.app.world_mut().write_message(Issued { seat, order });
        desk.settle();
    }
}

fn tap(desk: &mut Desk, key: KeyCode) {
    key.press(desk.app.world_mut());
    desk.app.update();
    key.release(desk.app.world_mut());
    desk.settle();
}

fn run_until(desk: &mut Desk, most: u32, mut done: impl FnMut(&mut Desk) -> bool) {
    for _ in 0..most {
        if done(desk) {
            return;
        }
        desk.app.update();
    }
    panic!("it takes more than {most} ticks:\n{}", desk.written());
}

/// The matches of a folder, by the names of their files.
fn matches(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map_or_else(|_| Vec::new(), |files| files.flatten().map(|file| file.path()).collect());
    files.sort();
    files
}

fn recorded(path: &Path) -> String {
    let recording = Recording::load(path).expect("a recording");
    let played = recording.restore().expect("it plays");
    played.steps().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

const WON: &str = "c1 a3 d3 b5 c5 e2 e6";

#[test]
fn a_match_begins_as_it_was_set_up_with_its_clock() {
    let mut desk = Desk::at(Screen::LINKS_SETUP);
    let clock = |change| LinksButton::Clock(change);
    let of_match =
        ClockChange::To(TimeControl::Match { main: Duration::from_secs(300), increment: Duration::from_secs(5) });
    assert!(desk.is_checked(&clock(ClockChange::To(TimeControl::None))) && !desk.works(&clock(ClockChange::Time(1))));
    desk.press(LinksButton::Player(1, PERSON));
    desk.press(LinksButton::Size(12));
    desk.press(LinksButton::Variant(Variant::Standard));
    desk.press(LinksButton::Pie(false));
    desk.press(clock(of_match));
    assert!(desk.shows("5 min") && desk.shows("+ 5 s a turn"), "{}", desk.written());
    desk.press(clock(ClockChange::Time(1)));
    desk.press(clock(ClockChange::Increment(-1)));
    assert!(desk.shows("10 min") && desk.shows("+ 3 s a turn"), "{}", desk.written());
    desk.press(StartMatch);
    let rules = get::<Board>(&mut desk).setup().rules;
    assert_eq!(rules, Rules { size: 12, variant: Variant::Standard, pie: false });
    assert_eq!(get::<Record>(&mut desk).clock.to_string(), "600+3");
    assert!(desk.shows("10:00"), "{}", desk.written());
    give(&mut desk, "f6");
    assert!(desk.shows("10:03"), "the increment comes with the move:\n{}", desk.written());
}

#[test]
fn keys_place_pegs_swap_take_back_and_make_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = enter(setup([PERSON, PERSON]), folder.path());
    tap(&mut desk, KeyCode::ArrowUp);
    tap(&mut desk, KeyCode::ArrowLeft);
    tap(&mut desk, KeyCode::Enter);
    assert_eq!(steps(&mut desk), "c4");
    tap(&mut desk, KeyCode::KeyS);
    assert_eq!(steps(&mut desk), "c4 swap");
    give(&mut desk, "c1 a3");
    tap(&mut desk, KeyCode::KeyU);
    assert_eq!(steps(&mut desk), "c4 swap c1");
    tap(&mut desk, KeyCode::Home);
    assert_eq!(steps(&mut desk), "");
    tap(&mut desk, KeyCode::KeyY);
    assert_eq!(steps(&mut desk), "c4");
    tap(&mut desk, KeyCode::End);
    assert_eq!(steps(&mut desk), "c4 swap c1 a3");
    let before = desk.app.world().resource::<BoardSettings>().coordinates();
    tap(&mut desk, KeyCode::KeyL);
    assert_eq!(desk.app.world().resource::<BoardSettings>().coordinates(), !before);
}

#[test]
fn a_key_that_is_held_from_one_match_to_the_next_does_nothing_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = enter(setup([PERSON, PERSON]), folder.path());
    KeyCode::Enter.press(desk.app.world_mut());
    desk.app.update();
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    for _ in 0..4 {
        desk.app.update();
        desk.app.world_mut().resource_mut::<Intent>().cursor = Some(Hole::new(2, 2));
    }
    assert_eq!(steps(&mut desk), "", "Enter has pressed the button of a dialog");
    KeyCode::Enter.release(desk.app.world_mut());
    desk.app.update();
    tap(&mut desk, KeyCode::Enter);
    assert_eq!(steps(&mut desk), "c3");
}

#[test]
fn a_click_on_a_move_leads_there_and_on_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = enter(setup([PERSON, PERSON]), folder.path());
    give(&mut desk, "c1 a3 offer d3 b5");
    assert!(desk.shows("d3  draw?") && desk.is_checked(&MoveButton(5)), "{}", desk.written());
    desk.press(MoveButton(2));
    assert_eq!(steps(&mut desk), "c1 a3");
    assert!(desk.shows("b5") && desk.is_checked(&MoveButton(2)), "what was taken back stays in the list");
    desk.press(MoveButton(4));
    assert_eq!(steps(&mut desk), "c1 a3 offer d3");
    desk.press(MoveButton(1));
    give(&mut desk, "b2");
    assert_eq!(steps(&mut desk), "c1 b2");
    assert!(!desk.is_there(&MoveButton(4)), "another move forgets what was taken back");
    assert!(!desk.shows("b5"), "{}", desk.written());
}

#[test]
fn against_a_program_it_is_the_turn_of_the_person_wherever_one_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = enter(setup([PERSON, PROGRAM]), folder.path());
    for mine in ["c1", "d3", "e5"] {
        if get::<Board>(&mut desk).position().is_legal(mine.parse().expect("a step")) {
            give(&mut desk, mine);
        }
        run_until(&mut desk, 100, |desk| get::<Board>(desk).seat() == 0 || get::<Board>(desk).is_over());
    }
    let all = steps(&mut desk);
    let words: Vec<&str> = all.split(' ').collect();
    desk.press(MoveButton(3));
    assert_eq!(steps(&mut desk), words[..2].join(" "), "before the own move");
    desk.press(MoveButton(words.len()));
    assert_eq!(steps(&mut desk), all);
    desk.press(MoveButton(2));
    assert_eq!(steps(&mut desk), words[..2].join(" "), "after the answer");
    tap(&mut desk, KeyCode::KeyD);
    desk.reads("Programs do not agree to draws.");

    let mut desk = enter(setup([PROGRAM, PROGRAM]), folder.path());
    run_until(&mut desk, 100, |desk| get::<Board>(desk).steps().len() > 4);
    desk.settle();
    let before = steps(&mut desk);
    desk.press(MoveButton(1));
    assert!(steps(&mut desk).starts_with(&before), "nobody takes back what programs play");
}

#[test]
fn what_was_taken_back_is_not_in_the_recording_of_a_match_that_is_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = enter(setup([PERSON, PERSON]), folder.path());
    give(&mut desk, "c1 a3 d3");
    let files = matches(folder.path());
    assert_eq!((files.len(), recorded(&files[0]).as_str()), (1, "c1 a3 d3"));
    desk.app.world_mut().write_message(LinksControl::TakeBack);
    desk.settle();
    desk.go(Screen::Title);
    assert_eq!(matches(folder.path()), files);
    assert_eq!(recorded(&files[0]), "c1 a3");
}

#[test]
fn a_match_is_saved_watched_and_played_on_from_any_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let (replays, saves) = (folder.path().join("replays"), folder.path().join("links"));
    let clock: TimeControl = "60+1".parse().expect("a rule of time");
    let mut desk = enter(LinksSetup { clock, ..setup([PERSON, PERSON]) }, &replays);
    desk.app.insert_resource(Saves::to(saves.clone()));
    give(&mut desk, "c1 a3 d3 b5");
    desk.press(Presses(LinksAction::Save));
    let saved = matches(&saves);
    assert_eq!((saved.len(), recorded(&saved[0]).as_str()), (1, "c1 a3 d3 b5"));
    assert_eq!(Recording::load(&saved[0]).expect("a recording").clock(), clock);
    give(&mut desk, "c5 e2 e6");
    assert_eq!(steps(&mut desk), WON);
    run_until(&mut desk, 600, |desk| desk.is_there(&DialogButton("Watch the replay")));
    desk.reads("Blue wins");
    let times = get::<Record>(&mut desk).times;
    desk.press(DialogButton("Watch the replay"));
    assert!(matches!(get::<Phase>(&mut desk), Phase::Watching { .. }));
    tap(&mut desk, KeyCode::End);
    assert!(!desk.works(&Presses(ReplayAction::PlayOn)), "the match is over there");
    desk.press(MoveButton(3));
    assert_eq!(steps(&mut desk), "c1 a3 d3");
    tap(&mut desk, KeyCode::ArrowRight);
    assert_eq!(steps(&mut desk), "c1 a3 d3 b5");
    desk.press(Presses(ReplayAction::PlayOn));
    assert_eq!((get::<Phase>(&mut desk), steps(&mut desk).as_str()), (Phase::Playing, "c1 a3 d3 b5"));
    let record = get::<Record>(&mut desk);
    let micros = |times: &[Duration]| times.iter().map(Duration::as_micros).collect::<Vec<_>>();
    for (now, before) in record.times.iter().zip(&times) {
        assert_eq!(micros(now), micros(&before[..2]), "the clocks are as they were");
    }
    assert_eq!(record.clock, clock);
    give(&mut desk, "c5");
    let recordings: Vec<String> = matches(&replays).iter().map(|path| recorded(path)).collect();
    let mut sorted = recordings.clone();
    sorted.sort();
    assert_eq!(sorted, ["c1 a3 d3 b5 c5", WON], "the old recording stays");
}

#[test]
fn who_watches_programs_takes_the_side_to_move_when_playing_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = enter(setup([PERSON, PERSON]), folder.path());
    give(&mut desk, "c1 a3 d3");
    let line =
        Recording::load(&matches(folder.path())[0]).and_then(|one| one.line().map_err(|error| error.to_string()));
    let line = line.expect("a line").replacen("[\"human\",\"human\"]", "[\"engine:2\",\"exec:somebody\"]", 1);
    let recording = Recording::checked(&line).expect("a recording");
    for (steps, seats) in [(1, ["engine:2", "human"]), (2, ["engine:2", "human"])] {
        let watched = LinksSetup { start: Start::Watch(Box::new(recording.clone())), ..setup([PERSON, PERSON]) };
        let mut desk = enter(watched, folder.path());
        desk.press(MoveButton(steps));
        desk.press(Presses(ReplayAction::PlayOn));
        assert_eq!(desk.app.world().resource::<LinksSetup>().seats.map(SeatKind::name), seats, "after {steps}");
    }
    let line = line.replacen("exec:somebody", "engine:4", 1);
    let recording = Recording::checked(&line).expect("a recording");
    let watched = LinksSetup { start: Start::Watch(Box::new(recording)), ..setup([PERSON, PERSON]) };
    let mut desk = enter(watched, folder.path());
    desk.press(MoveButton(1));
    desk.press(Presses(ReplayAction::PlayOn));
    assert_eq!(desk.app.world().resource::<LinksSetup>().seats.map(SeatKind::name), ["engine:2", "human"]);
}

#[test]
fn the_flag_falls_and_the_replay_ends_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let clock: TimeControl = "1.5+0".parse().expect("a rule of time");
    let mut desk = enter(LinksSetup { clock, ..setup([PERSON, PERSON]) }, folder.path());
    give(&mut desk, "c1");
    let left =
        |desk: &mut Desk, seat| get::<Record>(desk).left(&get::<Board>(desk), seat, Duration::ZERO).expect("a clock");
    assert!(left(&mut desk, 0) < Duration::from_millis(1500) && left(&mut desk, 1) == Duration::from_millis(1500));
    give(&mut desk, "a3");
    let before = left(&mut desk, 0);
    desk.app.world_mut().write_message(LinksControl::TakeBack);
    desk.app.world_mut().write_message(LinksControl::TakeBack);
    desk.settle();
    assert_eq!(steps(&mut desk), "");
    assert_eq!(left(&mut desk, 0), Duration::from_millis(1500), "the time comes back with the move");
    desk.app.world_mut().write_message(LinksControl::GoTo(usize::MAX));
    desk.settle();
    assert_eq!((steps(&mut desk).as_str(), left(&mut desk, 0)), ("c1 a3", before));
    run_until(&mut desk, 200, |desk| get::<Phase>(desk) == Phase::Over);
    let report = get::<Report>(&mut desk);
    assert_eq!((get::<Board>(&mut desk).flagged(), report.winner(), report.end), (Some(0), Some(1), None));
    run_until(&mut desk, 600, |desk| desk.is_there(&DialogButton("Rematch")));
    desk.reads("Blue has run out of time. 2 moves.");
    desk.reads("Red wins");
    let recording = Recording::load(&matches(folder.path())[0]).expect("a recording");
    assert_eq!((recording.winner(), recording.is_open(), recording.clock()), (Some(1), false, clock));
    let watched = LinksSetup { start: Start::Watch(Box::new(recording)), ..setup([PERSON, PERSON]) };
    let mut again = enter(watched, folder.path());
    run_until(&mut again, 600, |desk| get::<Board>(desk).is_over());
    assert_eq!((steps(&mut again).as_str(), get::<Board>(&mut again).flagged()), ("c1 a3", Some(0)));
    assert_eq!(left(&mut again, 0), Duration::ZERO);
}

#[test]
fn what_the_turn_has_taken_is_saved_and_goes_on_from_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let clock: TimeControl = "60+0".parse().expect("a rule of time");
    let mut desk = enter(LinksSetup { clock, ..setup([PERSON, PERSON]) }, folder.path());
    give(&mut desk, "c1 a3");
    let left = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        let (board, record, turn) = world.query::<(&Board, &Record, &TurnClock)>().single(world).expect("one table");
        record.left(board, 0, turn.used()).expect("a clock")
    };
    let before = left(&mut desk);
    run_until(&mut desk, 600, |desk| left(desk) + Duration::from_secs(2) < before);
    let path = folder.path().join("mine.links");
    desk.app.world_mut().write_message(SaveMatch(path.clone()));
    run_until(&mut desk, 60, |_| path.exists());
    let saved = Recording::load(&path).expect("a recording");
    assert!(saved.turn_time() > Duration::from_secs(2), "{:?}", saved.turn_time());
    let kept = Duration::from_secs(60) - saved.times()[0].iter().sum::<Duration>() - saved.turn_time();
    let going_on = LinksSetup { start: Start::Continue(Box::new(saved)), ..setup([PERSON, PERSON]) };
    let mut again = enter(LinksSetup { clock, ..going_on }, folder.path());
    let now = left(&mut again);
    let late = Duration::from_millis(1);
    assert!(now <= kept + late && kept < now + Duration::from_secs(1), "{now:?} of {kept:?}");
    // The whole turn counts when it ends.
    give(&mut again, "d3");
    let times = &get::<Record>(&mut again).times[0];
    assert!(times.len() == 2 && times[1] > Duration::from_secs(2), "{times:?}");
}

#[test]
fn a_clock_stands_while_the_match_is_paused_and_shows_tenths_at_the_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let clock: TimeControl = "move:5".parse().expect("a rule of time");
    let mut desk = enter(LinksSetup { clock, ..setup([PERSON, PERSON]) }, folder.path());
    run_until(&mut desk, 200, |desk| desk.shows("4.0"));
    tap(&mut desk, KeyCode::Space);
    for _ in 0..600 {
        desk.app.update();
    }
    assert_eq!(get::<Phase>(&mut desk), Phase::Playing);
    assert!(desk.shows("4.0") || desk.shows("3.9"), "{}", desk.written());
    let told = [9_940, 10_000, 59_100, 3_600_000, 0, 1].map(|millis| shown(Duration::from_millis(millis)));
    assert_eq!(told, ["10.0", "0:10", "1:00", "1:00:00", "0.0", "0.1"]);
}

#[test]
fn an_opening_goes_into_a_rematch_but_not_into_a_new_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut with_opening = setup([PERSON, PERSON]);
    with_opening.game.opening = ["c1", "a3"].map(|word| word.parse().expect("a step")).into();
    let mut desk = enter(with_opening, folder.path());
    give(&mut desk, "d3 b5 c5 e2 e6");
    run_until(&mut desk, 600, |desk| desk.is_there(&DialogButton("Rematch")));
    desk.press(DialogButton("Rematch"));
    assert_eq!(get::<Board>(&mut desk).position().turns(), 2, "the same once more");
    desk.go(Screen::LINKS_SETUP);
    // It would not fit to every board that can be chosen.
    assert!(desk.app.world().resource::<LinksSetup>().game.opening.is_empty());
    desk.press(StartMatch);
    assert_eq!(get::<Board>(&mut desk).position().turns(), 0);
}
