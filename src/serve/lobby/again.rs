//! The game after a game: the same people and the same set-up, and who began is second.

use crate::serve::accounts::AccountId;
use crate::serve::office::Office;
use crate::serve::records::{Door, Game, GameId, NewGame, Seat, Speed};
use crate::serve::store::StoreError;

/// Hours for which the others are asked: the games of an hour, and those of days.
const ASKED_HOURS: (i64, i64) = (1, 7 * 24);

const HOUR_MS: i64 = 3_600_000;

/// The game after `before`, in which these accounts sit where they do not need to be asked.
pub(super) async fn successor(
    office: &Office,
    before: Game,
    sits: impl Fn(AccountId) -> bool,
) -> Result<NewGame, StoreError> {
    let setup = office.store().game_setup(before.id).await?;
    let mut seats = Vec::new();
    for seat in &before.seats {
        seats.push(match (seat.account, &seat.program) {
            (Some(account), _) if sits(account) => Seat::Account(account),
            (Some(account), _) => Seat::Invited(account),
            (None, Some(program)) => Seat::Program(program.clone()),
            (None, None) => Seat::Empty,
        });
    }
    seats.rotate_left(1);
    let has_others = seats.iter().any(|seat| matches!(seat, Seat::Invited(_)));
    let hours = if before.speed == Speed::Correspondence { ASKED_HOURS.1 } else { ASKED_HOURS.0 };
    Ok(NewGame {
        kind: before.kind,
        title: before.title,
        setup,
        clock: before.clock,
        speed: before.speed,
        is_rated: before.is_rated,
        door: if has_others { Door::Challenge } else { Door::Lobby },
        seats,
        is_shuffled: false,
        delay: before.delay,
        open_for: hours * HOUR_MS,
    })
}

/// Opens the game after a game whose players have all agreed on it.
pub(super) async fn agreed(office: &Office, id: GameId) -> Result<Game, StoreError> {
    let before = office.store().game(id).await?;
    let by = before.seats.iter().find_map(|seat| seat.account);
    let new = successor(office, before, |_| true).await?;
    office.store().open_game(by, new).await
}
