//! How many durable acts a second the store takes, how long one waits for its acknowledgement, and whether the time of a
//! refused sign-in tells that there is such a player.

use crate::serve::accounts::{Accounts, Registration, SignIn};
use crate::serve::records::{Act, Door, NewGame, Seat, Speed};
use crate::serve::store::{Place, Store, StoreError};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MoveFigures {
    pub moves: usize,
    pub moves_per_s: f64,
    /// Milliseconds from asking to the acknowledgement: the middle, and all but one in a hundred.
    pub ack_ms_p50: f64,
    pub ack_ms_p99: f64,
}

/// So many games at once make so many moves each, every move after the acknowledgement of the one before.
///
/// # Errors
/// A move was not kept.
pub async fn bench_moves(store: &Store, games: usize, moves: u32) -> Result<MoveFigures, StoreError> {
    let mut leases = Vec::new();
    for number in 0..games {
        let new = NewGame {
            kind: "bench".into(),
            title: format!("bench {number}"),
            setup: String::new(),
            clock: String::new(),
            speed: Speed::Blitz,
            is_rated: false,
            door: Door::Lobby,
            seats: vec![Seat::Program("bench".into()); 2],
            is_shuffled: false,
            delay: 0,
            open_for: 0,
        };
        let game = store.open_game(None, new).await?;
        leases.push(store.claim_game(game.id, "bench").await?);
    }
    let begun = Instant::now();
    let players: Vec<_> = leases
        .into_iter()
        .map(|lease| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut waits = Vec::new();
                for ply in 0..moves {
                    let record = format!("f{} 300000 {ply}", ply % 24);
                    let asked = Instant::now();
                    let act = Act { ply, record, to_act: vec![ply % 2], deadline: None };
                    store.append_act(lease, act).await?;
                    waits.push(asked.elapsed());
                }
                Ok::<_, StoreError>(waits)
            })
        })
        .collect();
    let mut waits = Vec::new();
    for player in players {
        waits.extend(player.await.map_err(|error| StoreError::unavailable(error.to_string()))??);
    }
    let taken = begun.elapsed();
    waits.sort_unstable();
    // Far below the 2^53 up to which this is exact.
    #[allow(clippy::cast_precision_loss)]
    let moves_per_s = waits.len() as f64 / taken.as_secs_f64().max(1e-9);
    Ok(MoveFigures { moves: waits.len(), moves_per_s, ack_ms_p50: millis(&waits, 50), ack_ms_p99: millis(&waits, 99) })
}

/// The time in milliseconds that so many of a hundred do not exceed; of sorted times.
fn millis(sorted: &[Duration], percent: usize) -> f64 {
    let place = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(place).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

/// Milliseconds to the refusal of a sign-in, in the middle: with a wrong password, and under a name that nobody has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignInFigures {
    pub known_ms_p50: f64,
    pub unknown_ms_p50: f64,
}

/// Tries to sign in so many times each, in turn.
///
/// # Errors
/// The database does not answer.
pub async fn bench_sign_in(place: Place, tries: usize) -> Result<SignInFigures, StoreError> {
    // An hour passes with every look at the clock, so that no limit is reached.
    let time = AtomicI64::new(0);
    let store = Store::open(place, Arc::new(move || time.fetch_add(3_600_000, Ordering::Relaxed)))?;
    let accounts = Accounts::new(store)?;
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let known = Registration { name: "Known".into(), password: "quarry lantern seventeen".into(), email: None };
    accounts.register(known, here, "bench").await?;
    let mut times = [Vec::new(), Vec::new()];
    for number in 0..tries {
        for (name, times) in ["Known", "Unknown"].into_iter().zip(&mut times) {
            let asked = SignIn { name: name.into(), password: format!("wrong {number}").into() };
            let begun = Instant::now();
            if !matches!(accounts.sign_in(asked, here, "bench").await, Err(StoreError::Unknown(_))) {
                return Err(StoreError::unavailable("a sign-in was not refused as it should"));
            }
            times.push(begun.elapsed());
        }
    }
    times.iter_mut().for_each(|times| times.sort_unstable());
    Ok(SignInFigures { known_ms_p50: millis(&times[0], 50), unknown_ms_p50: millis(&times[1], 50) })
}
