//! Building and repairing.
//!
//! A site is begun, and paid, when the first worker stands beside it and its cells are free; until its side has the money the
//! worker waits there. Every worker beside it adds to the work; health grows with it. Repair costs a part of the price.

use super::buildings::{Raising, finished_kinds, has, raise};
use super::sites::Square;
use super::{Building, BuildingIndex};
use crate::base::Cell;
use crate::games::rts::placement::{footprint, gap, reasons};
use crate::games::rts::rules::{BuildingId, Price, Resource};
use crate::games::rts::sim::board::{At, Board, Occupied, TerrainGrid, Walks};
use crate::games::rts::sim::fighters::Health;
use crate::games::rts::sim::march::going::Walker;
use crate::games::rts::sim::matches::{GameRules, MatchClock};
use crate::games::rts::sim::orders::{Item, Order, OrderQueue, run};
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::Warning;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::tasks::{Inside, Task, Tasks, Waits};
use crate::games::rts::sim::units::{Kind, Owner, Roster, Unit};
use crate::games::rts::sim::waypoints::Waypoints;
use crate::nav::regions::ring;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use crate::nav::walk::Walk;
use bevy::prelude::*;

/// Ticks between two strokes of a repair.
const REPAIR_INTERVAL: Tick = 10;
/// Ticks that a builder waits for others to leave its site: five seconds.
const PATIENCE: Tick = 100;

/// Somebody who stands where it is to build or repair.
struct Builder {
    entity: Entity,
    side: u8,
    task: Task,
    /// Where the middle of the work is.
    at: Cell,
    is_cut_off: bool,
}

/// Lets builders come to their sites and work.
pub(super) fn construct(world: &mut World) {
    let Ok(ready) = world.run_system_cached(approach) else { return };
    // Buildings at which somebody has worked this tick.
    let mut helped: Vec<UnitId> = Vec::new();
    for builder in ready {
        if builder.is_cut_off {
            stay_behind(world, &builder);
            continue;
        }
        match builder.task {
            Task::Build { kind, at, .. } => begin(world, &builder, kind, at),
            Task::Repair(building) => {
                let is_first = !helped.contains(&building);
                if is_first {
                    helped.push(building);
                }
                let work = world.run_system_cached_with(work, (builder.entity, builder.side, building, is_first));
                if let Ok(Err((at, reason))) = work {
                    give_up(world, &builder, at, reason);
                }
            }
            _ => {}
        }
    }
}

/// Sends builders to their sites; gives those who stand there, in the order of units.
fn approach(
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&BuildingIndex, &Walks, &Occupied), With<Board>>,
    buildings: Query<(&Building, &At, &Owner, &Health)>,
    mut workers: Query<(Walker, &At, &Inside), With<Unit>>,
    mut builders: Local<Vec<(UnitId, Entity)>>,
) -> Vec<Builder> {
    let (building_index, walks, occupied) = *board;
    let now = clock.tick();
    builders.clear();
    builders.extend(workers.iter().filter_map(|(walker, _, inside)| {
        let builds = matches!(walker.tasks.now, Some(Task::Build { .. } | Task::Repair(_)));
        (builds && inside.0.is_none()).then_some((walker.id.0, walker.entity))
    }));
    builders.sort_unstable();
    let mut ready = Vec::new();
    for (_, entity) in builders.iter() {
        let Ok((mut walker, at, _)) = workers.get_mut(*entity) else { continue };
        let Some(mut task) = walker.tasks.now else { continue };
        if let Task::Build { kind, at, .. } = task
            && let Some(site) = building_index.at(at)
            && let Some(Ok((building, _, whose, _))) = building_index.entity(site).map(|entity| buildings.get(entity))
            && building.kind() == kind
            && whose.0 == walker.owner.0
        {
            // Somebody has begun it.
            task = Task::Repair(site);
            walker.tasks.now = Some(task);
        }
        let square = match task {
            Task::Build { kind, at, .. } => Square { at, size: rules.0.building(kind).size },
            Task::Repair(building) => match building_index.entity(building).map(|entity| buildings.get(entity)) {
                Some(Ok((one, at, _, health))) if !one.is_finished() || !health.is_whole() => {
                    Square { at: at.0, size: rules.0.building(one.kind()).size }
                }
                _ => {
                    walker.tasks.now = None;
                    continue;
                }
            },
            _ => continue,
        };
        let is_cut_off = walker.is_cut_off(square, at.0, walks, now);
        if is_cut_off || walker.comes_to(square, at.0, (walks, occupied), now) {
            ready.push(Builder { entity: *entity, side: walker.owner.0, task, at: square.at, is_cut_off });
        }
    }
    ready
}

/// Changes the tasks of all those of a side who are at the same as a builder, itself included.
fn with_mates(world: &mut World, builder: &Builder, mut change: impl FnMut(&mut Option<Task>)) {
    let mates = world.run_system_cached_with(mates, (builder.side, builder.task)).unwrap_or_default();
    for mate in mates {
        if let Some(mut tasks) = world.get_mut::<Tasks>(mate) {
            change(&mut tasks.now);
        }
    }
}

fn mates(In((side, task)): In<(u8, Task)>, units: Query<(Entity, &Owner, &Tasks), With<Unit>>) -> Vec<Entity> {
    let are_at_it = |owner: &Owner, tasks: &Tasks| owner.0 == side && tasks.now.is_some_and(|now| now.is_same(task));
    units.iter().filter(|(_, owner, tasks)| are_at_it(owner, tasks)).map(|(entity, ..)| entity).collect()
}

/// Gives up what a builder, and everybody with it, was about to do, and tells their player why.
fn give_up(world: &mut World, builder: &Builder, at: Cell, reason: Warning) {
    let mut is_news = false;
    with_mates(world, builder, |task| is_news |= task.take().is_some());
    if is_news {
        world.write_message(Outcome::Warned { side: builder.side, reason, at: Some(at) });
    }
}

/// Gives up what only this builder cannot come to; its player is told if nobody else is at it.
fn stay_behind(world: &mut World, builder: &Builder) {
    if let Some(mut tasks) = world.get_mut::<Tasks>(builder.entity) {
        tasks.now = None;
    }
    let mut others = false;
    with_mates(world, builder, |_| others = true);
    if !others {
        let (side, at) = (builder.side, Some(builder.at));
        world.write_message(Outcome::Warned { side, reason: Warning::CutOff, at });
    }
}

/// Lets a builder, and everybody with it, wait for the money; tells their player the reason once.
fn wait_for_money(world: &mut World, builder: &Builder, at: Cell, reason: Warning) {
    let mut is_news = false;
    with_mates(world, builder, |task| {
        if let Some(Task::Build { waits, .. }) = task {
            is_news |= *waits != Waits::ForMoney;
            *waits = Waits::ForMoney;
        }
    });
    if is_news {
        world.write_message(Outcome::Warned { side: builder.side, reason, at: Some(at) });
    }
}

/// Begins a site, if its cells are free and its side has what it takes.
fn begin(world: &mut World, builder: &Builder, kind: BuildingId, at: Cell) {
    let Ok(answer) = world.run_system_cached_with(survey, (builder.side, builder.task, kind, at)) else { return };
    match answer {
        Survey::IsBegun => {}
        Survey::Paid => {
            let raised = raise(world, Raising { kind, side: builder.side, at, finished: false, gold: 0 });
            if let (Some(site), Some(mut tasks)) = (raised, world.get_mut::<Tasks>(builder.entity)) {
                tasks.now = Some(Task::Repair(site));
            }
        }
        Survey::Impossible(reason) => give_up(world, builder, at, reason),
        Survey::TooDear(reason) => wait_for_money(world, builder, at, reason),
        Survey::Occupied(units) => clear_site(world, builder, kind, at, units),
    }
}

/// What a builder finds at the place of its site.
enum Survey {
    /// The site that another builder has begun this very tick.
    IsBegun,
    /// The site is free, and the price is paid.
    Paid,
    Impossible(Warning),
    TooDear(Warning),
    /// Units stand there.
    Occupied(Vec<UnitId>),
}

fn survey(
    In((owner, task, kind, at)): In<(u8, Task, BuildingId, Cell)>,
    rules: Res<GameRules>,
    board: Single<(&mut Sides, &TerrainGrid, &Occupied, &BuildingIndex), With<Board>>,
    buildings: Query<(&Building, &Owner, &At)>,
) -> Survey {
    let (mut sides, terrain, occupied, building_index) = board.into_inner();
    let rules = &*rules.0;
    let (size, price) = (rules.building(kind).size, rules.building(kind).cost);
    let site = building_index.at(at).and_then(|site| building_index.entity(site));
    let site = site.and_then(|entity| buildings.get(entity).ok());
    if site.is_some_and(|(building, whose, _)| building.kind() == kind && whose.0 == owner) {
        return Survey::IsBegun;
    }
    let Some(side) = sides.get(owner) else { return Survey::IsBegun };
    let finished = finished_kinds(owner, buildings.iter().map(|(building, owner, _)| (building, owner)));
    let requires = &rules.building(kind).requires;
    if let Some(missing) = requires.iter().find(|name| !has(rules, side, &finished, name)) {
        return Survey::Impossible(Warning::Lacks(Item::Advance(kind), missing.clone()));
    }
    let mines: Vec<(Cell, u8)> = buildings
        .iter()
        .map(|(building, _, at)| (at.0, rules.building(building.kind())))
        .filter(|(_, kind)| kind.is_mine())
        .map(|(at, kind)| (at, kind.size))
        .collect();
    let refused = reasons(terrain.cells(), at, size, &mines, |_| false, |_| true).find_map(|(_, reason)| reason);
    if let Some(reason) = refused {
        return Survey::Impossible(Warning::NoSite(reason));
    }
    let on_site = |cell: Cell| [occupied.table().holder(cell), occupied.table().entering(cell)];
    let in_the_way: Vec<UnitId> = footprint(at, size).flat_map(on_site).flatten().collect();
    let can_pay = side.stock.minus(price).is_some();
    // The patience with who stands there does not begin anew whenever money comes and goes.
    let waits_for_room = matches!(task, Task::Build { waits: Waits::ForRoom(_), .. });
    if !in_the_way.is_empty() && (can_pay || waits_for_room) {
        return Survey::Occupied(in_the_way);
    }
    if !can_pay {
        return Survey::TooDear(Warning::WaitsForMoney(Item::Advance(kind), side.lacks(price)));
    }
    if let Some(side) = sides.get_mut(owner) {
        side.pay(price);
    }
    Survey::Paid
}

/// Asks friends to leave a site; gives the site up if somebody stays.
fn clear_site(world: &mut World, builder: &Builder, kind: BuildingId, at: Cell, in_the_way: Vec<UnitId>) {
    let now = world.resource::<MatchClock>().tick();
    let mut since = now;
    if let Some(mut tasks) = world.get_mut::<Tasks>(builder.entity)
        && let Some(Task::Build { waits, .. }) = &mut tasks.now
    {
        if let Waits::ForRoom(first) = *waits {
            since = first;
        }
        *waits = Waits::ForRoom(since);
    }
    if now.saturating_sub(since) > PATIENCE {
        return give_up(world, builder, at, Warning::SiteTaken);
    }
    run(world, ask_to_leave, (builder.side, kind, at, in_the_way));
}

/// Sends the resting units of a side from a site.
fn ask_to_leave(
    In((side, kind, at, in_the_way)): In<(u8, BuildingId, Cell, Vec<UnitId>)>,
    rules: Res<GameRules>,
    board: Single<(&Roster, &Walks, &Occupied), With<Board>>,
    units: Query<(&Owner, &Waypoints, &Kind)>,
    mut queue: ResMut<OrderQueue>,
) {
    let (roster, walks, occupied) = *board;
    let size = rules.0.building(kind).size;
    let half = i16::from(size) / 2;
    let centre = Cell::new(at.x + half, at.y + half);
    let mut used = Vec::new();
    for unit in in_the_way {
        let found = roster.entity(unit).and_then(|entity| units.get(entity).ok());
        let Some((_, _, kind)) = found.filter(|(owner, waypoints, _)| owner.0 == side && waypoints.0.is_empty()) else {
            continue;
        };
        let map = walks.map(kind.0);
        let free = (half + 1..i16::from(size) + 6).flat_map(|radius| ring(centre, radius)).find(|cell| {
            let is_outside = gap(*cell, 1, at, size) >= 2;
            is_outside && map.is_passable(*cell) && occupied.table().is_free(*cell) && !used.contains(cell)
        });
        if let Some(to) = free {
            used.push(to);
            queue.issue(side, Order::MoveTo { units: vec![unit], to, queue: false, formation: false });
        }
    }
}

/// One tick of work of one builder on a building; whether it is the first one there at this tick, which does most.
///
/// # Errors
/// Why it gives up, and where.
fn work(
    In((builder, side, id, is_first)): In<(Entity, u8, UnitId, bool)>,
    rules: Res<GameRules>,
    clock: Res<MatchClock>,
    board: Single<(&BuildingIndex, &mut Sides, &TerrainGrid), With<Board>>,
    mut buildings: Query<(&mut Building, &mut Health, &At)>,
    mut tasks: Query<&mut Tasks>,
    mut outcomes: MessageWriter<Outcome>,
) -> Result<(), (Cell, Warning)> {
    let (rules, now) = (&*rules.0, clock.tick());
    let (building_index, mut sides, terrain) = board.into_inner();
    let Some(entity) = building_index.entity(id) else { return Ok(()) };
    let Ok((mut building, mut health, at)) = buildings.get_mut(entity) else { return Ok(()) };
    let kind = rules.building(building.kind());
    building.worked_at = now;
    if building.is_finished() {
        if !now.is_multiple_of(REPAIR_INTERVAL) {
            return Ok(());
        }
        let gain = u32::from(health.most) * REPAIR_INTERVAL / u32::from(kind.build_ticks).max(1);
        let gain = (gain as u16).clamp(1, (health.most - health.now).max(1));
        let share =
            |price: u32| price * rules.economy.repair_percent * u32::from(gain) / (100 * u32::from(health.most));
        let price = Price { gold: share(kind.cost.gold).max(1), wood: share(kind.cost.wood) };
        let Some(side) = sides.get_mut(side) else { return Ok(()) };
        if !side.pay(price) {
            return Err((at.0, Warning::NoRepair));
        }
        health.now = (health.now + gain).min(health.most);
        return Ok(());
    }
    let pace = if is_first { 100 } else { rules.economy.helper_percent };
    let grown = |done: u32| u64::from(health.most) * 9 * u64::from(done) / (10 * u64::from(building.needed));
    let before = grown(building.done);
    let after = grown((building.done + pace).min(building.needed));
    building.done = (building.done + pace).min(building.needed);
    health.now = health.now.saturating_add((after - before) as u16).min(health.most);
    if !building.is_finished() {
        return Ok(());
    }
    if let Some(side) = sides.get_mut(side) {
        side.score.built += 1;
    }
    outcomes.write(Outcome::BuildingFinished { building: id });
    // The builder of a lumber store goes on to gather wood.
    if kind.drop_off == [Resource::Wood]
        && let (Some(cell), Ok(mut tasks)) = (nearest_forest(terrain, at.0), tasks.get_mut(builder))
        && tasks.queue.is_empty()
    {
        tasks.now = Some(Task::Gather { resource: Resource::Wood, at: cell, since: None });
    }
    Ok(())
}

/// A forest cell near a place.
fn nearest_forest(terrain: &TerrainGrid, at: Cell) -> Option<Cell> {
    let is_forest = |cell: &Cell| terrain.cells().get(*cell) == Some(&Terrain::Forest);
    (1..16).flat_map(|radius| ring(at, radius)).find(is_forest)
}
