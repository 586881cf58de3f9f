//! What the other side would do if it were to move: win with a peg, or win by threats that leave only defences, each of which
//! is tried. Such threat sequences are searched by themselves, as in L. V. Allis, H. J. van den Herik and M. P. H. Huntjens,
//! "Go-Moku solved by new search techniques" (1993), with every defence in place of all at once.

use crate::games::links::hole::Hole;
use crate::games::links::holes::Holes;
use crate::games::links::node::Node;
use crate::games::links::position::Position;
use crate::games::links::routes::{Look, Routes};
use crate::games::links::step::Step;
use crate::search::Game;

/// Threats before the last peg.
const MOST_THREATS: u32 = 4;
/// Positions that are looked at to find a sequence, and to try all answers to it.
const NODES: u64 = 3_000;
const ANSWER_NODES: u64 = 20_000;

/// What the side threatens that is not to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threats {
    /// Who threatens.
    pub side: usize,
    /// The holes in which a peg would win at once.
    pub wins: Holes,
    /// If there is none: a sequence of threats that cannot be met, with the longest defence. After its last peg nothing
    /// holds.
    pub line: Vec<Step>,
    /// The pegs of the side to move after which neither is left.
    pub defences: Holes,
}

impl Threats {
    pub fn is_empty(&self) -> bool {
        self.wins.is_empty() && self.line.is_empty()
    }
}

/// What the side threatens that is not to move.
pub fn threats(position: &Position) -> Threats {
    let side = 1 - position.side();
    let mut threats = Threats { side, wins: Holes::EMPTY, line: Vec::new(), defences: Holes::EMPTY };
    if position.end().is_some() {
        return threats;
    }
    let look = Look::at(position);
    threats.wins = look.routes[side].wins();
    if !threats.wins.is_empty() {
        threats.defences = look.defences(position).iter().copied().collect();
    } else if let Some(line) = forced_win(&position.passed(), MOST_THREATS, NODES) {
        let most = (line.len() as u32).div_ceil(2);
        threats.defences = answers(position, &look.routes, most);
        threats.line = line;
    }
    threats
}

/// The pegs of the side to move after which the other has no win by so many threats. Only holes on ways of either side are
/// tried, as a peg elsewhere hinders nobody, and only as long as positions are left.
fn answers(position: &Position, routes: &[Routes; 2], threats: u32) -> Holes {
    let free = position.free(position.side());
    let ways = routes.iter().flat_map(|routes| &routes.holes).fold(Holes::EMPTY, |all, holes| all.or(holes)).and(&free);
    let mut hunt = Hunt { left: ANSWER_NODES };
    let mut node = Node::new(position.clone(), 0);
    let mut holds = |hole: &Hole| {
        node.make(Step::Peg(*hole));
        let holds = node.outcome().is_some() || hunt.win(&mut node, threats).is_none() && hunt.left > 0;
        node.unmake();
        holds
    };
    ways.iter().filter(|hole| holds(hole)).collect()
}

/// A win of the side to move by at most so many threats before the last one that cannot be met, if it is found within so many
/// positions: the side's moves and the longest defence in turn. A win in one is a line of its own.
pub fn forced_win(position: &Position, threats: u32, nodes: u64) -> Option<Vec<Step>> {
    let mut hunt = Hunt { left: nodes };
    let mut node = Node::new(position.clone(), 0);
    // Few threats first, so that the shortest sequence is found.
    (0..=threats).find_map(|most| hunt.win(&mut node, most))
}

/// A search through threats.
struct Hunt {
    /// Positions that may still be looked at.
    left: u64,
}

impl Hunt {
    /// A win of the side to move by at most so many threats.
    fn win(&mut self, node: &mut Node, threats: u32) -> Option<Vec<Step>> {
        if self.left == 0 || node.outcome().is_some() {
            return None;
        }
        self.left -= 1;
        let side = node.side();
        let look = node.look();
        let [own, enemy] = [side, 1 - side].map(|side| &look.routes[side]);
        if let Some(win) = own.wins().iter().next() {
            return Some(vec![Step::Peg(win)]);
        }
        if threats == 0 || own.distance != 2 {
            return None;
        }
        let mut tries = own.holes[0].and(&node.position().free(side));
        if enemy.distance == 1 {
            tries = tries.and(&look.defences(node.position()).iter().copied().collect());
        }
        tries.iter().map(Step::Peg).find_map(|step| {
            node.make(step);
            let rest = self.holds_nothing(node, threats - 1);
            node.unmake();
            rest.map(|rest| std::iter::once(step).chain(rest).collect())
        })
    }

    /// Whether every defence of the side to move loses, against which a threat was made: the longest one, with what follows.
    fn holds_nothing(&mut self, node: &mut Node, threats: u32) -> Option<Vec<Step>> {
        let side = node.side();
        if node.outcome().is_some()
            || node.look().routes[side].distance == 1
            || node.look().routes[1 - side].distance != 1
        {
            return None;
        }
        let defences = node.look().defences(node.position()).to_vec();
        let mut longest = Vec::new();
        for defence in defences.into_iter().map(Step::Peg) {
            node.make(defence);
            let line = self.win(node, threats);
            node.unmake();
            let line = line?;
            if line.len() >= longest.len() {
                longest = std::iter::once(defence).chain(line).collect();
            }
        }
        Some(longest)
    }
}
