//! The door: names, passwords, sign-in, guests, sessions, tokens.

use super::desk::{DAY, Desk, HOUR, PASSWORD, SECOND, game, sentence};
use super::on_both_stores;
use gridmarch::serve::accounts::{AccountKind, Registration, Secret, SignIn, TokenKind, fold};
use gridmarch::serve::records::{Door, NewGame, Seat};
use gridmarch::serve::store::{Place, StoreError};
use std::net::IpAddr;

on_both_stores!(
    a_name_is_taken_with_all_that_look_like_it,
    names_that_break_a_rule_are_refused,
    two_who_want_one_name_at_once_do_not_both_get_it,
    weak_passwords_are_refused,
    long_passwords_work_whole,
    unknown_names_and_wrong_passwords_get_the_same_answer,
    unknown_names_cost_as_much_work_as_wrong_passwords,
    tries_are_limited_by_account_and_by_address,
    each_sign_in_is_a_new_session_that_can_be_revoked,
    sessions_end_by_themselves,
    a_new_password_ends_the_other_sessions,
    programs_act_by_tokens_of_their_owner,
    guests_come_by_invitation_only,
);

async fn sign_in(desk: &Desk, name: &str, password: &str) -> Result<Secret, StoreError> {
    let asked = SignIn { name: name.into(), password: password.into() };
    desk.accounts.sign_in(asked, desk.address(), "test").await.map(|entered| entered.1)
}

async fn register_with(desk: &Desk, name: &str, password: &str) -> Result<(), StoreError> {
    let asked = Registration { name: name.into(), password: password.into(), email: None };
    desk.accounts.register(asked, desk.address(), "test").await.map(|_| ())
}

#[test]
fn letters_that_are_confused_are_folded() {
    assert_eq!(fold("Oil_1-I0"), fold("0lI-i_lo"));
    assert_ne!(fold("anna"), fold("hanna"));
}

#[test]
fn secrets_cannot_be_printed() {
    let secret = Secret::from("quarry lantern");
    let asked = SignIn { name: "Anna".into(), password: secret };
    assert!(!format!("{asked:?}").contains("quarry"));
    let place = Place::parse("postgres://anna:quarry@localhost/games").unwrap();
    assert!(!format!("{place:?}").contains("quarry"));
    let unreadable = Place::parse("postgres://anna:quarry@localhost:port/games");
    assert!(!format!("{unreadable:?}").contains("quarry"));
}

async fn a_name_is_taken_with_all_that_look_like_it(desk: Desk) {
    desk.person("Little_Olli").await;
    for same in ["little_olli", "LITTLE-OLLI", "L1ttle_0lli", "Llttle-OIIi"] {
        let refused = desk.register(same).await;
        assert!(
            matches!(&refused, Err(StoreError::Conflict(text)) if text.contains("is taken")),
            "{same}: {refused:?}"
        );
    }
    desk.person("Little_Ollo").await;
    assert_eq!(desk.store.account_by_name("L1TTLE-olli").await.unwrap().name, "Little_Olli");
    assert!(matches!(desk.store.account_by_name("nobody2").await, Err(StoreError::NotFound(_))));
}

async fn names_that_break_a_rule_are_refused(desk: Desk) {
    let long = "a".repeat(21);
    for (name, why) in [
        ("ab", "3 to 20"),
        (&long, "3 to 20"),
        ("an na", "a-z"),
        ("änna", "a-z"),
        ("аnna", "a-z"),
        ("1anna", "begins"),
        ("an\nna", "a-z"),
        ("Adm1n", "kept"),
        ("GUEST-anna", "kept"),
        ("deleted", "kept"),
    ] {
        let text = sentence(desk.register(name).await);
        assert!(text.contains(why), "{name:?}: {text}");
    }
    desk.person(&"a".repeat(20)).await;
    desk.person("abc").await;
}

async fn two_who_want_one_name_at_once_do_not_both_get_it(desk: Desk) {
    let (one, two) = tokio::join!(desk.register("Anna"), desk.register("anna"));
    assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
    let refused = one.err().or(two.err());
    assert!(matches!(refused, Some(StoreError::Conflict(_))), "{refused:?}");
    assert_eq!(desk.store.find_accounts("ann", 10).await.unwrap().len(), 1);
}

async fn weak_passwords_are_refused(desk: Desk) {
    // The last is the 3,000th of the list that has 8 letters or more.
    for known in ["password", "12345678", "qwertyuiop", "Baseball", "aaaaaaaa", "wait4anna", "greyhoun"] {
        let text = sentence(register_with(&desk, "wait4anna", known).await);
        assert!(text.contains("choose another"), "{known}: {text}");
    }
    assert!(sentence(register_with(&desk, "Anna", "kQ7x$2w").await).contains("at least 8"));
    assert!(sentence(register_with(&desk, "Anna", &"kQ7x$2w ".repeat(17)).await).contains("at most 128"));
    register_with(&desk, "Anna", "ζωγράφος").await.unwrap();
}

async fn long_passwords_work_whole(desk: Desk) {
    let long: String = ('!'..='~').cycle().take(128).collect();
    register_with(&desk, "Anna", &long).await.unwrap();
    sign_in(&desk, "Anna", &long).await.unwrap();
    let cut = &long[..127];
    assert!(matches!(sign_in(&desk, "Anna", cut).await, Err(StoreError::Unknown(_))));
    assert!(matches!(sign_in(&desk, "Anna", &long.repeat(9)).await, Err(StoreError::Unknown(_))));
}

async fn unknown_names_and_wrong_passwords_get_the_same_answer(desk: Desk) {
    let owner = desk.person("Anna").await;
    desk.store.new_program(owner, "AnnaBot").await.unwrap();
    let wrong = sign_in(&desk, "Anna", "quarry lantern eighteen").await.unwrap_err();
    assert_eq!(wrong.to_string(), "name or password is wrong");
    for name in ["Bert", "AnnaBot", "deleted", "", "no such \u{0} name"] {
        assert_eq!(sign_in(&desk, name, PASSWORD).await.unwrap_err(), wrong, "{name:?}");
    }
    sign_in(&desk, "ANNA", PASSWORD).await.unwrap();
}

/// Compares times with each other, not with a clock on the wall: without the work, one is a hundredth of the other.
async fn unknown_names_cost_as_much_work_as_wrong_passwords(desk: Desk) {
    desk.person("Anna").await;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..15 {
        for (name, times) in ["Anna", "Bert"].into_iter().zip(&mut times) {
            let begun = std::time::Instant::now();
            assert!(matches!(sign_in(&desk, name, "wrong password").await, Err(StoreError::Unknown(_))));
            times.push(begun.elapsed());
        }
        desk.pass(61 * SECOND);
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    let [known, unknown] = times.map(|times| times[7]);
    assert!(known < unknown * 4 && unknown < known * 4, "{known:?} {unknown:?}");
}

async fn tries_are_limited_by_account_and_by_address(desk: Desk) {
    desk.person("Anna").await;
    for _ in 0..10 {
        assert!(matches!(sign_in(&desk, "Anna", "wrong password").await, Err(StoreError::Unknown(_))));
    }
    let limited = sign_in(&desk, "Anna", PASSWORD).await;
    assert_eq!(limited.unwrap_err().to_string(), "too many tries, wait 60 s");
    // An account that does not exist is limited like one that does.
    for _ in 0..10 {
        assert!(matches!(sign_in(&desk, "Bert", "wrong password").await, Err(StoreError::Unknown(_))));
    }
    assert!(matches!(sign_in(&desk, "Bert", "wrong password").await, Err(StoreError::Limited { .. })));
    desk.pass(61 * SECOND);
    sign_in(&desk, "Anna", PASSWORD).await.unwrap();
    // One machine, many names: the halves of IPv6 addresses count as one.
    let mut refused = 0;
    for number in 0..35u16 {
        let address = IpAddr::from([0x2001, 0xdb8, 1, 2, 3, 4, 5, number]);
        let asked = SignIn { name: format!("name{number}"), password: "x".into() };
        let answer = desk.accounts.sign_in(asked, address, "test").await;
        refused += u32::from(matches!(answer, Err(StoreError::Limited { .. })));
    }
    assert_eq!(refused, 5);
}

async fn each_sign_in_is_a_new_session_that_can_be_revoked(desk: Desk) {
    let (account, first) = desk.register("Anna").await.unwrap();
    let second = sign_in(&desk, "Anna", PASSWORD).await.unwrap();
    assert_ne!(first.reveal(), second.reveal());
    assert_eq!(second.reveal().len(), 43);
    let address = desk.address();
    let session = desk.store.session(&second, address).await.unwrap();
    assert_eq!((session.account.id, session.kind, session.account.logins), (account.id, TokenKind::Session, 2));
    let lines = desk.store.sessions(account.id).await.unwrap();
    assert_eq!(lines.len(), 2);
    assert!(lines.iter().all(|line| line.label == "test" && line.address.starts_with("10.")));
    let stranger = desk.person("Bert").await;
    assert!(matches!(desk.store.revoke(stranger, session.id).await, Err(StoreError::NotFound(_))));
    desk.store.revoke(account.id, session.id).await.unwrap();
    assert!(matches!(desk.store.session(&second, address).await, Err(StoreError::Unknown(_))));
    assert!(desk.store.session(&first, address).await.is_ok());
    assert!(matches!(desk.store.session(&Secret::from("guessed"), address).await, Err(StoreError::Unknown(_))));
}

async fn sessions_end_by_themselves(desk: Desk) {
    let (account, token) = desk.register("Anna").await.unwrap();
    let address = desk.address();
    for _ in 0..6 {
        desk.pass(29 * DAY);
        desk.store.session(&token, address).await.unwrap();
    }
    assert_eq!(desk.store.account(account.id).await.unwrap().seen, desk.store.now());
    // Used every month, and still over after half a year.
    desk.pass(7 * DAY);
    assert!(matches!(desk.store.session(&token, address).await, Err(StoreError::Unknown(_))));
    let token = sign_in(&desk, "Anna", PASSWORD).await.unwrap();
    desk.pass(30 * DAY);
    assert!(matches!(desk.store.session(&token, address).await, Err(StoreError::Unknown(_))));
    desk.store.tidy().await.unwrap();
    assert!(desk.store.sessions(account.id).await.unwrap().is_empty());
}

async fn a_new_password_ends_the_other_sessions(desk: Desk) {
    let (account, other) = desk.register("Anna").await.unwrap();
    let mine = sign_in(&desk, "Anna", PASSWORD).await.unwrap();
    let address = desk.address();
    let kept = desk.store.session(&mine, address).await.unwrap().id;
    let (old, new, weak) = (Secret::from(PASSWORD), Secret::from("harbour violet nine"), Secret::from("password"));
    assert!(desk.accounts.change_password(account.id, (&new, &new), kept).await.is_err());
    assert!(desk.accounts.change_password(account.id, (&old, &weak), kept).await.is_err());
    desk.accounts.change_password(account.id, (&old, &new), kept).await.unwrap();
    assert!(desk.store.session(&other, address).await.is_err());
    desk.store.session(&mine, address).await.unwrap();
    assert!(sign_in(&desk, "Anna", PASSWORD).await.is_err());
    sign_in(&desk, "Anna", new.reveal()).await.unwrap();
    desk.accounts.reset_password(account.id, &old).await.unwrap();
    assert!(desk.store.session(&mine, address).await.is_err());
    sign_in(&desk, "Anna", PASSWORD).await.unwrap();
}

async fn programs_act_by_tokens_of_their_owner(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let program = desk.store.new_program(anna, "AnnaBot").await.unwrap();
    let token = desk.store.issue_api_token(anna, program, "at home").await.unwrap();
    let session = desk.store.session(&token, desk.address()).await.unwrap();
    assert_eq!((session.account.kind, session.account.owner), (AccountKind::Program, Some(anna)));
    desk.pass(400 * DAY);
    assert!(desk.store.session(&token, desk.address()).await.is_ok());
    assert!(matches!(desk.store.issue_api_token(bert, program, "").await, Err(StoreError::Forbidden(_))));
    assert!(matches!(desk.store.new_program(program, "Nested").await, Err(StoreError::Forbidden(_))));
    for number in 1..5 {
        desk.store.new_program(anna, &format!("AnnaBot{number}x")).await.unwrap();
    }
    assert!(sentence(desk.store.new_program(anna, "AnnaBot9x").await).contains("5 programs already"));
    assert_eq!(desk.store.programs(anna).await.unwrap().len(), 5);
    desk.store.delete_account(anna).await.unwrap();
    assert!(desk.store.session(&token, desk.address()).await.is_err());
    assert!(matches!(desk.store.account(program).await, Err(StoreError::NotFound(_))));
}

async fn guests_come_by_invitation_only(desk: Desk) {
    let anna = desk.person("Anna").await;
    let seats = vec![Seat::Account(anna), Seat::Empty];
    let open = NewGame { door: Door::Link, seats, ..game() };
    let open = desk.store.open_game(Some(anna), open).await.unwrap();
    let code = open.invitation.clone().expect("a code");
    assert!(matches!(
        desk.accounts.enter_as_guest("guessed", desk.address(), "test").await,
        Err(StoreError::NotFound(_))
    ));
    let (guest, token) = desk.accounts.enter_as_guest(&code, desk.address(), "test").await.unwrap();
    assert_eq!(guest.kind, AccountKind::Guest);
    assert!(guest.name.starts_with("guest-"), "{}", guest.name);
    assert_eq!(desk.store.session(&token, desk.address()).await.unwrap().account.id, guest.id);
    assert!(matches!(desk.store.take_seat(open.id, guest.id, None, None).await, Err(StoreError::Forbidden(_))));
    desk.store.take_seat(open.id, guest.id, Some(&code), None).await.unwrap();
    let rated = NewGame { is_rated: true, seats: vec![Seat::Account(guest.id), Seat::Empty], ..game() };
    assert!(sentence(desk.store.open_game(Some(guest.id), rated).await).contains("guests have no rating"));
    assert!(desk.store.rename(guest.id, "Somebody").await.is_err());
    // The game runs, so the invitation is used up.
    assert!(desk.accounts.enter_as_guest(&code, desk.address(), "test").await.is_err());
    desk.pass(HOUR);
}
