//! The pages: they work without scripts, with forms and links alone.

use super::house::{Answer, Client, House, PASSWORD};
use serde_json::json;

/// Where an answer leads.
fn led(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{}", answer.text);
    answer.head("location").expect("a place").into()
}

fn page(client: &Client, path: &str) -> String {
    let answer = client.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    assert_eq!(answer.head("content-type"), Some("text/html; charset=utf-8"), "{path}");
    is_accessible(path, &answer.text);
    answer.text
}

/// Every field has a label, every table a caption, the page a language, a title and one heading; nothing runs in it.
fn is_accessible(path: &str, text: &str) {
    for part in ["<html lang=\"en\">", "<title>", "<main ", "name=\"viewport\"", "href=\"#content\""] {
        assert!(text.contains(part), "{path} has no {part}");
    }
    assert_eq!(text.matches("<h1>").count(), 1, "{path}");
    let runs = |tag: &str| tag.split(' ').any(|part| part.starts_with("on") && part.contains('='));
    assert!(!text.contains("<script") && !text.contains("style="), "{path}: {text}");
    assert!(!text.split(['<', '>']).any(runs), "{path}: {text}");
    assert_eq!(text.matches("<table>").count(), text.matches("<caption>").count(), "{path}");
    for field in
        text.split(['<', '>']).filter(|tag| ["input ", "select ", "textarea "].iter().any(|kind| tag.starts_with(kind)))
    {
        let is_labelled = |id: &str| text.contains(&format!("for=\"{id}\""));
        let id = field.split("id=\"").nth(1).and_then(|rest| rest.split('"').next());
        let needs_none = ["type=\"hidden\"", "type=\"radio\"", "type=\"checkbox\"", "aria-label="];
        let is_good = needs_none.iter().any(|good| field.contains(good)) || id.is_some_and(is_labelled);
        assert!(is_good, "{path}: <{field}> has no label");
    }
}

fn browser(house: &House, name: &str) -> Client {
    house.comes();
    let stranger = house.stranger().with("origin", &format!("http://127.0.0.1:{}", house.port()));
    let answer = stranger.form("/register", &[("name", name), ("password", PASSWORD), ("email", "")]);
    assert_eq!(led(&answer), "/");
    house.stranger().browser(&answer.cookie())
}

#[test]
fn somebody_registers_signs_out_and_in_again() {
    let house = House::new();
    let anna = browser(&house, "Anna");
    assert!(page(&anna, "/").contains(">Anna</a>"));
    let stranger = house.stranger();
    let taken = stranger.form("/register", &[("name", "4nna"), ("password", PASSWORD)]);
    assert_eq!(taken.status, 422);
    let taken = stranger.form("/register", &[("name", "anna"), ("password", PASSWORD), ("email", "a@example.org")]);
    assert_eq!(taken.status, 409);
    // What was typed is still there, and the password is not.
    assert!(taken.text.contains("value=\"anna\"") && taken.text.contains("value=\"a@example.org\""));
    assert!(!taken.text.contains(PASSWORD) && taken.text.contains("role=\"alert\""));
    let wrong = stranger.form("/sign-in", &[("name", "Anna"), ("password", "wrong and long"), ("next", "/account")]);
    assert_eq!(wrong.status, 401);
    assert!(wrong.text.contains("Name or password is wrong."));
    let right = stranger.form("/sign-in", &[("name", "Anna"), ("password", PASSWORD), ("next", "/account")]);
    assert_eq!(led(&right), "/account");
    let again = house.stranger().browser(&right.cookie());
    assert!(page(&again, "/account").contains("this one"));
    assert_eq!(again.form("/sign-out", &[]).status, 200);
    assert_eq!(led(&again.get("/account")), "/sign-in?next=/account");
}

#[test]
fn a_game_is_opened_taken_and_seen() {
    let house = House::new();
    let (anna, bert) = (browser(&house, "Anna"), browser(&house, "Bert"));
    let open = anna.form("/games", &[("what", "marks/sides-2"), ("clock", ""), ("who", "lobby"), ("opponents", "")]);
    let game = led(&open);
    assert!(page(&bert, "/").contains(&format!("action=\"{game}/take\"")));
    assert!(page(&bert, &game).contains("Play"));
    assert_eq!(led(&bert.form(&format!("{game}/take"), &[])), game);
    assert!(page(&bert, &game).contains("running"));
    assert!(page(&house.stranger(), "/watch").contains(&format!("href=\"{game}\"")));
    let taken = bert.form("/games/77/take", &[]);
    assert_eq!(taken.status, 404);
    assert!(taken.text.contains("There is no game 77."));
    let bad = anna.form("/games", &[("what", "chess/big"), ("who", "lobby")]);
    assert_eq!(bad.status, 422);
    let none = anna.form("/games", &[("what", "marks/sides-2"), ("who", "challenge"), ("opponents", " ")]);
    assert_eq!(none.status, 422);
    let program = led(&anna.form("/games", &[("what", "marks/sides-3"), ("who", "program")]));
    assert!(page(&anna, &program).contains("built-in"));
}

#[test]
fn a_challenge_is_declined_on_the_page() {
    let house = House::new();
    let (anna, bert) = (browser(&house, "Anna"), browser(&house, "Bert"));
    let what = [("what", "marks/sides-2"), ("who", "challenge"), ("opponents", "Bert"), ("rated", "yes")];
    let game = led(&anna.form("/games", &what));
    assert!(page(&bert, "/").contains("Accept"));
    assert!(page(&bert, "/notices").contains("Anna challenges you to Marks"));
    assert_eq!(led(&bert.form(&format!("{game}/decline"), &[("reason", "later")])), "/");
    assert!(page(&anna, &game).contains("declined") || page(&anna, &game).contains("later"));
    let notices = page(&anna, "/notices");
    assert!(notices.contains("Bert does not want to play Marks: not now, ask me again later"));
    let id = notices.split("name=\"id\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a number");
    assert_eq!(led(&anna.form("/notices", &[("id", id)])), "/notices");
    assert!(!page(&anna, "/notices").contains("class=\"new\""));
    let again = led(&anna.form("/games", &what));
    assert_eq!(led(&anna.form(&format!("{again}/withdraw"), &[])), "/");
    assert_eq!(bert.form(&format!("{again}/take"), &[]).status, 409);
}

#[test]
fn a_guest_plays_by_a_link() {
    let house = House::new();
    let anna = browser(&house, "Anna");
    let game = led(&anna.form("/games", &[("what", "marks/sides-2"), ("who", "link")]));
    let own = page(&anna, &game);
    let link = own.split("href=\"/m/").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let stranger = house.stranger().with("origin", &format!("http://127.0.0.1:{}", house.port()));
    assert_eq!(stranger.get(&game).status, 404);
    assert!(page(&stranger, &format!("/m/{link}")).contains("Play as a guest"));
    let come = stranger.form(&format!("/m/{link}"), &[]);
    assert_eq!(led(&come), game);
    let guest = house.stranger().browser(&come.cookie());
    assert!(page(&guest, &game).contains("running"));
    assert_eq!(guest.get("/account").status, 403);
    assert_eq!(house.stranger().get(&format!("/m/{link}")).status, 404);
}

#[test]
fn an_account_is_changed_on_its_page() {
    let house = House::new();
    let anna = browser(&house, "Anna");
    assert_eq!(led(&anna.form("/account/mail", &[("email", "a@example.org")])), "/account");
    assert!(page(&anna, "/account").contains("a@example.org"));
    assert_eq!(anna.form("/account/mail", &[("email", "nonsense")]).status, 422);
    assert_eq!(led(&anna.form("/account/programs", &[("name", "AnnaBot")])), "/account");
    let made = anna.form("/account/tokens", &[("program", ""), ("label", "engine")]);
    let token = made.text.split("<pre>").nth(1).and_then(|rest| rest.split('<').next()).expect("a token");
    assert_eq!(house.stranger().with_token(token).get("/api/me").is(200)["name"], "Anna");
    let lines = anna.get("/api/me/sessions").is(200);
    let line = lines.as_array().expect("a list").iter().find(|line| line["kind"] == "api").expect("the token");
    assert_eq!(led(&anna.form("/account/sessions", &[("id", &line["id"].to_string())])), "/account");
    house.stranger().with_token(token).get("/api/me").refused(401);
    assert_eq!(led(&anna.form("/account/vacation", &[("days", "3")])), "/account");
    assert!(page(&anna, "/account").contains("27 days are left"));
    let new = "other lantern twelve";
    assert_eq!(anna.form("/account/password", &[("old", "wrong and long"), ("new", new)]).status, 401);
    assert_eq!(led(&anna.form("/account/password", &[("old", PASSWORD), ("new", new)])), "/account");
    assert_eq!(led(&anna.form("/account/name", &[("name", "Anne")])), "/account");
    assert!(page(&house.stranger(), "/players/Anne").contains("Sign-ins"));
    assert_eq!(anna.form("/account/delete", &[("password", PASSWORD)]).status, 401);
    assert_eq!(led(&anna.form("/account/delete", &[("password", new)])), "/");
    assert_eq!(house.stranger().get("/players/Anne").status, 404);
}

#[test]
fn players_are_found_befriended_and_reported() {
    let house = House::new();
    let (anna, bert) = (browser(&house, "Anna"), browser(&house, "Bert"));
    assert!(page(&anna, "/players?begins=be").contains("href=\"/players/Bert\""));
    assert!(page(&anna, "/players/Bert").contains("Call a friend"));
    assert_eq!(led(&anna.form("/players/Bert/relation", &[("kind", "friend")])), "/players/Bert");
    assert!(page(&anna, "/players/Bert").contains("No friend any more"));
    assert_eq!(led(&anna.form("/players/Bert/relation", &[("kind", "none")])), "/players/Bert");
    let report = anna.form("/players/Bert/report", &[("reason", "spam"), ("game", ""), ("note", "<b>again</b>")]);
    assert_eq!(report.status, 200, "{}", report.text);
    let admin = house.admin("Root");
    assert_eq!(admin.get("/api/admin/reports").is(200)[0]["note"], json!("<b>again</b>"));
    assert_eq!(anna.form("/players/Bert/report", &[("reason", "boredom")]).status, 422);
    drop(bert);
}

#[test]
fn every_page_is_there_for_everybody_and_has_its_labels() {
    let house = House::new();
    let anna = browser(&house, "Anna");
    for path in [
        "/",
        "/watch",
        "/archive",
        "/archive?player=anna&kind=marks&speed=blitz&rated=yes",
        "/players",
        "/top",
        "/levels",
    ] {
        page(&house.stranger(), path);
        page(&anna, path);
    }
    for path in ["/sign-in", "/register"] {
        page(&house.stranger(), path);
    }
    for path in ["/account", "/notices", "/players/Anna"] {
        page(&anna, path);
    }
    assert_eq!(house.stranger().get("/archive?player=Nobody").status, 404);
    assert_eq!(house.stranger().get("/games/many").status, 404);
    // A browser gets a page, where a program gets JSON.
    let lost = house.stranger().with("accept", "text/html,*/*").get("/nowhere");
    assert_eq!((lost.status, lost.head("content-type")), (404, Some("text/html; charset=utf-8")));
    is_accessible("/nowhere", &lost.text);
    house.stranger().get("/nowhere").refused(404);
    house.stranger().with("accept", "text/html").get("/api/nowhere").refused(404);
    let style = house.stranger().get("/style.css");
    assert_eq!((style.status, style.head("content-type")), (200, Some("text/css; charset=utf-8")));
    assert!(style.text.contains("prefers-color-scheme: dark"));
    assert_eq!(house.stranger().get("/icon.svg").head("content-type"), Some("image/svg+xml"));
}
