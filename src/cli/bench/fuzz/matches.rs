//! Small matches of every game, recorded and saved as the window does it.

use crate::arena::Clock;
use crate::arena::Contest as _;
use crate::base::{Cell, Grid};
use crate::games::rts::level::{Level, MineSpawn, UnitSpawn};
use crate::games::rts::rules::{FactionId, KindId, Rules};
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::record::saves::{SaveRequest, Saving};
use crate::games::rts::sim::skirmish::{Control, Seat, SkirmishSetup};
use crate::games::rts::sim::{HostOrder, MatchSetup, Order as RtsOrder};
use crate::games::tactics::Position;
use crate::games::tactics::file::TacticsLevel;
use crate::games::tactics::protocol::question;
use crate::games::tactics::setup::Setup;
use crate::games::tactics::simulation as tactics;
use crate::games::tron::contest::parse_map;
use crate::games::tron::position::{Options, Order, Position as TronPosition};
use crate::games::tron::replay::{Header, RoundRecord, TronReplay};
use crate::games::tron::simulation as tron;
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use crate::shell::recording::RecordTo;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A small map with a wood, a lake, two starts and a mine at each.
pub(super) fn small_level(rules: &Rules) -> Level {
    let mut terrain = Grid::filled(44, 28, Terrain::Grass);
    for (x, y) in (19..25).flat_map(|x| (8..20).map(move |y| (x, y))) {
        terrain[Cell::new(x, y)] = if y < 14 { Terrain::Forest } else { Terrain::Deep };
    }
    let mine = |x, y| MineSpawn { at: Cell::new(x, y), gold: 400 };
    let unit =
        |kind: usize, side, x| UnitSpawn { kind: KindId((kind % rules.units.len()) as u8), side, at: Cell::new(x, 25) };
    Level {
        name: "Small".into(),
        units: (0..5)
            .flat_map(|index| [(0, 2), (1, 28)].map(|(side, x)| unit(index, side, x + 2 * index as i16)))
            .collect(),
        mines: vec![mine(2, 15), mine(38, 2)],
        starts: vec![Cell::new(4, 3), Cell::new(34, 14)],
        ..Level::of_ground(terrain)
    }
}

/// Two programs on the small map.
pub(super) fn programs(level: &Level, rules: &Rules) -> Result<SkirmishSetup, String> {
    let factions = rules.factions.len().max(1);
    let seat = |start: usize| Seat {
        faction: FactionId((start % factions) as u8),
        team: start as u8,
        control: Control::Bot,
        start,
        colour: start as u8,
    };
    let seats: Vec<Seat> = (0..level.starts.len()).map(seat).collect();
    let skirmish = SkirmishSetup::on(level, &seats, rules)?;
    skirmish.check(level, rules).map(|()| skirmish)
}

/// Ticks that a recording has, and the one at which it is saved.
const PLAYED: (Tick, Tick) = (230, 30);

/// Records and saves a match of the real-time game; gives both files.
pub(super) fn played(folder: &Path, fog: Option<bool>) -> Result<(String, String), String> {
    let rules = Rules::built_in();
    let level = small_level(&rules);
    let skirmish = match fog {
        Some(fog) => Some(SkirmishSetup { fog, ..programs(&level, &rules)? }),
        None => None,
    };
    let (recording, save) = (folder.join("real.replay"), folder.join("real.save"));
    let mut game = Match::prepared(level, rules, 5, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = skirmish;
        app.insert_resource(RecordTo::File(recording.clone()));
    });
    let units: Vec<UnitId> = (0..20).map(UnitId).collect();
    while game.ticks() < PLAYED.0 {
        if game.ticks() == 10 {
            let to = Cell::new(12, 12);
            game.order(0, RtsOrder::MoveTo { units: units.clone(), to, queue: false, formation: false });
            game.order(1, RtsOrder::Hold { units: units.clone() });
            game.host(HostOrder::Paint { cells: vec![Cell::new(14, 14)], terrain: Terrain::Wall });
        }
        if game.ticks() == PLAYED.1 {
            game.app.world_mut().write_message(SaveRequest(save.clone()));
        }
        game.tick();
    }
    while !game.app.world().resource::<Saving>().is_idle() {
        std::thread::sleep(Duration::from_millis(1));
        game.app.update();
    }
    drop(game);
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    let saved = read(&save)?;
    // The time at which it was saved is the only thing that is not the same each time.
    let (head, tail) = saved.split_once("\"time\":").ok_or("a save without a time")?;
    let tail = tail.trim_start_matches(|digit: char| digit.is_ascii_digit());
    Ok((read(&recording)?, format!("{head}\"time\":1700000000{tail}")))
}

/// A match of Tron of three at random, as the window records it.
pub(super) fn tron_match() -> Result<String, String> {
    let arena = crate::games::tron::generate::RandomArena { seats: 3, width: 14, height: 12, ..Default::default() };
    let arena = arena.generate(3).map_err(|problem| problem.to_string())?;
    let options = Options { boost: true, ..Options::default() };
    let header = Header::new(vec!["random".into(), "human".into(), "engine:3".into(), "off".into()], 3, options);
    let mut position = TronPosition::new(&arena, 3, options);
    let mut record = RoundRecord::new(&arena, &[0, 1, 2]);
    while position.outcome().is_none() {
        let order = |seat: usize| {
            let dir = position.free_moves(seat).next().unwrap_or(position.riders()[seat].heading);
            if position.steps() % 7 == 3 { Order::Boost(dir) } else { Order::Go(dir) }
        };
        let orders: Vec<Order> = (0..3).map(order).collect();
        position.make(&orders);
        record.push(&orders);
    }
    Ok(TronReplay::line(&header) + &TronReplay::line(&record).repeat(2))
}

fn no_clock() -> Clock {
    Arc::new(|| Duration::ZERO)
}

/// The board on which our bots are asked and outside bots answer.
pub(super) const CONTEST: &str =
    "9 8\n         \n 1  ###  \n         \n   #     \n     #   \n         \n  ###  2 \n         \n";

/// A round of a simulation of Tron.
pub(super) fn tron_round() -> Result<String, String> {
    let side = |text: &str| text.parse::<tron::Side>().map_err(|problem| problem.to_string());
    let simulation = tron::Simulation {
        sides: vec![side("random")?, side("wallhugger:4")?],
        board: tron::Board::Fixed(parse_map(CONTEST).map_err(|problem| problem.to_string())?),
        options: Options::default(),
        leash: tron::Leash::default(),
        seed: 2,
    };
    let round = simulation.play(0, &no_clock()).map_err(|problem| problem.to_string())?;
    let line = tron::Recording::of(&round, &simulation.sides).line().map_err(|problem| problem.to_string())?;
    Ok(line + "\n")
}

/// A battle of Tactics at random, and what was asked on the way.
pub(super) fn tactics_battle() -> Result<(String, String), String> {
    let told = |problem: &dyn std::fmt::Display| problem.to_string();
    let side = |text: &str| text.parse::<tactics::Side>().map_err(|problem| problem.to_string());
    let rules = crate::games::tactics::rules::Rules::default();
    let simulation = tactics::Simulation {
        sides: [side("random")?, side("random")?],
        setup: Setup::soldiers(TacticsLevel::built_in(), rules, [3, 2]),
        opening: 0,
        limit: 60,
        leash: tactics::Leash::default(),
        seed: 4,
    };
    let round = simulation.play(0, &no_clock()).map_err(|problem| told(&problem))?;
    let recording = tactics::Recording::of(&round, &simulation.sides).map_err(|problem| told(&problem))?;
    let mut position: Position = round.setup.begin().map_err(|problem| told(&problem))?;
    let mut asked = String::new();
    for action in round.turns.iter().take(3).flatten() {
        asked += &question(&position);
        position.make(*action);
        position.settle();
    }
    Ok((recording.line().map_err(|problem| told(&problem))? + "\n", asked))
}
