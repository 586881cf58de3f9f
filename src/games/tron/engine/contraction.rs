//! The chambers of a territory without walking its cells.
//!
//! Only a cell whose neighbours do not hang together locally can be an articulation point, and those are few. Everything
//! else falls into *blobs*, connected sets without an articulation point inside. Contracting each blob to one node keeps
//! every fact about connection without a given cut cell, so the depth-first pass of [`Chambers`] can run over some ten
//! nodes instead of some hundred cells and gives the same chain. The blobs come from bit floods, their sizes from bit
//! counts. Territories with more than 64 nodes are left to the pass over cells.

use super::super::plane::{Bits, Edges, Spot};
use super::chambers::{Chambers, Part, Worth, possible_cuts};
use super::degrees::Degrees;
use super::weights::Weights;

/// The most nodes of a contracted territory: one bit each.
const NODES: usize = 64;

/// What the contraction needs to know of a territory.
pub struct Region<'a, P> {
    pub cells: &'a P,
    /// Those of them on the border with the opponent.
    pub front: &'a P,
    /// The head, beside the cells.
    pub head: Spot,
    /// Free neighbours of all cells.
    pub degrees: &'a Degrees<P>,
    /// Cells with an even sum of coordinates.
    pub even: &'a P,
}

pub struct Contraction<P> {
    blobs: Vec<P>,
    /// The cell of each node, for blobs any.
    spots: [Spot; NODES],
    parts: [Part; NODES],
    links: [u64; NODES],
    numbers: [u8; NODES],
    /// Nodes from here on are single cells that may be articulation points.
    first_cut: usize,
    /// Node of a cut cell, by spot.
    nodes: Vec<u8>,
    edges: Edges,
}

impl<P: Bits> Contraction<P> {
    pub fn new(edges: Edges) -> Self {
        Self {
            blobs: Vec::with_capacity(NODES),
            spots: [0; NODES],
            parts: [Part::default(); NODES],
            links: [0; NODES],
            numbers: [0; NODES],
            first_cut: 0,
            nodes: vec![u8::MAX; usize::from(edges.height as u16) << 7],
            edges,
        }
    }

    /// The best chain of chambers, as [`Chambers::best_chain`] gives it, or `None` if there are too many nodes.
    #[inline(always)]
    pub fn best_chain(&mut self, region: &Region<P>, weights: &Weights) -> Option<Worth> {
        let head = P::single(region.head);
        let all = region.cells.or(&head);
        let cuts = self.cuts(&all);
        if cuts.is_empty() {
            let part = self.part(region, region.cells);
            return Some(Chambers::close(&self.edges, &part, region.head, weights).0);
        }
        let root = self.build(region, &all, &cuts)?;
        let mut count = 0;
        self.visit(root, &mut count, weights);
        let part = self.parts[root];
        Some(Chambers::close(&self.edges, &part, region.head, weights).0)
    }

    #[inline(always)]
    fn cuts(&self, all: &P) -> P {
        if !self.edges.wrap {
            return possible_cuts(all);
        }
        let mut cuts = P::EMPTY;
        all.for_each(|spot| {
            if !all.is_simple(spot, &self.edges) {
                cuts.flip(spot);
            }
        });
        cuts
    }

    /// Makes nodes and links; gives the head's node.
    fn build(&mut self, region: &Region<P>, all: &P, cuts: &P) -> Option<usize> {
        let cut_count = cuts.count() as usize;
        let mut rest = all.minus(cuts);
        self.blobs.clear();
        while let Some(spot) = rest.first() {
            if self.blobs.len() + cut_count >= NODES {
                return None;
            }
            let blob = rest.flood(&P::single(spot), &self.edges);
            rest = rest.minus(&blob);
            let node = self.blobs.len();
            self.parts[node] = self.part(region, &blob.and(region.cells));
            self.links[node] = 0;
            self.numbers[node] = 0;
            self.blobs.push(blob);
        }
        self.first_cut = self.blobs.len();
        let mut node = self.first_cut;
        cuts.for_each(|spot| {
            self.spots[node] = spot;
            self.nodes[usize::from(spot)] = node as u8;
            self.parts[node] = Part::of_cell(spot, region.degrees.of_spot(spot), region.front.has(spot));
            self.links[node] = 0;
            self.numbers[node] = 0;
            node += 1;
        });
        for cut in self.first_cut..node {
            let spot = self.spots[cut];
            for to in (0..4).filter_map(|index| self.edges.neighbour(spot, index)).filter(|to| all.has(*to)) {
                let other = if cuts.has(to) {
                    usize::from(self.nodes[usize::from(to)])
                } else {
                    // Few blobs, and the large ones come first.
                    self.blobs.iter().position(|blob| blob.has(to)).unwrap_or(cut)
                };
                self.links[cut] |= 1 << other;
                self.links[other] |= 1 << cut;
            }
        }
        let root = if cuts.has(region.head) {
            let node = usize::from(self.nodes[usize::from(region.head)]);
            self.parts[node] = Part::default();
            node
        } else {
            self.blobs.iter().position(|blob| blob.has(region.head))?
        };
        Some(root)
    }

    /// The sums over a set of own cells.
    #[inline(always)]
    fn part(&self, region: &Region<P>, cells: &P) -> Part {
        let tally = region.degrees.tally(cells, region.even);
        let colours = [tally.marked, tally.cells - tally.marked];
        Part::of_set(colours, tally.sum, !cells.and(region.front).is_empty())
    }

    /// Visits a node and what hangs on it; its low number. The parts of chambers gather in the node that is visited
    /// first; what lies behind a cut cell hangs on its part as a chain.
    fn visit(&mut self, node: usize, count: &mut u8, weights: &Weights) -> u8 {
        *count += 1;
        let number = *count;
        self.numbers[node] = number;
        let mut low = number;
        let mut links = self.links[node];
        while links != 0 {
            let next = links.trailing_zeros() as usize;
            links &= links - 1;
            if self.numbers[next] != 0 {
                low = low.min(self.numbers[next]);
                continue;
            }
            let below = self.visit(next, count, weights);
            let part = self.parts[next];
            if node >= self.first_cut && below >= number {
                let spot = self.spots[node];
                let (worth, fought) = Chambers::close(&self.edges, &part, spot, weights);
                self.parts[node].hang(worth, fought.then_some(spot), weights);
            } else {
                self.parts[node].join(&part, weights);
                low = low.min(below);
            }
        }
        low
    }
}
