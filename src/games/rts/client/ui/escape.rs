//! ESC leaves the innermost thing that has been begun: the score, a box that is being drawn, a command that waits for its
//! target, a page of the card, a tool, the selection.

use crate::client::input::ControlSystems;
use crate::client::input::escape::Escape;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::input::skirmish::SkirmishSystems;
use crate::games::rts::client::input::skirmish::act::DemolitionQuestion;
use crate::games::rts::client::input::skirmish::card::BuildPage;
use crate::games::rts::client::input::skirmish::targeting::WaitingCommand;
use crate::games::rts::client::input::tools::{Tool, Toolbox};
use crate::games::rts::client::ui::skirmish::result::{EndSheet, Sheet};
use crate::games::rts::sim::record::playback::Playback;
use crate::shell::states::{Mode, Paused};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, leave.in_set(ControlSystems::Act).after(SkirmishSystems::Act));
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

fn leave(
    mut escape: Escape,
    mut end: Option<ResMut<EndSheet>>,
    playback: Res<Playback>,
    mut paused: ResMut<NextState<Paused>>,
    mut begun: Begun,
) {
    escape.listen(Some(Mode::RTS), || match end.as_mut().filter(|end| end.sheet != Sheet::Nothing) {
        Some(end) if end.sheet == Sheet::Score => {
            end.back(playback.ticks().is_some(), &mut paused);
            true
        }
        // The result is left to the menu.
        Some(_) => false,
        None => begun.leave(),
    });
}
