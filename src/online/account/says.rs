//! What a server with accounts says by HTTP, and what it is told. Fields that a client does not need are passed over.

use crate::online::talk::Token;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A password, on its way to the server. It is shown nowhere and kept nowhere.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

/// Name and password, to sign in or to register.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Credentials {
    pub name: String,
    pub password: Password,
}

/// What plays under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccountKind {
    Person,
    Guest,
    Program,
    Deleted,
}

/// Somebody with an account; times are Unix milliseconds here and everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Profile {
    pub id: i64,
    pub name: String,
    pub kind: AccountKind,
    pub created: i64,
    pub seen: i64,
}

/// The answer to who signs in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Entered {
    pub account: Profile,
    pub token: Token,
}

/// How time passes in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pace {
    RealTime,
    Turns,
}

/// A ready set-up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Preset {
    pub name: String,
    pub title: String,
}

/// A game that the server offers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Offered {
    pub kind: String,
    pub title: String,
    pub pace: Pace,
    pub presets: Vec<Preset>,
}

/// A reason to decline a challenge: its word, and what is shown for it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Reason {
    pub reason: String,
    pub text: String,
}

/// What the server is called, and what one can play there.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Kinds {
    pub name: String,
    pub kinds: Vec<Offered>,
    pub decline_reasons: Vec<Reason>,
}

/// Who may take an open seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Door {
    #[default]
    Lobby,
    Link,
    Challenge,
}

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    Open,
    Running,
    Over,
    Declined,
    Withdrawn,
    Expired,
}

/// How a game ended for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Won,
    Drawn,
    Lost,
}

/// A seat of a game.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Seat {
    pub account: Option<i64>,
    /// Of who sits here, of who is invited, or of the program.
    pub name: Option<String>,
    pub invited: Option<i64>,
    pub outcome: Option<Outcome>,
    pub rating_before: Option<f64>,
    pub rating_after: Option<f64>,
}

/// The word of the server for games by correspondence.
const BY_DAYS: &str = "correspondence";

/// A game, as who asks may see it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Game {
    pub id: i64,
    pub kind: String,
    pub title: String,
    pub clock: String,
    pub speed: String,
    pub is_rated: bool,
    pub door: Door,
    pub creator: Option<i64>,
    pub state: GameState,
    pub ended: Option<i64>,
    pub reason: Option<String>,
    pub plies: u32,
    pub deadline: Option<i64>,
    pub seats: Vec<Seat>,
    /// One's own seat.
    pub you: Option<u32>,
    pub is_your_turn: bool,
    pub invitation: Option<String>,
    /// Its match in the hall while it runs.
    #[serde(rename = "match")]
    pub hall: Option<String>,
    /// Where it is played if another process runs it.
    pub relay: Option<String>,
    /// The version of the game in which it was played: 0 if it was several, nothing if that is not known.
    #[serde(default)]
    pub version: Option<u32>,
}

impl Game {
    /// Whether players have days for a turn: it waits for nobody to be there.
    pub fn is_by_days(&self) -> bool {
        self.speed == BY_DAYS
    }

    /// Whether a program with this version of the game would come to something else by its log.
    pub fn is_of_another(&self, version: u32) -> bool {
        self.version.is_some_and(|played| played != version)
    }

    /// Whether an account is asked to play.
    pub fn invites(&self, account: i64) -> bool {
        self.state == GameState::Open && self.seats.iter().any(|seat| seat.invited == Some(account))
    }

    /// The names on the seats but on that of an account, in their order; a free seat has none.
    pub fn others(&self, account: i64) -> Vec<Option<&str>> {
        let is_own = |seat: &Seat| [seat.account, seat.invited].contains(&Some(account));
        self.seats.iter().filter(|seat| !is_own(seat)).map(|seat| seat.name.as_deref()).collect()
    }
}

/// Who is there, and the games with open seats.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Lobby {
    pub present: Vec<Profile>,
    pub open: Vec<Game>,
}

/// One's own games that are not over.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Mine {
    /// Those first in which it is one's turn.
    pub running: Vec<Game>,
    /// One's own that are open, and challenges by others.
    pub open: Vec<Game>,
}

/// A game that somebody wants to play.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Wish {
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setup: Option<String>,
    pub clock: String,
    pub rated: bool,
    pub link: bool,
    pub opponents: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u32>,
    pub programs: Vec<u32>,
}

/// What a notice tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum NoticeKind {
    #[serde(rename = "challenge")]
    Challenge,
    #[serde(rename = "declined")]
    Declined,
    #[serde(rename = "started")]
    Started,
    #[serde(rename = "your turn")]
    YourTurn,
    #[serde(rename = "game over")]
    GameOver,
    #[serde(rename = "friend")]
    Friend,
}

/// Something that the server tells an account.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Notice {
    pub id: i64,
    pub kind: NoticeKind,
    pub game: Option<i64>,
    pub about: Option<i64>,
    /// Who did it.
    #[serde(default)]
    pub about_name: Option<String>,
    /// Which game it is about, and why that ended or was declined.
    #[serde(default)]
    pub game_kind: Option<String>,
    #[serde(default)]
    pub game_title: Option<String>,
    #[serde(default)]
    pub reason: Option<String>,
    /// Who else plays in it.
    #[serde(default)]
    pub opponents: Vec<String>,
    /// How it ended for who is told.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// The rating of who is told before and after a game that counted.
    #[serde(default)]
    pub rating_before: Option<f64>,
    #[serde(default)]
    pub rating_after: Option<f64>,
    pub at: i64,
    pub read: Option<i64>,
}

/// The match of a game that one watches.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Watched {
    #[serde(rename = "match")]
    pub hall: String,
}

/// Something that happened in a game by turns, as the server keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ActLine {
    pub record: String,
}

/// A whole game by turns.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Record {
    #[serde(flatten)]
    pub game: Game,
    pub setup: String,
    pub acts: Vec<ActLine>,
}

/// A rating, as it is now.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
}

/// Which rating of a player: game, speed, and against whom it was won.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Rated {
    pub kind: String,
    pub speed: String,
    pub pool: String,
}

/// What a rated game made of a rating.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct RatingPoint {
    /// When it ended.
    pub at: i64,
    pub before: f64,
    pub after: f64,
}

/// A rating of a player.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Standing {
    #[serde(flatten)]
    pub of: Rated,
    pub rating: Rating,
    pub is_provisional: bool,
    pub games: u32,
}

/// The games of a player, of one kind and speed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Statistics {
    pub kind: String,
    pub speed: String,
    pub started: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// A player, as everybody sees them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Player {
    #[serde(flatten)]
    pub profile: Profile,
    pub logins: i64,
    pub is_present: bool,
    pub owner_name: Option<String>,
    pub ratings: Vec<Standing>,
    pub statistics: Vec<Statistics>,
}

/// What somebody is to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RelationKind {
    Friend,
    Block,
}

/// Somebody whom the account has named.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Relation {
    pub account: i64,
    pub name: String,
    pub kind: RelationKind,
}

/// One's vacation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Vacation {
    pub until: Option<i64>,
    pub days_left: i64,
}
