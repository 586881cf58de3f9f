//! The small map and the switches of the overlays beside it.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::{Tip, icon_button, presses, set_checked, set_shown, set_text};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::stage::Overlays;
use crate::games::rts::client::view::minimap::{Minimap, MinimapNode};
use crate::games::rts::level::Level;

use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui::Checked;

/// Room for the small map in logical pixels.
const SIDE: f32 = 190.0;
/// Side of a switch.
const SWITCH: f32 = 32.0;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Switch {
    Routes,
    Reservations,
    Distances,
    Occupancy,
    Waits,
    Ranks,
    Regions,
}

impl Switch {
    const ALL: [(Self, Icon, RtsAction, &'static str, &'static str); 7] = [
        (Self::Routes, Icon::Routes, RtsAction::ShowRoutes, ROUTES, "F1"),
        (Self::Reservations, Icon::Reservations, RtsAction::ShowReservations, RESERVATIONS, "F2"),
        (
            Self::Distances,
            Icon::Distances,
            RtsAction::ShowDistances,
            "Distances to the goal of the selected unit",
            "F3",
        ),
        (
            Self::Occupancy,
            Icon::Occupancy,
            RtsAction::ShowOccupancy,
            "Cells that units hold (strong) or enter (pale), each in its colour",
            "F4",
        ),
        (Self::Waits, Icon::Waits, RtsAction::ShowWaits, WAITS, "F8"),
        (Self::Ranks, Icon::Ranks, RtsAction::ShowRanks, RANKS, "F9"),
        (Self::Regions, Icon::Regions, RtsAction::ShowRegions, REGIONS, "F12"),
    ];
}

const ROUTES: &str =
    "Routes: planned steps; with the planner March, which plans no steps ahead, the ways that units follow";
const RESERVATIONS: &str = "Reservations ahead; with the planner March, which makes none, the cells that units leave \
                            (pale) and enter (strong), and those that somebody waits for";
const WAITS: &str = "Who waits for whom: amber for a place that is being left, red where there is no way now; a ring for \
                     other reasons";
const RANKS: &str = "Who goes first: gold before green before blue. With the planner March only";
const REGIONS: &str = "Regions: no way leads from one colour to another, for the kind of the selected unit";

/// The panel that chooses the layer of the reservations.
#[derive(Component)]
struct LayerPanel;

#[derive(Component)]
struct LayerText;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            show_picture.run_if(resource_changed::<Minimap>.or_else(state_changed::<Screen>)),
            show_switches.run_if(resource_changed::<Overlays>.or_else(state_changed::<Screen>)),
        )
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::RTS)),
    );
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art, level: &Level) {
    let aspect = f32::from(level.terrain.width()) / f32::from(level.terrain.height());
    let size = if aspect >= 1.0 { Vec2::new(SIDE, SIDE / aspect) } else { Vec2::new(SIDE * aspect, SIDE) };
    bottom
        .spawn((
            Node {
                flex_direction: FlexDirection::Column,
                align_items: AlignItems::Start,
                row_gap: px(6),
                flex_shrink: 0.0,
                ..default()
            },
            Pickable::IGNORE,
        ))
        .with_children(|column| {
            spawn_layer(column, art);
            column
                .spawn(theme::panel(art, Node { column_gap: px(8), align_items: AlignItems::Center, ..default() }))
                .with_children(|panel| {
                    // A map that is much longer than wide would else be a line that nobody can hit.
                    panel.spawn((
                        Node {
                            width: px(size.x.max(60.0)),
                            height: px(size.y.max(60.0)),
                            align_items: AlignItems::Center,
                            justify_content: JustifyContent::Center,
                            ..default()
                        },
                        children![(
                            MinimapNode,
                            ImageNode { image_mode: NodeImageMode::Stretch, ..default() },
                            Fit { aspect },
                        )],
                    ));
                    panel
                        .spawn(Node {
                            display: Display::Grid,
                            grid_template_columns: vec![RepeatedGridTrack::auto(2)],
                            column_gap: px(4),
                            row_gap: px(4),
                            ..default()
                        })
                        .with_children(|switches| {
                            for (switch, icon, action, name, key) in Switch::ALL {
                                switches.spawn((
                                    icon_button(art, icon as usize, SWITCH),
                                    switch,
                                    presses(action),
                                    Tip::with_key(name, key),
                                ));
                            }
                        });
                });
        });
}

fn spawn_layer(column: &mut ChildSpawnerCommands, art: &Art) {
    let arrow = |icon: Icon, action, name: &str, key: &str| {
        (icon_button(art, icon as usize, 30.0), presses(action), Tip::with_key(name, key))
    };
    column
        .spawn((
            Node {
                padding: UiRect::all(px(5)),
                column_gap: px(6),
                align_items: AlignItems::Center,
                border: UiRect::all(px(1)),
                border_radius: BorderRadius::all(px(7)),
                display: Display::None,
                ..default()
            },
            BackgroundColor(theme::NIGHT),
            BorderColor::all(theme::BRONZE),
            LayerPanel,
        ))
        .with_children(|panel| {
            panel.spawn(arrow(Icon::Slower, RtsAction::LayerEarlier, "Earlier reservations", "Page down"));
            panel.spawn((
                Node { width: px(112), justify_content: JustifyContent::Center, ..default() },
                children![(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), LayerText)],
            ));
            panel.spawn(arrow(Icon::Faster, RtsAction::LayerLater, "Later reservations", "Page up"));
        });
}

fn show_picture(minimap: Res<Minimap>, mut nodes: Query<&mut ImageNode, With<MinimapNode>>) {
    for mut image in &mut nodes {
        if image.image != minimap.image {
            image.image = minimap.image.clone();
        }
    }
}

fn show_switches(
    overlays: Res<Overlays>,
    switches: Query<(Entity, &Switch, Has<Checked>)>,
    mut panels: Query<&mut Node, With<LayerPanel>>,
    mut texts: Query<&mut Text, With<LayerText>>,
    mut commands: Commands,
) {
    for (entity, switch, is_checked) in &switches {
        let on = match switch {
            Switch::Routes => overlays.routes,
            Switch::Reservations => overlays.reservations,
            Switch::Distances => overlays.distances,
            Switch::Occupancy => overlays.occupancy,
            Switch::Waits => overlays.waits,
            Switch::Ranks => overlays.ranks,
            Switch::Regions => overlays.regions,
        };
        set_checked(&mut commands, entity, is_checked, on);
    }
    for mut node in &mut panels {
        set_shown(&mut node, overlays.reservations);
    }
    for mut text in &mut texts {
        let content = match overlays.layer {
            0 => "Now".into(),
            1 => "In 1 tick".into(),
            ticks => format!("In {ticks} ticks"),
        };
        set_text(&mut text, content);
    }
}
