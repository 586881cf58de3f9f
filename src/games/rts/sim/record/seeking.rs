//! Going to any moment of a recorded match, forwards and backwards.
//!
//! The match jumps to the nearest snapshot of the recording before that moment, unless it is nearer already, and runs on
//! from there as fast as it can: for a part of each frame, so that the window stays alive and can show how far it is.

use super::playback::Playback;
use super::snapshot::{Snapshot, restore};
use crate::base::Cell;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::lockstep::Lockstep;
use crate::games::rts::sim::matches::MatchClock;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::skirmish::listening::{Listening, Shadow};
use crate::nav::step::Tick;
use crate::shell::states::Running;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use std::collections::BTreeSet;
use std::time::Duration;

/// The wish to be at a tick of the recording that is shown; earlier than its beginning is its beginning, later than its end
/// is its end. Nothing happens without one.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeekTo(pub Tick);

/// Whether the match is on its way to another moment.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seeking {
    target: Option<Tick>,
    from: Tick,
    /// Whether a tick runs now for the sake of it.
    runs: bool,
}

impl Seeking {
    /// Where it goes, and the ticks that it has run and has to run; `None` if it goes nowhere.
    pub fn progress(&self, clock: MatchClock) -> Option<(Tick, Tick, Tick)> {
        let target = self.target?;
        Some((target, clock.tick().saturating_sub(self.from), target.saturating_sub(self.from)))
    }
}

/// Time of each frame that is spent on the way.
const SLICE: Duration = Duration::from_millis(60);

/// Whether the tick of the simulation runs: over the network when its batch is there; else while time runs, not while the match is on its way to another moment, and never
/// beyond the last tick of a recording.
pub(crate) fn time_runs(
    running: Option<Res<State<Running>>>,
    seeking: Res<Seeking>,
    playback: Res<Playback>,
    clock: Res<MatchClock>,
    lockstep: Option<Res<Lockstep>>,
) -> bool {
    if let Some(lockstep) = lockstep {
        return lockstep.runs();
    }
    if playback.ticks().is_some_and(|last| clock.tick() >= last) {
        return false;
    }
    if seeking.target.is_some() { seeking.runs } else { running.is_some() }
}

/// Takes up the latest wish, and goes on with the one that is on.
pub(super) fn seek(world: &mut World) {
    let wish = world.resource_mut::<Messages<SeekTo>>().drain().last();
    let playback = world.resource::<Playback>();
    let (first, Some(end)) = (playback.first(), playback.ticks()) else { return };
    if let Some(SeekTo(target)) = wish
        && let Err(problem) = depart(world, target.min(end).max(first))
    {
        warn!("the recording stays where it is: {problem}");
        *world.resource_mut::<Seeking>() = Seeking::default();
    }
    if world.resource::<Seeking>().target.is_some() {
        let begin = Instant::now();
        run_while(world, || begin.elapsed() < SLICE);
    }
}

/// Runs on the way until it is at its end, or something does not hold any more.
fn run_while(world: &mut World, goes_on: impl Fn() -> bool) {
    unheard(world, |world| {
        while world.resource::<Seeking>().target.is_some() && goes_on() {
            run_tick(world);
        }
    });
}

/// Runs ticks of which nobody wants to hear what has happened in them; only the picture of the ground follows it.
pub(crate) fn unheard(world: &mut World, run: impl FnOnce(&mut World)) {
    let mut boards = world.query_filtered::<&TerrainGrid, With<Board>>();
    let version = boards.single(world).map_or(0, TerrainGrid::version);
    run(world);
    let mut changed: BTreeSet<Cell> = boards
        .single(world)
        .map_or_else(|_| BTreeSet::new(), |terrain| terrain.edits_since(version).iter().copied().collect());
    let mut messages = world.resource_mut::<Messages<Outcome>>();
    for outcome in messages.drain() {
        if let Outcome::TerrainChanged { cells } = outcome {
            changed.extend(cells);
        }
    }
    if !changed.is_empty() {
        messages.write(Outcome::TerrainChanged { cells: changed.into_iter().collect() });
    }
}

/// Goes on from a state; who remembers what was before forgets it.
pub(super) fn jump(world: &mut World, snapshot: &Snapshot) -> Result<(), String> {
    restore(world, snapshot)?;
    world.resource_mut::<Shadow>().leap();
    world.resource_mut::<Listening>().forget();
    Ok(())
}

/// Jumps to where the way to a tick begins.
fn depart(world: &mut World, target: Tick) -> Result<(), String> {
    let now = world.resource::<MatchClock>().tick();
    let after = (now <= target).then_some(now);
    let nearest = world.resource_mut::<Playback>().nearest(target, after);
    match nearest {
        Some((snapshot, orders)) => {
            jump(world, &snapshot)?;
            world.resource_mut::<Playback>().wind(orders);
        }
        None if now > target => return Err("there is nothing before this moment in it.".into()),
        None => {}
    }
    let from = world.resource::<MatchClock>().tick();
    *world.resource_mut::<Seeking>() = Seeking { target: (from < target).then_some(target), from, runs: false };
    Ok(())
}

/// One tick on the way.
fn run_tick(world: &mut World) {
    world.resource_mut::<Seeking>().runs = true;
    world.run_schedule(FixedUpdate);
    let now = world.resource::<MatchClock>().tick();
    let mut seeking = world.resource_mut::<Seeking>();
    seeking.runs = false;
    if seeking.target.is_some_and(|target| now >= target) {
        seeking.target = None;
    }
}

/// Goes to a tick of the recording at once, however long it takes.
///
/// # Errors
/// A sentence, if there is no recording or no state in it from which to go.
pub fn seek_now(world: &mut World, target: Tick) -> Result<(), String> {
    let playback = world.resource::<Playback>();
    let first = playback.first();
    let Some(end) = playback.ticks() else { return Err("There is no recording.".into()) };
    depart(world, target.min(end).max(first))?;
    run_while(world, || true);
    Ok(())
}
