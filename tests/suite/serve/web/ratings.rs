//! The course of a rating, as programs are told it and as it is drawn on the page of a player.

use super::games::{begin, player};
use super::house::{House, until};
use gridmarch::cli::bench::net::marks::Order;
use serde_json::{Value, json};

#[test]
fn the_course_of_a_rating_is_told_and_drawn_on_both_stores() {
    for house in House::on_both_stores("courses") {
        let (anna, bert) = (house.person("Anna"), house.person("Bert"));
        let page = || house.stranger().get("/players/Bert");
        assert!(!page().text.contains("<svg"), "without a rated game there is nothing to draw");
        let mut games = Vec::new();
        for _ in 0..2 {
            let (id, hall) = begin(&anna, &bert, &json!({ "kind": "marks", "seat": 0, "rated": true }));
            let players = [player(&anna, &hall), player(&bert, &hall)];
            until("they play", || players.iter().all(|one| one.look(|seen| seen.in_effect > 0)).then_some(()));
            players[0].give(Order::Yield);
            let is_over = || anna.get(&format!("/api/games/{id}")).is(200)["state"] == "over";
            until("it is over", || is_over().then_some(()));
            games.push(id);
        }
        let ask =
            |rest: &str| house.stranger().get(&format!("/api/players/Bert/history?kind=marks&speed=real-time{rest}"));
        let course = ask("&pool=persons").is(200);
        assert_eq!(ask("").is(200), course, "among persons, if nothing is said");
        let of = |field: &str| -> Vec<Value> {
            course.as_array().expect("a list").iter().map(|point| point[field].clone()).collect()
        };
        assert_eq!(of("game"), games);
        assert_eq!(of("before"), [json!(1500.0), of("after")[0].clone()]);
        assert!(of("after")[1].as_f64() > of("after")[0].as_f64());
        let now = house.stranger().get("/api/players/Bert").is(200)["ratings"][0]["rating"]["rating"].clone();
        assert_eq!(of("after")[1], now);
        assert_eq!(ask("&pool=programs").is(200), json!([]));
        assert_eq!(ask("&pool=cats").status, 400);
        let page = page();
        let drawn = page.text.split("<svg").nth(1).and_then(|rest| rest.split("</svg>").next()).expect("a curve");
        let line = drawn.split("points=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a line");
        assert_eq!(line.split(' ').count(), 3, "the rating before, and after each game: {line}");
        assert!(drawn.contains(">1500</text>") && drawn.contains("Rating from 1500 to"), "{drawn}");
        assert!(!page.text.contains("<script") && !page.text.contains("style="));
        let policy = page.head("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'self'; img-src 'self';"), "{policy}");
    }
}
