//! The match is recorded, in memory for the result screen and as a file beside the other replays.

use super::battle::Battle;
use super::phase::Phase;
use crate::games::tanks::order::Order;
use crate::games::tanks::replay::TanksReplay;
use crate::games::tanks::setup::Setup;
use crate::games::tanks::stage::Stage;
use crate::games::tanks::world::World;
use crate::shell::recording::{NotRecorded, RecordTo};
use crate::table::RecordFile;
use bevy::prelude::*;
use std::sync::Arc;

/// What was played so far.
#[derive(Component, Debug, Clone)]
pub struct Record(Arc<TanksReplay>);

impl Record {
    pub(super) fn new(setup: &Setup, stage: &Stage) -> Self {
        Self(Arc::new(TanksReplay::new(setup, stage)))
    }

    pub(super) fn watched(replay: &Arc<TanksReplay>) -> Self {
        Self(replay.clone())
    }

    /// A match that goes on from what was played of it.
    pub(super) fn going_on(replay: TanksReplay) -> Self {
        Self(Arc::new(replay))
    }

    /// A tick was played: the orders that came into force in it, and how it was afterwards.
    pub(super) fn passed(&mut self, orders: &[Order], after: &World) {
        Arc::make_mut(&mut self.0).push(orders, after);
    }

    pub fn replay(&self) -> &Arc<TanksReplay> {
        &self.0
    }
}

/// A recorded match to look at instead of playing one: the table begins with it as long as it is there.
#[derive(Resource, Debug, Clone, Default)]
pub struct Watched(pub Option<Arc<TanksReplay>>);

/// Begins the file of a new match.
pub(super) fn begin(watched: Res<Watched>, mut file: ResMut<RecordFile>) {
    file.begin(watched.0.is_none());
}

/// Writes the match when it is decided.
pub(super) fn write(
    table: Option<Single<(&Battle, &Record, &Phase), Changed<Phase>>>,
    (mut file, mut target): (ResMut<RecordFile>, ResMut<RecordTo>),
    mut told: MessageWriter<NotRecorded>,
) {
    let Some(table) = table else { return };
    let (battle, record, phase) = *table;
    if matches!(phase, Phase::Ending { .. }) {
        let written = file.write((&mut target, "tanks"), 1, || Ok(record.0.text(battle.world())));
        told.write_batch(written.err());
    }
}
