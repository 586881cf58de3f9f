//! What lies over the map of a match: the bar at the top, the small map, the selection, the tools.
//!
//! The root lets the pointer through; only panels catch it. Nothing here takes the keyboard focus: a key that was meant
//! for the map must not press the button that was clicked last.

pub mod skirmish;

pub mod banner;
pub mod doing;
pub mod legend;
mod map;
mod selection;
mod tools;
mod top;
mod why;

use crate::client::kit::scale::{in_nodes, node_space};
use crate::client::kit::{Art, layout, theme};
use crate::games::rts::client::input::Player;
use crate::games::rts::client::stage::{MARGIN, TOP_BAR};
use crate::games::rts::sim::{GameRules, MatchSetup};
use crate::shell::states::{Mode, Screen};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Height of a sentence over the map, in pixels of nodes.
pub const LINE: f32 = 26.0;
/// Where sentences over the map begin, one below the other, so that they never cover each other: that time stands.
pub const PAUSED: f32 = TOP_BAR + 4.0;
/// What a command waits for.
pub const QUESTION: f32 = PAUSED + LINE + 6.0;
/// Where notices begin.
pub const NOTICES: f32 = QUESTION + LINE + 6.0;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.run_if(in_state(Mode::RTS))).add_plugins((
        banner::plugin,
        legend::plugin,
        top::plugin,
        map::plugin,
        selection::plugin,
        tools::plugin,
        why::plugin,
        skirmish::plugin,
    ));
}

fn spawn(
    mut commands: Commands,
    art: Res<Art>,
    setup: Option<Res<MatchSetup>>,
    rules: Res<GameRules>,
    player: Res<Player>,
) {
    let Some(setup) = setup else { return };
    commands
        .spawn((
            Name::new("HUD"),
            DespawnOnExit(Screen::Match),
            Node { width: percent(100), height: percent(100), ..default() },
        ))
        .with_children(|root| {
            banner::spawn(root, &art);
            if setup.skirmish.is_some() {
                skirmish::spawn(root, &art, &setup.level);
                return;
            }
            top::spawn(root, &art, &setup.level.name);
            legend::spawn(root, &art);
            why::spawn(root, &art);
            root.spawn(bottom_row()).with_children(|bottom| {
                map::spawn(bottom, &art, &setup.level);
                selection::spawn(bottom, &art);
                tools::spawn(bottom, &art, &rules.0, player.side);
            });
        });
}

fn bottom_row() -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: px(MARGIN),
        right: px(MARGIN),
        bottom: px(MARGIN),
        align_items: AlignItems::End,
        column_gap: px(MARGIN),
        ..default()
    }
}

/// The part of the row between the map and the tools: only as high as it must be, for the map is what one looks at.
fn middle_column() -> Node {
    Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::FlexEnd,
        ..layout::column(5.0)
    }
}

/// Words over the map, hidden at first, in a frame with the edge of a node.
fn sentence(top: f32, edge: Node, alpha: f32, words: impl Bundle) -> impl Bundle {
    (
        Node {
            position_type: PositionType::Absolute,
            top: px(top),
            width: percent(100),
            justify_content: JustifyContent::Center,
            display: Display::None,
            ..default()
        },
        children![(
            Node { height: px(LINE), padding: UiRect::axes(px(14), px(0)), align_items: AlignItems::Center, ..edge },
            BackgroundColor(theme::NIGHT.with_alpha(alpha)),
            BorderColor::all(theme::BRONZE),
            Pickable::IGNORE,
            words,
        )],
    )
}

/// A panel that stays beside the mouse: to the right and below, unless there is no room.
#[derive(SystemParam)]
struct Beside<'w, 's> {
    window: Single<'w, 's, &'static Window>,
    scale: Res<'w, UiScale>,
}

impl Beside<'_, '_> {
    /// `mouse` is in logical pixels; the gap to it and the `margin` to the edge of the window are in pixels of nodes.
    fn lay(&self, panel: &mut Mut<Node>, size: &ComputedNode, mouse: Vec2, gap: Vec2, margin: f32) {
        let (mouse, space) = (in_nodes(mouse, &self.scale), node_space(&self.window, &self.scale));
        let size = size.size() * size.inverse_scale_factor();
        let is_room = (mouse + gap + size + margin).cmple(space);
        let place = Vec2::select(is_room, mouse + gap, mouse - gap - size).max(Vec2::splat(margin));
        if (panel.left, panel.top) != (px(place.x), px(place.y)) {
            (panel.left, panel.top) = (px(place.x), px(place.y));
        }
    }
}
