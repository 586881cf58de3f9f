//! What the buttons of the pages of a server do.

use super::buttons::{ServerButton, ServerField, Typed, Wanted};
use super::new_game::Draft;
use super::visit::{Done, Downloads, Visit};
use super::{GAMES, NEW};
use crate::client::kit::clipboard::Clipboard;
use crate::client::kit::notices::Notice;
use crate::client::kit::widgets::masked::Masked;
use crate::client::screens::online::room::game_called;
use crate::games::OnlineGame;
use crate::online::account::ask::Search;
use crate::online::account::kept::Kept;
use crate::online::account::says::{Credentials, Door, Game, Pace, Password, Wish};
use crate::online::api::{Api, ApiError};
use crate::serve::office;
use crate::shell::states::Screen;
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::{EditableText, TextEdit};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, carry_out.run_if(resource_exists::<Visit>));
}

/// Does what is wanted as soon as all that was typed is in its field.
fn carry_out(world: &mut World) {
    if world.resource::<Wanted>().0.is_none() {
        return;
    }
    let mut fields = world.query_filtered::<&EditableText, With<ServerField>>();
    if fields.iter(world).any(|field| !field.pending_edits.is_empty()) {
        return;
    }
    let typed: Vec<(ServerField, String)> = {
        let mut fields = world.query::<(&ServerField, &EditableText)>();
        fields.iter(world).map(|(field, text)| (*field, text.value().to_string())).collect()
    };
    let mut kept = world.resource_mut::<Typed>();
    typed.into_iter().for_each(|(field, text)| kept.set(field, text));
    if let Some(button) = world.resource_mut::<Wanted>().0.take() {
        press(world, button);
    }
}

fn typed(world: &World, field: ServerField) -> String {
    world.resource::<Typed>().get(field).to_string()
}

fn ask(world: &mut World, what: &str, ask: impl FnOnce(&Api) -> Result<Done, ApiError> + Send + 'static) {
    world.resource_mut::<Visit>().ask(what, ask);
}

/// A question whose answer is a game.
fn seat(world: &mut World, what: &str, game: impl FnOnce(&Api) -> Result<Game, ApiError> + Send + 'static) {
    ask(world, what, |api| game(api).map(|game| Done::Game(Box::new(game))));
}

fn refuse(world: &mut World, problem: &str) {
    world.resource_mut::<Visit>().problem = problem.into();
}

fn press(world: &mut World, button: ServerButton) {
    match button {
        ServerButton::SignIn => credentials(world, "Signing in …", Api::sign_in),
        ServerButton::Register => credentials(world, "Registering …", Api::register),
        ServerButton::Guest => {
            let Some(code) = invitation(world) else { return };
            ask(world, "Asking for the game …", move |api| {
                let entered = api.enter_as_guest(&code)?;
                // Who comes too late for the seat is in the lobby all the same.
                let game = api.clone().with(entered.token.clone()).accept_invitation(&code).ok();
                Ok(Done::Entered(entered, game.map(Box::new)))
            });
        }
        ServerButton::SignOut => ask(world, "Signing out …", |api| match api.sign_out() {
            // Whoever is not known any more is out as well.
            Ok(()) | Err(ApiError::Refused { status: 401, .. }) => Ok(Done::SignedOut),
            Err(error) => Err(error),
        }),
        ServerButton::Enter(id) => seat(world, "Entering the game …", move |api| api.game(id)),
        ServerButton::Next => {
            let visit = world.resource::<Visit>();
            let next = visit.member.as_ref().and_then(|member| {
                member.with(|known, _| known.mine.running.iter().find(|game| game.is_your_turn).map(|game| game.id))
            });
            match next {
                Some(id) => press(world, ServerButton::Enter(id)),
                None => refuse(world, "it is your turn in no game"),
            }
        }
        ServerButton::Take(id) => seat(world, "Taking the seat …", move |api| api.take(id)),
        ServerButton::Decline(id) => world.resource_mut::<Visit>().declining = Some(id),
        ServerButton::Keep => world.resource_mut::<Visit>().declining = None,
        ServerButton::Reason(reason) => {
            let Some(id) = world.resource_mut::<Visit>().declining.take() else { return };
            ask(world, "Declining …", move |api| api.decline(id, &reason).map(|()| Done::Changed(None)));
        }
        ServerButton::Withdraw(id) => {
            ask(world, "Withdrawing …", move |api| api.withdraw(id).map(|()| Done::Changed(None)));
        }
        ServerButton::Copy(code) => {
            let told = match world.resource_mut::<Clipboard>().put(code.clone()) {
                Ok(()) => format!("The code {code} is in the clipboard."),
                Err(problem) => problem,
            };
            world.write_message(Notice(told));
        }
        ServerButton::Accept => {
            let Some(code) = invitation(world) else { return };
            seat(world, "Accepting the invitation …", move |api| api.accept_invitation(&code));
        }
        ServerButton::Challenge(name) => {
            world.resource_mut::<Typed>().set(ServerField::Opponents, name);
            world.resource_mut::<Draft>().door = Door::Challenge;
            world.resource_mut::<NextState<Screen>>().set(NEW);
        }
        ServerButton::Open => open(world),
        ServerButton::Watch(id) => ask(world, "Asking to watch …", move |api| {
            let relay = api.game(id)?.relay;
            let there = relay.as_deref().and_then(|relay| relay.parse().ok()).map(|address| api.at(address));
            let hall = there.as_ref().unwrap_or(api).watch(id)?;
            Ok(Done::Watch(hall, relay))
        }),
        ServerButton::Replay(id) => replay(world, id),
        ServerButton::Search(kind) => {
            world.resource_mut::<Visit>().kind_of_archive = kind;
            search(world, None);
        }
        ServerButton::More => {
            let archive = &world.resource::<Visit>().shelf.archive;
            let last = archive.as_ref().and_then(|(list, _)| list.last()).map(|game| game.id);
            search(world, last);
        }
        ServerButton::GamesOf(name) => {
            let mut typed = world.resource_mut::<Typed>();
            typed.set(ServerField::Player, name);
            typed.set(ServerField::Against, "");
            world.resource_mut::<NextState<Screen>>().set(GAMES);
        }
        ServerButton::Find => {
            let begins = typed(world, ServerField::Begins);
            ask(world, "Looking …", move |api| api.players(&begins).map(Done::Players));
        }
        ServerButton::Profile(name) => {
            ask(world, "Asking for the player …", move |api| {
                let player = api.player(&name)?;
                // The rating of the most games says the most.
                let of = player.ratings.iter().max_by_key(|standing| standing.games).map(|standing| &standing.of);
                let course = of.map(|of| Ok((of.clone(), api.course(&name, of)?))).transpose()?;
                Ok(Done::Player(Box::new(player), course))
            });
        }
        ServerButton::Course(of) => {
            let Some(name) = world.resource::<Visit>().shelf.player.as_ref().map(|player| player.profile.name.clone())
            else {
                return;
            };
            ask(world, "Asking for the rating …", move |api| {
                let course = api.course(&name, &of)?;
                Ok(Done::Course((of, course)))
            });
        }
        ServerButton::Relate(name, kind) => {
            ask(world, "Telling the server …", move |api| api.relate(&name, kind).map(|()| Done::Changed(None)));
        }
        ServerButton::Vacation(days) => {
            ask(world, "Taking vacation …", move |api| api.take_vacation(days).map(Done::Vacation));
        }
        choice => choose(world, choice),
    }
}

/// Signs in or registers by what was typed. Without a password the field for it gets the focus.
fn credentials(world: &mut World, what: &str, how: fn(&Api, &Credentials) -> CredentialsAnswer) {
    let name = typed(world, ServerField::Name);
    let mut fields = world.query::<(Entity, &Masked)>();
    let Some((field, password)) = fields.iter(world).next().map(|(field, masked)| (field, masked.0.clone())) else {
        return;
    };
    let problem = match () {
        () if name.is_empty() => "name: type the name of your account, or one that you want to have",
        () if password.is_empty() => "password: type a password",
        () => {
            let who = Credentials { name, password: Password(password) };
            return ask(world, what, move |api| Ok(Done::Entered(how(api, &who)?, None)));
        }
    };
    refuse(world, problem);
    if problem.starts_with("password") {
        world.resource_mut::<InputFocus>().set(field, FocusCause::Navigated);
    }
}

type CredentialsAnswer = Result<crate::online::account::says::Entered, ApiError>;

/// The code of the invitation that was typed, also out of a link.
fn invitation(world: &mut World) -> Option<String> {
    let link = typed(world, ServerField::Invitation);
    let code = link.trim_end_matches('/').rsplit('/').next().unwrap_or_default().trim().to_string();
    if code.is_empty() {
        refuse(world, "invitation: type the code of a game, or its link");
        return None;
    }
    Some(code)
}

/// What is chosen for a new game.
fn choose(world: &mut World, choice: ServerButton) {
    if let ServerButton::Clock(rule) = choice {
        world.resource_mut::<Typed>().set(ServerField::Clock, rule);
        let mut fields = world.query::<(&ServerField, &mut EditableText)>();
        for (_, mut text) in fields.iter_mut(world).filter(|(field, _)| **field == ServerField::Clock) {
            text.editor_mut().set_text(rule);
            text.queue_edit(TextEdit::TextEnd(false));
        }
        return;
    }
    world.resource_scope(|world, mut draft: Mut<Draft>| match choice {
        ServerButton::Kind(kind) => {
            let offered = world.resource::<Visit>().kinds.kinds.iter().find(|offered| offered.kind == kind);
            offered.into_iter().for_each(|offered| draft.choose(offered));
        }
        ServerButton::Preset(preset) => draft.preset = preset,
        ServerButton::Rated(rated) => draft.is_rated = rated,
        ServerButton::To(door) => draft.door = door,
        ServerButton::Seat(seat) => draft.seat = seat,
        ServerButton::Programs(programs) => draft.programs = programs,
        _ => {}
    });
}

/// Looks in the archive, from the game with a number on if there is one.
pub(super) fn search(world: &mut World, before: Option<i64>) {
    let (player, opponent) = (typed(world, ServerField::Player), typed(world, ServerField::Against));
    let kind = world.resource::<Visit>().kind_of_archive.clone().unwrap_or_default();
    let search = Search { player, opponent, kind, before };
    ask(world, "Looking in the archive …", move |api| {
        api.archive(&search).map(|found| Done::Archive(found, before.is_some()))
    });
}

/// The version of a game here.
pub(super) fn version_of(kind: &str) -> Option<u32> {
    game_called(kind).and_then(|game| game.online.as_ref()).map(|game| (game.hosted)().version())
}

/// Fetches a game that is over, and makes a recording of it.
fn replay(world: &mut World, id: i64) {
    let folder = world.resource::<Downloads>().0.clone();
    world.resource_mut::<Visit>().work("Fetching the game …", move |api| {
        let told = |error: ApiError| error.to_string();
        let played = api.game(id).map_err(told)?;
        let (entry, game) = game_called(&played.kind)
            .and_then(|entry| Some((entry, entry.online.as_ref()?)))
            .ok_or("this program does not know the game")?;
        if played.is_of_another((game.hosted)().version()) {
            let title = game.title;
            return Err(format!(
                "this game was played in another version of {title}, in which it went differently: it cannot be shown here"
            ));
        }
        let kind = entry.client.files.iter().find(|kind| kind.watch.is_some()).ok_or("it cannot be shown")?;
        let pace = if game.pace == office::Pace::Turns { Pace::Turns } else { Pace::RealTime };
        let kept = Kept::fetch(api, &played, pace).map_err(told)?;
        let path = folder.join(format!("{}-{id}.{}", api.address().host.replace(':', "-"), kind.extension));
        (game.write)(&kept, &path)?;
        Ok(Done::Replay(path, kind))
    });
}

/// Opens the game that is chosen.
fn open(world: &mut World) {
    let draft = world.resource::<Draft>().clone();
    let visit = world.resource::<Visit>();
    let Some(pace) = visit.kinds.kinds.iter().find(|one| one.kind == draft.kind).map(|one| one.pace) else { return };
    let names = typed(world, ServerField::Opponents);
    let names = names.split([',', ' ']).map(str::trim).filter(|name| !name.is_empty()).map(String::from);
    let is_named = draft.door == Door::Challenge;
    let mut wish = Wish {
        clock: if pace == Pace::Turns { typed(world, ServerField::Clock) } else { String::new() },
        rated: draft.is_rated,
        link: draft.door == Door::Link,
        opponents: if is_named { names.collect() } else { Vec::new() },
        seat: draft.seat,
        preset: draft.preset,
        kind: draft.kind,
        ..Wish::default()
    };
    if is_named && wish.opponents.is_empty() {
        return refuse(world, "type who is to play with you");
    }
    let Some(game) = game_called(&wish.kind).and_then(|game| game.online.as_ref()) else {
        return refuse(world, "this program does not know the game");
    };
    if wish.preset.is_none() {
        match (game.describe)(world).map(String::from_utf8) {
            Ok(Ok(setup)) => wish.setup = Some(setup),
            Ok(Err(_)) => return refuse(world, "your set-up is no text"),
            Err(problem) => return refuse(world, &problem),
        }
    }
    let programs = draft.programs && pace == Pace::RealTime;
    world.resource_mut::<Visit>().work("Opening the game …", move |api| {
        if programs {
            fill(game, &mut wish)?;
        }
        api.open(&wish).map(|game| Done::Game(Box::new(game))).map_err(|error| error.to_string())
    });
}

/// Lets programs take the seats for which nobody is named. The set-ups of a server are those of this program, which has its
/// version.
fn fill(game: &OnlineGame, wish: &mut Wish) -> Result<(), String> {
    let preset = || (game.presets)().into_iter().find(|one| Some(&one.name) == wish.preset.as_ref());
    let setup = wish.setup.clone().or_else(|| preset().map(|preset| preset.setup)).ok_or("there is no such set-up")?;
    let seats = (game.hosted)().plan(setup.as_bytes())?.seats;
    let own = wish.seat.unwrap_or(0);
    wish.seat = Some(own);
    let free = (0..).zip(&seats).filter(|(seat, planned)| *seat != own && planned.program).map(|(seat, _)| seat);
    wish.programs = free.skip(wish.opponents.len()).collect();
    Ok(())
}
