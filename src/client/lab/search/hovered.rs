//! What is said about the place that the pointer is on.

use super::lane::Shown;
use crate::lab::cursor::Numbers;
use crate::lab::experiments::Answer;
use crate::nav::searchers::Side;

/// Places of the chain that are named.
const NAMED: usize = 6;

fn numbers(of: &Numbers) -> String {
    let [g, h, f] = [of.g, of.h, of.f].map(|number| Answer::number(number.into()));
    format!("g {g}, h {h}, f {f}")
}

/// The numbers of a place, and how it was reached.
pub(super) fn words(shown: &Shown, place: u32) -> String {
    let Shown { run, cursor, .. } = shown;
    let name = run.places.name(place);
    let Some(known) = cursor.numbers(run, place) else {
        let is_blocked = run.places.cell(place).zip(shown.map.as_ref()).is_some_and(|(cell, map)| !map.is_free(cell));
        return if is_blocked { format!("{name}: blocked") } else { format!("{name}: not reached") };
    };
    let half = |side: Side| if side == Side::Backward { " from the goal" } else { "" };
    let mut told = format!("{name}: {}{}, {}", known.state.name(), half(known.side), numbers(&known));
    if let Some(other) = cursor.other_numbers(run, place) {
        told += &format!("; other half: {}", numbers(&other));
    }
    let chain = cursor.parents(run, place);
    if chain.len() > 1 {
        let names: Vec<String> = chain.iter().skip(1).take(NAMED).map(|place| run.places.name(*place)).collect();
        let more = if chain.len() > NAMED + 1 { " ← …" } else { "" };
        told += &format!("\nReached over {} places: ← {}{more}", chain.len() - 1, names.join(" ← "));
    }
    told
}
