//! What the buttons of the page of matches do.

use super::asking::Asking;
use super::hosting::HostAt;
use super::server::visit::Recall;
use super::settings::{OnlineSettings, save};
use crate::online::address::Address;
use crate::online::beacon::Listener;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// What a button of the page does that leads to no screen.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum LobbyButton {
    /// Joins a match that was found, by its number.
    Found(u64),
    /// Goes to a server that is remembered, by its place in the list; and forgets it.
    Server(usize),
    Forget(usize),
    /// Joins by the address that was typed, to watch only or not.
    Join {
        watch: bool,
    },
    /// Goes on with the match that was hosted here when the program ended.
    GoOn,
    /// Whether who joins a match that is hosted here needs its code.
    Locked(bool),
}

/// The way in which one wants to join by the address that was typed, as soon as all that was typed is in the field.
#[derive(Resource, Debug, Default)]
pub(super) struct Given(pub(super) Option<bool>);

/// Who listens for matches while the page is shown, and why nobody does.
#[derive(Resource, Default)]
pub(super) struct Listening {
    pub(super) listener: Option<Listener>,
    pub(super) problem: Option<String>,
}

pub(super) fn does(button: LobbyButton) -> impl Bundle {
    (button, observe(act))
}

fn act(
    activate: On<Activate>,
    buttons: Query<&LobbyButton>,
    (listening, at): (Res<Listening>, Res<HostAt>),
    (mut given, mut settings): (ResMut<Given>, ResMut<OnlineSettings>),
    mut asking: ResMut<Asking>,
    mut recall: ResMut<Recall>,
    mut commands: Commands,
) {
    match buttons.get(activate.entity) {
        Ok(LobbyButton::Server(place)) => {
            let Some(server) = recall.0.list().get(*place) else { return };
            match server.address.parse::<Address>() {
                Ok(address) => asking.join(address, settings.name(), false, server.token.clone()),
                Err(error) => asking.problem = error.to_string(),
            }
        }
        Ok(LobbyButton::Forget(place)) => {
            let Some(address) = recall.0.list().get(*place).map(|server| server.address.clone()) else { return };
            if let Err(problem) = recall.0.forget(&address) {
                asking.problem = problem;
            }
        }
        Ok(LobbyButton::Join { watch }) => given.0 = Some(*watch),
        Ok(LobbyButton::Locked(locked)) => {
            settings.set_locked(*locked);
            save(&mut commands);
        }
        Ok(LobbyButton::GoOn) => asking.host(at.clone(), settings.name(), None),
        Ok(LobbyButton::Found(id)) => {
            let found = listening
                .listener
                .as_ref()
                .and_then(|listener| listener.list().into_iter().find(|found| found.announcement.id == *id));
            match found {
                Some(found) => {
                    let (host, port) = (found.address.ip().to_string(), found.address.port());
                    let address = Address { secure: false, host, port, code: None };
                    asking.join(address, settings.name(), false, None);
                }
                None => asking.problem = "This match is not announced any more.".into(),
            }
        }
        Err(_) => {}
    }
}
