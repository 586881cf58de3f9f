//! From a wish to play to a game that runs.

use super::{again, play, view};
use crate::serve::accounts::{Account, AccountId, AccountKind};
use crate::serve::hall::game::Plan;
use crate::serve::office::{Office, Pace};
use crate::serve::records::{Door, Game, GameId, GameState, NewGame, Seat};
use crate::serve::store::StoreError;
use serde::Deserialize;
use utoipa::ToSchema;

/// Why somebody does not want to play: words, and what is shown for them.
pub(crate) const DECLINE_REASONS: [(&str, &str); 10] = [
    ("later", "not now, ask me again later"),
    ("none", "no games at the moment"),
    ("faster", "the clock is too slow for me"),
    ("slower", "the clock is too fast for me"),
    ("rated", "a rated game, please"),
    ("casual", "a casual game, please"),
    ("other game", "another game, please"),
    ("other setup", "another set-up, please"),
    ("no programs", "I play with people only"),
    ("stronger", "somebody of my strength, please"),
];

/// Hours for which a game stays open: in the lobby, and for who is invited.
const LOBBY_HOURS: u32 = 24;
const INVITED_HOURS: u32 = 7 * 24;
const MOST_HOURS: u32 = 14 * 24;

const HOUR_MS: i64 = 3_600_000;

/// Milliseconds that spectators see a rated game later in which all play at once.
const RATED_DELAY_MS: u32 = 60_000;

/// Seconds of delay at most.
const MOST_DELAY_S: u32 = 600;

/// A game that somebody wants to play.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "kind": "…", "preset": "…", "clock": "300+5", "rated": true, "opponents": ["Bert"] }))]
pub(crate) struct Wish {
    /// Which game: a word from `/api/kinds`.
    pub kind: String,
    /// The name of a ready set-up; the first one if neither this nor `setup` is given.
    #[serde(default)]
    pub preset: Option<String>,
    /// A set-up of one's own, as the game reads it, up to 2 MiB.
    #[serde(default)]
    pub setup: Option<String>,
    /// `300+5`, `move:30`, `days:3+10`; nothing where the game has no clock.
    #[serde(default)]
    pub clock: String,
    #[serde(default)]
    pub rated: bool,
    /// Who may take the open seats: anybody in the lobby, or whoever has the link. Not with `opponents`.
    #[serde(default)]
    pub link: bool,
    /// The names of those who are challenged, for the seats that are free, in this order.
    #[serde(default)]
    pub opponents: Vec<String>,
    /// The seat that one takes oneself; seats are dealt out if there is none.
    #[serde(default)]
    pub seat: Option<u32>,
    /// Seats that built-in programs take.
    #[serde(default)]
    pub programs: Vec<u32>,
    /// Seconds that spectators are behind, up to 600.
    #[serde(default)]
    pub delay: u32,
    /// Hours for which it stays open, up to 336.
    #[serde(default)]
    pub hours: Option<u32>,
}

fn refuse_ending(office: &Office) -> Result<(), StoreError> {
    if office.is_ending() {
        return Err(StoreError::unavailable("the server is about to start again"));
    }
    Ok(())
}

/// Who sits where.
async fn seats(office: &Office, by: AccountId, wish: &Wish, plan: &Plan) -> Result<Vec<Seat>, StoreError> {
    let mut seats = vec![Seat::Empty; plan.seats.len()];
    let no_seat = |seat: u32| StoreError::refused(format!("seat: this set-up has no free seat {seat}"));
    let mut free = |seat: u32, taken: Seat| match seats.get_mut(seat as usize) {
        Some(place) if *place == Seat::Empty => {
            *place = taken;
            Ok(())
        }
        _ => Err(no_seat(seat)),
    };
    free(wish.seat.unwrap_or(0), Seat::Account(by))?;
    for seat in &wish.programs {
        if plan.seats.get(*seat as usize).is_none_or(|planned| !planned.program) {
            return Err(StoreError::refused(format!("programs: no program plays seat {seat} of this set-up")));
        }
        free(*seat, Seat::Program("program".into()))?;
    }
    for name in &wish.opponents {
        let invited = office.store().account_by_name(name).await?.id;
        let place = seats.iter_mut().find(|seat| **seat == Seat::Empty);
        *place.ok_or_else(|| StoreError::refused("opponents: there are more of them than free seats"))? =
            Seat::Invited(invited);
    }
    Ok(seats)
}

/// Opens a game, or begins one in which nobody is missing.
///
/// # Errors
/// A field breaks a rule, or who is challenged does not want it.
pub(crate) async fn open(office: &Office, by: &Account, wish: Wish) -> Result<Game, StoreError> {
    refuse_ending(office)?;
    let offer = office.offer(&wish.kind)?;
    let speed = offer.speed(&wish.clock)?;
    let setup = offer.setup(wish.preset.as_deref(), wish.setup.clone(), &wish.clock)?;
    let plan = offer.plan(&setup).await?;
    let seats = seats(office, by.id, &wish, &plan).await?;
    let hours = wish.hours.unwrap_or(if wish.opponents.is_empty() { LOBBY_HOURS } else { INVITED_HOURS });
    if hours == 0 || hours > MOST_HOURS {
        return Err(StoreError::refused(format!("hours: a game stays open for 1 to {MOST_HOURS} hours")));
    }
    if wish.delay > MOST_DELAY_S {
        return Err(StoreError::refused(format!("delay: at most {MOST_DELAY_S} seconds")));
    }
    let door = match (wish.opponents.is_empty(), wish.link) {
        (true, true) => Door::Link,
        (true, false) => Door::Lobby,
        (false, false) => Door::Challenge,
        (false, true) => {
            return Err(StoreError::refused("link: who is challenged needs no link, leave one of them out"));
        }
    };
    if door == Door::Challenge && seats.contains(&Seat::Empty) {
        return Err(StoreError::refused("opponents: name somebody for each seat, or let programs play"));
    }
    // A guest is let in to play one game, not to look for others.
    if by.kind == AccountKind::Guest && door == Door::Challenge {
        return Err(StoreError::forbidden("guests challenge nobody: register first"));
    }
    let least = if wish.rated && offer.pace == Pace::RealTime { RATED_DELAY_MS } else { 0 };
    let new = NewGame {
        kind: wish.kind,
        title: plan.title,
        setup,
        clock: wish.clock,
        speed,
        is_rated: wish.rated,
        door,
        seats,
        is_shuffled: wish.seat.is_none() && wish.programs.is_empty(),
        delay: (wish.delay * 1000).max(least),
        open_for: i64::from(hours) * HOUR_MS,
    };
    office.accounts.may_open_game(by.id)?;
    let game = office.store().open_game(Some(by.id), new).await?;
    begun(office, game).await
}

/// Lets a game begin in the hall if it runs now.
async fn begun(office: &Office, game: Game) -> Result<Game, StoreError> {
    if game.state == GameState::Running && game.log.is_none() {
        play::begin(office, game.id).await?;
    }
    Ok(game)
}

/// Takes a seat, or accepts a challenge.
///
/// # Errors
/// The game is not open any more, the seat is taken, or it is for others.
pub(crate) async fn take(
    office: &Office,
    by: AccountId,
    id: GameId,
    (code, seat): (Option<&str>, Option<u32>),
) -> Result<Game, StoreError> {
    refuse_ending(office)?;
    view::see(office, Some(by), id, code).await?;
    let game = office.store().take_seat(id, by, code, seat).await?;
    begun(office, game).await
}

/// Declines a challenge for one of [`DECLINE_REASONS`].
///
/// # Errors
/// The reason is none of them, or nobody asks.
pub(crate) async fn decline(office: &Office, by: AccountId, id: GameId, reason: &str) -> Result<(), StoreError> {
    view::see(office, Some(by), id, None).await?;
    if !DECLINE_REASONS.iter().any(|(word, _)| *word == reason) {
        let words: Vec<_> = DECLINE_REASONS.iter().map(|(word, _)| *word).collect();
        return Err(StoreError::refused(format!("reason: one of {}", words.join(", "))));
    }
    office.store().decline(id, by, reason).await
}

/// Takes an open game back.
///
/// # Errors
/// It is not open any more, or somebody else's.
pub(crate) async fn withdraw(office: &Office, by: AccountId, id: GameId) -> Result<(), StoreError> {
    view::see(office, Some(by), id, None).await?;
    office.store().withdraw(id, by).await
}

/// The open game behind an invitation.
///
/// # Errors
/// There is none.
pub(crate) async fn invited(office: &Office, code: &str) -> Result<Game, StoreError> {
    office.store().game_by_invitation(code).await
}

/// Challenges the others of a game that is over to the same again. Who began is second then.
///
/// # Errors
/// The game is not over, or one was not in it.
pub(crate) async fn rematch(office: &Office, by: &Account, id: GameId) -> Result<Game, StoreError> {
    refuse_ending(office)?;
    let before = office.store().game(id).await?;
    if before.seat_of(by.id).is_none() {
        return Err(StoreError::forbidden("you were not in this game"));
    }
    if before.state != GameState::Over {
        return Err(StoreError::conflict(format!("game {id} is not over")));
    }
    let new = again::successor(office, before, |account| account == by.id).await?;
    office.accounts.may_open_game(by.id)?;
    let game = office.store().open_game(Some(by.id), new).await?;
    begun(office, game).await
}
