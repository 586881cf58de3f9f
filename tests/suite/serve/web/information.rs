//! What nobody is told: mail, addresses, hashes, tokens, codes, and what spectators are to see later.

use super::house::{Client, House, PASSWORD};
use gridmarch::serve::accounts::Secret;
use serde_json::json;

#[test]
fn nothing_private_is_in_any_public_answer() {
    let house = House::new();
    let mail = "hidden-mail@example.org";
    let new = json!({ "name": "Anna", "password": PASSWORD, "email": mail });
    let entered = house.stranger().post("/api/accounts", &new).is(201);
    let token = entered["token"].as_str().expect("a token");
    let anna = house.stranger().with_token(token);
    anna.json("PATCH", "/api/me", &json!({ "settings": "hidden-settings" })).is(200);
    let link = anna.post("/api/games", &json!({ "kind": "marks", "link": true })).is(201);
    let code = link["invitation"].as_str().expect("a code").to_string();
    anna.post("/api/games", &json!({ "kind": "marks" })).is(201);
    let carl = house.person("Carl");
    let paths = [
        "/",
        "/players/Anna",
        "/players?begins=a",
        "/archive",
        "/watch",
        "/top",
        "/levels",
        "/api/lobby",
        "/api/players/Anna",
        "/api/players?begins=a",
        "/api/archive",
        "/api/running",
        "/api/kinds",
        "/api/levels",
        "/api/games/1",
        "/api/games/2",
        "/api/games/2/record",
        "/api/openapi.json",
    ];
    for client in [house.stranger(), carl] {
        for path in paths {
            let text = client.get(path).text;
            for secret in [mail, "hidden-settings", token, &code, "$argon2", "\"email\":\"", "127.0.0.1"] {
                assert!(!text.contains(secret), "{path} tells {secret}");
            }
        }
        // Only administrators see what is theirs.
        for path in ["/api/admin/reports", "/api/admin/bans", "/api/admin/audit"] {
            assert!([401, 403].contains(&client.get(path).status), "{path}");
        }
    }
    // The figures are on another port, and name no address that holds a code.
    house.stranger().get(&format!("/api/invitations/{code}")).is(200);
    assert_eq!(house.stranger().get("/metrics").status, 404);
    let figures = Client::new(house.server().metrics_port().expect("a port")).get("/metrics").text;
    assert!(
        figures.contains("gridmarch_requests_total{route=\"/api/invitations/{code}\",status=\"200\"} 1"),
        "{figures}"
    );
    assert!(!figures.contains(&code) && !figures.contains(token));
}

#[test]
fn the_delay_of_spectators_cannot_be_skipped() {
    let house = House::new();
    let (anna, bert, carl) = (house.person("Anna"), house.person("Bert"), house.person("Carl"));
    let id =
        anna.post("/api/games", &json!({ "kind": "marks", "delay": 60 })).is(201)["id"].as_i64().expect("a number");
    bert.post(&format!("/api/games/{id}/take"), &json!({})).is(200);
    let store = house.server().store().clone();
    house.ask(async move {
        let lease = store.claim_game(id, "main").await.expect("a lease");
        let act = gridmarch::serve::records::Act { ply: 0, record: "f6".into(), to_act: vec![1], deadline: None };
        store.append_act(lease, act).await.expect("it is kept");
    });
    let acts = |client: &Client| client.get(&format!("/api/games/{id}/acts")).is(200).as_array().expect("a list").len();
    assert_eq!(acts(&anna), 1);
    for client in [&carl, &house.stranger()] {
        assert_eq!(acts(client), 0);
        let game = client.get(&format!("/api/games/{id}")).is(200);
        assert_eq!((&game["plies"], &game["to_act"]), (&json!(0), &json!([])));
        assert_eq!(client.get(&format!("/api/games/{id}/record")).is(200)["acts"], json!([]));
        assert!(!client.get(&format!("/games/{id}")).text.contains("f6"));
        assert_eq!(client.get("/api/running").is(200)[0]["plies"], 0);
        client.get(&format!("/api/games/{id}/log")).refused(403);
    }
    house.pass(61_000);
    assert_eq!(acts(&carl), 1);
}

#[test]
fn secrets_are_in_no_debug_text() {
    let secret = Secret::from(PASSWORD);
    assert!(!format!("{secret:?}").contains("quarry"));
}
