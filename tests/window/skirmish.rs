//! A skirmish in a real window: a person selects workers, builds, trains, sets a group and uses the small map.

use crate::desk::Desk;
use crate::orders;
use gridmarch::games::rts::sim::Order;
use gridmarch::games::rts::sim::orders::Issued;
use gridmarch::games::rts::sim::skirmish::{Action, Command, Item};
use std::time::Duration;

/// Waits until an order of the recording is as wanted.
fn wait_for(desk: &Desk, what: &str, wanted: impl Fn(&Order) -> bool) {
    desk.wait_until(what, || {
        orders(desk.recording()).iter().any(|issued| matches!(issued, Issued::Side(_, order) if wanted(order)))
    });
}

/// A key, with care: on a busy machine two must not fall into one frame.
fn key(desk: &Desk, name: &str) {
    desk.key(name);
    desk.rest(Duration::from_millis(1200));
}

fn click(desk: &Desk, at: (i32, i32), button: u32) {
    desk.click(at, button);
    desk.rest(Duration::from_millis(1200));
}

#[test]
fn a_person_builds_trains_and_orders_by_the_small_map() {
    let Some(desk) = Desk::open(&["--skirmish", "--size", "64x64", "--seed", "3"]) else { return };
    desk.wait_for("the skirmish", |picture| picture.differs());
    desk.rest(Duration::from_secs(4));

    // An idle worker, the page of buildings, a house, a place for it.
    key(&desk, "F1");
    key(&desk, "b");
    key(&desk, "e");
    click(&desk, (712, 330), 1);
    wait_for(&desk, "the order to build", |order| {
        matches!(order, Order::Command { command: Command::Build { .. }, .. })
    });

    // The next idle worker becomes a group and is sent by the small map.
    key(&desk, "F1");
    desk.hold_key("ctrl", || desk.key("3"));
    desk.rest(Duration::from_millis(600));
    click(&desk, (560, 140), 1);
    key(&desk, "3");
    click(&desk, (150, 560), 3);
    wait_for(
        &desk,
        "the walk to a place of the small map",
        |order| matches!(order, Order::MoveTo { units, .. } if units.len() == 1),
    );
    let here = desk.look();
    click(&desk, (150, 560), 1);
    desk.wait_for("the view of another place", |picture| picture.distance(&here) > 3.0);
    desk.close();
}

#[test]
fn a_hall_trains_by_letter_and_sends_by_the_right_button() {
    let Some(desk) = Desk::open(&["--skirmish", "--size", "64x64", "--seed", "3"]) else { return };
    desk.wait_for("the skirmish", |picture| picture.differs());
    desk.rest(Duration::from_secs(4));
    // The view begins between the hall and its mine, which is below on the left.
    click(&desk, (696, 186), 1);
    key(&desk, "p");
    wait_for(&desk, "the training", |order| {
        matches!(order, Order::Manage { action: Action::Make(Item::Train(_)), .. })
    });
    click(&desk, (500, 330), 3);
    wait_for(&desk, "the rally point", |order| {
        matches!(order, Order::Manage { action: Action::Rally { queue: false, .. }, .. })
    });
    desk.close();
}
