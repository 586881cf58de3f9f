//! Saving from the menu of a match: under a name that is asked for, and the word that it is done.

use crate::base::file_name;
use crate::client::kit::naming::{Asked, Named, Naming, Purpose};
use crate::client::kit::notices::Notice;
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::sim::record::saves::{AutoSave, EXTENSION, SaveRequest, Saved};
use crate::games::rts::sim::{GameRules, MatchClock, MatchSetup};
use bevy::prelude::*;

#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeepMatch;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<KeepMatch>().add_systems(Update, (ask, keep, tell).in_set(PanelSystems));
}

/// The name that a save is offered: the map's, with minutes and seconds of the game.
pub fn proposed(map: &str, seconds: u64) -> String {
    let time = format!(" {}m{:02}s", seconds / 60, seconds % 60);
    let room = file_name::LONGEST - time.len();
    let map: String = file_name::proposed(map).chars().take(room).collect();
    map + &time
}

fn ask(
    mut requests: MessageReader<KeepMatch>,
    setup: Option<Res<MatchSetup>>,
    (clock, rules, saves): (Res<MatchClock>, Res<GameRules>, Res<AutoSave>),
    mut naming: ResMut<Naming>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(setup) = setup.filter(|_| requests.read().count() > 0) else { return };
    let seconds = u64::from(clock.tick()) / u64::from(rules.0.tick_hz.max(1));
    let proposed = proposed(&setup.level.name, seconds);
    let Some(folder) = saves.0.clone() else {
        notices.write(Notice("There is no folder for saved matches.".into()));
        return;
    };
    naming.ask(Asked { purpose: Purpose::Match, proposed, folder, extension: EXTENSION.into(), also: &[], own: None });
}

fn keep(mut named: MessageReader<Named>, mut requests: MessageWriter<SaveRequest>) {
    let named = named.read().filter(|named| named.purpose == Purpose::Match);
    requests.write_batch(named.map(|named| SaveRequest(named.path.clone())));
}

fn tell(mut saved: MessageReader<Saved>, mut notices: MessageWriter<Notice>) {
    let mut told = |sentence| _ = notices.write(Notice(sentence));
    for Saved { path, result, is_auto } in saved.read() {
        let name = path.file_stem().unwrap_or_default().display();
        match result {
            Ok(()) if *is_auto => {}
            Ok(()) => told(format!("Saved as “{name}”; find it on the title screen under “Saves & replays”.")),
            Err(problem) => told(problem.clone()),
        }
    }
}
