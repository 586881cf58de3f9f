//! Matches of Links through the real input plugin, without a window on a screen.

use crate::desk::keyboard;
use bevy::prelude::*;
use gridmarch::games::links::player::PlayerKind;
use gridmarch::games::links::plugin::{
    Advice, Board, Control, Issued, LinksControl, LinksOrder, LinksSetup, Phase, Refused, Report, SeatKind, Start,
    TICK_HZ, Tempo,
};
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::setup::Setup;
use gridmarch::games::links::simulation::Recording;
use gridmarch::games::links::step::Step;
use gridmarch::shell::recording::RecordTo;
use gridmarch::shell::states::{Mode, Screen};

struct Desk {
    app: App,
}

const PERSON: SeatKind = SeatKind::Human;
const ENGINE: SeatKind = SeatKind::Computer(PlayerKind::engine(5));

/// A small board.
fn setup(seats: [SeatKind; 2]) -> LinksSetup {
    let game = Setup { rules: Rules { size: 6, ..Rules::default() }, ..Setup::default() };
    LinksSetup { seats, game, tempo: Tempo::Instant, ..LinksSetup::default() }
}

impl Desk {
    fn new(setup: LinksSetup) -> Self {
        Self::recording(setup, RecordTo::Nowhere)
    }

    fn recording(setup: LinksSetup, record: RecordTo) -> Self {
        let mut app = keyboard(TICK_HZ, |app| {
            app.insert_resource(record);
        });
        // The title screen, which is entered first, forgets recordings.
        app.insert_resource(setup);
        let mut desk = Self { app };
        desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        desk.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::LINKS);
        desk.update(2);
        desk
    }

    fn update(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.app.update());
    }

    fn get<T: Component + Clone>(&mut self) -> T {
        let world = self.app.world_mut();
        world.query::<&T>().single(world).expect("one table").clone()
    }

    fn steps(&mut self) -> String {
        let words: Vec<String> = self.get::<Board>().steps().iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    /// Gives steps of the side to move.
    fn play(&mut self, words: &str) {
        for word in words.split(' ') {
            let step: Step = word.parse().expect("a step");
            let seat = self.get::<Board>().seat();
            self.app.world_mut().write_message(Issued { seat, order: LinksOrder::Act(step) });
            self.update(2);
        }
    }

    fn control<M: Message>(&mut self, control: M) {
        self.app.world_mut().write_message(control);
        self.update(2);
    }

    fn refusals(&mut self) -> Vec<String> {
        let messages: Vec<Refused> = self.app.world_mut().resource_mut::<Messages<Refused>>().drain().collect();
        messages.iter().map(|refused| refused.refusal.to_string()).collect()
    }
}

const WON: &str = "c1 a3 d3 b5 c5 e2 e6";

#[test]
fn two_persons_play_to_the_end_which_is_reported_with_its_chain() {
    let mut desk = Desk::new(setup([PERSON, PERSON]));
    desk.play("c1 c1");
    assert_eq!(desk.refusals(), ["c1 lies on a border line of the other side"]);
    desk.play("a3 a3");
    assert_eq!(desk.refusals(), ["a3 lies on a border line of the other side"]);
    desk.play("d3 b5 c5 e2 e6");
    desk.update(5);
    assert_eq!((desk.steps().as_str(), desk.get::<Phase>()), (WON, Phase::Over));
    let report = desk.get::<Report>();
    assert_eq!((report.winner(), report.pegs, report.links), (Some(0), [4, 3], [3, 1]));
    let chain: Vec<String> = report.chain.iter().map(ToString::to_string).collect();
    assert_eq!(chain, ["c1", "d3", "c5", "e6"].map(String::from));
}

#[test]
fn moves_are_taken_back_and_made_again_also_after_the_end() {
    let mut desk = Desk::new(setup([PERSON, PERSON]));
    desk.play(WON);
    desk.update(5);
    desk.control(LinksControl::TakeBack);
    assert_eq!((desk.steps().as_str(), desk.get::<Phase>()), ("c1 a3 d3 b5 c5 e2", Phase::Playing));
    desk.control(LinksControl::TakeBack);
    desk.control(LinksControl::TakeBack);
    assert_eq!(desk.steps(), "c1 a3 d3 b5");
    desk.control(LinksControl::Redo);
    assert_eq!(desk.steps(), "c1 a3 d3 b5 c5");
    desk.play("b3");
    desk.control(LinksControl::Redo);
    assert_eq!(desk.steps(), "c1 a3 d3 b5 c5 b3", "another move forgets what was taken back");
    for _ in 0..9 {
        desk.control(LinksControl::TakeBack);
    }
    assert_eq!(desk.steps(), "");
    for _ in 0..9 {
        desk.control(LinksControl::Redo);
    }
    assert_eq!(desk.steps(), "c1 a3 d3 b5 c5 b3");
}

#[test]
fn against_a_program_its_answer_goes_with_the_move() {
    let mut desk = Desk::new(setup([PERSON, ENGINE]));
    desk.play("c3");
    for _ in 0..50 {
        desk.update(1);
    }
    let answered = desk.steps();
    assert_eq!(answered.split(' ').count(), 2, "{answered}");
    desk.control(LinksControl::TakeBack);
    assert_eq!(desk.steps(), "");
    desk.control(LinksControl::Redo);
    assert_eq!(desk.steps(), answered);
    let mut watching = Desk::new(setup([ENGINE, ENGINE]));
    watching.update(20);
    let played = watching.steps();
    watching.control(LinksControl::TakeBack);
    assert!(watching.steps().starts_with(&played), "nobody takes back what programs play");
}

#[test]
fn a_hint_comes_and_goes_with_the_next_move() {
    let mut desk = Desk::new(setup([PERSON, PERSON]));
    desk.play("c1 a3 d3 b5 c5 e2");
    desk.control(Control::Hint);
    desk.update(3);
    let hint = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        let advice = world.query::<&Advice>().single(world).expect("one table");
        advice.hint().and_then(|hint| hint.thought.best).map(|step| step.to_string())
    };
    let best = hint(&mut desk).expect("a hint");
    assert!(["b6", "e6"].contains(&best.as_str()), "it wins at once: {best}");
    desk.play("b2");
    desk.update(2);
    assert_eq!(hint(&mut desk), None);
}

#[test]
fn a_match_is_recorded_and_can_be_watched_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.links");
    let mut desk = Desk::recording(setup([PERSON, PERSON]), RecordTo::File(file.clone()));
    desk.play("c1 offer a3 d3 b5");
    desk.update(3);
    let recording = Recording::load(&file).expect("it is read");
    assert!(recording.is_open());
    let start = Start::Continue(Box::new(recording));
    let mut again = Desk::new(LinksSetup { start, ..setup([PERSON, PERSON]) });
    assert_eq!(again.steps(), "c1 offer a3 d3 b5");
    again.play("c5 e2 resign");
    again.update(5);
    assert_eq!(again.get::<Report>().winner(), Some(1));
    again.control(Control::Watch);
    again.control(Control::Play(false));
    again.control(Control::Seek(3));
    assert_eq!(again.steps(), "c1 offer a3");
    again.control(Control::Seek(100));
    assert_eq!(again.steps(), "c1 offer a3 d3 b5 c5 e2 resign");
}
