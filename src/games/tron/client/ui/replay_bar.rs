//! The bar of a replay below the board.

use super::beside_board;
use crate::client::input::replay::ReplayControls;
use crate::client::kit::art::Art;
use crate::client::kit::replay_bar::{self, ReplayBar, Sought};
use crate::client::kit::theme::{self, Weight};
use crate::games::tron::client::view::FOOT;
use crate::games::tron::plugin::{Phase, Record};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TRON)));
}

fn spawn(commands: &mut Commands, art: &Art) -> Entity {
    commands
        .spawn((
            Name::new("Tron replay"),
            DespawnOnExit(Screen::Match),
            Node { bottom: px(0), column_gap: px(12), ..beside_board(FOOT) },
        ))
        .with_children(|bar| {
            bar.spawn(replay_bar::place(art, 150.0));
            bar.spawn(replay_bar::track(12.0, 0.0));
            let keys = "← →  PgUp PgDn  Home End  ↑ ↓ round";
            bar.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, keys));
            bar.spawn(replay_bar::leave(art, 30.0))
                .observe(|_: On<Activate>, mut replay: ReplayControls| replay.stop());
        })
        .observe(|sought: On<Sought>, mut replay: ReplayControls| replay.seek(sought.to))
        .id()
}

fn show(
    table: Single<(&Phase, &Record)>,
    bar: Option<Single<(Entity, &mut ReplayBar)>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let (phase, record) = *table;
    let moment = if let Phase::Watching { round, step, .. } = *phase {
        let rounds = &record.replay().rounds;
        let all = rounds.get(round).map_or(0, |round| round.len());
        let label = format!("Round {} of {}, step {step}/{all}", round + 1, rounds.len());
        Some(ReplayBar { at: step, all, label })
    } else {
        None
    };
    replay_bar::follow(moment, bar, &mut commands, |commands| spawn(commands, &art));
}
