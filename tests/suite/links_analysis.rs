//! The analysis of Links in a match: in the background, by keys, in the panels.

use crate::desk::{self, keyboard};
use bevy::prelude::*;
use gridmarch::base::Budget;
use gridmarch::client::input::bindings::Press;
use gridmarch::client::kit::frames::DialogButton;
use gridmarch::client::kit::widgets::Presses;
use gridmarch::games::links::analysis::{Ply, Review};
use gridmarch::games::links::client::input::{AnalysisAction, Overlays};
use gridmarch::games::links::client::ui::curve::Curve;
use gridmarch::games::links::files::Recording;
use gridmarch::games::links::game::Match;
use gridmarch::games::links::player::PlayerKind;
use gridmarch::games::links::plugin::analysis::{ReviewNodes, Wishes};
use gridmarch::games::links::plugin::{
    Analysis, AnalysisControl, Board, Control, Issued, LinksControl, LinksOrder, LinksSetup, Phase, Record, SeatKind,
    Start, TICK_HZ, Tempo,
};
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::step::Step;
use gridmarch::shell::states::{Mode, Screen};
use gridmarch::table::thinking::ThinkPolicy;
use leafwing_input_manager::prelude::*;

const PERSON: SeatKind = SeatKind::Human;
const RANDOM: SeatKind = SeatKind::Computer(PlayerKind::Random);

/// Neither side sees all that it could do, before Blue wins.
const MATCH: &str = "e4 f3 d6 e5 d4 a3 d2 f4 b1";

fn setup(seats: [SeatKind; 2]) -> LinksSetup {
    let game = Setup { rules: Rules { size: 6, ..Rules::default() }, ..Setup::default() };
    LinksSetup { seats, game, start: Start::New, tempo: Tempo::Instant, picked: [0; 2], clock: Default::default() }
}

fn enter(app: &mut App, setup: LinksSetup) {
    app.insert_resource(setup);
    app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::LINKS);
    update(app, 3);
}

fn update(app: &mut App, ticks: u32) {
    (0..ticks).for_each(|_| app.update());
}

fn play(app: &mut App, words: &str) {
    for word in words.split(' ') {
        let step: Step = word.parse().expect("a step");
        let seat = with(app, |board: &Board| board.seat());
        app.world_mut().write_message(Issued { seat, order: LinksOrder::Act(step) });
        update(app, 2);
    }
    update(app, 3);
}

fn with<C: Component, T>(app: &mut App, ask: impl FnOnce(&C) -> T) -> T {
    let world = app.world_mut();
    ask(world.query::<&C>().single(world).expect("one table"))
}

fn write<M: Message>(app: &mut App, message: M) {
    app.world_mut().write_message(message);
    update(app, 3);
}

fn match_at(seats: [SeatKind; 2]) -> App {
    let mut app = keyboard(TICK_HZ, |_| {});
    enter(&mut app, setup(seats));
    app
}

fn steps(app: &mut App) -> usize {
    with(app, |board: &Board| board.steps().len())
}

fn phase(app: &mut App) -> Phase {
    with(app, |phase: &Phase| *phase)
}

/// The review of the match with so many nodes a move.
fn reviewed(nodes: u64) -> Vec<Ply> {
    let mut played = Match::new(setup([PERSON; 2]).game).expect("a board");
    MATCH.split(' ').for_each(|word| played.act(word.parse().expect("a step")).expect("it is legal"));
    let mut review = Review::new(&played);
    let mut plies: Vec<Ply> = std::iter::from_fn(|| review.go_on(&Budget::nodes(nodes))).collect();
    plies.reverse();
    plies
}

fn plies(app: &mut App) -> Vec<Ply> {
    with(app, |analysis: &Analysis| analysis.plies().to_vec())
}

#[test]
fn a_match_that_is_over_is_looked_at_as_the_rules_alone_would() {
    let mut app = match_at([PERSON, PERSON]);
    play(&mut app, "e4 f3");
    write(&mut app, AnalysisControl::Review);
    assert_eq!(with(&mut app, Analysis::progress), None, "not while it is played");
    play(&mut app, &MATCH[6..]);
    assert_eq!(phase(&mut app), Phase::Over);
    write(&mut app, AnalysisControl::Review);
    // Inline searches have the nodes of the policy.
    assert_eq!(plies(&mut app), reviewed(300));
    assert!(with(&mut app, |analysis: &Analysis| analysis.totals().is_some() && !analysis.is_reviewing()));
    let mut app = match_at([PERSON, PERSON]);
    app.insert_resource(ThinkPolicy::Background).insert_resource(ReviewNodes(400));
    play(&mut app, MATCH);
    write(&mut app, AnalysisControl::Review);
    for _ in 0..20_000 {
        if with(&mut app, |analysis: &Analysis| analysis.totals().is_some()) {
            break;
        }
        app.update();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert_eq!(plies(&mut app), reviewed(400), "in the background, too");
}

#[test]
fn a_match_that_is_played_on_forgets_its_review() {
    let mut app = match_at([PERSON, PERSON]);
    play(&mut app, MATCH);
    write(&mut app, AnalysisControl::Review);
    assert_eq!(plies(&mut app).len(), 9);
    write(&mut app, Control::Watch);
    write(&mut app, Control::Seek(3));
    assert_eq!(plies(&mut app).len(), 9, "wherever one is in it");
    write(&mut app, Control::StopWatching);
    write(&mut app, LinksControl::TakeBack);
    assert_eq!((phase(&mut app), plies(&mut app).len()), (Phase::Playing, 0));
}

#[test]
fn the_position_on_the_table_is_looked_at_while_that_is_wanted() {
    let mut app = match_at([PERSON, PERSON]);
    play(&mut app, "c1 a3 d3 b5 c5 e2");
    let best = |app: &mut App| {
        let position = with(app, |board: &Board| board.position().clone());
        with(app, |analysis: &Analysis| {
            analysis.findings(&position)?.candidates.first().map(|best| best.step.to_string())
        })
    };
    assert_eq!(best(&mut app), None);
    write(&mut app, AnalysisControl::Watch(Wishes { moves: true, threats: true }));
    // The keys say what is shown, and nobody has pressed one.
    assert_eq!(best(&mut app), None);
    write(&mut app, Press(AnalysisAction::Moves));
    assert_eq!(best(&mut app).as_deref(), Some("e6"));
    play(&mut app, "b2");
    let now = best(&mut app);
    assert!(now.is_some() && now.as_deref() != Some("e6"), "{now:?}");
    write(&mut app, Press(AnalysisAction::Moves));
    play(&mut app, "a2");
    assert_eq!(best(&mut app), None);
    assert!(!with(&mut app, Analysis::has_helped), "two persons agree by themselves");
    write(&mut app, Press(AnalysisAction::Moves));
    for helps in [AnalysisAction::Moves, AnalysisAction::Ways] {
        let mut app = match_at([PERSON, RANDOM]);
        write(&mut app, Press(helps));
        assert!(with(&mut app, Analysis::has_helped), "{helps:?}");
    }
    let mut app = match_at([PERSON, RANDOM]);
    assert!(!with(&mut app, Analysis::has_helped));
    write(&mut app, AnalysisControl::Helped);
    assert!(with(&mut app, Analysis::has_helped), "a search for the tree");
}

#[test]
fn what_a_review_found_is_recorded_and_shown_as_a_curve_without_another_review() {
    let mut desk = desk::Desk::at(Screen::Title);
    let chances = |desk: &mut desk::Desk| {
        let world = desk.app.world_mut();
        let curve = world.query::<&Curve>().single(world).expect("one curve");
        curve.chances().collect::<Vec<_>>()
    };
    enter(&mut desk.app, setup([PERSON, PERSON]));
    play(&mut desk.app, MATCH);
    update(&mut desk.app, 5);
    assert!(chances(&mut desk).is_empty(), "nobody has said what moves were worth");
    write(&mut desk.app, AnalysisControl::Review);
    update(&mut desk.app, 3);
    let found: Vec<Option<f64>> = plies(&mut desk.app).iter().map(|ply| Some(ply.chances[1])).collect();
    assert_eq!((found.len(), chances(&mut desk)), (9, found.clone()));
    let played = with(&mut desk.app, |board: &Board| (**board).clone());
    let recording = with(&mut desk.app, |record: &Record| record.recording(&played));
    assert!(recording.values().len() == 9 && recording.values().iter().all(Option::is_some));
    let recording = Recording::parse(&recording.line().expect("a line")).expect("a recording");
    enter(&mut desk.app, LinksSetup { start: Start::Watch(Box::new(recording)), ..setup([PERSON, PERSON]) });
    update(&mut desk.app, 3);
    assert_eq!(with(&mut desk.app, Analysis::progress), None);
    assert_eq!(chances(&mut desk), found);
}

#[test]
fn keys_show_the_analysis_and_go_from_mark_to_mark() {
    let mut app = match_at([PERSON, PERSON]);
    let tap = |app: &mut App, key: KeyCode| {
        key.press(app.world_mut());
        update(app, 1);
        key.release(app.world_mut());
        update(app, 4);
    };
    tap(&mut app, KeyCode::KeyA);
    tap(&mut app, KeyCode::KeyO);
    let shown = |app: &App| {
        let overlays = app.world().resource::<Overlays>();
        (overlays.moves, overlays.ways)
    };
    assert_eq!(shown(&app), (true, true));
    assert_eq!(with(&mut app, Analysis::wishes), Wishes { moves: true, threats: true });
    tap(&mut app, KeyCode::KeyA);
    assert_eq!(shown(&app), (false, true));
    play(&mut app, MATCH);
    tap(&mut app, KeyCode::KeyE);
    let marks: Vec<usize> = plies(&mut app).iter().filter(|ply| ply.is_improvable()).map(|ply| ply.at + 1).collect();
    assert!(marks.len() > 1, "{marks:?}");
    KeyCode::ShiftLeft.press(app.world_mut());
    tap(&mut app, KeyCode::KeyN);
    let last = marks.iter().rfind(|at| **at < 9).copied();
    assert_eq!(Some(steps(&mut app)), last, "the match is watched there");
    assert!(matches!(phase(&mut app), Phase::Watching { playing: false, .. }));
    KeyCode::ShiftLeft.release(app.world_mut());
    write(&mut app, Control::Seek(0));
    for at in &marks {
        tap(&mut app, KeyCode::KeyN);
        assert_eq!(steps(&mut app), *at);
    }
    tap(&mut app, KeyCode::KeyN);
    assert_eq!(Some(&steps(&mut app)), marks.last(), "there is no further one");
}

#[test]
fn the_panels_tell_what_is_known_and_the_result_leads_to_the_review() {
    let mut desk = desk::Desk::at(Screen::Title);
    enter(&mut desk.app, setup([PERSON, PERSON]));
    assert!(!desk.works(&Presses(AnalysisAction::Review)));
    assert!(desk.shows("Pegs a knight's move apart"));
    desk.press(Presses(AnalysisAction::Moves));
    update(&mut desk.app, 5);
    assert!(desk.is_checked(&Presses(AnalysisAction::Moves)));
    assert!(desk.shows("ahead") && !desk.shows("Pegs a knight's move apart"), "{}", desk.written());
    desk.press(Presses(AnalysisAction::Ways));
    play(&mut desk.app, "c1 a3 d3 b5 c5");
    update(&mut desk.app, 5);
    assert!(desk.shows("Blue threatens to win: e6"), "{}", desk.written());
    play(&mut desk.app, "e2 e6");
    for _ in 0..200 {
        desk.app.update();
    }
    desk.press(DialogButton("Analyse"));
    update(&mut desk.app, 10);
    assert!(matches!(phase(&mut desk.app), Phase::Watching { at: 0, playing: false }));
    assert!(desk.shows("Blue: ") && desk.shows("accuracy"), "{}", desk.written());
    write(&mut desk.app, Control::Seek(7));
    update(&mut desk.app, 3);
    assert!(desk.shows("7. e6 wins in 1"), "{}", desk.written());
}
