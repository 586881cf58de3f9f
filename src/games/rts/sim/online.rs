//! A match over the network as it is played or watched here: what this window orders goes to the server, and a tick runs for
//! each batch that is due. In [`Online`] is what the window shows of it.
//!
//! Whoever falls behind runs many ticks in a frame, of which nobody wants to hear what has happened in them.

use super::description::{BEHAVIOUR, described, read_state, rules_of};
use super::lockstep::Lockstep;
use super::matches::{GameRules, MatchClock, MatchSetup};
use super::orders::OrderQueue;
use super::record::exchange::Exchange;
use super::record::fingerprint::Prints;
use super::record::rejoining::go_on_from;
use super::record::replay::Header;
use super::record::saves::play_by;
use super::record::seeking::unheard;
use super::record::snapshot::{Snapshot, take};
use crate::base::packed::pack;
use crate::games::rts::wire::WireOrder;
use crate::net::log::Batch;
use crate::net::{CHECK_EVERY, Tick};
use crate::online::api::Api;
use crate::online::session::{Session, State};
use crate::shell::online::{Online, Saying};
use crate::shell::states::{Mode, Screen, enter_match};
use bevy::app::RunFixedMainLoopSystems;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Time of each frame that is spent on ticks, if many are due.
const SLICE: Duration = Duration::from_millis(60);

/// Ticks to run above which nobody wants to hear of them.
const UNHEARD: Tick = 10;

/// Ticks after which it is looked at how much time of the frame is left.
const PORTION: Tick = 5;

/// The time over which the load of this machine is measured.
const LOAD_OVER: Duration = Duration::from_secs(1);

/// The match over the network that is on.
#[derive(Resource)]
struct Following {
    session: Session<WireOrder>,
    /// The state in which the match begins, once it is entered.
    beginning: Option<Arc<Snapshot>>,
    /// Since when the load is measured, and the time that ticks have taken since then.
    load: (Instant, Duration),
    /// In percent.
    last_load: u8,
}

/// The description of the match that is set up.
///
/// # Errors
/// Why there is none, in a sentence.
pub fn describe(world: &World) -> Result<Vec<u8>, String> {
    let setup = world.get_resource::<MatchSetup>().ok_or("no match is set up")?;
    let header = Header::of(setup, &world.resource::<GameRules>().0, None);
    let description = serde_json::to_vec(&header).map_err(|error| error.to_string())?;
    described(&description).map(|_| description)
}

/// Enters a match that runs on a server, by its name there and its description.
///
/// # Errors
/// Why it cannot be entered, in a sentence.
pub fn join(world: &mut World, api: Api, of: String, description: &[u8], online: Online) -> Result<(), String> {
    let (setup, rules) = described(description)?;
    let session = Session::join(api, of, BEHAVIOUR, rules_of(description)?).map_err(|error| error.to_string())?;
    play_by(world, GameRules(Arc::new(rules)));
    world.insert_resource(setup);
    world.insert_resource(Lockstep::default());
    world.insert_resource(online);
    let load = (Instant::now(), Duration::ZERO);
    world.insert_resource(Following { session, beginning: None, load, last_load: 0 });
    enter_match(world, Mode::RTS);
    Ok(())
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        RunFixedMainLoop,
        follow
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop)
            .run_if(resource_exists::<Following>.and_then(in_state(Mode::RTS))),
    )
    .add_systems(OnExit(Screen::Match), leave.run_if(resource_exists::<Following>));
}

/// What was said last goes out, and the connections end; the server keeps the seat for a while, unless its player has left it.
fn leave(mut following: ResMut<Following>, mut online: ResMut<Online>, mut commands: Commands) {
    for frame in online.take_sayings().into_iter().filter_map(Saying::frame) {
        following.session.say(&frame);
    }
    commands.remove_resource::<Following>();
    commands.remove_resource::<Lockstep>();
    commands.remove_resource::<Online>();
}

fn follow(world: &mut World) {
    world.resource_scope(|world, mut following: Mut<Following>| {
        world.resource_scope(|world, mut online: Mut<Online>| following.follow(world, &mut online));
    });
}

impl Following {
    fn follow(&mut self, world: &mut World, online: &mut Online) {
        if self.beginning.is_none() {
            self.beginning = take(world).map(Arc::new);
            self.session.loaded();
        }
        for event in self.session.poll() {
            let Some(state) = online.hear(event) else { continue };
            match self.restore(world, state) {
                Ok(()) => self.session.restored(),
                Err(error) => online.ended = Some(format!("the state of the match cannot be restored: {error}")),
            }
        }
        self.speak(world, online);
        let begun = Instant::now();
        if self.session.condition().behind > UNHEARD {
            unheard(world, |world| self.run_due(world, begun));
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

    fn restore(&self, world: &mut World, state: State) -> Result<(), String> {
        let state = match (state, &self.beginning) {
            (State::Snapshot { bytes, .. }, _) => {
                let (setup, rules) = (world.resource::<MatchSetup>(), &world.resource::<GameRules>().0);
                Arc::new(read_state(&bytes, setup, rules)?)
            }
            // It is there already.
            (State::Beginning, _) if world.resource::<MatchClock>().tick() == 0 => return Ok(()),
            (State::Beginning, Some(beginning)) => beginning.clone(),
            (State::Beginning, None) => return Err("the match has not been entered".into()),
        };
        go_on_from(world, state)
    }

    /// What the player wants goes to the server.
    fn speak(&mut self, world: &mut World, online: &mut Online) {
        let ordered = world.resource_scope(|world, mut lockstep: Mut<Lockstep>| {
            lockstep.take_outbox(&mut world.resource_mut::<OrderQueue>())
        });
        // Who watches commands nobody.
        for (_, order) in ordered.into_iter().filter(|(side, _)| Some(*side) == online.seat) {
            for portion in WireOrder::portions(order) {
                self.session.give(portion);
            }
        }
        for frame in online.take_sayings().into_iter().filter_map(Saying::frame) {
            self.session.say(&frame);
        }
    }

    /// Runs the ticks that are due. Those for which there is no time in this frame run in the next one.
    fn run_due(&mut self, world: &mut World, begun: Instant) {
        while begun.elapsed() < SLICE {
            let due = self.session.due(PORTION);
            if due.is_empty() {
                return;
            }
            due.into_iter().for_each(|batch| self.run(world, batch));
        }
    }

    fn run(&mut self, world: &mut World, batch: Batch<WireOrder>) {
        let tick = batch.tick;
        let orders = batch.entries.into_iter().map(|entry| (entry.seat, entry.order));
        world.resource_mut::<Lockstep>().provide(orders);
        world.run_schedule(FixedUpdate);
        if let Some(print) = world.resource::<Prints>().last() {
            self.session.executed(tick, print.whole(), print.parts().into());
        }
        let next = world.resource::<MatchClock>().tick();
        if next.is_multiple_of(CHECK_EVERY)
            && let Some(state) = world.resource::<Exchange>().state(next)
        {
            let state = state.clone();
            // A state that is kept has a form: the server has it in its snapshots.
            self.session.keep(next, move || pack(&*state).unwrap_or_default().into_bytes());
        }
    }
}
