//! Lines that players say to each other. Enter opens the line and sends it, Esc closes it, Tab changes who is to read it.
//!
//! While a line is open the keys are letters and mean nothing else; the key that closes it means nothing else either until it
//! is let go.

use super::SkirmishSystems;
use super::queries::SkirmishView;
use crate::client::input::bindings::Press;
use crate::client::kit::art::SIDE_NAMES;
use crate::client::stage::{MenuOpen, SheetOpen};
use crate::games::rts::bot::{Program, Settings};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::stage::MatchResource;
use crate::games::rts::signals::{Audience, LONGEST_LINE, is_line, is_plain};
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::snapshot::Jumped;
use crate::games::rts::sim::skirmish::Sides;
use crate::games::rts::sim::{MatchSetup, Order, OrderQueue, Outcome};
use crate::shell::online::Online;
use crate::shell::states::Screen;
use bevy::input::InputSystems;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use leafwing_input_manager::plugin::InputManagerSystem;
use leafwing_input_manager::user_input::updating::EnabledInput;
use std::collections::VecDeque;

/// A line that somebody has said.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub side: u8,
    /// Who says it.
    pub name: String,
    pub text: String,
    pub to: Audience,
    /// Real seconds since the program began at which it was said.
    pub told: f32,
    pub number: u32,
}

/// The lines of a match, and the one that is being written.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub struct Chat {
    lines: VecDeque<Line>,
    told: u32,
    now: f32,
    /// What is being written; `None` while no line is open.
    open: Option<String>,
    pub to: Audience,
}

/// Lines that are kept, to be read again while one is written.
const MOST: usize = 8;
/// Seconds that a line is shown, and the last of them, in which it fades.
const STAY: f32 = 12.0;
const FADE: f32 = 1.5;

impl Chat {
    /// What is being written; `None` while no line is open.
    pub fn open(&self) -> Option<&str> {
        self.open.as_deref()
    }

    /// The lines that are shown, the oldest first, with how much of each is to be seen. While one is written all that are
    /// kept are shown.
    pub fn shown(&self) -> impl Iterator<Item = (&Line, f32)> {
        let left = |line: &Line| ((STAY - (self.now - line.told)) / FADE).clamp(0.0, 1.0);
        let with_share = move |line| (line, if self.open.is_some() { 1.0 } else { left(line) });
        self.lines.iter().map(with_share).filter(|(_, share)| *share > 0.0)
    }

    fn add(&mut self, line: Line) {
        self.told += 1;
        self.lines.push_back(Line { told: self.now, number: self.told, ..line });
        if self.lines.len() > MOST {
            self.lines.pop_front();
        }
    }
}

/// The name of a side: over the network that of who has its seat, else that of its program, if that has one, or of its colour.
pub(crate) fn name_of(setup: &MatchSetup, online: Option<&Online>, side: u8) -> String {
    let Some(player) = setup.skirmish.as_ref().and_then(|skirmish| skirmish.players.get(usize::from(side))) else {
        return String::new();
    };
    let colour = SIDE_NAMES[usize::from(player.colour) % SIDE_NAMES.len()];
    let is_person = player.control == crate::games::rts::sim::skirmish::Control::Human;
    if let Some(name) = online.filter(|_| is_person).and_then(|online| online.names.get(usize::from(side))) {
        return format!("{name} ({colour})");
    }
    match player.program {
        Program::Bot { personality: Some(one), .. }
            if player.control == crate::games::rts::sim::skirmish::Control::Bot =>
        {
            let person = Settings::built_in().personalities.get(usize::from(one));
            person.map_or_else(|| colour.into(), |person| format!("{} ({colour})", person.name))
        }
        _ => colour.into(),
    }
}

/// Whether a side has allies who are still in the match.
pub(crate) fn has_allies(sides: &Sides, side: u8) -> bool {
    let is_ally = |(other, of): (u8, &crate::games::rts::sim::skirmish::Side)| {
        other != side && sides.are_friends(side, other) && of.beaten.is_none()
    };
    (0..).zip(sides.iter()).any(is_ally)
}

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Chat>()
        .add_systems(PreUpdate, shut_keys.after(InputSystems).before(InputManagerSystem::Unify))
        .add_systems(OnExit(Screen::Match), |mut chat: ResMut<Chat>| chat.open = None)
        .add_systems(Update, (hear, write, begin).chain().in_set(SkirmishSystems::Act));
}

/// Letters are no commands.
fn shut_keys(
    chat: Res<Chat>,
    keys: Res<ButtonInput<KeyCode>>,
    mut input: ResMut<EnabledInput<KeyCode>>,
    mut is_shut: Local<bool>,
) {
    if chat.open.is_some() {
        input.is_enabled = false;
        *is_shut = true;
    } else if *is_shut && keys.get_pressed().next().is_none() {
        input.is_enabled = true;
        *is_shut = false;
    }
}

/// Opens a line for who plays.
fn begin(
    skirmish: SkirmishView,
    playback: Res<Playback>,
    mut presses: MessageReader<Press<RtsAction>>,
    mut chat: ResMut<Chat>,
) {
    if !presses.read().any(|press| press.0 == RtsAction::Chat) || chat.open.is_some() {
        return;
    }
    let Some(sides) = skirmish.sides().filter(|sides| !skirmish.player.observes(sides, &playback)) else { return };
    if !has_allies(sides, skirmish.player.side) {
        chat.to = Audience::All;
    }
    chat.open = Some(String::new());
}

fn write(
    skirmish: SkirmishView,
    (menu, sheet): (Option<Res<MenuOpen>>, Option<Res<SheetOpen>>),
    mut typed: MessageReader<KeyboardInput>,
    mut chat: ResMut<Chat>,
    mut orders: ResMut<OrderQueue>,
) {
    let is_covered = menu.is_some_and(|menu| menu.0) || sheet.is_some_and(|sheet| sheet.0);
    let keys = typed.read().filter(|key| key.state.is_pressed());
    for key in keys {
        let Some(mut text) = chat.open.take() else { continue };
        match &key.logical_key {
            Key::Enter if key.repeat => {}
            Key::Enter => {
                if is_line(&text) {
                    orders.issue(skirmish.player.side, Order::Say { to: chat.to, text: text.trim().into() });
                }
                continue;
            }
            Key::Escape => continue,
            Key::Tab => {
                let allies = skirmish.sides().is_some_and(|sides| has_allies(sides, skirmish.player.side));
                chat.to = if chat.to == Audience::All && allies { Audience::Allies } else { Audience::All };
            }
            Key::Backspace => drop(text.pop()),
            _ => {
                let letters = key.text.iter().flat_map(|letters| letters.chars()).filter(|letter| is_plain(*letter));
                let room = LONGEST_LINE.saturating_sub(text.chars().count());
                text.extend(letters.take(room));
            }
        }
        chat.open = Some(text);
    }
    if is_covered && chat.open.is_some() {
        chat.open = None;
    }
}

/// What others, and the own side, have said to this player; who only watches hears everything.
fn hear(
    skirmish: SkirmishView,
    time: Res<Time<Real>>,
    (setup, online): (Res<MatchSetup>, Option<Res<Online>>),
    playback: Res<Playback>,
    mut jumps: MessageReader<Jumped>,
    mut outcomes: MessageReader<Outcome>,
    mut chat: ResMut<Chat>,
) {
    chat.bypass_change_detection().now = time.elapsed_secs();
    // At another time of a recording other things have been said.
    if jumps.read().count() > 0 {
        chat.lines.clear();
    }
    let Some(sides) = skirmish.sides() else { return };
    let own = skirmish.player.side;
    let observes = skirmish.player.observes(sides, &playback);
    for outcome in outcomes.read() {
        let Outcome::Said { side, to, text } = outcome else { continue };
        if observes || *to == Audience::All || *side == own || sides.are_friends(own, *side) {
            let (name, text) = (name_of(&setup, online.as_deref(), *side), text.clone());
            chat.add(Line { side: *side, name, text, to: *to, told: 0.0, number: 0 });
        }
    }
}
