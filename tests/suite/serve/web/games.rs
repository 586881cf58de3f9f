//! Games from their beginning to the archive, over a restart of the server.

use super::house::{Client, House, of_another_version, until};
use gridmarch::cli::bench::net::marks::Order;
use gridmarch::cli::bench::net::player::Player;
use gridmarch::online::address::Address;
use gridmarch::online::api::Api;
use gridmarch::online::talk::Token;
use serde_json::{Value, json};

/// A player on a seat of a match.
pub(super) fn player(client: &Client, hall: &str) -> Player {
    let address = Address { secure: false, host: "127.0.0.1".into(), port: client.port, code: None };
    Player::join(Api::new(address, Some(Token(client.token()))), hall, 100).expect("the match runs")
}

pub(super) fn begin(one: &Client, two: &Client, wish: &Value) -> (i64, String) {
    let id = one.post("/api/games", wish).is(201)["id"].as_i64().expect("a number");
    let game = two.post(&format!("/api/games/{id}/take"), &json!({})).is(200);
    (id, game["match"].as_str().expect("a match").into())
}

#[test]
fn a_game_is_played_rated_and_kept() {
    let mut house = House::new();
    let (anna, bert) = (house.person("Anna"), house.person("Bert"));
    let (id, hall) = begin(&anna, &bert, &json!({ "kind": "marks", "seat": 0, "rated": true }));
    let players = [player(&anna, &hall), player(&bert, &hall)];
    anna.get(&format!("/api/games/{id}/log")).refused(403);
    // In the middle the server is told to end, and comes back.
    until("they play", || players.iter().all(|player| player.look(|seen| seen.in_effect > 2)).then_some(()));
    house.restart();
    let again = until("it goes on", || {
        let game = anna.get(&format!("/api/games/{id}")).is(200);
        (game["state"] == "running" && anna.get(&format!("/api/match/{hall}")).status == 200).then_some(game)
    });
    assert_eq!(again["match"], json!(hall));
    players[0].give(Order::Yield);
    let over = until("it is over", || {
        let game = anna.get(&format!("/api/games/{id}")).is(200);
        (game["state"] == "over").then_some(game)
    });
    assert_eq!((&over["reason"], &over["match"]), (&json!("won"), &json!(null)));
    let outcomes: Vec<_> =
        over["seats"].as_array().expect("seats").iter().map(|seat| seat["outcome"].clone()).collect();
    assert_eq!(outcomes, ["lost", "won"]);
    assert!(over["seats"][1]["rating_after"].as_f64() > over["seats"][1]["rating_before"].as_f64());
    archive_has_it(&house, id);
    let profile = house.stranger().get("/api/players/Bert").is(200);
    assert_eq!(profile["statistics"][0]["won"], 1);
    assert_eq!(profile["ratings"][0]["games"], 1);
    assert_eq!(profile["logins"], 1);
    let history = house.stranger().get("/api/players/Bert/history?kind=marks&speed=real-time").is(200);
    assert_eq!(history[0]["game"], id);
    let log = anna.get(&format!("/api/games/{id}/log"));
    assert_eq!((log.status, log.head("content-type")), (200, Some("application/octet-stream")));
    assert!(log.text.contains("sides 2"), "the description is in the log");
    assert_eq!(anna.get(&format!("/api/games/{id}/setup")).text, "sides 2");
    let rematch = anna.post(&format!("/api/games/{id}/rematch"), &json!({})).is(201);
    assert_eq!((&rematch["you"], &rematch["state"]), (&json!(1), &json!("open")));
    let again = bert.post(&format!("/api/games/{}/take", rematch["id"]), &json!({})).is(200);
    assert_eq!((&again["you"], &again["state"]), (&json!(0), &json!("running")));
}

fn archive_has_it(house: &House, id: i64) {
    let found = |query: &str| {
        let games = house.stranger().get(&format!("/api/archive{query}")).is(200);
        games.as_array().expect("a list").iter().map(|game| game["id"].as_i64().expect("a number")).collect::<Vec<_>>()
    };
    for query in [
        "",
        "?player=anna",
        "?player=Anna&opponent=Bert",
        "?kind=marks&speed=real-time&rated=true",
        "?reason=won",
        "?since=0",
    ] {
        assert_eq!(found(query), [id], "{query}");
    }
    for query in ["?kind=links", "?rated=false", "?reason=time", "?until=5", &format!("?before={id}")] {
        assert!(found(query).is_empty(), "{query}");
    }
    house.stranger().get("/api/archive?player=Nobody").refused(404);
    house.stranger().get("/api/archive?colour=red").refused(400);
    let record = house.stranger().get(&format!("/api/games/{id}/record"));
    assert_eq!(record.head("content-disposition"), Some(format!("attachment; filename=\"game-{id}.json\"").as_str()));
    assert_eq!(record.is(200)["setup"], "sides 2");
}

#[test]
fn a_game_says_in_which_version_it_was_played() {
    let mut house = House::new();
    let (anna, bert) = (house.person("Anna"), house.person("Bert"));
    let wish = json!({ "kind": "marks", "seat": 0 });
    let (over, hall) = begin(&anna, &bert, &wish);
    let seen = |id: i64| anna.get(&format!("/api/games/{id}")).is(200);
    let version = seen(over)["version"].clone();
    assert!(version.is_number(), "{version}");
    let players = [player(&anna, &hall), player(&bert, &hall)];
    until("they play", || players.iter().all(|player| player.look(|seen| seen.in_effect > 0)).then_some(()));
    players[0].give(Order::Yield);
    until("it is over", || (seen(over)["state"] == "over").then_some(()));
    drop(players);
    let (running, _) = begin(&anna, &bert, &wish);
    let page = |house: &House| house.stranger().get(&format!("/games/{over}")).text;
    assert!(!page(&house).contains("another version"));
    house.stop();
    house.change(|settings| settings.offers = of_another_version(std::mem::take(&mut settings.offers)));
    house.start();
    assert!(page(&house).contains("It was played in another version of Marks"), "{}", page(&house));
    assert_eq!(seen(over)["version"], version);
    // What goes on in another version was played in none.
    until("it goes on", || (seen(running)["version"] == 0).then_some(()));
}
