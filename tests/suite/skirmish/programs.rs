//! The programs that play: the same twice, stronger than the first one, and alive when their world is odd.

use gridmarch::base::{Cell, Grid};
use gridmarch::games::rts::bot::{Program, Question, Settings};
use gridmarch::games::rts::handicap::Handicap;
use gridmarch::games::rts::level::{Level, MineSpawn, UnitSpawn};
use gridmarch::games::rts::rules::{FactionId, Rules};
use gridmarch::games::rts::sim::MatchSetup;
use gridmarch::games::rts::sim::board::Board;
use gridmarch::games::rts::sim::headless::Match;
use gridmarch::games::rts::sim::skirmish::{Control, Ending, Seat, Sides, SkirmishSetup};
use gridmarch::nav::regions::ring;
use gridmarch::nav::terrain::Terrain;
use std::path::Path;

/// A match of programs on a level, each a team of its own.
fn table(level: Level, programs: &[&str], seed: u64) -> Match {
    let rules = Rules::built_in();
    let seats: Vec<Seat> = (0u8..)
        .zip(programs)
        .map(|(side, program)| Seat {
            faction: FactionId(side % 2),
            team: side,
            control: Control::Bot,
            program: program.parse().expect("a program"),
            start: side.into(),
            colour: side,
            handicap: Handicap::NONE,
        })
        .collect();
    let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("a start for each");
    let mut game = Match::prepared(level, rules, seed, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
    });
    game.use_one_thread();
    game
}

fn shipped(name: &str) -> Level {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/rts").join(name);
    Level::load(&path, &Rules::built_in()).expect("a level of the game")
}

fn winner(game: &mut Match, minutes: u32) -> Option<u8> {
    let mut boards = game.app.world_mut().query_filtered::<Option<&Ending>, bevy::prelude::With<Board>>();
    for _ in 0..minutes * 1200 {
        game.tick();
        if let Some(ending) = boards.single(game.app.world()).ok().flatten() {
            return ending.winner;
        }
    }
    None
}

fn sides(game: &mut Match) -> Sides {
    let mut boards = game.app.world_mut().query_filtered::<&Sides, bevy::prelude::With<Board>>();
    boards.single(game.app.world()).expect("a board").clone()
}

#[test]
fn every_level_plays_the_same_match_twice_and_levels_differ() {
    let print = |level: &str| {
        let mut game = table(shipped("twin-fords.ron"), &[level, "founder"], 4);
        game.run(7200);
        game.print().whole()
    };
    let prints: Vec<u64> = ["bot:1", "bot:2", "bot:3", "bot:4", "bot:5"].iter().map(|level| print(level)).collect();
    assert_eq!(prints[2], print("bot:3"));
    for (index, one) in prints.iter().enumerate() {
        assert!(!prints[..index].contains(one), "level {} plays like another one", index + 1);
    }
}

#[test]
fn the_first_visit_of_the_lowest_level_is_beaten_by_eight_soldiers_at_home() {
    // A beginner who has trained a few of the first kind and does nothing else lives through it.
    let rules = Rules::built_in();
    let Question::Waves { units: visitors, .. } = Settings::built_in().level(1).question else { panic!("no waves") };
    for (faction, soldier, seed) in [(0, "footman", 1), (1, "raider", 2)] {
        let mut level = shipped("twin-fords.ron");
        let (start, kind) = (level.starts[0], rules.kind_named(soldier).expect("a kind of the game"));
        let middle = Cell::new(start.x + 2, start.y + 2);
        let is_free = |cell: &Cell| level.terrain.get(*cell) == Some(&Terrain::Grass);
        let places: Vec<Cell> =
            (6..9).flat_map(|radius| ring(middle, radius).collect::<Vec<_>>()).filter(is_free).collect();
        level.units.extend(places.into_iter().step_by(3).take(8).map(|at| UnitSpawn { kind, side: 0, at }));
        let seat = |side: u8, control, program| Seat {
            faction: FactionId((faction + side) % 2),
            team: side,
            control,
            program,
            start: side.into(),
            colour: side,
            handicap: Handicap::NONE,
        };
        let seats = [seat(0, Control::Human, Program::Founder), seat(1, Control::Bot, Program::level(1))];
        let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("two starts");
        let mut game = Match::prepared(level, rules.clone(), seed, |app| {
            app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        });
        game.use_one_thread();
        game.run(1200);
        let before = sides(&mut game).get(0).expect("0").samples.last().expect("a sample").soldiers;
        assert_eq!(before, 8, "{soldier}");
        assert_eq!(winner(&mut game, 8), None, "{soldier}: nobody is beaten within nine minutes");
        let sides = sides(&mut game);
        let (own, enemy) = (sides.get(0).expect("0").score, sides.get(1).expect("1").score);
        assert_eq!(own.fallen, 0, "{soldier}: no building fell: {own:?}");
        assert!(enemy.lost >= u32::from(visitors), "{soldier}: those who came are dead: {enemy:?}");
    }
}

#[test]
fn the_strongest_level_beats_the_first_program_from_either_seat() {
    // One match says little: the same program wins 97 of 100 on ten maps, but has lost on this one. Each of the seats, twice.
    let (own, founder) = ("bot:5,style=turtle", "founder");
    let wins = [2, 3].into_iter().flat_map(|seed| [(own, founder, 0, seed), (founder, own, 1, seed)]);
    let wins: Vec<(u8, Option<u8>)> = wins
        .map(|(first, second, seat, seed)| {
            let mut game = table(shipped("twin-fords.ron"), &[first, second], seed);
            (seat, winner(&mut game, 40))
        })
        .collect();
    let won = |seat: u8| wins.iter().filter(|(own, winner)| *own == seat && *winner == Some(seat)).count();
    assert!(won(0) >= 1 && won(1) >= 1 && won(0) + won(1) >= 3, "{wins:?}");
}

#[test]
fn without_a_tree_on_the_map_it_goes_on_building_what_needs_no_wood() {
    // What stopped the first program for ever: no forest and no place to bring wood to.
    let level = Level {
        name: "Steppe".into(),
        mines: vec![MineSpawn { at: Cell::new(14, 6), gold: 9000 }, MineSpawn { at: Cell::new(60, 50), gold: 9000 }],
        starts: vec![Cell::new(5, 5), Cell::new(66, 52)],
        ..Level::of_ground(Grid::filled(76, 62, Terrain::Grass))
    };
    let mut game = table(level, &["bot:5,style=boom", "bot:1"], 7);
    game.run(5 * 1200);
    let side = sides(&mut game).get(0).expect("a side").clone();
    assert!(side.score.trained >= 6, "{:?}", side.score);
    assert!(side.stock.gold < 50 || side.stock.wood < 200, "nothing is bought for {:?}", side.stock);
}

#[test]
fn a_program_of_a_team_leaves_its_ally_alone() {
    // Allies were scouted and marched upon by the first program: their starts were those of "others".
    let rules = Rules::built_in();
    let level = shipped("four-corners.ron");
    let seats = [0u8, 1, 2].map(|side| Seat {
        faction: FactionId(side % 2),
        team: side / 2,
        control: if side == 1 { Control::Human } else { Control::Bot },
        program: Program::Bot { level: 5, style: None, personality: None, signals: true },
        start: side.into(),
        colour: side,
        handicap: Handicap::NONE,
    });
    let skirmish = SkirmishSetup::on(&level, &seats, &rules).expect("three starts");
    let mut game = Match::prepared(level, rules, 1, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
    });
    game.use_one_thread();
    winner(&mut game, 20);
    let sides = sides(&mut game);
    let (own, ally, enemy) = (sides.get(0).expect("0"), sides.get(1).expect("1"), sides.get(2).expect("2"));
    assert!(ally.beaten.is_none() || enemy.score.razed > 0, "nobody but the enemy could have beaten the ally");
    assert!(own.score.killed > 0, "it fights the enemy");
}
