//! Matches over the network in the window: found, joined, hosted, played by two windows of one machine, through the real server.

use crate::desk::Desk;
use crate::serve::place::until;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::window::WindowFocused;
use gridmarch::client::input::bindings::{Action, Press};
use gridmarch::client::kit::frames::DialogButton;
use gridmarch::client::kit::widgets::GoesTo;
use gridmarch::client::screens::online::code::{CodeButton, CodeField};
use gridmarch::client::screens::online::events::EventButton;
use gridmarch::client::screens::online::hosting::HostAt;
use gridmarch::client::screens::online::lines::{SayButton, SayField};
use gridmarch::client::screens::online::lobby::LobbyField;
use gridmarch::client::screens::online::lobby_buttons::LobbyButton;
use gridmarch::client::screens::online::offers::OfferButton;
use gridmarch::client::screens::online::presence::FoldButton;
use gridmarch::client::screens::online::report::ReportsIn;
use gridmarch::client::screens::online::room::Room;
use gridmarch::client::screens::online::room_buttons::RoomButton;
use gridmarch::client::screens::online::settings::OnlineSettings;
use gridmarch::client::screens::online::watching::{WatcherField, WriteButton};
use gridmarch::client::screens::online::{PAGE, ROOM, host};
use gridmarch::client::screens::pause::MenuChoice;
use gridmarch::client::stage::MenuOpen;
use gridmarch::games::links::client::input::LinksAction;
use gridmarch::games::links::plugin::{Board, Control};
use gridmarch::games::rts::client::input::Player;
use gridmarch::games::rts::client::ui::skirmish::setup::SkirmishButton;
use gridmarch::games::rts::sim::MatchClock;
use gridmarch::games::rts::sim::skirmish::NEUTRAL;
use gridmarch::net::table::{Offer, Wish};
use gridmarch::online::beacon::{Announcement, Beacon};
use gridmarch::online::talk::Occupant;
use gridmarch::shell::online::Online;
use gridmarch::shell::states::{Mode, Paused, Screen};
use leafwing_input_manager::prelude::*;
use std::net::UdpSocket;
use tempfile::TempDir;

/// A port that nobody else here uses.
fn port() -> u16 {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("there is a port");
    socket.local_addr().expect("it has one").port()
}

/// The program of somebody, who hosts on any free port and finds matches on this one.
fn desk_of(name: &str, folder: &TempDir, lan: u16) -> Desk {
    let mut desk = Desk::at(Screen::Title);
    desk.app.insert_resource(HostAt { folder: folder.path().join(name), port: 0, lan });
    desk.app.insert_resource(ReportsIn(folder.path().join("reports")));
    desk.app.world_mut().resource_mut::<OnlineSettings>().set_name(name);
    desk
}

fn type_into<F: Component>(desk: &mut Desk, which: impl Fn(&F) -> bool, text: &str) {
    let world = desk.app.world_mut();
    let mut fields = world.query::<(&F, &mut EditableText)>();
    let (_, mut field) = fields.iter_mut(world).find(|(field, _)| which(field)).expect("the field is there");
    field.editor_mut().set_text(text);
    desk.settle();
}

/// Runs programs until something is so.
pub fn wait(what: &str, desks: &mut [&mut Desk], mut is_so: impl FnMut(&mut [&mut Desk]) -> bool) {
    until(what, || {
        desks.iter_mut().for_each(|desk| desk.app.update());
        is_so(desks)
    });
}

fn state<T>(desk: &Desk, look: impl FnOnce(&gridmarch::online::talk::MatchState) -> T) -> Option<T> {
    desk.app.world().get_resource::<Room>().and_then(Room::state).map(look)
}

pub fn online<T>(desk: &Desk, look: impl FnOnce(&Online) -> T) -> T {
    look(desk.app.world().resource::<Online>())
}

fn is_paused(desk: &Desk) -> bool {
    desk.app.world().resource::<State<Paused>>().get().0
}

fn tick(desk: &Desk) -> u32 {
    desk.app.world().resource::<MatchClock>().tick()
}

/// Steps of Links on the board.
fn steps(desk: &Desk) -> usize {
    let world = desk.app.world();
    let mut boards = world.try_query::<&Board>().expect("boards are known");
    boards.single(world).map_or(0, |board| board.steps().len())
}

pub fn act(desk: &mut Desk, action: Action) {
    desk.app.world_mut().write_message(Press(action));
    desk.settle();
}

/// Ada in the room of the match that she hosts.
fn ada_hosts(folder: &TempDir, lan: u16, locked: bool) -> Desk {
    ada_hosts_by(folder, lan, locked, |ada| {
        ada.go(Screen::SKIRMISH_SETUP);
        ada.press(SkirmishButton::Host);
    })
}

fn ada_hosts_by(folder: &TempDir, lan: u16, locked: bool, open: impl FnOnce(&mut Desk)) -> Desk {
    let mut ada = desk_of("Ada", folder, lan);
    ada.app.world_mut().resource_mut::<OnlineSettings>().set_locked(locked);
    open(&mut ada);
    wait("Ada is in her room", &mut [&mut ada], |desks| desks[0].screen() == ROOM && state(desks[0], |_| ()).is_some());
    ada
}

/// The number of the one match that is listed.
fn listed(desk: &mut Desk) -> Option<LobbyButton> {
    let world = desk.app.world_mut();
    let mut buttons = world.query::<&LobbyButton>();
    buttons.iter(world).find(|button| matches!(button, LobbyButton::Found(_))).copied()
}

/// Ada and Bob in her room, who has found it by himself.
fn room_of_two(folder: &TempDir, locked: bool) -> (Desk, Desk) {
    let lan = port();
    let ada = ada_hosts(folder, lan, locked);
    bob_comes(folder, lan, ada, locked)
}

fn bob_comes(folder: &TempDir, lan: u16, mut ada: Desk, locked: bool) -> (Desk, Desk) {
    let mut bob = desk_of("Bob", folder, lan);
    bob.press(GoesTo(PAGE));
    wait("Bob finds the match", &mut [&mut ada, &mut bob], |desks| listed(desks[1]).is_some());
    let found = listed(&mut bob).expect("it is listed");
    bob.press(found);
    if locked {
        wait("Bob is asked for the code", &mut [&mut ada, &mut bob], |desks| desks[1].is_there(&CodeButton::Join));
        type_into(&mut bob, |_: &CodeField| true, "wrongs");
        bob.press(CodeButton::Join);
        let what = "Bob hears that it is another code";
        wait(what, &mut [&mut ada, &mut bob], |desks| desks[1].written().contains("The code is not the one"));
        let code = state(&ada, |state| state.code.clone()).flatten().expect("the host sees it");
        type_into(&mut bob, |_: &CodeField| true, &code.to_lowercase());
        bob.press(CodeButton::Join);
    }
    let both = |desks: &mut [&mut Desk]| {
        let people =
            |desk: &Desk| state(desk, |state| state.seats.iter().filter(|seat| seat.by == Occupant::Person).count());
        desks[1].screen() == ROOM && desks.iter().all(|desk| people(desk) == Some(2))
    };
    wait("both sit in the room", &mut [&mut ada, &mut bob], both);
    (ada, bob)
}

/// Both in the running match.
fn match_of_two(folder: &TempDir) -> (Desk, Desk) {
    let (mut ada, mut bob) = room_of_two(folder, false);
    begin(&mut ada, &mut bob);
    wait("both play", &mut [&mut ada, &mut bob], |desks| desks.iter().all(|desk| tick(desk) >= 20));
    (ada, bob)
}

/// Both sit down to the match of Links that Ada has opened.
fn table_of_two(folder: &TempDir) -> (Desk, Desk) {
    match_of_two_by(folder, |ada| host(ada.app.world_mut(), Mode::LINKS))
}

/// Both begin the match that Ada has opened.
pub fn match_of_two_by(folder: &TempDir, open: impl FnOnce(&mut Desk)) -> (Desk, Desk) {
    let lan = port();
    let ada = ada_hosts_by(folder, lan, false, open);
    let (mut ada, mut bob) = bob_comes(folder, lan, ada, false);
    begin(&mut ada, &mut bob);
    (ada, bob)
}

/// Out of the room into the match.
fn begin(ada: &mut Desk, bob: &mut Desk) {
    bob.press(RoomButton::Ready);
    let is_ready = |state: &gridmarch::online::talk::MatchState| state.seats.iter().any(|seat| seat.ready);
    wait("Bob is ready", &mut [ada, bob], |desks| state(desks[0], is_ready) == Some(true));
    ada.press(RoomButton::Start);
    wait("it begins", &mut [ada, bob], |desks| desks.iter().all(|desk| desk.screen() == Screen::Match));
}

fn announcement(title: &str) -> Announcement {
    Announcement {
        id: 7,
        host: "Eve".into(),
        game: "chess".into(),
        title: title.into(),
        taken: 1,
        seats: 2,
        port: 1,
        locked: false,
        version: env!("CARGO_PKG_VERSION").into(),
    }
}

#[test]
fn the_page_lists_what_is_announced_and_forgets_nothing_that_was_typed() {
    let (folder, lan) = (tempfile::tempdir().expect("a folder"), port());
    let mut bob = desk_of("Bob", &folder, lan);
    bob.press(GoesTo(PAGE));
    assert!(bob.shows("Looking around"));
    let _beacon = Beacon::start(announcement("Blitz"), lan).expect("it announces");
    wait("the match is listed", &mut [&mut bob], |desks| listed(desks[0]).is_some());
    bob.settle();
    assert!(bob.shows("Blitz") && bob.shows("Eve") && bob.shows("1 of 2 taken") && bob.shows("chess"));
    // Nobody is at its port.
    bob.press(LobbyButton::Found(7));
    wait("the error is said", &mut [&mut bob], |desks| desks[0].written().contains("does not answer"));
    for (typed, told) in [("one two", "\"one two\" is no name of a computer"), ("host/12", "\"12\" is no code")] {
        type_into(&mut bob, |field: &LobbyField| *field == LobbyField::Address, typed);
        bob.press(LobbyButton::Join { watch: false });
        bob.settle();
        assert!(bob.written().contains(told), "{}", bob.written());
        let world = bob.app.world_mut();
        let mut fields = world.query::<(&LobbyField, &EditableText)>();
        let (_, field) = fields.iter(world).find(|(field, _)| **field == LobbyField::Address).expect("a field");
        assert_eq!(field.value().to_string(), typed, "it stays");
    }
    assert_eq!(bob.screen(), PAGE);
    act(&mut bob, Action::Menu);
    assert_eq!(bob.screen(), Screen::Title);
}

#[test]
fn who_knows_the_code_comes_in_and_all_read_what_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut ada, mut bob) = room_of_two(&folder, true);
    let code = state(&ada, |state| state.code.clone()).flatten().expect("a code");
    ada.settle();
    assert!(ada.shows(&code) && ada.shows("Bob") && bob.shows("Ada"));
    type_into(&mut bob, |_: &SayField| true, "good evening");
    bob.press(SayButton);
    wait("Ada reads it", &mut [&mut ada, &mut bob], |desks| {
        state(desks[0], |state| state.chat.iter().any(|line| line.text == "good evening")) == Some(true)
    });
    // He stands up and watches; the seat goes to a program; she sends him away.
    bob.press(RoomButton::Sit(None));
    wait("Bob watches", &mut [&mut ada, &mut bob], |desks| {
        state(desks[0], |state| state.watchers == ["Bob"]) == Some(true)
    });
    ada.settle();
    ada.press(RoomButton::Seat(1, Occupant::Program));
    wait("a program has the seat", &mut [&mut ada, &mut bob], |desks| {
        state(desks[1], |state| state.seats[1].by == Occupant::Program) == Some(true)
    });
    ada.settle();
    ada.press(RoomButton::Kick("Bob".into()));
    wait("Bob hears of it", &mut [&mut ada, &mut bob], |desks| {
        desks[1].written().contains("You are not in this match any more")
    });
    bob.press(RoomButton::Leave);
    assert_eq!(bob.screen(), Screen::Title);
    ada.press(RoomButton::Leave);
    assert_eq!(ada.screen(), Screen::Title, "nobody else is there to lose it");
}

#[test]
fn who_hosts_is_asked_before_others_lose_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut ada, mut bob) = room_of_two(&folder, false);
    act(&mut ada, Action::Menu);
    assert_eq!(ada.screen(), ROOM);
    assert!(ada.shows("Really?"));
    act(&mut ada, Action::Menu);
    assert_eq!(ada.screen(), Screen::Title);
    wait("Bob sees that nobody answers", &mut [&mut ada, &mut bob], |desks| {
        desks[1].written().contains("does not answer, trying again")
    });
    bob.press(RoomButton::Leave);
    assert_eq!(bob.screen(), Screen::Title);
}

#[test]
fn a_match_of_two_windows_is_paused_by_votes_and_by_no_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut ada, mut bob) = match_of_two(&folder);
    let side = |desk: &Desk| desk.app.world().resource::<Player>().side;
    assert_eq!((side(&ada), side(&bob)), (0, 1));
    wait("both see both", &mut [&mut ada, &mut bob], |desks| {
        desks.iter().all(|desk| online(desk, |online| online.presence.iter().filter(|one| one.lanes > 0).count() == 2))
    });
    ada.settle();
    assert!(ada.shows("Players") && ada.shows("Ada") && ada.shows("Bob"));
    ada.press(FoldButton);
    assert!(!ada.shows("Players"));
    // The menu, and another window, stop nobody's time.
    act(&mut ada, Action::Menu);
    for focused in [true, false] {
        ada.app.world_mut().write_message(WindowFocused { window: Entity::PLACEHOLDER, focused });
        ada.settle();
    }
    let before = tick(&ada);
    wait("time goes on", &mut [&mut ada, &mut bob], |desks| tick(desks[0]) >= before + 20);
    assert!(ada.app.world().resource::<MenuOpen>().0 && !is_paused(&ada));
    for choice in [MenuChoice::Save, MenuChoice::Load, MenuChoice::Restart, MenuChoice::Title] {
        assert!(!ada.is_there(&choice), "{choice:?}");
    }
    wait("Bob sees that she looks away", &mut [&mut ada, &mut bob], |desks| {
        online(desks[1], |online| online.presence[0].away)
    });
    ada.press(MenuChoice::Vote);
    let stand = |desks: &mut [&mut Desk]| desks.iter().all(|desk| is_paused(desk));
    wait("time stands for both", &mut [&mut ada, &mut bob], stand);
    bob.settle();
    assert!(bob.shows("Paused by Ada"));
    bob.press(EventButton::Resume);
    wait("time runs for both", &mut [&mut ada, &mut bob], |desks| desks.iter().all(|desk| !is_paused(desk)));
    act(&mut bob, Action::Pause);
    wait("a key asks for it, too", &mut [&mut ada, &mut bob], stand);
    act(&mut ada, Action::Pause);
    wait("and for the end of it", &mut [&mut ada, &mut bob], |desks| desks.iter().all(|desk| !is_paused(desk)));
    // Another speed needs both.
    act(&mut bob, Action::Faster);
    wait("Ada is asked", &mut [&mut ada, &mut bob], |desks| desks[0].shows("Bob proposes for 200 % speed"));
    ada.press(EventButton::Yes);
    wait("it goes faster", &mut [&mut ada, &mut bob], |desks| {
        desks.iter().all(|desk| online(desk, |on| on.speed) == 200)
    });
    // Bob goes, and a program plays for him.
    act(&mut bob, Action::Menu);
    bob.press(MenuChoice::Leave);
    assert_eq!(bob.screen(), Screen::Match, "it is asked once more");
    bob.press(MenuChoice::Leave);
    assert_eq!(bob.screen(), Screen::Title);
    wait("a program plays for Bob", &mut [&mut ada], |desks| {
        online(desks[0], |online| online.presence[1].hand == gridmarch::net::Hand::Program)
    });
}

#[test]
fn at_a_table_offers_are_answered_and_another_match_follows() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut ada, mut bob) = table_of_two(&folder);
    let wish = |wish| move |desks: &mut [&mut Desk]| desks.iter_mut().all(|desk| desk.is_there(&OfferButton(wish)));
    // Before both have moved the match can be called off, and not be given up.
    wait("both see what they can ask", &mut [&mut ada, &mut bob], wish(Wish::Abort));
    assert!(ada.shows("Ada (you)") && bob.shows("Bob (you)") && bob.shows("Waiting for Ada."), "{}", bob.written());
    // Enter acts on the board: a line is begun by a button.
    ada.press(WriteButton);
    assert!(ada.shows("To all: Enter sends"));
    type_into(&mut ada, |_: &WatcherField| true, "good luck");
    KeyCode::Enter.press(ada.app.world_mut());
    ada.settle();
    KeyCode::Enter.release(ada.app.world_mut());
    wait("Bob reads it", &mut [&mut ada, &mut bob], |desks| desks[1].shows("Ada: "));
    assert_eq!((steps(&ada), ada.shows("To all: Enter sends")), (0, false));
    let peg = |desk: &mut Desk, action| {
        desk.app.world_mut().write_message(Press(action));
        desk.settle();
    };
    for (first, action) in [(true, LinksAction::Left), (false, LinksAction::Right)] {
        let (one, other) = if first { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
        peg(one, action);
        peg(one, action);
        let before = steps(one);
        peg(one, LinksAction::Confirm);
        wait("the other has the peg", &mut [one, other], |desks| steps(desks[1]) == before + 1);
    }
    wait("now it can be given up", &mut [&mut ada, &mut bob], wish(Wish::Resign));
    // Nobody is helped against somebody elsewhere.
    peg(&mut ada, LinksAction::Hint);
    assert!(!ada.shows("Looking for the best move"));
    ada.press(OfferButton(Wish::Offer(Offer::Draw)));
    wait("Bob is asked", &mut [&mut ada, &mut bob], |desks| desks[1].shows("Ada offers a draw."));
    assert!(ada.shows("You offer a draw."));
    bob.press(EventButton::No);
    wait("Ada hears", &mut [&mut ada, &mut bob], |desks| desks[0].shows("Bob does not want a draw."));
    // By the key of the game, too.
    peg(&mut bob, LinksAction::TakeBack);
    wait("Ada is asked", &mut [&mut ada, &mut bob], |desks| desks[0].shows("Bob offers to take the last turn back."));
    ada.press(EventButton::Yes);
    wait("his peg is gone", &mut [&mut ada, &mut bob], |desks| desks.iter().all(|desk| steps(desk) == 1));
    // One peg is left, but both have moved once: whoever wants to end it resigns, and is asked once more.
    peg(&mut bob, LinksAction::Right);
    peg(&mut bob, LinksAction::Confirm);
    wait("it can be given up", &mut [&mut ada, &mut bob], wish(Wish::Resign));
    bob.press(OfferButton(Wish::Resign));
    bob.settle();
    assert!(bob.shows("Resign: sure?"));
    bob.press(OfferButton(Wish::Resign));
    wait("the dialog comes", &mut [&mut ada, &mut bob], |desks| {
        desks.iter_mut().all(|desk| desk.is_there(&DialogButton("Rematch")))
    });
    assert!(!ada.is_there(&DialogButton("Change sides")) && !ada.is_there(&DialogButton("Set-up")));
    // Who looks at it once more is left there.
    ada.press(DialogButton("Watch the replay"));
    for control in [Control::Play(false), Control::Seek(1)] {
        ada.app.world_mut().write_message(control);
    }
    wait("she sees the first peg", &mut [&mut ada], |desks| steps(desks[0]) == 1);
    ada.settle();
    assert_eq!(steps(&ada), 1);
    ada.app.world_mut().write_message(Control::StopWatching);
    wait("the dialog is back", &mut [&mut ada], |desks| desks[0].is_there(&DialogButton("Rematch")));
    ada.press(DialogButton("Rematch"));
    wait("Bob is asked for another", &mut [&mut ada, &mut bob], |desks| desks[1].shows("Ada offers another match."));
    bob.press(EventButton::Yes);
    wait("another match has begun", &mut [&mut ada, &mut bob], |desks| {
        desks.iter().all(|desk| {
            desk.screen() == Screen::Match
                && desk.app.world().get_resource::<Online>().is_some_and(|online| online.over.is_none())
                && steps(desk) == 0
        })
    });
    // Who began is second now.
    assert_eq!((online(&ada, |online| online.seat), online(&bob, |online| online.seat)), (Some(1), Some(0)));
    wait("both can ask again", &mut [&mut ada, &mut bob], wish(Wish::Abort));
}

#[test]
fn who_comes_late_watches_and_a_report_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut ada, mut bob) = match_of_two(&folder);
    let address = ada.app.world().resource::<Room>().addresses()[0].clone();
    let mut eve = desk_of("Eve", &folder, port());
    eve.press(GoesTo(PAGE));
    let local = format!("127.0.0.1:{}", address.port);
    type_into(&mut eve, |field: &LobbyField| *field == LobbyField::Address, &local);
    eve.press(LobbyButton::Join { watch: true });
    wait("Eve watches", &mut [&mut ada, &mut bob, &mut eve], |desks| {
        desks[2].screen() == Screen::Match && tick(desks[2]) + 40 >= tick(desks[0])
    });
    assert_eq!(eve.app.world().resource::<Player>().side, NEUTRAL);
    eve.settle();
    assert!(eve.shows("To the spectators"));
    ada.app.world_mut().resource_mut::<Online>().report = Some("units[3].at: 1 ≠ 2".into());
    wait("it is told where the report is", &mut [&mut ada], |desks| desks[0].shows("what differs is in"));
    let reports = std::fs::read_dir(folder.path().join("reports")).expect("a folder").flatten();
    let texts: Vec<String> = reports.map(|file| std::fs::read_to_string(file.path()).expect("a text")).collect();
    assert_eq!(texts, ["units[3].at: 1 ≠ 2"]);
}
