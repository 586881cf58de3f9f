//! The bar of a replay below the board.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::beside;
use crate::client::kit::replay_bar::ReplayBar;
use crate::games::tron::plugin::{Phase, Record};
use crate::shell::states::Mode;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(ControlSystems::Act).run_if(in_state(Mode::TRON)));
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
    let keys = "← →  PgUp PgDn  Home End  ↑ ↓ round";
    beside::follow_replay(moment, bar, (&art, &mut commands), (150.0, keys));
}
