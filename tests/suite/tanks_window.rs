//! Matches of Tanks through the real input plugin, without a window on a screen.

use crate::desk::keyboard;
use bevy::prelude::*;
use gridmarch::base::{Cell, Dir};
use gridmarch::games::tanks::order::Call;
use gridmarch::games::tanks::plugin::phase::INTRO;
use gridmarch::games::tanks::plugin::{
    Battle, Control, HighScores, Phase, Record, Seat, SeatKind, SeatPlan, StageChoice, TICK_HZ, TanksSetup, Watched,
};
use gridmarch::games::tanks::replay::TanksReplay;
use gridmarch::games::tanks::rules::Kind;
use gridmarch::games::tanks::setup::{Level, Mode as Form};
use gridmarch::games::tanks::stage::{Group, Kind as Foe, Stage, Wave};
use gridmarch::shell::keys::Keys;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Mode, Paused, Screen};
use leafwing_input_manager::prelude::*;
use std::sync::Arc;

struct Desk {
    app: App,
}

const PERSON: SeatKind = SeatKind::Human(Keys::Arrows);
const PROGRAM: SeatKind = SeatKind::Bot(Level::Expert);

/// An empty floor with a base, and so many enemies that come one at a time.
fn stage(enemies: u8) -> Stage {
    let mut stage = Stage::blank(26, 26);
    stage.waves = vec![Wave { groups: vec![Group::of(Foe::Rover, enemies)] }];
    stage
}

fn setup(seats: [SeatKind; 4], enemies: u8) -> TanksSetup {
    TanksSetup {
        seats: seats.map(|kind| SeatPlan { kind, side: 0, size: 2 }),
        stage: StageChoice::Own(Arc::new(stage(enemies))),
        seed: 3,
        ..TanksSetup::default()
    }
}

fn alone() -> TanksSetup {
    setup([PERSON, SeatKind::Off, SeatKind::Off, SeatKind::Off], 20)
}

impl Desk {
    fn new(setup: TanksSetup) -> Self {
        Self::recording(setup, RecordTo::Nowhere)
    }

    fn recording(setup: TanksSetup, record: RecordTo) -> Self {
        let app = keyboard(TICK_HZ, |app| {
            app.insert_resource(record).insert_resource(setup);
        });
        let mut desk = Self { app };
        desk.enter();
        desk
    }

    fn enter(&mut self) {
        self.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        self.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::TANKS);
        self.app.update();
    }

    fn get<T: Component + Clone>(&mut self) -> T {
        let world = self.app.world_mut();
        world.query::<&T>().single(world).expect("one table").clone()
    }

    fn battle(&mut self) -> Battle {
        self.get()
    }

    fn run(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.app.update();
        }
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

    /// Through the announcement, until the tanks of the seats are there.
    fn begin(&mut self, seats: usize) {
        self.app.world_mut().write_message(Control::Skip);
        self.run_until(600, |desk| {
            let battle = desk.battle();
            let here = |seat: usize| battle.world().in_slot(seat).is_some_and(|tank| tank.is_here());
            (0..seats).all(here)
        });
    }

    fn press(&mut self, key: KeyCode) {
        key.press(self.app.world_mut());
    }

    fn release(&mut self, key: KeyCode) {
        key.release(self.app.world_mut());
    }

    fn tap(&mut self, key: KeyCode) {
        self.press(key);
        self.app.update();
        self.release(key);
        self.app.update();
    }

    fn place(&mut self, seat: usize) -> (i32, i32) {
        let battle = self.battle();
        let tank = battle.world().in_slot(seat).expect("a tank");
        (tank.x, tank.y)
    }

    fn facing(&mut self, seat: usize) -> Dir {
        self.battle().world().in_slot(seat).expect("a tank").facing
    }

    fn living(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, Without<bevy::ecs::resource::IsResource>>().iter(world).count()
    }
}

#[test]
fn a_person_drives_as_long_as_a_key_is_held_and_fires() {
    let mut desk = Desk::new(alone());
    desk.begin(1);
    let before = desk.place(0);
    desk.press(KeyCode::ArrowUp);
    desk.run(30);
    let after = desk.place(0);
    assert!(after.1 < before.1 && desk.facing(0) == Dir::North, "{before:?} {after:?}");
    desk.release(KeyCode::ArrowUp);
    desk.run(3);
    let stands = desk.place(0);
    desk.run(20);
    assert_eq!(desk.place(0), stands, "it stands where nothing is held");
    desk.press(KeyCode::ShiftRight);
    desk.run_until(20, |desk| !desk.battle().world().shells().is_empty());
    desk.release(KeyCode::ShiftRight);
}

#[test]
fn the_key_that_was_pressed_last_steers_and_the_other_one_again_when_it_is_let_go() {
    let mut desk = Desk::new(alone());
    desk.begin(1);
    desk.press(KeyCode::ArrowUp);
    desk.run(4);
    desk.press(KeyCode::ArrowLeft);
    desk.run(4);
    assert_eq!(desk.facing(0), Dir::West);
    desk.release(KeyCode::ArrowLeft);
    desk.run(4);
    assert_eq!(desk.facing(0), Dir::North);
}

#[test]
fn a_tap_between_two_ticks_is_held_for_one() {
    let mut desk = Desk::new(alone());
    desk.begin(1);
    // Pressed and let go before anybody looks: the buffer of the keys holds it for a frame, the table for a tick.
    desk.press(KeyCode::ShiftRight);
    desk.release(KeyCode::ShiftRight);
    desk.run_until(5, |desk| desk.battle().world().seats()[0].score.shots == 1);
    desk.run(60);
    assert_eq!(desk.battle().world().seats()[0].score.shots, 1);
}

#[test]
fn two_people_at_one_keyboard_drive_their_own_tanks() {
    let people = [PERSON, SeatKind::Human(Keys::Wasd), SeatKind::Off, SeatKind::Off];
    let mut desk = Desk::new(setup(people, 20));
    desk.begin(2);
    let before = [0, 1].map(|seat| desk.place(seat));
    desk.press(KeyCode::ArrowUp);
    desk.press(KeyCode::KeyD);
    desk.run(30);
    let after = [0, 1].map(|seat| desk.place(seat));
    assert!(after[0].1 < before[0].1 && after[0].0 == before[0].0);
    assert!(after[1].0 > before[1].0 && after[1].1 == before[1].1);
    desk.press(KeyCode::KeyF);
    desk.run_until(20, |desk| desk.battle().world().seats()[1].score.shots > 0);
    assert_eq!(desk.battle().world().seats()[0].score.shots, 0);
}

#[test]
fn one_person_may_take_any_gamepad_and_two_have_one_each() {
    let mut desk = Desk::new(alone());
    let pads: Vec<Entity> = (0..2).map(|_| desk.app.world_mut().spawn(Gamepad::default()).id()).collect();
    desk.begin(1);
    let before = desk.place(0);
    GamepadButton::DPadUp.press_as_gamepad(desk.app.world_mut(), Some(pads[1]));
    desk.run(20);
    assert!(desk.place(0).1 < before.1);
    let people = [SeatKind::Human(Keys::Pad), SeatKind::Human(Keys::Pad), SeatKind::Off, SeatKind::Off];
    let mut desk = Desk::new(setup(people, 20));
    let mut pads: Vec<Entity> = (0..2).map(|_| desk.app.world_mut().spawn(Gamepad::default()).id()).collect();
    pads.sort();
    desk.begin(2);
    GamepadControlDirection::LEFT_LEFT.press_as_gamepad(desk.app.world_mut(), Some(pads[0]));
    GamepadButton::South.press_as_gamepad(desk.app.world_mut(), Some(pads[1]));
    desk.run(20);
    assert_eq!(desk.facing(0), Dir::West);
    let shots = |desk: &mut Desk| [0, 1].map(|seat| desk.battle().world().seats()[seat].score.shots);
    assert_eq!(shots(&mut desk)[0], 0);
    assert!(shots(&mut desk)[1] > 0);
}

#[test]
fn pausing_stops_the_ticks_and_what_is_held_meanwhile_counts_afterwards() {
    let mut desk = Desk::new(alone());
    desk.begin(1);
    desk.tap(KeyCode::Space);
    desk.app.update();
    assert!(desk.app.world().resource::<State<Paused>>().get().0);
    let (tick, before) = (desk.battle().world().tick(), desk.place(0));
    desk.press(KeyCode::ArrowUp);
    desk.run(30);
    assert_eq!((desk.battle().world().tick(), desk.place(0)), (tick, before));
    desk.tap(KeyCode::Space);
    desk.run(20);
    assert!(desk.place(0).1 < before.1, "the key is still held");
}

#[test]
fn the_wheel_says_a_word_to_the_allies_and_takes_it_back() {
    let mut desk = Desk::new(setup([PERSON, PROGRAM, SeatKind::Off, SeatKind::Off], 20));
    desk.begin(2);
    let said = |desk: &mut Desk| desk.battle().world().seats()[0].call.map(|(call, _)| call);
    desk.press(KeyCode::Period);
    desk.run(2);
    let before = desk.place(0);
    desk.tap(KeyCode::ArrowUp);
    desk.run(2);
    assert_eq!(said(&mut desk), Some(Call::Attack));
    assert_eq!(desk.place(0), before, "a word does not drive");
    desk.tap(KeyCode::ArrowRight);
    desk.run(2);
    assert_eq!(said(&mut desk), Some(Call::Bonus));
    desk.tap(KeyCode::ArrowRight);
    desk.run(2);
    assert_eq!(said(&mut desk), None);
}

/// A campaign of programs alone that is won: one enemy, four experts.
fn easy() -> TanksSetup {
    setup([PROGRAM; 4], 1)
}

#[test]
fn a_stage_is_announced_played_decided_and_counted_and_the_next_one_takes_over_what_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tanks");
    let mut desk = Desk::recording(easy(), RecordTo::File(file.clone()));
    assert!(matches!(desk.get::<Phase>(), Phase::Intro { left } if left >= INTRO - 2));
    desk.run_until(INTRO + 5, |desk| desk.get::<Phase>() == Phase::Playing);
    desk.run_until(60_000, |desk| matches!(desk.get::<Phase>(), Phase::Ending { .. }));
    assert!(desk.battle().is_won());
    let hits: u32 = desk.battle().world().seats().iter().map(|seat| seat.score.hits[Kind::Rover as usize]).sum();
    assert_eq!(hits, 1);
    desk.run_until(400, |desk| desk.get::<Phase>() == Phase::Over);
    let battle = desk.battle();
    let mut setup = desk.app.world().resource::<TanksSetup>().clone();
    gridmarch::games::tanks::plugin::table::next_stage(&mut setup, &battle);
    assert_eq!(setup.number, 2);
    let points: u32 = setup.kept.iter().map(|kept| kept.points).sum();
    assert_eq!(points, battle.world().seats().iter().map(|seat| seat.score.points).sum::<u32>());
    assert!(points > 0);

    // The file holds what was played, and is played again to the same end.
    let replay = TanksReplay::load(&file).expect("a good replay");
    assert_eq!(replay.len(), battle.world().tick());
    desk.app.insert_resource(Watched(Some(Arc::new(replay))));
    desk.enter();
    assert!(matches!(desk.get::<Phase>(), Phase::Watching { .. }));
    desk.app.world_mut().write_message(Control::Seek(usize::MAX));
    desk.run(2);
    assert_eq!(desk.battle().world().fingerprint(), battle.world().fingerprint());
}

#[test]
fn a_replay_is_sought_both_ways() {
    let mut desk = Desk::new(easy());
    desk.run_until(60_000, |desk| desk.get::<Phase>() == Phase::Over);
    let (end, all) = (desk.battle().world().fingerprint(), desk.get::<Record>().replay().len());
    desk.app.world_mut().write_message(Control::Watch);
    desk.app.update();
    desk.app.update();
    assert!(desk.battle().world().tick() <= 2, "from its first tick on");
    desk.app.world_mut().write_message(Control::Play(false));
    let at = |desk: &mut Desk, tick: usize| {
        desk.app.world_mut().write_message(Control::Seek(tick));
        desk.run(2);
        (desk.battle().world().tick(), desk.battle().world().fingerprint())
    };
    let last = at(&mut desk, usize::MAX);
    assert_eq!(last, (all, end));
    let middle = at(&mut desk, all as usize / 2);
    let early = at(&mut desk, 90);
    assert_eq!((middle.0, early.0), (all / 2, 90));
    assert_eq!(at(&mut desk, all as usize / 2), middle);
    for (key, expected) in
        [(KeyCode::ArrowLeft, all / 2 - 60), (KeyCode::ArrowRight, all / 2), (KeyCode::Home, 0), (KeyCode::End, all)]
    {
        desk.tap(key);
        desk.run(1);
        assert_eq!(desk.battle().world().tick(), expected, "{key:?}");
    }
    desk.app.world_mut().write_message(Control::StopWatching);
    desk.run(2);
    assert_eq!(desk.get::<Phase>(), Phase::Over);
}

#[test]
fn a_campaign_that_is_lost_comes_into_the_high_scores_and_stays_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scores.ron");
    let mut desk = Desk::new(TanksSetup { mode: Form::Endless, lives: 1, ..alone() });
    desk.app.insert_resource(HighScores::of(file.clone()));
    desk.begin(1);
    // It fires and stands where it is, until the base or the tank is gone; both are worth points only if something is hit.
    desk.press(KeyCode::ArrowUp);
    desk.press(KeyCode::ShiftRight);
    desk.run_until(120_000, |desk| desk.get::<Phase>() == Phase::Over);
    let points = desk.battle().world().seats()[0].score.points;
    let scores = desk.app.world().resource::<HighScores>();
    let kept: Vec<u32> = scores.of_mode(Form::Endless).map(|(_, score)| score.points).collect();
    assert_eq!(kept, if points > 0 { vec![points] } else { vec![] });
    let again = HighScores::of(file);
    assert_eq!(again.of_mode(Form::Endless).count(), kept.len());
}

#[test]
fn the_best_scores_come_first_and_only_ten_of_a_mode_are_kept() {
    use gridmarch::games::tanks::plugin::HighScore;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scores.ron");
    let mut scores = HighScores::of(file.clone());
    let score = |mode, points| HighScore { mode, points, stage: 3, players: 2, level: Level::Normal };
    for points in [500, 100, 900, 0, 300, 200, 400, 600, 700, 800, 1000, 1100] {
        scores.add(score(Form::Campaign, points));
    }
    scores.add(score(Form::Endless, 50));
    let of = |scores: &HighScores, mode| scores.of_mode(mode).map(|(_, score)| score.points).collect::<Vec<_>>();
    assert_eq!(of(&scores, Form::Campaign), [1100, 1000, 900, 800, 700, 600, 500, 400, 300, 200]);
    assert_eq!(of(&scores, Form::Endless), [50]);
    scores.add(score(Form::Campaign, 150));
    assert_eq!(scores.latest, None, "too few points");
    let again = HighScores::of(file);
    assert_eq!(of(&again, Form::Campaign), of(&scores, Form::Campaign));
}

#[test]
fn programs_fight_in_every_match_of_side_against_side() {
    for mode in [Form::LastTank, Form::TwoBases, Form::CaptureFlag, Form::FreeForAll] {
        let mut seats = [0, 1, 0, 1].map(|side| SeatPlan { kind: PROGRAM, side, size: 2 });
        seats[3].size = 1;
        let setup = TanksSetup {
            mode,
            seats,
            crowd: 2,
            lives: 2,
            stage: StageChoice::Random { width: 26, height: 26 },
            ..TanksSetup::default()
        };
        let mut desk = Desk::new(setup);
        desk.begin(1);
        assert_eq!(desk.battle().world().setup().seats.len(), 6, "{mode:?}");
        desk.run(240);
        assert!(desk.battle().world().seats().iter().any(|seat| seat.score.shots > 0), "{mode:?}");
    }
}

#[test]
fn a_rematch_begins_a_new_table_and_leaving_leaves_nothing_behind() {
    let mut desk = Desk::new(setup([PERSON, PROGRAM, SeatKind::Off, SeatKind::Off], 20));
    desk.begin(2);
    desk.run(120);
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    desk.app.update();
    assert_eq!(desk.battle().world().tick(), 0);
    assert!(matches!(desk.get::<Phase>(), Phase::Intro { .. }));
    assert_eq!(*desk.app.world().resource::<State<Mode>>().get(), Mode::TANKS);
    let leave = |desk: &mut Desk| {
        desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
        desk.run(2);
    };
    leave(&mut desk);
    let world = desk.app.world_mut();
    assert_eq!(world.query_filtered::<(), Or<(With<Seat>, With<Battle>, With<Record>)>>().iter(world).count(), 0);
    let all = desk.living();
    for _ in 0..3 {
        desk.enter();
        desk.run(90);
        leave(&mut desk);
    }
    assert_eq!(desk.living(), all, "and it does not grow");
}

#[test]
fn bricks_that_are_shot_away_stay_away_in_a_replay() {
    let mut stage = stage(20);
    for x in 0..26 {
        stage.ground[Cell::new(x, 18)] = gridmarch::games::tanks::field::Ground::Brick;
    }
    let mut setup = alone();
    setup.stage = StageChoice::Own(Arc::new(stage));
    let mut desk = Desk::new(setup);
    desk.begin(1);
    desk.press(KeyCode::ArrowUp);
    desk.press(KeyCode::ShiftRight);
    desk.run(240);
    let battle = desk.battle();
    assert!(battle.world().field().version() > 0, "something was shot away");
    let replay = desk.get::<Record>().replay().clone();
    let mut playback = gridmarch::games::tanks::replay::Playback::new(replay.clone()).expect("a replay");
    playback.seek(replay.len());
    assert_eq!(playback.world().field().print(), battle.world().field().print());
    assert_eq!(playback.differs_at(), None);
}
