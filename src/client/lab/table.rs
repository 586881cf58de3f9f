//! The table below the boards, and the line of words below it.

use super::LabSystems;
use super::frame::{Below, Words};
use super::stage::{Stage, Table};
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use bevy::prelude::*;
use bevy::ui::{MaxTrackSizingFunction, MinTrackSizingFunction};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.in_set(LabSystems::Show).run_if(resource_changed::<Stage>.or_else(any_match_filter::<Added<Below>>)),
    );
}

fn show(
    stage: Res<Stage>,
    frame: Single<(Entity, &mut Node, Has<Children>), With<Below>>,
    mut words: Query<&mut Text, With<Words>>,
    mut shown: Local<Table>,
    art: Res<Art>,
    mut commands: Commands,
) {
    for mut text in &mut words {
        set_text(&mut text, stage.words.as_str());
    }
    let (entity, mut node, has_children) = frame.into_inner();
    if *shown == stage.table && has_children != stage.table.rows.is_empty() {
        return;
    }
    shown.clone_from(&stage.table);
    let mut frame = commands.entity(entity);
    frame.despawn_children();
    let display = if stage.table.rows.is_empty() { Display::None } else { Display::Grid };
    let columns = stage.table.heads.len().max(1);
    let tracks = std::iter::once(RepeatedGridTrack::minmax(
        1_u16,
        MinTrackSizingFunction::Px(0.0),
        MaxTrackSizingFunction::Fraction(1.0),
    ))
    .chain((columns > 1).then(|| RepeatedGridTrack::auto(columns as u16 - 1)));
    *node = Node { display, grid_template_columns: tracks.collect(), ..node.clone() };
    if stage.table.rows.is_empty() {
        return;
    }
    frame.with_children(|grid| {
        let mut put = |column: usize, weight: Weight, color: Color, content: &str| {
            let justify_content = if column == 0 { JustifyContent::Start } else { JustifyContent::End };
            let node = Node { justify_content, overflow: Overflow::clip_x(), min_width: px(0), ..default() };
            grid.spawn((node, Pickable::IGNORE, children![theme::text(&art, weight, theme::SMALL, color, content)]));
        };
        for (column, head) in stage.table.heads.iter().enumerate() {
            put(column, Weight::Bold, theme::MUTED, head);
        }
        for row in &stage.table.rows {
            for column in 0..columns {
                put(column, Weight::Regular, theme::CREAM, row.get(column).map_or("", String::as_str));
            }
        }
    });
}
