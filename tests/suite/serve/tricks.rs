//! What somebody may try at a table, with bytes of their own: each try has its answer, and the match goes on.

use super::place::{Place, roomy, until};
use super::raw::{self, Socket, assert_closed};
use gridmarch::games::links::position::Position;
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::setup::Setup;
use gridmarch::net::frame::Bye;
use gridmarch::net::table::{
    Denial, Description, Entry, Event, FromTable, Guest, Offer, Subject, TimeRule, ToTable, Wish, rules_of,
};
use gridmarch::online::api::Api;
use gridmarch::online::talk::Phase;
use gridmarch::serve::hall;
use gridmarch::serve::hall::at_table::AtTable;
use std::sync::Arc;
use tungstenite::Message;

/// A rated match, in which the first one has made a move.
struct Scene {
    place: Place,
    apis: Vec<Api>,
    sockets: [Socket; 2],
}

impl Scene {
    fn new() -> Self {
        let setup = Setup { rules: Rules { size: 6, pie: true, ..Rules::default() }, ..Setup::default() };
        let time = TimeRule::Live("300+5".parse().expect("a rule of time"));
        let description = Description::<Position>::new(&setup, time, true).bytes();
        let wish = hall::Wish { game: "links".into(), description, locked: false, rated: true, spectator_delay: 0 };
        let place = Place::of(Arc::new(AtTable::<Position>::new()), wish, roomy());
        let apis = place.seated(2);
        let sockets = [0, 1].map(|seat| sit(&place, &apis[seat], Some(seat as u8)));
        let mut scene = Self { place, apis, sockets };
        assert_eq!(scene.act(0, 0, "c1"), Ok("c1".into()));
        assert_eq!(answer(&mut scene.sockets[1], 0), Ok("c1".into()));
        scene
    }

    /// What the table says to an act.
    fn act(&mut self, seat: usize, ply: u32, word: &str) -> Result<String, Denial> {
        act(&mut self.sockets[seat], ply, word)
    }

    fn wish(&mut self, seat: usize, wish: Wish) -> Denial {
        say(&mut self.sockets[seat], &ToTable::Wish(wish));
        hear(&mut self.sockets[seat], |frame| match frame {
            FromTable::Refused { what: Subject::Wish(of), why } if of == wish => Some(why),
            _ => None,
        })
    }

    /// The match goes on, and nothing has happened but what is told here.
    fn goes_on(mut self, acts: usize) {
        let (mover, ply) = (acts % 2, acts as u32);
        let word = ["e4", "b5", "e2"][acts % 3];
        assert_eq!(self.act(mover, ply, word), Ok(word.into()));
        let log = super::place::read(&self.place.log());
        let records = log.windows(10).filter(|bytes| bytes.starts_with(b"{\"number\":")).count();
        assert_eq!(records, acts + 1);
        assert_eq!(self.place.host().found().phase(), Phase::Running);
    }
}

fn say(socket: &mut Socket, frame: &ToTable) {
    raw::send(socket, frame.encode());
}

/// Reads until a message is as wanted.
fn hear<T>(socket: &mut Socket, mut wanted: impl FnMut(FromTable) -> Option<T>) -> T {
    loop {
        if let Message::Binary(bytes) = socket.read().expect("the connection stands")
            && let Some(found) = wanted(FromTable::decode(&bytes).expect("a server sends messages"))
        {
            return found;
        }
    }
}

/// A window of somebody, who has this seat.
fn sit(place: &Place, api: &Api, seat: Option<u8>) -> Socket {
    let description = api.description(&place.id()).expect("it is fetched");
    let (_, judge) = Description::<Position>::read(&description).expect("it is right");
    let hello = Guest::new(judge, 1, rules_of(&description)).hello(api.ticket(&place.id(), 0).expect("they sit"));
    let mut socket = raw::silent(place.port());
    say(&mut socket, &hello);
    let welcomed = hear(&mut socket, |frame| if let FromTable::Welcome(it) = frame { Some(it.seat) } else { None });
    assert_eq!(welcomed, seat);
    socket
}

fn act(socket: &mut Socket, ply: u32, word: &str) -> Result<String, Denial> {
    say(socket, &ToTable::Act { ply, text: word.into() });
    answer(socket, ply)
}

/// What became of an act.
fn answer(socket: &mut Socket, number: u32) -> Result<String, Denial> {
    let made = |entries: Vec<Entry>| {
        entries.into_iter().find_map(|entry| match entry.event {
            Event::Act { ply, text, .. } if ply == number => Some(text),
            _ => None,
        })
    };
    hear(socket, |frame| match frame {
        FromTable::Refused { what: Subject::Act(of), why } if of == number => Some(Err(why)),
        FromTable::Happened(entries) => made(entries).map(Ok),
        _ => None,
    })
}

#[test]
fn who_is_not_to_move_and_who_leaves_a_number_out_is_told_so() {
    let mut scene = Scene::new();
    assert_eq!(scene.act(0, 1, "d3"), Err(Denial::NotYourTurn));
    assert_eq!(scene.act(1, 5, "d3"), Err(Denial::Gap(1)));
    assert_eq!(scene.act(1, u32::MAX, "d3"), Err(Denial::Gap(1)));
    assert!(matches!(scene.act(1, 1, "z99"), Err(Denial::Rules(_))));
    assert!(matches!(scene.act(1, 1, "'; DROP TABLE act; --"), Err(Denial::Rules(_))));
    scene.goes_on(1);
}

#[test]
fn a_number_is_used_once_and_the_same_move_again_is_answered_alike() {
    let mut scene = Scene::new();
    assert_eq!(scene.act(0, 0, "c1"), Ok("c1".into()));
    assert_eq!(scene.act(0, 0, "d3"), Err(Denial::Taken));
    assert_eq!(scene.act(1, 0, "c1"), Err(Denial::Taken), "nor is it the other's");
    scene.goes_on(1);
}

#[test]
fn after_the_end_nothing_is_moved() {
    let mut scene = Scene::new();
    say(&mut scene.sockets[1], &ToTable::Wish(Wish::Resign));
    for socket in &mut scene.sockets {
        hear(socket, |frame| match frame {
            FromTable::Happened(entries) => entries.iter().any(|it| matches!(it.event, Event::Over(_))).then_some(()),
            _ => None,
        });
    }
    for seat in 0..2 {
        assert_eq!(scene.act(seat, 1, "d3"), Err(Denial::Over));
        assert_eq!(scene.wish(seat, Wish::Resign), Denial::Over);
        assert_eq!(scene.wish(seat, Wish::Offer(Offer::Draw)), Denial::Over);
    }
    until("the hall knows", || scene.place.host().found().phase() == Phase::Over);
    let ended = scene.place.host().found().ended().and_then(|ended| ended.over).expect("it has an end");
    assert_eq!((ended.winner, ended.counts), (Some(0), true));
}

#[test]
fn three_windows_of_a_player_are_one_player() {
    let mut scene = Scene::new();
    let mut windows: Vec<Socket> = (0..2).map(|_| sit(&scene.place, &scene.apis[1], Some(1))).collect();
    windows.push(std::mem::replace(&mut scene.sockets[1], sit(&scene.place, &scene.apis[1], Some(1))));
    // All at once, each with another move of the same number.
    for (window, word) in windows.iter_mut().zip(["d3", "d4", "d5"]) {
        say(window, &ToTable::Act { ply: 1, text: word.into() });
    }
    let answers: Vec<_> = windows.iter_mut().map(|window| answer(window, 1)).collect();
    let made = answers.iter().flatten().next().expect("one of them was first").clone();
    assert!(answers.iter().all(|answer| matches!(answer, Err(Denial::Taken)) || *answer == Ok(made.clone())));
    // A fifth window is one too many.
    let told = scene.apis[1].ticket(&scene.place.id(), 0).expect_err("there are four").to_string();
    assert_eq!(told, "you have too many connections to this match");
    drop(windows);
    scene.goes_on(2);
}

#[test]
fn nothing_is_taken_back_where_it_counts() {
    let mut scene = Scene::new();
    assert_eq!(scene.act(1, 1, "d3"), Ok("d3".into()));
    assert_eq!(scene.wish(0, Wish::Offer(Offer::TakeBack)), Denial::Rated);
    assert_eq!(scene.wish(1, Wish::Agree(Offer::TakeBack)), Denial::NothingOffered);
    assert!(matches!(scene.act(0, 2, "undo"), Err(Denial::Rules(_))));
    assert_eq!(scene.wish(0, Wish::Abort), Denial::TooLate);
    assert_eq!(scene.wish(0, Wish::Claim), Denial::NotGone);
    scene.goes_on(2);
}

#[test]
fn clocks_that_were_never_sent_bring_no_time() {
    let mut scene = Scene::new();
    for echo in [0, 1, 4_000_000_000, u64::MAX] {
        say(&mut scene.sockets[1], &ToTable::Clock { echo });
    }
    // Time runs when the table has seen that both are there.
    let runs = |frame| matches!(frame, FromTable::Clocks { running: true, .. }).then_some(());
    hear(&mut scene.sockets[1], runs);
    raw::pause(1500);
    say(&mut scene.sockets[1], &ToTable::Act { ply: 1, text: "d3".into() });
    let (used, credit) = hear(&mut scene.sockets[1], |frame| match frame {
        FromTable::Happened(entries) => entries.into_iter().find_map(|entry| match entry.event {
            Event::Act { ply: 1, used, credit, .. } => Some((used, credit)),
            _ => None,
        }),
        _ => None,
    });
    assert!(used >= 1400 && credit < 500, "{used} ms were used, {credit} ms given back");
    scene.goes_on(2);
}

#[test]
fn who_watches_does_nothing_and_a_flood_ends_with_1008() {
    let mut scene = Scene::new();
    let mut watcher = sit(&scene.place, &scene.place.guest("Eve", true), None);
    assert_eq!(act(&mut watcher, 1, "d3"), Err(Denial::NoSeat));
    let mut flood = sit(&scene.place, &scene.apis[1], Some(1));
    (0..1000).for_each(|ply| say(&mut flood, &ToTable::Act { ply, text: "d3".into() }));
    assert_closed(&mut flood, Bye::Flood, "acts");
    // One of them may have been a move: then it is the other's turn.
    let made = scene.act(1, 1, "d3");
    assert_eq!(made, Ok("d3".into()));
    scene.goes_on(2);
}
