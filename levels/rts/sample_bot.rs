//! A program for skirmishes in Rust, by the protocol of docs/bots.md, with nothing but the standard library: workers, houses,
//! a barracks, an attack with eight.
//!
//!     rustc -O --edition 2024 -o sample_bot levels/rts/sample_bot.rs
//!     gridmarch sim rts --side "exec:./sample_bot" --side bot:1

use std::collections::HashMap;
use std::io::{BufRead, Write, stdin, stdout};

/// A value of JSON. What is not there is [`Json::Null`], so that asking needs no checks.
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

static NULL: Json = Json::Null;

impl Json {
    /// Reads one value from the beginning of the bytes, which are those of a line of the game.
    fn read(bytes: &mut &[u8]) -> Json {
        *bytes = bytes.trim_ascii_start();
        let is_word = |byte: &&u8| !b",]}: ".contains(byte);
        match bytes.first() {
            Some(b'{') => {
                let parts = Self::parts(bytes, b'}');
                let mut parts = parts.into_iter();
                let mut object = HashMap::new();
                while let (Some(Json::Text(key)), Some(value)) = (parts.next(), parts.next()) {
                    object.insert(key, value);
                }
                Json::Object(object)
            }
            Some(b'[') => Json::List(Self::parts(bytes, b']')),
            Some(b'"') => {
                let (mut text, mut at) = (Vec::new(), 1);
                while at < bytes.len() && bytes[at] != b'"' {
                    // The names of the rules have no special letters: of `\n` and the like the letter is enough.
                    at += usize::from(bytes[at] == b'\\');
                    text.push(bytes[at]);
                    at += 1;
                }
                *bytes = &bytes[(at + 1).min(bytes.len())..];
                Json::Text(String::from_utf8_lossy(&text).into_owned())
            }
            _ => {
                let (word, rest) = bytes.split_at(bytes.iter().take_while(is_word).count());
                *bytes = rest;
                match std::str::from_utf8(word).unwrap_or_default().trim() {
                    "true" => Json::Bool(true),
                    "false" => Json::Bool(false),
                    word => word.parse().map_or(Json::Null, Json::Number),
                }
            }
        }
    }

    /// What stands between brackets; of an object keys and values in turn.
    fn parts(bytes: &mut &[u8], close: u8) -> Vec<Json> {
        let mut parts = Vec::new();
        loop {
            *bytes = bytes[1..].trim_ascii_start();
            if bytes.first().is_none_or(|byte| *byte == close) {
                *bytes = bytes.get(1..).unwrap_or_default();
                return parts;
            }
            parts.push(Self::read(bytes));
            *bytes = bytes.trim_ascii_start();
            if bytes.first().is_none_or(|byte| *byte == close) {
                *bytes = bytes.get(1..).unwrap_or_default();
                return parts;
            }
        }
    }

    fn key(&self, name: &str) -> &Json {
        if let Json::Object(object) = self { object.get(name).unwrap_or(&NULL) } else { &NULL }
    }

    fn at(&self, index: usize) -> &Json {
        self.list().get(index).unwrap_or(&NULL)
    }

    fn list(&self) -> &[Json] {
        if let Json::List(list) = self { list } else { &[] }
    }

    fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    fn number(&self) -> i64 {
        if let Json::Number(number) = self { *number as i64 } else { 0 }
    }

    fn is_true(&self) -> bool {
        matches!(self, Json::Bool(true))
    }

    /// The entry of a list with that name.
    fn named(&self, name: &str) -> &Json {
        self.list().iter().find(|one| one.key("name").text() == name).unwrap_or(&NULL)
    }
}

/// What it wants to know of the rules and the map.
struct Bot {
    worker: String,
    house: String,
    barracks: String,
    soldier: String,
    start: (i64, i64),
    enemy: (i64, i64),
    forest: (i64, i64),
    /// Gold and wood of everything by name.
    cost: HashMap<String, (i64, i64)>,
}

fn place(pair: &Json) -> (i64, i64) {
    (pair.at(0).number(), pair.at(1).number())
}

fn far(a: (i64, i64), b: (i64, i64)) -> i64 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

impl Bot {
    fn new(hello: &Json) -> Bot {
        let (rules, sides) = (hello.key("rules"), hello.key("sides"));
        let me = sides.at(hello.key("you").key("side").number() as usize);
        let faction = rules.key("factions").named(me.key("faction").text());
        let all = rules.key("units").list().iter().chain(rules.key("buildings").list());
        let cost = |one: &Json| (one.key("cost").key("gold").number(), one.key("cost").key("wood").number());
        let buildings = rules.key("buildings").list();
        let has = |one: &Json, field: &str| !one.key(field).list().is_empty();
        let is_ours = |one: &&Json| one.key("faction").text() == me.key("faction").text() && !has(one, "drop_off");
        let trains = |one: &&Json| has(one, "trains") && !has(one, "requires");
        let barracks = buildings.iter().filter(is_ours).find(trains).unwrap_or(&NULL);
        let house = buildings.iter().filter(is_ours).find(|one| one.key("supply").number() > 0).unwrap_or(&NULL);
        let enemy = sides.list().iter().find(|side| side.key("team").number() != me.key("team").number());
        let start = place(me.key("start"));
        let rows = hello.key("map").key("rows").list().iter().map(Json::text);
        let cells = (0..).zip(rows).flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, symbol)| (x, y, symbol)));
        let forest = cells.filter(|(_, _, symbol)| *symbol == 'T').map(|(x, y, _)| (x, y));
        Bot {
            worker: faction.key("worker").text().to_string(),
            house: house.key("name").text().to_string(),
            barracks: barracks.key("name").text().to_string(),
            soldier: barracks.key("trains").at(0).text().to_string(),
            start,
            enemy: place(enemy.unwrap_or(me).key("start")),
            forest: forest.min_by_key(|cell| far(*cell, start)).unwrap_or(start),
            cost: all.map(|one| (one.key("name").text().to_string(), cost(one))).collect(),
        }
    }

    /// The orders for a look, as they stand in the answer.
    fn look(&self, look: &Json) -> Vec<String> {
        let (units, buildings) = (look.key("units").list(), look.key("buildings").list());
        let mut stock = (look.key("gold").number(), look.key("wood").number());
        let mut pay = |name: &str| {
            let (gold, wood) = self.cost[name];
            let can = stock.0 >= gold && stock.1 >= wood;
            if can {
                stock = (stock.0 - gold, stock.1 - wood);
            }
            can
        };
        let mut orders = Vec::new();
        let workers: Vec<&Json> = units.iter().filter(|unit| unit.at(1).text() == self.worker).collect();
        let mine = look.key("mines").list().iter().map(place).min_by_key(|mine| far(*mine, self.start));
        for (number, worker) in workers.iter().enumerate().filter(|(_, worker)| worker.at(5).text() == "idle") {
            let (x, y) = mine.filter(|_| number % 3 < 2).unwrap_or(self.forest);
            orders.push(format!(r#"["gather",{},{x},{y}]"#, worker.at(0).number()));
        }
        // A house in good time, and one barracks. Where the game does not let it stand, the next place is tried.
        let (used, given) = (look.key("supply").at(0).number(), look.key("supply").at(1).number());
        let has_barracks = buildings.iter().any(|one| one.at(1).text() == self.barracks);
        let wanted = if given - used < 4 { Some(&self.house) } else { Some(&self.barracks).filter(|_| !has_barracks) };
        let is_under_way = workers.iter().any(|unit| unit.at(5).text().starts_with("build"))
            || buildings.iter().any(|one| !one.at(5).is_true());
        let turn = look.key("tick").number() / 10;
        let (dx, dy) = (turn * 5 % 25 - 12, turn * 3 % 23 - 11);
        if let Some(name) = wanted.filter(|name| !is_under_way && dx.abs().max(dy.abs()) > 5 && pay(name)) {
            let builder = workers.first().map_or(0, |worker| worker.at(0).number());
            orders.push(format!(r#"["build",{builder},"{name}",{},{}]"#, self.start.0 + dx, self.start.1 + dy));
        }
        for one in buildings.iter().filter(|one| one.at(5).is_true() && one.at(6).list().is_empty() && used < given) {
            let made = if one.at(1).text() == self.barracks { &self.soldier } else { &self.worker };
            let is_wanted = one.at(1).text() != self.house && (made != &self.worker || workers.len() < 12);
            if is_wanted && pay(made) {
                orders.push(format!(r#"["train",{},"{made}"]"#, one.at(0).number()));
            }
        }
        let idle = |unit: &&Json| unit.at(1).text() != self.worker && unit.at(5).text() == "idle";
        let army: Vec<String> = units.iter().filter(idle).map(|unit| unit.at(0).number().to_string()).collect();
        if army.len() >= 8 {
            orders.push(format!(r#"["attack_move",[{}],{},{}]"#, army.join(","), self.enemy.0, self.enemy.1));
        }
        orders
    }
}

fn main() {
    let mut bot = None;
    for line in stdin().lock().lines().map_while(Result::ok) {
        let message = Json::read(&mut line.as_bytes());
        let answer = match &bot {
            _ if matches!(message.key("end"), Json::Text(_)) => break,
            None => {
                bot = Some(Bot::new(&message));
                r#"{"name":"sample"}"#.to_string()
            }
            Some(bot) => {
                format!(r#"{{"tick":{},"do":[{}]}}"#, message.key("tick").number(), bot.look(&message).join(","))
            }
        };
        let mut output = stdout().lock();
        if writeln!(output, "{answer}").and_then(|()| output.flush()).is_err() {
            break;
        }
    }
}
