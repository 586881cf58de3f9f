//! Seats that change hands: a player has lost the connection and a program goes on, until they are back.

use super::bots::Bots;
use super::{Control, Sides};
use crate::base::rng::stream;
use crate::games::rts::bot::Mind;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::matches::{MatchClock, MatchSetup};
use bevy::prelude::*;

/// From now on a person plays a side, or the program of its set-up, whose temper follows from seed, side and tick. Nothing
/// comes of it if it is so already.
pub(crate) fn hand_over(world: &mut World, side: u8, to: Control) {
    let Some(setup) = world.get_resource::<MatchSetup>() else { return };
    let seed = setup.seed;
    let players = setup.skirmish.iter().flat_map(|skirmish| &skirmish.players);
    let Some(program) = players.map(|player| player.program).nth(usize::from(side)) else { return };
    let tick = world.resource::<MatchClock>().tick();
    let mut boards = world.query_filtered::<(&mut Sides, &mut Bots), With<Board>>();
    let Ok((mut sides, mut bots)) = boards.single_mut(world) else { return };
    let (Some(of), Some(bot)) = (sides.get_mut(side), bots.0.get_mut(usize::from(side))) else { return };
    if of.control != to {
        of.control = to;
        let mut chance = stream(seed, &format!("hand {side} {tick}"));
        *bot = (to == Control::Bot).then(|| Mind::new(program, &mut chance));
    }
}
