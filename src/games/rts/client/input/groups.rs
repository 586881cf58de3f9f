//! Control groups 0 to 9.

use super::selection::{DOUBLE, Selection};
use super::tools::{Tool, Toolbox};
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::camera::{LookAt, middle_of};
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{MatchResource, RtsSystems};
use crate::nav::step::UnitId;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The units and buildings of each group.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Groups([BTreeSet<UnitId>; 10]);

impl Groups {
    pub fn sizes(&self) -> [usize; 10] {
        std::array::from_fn(|number| self.0[number].len())
    }

    pub(super) fn keep_only(&mut self, is_wanted: impl Fn(UnitId) -> bool) {
        self.0.iter_mut().for_each(|group| group.retain(|unit| is_wanted(*unit)));
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<Groups>().add_systems(Update, (drop_the_dead, use_groups).chain().in_set(RtsSystems::Act));
}

/// Whoever is gone belongs to no group any more.
fn drop_the_dead(skirmish: SkirmishView, mut groups: ResMut<Groups>) {
    if !groups.0.iter().flatten().all(|unit| skirmish.exists(*unit)) {
        groups.keep_only(|unit| skirmish.exists(unit));
    }
}

fn use_groups(
    mut presses: MessageReader<Press<RtsAction>>,
    toolbox: Res<Toolbox>,
    skirmish: SkirmishView,
    time: Res<Time<Real>>,
    mut groups: ResMut<Groups>,
    mut selection: ResMut<Selection>,
    mut last: Local<Option<(f32, u8)>>,
    mut look: MessageWriter<LookAt>,
) {
    for Press(action) in presses.read() {
        match *action {
            RtsAction::SetGroup(number) => groups.0[usize::from(number)] = selection.iter().collect(),
            RtsAction::AddGroup(number) => groups.0[usize::from(number)].extend(selection.iter()),
            // With the editing tools in hand the digits choose terrain and kinds.
            RtsAction::Group(number) if toolbox.tool == Tool::Command => {
                let group = &groups.0[usize::from(number)];
                if group.is_empty() {
                    continue;
                }
                selection.set(group.iter().copied());
                let now = time.elapsed_secs();
                if last.is_some_and(|(then, tapped)| tapped == number && now - then <= DOUBLE)
                    && let Some(middle) = middle_of(&selection, &skirmish)
                {
                    look.write(LookAt(middle));
                }
                *last = Some((now, number));
            }
            _ => {}
        }
    }
}
