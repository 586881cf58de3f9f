//! Attacks on the pages and routes: each has its answer, and the server lives on.

use super::house::{Client, House, PASSWORD, until};
use gridmarch::net::frame::{Circle, ToServer};
use gridmarch::serve::office::Pace;
use serde_json::json;
use std::io::{Read, Write};
use std::net::TcpStream;

fn lives(house: &House) {
    assert_eq!(house.stranger().get("/healthz").status, 200);
    assert_eq!(house.stranger().get("/readyz").status, 200);
}

fn browser(house: &House, name: &str) -> Client {
    let token = house.person(name).token();
    house.stranger().browser(&format!("session={token}"))
}

/// All changes that there are, which a page of somebody else may want to make: those of the routes, and the forms of the pages.
fn changes() -> Vec<(String, String)> {
    let text = gridmarch::serve::api::document();
    let mut all = Vec::new();
    for (path, item) in text["paths"].as_object().expect("paths") {
        let methods = item.as_object().expect("methods").keys().filter(|method| *method != "get");
        all.extend(methods.map(|method| (method.to_ascii_uppercase(), path.clone())));
    }
    let pages = include_str!("../../../../src/serve/pages/mod.rs").lines().filter(|line| line.contains("post("));
    all.extend(
        pages.filter_map(|line| Some(("POST".into(), line.split(".route(\"").nth(1)?.split('"').next()?.into()))),
    );
    for (_, path) in &mut all {
        // The parts in braces.
        let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        *path = parts.collect::<Vec<_>>().join("/");
    }
    all
}

#[test]
fn no_page_of_somebody_else_changes_anything() {
    let house = House::new();
    let anna = browser(&house, "Anna");
    let foreign = [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1.evil.example",
        "http://localhost:1",
        "evil",
    ];
    let changes = changes();
    assert!(changes.len() > 50 && changes.contains(&("POST".into(), "/players/1/report".into())), "{changes:?}");
    for (method, path) in &changes {
        for origin in foreign {
            let answer = anna.with("origin", origin).json(method, path, &json!({}));
            assert_eq!(answer.status, 403, "{method} {path} from {origin}: {}", answer.text);
        }
        // An old browser that names no page, with a cookie.
        let silent = anna.without("origin").json(method, path, &json!({}));
        assert_eq!(silent.status, 403, "{method} {path}: {}", silent.text);
    }
    assert_eq!(anna.get("/api/me").is(200)["name"], "Anna");
    // A form of another page has a kind of its own, and a body that looks like JSON.
    let form = anna.send("POST", "/api/games", Some("text/plain"), br#"{"kind":"marks"}"#);
    assert_eq!(form.status, 415);
    // The page of the server itself may.
    anna.post("/api/games", &json!({ "kind": "marks" })).is(201);
    anna.without("origin")
        .with("sec-fetch-site", "same-origin")
        .post("/api/games", &json!({ "kind": "marks" }))
        .is(201);
    assert_eq!(anna.without("origin").with("sec-fetch-site", "same-site").post("/api/games", &json!({})).status, 403);
    lives(&house);
}

#[test]
fn a_page_on_the_list_of_origins_may_ask() {
    let house = House::with(Pace::RealTime, |settings| settings.limits.origins = vec!["https://play.example".into()]);
    let anna = browser(&house, "Anna");
    anna.with("origin", "https://play.example").post("/api/games", &json!({ "kind": "marks" })).is(201);
    anna.with("origin", "https://other.example").post("/api/games", &json!({ "kind": "marks" })).refused(403);
}

#[test]
fn a_session_that_somebody_planted_is_not_taken_over() {
    let house = House::new();
    house.person("Anna");
    for planted in ["session=chosen-by-somebody-else", "session=", "session=;session=x", "session=\"quoted\""] {
        let victim = house.stranger().browser(planted);
        let entered = victim.form("/sign-in", &[("name", "Anna"), ("password", PASSWORD)]);
        assert_eq!(entered.status, 303);
        assert!(!entered.cookie().contains("chosen"), "a session is always a new one");
        victim.get("/api/me").refused(401);
        house.stranger().browser(&entered.cookie()).get("/api/me").is(200);
    }
}

#[test]
fn an_unknown_name_and_a_wrong_password_have_one_answer() {
    let house = House::new();
    house.person("Anna");
    let ask = |name: &str, password: &str| {
        house.pass(60_000);
        house.stranger().post("/api/session", &json!({ "name": name, "password": password }))
    };
    let long = "x".repeat(5000);
    let first = ask("Anna", "wrong and long");
    for (name, password) in [
        ("Nobody", "wrong and long"),
        ("Nobody", PASSWORD),
        ("Anna", ""),
        ("' OR 1=1 --", "x"),
        ("Anna", &long),
        ("\u{0}", "x"),
    ] {
        let answer = ask(name, password);
        assert_eq!((answer.status, &answer.text), (401, &first.text), "{name:?}");
        let names =
            |answer: &super::house::Answer| answer.heads.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&answer), names(&first));
    }
    // The pages say the same.
    let text = |name: &str| {
        house.pass(60_000);
        let answer = house.stranger().form("/sign-in", &[("name", name), ("password", "wrong and long")]);
        (answer.status, answer.text.replace(name, ""))
    };
    assert_eq!(text("Anna"), text("Nobody"));
    lives(&house);
}

#[test]
fn who_guesses_passwords_is_slowed_down() {
    let house = House::new();
    house.person("Anna");
    let guess = |name: &str| {
        house.stranger().post("/api/session", &json!({ "name": name, "password": "wrong and long" })).status
    };
    let answers: Vec<_> = (0..12).map(|_| guess("Anna")).collect();
    assert!(answers.contains(&401) && answers.last() == Some(&429), "{answers:?}");
    // One who is not there is counted alike.
    let others: Vec<_> = (0..12).map(|_| guess("Nobody")).collect();
    assert!(others.contains(&429), "{others:?}");
    house.pass(3_600_000);
    assert_eq!(guess("Anna"), 401);
}

#[test]
fn what_others_write_is_shown_as_text() {
    let house = House::new();
    let anna = browser(&house, "Anna");
    let script = "<script>alert(1)</script>";
    for name in [script, "a\"onload=x", "Anna<", "Ａnna", "An na", "Anna\r\nSet-Cookie: x=y"] {
        let body = json!({ "name": name, "password": PASSWORD });
        assert_eq!(house.stranger().post("/api/accounts", &body).status, 422, "{name}");
    }
    let level =
        anna.send("PUT", "/api/me/levels/%3Cscript%3Ealert(1)%3C%2Fscript%3E", Some("text/plain"), b"level <script>");
    assert_eq!(level.status, 200, "{}", level.text);
    let list = house.stranger().get("/levels").text;
    assert!(!list.contains(script) && list.contains("&lt;script&gt;"), "{list}");
    // The level itself is text that no browser takes for a page.
    let text = house.stranger().get(&format!("/api/levels/{}", level.is(200)["hash"].as_str().expect("a hash")));
    assert!(text.head("content-type").expect("a kind").starts_with("text/plain"));
    assert_eq!(text.head("x-content-type-options"), Some("nosniff"));
    for path in [
        "/players?begins=%3Cscript%3E",
        "/archive?player=%3Cscript%3E",
        "/sign-in?next=%22%3E%3Cscript%3E",
        "/m/%3Cscript%3E",
    ] {
        assert!(!house.stranger().get(path).text.contains("<script"), "{path}");
    }
    let echo =
        house.stranger().form("/register", &[("name", "\"><script>"), ("password", PASSWORD), ("email", "<script>")]);
    assert!(!echo.text.contains("<script"), "{}", echo.text);
    let agent = anna.with("user-agent", script).form("/sign-in", &[("name", "Anna"), ("password", PASSWORD)]);
    let page = house.stranger().browser(&agent.cookie()).get("/account").text;
    assert!(!page.contains(script) && page.contains("&lt;script&gt;"));
}

#[test]
fn nobody_is_led_to_another_server() {
    let house = House::new();
    house.person("Anna");
    for next in [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "/x\r\nSet-Cookie: a=b",
        "",
        "evil",
    ] {
        let answer = house.stranger().form("/sign-in", &[("name", "Anna"), ("password", PASSWORD), ("next", next)]);
        assert_eq!((answer.status, answer.head("location")), (303, Some("/")), "{next:?}");
        assert_eq!(answer.heads.iter().filter(|(name, _)| name == "set-cookie").count(), 1);
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let house = House::new();
    let key = std::fs::read(house.folder.path().join("hall/key")).expect("the key of the server");
    for path in [
        "/../key",
        "/%2e%2e/key",
        "/..%2fkey",
        "/style.css/../../key",
        "//key",
        "/api/levels/..%2F..%2Fkey",
        "/api/games/..%2Fkey/log",
        "/api/match/..%2F..%2Fkey/log",
        "/api/match/0000000000000001%00/log",
        "/m/..%2Fkey",
        "/players/..%2Fkey",
        "/icon.svg%00.html",
        "/store.sqlite",
        "/matches",
        "/.git/config",
        "/api/games/99999999999999999999",
    ] {
        let answer = house.stranger().get(path);
        assert!([400, 401, 404].contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text.as_bytes().windows(key.len()).any(|part| part == key));
    }
    lives(&house);
}

#[test]
fn what_is_too_large_or_nonsense_is_refused() {
    let house = House::new();
    let anna = house.person("Anna");
    let huge = format!("{{\"name\":\"{}\"}}", "x".repeat(100_000));
    assert_eq!(anna.send("POST", "/api/session", Some("application/json"), huge.as_bytes()).status, 413);
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    assert!([400, 422].contains(&anna.send("POST", "/api/session", Some("application/json"), deep.as_bytes()).status));
    assert_eq!(anna.send("PUT", "/api/me/levels/big", Some("text/plain"), &vec![b'l'; (1 << 20) + 1]).status, 413);
    let setup = json!({ "kind": "marks", "setup": "x".repeat(6 << 20) });
    assert_eq!(anna.post("/api/games", &setup).status, 413);
    let form = anna.form("/games", &[("what", &"x".repeat(70_000))]);
    assert_eq!(form.status, 413);
    for body in
        [&b"\xff\xfe"[..], b"null", b"[]", b"{\"name\":1}", b"{\"name\":\"a\",\"name\":\"b\",\"password\":\"c\"}", b""]
    {
        let answer = anna.send("POST", "/api/session", Some("application/json"), body);
        assert!([400, 422].contains(&answer.status), "{body:?}: {}", answer.status);
    }
    // SQL in every place where somebody writes.
    for text in ["' OR '1'='1", "'; DROP TABLE account; --", "%", "\\", "🦀"] {
        let coded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        assert_eq!(house.stranger().get(&format!("/api/players/{coded}")).status, 404);
        assert_eq!(house.stranger().get(&format!("/api/players?begins={coded}")).is(200), json!([]));
        assert_eq!(house.stranger().get(&format!("/api/archive?kind={coded}")).is(200), json!([]));
        house.stranger().get(&format!("/api/invitations/{coded}")).refused(404);
    }
    assert_eq!(anna.get("/api/me").is(200)["name"], "Anna");
    lives(&house);
}

/// What comes back for bytes that are no whole request.
fn raw(house: &House, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", house.port())).expect("it is open");
    stream.set_read_timeout(Some(super::house::HANGS)).expect("it can wait");
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn heads_that_are_no_heads_are_refused() {
    let house = House::new();
    let long = format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", "x".repeat(10_000));
    for bytes in [
        "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nhello",
        "GET / HTTP/9.9\r\n\r\n",
        "GET /\u{0} HTTP/1.1\r\nHost: x\r\n\r\n",
        "nonsense\r\n\r\n",
        &long,
    ] {
        let answer = raw(&house, bytes.as_bytes());
        assert!(answer.is_empty() || !answer.starts_with("HTTP/1.1 2"), "{bytes:.40}: {answer:.200}");
    }
    lives(&house);
}

#[test]
fn every_answer_tells_browsers_what_they_may_do() {
    let house = House::new();
    let anna = browser(&house, "Anna");
    for path in ["/", "/sign-in", "/api/me", "/api/lobby", "/nowhere", "/games/77", "/api/openapi.json", "/healthz"] {
        let answer = anna.get(path);
        let policy = answer.head("content-security-policy").unwrap_or_else(|| panic!("{path} has no policy"));
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.head(name), Some(value), "{path}: {name}");
        }
        assert!(answer.head("access-control-allow-origin").is_none() && answer.head("server").is_none(), "{path}");
    }
}

#[test]
fn a_ban_ends_sessions_and_keeps_out() {
    let house = House::new();
    let (anna, admin) = (house.person("Anna"), house.admin("Root"));
    let program = anna.post("/api/me/tokens", &json!({ "label": "bot" })).is(201);
    let program = house.stranger().with_token(program["token"].as_str().expect("a token"));
    let ban = json!({ "player": "Anna", "hours": 2, "reason": "insults" });
    anna.post("/api/admin/bans", &ban).refused(403);
    admin.post("/api/admin/bans", &ban).is(201);
    anna.get("/api/me").refused(401);
    program.get("/api/me").refused(401);
    let sign_in = json!({ "name": "Anna", "password": PASSWORD });
    assert!(house.stranger().post("/api/session", &sign_in).refused(403).contains("insults"));
    house.pass(3 * 3_600_000);
    house.stranger().post("/api/session", &sign_in).is(200);
    // Everybody here has one address: who is signed in is told, too.
    admin.post("/api/admin/bans", &json!({ "network": "127.0.0.0/8", "hours": 1, "reason": "flood" })).is(201);
    assert!(house.stranger().post("/api/session", &sign_in).refused(403).contains("flood"));
    assert!(admin.get("/api/me").refused(403).contains("flood"));
    house.pass(2 * 3_600_000);
    admin.get("/api/me").is(200);
}

#[test]
fn who_is_muted_or_banned_feels_it_while_connected() {
    let house = House::new();
    let (anna, bert, admin) = (house.person("Anna"), house.person("Bert"), house.admin("Root"));
    let id = anna.post("/api/games", &json!({ "kind": "marks", "seat": 0 })).is(201)["id"].as_i64().expect("a number");
    let hall = bert.post(&format!("/api/games/{id}/take"), &json!({})).is(200)["match"].clone();
    let hall = hall.as_str().expect("a match");
    let players = [super::games::player(&anna, hall), super::games::player(&bert, hall)];
    until("they play", || players.iter().all(|player| player.look(|seen| seen.in_effect > 1)).then_some(()));
    let chat = |text: &str| anna.post(&format!("/api/match/{hall}/act"), &json!({ "act": "chat", "text": text }));
    chat("hello").is(204);
    let says = |text: &str| ToServer::Chat { to: Circle::All, text: text.into() };
    let heard = |text: &str| players[1].look(|seen| seen.frames.iter().any(|frame| frame.contains(text)));
    players[0].say(says("good luck"));
    until("she is heard", || heard("good luck").then_some(()));
    admin.put("/api/admin/players/Anna/mute", &json!({ "hours": 1 })).is(204);
    until("the hall hears it", || (chat("hello again").status == 403).then_some(()));
    // What she says over the socket reaches nobody either, and her orders come through behind it.
    players[0].say(says("nobody hears this"));
    let before = players[0].look(|seen| seen.in_effect);
    until("she plays on", || (players[0].look(|seen| seen.in_effect) > before + 3).then_some(()));
    players[1].say(says("everybody hears this"));
    until("they talk", || heard("everybody hears this").then_some(()));
    assert!(!heard("nobody hears this"));
    admin.post("/api/admin/bans", &json!({ "player": "Anna", "hours": 1, "reason": "insults" })).is(201);
    until("her connections end", || players[0].look(|seen| seen.ended.clone()));
    assert_eq!(players[1].look(|seen| seen.ended.clone()), None);
    lives(&house);
}

#[test]
fn a_flood_of_requests_is_refused_and_passes() {
    let few = std::num::NonZero::new(20).expect("it is not zero");
    let house = House::with(Pace::RealTime, |settings| settings.limits.requests = few);
    let answers: Vec<_> = (0..40).map(|_| house.stranger().get("/healthz").status).collect();
    assert!(answers.contains(&200) && answers.contains(&429), "{answers:?}");
    let refused =
        until("it is refused", || Some(house.stranger().get("/healthz")).filter(|answer| answer.status == 429));
    assert_eq!(refused.head("retry-after"), Some("30"));
    until("it passes", || (house.stranger().get("/healthz").status == 200).then_some(()));
}

#[test]
fn a_forwarded_address_counts_from_a_trusted_proxy_only() {
    let house = House::new();
    let ban = json!({ "network": "203.0.113.0/24", "hours": 1, "reason": "flood" });
    house.admin("Root").post("/api/admin/bans", &ban).is(201);
    let sign_in = json!({ "name": "Nobody", "password": "wrong and long" });
    let forged = house.stranger().with("x-forwarded-for", "203.0.113.9");
    assert_eq!(forged.post("/api/session", &sign_in).status, 401);
    let house = House::with(Pace::RealTime, |settings| {
        settings.limits.proxies = vec!["127.0.0.1".parse().expect("an address")]
    });
    house.admin("Root").post("/api/admin/bans", &ban).is(201);
    // The last one was added by the proxy, the one before it by the sender.
    let proxied = house.stranger().with("x-forwarded-for", "192.0.2.1, 203.0.113.9");
    assert_eq!(proxied.post("/api/session", &sign_in).status, 403);
    let forged = house.stranger().with("x-forwarded-for", "203.0.113.9, 192.0.2.1");
    assert_eq!(forged.post("/api/session", &sign_in).status, 401);
}

#[test]
fn a_server_that_is_about_to_end_begins_no_games() {
    let house = House::new();
    let anna = house.person("Anna");
    house.server().drain();
    assert_eq!(house.stranger().get("/readyz").status, 503);
    assert_eq!(house.stranger().get("/healthz").status, 200);
    anna.post("/api/games", &json!({ "kind": "marks" })).refused(503);
    anna.get("/api/me").is(200);
}
