//! The game as a server of matches knows it: what a description says, and how a match is opened.

use super::description::{BEHAVIOUR, described, description, read_state, rules_hash};
use super::referee::{Referee, stand_in};
use super::setup::{Hand, Mode, OURS, Seat, Setup};
use super::wire::WireOrder;
use crate::net::difference::{Differences, compare};
use crate::online::talk::Occupant;
use crate::serve::hall::game::{Hosted, Opened, Opening, Plan, PlannedSeat, Taken, in_real_time};
use crate::serve::hall::referee::{self, OpenReferee};
use crate::serve::office::Preset;

/// The matches of the game on a server.
pub struct HostedTanks;

impl Hosted for HostedTanks {
    fn name(&self) -> &'static str {
        "tanks"
    }

    fn version(&self) -> u32 {
        BEHAVIOUR
    }

    fn plan(&self, description: &[u8]) -> Result<Plan, String> {
        let (setup, stage) = described(description)?;
        let seats = setup.seats.iter().enumerate().map(|(number, seat)| PlannedSeat {
            team: setup.side(number),
            program: true,
            is_programs: matches!(seat.hand, Hand::Bot(_)),
            closed: seat.hand == Hand::Off,
        });
        Ok(Plan { title: format!("{}: {}", setup.mode.name(), stage.name), seats: seats.collect() })
    }

    fn settle(&self, given: &[u8], seats: &[Taken]) -> Result<Vec<u8>, String> {
        let (mut setup, stage) = described(given)?;
        let stand_in = stand_in(&setup);
        for (seat, taken) in setup.seats.iter_mut().zip(seats) {
            seat.hand = match (taken.by, seat.hand) {
                (Occupant::Person, _) => Hand::Human,
                (Occupant::Closed, _) => Hand::Off,
                (_, Hand::Bot(level)) => Hand::Bot(level),
                _ => stand_in,
            };
        }
        if setup.seed == 0 {
            let random = crate::serve::secret::random().map_err(|error| error.to_string())?;
            setup.seed = u64::from_le_bytes(random);
        }
        setup.fits(&stage).map_err(|problem| problem.to_string())?;
        Ok(description(&setup, &stage))
    }

    fn open(&self, opening: Opening) -> Result<Opened, String> {
        let description = opening.description.clone();
        described(&description)?;
        let open: OpenReferee<WireOrder> = Box::new(move |state| {
            Ok(Box::new(Referee::new(&description, state)?) as Box<dyn referee::Referee<WireOrder>>)
        });
        in_real_time(opening, BEHAVIOUR, rules_hash(), Some(open))
    }

    fn difference(&self, description: &[u8], here: &[u8], there: &[u8]) -> Result<Differences, String> {
        let read = |state| read_state(state, description).map(|kept| kept.played);
        let (here, there) = (read(here)?, read(there)?);
        let parts = |played: &super::played::Played| (played.world().clone(), played.programs().clone());
        compare(&parts(&here), &parts(&there)).map_err(|error| error.to_string())
    }
}

/// Set-ups from which one chooses where the game is not at hand.
pub(crate) fn presets() -> Vec<Preset> {
    let stages = super::plugin::Stages::default();
    let all = [
        ("two-together", "Two together against the waves", Mode::Campaign, 2),
        ("four-together", "Four together against the waves", Mode::Campaign, 4),
        ("duel", "One against one", Mode::LastTank, 2),
        ("two-bases", "Two bases, two against two", Mode::TwoBases, 4),
        ("flags", "Capture the flag, two against two", Mode::CaptureFlag, 4),
        ("all", "Everybody against everybody", Mode::FreeForAll, 4),
    ];
    let preset = |(name, title, mode, seats): (&str, &str, Mode, u8)| {
        let side = |seat| if mode.has_waves() { OURS } else { seat % 2 };
        let seats = (0..seats).map(|seat| Seat::new(Hand::Human, side(seat))).collect();
        let setup = Setup { mode, seats, seed: 0, ..Setup::default() };
        let stage = stages.all().find(|stage| setup.fits(stage).is_ok())?;
        // Text in JSON is text.
        let setup = String::from_utf8(description(&setup, stage)).unwrap_or_default();
        Some(Preset { name: name.into(), title: title.into(), setup })
    };
    all.into_iter().filter_map(preset).collect()
}
