//! ESC leaves what is planned on the board, then the hint.

use super::Intent;
use crate::client::input::ControlSystems;
use crate::client::input::escape::Escape;
use crate::games::tactics::plugin::{Advice, TacticsControl};
use crate::shell::states::Mode;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, leave.in_set(ControlSystems::Act));
}

fn leave(
    mut escape: Escape,
    mut intent: ResMut<Intent>,
    advice: Option<Single<&Advice>>,
    mut orders: MessageWriter<TacticsControl>,
) {
    escape.listen(Some(Mode::TACTICS), || {
        if intent.leave() {
            return true;
        }
        let is_advised = advice.as_ref().is_some_and(|advice| advice.hint().is_some() || advice.is_thinking());
        if is_advised {
            orders.write(TacticsControl::DismissHint);
        }
        is_advised
    });
}
