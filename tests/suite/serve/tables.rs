//! Games in turns on a real server: an act is told once it is on the disk, and is there after the server has been started again.

use super::place::{HANGS, Place, roomy, until};
use super::raw::{self, Socket};
use gridmarch::arena::TimeControl;
use gridmarch::games::links::position::Position;
use gridmarch::games::links::rules::Rules;
use gridmarch::games::links::setup::Setup;
use gridmarch::net::lanes;
use gridmarch::net::table::{
    Cause, Days, Description, Event, FromTable, Guest, News, Offer, TimeRule, ToTable, Wish, rules_of,
};
use gridmarch::online::api::Api;
use gridmarch::online::talk::Phase;
use gridmarch::serve::hall;
use gridmarch::serve::hall::at_table::AtTable;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::Message;

fn place(time: TimeRule) -> Place {
    let setup = Setup { rules: Rules { size: 6, pie: true, ..Rules::default() }, ..Setup::default() };
    let description = Description::<Position>::new(&setup, time, true).bytes();
    let wish = hall::Wish { game: "links".into(), description, locked: false, rated: false, spectator_delay: 0 };
    Place::of(Arc::new(AtTable::<Position>::new()), wish, roomy())
}

/// A client with a connection.
struct Hand {
    api: Api,
    of: String,
    guest: Guest,
    begun: Instant,
    socket: Option<Socket>,
    news: Vec<News>,
}

impl Hand {
    fn new(api: Api, of: &str) -> Self {
        let description = api.description(of).expect("it is fetched");
        let (_, judge) = Description::<Position>::read(&description).expect("it is right");
        let guest = Guest::new(judge, 1, rules_of(&description));
        Self { api, of: of.into(), guest, begun: Instant::now(), socket: None, news: Vec::new() }
    }

    fn turn(&mut self, port: u16) {
        let now = self.begun.elapsed().as_millis() as u64;
        match self.guest.wish(now) {
            Some(lanes::Wish::Open(_)) => {
                let Ok(ticket) = self.api.ticket(&self.of, 0) else { return self.guest.closed(now) };
                let mut socket = raw::silent(port);
                socket.get_ref().set_read_timeout(Some(Duration::from_millis(5))).expect("it can wait");
                raw::send(&mut socket, self.guest.hello(ticket).encode());
                self.socket = Some(socket);
            }
            Some(lanes::Wish::Close(_)) => self.socket = None,
            None => {}
        }
        let Some(socket) = &mut self.socket else { return };
        for frame in self.guest.sent() {
            raw::send(socket, ToTable::encode(&frame));
        }
        match socket.read() {
            Ok(Message::Binary(bytes)) => {
                let frame = FromTable::decode(&bytes).expect("a server sends messages");
                self.news.extend(self.guest.on_frame(now, frame));
            }
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) => {}
            Ok(Message::Close(_)) | Err(_) => {
                self.socket = None;
                self.guest.closed(now);
            }
            Ok(_) => {}
        }
    }
}

/// Lets all do what they do until something is so.
fn wait(port: u16, hands: &mut [Hand], what: &str, mut is_so: impl FnMut(&[Hand]) -> bool) {
    let begun = Instant::now();
    while !is_so(hands) {
        assert!(begun.elapsed() < HANGS, "{what}: it hangs");
        hands.iter_mut().for_each(|hand| hand.turn(port));
    }
}

fn play(port: u16, hands: &mut [Hand], words: &str) {
    for word in words.split_whitespace() {
        let (seat, ply) = (hands[0].guest.kept().seat(), hands[0].guest.kept().ply());
        let mover = hands.iter_mut().find(|hand| hand.guest.seat() == Some(seat as u8)).expect("they are there");
        mover.guest.act(word).expect("it is legal");
        wait(port, hands, word, |hands| hands.iter().all(|hand| hand.guest.kept().ply() > ply));
    }
}

fn seated(place: &Place) -> Vec<Hand> {
    let mut hands: Vec<Hand> = place.seated(2).into_iter().map(|api| Hand::new(api, &place.id())).collect();
    wait(place.port(), &mut hands, "both sit", |hands| hands.iter().all(|hand| hand.guest.seat().is_some()));
    hands
}

fn number_of_records(place: &Place) -> usize {
    let log = super::place::read(&place.log());
    log.windows(10).filter(|bytes| bytes.starts_with(b"{\"number\":")).count()
}

#[test]
fn acts_are_on_the_disk_when_they_are_told_and_there_after_the_server_is_back() {
    for time in [TimeRule::Live(TimeControl::None), TimeRule::Days(Days::a_turn(3, 2))] {
        let mut place = place(time);
        let mut hands = seated(&place);
        play(place.port(), &mut hands, "c1 a2 d3");
        assert_eq!(number_of_records(&place), 3);
        let (port, path) = (place.port(), place.log());
        place.host = None;
        // A record that was being written is cut off.
        let log = super::place::read(&path);
        std::fs::write(&path, [&log[..], &log[log.len() - 100..log.len() - 9]].concat()).expect("it is there");
        // Meanwhile one moves.
        hands[1].guest.act("a3").expect("it is legal");
        place.open(port);
        let all_have = |hands: &[Hand]| hands.iter().all(|hand| hand.guest.kept().ply() == 4);
        wait(port, &mut hands, "the move comes through", all_have);
        play(port, &mut hands, "c5 a4 e6");
        let end = hands[0].guest.kept().end().expect("a chain from line to line").clone();
        assert_eq!((end.winner, end.counts), (Some(0), true));
        assert_eq!(number_of_records(&place), 7);
        until("the hall knows", || place.host().found().phase() == Phase::Over);
        let state = place.ada().state(&place.id(), None).expect("it is there");
        assert_eq!(state.ending.as_deref(), Some("Ada has won (joined)"));
    }
}

#[test]
fn another_match_follows_with_the_seats_exchanged() {
    let place = place(TimeRule::Live(TimeControl::None));
    let mut hands = seated(&place);
    let port = place.port();
    play(port, &mut hands, "c1 a2");
    hands[1].guest.want(Wish::Resign);
    wait(port, &mut hands, "it ends", |hands| hands.iter().all(|hand| hand.guest.kept().end().is_some()));
    assert_eq!(hands[0].guest.entries().last().expect("it has ended").event, Event::Over(Cause::Resigned(1)));
    hands[0].guest.want(Wish::Offer(Offer::Rematch));
    wait(port, &mut hands, "it is offered", |hands| hands[1].guest.kept().offer().is_some());
    hands[1].guest.want(Wish::Agree(Offer::Rematch));
    let mut next = None;
    wait(port, &mut hands, "another one is there", |hands| {
        next = hands[0].api.state(&place.id(), None).expect("it is there").next;
        next.is_some()
    });
    let next = next.expect("it was waited for");
    let mut hands: Vec<Hand> = hands.into_iter().map(|hand| Hand::new(hand.api, &next)).collect();
    wait(port, &mut hands, "both sit", |hands| hands.iter().all(|hand| hand.guest.seat().is_some()));
    assert_eq!([hands[0].guest.seat(), hands[1].guest.seat()], [Some(1), Some(0)]);
    play(port, &mut hands, "c1 a2 d3");
}

#[test]
fn who_watches_sees_the_acts_and_can_do_nothing() {
    let place = place(TimeRule::Live(TimeControl::None));
    let mut hands = seated(&place);
    hands.push(Hand::new(place.guest("Eve", true), &place.id()));
    let port = place.port();
    wait(port, &mut hands, "Eve is there", |hands| hands[2].guest.is_up_to_date());
    play(port, &mut hands, "c1 a2");
    assert_eq!(hands[2].guest.seat(), None);
    assert!(hands[2].guest.act("d3").is_err());
}
