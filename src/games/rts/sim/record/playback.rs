//! A recorded match is played again in place of a new one: its orders come from the recording, and no others are taken.

use super::replay::{Entry, Replay};
use super::snapshot::{Snapshot, Snapshots, take};
use crate::base::brief;
use crate::base::packed::unpack;
use crate::games::rts::sim::door::Door;
use crate::games::rts::sim::matches::{GameRules, MatchClock, MatchSetup};
use crate::games::rts::sim::orders::Issued;
use crate::games::rts::sim::skirmish::listening::Shadow;
use crate::nav::step::Tick;
use crate::shell::states::Paused;
use bevy::prelude::*;
use std::sync::Arc;

#[derive(Resource, Debug, Default)]
pub struct Playback(Option<LoadedReplay>);

#[derive(Debug)]
struct LoadedReplay {
    /// With the word whether it comes after those before it of its tick.
    orders: Vec<(Tick, Issued, bool)>,
    next: usize,
    ticks: Tick,
    /// The saved match that was gone on with in it, if it was one.
    start: Option<Arc<Snapshot>>,
    /// The state at the beginning, as soon as the match is on.
    first: Option<Arc<Snapshot>>,
    /// Whether time stands because it has come to its end, and not because somebody wants it so.
    has_run_out: bool,
    /// Packed states by their ticks.
    snapshots: Vec<(Tick, Packed)>,
    /// The rules that were in force before, for the matches after this one.
    before: GameRules,
}

/// A packed state, and the number of orders of its tick that came before it.
#[derive(Debug)]
struct Packed {
    state: String,
    orders: usize,
}

impl Playback {
    /// Makes the next match a replay: its level and rules come from the recording. Gives the set-up to enter it with.
    ///
    /// # Errors
    /// A sentence with the line and the field, if the level, the rules, the sides, an order or a state in the recording could
    /// not be; `file` is for that only. Nothing has changed then.
    pub fn open(
        &mut self,
        replay: Replay,
        file: &str,
        rules: &mut GameRules,
        snapshots: &mut Snapshots,
    ) -> Result<MatchSetup, String> {
        let header = replay.header.clone();
        let (setup, recorded) = header.set_up().map_err(|problem| format!("{file}: line 1: {}", brief(problem)))?;
        let state = |line: usize, field: &str, (tick, packed): (Tick, &str)| {
            let told = |problem: String| format!("{file}: line {line}: `{field}`: {problem}");
            let snapshot: Snapshot = unpack(packed).map_err(|error| told(error.to_string()))?;
            if snapshot.tick != tick {
                return Err(told(format!("it is of tick {}, expected tick {tick}", snapshot.tick)));
            }
            snapshot.check(&recorded.0, &setup).map(|()| snapshot).map_err(told)
        };
        let start = match &header.start {
            Some((tick, packed)) => Some(Arc::new(state(1, "start", (*tick, packed))?)),
            None => None,
        };
        let ticks = replay.ticks();
        let door = Door::of(&setup, &recorded.0);
        let (mut orders, mut kept) = (Vec::new(), Vec::new());
        // The header is the first line.
        for (line, entry) in (2..).zip(replay.entries) {
            match entry {
                Entry::Order { tick, issued, later } => {
                    door.check(&issued)
                        .map_err(|reason| format!("{file}: line {line}: `order`: {}", reason.text(&recorded.0)))?;
                    orders.push((tick, issued, later));
                }
                Entry::Snapshot { tick, state: packed } => {
                    state(line, "snapshot", (tick, &packed))?;
                    kept.push((tick, Packed { state: packed, orders: orders.len() }));
                }
                Entry::Print { .. } | Entry::Decided { .. } => {}
            }
        }
        self.close(rules);
        *snapshots = Snapshots::default();
        let before = std::mem::replace(rules, recorded);
        self.0 = Some(LoadedReplay {
            orders,
            next: 0,
            ticks,
            start,
            first: None,
            has_run_out: false,
            snapshots: kept,
            before,
        });
        Ok(setup)
    }

    /// The next match is played, not played again, and by the rules of before.
    pub fn close(&mut self, rules: &mut GameRules) {
        if let Some(loaded) = self.0.take() {
            *rules = loaded.before;
        }
    }

    /// The tick after the last one of the recording, if there is one.
    pub fn ticks(&self) -> Option<Tick> {
        self.0.as_ref().map(|loaded| loaded.ticks)
    }

    /// The first tick of the recording: 0, or that at which a saved match went on.
    pub fn first(&self) -> Tick {
        self.0.as_ref().and_then(|loaded| loaded.start.as_ref()).map_or(0, |start| start.tick)
    }

    pub fn snapshots(&self) -> usize {
        self.0.as_ref().map_or(0, |loaded| loaded.snapshots.len())
    }

    /// The latest kept state that is not after a tick, with the number of orders that came before it, if it is after another
    /// tick. All have been read once, when the recording was opened; they are kept packed because they are large.
    pub(crate) fn nearest(&mut self, target: Tick, after: Option<Tick>) -> Option<(Arc<Snapshot>, usize)> {
        let loaded = self.0.as_mut()?;
        let is_wanted = |tick: Tick| tick <= target && after.is_none_or(|after| tick > after);
        let kept = loaded.snapshots.iter().rfind(|(tick, _)| is_wanted(*tick));
        if let Some((_, packed)) = kept
            && let Ok(snapshot) = unpack::<Snapshot>(&packed.state)
        {
            return Some((Arc::new(snapshot), packed.orders));
        }
        loaded.first.clone().filter(|first| is_wanted(first.tick)).map(|first| (first, 0))
    }

    /// The next order up to a tick.
    pub(super) fn next_order(&mut self, tick: Tick) -> Option<(Issued, bool)> {
        let loaded = self.0.as_mut()?;
        let (_, issued, later) = loaded.orders.get(loaded.next).filter(|(due, ..)| *due <= tick)?;
        loaded.next += 1;
        Some((issued.clone(), *later))
    }

    /// The orders go on after so many.
    pub(crate) fn wind(&mut self, orders: usize) {
        if let Some(loaded) = &mut self.0 {
            loaded.next = orders;
        }
    }
}

pub(crate) fn is_on(playback: Res<Playback>) -> bool {
    playback.0.is_some()
}

/// Whenever the match is entered, again too, it goes on from where the recording does.
pub(super) fn rewind(playback: Res<Playback>, mut snapshots: ResMut<Snapshots>) {
    if let Some(start) = playback.0.as_ref().and_then(|loaded| loaded.start.clone()) {
        snapshots.begin_with(start);
    }
}

/// The recording is at its beginning.
pub(super) fn begin(world: &mut World) {
    let first = take(world).map(Arc::new);
    if let Some(end) = world.resource::<Playback>().ticks() {
        world.insert_resource(Shadow::until(end));
    }
    if let Some(loaded) = &mut world.resource_mut::<Playback>().0 {
        loaded.next = 0;
        loaded.first = first;
        loaded.has_run_out = false;
    }
}

/// There is nothing to be seen after the last tick: time stands there, and goes on when one has gone back from it.
pub(super) fn stand_at_the_end(
    mut playback: ResMut<Playback>,
    clock: Res<MatchClock>,
    paused: Res<State<Paused>>,
    mut next: ResMut<NextState<Paused>>,
) {
    // It is looked at in every frame, and hardly ever changed.
    let Some(loaded) = &mut playback.bypass_change_detection().0 else { return };
    let is_at_end = clock.tick() >= loaded.ticks;
    if is_at_end && !paused.get().0 {
        loaded.has_run_out = true;
        next.set(Paused(true));
    } else if !is_at_end && std::mem::take(&mut loaded.has_run_out) {
        next.set(Paused(false));
    }
}
