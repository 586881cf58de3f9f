//! The small map of a skirmish, with the signs of alerts.

use super::SkirmishHudSystems;
use crate::client::kit::art::Art;
use crate::client::kit::theme;
use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::set_shown;
use crate::games::rts::client::input::skirmish::alerts::{Alerts, PING, Ping};
use crate::games::rts::client::stage::INNER;
use crate::games::rts::client::view::minimap::MinimapNode;
use crate::games::rts::level::Level;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use bevy::prelude::*;

/// A sign on the small map.
#[derive(Component)]
struct Sign(usize);

/// Signs at a time.
const SIGNS: usize = 6;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (add_signs, show_signs).chain().in_set(SkirmishHudSystems));
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art, level: &Level) {
    let aspect = f32::from(level.terrain.width()) / f32::from(level.terrain.height());
    let size = if aspect >= 1.0 { Vec2::new(INNER, INNER / aspect) } else { Vec2::new(INNER * aspect, INNER) };
    bottom.spawn(theme::panel(art, Node { flex_shrink: 0.0, ..default() })).with_children(|panel| {
        // A map that is much longer than wide would else be a line that nobody can hit.
        panel.spawn((
            Node {
                width: px(size.x.max(60.0)),
                height: px(INNER),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            children![(MinimapNode, ImageNode { image_mode: NodeImageMode::Stretch, ..default() }, Fit { aspect },)],
        ));
    });
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
        let Some(ping) = newest.get(sign.0) else {
            set_shown(&mut node, false);
            continue;
        };
        set_shown(&mut node, true);
        let share = ((alerts.now() - ping.since) / PING).clamp(0.0, 1.0);
        // It closes in on the place, twice.
        let side = 8.0 + 30.0 * (1.0 - (share * 2.0).fract());
        let middle = (percent_of(ping.at.at.x, ping.at.size, width), percent_of(ping.at.at.y, ping.at.size, height));
        node.width = px(side);
        node.height = px(side);
        node.left = percent(middle.0);
        node.top = percent(middle.1);
        node.margin = UiRect { left: px(-side / 2.0), top: px(-side / 2.0), ..default() };
        let colour = if ping.is_bad { theme::ALARM } else { theme::GOLD };
        edge.set_if_neq(BorderColor::all(colour.with_alpha(1.0 - share * 0.6)));
    }
}

fn percent_of(at: i16, size: u8, length: f32) -> f32 {
    (f32::from(at) + f32::from(size) / 2.0) / length * 100.0
}
