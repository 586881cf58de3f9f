//! The match over the network that one is in: followed while it waits, entered when it begins, left.
//!
//! Invariants: there is one [`Room`] at most; it is there on the page of the room and in a match over the network, and goes with
//! them. Who goes before the match has begun is taken out of it.

use super::ROOM;
use super::errand::{self, Errand};
use super::hosting::{Hosting, said};
use crate::client::kit::notices::Notice;
use crate::games::GAMES;
use crate::games::GameEntry;
use crate::online::address::Address;
use crate::online::api::Api;
use crate::online::talk::{Act, MatchState, Occupant, Phase};
use crate::online::waiting::{News, Waiting};
use crate::shell::online::Online;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::time::{Duration, Instant};

/// The match over the network that one is in.
#[derive(Resource)]
pub struct Room {
    api: Api,
    of: String,
    /// Follows it until it is entered.
    waiting: Option<Waiting>,
    state: Option<Box<MatchState>>,
    hosting: Option<Hosting>,
    /// Why the server does not answer, while it does not.
    lost: Option<String>,
    /// Why the match cannot be followed any more.
    ended: Option<String>,
    /// Lines that were said and that the server has not taken yet, oldest first.
    said: Vec<String>,
    /// A line that the server has refused, to be said again.
    unsaid: Option<String>,
    fetching: Option<Errand<Vec<u8>>>,
    is_entered: bool,
}

impl Room {
    /// The room of a match that somebody is in already.
    pub(super) fn new(api: Api, of: String, hosting: Option<Hosting>) -> Self {
        Self {
            waiting: Some(Waiting::new(api.clone(), of.clone())),
            api,
            of,
            state: None,
            hosting,
            lost: None,
            ended: None,
            said: Vec::new(),
            unsaid: None,
            fetching: None,
            is_entered: false,
        }
    }

    /// The match, as far as it is known.
    pub fn state(&self) -> Option<&MatchState> {
        self.state.as_deref()
    }

    /// Whether the match is hosted here: it ends for all when this player leaves.
    pub const fn is_hosted_here(&self) -> bool {
        self.hosting.is_some()
    }

    /// Whether somebody else would lose the match if this player left it. While it runs, who is there is known from it.
    pub fn others_lose_it(&self, online: Option<&Online>) -> bool {
        let Some(state) = self.state().filter(|state| self.is_hosted_here() && state.phase != Phase::Over) else {
            return false;
        };
        let watch = state.watchers.iter().any(|name| *name != state.you.name);
        watch
            || match online {
                Some(online) => {
                    (0..).zip(&online.presence).any(|(seat, one)| online.seat != Some(seat) && one.lanes > 0)
                }
                None => state.seats.iter().any(|seat| seat.by == Occupant::Person && seat.name != state.you.name),
            }
    }

    /// The addresses by which others come here, with the code if they need it.
    pub fn addresses(&self) -> Vec<Address> {
        let code = self.state().and_then(|state| state.code.as_deref());
        match &self.hosting {
            Some(hosting) => hosting.addresses(code),
            None => vec![Address { code: code.map(String::from), ..self.api.address().clone() }],
        }
    }

    pub(super) fn port(&self) -> u16 {
        self.hosting.as_ref().map_or(self.api.address().port, Hosting::port)
    }

    pub(super) fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    pub(super) fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// Whether the match is about to be entered.
    pub(super) const fn is_beginning(&self) -> bool {
        self.fetching.is_some() || self.is_entered
    }

    /// Milliseconds for which the match has waited for another player.
    pub(super) fn waited_ms(&self) -> u64 {
        self.waiting.as_ref().map_or(0, Waiting::waited_ms)
    }

    /// Does something in the match that waits.
    pub(super) fn act(&mut self, act: Act) {
        if let Act::Chat { text } = &act {
            self.said.push(text.clone());
        }
        if let Some(waiting) = &self.waiting {
            waiting.act(act);
        }
    }

    /// A line that the server has refused, once.
    pub(super) fn take_unsaid(&mut self) -> Option<String> {
        self.unsaid.take()
    }

    fn hear(&mut self, state: Box<MatchState>) {
        let own = &state.you.name;
        let heard = |line: &String| state.chat.iter().any(|said| said.from == *own && said.text == line.trim());
        self.said.retain(|line| !heard(line));
        if let Some(hosting) = &self.hosting {
            hosting.announce(&state);
        }
        if state.phase == Phase::Running && !self.is_beginning() {
            let (api, of) = (self.api.clone(), self.of.clone());
            self.fetching = Some(Errand::start(move || api.description(&of).map_err(|error| error.to_string())));
        }
        if state.phase == Phase::Over {
            let ending = state.ending.as_deref().map_or_else(String::new, |ending| format!(": {ending}"));
            self.ended = Some(said(&format!("the match is over{ending}")));
        }
        (self.state, self.lost) = (Some(state), None);
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        if self.is_entered || self.hosting.is_some() || self.ended.is_some() {
            return;
        }
        let (api, of) = (self.api.clone(), self.of.clone());
        // If nobody answers, nobody is there to be told.
        errand::part(move || drop(api.act(&of, &Act::Leave)));
    }
}

/// The game that a server calls so.
pub(super) fn game_called(name: &str) -> Option<&'static GameEntry> {
    GAMES.iter().find(|game| game.online.as_ref().is_some_and(|online| (online.hosted)().name() == name))
}

/// What players call a game.
pub(super) fn title_of(game: &str) -> String {
    let title = game_called(game).and_then(|game| game.client.cards.first()).map(|(title, _)| *title);
    title.map_or_else(|| game.into(), Into::into)
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (follow, enter, go_on).chain().run_if(resource_exists::<Room>))
        .add_systems(OnExit(ROOM), leave.run_if(is_not_entered))
        .add_systems(
            OnExit(Screen::Match),
            (leave.run_if(resource_exists::<Room>), take_next.run_if(resource_exists::<Next>)).chain(),
        )
        // After everybody who may end the program.
        .add_systems(Last, close.run_if(on_message::<AppExit>));
}

/// The time that the others are given to hear that the program ends.
const PARTING: Duration = Duration::from_secs(2);

/// The program ends: the others hear of it before.
fn close(world: &mut World) {
    if world.remove_resource::<Room>().is_some() {
        errand::wait_for_farewells(PARTING);
    }
}

fn is_not_entered(room: Option<Res<Room>>) -> bool {
    room.is_some_and(|room| !room.is_entered)
}

fn leave(mut commands: Commands) {
    commands.remove_resource::<Room>();
}

fn follow(mut room: ResMut<Room>, mut notices: MessageWriter<Notice>) {
    let Some(waiting) = &mut room.bypass_change_detection().waiting else { return };
    let news = waiting.poll();
    if news.is_empty() {
        return;
    }
    for news in news {
        match news {
            News::State(state) => room.hear(state),
            News::Refused(problem) => {
                notices.write(Notice(said(&problem)));
                room.unsaid = room.said.pop();
                room.said.clear();
            }
            News::Lost(why) => room.lost = Some(why),
            News::Ended(why) => room.ended = Some(said(&format!("you are not in this match any more: {why}"))),
        }
    }
}

/// The match that comes after the one that one was in.
#[derive(Resource)]
struct Next(Room);

/// Both sides want another match: its name is asked for, and its room is entered as that of any other.
fn go_on(
    mut room: ResMut<Room>,
    online: Option<ResMut<Online>>,
    mut asked: Local<Option<Errand<Option<String>>>>,
    (mut next, mut notices): (ResMut<NextState<Screen>>, MessageWriter<Notice>),
    mut commands: Commands,
) {
    let Some(mut online) = online.filter(|online| online.goes_on) else {
        *asked = None;
        return;
    };
    let (api, of) = (room.api.clone(), room.of.clone());
    let asked = asked.get_or_insert_with(|| Errand::start(move || Ok(following(&api, &of))));
    let Some(answer) = asked.take() else { return };
    online.goes_on = false;
    match answer {
        Ok(Some(of)) => {
            let room = room.bypass_change_detection();
            commands.insert_resource(Next(Room::new(room.api.clone(), of, room.hosting.take())));
            next.set(ROOM);
        }
        Ok(None) | Err(_) => {
            notices.write(Notice("The other match cannot be found.".into()));
        }
    }
}

/// How long the server has for opening another match.
const FOLLOWS: Duration = Duration::from_secs(10);

/// The name of the match that follows. Blocks.
fn following(api: &Api, of: &str) -> Option<String> {
    let begun = Instant::now();
    loop {
        let next = api.state(of, None).ok().and_then(|state| state.next);
        if next.is_some() || begun.elapsed() > FOLLOWS {
            return next;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// The room of the match that was left goes before.
fn take_next(world: &mut World) {
    if let Some(Next(room)) = world.remove_resource() {
        world.insert_resource(room);
    }
}

/// The match has begun, and it is known what is played.
fn enter(world: &mut World) {
    let room = world.resource::<Room>();
    let Some(description) = room.fetching.as_ref().and_then(Errand::take) else { return };
    let known = room.state().map(|state| {
        let names: Vec<String> = state.seats.iter().map(|seat| seat.name.clone()).collect();
        (state.game.clone(), Online::new(state.you.seat, names))
    });
    let (api, of) = (room.api.clone(), room.of.clone());
    let entered = description.and_then(|description| {
        let (game, online) = known.ok_or("the match is not known")?;
        let found = game_called(&game).and_then(|game| game.online.as_ref());
        let found = found.ok_or_else(|| format!("this program does not know the game {game:?}"))?;
        (found.join)(world, api, of, &description, online)
    });
    let mut room = world.resource_mut::<Room>();
    room.fetching = None;
    match entered {
        Ok(()) => {
            room.is_entered = true;
            // The host's goes on being announced as it is.
            if !room.is_hosted_here() {
                room.waiting = None;
            }
        }
        Err(problem) => room.ended = Some(said(&format!("the match cannot be entered: {problem}"))),
    }
}
