//! What is written large over the board: the stage that begins, and how a match ended.

use crate::client::input::ControlSystems;
use crate::client::kit::beside::{Banner, Words, spawn_banner};
use crate::client::kit::theme;
use crate::games::tanks::client::stage::side_colour;
use crate::games::tanks::plugin::phase::ENDING;
use crate::games::tanks::plugin::{Battle, Phase, TableBegins, TanksSetup};
use crate::games::tanks::setup::{Mode, OURS};
use crate::games::tanks::world::Outcome;
use crate::shell::states::{Mode as Game, Paused, Screen};
use bevy::prelude::*;

/// Ticks of the end in which nothing is said of it.
const UNSAID: u32 = 40;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn_banner.after(TableBegins).run_if(in_state(Game::TANKS)))
        .add_systems(Update, write.after(ControlSystems::Act).run_if(in_state(Game::TANKS)));
}

/// How a match is headed: the stage of a campaign by its number, the others by their mode.
pub(super) fn title(battle: &Battle, number: u16) -> String {
    match battle.world().setup().mode {
        Mode::Campaign => format!("Stage {number}  ·  {}", battle.stage.name),
        mode => format!("{}  ·  {}", mode.name(), battle.stage.name),
    }
}

/// Who has won, and the colour in which that is told.
pub(super) fn verdict(battle: &Battle) -> (String, Color) {
    let setup = battle.world().setup();
    match battle.world().outcome() {
        Some(Outcome::Won(OURS)) if setup.mode.has_waves() => ("The stage is yours".into(), theme::GOLD),
        Some(Outcome::Won(_)) if setup.mode.has_waves() => {
            let fell = battle.world().field().bases().iter().any(|base| !base.stands && base.side == OURS);
            (if fell { "The base has fallen" } else { "The last tank is gone" }.into(), theme::ALARM)
        }
        Some(Outcome::Won(side)) if setup.mode == Mode::FreeForAll => {
            (format!("{} wins", super::seat_name(usize::from(side))), side_colour(setup.mode, side))
        }
        Some(Outcome::Won(side)) => {
            let name = crate::games::tanks::client::stage::side_name(side);
            (format!("{name} wins"), side_colour(setup.mode, side))
        }
        Some(Outcome::Draw) | None => ("Nobody wins".into(), theme::CREAM),
    }
}

fn write(table: Single<(&Battle, &Phase)>, (setup, paused): (Res<TanksSetup>, Res<State<Paused>>), mut banner: Banner) {
    let (battle, phase) = *table;
    let words = match phase {
        Phase::Intro { .. } => {
            let sentence = title(battle, setup.number);
            Words { sentence, detail: battle.stage.description.clone(), ..default() }
        }
        // Not before the photo is taken.
        Phase::Ending { left } if left + UNSAID < ENDING => {
            let (sentence, colour) = verdict(battle);
            Words { sentence, colour, ..default() }
        }
        Phase::Playing if paused.get().0 => {
            Words { sentence: "Paused".into(), detail: "Space goes on".into(), ..default() }
        }
        _ => Words::default(),
    };
    banner.write(&words);
}
