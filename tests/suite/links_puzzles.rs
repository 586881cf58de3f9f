//! The puzzles of Links on the screen: the list, the puzzle of the day, one that is solved by keys, mistakes, help.

use crate::desk::Desk;
use bevy::prelude::*;
use gridmarch::arena::puzzle::{Judge as _, Puzzle as _, Verdict, of_day};
use gridmarch::client::input::bindings::Press;
use gridmarch::client::kit::frames::DialogButton;
use gridmarch::client::kit::puzzles::{Solved as _, Today};
use gridmarch::client::kit::tree::Browser;
use gridmarch::client::kit::widgets::Presses;
use gridmarch::games::links::client::input::{AnalysisAction, LinksAction, Overlays};
use gridmarch::games::links::client::ui::puzzles::{AttemptButton, PuzzleButton, PuzzleFile, Solved};
use gridmarch::games::links::hole::Hole;
use gridmarch::games::links::plugin::{
    Board, Control, LinksControl, LinksSetup, Phase, PuzzleAttempt, Puzzles, Start, Tempo,
};
use gridmarch::games::links::puzzle::{Puzzle, Task};
use gridmarch::games::links::step::Step;
use gridmarch::shell::states::Screen;
use leafwing_input_manager::prelude::*;

fn get<T: Component + Clone>(desk: &mut Desk) -> T {
    let world = desk.app.world_mut();
    world.query::<&T>().single(world).expect("one table").clone()
}

fn attempt(desk: &mut Desk) -> Mut<'_, PuzzleAttempt> {
    let world = desk.app.world_mut();
    world.query::<&mut PuzzleAttempt>().single_mut(world).expect("a puzzle")
}

fn run_until(desk: &mut Desk, what: &str, mut done: impl FnMut(&mut Desk) -> bool) {
    for _ in 0..300 {
        if done(desk) {
            return;
        }
        desk.app.update();
    }
    panic!("{what}:\n{}", desk.written());
}

fn tap(desk: &mut Desk, key: KeyCode) {
    key.press(desk.app.world_mut());
    desk.app.update();
    key.release(desk.app.world_mut());
    desk.app.update();
}

/// Walks with the cursor from the middle of the board, where it begins, and places a peg.
fn place(desk: &mut Desk, hole: Hole) {
    let size = get::<Board>(desk).position().rules().size;
    // Before the first key there is no cursor; the outermost holes are reached along their line.
    desk.app.world_mut().resource_mut::<gridmarch::games::links::client::input::Intent>().cursor = None;
    tap(desk, KeyCode::ArrowUp);
    let walk = |desk: &mut Desk, from: u8, to: u8, [less, more]: [KeyCode; 2]| {
        (to..from).for_each(|_| tap(desk, less));
        (from..to).for_each(|_| tap(desk, more));
    };
    walk(desk, size / 2, hole.column(), [KeyCode::ArrowLeft, KeyCode::ArrowRight]);
    walk(desk, size / 2, hole.row(), [KeyCode::ArrowUp, KeyCode::ArrowDown]);
    tap(desk, KeyCode::Enter);
}

/// The first puzzle with a task, at the board; its place in the list and what it is.
fn puzzle(task: Task) -> (Desk, usize, Puzzle) {
    let mut desk = Desk::at(Screen::LINKS_PUZZLES);
    let puzzles = desk.app.world().resource::<Puzzles>().0.clone();
    let number = puzzles.iter().position(|puzzle| puzzle.task == task).expect("one");
    desk.press(PuzzleButton::Row(number));
    desk.press(PuzzleButton::Play);
    assert_eq!(
        (desk.screen(), &desk.app.world().resource::<LinksSetup>().start),
        (Screen::Match, &Start::Puzzle(number))
    );
    desk.app.world_mut().write_message(Control::Tempo(Tempo::Instant));
    run_until(&mut desk, "it is judged", |desk| attempt(desk).verdict().is_some());
    (desk, number, puzzles[number].clone())
}

#[test]
fn the_list_tells_tasks_and_the_puzzle_of_the_day() {
    let mut desk = Desk::at(Screen::LINKS_SETUP);
    desk.app.insert_resource(Today(Some(20_454)));
    desk.go(Screen::LINKS_PUZZLES);
    let puzzles = desk.app.world().resource::<Puzzles>().0.clone();
    desk.reads(&format!("0 of {} solved", puzzles.len()));
    let mut shown = Vec::new();
    for day in [20_454, 20_455] {
        desk.app.insert_resource(Today(Some(day)));
        desk.go(Screen::LINKS_SETUP);
        desk.go(Screen::LINKS_PUZZLES);
        let daily = of_day(day, puzzles.len()).expect("one");
        desk.reads("Puzzle of the day");
        desk.press(PuzzleButton::Daily);
        assert!(desk.is_checked(&PuzzleButton::Row(daily)));
        desk.reads(&puzzles[daily].task());
        shown.push(daily);
    }
    assert_ne!(shown[0], shown[1]);
    desk.press(PuzzleButton::Play);
    assert_eq!(desk.app.world().resource::<LinksSetup>().start, Start::Puzzle(shown[1]));
}

#[test]
fn a_puzzle_is_solved_by_keys_against_the_best_defence_and_marked() {
    let (mut desk, number, mine) = puzzle(Task::Win(2));
    desk.reads(&mine.task());
    desk.reads("It can be done in 2 pegs.");
    let mut judge = mine.judge();
    while get::<Phase>(&mut desk) == Phase::Playing {
        let position = get::<Board>(&mut desk).position().clone();
        let Step::Peg(hole) = judge.solution(&position)[0] else { panic!("a peg") };
        place(&mut desk, hole);
        run_until(&mut desk, "the defence answers", |desk| {
            let board = get::<Board>(desk);
            get::<Phase>(desk) == Phase::Over
                || board.position().end().is_none()
                    && board.steps().len().is_multiple_of(2)
                    && !board.steps().is_empty()
        });
    }
    run_until(&mut desk, "the end is told", |desk| desk.is_there(&DialogButton("Next puzzle")));
    desk.reads("Solved");
    assert_eq!(get::<Board>(&mut desk).steps().len(), 3);
    assert!(desk.app.world().resource::<Solved>().has(&mine.name));
    desk.press(DialogButton("Next puzzle"));
    assert_eq!(desk.app.world().resource::<LinksSetup>().start, Start::Puzzle(number + 1));
    desk.go(Screen::LINKS_PUZZLES);
    desk.reads("1 of ");
}

#[test]
fn a_mistake_is_refuted_taken_back_and_helped() {
    let (mut desk, _, mine) = puzzle(Task::Win(2));
    // What belongs to a match between two is not there.
    desk.settle();
    assert!(!desk.works(&Presses(LinksAction::Resign)) && !desk.works(&Presses(LinksAction::Save)));
    let position = mine.position();
    let wrong = position.free(position.side()).iter().find(|hole| *hole != mine.solution).expect("another");
    place(&mut desk, wrong);
    run_until(&mut desk, "it is refuted", |desk| {
        let told = attempt(desk).verdict();
        get::<Board>(desk).steps().len() == 2 && matches!(told, Some(Verdict::Spoilt | Verdict::Late(_)))
    });
    desk.settle();
    desk.reads("Take it back (U)");
    tap(&mut desk, KeyCode::KeyU);
    run_until(&mut desk, "it begins again", |desk| {
        get::<Board>(desk).steps().is_empty() && attempt(desk).verdict() == Some(Verdict::Open(2))
    });
    // First where to look, then where.
    let place = format!("Place a peg on {}.", mine.solution);
    tap(&mut desk, KeyCode::KeyH);
    run_until(&mut desk, "help comes", |desk| desk.written().contains("Look "));
    assert!(!desk.written().contains(&place));
    desk.press(AttemptButton::Hint);
    desk.reads(&place);
    tap(&mut desk, KeyCode::KeyQ);
    run_until(&mut desk, "the solution comes", |desk| attempt(desk).solution().is_some());
    desk.settle();
    desk.reads(&format!("1. {}  ", mine.solution));
    desk.press(AttemptButton::Again);
    assert!(!desk.written().contains(&place), "help has to be asked for again");
}

#[test]
fn nothing_but_the_puzzle_itself_helps_while_it_is_to_be_solved() {
    let (mut desk, ..) = puzzle(Task::Win(2));
    tap(&mut desk, KeyCode::KeyT);
    tap(&mut desk, KeyCode::KeyK);
    desk.settle();
    desk.reads("Nothing is searched while a puzzle is to be solved.");
    assert!(desk.app.world().resource::<Browser>().looked.is_none());
    tap(&mut desk, KeyCode::Escape);
    // Missed, looked at, and taken back.
    let shown = |desk: &mut Desk, phase: Phase| {
        let world = desk.app.world_mut();
        *world.query::<&mut Phase>().single_mut(world).expect("one table") = phase;
        for action in [AnalysisAction::Moves, AnalysisAction::Ways] {
            world.write_message(Press(action));
        }
        desk.settle();
        let overlays = desk.app.world().resource::<Overlays>();
        (overlays.moves, overlays.ways)
    };
    assert_eq!(shown(&mut desk, Phase::Playing), (false, false));
    assert_eq!(shown(&mut desk, Phase::Over), (true, true));
    assert_eq!(shown(&mut desk, Phase::Playing), (false, false), "it would be the solution");
}

#[test]
fn an_only_defence_is_found_or_missed() {
    let (mut desk, _, mine) = puzzle(Task::Hold(2));
    let position = mine.position();
    let wrong = position.free(position.side()).iter().find(|hole| *hole != mine.solution).expect("another");
    place(&mut desk, wrong);
    run_until(&mut desk, "it is refuted", |desk| attempt(desk).verdict() == Some(Verdict::Spoilt));
    desk.app.world_mut().write_message(LinksControl::TakeBack);
    run_until(&mut desk, "it begins again", |desk| attempt(desk).verdict() == Some(Verdict::Open(1)));
    place(&mut desk, mine.solution);
    run_until(&mut desk, "the end is told", |desk| desk.is_there(&DialogButton("Next puzzle")));
    assert!(desk.app.world().resource::<Solved>().has(&mine.name));
}

#[test]
fn a_broken_file_says_why_and_the_set_up_is_as_before() {
    let mut desk = Desk::at(Screen::LINKS_SETUP);
    let before = desk.app.world().resource::<LinksSetup>().clone();
    desk.go(Screen::LINKS_PUZZLES);
    desk.press(PuzzleButton::Play);
    assert_ne!(desk.app.world().resource::<LinksSetup>().game, before.game);
    desk.go(Screen::LINKS_SETUP);
    assert_eq!(*desk.app.world().resource::<LinksSetup>(), before);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("puzzles.ron");
    std::fs::write(&path, "(version: 1,\n").expect("written");
    desk.app.insert_resource(PuzzleFile::at(path));
    desk.go(Screen::LINKS_PUZZLES);
    assert!(desk.shows("puzzles.ron") && desk.shows("line "));
    assert!(!desk.works(&PuzzleButton::Play));
}
