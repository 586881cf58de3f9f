//! Scenarios that nobody tuned to: a generated level, crowds of random kinds on it, random orders, and edits of the ground
//! while they walk. All from one seed. **Invariant**: whoever is sent somewhere can get there alone, before and after
//! every edit; so a scenario is lost by a crowd or by the planner, and not by the ground.

use super::travel::{Measure, Traveller};
use crate::base::rng::{Rng, stream};
use crate::base::{Cell, Grid};
use crate::games::rts::level::generate::{GenerateError, MapKind, MapSpec, generate};
use crate::games::rts::level::jam::{Expect, Group, GroupOrder, Jam, What};
use crate::games::rts::rules::{KindId, Rules};
use crate::nav::occupancy::body;
use crate::nav::step::Tick;
use crate::nav::terrain::{Ground, Terrain};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use std::ops::RangeInclusive;

/// Columns and rows of the levels.
const SIDES: RangeInclusive<u16> = 24..=72;
const MOST_GROUPS: usize = 4;
/// Units of a group at most, as far as the ground has room for them.
const MOST_UNITS: usize = 60;
/// Cells that a group must be able to reach for each cell that its units cover.
const ROOM: usize = 6;
/// Cells between the places of two groups, and between a place and an edit: room for a crowd.
const APART: u32 = 10;
const MOST_EDITS: usize = 3;
/// Ticks within which the last order or edit comes.
const BUSY: Tick = 600;
/// Ticks after which a run ends: five minutes, several times what a crowd needs across such a level.
const LIMIT: Tick = 6_000;
/// How often something is drawn anew before it is left out.
const TRIES: usize = 40;

/// The scenario of a seed. Kinds of levels take turns, so that as many seeds in a row as there are kinds have each once.
///
/// # Errors
/// [`GenerateError`] where the generator of levels has none for the seed.
pub fn scenario(seed: u64, rules: &Rules) -> Result<Jam, GenerateError> {
    let mut rng = stream(seed, "random jam");
    let kind = MapKind::ALL[(seed % MapKind::ALL.len() as u64) as usize];
    let spec = MapSpec { kind, width: rng.random_range(SIDES), height: rng.random_range(SIDES), seed };
    let terrain = generate(&spec, rules)?.terrain;
    let taken = terrain.map(|_| false);
    let mut draft = Draft { rules, terrain, taken, groups: Vec::new(), orders: Vec::new(), goals: Vec::new() };
    let groups = rng.random_range(1..=MOST_GROUPS);
    // For the kinds that were drawn there may be no room: others are tried.
    for _ in 0..TRIES {
        if draft.groups.len() < groups {
            // The first group always moves; others may stand in the way of it.
            let moves = draft.orders.is_empty() || rng.random_bool(0.85);
            draft.add_group(&mut rng, moves);
        }
    }
    let ground = draft.terrain.clone();
    draft.edit(&mut rng);
    draft.orders.sort_by_key(|order| order.tick);
    Ok(Jam {
        name: format!("random-{seed}"),
        description: format!("{} with random crowds", kind.title()),
        terrain: ground,
        lanes: std::collections::BTreeSet::new(),
        groups: draft.groups,
        orders: draft.orders,
        limit: LIMIT,
        expect: Expect::Arrive,
        solvable: true,
        reason: "Everybody can reach its place alone.".into(),
        proof: None,
    })
}

struct Draft<'a> {
    rules: &'a Rules,
    terrain: Grid<Terrain>,
    /// Cells on which units stand at first.
    taken: Grid<bool>,
    groups: Vec<Group>,
    orders: Vec<GroupOrder>,
    /// Where each group is sent, in the order of the groups.
    goals: Vec<Vec<Cell>>,
}

impl Draft<'_> {
    /// The cells that a unit of a kind reaches from a cell on a ground.
    fn reach(&self, terrain: &Grid<Terrain>, kind: KindId, from: Cell) -> Grid<bool> {
        let kind = self.rules.kind(kind);
        let ground = Ground::new(terrain, &self.rules.costs, kind.class);
        if !body(from, kind.size).all(|cell| ground.is_passable(cell)) {
            return terrain.map(|_| false);
        }
        let traveller = Traveller { ground, ticks_per_cell: kind.ticks_per_cell, footprint: kind.size };
        traveller.all_from(from, Measure::Length).map(|length| *length != u32::MAX)
    }

    /// Puts a crowd somewhere and tells it to go somewhere; leaves it out if there is no room for it.
    fn add_group(&mut self, rng: &mut Rng, moves: bool) {
        let all: Vec<KindId> = self.rules.kinds().map(|(id, _)| id).collect();
        let number = rng.random_range(1..=3);
        let kinds: Vec<KindId> = all.sample(rng, number).copied().collect();
        let mut anywhere: Vec<Cell> = self.terrain.cells().collect();
        anywhere.shuffle(rng);
        let found = anywhere.into_iter().take(TRIES).find_map(|middle| {
            let fields: Vec<Grid<bool>> = kinds.iter().map(|kind| self.reach(&self.terrain, *kind, middle)).collect();
            let shared: Vec<Cell> =
                self.terrain.cells().filter(|cell| fields.iter().all(|field| field[*cell])).collect();
            (shared.len() * 8 >= self.terrain.len()).then_some((middle, fields, shared))
        });
        let Some((middle, fields, shared)) = found else { return };
        let cells = self.stand(middle, &kinds, &fields, self.room(&kinds, shared.len(), rng));
        if cells.is_empty() {
            return;
        }
        let group = self.groups.len();
        let goals: Vec<Cell> =
            if moves { (0..2).map_while(|_| self.place(&shared, rng)).collect() } else { Vec::new() };
        // Letters are for pictures of files: four are enough.
        let letter = char::from(b'a' + group as u8);
        self.order(group, &goals, cells.len(), rng);
        self.groups.push(Group { letter, kinds, side: 0, shift: (0, 0), turned: false, cells });
        self.goals.push(goals);
    }

    /// How many units a group has.
    fn room(&self, kinds: &[KindId], cells: usize, rng: &mut Rng) -> usize {
        let covered: usize = kinds.iter().map(|kind| usize::from(self.rules.kind(*kind).size).pow(2)).sum();
        let most = cells * kinds.len() / (covered * ROOM);
        rng.random_range(1..=most.clamp(1, MOST_UNITS))
    }

    /// Free cells for so many units, the nearest to a middle; marks what they cover.
    fn stand(&mut self, middle: Cell, kinds: &[KindId], fields: &[Grid<bool>], units: usize) -> Vec<Cell> {
        let mut near: Vec<Cell> = self.terrain.cells().collect();
        near.sort_by_key(|cell| (cell.distance_squared(middle), *cell));
        let mut cells = Vec::with_capacity(units);
        for cell in near {
            let turn = cells.len() % kinds.len();
            let size = self.rules.kind(kinds[turn]).size;
            if cells.len() < units && fields[turn][cell] && body(cell, size).all(|cell| !self.taken[cell]) {
                body(cell, size).for_each(|cell| self.taken[cell] = true);
                cells.push(cell);
            }
        }
        cells
    }

    /// A cell of these that is apart from the places of others.
    fn place(&self, cells: &[Cell], rng: &mut Rng) -> Option<Cell> {
        let is_apart = |cell: &Cell| self.goals.iter().flatten().all(|goal| goal.chebyshev(*cell) > APART);
        (0..TRIES).find_map(|_| cells.choose(rng).copied().filter(is_apart))
    }

    /// Tells a group what to do with its places: as one, one after the other, to and fro, or elsewhere on the way.
    fn order(&mut self, group: usize, goals: &[Cell], units: usize, rng: &mut Rng) {
        let Some(&to) = goals.first() else { return };
        let tick = rng.random_range(0..100);
        let mut tell = |tick, what| self.orders.push(GroupOrder { tick, groups: vec![group], what });
        match rng.random_range(0..8) {
            0 => tell(tick, What::Each { to, every: rng.random_range(1..=20) }),
            1 if units <= 12 => tell(tick, What::Trips { to, times: rng.random_range(1..=3) }),
            2 | 3 => {
                tell(tick, What::March { to });
                if let Some(&elsewhere) = goals.get(1) {
                    tell(tick + rng.random_range(20..BUSY - 100), What::March { to: elsewhere });
                }
            }
            _ => tell(tick, What::March { to }),
        }
    }

    /// Changes the ground while they walk: rock falls, or a way opens. What would cut somebody off is left out.
    fn edit(&mut self, rng: &mut Rng) {
        let mut ticks: Vec<Tick> = (0..MOST_EDITS).map(|_| rng.random_range(1..BUSY)).collect();
        ticks.truncate(rng.random_range(0..=MOST_EDITS));
        ticks.sort_unstable();
        for tick in ticks {
            let terrain = if rng.random_bool(0.6) { Terrain::Rock } else { Terrain::Grass };
            let edit = (0..TRIES).find_map(|_| {
                let size = (rng.random_range(1..=5), rng.random_range(1..=5));
                let from = Cell::new(
                    rng.random_range(0..self.terrain.width() - size.0) as i16,
                    rng.random_range(0..self.terrain.height() - size.1) as i16,
                );
                let mut ground = self.terrain.clone();
                for y in 0..size.1 as i16 {
                    for x in 0..size.0 as i16 {
                        ground[Cell::new(from.x + x, from.y + y)] = terrain;
                    }
                }
                let is_apart = self.goals.iter().flatten().all(|goal| goal.chebyshev(from) > APART);
                (is_apart && self.all_can_go(&ground)).then_some((from, size, ground))
            });
            let Some((from, size, ground)) = edit else { continue };
            self.terrain = ground;
            self.orders.push(GroupOrder { tick, groups: Vec::new(), what: What::Paint { from, size, terrain } });
        }
    }

    /// Whether every unit still reaches the places of its group from where it stood at first.
    fn all_can_go(&self, ground: &Grid<Terrain>) -> bool {
        self.groups.iter().zip(&self.goals).all(|(group, goals)| {
            group.kinds.iter().enumerate().all(|(turn, kind)| {
                let own = || group.cells.iter().skip(turn).step_by(group.kinds.len());
                let Some(&first) = own().next() else { return true };
                let reach = self.reach(ground, *kind, first);
                own().chain(goals).all(|cell| reach[*cell])
            })
        })
    }
}
