//! What sides tell and give each other.

use super::checking::MOST;
use crate::base::Cell;
use crate::games::rts::rules::Price;
use crate::games::rts::signals::{Audience, Signal, SignalKind};
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::matches::MatchClock;
use crate::games::rts::sim::orders::Order;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::refusal::{Refusal, Warning};
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::talk::Talk;
use bevy::prelude::*;

/// Whether a side may say or give something now; what it says is counted.
///
/// # Errors
/// Why it may not.
pub(crate) fn let_speak(world: &mut World, side: u8, order: &Order) -> Result<(), Refusal> {
    let (is_said, is_line) = match order {
        Order::Signal { .. } => (true, false),
        Order::Say { .. } => (true, true),
        Order::Tribute { .. } => (false, false),
        _ => return Ok(()),
    };
    let now = world.resource::<MatchClock>().tick();
    let mut boards = world.query_filtered::<(&Sides, &mut Talk), With<Board>>();
    let Ok((sides, mut talk)) = boards.single_mut(world) else { return Err(Refusal::NoBoard) };
    // Who is beaten may still say something about it.
    if !is_line && sides.get(side).is_none_or(|side| side.beaten.is_some()) {
        return Err(Refusal::Beaten);
    }
    if is_said {
        talk.speak(side, now).map_err(|(most, ticks)| Refusal::TooMuchTalk(most, ticks))?;
    }
    Ok(())
}

/// Shows the allies of a side a place.
pub(crate) fn signal(world: &mut World, side: u8, kind: SignalKind, at: Cell) {
    let tick = world.resource::<MatchClock>().tick();
    let signal = Signal { side, kind, at, tick };
    let mut boards = world.query_filtered::<&mut Talk, With<Board>>();
    if let Ok(mut talk) = boards.single_mut(world) {
        talk.add(signal);
        world.write_message(Outcome::Signalled(signal));
    }
}

/// Says a line.
pub(crate) fn say(world: &mut World, side: u8, to: Audience, text: String) {
    world.write_message(Outcome::Said { side, to, text });
}

/// Takes a gift out of the stock of one side and puts it into that of an ally: all of it or nothing.
pub(crate) fn give(world: &mut World, from: u8, to: u8, gift: Price) {
    let mut boards = world.query_filtered::<&mut Sides, With<Board>>();
    let Ok(mut sides) = boards.single_mut(world) else { return };
    let (Some(giver), Some(taker)) = (sides.get(from), sides.get(to)) else { return };
    let has_room = |has: u32, more: u32| has.checked_add(more).is_some_and(|sum| sum <= MOST);
    let takes =
        taker.beaten.is_none() && has_room(taker.stock.gold, gift.gold) && has_room(taker.stock.wood, gift.wood);
    let told = match giver.stock.minus(gift) {
        None => Outcome::Warned { side: from, reason: Warning::Short(giver.lacks(gift)), at: None },
        Some(_) if !takes => Outcome::Warned { side: from, reason: Warning::NotTaken, at: None },
        Some(left) => {
            let sum = taker.stock.plus(gift);
            for (side, stock) in [(from, left), (to, sum)] {
                if let Some(side) = sides.get_mut(side) {
                    side.stock = stock;
                }
            }
            Outcome::Given { from, to, gift }
        }
    };
    world.write_message(told);
}
