//! From orders that wait to the batch of a tick, and back from the batches that clients return.

use super::seat::MAX_A_TICK;
use super::{Conn, Kept, Out, Room};
use crate::net::coding::MAX_ORDERS;
use crate::net::frame::{Bye, Refusal, ToClient};
use crate::net::log::{Batch, Entry, MAX_BATCH, Mac, record};
use crate::net::room::pace::Phase;
use crate::net::{Hand, RoomOrder, Tick};

/// Milliseconds for which batches stay in memory.
pub(super) const MEMORY_MS: u64 = 120_000;

/// Bytes of a batch besides its orders: the tick and the number of orders.
const BATCH_HEAD: usize = 10;

impl<O: RoomOrder> Room<O> {
    pub(super) fn on_orders(&mut self, now: u64, seat: usize, who: Conn, (cseq, skip): (u32, bool), orders: Vec<O>) {
        let running = matches!(self.time.phase, Phase::Running | Phase::Paused { .. }) || self.time.is_healing();
        if skip {
            self.seats[seat].skip_to(cseq);
        }
        let mut refused = Vec::new();
        let taken = self.seats[seat].take(now, (seat as u8, cseq), orders, running, &mut refused);
        refused.into_iter().for_each(|(cseq, why)| self.refuse(who, cseq, why));
        if taken.is_err() {
            self.dismiss(now, who, Bye::Protocol);
        }
    }

    /// The batch of the tick to come: what the server orders, then one order of each seat in turn as long as there is room.
    /// The seat that begins is another one every tick.
    pub(super) fn make_batch(&mut self, now: u64) {
        let mut entries = std::mem::take(&mut self.server_orders);
        let seats = self.seats.len();
        let mut left = MAX_BATCH - BATCH_HEAD - entries.len() * 16;
        for _ in 0..MAX_A_TICK {
            for turn in 0..seats {
                let seat = &mut self.seats[(self.next as usize + turn) % seats];
                let fits = seat.waiting.front().is_some_and(|waiting| waiting.bytes <= left);
                if fits
                    && entries.len() < MAX_ORDERS
                    && let Some(waiting) = seat.waiting.pop_front()
                {
                    left -= waiting.bytes;
                    entries.push(waiting.entry);
                }
            }
        }
        let batch = self.seal.batch(self.next, entries);
        self.publish(now, batch);
    }

    /// Writes a batch to the log, remembers it and sends it to everybody.
    fn publish(&mut self, now: u64, batch: Batch<O>) {
        self.party.out.push(Out::Append(record(&batch)));
        self.keep(now, batch.clone());
        let frame = ToClient::Batch(batch);
        self.party.send(self.party.all_lanes(), frame);
    }

    /// Remembers the next batch, and what it says about seats.
    pub(super) fn keep(&mut self, now: u64, batch: Batch<O>) {
        for Entry { seat, cseq, order } in &batch.entries {
            let Some(seat) = self.seats.get_mut(usize::from(*seat)) else { continue };
            seat.seen = seat.seen.max(*cseq);
            // A batch that has come back may hold what its client has sent again.
            seat.waiting.retain(|waiting| waiting.entry.cseq > *cseq);
            // Only the server's own orders have no number.
            for hand in [Hand::Program, Hand::Human] {
                if *cseq == 0 && *order == O::hand(hand) {
                    seat.hand = hand;
                }
            }
        }
        self.next = batch.tick + 1;
        self.memory.push_back(Kept { made: now, batch });
        while self.memory.front().is_some_and(|kept| kept.made + MEMORY_MS < now) {
            self.memory.pop_front();
        }
    }

    /// The seal of the batch before a tick, as far as it is remembered.
    pub(super) fn seal_before(&self, tick: Tick) -> Option<Mac> {
        let Some(before) = tick.checked_sub(1) else { return Some(self.first_seal) };
        let first = self.memory.front()?.batch.tick;
        Some(self.memory.get(before.checked_sub(first)? as usize)?.batch.mac)
    }

    /// A seat passes to other hands with the next batch.
    pub(super) fn hand_over(&mut self, now: u64, seat: usize, to: Hand) {
        if self.seats[seat].hand == to {
            return;
        }
        (self.seats[seat].hand, self.seats[seat].handed) = (to, now);
        // What the person ordered last must not come after the program has begun.
        let dropped: Vec<u32> = self.seats[seat].waiting.drain(..).map(|waiting| waiting.entry.cseq).collect();
        if let [conn, ..] = self.party.voices(seat)[..] {
            dropped.into_iter().for_each(|cseq| self.refuse(conn, cseq, Refusal::Away));
        }
        self.server_orders.push(Entry { seat: seat as u8, cseq: 0, order: O::hand(to) });
    }

    /// A client returns batches that the log has lost. The seal tells whether they are the server's own.
    pub(super) fn take_back(&mut self, now: u64, seat: usize, batches: Vec<Batch<O>>) {
        if !self.time.is_healing() {
            return;
        }
        for batch in batches {
            if batch.tick == self.next && self.seal.accept(&batch) {
                self.publish(now, batch);
            }
        }
        let seat = &mut self.seats[seat];
        if seat.claims.is_some_and(|tick| tick <= self.next) {
            seat.claims = None;
        }
    }
}
