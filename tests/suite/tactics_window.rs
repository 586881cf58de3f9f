//! Battles of Tactics through the real input plugin, without a window on a screen.

use crate::desk::keyboard;
use bevy::prelude::*;
use gridmarch::client::input::bindings::Press;
use gridmarch::games::tactics::client::input::{Intent, TacticsAction};
use gridmarch::games::tactics::file::TacticsLevel;
use gridmarch::games::tactics::player::PlayerKind;
use gridmarch::games::tactics::plugin::{
    Advice, AiPlayer, Control, Fight, Issued, Pace, Phase, Record, Refused, Replay, Report, SaveMatch, Saved, Saves,
    Seat, SeatKind, Start, TICK_HZ, TacticsOrder, TacticsSetup, Tempo,
};
use gridmarch::games::tactics::rules::Mode as Rule;
use gridmarch::games::tactics::setup::Setup;
use gridmarch::games::tactics::simulation::Recording;
use gridmarch::games::tactics::{Rules, Side, Square};
use gridmarch::shell::recording::{NotRecorded, RecordTo};
use gridmarch::shell::states::{Mode, Paused, Screen};
use gridmarch::table::thinking::ThinkPolicy;
use leafwing_input_manager::prelude::*;

struct Desk {
    app: App,
}

const PERSON: SeatKind = SeatKind::Human;
const ENGINE: SeatKind = SeatKind::Computer(PlayerKind::engine(3));

/// Two soldiers a side on the source's board, of whom nobody rests in the first turn.
fn setup(seats: [SeatKind; 2], rules: Rules) -> TacticsSetup {
    TacticsSetup {
        seats,
        game: Setup::soldiers(TacticsLevel::built_in(), Rules { rests: 0, ..rules }, [2, 2]),
        start: Start::New,
        tempo: Tempo::Instant,
        ..TacticsSetup::default()
    }
}

fn at(name: &str) -> Square {
    name.parse().expect("a square")
}

impl Desk {
    fn new(setup: TacticsSetup) -> Self {
        Self::recording(setup, RecordTo::Nowhere)
    }

    fn recording(setup: TacticsSetup, record: RecordTo) -> Self {
        let app = keyboard(TICK_HZ, |app| {
            app.insert_resource(record).insert_resource(setup);
        });
        let mut desk = Self { app };
        desk.enter();
        desk
    }

    fn enter(&mut self) {
        self.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        self.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::TACTICS);
        self.app.update();
        self.app.update();
    }

    fn leave(&mut self) {
        self.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Title);
        self.app.update();
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

    fn tap(&mut self, key: KeyCode) {
        key.press(self.app.world_mut());
        self.app.update();
        key.release(self.app.world_mut());
        self.app.update();
    }

    /// Gives an order of the side to move.
    fn order(&mut self, order: TacticsOrder) {
        let seat = self.get::<Fight>().seat();
        self.app.world_mut().write_message(Issued { seat, order });
        self.app.update();
        self.app.update();
    }

    fn control(&mut self, control: Control) {
        self.app.world_mut().write_message(control);
        self.app.update();
        self.app.update();
    }

    fn press(&mut self, action: TacticsAction) {
        self.app.world_mut().write_message(Press(action));
        self.app.update();
        self.app.update();
    }

    /// Puts the cursor there and clicks.
    fn click(&mut self, square: &str) {
        self.app.world_mut().resource_mut::<Intent>().cursor = Some(at(square));
        self.app.update();
        self.press(TacticsAction::Click);
    }

    fn actions(&mut self) -> String {
        let words: Vec<String> = self.get::<Fight>().battle().steps().iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    fn intent(&self) -> &Intent {
        self.app.world().resource::<Intent>()
    }

    fn living(&mut self) -> usize {
        let world = self.app.world_mut();
        world.query_filtered::<Entity, Without<bevy::ecs::resource::IsResource>>().iter(world).count()
    }

    fn refusals(&mut self) -> Vec<String> {
        let messages: Vec<Refused> = self.app.world_mut().resource_mut::<Messages<Refused>>().drain().collect();
        messages.iter().map(|refused| refused.refusal.to_string()).collect()
    }
}

#[test]
fn a_click_selects_and_a_click_on_a_green_square_acts() {
    let mut desk = Desk::new(setup([PERSON, PERSON], Rules::default()));
    desk.click("b3");
    assert_eq!(desk.intent().selected, Some(at("b3")));
    desk.click("e5");
    assert_eq!((desk.intent().selected, desk.actions()), (None, String::new()), "an illegal square lets go");
    desk.click("b3");
    desk.click("c3");
    assert_eq!((desk.actions().as_str(), desk.intent().selected), ("b3-c3", None));
    desk.click("c3");
    assert_eq!(desk.intent().selected, None, "it has acted");
    // The other side's characters cannot be selected, and not ordered either.
    desk.click("i3");
    assert_eq!(desk.intent().selected, None);
    desk.order(TacticsOrder::Act("i3-h3".parse().expect("an action")));
    assert_eq!(desk.refusals(), ["i3-h3 is not legal now"]);
    assert_eq!(desk.actions(), "b3-c3");
}

#[test]
fn a_press_that_ends_in_the_frame_in_which_it_began_counts() {
    let mut desk = Desk::new(setup([PERSON, PERSON], Rules::default()));
    desk.app.world_mut().resource_mut::<Intent>().cursor = Some(at("b3"));
    desk.app.update();
    for selected in [Some(at("b3")), None] {
        MouseButton::Left.press(desk.app.world_mut());
        MouseButton::Left.release(desk.app.world_mut());
        desk.app.update();
        assert_eq!(desk.intent().selected, selected);
        desk.app.update();
    }
    KeyCode::Tab.press(desk.app.world_mut());
    KeyCode::Tab.release(desk.app.world_mut());
    desk.app.update();
    assert_eq!(desk.intent().selected, Some(at("b3")));
}

#[test]
fn the_keyboard_alone_plays_a_turn_takes_it_back_and_ends_it() {
    let mut desk = Desk::new(setup([PERSON, PERSON], Rules::default()));
    desk.tap(KeyCode::Tab);
    assert_eq!(desk.intent().selected, Some(at("b3")));
    // The cursor starts in the middle of the board.
    desk.tap(KeyCode::ArrowLeft);
    assert_eq!(desk.intent().cursor, Some(at("f4")));
    for _ in 0..3 {
        desk.tap(KeyCode::ArrowLeft);
    }
    desk.tap(KeyCode::ArrowUp);
    desk.tap(KeyCode::Enter);
    assert_eq!(desk.actions(), "b3-c3");
    desk.tap(KeyCode::KeyE);
    assert_eq!(desk.refusals(), ["b5 has to act before the turn can end"]);
    desk.tap(KeyCode::Tab);
    assert_eq!(desk.intent().selected, Some(at("b5")));
    desk.tap(KeyCode::ArrowDown);
    desk.tap(KeyCode::ArrowDown);
    desk.tap(KeyCode::Enter);
    assert_eq!(desk.actions(), "b3-c3 b5-c5");
    assert_eq!(desk.get::<Fight>().battle().side(), Side::A, "it waits to be ended");
    desk.tap(KeyCode::KeyU);
    assert_eq!(desk.actions(), "b3-c3");
    KeyCode::ShiftLeft.press(desk.app.world_mut());
    desk.tap(KeyCode::KeyU);
    KeyCode::ShiftLeft.release(desk.app.world_mut());
    assert_eq!(desk.actions(), "");
    desk.order(TacticsOrder::Act("b3-c3".parse().expect("an action")));
    desk.order(TacticsOrder::Act("b5-c5".parse().expect("an action")));
    desk.tap(KeyCode::KeyE);
    assert_eq!(desk.get::<Fight>().battle().side(), Side::B);
    desk.tap(KeyCode::KeyU);
    assert_eq!(desk.refusals(), ["nothing of this turn can be taken back"]);
}

#[test]
fn under_the_classic_rules_every_action_is_confirmed_and_can_be_cancelled_before() {
    let mut desk = Desk::new(setup([PERSON, PERSON], Rules::of(Rule::Classic)));
    desk.click("b3");
    desk.click("c3");
    assert_eq!(desk.intent().planned.map(|action| action.to_string()).as_deref(), Some("b3-c3"));
    assert_eq!(desk.actions(), "");
    desk.tap(KeyCode::KeyX);
    assert_eq!((desk.intent().planned, desk.intent().selected), (None, Some(at("b3"))));
    desk.click("c3");
    desk.click("b2");
    assert_eq!(desk.intent().planned.map(|action| action.to_string()).as_deref(), Some("b3-b2"), "another plan");
    desk.click("b2");
    assert_eq!(desk.actions(), "b3-b2");
    desk.tap(KeyCode::KeyU);
    assert_eq!(desk.actions(), "b3-b2");
    desk.order(TacticsOrder::Act("b5-c5".parse().expect("an action")));
    assert_eq!(desk.get::<Fight>().battle().side(), Side::B, "the turn ends by itself");
}

#[test]
fn aims_narrow_what_a_click_means() {
    let mut battle = Setup::soldiers(TacticsLevel::built_in(), Rules::default(), [1, 1]);
    battle.level.starts = [vec![at("d4")], vec![at("e4")]];
    let mut desk = Desk::new(TacticsSetup { game: battle, ..setup([PERSON, PERSON], Rules::default()) });
    desk.tap(KeyCode::KeyM);
    assert_eq!(desk.intent().selected, Some(at("d4")), "the next one that can act");
    desk.click("e4");
    assert_eq!(desk.actions(), "", "no attack while only moves are meant");
    desk.tap(KeyCode::KeyA);
    desk.click("d3");
    assert_eq!(desk.actions(), "");
    desk.tap(KeyCode::KeyA);
    desk.click("e4");
    assert_eq!(desk.actions(), "d4xe4");
}

#[test]
fn a_person_plays_against_the_engine_which_answers_by_itself() {
    let mut desk = Desk::new(setup([PERSON, ENGINE], Rules::default()));
    for action in ["b3-c3", "b5-c5"] {
        desk.order(TacticsOrder::Act(action.parse().expect("an action")));
    }
    desk.order(TacticsOrder::EndTurn);
    desk.run_until(200, |desk| desk.get::<Fight>().battle().steps().len() == 4);
    let fight = desk.get::<Fight>();
    assert_eq!((fight.battle().side(), fight.round(), fight.effects().len()), (Side::A, 2, 4));
    let record: Record = desk.get();
    assert_eq!((record.times[0].len(), record.times[1].len()), (1, 1));
    // It tells why, with a line that begins with what it has done.
    let world = desk.app.world_mut();
    let mind = world.query::<&AiPlayer>().single(world).expect("one program");
    let reason = mind.thought().expect("a reason");
    assert_eq!((reason.side, reason.line[..2].to_vec()), (Side::B, fight.battle().steps()[2..].to_vec()));
    // Orders for the program's side are not taken.
    desk.order(TacticsOrder::Act("c3-d3".parse().expect("an action")));
    desk.order(TacticsOrder::Act("c5-d5".parse().expect("an action")));
    desk.app.world_mut().resource_mut::<TacticsSetup>().tempo = Tempo::Calm;
    desk.control(Control::Tempo(Tempo::Calm));
    assert_eq!(desk.get::<Pace>().tempo, Tempo::Calm);
}

#[test]
fn a_hint_is_the_best_play_and_goes_when_something_is_done() {
    let mut battle = Setup::soldiers(TacticsLevel::built_in(), Rules::of(Rule::Classic), [1, 1]);
    battle.level.starts = [vec![at("d4")], vec![at("e4")]];
    battle.squads[1][0].hp = 1;
    let mut desk = Desk::new(TacticsSetup { game: battle, ..setup([PERSON, PERSON], Rules::default()) });
    desk.tap(KeyCode::KeyH);
    let world = desk.app.world_mut();
    let advice = world.query::<&Advice>().single(world).expect("one table");
    let hint = advice.hint().expect("a hint");
    assert_eq!((hint.line[0].to_string().as_str(), hint.sentence("Blue").as_str()), ("d4xe4", "This wins at once."));
    desk.order(TacticsOrder::Act("d4-d5".parse().expect("an action")));
    let world = desk.app.world_mut();
    assert!(world.query::<&Advice>().single(world).expect("one table").hint().is_none());
}

#[test]
fn a_battle_of_two_engines_ends_with_a_report_and_a_replay_that_shows_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tactics");
    let setup = setup([ENGINE, ENGINE], Rules { points: 3, ..Rules::default() });
    let mut desk = Desk::recording(setup.clone(), RecordTo::File(file.clone()));
    desk.run_until(20_000, |desk| desk.get::<Phase>() == Phase::Over);
    let (report, last): (Report, Fight) = (desk.get(), desk.get());
    assert_eq!(report.end, last.position().end());
    assert_eq!(report.rounds, last.position().turns().div_ceil(2));
    assert_eq!(report.rounds, last.round(), "the bar above the board says the same");
    let turns = report.tallies.map(|tally| tally.turns);
    assert_eq!(u32::from(last.position().turns()), turns.iter().sum::<u32>());
    let [a, b] = report.tallies;
    assert_eq!((a.dealt, b.dealt), (b.taken, a.taken));
    let recording = Recording::load(&file).expect("a replay");
    assert!(!recording.is_open());
    assert_eq!(recording.sides(), &["engine:3".to_string(), "engine:3".to_string()]);
    assert_eq!(recording.replay().expect("it plays").position().key(), last.position().key());

    // Watching from the result, while time stands.
    desk.control(Control::Watch);
    desk.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(true));
    desk.app.update();
    let all = desk.get::<Replay>().steps().len();
    for (key, expected) in [
        (KeyCode::End, all),
        (KeyCode::ArrowLeft, all - 1),
        (KeyCode::Home, 0),
        (KeyCode::ArrowRight, 1),
        (KeyCode::ArrowDown, 2),
        (KeyCode::ArrowDown, 4),
        (KeyCode::ArrowUp, 2),
        (KeyCode::End, all),
    ] {
        desk.tap(key);
        desk.app.update();
        assert_eq!(desk.get::<Phase>(), Phase::Watching { at: expected, playing: false }, "{key:?}");
        assert_eq!(desk.get::<Fight>().effects().len(), expected);
    }
    assert_eq!(desk.get::<Fight>().position().key(), last.position().key());
    desk.control(Control::StopWatching);
    assert_eq!((desk.get::<Phase>(), desk.get::<Report>()), (Phase::Over, report.clone()));

    // The same from the file: it goes on by itself to the end, and nothing is recorded over it.
    let text = std::fs::read_to_string(&file).expect("a replay");
    desk.app.insert_resource(TacticsSetup { start: Start::Watch(Box::new(recording)), ..setup });
    desk.app.world_mut().resource_mut::<NextState<Paused>>().set(Paused(false));
    desk.enter();
    assert!(matches!(desk.get::<Phase>(), Phase::Watching { at: 0..=2, playing: true }));
    desk.run_until(3000, |desk| desk.get::<Phase>() == Phase::Watching { at: all, playing: false });
    assert_eq!(std::fs::read_to_string(&file).expect("still there"), text);
    desk.control(Control::StopWatching);
    assert_eq!(desk.get::<Report>().end, report.end);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_a_battle_is_played_on_and_its_player_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tactics");
    // Writing there fails as on a full disk.
    std::os::unix::fs::symlink("/dev/full", &file).expect("a link");
    let random = SeatKind::Computer(PlayerKind::Random);
    let setup = setup([random, random], Rules { points: 3, ..Rules::default() });
    let mut desk = Desk::recording(setup, RecordTo::File(file.clone()));
    desk.app.world_mut().write_message(SaveMatch(file));
    let (mut told, mut saved) = (Vec::new(), Vec::new());
    desk.run_until(20_000, |desk| {
        told.extend(desk.app.world_mut().resource_mut::<Messages<NotRecorded>>().drain());
        saved.extend(desk.app.world_mut().resource_mut::<Messages<Saved>>().drain());
        desk.get::<Phase>() == Phase::Over
    });
    let [NotRecorded(sentence)] = told.as_slice() else { panic!("{told:?}") };
    assert!(sentence.starts_with("The match is not recorded: ") && sentence.contains("space"), "{sentence}");
    assert!(matches!(saved.as_slice(), [Saved(Err(problem))] if problem.contains("space")), "{saved:?}");
}

#[test]
fn an_old_recording_stays_where_the_new_one_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.tactics");
    std::fs::write(&file, "an earlier battle").expect("written");
    // Where a file is written whole, this is the name that it has before.
    let temporary = folder.path().join(format!(".match.tactics.{}.tmp", std::process::id()));
    std::fs::create_dir(&temporary).expect("made");
    let random = SeatKind::Computer(PlayerKind::Random);
    let mut desk = Desk::recording(setup([random, random], Rules::default()), RecordTo::File(file.clone()));
    let mut told = Vec::new();
    desk.run_until(2_000, |desk| {
        told.extend(desk.app.world_mut().resource_mut::<Messages<NotRecorded>>().drain());
        desk.get::<Fight>().position().turns() > 6
    });
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].0.starts_with("The match is not recorded: "), "{told:?}");
    assert_eq!(std::fs::read_to_string(&file).expect("there"), "an earlier battle");
}

#[test]
fn the_same_seed_plays_the_same_battle() {
    let play = || {
        let mut desk = Desk::new(setup([ENGINE, ENGINE], Rules { points: 2, ..Rules::default() }));
        desk.run_until(20_000, |desk| desk.get::<Phase>() == Phase::Over);
        desk.actions()
    };
    assert_eq!(play(), play());
}

#[test]
fn programs_that_think_in_the_background_act_too_and_stop_when_the_match_is_left() {
    let mut desk = Desk::new(setup([ENGINE, ENGINE], Rules::default()));
    desk.app.insert_resource(ThinkPolicy::Background);
    // However slow the machine is: no tick waits.
    for _ in 0..2_000_000 {
        desk.app.update();
        if desk.get::<Fight>().battle().steps().len() >= 6 {
            break;
        }
        std::thread::yield_now();
    }
    assert!(desk.get::<Fight>().battle().steps().len() >= 6);
    desk.leave();
    let world = desk.app.world_mut();
    assert_eq!(world.query_filtered::<(), Or<(With<Seat>, With<AiPlayer>, With<Fight>)>>().iter(world).count(), 0);
}

#[test]
fn a_saved_battle_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let setup = setup([PERSON, ENGINE], Rules::default());
    let mut desk = Desk::new(setup.clone());
    desk.app.insert_resource(Saves::to(folder.path().into()));
    desk.order(TacticsOrder::Act("b3-c3".parse().expect("an action")));
    desk.app.world_mut().write_message(Control::Save);
    desk.app.update();
    let saved: Vec<Saved> = desk.app.world_mut().resource_mut::<Messages<Saved>>().drain().collect();
    let Some(Saved(Ok(path))) = saved.first() else { panic!("it is saved: {saved:?}") };
    let recording = Recording::load(path).expect("a save");
    assert!(recording.is_open());
    let key = desk.get::<Fight>().position().key();
    desk.leave();
    let mut again = TacticsSetup { start: Start::Continue(Box::new(recording.clone())), ..TacticsSetup::default() };
    again.seats = [ENGINE, PERSON];
    again.seat(&recording);
    assert_eq!(again.seats, setup.seats);
    desk.app.insert_resource(again);
    desk.enter();
    assert_eq!((desk.get::<Fight>().position().key(), desk.actions().as_str()), (key, "b3-c3"));
    desk.tap(KeyCode::KeyU);
    assert_eq!(desk.actions(), "", "also what was done before can be taken back");
}

#[test]
fn leaving_a_match_leaves_nothing_behind_and_the_other_games_stay_away() {
    let mut desk = Desk::new(setup([PERSON, ENGINE], Rules::default()));
    let world = desk.app.world_mut();
    assert_eq!(world.query::<&Seat>().iter(world).count(), 2);
    assert_eq!(world.query::<&gridmarch::games::rts::sim::board::Board>().iter(world).count(), 0);
    desk.leave();
    let all = desk.living();
    for _ in 0..3 {
        desk.enter();
        desk.leave();
    }
    assert_eq!(desk.living(), all, "and it does not grow");
}

#[test]
fn pausing_stops_the_programs_and_a_click_of_the_person_to_move_goes_on() {
    let mut desk = Desk::new(setup([ENGINE, PERSON], Rules::default()));
    desk.run_until(200, |desk| desk.get::<Fight>().battle().side() == Side::B);
    desk.tap(KeyCode::Space);
    assert!(desk.app.world().resource::<State<Paused>>().get().0);
    desk.tap(KeyCode::Tab);
    assert_eq!(desk.intent().selected, None, "keys wait");
    desk.click("i3");
    assert!(!desk.app.world().resource::<State<Paused>>().get().0);
    assert_eq!(desk.intent().selected, Some(at("i3")));
}

#[test]
fn a_rematch_begins_a_new_battle_of_the_same_game() {
    let mut desk = Desk::new(setup([PERSON, PERSON], Rules::default()));
    desk.order(TacticsOrder::Act("b3-c3".parse().expect("an action")));
    desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
    desk.app.update();
    assert_eq!(desk.actions(), "");
    assert_eq!(*desk.app.world().resource::<State<Mode>>().get(), Mode::TACTICS);
}
