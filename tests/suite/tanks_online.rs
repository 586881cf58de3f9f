//! Tanks over the network in the window: hosted from its set-up, joined, played by two windows of one machine to its end.

use crate::desk::Desk;
use crate::online_screens::{match_of_two_by, online, wait};
use bevy::prelude::*;
use gridmarch::base::Dir;
use gridmarch::client::kit::setup::HostOnline;
use gridmarch::games::tanks::order::{Call, Change};
use gridmarch::games::tanks::plugin::{
    Battle, Issued, Phase, Record, Seat, SeatKind, SeatPlan, StageChoice, TanksSetup,
};
use gridmarch::games::tanks::setup::{Level, Mode};
use gridmarch::games::tanks::stage::{Post, Stage};
use gridmarch::games::tanks::world::Tank;
use gridmarch::shell::states::Screen;
use std::sync::Arc;

/// Hosts one against one with one life each: the second seat is a program's unless somebody comes.
fn hosts(desk: &mut Desk) {
    let mut stage = Stage::blank(26, 26);
    // No waves come here, so their gates may not lie where the players start.
    (stage.gates, stage.waves) = (Vec::new(), Vec::new());
    let post = |x, y, side| Post { at: gridmarch::base::Cell::new(x, y), side };
    stage.players = vec![post(0, 0, 0), post(20, 0, 1)];
    let mut setup = desk.app.world_mut().resource_mut::<TanksSetup>();
    (setup.mode, setup.lives, setup.stage) = (Mode::LastTank, 1, StageChoice::Own(Arc::new(stage)));
    setup.seats[2..].iter_mut().for_each(|seat| seat.kind = SeatKind::Off);
    setup.seats[1] = SeatPlan { kind: SeatKind::Bot(Level::Beginner), side: 1, size: 2 };
    desk.go(Screen::TANKS_SETUP);
    desk.press(HostOnline);
}

fn of<C: Component + Clone>(desk: &mut Desk) -> Option<C> {
    let world = desk.app.world_mut();
    world.query::<&C>().single(world).ok().cloned()
}

fn tank(desk: &mut Desk, seat: usize) -> Option<Tank> {
    of::<Battle>(desk)?.world().in_slot(seat).filter(|tank| tank.is_here()).cloned()
}

fn orders(desk: &mut Desk, seat: usize, order: Change) {
    desk.app.world_mut().write_message(Issued { seat, order });
}

/// Holds these keys and no others: what is steered lasts as long as its key is held.
fn holds(desk: &mut Desk, keys: &[KeyCode]) {
    let mut held = desk.app.world_mut().resource_mut::<ButtonInput<KeyCode>>();
    held.release_all();
    keys.iter().for_each(|key| held.press(*key));
}

#[test]
fn two_windows_fight_to_the_end_of_a_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut ada, mut bob) = match_of_two_by(&folder, hosts);
    wait("both tanks are there", &mut [&mut ada, &mut bob], |desks| {
        desks.iter_mut().all(|desk| tank(desk, 0).is_some() && tank(desk, 1).is_some())
    });
    let kinds = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        let mut seats: Vec<Seat> = world.query::<&Seat>().iter(world).copied().collect();
        seats.sort_by_key(|seat| seat.number);
        seats.iter().map(|seat| seat.kind).collect::<Vec<_>>()
    };
    assert!(matches!(kinds(&mut ada)[..], [SeatKind::Human(_), SeatKind::Remote]), "{:?}", kinds(&mut ada));
    assert!(matches!(kinds(&mut bob)[..], [SeatKind::Remote, SeatKind::Human(_)]), "{:?}", kinds(&mut bob));
    // Nobody steers the tank of somebody else.
    orders(&mut bob, 0, Change::Steer(Some(Dir::South)));
    holds(&mut bob, &[KeyCode::ArrowDown]);
    let start = tank(&mut ada, 0).expect("a tank");
    wait("Bob drives", &mut [&mut ada, &mut bob], |desks| {
        desks.iter_mut().all(|desk| tank(desk, 1).is_some_and(|tank| tank.y > 2 * 256))
    });
    assert_eq!(tank(&mut ada, 0).map(|tank| (tank.x, tank.y)), Some((start.x, start.y)));
    holds(&mut bob, &[KeyCode::ArrowUp]);
    wait("Bob is back", &mut [&mut ada, &mut bob], |desks| {
        desks.iter_mut().all(|desk| tank(desk, 1).is_some_and(|tank| tank.y == 0))
    });
    orders(&mut bob, 1, Change::Call(Some(Call::Attack)));
    // Ada turns to him and shoots along the upper edge until he is gone.
    holds(&mut ada, &[KeyCode::ArrowRight, KeyCode::Numpad0]);
    wait("it is over", &mut [&mut ada, &mut bob], |desks| {
        desks.iter_mut().all(|desk| of::<Phase>(desk) == Some(Phase::Over))
    });
    let records: Vec<_> = [&mut ada, &mut bob].map(|desk| of::<Record>(desk).expect("a table").replay().clone()).into();
    assert_eq!(records[0], records[1]);
    wait("the server has decided", &mut [&mut ada, &mut bob], |desks| {
        desks.iter().all(|desk| online(desk, |online| online.over.is_some()))
    });
}
