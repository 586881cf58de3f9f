//! The questions to a server with accounts. They block, and each may be refused ([`ApiError`]).
//!
//! [`ApiError`]: crate::online::api::ApiError

use super::says::{
    Credentials, Entered, Game, Kinds, Lobby, Mine, Notice, Player, Profile, Rated, RatingPoint, Record, Relation,
    RelationKind, Vacation, Watched, Wish,
};
use crate::online::api::{Answer, Api};
use serde_json::json;

/// A text as a part of an address.
fn coded(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(letter).collect()
}

/// What is looked for in the archive; what is empty does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Search {
    pub player: String,
    pub opponent: String,
    pub kind: String,
    /// Games with smaller numbers.
    pub before: Option<i64>,
}

/// # Errors
/// All of them are refused with a sentence, or there is no answer.
impl Api {
    pub fn kinds(&self) -> Answer<Kinds> {
        self.json(self.get("/api/kinds")?)
    }

    /// Makes an account and signs in.
    pub fn register(&self, who: &Credentials) -> Answer<Entered> {
        self.json(self.post("/api/accounts", who)?)
    }

    pub fn sign_in(&self, who: &Credentials) -> Answer<Entered> {
        self.json(self.post("/api/session", who)?)
    }

    /// Comes as a guest, with the code of an invitation.
    pub fn enter_as_guest(&self, code: &str) -> Answer<Entered> {
        self.json(self.post("/api/guests", &json!({ "code": code }))?)
    }

    /// The token ends.
    pub fn sign_out(&self) -> Answer<()> {
        self.delete("/api/session").map(drop)
    }

    /// Who one is.
    pub fn me(&self) -> Answer<Profile> {
        self.json(self.get("/api/me")?)
    }

    pub fn lobby(&self) -> Answer<Lobby> {
        self.json(self.get("/api/lobby")?)
    }

    pub fn mine(&self) -> Answer<Mine> {
        self.json(self.get("/api/me/games")?)
    }

    pub fn open(&self, wish: &Wish) -> Answer<Game> {
        self.json(self.post("/api/games", wish)?)
    }

    /// Takes a free seat, or accepts a challenge.
    pub fn take(&self, game: i64) -> Answer<Game> {
        self.json(self.post(&format!("/api/games/{game}/take"), &json!({}))?)
    }

    pub fn decline(&self, game: i64, reason: &str) -> Answer<()> {
        self.post(&format!("/api/games/{game}/decline"), &json!({ "reason": reason })).map(drop)
    }

    pub fn withdraw(&self, game: i64) -> Answer<()> {
        self.post(&format!("/api/games/{game}/withdraw"), &json!({})).map(drop)
    }

    /// Challenges the others of a game that is over to the same again.
    pub fn rematch(&self, game: i64) -> Answer<Game> {
        self.json(self.post(&format!("/api/games/{game}/rematch"), &json!({}))?)
    }

    /// Watches a game that runs; gives its match in the hall.
    pub fn watch(&self, game: i64) -> Answer<String> {
        let Watched { hall } = self.json(self.post(&format!("/api/games/{game}/watch"), &json!({}))?)?;
        Ok(hall)
    }

    pub fn accept_invitation(&self, code: &str) -> Answer<Game> {
        self.json(self.post(&format!("/api/invitations/{}", coded(code)), &json!({}))?)
    }

    pub fn game(&self, game: i64) -> Answer<Game> {
        self.json(self.get(&format!("/api/games/{game}"))?)
    }

    /// Games to watch.
    pub fn running(&self) -> Answer<Vec<Game>> {
        self.json(self.get("/api/running")?)
    }

    /// Games that are over, the newest first.
    pub fn archive(&self, search: &Search) -> Answer<Vec<Game>> {
        let Search { player, opponent, kind, before } = search;
        let words = [("player", player), ("opponent", opponent), ("kind", kind)];
        let words = words.into_iter().filter(|(_, word)| !word.is_empty());
        let mut asked: Vec<String> = words.map(|(field, word)| format!("{field}={}", coded(word))).collect();
        asked.extend(before.map(|before| format!("before={before}")));
        self.json(self.get(&format!("/api/archive?{}", asked.join("&")))?)
    }

    /// A whole game by turns.
    pub fn record(&self, game: i64) -> Answer<Record> {
        self.json(self.get(&format!("/api/games/{game}/record"))?)
    }

    /// The log of a game in real time that is over.
    pub fn game_log(&self, game: i64) -> Answer<Vec<u8>> {
        self.bytes(self.get(&format!("/api/games/{game}/log"))?)
    }

    pub fn player(&self, name: &str) -> Answer<Player> {
        self.json(self.get(&format!("/api/players/{}", coded(name)))?)
    }

    /// How a rating of a player went, the oldest game first.
    pub fn course(&self, name: &str, of: &Rated) -> Answer<Vec<RatingPoint>> {
        let Rated { kind, speed, pool } = of;
        let asked = format!("kind={}&speed={}&pool={}", coded(kind), coded(speed), coded(pool));
        self.json(self.get(&format!("/api/players/{}/history?{asked}", coded(name)))?)
    }

    /// Players whose names begin like this.
    pub fn players(&self, begins: &str) -> Answer<Vec<Profile>> {
        self.json(self.get(&format!("/api/players?begins={}", coded(begins)))?)
    }

    /// One's friends, and whom one has blocked.
    pub fn relations(&self) -> Answer<Vec<Relation>> {
        self.json(self.get("/api/me/relations")?)
    }

    /// Calls somebody a friend or blocks them; `None` takes it back.
    pub fn relate(&self, name: &str, kind: Option<RelationKind>) -> Answer<()> {
        let path = format!("/api/me/relations/{}", coded(name));
        match kind {
            Some(kind) => self.tell("PUT", &path, &json!({ "kind": kind })),
            None => self.delete(&path),
        }
        .map(drop)
    }

    /// Notices with larger numbers than `after`, the newest first; if there is none, as soon as there is one, at the latest after
    /// `wait` seconds.
    pub fn notices(&self, after: i64, wait: u64) -> Answer<Vec<Notice>> {
        self.json(self.get(&format!("/api/notices?after={after}&wait={wait}"))?)
    }

    pub fn mark_read(&self, up_to: i64) -> Answer<()> {
        self.post("/api/notices/read", &json!({ "up_to": up_to })).map(drop)
    }

    pub fn vacation(&self) -> Answer<Vacation> {
        self.json(self.get("/api/me/vacation")?)
    }

    /// Takes vacation from today on.
    pub fn take_vacation(&self, days: u32) -> Answer<Vacation> {
        self.json(self.post("/api/me/vacation", &json!({ "days": days }))?)
    }
}
