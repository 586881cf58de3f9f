//! Which of the steps that units proposal to start at one tick become real.
//!
//! Steps depend on each other: a follower may enter only if its leader leaves at the same tick. Proposals are taken in
//! the order of units; before a unit is decided, the unit in its way is, and so on along the chain. A chain that
//! closes is a ring, which starts as a whole or not at all. The rules are those of [`Occupancy`].

use crate::nav::occupancy::{Obstacle, Occupancy};
use crate::nav::step::{Step, UnitId};

/// A step that a unit would like to start now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposal {
    pub unit: UnitId,
    /// The step, legal as far as terrain goes.
    pub step: Step,
    /// Side of its footprint in cells.
    pub size: u8,
}

/// What became of a proposal: the step has started, or what kept it from starting.
pub type Verdict = Result<(), Obstacle>;

/// Memory of [`commit`], kept between ticks.
#[derive(Debug, Clone, Default)]
pub struct CommitScratch {
    stage: Vec<Stage>,
    chain: Vec<usize>,
    ring: Vec<(UnitId, Step)>,
    verdicts: Vec<Verdict>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    InChain,
    Decided,
}

/// Starts every proposed step that can start and says of each what became of it, in the order of `proposals`, which are
/// sorted by unit, one a unit.
pub fn commit<'s>(occupancy: &mut Occupancy, proposals: &[Proposal], scratch: &'s mut CommitScratch) -> &'s [Verdict] {
    debug_assert!(proposals.is_sorted_by(|a, b| a.unit < b.unit), "proposals are sorted by unit");
    let CommitScratch { stage, chain, ring, verdicts } = scratch;
    stage.clear();
    stage.resize(proposals.len(), Stage::Open);
    verdicts.clear();
    verdicts.resize(proposals.len(), Ok(()));
    for first in 0..proposals.len() {
        chain.clear();
        let mut current = first;
        loop {
            if stage[current] == Stage::Decided {
                break;
            }
            stage[current] = Stage::InChain;
            chain.push(current);
            let in_the_way = occupancy
                .standing(proposals[current].step.to())
                .and_then(|unit| proposals.binary_search_by_key(&unit, |proposal| proposal.unit).ok());
            match in_the_way {
                Some(next) if stage[next] == Stage::Open => current = next,
                Some(next) if stage[next] == Stage::InChain => {
                    let start = chain.iter().position(|link| *link == next).expect("it is in the chain");
                    ring.clear();
                    ring.extend(chain[start..].iter().map(|link| (proposals[*link].unit, proposals[*link].step)));
                    // A large body starts only on cells where nobody is.
                    let large = chain[start..].iter().find(|link| proposals[**link].size > 1);
                    let verdict = match large {
                        Some(link) => Err(Obstacle::Unit(proposals[*link].unit)),
                        None => occupancy.start_ring(ring),
                    };
                    for link in chain.drain(start..) {
                        stage[link] = Stage::Decided;
                        verdicts[link] = verdict;
                    }
                    break;
                }
                _ => break,
            }
        }
        for link in chain.drain(..).rev() {
            if stage[link] == Stage::InChain {
                stage[link] = Stage::Decided;
                verdicts[link] = occupancy.start(proposals[link].unit, &proposals[link].step, proposals[link].size);
            }
        }
    }
    verdicts
}
