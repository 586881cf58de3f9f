//! The chart of how searches grow, over the boards.

use super::growth::Growth;
use crate::base::wording::grouped;
use crate::client::kit::art::Art;
use crate::client::kit::layout::{cover, sized};
use crate::client::kit::plot::{self, Chart, Rgb};
use crate::client::kit::theme::{self, Weight};
use crate::client::lab::frame::Middle;
use crate::client::lab::legend;
use crate::client::lab::state::LabPage;
use crate::lab::sizes::SIDES;
use bevy::prelude::*;

/// The colours of searches in the order of their boards.
const COLOURS: [Rgb; 4] = [[0xf2, 0xd0, 0x6b], [0x6c, 0xb4, 0xee], [0xe8, 0x7d, 0x9a], [0x74, 0xcc, 0x8a]];

/// Size of the curves in logical pixels.
const SIZE: (f32, f32) = (780.0, 330.0);

/// The whole.
#[derive(Component)]
pub(super) struct Sheet;

pub(super) fn show(
    growth: Res<Growth>,
    middle: Single<Entity, With<Middle>>,
    sheets: Query<Entity, With<Sheet>>,
    art: Res<Art>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    if !growth.is_changed() && sheets.is_empty() != growth.is_shown {
        return;
    }
    for sheet in &sheets {
        commands.entity(sheet).despawn();
    }
    if !growth.is_shown {
        return;
    }
    let sides: Vec<u16> = SIDES.into_iter().filter(|side| *side <= growth.longest).collect();
    let values: Vec<Vec<u32>> =
        growth.curves.iter().map(|points| points.iter().map(|point| growth.axis.value(point)).collect()).collect();
    let most = values.iter().flatten().copied().max().unwrap_or(1);
    let last = sides.len().saturating_sub(1).max(1) as f32;
    // Every curve goes as far as it has been measured.
    let curve = |(index, values): (usize, &Vec<u32>)| (values.clone(), COLOURS[index % COLOURS.len()]);
    let measured = values.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1).max(1) as f32;
    let time = |(at, side): (usize, &u16)| (at as f32 / measured.min(last), format!("{side}×{side}"));
    let chart = Chart {
        size: SIZE,
        heights: plot::scale(0, most, 6),
        times: sides.iter().enumerate().map(time).filter(|(share, _)| *share <= 1.0).collect(),
        curves: values.iter().enumerate().filter(|(_, values)| values.len() as f32 > measured).map(curve).collect(),
    };
    let entries: Vec<(Rgb, String)> = growth
        .curves
        .iter()
        .enumerate()
        .filter_map(|(index, points)| {
            let line = &points.last()?.line;
            let last = growth.axis.value(points.last()?);
            Some((COLOURS[index % COLOURS.len()], format!("{}: {}", line.title, grouped(last))))
        })
        .collect();
    commands.entity(*middle).with_children(|middle| {
        let node =
            Node { padding: UiRect::all(px(20)), flex_direction: FlexDirection::Column, row_gap: px(10), ..cover() };
        middle.spawn((node, BackgroundColor(theme::WELL), Sheet, DespawnOnExit(LabPage::Files))).with_children(
            |sheet| {
                let title = format!(
                    "From corner to corner of maps with a fifth of their cells blocked: {}",
                    growth.axis.unit()
                );
                sheet.spawn(theme::text(&art, Weight::Bold, theme::LABEL, theme::CREAM, &title));
                legend::entries(sheet, &art, entries.iter().map(|(colour, word)| (*colour, word.as_str())));
                let frame = sized(SIZE.0 + plot::SCALE, SIZE.1 + plot::BELOW);
                sheet.spawn(frame).with_children(|frame| {
                    plot::spawn(frame, &art, &mut images, &chart);
                });
                let state = match (growth.problem.is_empty(), growth.is_busy()) {
                    (false, _) => growth.problem.as_str(),
                    (_, true) => "Measuring …",
                    _ => "",
                };
                sheet.spawn(theme::paragraph(&art, Weight::Regular, theme::BODY, theme::MUTED, state));
            },
        );
    });
}
