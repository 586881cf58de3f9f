//! The choice of the planner in the menu of a match, and what planners are called wherever they are offered.

use crate::client::kit::widgets::{Buttons, Look, button, set_text, written};
use crate::client::kit::{Art, Weight, theme};
use crate::games::rts::client::input::command::ChoosePlanner;
use crate::games::rts::sim::board::{Board, Planner};
use crate::nav::coop::PlannerKind;
use crate::shell::states::Mode;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannerKey(pub PlannerKind);

/// The sentence about the planner under the mouse, else about the one in force.
#[derive(Component)]
struct About;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, show.run_if(in_state(Mode::RTS)));
}

pub(crate) const fn name(kind: PlannerKind) -> &'static str {
    match kind {
        PlannerKind::Lra => "LRA*",
        PlannerKind::Ca => "CA*",
        PlannerKind::Hca => "HCA*",
        PlannerKind::Whca => "WHCA*",
        PlannerKind::March => "March",
    }
}

pub(crate) const fn about(kind: PlannerKind) -> &'static str {
    match kind {
        PlannerKind::Lra => {
            "Local Repair A*: everybody plans as if alone, and plans again when somebody is in the way. Jams easily."
        }
        PlannerKind::Ca => {
            "Cooperative A*: one after the other plans a whole way through space and time around the plans of the others."
        }
        PlannerKind::Hca => {
            "Hierarchical Cooperative A*: the same plans, found with less work because true distances guide the search."
        }
        PlannerKind::Whca => {
            "Windowed Hierarchical Cooperative A*: plans only some ticks ahead, and anew every few ticks."
        }
        PlannerKind::March => {
            "Priority inheritance: at every step those who go first make the others give way. The planner of the game."
        }
    }
}

pub(crate) fn spawn(column: &mut ChildSpawnerCommands, art: &Art, width: f32) {
    column.spawn((
        theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, "Planner of all units"),
        Node { margin: UiRect::top(px(4)), ..default() },
    ));
    column.spawn(Node { width: px(width), column_gap: px(5), ..default() }).with_children(|row| {
        for kind in PlannerKind::ALL {
            row.spawn((
                button(art, Look::Key, Node { height: px(34), flex_grow: 1.0, flex_basis: px(0), ..default() }),
                PlannerKey(kind),
                observe(choose),
                TabIndex(0),
                children![written(art, Weight::Bold, theme::SMALL, theme::CREAM, name(kind))],
            ));
        }
    });
    column.spawn((
        theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""),
        // Room for the longest sentence, so that the menu keeps its size.
        Node { width: px(width), height: px(34), ..default() },
        About,
    ));
}

/// Takes the planner of a key that was pressed. Public for tests without a screen.
pub fn choose(activate: On<Activate>, keys: Query<&PlannerKey>, mut requests: MessageWriter<ChoosePlanner>) {
    if let Ok(PlannerKey(planner)) = keys.get(activate.entity) {
        requests.write(ChoosePlanner(*planner));
    }
}

fn show(
    planner: Single<&Planner, With<Board>>,
    mut keys: Buttons<PlannerKey>,
    hovered: Query<(&PlannerKey, &Hovered)>,
    mut sentence: Single<&mut Text, With<About>>,
) {
    keys.check(|key| Some(key.0 == planner.kind()));
    let shown = hovered.iter().find(|(_, hovered)| hovered.get()).map_or(planner.kind(), |(key, _)| key.0);
    set_text(&mut sentence, about(shown));
}
