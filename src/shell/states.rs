//! What the program is doing: the screen, the game, whether time runs.

use bevy::prelude::*;

/// What the window shows.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Screen {
    /// The first screen.
    #[default]
    Title,
    /// Choice of a map of the sandbox.
    Setup,
    /// Map, sides and rules of a skirmish.
    SkirmishSetup,
    /// Seats, board and rules of a Tron match.
    TronSetup,
    /// Many rounds of Tron between programs, without a board.
    TronSimulation,
    /// Players, level, rules and squads of a Tactics battle.
    TacticsSetup,
    /// The list of Tactics puzzles.
    TacticsPuzzles,
    /// Many battles of Tactics between programs, without a board.
    TacticsSimulation,
    /// The list of recorded matches.
    Replays,
    /// A match is on.
    Match,
}

/// Which game a match is. Who enters [`Screen::Match`] sets this as well, in the same frame; the mode stays when a match
/// is entered again from a match.
///
/// What begins with a match listens to `OnEnter(Screen::Match)` with `run_if(in_state(Mode::…))`, because
/// `OnEnter(Mode::…)` does not run when a match is begun again.
#[derive(SubStates, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[source(Screen = Screen::Match)]
pub enum Mode {
    /// The real-time game.
    #[default]
    Rts,
    /// Light cycles.
    Tron,
    /// The turn-based battle of two squads.
    Tactics,
}

/// Whether the player has stopped the time of the match. Orders are still taken.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Paused(pub bool);

/// Exists while a match is on and its time runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Running;

impl ComputedStates for Running {
    type SourceStates = (Screen, Option<Paused>);

    fn compute((screen, paused): (Screen, Option<Paused>)) -> Option<Self> {
        (screen == Screen::Match && paused != Some(Paused(true))).then_some(Self)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_state::<Screen>().init_state::<Paused>().add_sub_state::<Mode>().add_computed_state::<Running>();
    // A new match always begins with running time.
    app.add_systems(OnExit(Screen::Match), |mut next: ResMut<NextState<Paused>>| {
        NextState::set_if_neq(&mut next, Paused(false));
    });
}
