//! Keys that select out of the whole army: idle workers one after the other, everybody who fights.

use super::SkirmishSystems;
use super::field::Field;
use super::kinds::Subgroups;
use crate::client::input::bindings::{Action, Press};
use crate::client::stage::MapCamera;
use crate::games::rts::client::input::camera::LookAt;
use crate::games::rts::client::input::selection::{Selection, visible_rect};
use crate::games::rts::client::view::units::middle_of_body;
use crate::nav::step::UnitId;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

/// The portrait of one of the selected was clicked.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pick {
    /// Whose.
    pub id: UnitId,
    /// Take it out, instead of selecting it alone.
    pub removes: bool,
    /// Mean everybody of its kind.
    pub of_kind: bool,
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
    field: Field,
    mut presses: MessageReader<Press>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Transform, &Projection), With<MapCamera>>,
    mut selection: ResMut<Selection>,
    mut look: MessageWriter<LookAt>,
) {
    for Press(action) in presses.read() {
        match action {
            Action::IdleWorker => {
                let idle = field.idle_workers();
                let last: Option<UnitId> = selection.iter().next().filter(|_| selection.len() == 1);
                let next = idle.iter().find(|id| last.is_some_and(|last| **id > last)).or(idle.first());
                let Some(man) = next.and_then(|id| field.man(*id)) else { continue };
                let place = middle_of_body(man.at.0, field.rules().kind(man.kind.0).size);
                selection.set([man.id.0]);
                // The view follows only to what it does not show.
                if !visible_rect(camera.0, camera.1, &window).contains(place) {
                    look.write(LookAt(place));
                }
            }
            Action::SelectArmy => {
                let army = field.men.iter().filter(|man| {
                    let kind = field.rules().kind(man.kind.0);
                    man.owner.0 == field.player.side && !kind.works && (kind.weapon.is_some() || kind.heals.is_some())
                });
                selection.set(army.map(|man| man.id.0));
            }
            _ => {}
        }
    }
}
