//! How often somebody may try to sign in or to register, by account and by address.
//!
//! Tables are bounded: names and addresses fall into 65,536 cells by a secret hash, and who shares a cell shares its limit.

use crate::serve::http::limits::house;
use crate::serve::store::{Clock, StoreError};
use governor::clock::Clock as Watch;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{Quota, RateLimiter};
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

/// So many at once, and then one in so many seconds.
const SIGN_IN_ACCOUNT: (u32, u64) = (10, 60);
const SIGN_IN_ADDRESS: (u32, u64) = (30, 10);
const REGISTER_ADDRESS: (u32, u64) = (10, 600);
const GUEST_ADDRESS: (u32, u64) = (20, 60);
const GAME_ACCOUNT: (u32, u64) = (30, 30);

/// The clock of the store, as the limiter reads it.
#[derive(Clone)]
struct StoreWatch(Clock);

impl Watch for StoreWatch {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis((self.0)().try_into().unwrap_or(0))
    }
}

struct Limit {
    limiter: RateLimiter<u16, HashMapStateStore<u16>, StoreWatch, NoOpMiddleware<Duration>>,
    hasher: RandomState,
    watch: StoreWatch,
}

impl Limit {
    fn new((burst, seconds): (u32, u64), clock: &Clock) -> Self {
        let watch = StoreWatch(clock.clone());
        let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
        let quota =
            Quota::with_period(Duration::from_secs(seconds)).expect("all periods above are longer than nothing");
        let limiter = RateLimiter::new(quota.allow_burst(burst), HashMapStateStore::default(), watch.clone());
        Self { limiter, hasher: RandomState::new(), watch }
    }

    fn check(&self, key: impl Hash) -> Result<(), StoreError> {
        // The low bits of a good hash are as good as any.
        #[allow(clippy::cast_possible_truncation)]
        let cell = self.hasher.hash_one(key) as u16;
        self.limiter.check_key(&cell).map_err(|refused| {
            let wait = refused.wait_time_from(self.watch.now()).as_millis();
            StoreError::Limited { wait_ms: wait.try_into().unwrap_or(u64::MAX) }
        })
    }
}

/// The limits of one process.
pub(super) struct Limits {
    accounts: Limit,
    addresses: Limit,
    registrations: Limit,
    guests: Limit,
    games: Limit,
}

impl Limits {
    pub(super) fn new(clock: &Clock) -> Self {
        let limit = |rate| Limit::new(rate, clock);
        Self {
            accounts: limit(SIGN_IN_ACCOUNT),
            addresses: limit(SIGN_IN_ADDRESS),
            registrations: limit(REGISTER_ADDRESS),
            guests: limit(GUEST_ADDRESS),
            games: limit(GAME_ACCOUNT),
        }
    }

    /// Before a password of the account with this folded name is tried.
    pub(super) fn sign_in(&self, folded: &str, address: IpAddr) -> Result<(), StoreError> {
        self.addresses.check(house(address))?;
        self.password(folded)
    }

    /// Before a password of the account with this folded name is tried by who is signed in.
    pub(super) fn password(&self, folded: &str) -> Result<(), StoreError> {
        self.accounts.check(folded)
    }

    pub(super) fn register(&self, address: IpAddr) -> Result<(), StoreError> {
        self.registrations.check(house(address))
    }

    /// Before an account opens a game.
    pub(super) fn game(&self, account: i64) -> Result<(), StoreError> {
        self.games.check(account)
    }

    pub(super) fn guest(&self, address: IpAddr) -> Result<(), StoreError> {
        self.guests.check(house(address))
    }
}
