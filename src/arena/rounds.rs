//! One round between players and programs, of any game.

use super::contestant::{Contestant, whole_turn};
use super::{Clock, Forfeit, Leash, Side, Times, TurnGame};
use crate::base::{Budget, Fingerprint};
use std::time::Duration;

/// What a seat did when it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Turn<S> {
    pub seat: usize,
    /// None of a seat that lost by its answer.
    pub steps: Vec<S>,
    /// How long it thought; `None` of a turn that nobody was asked for.
    pub time: Option<Duration>,
    /// Positions visited and depth reached, if it says so.
    pub effort: Option<(u64, u32)>,
    /// What it holds the turn for, if it says so.
    pub worth: Option<i32>,
}

/// A round that was played.
pub(crate) struct Transcript<G: TurnGame> {
    pub first: G,
    /// The last position.
    pub position: G,
    pub turns: Vec<Turn<G::Step>>,
    /// Who lost by its answer, where that ends the round.
    pub forfeit: Option<(usize, Forfeit)>,
}

impl<G: TurnGame> Transcript<G> {
    pub(crate) fn of(&self, seat: usize) -> impl Iterator<Item = &Turn<G::Step>> {
        self.turns.iter().filter(move |turn| turn.seat == seat)
    }

    /// How long each turn of a seat took.
    pub(crate) fn times(&self, seat: usize) -> Times {
        let mut times = Times::default();
        self.of(seat).filter_map(|turn| turn.time).for_each(|time| times.add(time));
        times
    }

    /// Positions that a seat visited, and in how many turns it said so.
    pub(crate) fn nodes(&self, seat: usize) -> (u64, u64) {
        self.of(seat)
            .filter_map(|turn| turn.effort)
            .fold((0, 0), |(nodes, turns), effort| (nodes + effort.0, turns + 1))
    }
}

/// A round as it is to be played.
pub(crate) struct Pairing<'a, G: TurnGame> {
    /// Who sits on each seat, and the seed of its random choices.
    pub seats: Vec<(&'a Side<G::Kind>, u64)>,
    pub leash: Leash,
    /// Turns after which the round is broken off.
    pub most: u32,
    pub clock: &'a Clock,
}

impl<G: TurnGame> Pairing<'_, G> {
    /// Plays a round; `None` if `limit` is spent before the round is over. It is asked between the turns and counts
    /// no nodes. While `opening` gives a step, nobody is asked for that turn.
    pub(crate) fn play(
        &self,
        setup: &G::Setup,
        limit: &Budget,
        mut opening: impl FnMut(&G) -> Option<G::Step>,
    ) -> Result<Option<Transcript<G>>, String> {
        let first = G::start(setup).map_err(|problem| problem.to_string())?;
        let mut position = first.clone();
        let new = |(side, seed): &(&Side<G::Kind>, u64)| Contestant::<G>::new(&side.agent, self.leash, *seed);
        let mut contestants: Vec<Contestant<G>> = self.seats.iter().map(new).collect();
        let (mut turns, mut forfeit) = (Vec::new(), None);
        while forfeit.is_none() && position.outcome().is_none() && position.turns() < self.most {
            if limit.is_spent(0) {
                return Ok(None);
            }
            let seats = position.to_act();
            let made = match seats[..] {
                [seat] => whole_turn(&position, seat, &mut opening).ok().map(|steps| (seat, steps)),
                _ => None,
            };
            let together = match made {
                Some((seat, steps)) => vec![Turn { seat, steps, time: None, effort: None, worth: None }],
                None => {
                    let (together, lost) = ask(&mut contestants, &position, seats, self.clock);
                    forfeit = lost;
                    together
                }
            };
            if forfeit.is_none() {
                forfeit = make(&mut position, &together);
            }
            turns.extend(together);
        }
        Ok(Some(Transcript { first, position, turns, forfeit }))
    }
}

/// Asks the seats that are to act. Programs think meanwhile and their answers are stamped, so our players go first.
fn ask<G: TurnGame>(
    contestants: &mut [Contestant<G>],
    position: &G,
    seats: Vec<usize>,
    clock: &Clock,
) -> (Vec<Turn<G::Step>>, Option<(usize, Forfeit)>) {
    seats.iter().for_each(|seat| contestants[*seat].ask(position, *seat));
    let (programs, players): (Vec<_>, Vec<_>) = seats.into_iter().partition(|seat| contestants[*seat].is_program());
    let (mut together, mut lost) = (Vec::new(), None);
    for seat in players.into_iter().chain(programs) {
        let answer = contestants[seat].answer(position, seat, clock);
        let steps = answer.turn.unwrap_or_else(|reason| {
            let step = G::forfeited(reason);
            lost = lost.or(Some((seat, reason)).filter(|_| step.is_none()));
            step.into_iter().collect()
        });
        let (time, effort, worth) = (Some(answer.time), answer.effort, answer.worth);
        together.push(Turn { seat, steps, time, effort, worth });
    }
    (together, lost)
}

/// Makes the turns of those who act together; says whose is refused.
fn make<G: TurnGame>(position: &mut G, together: &[Turn<G::Step>]) -> Option<(usize, Forfeit)> {
    let refused = if let [Turn { seat, steps, .. }] = together {
        steps.iter().any(|step| position.apply(&[(*seat, *step)]).is_err())
    } else {
        let steps: Vec<(usize, G::Step)> =
            together.iter().flat_map(|turn| turn.steps.iter().map(|step| (turn.seat, *step))).collect();
        position.apply(&steps).is_err()
    };
    position.settle();
    // What was asked for has been checked before.
    refused.then(|| (together[0].seat, Forfeit::Illegal))
}

/// The seed for one purpose in one round.
pub(crate) fn derived_seed(seed: u64, purpose: &str, number: usize, side: usize) -> u64 {
    let mut print = Fingerprint::new();
    print.add_u64(seed).add_bytes(purpose.as_bytes()).add_u64(number as u64).add_u64(side as u64);
    print.finish()
}
