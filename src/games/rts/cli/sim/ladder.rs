//! Ladders of skirmishes, one side against one, or teams of equal sides.

use super::RtsSide;
use super::fixtures::{Fixtures, Teams, levels};
use super::guests::Guests;
use super::report::Figures;
use super::series::{Round, Series};
use crate::cli::CliError;
use crate::cli::sim::ladder::{LadderArgs, LadderGame, Play};
use crate::games::rts::bot::{Program, Style};
use crate::games::rts::cli::outside::{Guest, Leash};
use crate::games::rts::rules::Rules;
use serde_json::{Map, Value, json};

pub(in crate::games::rts::cli) const LADDER: LadderGame = LadderGame { players, open, report };

/// The level at which styles are compared.
const STYLED: u8 = 4;

fn players(word: &str) -> Result<Vec<String>, String> {
    match word {
        "levels" => Ok((1..=5).map(|level| Program::level(level).to_string()).collect()),
        "styles" => Ok(Style::ALL.iter().map(|style| format!("bot:{STYLED},style={}", style.name())).collect()),
        _ => word.parse::<RtsSide>().map(|side| vec![side.spec]),
    }
}

/// The matches of each with each.
struct Table {
    series: Vec<((usize, usize), Series)>,
}

fn open(args: &LadderArgs, players: &[String]) -> Result<Box<dyn Play>, CliError> {
    let rules = Rules::built_in();
    let team = usize::from(args.team);
    let levels = levels(&args.levels, 2 * team, &rules)?;
    let sides = players.iter().map(|player| player.parse()).collect::<Result<Vec<RtsSide>, _>>();
    let sides = sides.map_err(|problem| CliError::Usage(format!("--of: {problem}")))?;
    if sides.iter().any(|side| side.guest == Some(Guest::Stdio)) {
        return Err(CliError::Usage("--of: stdio is no player of a ladder, expected exec:COMMAND".into()));
    }
    let mut series = Vec::new();
    for (a, b) in (0..sides.len()).flat_map(|a| (a + 1..sides.len()).map(move |b| (a, b))) {
        let both: Vec<RtsSide> = [a, b].iter().flat_map(|one| vec![sides[*one].clone(); team]).collect();
        let fixtures = Fixtures::new(&both, Some(&Teams(vec![team; 2])), levels.clone(), args.seed, &rules)?;
        let (rules, minutes, guests) = (rules.clone(), args.minutes, Guests::new(&both, Leash::default())?);
        series.push(((a, b), Series { rules, fixtures, guests, minutes, fog: true, trace: false, replays: None }));
    }
    Ok(Box::new(Table { series }))
}

impl Play for Table {
    fn play(&self, a: usize, b: usize, round: usize) -> Value {
        let series = self.series.iter().find(|(pair, _)| *pair == (a, b));
        series.map_or(Value::Null, |(_, series)| json!(series.play(round)))
    }
}

fn report(records: &[Value]) -> (String, Map<String, Value>) {
    let rounds: Vec<Round> = records.iter().filter_map(|record| serde_json::from_value(record.clone()).ok()).collect();
    let figures = Figures::of(&rounds);
    let keys = [
        ("shares", figures.shares()),
        ("stalls", json!(figures.stalls)),
        ("idle_stock", json!(figures.idle_stock())),
        ("late", json!(figures.late)),
        ("without_winner", json!(figures.without_winner)),
    ];
    (figures.text(), keys.into_iter().map(|(key, value)| (key.into(), value)).collect())
}
