//! The screens around a match of Tanks, through the real plugins of the interface, without a window on a screen.

use crate::desk::Desk;
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::client::kit::clipboard::Clipboard;
use gridmarch::client::kit::frames::DialogButton;
use gridmarch::client::kit::setup::StartMatch;
use gridmarch::client::screens::options::OptionButton;
use gridmarch::client::screens::title::TitleChoice;
use gridmarch::games::tanks::client::ui::choices::TanksButton;
use gridmarch::games::tanks::client::ui::editor::{Editing, EditorButton, OwnStages};
use gridmarch::games::tanks::client::ui::options::ShakeButton;
use gridmarch::games::tanks::client::view::shake::TanksPicture;
use gridmarch::games::tanks::editor::Tool;
use gridmarch::games::tanks::field::Ground;
use gridmarch::games::tanks::plugin::{Battle, Control, Phase, SeatKind, SeatPlan, StageChoice, Stages, TanksSetup};
use gridmarch::games::tanks::setup::{Level, Mode as Form};
use gridmarch::games::tanks::stage::{Group, Kind, Stage, Wave};
use gridmarch::shell::keys::Keys;
use gridmarch::shell::states::{Mode, Screen};
use leafwing_input_manager::prelude::*;
use std::sync::Arc;

const PROGRAM: SeatKind = SeatKind::Bot(Level::Expert);

/// A campaign that four programs win soon.
fn easy(stage: StageChoice) -> TanksSetup {
    TanksSetup { seats: [PROGRAM; 4].map(|kind| SeatPlan { kind, side: 0, size: 2 }), stage, ..TanksSetup::default() }
}

fn small() -> Stage {
    let mut stage = Stage::blank(26, 26);
    stage.waves = vec![Wave { groups: vec![Group::of(Kind::Rover, 1)] }];
    stage
}

impl Desk {
    fn drive(setup: TanksSetup) -> Self {
        let mut desk = Self::at(Screen::Title);
        desk.app.insert_resource(setup);
        desk.app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Match);
        desk.app.world_mut().resource_mut::<NextState<Mode>>().set(Mode::TANKS);
        desk.settle();
        desk
    }

    fn tanks_phase(&mut self) -> Phase {
        let world = self.app.world_mut();
        *world.query::<&Phase>().single(world).expect("a table")
    }

    fn drive_until(&mut self, mut done: impl FnMut(&mut Self) -> bool) {
        for _ in 0..60_000 {
            if done(self) {
                self.settle();
                return;
            }
            self.app.update();
        }
        panic!("it does not come: {:?}", self.tanks_phase());
    }
}

#[test]
fn the_set_up_says_what_is_missing_and_starts_what_can_be_played() {
    let mut desk = Desk::at(Screen::TANKS_SETUP);
    assert!(desk.is_checked(&TanksButton::Mode(Form::Campaign)));
    assert!(desk.is_checked(&TanksButton::Player(0, SeatKind::Human(Keys::Pad))));
    assert!(!desk.works(&TanksButton::Side(0, 1)), "all work together");
    desk.press(TanksButton::Mode(Form::TwoBases));
    desk.reads("nobody to play against");
    assert!(!desk.works(&StartMatch));
    desk.press(TanksButton::Player(1, SeatKind::Bot(Level::Normal)));
    desk.press(TanksButton::Random(26, 26));
    assert!(desk.works(&StartMatch), "{}", desk.written());
    desk.press(StartMatch);
    assert_eq!(desk.screen(), Screen::Match);
    desk.reads("Two bases");
}

#[test]
fn two_people_get_keys_of_their_own_and_can_change_them() {
    let mut desk = Desk::at(Screen::TANKS_SETUP);
    desk.press(TanksButton::Player(1, SeatKind::Human(Keys::Pad)));
    let kinds = |desk: &Desk| desk.app.world().resource::<TanksSetup>().seats.map(|seat| seat.kind);
    assert_eq!(kinds(&desk)[..2], [SeatKind::Human(Keys::Arrows), SeatKind::Human(Keys::Wasd)]);
    desk.press(TanksButton::Keys(1, Keys::Arrows));
    assert_eq!(kinds(&desk)[..2], [SeatKind::Human(Keys::Wasd), SeatKind::Human(Keys::Arrows)]);
}

#[test]
fn a_stage_that_is_won_leads_to_the_next_with_what_was_kept() {
    let stages = Stages::default();
    assert!(stages.len() >= 40, "{} stages", stages.len());
    let mut desk = Desk::drive(easy(StageChoice::Own(Arc::new(small()))));
    desk.reads("Stage 1");
    desk.drive_until(|desk| desk.tanks_phase() == Phase::Over);
    desk.reads("The stage is yours");
    assert!(!desk.is_there(&DialogButton("Next stage")), "an own stage has no next one");
    // The same as a stage of the campaign.
    desk.app.world_mut().resource_mut::<TanksSetup>().stage = StageChoice::Campaign;
    desk.tap_menu();
    desk.tap_menu();
    desk.press(DialogButton("Next stage"));
    assert_eq!(desk.screen(), Screen::Match);
    desk.reads("Stage 2");
    let world = desk.app.world_mut();
    let battle = world.query::<&Battle>().single(world).expect("a match");
    assert!(battle.world().seats().iter().map(|seat| seat.score.points).sum::<u32>() > 0);
}

impl Desk {
    /// The menu comes or goes.
    fn tap_menu(&mut self) {
        KeyCode::Escape.press(self.app.world_mut());
        self.app.update();
        KeyCode::Escape.release(self.app.world_mut());
        self.settle();
    }
}

#[test]
fn the_result_leads_to_a_replay_and_to_a_rematch() {
    let mut desk = Desk::drive(easy(StageChoice::Own(Arc::new(small()))));
    desk.drive_until(|desk| desk.tanks_phase() == Phase::Over);
    desk.press(DialogButton("Watch the replay"));
    assert!(matches!(desk.tanks_phase(), Phase::Watching { .. }));
    desk.reads("Home End");
    desk.app.world_mut().write_message(Control::StopWatching);
    desk.settle();
    assert_eq!(desk.tanks_phase(), Phase::Over);
    desk.press(DialogButton("Rematch"));
    assert!(matches!(desk.tanks_phase(), Phase::Intro { .. }));
}

#[test]
fn a_stage_is_painted_tried_at_once_and_still_there_afterwards() {
    let mut desk = Desk::at(Screen::TANKS_EDITOR);
    let before = desk.app.world().resource::<TanksSetup>().clone();
    desk.press(EditorButton::Tool(Tool::Paint(Ground::Steel)));
    assert!(desk.is_checked(&EditorButton::Tool(Tool::Paint(Ground::Steel))));
    assert!(!desk.works(&EditorButton::Undo));
    let mut editing = desk.app.world_mut().resource_mut::<Editing>();
    editing.editor.press(Cell::new(5, 5));
    editing.editor.release();
    desk.settle();
    let steel = |desk: &Desk| {
        let stage = desk.app.world().resource::<Editing>().editor.stage();
        stage.ground.values().iter().filter(|ground| **ground == Ground::Steel).count()
    };
    let painted = steel(&desk);
    assert!(painted > 0);
    desk.press(EditorButton::Undo);
    assert_eq!(steel(&desk), 0);
    desk.press(EditorButton::Redo);
    assert_eq!(steel(&desk), painted);
    desk.press(EditorButton::Foes(Kind::Rover, 1));
    desk.press(EditorButton::Test);
    assert_eq!(desk.screen(), Screen::Match);
    let world = desk.app.world_mut();
    let battle = world.query::<&Battle>().single(world).expect("a match");
    assert_eq!(battle.world().field().ground(Cell::new(5, 5)), Ground::Steel);
    desk.go(Screen::TANKS_EDITOR);
    assert_eq!(steel(&desk), painted);
    assert_eq!(*desk.app.world().resource::<TanksSetup>(), before, "what was set up before is set up again");
}

#[test]
fn a_stage_goes_out_as_a_code_and_a_file_and_comes_in_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = Desk::at(Screen::TANKS_SETUP);
    desk.app.insert_resource(OwnStages(Some(folder.path().to_path_buf())));
    desk.app.insert_resource(Clipboard::Memory(String::new()));
    desk.go(Screen::TANKS_EDITOR);
    desk.app.world_mut().resource_mut::<Editing>().editor.change(|stage| stage.ground[Cell::new(3, 9)] = Ground::Water);
    desk.press(EditorButton::Copy);
    let Clipboard::Memory(code) = desk.app.world().resource::<Clipboard>() else { panic!("a place in memory") };
    let stage = Stage::from_code(code).expect("a code");
    assert_eq!(stage.ground[Cell::new(3, 9)], Ground::Water);
    desk.press(EditorButton::Save);
    desk.reads("Saved as");
    let paths: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.path()).collect();
    assert_eq!(paths.len(), 1);
    assert_eq!(Stage::load(&paths[0]).expect("a stage"), stage);
    desk.press(EditorButton::Blank(20, 20));
    assert_eq!(desk.app.world().resource::<Editing>().editor.stage().width(), 20);
    desk.press(EditorButton::Paste);
    assert_eq!(desk.app.world().resource::<Editing>().editor.stage(), &stage);
    desk.app.insert_resource(Clipboard::Memory("nonsense".into()));
    desk.press(EditorButton::Paste);
    assert_eq!(desk.app.world().resource::<Editing>().editor.stage(), &stage, "what is no code changes nothing");
    // The set-up offers it.
    desk.go(Screen::TANKS_SETUP);
    assert!(desk.is_there(&TanksButton::Own(Arc::new(stage))));
}

#[test]
fn what_the_checker_finds_is_told_in_the_editor() {
    let mut desk = Desk::at(Screen::TANKS_EDITOR);
    desk.app.world_mut().resource_mut::<Editing>().editor.change(|stage| stage.players.clear());
    desk.settle();
    assert!(!desk.works(&EditorButton::Test));
    desk.reads("players");
}

#[test]
fn the_shaking_of_the_picture_is_switched_off_in_the_options() {
    let mut desk = Desk::at(Screen::Title);
    desk.press(TitleChoice::Options);
    desk.press(OptionButton::Page("Tanks"));
    desk.press(ShakeButton(false));
    assert!(!desk.app.world().resource::<TanksPicture>().shakes());
}
