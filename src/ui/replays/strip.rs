//! The strip below the top bar while a recorded battle is watched: how far it is.

use super::files::clock;
use crate::control::ControlSystems;
use crate::sim::playback::Playback;
use crate::sim::{GameRules, MatchClock, Mode, Screen};
use crate::ui::theme::{self, Weight};
use crate::ui::widgets::progress::{progress_bar, set_filled};
use crate::ui::widgets::set_text;
use crate::view::art::Art;
use bevy::prelude::*;

#[derive(Component)]
struct Place;

#[derive(Component)]
struct Done;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.run_if(in_state(Mode::Rts)))
        .add_systems(Update, follow.after(ControlSystems::Act).run_if(in_state(Mode::Rts)));
}

fn spawn(playback: Res<Playback>, art: Res<Art>, mut commands: Commands) {
    if playback.ticks().is_none() {
        return;
    }
    commands.spawn((
        Name::new("Replay"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        Node {
            position_type: PositionType::Absolute,
            // The middle belongs to the sign of the pause.
            top: px(52),
            left: px(10),
            ..default()
        },
        children![(
            theme::panel(&art, Node { align_items: AlignItems::Center, column_gap: px(12), ..default() }),
            children![
                theme::text(&art, Weight::Black, theme::LABEL, theme::GOLD, "Replay"),
                (
                    Node { width: px(240), flex_direction: FlexDirection::Column, ..default() },
                    children![progress_bar(10.0, theme::GOLD, Done)],
                ),
                (theme::text(&art, Weight::Bold, theme::BODY, theme::CREAM, ""), Place),
            ],
        )],
    ));
}

fn follow(
    playback: Res<Playback>,
    now: Res<MatchClock>,
    rules: Res<GameRules>,
    mut places: Query<&mut Text, With<Place>>,
    mut done: Query<&mut Node, With<Done>>,
) {
    let Some(ticks) = playback.ticks() else { return };
    let tick = now.tick().min(ticks);
    let seconds = |ticks: u32| clock(u64::from(ticks) / u64::from(rules.0.tick_hz.max(1)));
    for mut text in &mut places {
        set_text(&mut text, format!("{} / {}", seconds(tick), seconds(ticks)));
    }
    for mut node in &mut done {
        set_filled(&mut node, tick as f32 / ticks.max(1) as f32);
    }
}
