//! ESC leaves what has been begun before it opens the menu.

use super::*;
use gridmarch::client::screens::pause::MenuChoice;
use gridmarch::client::stage::MenuOpen;
use gridmarch::client::stage::OptionsOpen;
use gridmarch::games::rts::client::input::skirmish::act::DemolitionQuestion;
use gridmarch::games::rts::client::input::skirmish::card::BuildPage;
use gridmarch::games::rts::client::input::skirmish::targeting::WaitingCommand;
use gridmarch::games::rts::client::input::tools::{Tool, Toolbox};
use gridmarch::games::rts::client::ui::skirmish::result::{EndSheet, Sheet};
use gridmarch::games::rts::sim::skirmish::Building;
use gridmarch::games::tactics::client::input::{Aim as Intended, Intent};
use gridmarch::games::tactics::plugin::Advice;
use leafwing_input_manager::prelude::*;

impl Desk {
    fn key(&mut self, key: KeyCode) {
        key.press(self.app.world_mut());
        self.app.update();
        key.release(self.app.world_mut());
        self.settle();
    }

    fn of<R: Resource>(&self) -> &R {
        self.app.world().resource::<R>()
    }
}

#[test]
fn escape_in_a_skirmish_leaves_the_aim_the_page_the_selection_and_then_opens_the_menu() {
    let mut desk = Desk::skirmish(0);
    let worker = desk.own(1);
    desk.select(worker.clone());
    desk.key(KeyCode::KeyB);
    assert!(desk.of::<BuildPage>().0, "the page of buildings");
    desk.key(KeyCode::Escape);
    assert!(!desk.of::<BuildPage>().0 && desk.of::<Selection>().len() == 1);
    desk.key(KeyCode::KeyM);
    assert!(desk.of::<WaitingCommand>().0.is_some());
    desk.key(KeyCode::Escape);
    assert!(desk.of::<WaitingCommand>().0.is_none() && desk.of::<Selection>().len() == 1 && !desk.of::<MenuOpen>().0);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<Selection>().is_empty() && !desk.of::<MenuOpen>().0, "deselected, and no menu");
    desk.key(KeyCode::Escape);
    assert!(desk.of::<MenuOpen>().0);
    // Options over the menu, closed one by one; what is selected below them stays so.
    desk.select(worker);
    desk.press(MenuChoice::Options);
    assert!(desk.of::<OptionsOpen>().0);
    desk.key(KeyCode::Escape);
    assert!(!desk.of::<OptionsOpen>().0 && desk.of::<MenuOpen>().0);
    desk.key(KeyCode::Escape);
    assert!(!desk.of::<MenuOpen>().0 && desk.of::<Selection>().len() == 1);
    // The score is closed, too. F10 opens the menu whatever has been begun.
    desk.key(KeyCode::F10);
    desk.press(MenuChoice::Score);
    assert_eq!(desk.of::<EndSheet>().sheet, Sheet::Score);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<EndSheet>().sheet == Sheet::Nothing && !desk.of::<MenuOpen>().0);
    assert_eq!(desk.of::<Selection>().len(), 1);
}

#[test]
fn escape_in_the_sandbox_leaves_the_box_the_tool_the_selection_and_then_opens_the_menu() {
    let mut desk = Desk::sandbox();
    let units = desk.own(3);
    desk.select(units);
    desk.key(KeyCode::KeyW);
    assert_eq!(desk.of::<Toolbox>().tool, Tool::Edit);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<Toolbox>().tool == Tool::Command && desk.of::<Selection>().len() == 3);
    // A box that is being drawn.
    desk.point(Vec2::new(300.0, 300.0));
    desk.mouse(MouseButton::Left, ButtonState::Pressed);
    desk.point(Vec2::new(500.0, 400.0));
    desk.key(KeyCode::Escape);
    desk.mouse(MouseButton::Left, ButtonState::Released);
    desk.settle();
    assert!(desk.of::<Selection>().len() == 3 && !desk.of::<MenuOpen>().0, "the box was left, and nothing else");
    desk.key(KeyCode::Escape);
    assert!(desk.of::<Selection>().is_empty() && !desk.of::<MenuOpen>().0);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<MenuOpen>().0);
    desk.key(KeyCode::Escape);
    assert!(!desk.of::<MenuOpen>().0);
}

#[test]
fn escape_at_tactics_leaves_the_aim_and_the_character_and_then_opens_the_menu() {
    let mut desk = Desk::board(Mode::TACTICS);
    desk.key(KeyCode::Tab);
    desk.key(KeyCode::KeyM);
    assert!(desk.of::<Intent>().selected.is_some() && desk.of::<Intent>().aim == Intended::Move);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<Intent>().selected.is_some() && desk.of::<Intent>().aim == Intended::Any);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<Intent>().selected.is_none() && !desk.of::<MenuOpen>().0);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<MenuOpen>().0);
}

#[test]
fn escape_at_tactics_leaves_a_hint_before_it_opens_the_menu() {
    let mut desk = Desk::board(Mode::TACTICS);
    let is_there = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        let advice = world.query::<&Advice>().single(world).expect("one table");
        advice.hint().is_some() || advice.is_thinking()
    };
    desk.key(KeyCode::KeyH);
    assert!(is_there(&mut desk));
    desk.key(KeyCode::Escape);
    assert!(!is_there(&mut desk) && !desk.of::<MenuOpen>().0);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<MenuOpen>().0);
}

#[test]
fn escape_leaves_the_question_whether_a_building_is_torn_down() {
    let mut desk = Desk::skirmish(0);
    let world = desk.app.world_mut();
    let mut halls = world.query_filtered::<(&Id, &Owner), With<Building>>();
    let hall = halls.iter(world).find(|(_, owner)| owner.0 == 0).expect("a hall").0.0;
    desk.select([hall]);
    desk.key(KeyCode::Delete);
    assert!(desk.of::<DemolitionQuestion>().is_asked());
    desk.key(KeyCode::Escape);
    assert!(
        !desk.of::<DemolitionQuestion>().is_asked() && desk.of::<Selection>().len() == 1 && !desk.of::<MenuOpen>().0
    );
}

#[test]
fn escape_at_tron_and_on_the_pages_does_what_it_did() {
    let mut desk = Desk::board(Mode::TRON);
    desk.key(KeyCode::Escape);
    assert!(desk.of::<MenuOpen>().0);
    desk.go(Screen::SKIRMISH_SETUP);
    desk.key(KeyCode::Escape);
    assert_eq!(desk.screen(), Screen::Title);
}
