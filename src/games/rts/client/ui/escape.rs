//! ESC leaves the innermost thing that has been begun, one press a thing: a dialog, a box that is being drawn, a command that
//! waits for its target, a page of the card, a tool, the selection. The menu opens only when nothing is left to leave.

use crate::client::input::ControlSystems;
use crate::client::input::bindings::{Action, Press};
use crate::client::stage::{MenuOpen, OptionsOpen};
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::input::skirmish::SkirmishSystems;
use crate::games::rts::client::input::skirmish::act::DemolitionQuestion;
use crate::games::rts::client::input::skirmish::card::BuildPage;
use crate::games::rts::client::input::skirmish::targeting::WaitingCommand;
use crate::games::rts::client::input::tools::{Tool, Toolbox};
use crate::games::rts::client::ui::skirmish::result::{EndSheet, Sheet};
use crate::games::rts::sim::record::playback::Playback;
use crate::games::tactics::client::input::Intent;
use crate::games::tactics::plugin::{Advice, TacticsControl};
use crate::shell::states::{Mode, Paused, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The key, in every mode.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, leave.in_set(ControlSystems::Act).after(SkirmishSystems::Act));
}

/// What lies over the screen.
#[derive(SystemParam)]
struct Dialogs<'w> {
    options: Option<ResMut<'w, OptionsOpen>>,
    menu: Option<Res<'w, MenuOpen>>,
    end: Option<ResMut<'w, EndSheet>>,
    playback: Option<Res<'w, Playback>>,
    paused: ResMut<'w, NextState<Paused>>,
}

impl Dialogs<'_> {
    /// Closes one; the menu and the result are left to the menu.
    fn leave(&mut self) -> bool {
        if let Some(options) = self.options.as_mut().filter(|options| options.0) {
            options.0 = false;
            return true;
        }
        let is_recorded = self.playback.as_ref().is_some_and(|playback| playback.ticks().is_some());
        match self
            .end
            .as_mut()
            .filter(|end| end.sheet == Sheet::Score && !self.menu.as_ref().is_some_and(|menu| menu.0))
        {
            Some(end) => end.back(is_recorded, &mut self.paused),
            None => return false,
        }
        true
    }

    /// Whether something lies over the match.
    fn cover(&self) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.0)
            || self.end.as_ref().is_some_and(|end| end.sheet != Sheet::Nothing)
    }
}

/// What has been begun on the map.
#[derive(SystemParam)]
struct Begun<'w> {
    drag: ResMut<'w, DragBox>,
    waiting: ResMut<'w, WaitingCommand>,
    page: ResMut<'w, BuildPage>,
    question: ResMut<'w, DemolitionQuestion>,
    toolbox: ResMut<'w, Toolbox>,
    selection: ResMut<'w, Selection>,
}

impl Begun<'_> {
    fn leave(&mut self) -> bool {
        if self.drag.is_begun() {
            *self.drag = DragBox::default();
        } else if self.waiting.0.is_some() {
            self.waiting.0 = None;
        } else if self.page.0 {
            self.page.0 = false;
        } else if self.question.is_asked() {
            *self.question = DemolitionQuestion::default();
        } else if self.toolbox.tool != Tool::Command {
            self.toolbox.tool = Tool::Command;
        } else if !self.selection.is_empty() {
            self.selection.set([]);
        } else {
            return false;
        }
        true
    }
}

/// What has been begun on the board of Tactics.
#[derive(SystemParam)]
struct Planned<'w, 's> {
    intent: ResMut<'w, Intent>,
    advice: Option<Single<'w, 's, &'static Advice>>,
    orders: Option<ResMut<'w, Messages<TacticsControl>>>,
}

impl Planned<'_, '_> {
    fn leave(&mut self) -> bool {
        if self.intent.leave() {
            return true;
        }
        let is_advised = self.advice.as_ref().is_some_and(|advice| advice.hint().is_some() || advice.is_thinking());
        match self.orders.as_mut().filter(|_| is_advised) {
            Some(orders) => drop(orders.write(TacticsControl::DismissHint)),
            None => return false,
        }
        true
    }
}

fn leave(
    mut presses: ParamSet<(MessageReader<Press>, MessageWriter<Press>)>,
    screen: Res<State<Screen>>,
    mode: Option<Res<State<Mode>>>,
    mut dialogs: Dialogs,
    mut begun: Begun,
    mut planned: Planned,
) {
    let asked = presses.p0().read().filter(|press| press.0 == Action::Cancel).count();
    for _ in 0..asked {
        let is_open = *screen.get() == Screen::Match && !dialogs.cover();
        let has_left = dialogs.leave()
            || match mode.as_ref().filter(|_| is_open).map(|mode| *mode.get()) {
                Some(Mode::Rts) => begun.leave(),
                Some(Mode::Tactics) => planned.leave(),
                Some(Mode::Tron) | None => false,
            };
        if !has_left {
            presses.p1().write(Press(Action::Menu));
        }
    }
}
