//! `kill -9` of a process that writes under load: nothing acknowledged is lost, and the database opens.

use super::desk::act;
use gridmarch::serve::records::{Door, NewGame, Seat, Speed};
use gridmarch::serve::store::{Place, Store};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// How often the process is killed; `GRIDMARCH_KILLS` says otherwise.
const KILLS: usize = 20;

/// Games that are played at once.
const GAMES: usize = 16;

/// Where the process that is to be killed finds its database.
const DATABASE: &str = "GRIDMARCH_KILLED_DATABASE";

fn open(path: &std::path::Path) -> Store {
    Store::open(Place::File(path.into()), Arc::new(|| 0)).expect("the database opens")
}

/// Plays on in all games until it is killed, and says on its standard output what was acknowledged.
#[tokio::test]
#[ignore = "started and killed by the test below"]
async fn the_process_that_is_killed() {
    let Some(path) = std::env::var_os(DATABASE) else { panic!("started by hand") };
    let store = open(path.as_ref());
    let mut games = store.claimable_games("main").await.unwrap();
    while games.len() < GAMES {
        let seats = vec![Seat::Program("one".into()), Seat::Program("two".into())];
        let new = NewGame {
            kind: "links".into(),
            title: String::new(),
            setup: String::new(),
            clock: String::new(),
            speed: Speed::Blitz,
            is_rated: false,
            door: Door::Lobby,
            seats,
            is_shuffled: false,
            delay: 0,
            open_for: 0,
        };
        games.push(store.open_game(None, new).await.unwrap().id);
    }
    let players: Vec<_> = games
        .into_iter()
        .map(|game| {
            let store = store.clone();
            tokio::spawn(async move {
                let lease = store.claim_game(game, "main").await.unwrap();
                let plies = store.game(game).await.unwrap().plies;
                for ply in plies.. {
                    store.append_act(lease, act(ply, &format!("act {ply} of {game}"))).await.unwrap();
                    let mut out = std::io::stdout().lock();
                    writeln!(out, "kept {game} {ply}").and_then(|()| out.flush()).expect("somebody reads");
                }
            })
        })
        .collect();
    for player in players {
        player.await.unwrap();
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let kills = std::env::var("GRIDMARCH_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS);
    let mut kept = std::collections::BTreeMap::new();
    for kill in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["serve::kills::the_process_that_is_killed", "--exact", "--ignored", "--nocapture"])
            .env(DATABASE, &path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Each time at another moment, counted in acts.
        let mut left = 40 + kill * 37 % 300;
        let note = |line: String, kept: &mut std::collections::BTreeMap<i64, u32>| {
            let mut words = line.split(' ');
            // A line that was cut by the kill is no acknowledgement.
            if let (Some("kept"), Some(Ok(game)), Some(Ok(ply))) =
                (words.next(), words.next().map(str::parse), words.next().map(str::parse))
            {
                kept.insert(game, ply);
                return 1;
            }
            0
        };
        while left > 0 {
            let line = lines.next().expect("it writes until it is killed").expect("text");
            left -= note(line, &mut kept);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let mut rest: Vec<_> = lines.map_while(Result::ok).collect();
        // The last line may be half a line whose number is another.
        rest.pop();
        for line in rest {
            note(line, &mut kept);
        }
        let store = open(&path);
        for (game, last) in &kept {
            let acts = store.acts(*game, 0).await.unwrap();
            assert!(
                acts.len() as u64 > u64::from(*last),
                "kill {kill}: game {game} lost what came after {}",
                acts.len()
            );
            for (ply, act) in (0..).zip(&acts) {
                assert_eq!((act.ply, &act.record), (ply, &format!("act {ply} of {game}")));
            }
            assert_eq!(store.game(*game).await.unwrap().plies as usize, acts.len());
        }
    }
    assert_eq!(kept.len(), GAMES, "all games were played on");
}

/// What `gridmarch bench net` prints with these options.
fn figures(options: &[&str]) -> serde_json::Value {
    let ran = Command::new(env!("CARGO_BIN_EXE_gridmarch")).args(["bench", "net", "--json"]).args(options).output();
    let ran = ran.expect("it runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).expect("an object")
}

#[test]
fn everybody_plays_on_after_a_whole_server_was_killed() {
    let figures = figures(&["--kill", "3"]);
    assert_eq!((&figures["players"], &figures["lost_orders"], &figures["desyncs"]), (&6.into(), &0.into(), &0.into()));
}

#[test]
fn planted_differences_are_named() {
    assert_eq!(figures(&["--planted", "3"])["named"], 3);
}
