//! Lines, signs and gifts by keys and mouse.

use super::*;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use gridmarch::games::rts::client::input::selection::Selection;
use gridmarch::games::rts::client::input::skirmish::chat::Chat;
use gridmarch::games::rts::client::input::skirmish::signs::GiftTo;
use gridmarch::games::rts::signals::{Audience, Signal, SignalKind};
use leafwing_input_manager::prelude::Buttonlike;

impl Desk {
    /// A key with what it writes, pressed and let go.
    fn type_key(&mut self, key_code: KeyCode, logical_key: Key, text: Option<&str>) {
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let (logical_key, text) = (logical_key.clone(), text.map(Into::into));
            let window = Entity::PLACEHOLDER;
            let input = KeyboardInput { key_code, logical_key, state, text, repeat: false, window };
            self.app.world_mut().write_message(input);
            self.app.update();
        }
    }

    fn type_letters(&mut self, text: &str) {
        for letter in text.chars() {
            let key = if letter == 'a' { KeyCode::KeyA } else { KeyCode::KeyS };
            let written = letter.to_string();
            self.type_key(key, Key::Character(written.as_str().into()), Some(&written));
        }
    }

    fn enter(&mut self) {
        self.type_key(KeyCode::Enter, Key::Enter, Some("\r"));
    }

    fn open_line(&self) -> Option<String> {
        self.app.world().resource::<Chat>().open().map(String::from)
    }

    fn outcomes(&mut self) -> Vec<Outcome> {
        self.wait(4);
        std::mem::take(&mut self.app.world_mut().resource_mut::<Told>().0)
    }
}

/// What the match has told, kept for longer than messages are.
#[derive(Resource, Default)]
struct Told(Vec<Outcome>);

fn heard(mut desk: Desk) -> Desk {
    let hear = |mut told: ResMut<Told>, mut outcomes: MessageReader<Outcome>| told.0.extend(outcomes.read().cloned());
    desk.app.init_resource::<Told>().add_systems(Last, hear);
    desk
}

fn lines(told: &[Outcome]) -> Vec<(u8, Audience, String)> {
    let line = |outcome: &Outcome| match outcome {
        Outcome::Said { side, to, text } => Some((*side, *to, text.clone())),
        _ => None,
    };
    told.iter().filter_map(line).collect()
}

fn signals(told: &[Outcome]) -> Vec<(SignalKind, Cell)> {
    let sign = |outcome: &Outcome| match outcome {
        Outcome::Signalled(Signal { kind, at, .. }) => Some((*kind, *at)),
        _ => None,
    };
    told.iter().filter_map(sign).collect()
}

#[test]
fn letters_of_a_line_are_no_commands_and_enter_sends_it() {
    let mut desk = heard(begin());
    desk.left((5, 8));
    desk.enter();
    assert_eq!(desk.open_line().as_deref(), Some(""));
    desk.type_letters("asx");
    desk.type_key(KeyCode::Backspace, Key::Backspace, None);
    assert_eq!(desk.open_line().as_deref(), Some("as"));
    assert_eq!(desk.app.world().resource::<WaitingCommand>().0, None, "A is the key of an attack");
    desk.enter();
    assert_eq!(desk.open_line(), None);
    let told = desk.outcomes();
    assert_eq!(lines(&told), [(0, Audience::All, "as".into())], "there are no allies");
    assert_eq!(desk.app.world().resource::<Chat>().shown().count(), 1);
    // From now on keys are commands again.
    desk.wait(1);
    desk.tap(KeyCode::KeyA);
    assert_eq!(desk.app.world().resource::<WaitingCommand>().0, Some(CommandKind::AttackMove));
}

#[test]
fn escape_closes_the_line_and_nothing_else() {
    let mut desk = heard(begin());
    desk.left((5, 8));
    desk.enter();
    desk.type_letters("a");
    desk.type_key(KeyCode::Escape, Key::Escape, None);
    assert_eq!(desk.open_line(), None);
    assert_eq!(desk.app.world().resource::<Selection>().len(), 1, "who was selected still is");
    assert_eq!(lines(&desk.outcomes()), []);
    desk.enter();
    assert_eq!(desk.open_line().as_deref(), Some(""), "what was not sent is forgotten");
}

#[test]
fn tab_changes_who_is_to_read_the_line() {
    let mut desk = heard(begin_as([0, 0]));
    desk.enter();
    desk.type_letters("a");
    desk.enter();
    desk.enter();
    desk.type_key(KeyCode::Tab, Key::Tab, Some("\t"));
    desk.type_letters("s");
    desk.enter();
    assert_eq!(lines(&desk.outcomes()), [(0, Audience::Allies, "a".into()), (0, Audience::All, "s".into())]);
}

#[test]
fn signs_go_to_allies_by_a_key_at_the_mouse_or_by_what_the_place_is() {
    let mut desk = heard(begin_as([0, 0]));
    desk.point(10.5, 5.5);
    desk.tap(KeyCode::F4);
    assert_eq!(signals(&desk.outcomes()), [(SignalKind::Help, cell((10, 5)))]);
    KeyCode::AltLeft.press(desk.app.world_mut());
    desk.click(MouseButton::Left, 2, 2);
    KeyCode::AltLeft.release(desk.app.world_mut());
    assert_eq!(signals(&desk.outcomes()), [(SignalKind::Help, cell((2, 2)))], "at a base it is help that is called");
    assert_eq!(desk.app.world().resource::<Selection>().len(), 0, "such a click selects nobody");
    let mut alone = heard(begin());
    alone.point(10.5, 5.5);
    alone.tap(KeyCode::F4);
    assert_eq!(signals(&alone.outcomes()), [], "there is nobody who could see it");
}

#[test]
fn a_gift_of_the_panel_arrives() {
    let mut desk = heard(begin_as([0, 0]));
    let gift = Price { gold: 100, wood: 0 };
    desk.app.world_mut().write_message(GiftTo { side: 1, gift });
    assert!(desk.outcomes().contains(&Outcome::Given { from: 0, to: 1, gift }));
}
