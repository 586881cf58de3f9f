//! The client's half of a server with accounts, against a real one.

use crate::serve::place::address;
use crate::serve::web::house::{House, PASSWORD, until};
use gridmarch::online::account::ask::Search;
use gridmarch::online::account::member::{Known, Member};
use gridmarch::online::account::memory::{Memory, Remembered};
use gridmarch::online::account::says::{
    Credentials, Game, GameState, NoticeKind, Outcome, Password, RelationKind, Wish,
};
use gridmarch::online::api::{Api, ApiError};
use gridmarch::online::talk::Act;

fn stranger(house: &House) -> Api {
    Api::new(address(house.port()), None)
}

fn credentials(name: &str, password: &str) -> Credentials {
    Credentials { name: name.into(), password: Password(password.into()) }
}

/// Somebody who has just registered.
fn person(house: &House, name: &str) -> Api {
    house.comes();
    let entered = stranger(house).register(&credentials(name, PASSWORD)).expect("the name is free");
    stranger(house).with(entered.token)
}

fn sentence<T: std::fmt::Debug>(answer: Result<T, ApiError>, status: u16) -> String {
    match answer.expect_err("it is refused") {
        ApiError::Refused { status: told, sentence } if told == status => sentence,
        other => panic!("{other:?}"),
    }
}

fn marks(opponents: &[&str]) -> Wish {
    let opponents = opponents.iter().map(ToString::to_string).collect();
    Wish { kind: "marks".into(), opponents, seat: Some(0), ..Wish::default() }
}

/// Waits for what a member knows.
fn knows<T>(member: &Member, what: &str, look: impl Fn(&Known) -> Option<T>) -> T {
    until(what, || {
        member.look();
        member.with(|known, _| look(known))
    })
}

#[test]
fn who_has_signed_in_is_known_again_until_signing_out() {
    let house = House::new();
    let anna = person(&house, "Anna");
    assert_eq!(anna.me().expect("it is known").name, "Anna");
    let told = sentence(stranger(&house).sign_in(&credentials("Anna", "something else")), 401);
    assert_eq!(told, "name or password is wrong");
    assert!(sentence(stranger(&house).register(&credentials("Anna", PASSWORD)), 409).starts_with("name: "));
    assert!(sentence(stranger(&house).register(&credentials("Bert", "short")), 422).contains("8"));
    let entered = stranger(&house).sign_in(&credentials("anna", PASSWORD)).expect("it is right");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new/servers.json");
    let mut memory = Memory::open(path.clone());
    let place = address(house.port()).to_string();
    let known = |token| Remembered { address: place.clone(), name: "Test house".into(), account: "Anna".into(), token };
    memory.keep(known(Some(entered.token.clone()))).expect("it is written");
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains(&entered.token.0) && !text.contains(PASSWORD));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "nobody else reads it");
    }
    let again = Memory::open(path.clone());
    let token = again.of(&place).and_then(|server| server.token.clone()).expect("it is kept");
    let api = stranger(&house).with(token);
    assert_eq!(api.me().expect("it is known").name, "Anna");
    api.sign_out().expect("it is known");
    sentence(api.me(), 401);
    assert_eq!(anna.me().expect("another session").name, "Anna");
    memory.keep(known(None)).expect("it is written");
    assert!(!std::fs::read_to_string(&path).expect("a file").contains(&entered.token.0));
    memory.forget(&place).expect("it is written");
    assert!(Memory::open(path.clone()).list().is_empty());
    // Somebody has written something else there.
    std::fs::write(&path, "no list").expect("it is written");
    assert!(Memory::open(path).list().is_empty());
    assert!(!format!("{:?} {:?}", credentials("Anna", PASSWORD), entered).contains(PASSWORD));
}

#[test]
fn a_challenge_is_told_and_declined_with_a_reason_or_played() {
    let house = House::new();
    let (anna, bert) = (person(&house, "Anna"), person(&house, "Bert"));
    let kinds = anna.kinds().expect("it says");
    assert_eq!((kinds.name.as_str(), kinds.kinds[0].kind.as_str()), ("Test house", "marks"));
    let (at_anna, at_bert) = (Member::new(anna.clone()), Member::new(bert.clone()));
    let own = bert.me().expect("it is known").id;
    knows(&at_bert, "both are seen", |known| (known.lobby.present.len() == 2).then_some(()));
    knows(&at_anna, "the lists are there", |known| known.is_there.then_some(()));
    let id = anna.open(&marks(&["Bert"])).expect("it is open").id;
    let notice = until("Bert is told", || at_bert.take_fresh().into_iter().next());
    assert_eq!(
        (notice.kind, notice.game, notice.about_name.as_deref()),
        (NoticeKind::Challenge, Some(id), Some("Anna"))
    );
    assert_eq!(notice.game_kind.as_deref(), Some("marks"));
    let asked = |known: &Known| known.mine.open.iter().find(|game| game.invites(own)).map(|game| game.id);
    assert_eq!(knows(&at_bert, "he sees it", asked), id);
    assert_eq!(at_bert.with(|known, _| known.unread()), 1);
    bert.decline(id, &kinds.decline_reasons[0].reason).expect("he is asked");
    let notice = until("Anna is told", || at_anna.take_fresh().into_iter().next());
    assert_eq!((notice.kind, notice.reason.as_deref()), (NoticeKind::Declined, Some("later")));
    at_bert.refresh();
    knows(&at_bert, "it is gone", |known| known.mine.open.is_empty().then_some(()));
    // The next one is played: whoever opened it is told that it has begun.
    let id = anna.open(&marks(&["Bert"])).expect("it is open").id;
    let game: Game = bert.take(id).expect("he is asked");
    assert_eq!((game.state, game.you, game.others(own)), (GameState::Running, Some(1), vec![Some("Anna")]));
    until("Anna is told", || at_anna.take_fresh().into_iter().find(|notice| notice.kind == NoticeKind::Started));
    let hall = game.hall.expect("it runs");
    assert_eq!(bert.state(&hall, None).expect("he is in it").you.seat, Some(1));
    bert.ticket(&hall, 0).expect("he may play");
    bert.mark_read(i64::MAX).expect("he has read all");
    assert!(bert.notices(0, 0).expect("his notices").iter().all(|notice| notice.read.is_some()));
    // Who wants to see it, sees it.
    let carl = person(&house, "Carl");
    assert_eq!(carl.running().expect("games")[0].id, id);
    assert_eq!(carl.watch(id).expect("it runs"), hall);
    assert_eq!(carl.state(&hall, None).expect("he watches").you.seat, None);
    drop(carl.act(&hall, &Act::Leave));
}

#[test]
fn invitations_friends_and_vacations() {
    let house = House::new();
    let (anna, bert) = (person(&house, "Anna"), person(&house, "Bert"));
    let open = anna.open(&Wish { link: true, ..marks(&[]) }).expect("it is open");
    let code = open.invitation.expect("a code");
    sentence(bert.accept_invitation("aaaabbbbcccc"), 404);
    assert_eq!(bert.accept_invitation(&code).expect("he is invited").state, GameState::Running);
    let open = anna.open(&Wish { link: true, ..marks(&[]) }).expect("it is open");
    let entered = stranger(&house).enter_as_guest(&open.invitation.expect("a code")).expect("a guest");
    assert!(entered.account.name.starts_with("guest"));
    anna.withdraw(open.id).expect("it is hers");
    anna.relate("Bert", Some(RelationKind::Friend)).expect("there is a Bert");
    let relations = anna.relations().expect("her friends");
    assert_eq!((relations[0].name.as_str(), relations[0].kind), ("Bert", RelationKind::Friend));
    assert_eq!(bert.notices(0, 0).expect("his notices")[0].about_name.as_deref(), Some("Anna"));
    anna.relate("Bert", None).expect("there is a Bert");
    assert!(anna.relations().expect("nobody").is_empty());
    sentence(anna.relate("no body", None), 404);
    assert_eq!(bert.player("anna").expect("there is an Anna").profile.name, "Anna");
    assert_eq!(bert.players("an").expect("a list").len(), 1);
    assert_eq!((anna.vacation().expect("hers").days_left, anna.vacation().expect("hers").until), (30, None));
    assert_eq!(anna.take_vacation(3).expect("she has days").days_left, 27);
    let none = Search { player: "Anna".into(), kind: "marks".into(), ..Search::default() };
    let over = anna.archive(&none).expect("a list");
    assert!(over.iter().all(|game| game.seats.iter().any(|seat| seat.outcome != Some(Outcome::Won))));
}

#[test]
fn who_is_signed_in_stays_so_when_the_server_was_away_and_hears_of_the_end_of_a_session() {
    let mut house = House::new();
    let (anna, bert) = (person(&house, "Anna"), person(&house, "Bert"));
    let member = Member::new(anna.clone());
    knows(&member, "the lists are there", |known| known.is_there.then_some(()));
    house.restart();
    knows(&member, "the server answers again", |known| known.lost.is_none().then_some(()));
    let id = bert.open(&marks(&["Anna"])).expect("it is open").id;
    let notice = until("Anna is told", || member.take_fresh().into_iter().next());
    assert_eq!(notice.game, Some(id));
    knows(&member, "she sees it", |known| known.mine.open.iter().any(|game| game.id == id).then_some(()));
    until("she signs out", || anna.sign_out().ok());
    let told = knows(&member, "she is out", |known| known.ended.clone());
    assert!(told.contains("sign in"), "{told}");
}
