//! Keys that select out of the whole army: idle workers one after the other, everybody who fights.

use super::SkirmishSystems;
use super::kinds::Subgroups;
use super::queries::SkirmishView;
use crate::client::input::bindings::Press;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::camera::LookAt;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::selection::Selection;
use crate::nav::step::UnitId;
use bevy::prelude::*;

/// The portrait of one of the selected was clicked.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pick {
    pub id: UnitId,
    /// Take it out, instead of selecting it alone.
    pub(crate) removes: bool,
    pub(crate) of_kind: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Pick>().add_systems(Update, (select, pick).in_set(SkirmishSystems::Act));
}

fn pick(mut picks: MessageReader<Pick>, groups: Res<Subgroups>, mut selection: ResMut<Selection>) {
    for Pick { id, removes, of_kind } in picks.read() {
        let kind = groups.list().iter().find(|(_, members)| members.contains(id)).map(|(_, members)| members);
        let meant: Vec<UnitId> = if *of_kind { kind.cloned().unwrap_or_default() } else { vec![*id] };
        let left: Vec<UnitId> =
            if *removes { selection.iter().filter(|id| !meant.contains(id)).collect() } else { meant };
        selection.set(left);
    }
}

fn select(
    skirmish: SkirmishView,
    mut presses: MessageReader<Press<RtsAction>>,
    frame: Res<Frame>,
    mut selection: ResMut<Selection>,
    mut look: MessageWriter<LookAt>,
) {
    for Press(action) in presses.read() {
        match action {
            RtsAction::IdleWorker => {
                let idle = skirmish.idle_workers();
                let last: Option<UnitId> = selection.iter().next().filter(|_| selection.len() == 1);
                let next = idle.iter().find(|id| last.is_some_and(|last| **id > last)).or(idle.first());
                let Some(unit) = next.and_then(|id| skirmish.unit(*id)) else { continue };
                let place = skirmish.unit_area(&unit).middle();
                selection.set([unit.id.0]);
                // The view follows only to what it does not show.
                if !frame.rect.contains(place) {
                    look.write(LookAt(place));
                }
            }
            RtsAction::SelectArmy => {
                let army = skirmish.units.iter().filter(|unit| {
                    let kind = skirmish.rules().kind(unit.kind.0);
                    unit.owner.0 == skirmish.player.side
                        && !kind.works
                        && (kind.weapon.is_some() || kind.heals.is_some())
                });
                selection.set(army.map(|unit| unit.id.0));
            }
            _ => {}
        }
    }
}
