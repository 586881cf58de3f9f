//! A match before it begins: seats, codes, the host's rights, chat.

use super::place::{Place, is_person, roomy, until, wish};
use gridmarch::online::api::ApiError;
use gridmarch::online::talk::{Act, Join, Occupant, Phase};
use gridmarch::online::waiting::{News, Waiting};

fn sentence<T: std::fmt::Debug>(answer: Result<T, ApiError>) -> String {
    answer.expect_err("it is refused").to_string()
}

#[test]
fn a_locked_match_is_joined_with_its_code_in_any_case() {
    let mut wish = wish(2);
    wish.locked = true;
    let place = Place::with(wish, false, roomy());
    let code = place.host().found().code().to_string();
    assert!(
        code.len() == 6 && code.chars().all(|letter| letter.is_ascii_uppercase() && !"ILO".contains(letter)),
        "{code}"
    );
    let with = |code: Option<&str>| {
        place.stranger().join(&Join { name: "Bob".into(), code: code.map(Into::into), watch: false })
    };
    assert_eq!(sentence(with(None)), "the code is not the one of this match");
    assert_eq!(sentence(with(Some("AAAAAA"))), "the code is not the one of this match");
    let joined = with(Some(&code.to_ascii_lowercase())).expect("it is the code");
    let state = place.stranger().with(joined.token).state(&place.id(), None).expect("he is there");
    assert_eq!((state.you.seat, state.you.host, state.code.as_deref()), (Some(1), false, Some(code.as_str())));
    let about = place.stranger().about().expect("anybody may ask").direct.expect("it is direct play");
    assert!(about.locked && (about.taken, about.seats) == (2, 2) && about.host == "Ada");
}

#[test]
fn names_are_cleaned_and_told_apart() {
    let place = Place::new(4, false);
    assert_eq!(place.join("Ada", false).name, "Ada 2");
    assert_eq!(place.join("  B\u{202e}ob\n", false).name, "Bob");
    let join = Join { name: "\u{1b}".into(), code: None, watch: false };
    assert_eq!(sentence(place.stranger().join(&join)), "a name has 1 to 20 letters");
}

#[test]
fn the_match_begins_when_all_seats_are_taken_and_all_are_ready() {
    let place = Place::new(2, false);
    let (ada, id) = (place.ada(), place.id());
    ada.act(&id, &Act::Ready { ready: true }).expect("she sits");
    let bob = place.guest("Bob", false);
    assert_eq!(ada.state(&id, None).expect("she is there").phase, Phase::Waiting);
    assert!(sentence(ada.ticket(&id, 0)).contains("does not run"));
    bob.act(&id, &Act::Ready { ready: true }).expect("he sits");
    assert_eq!(ada.state(&id, None).expect("she is there").phase, Phase::Running);
    assert_eq!(sentence(bob.act(&id, &Act::Sit { seat: None })), "the match has begun");
}

#[test]
fn the_host_begins_when_she_likes_and_programs_take_the_open_seats() {
    let place = Place::new(3, false);
    let (ada, id) = (place.ada(), place.id());
    let bob = place.guest("Bob", true);
    assert_eq!(sentence(bob.act(&id, &Act::Start)), "only the host can do this");
    ada.act(&id, &Act::Start).expect("she is the host");
    let seats = bob.state(&id, None).expect("he is there").seats;
    let by: Vec<Occupant> = seats.iter().map(|seat| seat.by).collect();
    assert_eq!(by, [Occupant::Person, Occupant::Program, Occupant::Program]);
}

#[test]
fn the_host_gives_seats_to_programs_and_sends_people_away() {
    let place = Place::new(3, false);
    let (ada, id) = (place.ada(), place.id());
    let bob = place.guest("Bob", false);
    let seat = |seat, by| Act::Seat { seat, by };
    assert_eq!(sentence(bob.act(&id, &seat(2, Occupant::Program))), "only the host can do this");
    assert_eq!(sentence(ada.act(&id, &seat(1, Occupant::Program))), "somebody sits there");
    assert_eq!(sentence(ada.act(&id, &seat(2, Occupant::Closed))), "the match cannot be played without this seat");
    ada.act(&id, &seat(2, Occupant::Program)).expect("it is empty");
    assert_eq!(sentence(bob.act(&id, &Act::Sit { seat: Some(2) })), "the seat is taken");
    assert_eq!(sentence(ada.act(&id, &Act::Kick { name: "Eve".into() })), "nobody of this name is here");
    ada.act(&id, &Act::Kick { name: "Bob".into() }).expect("he is there");
    assert!(matches!(bob.state(&id, None), Err(ApiError::Refused { status: 401, .. })));
    let state = ada.state(&id, None).expect("she is there");
    assert!(!state.seats.iter().skip(1).any(|seat| is_person(seat.by)));
}

#[test]
fn when_the_host_leaves_the_next_player_is_host() {
    let place = Place::new(2, false);
    let bob = place.guest("Bob", false);
    place.ada().act(&place.id(), &Act::Leave).expect("she may go");
    assert!(bob.state(&place.id(), None).expect("he is there").you.host);
}

#[test]
fn another_description_is_checked_and_makes_everybody_agree_again() {
    let place = Place::new(2, false);
    let (ada, id) = (place.ada(), place.id());
    let bob = place.guest("Bob", false);
    bob.act(&id, &Act::Ready { ready: true }).expect("he sits");
    assert_eq!(sentence(bob.describe(&id, b"sides 3".into())), "only the host can do this");
    assert_eq!(
        sentence(ada.describe(&id, b"all".into())),
        "the description must say how many sides there are, 1 to 64"
    );
    let before = bob.state(&id, None).expect("he is there");
    ada.describe(&id, b"sides 3".into()).expect("she is the host");
    let after = bob.state(&id, Some(before.version)).expect("he is there");
    assert!(after.seats.len() == 3 && !after.seats[1].ready && after.description != before.description);
    assert_eq!(bob.description(&id).expect("he is there"), b"sides 3");
}

#[test]
fn who_waits_for_another_player_knows_for_how_long() {
    let place = Place::new(2, false);
    let mut waiting = Waiting::new(place.ada(), place.id());
    until("she waits", || {
        waiting.poll();
        waiting.waited_ms() > 50
    });
    let bob = place.guest("Bob", false);
    until("she waits no more", || {
        waiting.poll();
        waiting.waited_ms() == 0
    });
    bob.act(&place.id(), &Act::Leave).expect("he may go");
    until("she waits again, from the beginning", || {
        waiting.poll();
        (1..20_000).contains(&waiting.waited_ms())
    });
}

#[test]
fn a_waiting_match_is_followed_and_what_is_refused_comes_back_as_a_sentence() {
    let place = Place::new(2, false);
    let bob = place.guest("Bob", false);
    let mut waiting = Waiting::new(bob, place.id());
    let mut states = Vec::new();
    let mut refused = Vec::new();
    let mut follow = |what: &str, is_so: &mut dyn FnMut(&[gridmarch::online::talk::MatchState], &[String]) -> bool| {
        until(what, || {
            for news in waiting.poll() {
                match news {
                    News::State(state) => states.push(*state),
                    News::Refused(sentence) => refused.push(sentence),
                    other => panic!("{other:?}"),
                }
            }
            if states.len() == 1 && refused.is_empty() {
                waiting.act(Act::Start);
                waiting.act(Act::Chat { text: "hello".into() });
            }
            is_so(&states, &refused)
        });
    };
    follow("the chat", &mut |states, refused| {
        states.last().is_some_and(|state| state.chat.iter().any(|line| line.from == "Bob" && line.text == "hello"))
            && refused.iter().any(|sentence| sentence == "only the host can do this")
    });
}

#[test]
fn who_talks_too_much_is_silent_for_a_while() {
    let place = Place::new(2, false);
    let chat = || place.ada().act(&place.id(), &Act::Chat { text: "again".into() });
    (0..5).for_each(|_| chat().expect("five lines are allowed"));
    assert_eq!(sentence(chat()), "you have said too much, wait a few seconds");
}

#[test]
fn strangers_learn_nothing_and_people_of_the_match_need_their_token() {
    let place = Place::new(2, false);
    let id = place.id();
    let all = [
        sentence(place.stranger().state(&id, None)),
        sentence(place.stranger().description(&id)),
        sentence(place.stranger().ticket(&id, 0)),
        sentence(place.stranger().log(&id)),
        sentence(place.stranger().snapshot(&id, 400)),
        sentence(place.stranger().act(&id, &Act::Start)),
    ];
    for told in all {
        assert_eq!(told, "the server does not know who you are, join or sign in first");
    }
    assert_eq!(sentence(place.ada().state("0000000000000000", None)), "there is no such match");
    assert_eq!(sentence(place.ada().state("../../key", None)), "there is nothing at this address");
    let shown = format!("{:?} {:?}", place.ada(), place.host().joined());
    assert!(!shown.contains(&place.host().joined().token.0), "a token is shown nowhere");
}
