//! One of our players in the contest's protocol: told a map each turn, it answers with a digit.
//!
//! The contest tells where everything is now, not what happened. As long as each map is one step from the one before,
//! the round is carried on, so that the player keeps what it thought; otherwise it begins anew from the map.

use super::arena::MOVES;
use super::contest::{MapProblem, answer, parse_map, without_frame};
use super::position::{Options, Order, Position};
use crate::arena::Player;
use crate::base::Budget;

pub struct ContestBot {
    player: Box<dyn Player<Position>>,
    options: Options,
    position: Option<Position>,
}

impl ContestBot {
    /// A bot that plays by `options`, of which the protocol says nothing.
    pub fn new(player: Box<dyn Player<Position>>, options: Options) -> Self {
        Self { player, options, position: None }
    }

    /// The digit for a map with the bot itself as `1`, with a frame around it or without.
    pub fn answer(&mut self, map: &str, budget: &Budget) -> Result<char, MapProblem> {
        let inner = without_frame(map);
        let arena = parse_map(&closed_up(&inner)).map_err(|problem| match problem {
            // The place in the map as it was told.
            MapProblem::Symbol { line, column, symbol } if inner != map => {
                MapProblem::Symbol { line: line + 1, column: column + 1, symbol }
            }
            other => other,
        })?;
        let told = Position::new(&arena, arena.starts().len(), self.options);
        let position = self.position.take().and_then(|position| carried_on(position, &told)).unwrap_or(told);
        let order = self.player.choose(&position, 0, budget).step;
        self.position = Some(position);
        Ok(answer(order))
    }
}

/// The map with the living players numbered without gaps: when a third or fourth player dies, its digit is missing.
fn closed_up(map: &str) -> String {
    let (header, rows) = map.split_once('\n').unwrap_or((map, ""));
    let present: Vec<char> = ('1'..='4').filter(|digit| rows.contains(*digit)).collect();
    let number = |symbol: char| present.iter().position(|digit| *digit == symbol);
    // Without a `1` the map is wrong, and must stay so.
    if present.first() != Some(&'1') {
        return map.to_string();
    }
    let rows: String =
        rows.chars().map(|symbol| number(symbol).map_or(symbol, |at| ['1', '2', '3', '4'][at])).collect();
    format!("{header}\n{rows}")
}

/// `before` with one more step, if that leads to the board and heads of `told`.
fn carried_on(mut before: Position, told: &Position) -> Option<Position> {
    if before.riders().len() != told.riders().len() || before.living().count() != told.riders().len() {
        return None;
    }
    let order = |seat: usize| {
        let (head, next) = (before.riders()[seat].head, told.riders()[seat].head);
        MOVES.into_iter().find(|dir| before.neighbour(head, *dir) == next).map(Order::Go)
    };
    let orders: Vec<Order> = (0..told.riders().len()).map(order).collect::<Option<_>>()?;
    before.make(&orders);
    let heads = |position: &Position| position.riders().iter().map(|rider| rider.head).collect::<Vec<_>>();
    let alive = before.living().count() == told.riders().len();
    (alive && before.rows() == told.rows() && heads(&before) == heads(told)).then_some(before)
}
