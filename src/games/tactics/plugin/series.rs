//! Many battles in the background: the same battles as those of `gridmarch sim tactics`.

use crate::arena::Clock;
use crate::base::Budget;
use crate::games::tactics::rules::Ending;
use crate::games::tactics::simulation::{Recording, Round, Side, SideSummary, Simulation, Summary};
use crate::table::series::{self, Contest, Standing, Standings};
use std::path::Path;

/// What is asked of the series of Tactics.
pub type SeriesOrder = series::SeriesOrder<Simulation>;

/// The series of Tactics that is played, or was played last.
pub type Series = series::Series<Simulation>;

/// The ways in which a side can win.
pub const VICTORIES: [Ending; 5] =
    [Ending::Eliminated, Ending::Hill, Ending::Flag, Ending::Arrived, Ending::LeaderLost];

/// What is known after some battles.
#[derive(Debug, Clone)]
pub struct Tally {
    summary: Summary,
    sides: [Side; 2],
    /// By side: how often it won in each of [`VICTORIES`].
    victories: [[u32; VICTORIES.len()]; 2],
    /// The battles as lines of JSON, in the form of `gridmarch sim tactics --out`.
    recordings: String,
}

impl Contest for Simulation {
    type Round = Round;
    type Summary = Tally;

    const NAME: &'static str = "tactics";

    fn cycle(&self) -> u32 {
        2
    }

    fn summary(&self) -> Tally {
        Tally {
            summary: Summary::new(&self.sides),
            sides: self.sides.clone(),
            victories: Default::default(),
            recordings: String::new(),
        }
    }

    fn play(&self, number: usize, clock: &Clock, limit: &Budget) -> Option<Round> {
        self.play_within(number, clock, limit).ok().flatten()
    }

    fn add(&self, tally: &mut Tally, round: &Round) {
        tally.summary.add(round);
        let way = VICTORIES.iter().position(|ending| round.end.is_some_and(|end| end.ending == *ending));
        if let (Some(winner), Some(way)) = (round.winner(), way) {
            tally.victories[round.sides[winner.index()]][way] += 1;
        }
        // A battle that was played by the rules has a recording.
        if let Ok(line) = Recording::of(round, &self.sides).and_then(|recording| recording.line()) {
            tally.recordings += &line;
            tally.recordings.push('\n');
        }
    }

    fn standings(tally: &Tally) -> Standings {
        let side = |(side, victories): (&SideSummary, &[u32; VICTORIES.len()])| Standing {
            name: side.standing.name.clone(),
            score: side.standing.score,
            reasons: victories.to_vec(),
            mean_ms: side.standing.times.mean_ms(),
            p99_ms: side.standing.times.percentile_ms(99),
            elo: side.standing.score.elo(),
        };
        let summary = &tally.summary;
        Standings {
            rounds: summary.rounds,
            draws: summary.first.draws,
            mean_length: summary.mean_length(),
            note: note(summary),
            sides: summary.sides.iter().zip(&tally.victories).map(side).collect(),
        }
    }

    fn write_log(tally: &Tally, path: &Path) -> Result<(), String> {
        let write = |path: &Path, text: &str| {
            crate::files::write_whole(path, text)
                .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
        };
        write(&path.with_extension("jsonl"), &tally.recordings)?;
        write(path, &tally.log())
    }
}

impl Tally {
    /// The text of the log: the table of the command line.
    fn log(&self) -> String {
        let [first, second] = &self.sides;
        format!("{} against {}\nbattles: {}\n\n{}", first.name, second.name, self.summary.rounds, self.summary.table())
    }
}

/// How draws came about, and how who moves first did.
fn note(summary: &Summary) -> String {
    if summary.rounds == 0 {
        return String::new();
    }
    let is_draw = |name: &str| VICTORIES.iter().all(|ending| ending.name() != name);
    let draws: Vec<String> = summary
        .reasons
        .iter()
        .filter(|(name, _)| is_draw(name))
        .map(|(name, count)| format!("{count} by {}", if *name == "limit" { "length" } else { name }))
        .collect();
    let first = format!("Who moves first scores {:.1} %.", 100.0 * summary.first.share());
    if draws.is_empty() { first } else { format!("Drawn: {}. {first}", draws.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tactics::Mode;
    use crate::games::tactics::file::TacticsLevel;
    use crate::games::tactics::rules::Rules;
    use crate::games::tactics::setup::Setup;
    use crate::games::tactics::simulation::Leash;
    use std::sync::Arc;
    use std::time::Duration;

    fn simulation() -> Simulation {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/tactics/open-field.ron"));
        let level = TacticsLevel::parse(text, "open-field.ron").expect("a level");
        Simulation {
            sides: ["engine:2,nodes=200", "random"].map(|name| name.parse().expect("a side")),
            setup: Setup::soldiers(level, Rules { points: 3, ..Rules::of(Mode::Hill) }, [2, 2]),
            opening: 1,
            limit: 60,
            leash: Leash::default(),
            seed: 1,
        }
    }

    #[test]
    fn every_win_is_counted_in_one_way_for_the_side_that_has_it() {
        let simulation = simulation();
        let mut tally = simulation.summary();
        assert_eq!(Simulation::standings(&tally).note, "");
        let clock: Clock = Arc::new(|| Duration::ZERO);
        for number in 0..6 {
            let round = Contest::play(&simulation, number, &clock, &Budget::unlimited()).expect("a battle");
            simulation.add(&mut tally, &round);
        }
        let standings = Simulation::standings(&tally);
        assert_eq!(standings.rounds, 6);
        for side in &standings.sides {
            assert_eq!(side.reasons.iter().sum::<u32>(), side.score.wins, "{}", side.name);
        }
        assert!(standings.sides[0].score.wins > standings.sides[1].score.wins);
        assert!(standings.note.contains("Who moves first scores "), "{}", standings.note);
    }

    #[test]
    fn a_battle_that_is_given_up_is_no_battle() {
        let clock: Clock = Arc::new(|| Duration::ZERO);
        assert!(Contest::play(&simulation(), 0, &clock, &Budget::nodes(0)).is_none());
    }

    #[test]
    fn the_log_has_the_table_and_every_battle_can_be_played_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let (simulation, path) = (simulation(), folder.path().join("tactics.log"));
        let mut tally = simulation.summary();
        let clock: Clock = Arc::new(|| Duration::ZERO);
        let round = Contest::play(&simulation, 0, &clock, &Budget::unlimited()).expect("a battle");
        simulation.add(&mut tally, &round);
        Simulation::write_log(&tally, &path).expect("written");
        let log = std::fs::read_to_string(&path).expect("the log");
        assert!(log.starts_with("engine:2,nodes=200 against random\nbattles: 1\n"), "{log}");
        let lines = std::fs::read_to_string(path.with_extension("jsonl")).expect("the battles");
        assert_eq!(lines.lines().count(), 1);
        Recording::parse(&lines).expect("a recording").replay().expect("it plays");
        let nowhere = Simulation::write_log(&tally, &folder.path().join("no/such.log")).expect_err("no folder");
        assert!(nowhere.contains("such.jsonl: cannot be written"), "{nowhere}");
    }
}
