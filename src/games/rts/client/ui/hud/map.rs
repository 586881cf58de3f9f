//! The small map and the switches of the overlays beside it.

use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::{Buttons, action_button, set_shown, set_text};
use crate::client::kit::{Art, Icon, Weight, layout, theme};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::stage::Overlays;
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::client::view::minimap::{Minimap, MinimapNode};
use crate::games::rts::level::Level;
use crate::shell::states::Screen;
use bevy::prelude::*;

/// Room for the small map, in logical pixels.
const SIDE: f32 = 190.0;
const SWITCH: f32 = 32.0;

/// Shows an overlay; it is on when that is shown.
#[derive(Component, Clone, Copy)]
struct Switch(fn(&Overlays) -> bool);

/// When a switch is on, its symbol, what it does, its tip and its key.
type SwitchRow = (fn(&Overlays) -> bool, Icon, RtsAction, &'static str, &'static str);

const SWITCHES: [SwitchRow; 7] = [
    (|shown| shown.routes, Icon::Routes, RtsAction::ShowRoutes, ROUTES, "F1"),
    (|shown| shown.reservations, Icon::Reservations, RtsAction::ShowReservations, RESERVATIONS, "F2"),
    (|shown| shown.distances, Icon::Distances, RtsAction::ShowDistances, DISTANCES, "F3"),
    (|shown| shown.occupancy, Icon::Occupancy, RtsAction::ShowOccupancy, OCCUPANCY, "F4"),
    (|shown| shown.waits, Icon::Waits, RtsAction::ShowWaits, WAITS, "F8"),
    (|shown| shown.ranks, Icon::Ranks, RtsAction::ShowRanks, RANKS, "F9"),
    (|shown| shown.regions, Icon::Regions, RtsAction::ShowRegions, REGIONS, "F12"),
];

const ROUTES: &str =
    "Routes: planned steps; with the planner March, which plans no steps ahead, the ways that units follow";
const RESERVATIONS: &str = "Reservations ahead; with the planner March, which makes none, the cells that units leave \
                            (pale) and enter (strong), and those that somebody waits for";
const DISTANCES: &str = "Distances to the goal of the selected unit";
const OCCUPANCY: &str = "Cells that units hold (strong) or enter (pale), each in its colour";
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
    app.init_resource::<Minimap>().init_resource::<Overlays>().add_systems(
        Update,
        (
            show_picture.run_if(resource_changed::<Minimap>.or_else(state_changed::<Screen>)),
            show_switches.run_if(resource_changed::<Overlays>.or_else(state_changed::<Screen>)),
        )
            .in_set(PanelSystems),
    );
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art, level: &Level) {
    let column = Node { align_items: AlignItems::Start, flex_shrink: 0.0, ..layout::column(6.0) };
    bottom.spawn(column).with_children(|column| {
        spawn_layer(column, art);
        column.spawn(theme::panel(art, layout::line(8.0))).with_children(|panel| {
            panel.spawn(small_map(level, SIDE, Vec2::splat(60.0)));
            let grid = Node { grid_template_columns: vec![RepeatedGridTrack::auto(2)], ..layout::grid(2, 4.0) };
            panel.spawn(grid).with_children(|switches| {
                for (is_on, icon, action, tip, key) in SWITCHES {
                    switches.spawn((action_button(art, icon, SWITCH, action, tip, key), Switch(is_on)));
                }
            });
        });
    });
}

/// The small map of a side at most. Its frame has a `least` size: nobody could hit the line that a very long map is.
pub(super) fn small_map(level: &Level, side: f32, least: Vec2) -> impl Bundle + use<> {
    let aspect = f32::from(level.terrain.width()) / f32::from(level.terrain.height());
    let Vec2 { x, y } = Vec2::new(side * aspect.min(1.0), side / aspect.max(1.0)).max(least);
    let image = ImageNode { image_mode: NodeImageMode::Stretch, ..default() };
    (Node { width: px(x), height: px(y), ..layout::centred() }, children![(MinimapNode, image, Fit { aspect })])
}

fn spawn_layer(column: &mut ChildSpawnerCommands, art: &Art) {
    let panel = Node {
        padding: UiRect::all(px(5)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(7)),
        display: Display::None,
        ..layout::line(6.0)
    };
    let arrow = |icon, action, tip, key| action_button(art, icon, 30.0, action, tip, key);
    column.spawn((
        panel,
        BackgroundColor(theme::NIGHT),
        BorderColor::all(theme::BRONZE),
        LayerPanel,
        children![
            arrow(Icon::Slower, RtsAction::LayerEarlier, "Earlier reservations", "Page down"),
            (
                Node { width: px(112), justify_content: JustifyContent::Center, ..default() },
                children![(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), LayerText)],
            ),
            arrow(Icon::Faster, RtsAction::LayerLater, "Later reservations", "Page up"),
        ],
    ));
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
    mut switches: Buttons<Switch>,
    mut panel: Single<&mut Node, With<LayerPanel>>,
    mut text: Single<&mut Text, With<LayerText>>,
) {
    switches.check(|Switch(is_on)| Some(is_on(&overlays)));
    set_shown(&mut panel, overlays.reservations);
    let layer = match overlays.layer {
        0 => "Now".into(),
        1 => "In 1 tick".into(),
        ticks => format!("In {ticks} ticks"),
    };
    set_text(&mut text, layer);
}
