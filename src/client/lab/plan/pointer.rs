//! The pointer on the boards: it chooses agents, and turns space and time.

use super::show::agent_at;
use super::{Hovered, Plans};
use crate::client::lab::playback::Playback;
use crate::client::lab::stage::{BoardPointer, PointerKind};
use bevy::prelude::*;

/// Radians a unit of the picture, times half of its width.
const TURN: f32 = 2.2;

pub(super) fn point(
    mut pointers: MessageReader<BoardPointer>,
    mut plans: ResMut<Plans>,
    playback: Res<Playback>,
    mut hovered: ResMut<Hovered>,
    mut held: Local<Option<(f32, f32)>>,
) {
    for pointer in pointers.read() {
        let Some((recording, is_map)) = plans.on_board(pointer.pane) else { continue };
        let run = recording.run.clone();
        let place = pointer.pane / plans.view.boards();
        match pointer.kind {
            PointerKind::Leave => _ = hovered.set_if_neq(Hovered::default()),
            PointerKind::Hover if is_map => _ = hovered.set_if_neq(Hovered(Some((place, pointer.cell())))),
            PointerKind::Hover => _ = hovered.set_if_neq(Hovered::default()),
            PointerKind::Press if is_map => plans.agent = agent_at(&run, pointer.cell(), playback.position),
            PointerKind::Press => *held = Some(pointer.at),
            PointerKind::Release => *held = None,
            PointerKind::Drag => {
                let Some((x, y)) = held.replace(pointer.at).filter(|_| !is_map) else { continue };
                let half = f32::from(run.instance.passable.width().max(run.instance.passable.height())) / 2.0;
                let (dx, dy) = ((pointer.at.0 - x) / half.max(1.0) * TURN, (pointer.at.1 - y) / half.max(1.0) * TURN);
                plans.eye.turned -= dx;
                plans.eye.raised = (plans.eye.raised + dy).clamp(0.05, std::f32::consts::FRAC_PI_2);
            }
        }
    }
}
