//! News for the programs: what has happened to each of their sides since they looked last.
//!
//! It is gathered at the end of every tick from what the tick has told the world outside, as far as the side can know it, and
//! kept with the match: a saved one goes on with the same news.

use super::BuildingIndex;
use super::bots::Bots;
use super::sight::Seen;
use crate::games::rts::bot::{Body, Event};
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::matches::GameRules;
use crate::games::rts::sim::outcome::Outcome;
use crate::games::rts::sim::sides::Sides;
use crate::games::rts::sim::units::{Kind, Owner, Roster};
use crate::nav::step::UnitId;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Events of one side between two looks at most: what is beyond is not told.
pub(super) const MOST_EVENTS: usize = 200;

/// What has happened to a side, and whom it has met.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct SideNews {
    pub(super) events: Vec<Event>,
    /// Enemies that it has seen and that still are.
    pub(super) met: BTreeSet<UnitId>,
}

/// The news of each side that has a program. On the board entity.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct News(pub(super) Vec<SideNews>);

impl SideNews {
    fn add(&mut self, event: Event) {
        if let Event::Hurt { who, by } = event
            && let Some(Event::Hurt { by: last, .. }) =
                self.events.iter_mut().find(|known| matches!(known, Event::Hurt { who: one, .. } if *one == who))
        {
            *last = by.or(*last);
            return;
        }
        if self.events.len() < MOST_EVENTS {
            self.events.push(event);
        }
    }

    /// Takes what has happened, with the enemies in sight who are new.
    pub(super) fn take(&mut self, foes: &[Body]) -> Vec<Event> {
        for foe in foes {
            if self.met.insert(foe.id) {
                self.add(Event::Seen(foe.id));
            }
        }
        std::mem::take(&mut self.events)
    }
}

impl News {
    pub(super) fn of_sides(count: usize) -> Self {
        Self(vec![SideNews::default(); count])
    }
}

/// Hears what this tick has brought.
pub(super) fn listen(
    rules: Res<GameRules>,
    board: Single<(&Roster, &BuildingIndex, &Sides, Option<&Seen>, &Bots, &mut News), With<Board>>,
    beings: Query<(&Owner, &At, Option<&Kind>, Option<&super::Building>)>,
    mut outcomes: MessageReader<Outcome>,
) {
    let (roster, building_index, sides, seen, bots, mut news) = board.into_inner();
    let find =
        |id: UnitId| roster.entity(id).or_else(|| building_index.entity(id)).and_then(|entity| beings.get(entity).ok());
    let owner = |id: UnitId| find(id).map(|(owner, ..)| owner.0);
    // Whether a side sees somebody.
    let sees = |side: u8, id: UnitId| {
        find(id).is_some_and(|(_, at, kind, building)| {
            let size = kind.map(|kind| rules.0.kind(kind.0).size);
            let size = size.or_else(|| building.map(|building| rules.0.building(building.kind()).size)).unwrap_or(1);
            seen.is_none_or(|seen| seen.grid().is_body_visible(sides.team_mask(side), at.0, size))
        })
    };
    for outcome in outcomes.read() {
        let gone = match outcome {
            Outcome::Died { unit, .. } => Some(*unit),
            Outcome::BuildingGone { building, .. } => Some(*building),
            _ => None,
        };
        if let Some(gone) = gone {
            news.bypass_change_detection().0.iter_mut().for_each(|side| {
                side.met.remove(&gone);
            });
        }
        let (side, event) = match outcome {
            Outcome::Hurt { who, side, by, .. } => (Some(*side), Event::Hurt { who: *who, by: *by }),
            Outcome::Died { unit, side, .. } => (Some(*side), Event::Lost(*unit)),
            Outcome::BuildingGone { building, side, .. } => (Some(*side), Event::Lost(*building)),
            Outcome::BuildingFinished { building } => (owner(*building), Event::Built(*building)),
            Outcome::UnitTrained { unit, .. } => (owner(*unit), Event::Trained(*unit)),
            Outcome::Researched { side, upgrade, .. } => (Some(*side), Event::Researched(*upgrade)),
            Outcome::Refused { side, reason, at } => (*side, Event::Refused { why: reason.text(&rules.0), at: *at }),
            Outcome::Warned { side, reason, at } => {
                (Some(*side), Event::Refused { why: reason.text(&rules.0), at: *at })
            }
            _ => continue,
        };
        let Some(side) = side.filter(|side| bots.0.get(usize::from(*side)).is_some_and(Option::is_some)) else {
            continue;
        };
        let event = match event {
            Event::Hurt { who, by } => Event::Hurt { who, by: by.filter(|by| sees(side, *by)) },
            other => other,
        };
        if let Some(news) = news.bypass_change_detection().0.get_mut(usize::from(side)) {
            news.add(event);
        }
    }
}
