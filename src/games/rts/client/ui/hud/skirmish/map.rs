//! The small map of a skirmish, with the signs of alerts.

use super::SkirmishHudSystems;
use crate::client::kit::widgets::set_shown;
use crate::client::kit::{Art, theme};
use crate::games::rts::client::input::skirmish::alerts::{Alerts, PING, Ping};
use crate::games::rts::client::stage::INNER;
use crate::games::rts::client::ui::hud::map::small_map;
use crate::games::rts::client::view::minimap::MinimapNode;
use crate::games::rts::level::Level;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use bevy::prelude::*;

#[derive(Component)]
struct Sign(usize);

const SIGNS: usize = 6;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (add_signs, show_signs).chain().in_set(SkirmishHudSystems));
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art, level: &Level) {
    bottom.spawn(theme::panel(art, Node { flex_shrink: 0.0, ..default() })).with_child(small_map(
        level,
        INNER,
        Vec2::new(60.0, INNER),
    ));
}

fn add_signs(mut commands: Commands, nodes: Query<Entity, Added<MinimapNode>>) {
    for node in &nodes {
        for number in 0..SIGNS {
            commands.spawn((
                Sign(number),
                Node {
                    position_type: PositionType::Absolute,
                    border: UiRect::all(px(2)),
                    border_radius: BorderRadius::MAX,
                    display: Display::None,
                    ..default()
                },
                BorderColor::all(Color::NONE),
                Pickable::IGNORE,
                ChildOf(node),
            ));
        }
    }
}

fn show_signs(
    alerts: Res<Alerts>,
    board: Single<&TerrainGrid, With<Board>>,
    mut signs: Query<(&Sign, &mut Node, &mut BorderColor)>,
) {
    let (width, height) = (f32::from(board.cells().width()), f32::from(board.cells().height()));
    let newest: Vec<&Ping> = alerts.pings().iter().rev().take(SIGNS).collect();
    for (sign, mut node, mut edge) in &mut signs {
        let ping = newest.get(sign.0);
        set_shown(&mut node, ping.is_some());
        let Some(ping) = ping else { continue };
        let share = ((alerts.now() - ping.since) / PING).clamp(0.0, 1.0);
        // It closes in on the place, twice.
        let side = 8.0 + 30.0 * (1.0 - (share * 2.0).fract());
        let middle = |at: i16, length: f32| percent((f32::from(at) + f32::from(ping.at.size) / 2.0) / length * 100.0);
        (node.width, node.height) = (px(side), px(side));
        (node.left, node.top) = (middle(ping.at.at.x, width), middle(ping.at.at.y, height));
        node.margin = UiRect { left: px(-side / 2.0), top: px(-side / 2.0), ..default() };
        let colour = if ping.is_bad { theme::ALARM } else { theme::GOLD };
        edge.set_if_neq(BorderColor::all(colour.with_alpha(1.0 - share * 0.6)));
    }
}
