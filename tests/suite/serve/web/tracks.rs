//! Games in steps at once on the whole server: opened in the lobby by a ready set-up, played, rated, kept.

use super::house::{Client, House, until};
use gridmarch::games::offers;
use gridmarch::games::tron::description::{Description, VERSION};
use gridmarch::games::tron::rounds::Rounds;
use gridmarch::net::frame::Circle;
use gridmarch::net::table::rules_of;
use gridmarch::net::track::{Course, FromTrack, Guest, News};
use gridmarch::online::address::Address;
use gridmarch::online::api::Api;
use gridmarch::online::sitting::{Event, Sitting};
use gridmarch::online::talk::Token;
use gridmarch::serve::office::Pace;
use serde_json::{Value, json};

fn sit(client: &Client, hall: &str) -> Sitting<Guest<Rounds>> {
    let address = Address { secure: false, host: "127.0.0.1".into(), port: client.port, code: None };
    let api = Api::new(address, Some(Token(client.token())));
    let description = api.description(hall).expect("it runs");
    let rounds = Rounds::new(Description::read(&description).expect("it is one")).expect("it can be played");
    Sitting::join(api, hall.into(), Guest::new(rounds, VERSION, rules_of(&description))).expect("threads")
}

#[test]
fn a_rated_duel_is_ridden_through_a_restart_and_has_a_result() {
    let mut house = House::with(Pace::RealTime, |settings| settings.offers = offers());
    let kinds = house.stranger().get("/api/kinds").is(200);
    let tron =
        kinds["kinds"].as_array().expect("a list").iter().find(|kind| kind["kind"] == "tron").expect("it is offered");
    assert_eq!((&tron["title"], &tron["pace"]), (&json!("Tron"), &json!("real-time")));
    assert!(tron["presets"].as_array().expect("a list").len() >= 4);
    let people = [house.person("Anna"), house.person("Bert")];
    // A board of one's own, on which a round does not take long.
    let described = Description::new(
        vec!["human".into(); 2],
        gridmarch::games::tron::description::BoardText::Random { width: 30, height: 30, obstacles: 0 },
        67,
        1,
        Default::default(),
        0,
    );
    let setup = String::from_utf8(described.bytes()).expect("text");
    let wish = json!({ "kind": "tron", "setup": setup, "seat": 0, "rated": true });
    let id = people[0].post("/api/games", &wish).is(201)["id"].as_i64().expect("a number");
    let refused = json!({ "kind": "tron", "preset": "duel", "clock": "300+5" });
    assert!(people[1].post("/api/games", &refused).refused(422).contains("Tron has no clock"));
    let game = people[1].post(&format!("/api/games/{id}/take"), &json!({})).is(200);
    let hall: String = game["match"].as_str().expect("a match").into();
    let sittings = [sit(&people[0], &hall), sit(&people[1], &hall)];
    let steps = |at: usize| sittings[at].with(|guest, _| guest.step());
    until("they ride", || (steps(0) > 3 && steps(1) > 3).then_some(()));
    let before = steps(0);
    house.restart();
    until("they ride again", || (steps(0) > before + 2 && steps(1) > before + 2).then_some(()));
    // Anna turns down and meets nobody; Bert rides into the wall.
    until("she turns", || sittings[0].with(|guest, now| guest.turn(now, 2)).then_some(()));
    let over = until("it is over", || {
        let seen = people[0].get(&format!("/api/games/{id}")).is(200);
        (seen["state"] == "over").then_some(seen)
    });
    let ending = sittings[0].with(|guest, _| guest.kept().ending());
    let outcomes: Vec<&Value> = over["seats"].as_array().expect("seats").iter().map(|seat| &seat["outcome"]).collect();
    match ending.expect("both have seen it") {
        gridmarch::net::frame::Ending::Won(0) => assert_eq!(outcomes, [&json!("won"), &json!("lost")]),
        gridmarch::net::frame::Ending::Won(_) => assert_eq!(outcomes, [&json!("lost"), &json!("won")]),
        gridmarch::net::frame::Ending::Draw => assert_eq!(outcomes, [&json!("drawn"), &json!("drawn")]),
    }
    assert!(over["seats"][0]["rating_after"].is_number());
    let history = house.stranger().get("/api/players/Anna/history?kind=tron&speed=real-time").is(200);
    assert_eq!(history.as_array().expect("a list").len(), 1);
    assert_eq!(house.stranger().get("/api/archive?player=Bert&kind=tron").is(200)[0]["id"], json!(id));
}

#[test]
fn a_ready_set_up_with_programs_begins_at_once() {
    let house = House::with(Pace::RealTime, |settings| settings.offers = offers());
    let anna = house.person("Anna");
    let wish = json!({ "kind": "tron", "preset": "duel", "seat": 0, "programs": [1] });
    let game = anna.post("/api/games", &wish).is(201);
    assert_eq!(game["state"], "running");
    let sitting = sit(&anna, game["match"].as_str().expect("a match"));
    until("she rides", || (sitting.with(|guest, _| guest.step()) > 2).then_some(()));
    assert_eq!(sitting.with(|guest, _| guest.kept().described().seats[1].clone()), "engine:5");
    assert!(sitting.with(|guest, _| guest.kept().described().seed) != 0);
}

#[test]
fn who_is_muted_is_read_by_nobody_in_a_game_in_steps() {
    let house = House::with(Pace::RealTime, |settings| settings.offers = offers());
    let (anna, bert, admin) = (house.person("Anna"), house.person("Bert"), house.admin("Root"));
    let wish = json!({ "kind": "tron", "preset": "duel", "seat": 0 });
    let id = anna.post("/api/games", &wish).is(201)["id"].as_i64().expect("a number");
    let game = bert.post(&format!("/api/games/{id}/take"), &json!({})).is(200);
    let hall: String = game["match"].as_str().expect("a match").into();
    let mut sittings = [sit(&anna, &hall), sit(&bert, &hall)];
    until("both sit", || sittings.iter().all(|one| one.with(|guest, _| guest.seat().is_some())).then_some(()));
    let mut read = Vec::new();
    let mut hear = |bert: &mut Sitting<Guest<Rounds>>, wanted: &str| {
        read.extend(bert.poll().into_iter().filter_map(|event| match event {
            Event::News(News::Frame(FromTrack::Chat { text, .. })) => Some(text),
            _ => None,
        }));
        read.iter().any(|text| text == wanted)
    };
    sittings[0].with(|guest, _| guest.chat(Circle::All, "good luck".into()));
    until("she is read", || hear(&mut sittings[1], "good luck").then_some(()));
    admin.put("/api/admin/players/Anna/mute", &json!({ "hours": 1 })).is(204);
    let said = || anna.post(&format!("/api/match/{hall}/act"), &json!({ "act": "chat", "text": "hello" })).status;
    until("the hall hears of it", || (said() == 403).then_some(()));
    sittings[0].with(|guest, _| guest.chat(Circle::All, "nobody reads this".into()));
    sittings[1].with(|guest, _| guest.chat(Circle::All, "everybody reads this".into()));
    until("they talk", || hear(&mut sittings[1], "everybody reads this").then_some(()));
    assert!(!hear(&mut sittings[1], "nobody reads this"));
}
