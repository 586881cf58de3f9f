//! The seats of a table: programs think in the background.

use super::fight::Fight;
use super::setup::{SeatKind, TacticsSetup};
use super::table::Phase;
use crate::arena::PlayerKind as _;
use crate::games::tactics::evaluation::Style;
use crate::games::tactics::player::PlayerKind;
use crate::games::tactics::puzzle::Puzzle;
use crate::games::tactics::reason::Reason;
use crate::games::tactics::{Position, Side};
use crate::table::ai;
use crate::table::thinking::ThinkPolicy;
use bevy::prelude::*;
use std::time::Duration;

/// A side of the battle. A child of the table.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// A or B.
    pub side: Side,
    pub kind: SeatKind,
}

/// The program of a seat.
pub type AiPlayer = ai::AiPlayer<Position, Reason>;

/// How long a turn may be thought about: a little less than a tenth of a second for three a side, and more for more.
fn time(position: &Position) -> Duration {
    let characters = u64::from(position.count(Side::A) + position.count(Side::B));
    // A search looks at the clock every now and then: with 100 its longest turns took 106.
    Duration::from_millis(92 + 40 * characters.saturating_sub(6))
}

/// Takes the answers that have come.
pub(super) fn collect(mut players: Query<&mut AiPlayer>) {
    // Searches have no tick at which they are due: the budget ends them.
    ai::collect(0, &mut players);
}

/// Lets the program whose turn it is think about its next action, also while the last one is still shown.
pub(super) fn think(
    table: Option<Single<(&Fight, &Phase)>>,
    policy: Res<ThinkPolicy>,
    mut seats: Query<(&Seat, &mut AiPlayer)>,
) {
    let Some(table) = table else { return };
    let (fight, phase) = *table;
    if *phase != Phase::Playing || fight.is_complete() || fight.is_over() {
        return;
    }
    let (position, side) = (fight.position(), fight.side());
    for (seat, mut player) in seats.iter_mut().filter(|(seat, _)| seat.side == side) {
        let style = match seat.kind {
            SeatKind::Computer(PlayerKind::Engine { style, .. }) => style,
            _ => Style::Steady,
        };
        player.think((*policy, u32::MAX, 0, time(position)), (position, side.index()), move |position, thought| {
            Reason::of(position, &thought, style)
        });
    }
}

/// Spawns the seats below the table.
pub(super) fn spawn(commands: &mut Commands, table: Entity, setup: &TacticsSetup, puzzle: Option<&Puzzle>, seed: u64) {
    for side in Side::BOTH {
        let kind = setup.seats[side.index()];
        let mut seat = commands.spawn((Seat { side, kind }, ChildOf(table)));
        if let SeatKind::Computer(player) = kind {
            let own = || player.player(seed.wrapping_mul(2).wrapping_add(side.index() as u64));
            seat.insert(AiPlayer::new(puzzle.map_or_else(own, super::puzzle::defender)));
        }
    }
}
