//! The bar of a replay below the board.

use super::beside_board;
use crate::client::input::ControlSystems;
use crate::client::input::replay::ReplayControls;
use crate::client::kit::art::Art;
use crate::client::kit::replay_bar::{self, ReplayBar, Sought};
use crate::client::kit::theme::{self, Weight};
use crate::client::stage::clock;
use crate::games::tanks::client::stage::FOOT;
use crate::games::tanks::plugin::{Battle, Phase, Record};
use crate::games::tanks::rules::TICKS;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.after(ControlSystems::Act).run_if(in_state(Mode::TANKS)));
}

fn spawn(commands: &mut Commands, art: &Art) -> Entity {
    commands
        .spawn((
            Name::new("Tanks replay"),
            DespawnOnExit(Screen::Match),
            Node { bottom: px(0), column_gap: px(12), ..beside_board(FOOT) },
        ))
        .with_children(|bar| {
            bar.spawn(replay_bar::place(art, 110.0));
            bar.spawn(replay_bar::track(12.0, 0.0));
            let keys = "← → a second  ·  PgUp PgDn ten  ·  Home End  ·  G play";
            bar.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, keys));
            bar.spawn(replay_bar::leave(art, 30.0))
                .observe(|_: On<Activate>, mut replay: ReplayControls| replay.stop());
        })
        .observe(|sought: On<Sought>, mut replay: ReplayControls| replay.seek(sought.to))
        .id()
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
    replay_bar::follow(moment, bar, &mut commands, |commands| spawn(commands, &art));
}
