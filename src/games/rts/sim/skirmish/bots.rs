//! Programs at the table: each is told what its side sees, and its orders go through the door like everybody's.

use super::known_ground::KnownGrounds;
use super::sight::Seen;
use super::{Building, BuildingIndex, Production};
use crate::base::rng::stream;
use crate::base::{Cell, Grid};
use crate::games::rts::bot::{
    Body, BotOrder, Mind, Mine, Occupation, Own, OwnBuilding, SideSeen, THINKS_EVERY, View, Work,
};
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::{Price, Rules};
use crate::games::rts::sim::board::{At, Board, Occupied, TerrainGrid};
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::orders::{Action, Command, Item, Order, OrderQueue};
use crate::games::rts::sim::sides::{Control, Ending, NEUTRAL, Sides};
use crate::games::rts::sim::tasks::{Inside, Task, Tasks};
use crate::games::rts::sim::units::{Id, Kind, Owner, Roster, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The program of each side, if it has one. On the board entity.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Bots(pub(super) Vec<Option<Mind>>);

impl Bots {
    /// A program for every side that has one; each has a temper that follows from the seed of the match.
    pub(super) fn for_sides(sides: &[super::Player], seed: u64) -> Self {
        let mut chance = stream(seed, "bots");
        let mind =
            |player: &super::Player| (player.control == Control::Bot).then(|| Mind::new(player.program, &mut chance));
        Self(sides.iter().map(mind).collect())
    }

    /// What all programs together have computed since they began, or were loaded.
    pub(crate) fn work(&self) -> Work {
        self.0.iter().flatten().map(Mind::work).fold(Work::default(), Work::plus)
    }
}

type UnitsSeen<'w, 's> = Query<
    'w,
    's,
    (
        &'static Id,
        &'static Kind,
        &'static Owner,
        &'static At,
        &'static Health,
        &'static Inside,
        &'static Tasks,
        &'static Waypoints,
        &'static super::Fighting,
    ),
    With<Unit>,
>;
type BuildingsSeen<'w, 's> = Query<
    'w,
    's,
    (&'static Id, &'static Building, &'static Owner, &'static At, &'static Health, &'static Production),
    Without<Unit>,
>;

/// Lets the programs think whose turn it is, and gives their orders.
pub(crate) fn think(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Option<
        Single<
            (
                &Roster,
                &BuildingIndex,
                &Sides,
                &TerrainGrid,
                &Occupied,
                Option<&Seen>,
                Has<Ending>,
                &mut KnownGrounds,
                &mut Bots,
            ),
            With<Board>,
        >,
    >,
    units: UnitsSeen,
    buildings: BuildingsSeen,
    mut queue: ResMut<OrderQueue>,
) {
    let Some(board) = board else { return };
    let (roster, building_index, sides, terrain, occupied, seen, has_ended, mut grounds, mut bots) = board.into_inner();
    if has_ended {
        return;
    }
    let now = clock.tick();
    let table = Table { rules: &rules.0, now, roster, building_index, sides, occupied, seen };
    for (side, bot) in bots.bypass_change_detection().0.iter_mut().enumerate() {
        let side = side as u8;
        let has_turn = (now + Tick::from(side) * 3).is_multiple_of(THINKS_EVERY);
        let Some(bot) = bot.as_mut().filter(|_| has_turn) else { continue };
        if sides.get(side).is_none_or(|side| side.beaten.is_some()) {
            continue;
        }
        let ground = grounds.of(sides.team_mask(side), terrain, seen);
        for order in table.think(bot, side, ground, &units, &buildings) {
            queue.issue(side, order_of(order));
        }
    }
}

fn order_of(order: BotOrder) -> Order {
    let command = |units, command| Order::Command { units, command, queue: false };
    let make = |building, item| Order::Manage { buildings: vec![building], action: Action::Make(item) };
    match order {
        BotOrder::Gather(units, at) => command(units, Command::Gather(at)),
        BotOrder::Build(units, kind, at) => command(units, Command::Build { kind, at }),
        BotOrder::Repair(units, building) => command(units, Command::Repair(building)),
        BotOrder::Train(building, kind) => make(building, Item::Train(kind)),
        BotOrder::Research(building, upgrade) => make(building, Item::Research(upgrade)),
        BotOrder::Advance(building, next) => make(building, Item::Advance(next)),
        BotOrder::Rally(building, to) => {
            Order::Manage { buildings: vec![building], action: Action::Rally { to, queue: false } }
        }
        BotOrder::Walk(units, to) => Order::MoveTo { units, to, queue: false, formation: false },
        BotOrder::AttackMove(units, to) => command(units, Command::AttackMove { to, formation: false }),
        BotOrder::Attack(units, whom) => command(units, Command::Attack(whom)),
        BotOrder::Cancel(building, place) => Order::Manage { buildings: vec![building], action: Action::Cancel(place) },
        BotOrder::Demolish(building) => Order::Manage { buildings: vec![building], action: Action::Demolish },
        BotOrder::Assault(units, to) => command(units, Command::AttackMove { to, formation: true }),
    }
}

/// The whole truth, of which each program is told its part.
struct Table<'a> {
    rules: &'a Rules,
    now: Tick,
    roster: &'a Roster,
    building_index: &'a BuildingIndex,
    sides: &'a Sides,
    occupied: &'a Occupied,
    seen: Option<&'a Seen>,
}

impl Table<'_> {
    /// Lets one program think about what its side sees.
    fn think(
        &self,
        bot: &mut Mind,
        side: u8,
        ground: &Grid<Terrain>,
        units: &UnitsSeen,
        buildings: &BuildingsSeen,
    ) -> Vec<BotOrder> {
        let Some(own) = self.sides.get(side) else { return Vec::new() };
        let mask = self.sides.team_mask(side);
        let is_visible = |cell: Cell| self.seen.is_none_or(|seen| seen.grid().is_visible(mask, cell));
        let is_body_visible =
            |at: Cell, size: u8| self.seen.is_none_or(|seen| seen.grid().is_body_visible(mask, at, size));
        let explored = |cell: Cell| self.seen.is_none_or(|seen| seen.grid().is_explored(mask, cell));
        let is_taken = |cell: Cell| {
            is_visible(cell)
                && (self.occupied.table().holder(cell).is_some() || self.occupied.table().entering(cell).is_some())
        };
        let known = self.sides.iter().map(|side| SideSeen {
            faction: side.faction,
            team: side.team,
            start: side.start,
            is_beaten: side.beaten.is_some(),
        });
        let known: Vec<SideSeen> = known.collect();
        let (mut own_units, mut own_buildings, mut mines) = (Vec::new(), Vec::new(), Vec::new());
        let (mut foes, mut friends) = (Vec::new(), Vec::new());
        for (id, kind, owner, at, health, inside, tasks, waypoints, fighting) in units.iter_many(self.roster.entities())
        {
            if owner.0 == side {
                own_units.push(Own {
                    id: id.0,
                    kind: kind.0,
                    at: at.0,
                    health: health.percent(),
                    does: occupation(tasks, waypoints, fighting),
                    inside: inside.mine().is_some(),
                    goal: goal(tasks, waypoints),
                    target: fighting.target(),
                    is_on_attack: matches!(tasks.current(), Some(Task::AttackMove(_))),
                });
            } else if inside.mine().is_none() && is_body_visible(at.0, self.rules.kind(kind.0).size) {
                let body = Body {
                    id: id.0,
                    side: owner.0,
                    unit: Some(kind.0),
                    building: None,
                    at: at.0,
                    health: health.percent(),
                    is_finished: true,
                    is_visible: true,
                };
                if self.sides.are_friends(side, owner.0) { friends.push(body) } else { foes.push(body) }
            }
        }
        for (id, building, owner, at, health, production) in buildings.iter_many(self.building_index.entities()) {
            let kind = self.rules.building(building.kind());
            if owner.0 == side {
                own_buildings.push(own_building(id.0, building, at.0, *health, production));
            } else if owner.0 == NEUTRAL {
                if kind.is_mine() && footprint(at.0, kind.size).any(explored) {
                    let is_visible = is_body_visible(at.0, kind.size);
                    let gold = if is_visible { building.gold() } else { kind.gold };
                    mines.push(Mine { at: at.0, size: kind.size, gold, is_visible });
                }
            } else if is_body_visible(at.0, kind.size) {
                let body = Body {
                    id: id.0,
                    side: owner.0,
                    unit: None,
                    building: Some(building.kind()),
                    at: at.0,
                    health: health.percent(),
                    is_finished: building.is_finished(),
                    is_visible: true,
                };
                if self.sides.are_friends(side, owner.0) { friends.push(body) } else { foes.push(body) }
            }
        }
        if let Some(seen) = self.seen {
            // Mines are among the buildings that are remembered; they do not walk away.
            for (id, known) in seen.memory().buildings(seen.grid(), mask) {
                if self.sides.are_enemies(side, known.side) {
                    foes.push(Body {
                        id,
                        side: known.side,
                        unit: None,
                        building: Some(known.kind),
                        at: known.at,
                        health: 100,
                        is_finished: true,
                        is_visible: false,
                    });
                }
            }
        }
        foes.sort_unstable_by_key(|foe| foe.id);
        friends.sort_unstable_by_key(|friend| friend.id);
        mines.sort_unstable_by_key(|mine| (mine.at.y, mine.at.x));
        bot.think(View {
            rules: self.rules,
            now: self.now,
            side,
            faction: own.faction,
            stock: Price { ..own.stock },
            supply_used: own.supply_used,
            supply_given: own.supply_given,
            upgrades: &own.upgrades,
            start: own.start,
            sides: &known,
            gathered: own.score.gathered,
            terrain: ground,
            explored: &explored,
            is_visible: &is_visible,
            is_taken: &is_taken,
            units: own_units,
            buildings: own_buildings,
            foes,
            friends,
            mines,
        })
    }
}

fn own_building(id: UnitId, building: &Building, at: Cell, health: Health, production: &Production) -> OwnBuilding {
    OwnBuilding {
        id,
        kind: building.kind(),
        at,
        // A site grows; what is missing of its health is no harm.
        health: if building.is_finished() { health.percent() } else { 100 },
        is_finished: building.is_finished(),
        queue: production.queue().collect(),
    }
}

/// The cell that the present order of a unit named.
fn goal(tasks: &Tasks, waypoints: &Waypoints) -> Option<Cell> {
    match tasks.current() {
        Some(task) => task.waypoint().map(|waypoint| waypoint.asked).or_else(|| task.place()),
        None => waypoints.current().map(|waypoint| waypoint.asked),
    }
}

fn occupation(tasks: &Tasks, waypoints: &Waypoints, fighting: &super::Fighting) -> Occupation {
    match tasks.iter().next() {
        _ if fighting.target().is_some() => Occupation::Fights,
        Some(Task::Gather { resource, .. }) => Occupation::Gathers(*resource),
        Some(Task::Return) => Occupation::Walks,
        Some(Task::Build { kind, .. }) => Occupation::Builds(*kind),
        Some(Task::Repair(building)) => Occupation::Repairs(*building),
        Some(Task::Attack(_)) => Occupation::Fights,
        Some(Task::AttackMove(_) | Task::Patrol { .. } | Task::Walk(_) | Task::Guard(_)) => Occupation::Walks,
        Some(Task::Hold) => Occupation::Idle,
        None if waypoints.iter().len() > 0 => Occupation::Walks,
        None => Occupation::Idle,
    }
}
