//! The bytes of a log, whole, cut off and changed.

use super::net::log::{Batch, Entry, Key, LogError, Seal, head, parse, record};
use super::toy::Order;
use super::world::KEY;
use proptest::prelude::*;

const DESCRIPTION: &[u8] = b"a level";

fn batches(count: u32, seal: &mut Seal) -> Vec<Batch<Order>> {
    let entry =
        |tick: u32| Entry { seat: (tick % 4) as u8, cseq: tick, order: Order::Move { units: vec![1, 2], to: (3, 4) } };
    (0..count).map(|tick| seal.batch(tick, (0..tick % 3).map(|_| entry(tick)).collect())).collect()
}

fn bytes(batches: &[Batch<Order>]) -> Vec<u8> {
    batches.iter().fold(head(DESCRIPTION), |log, batch| [log, record(batch)].concat())
}

/// A log of twelve batches.
fn log() -> (Vec<Batch<Order>>, Vec<u8>) {
    let made = batches(12, &mut Seal::new(KEY, DESCRIPTION));
    let bytes = bytes(&made);
    (made, bytes)
}

#[test]
fn what_was_written_is_read() {
    let (made, bytes) = log();
    let read = parse::<Order>(&bytes, KEY).expect("a log");
    assert_eq!((read.description.as_slice(), read.used), (DESCRIPTION, bytes.len()));
    assert_eq!(read.batches, made);
    assert_eq!(read.seal.last(), made[11].mac);
}

#[test]
fn a_log_that_was_cut_off_at_any_byte_is_read_up_to_the_last_whole_batch() {
    let (made, bytes) = log();
    let ends: Vec<usize> = (0..=made.len()).map(|count| self::bytes(&made[..count]).len()).collect();
    for cut in 0..bytes.len() {
        match parse::<Order>(&bytes[..cut], KEY) {
            Err(error) => assert!(error == LogError::Head && cut < ends[0], "{cut}"),
            Ok(read) => {
                let whole = ends.iter().filter(|end| **end <= cut).count() - 1;
                assert_eq!(read.batches, made[..whole], "{cut}");
                assert_eq!(read.used, ends[whole], "{cut}");
            }
        }
    }
}

#[test]
fn a_log_goes_on_where_it_was_cut_off() {
    let (made, bytes) = log();
    let mut read = parse::<Order>(&bytes[..bytes.len() - 3], KEY).expect("a log");
    assert_eq!(read.batches.len(), 11);
    let mut bytes = bytes[..read.used].to_vec();
    bytes.extend(record(&read.seal.batch(11, made[11].entries.clone())));
    assert_eq!(parse::<Order>(&bytes, KEY).expect("a log").batches, made);
}

#[test]
fn a_changed_bit_ends_the_log_before_its_batch() {
    let (made, bytes) = log();
    let ends: Vec<usize> = (0..=made.len()).map(|count| self::bytes(&made[..count]).len()).collect();
    for bit in 0..bytes.len() * 8 {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        if let Ok(read) = parse::<Order>(&changed, KEY) {
            let whole = ends.iter().filter(|end| **end <= bit / 8).count().saturating_sub(1);
            assert!(read.batches.len() <= whole && read.batches == made[..read.batches.len()], "bit {bit}");
        }
    }
}

#[test]
fn another_key_vouches_for_nothing() {
    let (_, bytes) = log();
    let other: Key = *b"another key of 1";
    assert_eq!(parse::<Order>(&bytes, other).expect("a log").batches, []);
}

#[test]
fn batches_that_are_left_out_or_exchanged_end_the_log() {
    let (made, _) = log();
    let mut without = made.clone();
    without.remove(5);
    assert_eq!(parse::<Order>(&bytes(&without), KEY).expect("a log").batches, made[..5]);
    let mut exchanged = made.clone();
    exchanged.swap(3, 4);
    assert_eq!(parse::<Order>(&bytes(&exchanged), KEY).expect("a log").batches, made[..3]);
}

#[test]
fn other_files_are_no_logs() {
    assert_eq!(parse::<Order>(b"{\"game\": 1}", KEY).expect_err("no log"), LogError::Magic);
    assert_eq!(parse::<Order>(b"", KEY).expect_err("no log"), LogError::Head);
    let long = [&head(b"")[..6], &[0xff; 4]].concat();
    assert_eq!(
        parse::<Order>(&long, KEY).expect_err("no log"),
        LogError::Head,
        "a description of 4 GiB is not awaited"
    );
}

proptest! {
    #[test]
    fn bytes_of_strangers_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), real in any::<bool>()) {
        let start = if real { head(DESCRIPTION) } else { Vec::new() };
        if let Ok(read) = parse::<Order>(&[start, bytes].concat(), KEY) {
            prop_assert_eq!(read.batches, []);
        }
    }
}
