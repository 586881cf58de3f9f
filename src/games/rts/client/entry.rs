//! What the shared screens are told.

use super::files::{FILES, word};
use super::input::save::OwnLevels;
use super::input::session::SessionRequest;
use super::input::skirmish::key_bindings::KeyBindings;
use super::ui::skirmish::keeping::KeepMatch;
use super::ui::skirmish::remembered::Remembered;
use super::ui::skirmish::result::{EndSheet, Sheet};
use super::ui::{controls, hud, key_options, planners};
use super::{input, ui, view};
use crate::client::game::{GameClient, OptionsPage};
use crate::client::screens::pause::{MatchMenu, WasPaused};
use crate::games::rts::folders::own_level_folder;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::record::saves::AutoSave;
use crate::games::rts::sim::skirmish::{Control, Ending, Sides};
use crate::shell::folders::data_folder;
use crate::shell::states::Screen;
use bevy::prelude::*;

pub(crate) const CLIENT: GameClient = GameClient {
    storage: |app| {
        app.register_type::<Remembered>()
            .insert_resource(OwnLevels(Some(own_level_folder())))
            .insert_resource(AutoSave(Some(data_folder().join("saves"))));
    },
    input: |app| {
        app.add_plugins((input::plugin, ui::escape::plugin));
    },
    ui: ui::plugin,
    view: view::plugin,
    tick_hz: |world| f64::from(world.resource::<GameRules>().0.tick_hz),
    has_music: true,
    notices_top: hud::NOTICES,
    cards: &[("Skirmish", Screen::SKIRMISH_SETUP), ("Sandbox", Screen::SANDBOX_SETUP)],
    pages: &[Screen::SKIRMISH_SETUP, Screen::SANDBOX_SETUP],
    options: &[OptionsPage { label: "Keys of a skirmish", spawn: key_options::spawn }],
    files: &FILES,
    saves: |world| world.resource::<AutoSave>().0.clone(),
    grounds: Some(super::grounds::GROUNDS),
    menu,
};

fn menu(world: &mut World) -> MatchMenu {
    let mut boards = world.query_filtered::<(&Sides, Has<Ending>), With<Board>>();
    // Whether it is decided, and whether a person has a side that is still in it.
    let skirmish = boards.single(world).ok().map(|(sides, has_ended)| {
        let mut sides = sides.iter();
        (has_ended, !has_ended && sides.any(|side| side.control == Control::Human && side.beaten.is_none()))
    });
    let is_skirmish = skirmish.is_some();
    let is_recorded = world.resource::<Playback>().ticks().is_some();
    let is_on = skirmish.is_some_and(|(has_ended, _)| !has_ended) && !is_recorded;
    let back =
        if is_skirmish { ("Set-up", Screen::SKIRMISH_SETUP) } else { ("Choose another map", Screen::SANDBOX_SETUP) };
    MatchMenu {
        game: word(is_skirmish),
        is_recorded,
        is_at_stake: is_on,
        is_on,
        back,
        score: is_skirmish.then_some(|world| {
            // Time stands below it as well.
            let was_paused = world.resource::<WasPaused>().0;
            world.resource_mut::<EndSheet>().open(Sheet::Score, was_paused);
        }),
        save: (!is_recorded).then_some(|world| {
            world.write_message(KeepMatch);
        }),
        surrender: (skirmish.is_some_and(|(_, plays)| plays) && !is_recorded).then_some(|world| {
            world.write_message(SessionRequest::Surrender);
            world.resource_mut::<EndSheet>().sheet = Sheet::Nothing;
        }),
        keys: controls::of(is_skirmish, world.resource::<KeyBindings>()),
        // In a skirmish it is not for the player to say how units find their way.
        more: if is_skirmish { |_, _, _| {} } else { planners::spawn },
    }
}
