//! The pages of a server with accounts in the window, with a real server behind them.

use crate::desk::Desk;
use crate::serve::place::address;
use crate::serve::web::house::{Client, House, PASSWORD, of_another_version, until};
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input_focus::{FocusCause, InputFocus};
use bevy::prelude::*;
use bevy::text::EditableText;
use gridmarch::client::input::bindings::{Action, Press};
use gridmarch::client::kit::widgets::GoesTo;
use gridmarch::client::kit::widgets::masked::Masked;
use gridmarch::client::screens::online::PAGE;
use gridmarch::client::screens::online::hosting::HostAt;
use gridmarch::client::screens::online::lobby::LobbyField;
use gridmarch::client::screens::online::lobby_buttons::LobbyButton;
use gridmarch::client::screens::online::server::buttons::{ServerButton, ServerField};
use gridmarch::client::screens::online::server::visit::{Downloads, Recall, Visit};
use gridmarch::client::screens::online::server::{GAMES, LOBBY, NEW, NOTICES, PLAYERS, SIGN_IN};
use gridmarch::client::screens::pause::MenuChoice;
use gridmarch::games::links::position::Position;
use gridmarch::games::offers;
use gridmarch::net::table::{Description, Guest, Wish as TableWish, rules_of};
use gridmarch::online::account::memory::Memory;
use gridmarch::online::account::says::{Door, Rated, RelationKind, Wish};
use gridmarch::online::api::Api;
use gridmarch::online::sitting::Sitting;
use gridmarch::online::talk::Token;
use gridmarch::serve::office::Pace;
use gridmarch::shell::online::Online;
use gridmarch::shell::states::Screen;
use tempfile::TempDir;

fn house() -> House {
    House::with(Pace::Turns, |settings| settings.offers = offers())
}

/// The program of somebody, which keeps what it remembers in a file of their name.
fn desk_of(name: &str, folder: &TempDir) -> Desk {
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(HostAt { folder: folder.path().join(name), port: 0, lan: 0 });
    desk.app.insert_resource(Downloads(folder.path().join(name).join("replays")));
    desk.app.insert_resource(Recall(Memory::open(folder.path().join(name).join("servers.json"))));
    desk
}

fn api(client: &Client) -> Api {
    Api::new(address(client.port), Some(Token(client.token())))
}

/// Runs a program until something is so.
fn wait(what: &str, desk: &mut Desk, mut is_so: impl FnMut(&mut Desk) -> bool) {
    until(what, || {
        desk.app.update();
        is_so(desk).then_some(())
    });
}

/// Keys that are pressed and let go.
fn type_keys(desk: &mut Desk, text: &str) {
    for letter in text.chars() {
        let logical_key = match letter {
            '\n' => Key::Enter,
            ' ' => Key::Space,
            other => Key::Character(other.to_string().into()),
        };
        for state in [ButtonState::Pressed, ButtonState::Released] {
            let text = (letter != '\n').then(|| letter.to_string().into());
            let (logical_key, window) = (logical_key.clone(), Entity::PLACEHOLDER);
            let input = KeyboardInput { key_code: KeyCode::KeyS, logical_key, state, text, repeat: false, window };
            desk.app.world_mut().write_message(input);
            desk.app.update();
        }
    }
    desk.settle();
}

fn focus(desk: &mut Desk, field: Entity) {
    desk.app.world_mut().resource_mut::<InputFocus>().set(field, FocusCause::Pressed);
    desk.settle();
}

/// Types into a field in place of what is there.
fn type_into<F: Component + PartialEq + std::fmt::Debug>(desk: &mut Desk, which: &F, text: &str) {
    let field = desk.find(which);
    desk.app.world_mut().get_mut::<EditableText>(field).expect("a field").editor_mut().set_text("");
    focus(desk, field);
    type_keys(desk, text);
}

fn in_field(desk: &mut Desk, which: ServerField) -> String {
    let field = desk.find(&which);
    desk.app.world().get::<EditableText>(field).expect("a field").value().to_string()
}

fn password(desk: &mut Desk) -> Entity {
    let world = desk.app.world_mut();
    let mut fields = world.query_filtered::<Entity, With<Masked>>();
    fields.single(world).expect("the field for the password")
}

fn escape(desk: &mut Desk) {
    desk.app.world_mut().write_message(Press(Action::Menu));
    desk.settle();
}

/// At the page of a server on which one signs in.
fn at_the_door(desk: &mut Desk, house: &House) {
    desk.press(GoesTo(PAGE));
    type_into(desk, &LobbyField::Address, &format!("127.0.0.1:{}\n", house.port()));
    wait("the server answers", desk, |desk| desk.screen() == SIGN_IN);
    desk.settle();
}

/// In the lobby, with a new account.
fn in_the_lobby(name: &str, folder: &TempDir, house: &House) -> Desk {
    house.comes();
    let mut desk = desk_of(name, folder);
    at_the_door(&mut desk, house);
    type_into(&mut desk, &ServerField::Name, name);
    let field = password(&mut desk);
    focus(&mut desk, field);
    type_keys(&mut desk, PASSWORD);
    desk.press(ServerButton::Register);
    wait("one is in the lobby", &mut desk, |desk| desk.screen() == LOBBY && desk.shows("Nobody waits"));
    desk.settle();
    desk
}

#[test]
fn one_signs_in_by_typing_and_is_known_from_then_on() {
    let (house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    house.person("Anna");
    let mut desk = desk_of("Anna", &folder);
    at_the_door(&mut desk, &house);
    assert!(desk.shows("Test house") && desk.shows("not encrypted"));
    // Enter leads on to the password; what is wrong stands below its field, and nothing that was typed is lost.
    type_into(&mut desk, &ServerField::Name, "Anna\n");
    desk.reads("Type a password.");
    let field = password(&mut desk);
    assert_eq!(desk.app.world().resource::<InputFocus>().get(), Some(field));
    type_keys(&mut desk, "wrong\n");
    wait("it is refused", &mut desk, |desk| desk.shows("Name or password is wrong."));
    assert!(desk.shows("•••••") && !desk.written().contains("wrong\n•"));
    assert_eq!(in_field(&mut desk, ServerField::Name), "Anna");
    for _ in 0..5 {
        let (key_code, logical_key, state) = (KeyCode::Backspace, Key::Backspace, ButtonState::Pressed);
        let window = Entity::PLACEHOLDER;
        let input = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
        desk.app.world_mut().write_message(input);
        desk.app.update();
    }
    type_keys(&mut desk, &format!("{PASSWORD}\n"));
    wait("she is in the lobby", &mut desk, |desk| desk.screen() == LOBBY);
    wait("the lobby is there", &mut desk, |desk| desk.shows("Nobody waits") && desk.shows("you"));
    assert!(!desk.written().contains(PASSWORD));
    escape(&mut desk);
    assert_eq!(desk.screen(), PAGE);
    desk.settle();
    assert!(desk.shows("Test house") && desk.shows("Anna"));
    // The same program later: the server knows her.
    let mut later = desk_of("Anna", &folder);
    later.press(GoesTo(PAGE));
    later.press(LobbyButton::Server(0));
    wait("she is in the lobby at once", &mut later, |desk| desk.screen() == LOBBY);
    later.settle();
    later.press(ServerButton::SignOut);
    wait("she is out", &mut later, |desk| desk.screen() == SIGN_IN);
    later.settle();
    assert_eq!(in_field(&mut later, ServerField::Name), "Anna", "the name is known still");
    let text = std::fs::read_to_string(folder.path().join("Anna/servers.json")).expect("a file");
    assert!(text.contains("Anna") && !text.contains("token") && !text.contains(PASSWORD));
    escape(&mut later);
    later.settle();
    later.press(LobbyButton::Forget(0));
    assert!(!later.shows("Test house"));
}

#[test]
fn who_is_challenged_is_told_and_declines_with_a_reason() {
    let (house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    let mut desk = in_the_lobby("Anna", &folder, &house);
    let bert = api(&house.person("Bert"));
    bert.me().expect("he is there");
    let wish = Wish { kind: "links".into(), clock: "300+5".into(), opponents: vec!["Anna".into()], ..Wish::default() };
    let id = bert.open(&wish).expect("it is open").id;
    wait("she is told", &mut desk, |desk| desk.written().contains("Bert challenges you to Links."));
    wait("it is listed", &mut desk, |desk| desk.is_there(&ServerButton::Decline(id)));
    assert!(desk.shows("5 min + 5 s"));
    desk.press(ServerButton::Decline(id));
    desk.reads("Why not?");
    escape(&mut desk);
    assert_eq!(desk.screen(), LOBBY, "only the dialog is closed");
    assert!(!desk.is_there(&ServerButton::Reason("later".into())));
    desk.press(ServerButton::Decline(id));
    desk.press(ServerButton::Reason("later".into()));
    wait("it is gone", &mut desk, |desk| !desk.is_there(&ServerButton::Decline(id)));
    until("Bert hears why", || {
        let told = bert.notices(0, 0).expect("his notices");
        told.iter().any(|notice| notice.reason.as_deref() == Some("later")).then_some(())
    });
}

#[test]
fn a_game_is_opened_accepted_played_and_left_for_the_lobby() {
    let (house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    let mut desk = in_the_lobby("Anna", &folder, &house);
    let bert = api(&house.person("Bert"));
    bert.me().expect("he is there");
    wait("Bert is listed", &mut desk, |desk| desk.is_there(&ServerButton::Challenge("Bert".into())));
    desk.press(ServerButton::Challenge("Bert".into()));
    assert_eq!(desk.screen(), NEW);
    assert_eq!(in_field(&mut desk, ServerField::Opponents), "Bert");
    desk.press(ServerButton::Kind("links".into()));
    desk.press(ServerButton::Seat(Some(0)));
    // A clock that the server does not take is told in its words, and stays as it was typed.
    type_into(&mut desk, &ServerField::Clock, "1+1");
    desk.press(ServerButton::Open);
    wait("it is refused", &mut desk, |desk| desk.shows("Clock: a game has from 10"));
    assert_eq!(in_field(&mut desk, ServerField::Clock), "1+1");
    assert!(desk.is_checked(&ServerButton::To(Door::Challenge)));
    desk.press(ServerButton::Clock("600+10"));
    desk.press(ServerButton::Open);
    wait("it waits among her games", &mut desk, |desk| desk.screen() == LOBBY && desk.shows("Waiting for others"));
    let id = until("Bert sees it", || bert.mine().expect("his games").open.first().map(|game| game.id));
    bert.take(id).expect("he is asked");
    // She is led into the game, because its clock runs.
    wait("she is in the match", &mut desk, |desk| desk.screen() == Screen::Match);
    wait("it knows her seat", &mut desk, |desk| {
        desk.app.world().get_resource::<Online>().is_some_and(|online| online.seat == Some(0))
    });
    escape(&mut desk);
    desk.press(MenuChoice::Leave);
    if desk.screen() == Screen::Match {
        desk.press(MenuChoice::Leave);
    }
    wait("she is back in the lobby", &mut desk, |desk| desk.screen() == LOBBY);
    wait("her game is listed", &mut desk, |desk| desk.is_there(&ServerButton::Enter(id)));
    wait("it is her turn", &mut desk, |desk| desk.shows("your turn") && desk.works(&ServerButton::Next));
    desk.press(ServerButton::Next);
    wait("she is in it again", &mut desk, |desk| desk.screen() == Screen::Match);
}

#[test]
fn a_lost_connection_is_shown_and_mended_and_an_ended_session_leads_to_the_door() {
    let (mut house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    let mut desk = in_the_lobby("Anna", &folder, &house);
    type_into(&mut desk, &ServerField::Invitation, "half a co");
    let other = house.person("Bert");
    let bert = api(&other);
    house.stop();
    wait("it is said", &mut desk, |desk| desk.shows("The connection is lost"));
    assert_eq!(desk.screen(), LOBBY);
    house.start();
    wait("it is mended", &mut desk, |desk| !desk.shows("The connection is lost"));
    assert_eq!(in_field(&mut desk, ServerField::Invitation), "half a co");
    bert.open(&Wish { kind: "links".into(), clock: "300+5".into(), ..Wish::default() }).expect("it is open");
    wait("the lobby goes on", &mut desk, |desk| desk.shows("Bert"));
    // Anna ends her sessions somewhere else.
    let store = house.server().store().clone();
    house.ask(async move {
        let id = store.account_by_name("Anna").await.expect("she is there").id;
        for session in store.sessions(id).await.expect("her sessions") {
            store.revoke(id, session.id).await.expect("it is hers");
        }
    });
    wait("she is asked who she is", &mut desk, |desk| desk.screen() == SIGN_IN);
    desk.settle();
    assert!(desk.written().to_lowercase().contains("sign in"));
    assert!(desk.app.world().resource::<Visit>().name().is_empty());
}

fn sit(api: &Api, hall: &str) -> Sitting<Guest> {
    let description = api.description(hall).expect("it runs");
    let (_, judge) = Description::<Position>::read(&description).expect("it is a match of Links");
    Sitting::join(api.clone(), hall.into(), Guest::new(judge, 1, rules_of(&description))).expect("threads")
}

/// A game of two in which each has moved once.
fn begun(bert: &Api, carl: &Api, rated: bool) -> (i64, [Sitting<Guest>; 2]) {
    let (kind, preset, clock) = ("links".into(), Some("board-12".into()), "300+5".into());
    let wish = Wish { kind, preset, clock, rated, seat: Some(0), ..Wish::default() };
    let id = bert.open(&wish).expect("it is open").id;
    let hall = carl.take(id).expect("it is free").hall.expect("it runs");
    let sittings = [sit(bert, &hall), sit(carl, &hall)];
    until("both sit", || sittings.iter().all(|one| one.with(|guest, _| guest.seat().is_some())).then_some(()));
    for (ply, word) in (1..).zip(["f6", "g8"]) {
        sittings[(ply as usize + 1) % 2].with(|guest, _| guest.act(word)).expect("it is legal");
        let is_there = |one: &Sitting<Guest>| one.with(|guest, _| guest.kept().ply() == ply);
        until(word, || sittings.iter().all(is_there).then_some(()));
    }
    (id, sittings)
}

#[test]
fn what_is_over_is_found_in_the_archive_and_shown_again_and_what_runs_is_watched() {
    let (house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    let (bert, carl) = (api(&house.person("Bert")), api(&house.person("Carl")));
    let (id, sittings) = begun(&bert, &carl, false);
    let mut desk = in_the_lobby("Anna", &folder, &house);
    desk.press(GoesTo(GAMES));
    wait("it is listed", &mut desk, |desk| desk.is_there(&ServerButton::Watch(id)));
    desk.press(ServerButton::Watch(id));
    wait("she watches", &mut desk, |desk| {
        desk.screen() == Screen::Match
            && desk.app.world().get_resource::<Online>().is_some_and(|online| online.seat.is_none())
    });
    escape(&mut desk);
    desk.press(MenuChoice::Leave);
    wait("she is back", &mut desk, |desk| desk.screen() == LOBBY);
    sittings[0].with(|guest, _| guest.want(TableWish::Resign));
    until("it is over", || carl.running().expect("games").is_empty().then_some(()));
    desk.settle();
    desk.press(GoesTo(GAMES));
    wait("it is in the archive", &mut desk, |desk| desk.is_there(&ServerButton::Replay(id)));
    assert!(desk.shows("Carl won against Bert"), "{}", desk.written());
    type_into(&mut desk, &ServerField::Player, "nobody-here");
    desk.press(ServerButton::Search(None));
    wait("nobody is called so", &mut desk, |desk| desk.shows("There is no account of this name."));
    assert_eq!(in_field(&mut desk, ServerField::Player), "nobody-here");
    type_into(&mut desk, &ServerField::Player, "carl\n");
    wait("it is found", &mut desk, |desk| !desk.shows("Looking") && desk.is_there(&ServerButton::Replay(id)));
    desk.settle();
    desk.press(ServerButton::Replay(id));
    wait("it is shown", &mut desk, |desk| desk.screen() == Screen::Match);
    let files: Vec<_> = std::fs::read_dir(folder.path().join("Anna/replays")).expect("a folder").flatten().collect();
    assert_eq!(files.len(), 1);
    desk.settle();
    escape(&mut desk);
    desk.press(MenuChoice::Title);
    wait("she is back again", &mut desk, |desk| desk.screen() == LOBBY);
}

#[test]
fn players_are_found_and_befriended_and_what_was_read_is_read() {
    let (house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    let bert = api(&house.person("Bert"));
    let mut desk = in_the_lobby("Anna", &folder, &house);
    bert.relate("Anna", Some(RelationKind::Friend)).expect("there is an Anna");
    wait("she is told", &mut desk, |desk| desk.written().contains("Bert calls you a friend."));
    wait("it waits to be read", &mut desk, |desk| desk.shows("Notices (1)"));
    desk.press(GoesTo(NOTICES));
    wait("it is read", &mut desk, |desk| desk.shows("Bert calls you a friend.") && !desk.shows("Notices (1)"));
    wait("vacation is told", &mut desk, |desk| desk.shows("30 days left"));
    desk.press(ServerButton::Vacation(3));
    wait("it is taken", &mut desk, |desk| desk.shows("27 days left") && desk.shows("You are on vacation"));
    desk.press(GoesTo(PLAYERS));
    desk.settle();
    type_into(&mut desk, &ServerField::Begins, "be\n");
    wait("he is found", &mut desk, |desk| desk.shows("Found"));
    wait("it is idle", &mut desk, |desk| desk.shows("Found") && !desk.shows("Looking"));
    let world = desk.app.world_mut();
    let mut rows = world.query::<(Entity, &ServerButton)>();
    let row = rows.iter(world).find(|(_, button)| **button == ServerButton::Profile("Bert".into()));
    let entity = row.expect("a row").0;
    desk.app.world_mut().trigger(bevy::ui_widgets::Activate { entity });
    wait("his profile is shown", &mut desk, |desk| desk.shows("A player, joined"));
    desk.press(ServerButton::Relate("Bert".into(), Some(RelationKind::Friend)));
    wait("he is a friend", &mut desk, |desk| desk.is_there(&ServerButton::Relate("Bert".into(), None)));
}

#[test]
fn a_profile_shows_how_a_rating_went() {
    let (house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    let (bert, carl) = (api(&house.person("Bert")), api(&house.person("Carl")));
    let (_, sittings) = begun(&bert, &carl, true);
    sittings[0].with(|guest, _| guest.want(TableWish::Resign));
    until("it is over", || carl.running().expect("games").is_empty().then_some(()));
    let of = Rated { kind: "links".into(), speed: "rapid".into(), pool: "persons".into() };
    let course = carl.course("Carl", &of).expect("he has one");
    assert!(course.len() == 1 && course[0].before < course[0].after, "{course:?}");
    let mut desk = in_the_lobby("Anna", &folder, &house);
    desk.press(GoesTo(PLAYERS));
    desk.settle();
    type_into(&mut desk, &ServerField::Begins, "carl\n");
    wait("he is found", &mut desk, |desk| desk.shows("Found") && !desk.shows("Looking"));
    let world = desk.app.world_mut();
    let mut rows = world.query::<(Entity, &ServerButton)>();
    let row = rows.iter(world).find(|(_, button)| **button == ServerButton::Profile("Carl".into()));
    let entity = row.expect("a row").0;
    world.trigger(bevy::ui_widgets::Activate { entity });
    wait("his profile is shown with the course", &mut desk, |desk| desk.shows("Links, rapid: from game to game"));
    assert!(desk.written().contains("1\u{a0}500"), "the scale has round numbers: {}", desk.written());
    wait("it is idle", &mut desk, |desk| desk.works(&ServerButton::Course(of.clone())));
    desk.press(ServerButton::Course(of.clone()));
    wait("it is asked for again", &mut desk, |desk| desk.works(&ServerButton::Course(of.clone())));
    assert!(desk.shows("Links, rapid: from game to game"));
}

#[test]
fn a_turn_and_an_end_are_told_with_the_game_and_the_opponent() {
    let (house, folder) = (house(), tempfile::tempdir().expect("a folder"));
    let mut desk = in_the_lobby("Anna", &folder, &house);
    let bert = api(&house.person("Bert"));
    let wish = Wish {
        kind: "links".into(),
        preset: Some("board-12".into()),
        clock: "days:3".into(),
        opponents: vec!["Anna".into()],
        seat: Some(0),
        ..Wish::default()
    };
    let id = bert.open(&wish).expect("it is open").id;
    let anna = desk.app.world().resource::<Recall>().0.list()[0].token.clone();
    let anna = Api::new(address(house.port()), anna);
    let hall = anna.take(id).expect("she is asked").hall.expect("it runs");
    let sitting = sit(&bert, &hall);
    until("he sits", || sitting.with(|guest, _| guest.seat().is_some()).then_some(()));
    sitting.with(|guest, _| guest.act("f6")).expect("it is legal");
    let turn = "It is your turn in Links against Bert.";
    wait("she is told", &mut desk, |desk| desk.shows(turn));
    desk.press(GoesTo(NOTICES));
    wait("it is in the list", &mut desk, |desk| desk.is_there(&ServerButton::Enter(id)) && desk.shows(turn));
    until("it is kept", || sitting.with(|guest, _| guest.kept().ply() == 1).then_some(()));
    sitting.with(|guest, _| guest.want(TableWish::Resign));
    wait("she is told how it ended", &mut desk, |desk| {
        desk.shows("You have won your game of Links against Bert: resign")
    });
    wait("it is in the list, too", &mut desk, |desk| desk.is_there(&ServerButton::Replay(id)));
}

#[test]
fn a_game_of_another_version_is_told_as_such_and_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let house = House::with(Pace::Turns, |settings| settings.offers = of_another_version(offers()));
    let (bert, carl) = (api(&house.person("Bert")), api(&house.person("Carl")));
    let (id, sittings) = begun(&bert, &carl, false);
    sittings[0].with(|guest, _| guest.want(TableWish::Resign));
    until("it is over", || carl.running().expect("games").is_empty().then_some(()));
    let mut desk = in_the_lobby("Anna", &folder, &house);
    desk.press(GoesTo(GAMES));
    wait("it is in the archive", &mut desk, |desk| desk.is_there(&ServerButton::Replay(id)));
    wait("it is idle", &mut desk, |desk| desk.works(&ServerButton::Replay(id)));
    desk.press(ServerButton::Replay(id));
    wait("it is told", &mut desk, |desk| desk.shows("This game was played in another version of Links"));
    assert_eq!(desk.screen(), GAMES);
    assert!(!folder.path().join("Anna/replays").exists(), "nothing is written");
}
