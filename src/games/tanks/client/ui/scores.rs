//! The page of the high scores.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{self, foot_button, heading};
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Look, goes_to};
use crate::games::tanks::plugin::{HighScore, HighScores};
use crate::games::tanks::setup::Mode;
use crate::shell::states::Screen;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::TANKS_SCORES), spawn).add_systems(
        Update,
        frames::escape_to(Screen::TANKS_SETUP).after(ControlSystems::Act).run_if(in_state(Screen::TANKS_SCORES)),
    );
}

/// The modes that have high scores.
const MODES: [Mode; 3] = [Mode::Campaign, Mode::Endless, Mode::Defence];

fn spawn(mut commands: Commands, art: Res<Art>, scores: Res<HighScores>) {
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::TANKS_SCORES,
        "High scores of Tanks",
        |_| {},
        |body| {
            for mode in MODES {
                body.spawn(theme::panel(&art, frames::column(1.0))).with_children(|column| {
                    column.spawn(heading(&art, mode.name()));
                    let mut any = false;
                    for (rank, (place, score)) in scores.of_mode(mode).enumerate() {
                        any = true;
                        spawn_line(column, &art, rank + 1, score, scores.latest == Some(place));
                    }
                    if !any {
                        let told = "Nobody has played yet.";
                        column.spawn(theme::text(&art, Weight::Regular, theme::BODY, theme::MUTED, told));
                    }
                });
            }
        },
        |foot| {
            foot.spawn((foot_button(&art, Look::Key, "Back"), goes_to(Screen::TANKS_SETUP)));
        },
    );
}

fn spawn_line(column: &mut ChildSpawnerCommands, art: &Art, rank: usize, score: &HighScore, is_latest: bool) {
    let colour = if is_latest { theme::GOLD } else { theme::CREAM };
    let what = if score.mode == Mode::Campaign { "stage" } else { "wave" };
    let players = if score.players == 1 { "alone".into() } else { format!("{} together", score.players) };
    let told = format!("{what} {}  ·  {players}  ·  {}", score.stage, score.level.name());
    column.spawn((
        Node { column_gap: px(12), align_items: AlignItems::Center, ..default() },
        children![
            (
                theme::text(art, Weight::Bold, theme::BODY, theme::MUTED, &rank.to_string()),
                Node { width: px(24), ..default() },
            ),
            (
                theme::text(art, Weight::Black, theme::HEAD, colour, &score.points.to_string()),
                Node { width: px(92), ..default() },
            ),
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &told),
        ],
    ));
}
