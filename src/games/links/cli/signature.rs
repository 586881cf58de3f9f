//! Links' parts of `bench signature`: the rules, and the thinkers of the source. Our engine is no part of it.

use crate::base::{Budget, Fingerprint, rng};
use crate::cli::CliError;
use crate::cli::bench::signature::Part;
use crate::games::links::node::Node;
use crate::games::links::player::random_step;
use crate::games::links::position::Position;
use crate::games::links::rules::{Rules, Variant};
use crate::games::links::source::{Searcher, Thinker, Wish};
use crate::search::perft;

/// Plies of the lines that are counted.
const PLIES: u32 = 3;

pub(super) fn parts(seed: u64) -> Result<Vec<Part>, CliError> {
    Ok(vec![rules(seed), thinkers(seed)])
}

/// A position after some pegs at random.
fn position(size: u8, variant: Variant, pegs: u32, rng: &mut rng::Rng) -> Position {
    let mut position = Position::new(Rules { size, variant, pie: true });
    while position.end().is_none() && position.turns() < pegs {
        let step = random_step(&position, rng);
        position.make(step);
    }
    position
}

/// Lines of a few plies on a small board, and matches at random on larger ones to their ends.
fn rules(seed: u64) -> Part {
    let mut rng = rng::stream(seed, "links signature");
    let (mut print, mut lines) = (Fingerprint::new(), 0);
    for variant in Variant::ALL {
        for pegs in [0, 6, 12] {
            let count = perft::plies(&mut Node::new(position(6, variant, pegs, &mut rng), 0), PLIES);
            lines += count.lines;
            print.add_u64(count.lines).add_u64(count.positions);
        }
        for size in [12, 24, 30] {
            let last = position(size, variant, u32::MAX, &mut rng);
            let links = [0, 1].map(|side| last.links(side).len() as u64);
            print.add_u64(last.key()).add_u64(links[0]).add_u64(links[1]);
            print.add_bytes(last.end().map_or("", |end| end.ending.name()).as_bytes());
        }
    }
    ("links rules", lines, print.finish())
}

/// What every thinker of the source finds.
fn thinkers(seed: u64) -> Part {
    let mut rng = rng::stream(seed, "links thinkers");
    let (mut print, mut nodes) = (Fingerprint::new(), 0);
    for pegs in [2, 10, 20] {
        let position = position(12, Variant::Pp, pegs, &mut rng);
        for (searcher, wish) in Searcher::ALL.into_iter().zip(Wish::ALL) {
            let thought = Thinker { searcher, wish, depth: 2 }.think(&position, &Budget::nodes(20_000));
            nodes += thought.nodes;
            print.add(thought.score).add_u64(thought.nodes);
            print.add_bytes(thought.best.map(|step| step.to_string()).unwrap_or_default().as_bytes());
        }
    }
    ("links source", nodes, print.finish())
}
