//! Buttons under the mouse: their tips lie on no other button, and none stays pressed.

use super::*;
use bevy::ui::{InteractionDisabled, Pressed};
use bevy::ui_widgets::Button;
use bevy::window::WindowFocused;
use gridmarch::client::input::bindings::Action;
use gridmarch::client::kit::widgets::{Look, Tip};
use gridmarch::games::rts::client::input::bindings::RtsAction;

impl Desk {
    /// The buttons on the screen.
    fn buttons(&mut self) -> Vec<Entity> {
        let world = self.app.world_mut();
        let all: Vec<Entity> = world.query_filtered::<Entity, With<Button>>().iter(world).collect();
        all.into_iter().filter(|button| self.is_seen(*button)).collect()
    }

    /// The tip of every button and figure on the screen leaves all buttons free.
    fn tips_leave_buttons_free(&mut self, what: &str) {
        let world = self.app.world_mut();
        let bubble = {
            let mut names = world.query_filtered::<(Entity, &Name), With<Node>>();
            names.iter(world).find(|(_, name)| name.as_str() == "Tooltip").expect("the tip").0
        };
        let things: Vec<(Entity, String)> =
            world.query::<(Entity, &Tip)>().iter(world).map(|(entity, tip)| (entity, tip.name.clone())).collect();
        let (mut looked, mut seen) = (0, 0);
        for (thing, name) in things.into_iter().filter(|(_, name)| !name.is_empty()) {
            if !self.app.world().entities().contains(thing) || !self.is_seen(thing) {
                continue;
            }
            seen += 1;
            // From a place without a tip, so that every tip is laid out anew.
            self.point(Vec2::new(640.0, 330.0));
            let at = self.frame_of(thing);
            self.point(at.center());
            // Games differ in how long a frame of the tests is. What something lies over has no tip.
            let is_told = |desk: &Self| desk.app.world().get::<Visibility>(bubble) == Some(&Visibility::Visible);
            for _ in 0..60 {
                self.app.update();
                if is_told(self) {
                    break;
                }
            }
            if !is_told(self) {
                continue;
            }
            self.app.update();
            looked += 1;
            let tip = self.frame_of(bubble);
            assert!(!tip.is_empty());
            for button in self.buttons() {
                let of = self.frame_of(button);
                let shared = tip.intersect(of).size();
                assert!(shared.min_element() < 1.0, "{what}: the tip {name:?} at {tip:?} lies on the button at {of:?}");
            }
        }
        assert!(looked > 3 && 2 * looked >= seen, "{what}: {looked} of {seen} tips were looked at");
    }
}

#[test]
fn tips_never_lie_on_a_button_of_a_skirmish() {
    let mut desk = Desk::skirmish(30);
    for group in 1..4 {
        let units = desk.own(usize::from(group));
        desk.select(units);
        desk.do_press(RtsAction::SetGroup(group));
    }
    let units = desk.own(30);
    desk.select(units);
    desk.do_press(Action::Pause);
    desk.tips_leave_buttons_free("many units");
}

#[test]
fn tips_never_lie_on_a_button_of_the_sandbox() {
    let mut desk = Desk::sandbox();
    let units = desk.own(5);
    desk.select(units);
    desk.do_press(Action::Pause);
    for tool in [RtsAction::ToolCommand, RtsAction::ToolEdit, RtsAction::ToolUnits] {
        desk.do_press(tool);
        desk.tips_leave_buttons_free(&format!("{tool:?}"));
    }
}

#[test]
fn tips_never_lie_on_a_button_of_tactics_or_of_a_set_up() {
    Desk::board(Mode::TACTICS).tips_leave_buttons_free("Tactics");
    for screen in [Screen::SKIRMISH_SETUP, Screen::TACTICS_SETUP, Screen::TRON_SETUP] {
        let mut desk = Desk::at(screen);
        desk.lay_out();
        desk.tips_leave_buttons_free(&format!("{screen:?}"));
    }
}

impl Desk {
    /// A button of the bar at the top of a skirmish, with the mouse on it.
    fn hovered(&mut self) -> Entity {
        let world = self.app.world_mut();
        let mut tips = world.query_filtered::<(Entity, &Tip), With<Button>>();
        let slower = tips.iter(world).find(|(_, tip)| tip.name == "Slower").expect("a button").0;
        let at = self.frame_of(slower).center();
        self.point(at);
        slower
    }

    fn is_pressed(&self, button: Entity) -> bool {
        self.app.world().entity(button).contains::<Pressed>()
    }

    /// How bright the picture of a button is.
    fn tint(&self, button: Entity) -> Color {
        self.app.world().get::<ImageNode>(button).expect("a button").color
    }
}

#[test]
fn no_button_stays_pressed_when_it_moves_away_hides_or_stops_working_under_the_mouse() {
    let mut desk = Desk::skirmish(0);
    let button = desk.hovered();
    assert_eq!(desk.app.world().get::<Look>(button), Some(&Look::Key));
    let ways: [(&str, fn(&mut World, Entity), fn(&mut World, Entity)); 3] = [
        (
            "disabled",
            |world, button| _ = world.entity_mut(button).insert(InteractionDisabled),
            |world, button| _ = world.entity_mut(button).remove::<InteractionDisabled>(),
        ),
        (
            "hidden",
            |world, button| world.get_mut::<Node>(button).expect("a node").display = Display::None,
            |world, button| world.get_mut::<Node>(button).expect("a node").display = Display::Flex,
        ),
        (
            "moved",
            |world, button| world.get_mut::<Node>(button).expect("a node").top = px(300),
            |world, button| world.get_mut::<Node>(button).expect("a node").top = auto(),
        ),
    ];
    for (what, change, back) in ways {
        desk.hovered();
        desk.mouse(MouseButton::Left, ButtonState::Pressed);
        assert!(desk.is_pressed(button), "{what}: it is pressed");
        change(desk.app.world_mut(), button);
        desk.settle();
        assert_eq!(desk.is_pressed(button), what == "moved", "{what}: what cannot be pressed is let go at once");
        desk.mouse(MouseButton::Left, ButtonState::Released);
        desk.settle();
        back(desk.app.world_mut(), button);
        desk.settle();
        assert!(!desk.is_pressed(button), "{what}: it stays pressed");
    }
}

#[test]
fn a_button_does_not_look_pressed_while_the_mouse_is_off_it_or_in_another_window() {
    let mut desk = Desk::skirmish(0);
    let button = desk.hovered();
    desk.point(Vec2::new(640.0, 330.0));
    desk.settle();
    let plain = desk.tint(button);
    desk.hovered();
    desk.mouse(MouseButton::Left, ButtonState::Pressed);
    desk.settle();
    let pressed = desk.tint(button);
    assert_ne!(pressed, plain);
    desk.point(Vec2::new(640.0, 330.0));
    desk.settle();
    assert_eq!(desk.tint(button), plain, "dragged off");
    desk.hovered();
    assert_eq!(desk.tint(button), pressed, "and back");
    // The player turns to another window with the button held; the release is told to that one.
    let window = desk.window();
    desk.app.world_mut().write_message(WindowFocused { window, focused: false });
    desk.settle();
    assert!(!desk.is_pressed(button));
    desk.mouse(MouseButton::Left, ButtonState::Released);
    // A click of the right button presses nothing.
    desk.hovered();
    desk.mouse(MouseButton::Right, ButtonState::Pressed);
    desk.settle();
    assert!(!desk.is_pressed(button));
    desk.mouse(MouseButton::Right, ButtonState::Released);
}
