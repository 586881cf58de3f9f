//! The real-time game on a real server: machines without windows, whose frames come every few milliseconds.

use super::place::{HANGS, Place, roomy};
use crate::common::level;
use crate::skirmish::economy::PLAIN;
use crate::skirmish::{Skirmish, hurt};
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::games::rts::orders::{Action, Command, Order};
use gridmarch::games::rts::rules::Price;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::hosted::HostedSkirmish;
use gridmarch::games::rts::sim::online::{describe, join};
use gridmarch::games::rts::sim::skirmish::{Control, Health, Sides};
use gridmarch::games::rts::sim::units::{Id, Owner, Unit};
use gridmarch::nav::step::UnitId;
use gridmarch::net::frame::Motion;
use gridmarch::online::api::Api;
use gridmarch::online::talk::Phase;
use gridmarch::serve::hall::Wish;
use gridmarch::serve::hall::game::Hosted;
use gridmarch::shell::online::{Online, Saying};
use std::sync::Arc;
use std::time::{Duration, Instant};

fn place() -> Place {
    let skirmish = Skirmish::on(PLAIN, (1000, 500));
    let description = describe(skirmish.game.app.world()).expect("it is set up");
    let wish = Wish { game: "rts".into(), description, locked: false, rated: false, spectator_delay: 0 };
    Place::of(Arc::new(HostedSkirmish), wish, roomy())
}

/// The program of a player, or of somebody who watches.
struct Machine {
    game: Match,
    seat: Option<u8>,
}

impl Machine {
    fn join(place: &Place, api: Api, seat: Option<u8>) -> Self {
        let id = place.id();
        let description = api.description(&id).expect("it runs");
        let rules = crate::skirmish::rules();
        let game = Match::prepared(level("...."), rules, 1, |app| {
            let online = Online::new(seat, Vec::new());
            join(app.world_mut(), api, id, &description, online).expect("it can be played");
        });
        Self { game, seat }
    }

    fn online(&self) -> &Online {
        self.game.app.world().resource()
    }

    fn say(&mut self, saying: Saying) {
        self.game.app.world_mut().resource_mut::<Online>().say(saying);
    }

    fn vote(&mut self, motion: Motion) {
        self.say(Saying::Vote { motion, yes: true });
    }

    fn units(&mut self, side: u8) -> Vec<(Entity, gridmarch::nav::step::UnitId)> {
        let world = self.game.app.world_mut();
        let mut units = world.query_filtered::<(Entity, &Id, &Owner), With<Unit>>();
        let own = units.iter(world).filter(|(_, _, owner)| owner.0 == side);
        let mut own: Vec<_> = own.map(|(entity, id, _)| (entity, id.0)).collect();
        own.sort_by_key(|(_, id)| *id);
        own
    }

    /// Its player sends a worker for gold.
    fn gather(&mut self) {
        let side = self.seat.expect("a player");
        let units = self.units(side).into_iter().map(|(_, id)| id).collect();
        self.game.order(side, Order::Command { units, command: Command::Gather(Cell::new(12, 1)), queue: false });
    }

    fn control(&mut self, side: u8) -> Control {
        let world = self.game.app.world_mut();
        world.query::<&Sides>().single(world).expect("a skirmish").get(side).expect("a side").control
    }

    fn stock(&mut self, side: u8) -> u32 {
        let world = self.game.app.world_mut();
        world.query::<&Sides>().single(world).expect("a skirmish").get(side).expect("a side").stock.gold
    }
}

/// Lets frames go by on all machines until something is so.
fn until(what: &str, machines: &mut [Machine], mut is_so: impl FnMut(&mut [Machine]) -> bool) {
    let begun = Instant::now();
    while !is_so(machines) {
        assert!(begun.elapsed() < HANGS, "{what}: it hangs");
        for machine in machines.iter_mut() {
            machine.game.tick();
            assert_eq!(machine.online().ended, None);
        }
        std::thread::sleep(Duration::from_millis(4));
    }
}

fn until_tick(tick: u32, machines: &mut [Machine]) {
    until(&format!("tick {tick}"), machines, |machines| machines.iter().all(|one| one.game.ticks() >= tick));
}

/// All states that two machines have had are equal, and there are some.
fn assert_equal(machines: &[Machine]) {
    for pair in machines.windows(2) {
        let last = pair[0].game.ticks().min(pair[1].game.ticks());
        let prints = |of: &Machine| (0..last).map(|tick| of.game.print_of(tick)).collect::<Vec<_>>();
        let (one, other) = (prints(&pair[0]), prints(&pair[1]));
        let both = one.iter().zip(&other).filter_map(|(one, other)| one.zip(*other));
        let both: Vec<_> = both.collect();
        assert!(both.len() > 20, "they have ticks in common");
        assert_eq!(both.iter().position(|(one, other)| one != other), None);
    }
}

fn two() -> (Place, Vec<Machine>) {
    let place = place();
    let seated = place.seated(2).into_iter().zip(0..);
    let machines = seated.map(|(api, seat)| Machine::join(&place, api, Some(seat))).collect();
    (place, machines)
}

#[test]
fn two_machines_and_a_spectator_play_one_match() {
    let (place, mut machines) = two();
    let watcher = place.guest("Eve", true);
    machines.push(Machine::join(&place, watcher, None));
    until_tick(10, &mut machines);
    // In the next frame it is on its way, and nothing has changed here yet.
    machines.iter_mut().take(2).for_each(Machine::gather);
    // Who watches has nobody to command, whatever is ordered there.
    let units = machines[2].units(0).into_iter().map(|(_, id)| id).collect();
    machines[2].game.order(0, Order::Stop { units });
    until("both bring gold home", &mut machines, |machines| (0..2).all(|side| machines[2].stock(side) > 1000));
    assert_equal(&machines);
    let names = machines[2].online().names.clone();
    assert_eq!(names, ["Ada", "guest 1"]);
    let lines: Vec<String> = machines
        .iter_mut()
        .flat_map(|one| {
            let mut online = one.game.app.world_mut().resource_mut::<Online>();
            online.take_news().collect::<Vec<_>>()
        })
        .collect();
    assert!(lines.iter().all(|line| line.contains("connected")), "{lines:?}");
}

#[test]
fn nobody_commands_what_is_not_theirs_or_beyond_the_map() {
    let (place, mut machines) = two();
    until_tick(10, &mut machines);
    let things = |machine: &mut Machine, side: u8| -> Vec<UnitId> {
        let world = machine.game.app.world_mut();
        let mut things = world.query::<(&Id, &Owner)>();
        let mut found: Vec<_> = things.iter(world).filter(|(_, owner)| owner.0 == side).map(|(id, _)| id.0).collect();
        found.sort_unstable();
        found
    };
    let (theirs, own) = (things(&mut machines[0], 0), things(&mut machines[0], 1));
    assert!(!theirs.is_empty() && !own.is_empty());
    let (gold, nowhere) = (Cell::new(12, 1), [Cell::new(-1, 0), Cell::new(30_000, 3), Cell::new(i16::MIN, i16::MAX)]);
    let gather =
        |units: &[UnitId], at| Order::Command { units: units.to_vec(), command: Command::Gather(at), queue: false };
    let mut orders = vec![
        gather(&theirs, gold),
        Order::MoveTo { units: theirs.clone(), to: Cell::new(1, 1), queue: false, formation: false },
        Order::Manage { buildings: theirs.clone(), action: Action::Demolish },
        Order::Stop { units: vec![UnitId(u32::MAX)] },
        Order::Command { units: own.clone(), command: Command::Attack(UnitId(u32::MAX)), queue: false },
        Order::Tribute { to: 200, gift: Price { gold: 1_000_000, wood: 0 } },
        Order::Tribute { to: 0, gift: Price { gold: u32::MAX, wood: u32::MAX } },
    ];
    for at in nowhere {
        orders.push(gather(&own, at));
        orders.push(Order::MoveTo { units: own.clone(), to: at, queue: true, formation: true });
        orders.push(Order::Manage { buildings: own.clone(), action: Action::Rally { to: at, queue: false } });
    }
    for order in orders {
        machines[1].game.order(1, order);
        let tick = machines[1].game.ticks();
        until_tick(tick + 3, &mut machines);
    }
    // What they may order comes into effect, and by then the rest would have.
    machines[1].gather();
    until("the second brings gold home", &mut machines, |machines| machines[0].stock(1) > 1000);
    assert_eq!(machines[0].stock(0), 1000);
    assert_eq!(things(&mut machines[0], 0), theirs, "nothing is torn down");
    assert_equal(&machines);
    assert_eq!(place.host().found().phase(), Phase::Running);
}

#[test]
fn a_state_that_unpacks_to_too_much_is_refused() {
    use base64::Engine;
    let skirmish = Skirmish::on(PLAIN, (1000, 500));
    let description = describe(skirmish.game.app.world()).expect("it is set up");
    let mut deflater = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    // A quarter of a gibibyte and a bit, in a quarter of a mebibyte.
    let zeros = vec![0_u8; 1 << 20];
    (0..=256).for_each(|_| std::io::Write::write_all(&mut deflater, &zeros).expect("memory takes it"));
    let bomb = base64::engine::general_purpose::STANDARD_NO_PAD.encode(deflater.finish().expect("it is deflated"));
    assert!(bomb.len() < 1 << 20, "{} bytes", bomb.len());
    let told = HostedSkirmish.difference(&description, bomb.as_bytes(), b"").expect_err("it is no state");
    assert_eq!(told, "the packed bytes are more than 268435456 when unpacked");
}

#[test]
fn a_pause_stands_until_somebody_resumes() {
    let (_place, mut machines) = two();
    until_tick(5, &mut machines);
    machines[0].vote(Motion::Pause);
    until("it stands", &mut machines, |machines| machines.iter().all(|one| one.online().pause.is_some()));
    let tick = machines[1].game.ticks();
    until("a second", &mut machines, {
        let begun = Instant::now();
        move |_| begun.elapsed() > Duration::from_secs(1)
    });
    assert!(machines[1].game.ticks() <= tick + 10, "what was on its way is carried out, no more");
    machines[1].vote(Motion::Resume);
    until_tick(tick + 30, &mut machines);
    assert_equal(&machines);
}

#[test]
fn who_comes_after_a_state_was_kept_begins_there() {
    let (place, mut machines) = two();
    until_tick(5, &mut machines);
    machines.iter_mut().for_each(|one| one.vote(Motion::Speed(400)));
    machines.iter_mut().for_each(Machine::gather);
    until_tick(430, &mut machines);
    let watcher = place.guest("Eve", true);
    machines.push(Machine::join(&place, watcher, None));
    until_tick(600, &mut machines);
    assert_eq!(machines[2].game.print_of(300), None, "she has not played what was before");
    assert!(machines[2].game.print_of(420).is_some());
    assert_equal(&machines);
}

#[test]
fn who_stands_still_holds_nobody_up_and_catches_up() {
    let (_place, mut machines) = two();
    until_tick(5, &mut machines);
    let tick = machines[0].game.ticks();
    // Four seconds in which the window of the second one is dead.
    until_tick(tick + 80, &mut machines[..1]);
    assert!(machines[1].game.ticks() < tick + 20);
    let begun = Instant::now();
    let head = machines[0].game.ticks();
    until("it has caught up", &mut machines, |machines| machines[1].game.ticks() >= head);
    assert!(begun.elapsed() < Duration::from_secs(20));
    until_tick(head + 30, &mut machines);
    assert_equal(&machines);
    assert_eq!(machines[0].control(1), Control::Human);
}

#[test]
fn a_difference_is_named_to_both_and_brought_back() {
    let (_place, mut machines) = two();
    until_tick(25, &mut machines);
    let (entity, id) = machines[1].units(0)[0];
    hurt(&mut machines[1].game.app.world_mut().get_mut::<Health>(entity).expect("a unit"));
    let begun = Instant::now();
    until("the report", &mut machines, |machines| machines[1].online().report.is_some());
    let report = machines[1].online().report.clone().expect("it is there");
    let line = format!("unit {}.", id.0);
    assert!(report.contains(&line) && report.contains("guest 1"), "{report}\n{line}");
    println!("named after {:?}", begun.elapsed());
    until("the news", &mut machines, |machines| {
        machines.iter_mut().all(|one| {
            let world = one.game.app.world_mut();
            world.resource_mut::<Online>().take_news().any(|line| line.contains("differs"))
        })
    });
    // From the state to which it was brought back on they are equal.
    let tick = machines[0].game.ticks() + 60;
    until_tick(tick, &mut machines);
    let last = |of: &Machine| of.game.print_of(tick - 1);
    assert!(last(&machines[0]).is_some());
    assert_eq!(last(&machines[0]), last(&machines[1]));
}

#[test]
fn the_match_goes_on_after_a_restart_of_the_server() {
    let (mut place, mut machines) = two();
    until_tick(30, &mut machines);
    machines.iter_mut().for_each(Machine::gather);
    let port = place.port();
    place.host.take().expect("it was open").stop();
    until("they notice", &mut machines, |machines| machines.iter().all(|one| one.online().lost.is_some()));
    place.open(port);
    let tick = machines[0].game.ticks();
    until_tick(tick + 60, &mut machines);
    assert!(machines.iter().all(|one| one.online().lost.is_none()));
    until("gold", &mut machines, |machines| (0..2).all(|side| machines[0].stock(side) > 1000));
    assert_equal(&machines);
}
