//! The bar at the top: gold, wood, supply, handicap, idle workers; time.

use super::SkirmishHudSystems;
use crate::client::kit::widgets::{Look, Tip, button, presses, set_shown, set_text, written};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::ui::hud::top::{spawn_bar, spawn_controls};
use crate::games::rts::client::ui::observing::SeenBy;
use crate::games::rts::client::ui::time;
use crate::games::rts::sim::record::playback::Playback;
use bevy::prelude::*;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Figure {
    Gold,
    Wood,
    Supply,
    Handicap,
    Idle,
    Clock,
}

/// The button of idle workers, hidden while there are none.
#[derive(Component)]
struct IdleButton;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(SkirmishHudSystems));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    let left = |left: &mut ChildSpawnerCommands| {
        store(left, art, Figure::Gold, 13, "Gold: workers bring it from mines");
        store(left, art, Figure::Wood, 14, "Wood: workers bring it from forests");
        let supply = "Supply in use, and what your buildings give: build more of those that give supply";
        store(left, art, Figure::Supply, 15, supply);
        left.spawn((
            Node { flex_shrink: 0.0, ..default() },
            Tip::new("Your handicap: what you get of everything that your workers bring home"),
            children![(theme::text(art, Weight::Bold, theme::LABEL, theme::GOLD, ""), Figure::Handicap)],
        ));
        spawn_idle(left, art);
    };
    let middle = |middle: &mut ChildSpawnerCommands| {
        spawn_controls(middle, art);
        middle.spawn((
            Node { min_width: px(64), justify_content: JustifyContent::End, ..default() },
            Tip::new("Time of the match"),
            children![(theme::text(art, Weight::Bold, theme::LABEL, theme::CREAM, ""), Figure::Clock)],
        ));
    };
    spawn_bar(root, art, (left, middle, |_: &mut ChildSpawnerCommands| {}));
}

fn store(left: &mut ChildSpawnerCommands, art: &Art, figure: Figure, icon: usize, tip: &str) {
    left.spawn((
        Node { min_width: px(66), height: px(32), flex_shrink: 0.0, ..layout::line(6.0) },
        Tip::new(tip),
        children![
            theme::sheet_picture(&art.commands, icon, 26.0),
            (theme::text(art, Weight::Black, theme::HEAD - 2.0, theme::CREAM, ""), figure),
        ],
    ));
}

fn spawn_idle(left: &mut ChildSpawnerCommands, art: &Art) {
    let node = Node {
        height: px(32),
        padding: UiRect::axes(px(8), px(2)),
        column_gap: px(6),
        flex_shrink: 0.0,
        display: Display::None,
        ..default()
    };
    left.spawn((
        button(art, Look::Key, node),
        IdleButton,
        presses(RtsAction::IdleWorker),
        Tip::with_key("The next worker who has nothing to do", "F1"),
        children![
            theme::sheet_picture(&art.commands, 28, 24.0),
            (written(art, Weight::Black, theme::LABEL, theme::GOLD, ""), Figure::Idle),
        ],
    ));
}

fn show(
    skirmish: SkirmishView,
    playback: Res<Playback>,
    seen_by: Res<SeenBy>,
    mut figures: Query<(&Figure, &mut Text, &mut TextColor)>,
    mut button: Single<&mut Node, With<IdleButton>>,
) {
    let idle = skirmish.idle_workers().len();
    set_shown(&mut button, idle > 0);
    // An observer is shown the stores of the side that is looked with.
    let side = skirmish.sides().and_then(|sides| match skirmish.player.observes(sides, &playback) {
        true => sides.get(seen_by.0?),
        false => skirmish.side(),
    });
    for (figure, mut text, mut color) in &mut figures {
        let content = match (figure, side) {
            (Figure::Clock, _) => time(skirmish.clock.tick(), skirmish.rules()),
            (Figure::Idle, _) => idle.to_string(),
            (Figure::Handicap, side) => {
                let handicap = side.map(|side| side.handicap).unwrap_or_default();
                if handicap.is_none() { String::new() } else { format!("{handicap} %") }
            }
            (_, None) => "–".into(),
            (Figure::Gold, Some(side)) => side.stock.gold.to_string(),
            (Figure::Wood, Some(side)) => side.stock.wood.to_string(),
            (Figure::Supply, Some(side)) => format!("{}/{}", side.supply_used, side.supply_given),
        };
        set_text(&mut text, content);
        if *figure == Figure::Supply {
            let is_full = side.is_some_and(|side| side.supply_used >= side.supply_given);
            color.set_if_neq(TextColor(if is_full { theme::ALARM } else { theme::CREAM }));
        }
    }
}
