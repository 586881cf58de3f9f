//! Games at a table on the whole server: what is done is kept by the store, whoever stops when.

use super::house::{Client, House, PASSWORD, until};
use gridmarch::games::links::position::Position;
use gridmarch::games::offers;
use gridmarch::net::table::{Description, Guest, Offer, Wish, rules_of};
use gridmarch::online::address::Address;
use gridmarch::online::api::Api;
use gridmarch::online::sitting::{Event, Sitting};
use gridmarch::online::talk::Token;
use gridmarch::serve::office::Pace;
use serde_json::{Value, json};

const DAY: i64 = 86_400_000;

fn house() -> House {
    House::with(Pace::Turns, |settings| settings.offers = offers())
}

pub(super) fn sit(client: &Client, hall: &str) -> Sitting<Guest> {
    let address = Address { secure: false, host: "127.0.0.1".into(), port: client.port, code: None };
    let api = Api::new(address, Some(Token(client.token())));
    let description = api.description(hall).expect("it runs");
    let (_, judge) = Description::<Position>::read(&description).expect("it is a match of Links");
    Sitting::join(api, hall.into(), Guest::new(judge, 1, rules_of(&description))).expect("threads")
}

/// A game of Links: Anna begins.
struct Game<'h> {
    house: &'h House,
    people: [Client; 2],
    id: i64,
    hall: String,
    sittings: [Sitting<Guest>; 2],
}

impl<'h> Game<'h> {
    fn begin(house: &'h House, people: [Client; 2], clock: &str, rated: bool) -> Self {
        let wish = json!({ "kind": "links", "preset": "board-12", "clock": clock, "seat": 0, "rated": rated });
        let id = people[0].post("/api/games", &wish).is(201)["id"].as_i64().expect("a number");
        let game = people[1].post(&format!("/api/games/{id}/take"), &json!({})).is(200);
        let hall: String = game["match"].as_str().expect("a match").into();
        let sittings = [sit(&people[0], &hall), sit(&people[1], &hall)];
        let game = Self { house, people, id, hall, sittings };
        until("both sit", || game.sittings.iter().all(|one| one.with(|guest, _| guest.seat().is_some())).then_some(()));
        game
    }

    fn ply(&self, seat: usize) -> u32 {
        self.sittings[seat].with(|guest, _| guest.kept().ply())
    }

    fn play(&self, words: &str) {
        for word in words.split_whitespace() {
            let (seat, ply) = (self.sittings[0].with(|guest, _| guest.kept().seat()), self.ply(0));
            self.sittings[seat].with(|guest, _| guest.act(word)).expect("it is legal");
            until(word, || (self.ply(0) > ply && self.ply(1) > ply).then_some(()));
        }
    }

    fn seen_by(&self, seat: usize) -> Value {
        self.people[seat].get(&format!("/api/games/{}", self.id)).is(200)
    }

    fn acts(&self) -> Vec<String> {
        let acts = self.people[0].get(&format!("/api/games/{}/acts", self.id)).is(200);
        let record = |act: &Value| act["record"].as_str().expect("a record").to_string();
        acts.as_array().expect("a list").iter().map(record).collect()
    }
}

/// The notice that it is one's turn.
fn turn(client: &Client) -> Value {
    let notices = client.get("/api/notices").is(200);
    let found = notices.as_array().expect("a list").iter().find(|notice| notice["kind"] == "your turn").cloned();
    found.expect("it is told")
}

fn bert_in_a_browser(house: &House) -> Client {
    let asked = json!({ "name": "Bert", "password": PASSWORD, "keep": "cookie" });
    let answer = house.stranger().post("/api/session", &asked);
    house.stranger().browser(&answer.cookie())
}

#[test]
fn a_game_by_correspondence_outlasts_the_server_and_even_the_log_of_its_match() {
    let mut house = house();
    let people = [house.person("Anna"), house.person("Bert")];
    let (id, log) = {
        let game = Game::begin(&house, people.clone(), "days:3+10", true);
        let first = until("it is known whose turn it is", || {
            let seen = game.seen_by(0);
            (seen["is_your_turn"] == true).then_some(seen)
        });
        let days = (first["deadline"].as_i64().expect("a moment") - house.server().store().now()) / DAY;
        assert!((12..=13).contains(&days), "three days and ten in reserve, not {days}");
        game.play("f6");
        assert_eq!(game.acts().len(), 1, "what is told is kept");
        assert!(game.seen_by(1)["is_your_turn"] == true && game.seen_by(0)["is_your_turn"] == false);
        let turn = turn(&game.people[1]);
        assert_eq!((&turn["game_kind"], &turn["opponents"]), (&json!("links"), &json!(["Anna"])));
        let page = bert_in_a_browser(&house).get("/notices").text;
        assert!(page.contains("It is your turn in Links against Anna"), "{page}");
        let log = house.folder.path().join("hall/matches").join(&game.hall).join("log");
        (game.id, (game.hall.clone(), log))
    };
    house.restart();
    // The log of the match is a copy: it may be lost up to its head.
    until("both are back", || (people[0].get("/readyz").status == 200).then_some(()));
    let bytes = std::fs::read(&log.1).expect("a log");
    assert!(bytes.windows(4).any(|four| four == b"\"f6\""), "the copy is made at the start");
    let game =
        Game { house: &house, sittings: [sit(&people[0], &log.0), sit(&people[1], &log.0)], people, id, hall: log.0 };
    until("they see the turn", || (game.ply(0) == 1 && game.ply(1) == 1).then_some(()));
    game.play("g8");
    assert_eq!(game.acts().len(), 2);
    // A vacation moves the moment at which the time is up.
    let before = game.seen_by(0)["deadline"].as_i64().expect("a moment");
    game.people[0].post("/api/me/vacation", &json!({ "days": 2 })).is(200);
    until("the clock stands for it", || {
        let after = game.seen_by(0)["deadline"].as_i64().expect("a moment");
        (after - before > DAY && after - before <= 2 * DAY).then_some(())
    });
    let sitting = &game.sittings[0];
    sitting.with(|guest, _| guest.want(Wish::Resign));
    let over = until("it is over", || {
        let seen = game.seen_by(1);
        (seen["state"] == "over").then_some(seen)
    });
    let outcomes: Vec<&Value> = over["seats"].as_array().expect("seats").iter().map(|seat| &seat["outcome"]).collect();
    assert_eq!(outcomes, [&json!("lost"), &json!("won")]);
    assert!(over["reason"].as_str().expect("a word").contains("resign"), "{}", over["reason"]);
    assert!(over["seats"][1]["rating_after"].as_f64() > over["seats"][1]["rating_before"].as_f64());
    assert_eq!(game.house.stranger().get("/api/archive?player=Bert&kind=links").is(200)[0]["id"], json!(id));
}

#[test]
fn a_rematch_that_both_want_is_a_game_of_its_own() {
    let house = house();
    let people = [house.person("Anna"), house.person("Bert")];
    let mut game = Game::begin(&house, people, "300+5", false);
    game.play("f6 g8");
    game.sittings[0].with(|guest, _| guest.want(Wish::Offer(Offer::Draw)));
    until("it is offered", || game.sittings[1].with(|guest, _| guest.kept().offer().is_some()).then_some(()));
    game.sittings[1].with(|guest, _| guest.want(Wish::Agree(Offer::Draw)));
    let over = until("it is over", || {
        let seen = game.seen_by(0);
        (seen["state"] == "over").then_some(seen)
    });
    assert_eq!(over["seats"][0]["outcome"], "drawn");
    game.sittings[0].with(|guest, _| guest.want(Wish::Offer(Offer::Rematch)));
    until("it is offered", || game.sittings[1].with(|guest, _| guest.kept().offer().is_some()).then_some(()));
    game.sittings[1].with(|guest, _| guest.want(Wish::Agree(Offer::Rematch)));
    let next = until("the next match is there", || {
        let state = game.people[0].get(&format!("/api/match/{}", game.hall)).is(200);
        state["next"].as_str().map(String::from)
    });
    let mine = game.people[0].get("/api/me/games").is(200);
    let again = mine["running"].as_array().expect("a list").iter().find(|one| one["match"] == json!(next));
    let again = again.expect("it is one of my games");
    assert_eq!(again["you"], json!(1), "who began is second");
    game.sittings.iter_mut().for_each(|one| assert!(!one.poll().iter().any(|event| matches!(event, Event::Lost(_)))));
}

#[test]
fn a_clock_that_no_server_takes_is_refused_in_a_sentence() {
    let house = house();
    let anna = house.person("Anna");
    for (clock, word) in
        [("", "needs one"), ("5+0", "from 10"), ("days:20", "14 days"), ("days:x", "no rule of time"), ("soon", "soon")]
    {
        let wish = json!({ "kind": "links", "clock": clock });
        let told = anna.post("/api/games", &wish).refused(422);
        assert!(told.starts_with("clock: ") && told.contains(word), "{clock}: {told}");
    }
    for offer in anna.get("/api/kinds").is(200)["kinds"].as_array().expect("games") {
        assert!(!offer["presets"].as_array().expect("presets").is_empty(), "{offer}");
    }
}
