//! Matches of Tron through the real input plugin, without a window on a screen.

use crate::desk::keyboard;
use bevy::prelude::*;
use gridmarch::arena::{Clock, Contest as _};
use gridmarch::base::Dir;
use gridmarch::games::tron::player::PlayerKind;
use gridmarch::games::tron::plugin::{
    AiPlayer, BoardChoice, Control, Phase, Record, Round, Score, Seat, SeatKind, Series, SeriesOrder, Speed, TICK_HZ,
    TronSetup, Watched, table,
};
use gridmarch::games::tron::replay::TronReplay;
use gridmarch::games::tron::simulation::Simulation;
use gridmarch::shell::keys::Keys;
use gridmarch::shell::recording::{NotRecorded, RecordTo};
use gridmarch::shell::states::{Mode, Paused, Screen};
use gridmarch::table::series::SeriesLogs;
use gridmarch::table::thinking::ThinkPolicy;
use leafwing_input_manager::prelude::*;
use std::time::Duration;

struct Desk {
    app: App,
}

/// An empty board of 20 × 20 with the given seats.
fn setup(seats: [SeatKind; 4]) -> TronSetup {
    TronSetup {
        seats,
        board: BoardChoice::Random { width: 20, height: 20, obstacles: 0 },
        speed: Speed::Insane,
        best_of: 1,
        seed: 3,
        ..TronSetup::default()
    }
}

const ENGINE: SeatKind = SeatKind::Computer(PlayerKind::Engine(3));
const PERSON: SeatKind = SeatKind::Human(Keys::Arrows);

impl Desk {
    fn new(setup: TronSetup) -> Self {
        Self::recording(setup, RecordTo::Nowhere)
    }

    fn recording(setup: TronSetup, record: RecordTo) -> Self {
        let app = keyboard(TICK_HZ, |app| {
            app.insert_resource(record).insert_resource(setup);
        });
        let mut desk = Self { app };
        desk.enter();
        desk
    }

    fn enter(&mut self) {
        self.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        self.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::TRON);
        self.app.update();
    }

    fn get<T: Component + Clone>(&mut self) -> T {
        let world = self.app.world_mut();
        world.query::<&T>().single(world).expect("one table").clone()
    }

    fn run_until(&mut self, most: u32, mut done: impl FnMut(&mut Self) -> bool) {
        for _ in 0..most {
            if done(self) {
                return;
            }
            self.app.update();
        }
        panic!("it takes more than {most} ticks: {:?}", self.get::<Phase>());
    }

    /// Through the countdown, to just after the first step.
    fn ride(&mut self) {
        self.app.world_mut().write_message(Control::Skip);
        self.run_until(20, |desk| desk.get::<Round>().position.steps() == 1);
    }

    fn tap(&mut self, key: KeyCode) {
        key.press(self.app.world_mut());
        self.app.update();
        key.release(self.app.world_mut());
    }

    fn living(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, Without<bevy::ecs::resource::IsResource>>().iter(world).count()
    }
}

#[test]
fn two_quick_presses_become_two_turns_and_never_a_reversal() {
    let mut desk = Desk::new(TronSetup { speed: Speed::Calm, ..setup([PERSON, ENGINE, SeatKind::Off, SeatKind::Off]) });
    desk.ride();
    let heading = |desk: &mut Desk| desk.get::<Round>().position.riders()[0].heading;
    assert_eq!(heading(&mut desk), Dir::East, "from the top left corner");
    // Straight back is no turn; down and then left are two.
    desk.tap(KeyCode::ArrowLeft);
    desk.tap(KeyCode::ArrowDown);
    desk.tap(KeyCode::ArrowLeft);
    assert_eq!(desk.get::<Round>().position.steps(), 1, "all of it within one step");
    desk.run_until(30, |desk| desk.get::<Round>().position.steps() == 2);
    assert_eq!(heading(&mut desk), Dir::South);
    desk.run_until(30, |desk| desk.get::<Round>().position.steps() == 3);
    assert_eq!(heading(&mut desk), Dir::West);
    assert_eq!(desk.get::<Round>().position.riders()[0].out, None);
}

#[test]
fn two_keys_of_one_frame_are_both_taken() {
    let mut desk = Desk::new(TronSetup { speed: Speed::Calm, ..setup([PERSON, ENGINE, SeatKind::Off, SeatKind::Off]) });
    desk.ride();
    KeyCode::ArrowLeft.press(desk.app.world_mut());
    KeyCode::ArrowDown.press(desk.app.world_mut());
    desk.run_until(40, |desk| desk.get::<Round>().position.steps() == 3);
    let round = desk.get::<Round>();
    assert_eq!(round.position.riders()[0].heading, Dir::West);
}

#[test]
fn two_people_steer_with_keys_of_their_own() {
    let people = [PERSON, SeatKind::Human(Keys::Wasd), SeatKind::Off, SeatKind::Off];
    let mut desk = Desk::new(TronSetup { speed: Speed::Calm, ..setup(people) });
    desk.ride();
    desk.tap(KeyCode::KeyW);
    desk.tap(KeyCode::ArrowDown);
    desk.run_until(30, |desk| desk.get::<Round>().position.steps() == 2);
    let round = desk.get::<Round>();
    assert_eq!(round.position.riders()[0].heading, Dir::South);
    assert_eq!(round.position.riders()[1].heading, Dir::North);
}

#[test]
fn two_people_steer_with_a_gamepad_each_by_cross_or_stick() {
    let people = [SeatKind::Human(Keys::Pad), SeatKind::Human(Keys::Pad), SeatKind::Off, SeatKind::Off];
    let mut desk = Desk::new(TronSetup { speed: Speed::Calm, ..setup(people) });
    let mut pads: Vec<Entity> = (0..2).map(|_| desk.app.world_mut().spawn(Gamepad::default()).id()).collect();
    pads.sort();
    desk.ride();
    let world = desk.app.world_mut();
    GamepadButton::DPadDown.press_as_gamepad(world, Some(pads[0]));
    GamepadControlDirection::LEFT_UP.press_as_gamepad(world, Some(pads[1]));
    desk.run_until(30, |desk| desk.get::<Round>().position.steps() == 2);
    let headings = |desk: &mut Desk| [0, 1].map(|seat| desk.get::<Round>().position.riders()[seat].heading);
    assert_eq!(headings(&mut desk), [Dir::South, Dir::North]);
    // One who has a gamepad of its own is not moved by the other's, and a gamepad that is pulled out moves nobody.
    let world = desk.app.world_mut();
    world.despawn(pads[1]);
    GamepadButton::DPadDown.release_as_gamepad(world, Some(pads[0]));
    desk.app.update();
    GamepadButton::DPadRight.press_as_gamepad(desk.app.world_mut(), Some(pads[0]));
    desk.run_until(60, |desk| desk.get::<Round>().position.steps() == 4);
    assert_eq!(headings(&mut desk), [Dir::East, Dir::North]);
}

#[test]
fn one_person_may_take_any_gamepad_instead_of_the_keys() {
    let mut desk = Desk::new(TronSetup { speed: Speed::Calm, ..setup([PERSON, ENGINE, SeatKind::Off, SeatKind::Off]) });
    let pads: Vec<Entity> = (0..2).map(|_| desk.app.world_mut().spawn(Gamepad::default()).id()).collect();
    desk.ride();
    GamepadButton::DPadDown.press_as_gamepad(desk.app.world_mut(), Some(pads[1]));
    desk.run_until(30, |desk| desk.get::<Round>().position.steps() == 2);
    assert_eq!(desk.get::<Round>().position.riders()[0].heading, Dir::South);
}

#[test]
fn a_match_of_two_engines_ends_with_a_score_and_a_replay_that_shows_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tron");
    let mut setup = setup([ENGINE, SeatKind::Off, SeatKind::Computer(PlayerKind::Random), SeatKind::Off]);
    setup.best_of = 3;
    let mut desk = Desk::recording(setup, RecordTo::File(file.clone()));
    let mut last = None;
    desk.run_until(60_000, |desk| {
        if let Phase::Between { .. } = desk.get::<Phase>() {
            last = Some(desk.get::<Round>());
            desk.app.world_mut().write_message(Control::Skip);
        }
        desk.get::<Phase>() == Phase::Over
    });
    let score: Score = desk.get();
    assert!(score.is_over());
    assert_eq!((score.wins[1], score.wins[3]), (0, 0), "nobody sits there");
    let text = std::fs::read_to_string(&file).expect("a replay");
    let replay = TronReplay::parse(&text, "match.tron").expect("a good replay");
    assert_eq!(replay.rounds.len() as u32, score.played());
    assert_eq!(&replay, desk.get::<Record>().replay());

    // Seeking: to the end, one back, one on.
    let last = last.expect("a last round");
    desk.app.world_mut().write_message(Control::Watch);
    desk.app.update();
    assert!(matches!(desk.get::<Phase>(), Phase::Watching { round: 0, step: 0 | 1, .. }), "from the first round on");
    desk.app.world_mut().write_message(Control::SeekRound(usize::MAX));
    desk.app.world_mut().write_message(Control::Seek(usize::MAX));
    desk.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    desk.app.update();
    desk.app.update();
    let end = desk.get::<Round>();
    assert_eq!(end.position.key(), last.position.key(), "the end of the replay is the end of the round");
    let steps = end.position.steps();
    for (key, expected) in [
        (KeyCode::ArrowLeft, steps - 1),
        (KeyCode::PageUp, (steps - 1).saturating_sub(10)),
        (KeyCode::ArrowRight, (steps - 1).saturating_sub(10) + 1),
        (KeyCode::Home, 0),
        (KeyCode::End, steps),
    ] {
        desk.tap(key);
        desk.app.update();
        assert_eq!(desk.get::<Round>().position.steps(), expected, "{key:?}");
    }
    assert_eq!(desk.get::<Round>().position.key(), last.position.key());
    desk.app.world_mut().write_message(Control::StopWatching);
    desk.app.update();
    desk.app.update();
    assert_eq!(desk.get::<Phase>(), Phase::Over);
}

#[test]
fn the_same_seed_plays_the_same_match() {
    let play = || {
        let mut desk = Desk::new(setup([ENGINE, ENGINE, SeatKind::Computer(PlayerKind::Random), SeatKind::Off]));
        desk.run_until(30_000, |desk| desk.get::<Phase>() == Phase::Over);
        desk.get::<Record>().replay().clone()
    };
    assert_eq!(play(), play());
}

#[test]
fn programs_that_think_in_the_background_make_their_moves_too() {
    let mut desk = Desk::new(setup([ENGINE, ENGINE, SeatKind::Off, SeatKind::Off]));
    desk.app.insert_resource(ThinkPolicy::Background);
    // However slow the machine is: a step waits for its answers, and no tick waits.
    desk.app.world_mut().write_message(Control::Skip);
    for _ in 0..200_000 {
        desk.app.update();
        if desk.get::<Round>().position.steps() >= 5 {
            break;
        }
        std::thread::yield_now();
    }
    let round = desk.get::<Round>();
    assert!(round.position.steps() >= 5 && round.position.living().count() == 2);
}

#[test]
fn leaving_a_match_leaves_nothing_behind_and_the_other_game_stays_away() {
    let mut desk = Desk::new(setup([PERSON, ENGINE, ENGINE, SeatKind::Off]));
    let world = desk.app.world_mut();
    assert_eq!(world.query::<&Seat>().iter(world).count(), 3);
    assert_eq!(world.query::<&gridmarch::games::rts::sim::board::Board>().iter(world).count(), 0);
    let leave = |desk: &mut Desk| {
        desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
        desk.app.update();
        desk.app.update();
    };
    leave(&mut desk);
    let world = desk.app.world_mut();
    assert_eq!(world.query_filtered::<(), Or<(With<Seat>, With<AiPlayer>, With<Round>)>>().iter(world).count(), 0);
    let all = desk.living();
    for _ in 0..3 {
        desk.enter();
        desk.app.update();
        leave(&mut desk);
    }
    assert_eq!(desk.living(), all, "and it does not grow");
}

#[test]
fn a_rematch_begins_a_new_table_of_the_same_game() {
    let mut desk = Desk::new(setup([PERSON, ENGINE, SeatKind::Off, SeatKind::Off]));
    desk.ride();
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    desk.app.update();
    assert_eq!(desk.get::<Round>().position.steps(), 0);
    let Phase::Countdown { left } = desk.get::<Phase>() else { panic!("a countdown") };
    assert!(left > table::COUNTDOWN - 5);
    assert_eq!(*desk.app.world().resource::<State<Mode>>().get(), Mode::TRON);
}

#[test]
fn pausing_stops_the_steps() {
    let mut desk = Desk::new(setup([PERSON, ENGINE, SeatKind::Off, SeatKind::Off]));
    desk.ride();
    desk.tap(KeyCode::Space);
    desk.app.update();
    assert!(desk.app.world().resource::<State<Paused>>().get().0);
    let steps = desk.get::<Round>().position.steps();
    for _ in 0..60 {
        desk.app.update();
    }
    assert_eq!(desk.get::<Round>().position.steps(), steps);
    desk.tap(KeyCode::Space);
    desk.run_until(30, |desk| desk.get::<Round>().position.steps() > steps);
}

#[test]
fn time_runs_fast_when_the_last_human_is_dead() {
    let mut desk = Desk::new(setup([PERSON, ENGINE, ENGINE, SeatKind::Off]));
    desk.ride();
    let pace = |desk: &mut Desk| desk.get::<gridmarch::games::tron::plugin::Pace>();
    assert!(!pace(&mut desk).forward);
    // Straight into the wall.
    desk.run_until(400, |desk| desk.get::<Round>().position.living().all(|rider| rider != 0));
    assert!(pace(&mut desk).forward || desk.get::<Round>().position.outcome().is_some());
}

#[test]
fn a_recorded_match_is_opened_at_its_first_step_and_nothing_is_recorded_over_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tron");
    let programs = setup([ENGINE, SeatKind::Off, SeatKind::Computer(PlayerKind::Random), SeatKind::Off]);
    let mut desk = Desk::recording(programs.clone(), RecordTo::File(file.clone()));
    desk.run_until(60_000, |desk| desk.get::<Phase>() == Phase::Over);
    let (score, text) = (desk.get::<Score>(), std::fs::read_to_string(&file).expect("a replay"));
    let replay = TronReplay::load(&file).expect("a good replay");
    desk.app.insert_resource(Watched(Some(replay.clone())));
    desk.enter();
    assert!(matches!(desk.get::<Phase>(), Phase::Watching { round: 0, step: 0 | 1, .. }));
    assert_eq!(desk.get::<Score>(), score);
    let steps = replay.rounds[0].len();
    desk.run_until(20_000, |desk| desk.get::<Round>().position.steps() as usize == steps);
    assert!(desk.get::<Round>().position.outcome().is_some());
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), text);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_a_match_is_played_on_and_its_player_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tron");
    // Writing there fails as on a full disk.
    std::os::unix::fs::symlink("/dev/full", &file).expect("a link");
    let random = SeatKind::Computer(PlayerKind::Random);
    let programs = setup([random, SeatKind::Off, random, SeatKind::Off]);
    let mut desk = Desk::recording(programs, RecordTo::File(file.clone()));
    let mut told = Vec::new();
    desk.run_until(60_000, |desk| {
        told.extend(desk.app.world_mut().resource_mut::<Messages<NotRecorded>>().drain());
        desk.get::<Phase>() == Phase::Over
    });
    let [NotRecorded(sentence)] = told.as_slice() else { panic!("{told:?}") };
    assert!(sentence.starts_with("The match is not recorded: ") && sentence.contains("space"), "{sentence}");
}

#[test]
fn a_simulation_plays_the_rounds_of_the_command_line_and_writes_their_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::new(setup([PERSON, ENGINE, SeatKind::Off, SeatKind::Off]));
    desk.app.insert_resource(SeriesLogs(Some(folder.path().join("logs"))));
    let plain = SeatKind::Computer(PlayerKind::RandomSource);
    let simulation = setup([plain, plain, SeatKind::Off, SeatKind::Off]).simulation().expect("programs");
    let start = |simulation: &Simulation| SeriesOrder::Start { simulation: Box::new(simulation.clone()), rounds: 25 };
    desk.app.world_mut().write_message(start(&simulation));
    for _ in 0..200 {
        desk.app.update();
    }
    let series = desk.app.world().resource::<Series>();
    assert!(!series.is_running());
    let clock: Clock = std::sync::Arc::new(|| Duration::ZERO);
    let rounds: Vec<_> = (0..25).map(|number| simulation.play(number, &clock).expect("a round")).collect();
    let expected = simulation.summary_of(&rounds);
    let standings = series.standings();
    assert_eq!((standings.rounds, standings.draws), (25, expected.draws));
    for (side, expected) in standings.sides.iter().zip(&expected.sides) {
        assert_eq!((side.score, &side.reasons[..]), (expected.standing.score, &expected.deaths[..]));
    }
    let path = series.log().expect("a log").clone().expect("written");
    let log = std::fs::read_to_string(path).expect("the log");
    assert!(log.starts_with(&format!("rounds: 25\ndraws: {}\n", expected.draws)), "{log}");
}

#[test]
fn a_simulation_that_is_stopped_keeps_the_rounds_that_were_played() {
    let mut desk = Desk::new(setup([PERSON, ENGINE, SeatKind::Off, SeatKind::Off]));
    desk.app.insert_resource(ThinkPolicy::Background);
    let simulation = setup([ENGINE, ENGINE, SeatKind::Off, SeatKind::Off]).simulation().expect("programs");
    let start = SeriesOrder::Start { simulation: Box::new(simulation), rounds: 1000 };
    desk.app.world_mut().write_message(start);
    desk.app.update();
    assert!(desk.app.world().resource::<Series>().is_running());
    desk.app.world_mut().write_message(SeriesOrder::Stop);
    while desk.app.world().resource::<Series>().is_running() {
        desk.app.update();
        std::thread::yield_now();
    }
    let series = desk.app.world().resource::<Series>();
    assert!(series.standings().rounds < 1000 && series.log().is_none(), "nothing is kept without a folder");
}

#[test]
fn a_replay_goes_through_all_rounds_and_knows_how_each_stood() {
    let mut setup = setup([ENGINE, SeatKind::Computer(PlayerKind::Random), SeatKind::Off, SeatKind::Off]);
    setup.best_of = 3;
    let mut desk = Desk::new(setup);
    desk.run_until(60_000, |desk| desk.get::<Phase>() == Phase::Over);
    let (score, record) = (desk.get::<Score>(), desk.get::<Record>());
    let rounds = record.replay().rounds.len();
    assert!(rounds >= 2);
    assert_eq!((record.score(0).played(), record.score(1).played(), record.score(rounds)), (0, 1, score));
    desk.app.world_mut().write_message(Control::Watch);
    desk.app.update();
    let mut seen = Vec::new();
    desk.run_until(60_000, |desk| {
        let Phase::Watching { round, step, .. } = desk.get::<Phase>() else { panic!("it is watched") };
        if seen.last() != Some(&round) {
            seen.push(round);
        }
        round + 1 == rounds && step == desk.get::<Record>().replay().rounds[round].len()
    });
    assert_eq!(seen, (0..rounds).collect::<Vec<_>>());
    // The last one stays, and so does the score of the match.
    for _ in 0..400 {
        desk.app.update();
    }
    assert!(matches!(desk.get::<Phase>(), Phase::Watching { round, .. } if round + 1 == rounds));
    assert_eq!(desk.get::<Score>(), score);
}
