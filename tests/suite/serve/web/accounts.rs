//! Registration, sign-in, sessions, tokens, the end of an account.

use super::house::{House, PASSWORD};
use serde_json::json;

#[test]
fn a_person_registers_signs_in_and_out() {
    let house = House::new();
    let stranger = house.stranger();
    let new = json!({ "name": "Anna", "password": PASSWORD, "email": "anna@example.org" });
    let answer = stranger.post("/api/accounts", &new).is(201);
    assert_eq!(answer["account"]["name"], "Anna");
    stranger.post("/api/accounts", &new).refused(409);
    let token = stranger.post("/api/session", &json!({ "name": "anna", "password": PASSWORD })).is(200);
    let anna = stranger.with_token(token["token"].as_str().expect("a token"));
    let me = anna.get("/api/me").is(200);
    assert_eq!((&me["name"], &me["email"], &me["logins"]), (&json!("Anna"), &json!("anna@example.org"), &json!(2)));
    anna.delete("/api/session").is(204);
    anna.get("/api/me").refused(401);
    stranger.get("/api/me").refused(401);
}

#[test]
fn a_browser_gets_a_cookie_and_no_token() {
    let house = House::new();
    let new = json!({ "name": "Anna", "password": PASSWORD, "keep": "cookie" });
    let answer = house.stranger().post("/api/accounts", &new);
    let line = answer.head("set-cookie").expect("a cookie").to_string();
    assert!(line.contains("HttpOnly") && line.contains("SameSite=Lax") && line.contains("Path=/"), "{line}");
    let cookie = answer.cookie();
    assert_eq!(answer.is(201)["token"], json!(null));
    let browser = house.stranger().browser(&cookie);
    assert_eq!(browser.get("/api/me").is(200)["name"], "Anna");
    let gone = browser.delete("/api/session");
    assert!(gone.head("set-cookie").expect("it is taken away").contains("Max-Age=0"));
    browser.get("/api/me").refused(401);
}

#[test]
fn signing_in_anew_ends_the_session_before() {
    let house = House::new();
    house.person("Anna");
    let sign_in = json!({ "name": "Anna", "password": PASSWORD, "keep": "cookie" });
    let first = house.stranger().browser(&house.stranger().post("/api/session", &sign_in).cookie());
    let second = first.post("/api/session", &sign_in).cookie();
    first.get("/api/me").refused(401);
    let second = house.stranger().browser(&second);
    let third = second.form("/sign-in", &[("name", "Anna"), ("password", PASSWORD)]).cookie();
    second.get("/api/me").refused(401);
    assert_eq!(house.stranger().browser(&third).get("/api/me").is(200)["name"], "Anna");
}

#[test]
fn behind_https_the_cookie_is_bound_to_the_host() {
    let house = House::with(gridmarch::serve::office::Pace::RealTime, |settings| settings.is_behind_https = true);
    let new = json!({ "name": "Anna", "password": PASSWORD, "keep": "cookie" });
    let answer = house.stranger().post("/api/accounts", &new);
    let line = answer.head("set-cookie").expect("a cookie").to_string();
    assert!(line.starts_with("__Host-session=") && line.contains("; Secure"), "{line}");
    assert!(!line.contains("Domain"), "{line}");
    assert!(answer.head("strict-transport-security").is_some());
    // The cookie of plain http is no session here.
    let plain = answer.cookie().replace("__Host-", "");
    house.stranger().browser(&plain).get("/api/me").refused(401);
    house.stranger().browser(&answer.cookie()).get("/api/me").is(200);
}

#[test]
fn a_new_password_ends_all_other_sessions() {
    let house = House::new();
    let anna = house.person("Anna");
    let other = house.stranger().post("/api/session", &json!({ "name": "Anna", "password": PASSWORD })).is(200);
    let other = house.stranger().with_token(other["token"].as_str().expect("a token"));
    let token = anna.post("/api/me/tokens", &json!({ "label": "bot" })).is(201);
    let program = house.stranger().with_token(token["token"].as_str().expect("a token"));
    assert_eq!(anna.get("/api/me/sessions").is(200).as_array().expect("a list").len(), 3);
    let change = |old: &str, new: &str| json!({ "old": old, "new": new });
    anna.put("/api/me/password", &change("wrong and long", "other lantern twelve")).refused(401);
    anna.put("/api/me/password", &change(PASSWORD, "short")).refused(422);
    anna.put("/api/me/password", &change(PASSWORD, "other lantern twelve")).is(204);
    anna.get("/api/me").is(200);
    other.get("/api/me").refused(401);
    program.get("/api/me").refused(401);
    house.stranger().post("/api/session", &json!({ "name": "Anna", "password": PASSWORD })).refused(401);
    house.stranger().post("/api/session", &json!({ "name": "Anna", "password": "other lantern twelve" })).is(200);
}

#[test]
fn a_session_is_ended_from_another_one() {
    let house = House::new();
    let anna = house.person("Anna");
    let other = house.stranger().post("/api/session", &json!({ "name": "Anna", "password": PASSWORD })).is(200);
    let other = house.stranger().with_token(other["token"].as_str().expect("a token"));
    let sessions = anna.get("/api/me/sessions").is(200);
    let ids: Vec<_> =
        sessions.as_array().expect("a list").iter().map(|line| line["id"].as_i64().expect("a number")).collect();
    // Nobody else ends it.
    house.person("Bert").delete(&format!("/api/me/sessions/{}", ids[0])).refused(404);
    anna.delete("/api/me/sessions").is(204);
    other.get("/api/me").refused(401);
    assert_eq!(anna.get("/api/me/sessions").is(200).as_array().expect("a list").len(), 1);
}

#[test]
fn a_token_of_a_program_plays_and_changes_no_account() {
    let house = House::new();
    let anna = house.person("Anna");
    let program = anna.post("/api/me/programs", &json!({ "name": "AnnaBot" })).is(201);
    assert_eq!(program["kind"], "program");
    let id = program["id"].as_i64().expect("a number");
    let token = anna.post("/api/me/tokens", &json!({ "label": "my engine", "program": id })).is(201);
    let bot = house.stranger().with_token(token["token"].as_str().expect("a token"));
    assert_eq!(bot.get("/api/me").is(200)["name"], "AnnaBot");
    bot.post("/api/games", &json!({ "kind": "marks" })).is(201);
    for (method, path, body) in [
        ("DELETE", "/api/me", json!({})),
        ("PUT", "/api/me/password", json!({ "old": PASSWORD, "new": PASSWORD })),
        ("POST", "/api/me/tokens", json!({ "label": "more" })),
        ("PUT", "/api/me/name", json!({ "name": "Other" })),
        ("GET", "/api/me/sessions", json!({})),
        ("GET", "/api/me/export", json!({})),
        ("POST", "/api/reports", json!({ "player": "Anna", "reason": "spam" })),
    ] {
        assert_eq!(bot.json(method, path, &body).status, 403, "{method} {path}");
    }
    // Somebody else's program gets no token from here.
    let bert = house.person("Bert");
    bert.post("/api/me/tokens", &json!({ "label": "theft", "program": id })).refused(403);
    bert.delete(&format!("/api/me/programs/{id}")).refused(404);
    anna.delete(&format!("/api/me/programs/{id}")).is(204);
    bot.get("/api/me").refused(401);
}

#[test]
fn an_account_is_changed_exported_and_deleted() {
    let house = House::new();
    let anna = house.person("Anna");
    anna.json("PATCH", "/api/me", &json!({ "email": "no address" })).refused(422);
    let changed = anna.json("PATCH", "/api/me", &json!({ "email": "a@example.org", "settings": "sound 3" })).is(200);
    assert_eq!((&changed["email"], &changed["settings"]), (&json!("a@example.org"), &json!("sound 3")));
    assert_eq!(anna.json("PATCH", "/api/me", &json!({ "email": "" })).is(200)["email"], json!(null));
    assert_eq!(anna.put("/api/me/name", &json!({ "name": "Anne" })).is(200)["name"], "Anne");
    anna.put("/api/me/name", &json!({ "name": "Anni" })).refused(422);
    let export = anna.get("/api/me/export");
    assert!(export.head("content-disposition").expect("a file").contains("account.json"));
    assert_eq!(export.is(200)["account"]["name"], "Anne");
    anna.json("DELETE", "/api/me", &json!({ "password": "wrong and long" })).refused(401);
    anna.json("DELETE", "/api/me", &json!({})).refused(401);
    anna.json("DELETE", "/api/me", &json!({ "password": PASSWORD })).is(204);
    anna.get("/api/me").refused(401);
    house.stranger().get("/api/players/Anne").refused(404);
}
