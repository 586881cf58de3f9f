//! What the real-time game gives to `bench fuzz`: its files, their doors, and small matches behind and before these.

mod lines;

use super::jams::run::give;
use super::replay::open;
use crate::base::{Cell, Grid};
use crate::cli::bench::fuzz::inputs::{self, Form, Part, Real, closed, opened, shipped, whole};
use crate::cli::bench::fuzz::{Answer, Fuzz, Keeper, Kind, Step, said};
use crate::games::rts::level::jam::Jam;
use crate::games::rts::level::{Level, MineSpawn, UnitSpawn, check};
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::signals::{Audience, SignalKind};
use crate::games::rts::sim::headless::Match;
use crate::games::rts::sim::record::replay::Replay;
use crate::games::rts::sim::record::saves::{EXTENSION, SaveBody, SaveHeader, SaveRequest, SavedMatch, Saving};
use crate::games::rts::sim::record::seeking::seek_now;
use crate::games::rts::sim::record::snapshot::Snapshot;
use crate::games::rts::sim::skirmish::SkirmishSetup;
use crate::games::rts::sim::{HostOrder, MatchSetup, Order};
use crate::nav::step::{Tick, UnitId};
use crate::nav::terrain::Terrain;
use crate::shell::folders::root_folder;
use crate::shell::recording::RecordTo;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

pub(super) const FUZZ: Fuzz = Fuzz {
    forms: &[REPLAY, SAVE, LEVEL, MAP, JAM, RULES, lines::LOOKS, lines::ANSWERS],
    real,
    keeper: Some(Keeper {
        begin: write_for_ever,
        file: KEPT,
        read: &[
            (EXTENSION, |path| SavedMatch::load(path).map(drop).map_err(said)),
            // The header is on the disk at once, so only a file that was just opened is empty.
            ("replay", |path| match path.metadata() {
                Ok(about) if about.len() == 0 => Ok(()),
                _ => Replay::load(path).map(drop).map_err(said),
            }),
        ],
    }),
};

const REPLAY: Form = Form { name: "replay", extension: "replay", parts: replay_parts, enter: replay };
const SAVE: Form = Form { name: "save", extension: EXTENSION, parts: save_parts, enter: save };
const LEVEL: Form = Form { name: "level", extension: "ron", parts: whole, enter: level };
/// A MovingAI map.
const MAP: Form = Form { name: "map", extension: "map", parts: whole, enter: level };
/// A scenario of the movement suite.
const JAM: Form = Form { name: "jam", extension: "ron", parts: whole, enter: jam };
const RULES: Form = Form { name: "rules", extension: "ron", parts: whole, enter: rules };

/// Ticks that are played behind the door.
const TICKS: Tick = 200;

fn replay_parts(text: &str) -> Vec<Part> {
    text.lines().map(|text| snapshot(text).unwrap_or_else(|| Part::line(text))).collect()
}

fn save_parts(text: &str) -> Vec<Part> {
    let Some((first, body)) = text.split_once('\n') else { return inputs::lines(text) };
    let body = match opened::<SaveBody>(body) {
        Some(text) => Part { around: [String::new(), "\n".into()], text, close: Some(closed::<SaveBody>) },
        None => Part::line(body),
    };
    vec![Part::line(first), body]
}

/// The part of a line of a recording that has a snapshot.
fn snapshot(line: &str) -> Option<Part> {
    let before = line.find("\"state\":\"")? + 9;
    let end = before + line[before..].find('"')?;
    let text = opened::<Snapshot>(&line[before..end])?;
    let around = [line[..before].into(), format!("{}\n", &line[end..])];
    Some(Part { around, text, close: Some(closed::<Snapshot>) })
}

/// The map as a MovingAI file.
const MOVING_AI: &str = "type octile\nheight 4\nwidth 9\nmap\n...TT....\n..@@@.WW.\n.....S...\n.........\n";

/// Real files of a kind of input, recorded and saved by small matches in `folder` or taken from the shipped levels.
///
/// # Errors
/// A sentence: a match could not be played, or a file not be read.
pub fn real(kind: Kind, folder: &Path) -> Result<Vec<Real>, String> {
    let of = |form: &'static Form, texts: Vec<String>| texts.into_iter().map(move |text| Real::of(form, &text));
    let matches = || [Some(true), Some(false), None].into_iter().map(|fog| played(folder, fog));
    Ok(match kind {
        Kind::Replay => matches().map(|files| Ok(Real::of(&REPLAY, &files?.0))).collect::<Result<_, String>>()?,
        Kind::Save => matches().map(|files| Ok(Real::of(&SAVE, &files?.1))).collect::<Result<_, String>>()?,
        Kind::Level => {
            let rules = Rules::built_in();
            let levels = of(&LEVEL, vec![small_level(&rules).to_ron(&rules)]).chain(of(&LEVEL, shipped("rts", 4500)?));
            levels.chain(of(&MAP, vec![MOVING_AI.into()])).chain(of(&JAM, shipped("jams", 1300)?)).collect()
        }
        Kind::Rules => {
            let path = root_folder().join("assets/rules/rts.ron");
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            // The short form has all fields and no comments.
            of(&RULES, vec![text, Rules::built_in().to_ron()]).collect()
        }
        Kind::Bot => lines::real()?,
        Kind::Kill => Vec::new(),
    })
}

/// The save that is written over and over again.
const KEPT: &str = "mine.save";
/// Ticks from one save to the next.
const EVERY: Tick = 5;

fn write_for_ever(folder: &Path) -> Result<Step, String> {
    let rules = Rules::built_in();
    let level = small_level(&rules);
    let skirmish = programs(&level, &rules)?;
    let mut game = Match::prepared(level, rules, 7, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = Some(skirmish);
        app.insert_resource(RecordTo::Folder(folder.to_path_buf()));
    });
    let path = folder.join(KEPT);
    Ok(Box::new(move || {
        if game.app.world().resource::<Saving>().is_idle() {
            game.app.world_mut().write_message(SaveRequest(path.clone()));
        }
        game.run(EVERY);
        Ok(())
    }))
}

/// A recording, as the list, the command line and the window read it: from its beginning, and from somewhere inside.
fn replay(path: &Path) -> Answer {
    Replay::glance(path).map_err(said)?;
    let replay = Replay::load(path).map_err(said)?;
    let (first, end) = (replay.header.first(), replay.ticks());
    let mut game = open(replay, &path.display().to_string()).map_err(said)?;
    game.use_one_thread();
    game.run(TICKS.min(end - first));
    // A leap back is a restored state; then on from there.
    seek_now(game.app.world_mut(), first.saturating_add(TICKS / 4))?;
    game.run(5);
    Ok(())
}

fn save(path: &Path) -> Answer {
    SaveHeader::load(path).map_err(said)?;
    let saved = SavedMatch::load(path).map_err(said)?;
    let (level, rules) = (Level::clone(&saved.setup.level), Rules::clone(&saved.rules.0));
    let (seed, at) = (saved.setup.seed, saved.snapshot.tick);
    let mut game = Match::prepared(level, rules, seed, |app| saved.enter(app.world_mut()));
    if game.ticks() != at {
        return Err(format!("{}: the match begins anew at tick {} and not at {at}", path.display(), game.ticks()));
    }
    game.use_one_thread();
    game.run(TICKS);
    Ok(())
}

/// Two programs if there are places for them, otherwise everybody walks to the other end.
fn play(level: Level, rules: Rules) -> Answer {
    let skirmish = if level.starts.len() >= 2 { Some(programs(&level, &rules)?) } else { None };
    let (sides, count) = (level.sides(), level.units.len().min(1000) as u32);
    let far = Cell::new(level.terrain.width() as i16 - 1, level.terrain.height() as i16 - 1);
    let is_peace = skirmish.is_none();
    let mut game = Match::prepared(level, rules, 1, |app| {
        app.world_mut().resource_mut::<MatchSetup>().skirmish = skirmish;
    });
    game.use_one_thread();
    for side in (0..sides).filter(|_| is_peace) {
        let units = (0..count).map(UnitId).collect();
        game.order(side, Order::MoveTo { units, to: far, queue: false, formation: side % 2 == 1 });
    }
    game.run(TICKS);
    Ok(())
}

fn level(path: &Path) -> Answer {
    let rules = Rules::built_in();
    play(Level::load(path, &rules).map_err(said)?, rules)
}

fn rules(path: &Path) -> Answer {
    let rules = Rules::load(path).map_err(said)?;
    let level = small_level(&rules);
    // The small map may not be one under these rules, as a level file would be told.
    check(&level, &rules).map_err(said)?;
    play(level, rules)
}

fn jam(path: &Path) -> Answer {
    let rules = Rules::built_in();
    let start = Jam::load(path, &rules).map_err(said)?.start(0);
    let mut game = Match::new(start.level, rules, 1);
    game.use_one_thread();
    let mut orders = start.orders.into_iter().peekable();
    for tick in 0..TICKS {
        while let Some(order) = orders.next_if(|order| order.tick <= tick) {
            give(&mut game, order, &mut BTreeMap::new());
        }
        game.tick();
    }
    Ok(())
}

/// A small map with a wood, a lake, two starts and a mine at each.
fn small_level(rules: &Rules) -> Level {
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

/// A program at every start of the level.
fn programs(level: &Level, rules: &Rules) -> Result<SkirmishSetup, String> {
    let skirmish = super::programs(level, rules)?;
    skirmish.check(level, rules).map(|()| skirmish)
}

/// Ticks that a recording has, and the one at which it is saved.
const PLAYED: (Tick, Tick) = (230, 30);

/// Records and saves a match of the real-time game; gives both files.
fn played(folder: &Path, fog: Option<bool>) -> Result<(String, String), String> {
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
            game.order(0, Order::MoveTo { units: units.clone(), to, queue: false, formation: false });
            game.order(1, Order::Hold { units: units.clone() });
            game.order(0, Order::Say { to: Audience::All, text: "Have fun!".into() });
            game.order(1, Order::Signal { kind: SignalKind::Help, at: to });
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
