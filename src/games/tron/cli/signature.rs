//! Tron's part of `bench signature`.

use crate::base::{Budget, Fingerprint};
use crate::cli::CliError;
use crate::cli::bench::signature::Part;
use crate::games::tron::engine::{Leaves, samples, work};
use crate::games::tron::generate::RandomArena;

/// The engine: the work of its searches in positions of its own games.
pub(super) fn parts(seed: u64) -> Result<Vec<Part>, CliError> {
    let wish = RandomArena { width: 20, height: 16, ..RandomArena::default() };
    let mut print = Fingerprint::new();
    let mut nodes = 0;
    for position in samples(wish, 6, seed)? {
        print.add_u64(position.key());
        for leaves in [Leaves::Cheap, Leaves::Chambers] {
            let done = work(&position, 0, leaves, &Budget::nodes(5_000));
            nodes += done.nodes;
            print.add_u64(done.nodes).add_u64(done.evaluations).add_u64(done.walks);
        }
    }
    Ok(vec![("tron", nodes, print.finish())])
}
