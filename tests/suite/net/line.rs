//! A connection in virtual time: a stream in order, with a delay, jitter, and holds where a packet was lost.
//!
//! A stream over TCP stands still for a round trip and a little more when a packet is lost (network.md, §2: at 150 ms and
//! 2 % the median is 77 ms and the 99th percentile 280); packets behind it wait.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::collections::VecDeque;

/// How bad the lines of a client are. Times are in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Weather {
    pub rtt: u64,
    pub jitter: u64,
    /// Packets in a thousand that are lost on each way.
    pub loss: u32,
}

/// One way of a connection.
#[derive(Debug, Clone)]
pub struct Line {
    weather: Weather,
    rng: Xoshiro256PlusPlus,
    packets: VecDeque<(u64, Vec<u8>)>,
}

impl Line {
    pub fn new(weather: Weather, seed: u64) -> Self {
        Self { weather, rng: Xoshiro256PlusPlus::seed_from_u64(seed), packets: VecDeque::new() }
    }

    pub fn send(&mut self, now: u64, bytes: Vec<u8>) {
        let Weather { rtt, jitter, loss } = self.weather;
        let mut arrives = now + rtt / 2 + self.rng.random_range(0..=jitter);
        // Found missing by the acknowledgements of what came after; once more if that was lost too, after a time-out.
        let mut hold = rtt + rtt / 4 + 20;
        while self.rng.random_range(0..1000) < loss {
            arrives += hold;
            hold = hold * 2 + 200;
        }
        let last = self.packets.back().map_or(0, |(last, _)| *last);
        self.packets.push_back((arrives.max(last), bytes));
    }

    pub fn arrived(&mut self, now: u64) -> Option<Vec<u8>> {
        self.packets
            .front()
            .is_some_and(|(arrives, _)| *arrives <= now)
            .then(|| self.packets.pop_front())?
            .map(|it| it.1)
    }
}
