//! What the program is doing: the screen, the game, whether time runs.

use crate::games::GAMES;
use bevy::prelude::*;

#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Screen {
    #[default]
    Title,
    /// A screen of a game before its matches, by its name.
    Page(&'static str),
    Replays,
    Match,
}

/// Which game a match is, by its word on the command line. Who enters [`Screen::Match`] sets this as well, in the same
/// frame, unless it is the first game of the list; the mode stays when a match is entered again from a match.
///
/// What begins with a match listens to `OnEnter(Screen::Match)` with `run_if(in_state(Mode::…))`, because
/// `OnEnter(Mode::…)` does not run when a match is begun again.
#[derive(SubStates, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[source(Screen = Screen::Match)]
pub struct Mode(pub &'static str);

impl Default for Mode {
    fn default() -> Self {
        GAMES[0].mode
    }
}

/// What a game does in `FixedUpdate`: one after the other in the order of the list. They never run in the same tick, but
/// their order must be certain all the same.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct GameSystems(pub Mode);

/// A match of a game is on from the next frame.
pub(crate) fn enter_match(world: &mut World, mode: Mode) {
    world.resource_mut::<NextState<Screen>>().set(Screen::Match);
    world.resource_mut::<NextState<Mode>>().set(mode);
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
    for games in GAMES.windows(2) {
        app.configure_sets(FixedUpdate, GameSystems(games[1].mode).after(GameSystems(games[0].mode)));
    }
    app.init_state::<Screen>().init_state::<Paused>().add_sub_state::<Mode>().add_computed_state::<Running>();
    // A new match always begins with running time.
    app.add_systems(OnExit(Screen::Match), |mut next: ResMut<NextState<Paused>>| {
        NextState::set_if_neq(&mut next, Paused(false));
    });
}
