//! What the first program wants in small situations.

mod hand;
mod know;
mod program;
mod settings;
mod thoughts;
mod want;

use gridmarch::base::rng::stream;
use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::{
    Body, BotOrder, Mind, Mine, Occupation, Own, OwnBuilding, Program, SideSeen, THINKS_EVERY, View,
};
use gridmarch::games::rts::rules::{Price, Resource, Rules, UpgradeId};
use gridmarch::games::rts::signals::{Signal, SignalKind};
use gridmarch::nav::step::{Tick, UnitId};
use gridmarch::nav::terrain::Terrain;
use std::collections::BTreeSet;

/// A situation of the Tribes: a camp in the corner of a meadow, and whatever a test adds.
pub(super) struct Situation {
    pub(super) rules: Rules,
    pub(super) terrain: Grid<Terrain>,
    pub(super) upgrades: BTreeSet<UpgradeId>,
    pub(super) sides: Vec<SideSeen>,
    pub(super) stock: Price,
    pub(super) now: Tick,
    pub(super) units: Vec<Own>,
    pub(super) buildings: Vec<OwnBuilding>,
    pub(super) foes: Vec<Body>,
    pub(super) mines: Vec<Mine>,
    friends: Vec<Body>,
    signals: Vec<Signal>,
    /// Worth of what it has killed and lost.
    pub(super) worth: (u32, u32),
    /// What its workers have brought home.
    pub(super) gathered: Price,
    pub(super) bot: Mind,
}

impl Situation {
    pub(super) fn new(gold: u32, wood: u32) -> Self {
        let rules = Rules::built_in();
        let faction = rules.faction_named("Tribes").expect("a faction");
        let camp = rules.building_named("camp").expect("the hall of the Tribes");
        let camp = OwnBuilding {
            id: UnitId(0),
            kind: camp,
            at: Cell::new(8, 8),
            health: 100,
            is_finished: true,
            queue: Vec::new(),
        };
        Self {
            rules,
            terrain: Grid::filled(96, 96, Terrain::Grass),
            upgrades: BTreeSet::new(),
            sides: [(0, Cell::new(8, 8)), (1, Cell::new(80, 80))]
                .map(|(team, start)| SideSeen { faction, team, start, is_beaten: false, is_person: false, stock: None })
                .to_vec(),
            stock: Price { gold, wood },
            now: 0,
            units: Vec::new(),
            buildings: vec![camp],
            foes: Vec::new(),
            mines: Vec::new(),
            friends: Vec::new(),
            signals: Vec::new(),
            worth: (0, 0),
            gathered: Price::default(),
            bot: Mind::new(Program::Founder, &mut stream(1, "bots")),
        }
    }

    /// Adds units of a kind that do something.
    pub(super) fn add(&mut self, count: usize, kind: &str, does: Occupation) -> Vec<UnitId> {
        let kind = self.rules.kind_named(kind).expect("a unit");
        let first = self.units.len();
        for number in first..first + count {
            let id = UnitId(100 + number as u32);
            let at = Cell::new(12 + number as i16 % 8, 14 + number as i16 / 8);
            self.units.push(Own {
                id,
                kind,
                at,
                health: 100,
                does,
                inside: false,
                goal: None,
                target: None,
                is_on_attack: false,
            });
        }
        self.units[first..].iter().map(|unit| unit.id).collect()
    }

    pub(super) fn mine(&mut self, at: Cell, gold: u32) {
        self.mines.push(Mine { at, size: 3, gold, is_visible: true });
    }

    /// One look of the program, after which the gatherers do what it wants.
    pub(super) fn think(&mut self) -> Vec<BotOrder> {
        let faction = self.rules.faction_named("Tribes").expect("a faction");
        let orders = self.bot.think(View {
            rules: &self.rules,
            now: self.now,
            side: 0,
            faction,
            stock: Price { ..self.stock },
            supply_used: self.units.len() as u16,
            supply_given: 60,
            upgrades: &self.upgrades,
            start: self.sides[0].start,
            sides: &self.sides,
            gathered: self.gathered,
            killed_worth: self.worth.0,
            lost_worth: self.worth.1,
            terrain: &self.terrain,
            explored: &|_| true,
            is_visible: &|_| true,
            is_taken: &|_| false,
            units: self.units.clone(),
            buildings: self.buildings.clone(),
            foes: self.foes.clone(),
            friends: self.friends.clone(),
            mines: self.mines.clone(),
            signals: self.signals.clone(),
            events: Vec::new(),
        });
        self.now += THINKS_EVERY;
        for order in &orders {
            let BotOrder::Gather(who, at) = order else { continue };
            let resource =
                if self.terrain.get(*at) == Some(&Terrain::Forest) { Resource::Wood } else { Resource::Gold };
            let gatherers = self.units.iter_mut().filter(|unit| who.contains(&unit.id));
            gatherers.for_each(|unit| unit.does = Occupation::Gathers(resource));
        }
        orders
    }

    fn gatherers(&self, resource: Resource) -> usize {
        self.units.iter().filter(|unit| unit.does == Occupation::Gathers(resource)).count()
    }
}

#[test]
fn with_much_wood_and_no_gold_workers_go_to_a_mine_however_far_it_is() {
    let mut camp = Situation::new(0, 2800);
    camp.terrain[Cell::new(16, 8)] = Terrain::Forest;
    camp.add(8, "thrall", Occupation::Gathers(Resource::Wood));
    camp.mine(Cell::new(3, 3), 0);
    camp.mine(Cell::new(50, 40), 6000);
    camp.mine(Cell::new(78, 78), 6000);
    for _ in 0..10 {
        let orders = camp.think();
        let mines =
            orders.iter().filter_map(|order| if let BotOrder::Gather(_, at) = order { Some(*at) } else { None });
        assert!(mines.into_iter().all(|at| at == Cell::new(50, 40)), "the nearest that has gold: {orders:?}");
    }
    assert_eq!((camp.gatherers(Resource::Gold), camp.gatherers(Resource::Wood)), (7, 1));
    // It is out of sight again, and looks as if it had never been emptied.
    camp.mines[0].gold = 6000;
    camp.mines[1].gold = 0;
    camp.units.iter_mut().for_each(|unit| unit.does = Occupation::Idle);
    let orders = camp.think();
    assert!(
        !orders.iter().any(|order| matches!(order, BotOrder::Gather(_, at) if *at == Cell::new(3, 3))),
        "{orders:?}"
    );
}

#[test]
fn with_much_wood_and_little_gold_a_mine_takes_more_than_it_feeds_well_and_no_longer_than_that() {
    let mut camp = Situation::new(10, 1700);
    camp.terrain[Cell::new(16, 8)] = Terrain::Forest;
    camp.add(7, "thrall", Occupation::Gathers(Resource::Gold));
    camp.add(8, "thrall", Occupation::Gathers(Resource::Wood));
    camp.mine(Cell::new(3, 3), 6000);
    (0..20).for_each(|_| drop(camp.think()));
    assert_eq!((camp.gatherers(Resource::Gold), camp.gatherers(Resource::Wood)), (12, 3), "some wood is needed, too");
    camp.stock = Price { gold: 100, wood: 400 };
    (0..20).for_each(|_| drop(camp.think()));
    assert_eq!(camp.gatherers(Resource::Gold), 12, "neither is short: they stay");
    camp.stock = Price { gold: 100, wood: 300 };
    (0..20).for_each(|_| drop(camp.think()));
    assert_eq!((camp.gatherers(Resource::Gold), camp.gatherers(Resource::Wood)), (7, 8));
}

#[test]
fn with_much_gold_and_no_wood_even_the_last_four_miners_share_the_work() {
    let mut camp = Situation::new(2800, 0);
    camp.terrain[Cell::new(16, 8)] = Terrain::Forest;
    camp.add(4, "thrall", Occupation::Gathers(Resource::Gold));
    camp.mine(Cell::new(3, 3), 6000);
    for _ in 0..10 {
        camp.think();
    }
    assert_eq!((camp.gatherers(Resource::Gold), camp.gatherers(Resource::Wood)), (3, 1));
}

#[test]
fn a_wave_goes_at_one_pace() {
    let mut camp = Situation::new(0, 0);
    let hall = camp.rules.building_named("hall").expect("a building");
    let at = Cell::new(80, 80);
    camp.foes.push(Body {
        id: UnitId(7),
        side: 1,
        unit: None,
        building: Some(hall),
        at,
        health: 100,
        is_finished: true,
        is_visible: false,
    });
    let wolves = camp.add(20, "wolf", Occupation::Idle);
    let raiders = camp.add(30, "raider", Occupation::Idle);
    camp.now = 4000;
    let orders = camp.think();
    let wave = orders.iter().find_map(|order| if let BotOrder::Assault(units, _) = order { Some(units) } else { None });
    let wave = wave.expect("it attacks");
    // One of the quick ones looks around meanwhile.
    let members = |all: &[UnitId]| all.iter().filter(|unit| wave.contains(unit)).count();
    assert_eq!((members(&wolves), members(&raiders)), (19, 30));
    let others =
        orders.iter().filter_map(|order| if let BotOrder::AttackMove(units, _) = order { Some(units) } else { None });
    assert!(others.flatten().all(|unit| !wave.contains(unit)), "{orders:?}");
}

#[test]
fn who_waits_at_a_site_for_money_that_nobody_earns_goes_to_earn_it() {
    for gold in [0, 500] {
        let mut camp = Situation::new(gold, 500);
        camp.terrain[Cell::new(16, 8)] = Terrain::Forest;
        camp.mine(Cell::new(3, 3), 6000);
        let lodge = camp.rules.building_named("warlodge").expect("a building");
        camp.add(2, "thrall", Occupation::Builds(lodge));
        camp.think();
        let is_earning = camp.gatherers(Resource::Gold) > 0;
        assert_eq!(is_earning, gold == 0, "with {gold} gold");
    }
}

/// The Tribes beside an ally who has nothing but a hall, played by the strongest program.
fn with_ally(program: &str, gold: u32, wood: u32) -> Situation {
    let mut camp = Situation::new(gold, wood);
    camp.bot = Mind::new(program.parse().expect("a program"), &mut stream(1, "bots"));
    let ally = SideSeen { start: Cell::new(8, 60), stock: Some(Price { gold: 40, wood: 900 }), ..camp.sides[0] };
    camp.sides.push(ally);
    let (hall, thrall) = (camp.rules.building_named("camp"), camp.rules.kind_named("thrall"));
    let body = Body {
        id: UnitId(50),
        side: 2,
        unit: None,
        building: hall,
        at: ally.start,
        health: 100,
        is_finished: true,
        is_visible: true,
    };
    // Nobody gives anything in the first seconds.
    camp.now = 6000;
    camp.friends = vec![body, Body { id: UnitId(51), unit: thrall, building: None, at: Cell::new(14, 60), ..body }];
    camp
}

/// What the program gives within so many looks.
fn gifts(camp: &mut Situation, looks: usize) -> Vec<(u8, Price)> {
    let orders = (0..looks).flat_map(|_| camp.think()).collect::<Vec<_>>();
    let gift = |order: BotOrder| if let BotOrder::Tribute(to, gift) = order { Some((to, gift)) } else { None };
    orders.into_iter().filter_map(gift).collect()
}

#[test]
fn who_is_rich_beside_a_poor_ally_gives_half_of_the_difference_as_generous_as_he_is() {
    // Somebody without a character gives 70 of a hundred; of wood the ally has more.
    let given = gifts(&mut with_ally("bot:5", 2040, 600), 1);
    let [(2, Price { gold, wood: 0 })] = given[..] else { panic!("{given:?}") };
    assert!((100..=700).contains(&gold), "of half of 2,000 less what is wanted now: {gold}");
    assert_eq!(gifts(&mut with_ally("bot:5,signals=off", 2040, 600), 3), [], "who does not talk gives nothing");
    assert_eq!(gifts(&mut with_ally("bot:5", 300, 300), 3), [], "who has little keeps it");
}

#[test]
fn an_ally_without_a_hall_gets_what_one_costs() {
    let mut camp = with_ally("bot:5", 500, 500);
    camp.friends.remove(0);
    let price = camp.rules.building(camp.rules.building_named("camp").expect("a hall")).cost;
    assert_eq!(gifts(&mut camp, 1), [(2, Price { gold: price.gold - 40, wood: 0 })]);
}

#[test]
fn a_mine_that_an_ally_has_claimed_is_left_to_it() {
    for is_claimed in [false, true] {
        let mut camp = with_ally("bot:5,style=boom", 3000, 3000);
        let mine = Cell::new(30, 8);
        camp.mine(Cell::new(3, 3), 9000);
        camp.mine(mine, 9000);
        camp.add(8, "thrall", Occupation::Gathers(Resource::Gold));
        camp.now = 6000;
        if is_claimed {
            camp.signals = vec![Signal { side: 2, kind: SignalKind::Claim, at: mine, tick: 6000 }];
        }
        let hall = camp.rules.building_named("camp").expect("a hall");
        let orders = (0..30).flat_map(|_| camp.think()).collect::<Vec<_>>();
        let builds = orders.iter().any(|order| matches!(order, BotOrder::Build(_, kind, _) if *kind == hall));
        let claims = orders.iter().any(|order| matches!(order, BotOrder::Signal(SignalKind::Claim, _)));
        assert_eq!((builds, claims), (!is_claimed, !is_claimed), "claimed: {is_claimed}");
    }
}

#[test]
fn a_hall_of_the_enemy_takes_a_mine_and_a_house_does_not() {
    for (name, is_free) in [("hut", true), ("camp", false)] {
        let mut camp = with_ally("bot:5,style=boom", 0, 0);
        camp.mine(Cell::new(3, 3), 9000);
        camp.mine(Cell::new(30, 8), 9000);
        camp.add(8, "thrall", Occupation::Gathers(Resource::Gold));
        camp.now = 6000;
        camp.foes.push(Body {
            id: UnitId(7),
            side: 1,
            unit: None,
            building: camp.rules.building_named(name),
            at: Cell::new(46, 8),
            health: 100,
            is_finished: true,
            is_visible: true,
        });
        // It sees them with a delay.
        (0..3).for_each(|_| drop(camp.think()));
        camp.stock = Price { gold: 3000, wood: 3000 };
        let hall = camp.rules.building_named("camp").expect("a hall");
        let orders = (0..30).flat_map(|_| camp.think()).collect::<Vec<_>>();
        let builds = orders.iter().any(|order| matches!(order, BotOrder::Build(_, kind, _) if *kind == hall));
        assert_eq!(builds, is_free, "beside a {name}");
    }
}

#[test]
fn an_attack_that_costs_much_more_than_it_does_harm_is_broken_off() {
    // The army is worth 2,600.
    for (killed, lost, goes_on) in [(400, 700, true), (100, 400, true), (100, 700, false)] {
        let mut camp = Situation::new(0, 0);
        camp.bot = Mind::new("bot:5,style=rush".parse().expect("a program"), &mut stream(1, "bots"));
        camp.foes.push(Body {
            id: UnitId(7),
            side: 1,
            unit: None,
            building: camp.rules.building_named("hall"),
            at: Cell::new(80, 80),
            health: 100,
            is_finished: true,
            is_visible: false,
        });
        camp.now = 8000;
        camp.add(40, "raider", Occupation::Idle);
        let assaults = |orders: &[BotOrder]| orders.iter().any(|order| matches!(order, BotOrder::Assault(..)));
        assert!((0..6).any(|_| assaults(&camp.think())), "it attacks");
        camp.worth = (killed, lost);
        let orders = (0..6).flat_map(|_| camp.think()).collect::<Vec<_>>();
        let turns = orders.iter().any(|order| matches!(order, BotOrder::Walk(units, _) if units.len() > 20));
        assert_eq!(turns, !goes_on, "{killed} killed of {lost} lost: {orders:?}");
    }
}

/// Where the strongest program attacks that knows two enemies equally far away; so many soldiers stand by the hall of each.
fn attacked(defenders: [usize; 2]) -> Cell {
    let halls = [Cell::new(60, 8), Cell::new(8, 60)];
    let mut camp = Situation::new(0, 0);
    camp.bot = Mind::new("bot:5,style=rush".parse().expect("a program"), &mut stream(1, "bots"));
    camp.sides[1].start = halls[0];
    camp.sides.push(SideSeen { team: 2, start: halls[1], ..camp.sides[1] });
    let (hall, raider) = (camp.rules.building_named("camp"), camp.rules.kind_named("raider"));
    for (side, at) in (1u8..).zip(halls) {
        let body = Body {
            id: UnitId(1000 * u32::from(side)),
            side,
            unit: None,
            building: hall,
            at,
            health: 100,
            is_finished: true,
            is_visible: true,
        };
        camp.foes.push(body);
        for number in 1..=defenders[usize::from(side) - 1] {
            let (id, at) = (UnitId(body.id.0 + number as u32), Cell::new(at.x + 5, at.y + number as i16 % 9));
            camp.foes.push(Body { id, at, unit: raider, building: None, ..body });
        }
    }
    camp.foes.sort_by_key(|foe| foe.id);
    // It chooses anew from time to time, with what it has seen.
    while camp.now < 8000 {
        camp.think();
    }
    camp.add(40, "raider", Occupation::Idle);
    let orders = (0..6).flat_map(|_| camp.think()).collect::<Vec<_>>();
    let target = orders.iter().find_map(|order| if let BotOrder::Assault(_, at) = order { Some(*at) } else { None });
    target.expect("it attacks")
}

#[test]
fn of_two_enemies_the_one_is_attacked_who_is_easier_to_beat() {
    assert!(attacked([14, 0]).chebyshev(Cell::new(8, 60)) <= 6);
    assert!(attacked([0, 14]).chebyshev(Cell::new(60, 8)) <= 6);
}

#[test]
fn an_upgrade_that_gains_much_more_than_it_costs_comes_before_soldiers() {
    for (raiders, is_researched) in [(4, false), (40, true)] {
        let mut camp = Situation::new(130, 60);
        camp.bot = Mind::new("bot:5".parse().expect("a program"), &mut stream(1, "bots"));
        camp.now = 12_000;
        camp.mine(Cell::new(3, 3), 9000);
        camp.add(20, "thrall", Occupation::Gathers(Resource::Gold));
        camp.add(raiders, "raider", Occupation::Idle);
        for (number, name) in ["warlodge", "woodlodge", "forge"].into_iter().enumerate() {
            let kind = camp.rules.building_named(name).expect("a building");
            let at = Cell::new(20 + 6 * number as i16, 8);
            let id = UnitId(1 + number as u32);
            camp.buildings.push(OwnBuilding { id, kind, at, health: 100, is_finished: true, queue: Vec::new() });
        }
        let orders = camp.think();
        let researches = orders.iter().any(|order| matches!(order, BotOrder::Research(UnitId(3), _)));
        let trains = orders.iter().any(|order| matches!(order, BotOrder::Train(UnitId(1), _)));
        assert_eq!((researches, trains), (is_researched, !is_researched), "with {raiders} raiders: {orders:?}");
    }
}
