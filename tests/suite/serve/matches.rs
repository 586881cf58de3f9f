//! Whole matches with real sockets.

use super::place::{Place, assert_counted, assert_whole, tick, until, wait_for_tick, wish};
use gridmarch::cli::bench::net::player::Player;
use gridmarch::cli::bench::net::proxy::{Proxy, Weather};
use gridmarch::net::frame::{Circle, Motion, ToServer};
use gridmarch::online::api::Api;
use gridmarch::online::talk::Phase;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

fn by(proxy: &Proxy, api: &Api, place: &Place, pace: u64) -> Player {
    let mut address = api.address().clone();
    address.port = proxy.port();
    Player::join(api.at(address), &place.id(), pace).expect("the line carries")
}

fn line(place: &Place, weather: Weather) -> Proxy {
    let to = SocketAddr::from((Ipv4Addr::LOCALHOST, place.port()));
    Proxy::start(to, weather, 1).expect("there is a port")
}

#[test]
fn two_players_give_orders_and_see_the_same_match_over_two_lanes_each() {
    let place = Place::new(2, false);
    let players = place.playing(2, 50);
    until("both lanes stand", || {
        players.iter().all(|it| it.look(|seen| seen.condition.is_some_and(|it| it.lanes == 2)))
    });
    wait_for_tick(&players, 100);
    assert_whole(&players);
    assert_counted(&players);
    players.iter().for_each(|it| it.look(|seen| assert!(seen.desyncs.is_empty() && seen.in_effect > 20)));
}

#[test]
fn eight_players_on_bad_lines_lose_no_order_and_stay_equal() {
    let place = Place::new(8, true);
    let apis = place.seated(8);
    let lines: Vec<Proxy> =
        (0..8).map(|at| line(&place, Weather { rtt: 50 + at * 30, jitter: 20, loss: at * 5 })).collect();
    let players: Vec<Player> = apis.iter().zip(&lines).map(|(api, line)| by(line, api, &place, 200)).collect();
    wait_for_tick(&players, 300);
    assert_whole(&players);
    assert_counted(&players);
}

#[test]
fn a_cut_line_is_mended_and_what_was_ordered_meanwhile_comes_into_effect() {
    let place = Place::new(2, false);
    let apis = place.seated(2);
    let proxy = line(&place, Weather { rtt: 20, ..Weather::default() });
    let players = vec![by(&proxy, &apis[0], &place, 50), place.player(apis[1].clone(), 50)];
    wait_for_tick(&players, 40);
    proxy.refuse(true);
    proxy.cut();
    until("the loss is noticed", || players[0].look(|seen| seen.lost == 1));
    std::thread::sleep(Duration::from_millis(300));
    proxy.refuse(false);
    until("the line is back", || players[0].look(|seen| seen.back == 1));
    let at = tick(&players[1]);
    wait_for_tick(&players, at + 60);
    assert_whole(&players);
    assert_counted(&players);
    // From memory: nothing was restored after the beginning.
    players[0].look(|seen| assert_eq!(seen.restored, [None]));
}

#[test]
fn a_line_on_which_nothing_moves_any_more_is_given_up_for_another() {
    let place = Place::new(2, false);
    let apis = place.seated(2);
    let proxy = line(&place, Weather::default());
    let players = vec![by(&proxy, &apis[0], &place, 50), place.player(apis[1].clone(), 50)];
    wait_for_tick(&players, 20);
    let before = proxy.connections();
    proxy.freeze(true);
    // Nobody is told; the client finds out by the silence.
    until("other connections are tried", || proxy.connections() > before);
    proxy.freeze(false);
    until("it catches up", || tick(&players[0]) + 10 > tick(&players[1]) && tick(&players[1]) > 20);
    assert_whole(&players);
}

#[test]
fn who_stands_still_holds_nobody_up_and_catches_up() {
    let place = Place::new(3, false);
    let players = place.playing(3, 100);
    wait_for_tick(&players, 40);
    players[2].stand(true);
    let at = tick(&players[0]);
    wait_for_tick(&players[..2], at + 60);
    assert!(tick(&players[2]) <= at + 2);
    players[2].stand(false);
    let at = tick(&players[0]);
    wait_for_tick(&players, at);
    assert_whole(&players);
}

#[test]
fn a_spectator_who_comes_late_begins_with_a_snapshot() {
    let place = Place::new(2, true);
    let players = place.playing(2, 100);
    wait_for_tick(&players, 430);
    let watcher = place.player(place.guest("Wes", true), 0);
    until("the watcher is in step", || tick(&watcher) + 20 > tick(&players[0]));
    watcher.look(|seen| {
        assert_eq!((seen.restored.as_slice(), seen.seat), (&[Some(400)][..], None));
        let first = seen.hashes.first_key_value().map(|(tick, _)| *tick);
        assert_eq!(first, Some(401));
    });
    let mut all = players;
    all.push(watcher);
    assert_whole(&all);
}

#[test]
fn without_a_referee_two_clients_send_in_the_snapshot_for_who_comes() {
    let place = Place::new(2, false);
    let players = place.playing(2, 100);
    wait_for_tick(&players, 20);
    // Whoever needs the log from the disk makes the server ask for a snapshot; memory is enough for two minutes. So this one
    // comes from the beginning, and the server asks nobody.
    let watcher = place.player(place.guest("Wes", true), 0);
    until("the watcher is in step", || tick(&watcher) + 20 > tick(&players[0]));
    watcher.look(|seen| assert_eq!(seen.restored, [None]));
}

#[test]
fn a_spectator_sees_a_match_between_strangers_only_after_a_while() {
    let mut wish = wish(2);
    (wish.rated, wish.spectator_delay) = (true, 3000);
    let place = Place::with(wish, true, super::place::roomy());
    let players = place.playing(2, 100);
    let watcher = place.player(place.guest("Wes", true), 0);
    wait_for_tick(&players, 100);
    let (watched, played) = (tick(&watcher), tick(&players[0]));
    assert!(watched + 50 <= played, "{watched} of {played}");
    wait_for_tick(&players, 420);
    let api = place.guest("Wanda", true);
    let refused = api.snapshot(&place.id(), 400).expect_err("it is too early");
    assert_eq!(refused.to_string(), "spectators see this only later");
    assert_eq!(
        api.log(&place.id()).expect_err("it is too early").to_string(),
        "spectators see the log when the match is over"
    );
    until("it is late enough", || api.snapshot(&place.id(), 400).is_ok());
}

#[test]
fn a_match_goes_on_when_its_server_is_started_again() {
    let mut place = Place::new(2, true);
    let players = place.playing(2, 100);
    wait_for_tick(&players, 60);
    let port = place.port();
    place.host.take().expect("it is open").stop();
    until("all hear that it starts again", || {
        players.iter().all(|it| it.look(|seen| seen.frames.iter().any(|frame| frame == "Bye(Restarting)")))
    });
    place.open(port);
    assert_eq!(place.host().found().phase(), Phase::Running);
    let at = tick(&players[0]);
    wait_for_tick(&players, at + 40);
    assert_whole(&players);
    assert_counted(&players);
}

#[test]
fn speed_and_pauses_left_outlast_the_server() {
    let mut place = Place::new(2, true);
    let players = place.playing(2, 0);
    wait_for_tick(&players, 20);
    let vote = |at: usize, motion| players[at].say(ToServer::Vote { motion, yes: true });
    let frame = |at: usize, begin: &str| {
        players[at].look(|seen| seen.frames.iter().filter(|frame| frame.starts_with(begin)).count())
    };
    vote(0, Motion::Pause);
    until("time stands", || frame(1, "Paused") == 1);
    vote(1, Motion::Resume);
    until("time goes on", || frame(0, "Resumed") == 1);
    let paused = tick(&players[0]);
    wait_for_tick(&players, paused + 10);
    (0..2).for_each(|at| vote(at, Motion::Speed(400)));
    let is_fast = |frame: &String| frame.starts_with("Speed") && frame.contains("percent: 400");
    until("it is fast", || players[0].look(|seen| seen.frames.iter().any(is_fast)));
    let record = place.log().with_file_name("match.json");
    let standing = || {
        let record: serde_json::Value = serde_json::from_slice(&super::place::read(&record)).expect("a record");
        (record["standing"]["speed"].clone(), record["standing"]["seats"][0]["pauses"].clone())
    };
    assert_eq!(standing(), (400.into(), 2.into()));
    let port = place.port();
    place.host.take().expect("it is open").stop();
    place.open(port);
    let (at, begun) = (tick(&players[0]), Instant::now());
    wait_for_tick(&players, at + 400);
    assert!(begun.elapsed() < Duration::from_secs(18), "it is as fast as before: {:?}", begun.elapsed());
    assert_eq!(standing(), (400.into(), 2.into()));
    assert_whole(&players);
}

#[test]
fn the_log_of_a_killed_server_is_taken_up_where_it_ends_and_clients_give_back_the_rest() {
    let mut place = Place::new(2, true);
    let players = place.playing(2, 100);
    wait_for_tick(&players, 60);
    let (port, log) = (place.port(), place.log());
    place.host.take().expect("it is open").stop();
    // As after the loss of power: the end of the file never came to the disk, and the last record is half there.
    let bytes = super::place::read(&log);
    std::fs::write(&log, &bytes[..bytes.len() - 150]).expect("the file is ours");
    place.open(port);
    let at = tick(&players[0]);
    wait_for_tick(&players, at + 40);
    assert_whole(&players);
    assert_counted(&players);
    let whole = super::place::read(&log);
    assert!(whole.len() > bytes.len() && whole[..bytes.len()] == bytes, "what was lost was given back");
}

#[test]
fn a_match_that_is_over_says_who_has_won_and_gives_its_log_to_everybody() {
    let place = Place::new(2, true);
    let players = place.playing(2, 0);
    let watcher = place.guest("Wes", true);
    wait_for_tick(&players, 10);
    players[1].give(gridmarch::cli::bench::net::marks::Order::Yield);
    until("it is over", || players.iter().all(|it| it.look(|seen| seen.over)));
    until("the log can be had", || watcher.log(&place.id()).is_ok());
    let state = watcher.state(&place.id(), None).expect("they were there");
    assert_eq!(state.ending.as_deref(), Some("Ada has won"));
}

#[test]
fn chat_goes_to_everybody_in_the_match() {
    let place = Place::new(2, false);
    let players = place.playing(2, 0);
    wait_for_tick(&players, 10);
    players[0].say(ToServer::Chat { to: Circle::All, text: "good luck".into() });
    until("it is heard", || players[1].look(|seen| seen.frames.iter().any(|frame| frame.contains("good luck"))));
}
