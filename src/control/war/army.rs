//! Keys that select out of the whole army: idle workers one after the other, everybody who fights.

use super::WarSystems;
use super::field::Field;
use crate::control::bindings::{Action, Press};
use crate::control::camera::{LookAt, MapCamera};
use crate::control::selection::{Selection, visible_rect};
use crate::nav::step::UnitId;
use crate::view::units::middle_of_body;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, select.in_set(WarSystems::Act));
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
