//! The screens around a match of Tron, through the real plugins of the interface, without a window on a screen.

use crate::desk::Desk;
use bevy::prelude::*;
use gridmarch::client::kit::frames::DialogButton;
use gridmarch::client::kit::setup::StartMatch;
use gridmarch::client::kit::simulation::Bench;
use gridmarch::client::screens::options::OptionButton;
use gridmarch::client::screens::title::TitleChoice;
use gridmarch::games::tron::client::ui::choices::TronButton;
use gridmarch::games::tron::client::ui::options::PulseButton;
use gridmarch::games::tron::client::view::pulse::PictureSettings;
use gridmarch::games::tron::file::TronLevel;
use gridmarch::games::tron::player::PlayerKind;
use gridmarch::games::tron::plugin::{BoardChoice, Control, Phase, Record, SeatKind, Speed, TronSetup};
use gridmarch::shell::keys::Keys;
use gridmarch::shell::states::{Mode, Screen};
use leafwing_input_manager::prelude::*;
use std::sync::Arc;

const ENGINE: SeatKind = SeatKind::Computer(PlayerKind::Engine(3));
/// The engine as the set-up offers it.
const FIVE: SeatKind = SeatKind::Computer(PlayerKind::Engine(5));
const RANDOM: SeatKind = SeatKind::Computer(PlayerKind::Random);
const PERSON: SeatKind = SeatKind::Human(Keys::Arrows);

/// A match on an empty board of 20 × 20.
fn setup(seats: [SeatKind; 2], best_of: u32) -> TronSetup {
    TronSetup {
        seats: [seats[0], seats[1], SeatKind::Off, SeatKind::Off],
        board: BoardChoice::Random { width: 20, height: 20, obstacles: 0 },
        speed: Speed::Insane,
        best_of,
        seed: 3,
        ..TronSetup::default()
    }
}

impl Desk {
    fn ride(setup: TronSetup) -> Self {
        let mut desk = Self::at(Screen::Title);
        desk.app.insert_resource(setup);
        desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        desk.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::TRON);
        desk.settle();
        desk
    }

    fn phase(&mut self) -> Phase {
        let world = self.app.world_mut();
        *world.query::<&Phase>().single(world).expect("a table")
    }

    /// Through countdowns and pauses, until something is so.
    fn ride_until(&mut self, mut done: impl FnMut(&mut Self) -> bool) {
        for _ in 0..60_000 {
            if done(self) {
                self.settle();
                return;
            }
            self.app.world_mut().write_message(Control::Skip);
            self.app.update();
        }
        panic!("it does not come: {:?}", self.phase());
    }

    /// How many texts are just this.
    fn count(&mut self, content: &str) -> usize {
        let world = self.app.world_mut();
        world.query::<&Text>().iter(world).filter(|text| text.0 == content).count()
    }

    fn tap_key(&mut self, key: KeyCode) {
        key.press(self.app.world_mut());
        self.app.update();
        key.release(self.app.world_mut());
        self.settle();
    }
}

#[test]
fn no_button_of_the_set_up_moves_when_a_line_comes_or_goes() {
    let mut desk = Desk::at(Screen::TRON_SETUP);
    let first = desk.places::<TronButton>();
    for seat in 0..4 {
        for kind in [SeatKind::Off, SeatKind::Human(Keys::Pad), FIVE, RANDOM, SeatKind::Off] {
            desk.press(TronButton::Player(seat, kind));
            desk.stay(&first, &format!("seat {seat}, {kind:?}"));
        }
    }
    assert!(!desk.works(&StartMatch), "nobody sits there");
    desk.reads("At least two seats must be taken.");
}

#[test]
fn no_button_of_the_simulation_moves_either() {
    let mut desk = Desk::at(Screen::TRON_SERIES);
    let first = desk.places::<TronButton>();
    for kind in [SeatKind::Off, FIVE, RANDOM] {
        desk.press(TronButton::Player(2, kind));
        desk.stay(&first, &format!("{kind:?}"));
    }
    assert_eq!(desk.app.world().resource::<Bench<TronSetup>>().setup.seats[2], RANDOM);
}

#[test]
fn the_replay_opens_at_the_first_round_and_the_panel_shows_how_it_stood() {
    let mut desk = Desk::ride(setup([ENGINE, RANDOM], 3));
    desk.ride_until(|desk| desk.phase() == Phase::Over);
    desk.reads("wins the match");
    desk.press(DialogButton("Watch the replay"));
    assert!(matches!(desk.phase(), Phase::Watching { round: 0, .. }), "{:?}", desk.phase());
    desk.reads("Round 1  ·  best of 3");
    assert_eq!(desk.count("0"), 2, "nobody has won anything yet:\n{}", desk.written());
    // At the end of the first round it stands one to nothing; then comes the second.
    let steps = {
        let world = desk.app.world_mut();
        world.query::<&Record>().single(world).expect("a record").replay().rounds[0].len()
    };
    desk.ride_until(|desk| matches!(desk.phase(), Phase::Watching { round: 0, step, .. } if step == steps));
    assert_eq!((desk.count("1"), desk.count("0")), (1, 1), "{}", desk.written());
    desk.ride_until(|desk| matches!(desk.phase(), Phase::Watching { round: 1, .. }));
    desk.reads("Round 2  ·  best of 3");
    assert_eq!((desk.count("1"), desk.count("0")), (1, 1));
}

#[test]
fn an_obstacle_that_is_hit_is_called_one() {
    // Blue rides straight into the block in the middle of its row, Orange has room.
    let text = r#"(version: 1, name: "Block", rows: [
        "..........", "..........", "....1.....", "..........", "..........",
        "..........", "..........", "..........", "..........", ".........."],
        starts: [(at: (1, 2), heading: right), (at: (9, 8), heading: up)])"#;
    let level = TronLevel::parse(text, "block.ron").expect("a board");
    let board = BoardChoice::File(Arc::new(level));
    let other = SeatKind::Human(Keys::Wasd);
    let mut desk = Desk::ride(TronSetup { board, ..setup([PERSON, other], 1) });
    desk.ride_until(|desk| matches!(desk.phase(), Phase::Between { .. }));
    desk.reads("Blue hit an obstacle");
    desk.reads("hit an obstacle at step 3");
    assert!(!desk.written().contains("wall"), "{}", desk.written());
}

#[test]
fn the_thoughts_have_a_legend_that_says_whose_they_are() {
    let mut desk = Desk::ride(setup([PERSON, ENGINE], 1));
    assert!(!desk.shows("Thoughts of"));
    desk.tap_key(KeyCode::F2);
    for line in
        ["Thoughts of Orange", "Who gets there first", "Orange's rooms, in two shades", "Doorways between rooms"]
    {
        assert!(desk.shows(line), "{line}:\n{}", desk.written());
    }
    desk.ride_until(|desk| desk.shows("The way it means to ride"));
    // Of who does not think, only how it stands.
    desk.tap_key(KeyCode::Tab);
    assert!(desk.shows("How Blue stands") && !desk.shows("The way it means to ride"));
    desk.tap_key(KeyCode::F2);
    assert!(!desk.shows("How Blue stands"));
}

#[test]
fn who_does_not_like_the_blow_of_a_crash_switches_it_off() {
    let mut desk = Desk::at(Screen::Title);
    desk.press(TitleChoice::Options);
    desk.press(OptionButton::Page("Picture"));
    desk.reads("Crashes in Tron shake the picture");
    assert!(desk.is_checked(&PulseButton(true)));
    desk.press(PulseButton(false));
    assert!(!desk.app.world().resource::<PictureSettings>().camera_pulse());
    assert!(desk.is_checked(&PulseButton(false)) && !desk.is_checked(&PulseButton(true)));
}

#[test]
fn the_words_are_those_of_players() {
    let mut desk = Desk::at(Screen::TRON_SETUP);
    desk.reads("Or one of");
    let written = desk.written();
    for word in ["Made", "source", "Source"] {
        assert!(!written.lines().any(|line| line == word), "{word}:\n{written}");
    }
}
