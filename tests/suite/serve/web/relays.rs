//! Several servers on one Postgres: the games of one that has died go on at another.

use super::games::{begin, player};
use super::house::{Client, House, PASSWORD, until};
use super::tables::sit;
use crate::serve::cluster::cluster;
use gridmarch::games::offers;
use gridmarch::net::table::{Guest, Wish};
use gridmarch::online::sitting::Sitting;
use gridmarch::serve::office::Pace;
use gridmarch::serve::server::Settings;
use gridmarch::serve::store::Place;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

/// The address of a new schema, if Postgres is installed.
fn database(schema: &str) -> Option<String> {
    Some(cluster()?.schema(schema))
}

/// A server of several on a database.
fn relay(name: &str, database: &str, change: impl FnOnce(&mut Settings)) -> House {
    let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    House::with(Pace::Turns, |settings| {
        settings.database = Place::parse(database).expect("an address");
        settings.offers = offers();
        settings.relay = name.into();
        settings.port = port;
        settings.public_address = format!("http://127.0.0.1:{port}");
        change(settings);
    })
}

/// The same person at another server.
fn at(port: u16, who: &Client) -> Client {
    Client::new(port).with_token(&who.token())
}

fn links(people: &[Client; 2]) -> (i64, String) {
    begin(&people[0], &people[1], &json!({ "kind": "links", "preset": "board-12", "clock": "days:3", "seat": 0 }))
}

/// Both sit at a table on which so many acts have been made.
fn seated(people: &[Client; 2], hall: &str, acts: u32) -> [Sitting<Guest>; 2] {
    let sittings = [sit(&people[0], hall), sit(&people[1], hall)];
    let are_there = |one: &Sitting<Guest>| one.with(|guest, _| guest.seat().is_some() && guest.kept().ply() == acts);
    until("both sit", || sittings.iter().all(are_there).then_some(()));
    sittings
}

fn play(sittings: &[Sitting<Guest>; 2], words: &str) {
    for word in words.split(' ') {
        let (seat, ply) = sittings[0].with(|guest, _| (guest.kept().seat(), guest.kept().ply()));
        sittings[seat].with(|guest, _| guest.act(word)).expect("it is legal");
        until(word, || sittings.iter().all(|one| one.with(|guest, _| guest.kept().ply() > ply)).then_some(()));
    }
}

fn seen(who: &Client, game: i64) -> Value {
    who.get(&format!("/api/games/{game}")).is(200)
}

/// What happened in a game, as one server tells it.
fn acts(who: &Client, game: i64) -> Vec<String> {
    let acts = who.get(&format!("/api/games/{game}/acts")).is(200);
    let record = |act: &Value| act["record"].as_str().expect("a record").to_string();
    acts.as_array().expect("a list").iter().map(record).collect()
}

/// Waits until a server plays a game that another has played.
fn is_taken_over(who: &Client, game: i64, hall: &str) {
    until("it is taken over", || {
        let seen = seen(who, game);
        (seen["match"] == json!(hall) && seen["relay"] == json!(null)).then_some(())
    });
}

#[test]
fn a_game_by_turns_goes_on_at_another_server_and_the_first_one_gives_it_up() {
    let Some(database) = database("relays_turns") else { return };
    let (mut left, right) = (relay("left", &database, |_| {}), relay("right", &database, |_| {}));
    let people = [left.person("Anna"), left.person("Bert")];
    let there = [at(right.port(), &people[0]), at(right.port(), &people[1])];
    let (id, hall) = links(&people);
    play(&seated(&people, &hall, 0), "f6 g8");
    let before = acts(&people[0], id);
    let address = |house: &House| json!(format!("http://127.0.0.1:{}", house.port()));
    assert_eq!(seen(&there[0], id)["relay"], address(&left), "who asks elsewhere is told where it is played");
    left.stop();
    // It may only be started again: for a minute nobody takes its games.
    right.pass(40_000);
    std::thread::sleep(std::time::Duration::from_secs(6));
    assert_eq!(seen(&there[0], id)["match"], json!(hall));
    assert_ne!(seen(&there[0], id)["relay"], json!(null));
    right.pass(40_000);
    is_taken_over(&there[0], id, &hall);
    let sittings = seated(&there, &hall, 2);
    play(&sittings, "c3 d9");
    let after = acts(&there[0], id);
    assert_eq!((after.len(), &after[..2]), (4, &before[..]));
    // The first one comes back, and leaves the game where it is.
    left.start();
    assert_eq!(seen(&people[0], id)["relay"], address(&right));
    assert_eq!(people[0].get(&format!("/api/match/{hall}")).status, 404);
    assert_eq!(acts(&people[0], id), after);
    play(&sittings, "h3");
    sittings[1].with(|guest, _| guest.want(Wish::Resign));
    let over = until("it is over", || Some(seen(&people[0], id)).filter(|seen| seen["state"] == "over"));
    assert_eq!((&over["seats"][0]["outcome"], &over["plies"]), (&json!("won"), &json!(6)));
}

#[test]
fn a_server_that_stood_still_gives_up_what_another_plays() {
    let Some(database) = database("relays_still") else { return };
    let (left, right) = (relay("left", &database, |_| {}), relay("right", &database, |_| {}));
    let people = [left.person("Anna"), left.person("Bert")];
    let there = [at(right.port(), &people[0]), at(right.port(), &people[1])];
    let (id, hall) = links(&people);
    let old = seated(&people, &hall, 0);
    play(&old, "f6");
    // For the other one half a minute has passed in which nothing was heard.
    right.pass(60_000);
    is_taken_over(&there[0], id, &hall);
    let ending = until("the first one hears of it", || {
        people[0].get(&format!("/api/match/{hall}")).is(200)["ending"].as_str().map(String::from)
    });
    assert_eq!(ending, "another server plays this match now: enter it again from the lobby");
    people[0].post("/api/ticket", &json!({ "match": hall, "lane": 0 })).refused(409);
    drop(old);
    play(&seated(&there, &hall, 1), "g8 c3");
    assert_eq!(acts(&people[0], id).len(), 3);
    assert_eq!(seen(&there[0], id)["state"], "running");
}

#[test]
fn a_game_in_real_time_waits_for_its_server_and_is_called_off_when_that_is_lost() {
    let Some(database) = database("relays_live") else { return };
    let real_time = |settings: &mut Settings| settings.offers = House::marks(Pace::RealTime);
    let (mut left, right) = (relay("left", &database, real_time), relay("right", &database, real_time));
    let people = [left.person("Anna"), left.person("Bert")];
    let there = at(right.port(), &people[0]);
    let (id, hall) = begin(&people[0], &people[1], &json!({ "kind": "marks", "seat": 0, "rated": true }));
    let players = [player(&people[0], &hall), player(&people[1], &hall)];
    until("they play", || players.iter().all(|one| one.look(|seen| seen.in_effect > 0)).then_some(()));
    drop(players);
    left.stop();
    right.pass(120_000);
    std::thread::sleep(std::time::Duration::from_secs(6));
    let waits = seen(&there, id);
    assert_eq!((&waits["state"], &waits["match"]), (&json!("running"), &json!(null)), "nobody else has its log");
    right.pass(600_000);
    let over = until("it is called off", || Some(seen(&there, id)).filter(|seen| seen["state"] == "over"));
    assert_eq!((&over["reason"], &over["seats"][0]["outcome"]), (&json!("server lost"), &json!(null)));
    assert!(over["seats"][0]["rating_after"].is_null());
    left.start();
    assert_eq!(people[0].get(&format!("/api/match/{hall}")).status, 404, "it does not go on");
}

#[test]
fn a_game_outlives_the_process_that_was_killed() {
    let Some(database) = database("relays_killed") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_gridmarch"))
        .args(["serve", "--relay", "left", "--port", "0", "--address", "127.0.0.1", "--database", &database, "--data"])
        .arg(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    let port = lines.find_map(|line| line.ok()?.split("listens on port ").nth(1)?.trim().parse().ok());
    let port = port.expect("it says where it listens");
    // Nobody else reads what it says.
    std::thread::spawn(move || lines.for_each(drop));
    let come = |name: &str| {
        let answer = Client::new(port).post("/api/accounts", &json!({ "name": name, "password": PASSWORD })).is(201);
        Client::new(port).with_token(answer["token"].as_str().expect("a token"))
    };
    let people = [come("Anna"), come("Bert")];
    let (id, hall) = links(&people);
    let sittings = seated(&people, &hall, 0);
    play(&sittings, "f6 g8 c3");
    let before = acts(&people[0], id);
    child.kill().expect("it is ours");
    child.wait().expect("it is gone");
    drop(sittings);
    let right = relay("right", &database, |_| {});
    let there = [at(right.port(), &people[0]), at(right.port(), &people[1])];
    right.pass(40_000);
    is_taken_over(&there[0], id, &hall);
    play(&seated(&there, &hall, 3), "d9");
    let after = acts(&there[0], id);
    assert_eq!((after.len(), &after[..3]), (4, &before[..]));
}
