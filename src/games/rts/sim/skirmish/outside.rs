//! Programs from outside of the simulation at the table.
//!
//! A seat of [`Program::Outside`] is played by whoever sits on it in [`Outsiders`]: a process, a pipe, a test. The simulation
//! knows nothing of these. Where nobody sits, because a saved match goes on without its program or the program has ended, our
//! strongest program plays, and it is said ([`OutsideSaid`]). Orders from outside are recorded like all others, so recordings
//! need nobody there.

use crate::games::rts::bot::{Mind, Program, View};
use crate::games::rts::orders::Order;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::matches::{MatchClock, MatchSetup};
use crate::games::rts::sim::sides::{Control, Ending, Sides};
use crate::nav::step::Tick;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// Somebody outside of the simulation who plays a side, one match after the other.
pub trait Outsider: Send + Sync {
    /// Is shown what its side sees and says what to do. At the first look of a match it learns of the match; `stand_in` is the
    /// program of ours that would play in its place.
    fn look(&mut self, view: &View<'_>, stand_in: &Mind) -> Reaction;

    /// The match is over for its side: `won`, `lost`, `drawn`, or `left` before its end. Told once or more.
    fn end(&mut self, how: &'static str, tick: Tick);

    /// Answers that came too late, and why it has lost the match without the rules.
    fn tally(&self) -> (u32, Option<String>) {
        (0, None)
    }

    /// What it has said of its thoughts in the match that is on, by ticks.
    fn notes(&self) -> &[(Tick, String)] {
        &[]
    }
}

/// What came of a look.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reaction {
    pub orders: Vec<Order>,
    /// Something that people should know, as a sentence.
    pub said: Option<String>,
    /// Whether it does not play on: from now on our program does.
    pub is_gone: bool,
}

/// Who sits on which seat. Only those play whose seat in the match is one of [`Program::Outside`].
#[derive(Resource, Default)]
pub struct Outsiders {
    pub seats: BTreeMap<u8, Box<dyn Outsider>>,
    /// The seats whose outsiders have left this match.
    gone: Vec<u8>,
}

/// What people should know about a program from outside.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub struct OutsideSaid(pub String);

impl Outsiders {
    pub fn of(seats: impl IntoIterator<Item = (u8, Box<dyn Outsider>)>) -> Self {
        Self { seats: seats.into_iter().collect(), gone: Vec::new() }
    }

    /// Whoever plays a side of this match.
    pub(super) fn who(&mut self, setup: &MatchSetup, side: u8) -> Option<&mut dyn Outsider> {
        let is_here = is_outside(setup, side) && !self.gone.contains(&side);
        Some(self.seats.get_mut(&side).filter(|_| is_here)?.as_mut())
    }

    /// From now on our program plays the side.
    pub(super) fn leave(&mut self, side: u8) {
        self.gone.push(side);
    }

    /// Tells everybody how the match has ended for them.
    pub(crate) fn end(&mut self, sides: &Sides, ending: Option<Ending>, or: &'static str, tick: Tick) {
        for (number, outsider) in &mut self.seats {
            let side = sides.get(*number);
            let how = match ending {
                Some(Ending { winner: None, .. }) => "drawn",
                Some(Ending { winner: Some(team), .. }) if side.is_some_and(|side| side.team == team) => "won",
                Some(_) => "lost",
                None if side.is_some_and(|side| side.beaten.is_some()) => "lost",
                None => or,
            };
            outsider.end(how, tick);
        }
    }
}

/// Whether a program from outside plays a side.
pub(super) fn is_outside(setup: &MatchSetup, side: u8) -> bool {
    let player = setup.skirmish.as_ref().and_then(|skirmish| skirmish.players.get(usize::from(side)));
    player.is_some_and(|player| player.control == Control::Bot && player.program == Program::Outside)
}

/// Another match: those who have left may come again; whose seat is empty is said.
pub(crate) fn begin(
    setup: Option<Res<MatchSetup>>,
    mut outsiders: ResMut<Outsiders>,
    mut said: MessageWriter<OutsideSaid>,
) {
    let Some(setup) = setup else { return };
    outsiders.gone.clear();
    let sides = setup.skirmish.as_ref().map_or(0, |skirmish| skirmish.players.len() as u8);
    for side in (0..sides).filter(|side| is_outside(&setup, *side) && !outsiders.seats.contains_key(side)) {
        said.write(OutsideSaid(format!("The program of side {} is not here: our strongest plays for it.", side + 1)));
    }
}

/// The match is left.
fn leave(
    clock: Res<MatchClock>,
    board: Option<Single<(&Sides, Option<&Ending>), With<Board>>>,
    mut outsiders: ResMut<Outsiders>,
) {
    if let Some(board) = board {
        let (sides, ending) = *board;
        outsiders.end(sides, ending.copied(), "left", clock.tick());
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Outsiders>().add_message::<OutsideSaid>().add_systems(OnExit(Screen::Match), leave);
}
