//! How the server begins, ends, is saved and put back; on both stores.

use super::house::{Client, House, PASSWORD, until};
use crate::serve::cluster::cluster;
use gridmarch::serve::admin;
use gridmarch::serve::office::Pace;
use gridmarch::serve::server::system_clock;
use gridmarch::serve::store::Place;
use serde_json::json;

/// What a server must be able to do on each store, from registration to the archive.
fn plays(house: &House) {
    let (anna, bert) = (house.person("Anna"), house.person("Bert"));
    let wish = json!({ "kind": "marks", "opponents": ["Bert"], "rated": true, "seat": 0 });
    let id = anna.post("/api/games", &wish).is(201)["id"].as_i64().expect("a number");
    assert_eq!(bert.get("/api/notices").is(200)[0]["kind"], "challenge");
    let game = bert.post(&format!("/api/games/{id}/take"), &json!({})).is(200);
    let hall = game["match"].as_str().expect("a match");
    let players = [super::games::player(&anna, hall), super::games::player(&bert, hall)];
    until("they play", || players.iter().all(|player| player.look(|seen| seen.in_effect > 1)).then_some(()));
    players[1].give(gridmarch::cli::bench::net::marks::Order::Yield);
    until("it is over", || (anna.get(&format!("/api/games/{id}")).is(200)["state"] == "over").then_some(()));
    assert_eq!(anna.get("/api/archive?player=Anna").is(200)[0]["id"], id);
    assert_eq!(house.stranger().get("/api/players/Anna").is(200)["statistics"][0]["won"], 1);
    assert_eq!(house.stranger().get("/players/Anna").status, 200);
}

#[test]
fn a_server_plays_on_sqlite() {
    plays(&House::new());
}

#[test]
fn a_server_plays_on_postgres() {
    let Some(cluster) = cluster() else { return };
    let place = Place::parse(&cluster.schema("server")).expect("an address");
    plays(&House::with(Pace::RealTime, |settings| settings.database = place));
}

#[test]
fn two_servers_on_one_database_know_the_same() {
    let Some(cluster) = cluster() else { return };
    let place = Place::parse(&cluster.schema("servers")).expect("an address");
    let one = House::with(Pace::RealTime, |settings| settings.database = place.clone());
    let two = House::with(Pace::RealTime, |settings| {
        settings.database = place.clone();
        settings.relay = "second".into();
        settings.public_address = "https://second.example".into();
    });
    let anna = one.person("Anna");
    let there = Client::new(two.port()).with_token(&anna.token());
    assert_eq!(there.get("/api/me").is(200)["name"], "Anna");
    // A question for news at one is answered by what happens at the other.
    let waiting = anna.clone();
    let waiting = std::thread::spawn(move || waiting.get("/api/notices?wait=25").is(200));
    let bert = two.person("Bert");
    bert.post("/api/games", &json!({ "kind": "marks", "opponents": ["Anna"] })).is(201);
    let news = waiting.join().expect("it is answered");
    assert_eq!(news[0]["kind"], "challenge");
    let id = news[0]["game"].as_i64().expect("a game");
    // The game runs where the last seat was taken; the other server says where that is.
    there.post(&format!("/api/games/{id}/take"), &json!({})).is(200);
    let seen = anna.get(&format!("/api/games/{id}")).is(200);
    assert_eq!((&seen["state"], &seen["relay"]), (&json!("running"), &json!("https://second.example")));
    assert_eq!(there.get(&format!("/api/games/{id}")).is(200)["relay"], json!(null));
}

#[test]
fn a_session_and_an_open_game_outlive_the_server() {
    let mut house = House::new();
    let anna = house.person("Anna");
    let id = anna.post("/api/games", &json!({ "kind": "marks" })).is(201)["id"].clone();
    house.restart();
    assert_eq!(anna.get("/api/me").is(200)["name"], "Anna");
    assert_eq!(house.stranger().get("/api/lobby").is(200)["open"][0]["id"], id);
}

#[test]
fn who_waits_for_news_is_answered_when_the_server_ends() {
    let mut house = House::new();
    let anna = house.person("Anna");
    let waiting = anna.clone();
    let waiting = std::thread::spawn(move || waiting.get("/api/notices?wait=25").is(200));
    until("it waits", || {
        let port = house.server().metrics_port().expect("a port");
        Client::new(port).get("/metrics").text.contains("players_present 1").then_some(())
    });
    house.restart();
    assert_eq!(waiting.join().expect("it is answered"), json!([]));
}

#[test]
fn a_saved_server_is_put_back_whole() {
    let house = House::new();
    let (anna, bert) = (house.person("Anna"), house.person("Bert"));
    let id = anna.post("/api/games", &json!({ "kind": "marks", "seat": 0 })).is(201)["id"].as_i64().expect("a number");
    let hall = bert.post(&format!("/api/games/{id}/take"), &json!({})).is(200)["match"].clone();
    let hall = hall.as_str().expect("a match");
    let players = [super::games::player(&anna, hall), super::games::player(&bert, hall)];
    until("they play", || players.iter().all(|player| player.look(|seen| seen.in_effect > 1)).then_some(()));
    let elsewhere = tempfile::tempdir().expect("a folder");
    let (saved, folder) = (elsewhere.path().join("saved"), elsewhere.path().join("server"));
    let database = Place::File(admin::database(house.folder.path()));
    admin::backup(database, house.folder.path(), &saved, system_clock()).expect("it is saved");
    admin::restore(&saved, &folder).expect("it is put back");
    let again = admin::restore(&saved, &folder).expect_err("there is one already");
    assert!(again.to_string().contains("exists already"));
    drop(players);
    let restored = House::with(Pace::RealTime, |settings| {
        settings.database = Place::File(admin::database(&folder));
        settings.folder = folder.clone();
    });
    // The match that was running goes on, with the same seats.
    let anna = Client::new(restored.port()).with_token(&anna.token());
    let state = anna.get(&format!("/api/match/{hall}")).is(200);
    assert_eq!((&state["phase"], &state["you"]["seat"]), (&json!("running"), &json!(0)));
    let player = super::games::player(&anna, hall);
    until("it goes on", || (player.look(|seen| seen.in_effect) > 0).then_some(()));
    let sign_in = json!({ "name": "Bert", "password": PASSWORD });
    Client::new(restored.port()).post("/api/session", &sign_in).is(200);
}

#[test]
fn a_server_that_cannot_start_says_why_in_one_sentence() {
    let house = House::new();
    let taken = house.start_another(|settings| settings.port = house.port());
    assert!(taken.contains(&format!("port {} cannot be opened", house.port())), "{taken}");
    let secret = "postgres://anna:quarry@127.0.0.1:1/games";
    let gone = house.start_another(|settings| settings.database = Place::parse(secret).expect("an address"));
    assert!(gone.starts_with("the database cannot be opened") && !gone.contains("quarry"), "{gone}");
}
