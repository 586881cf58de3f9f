//! How much one address may ask for. An address is often a house full of players: the limits are generous, and what is over them
//! is answered with a sentence.

use super::{Refusal, Site};
use crate::serve::hall::shelf::MAX_SNAPSHOT;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZero;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time for a whole request, the longest of which carry a snapshot or wait for something new.
const REQUEST_TIME: Duration = Duration::from_secs(60);

/// The limits of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Sockets of one address.
    pub sockets: usize,
    /// Handshakes of one address in thirty seconds; joining counts as one, too.
    pub handshakes: NonZero<u32>,
    /// Requests of one address at once; a tenth of them more each second.
    pub requests: NonZero<u32>,
    /// Connections of one address, whatever they are for.
    pub connections: usize,
    /// Origins besides the server's own address from which a browser may open a socket: `https://example.org`.
    pub origins: Vec<String>,
    /// Proxies whose word on the address of a client counts.
    pub proxies: Vec<IpAddr>,
}

impl Default for Limits {
    fn default() -> Self {
        let some = |number| NonZero::new(number).unwrap_or(NonZero::<u32>::MIN);
        Self {
            sockets: 20,
            handshakes: some(64),
            requests: some(200),
            connections: 128,
            origins: Vec::new(),
            proxies: Vec::new(),
        }
    }
}

/// The address by which a client is counted: of IPv6, what a provider gives to one house.
pub(crate) fn house(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

/// Counts things by address; a thing is counted until it is dropped.
#[derive(Debug, Clone, Default)]
pub(crate) struct Count(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// Something that is counted.
#[derive(Debug)]
pub(crate) struct Counted {
    count: Count,
    house: IpAddr,
}

impl Count {
    /// Counts one more, if there are not too many.
    pub(crate) fn add(&self, address: IpAddr, most: usize) -> Option<Counted> {
        let house = house(address);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(house).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted { count: self.clone(), house })
    }

    fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.count.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.house) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.house);
            }
        }
    }
}

/// Keeps the limits.
pub(crate) struct Gate {
    limits: Limits,
    handshakes: DefaultKeyedRateLimiter<IpAddr>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
    sockets: Count,
}

/// The address of a client, as it is counted.
#[derive(Debug, Clone, Copy)]
pub struct Remote(pub IpAddr);

impl Gate {
    pub(super) fn new(limits: Limits) -> Self {
        // A period of zero would be no quota, and these are not zero.
        let quota = |period: Duration, burst: NonZero<u32>| {
            Quota::with_period(period / burst.get()).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
        };
        Self {
            handshakes: RateLimiter::hashmap(quota(Duration::from_secs(30), limits.handshakes)),
            requests: RateLimiter::hashmap(quota(Duration::from_secs(10), limits.requests)),
            sockets: Count::default(),
            limits,
        }
    }

    /// Whether an address may try another handshake.
    pub(crate) fn may_try(&self, remote: Remote) -> bool {
        if self.handshakes.len() > 10_000 {
            self.handshakes.retain_recent();
        }
        self.handshakes.check_key(&house(remote.0)).is_ok()
    }

    fn may_ask(&self, remote: Remote) -> bool {
        if self.requests.len() > 10_000 {
            self.requests.retain_recent();
        }
        self.requests.check_key(&house(remote.0)).is_ok()
    }

    pub(super) fn socket(&self, remote: Remote) -> Option<Counted> {
        self.sockets.add(remote.0, self.limits.sockets)
    }

    /// Waits until no socket is open any more.
    pub(crate) async fn emptied(&self) {
        while !self.sockets.is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Whether a browser on the page of some origin may open a socket. Programs that are no browsers name none.
    pub(super) fn knows_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        let own = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let is_own = own.is_some_and(|own| origin.split_once("://").is_some_and(|(_, host)| host == own));
        is_own || self.limits.origins.iter().any(|known| known == origin)
    }

    /// Whose request it is: the last address that a trusted proxy has added, because the sender can forge the ones before it.
    fn remote(&self, peer: IpAddr, headers: &HeaderMap) -> Remote {
        let peer = peer.to_canonical();
        if !self.limits.proxies.contains(&peer) {
            return Remote(peer);
        }
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let last = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
        Remote(last.unwrap_or(peer))
    }
}

/// Counts requests, and says to the routes whose they are.
pub(super) async fn check(State(site): State<Site>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    // Without a connection there is no request.
    let peer = peer.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED));
    let remote = site.gate.remote(peer, request.headers());
    if !site.gate.may_ask(remote) {
        return Refusal::too_many().into_response();
    }
    // A page of another origin must not change anything either.
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    if changes && !site.gate.knows_origin(request.headers()) {
        return foreign().into_response();
    }
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: usize| length > MAX_SNAPSHOT) {
        return Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "nothing that is sent here is so long").into_response();
    }
    request.extensions_mut().insert(remote);
    // Who sends the body byte by byte is not waited for.
    let answer = tokio::time::timeout(REQUEST_TIME, next.run(request)).await;
    answer
        .unwrap_or_else(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request has taken too long").into_response())
}

pub(super) fn foreign() -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, "the page that asks belongs to another server")
}
