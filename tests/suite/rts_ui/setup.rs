//! The set-up of the sandbox.

use crate::desk::Desk;
use gridmarch::games::rts::client::ui::setup::SetupButton;
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::nav::coop::PlannerKind;
use gridmarch::shell::states::Screen;

#[test]
fn the_match_begins_with_the_planner_whose_key_was_pressed_or_with_that_of_the_rules() {
    let mut desk = Desk::at(Screen::Title);
    let mut start = |planner: Option<PlannerKind>| {
        desk.go(Screen::SANDBOX_SETUP);
        if let Some(planner) = planner {
            desk.press(SetupButton::Planner(planner));
        }
        desk.press(SetupButton::Start);
        assert_eq!(desk.screen(), Screen::Match);
        desk.app.world().resource::<MatchSetup>().planner
    };
    assert_eq!(start(None), None);
    assert_eq!(start(Some(PlannerKind::Whca)), Some(PlannerKind::Whca));
    assert_eq!(start(Some(PlannerKind::March)), Some(PlannerKind::March));
}
