//! Matches over the network as the machines run them: from batches, each with orders of its own that go to the server first.

use super::economy::PLAIN;
use super::{Skirmish, hurt};
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::games::rts::sim::OrderQueue;
use gridmarch::games::rts::sim::lockstep::Lockstep;
use gridmarch::games::rts::sim::orders::{Command, HostOrder, Order};
use gridmarch::games::rts::sim::record::checkpoint::EVERY;
use gridmarch::games::rts::sim::record::exchange::Exchange;
use gridmarch::games::rts::sim::record::fingerprint::Print;
use gridmarch::games::rts::sim::record::replay::{Header, Replay};
use gridmarch::games::rts::sim::referee::{Referee, write};
use gridmarch::games::rts::sim::skirmish::{Action, Control, Health, Sides};
use gridmarch::games::rts::sim::units::{Id, Unit};
use gridmarch::games::rts::sim::{GameRules, MatchSetup};
use gridmarch::games::rts::wire::{MOST_NAMED, WireOrder};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;
use gridmarch::net::log::{self, Batch, Entry, Seal};
use gridmarch::net::{CHECK_EVERY, Hand, RoomOrder};
use gridmarch::online::account::kept::{Course, Kept};
use gridmarch::serve::hall::referee::Referee as _;
use gridmarch::shell::recording::RecordTo;

/// A server that gives every machine the same batches, without rooms and lines.
struct Server {
    seal: Seal,
    tick: u32,
    waiting: Vec<Entry<WireOrder>>,
    batches: Vec<Batch<WireOrder>>,
}

impl Server {
    fn new() -> Self {
        Self { seal: Seal::new([7; 16], b"x"), tick: 0, waiting: Vec::new(), batches: Vec::new() }
    }

    fn hand(&mut self, seat: u8, to: Hand) {
        self.waiting.push(Entry { seat, cseq: 0, order: WireOrder::hand(to) });
    }

    fn batch(&mut self) -> Batch<WireOrder> {
        let batch = self.seal.batch(self.tick, std::mem::take(&mut self.waiting));
        self.tick += 1;
        self.batches.push(batch.clone());
        batch
    }
}

/// A machine of a seat.
struct Machine {
    skirmish: Skirmish,
    seat: u8,
}

impl Machine {
    fn new(seat: u8) -> Self {
        let mut skirmish = Skirmish::on(PLAIN, (1000, 500));
        skirmish.game.app.world_mut().insert_resource(Lockstep::default());
        Self { skirmish, seat }
    }

    /// What it wants goes to the server, under its seat.
    fn send(&mut self, server: &mut Server) {
        let world = self.skirmish.game.app.world_mut();
        let outbox = world.resource_scope(|world, mut queue: Mut<OrderQueue>| {
            world.resource_mut::<Lockstep>().take_outbox(&mut queue)
        });
        for (side, order) in outbox {
            assert_eq!(side, self.seat);
            server.waiting.extend(WireOrder::portions(order).into_iter().map(|order| Entry {
                seat: side,
                cseq: 1,
                order,
            }));
        }
    }

    fn run(&mut self, batch: &Batch<WireOrder>) {
        let orders = batch.entries.iter().map(|entry| (entry.seat, entry.order.clone()));
        self.skirmish.game.app.world_mut().resource_mut::<Lockstep>().provide(orders);
        self.skirmish.run(1);
    }

    /// Its window shows another frame, and no batch has come.
    fn wait(&mut self) {
        let tick = self.skirmish.game.ticks();
        self.skirmish.run(1);
        assert_eq!(self.skirmish.game.ticks(), tick, "without its batch no tick runs");
    }

    /// What its player does at a tick.
    fn play(&mut self, tick: u32) {
        let side = self.seat;
        let workers = self.skirmish.units(side, "worker");
        match tick {
            3 => {
                let hall = self.skirmish.buildings(side, "hall")[0];
                self.skirmish.manage(side, hall, Action::Rally { to: Cell::new(8, 5), queue: false });
                (0..3).for_each(|_| self.skirmish.make(side, hall, "hound"));
                self.skirmish.command(side, &workers, Command::Gather(Cell::new(12, 1)), false);
            }
            300 => {
                let hounds = self.skirmish.units(side, "hound");
                let to = Cell::new(15, 5);
                self.skirmish.command(side, &hounds, Command::AttackMove { to, formation: false }, false);
                self.skirmish.game.order(side, Order::MoveTo { units: workers, to, queue: true, formation: false });
            }
            _ => {}
        }
    }

    fn description(&self) -> Vec<u8> {
        let world = self.skirmish.game.app.world();
        let header = Header::of(world.resource::<MatchSetup>(), &world.resource::<GameRules>().0, None);
        serde_json::to_vec(&header).expect("a header")
    }

    fn control(&mut self, side: u8) -> Control {
        let world = self.skirmish.game.app.world_mut();
        world.query::<&Sides>().single(world).expect("a skirmish").get(side).expect("a side").control
    }
}

#[test]
fn machines_that_execute_the_same_batches_stay_equal_whatever_they_wait_for() {
    let mut server = Server::new();
    let mut machines = [Machine::new(0), Machine::new(1)];
    let mut referee = Referee::new(&machines[0].description(), None, RecordTo::Nowhere).expect("a referee");
    for tick in 0..700 {
        for machine in &mut machines {
            machine.play(tick);
            if (tick + u32::from(machine.seat)).is_multiple_of(3) {
                machine.wait();
            }
            machine.send(&mut server);
        }
        let batch = server.batch();
        let ran = referee.run(&batch);
        for machine in &mut machines {
            machine.run(&batch);
            assert_eq!(machine.skirmish.game.print().whole(), ran.whole, "tick {tick} of seat {}", machine.seat);
        }
    }
    let [one, other] = &mut machines;
    assert!(one.skirmish.side(0).score.gathered.gold > 0, "the orders were carried out");
    assert!(one.skirmish.side(1).score.gathered.gold > 0);
    assert_eq!(one.skirmish.side(0), other.skirmish.side(0), "there is more than a fingerprint tells");
}

#[test]
fn a_program_takes_a_seat_and_gives_it_back_on_every_machine_at_the_same_tick_and_in_the_replay() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.replay");
    let mut server = Server::new();
    let mut machine = Machine::new(0);
    let description = machine.description();
    let mut referee = Referee::new(&description, None, RecordTo::File(file.clone())).expect("a referee");
    for tick in 0..900 {
        match tick {
            40 => server.hand(1, Hand::Program),
            700 => server.hand(1, Hand::Human),
            _ => {}
        }
        let batch = server.batch();
        machine.run(&batch);
        assert_eq!(machine.skirmish.game.print().whole(), referee.run(&batch).whole, "tick {tick}");
        let expected = if (40..700).contains(&tick) { Control::Bot } else { Control::Human };
        assert_eq!(machine.control(1), expected, "tick {tick}");
    }
    assert!(machine.skirmish.side(1).score.gathered.gold > 0, "the program has done something");
    assert_eq!(machine.skirmish.side(0).score.gathered.gold, 0);
    drop(referee);
    let is_whole = |file: &std::path::Path| {
        let replay = Replay::load(file).expect("a replay");
        let played = gridmarch::games::rts::cli::replay::play(&replay, "match", (None, None), true).expect("it plays");
        assert_eq!(played.difference, None);
        replay
    };
    is_whole(&file);
    // Who fetches the log from the server, without its key, makes the same recording of it.
    let log = [log::head(&description), server.batches.iter().flat_map(log::record).collect()].concat();
    let fetched = folder.path().join("new/fetched.replay");
    write(&Kept { names: Vec::new(), course: Course::Log(log) }, &fetched).expect("it is written");
    is_whole(&fetched);
    assert_eq!(std::fs::read(&fetched).expect("a file"), std::fs::read(&file).expect("a file"));
}

#[test]
fn who_comes_later_goes_on_from_a_checkpoint_and_is_equal_from_then_on() {
    let mut server = Server::new();
    let mut machine = Machine::new(0);
    let description = machine.description();
    let mut referee = Referee::new(&description, None, RecordTo::Nowhere).expect("a referee");
    let mut state = Vec::new();
    server.hand(1, Hand::Program);
    for tick in 0..EVERY + 130 {
        machine.play(tick);
        machine.wait();
        machine.send(&mut server);
        let batch = server.batch();
        machine.run(&batch);
        referee.run(&batch);
        if tick + 1 == EVERY {
            state = referee.snapshot().expect("a state");
        }
    }
    let mut late = Referee::new(&description, Some(&state), RecordTo::Nowhere).expect("a state of this match");
    let last = server.batches[EVERY as usize..].iter().map(|batch| late.run(batch)).last();
    assert_eq!(last.map(|ran| ran.whole), Some(machine.skirmish.game.print().whole()));
    let wrong = Referee::new(&description, Some(b"nothing"), RecordTo::Nowhere);
    assert!(wrong.is_err(), "what is no state is refused");
    let mut saved: Header = serde_json::from_slice(&description).expect("a header");
    saved.start = Some((EVERY, String::from_utf8(state).expect("a packed state")));
    let saved = serde_json::to_vec(&saved).expect("a header");
    let told = Referee::new(&saved, None, RecordTo::Nowhere).err().unwrap_or_default();
    assert!(told.contains("saved match"), "a state in the description is not passed over: {told}");
}

#[test]
fn a_difference_is_named_by_part_unit_and_field() {
    let mut server = Server::new();
    let mut machines = [Machine::new(0), Machine::new(1)];
    let mut shown = None;
    for tick in 0..4 * CHECK_EVERY {
        if tick == 30 {
            let world = machines[1].skirmish.game.app.world_mut();
            let mut units = world.query_filtered::<(&Id, &mut Health), With<Unit>>();
            let (id, mut health) = units.iter_mut(world).next().expect("a unit");
            shown = Some(id.0);
            hurt(&mut health);
        }
        let batch = server.batch();
        let prints = machines.each_mut().map(|machine| {
            machine.run(&batch);
            machine.skirmish.game.print()
        });
        assert_eq!(prints[0].first_difference(&prints[1]), (tick >= 30).then_some(Print::PARTS[3]), "tick {tick}");
    }
    let state = |machine: &Machine, tick| {
        machine.skirmish.game.app.world().resource::<Exchange>().state(tick).cloned().expect("it is kept")
    };
    let [one, other] = &machines;
    assert_eq!(
        state(one, 2 * CHECK_EVERY).first_difference(&state(other, 2 * CHECK_EVERY)).map(|found| found.entity),
        shown.map(|unit| format!("unit {}", unit.0))
    );
    let found: Vec<String> = state(one, 40).differences(&state(other, 40)).map(|found| found.to_string()).collect();
    assert!(found.len() == 1 && found[0].contains("now"), "{found:?}");
    let gone = one.skirmish.game.app.world().resource::<Exchange>().state(CHECK_EVERY);
    assert!(gone.is_none(), "three states are kept");
}

#[test]
fn no_client_can_send_what_belongs_to_the_server_or_to_a_host() {
    let mut server = Server::new();
    let mut machine = Machine::new(0);
    let terrain = Terrain::Deep;
    machine.skirmish.game.host(HostOrder::Paint { cells: vec![Cell::new(1, 1)], terrain });
    machine.wait();
    machine.send(&mut server);
    assert_eq!(server.waiting, [], "a host's order has no form on the wire");
    assert!(WireOrder::Hand(Hand::Human).is_server_only());
    let go = |units: Vec<u32>| {
        let units = units.into_iter().map(UnitId).collect();
        WireOrder::Side(Order::MoveTo { units, to: Cell::new(1, 1), queue: false, formation: false })
    };
    assert!(go(vec![1, 2, 9]).is_sound() && go((0..MOST_NAMED as u32).collect()).is_sound());
    assert!(!go(vec![2, 1]).is_sound() && !go(vec![1, 1]).is_sound(), "numbers rise");
    assert!(!go((0..=MOST_NAMED as u32).collect()).is_sound());
}

#[test]
fn an_order_to_more_units_than_one_can_name_goes_in_several() {
    let units: Vec<UnitId> = (0..5000).rev().chain([3, 3]).map(UnitId).collect();
    let portions = WireOrder::portions(Order::Stop { units });
    assert!(portions.len() == 3 && portions.iter().all(RoomOrder::is_sound));
    let named = portions.iter().map(|order| match order {
        WireOrder::Side(Order::Stop { units }) => units.len(),
        _ => 0,
    });
    assert_eq!(named.sum::<usize>(), 5000);
}
