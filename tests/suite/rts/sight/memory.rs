//! What sides remember.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::rules::BuildingId;
use gridmarch::games::rts::sight::memory::{Memory, SavedMemory, Sighting};
use gridmarch::games::rts::sight::{Observer, ObserverId, SightGrid};
use gridmarch::nav::step::UnitId;
use gridmarch::nav::terrain::Terrain;

const HALL: Sighting =
    Sighting { kind: BuildingId(3), side: 1, at: Cell::new(10, 1), size: 2, stage: 4, health_percent: 100 };

/// A strip of grass, sides 0 and 1, a scout of side 0 with a sight of 3.
struct Scene {
    terrain: Grid<Terrain>,
    sight: SightGrid,
    memory: Memory,
    tick: u32,
}

impl Scene {
    fn new() -> Self {
        let terrain = Grid::filled(30, 4, Terrain::Grass);
        Self { sight: SightGrid::new(&terrain, 3), memory: Memory::new(&terrain, 3), terrain, tick: 0 }
    }

    /// The scout is at a column (nowhere if negative) for long enough to look; cells change; buildings stand.
    fn scout(&mut self, x: i16, edits: &[(Cell, Terrain)], buildings: &[(UnitId, Sighting)]) {
        self.scouts(&[(0, x)], edits, buildings);
    }

    fn scouts(&mut self, scouts: &[(u8, i16)], edits: &[(Cell, Terrain)], buildings: &[(UnitId, Sighting)]) {
        edits.iter().for_each(|(cell, kind)| self.terrain[*cell] = *kind);
        let cells: Vec<Cell> = edits.iter().map(|(cell, _)| *cell).collect();
        for step in 0..4 {
            let edits = if step == 0 { &cells[..] } else { &[] };
            let observers = scouts.iter().map(|(side, x)| Observer {
                id: ObserverId::unit(UnitId((*side).into())),
                side: *side,
                at: Cell::new(*x, 1),
                size: 1,
                sight: 3,
                lifted: true,
            });
            self.sight.update(self.tick, &self.terrain, edits, observers);
            self.memory.update(&self.terrain, edits, &self.sight, buildings.iter().copied());
            self.tick += 1;
        }
    }

    fn remembered(&self) -> Vec<(UnitId, Sighting)> {
        self.memory.buildings(&self.sight, 1).into_iter().collect()
    }
}

#[test]
fn a_building_is_remembered_as_it_was_until_its_place_is_seen_again() {
    let mut scene = Scene::new();
    scene.scout(2, &[], &[(UnitId(7), HALL)]);
    assert_eq!(scene.remembered(), [], "never seen");
    scene.scout(8, &[], &[(UnitId(7), HALL)]);
    assert_eq!(scene.remembered(), [], "what is in sight needs no memory");
    let burnt = Sighting { health_percent: 20, stage: 1, ..HALL };
    scene.scout(2, &[], &[(UnitId(7), burnt)]);
    assert_eq!(scene.remembered(), [(UnitId(7), HALL)]);
    scene.scout(2, &[], &[]);
    assert_eq!(scene.remembered(), [(UnitId(7), HALL)], "it does not know that it is gone");
    let version = scene.memory.version();
    scene.scout(8, &[], &[]);
    assert_eq!(scene.remembered(), []);
    assert!(scene.memory.version() > version);
    scene.scout(2, &[], &[]);
    assert_eq!(scene.remembered(), [], "now it does");
}

#[test]
fn own_buildings_leave_no_ghosts() {
    let mut scene = Scene::new();
    scene.scout(8, &[], &[(UnitId(7), Sighting { side: 0, ..HALL })]);
    scene.scout(2, &[], &[]);
    assert_eq!(scene.remembered(), []);
    scene.scout(8, &[], &[(UnitId(7), HALL)]);
    scene.scout(2, &[], &[(UnitId(7), Sighting { side: 0, ..HALL })]);
    assert_eq!(scene.remembered(), [], "it was taken over");
}

#[test]
fn ground_is_known_as_it_was_seen_last() {
    let mut scene = Scene::new();
    let tree = Cell::new(10, 1);
    assert_eq!(scene.memory.ground(&scene.sight, 1, tree), None);
    scene.scout(8, &[(tree, Terrain::Forest)], &[]);
    assert_eq!(scene.memory.ground(&scene.sight, 1, tree), Some(Terrain::Forest));
    scene.scout(2, &[], &[]);
    scene.scout(2, &[(tree, Terrain::Grass)], &[]);
    scene.scout(2, &[(tree, Terrain::Building)], &[]);
    assert_eq!(scene.memory.ground(&scene.sight, 1, tree), Some(Terrain::Forest));
    assert_eq!(scene.memory.outdated(1).collect::<Vec<_>>(), [tree]);
    scene.scout(2, &[(tree, Terrain::Forest)], &[]);
    assert_eq!(scene.memory.outdated(1).count(), 0, "it is again what it was");
    scene.scout(2, &[(tree, Terrain::Rock)], &[]);
    scene.scout(8, &[], &[]);
    assert_eq!(scene.memory.ground(&scene.sight, 1, tree), Some(Terrain::Rock));
    assert_eq!(scene.memory.outdated(1).count(), 0);
    assert_eq!(scene.memory.ground(&scene.sight, 1, Cell::new(25, 1)), None, "nobody was there");
    assert_eq!(scene.memory.ground(&scene.sight, 2, tree), None);
}

#[test]
fn friends_know_what_the_last_of_them_saw() {
    let mut scene = Scene::new();
    let place = Cell::new(10, 1);
    scene.scouts(&[(0, 8), (2, 20)], &[], &[]);
    scene.scouts(&[(0, 2), (2, 20)], &[(place, Terrain::Forest)], &[]);
    scene.scouts(&[(0, 2), (2, 9)], &[], &[]);
    scene.scouts(&[(0, 2), (2, 20)], &[(place, Terrain::Rock)], &[]);
    let known = |sides| scene.memory.ground(&scene.sight, sides, place);
    assert_eq!((known(0b001), known(0b100)), (Some(Terrain::Grass), Some(Terrain::Forest)));
    assert_eq!(known(0b101), Some(Terrain::Forest));
}

#[test]
fn a_saved_memory_goes_on_alike() {
    let mut scene = Scene::new();
    let tree = Cell::new(9, 1);
    scene.scout(8, &[(tree, Terrain::Forest)], &[(UnitId(7), HALL)]);
    scene.scout(2, &[(tree, Terrain::Grass)], &[(UnitId(7), HALL)]);
    let text = ron::to_string(&scene.memory.save()).expect("a RON form");
    let saved: SavedMemory = ron::from_str(&text).expect("the same");
    let sight = SightGrid::restore(&scene.terrain, &scene.sight.save()).expect("of this map");
    let memory = Memory::restore(&scene.terrain, &sight, &saved).expect("of this match");
    assert_eq!(memory.fingerprint(), scene.memory.fingerprint());
    let mut back = Scene { sight, memory, terrain: scene.terrain.clone(), tick: scene.tick };
    for x in [3, 8, 2] {
        for scene in [&mut scene, &mut back] {
            scene.scout(x, &[], &[]);
        }
        assert_eq!(back.memory.fingerprint(), scene.memory.fingerprint());
        assert_eq!(back.sight.fingerprint(), scene.sight.fingerprint());
    }
    assert_eq!(back.memory.ground(&back.sight, 1, tree), Some(Terrain::Grass));
    let fewer = SightGrid::new(&scene.terrain, 2);
    let error = Memory::restore(&scene.terrain, &fewer, &saved).expect_err("other sides");
    assert_eq!(error.to_string(), "field `sides`: 3 sides, the match has 2");
}
