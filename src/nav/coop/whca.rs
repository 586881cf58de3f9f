//! Windowed Hierarchical Cooperative A* (WHCA*): a route through space and time for one unit.
//!
//! D. Silver, "Cooperative Pathfinding" (AIIDE 2005): A* over (cell, tick) around the reservations of other units,
//! guided by the true distance without units ([`super::super::rra`]), cut off after a window: a node at its far end
//! is finished with its abstract distance. Where we differ: a step lasts as many ticks as the unit's pace and the
//! terrain ask for and claims cells and 2×2 blocks as in [`super::super::step`]; waiting costs what the unit could
//! have walked meanwhile, so that units of all paces share one distance; a search that is boxed in, or out of nodes,
//! gives its best start instead of nothing.

use crate::base::{Cell, Dir};
use crate::nav::reservation::{ReservationTable, Route};
use crate::nav::step::{Step, Tick};
use crate::nav::terrain::step_ticks;
use crate::nav::walk::Walk;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// Where the unit will be when it is free to act.
    pub from: Cell,
    /// When it will be free to act: now, or the end of the step under way.
    pub ready: Tick,
    /// The present tick, at which the window begins.
    pub now: Tick,
    /// Ticks to look ahead, at most the window of the table. Claims of others beyond it are not believed.
    pub window: u16,
    pub goal: Cell,
    /// Whether it means to stay there and does not go on to another place.
    pub stays: bool,
    /// Ticks for a straight step over grass.
    pub ticks_per_cell: u16,
    /// Cost of waiting one tick.
    pub wait_cost: u32,
    /// Ticks that the route may wait in all.
    pub max_wait: u16,
    pub max_expanded: u32,
}

#[derive(Debug, Clone)]
pub struct Plan {
    /// The route; no steps: stay.
    pub route: Route,
    pub expanded: u32,
    /// Whether the window was filled or the goal reached; otherwise the route is a best effort.
    pub complete: bool,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    cell: Cell,
    tick: Tick,
    cost: u32,
    waits: u16,
    parent: u32,
    /// The step that led here; `None` for waiting and for the root.
    step: Option<Step>,
}

const ROOT: u32 = u32::MAX;
/// Farthest cell from the start, in cells, that a search looks at: a box of 81² cells and a window of 33 ticks have
/// 866 KiB of marks. A node on the rim counts as finished.
const REACH: i16 = 40;
const SIDE: usize = 2 * REACH as usize + 1;

/// Memory of searches, kept between them.
#[derive(Debug, Clone, Default)]
pub struct WindowSearch {
    nodes: Vec<Node>,
    /// Estimated total, then what is left of it, then later ticks first, then the order of creation. What is left comes
    /// before the tick, because a step now and a step later cost the same: who prefers the later one puts it off for ever.
    open: BinaryHeap<Reverse<(u32, u32, Reverse<Tick>, u32)>>,
    /// Per (cell in the box, tick in the window) the search that closed it last.
    closed: Vec<u32>,
    search: u32,
}

impl WindowSearch {
    /// Plans a route. `distance` gives what is left from a cell to `request.goal` or, far from it, to a place near it: the
    /// true distance for WHCA* and HCA*, a lower bound for CA*.
    pub fn plan(
        &mut self,
        ground: impl Walk,
        mut distance: impl FnMut(Cell) -> Option<u32>,
        table: &ReservationTable,
        request: &Request,
    ) -> Plan {
        let horizon = request.now + Tick::from(request.window.min(table.window()));
        self.reset(usize::from(table.window()) + 1);
        let Some(start) = distance(request.from) else {
            return Plan { route: Route::default(), expanded: 0, complete: false };
        };
        let root = Node { cell: request.from, tick: request.ready, cost: 0, waits: 0, parent: ROOT, step: None };
        self.push(root, start);
        // The best effort: the least estimated distance left, then the latest tick.
        let mut best = (start, Reverse(request.ready), 0u32);
        let mut expanded = 0;
        while let Some(Reverse((_, left, _, index))) = self.open.pop() {
            let node = self.nodes[index as usize];
            best = best.min((left, Reverse(node.tick), index));
            let rests =
                node.cell == request.goal && (!request.stays || table.is_free_during(node.cell, node.tick, Tick::MAX));
            let outside = node.cell.chebyshev(request.from) >= u32::from(REACH.unsigned_abs());
            if rests || node.tick >= horizon || outside {
                return Plan { route: self.route_to(index, rests && request.stays), expanded, complete: true };
            }
            if expanded >= request.max_expanded {
                break;
            }
            if !self.close(&node, request) {
                continue;
            }
            expanded += 1;
            self.expand(index, ground, &mut distance, table, request, horizon);
        }
        Plan { route: self.route_to(best.2, false), expanded, complete: false }
    }

    fn reset(&mut self, layers: usize) {
        self.nodes.clear();
        self.open.clear();
        self.search = self.search.wrapping_add(1);
        if self.closed.len() != SIDE * SIDE * layers || self.search == 0 {
            self.closed.clear();
            self.closed.resize(SIDE * SIDE * layers, 0);
            self.search = 1;
        }
    }

    fn push(&mut self, node: Node, left: u32) {
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        self.open.push(Reverse((node.cost + left, left, Reverse(node.tick), index)));
    }

    /// Marks a node as expanded; `false` if its cell and tick were already.
    fn close(&mut self, node: &Node, request: &Request) -> bool {
        let column = (node.cell.x - request.from.x + REACH) as usize;
        let row = (node.cell.y - request.from.y + REACH) as usize;
        let layer = (node.tick - request.now) as usize;
        let mark = &mut self.closed[(layer * SIDE + row) * SIDE + column];
        std::mem::replace(mark, self.search) != self.search
    }

    fn expand(
        &mut self,
        index: u32,
        ground: impl Walk,
        distance: &mut impl FnMut(Cell) -> Option<u32>,
        table: &ReservationTable,
        request: &Request,
        horizon: Tick,
    ) {
        let node = self.nodes[index as usize];
        for dir in Dir::ALL {
            let Some(cost) = ground.step_cost(node.cell, dir) else { continue };
            let ticks = step_ticks(cost, request.ticks_per_cell);
            let step = Step { from: node.cell, dir, start: node.tick, ticks };
            let (to, mid, end) = (step.to(), step.mid(), step.end());
            // A unit may always leave the cell where it is, whoever has claimed it meanwhile.
            let free = (node.cell == request.from || table.is_free_during(node.cell, node.tick, mid.min(horizon)))
                && table.is_free_during(to, mid, end.min(horizon).max(mid + 1))
                && table.blocks_free(&step, horizon);
            if !free {
                continue;
            }
            let Some(left) = distance(to) else { continue };
            let next = Node {
                cell: to,
                tick: end,
                cost: node.cost + cost,
                waits: node.waits,
                parent: index,
                step: Some(step),
            };
            self.push(next, left);
        }
        if node.waits < request.max_wait && table.is_free_during(node.cell, node.tick, node.tick + 1) {
            let Some(left) = distance(node.cell) else { return };
            let next = Node {
                tick: node.tick + 1,
                cost: node.cost + request.wait_cost,
                waits: node.waits + 1,
                parent: index,
                step: None,
                ..node
            };
            self.push(next, left);
        }
    }

    fn route_to(&self, index: u32, parks: bool) -> Route {
        let mut steps = Vec::new();
        let mut at = index;
        while at != ROOT {
            let node = &self.nodes[at as usize];
            steps.extend(node.step);
            at = node.parent;
        }
        steps.reverse();
        Route::new(steps, parks)
    }
}
