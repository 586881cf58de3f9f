//! Games at a table on a real server: programs without windows, in which persons give orders at their boards.

use super::place::{HANGS, Place, roomy};
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::time::TimeUpdateStrategy;
use gridmarch::arena::Order;
use gridmarch::games::links::plugin::{Board, Issued, LinksSetup, Phase, Record};
use gridmarch::games::links::position::Position;
use gridmarch::games::links::step::Step;
use gridmarch::games::simulations;
use gridmarch::net::table::{Offer, Wish};
use gridmarch::online::api::Api;
use gridmarch::serve::hall;
use gridmarch::serve::hall::at_table::AtTable;
use gridmarch::shell::online::{Online, Saying};
use gridmarch::table::TICK_HZ;
use gridmarch::table::online::{describe, join};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program in which nothing has been chosen.
fn program() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin, simulations))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1))
        .insert_resource(Time::<Fixed>::from_hz(TICK_HZ));
    app.world_mut().resource_mut::<LinksSetup>().game.rules.size = 6;
    app
}

fn place(clock: &str) -> Place {
    let mut app = program();
    app.world_mut().resource_mut::<LinksSetup>().clock = clock.parse().expect("a clock");
    let description = describe::<Position>(app.world()).expect("it can be played");
    let wish = hall::Wish { game: "links".into(), description, locked: false, rated: false, spectator_delay: 0 };
    Place::of(Arc::new(AtTable::<Position>::new()), wish, roomy())
}

struct Window {
    app: App,
    seat: usize,
}

impl Window {
    fn join(place: &Place, api: Api, seat: u8) -> Self {
        let mut app = program();
        let description = api.description(&place.id()).expect("it runs");
        let online = Online::new(Some(seat), Vec::new());
        join::<Position>(app.world_mut(), api, place.id(), &description, online).expect("it can be played");
        Self { app, seat: seat.into() }
    }

    fn order(&mut self, seat: usize, step: &str) {
        let step: Step = step.parse().expect("a step");
        self.app.world_mut().write_message(Issued { seat, order: Order::Act(step) });
    }

    fn say(&mut self, wish: Wish) {
        self.online_mut().say(Saying::Wish(wish));
    }

    fn online(&self) -> &Online {
        self.app.world().resource()
    }

    fn online_mut(&mut self) -> Mut<'_, Online> {
        self.app.world_mut().resource_mut()
    }

    fn steps(&mut self) -> Vec<String> {
        let world = self.app.world_mut();
        let board = world.query::<&Board>().single(world);
        board.map_or_else(|_| Vec::new(), |board| board.steps().iter().map(ToString::to_string).collect())
    }

    fn phase(&mut self) -> Phase {
        let world = self.app.world_mut();
        *world.query::<&Phase>().single(world).expect("a table")
    }

    fn reason(&mut self) -> Option<String> {
        let world = self.app.world_mut();
        world.query::<&Board>().single(world).expect("a table").reason().map(String::from)
    }
}

fn until(what: &str, windows: &mut [Window], mut is_so: impl FnMut(&mut [Window]) -> bool) {
    let begun = Instant::now();
    while !is_so(windows) {
        assert!(begun.elapsed() < HANGS, "{what}: it hangs");
        windows.iter_mut().for_each(|window| window.app.update());
        std::thread::sleep(Duration::from_millis(4));
    }
}

fn two(place: &Place) -> Vec<Window> {
    let seated = place.seated(2).into_iter().zip(0..);
    let mut windows: Vec<Window> = seated.map(|(api, seat)| Window::join(place, api, seat)).collect();
    until("both sit", &mut windows, |windows| windows.iter().all(|window| window.online().names.len() == 2));
    windows
}

fn play(windows: &mut [Window], steps: &str) {
    for (number, step) in steps.split_whitespace().enumerate() {
        let before = windows[0].steps().len();
        let seat = before % 2;
        windows[seat].order(seat, step);
        until(&format!("step {number}"), windows, |windows| {
            windows.iter_mut().all(|window| window.steps().len() == before + 1)
        });
    }
}

#[test]
fn a_step_is_shown_here_at_once_and_there_when_it_is_kept() {
    let place = place("none");
    let mut windows = two(&place);
    windows[0].order(0, "c1");
    windows[0].app.update();
    windows[0].app.update();
    assert_eq!(windows[0].steps(), ["c1"], "the server has not said anything yet");
    until("it comes", &mut windows, |windows| windows[1].steps() == ["c1"]);
    // The other's steps are not made here, and those of nobody's turn are refused with a line.
    windows[0].order(1, "a2");
    windows[0].order(0, "d3");
    until("it is told", &mut windows, |windows| {
        windows[0].online_mut().take_news().any(|line| line.contains("other side is to move"))
    });
    assert_eq!(windows[0].steps().len(), 1);
    play(&mut windows, "a2 d3 a3 c5 a4 e6");
    until("it is over", &mut windows, |windows| windows.iter_mut().all(|window| window.phase() == Phase::Over));
    assert_eq!(windows[1].reason().as_deref(), Some("joined"));
}

#[test]
fn a_draw_is_offered_declined_offered_again_and_agreed_to() {
    let place = place("none");
    let mut windows = two(&place);
    play(&mut windows, "c1 a2");
    // Whoever plays at one window offers by a step; over the network it is a message of its own.
    windows[1].order(1, "offer");
    until("it is offered", &mut windows, |windows| windows[0].online().offer == Some((Offer::Draw, 1)));
    windows[0].say(Wish::Decline(Offer::Draw));
    until("it is declined", &mut windows, |windows| windows[1].online().offer.is_none());
    windows[0].say(Wish::Offer(Offer::Draw));
    until("it is offered", &mut windows, |windows| windows[1].online().offer == Some((Offer::Draw, 0)));
    windows[1].say(Wish::Agree(Offer::Draw));
    until("it is over", &mut windows, |windows| windows.iter_mut().all(|window| window.phase() == Phase::Over));
}

#[test]
fn the_clock_is_the_servers_and_a_restart_costs_nothing() {
    let mut place = place("60+0");
    let mut windows = two(&place);
    play(&mut windows, "c1 a2");
    let port = place.port();
    place.host.take().expect("it was open").stop();
    until("they notice", &mut windows, |windows| windows.iter().all(|window| window.online().lost.is_some()));
    // Nothing is lost that is done meanwhile.
    windows[0].order(0, "d3");
    place.open(port);
    until("it comes through", &mut windows, |windows| windows[1].steps().len() == 3);
    let times = |window: &mut Window| {
        let world = window.app.world_mut();
        let record = world.query::<&Record>().single(world).expect("a table");
        record.times.clone().map(|times| times.len())
    };
    assert_eq!((times(&mut windows[0]), times(&mut windows[1])), ([2, 1], [2, 1]));
    assert!(windows.iter().all(|window| window.online().lost.is_none()));
    assert_eq!(windows[0].seat, 0);
}
