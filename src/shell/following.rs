//! A match in real time over the network as it is played or watched here: what this window orders goes to the server, and
//! ticks run for each batch that is due. In [`Online`] is what the window shows of it.
//!
//! Whoever falls behind runs many batches in a frame, of which nobody wants to hear what has happened in them.

use super::online::{Online, Saying};
use super::states::{Mode, Screen, enter_match};
use crate::net::log::Batch;
use crate::net::{RoomOrder, Tick};
use crate::online::api::Api;
use crate::online::session::{Session, State};
use bevy::app::RunFixedMainLoopSystems;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use std::time::Duration;

/// Time of each frame that is spent on batches, if many are due.
const SLICE: Duration = Duration::from_millis(60);

/// Batches to run above which nobody wants to hear of them.
const UNHEARD: Tick = 10;

/// Batches after which it is looked at how much time of the frame is left.
const PORTION: Tick = 5;

/// The time over which the load of this machine is measured.
const LOAD_OVER: Duration = Duration::from_secs(1);

/// What a game does for a match that is followed.
pub(crate) trait Followed: Send + Sync + 'static {
    type Order: RoomOrder + Send + 'static;

    const MODE: Mode;

    /// The match stands as its description says, and no tick of it has run.
    fn entered(&mut self, world: &mut World);

    /// Goes on from a state.
    ///
    /// # Errors
    /// Why that is not possible, in a sentence.
    fn restore(&mut self, world: &mut World, state: State) -> Result<(), String>;

    /// What this window has ordered since the last call; `seat` is its own one, if it has one.
    fn ordered(&mut self, world: &mut World, seat: Option<u8>) -> Vec<Self::Order>;

    /// Runs a batch.
    fn run(&mut self, world: &mut World, batch: Batch<Self::Order>) -> Ran;

    /// Runs batches by `run` of which nobody hears.
    fn unheard(world: &mut World, run: impl FnOnce(&mut World)) {
        run(world);
    }

    /// The match has been left.
    fn left(world: &mut World);
}

/// What comes of a batch.
pub(crate) struct Ran {
    /// The hash of the state after it, and those of its parts.
    pub(crate) print: Option<(u64, Vec<u64>)>,
    /// The state before the batch to come, if others may ask for it.
    pub(crate) kept: Option<(Tick, Pack)>,
}

/// Makes the bytes of a state, if they are wanted.
pub(crate) type Pack = Box<dyn FnOnce() -> Vec<u8> + Send>;

/// The match over the network that is on.
#[derive(Resource)]
struct Following<F: Followed> {
    game: F,
    session: Session<F::Order>,
    has_entered: bool,
    /// Since when the load is measured, and the time that batches have taken since then.
    load: (Instant, Duration),
    /// In percent.
    last_load: u8,
}

/// Enters a match that runs on a server, by its name there; `version` is that of the game's behaviour and the hash of the rules.
///
/// # Errors
/// What the system says if it has no thread.
pub(crate) fn join<F: Followed>(
    world: &mut World,
    game: F,
    (api, of): (Api, String),
    version: (u32, u64),
    mut online: Online,
) -> Result<(), String> {
    let session = Session::join(api, of, version.0, version.1).map_err(|error| error.to_string())?;
    online.votes = true;
    world.insert_resource(online);
    let load = (Instant::now(), Duration::ZERO);
    world.insert_resource(Following { game, session, has_entered: false, load, last_load: 0 });
    enter_match(world, F::MODE);
    Ok(())
}

pub(crate) fn plugin<F: Followed>(app: &mut App) {
    app.add_systems(
        RunFixedMainLoop,
        follow::<F>
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop)
            .run_if(resource_exists::<Following<F>>.and_then(in_state(F::MODE))),
    )
    .add_systems(OnExit(Screen::Match), leave::<F>.run_if(resource_exists::<Following<F>>));
}

/// What was said last goes out, and the connections end; the server keeps the seat for a while, unless its player has left it.
fn leave<F: Followed>(world: &mut World) {
    let said = world.resource_mut::<Online>().take_sayings();
    if let Some(mut following) = world.remove_resource::<Following<F>>() {
        said.into_iter().filter_map(Saying::frame).for_each(|frame| following.session.say(&frame));
    }
    F::left(world);
    world.remove_resource::<Online>();
}

fn follow<F: Followed>(world: &mut World) {
    world.resource_scope(|world, mut following: Mut<Following<F>>| {
        world.resource_scope(|world, mut online: Mut<Online>| following.follow(world, &mut online));
    });
}

impl<F: Followed> Following<F> {
    fn follow(&mut self, world: &mut World, online: &mut Online) {
        if !self.has_entered {
            self.has_entered = true;
            self.game.entered(world);
            self.session.loaded();
        }
        for event in self.session.poll() {
            let Some(state) = online.hear(event) else { continue };
            match self.game.restore(world, state) {
                Ok(()) => self.session.restored(),
                Err(error) => online.ended = Some(format!("the state of the match cannot be restored: {error}")),
            }
        }
        self.speak(world, online);
        let begun = Instant::now();
        if self.session.condition().behind > UNHEARD {
            F::unheard(world, |world| self.run_due(world, begun));
        } else {
            self.run_due(world, begun);
        }
        self.load.1 += begun.elapsed();
        let over = self.load.0.elapsed();
        if over >= LOAD_OVER {
            self.last_load = (self.load.1.as_secs_f64() / over.as_secs_f64() * 100.0).min(255.0) as u8;
            self.load = (Instant::now(), Duration::ZERO);
        }
        self.session.report(self.last_load, online.away);
        online.condition = self.session.condition();
        online.share = self.session.share();
    }

    /// What the player wants goes to the server.
    fn speak(&mut self, world: &mut World, online: &mut Online) {
        for order in self.game.ordered(world, online.seat) {
            self.session.give(order);
        }
        for frame in online.take_sayings().into_iter().filter_map(Saying::frame) {
            self.session.say(&frame);
        }
    }

    /// Runs the batches that are due. Those for which there is no time in this frame run in the next one.
    fn run_due(&mut self, world: &mut World, begun: Instant) {
        while begun.elapsed() < SLICE {
            let due = self.session.due(PORTION);
            if due.is_empty() {
                return;
            }
            for batch in due {
                let tick = batch.tick;
                let ran = self.game.run(world, batch);
                if let Some((whole, parts)) = ran.print {
                    self.session.executed(tick, whole, parts);
                }
                if let Some((tick, pack)) = ran.kept {
                    self.session.keep(tick, pack);
                }
            }
        }
    }
}
