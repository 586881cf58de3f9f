//! Games in steps at once on a real server: programs without windows, in which persons steer.

use super::place::{HANGS, Place, read, roomy, until};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use gridmarch::base::{Cell, Dir};
use gridmarch::games::simulations;
use gridmarch::games::tron::description::Description;
use gridmarch::games::tron::hosted::HostedTron;
use gridmarch::games::tron::kept;
use gridmarch::games::tron::plugin::{
    BoardChoice, Issued, Phase, Record, Round, Score, SeatKind, Speed, TICK_HZ, TronOrder, TronSetup, describe, join,
};
use gridmarch::games::tron::rounds::Rounds;
use gridmarch::net::Hand;
use gridmarch::net::frame::{Circle, Ending};
use gridmarch::net::log;
use gridmarch::net::track::{Course, moves};
use gridmarch::online::api::Api;
use gridmarch::online::talk::{Act, Phase as MatchPhase};
use gridmarch::serve::hall;
use gridmarch::shell::keys::Keys;
use gridmarch::shell::online::{Online, Saying};
use gridmarch::table::Control;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program in which a match of two persons is set up.
fn program(size: (u16, u16), best_of: u32) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, simulations))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(Time::<Fixed>::from_hz(TICK_HZ));
    let mut setup = app.world_mut().resource_mut::<TronSetup>();
    setup.seats[0] = SeatKind::Human(Keys::Arrows);
    setup.seats[1] = SeatKind::Human(Keys::Wasd);
    setup.board = BoardChoice::Random { width: size.0, height: size.1, obstacles: 0 };
    (setup.speed, setup.best_of) = (Speed::Rapid, best_of);
    app
}

fn place(size: (u16, u16), best_of: u32) -> Place {
    let app = program(size, best_of);
    let description = describe(app.world()).expect("it can be played");
    let wish = hall::Wish { game: "tron".into(), description, locked: false, rated: false, spectator_delay: 0 };
    Place::of(Arc::new(HostedTron), wish, roomy())
}

struct Window(App);

impl Window {
    fn join(place: &Place, api: Api, seat: Option<u8>) -> Self {
        // What was set up here before does not matter.
        let mut app = program((20, 20), 9);
        let description = api.description(&place.id()).expect("it runs");
        join(app.world_mut(), api, place.id(), &description, Online::new(seat, Vec::new())).expect("it can be played");
        Self(app)
    }

    fn of<C: Component + Clone>(&mut self) -> C {
        let world = self.0.world_mut();
        world.query::<&C>().single(world).expect("a table").clone()
    }

    fn is_there(&mut self) -> bool {
        let world = self.0.world_mut();
        world.query::<&Round>().single(world).is_ok()
    }

    fn online(&mut self) -> Mut<'_, Online> {
        self.0.world_mut().resource_mut()
    }

    fn head(&mut self, seat: usize) -> Cell {
        let round: Round = self.of();
        let rider = round.rider(seat).expect("it rides");
        round.position.riders()[rider].head
    }

    fn steps(&mut self) -> u32 {
        self.of::<Round>().position.steps()
    }

    fn turn(&mut self, seat: usize, dir: Dir) {
        self.0.world_mut().write_message(Issued { seat, order: TronOrder::Turn(dir) });
    }
}

fn wait(what: &str, windows: &mut [Window], mut is_so: impl FnMut(&mut [Window]) -> bool) {
    let begun = Instant::now();
    while !is_so(windows) {
        assert!(begun.elapsed() < HANGS, "{what}: it hangs");
        windows.iter_mut().for_each(|window| window.0.update());
        std::thread::sleep(Duration::from_millis(4));
    }
}

fn two(place: &Place) -> Vec<Window> {
    let seated = place.seated(2).into_iter().zip(0..);
    let mut windows: Vec<Window> = seated.map(|(api, seat)| Window::join(place, api, Some(seat))).collect();
    wait("both sit", &mut windows, |windows| {
        windows.iter_mut().all(|window| window.is_there() && window.online().names.len() == 2)
    });
    windows
}

fn ride(windows: &mut [Window]) {
    wait("they ride", windows, |windows| {
        windows.iter_mut().all(|window| matches!(window.of(), Phase::Riding { .. }) && window.steps() > 0)
    });
}

/// The match as its log makes it.
fn played(place: &Place, path: &Path) -> Rounds {
    let key = read(&place.folder.path().join("key")).try_into().expect("a key");
    let log = log::parse::<u8>(&read(path), key).expect("a log");
    let mut rounds = Rounds::new(Description::read(&log.description).expect("one")).expect("it can be played");
    for batch in &log.batches {
        let moves = moves(&rounds, batch);
        rounds.step(&moves);
    }
    rounds
}

#[test]
fn two_ride_turn_and_come_to_the_same_end() {
    let place = place((60, 40), 1);
    let mut windows = two(&place);
    let waiting = windows[0].of::<Phase>();
    assert!(matches!(waiting, Phase::Countdown { .. }), "{waiting:?}");
    ride(&mut windows);
    windows[0].turn(0, Dir::South);
    windows[1].turn(1, Dir::North);
    let rows: Vec<i16> = windows.iter_mut().zip(0..).map(|(window, seat)| window.head(seat).y).collect();
    // The own cycle turns in the next step here, whatever the server says.
    wait("both turn", &mut windows, |windows| {
        (0..2).all(|seat| (0..2).all(|at| windows[at].head(seat).y != rows[seat]))
    });
    // Nobody is steered from the other window.
    windows[0].turn(1, Dir::East);
    wait("it is over", &mut windows, |windows| windows.iter_mut().all(|window| window.of::<Phase>() == Phase::Over));
    let replays: Vec<_> = windows.iter_mut().map(|window| window.of::<Record>().replay().clone()).collect();
    assert_eq!(replays[0], replays[1]);
    assert_eq!(kept::replay(&read(&place.log())).expect("a recording"), replays[0]);
    let end = played(&place, &place.log());
    // Both may have met the wall in the same step, more than once.
    assert_eq!(replays[0].rounds.len() as u32, end.number() + 1);
    for window in &mut windows {
        assert_eq!(window.of::<Round>().position.key(), end.position().key());
        assert_eq!(window.of::<Score>(), end.score());
    }
    let over = windows[0].online().over;
    assert_eq!(over, end.ending());
    until("the hall knows", || place.host().found().phase() == MatchPhase::Over);
    let ending = place.ada().state(&place.id(), None).expect("it is there").ending.expect("it has ended");
    match over {
        Some(Ending::Won(0)) => assert_eq!(ending, "Ada has won"),
        Some(Ending::Won(_)) => assert_eq!(ending, "guest 1 has won"),
        _ => assert_eq!(ending, "the match is a draw"),
    }
    // Then the recording can be looked at.
    windows[0].0.world_mut().write_message(Control::Watch);
    wait("it is watched", &mut windows[..1], |windows| matches!(windows[0].of(), Phase::Watching { .. }));
}

#[test]
fn several_rounds_are_played_with_a_countdown_before_each() {
    let place = place((12, 12), 3);
    let mut windows = two(&place);
    let mut phases = Vec::new();
    wait("it is over", &mut windows, |windows| {
        let (round, phase) = (windows[0].of::<Round>().number, windows[0].of::<Phase>());
        let name = match phase {
            Phase::Countdown { .. } => "countdown",
            Phase::Riding { .. } => "riding",
            Phase::Between { .. } => "between",
            Phase::Over => "over",
            Phase::Watching { .. } => "watching",
        };
        if phases.last() != Some(&(round, name)) {
            phases.push((round, name));
        }
        windows.iter_mut().all(|window| window.of::<Phase>() == Phase::Over)
    });
    let rounds = windows[0].of::<Record>().replay().rounds.len() as u32;
    let expected = (0..rounds).flat_map(|round| ["countdown", "riding", "between"].map(|name| (round, name)));
    let expected: Vec<_> = expected.chain([(rounds - 1, "over")]).collect();
    assert_eq!(phases, expected);
    assert_eq!(windows[0].of::<Score>(), played(&place, &place.log()).score());
}

#[test]
fn a_match_goes_on_after_the_server_was_gone() {
    let mut place = place((60, 40), 1);
    let mut windows = two(&place);
    ride(&mut windows);
    let (port, path) = (place.port(), place.log());
    place.host.take().expect("it was open").stop();
    wait("they notice", &mut windows, |windows| windows.iter_mut().all(|window| window.online().lost.is_some()));
    let before = played(&place, &path);
    // A record that was being written is cut off.
    let log = read(&path);
    std::fs::write(&path, [&log[..], &log[log.len() - 20..log.len() - 3]].concat()).expect("it is there");
    place.open(port);
    wait("they are back", &mut windows, |windows| {
        windows.iter_mut().all(|window| window.online().lost.is_none() && window.steps() > before.position().steps())
    });
    wait("it is over", &mut windows, |windows| windows.iter_mut().all(|window| window.of::<Phase>() == Phase::Over));
    let end = played(&place, &place.log());
    assert!(windows.iter_mut().all(|window| window.of::<Round>().position.key() == end.position().key()));
}

#[test]
fn a_program_plays_for_who_leaves_and_who_watches_sees_it() {
    let place = place((60, 40), 1);
    let mut windows = two(&place);
    let mut eve = Window::join(&place, place.guest("Eve", true), None);
    wait("Eve is there", std::slice::from_mut(&mut eve), |eve| eve[0].is_there() && eve[0].online().names.len() == 2);
    windows.push(eve);
    ride(&mut windows);
    drop(windows.remove(1));
    let hand = |window: &mut Window| window.online().presence.get(1).map(|seat| seat.hand);
    wait("a program plays", &mut windows, |windows| {
        windows.iter_mut().all(|window| hand(window) == Some(Hand::Program))
    });
    let told: Vec<String> = windows[0].online().take_news().collect();
    assert!(told.iter().any(|line| line == "A program plays for guest 1 now."), "{told:?}");
    windows[1].turn(0, Dir::South);
    windows[0].online().say(Saying::Chat { to: Circle::All, text: "still here?".into() });
    wait("Eve reads it", &mut windows, |windows| {
        windows[1].online().chat.iter().any(|line| line.text == "still here?")
    });
    wait("it is over", &mut windows, |windows| windows.iter_mut().all(|window| window.of::<Phase>() == Phase::Over));
    let end = played(&place, &place.log());
    assert!(windows.iter_mut().all(|window| window.of::<Round>().position.key() == end.position().key()));
    // A program finds its way on a board without obstacles for longer than it takes to ride into the wall.
    assert_eq!(end.winner(), Some(1));
}

#[test]
fn programs_take_the_seats_that_the_host_leaves_to_them() {
    let place = place((15, 15), 1);
    let ada = place.ada();
    ada.act(&place.id(), &Act::Start).expect("open seats go to programs");
    until("the match runs", || place.host().found().phase() == MatchPhase::Running);
    let mut windows = vec![Window::join(&place, ada, Some(0))];
    wait("she sits", &mut windows, |windows| windows[0].is_there());
    ride(&mut windows);
    let described = Description::read(&place.host().found().description()).expect("one");
    assert_eq!(described.seats, ["human", "engine:5"]);
    wait("it is over", &mut windows, |windows| windows[0].of::<Phase>() == Phase::Over);
    assert_eq!(played(&place, &place.log()).winner(), Some(1));
}
