//! What the colours and lines of the overlays mean, on the screen as long as one is shown.

use crate::client::kit::widgets::set_shown;
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::stage::{MARGIN, Overlays, TOP_BAR};
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::client::view::overlays::{LOCKED, colour_of_number, distance_colour, unit_colour};
use crate::games::rts::client::view::planner_overlay::{AMBER, GREY, RED, rank_colour};
use crate::games::rts::sim::board::{Board, Planner};
use crate::nav::coop::PlannerKind;
use crate::nav::step::UnitId;
use crate::shell::states::Screen;
use bevy::prelude::*;

#[derive(Component)]
struct Legend;

/// What a sample looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Cell,
    Line,
    Ring,
}

/// A line of the legend: samples, and what they mean; without samples it goes on with the one above. It is not broken: a panel
/// that finds its own width would make room for words one below the other.
pub type Line = (Shape, Vec<Color>, &'static str);

/// An overlay: its name, its key, its lines.
pub type Chapter = (&'static str, &'static str, Vec<Line>);

const SAMPLE: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.in_set(PanelSystems).run_if(
            resource_changed::<Overlays>.or_else(state_changed::<Screen>).or_else(any_match_filter::<Changed<Planner>>),
        ),
    );
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    let node = Node {
        position_type: PositionType::Absolute,
        top: px(TOP_BAR + MARGIN),
        right: px(MARGIN),
        display: Display::None,
        ..layout::column(4.0)
    };
    root.spawn((theme::panel(art, node), Pickable::IGNORE, Legend));
}

/// What is shown, in the order of the keys.
pub fn chapters(overlays: Overlays, planner: PlannerKind) -> Vec<Chapter> {
    let units = |alpha: f32| (0..3).map(|unit| unit_colour(UnitId(unit)).with_alpha(alpha)).collect::<Vec<_>>();
    let is_march = planner == PlannerKind::March;
    let reservations = if is_march {
        vec![
            (Shape::Cell, units(0.7), "the cell that a unit enters"),
            (Shape::Cell, units(0.5), "is being left, and a unit waits for it"),
            (Shape::Cell, units(0.3), "a unit passes over it"),
            (Shape::Cell, units(0.2), "the way of a unit in a joint plan"),
            (Shape::Cell, vec![LOCKED], "a diagonal step locks it for others"),
        ]
    } else {
        vec![
            (Shape::Cell, units(0.6), "reserved by a unit, at the time"),
            (Shape::Cell, Vec::new(), "that stands above the small map"),
        ]
    };
    let distances = vec![
        (Shape::Cell, vec![distance_colour(0.0)], "the goal of the selected unit"),
        (Shape::Cell, vec![distance_colour(0.33), distance_colour(0.66)], "on the way there"),
        (Shape::Cell, vec![distance_colour(1.0)], "as far as its search has gone"),
    ];
    let cells =
        vec![(Shape::Cell, units(0.7), "a unit holds the cell"), (Shape::Cell, units(0.35), "a unit is entering it")];
    let waits = if is_march {
        vec![
            (Shape::Line, vec![AMBER], "waits for a place that is being left"),
            (Shape::Line, vec![RED], "this unit is in its way"),
            (Shape::Ring, vec![RED, AMBER], "the ground is in its way"),
            (Shape::Ring, vec![GREY], "waits of its own accord"),
        ]
    } else {
        vec![(Shape::Line, vec![RED], "this unit is in its way"), (Shape::Ring, vec![GREY], "waits for its time")]
    };
    let ranks = if is_march {
        vec![
            (Shape::Ring, vec![rank_colour(0.0)], "goes first"),
            (Shape::Ring, vec![rank_colour(0.33), rank_colour(0.66)], "in between"),
            (Shape::Ring, vec![rank_colour(1.0)], "goes last"),
        ]
    } else {
        vec![(Shape::Ring, Vec::new(), "only the planner March has ranks")]
    };
    let regions = vec![
        (
            Shape::Cell,
            (0..3).map(|region| colour_of_number(region).with_alpha(0.45)).collect(),
            "no way leads from one to another",
        ),
        (Shape::Cell, Vec::new(), "for the kind of the selected unit,"),
        (Shape::Cell, Vec::new(), "which cannot be where no colour is"),
    ];
    let route = if is_march { "the way that a unit follows" } else { "the steps that a unit has planned" };
    let chapters = [
        (overlays.routes, ("Routes", "F1", vec![(Shape::Line, units(1.0), route)])),
        (overlays.reservations, ("Reservations", "F2", reservations)),
        (overlays.distances, ("Distances", "F3", distances)),
        (overlays.occupancy, ("Cells", "F4", cells)),
        (overlays.waits, ("Waiting", "F8", waits)),
        (overlays.ranks, ("Ranks", "F9", ranks)),
        (overlays.regions, ("Regions", "F12", regions)),
    ];
    chapters.into_iter().filter_map(|(is_shown, chapter)| is_shown.then_some(chapter)).collect()
}

fn show(
    overlays: Res<Overlays>,
    planner: Single<&Planner, With<Board>>,
    legend: Single<(Entity, &mut Node), With<Legend>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let (legend, mut node) = legend.into_inner();
    let chapters = chapters(*overlays, planner.kind());
    set_shown(&mut node, !chapters.is_empty());
    commands.entity(legend).despawn_children().with_children(|panel| {
        for (title, key, lines) in &chapters {
            panel.spawn(Node { column_gap: px(8), ..default() }).with_children(|head| {
                head.spawn(theme::text(&art, Weight::Black, theme::BODY, theme::GOLD, title));
                head.spawn(theme::text(&art, Weight::Regular, theme::BODY, theme::MUTED, key));
            });
            for line in lines {
                spawn_line(panel, &art, line);
            }
        }
    });
}

fn spawn_line(panel: &mut ChildSpawnerCommands, art: &Art, (shape, colours, words): &Line) {
    panel.spawn(layout::line(8.0)).with_children(|row| {
        let samples = Node { width: px(3.0 * SAMPLE + 6.0), flex_shrink: 0.0, column_gap: px(3), ..default() };
        row.spawn(samples).with_children(|samples| {
            // A single one is as wide as three: a line is to be seen as one.
            let width = if colours.len() == 1 && *shape == Shape::Line { 3.0 * SAMPLE } else { SAMPLE };
            for colour in colours {
                let (height, radius, edge) = match shape {
                    Shape::Cell => (SAMPLE, 2.0, 0.0),
                    Shape::Line => (4.0, 2.0, 0.0),
                    Shape::Ring => (SAMPLE, SAMPLE / 2.0, 2.5),
                };
                let (border, border_radius) = (UiRect::all(px(edge)), BorderRadius::all(px(radius)));
                let node = Node { border, border_radius, ..layout::sized(width, height) };
                let fill = if *shape == Shape::Ring { Color::NONE } else { *colour };
                samples.spawn((node, BackgroundColor(fill), BorderColor::all(*colour), Pickable::IGNORE));
            }
        });
        row.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::CREAM, words));
    });
}
