//! What the selected are to do, drawn over the map: a line from step to step with a sign at each, rally lines with flags,
//! rings of range, signs of alerts.

use super::lines;
use super::marks::sign;
use super::pool::Pool;
use crate::client::kit::art::{Art, mark};
use crate::client::stage::CELL;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::input::skirmish::alerts::{Alerts, PING};
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::in_skirmish;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::input::skirmish::steps::{CROSS, Ways};
use crate::games::rts::client::stage::{RtsSystems, middle_of_body};
use crate::games::rts::rules::Stat;
use bevy::prelude::*;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct TaskGizmos;

#[derive(Default, Reflect, GizmoConfigGroup)]
struct StepGizmos;

#[derive(Component, Debug, Default)]
struct Flag;

const FLAG_Z: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    app.insert_gizmo_config(TaskGizmos, lines(2.0)).insert_gizmo_config(StepGizmos, lines(3.0)).add_systems(
        Update,
        (draw_ways, draw_rallies, draw_ranges, draw_pings).chain().in_set(RtsSystems::Show).run_if(in_skirmish),
    );
}

fn draw_ways(ways: Res<Ways>, mut lines: Gizmos<TaskGizmos>, mut signs: Gizmos<StepGizmos>) {
    let is_single = ways.list.len() == 1;
    for way in &ways.list {
        let mut from = way.from;
        for (index, step) in way.steps.iter().enumerate() {
            let colour = step.command.info().colour;
            if from.distance(step.at) > 1.0 {
                lines.line_2d(from, step.at, colour.with_alpha(if index == 0 { 0.75 } else { 0.55 }));
            }
            if let Some(back) = step.back_to {
                lines.line_2d(step.at, back, colour.with_alpha(0.4));
                signs.circle_2d(back, CELL * 0.1, colour.with_alpha(0.7));
            }
            match step.command {
                CommandKind::Attack => {
                    signs.circle_2d(step.at, CELL * 0.34, colour);
                    for turn in 0..4 {
                        let out = Vec2::from_angle(std::f32::consts::FRAC_PI_2 * turn as f32);
                        signs.line_2d(step.at + out * CELL * 0.22, step.at + out * CELL * 0.5, colour);
                    }
                }
                CommandKind::Build(_) => {
                    let side = f32::from(step.size) * CELL - 2.0;
                    lines.rect_2d(Isometry2d::from_translation(step.at), Vec2::splat(side), colour);
                    signs.circle_2d(step.at, CELL * 0.16, colour);
                }
                CommandKind::Hold => {
                    signs.rect_2d(Isometry2d::from_translation(step.at), Vec2::splat(CELL * 0.4), colour);
                }
                _ => {
                    signs.circle_2d(step.at, CELL * 0.16, colour);
                }
            }
            if is_single && ways.near == Some(index) {
                let (middle, arm) = (step.at + CROSS, Vec2::splat(CELL * 0.11));
                let red = Color::srgb(1.0, 0.45, 0.38);
                signs.circle_2d(middle, CELL * 0.24, Color::srgb(0.95, 0.92, 0.85));
                signs.line_2d(middle - arm, middle + arm, red);
                signs.line_2d(middle + Vec2::new(-arm.x, arm.y), middle + Vec2::new(arm.x, -arm.y), red);
            }
            from = step.at;
        }
    }
}

fn draw_rallies(
    skirmish: SkirmishView,
    selection: Res<Selection>,
    art: Res<Art>,
    mut lines: Gizmos<TaskGizmos>,
    mut flags: Pool<Flag>,
) {
    let colour = CommandKind::Rally.info().colour;
    let mut places: Vec<Vec2> = Vec::new();
    for building in skirmish.own_buildings(&selection).iter().filter_map(|id| skirmish.building(*id)) {
        let mut from = skirmish.building_area(&building).middle();
        for cell in building.production.rally() {
            let to = middle_of_body(*cell, 1);
            lines.line_2d(from, to, colour.with_alpha(0.7));
            if !places.contains(&to) {
                places.push(to);
            }
            from = to;
        }
    }
    flags.show(places.into_iter().map(|place| {
        // The foot of the pole stands on the place.
        let at = place + Vec2::new(CELL * 0.2, CELL * 0.3);
        (sign(&art, mark::FLAG, CELL * 0.9, colour), Transform::from_translation(at.extend(FLAG_Z)))
    }));
}

/// The reach of selected towers and of whoever throws far.
fn draw_ranges(skirmish: SkirmishView, selection: Res<Selection>, mut lines: Gizmos<TaskGizmos>) {
    const MOST: usize = 12;
    const FAR: u8 = 8;
    let colour = Color::srgba(1.0, 0.9, 0.7, 0.45);
    let bonuses = skirmish.side().map(|side| &side.bonuses);
    let armed = selection.iter().filter_map(|id| {
        if let Some(building) = skirmish.building(id) {
            let more = bonuses.map_or(0, |bonuses| bonuses.building(building.state.kind(), Stat::Range));
            let weapon = skirmish.building_kind(&building).weapon.as_ref().filter(|_| building.state.is_finished())?;
            Some((skirmish.building_area(&building), weapon, more))
        } else {
            let unit = skirmish.unit(id)?;
            let more = bonuses.map_or(0, |bonuses| bonuses.unit(unit.kind.0, Stat::Range));
            let weapon = skirmish.unit_kind(&unit).weapon.as_ref().filter(|weapon| weapon.range >= FAR)?;
            Some((skirmish.unit_area(&unit), weapon, more))
        }
    });
    for (area, weapon, more) in armed.take(MOST) {
        let (middle, half) = (area.middle(), f32::from(area.size) / 2.0);
        let reach = f32::from(weapon.range) + f32::from(more);
        lines.circle_2d(middle, (half + reach) * CELL, colour).resolution(64);
        if weapon.min_range > 0 {
            let near = (half + f32::from(weapon.min_range)) * CELL;
            lines.circle_2d(middle, near, colour.with_alpha(0.25)).resolution(48);
        }
    }
}

fn draw_pings(alerts: Res<Alerts>, mut signs: Gizmos<StepGizmos>) {
    for ping in alerts.pings().iter().filter(|ping| !ping.is_small) {
        let share = ((alerts.now() - ping.since) / PING).clamp(0.0, 1.0);
        let colour = if ping.is_bad { Color::srgb(1.0, 0.4, 0.3) } else { Color::srgb(1.0, 0.86, 0.4) };
        // Three rings that close in on the place.
        let radius = (1.0 - (share * 3.0).fract()) * 3.0 * CELL;
        signs.circle_2d(ping.at.middle(), radius, colour.with_alpha(1.0 - share));
    }
}
