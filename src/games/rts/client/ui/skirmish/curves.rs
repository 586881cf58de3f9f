//! The charts of the score: which one, its legend, its axes, and the values under the pointer.

use super::plot::{Curve, minutes, seconds_at};
use super::score::{Scored, WIDTH};
use crate::base::wording::grouped;
use crate::client::kit::plot::{self, SCALE};
use crate::client::kit::widgets::{Buttons, Tip, choice_button, set_text};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::client::stage::clock;
use crate::games::rts::sim::sides::Sample;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use bevy::ui_widgets::{Activate, observe};

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurveButton(pub Curve);

#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq)]
struct ShownCurve(Curve);

/// The frame of the chart, with what it shows.
#[derive(Component, Debug)]
struct Chart {
    sides: Vec<Vec<Sample>>,
    tick_hz: u16,
    /// In logical pixels.
    height: f32,
}

/// The values of the chart that is drawn, a list for each side.
#[derive(Component, Debug)]
#[require(RelativeCursorPosition)]
struct Drawn(Vec<Vec<u32>>);

#[derive(Component, Debug, Clone, Copy)]
struct Value(u8);

/// The time that the values of the legend are of.
#[derive(Component, Debug)]
struct Moment;

#[derive(Component, Debug)]
struct Needle;

/// Width of the chart: the page less its padding and the scale.
const PLOT: f32 = WIDTH - 28.0 - SCALE;
/// Height of the chart with up to four sides, and with more.
const HEIGHTS: (f32, f32) = (300.0, 212.0);
const LINES: u32 = 5;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ShownCurve(Curve::Income)).add_systems(Update, (draw, point).chain());
}

pub(super) fn spawn(page: &mut ChildSpawnerCommands, art: &Art, scored: &Scored) {
    let count = scored.sides.iter().len();
    page.spawn(Node { margin: UiRect::top(px(4)), ..layout::line(5.0) }).with_children(|line| {
        for curve in Curve::ALL {
            let (label, about) = curve.words();
            line.spawn((choice_button(art, label), CurveButton(curve), observe(choose), Tip::new(about)));
        }
        line.spawn(Node { flex_grow: 1.0, ..default() });
        line.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::MUTED, ""), Moment));
    });
    page.spawn(Node { padding: UiRect::left(px(SCALE)), ..layout::line(16.0) }).with_children(|line| {
        for side in 0..count as u8 {
            let (name, color) = (art.player_colours.name(side), art.player_colours.colour(side));
            line.spawn(layout::line(5.0)).with_children(|entry| {
                entry.spawn((
                    Node { border_radius: BorderRadius::all(px(2)), ..layout::sized(14.0, 4.0) },
                    BackgroundColor(color),
                ));
                entry.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::CREAM, name));
                entry.spawn((theme::text(art, Weight::Bold, theme::SMALL, theme::CREAM, ""), Value(side)));
            });
        }
    });
    let height = if count > 4 { HEIGHTS.1 } else { HEIGHTS.0 };
    page.spawn((
        Node { width: px(SCALE + PLOT), height: px(height + plot::BELOW), flex_shrink: 0.0, ..default() },
        Chart {
            sides: scored.sides.iter().map(|side| side.samples.clone()).collect(),
            tick_hz: scored.rules.tick_hz,
            height,
        },
    ));
}

fn choose(activate: On<Activate>, buttons: Query<&CurveButton>, mut shown: ResMut<ShownCurve>) {
    if let Ok(CurveButton(curve)) = buttons.get(activate.entity) {
        shown.0 = *curve;
    }
}

/// Draws the chart when another one is wanted, or when the page has come.
fn draw(
    shown: Res<ShownCurve>,
    chart: Single<(Entity, Ref<Chart>)>,
    mut buttons: Buttons<CurveButton>,
    art: Res<Art>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let (entity, chart) = chart.into_inner();
    if !shown.is_changed() && !chart.is_added() {
        return;
    }
    buttons.check(|CurveButton(curve)| Some(*curve == shown.0));
    commands
        .entity(entity)
        .despawn_children()
        .with_children(|frame| spawn_chart(frame, &art, &mut images, shown.0, &chart));
}

fn spawn_chart(frame: &mut ChildSpawnerCommands, art: &Art, images: &mut Assets<Image>, curve: Curve, chart: &Chart) {
    let values: Vec<Vec<u32>> = chart.sides.iter().map(|samples| curve.values(samples, chart.tick_hz)).collect();
    let samples = values.iter().map(Vec::len).max().unwrap_or_default();
    if samples < 2 {
        let sentence = "The match has been too short for charts.";
        let radius = BorderRadius::all(px(6));
        frame.spawn((
            Node { width: percent(100), height: px(chart.height), border_radius: radius, ..layout::centred() },
            BackgroundColor(theme::WELL),
            children![theme::text(art, Weight::Regular, theme::LABEL, theme::MUTED, sentence)],
        ));
        return;
    }
    let most = values.iter().flatten().copied().max().unwrap_or_default();
    let seconds = seconds_at(samples - 1, chart.tick_hz);
    let every = minutes(seconds);
    let times = (0..)
        .map(|line| line * every)
        .take_while(|minute| minute * 60 <= seconds)
        .map(|minute| (minute as f32 * 60.0 / seconds.max(1) as f32, format!("{minute} min")))
        .collect();
    let colour = |side: usize| {
        let [red, green, blue, _] = art.player_colours.colour(side as u8).to_srgba().to_u8_array();
        [red, green, blue]
    };
    let curves = values.iter().enumerate().map(|(side, values)| (values.clone(), colour(side))).collect();
    let heights = plot::scale(0, most, LINES);
    let picture = plot::spawn(frame, art, images, &plot::Chart { size: (PLOT, chart.height), heights, times, curves });
    frame.commands().entity(picture).insert(Drawn(values)).with_child((
        Node { position_type: PositionType::Absolute, width: px(1), height: percent(100), ..default() },
        BackgroundColor(theme::CREAM.with_alpha(0.6)),
        Visibility::Hidden,
        Pickable::IGNORE,
        Needle,
    ));
}

/// The legend tells the values under the pointer, or the last ones.
fn point(
    drawn: Single<(&Drawn, &RelativeCursorPosition)>,
    chart: Single<&Chart>,
    needle: Single<(&mut Node, &mut Visibility), With<Needle>>,
    mut values: Query<(&Value, &mut Text), Without<Moment>>,
    mut moment: Single<&mut Text, With<Moment>>,
) {
    let (Drawn(lists), cursor) = *drawn;
    let last = lists.iter().map(Vec::len).max().unwrap_or_default().saturating_sub(1);
    // The middle of the node is 0.
    let share = cursor.normalized.filter(|_| cursor.cursor_over()).map(|place| (place.x + 0.5).clamp(0.0, 1.0));
    let sample = share.map_or(last, |share| (share * last as f32).round() as usize);
    let (mut node, mut visibility) = needle.into_inner();
    let left = percent(100.0 * sample as f32 / last.max(1) as f32);
    if node.left != left {
        node.left = left;
    }
    visibility.set_if_neq(if share.is_some() { Visibility::Inherited } else { Visibility::Hidden });
    for (Value(side), mut text) in &mut values {
        let value = lists.get(usize::from(*side)).and_then(|list| list.get(sample)).copied().unwrap_or_default();
        set_text(&mut text, grouped(value));
    }
    let time = clock(seconds_at(sample, chart.tick_hz));
    set_text(&mut moment, if share.is_some() { format!("At {time}") } else { format!("At the end, {time}") });
}
