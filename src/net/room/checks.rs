//! Comparison of what the machines come to: who differs, from which tick on and in which part, and what becomes of them.
//!
//! Every client sends the hash of its state and the chain of all hashes once a second. The referee's are right; without a
//! referee those of the most clients are (as in Recoil). Who differs and one who does not are asked for the hashes of the
//! parts since they last agreed, which tells the first tick and part. Then who differs goes on from a snapshot, and nobody
//! else stops.

use super::{Out, Room};
use crate::net::coding::MAX_PRINTS;
use crate::net::frame::{Bye, Check, Desync, ToClient};
use crate::net::{CHECK_EVERY, RoomOrder, Tick};
use std::collections::BTreeMap;

/// Comparisons that are open or remembered: those of a minute.
const MAX_ROUNDS: usize = 64;

/// Milliseconds after which a comparison is decided by those who have answered, if they are more than half.
const PATIENCE_MS: u64 = 1000;

/// Milliseconds in which the hashes of the parts must come.
const PRINTS_MS: u64 = 1500;

/// Times that a client may differ before it can only watch.
const MAX_DESYNCS: u8 = 3;

/// Hash and chain of a state.
type Hashes = (u64, u64);

/// A comparison that is not decided.
#[derive(Debug, Clone)]
struct Round {
    since: u64,
    /// By seat.
    told: Vec<(usize, Hashes)>,
}

/// Somebody differs, and two are asked from when on.
#[derive(Debug, Clone)]
struct Case {
    seat: usize,
    /// Who has the right state; `None`: the referee.
    witness: Option<usize>,
    from: Tick,
    until: Tick,
    ends: u64,
    /// The hashes of the parts, there and here.
    theirs: Option<Vec<Vec<u64>>>,
    right: Option<Vec<Vec<u64>>>,
}

/// All comparisons of a match.
#[derive(Debug, Clone, Default)]
pub(super) struct Checks {
    rounds: BTreeMap<Tick, Round>,
    /// What was found to be right.
    truth: BTreeMap<Tick, Hashes>,
    cases: Vec<Case>,
    /// Nobody can tell any more what is right.
    split: bool,
}

impl Checks {
    /// The chain up to a tick, if it is known what is right.
    pub(super) fn agreed(&self, tick: Tick) -> Option<u64> {
        self.truth.get(&tick).map(|(_, chain)| *chain)
    }

    fn forget(&mut self) {
        while self.rounds.len() > MAX_ROUNDS {
            self.rounds.pop_first();
        }
        while self.truth.len() > MAX_ROUNDS {
            self.truth.pop_first();
        }
    }
}

impl<O: RoomOrder> Room<O> {
    pub(super) fn on_check(&mut self, now: u64, seat: usize, check: Check) {
        let due =
            check.tick > self.seats[seat].void && check.tick <= self.next && check.tick.is_multiple_of(CHECK_EVERY);
        if due {
            self.vote_hash(now, Some(seat), check);
        }
    }

    /// A seat, or the referee, tells its hashes.
    pub(super) fn vote_hash(&mut self, now: u64, voter: Option<usize>, check: Check) {
        if self.checks.split {
            return;
        }
        let hashes = (check.whole, check.chain);
        match (voter, self.checks.truth.get(&check.tick).copied()) {
            (None, _) => self.settle(now, check.tick, hashes),
            (Some(seat), Some(truth)) => self.judge(now, seat, check.tick, hashes == truth),
            (Some(seat), None) => {
                let oldest = self.checks.truth.first_key_value().map_or(0, |(tick, _)| *tick);
                if check.tick < oldest {
                    return;
                }
                let round =
                    self.checks.rounds.entry(check.tick).or_insert_with(|| Round { since: now, told: Vec::new() });
                if round.told.iter().all(|(told, _)| *told != seat) {
                    round.told.push((seat, hashes));
                }
                self.checks.forget();
                self.count_hashes(now, check.tick);
            }
        }
    }

    /// Persons whose machines are compared.
    fn compared(&self) -> usize {
        (0..self.seats.len()).filter(|seat| !self.seats[*seat].out && self.party.is_here(*seat)).count()
    }

    /// Decides a comparison if that can be done.
    fn count_hashes(&mut self, now: u64, tick: Tick) {
        let all = self.compared();
        let Some(round) = self.checks.rounds.get(&tick) else { return };
        let told = round.told.len();
        let late = round.since + PATIENCE_MS <= now;
        if self.settings.referee || told < all && !(late && told * 2 > all) {
            return;
        }
        let mut groups: Vec<(usize, Hashes)> = Vec::new();
        for (_, hashes) in &round.told {
            match groups.iter_mut().find(|(_, group)| group == hashes) {
                Some((size, _)) => *size += 1,
                None => groups.push((1, *hashes)),
            }
        }
        groups.sort_unstable_by_key(|(size, hashes)| (std::cmp::Reverse(*size), *hashes));
        match groups[..] {
            [(first, _), (second, _), ..] if first == second => self.divide(tick),
            [(_, truth), ..] => self.settle(now, tick, truth),
            [] => {}
        }
    }

    /// As many say one thing as another: the match goes on and counts for nothing.
    fn divide(&mut self, tick: Tick) {
        self.checks.split = true;
        let Some(round) = self.checks.rounds.remove(&tick) else { return };
        let seats = round.told.iter().map(|(seat, _)| *seat as u8).collect();
        let tick_before = tick.saturating_sub(1);
        self.tell_desync(Desync { tick: tick_before, part: None, seats, witness: None, snapshot: tick });
        self.party.out.push(Out::Unrated);
    }

    /// It is known what is right.
    fn settle(&mut self, now: u64, tick: Tick, truth: Hashes) {
        self.checks.truth.insert(tick, truth);
        let told = self.checks.rounds.remove(&tick).map_or_else(Vec::new, |round| round.told);
        for (seat, hashes) in told.iter().filter(|(_, hashes)| *hashes == truth) {
            self.judge(now, *seat, tick, *hashes == truth);
        }
        for (seat, _) in told.iter().filter(|(_, hashes)| *hashes != truth) {
            self.judge(now, *seat, tick, false);
        }
        self.checks.forget();
    }

    fn judge(&mut self, now: u64, seat: usize, tick: Tick, right: bool) {
        if right {
            let seat = &mut self.seats[seat];
            seat.equal = seat.equal.max(tick);
        } else if self.checks.cases.iter().all(|case| case.seat != seat) {
            self.accuse(now, seat, tick);
        }
    }

    /// Asks who differs, and somebody who does not, for the parts since they last agreed.
    fn accuse(&mut self, now: u64, seat: usize, until: Tick) {
        let from = (self.seats[seat].equal + 1).max((until + 1).saturating_sub(MAX_PRINTS as Tick)).min(until);
        let mut seats = self.seats.iter().enumerate();
        let witness = seats
            .find(|(at, other)| *at != seat && other.equal >= until && self.party.is_here(*at) && !other.out)
            .map(|(at, _)| at);
        let ends = now + PRINTS_MS;
        self.checks.cases.push(Case { seat, witness, from, until, ends, theirs: None, right: None });
        let asked = [Some(seat), witness].into_iter().flatten();
        let to = asked.flat_map(|seat| self.party.voices(seat)).collect();
        self.party.send(to, ToClient::AskPrints { from, until });
        if witness.is_none() && self.settings.referee {
            self.party.out.push(Out::AskReferee { from, until });
        }
    }

    pub(super) fn on_prints(&mut self, now: u64, who: Option<u8>, from: Tick, parts: &[Vec<u64>]) {
        let who = who.map(usize::from);
        for case in self.checks.cases.iter_mut().filter(|case| case.from == from) {
            if who == Some(case.seat) {
                case.theirs = Some(parts.to_vec());
            } else if who == case.witness {
                case.right = Some(parts.to_vec());
            }
        }
        self.conclude_cases(now);
    }

    /// Ends the comparisons and cases whose time is over.
    pub(super) fn watch_checks(&mut self, now: u64) {
        let late = self.checks.rounds.iter().filter(|(_, round)| round.since + PATIENCE_MS <= now);
        let late: Vec<Tick> = late.map(|(tick, _)| *tick).collect();
        late.into_iter().for_each(|tick| self.count_hashes(now, tick));
        self.conclude_cases(now);
    }

    fn conclude_cases(&mut self, now: u64) {
        let cases = std::mem::take(&mut self.checks.cases);
        let (ready, open) =
            cases.into_iter().partition(|case| case.ends <= now || case.theirs.is_some() && case.right.is_some());
        self.checks.cases = open;
        let ready: Vec<Case> = ready;
        ready.into_iter().for_each(|case| self.conclude(now, case));
    }

    fn conclude(&mut self, now: u64, case: Case) {
        let theirs = case.theirs.unwrap_or_default();
        let right = case.right.unwrap_or_default();
        // The state before a tick is what the tick before has left.
        let found = (case.from..).zip(theirs.iter().zip(&right)).find_map(|(tick, (theirs, right))| {
            let part = theirs.iter().zip(right).position(|(theirs, right)| theirs != right)?;
            Some((tick.saturating_sub(1), Some(part as u8)))
        });
        let (tick, part) = found.unwrap_or((case.until.saturating_sub(1), None));
        let seats = vec![case.seat as u8];
        let witness = case.witness.map(|seat| seat as u8);
        self.tell_desync(Desync { tick, part, seats, witness, snapshot: case.until });
        let seat = &mut self.seats[case.seat];
        seat.desyncs += 1;
        if seat.desyncs == MAX_DESYNCS {
            self.expel(now, case.seat, Bye::Desyncs);
        } else {
            self.resync(case.seat);
        }
    }

    fn tell_desync(&mut self, desync: Desync) {
        self.party.send(self.party.all_voices(), ToClient::Desync(desync.clone()));
        self.party.out.push(Out::Desync(desync));
    }
}
