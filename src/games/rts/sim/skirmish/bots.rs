//! Programs at the table: each is told what its side sees, and its orders go through the door like everybody's.

use super::known_ground::KnownGrounds;
use super::listening::{Listening, Shadow};
use super::news::News;
use super::outside::{OutsideSaid, Outsiders, Reaction, is_outside};
use super::sight::Seen;
use super::{Building, BuildingIndex, Production};
use crate::base::rng::stream;
use crate::base::{Cell, Grid};
use crate::games::rts::bot::{
    Body, Event, Mind, Mine, Occupation, Own, OwnBuilding, SideSeen, THINKS_EVERY, View, Work,
};
use crate::games::rts::placement::footprint;
use crate::games::rts::rules::{Price, Rules};
use crate::games::rts::signals::{Audience, Signal};
use crate::games::rts::sim::board::{At, Board, Occupied, TerrainGrid};
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::lockstep::Lockstep;
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup};
use crate::games::rts::sim::orders::{Issued, Order, OrderQueue};
use crate::games::rts::sim::sides::{Control, Ending, NEUTRAL, Sides};
use crate::games::rts::sim::talk::Talk;
use crate::games::rts::sim::tasks::{Inside, Task, Tasks};
use crate::games::rts::sim::units::{Id, Kind, Owner, Roster, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use crate::shell::states::Running;
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

    /// The opening that the program of a side plays, while it does.
    pub fn opening(&self, side: u8) -> Option<&str> {
        self.0.get(usize::from(side))?.as_ref()?.opening()
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

/// Lets the programs think whose turn it is, and gives their orders. Beside a recording they think as they did then, and
/// nothing is ordered. Who listens is told what they think; what they would think now, as long as none has looked.
pub(crate) fn think(
    (rules, clock): (Res<GameRules>, Res<MatchClock>),
    (running, lockstep): (Option<Res<State<Running>>>, Option<Res<Lockstep>>),
    setup: Option<Res<MatchSetup>>,
    board: Option<
        Single<
            (
                (&Roster, &BuildingIndex, &Sides, &TerrainGrid, &Occupied),
                (Option<&Seen>, &Talk),
                Option<&Ending>,
                (&mut KnownGrounds, &mut Bots, &mut News),
            ),
            With<Board>,
        >,
    >,
    units: UnitsSeen,
    buildings: BuildingsSeen,
    (mut queue, mut shadow, mut listening): (ResMut<OrderQueue>, ResMut<Shadow>, ResMut<Listening>),
    mut outsiders: ResMut<Outsiders>,
    mut said: MessageWriter<OutsideSaid>,
) {
    let (Some(board), Some(setup)) = (board, setup) else { return };
    let ((roster, building_index, sides, terrain, occupied), (seen, talk), ending, (mut grounds, mut bots, mut news)) =
        board.into_inner();
    let now = clock.tick();
    let runs = || lockstep.map_or(running.is_some(), |lockstep| lockstep.runs());
    let is_time = if shadow.is_on() { shadow.is_due(now) } else { runs() };
    if !is_time && !listening.is_on() {
        return;
    }
    let outsiders = outsiders.bypass_change_detection();
    if is_time && shadow.is_on() {
        let thinks = |(side, bot): (usize, &Option<Mind>)| {
            let side = side as u8;
            (bot.is_some() && !is_outside(&setup, side)).then_some(side)
        };
        shadow.begin(now, bots.0.iter().enumerate().filter_map(thinks));
    } else if is_time && ending.is_some() {
        outsiders.end(sides, ending.copied(), "drawn", now);
    }
    let table = Table { rules: &rules.0, now, roster, building_index, sides, occupied, seen, talk };
    let mut news = news.bypass_change_detection().0.iter_mut();
    let grounds = grounds.bypass_change_detection();
    for (side, bot) in bots.bypass_change_detection().0.iter_mut().enumerate() {
        let (side, news) = (side as u8, news.next());
        let Some(bot) = bot.as_mut() else { continue };
        let is_beaten = sides.get(side).is_none_or(|side| side.beaten.is_some());
        let has_turn = is_time && (now + Tick::from(side) * 3).is_multiple_of(THINKS_EVERY);
        let is_guest = is_outside(&setup, side);
        let outsider = if shadow.is_on() { None } else { outsiders.who(&setup, side) };
        // Nobody knows what those think who are outside.
        let ear = if is_guest { None } else { listening.ear(side) };
        if !has_turn || is_beaten || ending.is_some() {
            if let Some(outsider) = outsider.filter(|_| has_turn && is_beaten && ending.is_none()) {
                outsider.end("lost", now);
            }
            if let Some(thoughts) = ear.filter(|thoughts| thoughts.at.is_none()) {
                let ground = grounds.of(sides.team_mask(side), terrain, seen);
                table.show(side, ground, &units, &buildings, |_| Vec::new(), |view| bot.glance(view, thoughts));
            }
            continue;
        }
        let ground = grounds.of(sides.team_mask(side), terrain, seen);
        let events = |foes: &[Body]| news.map_or_else(Vec::new, |news| news.take(foes));
        let reaction = match outsider {
            Some(outsider) => table
                .show(side, ground, &units, &buildings, events, |view| outsider.look(&view, bot))
                .unwrap_or_default(),
            None if shadow.is_on() && is_guest => {
                // It has heard the news, and what it ordered is in the recording.
                table.show(side, ground, &units, &buildings, events, |_| ());
                continue;
            }
            None => {
                let think = |view: View<'_>| match ear {
                    Some(thoughts) => bot.listen(view, thoughts),
                    None => bot.think(view),
                };
                let orders = table.show(side, ground, &units, &buildings, events, think).unwrap_or_default();
                Reaction { orders: orders.into_iter().map(Order::from).collect(), ..Reaction::default() }
            }
        };
        let orders = reaction.orders.into_iter().map(|order| Issued::Side(side, order));
        if shadow.is_on() {
            shadow.wish(orders);
        } else {
            orders.for_each(|order| queue.give(order));
        }
        if reaction.is_gone {
            outsiders.leave(side);
        }
        said.write_batch(reaction.said.map(OutsideSaid));
    }
}

/// Programs say a last word when their side is out or all is decided. It is an order of the tick to come, so that it is heard
/// when time stands at the end.
pub(crate) fn part(board: Single<(&Sides, Option<&Ending>, &mut Bots), With<Board>>, mut queue: ResMut<OrderQueue>) {
    let (sides, ending, mut bots) = board.into_inner();
    for ((side, of), bot) in (0..).zip(sides.iter()).zip(bots.bypass_change_detection().0.iter_mut()) {
        let is_over = of.beaten.is_some() || ending.is_some();
        if let Some(bot) = bot.as_mut().filter(|_| is_over)
            && let Some(text) = bot.part(ending.is_some_and(|ending| ending.winner == Some(of.team)))
        {
            queue.issue(side, Order::Say { to: Audience::All, text });
        }
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
    talk: &'a Talk,
}

impl Table<'_> {
    /// The signs that the allies of a side have given in the last minute.
    fn heard_by(&self, side: u8) -> impl Iterator<Item = Signal> {
        self.talk.signals().filter(move |one| one.side != side && self.sides.are_friends(side, one.side)).copied()
    }

    /// Shows what a side sees on the ground that it knows; `events` gives what has happened to it, with the enemies in sight.
    fn show<R>(
        &self,
        side: u8,
        ground: &Grid<Terrain>,
        units: &UnitsSeen,
        buildings: &BuildingsSeen,
        events: impl FnOnce(&[Body]) -> Vec<Event>,
        see: impl FnOnce(View<'_>) -> R,
    ) -> Option<R> {
        let own = self.sides.get(side)?;
        let mask = self.sides.team_mask(side);
        let is_visible = |cell: Cell| self.seen.is_none_or(|seen| seen.grid().is_visible(mask, cell));
        let is_body_visible =
            |at: Cell, size: u8| self.seen.is_none_or(|seen| seen.grid().is_body_visible(mask, at, size));
        let explored = |cell: Cell| self.seen.is_none_or(|seen| seen.grid().is_explored(mask, cell));
        let is_taken = |cell: Cell| {
            is_visible(cell)
                && (self.occupied.table().holder(cell).is_some() || self.occupied.table().entering(cell).is_some())
        };
        let known = (0..).zip(self.sides.iter()).map(|(other, seen)| SideSeen {
            faction: seen.faction,
            team: seen.team,
            start: seen.start,
            is_beaten: seen.beaten.is_some(),
            is_person: seen.control == Control::Human,
            stock: self.sides.are_friends(side, other).then_some(seen.stock),
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
        let events = events(&foes);
        Some(see(View {
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
            killed_worth: own.score.killed_worth,
            lost_worth: own.score.lost_worth,
            terrain: ground,
            explored: &explored,
            is_visible: &is_visible,
            is_taken: &is_taken,
            units: own_units,
            buildings: own_buildings,
            foes,
            friends,
            mines,
            signals: self.heard_by(side).collect(),
            events,
        }))
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
