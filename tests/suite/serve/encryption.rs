//! The way to Postgres, encrypted.

use super::cluster::{Cluster, cluster};
use super::desk::sentence;
use gridmarch::serve::store::{Place, Store, StoreError};
use std::sync::Arc;

/// A Postgres that speaks TLS, with a schema of this name; none if one of its programs is not installed.
fn encrypted(schema: &str) -> Option<&'static Cluster> {
    let cluster = cluster()?;
    cluster.schema(schema);
    if !cluster.is_encrypted {
        eprintln!("skipped: openssl is not installed, so the Postgres of the tests has no certificate");
    }
    cluster.is_encrypted.then_some(cluster)
}

fn open(address: &str) -> Result<Store, StoreError> {
    Store::open(Place::parse(address)?, Arc::new(|| 1_772_366_400_000))
}

/// Why it cannot be opened, as the log of the server has it.
fn detail(address: &str) -> String {
    match open(address) {
        Err(StoreError::Unavailable { detail }) => detail,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_way_to_postgres_is_encrypted_if_that_is_wanted() {
    let Some(cluster) = encrypted("encrypted") else { return };
    let authority = cluster.authority().to_string_lossy().replace('/', "%2F");
    let plain = cluster.address_at("localhost", "encrypted");
    // Connections of the store: all, and those that are encrypted.
    let count = || -> (i64, i64) {
        let sql =
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE s.ssl) FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid)
                   WHERE a.application_name = 'encrypted'";
        let row = cluster.client("public").query_one(sql, &[]).expect("an answer");
        (row.get(0), row.get(1))
    };
    for mode in ["require", "verify-full"] {
        let store = open(&format!("{plain}&sslmode={mode}&sslrootcert={authority}")).expect("it is opened");
        let (all, encrypted) = count();
        assert!(all == encrypted && all > 1, "{mode}: {all} connections, {encrypted} of them encrypted");
        drop(store);
        while count().0 > 0 {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
    let _store = open(&plain).expect("it is opened without, too");
    assert_eq!(count().1, 0);
}

#[test]
fn a_database_that_cannot_be_trusted_is_refused_in_a_sentence() {
    let Some(cluster) = encrypted("untrusted") else { return };
    let address = |host: &str, rest: &str| format!("{}&sslmode=require{rest}", cluster.address_at(host, "untrusted"));
    let authority = format!("&sslrootcert={}", cluster.authority().display());
    let unknown = detail(&address("localhost", ""));
    assert!(unknown.contains("certificate") && unknown.contains("UnknownIssuer"), "{unknown}");
    let other = detail(&address("127.0.0.1", &authority));
    assert!(other.contains("certificate") && other.contains("not valid for name"), "{other}");
    // By its file nobody else can read the way, and nothing is encrypted there.
    let folder = cluster.authority().parent().expect("a folder").to_string_lossy().replace('/', "%2F");
    let local = detail(&address(&folder, &authority));
    assert!(local.contains("TLS"), "{local}");
    let nowhere = sentence(open(&address("localhost", "&sslrootcert=/nowhere.pem")));
    assert!(nowhere.starts_with("sslrootcert: /nowhere.pem: "), "{nowhere}");
    let empty = sentence(open(&address("localhost", "&sslrootcert=/dev/null")));
    assert!(empty.starts_with("sslrootcert: /dev/null: "), "{empty}");
    let plain = cluster.address_at("localhost", "untrusted");
    let without = sentence(open(&format!("{plain}{authority}")));
    assert_eq!(without, "--database: sslrootcert goes with sslmode=require");
}
