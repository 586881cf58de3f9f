//! The nodes of a search that keeps all that it has reached: states with the way back to the start.

use super::listener::{Event, EventKind, Listener, Side};
use super::outcome::{Counts, CycleCheck, End, Outcome};
use super::space::{Cost, Space};
use super::table::Table;

/// No node.
pub(super) const NOBODY: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(super) struct Node<State, Operator> {
    pub(super) state: State,
    /// The operator that led here; none at the root.
    pub(super) operator: Option<Operator>,
    pub(super) is_closed: bool,
    pub(super) parent: u32,
    pub(super) g: Cost,
    pub(super) h: Cost,
}

/// All nodes of one search, or of one half of a two-way search.
#[derive(Debug)]
pub(super) struct Nodes<State, Operator> {
    pub(super) list: Vec<Node<State, Operator>>,
    /// Nodes by the keys of their states, if states are to be known again.
    known: Option<Table<u32>>,
    check: CycleCheck,
    pub(super) side: Side,
}

impl<State: Copy + PartialEq, Operator: Copy + PartialEq> Nodes<State, Operator> {
    /// The root of a space, at the estimate `h`.
    pub(super) fn new<S>(space: &S, check: CycleCheck, side: Side, h: Cost) -> Self
    where
        S: Space<State = State, Operator = Operator>,
    {
        let known = (check == CycleCheck::Visited).then(|| Table::new(space, NOBODY));
        let mut new = Self { list: Vec::new(), known, check, side };
        new.add(space, Node { state: space.start(), operator: None, is_closed: false, parent: NOBODY, g: 0, h });
        new
    }

    /// Adds a node; its number.
    #[inline]
    pub(super) fn add<S>(&mut self, space: &S, node: Node<State, Operator>) -> u32
    where
        S: Space<State = State, Operator = Operator>,
    {
        let number = self.list.len() as u32;
        if let Some(known) = &mut self.known {
            known.set(space.key(node.state), number);
        }
        self.list.push(node);
        number
    }

    /// The node of a key, or [`NOBODY`]; always nobody if states are not known again.
    #[inline]
    pub(super) fn of(&self, key: u64) -> u32 {
        self.known.as_ref().map_or(NOBODY, |known| known.get(key))
    }

    /// Whether the cycle check refuses a step from a node to a state, as far as it looks at the way only.
    #[inline]
    pub(super) fn refuses(&self, from: u32, to: State) -> bool {
        match self.check {
            CycleCheck::None | CycleCheck::Visited => false,
            CycleCheck::Parent => {
                let parent = self.list[from as usize].parent;
                parent != NOBODY && self.list[parent as usize].state == to
            }
            CycleCheck::Ancestors => {
                let mut at = from;
                while at != NOBODY && self.list[at as usize].state != to {
                    at = self.list[at as usize].parent;
                }
                at != NOBODY
            }
        }
    }

    /// Tells what has happened to a node.
    #[inline(always)]
    pub(super) fn tell<S, L>(&self, space: &S, listener: &mut L, kind: EventKind, number: u32, f: Cost)
    where
        S: Space<State = State, Operator = Operator>,
        L: Listener,
    {
        if L::HEARS {
            let node = &self.list[number as usize];
            let parent = self.list.get(node.parent as usize).map(|parent| space.key(parent.state));
            let (side, key) = (self.side, space.key(node.state));
            listener.hear(Event { kind, side, key, parent, g: node.g, h: node.h, f });
        }
    }

    /// The nodes from one back to the root.
    fn back(&self, from: u32) -> impl Iterator<Item = &Node<State, Operator>> {
        std::iter::successors(self.list.get(from as usize), |node| self.list.get(node.parent as usize))
    }

    /// The way from the root to a node as the result of a search.
    pub(super) fn found(&self, number: u32, counts: Counts) -> Outcome<State, Operator> {
        let mut path: Vec<State> = self.back(number).map(|node| node.state).collect();
        let mut operators: Vec<Operator> = self.back(number).filter_map(|node| node.operator).collect();
        path.reverse();
        operators.reverse();
        Outcome { end: End::Found, path, operators, cost: Some(self.list[number as usize].g), counts }
    }

    /// The way from the root to a node and on from there to the root of another half: that of a node there of the same
    /// state.
    pub(super) fn joined(&self, number: u32, other: &Self, there: u32, counts: Counts) -> Outcome<State, Operator> {
        let mut outcome = self.found(number, counts);
        outcome.path.extend(other.back(there).skip(1).map(|node| node.state));
        outcome.operators.extend(other.back(there).filter_map(|node| node.operator));
        outcome.cost = outcome.cost.map(|cost| cost + other.list[there as usize].g);
        outcome
    }
}
