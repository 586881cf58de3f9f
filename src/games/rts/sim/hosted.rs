//! The game as a server of matches knows it: what a description says, and the referee of a match.

use super::description::{BEHAVIOUR, described, header, read_state, rules_of};
use super::record::snapshot::Snapshot;
use super::referee::Referee;
use super::sides::Control;
use crate::games::rts::wire::WireOrder;
use crate::net::difference::{Difference, Differences, MAX_NAMED};
use crate::online::talk::Occupant;
use crate::serve::hall::game::{Hosted, Opened, Opening, Plan, PlannedSeat, Taken, in_real_time};
use crate::serve::hall::referee::{self, OpenReferee};
use crate::shell::recording::RecordTo;

/// The matches of the game on a server.
pub struct HostedSkirmish;

impl Hosted for HostedSkirmish {
    fn name(&self) -> &'static str {
        "rts"
    }

    fn version(&self) -> u32 {
        BEHAVIOUR
    }

    fn plan(&self, description: &[u8]) -> Result<Plan, String> {
        let (setup, _) = described(description)?;
        let players = setup.skirmish.iter().flat_map(|skirmish| &skirmish.players);
        // A side without anybody there would stand in the way of all others: a program plays it.
        let seats = players.map(|player| PlannedSeat {
            team: player.team,
            program: true,
            is_programs: player.control == Control::Bot,
            closed: false,
        });
        Ok(Plan { title: setup.level.name.clone(), seats: seats.collect() })
    }

    fn settle(&self, description: &[u8], seats: &[Taken]) -> Result<Vec<u8>, String> {
        let mut header = header(description)?;
        let players = header.skirmish.iter_mut().flat_map(|skirmish| &mut skirmish.players);
        for (player, seat) in players.zip(seats) {
            player.control = if seat.by == Occupant::Person { Control::Human } else { Control::Bot };
        }
        serde_json::to_vec(&header).map_err(|error| error.to_string())
    }

    fn open(&self, opening: Opening) -> Result<Opened, String> {
        let description = opening.description.clone();
        let rules = rules_of(&description)?;
        let open: OpenReferee<WireOrder> = Box::new(move |state| {
            let referee = Referee::new(&description, state, RecordTo::Nowhere)?;
            Ok(Box::new(referee) as Box<dyn referee::Referee<WireOrder>>)
        });
        in_real_time(opening, BEHAVIOUR, rules, Some(open))
    }

    fn difference(&self, description: &[u8], here: &[u8], there: &[u8]) -> Result<Differences, String> {
        let (setup, rules) = described(description)?;
        let read = |state| read_state(state, &setup, &rules);
        Ok(differences(&read(here)?, &read(there)?))
    }
}

/// Units and buildings are named by their numbers.
fn differences(here: &Snapshot, there: &Snapshot) -> Differences {
    let all: Vec<Difference> = here
        .differences(there)
        .map(|one| Difference {
            path: format!("{}.{}", one.entity, one.field),
            here: Some(one.values.0),
            there: Some(one.values.1),
        })
        .collect();
    Differences { all: all.len(), named: all.into_iter().take(MAX_NAMED).collect() }
}
