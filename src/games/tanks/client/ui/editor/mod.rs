//! The editor of stages: a board to paint on, tools beside it, what the checker says, and the ways in and out.

mod board;
mod buttons;
mod panel;
mod ways;

pub use buttons::EditorButton;

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, foot_button};
use crate::client::kit::theme;
use crate::client::kit::widgets::{Look, goes_to};
use crate::games::tanks::editor::Editor;
use crate::games::tanks::field::USUAL_SIDE;
use crate::games::tanks::plugin::TanksSetup;
use crate::games::tanks::stage::Stage;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::path::PathBuf;

/// Where the stages of the user lie. Nowhere unless the program says so.
#[derive(Resource, Debug, Clone, Default)]
pub struct OwnStages(pub Option<PathBuf>);

/// The stage that is drawn. It stays when the page is left, and while it is tried.
#[derive(Resource, Debug)]
pub struct Editing {
    pub editor: Editor,
    /// What came of the last wish: a sentence.
    pub said: String,
    /// What was set up before a stage was tried.
    before: Option<TanksSetup>,
}

impl Default for Editing {
    fn default() -> Self {
        Self { editor: Editor::new(Stage::blank(USUAL_SIDE, USUAL_SIDE)), said: String::new(), before: None }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Editing>()
        .init_resource::<OwnStages>()
        .add_systems(OnEnter(Screen::TANKS_EDITOR), (restore, spawn).chain())
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::TANKS_SETUP),
                board::paint,
                (board::show, panel::follow).run_if(resource_changed::<Editing>.or_else(state_changed::<Screen>)),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::TANKS_EDITOR)),
        );
}

/// What was set up before a stage was tried is set up again.
fn restore(mut editing: ResMut<Editing>, mut setup: ResMut<TanksSetup>) {
    if let Some(before) = editing.before.take() {
        *setup = before;
    }
}

fn spawn(mut commands: Commands, art: Res<Art>, editing: Res<Editing>, own: Res<OwnStages>) {
    let listed = ways::listed(&own);
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::TANKS_EDITOR,
        "Stage editor",
        |head| panel::spawn_head(head, &art),
        |body| {
            body.spawn(theme::panel(&art, frames::column(1.45))).with_children(board::spawn);
            body.spawn(theme::panel(&art, frames::column(1.0)))
                .with_children(|right| panel::spawn(right, &art, editing.editor.stage(), &listed));
        },
        |foot| {
            foot.spawn((foot_button(&art, Look::Key, "Back"), goes_to(Screen::TANKS_SETUP)));
            foot.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| panel::spawn_foot(right, &art));
        },
    );
}
