//! Databases of older and newer programs.

use super::cluster::cluster;
use super::desk::{Desk, sentence};
use gridmarch::serve::accounts::{Accounts, SignIn};
use gridmarch::serve::records::{Pool, Speed};
use gridmarch::serve::store::{Place, Store, VERSION};
use std::net::IpAddr;
use std::sync::Arc;

/// The tables and some rows as version 1 had them, in the words of each engine. Never changed: such databases exist.
const SQLITE_1: &str = include_str!("version-1-sqlite.sql");
const POSTGRES_1: &str = include_str!("version-1-postgres.sql");
const ROWS_1: &str = include_str!("version-1-rows.sql");
const RATED_1: &str = include_str!("version-1-rated.sql");

fn open(place: Place) -> Store {
    Store::open(place, Arc::new(|| 1_772_366_400_000)).expect("an old database is opened")
}

async fn is_whole(store: Store) {
    let anna = store.account_by_name("anna").await.unwrap();
    assert_eq!((anna.name.as_str(), anna.muted), ("Anna", None));
    let game = store.game(1).await.unwrap();
    assert_eq!((game.title.as_str(), game.plies), ("Links, 24 × 24", 1));
    assert_eq!(store.acts(1, 0).await.unwrap()[0].record, "f6");
    // Which rating a game was about is known now.
    for (pool, games) in [(Pool::Persons, 2), (Pool::Programs, 3)] {
        let points = store.rating_history(anna.id, "links", Speed::Blitz, pool).await.unwrap();
        assert_eq!(points.iter().map(|point| point.game).collect::<Vec<_>>(), [games], "{pool:?}");
    }
    // What is new can be used.
    store.put_level(anna.id, "The isle", "text").await.unwrap();
    store.mute(None, anna.id, Some(5)).await.unwrap();
    assert_eq!(store.account(anna.id).await.unwrap().muted, Some(5));
    store.mute(None, anna.id, None).await.unwrap();
    let asked = SignIn { name: "Anna".into(), password: "quarry lantern seventeen".into() };
    let accounts = Accounts::new(store.clone()).unwrap();
    accounts.sign_in(asked, IpAddr::from([10, 0, 0, 1]), "test").await.unwrap();
}

#[tokio::test]
async fn a_database_of_version_1_is_brought_up_to_date_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(&format!("{SQLITE_1}{ROWS_1}{RATED_1}")).unwrap();
    let kept = |old: &rusqlite::Connection| -> String {
        old.query_row("SELECT password FROM account WHERE id = 1", [], |row| row.get(0)).unwrap()
    };
    // Made with less work than is usual today.
    assert!(kept(&old).contains("m=8192,"));
    is_whole(open(Place::File(path.clone()))).await;
    assert!(kept(&old).contains("m=19456,"), "the hash was renewed at sign-in");
    is_whole(open(Place::File(path))).await;
}

#[tokio::test]
async fn a_database_of_version_1_is_brought_up_to_date_in_postgres() {
    let made = std::thread::spawn(|| {
        let cluster = cluster()?;
        let address = cluster.schema("version_1");
        cluster.client("version_1").batch_execute(&format!("{POSTGRES_1}{ROWS_1}{RATED_1}")).unwrap();
        Some(address)
    });
    let Some(address) = made.join().unwrap() else { return };
    let place = Place::parse(&address).unwrap();
    is_whole(open(place.clone())).await;
    is_whole(open(place)).await;
}

#[tokio::test]
async fn a_newer_database_is_refused_in_one_sentence() {
    let desk = Desk::sqlite();
    let Place::File(path) = &desk.place else { unreachable!("the desk is on a file") };
    rusqlite::Connection::open(path).unwrap().execute("UPDATE version SET number = 77", []).unwrap();
    let refused = sentence(Store::open(desk.place.clone(), Arc::new(|| 0)));
    let knows = format!("this program knows versions up to {VERSION}");
    assert_eq!(refused, format!("the database has version 77 and {knows}: use a newer program"));
}

#[tokio::test]
async fn what_is_no_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear server, this is no database. ".repeat(100)).unwrap();
    assert!(Store::open(Place::File(path), Arc::new(|| 0)).is_err());
    let nobody = Place::parse("postgres://anna:quarry@127.0.0.1:1/games").unwrap();
    let refused = Store::open(nobody, Arc::new(|| 0)).unwrap_err();
    assert!(!format!("{refused} {refused:?}").contains("quarry"));
}
