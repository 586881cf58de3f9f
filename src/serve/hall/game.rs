//! What a game tells the hall so that its matches can be kept. A game implements [`Hosted`]; one that is played in real time
//! makes its matches by [`in_real_time`].

use super::authority::Authority;
use super::referee::{self, OpenReferee};
use super::shelf::Shelf;
use crate::net::RoomOrder;
use crate::net::difference::Differences;
use crate::net::log::{self, Key};
use crate::net::room::{Room, SeatSetup, Settings, Standing};
use crate::online::talk::Occupant;

/// A game whose matches the hall can keep.
pub trait Hosted: Send + Sync {
    /// The name of the game in files and addresses, for ever the same.
    fn name(&self) -> &'static str;

    /// The version of how its matches go. To a program of another version the log of a match is a log of something else.
    fn version(&self) -> u32;

    /// What the description of a match that was sent in says, checked as if a stranger had sent it.
    ///
    /// # Errors
    /// A sentence for the host.
    fn plan(&self, description: &[u8]) -> Result<Plan, String>;

    /// The description as it is played, once it is known who sits where.
    ///
    /// # Errors
    /// A sentence for the host: with these seats it cannot be played.
    fn settle(&self, description: &[u8], seats: &[Taken]) -> Result<Vec<u8>, String>;

    /// Opens a match, or opens one again that was interrupted. May take its time.
    ///
    /// # Errors
    /// A sentence for the host.
    fn open(&self, opening: Opening) -> Result<Opened, String>;

    /// The lines in which two snapshots of a match differ that machines have sent in ([`crate::net::difference::compare`]).
    ///
    /// # Errors
    /// A sentence: one of them is no snapshot.
    fn difference(&self, description: &[u8], here: &[u8], there: &[u8]) -> Result<Differences, String>;
}

/// What a description says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// For lists.
    pub title: String,
    /// At most 64.
    pub seats: Vec<PlannedSeat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlannedSeat {
    pub team: u8,
    /// Whether a program can play it.
    pub program: bool,
    /// Whether one does unless the host says otherwise.
    pub is_programs: bool,
    /// Whether the match can be played without anybody there: then the seat is closed unless the host says otherwise.
    pub closed: bool,
}

/// A seat when a match begins: [`Occupant::Person`], `Program` or `Closed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taken {
    pub by: Occupant,
    pub name: String,
    pub team: u8,
}

/// A match that is to be opened.
#[derive(Debug)]
pub struct Opening {
    /// As [`Hosted::settle`] has made it.
    pub description: Vec<u8>,
    pub seats: Vec<SeatSetup>,
    pub key: Key,
    /// Where clients find it.
    pub url: String,
    pub rated: bool,
    /// Milliseconds that spectators are behind.
    pub spectator_delay: u64,
    /// The bytes of its log, if it was played before, and what was kept beside it.
    pub log: Option<Vec<u8>>,
    pub standing: Option<Standing>,
    /// Where its snapshots are.
    pub shelf: Shelf,
    /// Whether the machine can bear a referee.
    pub referee: bool,
    /// Milliseconds of the hall's clock.
    pub now: u64,
}

/// A match that is open.
pub struct Opened {
    pub authority: Box<dyn Authority>,
    pub referee: Option<referee::Handle>,
    /// How many bytes of the log are whole.
    pub used: usize,
}

/// Opens a match in real time of a game with the orders `O`: `sim` and `rules` are the version of its behaviour and the hash of
/// its rules, `referee` makes a simulation beside it. Without one, hashes are compared among the clients.
///
/// # Errors
/// A sentence: the log is none, or is the log of another match.
pub fn in_real_time<O: RoomOrder + Send + 'static>(
    opening: Opening,
    sim: u32,
    rules: u64,
    referee: Option<OpenReferee<O>>,
) -> Result<Opened, String> {
    let mut settings = Settings::new(opening.seats, sim, rules, opening.url);
    (settings.rated, settings.spectator_delay) = (opening.rated, opening.spectator_delay);
    let played = opening.log.as_deref().map(|bytes| log::parse::<O>(bytes, opening.key)).transpose();
    let played = played.map_err(|error| error.to_string())?;
    if played.as_ref().is_some_and(|log| log.description != opening.description) {
        return Err("the log belongs to another match".into());
    }
    let known = played.as_ref().map_or(0, |log| log.batches.len());
    let kept = opening.shelf.all().into_iter().filter(|kept| kept.tick as usize <= known).collect::<Vec<_>>();
    let batches = played.as_ref().map_or(&[][..], |log| &log.batches);
    let referee = referee.filter(|_| opening.referee);
    let referee = referee.map(|open| referee::start(open, opening.shelf, kept.last().copied(), batches)).transpose()?;
    settings.referee = referee.is_some();
    let used = played.as_ref().map_or(0, |log| log.used);
    let mut room = match played {
        Some(log) => Room::restore(settings, opening.key, log, opening.standing.as_ref(), opening.now),
        None => Room::new(settings, opening.key, &opening.description, opening.now),
    };
    kept.iter().for_each(|kept| room.checkpoint(kept.tick, kept.chain));
    Ok(Opened { authority: Box::new(room), referee, used })
}
