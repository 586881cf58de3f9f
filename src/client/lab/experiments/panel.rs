//! The list of the experiments in the side panel.

use super::{ExperimentWish, Experiments};
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Buttons, Look, button, written};
use crate::client::lab::frame::Side;
use crate::client::lab::panel::{Tells, heading, tells, wide, words};
use crate::client::lab::state::LabPage;
use crate::lab::experiments::EXPERIMENTS;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

pub(super) fn spawn(mut commands: Commands, side: Single<Entity, With<Side>>, art: Res<Art>) {
    let column = (Name::new("Experiments"), DespawnOnExit(LabPage::Experiments), stack(4.0));
    commands.entity(*side).with_children(|side| {
        side.spawn(column).with_children(|panel| fill(panel, &art));
    });
}

fn fill(panel: &mut ChildSpawnerCommands, art: &Art) {
    heading(panel, art, "Experiments");
    for (index, experiment) in EXPERIMENTS.iter().enumerate() {
        let node = Node {
            padding: UiRect::axes(px(8), px(5)),
            border_radius: BorderRadius::all(px(4)),
            flex_shrink: 0.0,
            ..default()
        };
        let label = format!("{}  {}", index + 1, experiment.title);
        panel.spawn((
            button(art, Look::Row, node),
            TabIndex(0),
            tells(ExperimentWish::Choose(index)),
            children![written(art, Weight::Bold, theme::BODY, theme::CREAM, &label)],
        ));
    }
    let open = ("Open in the lab", "What it is about, on the page that shows it (O)");
    wide(panel, art, Look::Key, open, ExperimentWish::Open);
    let measure = ("Measure the answer", "Done here and now, beside what you do meanwhile (M)");
    wide(panel, art, Look::Main, measure, ExperimentWish::Measure);
    wide(panel, art, Look::Key, ("Stop measuring", ""), ExperimentWish::Stop);
    words(panel, art, theme::MUTED, "Guess before you measure. Page up and Page down go from one to the next.", ());
}

/// Buttons follow the page.
pub(super) fn follow(page: Res<Experiments>, mut all: Buttons<Tells<ExperimentWish>>) {
    all.check(|Tells(wish)| match wish {
        ExperimentWish::Choose(index) => Some(*index == page.chosen),
        _ => None,
    });
    all.enable(|Tells(wish)| match wish {
        ExperimentWish::Measure => Some(page.measuring.is_none()),
        ExperimentWish::Stop => Some(page.measuring.is_some()),
        _ => None,
    });
}
