//! Tron over the network in the window: hosted from its set-up, joined, ridden by two windows of one machine to its end.

use crate::desk::Desk;
use crate::online_screens::{act, match_of_two_by, online, wait};
use bevy::prelude::*;
use gridmarch::base::Dir;
use gridmarch::client::input::bindings::Action;
use gridmarch::client::kit::setup::HostOnline;
use gridmarch::client::screens::pause::MenuChoice;
use gridmarch::games::tron::plugin::{
    BoardChoice, Issued, Phase, Record, Round, SeatKind, Speed, TronOrder, TronSetup,
};
use gridmarch::shell::online::{Online, Saying};
use gridmarch::shell::states::{Paused, Screen};

/// Hosts one round on a large board, from the set-up as it is at first: one person, one program.
fn hosts(desk: &mut Desk) {
    let mut setup = desk.app.world_mut().resource_mut::<TronSetup>();
    setup.board = BoardChoice::Random { width: 60, height: 40, obstacles: 0 };
    (setup.speed, setup.best_of) = (Speed::Insane, 1);
    desk.go(Screen::TRON_SETUP);
    desk.press(HostOnline);
}

fn of<C: Component + Clone>(desk: &mut Desk) -> Option<C> {
    let world = desk.app.world_mut();
    world.query::<&C>().single(world).ok().cloned()
}

fn rides(desk: &mut Desk) -> bool {
    matches!(of(desk), Some(Phase::Riding { .. }))
}

fn row(desk: &mut Desk, seat: usize) -> i16 {
    let round = of::<Round>(desk).expect("a table");
    round.position.riders()[round.rider(seat).expect("it rides")].head.y
}

#[test]
fn two_windows_ride_a_round_to_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut ada, mut bob) = match_of_two_by(&folder, hosts);
    wait("both ride", &mut [&mut ada, &mut bob], |desks| desks.iter_mut().all(|desk| rides(desk)));
    ada.settle();
    assert!(ada.shows("Ada") && ada.shows("Bob") && ada.shows("Blue") && ada.shows("Enter writes to all"));
    assert_eq!(bob.app.world().resource::<TronSetup>().seats[0], SeatKind::Remote);
    ada.app.world_mut().write_message(Issued { seat: 0, order: TronOrder::Turn(Dir::South) });
    wait("both see the turn", &mut [&mut ada, &mut bob], |desks| desks.iter_mut().all(|desk| row(desk, 0) > 0));
    // What is said is read; time stands for nobody.
    bob.app
        .world_mut()
        .resource_mut::<Online>()
        .say(Saying::Chat { to: gridmarch::net::frame::Circle::All, text: "after you".into() });
    wait("Ada reads it", &mut [&mut ada, &mut bob], |desks| {
        online(desks[0], |online| online.chat.iter().any(|line| line.text == "after you"))
    });
    act(&mut bob, Action::Pause);
    wait("Bob is told", &mut [&mut ada, &mut bob], |desks| desks[1].shows("Time does not stand in this match"));
    assert!(!bob.app.world().resource::<State<Paused>>().get().0);
    act(&mut ada, Action::Menu);
    assert!(!ada.is_there(&MenuChoice::Vote) && ada.is_there(&MenuChoice::Leave));
    act(&mut ada, Action::Menu);
    wait("it is over", &mut [&mut ada, &mut bob], |desks| {
        desks.iter_mut().all(|desk| of::<Phase>(desk) == Some(Phase::Over))
    });
    ada.settle();
    bob.settle();
    let records: Vec<_> = [&mut ada, &mut bob].map(|desk| of::<Record>(desk).expect("a table").replay().clone()).into();
    assert_eq!(records[0], records[1]);
    assert!(online(&ada, |online| online.over.is_some()));
    for desk in [&mut ada, &mut bob] {
        assert!(desk.shows("the match") && desk.shows("One round"), "{}", desk.written());
        assert!(desk.shows("Watch the replay") && desk.shows("Leave the match") && !desk.shows("Rematch"));
    }
}
