//! Ladders of Tanks: side against side, teams of equal tanks, for each other's bases.

use crate::arena::{Contest as _, thinking_clock};
use crate::cli::CliError;
use crate::cli::sim::ladder::{LadderArgs, LadderGame, Play};
use crate::games::tanks::setup::{Level, Mode};
use crate::games::tanks::sim::{Kind, Side, Simulation, stages, turns};
use crate::shell::folders::root_folder;
use serde_json::{Map, Value, json};

pub(super) const LADDER: LadderGame = LadderGame { players, open, report };

fn players(word: &str) -> Result<Vec<String>, String> {
    match word {
        "levels" => Ok(Level::ALL.map(|level| Kind::Bot(level).to_string()).into()),
        _ => word.parse::<Side>().map(|side| vec![side.name]).map_err(|problem| problem.to_string()),
    }
}

/// The matches of each with each.
struct Table {
    pairs: Vec<((usize, usize), Simulation)>,
}

fn open(args: &LadderArgs, players: &[String]) -> Result<Box<dyn Play>, CliError> {
    let sides: Vec<Side> = players.iter().map(|player| player.parse()).collect::<Result<_, _>>()?;
    let mut pairs = Vec::new();
    for (a, b) in (0..sides.len()).flat_map(|a| (a + 1..sides.len()).map(move |b| (a, b))) {
        let both = vec![sides[a].clone(), sides[b].clone()];
        let mut simulation = Simulation {
            team: usize::from(args.team),
            mode: Mode::TwoBases,
            most: turns(args.minutes),
            ..Simulation::campaign(both, Vec::new(), Vec::new(), args.seed)
        };
        simulation.stages = match &args.levels[..] {
            [] => simulation.fitting(stages::of_folder(&root_folder().join("levels/tanks")).map_err(CliError::Other)?),
            files => stages::of_files(files).map_err(CliError::Other)?,
        };
        simulation.check().map_err(CliError::Other)?;
        pairs.push(((a, b), simulation));
    }
    Ok(Box::new(Table { pairs }))
}

impl Play for Table {
    fn play(&self, a: usize, b: usize, round: usize) -> Value {
        let found = self.pairs.iter().find(|(pair, _)| *pair == (a, b));
        let Some((_, simulation)) = found else { return Value::Null };
        match simulation.play(round, &thinking_clock()) {
            Ok(round) => json!({
                "winner": round.winner, "ticks": round.ticks, "end": round.end.name(), "stage": round.pitch.stage.name,
                "fingerprint": format!("{:016x}", round.print),
            }),
            Err(problem) => json!({ "winner": null, "problem": problem }),
        }
    }
}

fn report(records: &[Value]) -> (String, Map<String, Value>) {
    let without = records.iter().filter(|record| record["winner"].is_null()).count();
    let text = format!("without a winner: {without} of {}\n", records.len());
    (text, Map::from_iter([("without_winner".into(), json!(without))]))
}
