//! A skirmish by mouse and keys: what is selected, which orders follow from keys and clicks, where buildings are placed.

mod alerts;
mod chat;
mod kept;

use super::{Desk, PAD, level, padded};
use crate::skirmish::rules;
use bevy::prelude::*;
use gridmarch::base::Cell;
use gridmarch::client::input::bindings::Action;
use gridmarch::client::stage::CELL;
use gridmarch::games::rts::client::input::bindings::RtsAction;
use gridmarch::games::rts::client::input::command::SendTo;
use gridmarch::games::rts::client::input::skirmish::alerts::Alerts;
use gridmarch::games::rts::client::input::skirmish::card::Card;
use gridmarch::games::rts::client::input::skirmish::command_kind::CommandKind;
use gridmarch::games::rts::client::input::skirmish::key_bindings::KeyBindings;
use gridmarch::games::rts::client::input::skirmish::keys::skirmish_bindings;
use gridmarch::games::rts::client::input::skirmish::kinds::{Class, Subgroups};
use gridmarch::games::rts::client::input::skirmish::site::Site;
use gridmarch::games::rts::client::input::skirmish::steps::{CROSS, Ways};
use gridmarch::games::rts::client::input::skirmish::targeting::WaitingCommand;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::UnitSpawn;
use gridmarch::games::rts::rules::{FactionId, Price, Resource, Rules};
use gridmarch::games::rts::sim::board::{At, Board};
use gridmarch::games::rts::sim::orders::Roster;
use gridmarch::games::rts::sim::skirmish::{
    Building, BuildingIndex, Control, Item, Player, Production, SkirmishSetup, Stance, Task, Tasks, VictoryRule,
};
use gridmarch::games::rts::sim::tasks::Waits;
use gridmarch::games::rts::sim::units::{Doing, Id, Owner, Waypoints};
use gridmarch::games::rts::sim::{MatchSetup, Outcome, Warning};
use gridmarch::nav::step::UnitId;
use std::sync::Arc;

/// `0` and `1` are halls of 3 × 3, `m` a mine of 2 × 2; workers, fighters and a hound of side 0, `e` a fighter of side 1.
const FIELD: &str = "0...........m....... .................... ......ww............ .................... \
                     .................... .................... ............T....... ............T....... \
                     .....ff.h...T..e.... .................... .................... .................... \
                     ................1... .................... .................... ....................";

const MINE: (i16, i16) = (12, 0);
const HALL: (i16, i16) = (1, 1);
const ENEMY: (i16, i16) = (15, 8);

/// The rules of the tests with letters for some things.
fn lettered() -> Rules {
    let mut rules = rules();
    let worker = rules.kind_named("worker").expect("a worker").0;
    rules.units[usize::from(worker)].hotkey = Some('w');
    for (name, letter) in [("house", 'e'), ("barracks", 'b'), ("camp", 'c')] {
        let kind = rules.building_named(name).expect("a building").0;
        rules.buildings[usize::from(kind)].hotkey = Some(letter);
    }
    rules
}

fn begin() -> Desk {
    begin_as([0, 1])
}

/// The same with other teams.
fn begin_as(teams: [u8; 2]) -> Desk {
    let rules = lettered();
    let rows: Vec<&str> = FIELD.split_whitespace().collect();
    let cells = rows.iter().enumerate().flat_map(|(y, row)| {
        row.chars().enumerate().map(move |(x, symbol)| (Cell::new(x as i16 + PAD, y as i16 + PAD), symbol))
    });
    let plain: String = FIELD.chars().map(|symbol| if "01mwfhe".contains(symbol) { '.' } else { symbol }).collect();
    let mut level = level(&padded(&plain));
    let (mut starts, mut mines) = ([Cell::default(); 2], Vec::new());
    for (cell, symbol) in cells {
        let (kind, side) = match symbol {
            'w' => ("worker", 0),
            'f' => ("fighter", 0),
            'h' => ("hound", 0),
            'e' => ("fighter", 1),
            '0' => {
                starts[0] = cell;
                continue;
            }
            '1' => {
                starts[1] = cell;
                continue;
            }
            'm' => {
                mines.push((cell, 500));
                continue;
            }
            _ => continue,
        };
        level.units.push(UnitSpawn { kind: rules.kind_named(kind).expect("a unit"), side, at: cell });
    }
    let player = |side: usize| Player {
        faction: FactionId(0),
        team: teams[side],
        control: Control::Human,
        program: gridmarch::games::rts::bot::Program::Founder,
        start: starts[side],
        colour: side as u8,
        handicap: Handicap::NONE,
    };
    let skirmish = SkirmishSetup {
        players: vec![player(0), player(1)],
        mines,
        stock: Price { gold: 500, wood: 500 },
        fog: false,
        explored: false,
        victory: VictoryRule::Buildings,
    };
    Desk::with(rules, MatchSetup { level: Arc::new(level), seed: 1, planner: None, skirmish: Some(skirmish) })
}

fn cell((x, y): (i16, i16)) -> Cell {
    Cell::new(x + PAD, y + PAD)
}

impl Desk {
    /// Who stands on a cell of the picture, with its upper left cell.
    fn who(&mut self, at: (i16, i16)) -> UnitId {
        let world = self.app.world_mut();
        let mut all = world.query::<(&Id, &At)>();
        all.iter(world).find(|(_, place)| place.0 == cell(at)).map(|(id, _)| id.0).expect("somebody stands there")
    }

    fn of<T: Component + Clone>(&mut self, id: UnitId) -> T {
        let world = self.app.world_mut();
        let mut boards = world.query_filtered::<(&Roster, &BuildingIndex), With<Board>>();
        let (roster, building_index) = boards.single(world).expect("a skirmish");
        let entity = roster.entity(id).or_else(|| building_index.entity(id)).expect("it lives");
        world.get::<T>(entity).expect("it has one").clone()
    }

    /// What a unit is to do, the present task first.
    fn tasks(&mut self, id: UnitId) -> Vec<Task> {
        self.of::<Tasks>(id).iter().copied().collect()
    }

    fn left(&mut self, (x, y): (i16, i16)) {
        self.click(MouseButton::Left, x, y);
    }

    fn right(&mut self, (x, y): (i16, i16)) {
        self.click(MouseButton::Right, x, y);
        self.wait(2);
    }

    fn with_shift(&mut self, act: impl FnOnce(&mut Self)) {
        self.hold(KeyCode::ShiftLeft);
        act(self);
        self.release(KeyCode::ShiftLeft);
    }

    fn with_control(&mut self, act: impl FnOnce(&mut Self)) {
        self.hold(KeyCode::ControlLeft);
        act(self);
        self.release(KeyCode::ControlLeft);
    }

    fn waiting(&self) -> Option<CommandKind> {
        self.app.world().resource::<WaitingCommand>().0
    }

    fn ids(&self) -> Vec<UnitId> {
        self.selected().into_iter().map(UnitId).collect()
    }

    fn commands(&self) -> Vec<CommandKind> {
        self.app.world().resource::<Card>().slots.iter().flatten().map(|slot| slot.command).collect()
    }
}

#[test]
fn the_right_button_means_what_is_likely() {
    let mut desk = begin();
    let (worker, fighter, friend, enemy) = (desk.who((6, 2)), desk.who((5, 8)), desk.who((6, 8)), desk.who(ENEMY));
    desk.left((6, 2));
    desk.right(MINE);
    let gold = Task::Gather { resource: Resource::Gold, at: cell(MINE), since: None };
    assert_eq!(desk.tasks(worker), [gold]);
    desk.left((5, 8));
    desk.right(ENEMY);
    assert_eq!(desk.tasks(fighter), [Task::Attack(enemy)]);
    desk.right((6, 8));
    assert_eq!(desk.tasks(fighter), [Task::Guard(friend)]);
    desk.right((4, 12));
    assert_eq!(desk.tasks(fighter), []);
    assert_eq!(desk.waypoints(fighter.0), [Cell::new(4, 12)]);
}

#[test]
fn workers_chop_and_others_go_along() {
    let mut desk = begin();
    let (worker, fighter) = (desk.who((7, 2)), desk.who((5, 8)));
    desk.left((7, 2));
    desk.with_shift(|desk| desk.left((5, 8)));
    desk.right((12, 7));
    assert!(matches!(desk.tasks(worker)[..], [Task::Gather { resource: Resource::Wood, .. }]));
    assert_eq!(desk.tasks(fighter), []);
    assert_eq!(desk.of::<Waypoints>(fighter).iter().len(), 1);
}

#[test]
fn laden_workers_bring_home_and_the_others_guard() {
    let mut desk = begin();
    let worker = desk.who((7, 2));
    desk.left((7, 2));
    desk.right(HALL);
    let hall = desk.who((0, 0));
    assert_eq!(desk.tasks(worker), [Task::Guard(hall)], "it carries nothing");
    desk.right((12, 7));
    let is_laden = |desk: &mut Desk| desk.of::<gridmarch::games::rts::sim::skirmish::Cargo>(worker).load().is_some();
    for _ in 0..400 {
        if is_laden(&mut desk) {
            break;
        }
        desk.wait(1);
    }
    assert!(is_laden(&mut desk), "it has chopped a load");
    desk.tap(KeyCode::KeyS);
    desk.right(HALL);
    assert_eq!(desk.tasks(worker), [Task::Return]);
}

#[test]
fn each_command_has_a_key_and_a_click() {
    let mut desk = begin();
    let (fighter, friend, enemy) = (desk.who((5, 8)), desk.who((6, 8)), desk.who(ENEMY));
    desk.left((5, 8));
    desk.tap(KeyCode::KeyA);
    assert_eq!(desk.waiting(), Some(CommandKind::AttackMove));
    desk.left((9, 12));
    desk.wait(2);
    assert!(matches!(desk.tasks(fighter)[..], [Task::AttackMove(_)]), "{:?}", desk.tasks(fighter));
    assert_eq!((desk.waiting(), desk.ids()), (None, vec![fighter]), "the click aims and does not select");
    desk.tap(KeyCode::KeyA);
    desk.left(ENEMY);
    desk.wait(2);
    assert_eq!(desk.tasks(fighter), [Task::Attack(enemy)]);
    desk.tap(KeyCode::KeyP);
    desk.left((9, 12));
    desk.wait(2);
    assert!(matches!(desk.tasks(fighter)[..], [Task::Patrol { .. }]));
    desk.tap(KeyCode::KeyG);
    desk.left((6, 8));
    desk.wait(2);
    assert_eq!(desk.tasks(fighter), [Task::Guard(friend)]);
    desk.tap(KeyCode::KeyM);
    desk.left((2, 12));
    desk.wait(2);
    assert_eq!((desk.tasks(fighter), desk.waypoints(fighter.0)), (vec![], vec![Cell::new(2, 12)]));
    desk.tap(KeyCode::KeyS);
    desk.wait(1);
    assert_eq!(desk.waypoints(fighter.0), []);
    desk.tap(KeyCode::KeyH);
    desk.wait(1);
    assert_eq!(desk.of::<Doing>(fighter), Doing::Holding);
    desk.tap(KeyCode::KeyV);
    desk.wait(1);
    let stance = desk.of::<gridmarch::games::rts::sim::skirmish::Fighting>(fighter).stance();
    assert_eq!(stance, Stance::StandGround, "the one after the stance that they begin with");
}

#[test]
fn f_keeps_the_layout_for_one_move() {
    let mut desk = begin();
    let (fighter, hound) = (desk.who((5, 8)), desk.who((8, 8)));
    desk.left((5, 8));
    desk.with_shift(|desk| desk.left((8, 8)));
    desk.tap(KeyCode::KeyF);
    desk.left((6, 13));
    desk.wait(2);
    let goals = [fighter, hound].map(|id| desk.waypoints(id.0)[0]);
    assert_eq!((goals[1].x - goals[0].x, goals[1].y - goals[0].y), (3, 0), "three cells apart, as before");
    let pace = |desk: &mut Desk, id| desk.of::<Waypoints>(id).current().map(|waypoint| waypoint.pace);
    assert_eq!(pace(&mut desk, hound), pace(&mut desk, fighter));
}

#[test]
fn shift_queues_whatever_is_ordered() {
    let mut desk = begin();
    let (fighter, friend, enemy) = (desk.who((5, 8)), desk.who((6, 8)), desk.who(ENEMY));
    desk.left((5, 8));
    desk.right((-5, 13));
    desk.with_shift(|desk| {
        desk.right(ENEMY);
        desk.tap(KeyCode::KeyP);
        desk.left((1, 13));
        desk.tap(KeyCode::KeyG);
        desk.left((6, 8));
        desk.wait(2);
    });
    assert_eq!(desk.waypoints(fighter.0), [Cell::new(-5, 13)]);
    let tasks = desk.tasks(fighter);
    assert!(
        matches!(tasks[..], [Task::Attack(target), Task::Patrol { .. }, Task::Guard(of)] if target == enemy && of == friend),
        "{tasks:?}"
    );
    desk.tap(KeyCode::Escape);
    desk.tap(KeyCode::KeyZ);
    desk.wait(2);
    assert_eq!(desk.tasks(fighter).len(), 2, "the last step is taken back");
}

#[test]
fn a_click_on_the_cross_beside_a_step_takes_it_back() {
    let mut desk = begin();
    let fighter = desk.who((5, 8));
    desk.left((5, 8));
    desk.right((-5, 13));
    desk.with_shift(|desk| desk.right((1, 13)));
    let step = desk.app.world().resource::<Ways>().list[0].steps[1];
    let at = (step.at + CROSS) / CELL;
    desk.point(at.x - f32::from(PAD), -at.y - f32::from(PAD));
    desk.app.update();
    desk.tap(MouseButton::Left);
    desk.wait(2);
    assert_eq!(desk.waypoints(fighter.0), [Cell::new(-5, 13)]);
    assert_eq!(desk.ids(), [fighter], "the click is no click on the ground");
}

#[test]
fn escape_and_the_right_button_leave_a_command() {
    let mut desk = begin();
    let fighter = desk.who((5, 8));
    desk.left((5, 8));
    for leave in [true, false] {
        desk.tap(KeyCode::KeyA);
        assert_eq!(desk.waiting(), Some(CommandKind::AttackMove));
        if leave {
            desk.tap(KeyCode::Escape);
        } else {
            desk.right((2, 12));
        }
        assert_eq!(desk.waiting(), None);
        assert_eq!(desk.of::<Waypoints>(fighter).iter().len(), 0, "nobody was sent");
        assert_eq!(desk.ids(), [fighter]);
    }
}

#[test]
fn units_win_over_buildings_in_a_box_and_a_click_takes_a_building() {
    let mut desk = begin();
    let (hall, enemy_hall) = (desk.who((0, 0)), desk.who((16, 12)));
    desk.left(HALL);
    assert_eq!(desk.ids(), [hall]);
    desk.drag(MouseButton::Left, (0.2, 0.2), (7.9, 2.9));
    assert!(!desk.ids().contains(&hall) && desk.ids().len() >= 2, "{:?}", desk.ids());
    desk.drag(MouseButton::Left, (0.5, 0.5), (2.5, 2.5));
    assert_eq!(desk.ids(), [hall], "nobody else is in the box");
    desk.left((17, 13));
    assert_eq!(desk.ids(), [enemy_hall], "what belongs to others is looked at alone");
    assert_eq!(desk.commands(), [], "and does nothing for the player");
    desk.drag(MouseButton::Left, (15.5, 11.5), (17.5, 14.3));
    assert_eq!(desk.ids(), [], "a box takes the own side only");
}

#[test]
fn control_click_takes_the_kind_and_tab_goes_from_kind_to_kind() {
    let mut desk = begin();
    let both = vec![desk.who((5, 8)), desk.who((6, 8))];
    desk.with_control(|desk| desk.left((5, 8)));
    assert_eq!(desk.ids(), both);
    desk.with_shift(|desk| {
        desk.left((8, 8));
        desk.left((7, 2));
    });
    let rules = lettered();
    let kind = |name: &str| Some(Class::Unit(rules.kind_named(name).expect("a unit")));
    let active = |desk: &Desk| desk.app.world().resource::<Subgroups>().active();
    assert_eq!(active(&desk), kind("fighter"), "the dearest who fight come first");
    for name in ["hound", "worker", "fighter"] {
        desk.tap(KeyCode::Tab);
        assert_eq!(active(&desk), kind(name));
    }
    assert_eq!(desk.ids().len(), 4, "all stay selected");
}

#[test]
fn groups_hold_buildings_too() {
    let mut desk = begin();
    let (hall, fighter) = (desk.who((0, 0)), desk.who((5, 8)));
    desk.left(HALL);
    desk.with_control(|desk| desk.tap(KeyCode::Digit4));
    desk.left((5, 8));
    desk.with_shift(|desk| desk.tap(KeyCode::Digit4));
    desk.left((3, 13));
    assert_eq!(desk.ids(), []);
    desk.tap(KeyCode::Digit4);
    let mut both = [hall, fighter];
    both.sort_unstable();
    assert_eq!(desk.ids(), both);
}

#[test]
fn the_view_goes_to_a_building_that_is_selected_or_in_a_group() {
    let mut desk = begin();
    desk.left(HALL);
    desk.with_control(|desk| desk.tap(KeyCode::Digit4));
    desk.tap(KeyCode::Home);
    desk.wait(1);
    let at_hall = desk.camera().0;
    desk.left((5, 8));
    desk.tap(KeyCode::Home);
    desk.wait(1);
    assert_ne!(desk.camera().0, at_hall);
    desk.tap(KeyCode::Digit4);
    desk.tap(KeyCode::Digit4);
    desk.wait(1);
    assert_eq!(desk.camera().0, at_hall);
}

#[test]
fn buildings_get_rally_points_and_train_by_letter() {
    let mut desk = begin();
    let hall = desk.who((0, 0));
    let worker = lettered().kind_named("worker").expect("a worker");
    desk.left(HALL);
    desk.right((6, 5));
    desk.with_shift(|desk| desk.right((12, 7)));
    assert_eq!(desk.of::<Production>(hall).rally(), [cell((6, 5)), cell((12, 7))]);
    desk.tap(KeyCode::KeyW);
    desk.tap(KeyCode::KeyW);
    desk.wait(1);
    assert_eq!(desk.of::<Production>(hall).queue().collect::<Vec<_>>(), [Item::Train(worker); 2]);
    desk.tap(KeyCode::KeyX);
    desk.tap(KeyCode::KeyV);
    desk.tap(KeyCode::KeyZ);
    desk.wait(1);
    let production = desk.of::<Production>(hall);
    assert_eq!((production.is_held(), production.repeats(), production.queue().len()), (true, true, 1));
}

#[test]
fn a_finished_building_is_torn_down_only_when_asked_twice() {
    let mut desk = begin();
    let hall = desk.who((0, 0));
    let stands = |desk: &mut Desk| {
        let world = desk.app.world_mut();
        world.query::<(&Id, &Building)>().iter(world).any(|(id, _)| id.0 == hall)
    };
    desk.left(HALL);
    desk.tap(KeyCode::Delete);
    desk.wait(2);
    assert!(stands(&mut desk));
    desk.tap(KeyCode::Delete);
    desk.wait(2);
    assert!(!stands(&mut desk));
}

#[test]
fn workers_build_where_the_ghost_stands() {
    let mut desk = begin();
    let worker = desk.who((6, 2));
    let house = lettered().building_named("house").expect("a house");
    desk.left((6, 2));
    desk.tap(KeyCode::KeyB);
    assert_eq!(desk.commands().last(), Some(&CommandKind::Back));
    desk.tap(KeyCode::KeyE);
    assert_eq!(desk.waiting(), Some(CommandKind::Build(house)));
    desk.with_shift(|desk| {
        for at in [(2.0, 13.0), (10.0, 13.0)] {
            desk.point(at.0, at.1);
            desk.app.update();
            desk.tap(MouseButton::Left);
        }
    });
    desk.wait(1);
    let at = |x, y| Task::Build { kind: house, at: cell((x, y)), waits: Waits::No };
    assert_eq!(desk.tasks(worker), [at(1, 12), at(9, 12)], "the middle of a house of two by two is at the mouse");
    assert_eq!(desk.waiting(), Some(CommandKind::Build(house)), "SHIFT keeps it in hand");
    desk.tap(KeyCode::Escape);
    assert_eq!(desk.waiting(), None);
}

#[test]
fn the_ghost_says_why_not_and_takes_no_click() {
    let mut desk = begin();
    let worker = desk.who((6, 2));
    desk.left((6, 2));
    desk.tap(KeyCode::KeyB);
    desk.tap(KeyCode::KeyE);
    desk.point(11.0, 2.0);
    desk.wait(2);
    let site = desk.app.world().resource::<Site>().0.clone().expect("a ghost");
    assert!(site.refusal.is_some_and(|reason| reason.contains("mine")));
    desk.tap(MouseButton::Left);
    desk.wait(2);
    assert_eq!(desk.tasks(worker), []);
    assert!(desk.waiting().is_some(), "there is another try");
    desk.tap(MouseButton::Right);
    assert_eq!(desk.waiting(), None);
}

#[test]
fn what_is_missing_is_said_on_the_card() {
    let mut desk = begin();
    desk.left((6, 2));
    desk.tap(KeyCode::KeyB);
    let barracks = lettered().building_named("barracks").expect("barracks");
    let card = desk.app.world().resource::<Card>().clone();
    let slot = card.slots.iter().flatten().find(|slot| slot.command == CommandKind::Build(barracks)).expect("a slot");
    assert_eq!(slot.refusal.as_deref(), Some("The Barracks needs a House."));
    desk.tap(KeyCode::KeyB);
    assert_eq!(desk.waiting(), None, "a refused slot does nothing");
}

#[test]
fn keys_find_idle_workers_and_the_army() {
    let mut desk = begin();
    desk.tap(KeyCode::F2);
    let mut army = vec![desk.who((5, 8)), desk.who((6, 8)), desk.who((8, 8))];
    army.sort_unstable();
    assert_eq!(desk.ids(), army);
    let mut seen = Vec::new();
    for _ in 0..4 {
        desk.tap(KeyCode::F1);
        seen.extend(desk.ids());
    }
    let mut different = seen.clone();
    different.dedup();
    assert_eq!(different.len(), 4, "two at the hall, two of the picture, one after the other");
    let owners: Vec<u8> = seen.into_iter().map(|id| desk.of::<Owner>(id).0).collect();
    assert_eq!(owners, [0; 4]);
}

#[test]
fn space_looks_at_the_last_alert_and_bookmarks_bring_the_view_back() {
    let mut desk = begin();
    let before = desk.camera().0;
    desk.with_control(|desk| desk.tap(KeyCode::F5));
    let at = Some(cell((0, 20)));
    desk.app.world_mut().write_message(Outcome::Warned { side: 0, reason: Warning::QueueFull, at });
    desk.app.world_mut().write_message(Outcome::Warned { side: 1, reason: Warning::MineEmpty, at });
    desk.wait(2);
    let told: Vec<String> = desk.app.world().resource::<Alerts>().iter().map(|alert| alert.text.clone()).collect();
    assert_eq!(told, ["The queue is full."]);
    desk.tap(KeyCode::Space);
    desk.wait(1);
    assert_eq!(desk.camera().0, super::place(0.5, 20.5));
    desk.tap(KeyCode::F5);
    desk.wait(1);
    assert_eq!(desk.camera().0, before);
}

#[test]
fn the_small_map_gives_the_same_orders() {
    let mut desk = begin();
    let worker = desk.who((6, 2));
    desk.left((6, 2));
    desk.app.world_mut().write_message(SendTo { to: cell(MINE), queue: false });
    desk.wait(2);
    assert!(matches!(desk.tasks(worker)[..], [Task::Gather { resource: Resource::Gold, .. }]));
    desk.tap(KeyCode::KeyA);
    desk.app.world_mut().write_message(SendTo { to: cell((3, 13)), queue: false });
    desk.wait(2);
    assert!(matches!(desk.tasks(worker)[..], [Task::AttackMove(_)]));
    assert_eq!(desk.waiting(), None);
}

#[test]
fn every_command_of_a_skirmish_has_a_key() {
    let (shared, own) = skirmish_bindings(&KeyBindings::default());
    let mut actions = vec![
        RtsAction::MoveTo,
        RtsAction::AttackMove,
        RtsAction::Patrol,
        RtsAction::Guard,
        RtsAction::FormationMove,
        RtsAction::Stop,
        RtsAction::Hold,
        RtsAction::Gather,
        RtsAction::ReturnCargo,
        RtsAction::Repair,
        RtsAction::BuildMenu,
        RtsAction::CancelLast,
        RtsAction::NextStance,
        RtsAction::Rally,
        RtsAction::HoldWork,
        RtsAction::RepeatWork,
        RtsAction::Demolish,
        RtsAction::IdleWorker,
        RtsAction::SelectArmy,
        RtsAction::Cycle,
        RtsAction::JumpToAlert,
        RtsAction::Shared(Action::Cancel),
        RtsAction::Shared(Action::Menu),
        RtsAction::Shared(Action::Pause),
    ];
    actions.extend((0..26).map(RtsAction::Letter));
    actions.extend((0..4).flat_map(|number| [RtsAction::Bookmark(number), RtsAction::SetBookmark(number)]));
    for action in actions {
        let inputs = match action {
            RtsAction::Shared(action) => shared.get_buttonlike(&action),
            action => own.get_buttonlike(&action),
        };
        assert!(inputs.is_some_and(|inputs| !inputs.is_empty()), "{action:?}");
    }
}
