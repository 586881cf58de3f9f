//! The source's opponent, as faithful as its program allows: the side `seed` of simulations.
//!
//! It searches two joint operators deep (its own turn and the reply) by alpha-beta, values positions with its eight
//! terms and all their quirks, and plays the first child of its sorted tree. Its quirks that change what it plays:
//! the list of neighbours in its attack term is never cleared between characters; its average distance divides the own
//! sum by the number of enemies; a child that was not searched yet when the tree was sorted for the last time (the last
//! one) is judged by itself, without the reply. Of children of equal value its sorting takes an arbitrary one; here it is
//! the first. Faults that only cost it time are left out.
//!
//! An operator is carried out as a row of actions; an interaction that has become illegal meanwhile, as the source would
//! overwrite a friend, is replaced by the first legal action of that character.

use super::action::Action;
use super::joint::{Interaction, Joint};
use super::position::Position;
use super::rules::Side;
use super::square::Square;

const WIN: i32 = 1000;

/// The action that the source's opponent makes next. Within a turn it goes on with its operator.
#[derive(Debug, Clone, Default)]
pub struct SourcePlayer {
    /// What is left of the operator of this turn.
    plan: Vec<(usize, Interaction)>,
    /// The position for which the plan goes on.
    key: u64,
}

impl SourcePlayer {
    /// The next action in a position that is not over, and how many positions were valued for it.
    pub fn choose(&mut self, position: &Position) -> (Action, u64) {
        let mut nodes = 0;
        if self.plan.is_empty() || self.key != position.key() || position.is_turn_start() {
            self.plan = best_operator(position, &mut nodes).unwrap_or_default();
            // The last of the list is carried out first.
            self.plan.reverse();
        }
        let planned = std::iter::from_fn(|| self.plan.pop()).find_map(|step| carry_out(position, step));
        let action = planned.unwrap_or_else(|| position.legal()[0]);
        let mut after = position.clone();
        after.make(action);
        self.key = after.key();
        (action, nodes)
    }
}

/// The interaction of a character as an action that is legal now, or any other one of it.
fn carry_out(position: &Position, (slot, interaction): (usize, Interaction)) -> Option<Action> {
    let from = position.ready().find(|ready| *ready == slot).map(|slot| position.at(slot))?;
    let wished = [Action::attack(from, interaction.on), Action::step(from, interaction.on)];
    let wished = if interaction.attacks { &wished[..] } else { &wished[1..] };
    let all = position.legal();
    let legal = wished.iter().copied().find(|action| all.contains(action));
    legal.or_else(|| all.into_iter().find(|action| action.from == from))
}

fn best_operator(position: &Position, nodes: &mut u64) -> Option<Vec<(usize, Interaction)>> {
    let root = Joint::of(position);
    let own = root.side;
    let operators = root.operators(position);
    let last = operators.len().checked_sub(1)?;
    let mut alpha = i32::MIN;
    let mut best: Option<(i32, usize)> = None;
    for (index, operator) in operators.iter().enumerate() {
        let child = root.apply(operator);
        *nodes += 1;
        let value = if index == last || is_over(&child) {
            heuristic(&child, own, position)
        } else {
            let value = worst_reply(&child, own, position, alpha, nodes);
            alpha = alpha.max(value);
            value
        };
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, index));
        }
    }
    best.map(|(_, index)| operators[index].clone())
}

/// The least value among the replies that are looked at before the cut.
fn worst_reply(child: &Joint, own: Side, position: &Position, alpha: i32, nodes: &mut u64) -> i32 {
    let mut worst = i32::MAX;
    for reply in child.operators(position) {
        *nodes += 1;
        worst = worst.min(heuristic(&child.apply(&reply), own, position));
        if worst < alpha {
            break;
        }
    }
    // Nobody can reply: the source has no value for that; the position itself is taken.
    if worst == i32::MAX { heuristic(child, own, position) } else { worst }
}

fn is_over(joint: &Joint) -> bool {
    Side::BOTH.iter().any(|side| joint.slots(*side).next().is_none())
}

/// The source's value of a position for its computer side.
pub fn heuristic(joint: &Joint, own: Side, position: &Position) -> i32 {
    let list = |side: Side| joint.slots(side).map(|slot| (joint.at[slot], i32::from(joint.hp[slot]))).collect();
    let (mine, theirs): (Vec<(Square, i32)>, Vec<(Square, i32)>) = (list(own), list(own.other()));
    if theirs.is_empty() {
        return WIN;
    }
    if mine.is_empty() {
        return -WIN;
    }
    let field = &position.scene().field;
    let (width, height) = (i32::from(field.width()), i32::from(field.height()));
    let health = |list: &[(Square, i32)]| list.iter().map(|(_, hp)| hp).sum::<i32>();
    let mut value = health(&mine) - health(&theirs) + 9 * (mine.len() as i32 - theirs.len() as i32);
    // The neighbours of all characters so far, never cleared.
    let mut met = 0;
    for (at, hp) in &mine {
        let beside = theirs.iter().filter(|(enemy, _)| enemy.touches(*at)).count() as i32;
        met += beside;
        if beside > 0 {
            value += if *hp == 1 { -5 * met } else { 4 * (hp - met) };
        }
        let friends = mine.iter().filter(|(friend, _)| friend.touches(*at)).count() as i32;
        value -= 5 * beside + 3 * friends;
        let edges = [at.x() == 0, i32::from(at.x()) == width - 1, at.y() == 0, i32::from(at.y()) == height - 1];
        let outside = edges.into_iter().filter(|is_edge| *is_edge).count() as i32;
        value += 4 - 3 * outside;
        for (friend, _) in &mine {
            value += match (at.x().abs_diff(friend.x()), at.y().abs_diff(friend.y())) {
                (2, 0) | (0, 2) => 2,
                (3, 0) | (0, 3) => 4,
                (2, 2) => 7,
                _ => 0,
            };
        }
    }
    // Columns 4 to 6 and rows 2 to 4 on the source's board of 10 by 7.
    let is_central = |(at, _): &&(Square, i32)| {
        let (x, y) = (i32::from(at.x()), i32::from(at.y()));
        (width * 2 / 5..=width * 3 / 5).contains(&x) && (height * 2 / 7..=height * 4 / 7).contains(&y)
    };
    value += 2 * mine.iter().filter(is_central).count() as i32 - theirs.iter().filter(is_central).count() as i32;
    // Both sums are divided by the number of the enemy's characters.
    let average =
        |list: &[(Square, i32)]| list.iter().map(|(at, _)| i32::from(at.x())).sum::<i32>() / theirs.len() as i32;
    value + (6 - (average(&theirs) - average(&mine)).abs()) * 6
}
