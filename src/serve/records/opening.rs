//! How games come about: open seats, challenges, invitation links, and matches that the server makes itself.

use super::game::{Door, Game, GameId, GameState, Speed, game_columns, load, read_all};
use crate::serve::accounts::{Account, AccountId, AccountKind, code, load_account};
use crate::serve::community::{NoticeKind, put, refuse_blocked};
use crate::serve::store::{Engine, Row, Store, StoreError, values};
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use rand::seq::SliceRandom;

/// Games of an account that may be open at once.
const OPEN: i64 = 10;

/// Seats of a game at most.
const SEATS: usize = 16;

/// Longest set-up, in bytes: that of the largest level.
const SETUP: usize = 2 << 20;

/// Longest other texts, in letters.
const WORD: usize = 32;
const TITLE: usize = 120;

/// Who sits where in a new game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seat {
    /// For whoever comes.
    Empty,
    Account(AccountId),
    Invited(AccountId),
    /// A built-in program.
    Program(String),
}

/// A game to be.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// Which game: a word of the caller, such as `links`.
    pub kind: String,
    /// What lists show of the variant.
    pub title: String,
    /// All that is needed to begin it.
    pub setup: String,
    pub clock: String,
    pub speed: Speed,
    pub is_rated: bool,
    pub door: Door,
    /// Where nobody is missing, the game runs at once. The caller vouches for the accounts on it.
    pub seats: Vec<Seat>,
    /// The seats are dealt out when the game begins.
    pub is_shuffled: bool,
    /// Milliseconds that spectators see it later.
    pub delay: u32,
    /// Milliseconds that it stays open.
    pub open_for: i64,
}

fn check(new: &NewGame) -> Result<(), StoreError> {
    let long = |field: &str, most: usize| Err(StoreError::refused(format!("{field}: at most {most} letters")));
    if new.kind.is_empty() || new.kind.len() > WORD {
        return long("kind", WORD);
    }
    if new.clock.len() > WORD {
        return long("clock", WORD);
    }
    if new.title.chars().count() > TITLE {
        return long("title", TITLE);
    }
    if new.setup.len() > SETUP {
        return long("setup", SETUP);
    }
    if new.seats.is_empty() || new.seats.len() > SEATS {
        return Err(StoreError::refused(format!("seats: a game has 1 to {SEATS} seats")));
    }
    if new.is_rated && (new.seats.len() != 2 || new.seats.iter().any(|seat| matches!(seat, Seat::Program(_)))) {
        return Err(StoreError::refused("rated: only a game of two accounts can be rated"));
    }
    Ok(())
}

/// Whether this account may sit in the game.
fn refuse_guest(account: &Account, is_rated: bool) -> Result<(), StoreError> {
    if is_rated && account.kind == AccountKind::Guest {
        return Err(StoreError::forbidden("guests have no rating: register, or play an unrated game"));
    }
    Ok(())
}

fn open(db: &mut dyn Engine, by: Option<AccountId>, new: &NewGame, now: i64) -> Result<Game, StoreError> {
    if let Some(by) = by {
        refuse_guest(&load_account(db, by)?, new.is_rated)?;
        let sql = "SELECT COUNT(*) FROM game WHERE creator = ?1 AND state = 'open' AND expires > ?2";
        if db.first(sql, values![by, now])?.map(Row::only::<i64>).transpose()?.is_some_and(|open| open >= OPEN) {
            return Err(StoreError::refused(format!("{OPEN} games of yours are open already, withdraw one first")));
        }
    }
    let invitation = if new.door == Door::Link { Some(code::<12>()?) } else { None };
    let row = db.first(
        "INSERT INTO game (kind, title, setup, clock, speed, rated, shuffle, door, invitation, delay, creator, state,
         created, expires, plies, to_act)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 'open', ?12, ?13, 0, 0) RETURNING id",
        values![
            &new.kind,
            &new.title,
            &new.setup,
            &new.clock,
            new.speed,
            new.is_rated,
            new.is_shuffled,
            new.door,
            invitation.as_ref(),
            new.delay,
            by,
            now,
            now.saturating_add(new.open_for.max(0)),
        ],
    )?;
    let id: GameId = row.ok_or_else(|| StoreError::unavailable("a new game has no number"))?.only()?;
    for (seat, taken) in (0u32..).zip(&new.seats) {
        let (account, invited, program) = match taken {
            Seat::Empty => (None, None, None),
            Seat::Account(account) => (Some(*account), None, None),
            Seat::Invited(account) => (None, Some(*account), None),
            Seat::Program(name) => (None, None, Some(name)),
        };
        if let Some(account) = account.or(invited) {
            refuse_guest(&load_account(db, account)?, new.is_rated)?;
        }
        db.execute(
            "INSERT INTO seat (game, seat, account, invited, program) VALUES (?1, ?2, ?3, ?4, ?5)",
            values![id, seat, account, invited, program],
        )?;
        if let (Some(invited), Some(by)) = (invited, by) {
            if invited == by {
                return Err(StoreError::refused("seats: nobody challenges themselves"));
            }
            refuse_blocked(db, by, invited)?;
            put(db, (invited, NoticeKind::Challenge), Some(id), Some(by), now)?;
        }
    }
    let game = load(db, id)?;
    let mut accounts: Vec<_> = game.seats.iter().filter_map(|seat| seat.account.or(seat.invited)).collect();
    accounts.sort_unstable();
    if accounts.windows(2).any(|pair| pair[0] == pair[1]) && new.is_rated {
        return Err(StoreError::refused("rated: the two seats are of two accounts"));
    }
    begin_if_full(db, game, now)
}

/// Lets a game run on which nobody is missing.
fn begin_if_full(db: &mut dyn Engine, game: Game, now: i64) -> Result<Game, StoreError> {
    if game.seats.iter().any(|seat| seat.account.is_none() && seat.program.is_none()) {
        return Ok(game);
    }
    let shuffled = db.first("SELECT shuffle FROM game WHERE id = ?1", values![game.id])?;
    if shuffled.map(Row::only).transpose()?.unwrap_or(false) {
        let mut seats = game.seats.clone();
        seats.shuffle(&mut UnwrapErr(SysRng));
        db.execute("DELETE FROM seat WHERE game = ?1", values![game.id])?;
        for (number, seat) in (0u32..).zip(&seats) {
            db.execute(
                "INSERT INTO seat (game, seat, account, program) VALUES (?1, ?2, ?3, ?4)",
                values![game.id, number, seat.account, seat.program.as_ref()],
            )?;
        }
    }
    let begin = "UPDATE game SET state = ?2, started = ?3 WHERE id = ?1";
    db.execute(begin, values![game.id, GameState::Running, now])?;
    if let Some(creator) = game.creator {
        put(db, (creator, NoticeKind::Started), Some(game.id), None, now)?;
    }
    load(db, game.id)
}

/// An open game that has not run out.
fn load_open(db: &mut dyn Engine, id: GameId, now: i64) -> Result<Game, StoreError> {
    let game = load(db, id)?;
    if game.state == GameState::Open && game.expires > now {
        Ok(game)
    } else {
        Err(StoreError::conflict(format!("game {id} is not open any more")))
    }
}

fn take(
    db: &mut dyn Engine,
    (id, who): (GameId, AccountId),
    code: Option<&str>,
    wanted: Option<u32>,
    now: i64,
) -> Result<Game, StoreError> {
    let game = load(db, id)?;
    // Whoever asks twice, because the answer was lost, gets the same answer.
    if game.seat_of(who).is_some() && matches!(game.state, GameState::Open | GameState::Running) {
        return Ok(game);
    }
    let game = load_open(db, id, now)?;
    refuse_guest(&load_account(db, who)?, game.is_rated)?;
    if game.door == Door::Link && (game.invitation.is_none() || game.invitation.as_deref() != code) {
        return Err(StoreError::forbidden("this game is open for who has the invitation"));
    }
    if let Some(creator) = game.creator {
        refuse_blocked(db, who, creator)?;
        refuse_blocked(db, creator, who)?;
    }
    let is_free = |seat: &&super::game::SeatLine| {
        let is_open = seat.account.is_none() && seat.program.is_none();
        is_open && wanted.is_none_or(|wanted| wanted == seat.seat)
    };
    let mut free = game.seats.iter().filter(is_free);
    let mine = free.clone().find(|seat| seat.invited == Some(who));
    let seat = mine.or_else(|| free.find(|seat| seat.invited.is_none() && game.door != Door::Challenge));
    let seat = seat.ok_or_else(|| match game.door {
        Door::Challenge => StoreError::forbidden("you are not invited to this seat"),
        Door::Lobby | Door::Link => StoreError::conflict("this seat is taken"),
    })?;
    let sit = "UPDATE seat SET account = ?3, invited = NULL WHERE game = ?1 AND seat = ?2";
    db.execute(sit, values![id, seat.seat, who])?;
    let game = load(db, id)?;
    begin_if_full(db, game, now)
}

impl Store {
    /// Opens a game, or begins one in which nobody is missing. `by` is who asks, `None` the server itself.
    ///
    /// # Errors
    /// A field breaks a rule, or who is challenged does not want it.
    pub async fn open_game(&self, by: Option<AccountId>, new: NewGame) -> Result<Game, StoreError> {
        check(&new)?;
        let now = self.now();
        self.write(move |db| open(db, by, &new, now)).await
    }

    /// Takes a seat of an open game, or accepts a challenge: with the `code` of the invitation where it needs one, on any
    /// free seat or the one that is `wanted`. The game runs when the last seat is taken. Asking again changes nothing.
    ///
    /// # Errors
    /// The game is not open any more, the seat is taken, or it is for others.
    pub async fn take_seat(
        &self,
        game: GameId,
        who: AccountId,
        code: Option<&str>,
        wanted: Option<u32>,
    ) -> Result<Game, StoreError> {
        let (code, now) = (code.map(String::from), self.now());
        self.write(move |db| take(db, (game, who), code.as_deref(), wanted, now)).await
    }

    /// Declines a challenge, for a `reason` of the caller's list.
    ///
    /// # Errors
    /// The game is not open any more, or others are invited.
    pub async fn decline(&self, game: GameId, who: AccountId, reason: &str) -> Result<(), StoreError> {
        let (reason, now): (String, _) = (reason.chars().take(WORD).collect(), self.now());
        let decline = move |db: &mut dyn Engine| {
            let open = load_open(db, game, now)?;
            if !open.seats.iter().any(|seat| seat.invited == Some(who)) {
                return Err(StoreError::forbidden("you are not invited to this game"));
            }
            let sql = "UPDATE game SET state = 'declined', ended = ?2, reason = ?3 WHERE id = ?1";
            db.execute(sql, values![game, now, &reason])?;
            open.creator.map_or(Ok(()), |by| put(db, (by, NoticeKind::Declined), Some(game), Some(who), now))
        };
        self.write(decline).await
    }

    /// Takes an open game back.
    ///
    /// # Errors
    /// It is not open any more, or somebody else's.
    pub async fn withdraw(&self, game: GameId, who: AccountId) -> Result<(), StoreError> {
        let now = self.now();
        let withdraw = move |db: &mut dyn Engine| {
            if load_open(db, game, now)?.creator != Some(who) {
                return Err(StoreError::forbidden("this game is not yours"));
            }
            db.execute("UPDATE game SET state = 'withdrawn', ended = ?2 WHERE id = ?1", values![game, now])?;
            db.execute("DELETE FROM notice WHERE game = ?1", values![game])
        };
        self.write(withdraw).await.map(|_| ())
    }

    /// The games with open seats in the lobby, the newest first, at most 100, without those of players who block `viewer`
    /// or whom it blocks.
    pub async fn lobby(&self, viewer: Option<AccountId>) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            game_columns!(),
            " FROM game g WHERE g.state = 'open' AND g.door = 'lobby' AND g.expires > ?1 AND NOT EXISTS
             (SELECT 1 FROM relation r WHERE r.kind = 'block' AND (r.account = ?2 AND r.other = g.creator
             OR r.account = g.creator AND r.other = ?2)) ORDER BY g.id DESC LIMIT 100"
        );
        let now = self.now();
        let list = move |db: &mut dyn Engine| {
            let rows = db.query(sql, values![now, viewer])?;
            read_all(db, rows)
        };
        self.read(list).await
    }

    /// The open games of an account, its own and those to which it is invited, the newest first.
    pub async fn open_games(&self, account: AccountId) -> Result<Vec<Game>, StoreError> {
        let sql = concat!(
            "SELECT ",
            game_columns!(),
            " FROM game g WHERE g.state = 'open' AND g.expires > ?1 AND (g.creator = ?2 OR EXISTS
             (SELECT 1 FROM seat s WHERE s.game = g.id AND (s.account = ?2 OR s.invited = ?2)))
             ORDER BY g.id DESC LIMIT 100"
        );
        let now = self.now();
        let list = move |db: &mut dyn Engine| {
            let rows = db.query(sql, values![now, account])?;
            read_all(db, rows)
        };
        self.read(list).await
    }
}
