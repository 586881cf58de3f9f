//! All that is kept about an account, as JSON for its owner.

use super::{AccountId, profile};
use crate::serve::store::{Engine, Store, StoreError, Value, values};
use serde_json::{Map, Value as Json, json};

/// A part of the export: its name, the names of the columns, and the question.
type Part = (&'static str, &'static [&'static str], &'static str);

const PARTS: [Part; 10] = [
    ("names", &["name"], "SELECT folded FROM name WHERE account = ?1 ORDER BY folded"),
    (
        "sessions",
        &["kind", "label", "address", "created", "seen", "expires"],
        "SELECT kind, label, address, created, seen, expires FROM token WHERE account = ?1 ORDER BY id",
    ),
    (
        "ratings",
        &["game", "speed", "pool", "rating", "deviation", "volatility", "games", "at"],
        "SELECT kind, speed, pool, rating, deviation, volatility, games, at FROM rating WHERE account = ?1
         ORDER BY kind, speed, pool",
    ),
    (
        "relations",
        &["account", "kind", "at"],
        "SELECT a.name, r.kind, r.at FROM relation r JOIN account a ON a.id = r.other WHERE r.account = ?1 ORDER BY r.at",
    ),
    (
        "notices",
        &["kind", "game", "at", "read"],
        "SELECT kind, game, at, read_at FROM notice WHERE account = ?1 ORDER BY id",
    ),
    (
        "reports",
        &["accused", "game", "reason", "note", "at", "closed", "verdict"],
        "SELECT a.name, r.game, r.reason, r.note, r.at, r.closed, r.verdict FROM report r
         JOIN account a ON a.id = r.accused WHERE r.reporter = ?1 ORDER BY r.id",
    ),
    ("bans", &["reason", "at", "until"], "SELECT reason, at, until FROM ban WHERE account = ?1 ORDER BY id"),
    ("vacation", &["day"], "SELECT day FROM vacation WHERE account = ?1 ORDER BY day"),
    (
        "levels",
        &["name", "hash", "at", "text"],
        "SELECT name, hash, at, body FROM level WHERE owner = ?1 ORDER BY name",
    ),
    (
        "games",
        &["id", "game", "title", "clock", "speed", "rated", "seat", "outcome", "reason", "started", "ended"],
        "SELECT g.id, g.kind, g.title, g.clock, g.speed, g.rated, s.seat, s.outcome, g.reason, g.started, g.ended
         FROM seat s JOIN game g ON g.id = s.game WHERE s.account = ?1 ORDER BY g.id, s.seat",
    ),
];

fn json(value: Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Int(number) => number.into(),
        Value::Real(number) => number.into(),
        Value::Text(text) => text.into(),
        Value::Bytes(_) => Json::Null,
    }
}

fn rows(
    db: &mut dyn Engine,
    columns: &[&str],
    sql: &'static str,
    id: i64,
) -> Result<Vec<Map<String, Json>>, StoreError> {
    db.all(sql, values![id], |mut row| {
        columns.iter().map(|column| Ok(((*column).into(), json(row.next()?)))).collect::<Result<_, _>>()
    })
}

impl Store {
    /// All that is kept about an account, games with their acts included. Hashes of passwords and tokens are left out.
    pub async fn export(&self, id: AccountId) -> Result<Json, StoreError> {
        let export = move |db: &mut dyn Engine| {
            let account = profile::load(db, id)?;
            let mut whole = Map::new();
            for (part, columns, sql) in PARTS {
                let mut found = rows(db, columns, sql, id)?;
                if part == "games" {
                    for game in &mut found {
                        let number = game["id"].as_i64().unwrap_or_default();
                        let sql = "SELECT ply, record, at FROM act WHERE game = ?1 ORDER BY ply";
                        game.insert("acts".into(), json!(rows(db, &["ply", "record", "at"], sql, number)?));
                    }
                }
                whole.insert(part.into(), json!(found));
            }
            whole.insert("account".into(), json!(account));
            Ok(Json::Object(whole))
        };
        self.read(export).await
    }
}
