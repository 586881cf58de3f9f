//! The game as a server of matches knows it: what a description says, and how a match is opened.

use super::description::{BoardText, Description, NAME, PERSON, VERSION};
use super::position::Options;
use super::rounds::{Rounds, STAND_IN};
use crate::net::difference::Differences;
use crate::online::talk::Occupant;
use crate::serve::hall::at_track::in_steps;
use crate::serve::hall::game::{Hosted, Opened, Opening, Plan, PlannedSeat, Taken};
use crate::serve::office::Preset;

/// The matches of the game on a server.
pub struct HostedTron;

fn read(description: &[u8]) -> Result<Description, String> {
    Description::read(description).map_err(|problem| problem.to_string())
}

impl Hosted for HostedTron {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn plan(&self, description: &[u8]) -> Result<Plan, String> {
        let described = read(description)?;
        let seats = (0..).zip(&described.seats).map(|(team, name)| PlannedSeat {
            team,
            program: true,
            is_programs: name != PERSON,
            closed: false,
        });
        Ok(Plan { title: described.title(), seats: seats.collect() })
    }

    fn settle(&self, description: &[u8], seats: &[Taken]) -> Result<Vec<u8>, String> {
        let mut described = read(description)?;
        for (name, taken) in described.seats.iter_mut().zip(seats) {
            match (taken.by, &**name) {
                (Occupant::Person, _) => *name = PERSON.into(),
                (_, PERSON) => *name = STAND_IN.to_string(),
                _ => {}
            }
        }
        if described.seed == 0 {
            let random = crate::serve::secret::random().map_err(|error| error.to_string())?;
            described.seed = u64::from_le_bytes(random);
        }
        Ok(described.bytes())
    }

    fn open(&self, opening: Opening) -> Result<Opened, String> {
        let rounds = Rounds::new(read(&opening.description)?).map_err(|problem| problem.to_string())?;
        in_steps(opening, VERSION, rounds)
    }

    fn difference(&self, _description: &[u8], _here: &[u8], _there: &[u8]) -> Result<Differences, String> {
        Err("clients of this game send no snapshots in".into())
    }
}

/// Set-ups from which one chooses where the game is not at hand.
pub(crate) fn presets() -> Vec<Preset> {
    let classic = Options::default();
    let all = [
        ("duel", "A duel, best of five", 2, (30, 20), 100, classic),
        ("fast", "A fast duel, best of five", 2, (30, 20), 67, classic),
        (
            "boost",
            "A duel with boosts and open edges",
            2,
            (40, 30),
            100,
            Options { wrap: true, boost: true, ..classic },
        ),
        ("four", "Four riders on a large board", 4, (60, 40), 100, Options { vanish: true, ..classic }),
    ];
    let preset = |(name, title, seats, (width, height), step_ms, options): (&str, &str, usize, (u16, u16), u64, _)| {
        let board = BoardText::Random { width, height, obstacles: 5 };
        let described = Description::new(vec![PERSON.into(); seats], board, step_ms, 5, options, 0);
        // Text in JSON is text.
        let setup = String::from_utf8(described.bytes()).unwrap_or_default();
        Preset { name: name.into(), title: title.into(), setup }
    };
    all.map(preset).into()
}
