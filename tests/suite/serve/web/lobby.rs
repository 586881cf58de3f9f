//! Seats, challenges, invitations, guests, friends, notices.

use super::house::House;
use serde_json::{Value, json};

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|line| line["name"].as_str().expect("a name")).collect()
}

#[test]
fn who_has_asked_lately_is_present() {
    let house = House::new();
    let anna = house.person("Anna");
    let bert = house.person("Bert");
    anna.get("/api/me").is(200);
    bert.get("/api/me").is(200);
    assert_eq!(names(&house.stranger().get("/api/lobby").is(200)["present"]), ["Anna", "Bert"]);
    bert.delete("/api/session").is(204);
    assert_eq!(names(&house.stranger().get("/api/lobby").is(200)["present"]), ["Anna"]);
    house.pass(61_000);
    assert!(names(&house.stranger().get("/api/lobby").is(200)["present"]).is_empty());
}

#[test]
fn an_open_game_is_taken_and_runs() {
    let house = House::new();
    let (anna, bert) = (house.person("Anna"), house.person("Bert"));
    let game = anna.post("/api/games", &json!({ "kind": "marks", "seat": 1 })).is(201);
    assert_eq!((&game["state"], &game["you"], &game["door"]), (&json!("open"), &json!(1), &json!("lobby")));
    let id = game["id"].as_i64().expect("a number");
    let lobby = house.stranger().get("/api/lobby").is(200);
    assert_eq!(lobby["open"][0]["id"], id);
    assert_eq!(lobby["open"][0]["you"], json!(null));
    house.stranger().post(&format!("/api/games/{id}/take"), &json!({})).refused(401);
    let running = bert.post(&format!("/api/games/{id}/take"), &json!({})).is(200);
    assert_eq!((&running["state"], &running["you"]), (&json!("running"), &json!(0)));
    let hall = running["match"].as_str().expect("a match");
    for (client, seat) in [(&bert, 0), (&anna, 1)] {
        let state = client.get(&format!("/api/match/{hall}")).is(200);
        assert_eq!((&state["you"]["seat"], &state["phase"]), (&json!(seat), &json!("running")));
        client.post("/api/ticket", &json!({ "match": hall, "lane": 0 })).is(200);
    }
    let carl = house.person("Carl");
    carl.post(&format!("/api/games/{id}/take"), &json!({})).refused(409);
    carl.get(&format!("/api/match/{hall}")).refused(404);
    assert_eq!(carl.post(&format!("/api/games/{id}/watch"), &json!({})).is(200)["match"], json!(hall));
    assert_eq!(carl.get(&format!("/api/match/{hall}")).is(200)["you"]["seat"], json!(null));
    assert_eq!(house.stranger().get("/api/running?kind=marks").is(200)[0]["id"], id);
    assert_eq!(anna.get("/api/me/games").is(200)["running"][0]["id"], id);
    // Who opened it hears that it has begun.
    let notices = anna.get("/api/notices").is(200);
    assert_eq!((&notices[0]["kind"], &notices[0]["game"]), (&json!("started"), &json!(id)));
}

#[test]
fn a_challenge_is_declined_with_a_reason_or_accepted() {
    let house = House::new();
    let (anna, bert, carl) = (house.person("Anna"), house.person("Bert"), house.person("Carl"));
    let wish = json!({ "kind": "marks", "opponents": ["Bert"], "rated": true });
    let id = anna.post("/api/games", &wish).is(201)["id"].as_i64().expect("a number");
    let notices = bert.get("/api/notices").is(200);
    assert_eq!((&notices[0]["kind"], &notices[0]["game"]), (&json!("challenge"), &json!(id)));
    assert_eq!(bert.get("/api/me/games").is(200)["open"][0]["id"], id);
    // For others there is no such game.
    carl.get(&format!("/api/games/{id}")).refused(404);
    carl.post(&format!("/api/games/{id}/take"), &json!({})).refused(404);
    assert!(house.stranger().get("/api/lobby").is(200)["open"].as_array().expect("a list").is_empty());
    let path = format!("/api/games/{id}/decline");
    bert.post(&path, &json!({ "reason": "because" })).refused(422);
    bert.post(&path, &json!({ "reason": "later" })).is(204);
    let game = anna.get(&format!("/api/games/{id}")).is(200);
    assert_eq!((&game["state"], &game["reason"]), (&json!("declined"), &json!("later")));
    assert_eq!(anna.get("/api/notices").is(200)[0]["kind"], "declined");
    let id = anna.post("/api/games", &wish).is(201)["id"].as_i64().expect("a number");
    carl.post(&format!("/api/games/{id}/withdraw"), &json!({})).refused(404);
    anna.post(&format!("/api/games/{id}/withdraw"), &json!({})).is(204);
    bert.post(&format!("/api/games/{id}/take"), &json!({})).refused(409);
    let id = anna.post("/api/games", &wish).is(201)["id"].as_i64().expect("a number");
    assert_eq!(bert.post(&format!("/api/games/{id}/take"), &json!({})).is(200)["state"], "running");
}

#[test]
fn a_guest_comes_by_an_invitation() {
    let house = House::new();
    let anna = house.person("Anna");
    let game = anna.post("/api/games", &json!({ "kind": "marks", "link": true })).is(201);
    let code = game["invitation"].as_str().expect("a code");
    let id = game["id"].as_i64().expect("a number");
    let stranger = house.stranger();
    stranger.get(&format!("/api/games/{id}")).refused(404);
    let seen = stranger.get(&format!("/api/invitations/{code}")).is(200);
    assert_eq!((&seen["id"], &seen["invitation"]), (&json!(id), &json!(null)));
    stranger.get("/api/invitations/aaaabbbbcccc").refused(404);
    stranger.post("/api/guests", &json!({ "code": "aaaabbbbcccc" })).refused(404);
    let entered = stranger.post("/api/guests", &json!({ "code": code })).is(201);
    assert_eq!(entered["account"]["kind"], "guest");
    let guest = stranger.with_token(entered["token"].as_str().expect("a token"));
    let running = guest.post(&format!("/api/invitations/{code}"), &json!({})).is(200);
    assert_eq!(running["state"], "running");
    // A guest plays, and cannot do what needs an account.
    guest.post("/api/me/programs", &json!({ "name": "GuestBot" })).refused(403);
    guest.post("/api/games", &json!({ "kind": "marks", "opponents": ["Anna"] })).refused(403);
    guest.post("/api/games", &json!({ "kind": "marks", "rated": true })).refused(403);
}

#[test]
fn a_wish_that_cannot_be_played_is_refused_in_a_sentence_that_names_the_field() {
    let house = House::new();
    let anna = house.person("Anna");
    for (wish, begins) in [
        (json!({ "kind": "chess" }), "kind:"),
        (json!({ "kind": "marks", "preset": "huge" }), "preset:"),
        (json!({ "kind": "marks", "setup": "sides many" }), "setup:"),
        (json!({ "kind": "marks", "clock": "300+5" }), "clock:"),
        (json!({ "kind": "marks", "seat": 2 }), "seat:"),
        (json!({ "kind": "marks", "seat": 0, "programs": [0] }), "seat:"),
        (json!({ "kind": "marks", "programs": [5] }), "programs:"),
        (json!({ "kind": "marks", "hours": 0 }), "hours:"),
        (json!({ "kind": "marks", "delay": 601 }), "delay:"),
        (json!({ "kind": "marks", "link": true, "opponents": ["Anna"] }), "link:"),
        (json!({ "kind": "marks", "opponents": ["Anna"] }), "seats:"),
        (json!({ "kind": "marks", "preset": "sides-3", "rated": true }), "rated:"),
    ] {
        let sentence = anna.post("/api/games", &wish).refused(422);
        assert!(sentence.starts_with(begins), "{wish}: {sentence}");
    }
    anna.post("/api/games", &json!({ "kind": "marks", "opponents": ["Nobody"] })).refused(404);
    anna.post("/api/games", &json!({ "kind": "marks", "colour": "red" })).refused(422);
    anna.post("/api/games", &json!({ "kind": 3 })).refused(422);
    anna.send("POST", "/api/games", Some("application/json"), b"{").refused(400);
    anna.send("POST", "/api/games", Some("text/plain"), b"{}").refused(415);
}

#[test]
fn a_game_with_programs_begins_at_once() {
    let house = House::new();
    let anna = house.person("Anna");
    let game = anna.post("/api/games", &json!({ "kind": "marks", "programs": [0], "seat": 1 })).is(201);
    assert_eq!((&game["state"], &game["you"]), (&json!("running"), &json!(1)));
    let hall = game["match"].as_str().expect("a match");
    let state = anna.get(&format!("/api/match/{hall}")).is(200);
    assert_eq!((&state["you"]["seat"], &state["seats"][0]["by"]), (&json!(1), &json!("program")));
}

#[test]
fn two_who_take_the_last_seat_at_once_begin_one_match() {
    let house = House::new();
    let anna = house.person("Anna");
    let others: Vec<_> = ["Bert", "Carl", "Dora"].iter().map(|name| house.person(name)).collect();
    for _ in 0..10 {
        let id = anna.post("/api/games", &json!({ "kind": "marks" })).is(201)["id"].as_i64().expect("a number");
        let takers: Vec<_> = (others.iter().chain(&others))
            .map(|client| {
                let client = client.clone();
                std::thread::spawn(move || client.post(&format!("/api/games/{id}/take"), &json!({})))
            })
            .collect();
        let answers: Vec<_> = takers.into_iter().map(|taker| taker.join().expect("an answer")).collect();
        let taken: Vec<_> =
            answers.into_iter().filter(|answer| answer.status == 200).map(|answer| answer.is(200)).collect();
        // One has the seat, and asked twice.
        assert_eq!(taken.len(), 2);
        assert_eq!((&taken[0]["match"], &taken[0]["seats"]), (&taken[1]["match"], &taken[1]["seats"]));
        assert!(taken[0]["match"].is_string());
    }
    let begun = std::fs::read_dir(house.folder.path().join("hall/matches")).expect("a folder").count();
    assert_eq!(begun, 10);
}

#[test]
fn who_opens_too_many_games_has_to_wait() {
    let house = House::new();
    let anna = house.person("Anna");
    let open = || {
        let answer = anna.post("/api/games", &json!({ "kind": "marks" }));
        let status = answer.status;
        if status == 201 {
            anna.post(&format!("/api/games/{}/withdraw", answer.is(201)["id"]), &json!({})).is(204);
        }
        status
    };
    let answers: Vec<_> = (0..40).map(|_| open()).collect();
    assert!(answers[0] == 201 && answers.last() == Some(&429), "{answers:?}");
    house.pass(3_600_000);
    assert_eq!(open(), 201);
}

#[test]
fn friends_and_blocks() {
    let house = House::new();
    let (anna, bert) = (house.person("Anna"), house.person("Bert"));
    anna.put("/api/me/relations/bert", &json!({ "kind": "friend" })).is(204);
    assert_eq!(bert.get("/api/notices").is(200)[0]["kind"], "friend");
    bert.put("/api/me/relations/Anna", &json!({ "kind": "block" })).is(204);
    anna.post("/api/games", &json!({ "kind": "marks", "opponents": ["Bert"] })).refused(403);
    anna.post("/api/games", &json!({ "kind": "marks" })).is(201);
    assert!(bert.get("/api/lobby").is(200)["open"].as_array().expect("a list").is_empty());
    assert_eq!(bert.get("/api/me/relations").is(200)[0]["name"], "Anna");
    bert.delete("/api/me/relations/Anna").is(204);
    assert_eq!(bert.get("/api/lobby").is(200)["open"].as_array().expect("a list").len(), 1);
    anna.put("/api/me/relations/Anna", &json!({ "kind": "friend" })).refused(422);
}

#[test]
fn a_question_for_news_is_answered_when_there_are_some() {
    let house = House::new();
    let (anna, bert) = (house.person("Anna"), house.person("Bert"));
    let waiting = std::thread::spawn(move || bert.get("/api/notices?after=0&wait=25").is(200));
    anna.post("/api/games", &json!({ "kind": "marks", "opponents": ["Bert"] })).is(201);
    let notices = waiting.join().expect("it is answered");
    assert_eq!(notices[0]["kind"], "challenge");
    let last = notices[0]["id"].as_i64().expect("a number");
    let bert =
        house.stranger().post("/api/session", &json!({ "name": "Bert", "password": super::house::PASSWORD })).is(200);
    let bert = house.stranger().with_token(bert["token"].as_str().expect("a token"));
    bert.post("/api/notices/read", &json!({ "up_to": last })).is(204);
    assert!(bert.get("/api/notices").is(200)[0]["read"].is_i64());
    assert!(bert.get(&format!("/api/notices?after={last}")).is(200).as_array().expect("a list").is_empty());
}
