//! The kinds in a selection. One of them is active: the card shows what it can do. TAB goes on to the next.

use super::SkirmishSystems;
use super::queries::SkirmishView;
use crate::base::wording::capitalised;
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::stage::MatchResource;
use crate::games::rts::rules::{BuildingId, KindId, Rules};
use crate::nav::step::UnitId;
use bevy::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Unit(KindId),
    Building(BuildingId),
}

impl Class {
    /// Its name for players.
    pub fn title(self, rules: &Rules) -> String {
        capitalised(match self {
            Self::Unit(kind) => rules.kind(kind).title(),
            Self::Building(kind) => &rules.building(kind).title,
        })
    }

    /// Fighters before workers before buildings, the dearest first.
    fn weight(self, rules: &Rules) -> (u8, Reverse<u32>) {
        match self {
            Self::Unit(kind) => {
                let kind = rules.kind(kind);
                (u8::from(kind.works), Reverse(kind.cost.worth()))
            }
            Self::Building(kind) => {
                let kind = rules.building(kind);
                let makes = !kind.trains.is_empty() || !kind.researches.is_empty();
                (3 - u8::from(makes), Reverse(kind.cost.worth()))
            }
        }
    }
}

/// The kinds of the selected, the most important first.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Subgroups {
    list: Vec<(Class, Vec<UnitId>)>,
    active: usize,
}

impl Subgroups {
    pub fn list(&self) -> &[(Class, Vec<UnitId>)] {
        &self.list
    }

    /// The kind whose card is shown.
    pub fn active(&self) -> Option<Class> {
        self.list.get(self.active).map(|(class, _)| *class)
    }
    pub fn members(&self) -> &[UnitId] {
        self.list.get(self.active).map_or(&[], |(_, members)| members)
    }

    /// All selected in the order in which panels show them.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (Class, UnitId)> {
        self.list.iter().flat_map(|(class, members)| members.iter().map(|id| (*class, *id)))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Subgroups>().add_systems(Update, (cycle, sort).chain().in_set(SkirmishSystems::Know));
}

fn cycle(mut presses: MessageReader<Press<RtsAction>>, mut groups: ResMut<Subgroups>) {
    let times = presses.read().filter(|press| press.0 == RtsAction::Cycle).count();
    if times > 0 && groups.list.len() > 1 {
        groups.active = (groups.active + times) % groups.list.len();
    }
}

pub(super) fn sort(skirmish: SkirmishView, selection: Res<Selection>, mut groups: ResMut<Subgroups>) {
    let mut members: BTreeMap<Class, Vec<UnitId>> = BTreeMap::new();
    for id in selection.iter() {
        if let Some(class) = skirmish.class_of(id) {
            members.entry(class).or_default().push(id);
        }
    }
    let mut list: Vec<_> = members.into_iter().collect();
    list.sort_by_key(|(class, _)| (class.weight(skirmish.rules()), *class));
    let before = groups.active();
    // A new selection begins with its first kind; who dies leaves the others as they are.
    let is_kept = list.iter().any(|(_, members)| members.iter().any(|id| groups.members().contains(id)));
    let active = list.iter().position(|(class, _)| Some(*class) == before).filter(|_| is_kept).unwrap_or(0);
    groups.set_if_neq(Subgroups { list, active });
}
