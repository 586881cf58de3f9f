//! Bans, mutes, reports, and the list of what administrators did.

use super::desk::{Desk, HOUR, PASSWORD, sentence};
use super::on_both_stores;
use gridmarch::serve::accounts::{BanTarget, Network, NewReport, Registration, SignIn};
use gridmarch::serve::store::StoreError;
use std::net::IpAddr;

on_both_stores!(
    a_banned_account_is_out_until_the_ban_ends,
    a_banned_range_keeps_its_addresses_out,
    reports_are_closed_once_and_limited,
    what_administrators_do_is_kept,
    a_mute_ends_when_it_is_taken_back,
);

async fn sign_in(desk: &Desk, name: &str, address: IpAddr) -> Result<(), StoreError> {
    let asked = SignIn { name: name.into(), password: PASSWORD.into() };
    desk.accounts.sign_in(asked, address, "test").await.map(|_| ())
}

#[test]
fn ranges_are_read_and_bounded() {
    for (text, shown) in
        [("192.0.2.7", "192.0.2.7/32"), ("192.0.2.77/24", "192.0.2.0/24"), ("2001:db8::1/48", "2001:db8::/48")]
    {
        assert_eq!(text.parse::<Network>().unwrap().to_string(), shown);
    }
    for wrong in ["", "192.0.2", "0.0.0.0/0", "::/0", "192.0.2.0/33", "anna"] {
        assert!(wrong.parse::<Network>().is_err(), "{wrong}");
    }
}

async fn a_banned_account_is_out_until_the_ban_ends(desk: Desk) {
    let (account, token) = desk.register("Anna").await.unwrap();
    let program = desk.store.new_program(account.id, "AnnaBot").await.unwrap();
    let program = desk.store.issue_api_token(account.id, program, "").await.unwrap();
    let target = BanTarget::Account(account.id);
    assert!(desk.store.ban(None, target, desk.store.now(), "insults").await.is_err());
    desk.store.ban(None, target, desk.store.now() + 2 * HOUR, "insults").await.unwrap();
    assert!(matches!(desk.store.session(&token, desk.address()).await, Err(StoreError::Unknown(_))));
    assert!(matches!(desk.store.session(&program, desk.address()).await, Err(StoreError::Forbidden(_))));
    let refused = sentence(sign_in(&desk, "Anna", desk.address()).await);
    assert_eq!(refused, "this account is banned for 3 more h: insults");
    // Who does not know the password does not hear of the ban.
    let asked = SignIn { name: "Anna".into(), password: "wrong password".into() };
    let wrong = desk.accounts.sign_in(asked, desk.address(), "test").await;
    assert!(matches!(wrong, Err(StoreError::Unknown(_))));
    desk.pass(2 * HOUR);
    sign_in(&desk, "Anna", desk.address()).await.unwrap();
    assert!(desk.store.session(&program, desk.address()).await.is_ok());
}

async fn a_banned_range_keeps_its_addresses_out(desk: Desk) {
    let (_, token) = desk.register("Anna").await.unwrap();
    let range = BanTarget::Network("192.0.2.0/24".parse().unwrap());
    let id = desk.store.ban(None, range, desk.store.now() + HOUR, "flood").await.unwrap();
    let register = |name: &str, address: &str| {
        let asked = Registration { name: name.into(), password: PASSWORD.into(), email: None };
        let (accounts, address) = (desk.accounts.clone(), address.parse().unwrap());
        async move { accounts.register(asked, address, "test").await }
    };
    for inside in ["192.0.2.0", "192.0.2.255", "::ffff:192.0.2.9"] {
        let refused = sentence(register("Bert", inside).await);
        assert!(refused.starts_with("this address is banned"), "{inside}: {refused}");
        assert!(sign_in(&desk, "Anna", inside.parse().unwrap()).await.is_err(), "{inside}");
        assert!(desk.store.session(&token, inside.parse().unwrap()).await.is_err(), "{inside}");
        assert!(desk.store.refuse_banned_address(inside.parse().unwrap()).await.is_err(), "{inside}");
    }
    for (name, outside) in [("Bert", "192.0.1.255"), ("Carl", "192.0.3.0"), ("Dora", "2001:db8::1")] {
        register(name, outside).await.unwrap();
    }
    assert_eq!(desk.store.bans().await.unwrap()[0].network.as_deref(), Some("192.0.2.0/24"));
    desk.store.lift_ban(None, id).await.unwrap();
    assert!(desk.store.lift_ban(None, id).await.is_err());
    assert!(desk.store.bans().await.unwrap().is_empty());
    register("Emil", "192.0.2.0").await.unwrap();
}

async fn reports_are_closed_once_and_limited(desk: Desk) {
    let (anna, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    let report = |game, note: &str| NewReport { accused: bert, game, reason: "insults".into(), note: note.into() };
    assert!(matches!(desk.store.report(anna, report(Some(77), "")).await, Err(StoreError::NotFound(_))));
    assert!(desk.store.report(anna, report(None, &"x".repeat(1001))).await.is_err());
    let id = desk.store.report(anna, report(None, "<b>rude</b>")).await.unwrap();
    let open = desk.store.open_reports().await.unwrap();
    assert_eq!((open.len(), open[0].note.as_str()), (1, "<b>rude</b>"));
    desk.store.close_report(None, id, "warned").await.unwrap();
    assert!(matches!(desk.store.close_report(None, id, "again").await, Err(StoreError::NotFound(_))));
    for _ in 0..20 {
        desk.store.report(anna, report(None, "")).await.unwrap();
    }
    assert!(sentence(desk.store.report(anna, report(None, "")).await).contains("20 reports of yours are open"));
}

async fn what_administrators_do_is_kept(desk: Desk) {
    let (admin, bert) = (desk.person("Anna").await, desk.person("Bert").await);
    desk.store.set_admin(admin, true).await.unwrap();
    assert!(desk.store.account(admin).await.unwrap().is_admin);
    desk.store.ban(Some(admin), BanTarget::Account(bert), desk.store.now() + HOUR, "flood").await.unwrap();
    desk.store.mute(Some(admin), bert, Some(desk.store.now() + HOUR)).await.unwrap();
    desk.store.audit(None, "reset password", "account 2", "").await.unwrap();
    let audits = desk.store.audits(None, 10).await.unwrap();
    let actions: Vec<_> = audits.iter().map(|audit| (audit.action.as_str(), audit.actor)).collect();
    assert_eq!(actions, [("reset password", None), ("mute", Some(admin)), ("ban", Some(admin))]);
    let page = desk.store.audits(Some(audits[0].id), 1).await.unwrap();
    assert_eq!(page[0].id, audits[1].id);
}

async fn a_mute_ends_when_it_is_taken_back(desk: Desk) {
    let anna = desk.person("Anna").await;
    let until = desk.store.now() + HOUR;
    desk.store.mute(None, anna, Some(until)).await.unwrap();
    assert_eq!(desk.store.account(anna).await.unwrap().muted, Some(until));
    desk.store.mute(None, anna, None).await.unwrap();
    assert_eq!(desk.store.account(anna).await.unwrap().muted, None);
    assert!(desk.store.mute(None, 99, Some(until)).await.is_err());
}
