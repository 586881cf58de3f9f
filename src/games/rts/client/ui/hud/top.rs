//! The bar at the top: where we are, how time runs, how the program fares.

use crate::client::input::bindings::Action;
use crate::client::input::time::GameSpeed;
use crate::client::kit::widgets::{Ink, Look, Tip, action_button, button, presses, set_text, written};
use crate::client::kit::{Art, Icon, Weight, layout, theme};
use crate::games::rts::client::input::Player;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::tools::{Tool, Toolbox};
use crate::games::rts::client::stage::{TOP_BAR, reset};
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::sim::MatchClock;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::orders::Roster;
use crate::shell::online::Online;
use crate::shell::states::{Paused, Screen};
use bevy::prelude::*;

/// Side of a button of the bar, in pixels of nodes.
const BUTTON: f32 = 34.0;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Figure {
    Speed,
    Tick,
    Rate,
    Units,
    Frames,
}

/// The coloured square of the side in command.
#[derive(Component)]
struct SideColor;

#[derive(Component)]
struct SideName;

#[derive(Component)]
struct PauseSymbol;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Meter>().add_systems(OnEnter(Screen::Match), reset::<Meter>).add_systems(
        Update,
        (
            (measure, show_figures).chain(),
            show_side.run_if(resource_changed::<Player>.or_else(resource_changed::<Toolbox>)),
            show_pause.run_if(state_changed::<Paused>.or_else(state_changed::<Screen>)),
        )
            .in_set(PanelSystems),
    );
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art, level: &str) {
    let left = |left: &mut ChildSpawnerCommands| spawn_place(left, art, level);
    let middle = |middle: &mut ChildSpawnerCommands| {
        spawn_controls(middle, art);
        figure(middle, art, Figure::Tick, 84.0, "Ticks of the simulation since the beginning");
        figure(middle, art, Figure::Rate, 70.0, "Ticks a second, measured");
    };
    let right = |right: &mut ChildSpawnerCommands| {
        figure(right, art, Figure::Units, 76.0, "Units on the map");
        figure(right, art, Figure::Frames, 58.0, "Frames a second");
    };
    spawn_bar(root, art, (left, middle, right));
}

/// The bar with its three parts; on the right are the buttons of every match.
pub(super) fn spawn_bar(
    root: &mut ChildSpawnerCommands,
    art: &Art,
    (left, middle, right): (
        impl FnOnce(&mut ChildSpawnerCommands),
        impl FnOnce(&mut ChildSpawnerCommands),
        impl FnOnce(&mut ChildSpawnerCommands),
    ),
) {
    root.spawn((
        Node {
            position_type: PositionType::Absolute,
            top: px(0),
            width: percent(100),
            height: px(TOP_BAR),
            padding: UiRect::axes(px(8), px(3)),
            border: UiRect::bottom(px(2)),
            ..layout::line(10.0)
        },
        BackgroundColor(theme::NIGHT),
        BorderColor::all(theme::BRONZE),
    ))
    .with_children(|bar| {
        bar.spawn(third(JustifyContent::Start)).with_children(left);
        bar.spawn(Node { flex_shrink: 0.0, ..layout::line(4.0) }).with_children(middle);
        bar.spawn(third(JustifyContent::End)).with_children(|outer| {
            right(outer);
            outer.spawn(action_button(art, Icon::FullScreen, BUTTON, Action::FullScreen, "Full screen", "F11"));
            outer.spawn(action_button(art, Icon::Menu, BUTTON, Action::Menu, "Menu", "F10"));
        });
    });
}

/// One of the two outer parts of the bar: equally wide, so that the inner one is in the middle.
fn third(justify_content: JustifyContent) -> Node {
    Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        justify_content,
        overflow: Overflow::clip_x(),
        ..layout::line(8.0)
    }
}

fn spawn_place(left: &mut ChildSpawnerCommands, art: &Art, level: &str) {
    let node =
        Node { height: px(32), padding: UiRect::axes(px(10), px(2)), column_gap: px(7), flex_shrink: 0.0, ..default() };
    left.spawn((
        button(art, Look::Key, node),
        presses(RtsAction::NextSide),
        Tip::with_key("Next side", "N"),
        children![
            (
                Node { border_radius: BorderRadius::all(px(3)), ..layout::sized(13.0, 13.0) },
                BackgroundColor(Color::NONE),
                SideColor,
                Pickable::IGNORE,
            ),
            (written(art, Weight::Bold, theme::BODY, theme::CREAM, ""), SideName),
        ],
    ));
    left.spawn((
        theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, level),
        Node { min_width: px(0), flex_shrink: 1.0, overflow: Overflow::clip_x(), ..default() },
    ));
}

/// Pause and speed, with the keys of the sandbox.
pub(super) fn spawn_controls(middle: &mut ChildSpawnerCommands, art: &Art) {
    middle.spawn(action_button(art, Icon::Slower, BUTTON, Action::Slower, "Slower", "−"));
    middle.spawn((
        button(art, Look::Key, Node { flex_shrink: 0.0, ..layout::sized(BUTTON, BUTTON) }),
        presses(Action::Pause),
        Tip::with_key("Pause", "Space"),
        children![(theme::icon(art, Icon::Pause as usize, 22.0), Ink(theme::CREAM), PauseSymbol)],
    ));
    middle.spawn(action_button(art, Icon::Faster, BUTTON, Action::Faster, "Faster", "+"));
    figure(middle, art, Figure::Speed, 38.0, "Speed of the game");
}

fn figure(parent: &mut ChildSpawnerCommands, art: &Art, figure: Figure, width: f32, tip: &str) {
    let (weight, color) = match figure {
        Figure::Speed => (Weight::Black, theme::GOLD),
        Figure::Units => (Weight::Bold, theme::CREAM),
        _ => (Weight::Regular, theme::MUTED),
    };
    parent.spawn((
        Node {
            min_width: px(width),
            height: px(30),
            justify_content: if figure == Figure::Speed { JustifyContent::Center } else { JustifyContent::End },
            align_items: AlignItems::Center,
            flex_shrink: 0.0,
            ..default()
        },
        Tip::new(tip),
        children![(theme::text(art, weight, theme::BODY, color, ""), figure)],
    ));
}

/// Counts frames and ticks over about a second of real time.
#[derive(Resource, Debug, Default)]
struct Meter {
    since: f32,
    frames: u32,
    tick_at_start: u32,
    frames_a_second: f32,
    ticks_a_second: f32,
}

fn measure(time: Res<Time<Real>>, clock: Res<MatchClock>, mut meter: ResMut<Meter>) {
    meter.frames += 1;
    meter.since += time.delta_secs();
    if meter.since >= 1.0 {
        let ticks = clock.tick().saturating_sub(meter.tick_at_start);
        *meter = Meter {
            tick_at_start: clock.tick(),
            frames_a_second: meter.frames as f32 / meter.since,
            ticks_a_second: ticks as f32 / meter.since,
            ..default()
        };
    }
}

fn speed_name(factor: f32) -> String {
    match factor {
        0.25 => "¼×".into(),
        0.5 => "½×".into(),
        factor => format!("{factor}×"),
    }
}

fn show_figures(
    meter: Res<Meter>,
    (speed, online): (Res<GameSpeed>, Option<Res<Online>>),
    clock: Res<MatchClock>,
    roster: Option<Single<&Roster, With<Board>>>,
    mut figures: Query<(&Figure, &mut Text)>,
) {
    for (figure, mut text) in &mut figures {
        let content = match figure {
            Figure::Speed => {
                let factor = online.as_ref().map_or_else(|| speed.factor(), |online| f32::from(online.speed) / 100.0);
                speed_name(factor)
            }
            Figure::Tick => format!("tick {}", clock.tick()),
            Figure::Rate => format!("{:.1}/s", meter.ticks_a_second),
            Figure::Units => match roster.as_ref().map_or(0, |roster| roster.len()) {
                1 => "1 unit".into(),
                count => format!("{count} units"),
            },
            Figure::Frames => format!("{:.0} fps", meter.frames_a_second),
        };
        set_text(&mut text, content);
    }
}

fn show_side(
    player: Res<Player>,
    toolbox: Res<Toolbox>,
    mut fill: Single<&mut BackgroundColor, With<SideColor>>,
    mut text: Single<&mut Text, With<SideName>>,
) {
    // The key that takes the next side means the placed one while units are placed; the button says which.
    let (verb, side) = match toolbox.tool {
        Tool::Units => ("Placing", toolbox.side),
        _ => ("Commanding", player.side),
    };
    let (name, color) = theme::side(side);
    fill.set_if_neq(BackgroundColor(color));
    set_text(&mut text, format!("{verb}: {name}"));
}

fn show_pause(paused: Res<State<Paused>>, mut image: Single<&mut ImageNode, With<PauseSymbol>>) {
    let symbol = if paused.get().0 { Icon::Play } else { Icon::Pause };
    if let Some(atlas) = &mut image.texture_atlas {
        atlas.index = symbol as usize;
    }
}
