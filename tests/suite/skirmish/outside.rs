//! Sides that are played from outside: what they are told, and who plays when nobody is there.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::{Event, Mind, Program, View};
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::{Level, MineSpawn};
use gridmarch::games::rts::orders::{Action, Command, Order};
use gridmarch::games::rts::rules::{FactionId, Item, Rules};
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::games::rts::sim::board::Board;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::record::snapshot::{restore, take};
use gridmarch::games::rts::sim::skirmish::outside::{OutsideSaid, Outsider, Outsiders, Reaction};
use gridmarch::games::rts::sim::skirmish::{Control, Seat, Sides, SkirmishSetup};
use gridmarch::nav::step::{Tick, UnitId};
use gridmarch::nav::terrain::Terrain;
use std::sync::{Arc, Mutex};

/// What a side has been told, and who it is.
#[derive(Default)]
struct Heard {
    events: Vec<Event>,
    units: Vec<UnitId>,
    buildings: Vec<UnitId>,
    ends: Vec<&'static str>,
}

/// Gives the same orders at its first look, then none, and keeps what it is told.
struct Plain {
    orders: fn(&View<'_>) -> Vec<Order>,
    has_begun: bool,
    leaves: bool,
    heard: Arc<Mutex<Heard>>,
}

impl Outsider for Plain {
    fn look(&mut self, view: &View<'_>, _: &Mind) -> Reaction {
        let mut heard = self.heard.lock().expect("no panic");
        heard.events.extend(view.events.iter().cloned());
        if std::mem::replace(&mut self.has_begun, true) {
            return Reaction::default();
        }
        heard.units = view.units.iter().map(|unit| unit.id).collect();
        heard.buildings = view.buildings.iter().map(|building| building.id).collect();
        let said = self.leaves.then(|| "It leaves.".to_string());
        Reaction { orders: (self.orders)(view), said, is_gone: self.leaves }
    }

    fn end(&mut self, how: &'static str, _: Tick) {
        self.heard.lock().expect("no panic").ends.push(how);
    }
}

/// Two sides on a small meadow, played by these programs.
fn meadow(programs: [Program; 2], fog: bool, outsiders: Outsiders) -> Match {
    let rules = Rules::built_in();
    let mine = |x, y| MineSpawn { at: Cell::new(x, y), gold: 400 };
    let level = Level {
        name: "Meadow".into(),
        mines: vec![mine(2, 15), mine(38, 2)],
        starts: vec![Cell::new(4, 3), Cell::new(34, 14)],
        ..Level::of_ground(Grid::filled(44, 28, Terrain::Grass))
    };
    let seats = [0, 1].map(|side: u8| Seat {
        faction: FactionId(0),
        team: side,
        control: Control::Bot,
        program: programs[usize::from(side)],
        start: side.into(),
        colour: side,
        handicap: Handicap::NONE,
    });
    let skirmish = SkirmishSetup { fog, ..SkirmishSetup::on(&level, &seats, &rules).expect("two starts") };
    let mut game = Match::prepared(level, rules, 3, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(outsiders);
    });
    game.use_one_thread();
    game
}

fn guest(orders: fn(&View<'_>) -> Vec<Order>, leaves: bool) -> (Box<dyn Outsider>, Arc<Mutex<Heard>>) {
    let heard = Arc::new(Mutex::new(Heard::default()));
    (Box::new(Plain { orders, has_begun: false, leaves, heard: heard.clone() }), heard)
}

fn said(game: &Match) -> Vec<String> {
    let mut said = game.app.world().resource::<bevy::prelude::Messages<OutsideSaid>>().iter_current_update_messages();
    said.by_ref().map(|OutsideSaid(sentence)| sentence.clone()).collect()
}

fn attack(view: &View<'_>) -> Vec<Order> {
    let enemy = view.sides[1 - usize::from(view.side)].start;
    let units: Vec<UnitId> = view.units.iter().map(|unit| unit.id).collect();
    let worker = view.rules.kind_named("peasant").expect("a unit");
    let house = view.rules.building_named("house").expect("a building");
    let hall = view.buildings[0].id;
    let command = |units: &[UnitId], command, queue| Order::Command { units: units.to_vec(), command, queue };
    vec![
        command(&units[..1], Command::Build { kind: house, at: Cell::new(12, 12) }, false),
        command(&units[1..], Command::AttackMove { to: enemy, formation: false }, false),
        command(&units, Command::Gather(Cell::new(0, 0)), false),
        command(&units, Command::Patrol { to: Cell::new(99, 0) }, false),
        Order::Manage { buildings: vec![hall], action: Action::Make(Item::Train(worker)) },
    ]
}

fn tear_down(view: &View<'_>) -> Vec<Order> {
    vec![Order::Manage { buildings: vec![view.buildings[0].id], action: Action::Demolish }]
}

#[test]
fn a_side_is_told_what_happens_to_it_and_what_it_cannot_have() {
    let (one, attacker) = guest(attack, false);
    let (other, victim) = guest(|_| Vec::new(), false);
    let mut game = meadow([Program::Outside; 2], true, Outsiders::of([(0, one), (1, other)]));
    game.run(1600);
    let (attacker, victim) = (attacker.lock().expect("no panic"), victim.lock().expect("no panic"));
    let has = |heard: &Heard, holds: fn(&Event) -> bool| heard.events.iter().any(holds);
    assert!(has(&attacker, |event| matches!(event, Event::Trained(_))), "{:?}", attacker.events);
    assert!(has(&attacker, |event| matches!(event, Event::Built(_))), "{:?}", attacker.events);
    assert!(
        attacker
            .events
            .contains(&Event::Refused { why: "There is nothing to gather here.".into(), at: Some(Cell::new(0, 0)) })
    );
    assert!(attacker.events.contains(&Event::Refused { why: "(99, 0) is not on the map.".into(), at: None }));
    // Both have met each other, each body once.
    let mut met: Vec<&Event> = attacker.events.iter().filter(|event| matches!(event, Event::Seen(_))).collect();
    assert!(attacker.events.contains(&Event::Seen(victim.buildings[0])));
    let count = met.len();
    met.sort_by_key(|event| if let Event::Seen(id) = event { id.0 } else { 0 });
    met.dedup();
    assert_eq!(met.len(), count);
    assert!(victim.units.iter().chain(&victim.buildings).any(|own| {
        victim.events.iter().any(
            |event| matches!(event, Event::Hurt { who, by: Some(by) } if who == own && attacker.units.contains(by)),
        )
    }));
    // Nobody hears of what is not theirs.
    let foreign = |event: &Event| matches!(event, Event::Lost(id) | Event::Hurt { who: id, .. } | Event::Built(id) if !victim.units.contains(id) && !victim.buildings.contains(id));
    assert!(!victim.events.iter().any(foreign), "{:?}", victim.events);
}

#[test]
fn who_loses_everything_is_told_so_and_how_it_ended() {
    let (one, loser) = guest(tear_down, false);
    let (other, winner) = guest(|_| Vec::new(), false);
    let mut game = meadow([Program::Outside; 2], true, Outsiders::of([(0, one), (1, other)]));
    game.run(60);
    assert_eq!(loser.lock().expect("no panic").ends.first(), Some(&"lost"));
    assert_eq!(winner.lock().expect("no panic").ends.first(), Some(&"won"));
}

#[test]
fn where_nobody_sits_the_strongest_of_our_programs_plays_and_it_is_said() {
    let print = |program, outsiders| {
        let mut game = meadow([program, Program::level(2)], true, outsiders);
        let told = said(&game);
        game.run(800);
        (game.print(), told)
    };
    let (ours, told) = print(Program::default(), Outsiders::default());
    assert_eq!(told, Vec::<String>::new());
    let (stand_in, told) = print(Program::Outside, Outsiders::default());
    assert_eq!(stand_in, ours);
    assert_eq!(told, ["The program of side 1 is not here: our strongest plays for it."]);
    // One that leaves during the match is followed by it.
    let (guest, heard) = guest(|_| Vec::new(), true);
    let mut game = meadow([Program::Outside, Program::level(2)], true, Outsiders::of([(0, guest)]));
    game.tick();
    assert_eq!(said(&game), ["It leaves."]);
    game.run(1200);
    let mut boards = game.app.world_mut().query_filtered::<&Sides, bevy::prelude::With<Board>>();
    let gathered = boards.single(game.app.world()).expect("a board").get(0).expect("a side").score.gathered;
    assert!(gathered.gold > 0, "somebody plays");
    assert_eq!(heard.lock().expect("no panic").ends, Vec::<&str>::new());
    // Who sits there does not matter where a program of ours plays.
    let (guest, heard) = self::guest(tear_down, false);
    let mut game = meadow([Program::level(1), Program::level(2)], true, Outsiders::of([(0, guest)]));
    game.run(100);
    assert!(heard.lock().expect("no panic").units.is_empty());
}

#[test]
fn a_saved_match_goes_on_with_the_news_that_were_not_told_yet() {
    let begin = || {
        let (one, attacker) = guest(attack, false);
        let (other, _) = guest(|_| Vec::new(), false);
        (meadow([Program::Outside; 2], true, Outsiders::of([(0, one), (1, other)])), attacker)
    };
    let (mut game, heard) = begin();
    // Between two looks of the first side, right after its worker was trained.
    let is_trained = |game: &mut Match| {
        let state = ron::to_string(&take(game.app.world_mut()).expect("a state")).expect("RON");
        state.contains("Trained(")
    };
    game.run(250);
    while !is_trained(&mut game) {
        game.run(1);
        assert!(game.ticks() < 400, "it is trained and not told at once");
    }
    let snapshot = take(game.app.world_mut()).expect("a state");
    restore(game.app.world_mut(), &snapshot).expect("of the same match");
    let before = heard.lock().expect("no panic").events.len();
    game.run(20);
    let events = heard.lock().expect("no panic").events[before..].to_vec();
    assert!(events.iter().any(|event| matches!(event, Event::Trained(_))), "{events:?}");
}
