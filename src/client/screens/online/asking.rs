//! On the way into a match: a server is asked for a seat, or a match is opened for others. Only one of it goes on at a time.

use super::errand::Errand;
use super::hosting::{HostAt, Hosting, said};
use super::room::Room;
use super::server::visit::{self, Arrived, Recall};
use super::settings::OnlineSettings;
use super::{PAGE, ROOM};
use crate::client::kit::notices::Notice;
use crate::client::stage::HostMatch;
use crate::games::GameEntry;
use crate::online::address::Address;
use crate::online::api::{Api, ApiError};
use crate::online::talk::{Direct, Join, Token};
use crate::serve::hall::Wish;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// The way into a match.
#[derive(Resource, Default)]
pub(super) struct Asking {
    going: Option<Going>,
    /// Why the last way has led nowhere.
    pub(super) problem: String,
    /// A match that asks for its code.
    pub(super) wanted: Option<Wanted>,
}

struct Going {
    what: String,
    answer: Errand<Answer>,
}

/// A match that asks for its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) address: Address,
    pub(super) about: Direct,
    pub(super) watch: bool,
    /// What is wrong with the code that was given.
    pub(super) problem: String,
}

enum Answer {
    In(Box<Room>),
    Code(Box<Wanted>),
    /// It is a server with accounts.
    Server(Box<Arrived>),
}

impl Asking {
    /// What goes on, in a sentence.
    pub(super) fn going(&self) -> Option<&str> {
        self.going.as_ref().map(|going| going.what.as_str())
    }

    /// The way is not gone any further.
    pub(super) fn stop(&mut self) {
        *self = Self::default();
    }

    /// Asks for a seat in the match at an address, or for a place to watch. A server with accounts is told the token by which it
    /// knows who comes.
    pub(super) fn join(&mut self, address: Address, name: String, watch: bool, token: Option<Token>) {
        let what = format!("Asking {} …", Address { code: None, ..address.clone() });
        let answer = Errand::start(move || ask(address, name, watch, token));
        *self = Self { going: Some(Going { what, answer }), ..Self::default() };
    }

    /// Hosts a match, or goes on with the one that was interrupted.
    pub(super) fn host(&mut self, at: HostAt, name: String, wish: Option<Wish>) {
        let answer = Errand::start(move || {
            let (hosting, api, of) = match &wish {
                Some(wish) => Hosting::open(&at, &name, wish)?,
                None => Hosting::go_on(&at, &name)?,
            };
            Ok(Answer::In(Box::new(Room::new(api, of, Some(hosting)))))
        });
        *self = Self { going: Some(Going { what: "Opening the match …".into(), answer }), ..Self::default() };
    }
}

/// Asks a server. Blocks.
fn ask(address: Address, name: String, watch: bool, token: Option<Token>) -> Result<Answer, String> {
    let place = Address { code: None, ..address.clone() };
    let sentence = |error: ApiError| match error {
        ApiError::Unreachable { why, .. } => format!(
            "{place} does not answer ({why}): check the address and the port, that the match is still open, and that no \
             firewall is in the way"
        ),
        other => other.to_string(),
    };
    // The code is for the question alone: it is not said with the address when a connection is lost.
    let api = Api::new(place.clone(), None);
    let about = api.about().map_err(sentence)?;
    if about.version != env!("CARGO_PKG_VERSION") {
        let (theirs, ours) = (about.version, env!("CARGO_PKG_VERSION"));
        return Err(format!("the host plays version {theirs} and you have {ours}: both need the same"));
    }
    let Some(direct) = about.direct else {
        return Arrived::ask(api, token).map(|arrived| Answer::Server(Box::new(arrived))).map_err(sentence);
    };
    let wanted = |problem: String| {
        Ok(Answer::Code(Box::new(Wanted { address: place.clone(), about: direct.clone(), watch, problem })))
    };
    if direct.locked && address.code.is_none() {
        return wanted(String::new());
    }
    match api.join(&Join { name, code: address.code.clone(), watch }) {
        Ok(joined) => Ok(Answer::In(Box::new(Room::new(api.with(joined.token), joined.id, None)))),
        Err(ApiError::Refused { status: 403, sentence }) if direct.locked => wanted(said(&sentence)),
        Err(error) => Err(sentence(error)),
    }
}

/// Joins the match at an address; the page says how it goes.
pub fn join(world: &mut World, address: Address, watch: bool) {
    let name = world.resource::<OnlineSettings>().name();
    world.resource_mut::<OnlineSettings>().set_address(&address.to_string());
    let token = world.resource::<Recall>().token(&Address { code: None, ..address.clone() });
    world.resource_mut::<Asking>().join(address, name, watch, token);
    NextState::set_if_neq(&mut world.resource_mut::<NextState<Screen>>(), PAGE);
}

fn host_wished(mut wishes: MessageReader<HostMatch>, mut commands: Commands) {
    for HostMatch(mode) in wishes.read().copied() {
        commands.queue(move |world: &mut World| host(world, mode));
    }
}

/// Hosts the match of a game that is set up, and enters its room.
pub fn host(world: &mut World, mode: Mode) {
    let online = GameEntry::of(mode).online.as_ref();
    let wish = online.ok_or_else(|| "this game is not played over the network".to_string()).and_then(|online| {
        let settings = world.resource::<OnlineSettings>();
        let description = (online.describe)(world)?;
        let game = (online.hosted)().name().into();
        Ok(Wish { game, description, locked: settings.locked(), rated: false, spectator_delay: 0 })
    });
    match wish {
        Ok(wish) => {
            let (at, name) = (world.resource::<HostAt>().clone(), world.resource::<OnlineSettings>().name());
            world.resource_mut::<Asking>().host(at, name, Some(wish));
        }
        Err(problem) => {
            world.write_message(Notice(said(&problem)));
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Asking>().add_systems(Update, (host_wished, arrive)).add_systems(
        OnExit(PAGE),
        |mut asking: ResMut<Asking>| {
            asking.stop();
        },
    );
}

fn arrive(
    mut asking: ResMut<Asking>,
    (screen, mut next): (Res<State<Screen>>, ResMut<NextState<Screen>>),
    mut notices: MessageWriter<Notice>,
    mut commands: Commands,
) {
    let Some(answer) = asking.going.as_ref().and_then(|going| going.answer.take()) else { return };
    asking.stop();
    match answer {
        // Who has begun a match meanwhile does not want to be taken out of it.
        Ok(Answer::In(_)) if *screen.get() == Screen::Match => {}
        Ok(Answer::In(room)) => {
            commands.insert_resource(*room);
            next.set(ROOM);
        }
        Ok(Answer::Server(_)) if *screen.get() == Screen::Match => {}
        Ok(Answer::Server(arrived)) => commands.queue(move |world: &mut World| visit::open(world, *arrived)),
        Ok(Answer::Code(wanted)) => asking.wanted = Some(*wanted),
        Err(problem) if *screen.get() == PAGE => asking.problem = said(&problem),
        Err(problem) => {
            notices.write(Notice(said(&problem)));
        }
    }
}
