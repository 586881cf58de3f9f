//! The protocol of programs from outside: lines of JSON on standard input and output (`docs/bots.md`).
//!
//! The game says `hello` with everything that stays, then at every look what the side sees ([`Teller`]), at last how it ended.
//! The program answers each line with one ([`Answer`]). Our own program plays by these lines, too ([`Hearer`]): they say all
//! that it is told inside of the game, so its match is the same, tick for tick.
//!
//! What stands in a line is named as in the rules; whoever reads one leaves out the fields that it does not know.

mod hear;
mod lines;
mod orders;
mod tell;

pub use hear::Hearer;
pub use tell::Teller;

use super::THINKS_EVERY;
use super::settings::Style;
use crate::base::brief;
use crate::games::rts::orders::Order;
use crate::games::rts::rules::Rules;
use crate::nav::step::Tick;
use serde_json::{Value, json};

/// The version of the protocol: it grows when what is there means something else, not when a field is added.
pub const VERSION: u32 = 1;
/// Most orders of one answer; those after them are not carried out.
pub const MAX_ORDERS: usize = 60;
/// Bytes of the longest answer.
pub const LONGEST_ANSWER: usize = 64 * 1024;
/// Letters of a note that are kept.
const LONGEST_NOTE: usize = 200;

/// What a program answers to a look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    pub orders: Vec<Order>,
    /// Sentences about what is no order.
    pub wrong: Vec<String>,
    /// What it says of its thoughts.
    pub note: Option<String>,
}

impl Answer {
    /// Reads the answer to the look of a tick.
    ///
    /// # Errors
    /// A sentence, if the line is no answer at all.
    pub fn read(line: &str, tick: Tick, rules: &Rules) -> Result<Self, String> {
        let mut fields = object(line)?;
        if let Some(answered) = fields.get("tick").filter(|answered| **answered != json!(tick)) {
            return Err(format!("`tick`: this answers the look of tick {}, expected {tick}", brief(answered)));
        }
        let mut answer = Self::default();
        let orders = match fields.remove("do") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(orders)) => orders,
            Some(other) => return Err(format!("`do`: expected a list of orders, got {}", brief(other))),
        };
        if orders.len() > MAX_ORDERS {
            answer.wrong.push(format!("`do`: at most {MAX_ORDERS} orders are carried out, there are {}", orders.len()));
        }
        for (number, order) in orders.iter().take(MAX_ORDERS).enumerate() {
            match orders::read(order, rules) {
                Ok(order) => answer.orders.push(order),
                Err(problem) => answer.wrong.push(format!("`do[{number}]`: {problem}")),
            }
        }
        answer.note = fields.get("note").and_then(Value::as_str).map(|note| note.chars().take(LONGEST_NOTE).collect());
        Ok(answer)
    }

    /// The line of an answer to the look of a tick.
    pub fn line(tick: Tick, orders: &[Order], rules: &Rules) -> String {
        let orders: Vec<Value> = orders.iter().map(|order| orders::written(order, rules)).collect();
        json!({ "tick": tick, "do": orders }).to_string()
    }
}

/// Reads the answer to `hello`: the name that the program has given itself, if it has.
///
/// # Errors
/// A sentence, if it is no answer.
pub fn read_welcome(line: &str) -> Result<Option<String>, String> {
    let name = object(line)?.remove("name");
    Ok(name.and_then(|name| Some(name.as_str()?.chars().filter(|letter| !letter.is_control()).take(40).collect())))
}

/// The line of that answer.
pub fn welcome(name: &str) -> String {
    json!({ "name": name }).to_string()
}

/// The last line of a match: `won`, `lost`, `drawn` or, if somebody has left it, `left`.
pub fn end(how: &str, ticks: Tick) -> String {
    json!({ "end": how, "ticks": ticks }).to_string()
}

fn object(line: &str) -> Result<serde_json::Map<String, Value>, String> {
    match serde_json::from_str(line) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(other) => Err(format!("expected an object as {{\"do\": []}}, got {}", brief(other))),
        Err(problem) => Err(format!("it is no JSON: {}", brief(problem))),
    }
}

fn style(name: &str) -> Option<Style> {
    Style::ALL.into_iter().find(|style| style.name() == name)
}
