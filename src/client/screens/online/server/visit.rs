//! Where one is and who one is there, what is being asked, and the servers that are remembered.

use super::{LOBBY, PAGES, PLAYERS, SIGN_IN};
use crate::client::game::FileKind;
use crate::client::kit::notices::Notice;
use crate::client::screens::online::PAGE;
use crate::client::screens::online::ROOM;
use crate::client::screens::online::errand::Errand;
use crate::client::screens::online::hosting::said;
use crate::client::screens::online::room::Room;
use crate::online::account::member::Member;
use crate::online::account::memory::{Memory, Remembered};
use crate::online::account::says::{Entered, Game, GameState, Kinds, Player, Profile, Rated, RatingPoint, Vacation};
use crate::online::address::Address;
use crate::online::api::{Api, ApiError};
use crate::online::talk::Token;
use crate::shell::folders::{config_folder, data_folder};
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::path::{Path, PathBuf};

/// Where the recordings of games come that were played on servers.
#[derive(Resource, Debug)]
pub struct Downloads(pub PathBuf);

impl Default for Downloads {
    fn default() -> Self {
        Self(data_folder().join("replays"))
    }
}

/// The servers that one has been on.
#[derive(Resource, Debug)]
pub struct Recall(pub Memory);

impl Default for Recall {
    fn default() -> Self {
        Self(Memory::open(config_folder().join("servers.json")))
    }
}

impl Recall {
    /// The token by which one is known at an address.
    pub(in crate::client::screens::online) fn token(&self, address: &Address) -> Option<Token> {
        self.0.of(&address.to_string()).and_then(|server| server.token.clone())
    }
}

/// A server that has answered: who asks there, if it knows them, and what it offers.
pub(in crate::client::screens::online) struct Arrived {
    pub(in crate::client::screens::online) api: Api,
    kinds: Kinds,
    account: Option<Profile>,
}

impl Arrived {
    /// Asks a server what it offers, and whether it still knows who has this token. Blocks.
    pub(in crate::client::screens::online) fn ask(api: Api, token: Option<Token>) -> Result<Self, ApiError> {
        let kinds = api.kinds()?;
        let Some(token) = token else { return Ok(Self { api, kinds, account: None }) };
        let known = api.clone().with(token);
        match known.me() {
            Ok(account) => Ok(Self { api: known, kinds, account: Some(account) }),
            Err(ApiError::Refused { status: 401, .. }) => Ok(Self { api, kinds, account: None }),
            Err(error) => Err(error),
        }
    }
}

/// What has come of a question.
pub(super) enum Done {
    /// Who has come with an invitation has a seat, too.
    Entered(Entered, Option<Box<Game>>),
    SignedOut,
    /// Something is another way; a sentence may tell.
    Changed(Option<String>),
    /// A game was opened, or a seat in it taken.
    Game(Box<Game>),
    /// A match may be watched, by its name and where it is played.
    Watch(String, Option<String>),
    /// A page of the archive: the first one, or one more.
    Archive(Vec<Game>, bool),
    Players(Vec<Profile>),
    /// A player, with the course of a rating if there is one.
    Player(Box<Player>, Option<Course>),
    /// The course of another rating of the player who is shown.
    Course(Course),
    Vacation(Vacation),
    /// The recording of a game is there, in a file of this kind.
    Replay(PathBuf, &'static FileKind),
}

/// Which rating it is, and how it went.
pub(super) type Course = (Rated, Vec<RatingPoint>);

/// What was fetched for the pages, beside what a member follows.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    /// Grows with every change.
    pub(super) version: u64,
    /// Games that are over, and whether there are more; nothing before they were asked for.
    pub(super) archive: Option<(Vec<Game>, bool)>,
    pub(super) players: Vec<Profile>,
    pub(super) player: Option<Player>,
    /// Of one rating of this player.
    pub(super) course: Option<Course>,
    pub(super) vacation: Option<Vacation>,
}

/// Games on a page of the archive.
pub(super) const PAGE_OF_GAMES: usize = 20;

struct Going {
    what: String,
    answer: Errand<Done>,
}

/// Where one is, and who.
#[derive(Resource)]
pub struct Visit {
    pub(super) api: Api,
    pub(super) kinds: Kinds,
    pub(super) account: Option<Profile>,
    pub(super) member: Option<Member>,
    going: Option<Going>,
    /// What was refused last, as the server says it.
    pub(super) problem: String,
    /// The challenge for which a reason is asked.
    pub(super) declining: Option<i64>,
    pub(super) shelf: Shelf,
    /// The kind of games that the archive shows; all if there is none.
    pub(super) kind_of_archive: Option<String>,
    /// Whether the match that is entered, or was, leads back here.
    leads_back: bool,
}

impl Visit {
    /// What is being asked, in a sentence.
    pub(super) fn going(&self) -> Option<&str> {
        self.going.as_ref().map(|going| going.what.as_str())
    }

    /// Asks something, one thing at a time.
    pub(super) fn ask(&mut self, what: &str, ask: impl FnOnce(&Api) -> Result<Done, ApiError> + Send + 'static) {
        let asked = |api: &Api| ask(api).map_err(|error| error.to_string());
        self.work(what, asked);
    }

    /// The same of what may fail here, too, with a sentence.
    pub(super) fn work(&mut self, what: &str, work: impl FnOnce(&Api) -> Result<Done, String> + Send + 'static) {
        if self.going.is_some() {
            return;
        }
        let api = self.api.clone();
        self.problem.clear();
        self.going = Some(Going { what: what.into(), answer: Errand::start(move || work(&api)) });
    }

    /// The name of the account.
    pub fn name(&self) -> &str {
        self.account.as_ref().map_or("", |account| account.name.as_str())
    }

    pub(super) fn id(&self) -> i64 {
        self.account.as_ref().map_or(0, |account| account.id)
    }

    /// What a game is called here.
    pub(super) fn title<'a>(&'a self, kind: &'a str) -> &'a str {
        self.kinds.kinds.iter().find(|offered| offered.kind == kind).map_or(kind, |offered| offered.title.as_str())
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recall>()
        .init_resource::<Downloads>()
        .add_systems(Update, (stay, hear).chain().run_if(resource_exists::<Visit>))
        .add_systems(OnTransition { exited: Screen::Match, entered: Screen::Title }, back)
        .add_systems(OnTransition { exited: ROOM, entered: Screen::Title }, back);
}

/// Comes to a server: to its lobby if it knows who comes, else to the page on which one signs in.
pub(in crate::client::screens::online) fn open(world: &mut World, arrived: Arrived) {
    let Arrived { api, kinds, account } = arrived;
    let member = account.as_ref().map(|_| Member::new(api.clone()));
    let screen = if account.is_some() { LOBBY } else { SIGN_IN };
    world.insert_resource(Visit {
        api,
        kinds,
        account,
        member,
        going: None,
        problem: String::new(),
        declining: None,
        shelf: Shelf::default(),
        kind_of_archive: None,
        leads_back: false,
    });
    remember(world, None);
    world.resource_mut::<NextState<Screen>>().set(screen);
}

/// Keeps where one is and who; with a token when one has signed in.
fn remember(world: &mut World, token: Option<Token>) {
    let visit = world.resource::<Visit>();
    let address = visit.api.address().to_string();
    let (name, account) = (visit.kinds.name.clone(), visit.name().to_string());
    let is_known = visit.account.is_some();
    let mut recall = world.resource_mut::<Recall>();
    let before = recall.0.of(&address).cloned();
    let token = token.or_else(|| before.as_ref().and_then(|before| before.token.clone()).filter(|_| is_known));
    let account = if account.is_empty() { before.map_or_else(String::new, |before| before.account) } else { account };
    if let Err(problem) = recall.0.keep(Remembered { address, name, account, token }) {
        world.write_message(Notice(said(&problem)));
    }
}

/// One is not known here any more.
pub(super) fn forget_who(world: &mut World, problem: String) {
    let mut visit = world.resource_mut::<Visit>();
    visit.api = visit.api.clone().without_token();
    (visit.account, visit.member, visit.declining) = (None, None, None);
    visit.problem = problem;
    remember(world, None);
    if PAGES.contains(world.resource::<State<Screen>>().get()) {
        world.resource_mut::<NextState<Screen>>().set(SIGN_IN);
    }
}

/// What has come of what was asked.
fn hear(world: &mut World) {
    let mut visit = world.resource_mut::<Visit>();
    let Some(answer) = visit.going.as_ref().and_then(|going| going.answer.take()) else { return };
    visit.going = None;
    if let Some(member) = &visit.member {
        member.refresh();
    }
    match answer {
        Err(problem) => refused(world, problem),
        Ok(Done::Entered(Entered { account, token }, game)) => {
            visit.api = visit.api.clone().with(token.clone());
            visit.member = Some(Member::new(visit.api.clone()));
            visit.account = Some(account);
            remember(world, Some(token));
            world.resource_mut::<NextState<Screen>>().set(LOBBY);
            game.into_iter().for_each(|game| arrived_at(world, &game));
        }
        Ok(Done::SignedOut) => forget_who(world, String::new()),
        Ok(Done::Changed(sentence)) => {
            visit.declining = None;
            if let Some(sentence) = sentence {
                world.write_message(Notice(sentence));
            }
        }
        Ok(Done::Game(game)) => arrived_at(world, &game),
        Ok(Done::Watch(hall, relay)) => enter(world, &hall, relay.as_deref()),
        Ok(Done::Replay(path, kind)) => show(world, &path, kind),
        Ok(Done::Archive(found, goes_on)) => {
            let has_more = found.len() == PAGE_OF_GAMES;
            let before = visit.shelf.archive.take().filter(|_| goes_on).map_or_else(Vec::new, |(list, _)| list);
            visit.shelf.archive = Some(([before, found].concat(), has_more));
            visit.shelf.version += 1;
        }
        Ok(Done::Players(found)) => {
            visit.shelf.players = found;
            visit.shelf.version += 1;
        }
        Ok(Done::Player(player, course)) => {
            (visit.shelf.player, visit.shelf.course) = (Some(*player), course);
            visit.shelf.version += 1;
            world.resource_mut::<NextState<Screen>>().set(PLAYERS);
        }
        Ok(Done::Course(course)) => {
            visit.shelf.course = Some(course);
            visit.shelf.version += 1;
        }
        Ok(Done::Vacation(vacation)) => {
            visit.shelf.vacation = Some(vacation);
            visit.shelf.version += 1;
        }
    }
}

/// Shows the recording of a game, unless one is in a match.
fn show(world: &mut World, path: &Path, kind: &FileKind) {
    let (false, Some(watch)) = (*world.resource::<State<Screen>>().get() == Screen::Match, kind.watch) else { return };
    match watch(world, path) {
        Ok(()) => world.resource_mut::<Visit>().leads_back = true,
        Err(problem) => refused(world, problem),
    }
}

/// A sentence on the page where one is, or a notice elsewhere.
fn refused(world: &mut World, problem: String) {
    let screen = *world.resource::<State<Screen>>().get();
    if screen == SIGN_IN || PAGES.contains(&screen) {
        world.resource_mut::<Visit>().problem = problem;
    } else {
        world.write_message(Notice(said(&problem)));
    }
}

/// One has a seat in a game: it is entered if it runs, and waited for if it is open.
fn arrived_at(world: &mut World, game: &Game) {
    if let Some(hall) = &game.hall {
        return enter(world, hall, game.relay.as_deref());
    }
    let sentence = match (game.state, &game.invitation) {
        (GameState::Open, Some(code)) => {
            format!("The game waits for who has the code {code}: it stands among your games, to be copied.")
        }
        (GameState::Open, None) => "The game is open: you are told when it begins.".into(),
        (GameState::Running, _) => "The server of the game is away: in a minute another one goes on with it.".into(),
        _ => "The game has not begun yet, or is over.".into(),
    };
    world.write_message(Notice(sentence));
    world.resource_mut::<NextState<Screen>>().set(LOBBY);
}

/// Enters a match that runs, unless one is in one.
pub(super) fn enter(world: &mut World, hall: &str, relay: Option<&str>) {
    if *world.resource::<State<Screen>>().get() == Screen::Match {
        return;
    }
    let mut visit = world.resource_mut::<Visit>();
    let address = match relay.map(str::parse::<Address>).transpose() {
        Ok(address) => address.unwrap_or_else(|| visit.api.address().clone()),
        Err(error) => {
            visit.problem = format!("the server says that the game is played elsewhere: {error}");
            return;
        }
    };
    visit.leads_back = true;
    let room = Room::new(visit.api.at(address), hall.into(), None);
    world.insert_resource(room);
    world.resource_mut::<NextState<Screen>>().set(ROOM);
}

/// Who is on another page has left the match for that, and what was refused before.
fn stay(screen: Res<State<Screen>>, mut visit: ResMut<Visit>) {
    if !screen.is_changed() {
        return;
    }
    if ![ROOM, Screen::Match, Screen::Title].contains(screen.get()) {
        visit.leads_back = false;
    }
    // Why one is not known any more is read at the door.
    if *screen.get() != SIGN_IN {
        visit.problem.clear();
    }
}

/// From a match of the server one comes back to its lobby.
fn back(visit: Option<ResMut<Visit>>, mut next: ResMut<NextState<Screen>>) {
    let Some(mut visit) = visit else { return };
    if std::mem::take(&mut visit.leads_back) {
        next.set(if visit.account.is_some() { LOBBY } else { SIGN_IN });
    }
}

/// The page before the pages of a server.
pub(super) const OUT: Screen = PAGE;
