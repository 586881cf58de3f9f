//! The bar of a replay below the board.

use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::beside;
use crate::client::kit::replay_bar::ReplayBar;
use crate::client::stage::clock;
use crate::games::tanks::plugin::{Battle, Phase, Record};
use crate::games::tanks::rules::TICKS;
use crate::shell::states::Mode;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

fn show(
    table: Single<(&Battle, &Phase, &Record)>,
    bar: Option<Single<(Entity, &mut ReplayBar)>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    let (battle, phase, record) = *table;
    let moment = matches!(phase, Phase::Watching { .. }).then(|| {
        let (at, all) = (battle.world().tick(), record.replay().len());
        let time = |ticks: u32| clock(u64::from(ticks / TICKS));
        ReplayBar { at: at as usize, all: all as usize, label: format!("{} of {}", time(at), time(all)) }
    });
    let keys = "← → a second  ·  PgUp PgDn ten  ·  Home End  ·  G play";
    beside::follow_replay(moment, bar, (&art, &mut commands), (110.0, keys));
}
