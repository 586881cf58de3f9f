//! The text of the routes, held against the routes themselves and their real answers.

use super::house::{Answer, Client, House, PASSWORD, until};
use super::schema::problem;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The text, and which of its operations have been answered.
struct Text {
    whole: Value,
    asked: BTreeSet<(String, String)>,
}

/// Whether an address is one of a pattern such as `/api/games/{id}`.
fn fits(pattern: &str, path: &str) -> bool {
    let (pattern, path): (Vec<_>, Vec<_>) = (pattern.split('/').collect(), path.split('/').collect());
    pattern.len() == path.len() && pattern.iter().zip(&path).all(|(part, real)| part == real || part.starts_with('{'))
}

impl Text {
    /// Holds an answer against what the text says about it.
    fn check(&mut self, method: &str, path: &str, answer: &Answer) {
        let bare = path.split('?').next().expect("a path");
        let paths = self.whole["paths"].as_object().expect("paths");
        // Where two fit, the one without parts in braces is meant.
        let pattern =
            paths.keys().find(|pattern| *pattern == bare).or_else(|| paths.keys().find(|pattern| fits(pattern, bare)));
        let pattern = pattern.unwrap_or_else(|| panic!("{path} is not in the text")).clone();
        let operation = &self.whole["paths"][&pattern][method.to_ascii_lowercase()];
        assert!(operation.is_object(), "{method} {pattern} is not in the text");
        let said = &operation["responses"];
        let key = answer.status.to_string();
        let response = if said[&key].is_object() { &said[&key] } else { &said["default"] };
        let what = format!("{method} {path}: {}: {}", answer.status, answer.text);
        assert!(said[&key].is_object() || answer.status >= 400, "the text has no such status: {what}");
        let kind = answer.head("content-type").unwrap_or("").split(';').next().expect("a kind");
        match response["content"].as_object() {
            None => assert!(answer.text.is_empty(), "the text has no body: {what}"),
            Some(content) => {
                let schema = &content.get(kind).unwrap_or_else(|| panic!("the text has no {kind}: {what}"))["schema"];
                if kind == "application/json" {
                    self.is_valid(schema, &answer.text, &what);
                }
            }
        }
        if answer.status < 400 {
            self.asked.insert((method.into(), pattern));
        }
    }

    fn is_valid(&self, schema: &Value, body: &str, what: &str) {
        let body: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("no JSON: {what}"));
        assert_eq!(problem(schema, &body, &self.whole["components"]), None, "{what}");
    }

    fn all(&self) -> BTreeSet<(String, String)> {
        let paths = self.whole["paths"].as_object().expect("paths");
        let methods = |(path, item): (&String, &Value)| -> Vec<(String, String)> {
            item.as_object()
                .expect("methods")
                .keys()
                .map(|method| (method.to_ascii_uppercase(), path.clone()))
                .collect()
        };
        paths.iter().flat_map(methods).collect()
    }

    fn ask(&mut self, client: &Client, method: &str, path: &str, body: Option<Value>) -> Value {
        let answer = match &body {
            Some(body) => client.json(method, path, body),
            None => client.send(method, path, None, b""),
        };
        self.check(method, path, &answer);
        assert!(answer.status < 400, "{method} {path}: {}", answer.text);
        serde_json::from_str(&answer.text).unwrap_or(Value::Null)
    }
}

#[test]
fn the_text_has_every_route_and_tells_the_truth_about_its_answers() {
    let house = House::new();
    let stranger = house.stranger();
    let whole = stranger.get("/api/openapi.json").is(200);
    assert_eq!(whole, gridmarch::serve::api::document());
    assert!(whole["openapi"].as_str().expect("a version").starts_with("3.1"));
    let mut text = Text { whole, asked: BTreeSet::new() };
    for path in ["/api/about", "/api/kinds", "/healthz", "/readyz", "/api/openapi.json", "/api/lobby", "/api/running"] {
        text.ask(&stranger, "GET", path, None);
    }
    text.check("GET", "/api/me", &stranger.get("/api/me"));
    text.check("GET", "/api/games/77", &stranger.get("/api/games/77"));
    let admin = house.admin("Root");
    let new = json!({ "name": "Anna", "password": PASSWORD });
    text.ask(&stranger, "POST", "/api/accounts", Some(new.clone()));
    let token = text.ask(&stranger, "POST", "/api/session", Some(new));
    let anna = stranger.with_token(token["token"].as_str().expect("a token"));
    let bert = house.person("Bert");
    account(&mut text, &anna);
    games(&mut text, &anna, &bert);
    moderation(&mut text, &admin, &bert);
    text.ask(&bert, "DELETE", "/api/session", None);
    // By hand: the socket, and reports and snapshots that only a match that went wrong asks for.
    let by_hand: BTreeSet<_> = [
        ("GET", "/ws"),
        ("GET", "/api/match/{id}/report/{tick}"),
        ("PUT", "/api/match/{id}/snapshot/{tick}"),
        ("GET", "/api/match/{id}/snapshot/{tick}"),
        ("GET", "/api/match/{id}/snapshot"),
        ("PUT", "/api/match/{id}/description"),
        ("GET", "/api/match/{id}/log"),
    ]
    .map(|(method, path)| (method.to_string(), path.to_string()))
    .into();
    for (method, path) in &by_hand {
        let path = path.replace("{id}", "0000000000000001").replace("{tick}", "20");
        let answer = stranger.send(method, &path, None, b"");
        text.check(method, &path, &answer);
        assert!(![404, 405].contains(&answer.status), "{method} {path}: {}", answer.status);
    }
    let left: Vec<_> = text.all().difference(&text.asked).filter(|asked| !by_hand.contains(*asked)).cloned().collect();
    assert!(left.is_empty(), "nobody has tried {left:?}");
}

fn account(text: &mut Text, anna: &Client) {
    text.ask(anna, "GET", "/api/me", None);
    text.ask(anna, "PATCH", "/api/me", Some(json!({ "email": "a@example.org" })));
    text.ask(anna, "PUT", "/api/me/name", Some(json!({ "name": "Anne" })));
    text.ask(anna, "PUT", "/api/me/password", Some(json!({ "old": PASSWORD, "new": "other lantern twelve" })));
    text.ask(anna, "GET", "/api/me/export", None);
    let program = text.ask(anna, "POST", "/api/me/programs", Some(json!({ "name": "AnneBot" })))["id"].clone();
    text.ask(anna, "GET", "/api/me/programs", None);
    text.ask(anna, "POST", "/api/me/tokens", Some(json!({ "label": "engine" })));
    text.ask(anna, "DELETE", &format!("/api/me/programs/{program}"), None);
    let sessions = text.ask(anna, "GET", "/api/me/sessions", None);
    let token = sessions.as_array().expect("a list").iter().find(|line| line["kind"] == "api").expect("the token");
    text.ask(anna, "DELETE", &format!("/api/me/sessions/{}", token["id"]), None);
    text.ask(anna, "DELETE", "/api/me/sessions", None);
    text.ask(anna, "GET", "/api/me/vacation", None);
    text.ask(anna, "POST", "/api/me/vacation", Some(json!({ "days": 2 })));
    text.ask(anna, "PUT", "/api/me/relations/Bert", Some(json!({ "kind": "friend" })));
    text.ask(anna, "GET", "/api/me/relations", None);
    text.ask(anna, "DELETE", "/api/me/relations/Bert", None);
    let level = anna.send("PUT", "/api/me/levels/The%20isle", Some("text/plain"), b"level 1");
    text.check("PUT", "/api/me/levels/isle", &level);
    let hash = level.is(200)["hash"].as_str().expect("a hash").to_string();
    text.ask(anna, "GET", "/api/levels?owner=Anne", None);
    text.ask(anna, "GET", &format!("/api/levels/{hash}"), None);
    text.ask(anna, "DELETE", "/api/me/levels/The%20isle", None);
    for path in [
        "/api/players?begins=an",
        "/api/players/Anne",
        "/api/players/Anne/history?kind=marks&speed=real-time",
        "/api/top?kind=marks&speed=blitz",
    ] {
        text.ask(anna, "GET", path, None);
    }
}

fn games(text: &mut Text, anna: &Client, bert: &Client) {
    let game = text.ask(anna, "POST", "/api/games", Some(json!({ "kind": "marks" })))["id"].clone();
    text.ask(anna, "POST", &format!("/api/games/{game}/withdraw"), None);
    let wish = json!({ "kind": "marks", "opponents": ["Bert"] });
    let game = text.ask(anna, "POST", "/api/games", Some(wish.clone()))["id"].clone();
    text.ask(bert, "GET", "/api/notices", None);
    text.ask(bert, "POST", "/api/notices/read", Some(json!({ "up_to": 1 })));
    text.ask(bert, "POST", &format!("/api/games/{game}/decline"), Some(json!({ "reason": "later" })));
    let game = text.ask(anna, "POST", "/api/games", Some(json!({ "kind": "marks", "link": true })));
    let code = game["invitation"].as_str().expect("a code");
    text.ask(bert, "GET", &format!("/api/invitations/{code}"), None);
    let guest = text.ask(bert, "POST", "/api/guests", Some(json!({ "code": code })))["token"].clone();
    let guest = bert.with_token(guest.as_str().expect("a token"));
    text.ask(&guest, "POST", &format!("/api/invitations/{code}"), Some(json!({})));
    text.ask(&guest, "GET", "/api/me/games", None);
    let game = text.ask(anna, "POST", "/api/games", Some(wish))["id"].clone();
    let hall = text.ask(bert, "POST", &format!("/api/games/{game}/take"), Some(json!({})))["match"].clone();
    let hall = hall.as_str().expect("a match");
    text.ask(&guest, "POST", &format!("/api/games/{game}/watch"), None);
    text.ask(anna, "GET", &format!("/api/games/{game}"), None);
    for part in ["acts", "setup", "record"] {
        text.ask(anna, "GET", &format!("/api/games/{game}/{part}"), None);
    }
    text.ask(anna, "GET", &format!("/api/match/{hall}"), None);
    text.ask(anna, "POST", &format!("/api/match/{hall}/act"), Some(json!({ "act": "chat", "text": "hello" })));
    text.ask(anna, "GET", &format!("/api/match/{hall}/description"), None);
    text.ask(anna, "POST", "/api/ticket", Some(json!({ "match": hall, "lane": 0 })));
    let player = super::games::player(bert, hall);
    let other = super::games::player(anna, hall);
    until("they play", || player.look(|seen| seen.in_effect > 1).then_some(()));
    player.give(gridmarch::cli::bench::net::marks::Order::Yield);
    until("it is over", || (anna.get(&format!("/api/games/{game}")).is(200)["state"] == "over").then_some(()));
    drop((player, other));
    text.ask(anna, "GET", &format!("/api/games/{game}/log"), None);
    text.ask(anna, "GET", "/api/archive", None);
    text.ask(anna, "POST", &format!("/api/games/{game}/rematch"), None);
}

fn moderation(text: &mut Text, admin: &Client, bert: &Client) {
    let report = json!({ "player": "Anne", "reason": "spam", "note": "again and again" });
    let report = text.ask(bert, "POST", "/api/reports", Some(report))["id"].clone();
    text.ask(admin, "GET", "/api/admin/reports", None);
    text.ask(admin, "POST", &format!("/api/admin/reports/{report}/close"), Some(json!({ "verdict": "warned" })));
    let ban = json!({ "network": "192.0.2.0/24", "hours": 2, "reason": "spam" });
    let ban = text.ask(admin, "POST", "/api/admin/bans", Some(ban))["id"].clone();
    text.ask(admin, "GET", "/api/admin/bans", None);
    text.ask(admin, "DELETE", &format!("/api/admin/bans/{ban}"), None);
    text.ask(admin, "PUT", "/api/admin/players/Anne/mute", Some(json!({ "hours": 3 })));
    text.ask(admin, "PUT", "/api/admin/players/Anne/name", Some(json!({ "name": "Annika" })));
    text.ask(admin, "GET", "/api/admin/audit", None);
    let carl = json!({ "name": "Carl", "password": PASSWORD });
    let carl = bert.post("/api/accounts", &carl).is(201)["token"].clone();
    let carl = bert.with_token(carl.as_str().expect("a token"));
    text.ask(&carl, "DELETE", "/api/me", Some(json!({ "password": PASSWORD })));
}
