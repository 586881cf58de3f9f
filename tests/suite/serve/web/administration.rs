//! What administrators do, by the routes and from the command line.

use super::house::{House, PASSWORD};
use gridmarch::serve::accounts::Accounts;
use gridmarch::serve::admin::{Command, carry_out};
use serde_json::json;

/// What the command line shows.
fn line(house: &House, command: Command) -> Result<String, String> {
    let store = house.server().store().clone();
    house.ask(async move {
        let accounts = Accounts::new(store).expect("accounts");
        carry_out(&accounts, command).await.map_err(|error| error.to_string())
    })
}

fn sign_in(house: &House, name: &str, password: &str) -> u16 {
    house.stranger().post("/api/session", &json!({ "name": name, "password": password })).status
}

#[test]
fn the_first_administrator_comes_in_by_the_command_line() {
    let house = House::new();
    let add = Command::Add { name: "Root".into(), password: PASSWORD.into(), is_admin: true };
    assert_eq!(line(&house, add.clone()), Ok("Root has an account".into()));
    assert!(line(&house, add).expect_err("the name is taken").contains("taken"));
    let token = house.stranger().post("/api/session", &json!({ "name": "Root", "password": PASSWORD })).is(200);
    let root = house.stranger().with_token(token["token"].as_str().expect("a token"));
    assert_eq!(root.get("/api/admin/bans").is(200), json!([]));
    assert_eq!(root.get("/api/me/sessions").is(200).as_array().expect("a list").len(), 1);
    assert_eq!(
        line(&house, Command::Promote { name: "root".into(), is_admin: false }),
        Ok("Root is no administrator".into())
    );
    root.get("/api/admin/bans").refused(403);
}

#[test]
fn players_are_banned_muted_renamed_and_deleted_by_name() {
    let house = House::new();
    let anna = house.person("Anna");
    let ban = |whom: &str| Command::Ban { whom: whom.into(), hours: 2, reason: "insults".into() };
    assert_eq!(line(&house, ban("anna")), Ok("ban 1: anna for 2 h".into()));
    assert_eq!(line(&house, ban("192.0.2.0/24")), Ok("ban 2: 192.0.2.0/24 for 2 h".into()));
    assert_eq!(line(&house, ban("Nobody")), Err("there is no player Nobody".into()));
    assert!(line(&house, ban("1.2.3")).expect_err("no address").starts_with("network:"));
    assert_eq!(sign_in(&house, "Anna", PASSWORD), 403);
    let bans = line(&house, Command::Bans).expect("a list");
    assert!(bans.contains("ban 1: Anna, 2 h more: insults") && bans.contains("192.0.2.0/24"), "{bans}");
    assert_eq!(line(&house, Command::Lift { ban: 1 }), Ok("ban 1 is over".into()));
    assert_eq!(sign_in(&house, "Anna", PASSWORD), 200);
    line(&house, Command::Mute { name: "Anna".into(), hours: 3 }).expect("it is kept");
    assert!(line(&house, Command::Show { name: "Anna".into() }).expect("lines").contains("may not chat until"));
    line(&house, Command::ResetPassword { name: "Anna".into(), password: "other lantern twelve".into() })
        .expect("it is kept");
    assert_eq!((sign_in(&house, "Anna", PASSWORD), sign_in(&house, "Anna", "other lantern twelve")), (401, 200));
    anna.get("/api/me").refused(401);
    assert_eq!(
        line(&house, Command::Rename { name: "Anna".into(), new: "Berta".into() }),
        Ok("Anna is called Berta now".into())
    );
    house.stranger().get("/api/players/Berta").is(200);
    line(&house, Command::Delete { name: "Berta".into() }).expect("it is done");
    house.stranger().get("/api/players/Berta").refused(404);
    let audit = line(&house, Command::Audit { lines: 20 }).expect("lines");
    for action in ["ban", "lift ban", "mute", "reset password", "rename account", "delete"] {
        assert!(audit.contains(action), "{action}: {audit}");
    }
    assert!(!audit.contains("lantern"), "{audit}");
}

#[test]
fn reports_are_read_and_closed() {
    let house = House::new();
    let (anna, _bert, admin) = (house.person("Anna"), house.person("Bert"), house.admin("Root"));
    let report = |body| anna.post("/api/reports", &body);
    report(json!({ "player": "Anna", "reason": "spam" })).refused(422);
    report(json!({ "player": "Bert", "reason": "boredom" })).refused(422);
    report(json!({ "player": "Bert", "reason": "spam", "game": 77 })).refused(404);
    report(json!({ "player": "Nobody", "reason": "spam" })).refused(404);
    let id = report(json!({ "player": "Bert", "reason": "spam", "note": "again" })).is(201)["id"]
        .as_i64()
        .expect("a number");
    let shown = line(&house, Command::Reports).expect("lines");
    assert_eq!(shown, format!("report {id}: Anna reports Bert: spam: \"again\""));
    let close = format!("/api/admin/reports/{id}/close");
    anna.post(&close, &json!({ "verdict": "none" })).refused(403);
    admin.post(&close, &json!({ "verdict": "warned" })).is(204);
    admin.post(&close, &json!({ "verdict": "warned" })).refused(404);
    assert_eq!(line(&house, Command::Reports), Ok(String::new()));
    assert_eq!(admin.get("/api/admin/audit").is(200)[0]["action"], "close report");
}
