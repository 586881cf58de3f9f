//! The moment that is shown: events of a search or ticks of a plan, played, stepped and sought.

use super::LabSystems;
use super::select::Selecting;
use super::state::Lab;
use crate::client::kit::naming::Naming;
use bevy::ecs::system::SystemParam;
use bevy::input::keyboard::KeyboardInput;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::EditableText;

/// Moments a second that can be chosen.
pub const SPEEDS: [u32; 16] =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000, 1_000_000];

/// Where the pages are in what they show. The bar and the keys change it; a page says what there is with
/// [`Playback::begin`], and reads `position`.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct Playback {
    /// 0 to `length`.
    pub position: u32,
    pub length: u32,
    /// A position in [`SPEEDS`].
    pub speed: usize,
    pub is_playing: bool,
    /// What one moment is: "event", "tick".
    pub unit: &'static str,
    /// Playing stops before it passes this moment.
    pub stop: Option<u32>,
    /// What has stopped it, or is to be said about the moment.
    pub words: String,
    /// Parts of a moment that have passed.
    rest: f32,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            position: 0,
            length: 0,
            speed: 6,
            is_playing: false,
            unit: "event",
            stop: None,
            words: String::new(),
            rest: 0.0,
        }
    }
}

impl Playback {
    /// Something else is shown, of so many moments, from the one at `position` on; `speed` is the nearest in [`SPEEDS`].
    pub fn begin(&mut self, unit: &'static str, length: u32, position: u32, speed: u32) {
        let speed = SPEEDS.iter().position(|one| *one >= speed).unwrap_or(SPEEDS.len() - 1);
        *self = Self { unit, length, position: position.min(length), speed, ..Self::default() };
    }

    /// Goes to a moment and stops there.
    pub fn seek(&mut self, position: u32) {
        self.position = position.min(self.length);
        self.is_playing = false;
        self.words.clear();
    }

    /// Plays on or stops; at the end it begins anew.
    pub fn toggle(&mut self) {
        if !self.is_playing && self.position >= self.length {
            self.position = 0;
        }
        self.is_playing = !self.is_playing && self.length > 0;
        self.words.clear();
        self.rest = 0.0;
    }

    fn advance(&mut self, seconds: f32) {
        // A frame that took long does not skip what one wanted to see.
        self.rest += seconds.min(0.1) * SPEEDS[self.speed.min(SPEEDS.len() - 1)] as f32;
        let whole = self.rest.floor();
        self.rest -= whole;
        let mut to = self.position.saturating_add(whole as u32).min(self.length);
        if let Some(stop) = self.stop.filter(|stop| *stop > self.position && *stop <= to) {
            to = stop;
            self.is_playing = false;
        }
        self.position = to;
        if to >= self.length {
            self.is_playing = false;
        }
    }
}

/// What can be wanted of the moment.
#[derive(Message, Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Play {
    Toggle,
    /// So many moments further.
    Step(i32),
    First,
    Last,
    To(u32),
    /// So many places faster in [`SPEEDS`].
    Speed(i8),
    /// To the next or the last place where playing stops; the page knows where.
    Stop {
        forward: bool,
    },
}

/// Whether a key is meant for the lab and not for a field, a list or a dialog.
#[derive(SystemParam)]
pub struct Typing<'w, 's> {
    focus: Option<Res<'w, InputFocus>>,
    visible: Option<Res<'w, InputFocusVisible>>,
    fields: Query<'w, 's, (), With<EditableText>>,
    naming: Option<Res<'w, Naming>>,
    selecting: Res<'w, Selecting>,
}

impl Typing<'_, '_> {
    /// Whether letters go elsewhere.
    pub fn is_on(&self) -> bool {
        let focused = self.focus.as_ref().and_then(|focus| focus.get());
        focused.is_some_and(|focused| self.fields.contains(focused))
            || self.naming.as_ref().is_some_and(|naming| naming.is_open())
            || self.selecting.is_open()
    }

    /// Whether the keys walk over buttons, so that Space presses one.
    fn walks(&self) -> bool {
        self.visible.as_ref().is_some_and(|visible| visible.0)
            && self.focus.as_ref().is_some_and(|focus| focus.get().is_some())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Playback>()
        .add_message::<Play>()
        .add_systems(OnExit(Lab::Open), |mut playback: ResMut<Playback>| playback.is_playing = false)
        .add_systems(Update, (keys.in_set(LabSystems::Ask), (act, advance).chain().in_set(LabSystems::Time)));
}

fn keys(
    mut typed: MessageReader<KeyboardInput>,
    held: Res<ButtonInput<KeyCode>>,
    typing: Typing,
    mut plays: MessageWriter<Play>,
) {
    if typing.is_on() {
        typed.clear();
        return;
    }
    let by = match (
        held.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]),
        held.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
    ) {
        (true, _) => 100,
        (_, true) => 10,
        _ => 1,
    };
    for key in typed.read().filter(|key| key.state.is_pressed()) {
        let play = match key.key_code {
            KeyCode::Space if !typing.walks() && !key.repeat => Play::Toggle,
            KeyCode::KeyP if !key.repeat => Play::Toggle,
            KeyCode::ArrowRight => Play::Step(by),
            KeyCode::ArrowLeft => Play::Step(-by),
            KeyCode::Home => Play::First,
            KeyCode::End => Play::Last,
            KeyCode::PageDown => Play::Stop { forward: true },
            KeyCode::PageUp => Play::Stop { forward: false },
            KeyCode::Equal | KeyCode::NumpadAdd => Play::Speed(1),
            KeyCode::Minus | KeyCode::NumpadSubtract => Play::Speed(-1),
            _ => continue,
        };
        plays.write(play);
    }
}

fn act(mut plays: MessageReader<Play>, mut playback: ResMut<Playback>) {
    for play in plays.read() {
        let playback = &mut *playback;
        match *play {
            Play::Toggle => playback.toggle(),
            Play::Step(by) => playback.seek(playback.position.saturating_add_signed(by)),
            Play::First => playback.seek(0),
            Play::Last => playback.seek(playback.length),
            Play::To(to) => playback.seek(to),
            Play::Speed(by) => playback.speed = playback.speed.saturating_add_signed(by.into()).min(SPEEDS.len() - 1),
            Play::Stop { .. } => playback.is_playing = false,
        }
    }
}

fn advance(time: Res<Time<Real>>, mut playback: ResMut<Playback>) {
    if playback.is_playing {
        playback.advance(time.delta_secs());
    }
}
