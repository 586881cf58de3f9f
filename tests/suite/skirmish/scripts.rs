//! Each script does what its name says, on a meadow against somebody who does nothing.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::Program;
use gridmarch::games::rts::bot::plans::Scripts;
use gridmarch::games::rts::folders::level_folder;
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::{Level, MineSpawn};
use gridmarch::games::rts::rules::{FactionId, Rules};
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::games::rts::sim::board::At;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::skirmish::{Building, Control, Seat, SkirmishSetup};
use gridmarch::games::rts::sim::units::{Kind, Owner, Unit};
use gridmarch::nav::terrain::Terrain;

const HOME: Cell = Cell::new(6, 18);
const ENEMY: Cell = Cell::new(62, 26);

/// A meadow with trees and a mine at either home.
fn meadow() -> Level {
    let mut ground = Grid::filled(72, 48, Terrain::Grass);
    for (x, y) in (1..9).flat_map(|x| (2..9).map(move |y| (x, y))) {
        ground[Cell::new(x, y)] = Terrain::Forest;
        ground[Cell::new(71 - x, 47 - y)] = Terrain::Forest;
    }
    Level {
        name: "Meadow".into(),
        mines: vec![MineSpawn { at: Cell::new(15, 14), gold: 9000 }, MineSpawn { at: Cell::new(54, 31), gold: 9000 }],
        starts: vec![HOME, ENEMY],
        ..Level::of_ground(ground)
    }
}

/// The script of a name against an idler.
struct Trick {
    game: Match,
    rules: Rules,
}

impl Trick {
    fn new(name: &str, faction: &str, level: Level) -> Self {
        let rules = Rules::built_in();
        let faction = rules.faction_named(faction).expect("a faction");
        let programs = [format!("script:{name}"), "script:idler".to_owned()];
        let seats = [0u8, 1].map(|side| Seat {
            faction: if side == 0 { faction } else { FactionId(0) },
            team: side,
            control: Control::Bot,
            program: programs[usize::from(side)].parse::<Program>().expect("a script"),
            start: side.into(),
            colour: side,
            handicap: Handicap::NONE,
        });
        let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("a start for each");
        let mut game = Match::prepared(level, rules.clone(), 1, |app| {
            app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        });
        game.use_one_thread();
        Self { game, rules }
    }

    /// Names and places of what the script has.
    fn units(&mut self) -> Vec<(String, Cell)> {
        let world = self.game.app.world_mut();
        let mut query = world.query_filtered::<(&Kind, &Owner, &At), bevy::prelude::With<Unit>>();
        let own = query.iter(world).filter(|(_, owner, _)| owner.0 == 0);
        own.map(|(kind, _, at)| (self.rules.kind(kind.0).name.clone(), at.0)).collect()
    }

    fn buildings(&mut self) -> Vec<(String, Cell)> {
        let world = self.game.app.world_mut();
        let mut query = world.query::<(&Building, &Owner, &At)>();
        let own = query.iter(world).filter(|(_, owner, _)| owner.0 == 0);
        own.map(|(building, _, at)| (self.rules.building(building.kind()).name.clone(), at.0)).collect()
    }

    /// Plays until something is so; `false` if it is not after so many seconds.
    fn until(&mut self, seconds: u32, test: impl Fn(&mut Self) -> bool) -> bool {
        while self.game.ticks() < seconds * 20 {
            self.game.run(20);
            if test(self) {
                return true;
            }
        }
        false
    }
}

fn near(all: &[(String, Cell)], at: Cell, within: u32) -> usize {
    all.iter().filter(|(_, place)| place.chebyshev(at) <= within).count()
}

#[test]
fn the_beginner_comes_at_ten_minutes_with_eight() {
    let mut trick = Trick::new("beginner", "Tribes", meadow());
    let came = |trick: &mut Trick| {
        let raiders: Vec<_> = trick.units().into_iter().filter(|(name, _)| name == "raider").collect();
        near(&raiders, ENEMY, 14) >= 4
    };
    assert!(!trick.until(600, came), "not before its time");
    let soldiers = trick.units().iter().filter(|(name, _)| name == "raider").count();
    assert!((8..=9).contains(&soldiers), "{soldiers} soldiers at ten minutes");
    let lodges = trick.buildings().iter().filter(|(name, _)| name == "warlodge").count();
    assert_eq!(lodges, 1);
    assert!(trick.until(720, came), "{:?}", trick.units());
}

#[test]
fn rushes_come_as_early_as_their_names_say() {
    let mut workers = Trick::new("worker-rush", "Crown", meadow());
    assert!(workers.until(90, |trick| near(&trick.units(), ENEMY, 12) >= 4));
    let mut all_in = Trick::new("all-in", "Tribes", meadow());
    assert!(!all_in.until(235, |trick| near(&trick.units(), ENEMY, 16) >= 3), "not before four minutes");
    assert!(all_in.until(330, |trick| near(&trick.units(), ENEMY, 16) >= 12), "{:?}", all_in.units());
    let mut towers = Trick::new("tower-rush", "Tribes", meadow());
    let nests = |trick: &mut Trick| {
        let nests: Vec<_> = trick.buildings().into_iter().filter(|(name, _)| name == "nest").collect();
        near(&nests, ENEMY, 20) >= 2
    };
    assert!(towers.until(300, nests), "{:?}", towers.buildings());
}

#[test]
fn the_scout_circles_all_around_the_enemy() {
    let mut trick = Trick::new("circling-scout", "Tribes", meadow());
    let mut seen = [false; 4];
    for _ in 0..300 {
        trick.game.run(20);
        let wolves: Vec<_> = trick.units().into_iter().filter(|(name, _)| name == "wolf").collect();
        for (_, at) in wolves.iter().filter(|(_, at)| (6..=24).contains(&at.chebyshev(ENEMY))) {
            seen[usize::from(at.x > ENEMY.x) * 2 + usize::from(at.y > ENEMY.y)] = true;
        }
    }
    assert_eq!(seen, [true; 4]);
}

#[test]
fn buildings_stand_where_the_tricks_want_them() {
    let gate = Level::load(&level_folder().join("exploits/gate.ron"), &Rules::built_in()).expect("a level");
    let mut wall = Trick::new("wall-of-houses", "Tribes", gate);
    let in_line = |trick: &mut Trick| {
        let mut huts: Vec<Cell> =
            trick.buildings().into_iter().filter(|(name, _)| name == "hut").map(|(_, at)| at).collect();
        huts.sort_by_key(|at| (at.x, at.y));
        huts.windows(4).any(|four| four.windows(2).all(|two| two[0].x == two[1].x && two[1].y - two[0].y == 2))
    };
    assert!(wall.until(300, in_line), "{:?}", wall.buildings());
    let mut hidden = Trick::new("hidden-base", "Tribes", meadow());
    let in_corner = |trick: &mut Trick| {
        let all = trick.buildings();
        [Cell::new(67, 4), Cell::new(4, 43)].iter().any(|corner| near(&all, *corner, 14) >= 2)
    };
    assert!(hidden.until(240, in_corner), "{:?}", hidden.buildings());
    let mut bait = Trick::new("bait-hut", "Tribes", meadow());
    let aside = |trick: &mut Trick| {
        let huts: Vec<_> = trick.buildings().into_iter().filter(|(name, _)| name == "hut").collect();
        huts.iter().filter(|(_, at)| at.chebyshev(HOME) > 18 && at.chebyshev(ENEMY) > 18).count() >= 2
    };
    assert!(bait.until(300, aside), "{:?}", bait.buildings());
}

#[test]
fn two_fronts_are_two() {
    let mut trick = Trick::new("two-fronts", "Tribes", meadow());
    let both = |trick: &mut Trick| {
        let raiders: Vec<_> = trick.units().into_iter().filter(|(name, _)| name == "raider").collect();
        let above = raiders.iter().filter(|(_, at)| at.x > 30 && at.y < ENEMY.y - 6).count();
        let below = raiders.iter().filter(|(_, at)| at.x > 30 && at.y > ENEMY.y + 6).count();
        above >= 4 && below >= 4
    };
    assert!(trick.until(540, both), "{:?}", trick.units());
}

#[test]
fn the_thrower_of_boulders_has_engines_in_the_end() {
    let mut trick = Trick::new("catapults", "Tribes", meadow());
    assert!(
        trick.until(900, |trick| trick.units().iter().any(|(name, _)| name == "thrower")),
        "{:?}",
        trick.buildings()
    );
}

#[test]
fn maps_of_scripts_are_what_they_are_said_to_be() {
    let rules = Rules::built_in();
    for script in &Scripts::built_in().scripts {
        if let Some(name) = &script.level {
            let level = Level::load(&level_folder().join(name), &rules).expect(name);
            assert_eq!(level.starts.len(), 2, "{name}");
            let home_gold = |start: Cell| {
                level.mines.iter().filter(|mine| mine.at.chebyshev(start) <= 18).map(|mine| mine.gold).sum::<u32>()
            };
            let trees = |start: Cell| {
                let all = (0..level.terrain.height() as i16)
                    .flat_map(|y| (0..level.terrain.width() as i16).map(move |x| Cell::new(x, y)));
                all.filter(|cell| level.terrain[*cell] == Terrain::Forest && cell.chebyshev(start) <= 28).count()
            };
            for start in &level.starts {
                match script.name.as_str() {
                    "empty-mine" => assert!((1..3000).contains(&home_gold(*start)), "{name}"),
                    "treeless" => assert_eq!(trees(*start), 0, "{name}"),
                    _ => {}
                }
            }
        }
    }
    let exploits = Scripts::built_in().scripts.iter().filter(|script| script.exploit).count();
    assert_eq!(exploits, 13);
}
