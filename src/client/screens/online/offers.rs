//! What who plays at a table can ask of the other: a draw, a turn back, another match; and how one gives up. Buttons below the
//! panel of players.

use crate::client::kit::Art;
use crate::client::kit::layout;
use crate::client::kit::widgets::{Tip, choice_button};
use crate::net::table::{Offer, Wish};
use crate::shell::online::Online;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// Wants something of the table when it is pressed. What cannot be taken back is asked for twice.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferButton(pub Wish);

/// What was pressed once and has to be pressed again.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sure(Option<Wish>);

/// Where the buttons are, and which.
#[derive(Component, Debug, Default, PartialEq, Eq)]
pub(super) struct Offers(Option<(Vec<Wish>, Sure)>);

/// The line of the buttons, still without them.
pub(super) fn line() -> impl Bundle {
    (Offers::default(), Node { justify_content: JustifyContent::End, flex_wrap: FlexWrap::Wrap, ..layout::line(4.0) })
}

/// What can be wanted now.
pub fn wishes(online: &Online) -> Vec<Wish> {
    let Some(seat) = online.seat.filter(|_| online.at_table && online.ended.is_none()) else { return Vec::new() };
    if online.over.is_some() {
        return if online.goes_on { Vec::new() } else { vec![Wish::Offer(Offer::Rematch)] };
    }
    let is_alone = online.presence.get(usize::from(1 - seat.min(1))).is_some_and(|other| other.lanes == 0);
    let end = if online.is_fresh { Wish::Abort } else { Wish::Resign };
    // Who has days for a turn is not gone.
    let claim = (is_alone && !online.is_fresh && !online.is_by_days).then_some(Wish::Claim);
    [Wish::Offer(Offer::Draw), Wish::Offer(Offer::TakeBack)].into_iter().chain(claim).chain([end]).collect()
}

const fn label(wish: Wish) -> [&'static str; 2] {
    match wish {
        Wish::Offer(Offer::Draw) => ["Draw", "Offers a draw"],
        Wish::Offer(Offer::TakeBack) => {
            ["Take back", "Asks for the last own turn back; only in matches without a rating"]
        }
        Wish::Offer(Offer::Rematch) => ["Rematch", "Offers another match, in which who began is second"],
        Wish::Abort => ["Call off", "Ends the match before both have moved; it counts for nobody"],
        Wish::Claim => ["Claim the win", "The other has been gone for a minute"],
        Wish::Resign => ["Resign", "Gives the match up"],
        Wish::Agree(_) | Wish::Decline(_) => ["", ""],
    }
}

/// Puts the buttons there that are wanted now.
pub(super) fn show(
    online: Res<Online>,
    sure: Res<Sure>,
    art: Res<Art>,
    mut lines: Query<(Entity, &mut Offers)>,
    mut commands: Commands,
) {
    let wanted = Some((wishes(&online), *sure));
    for (line, mut offers) in lines.iter_mut().filter(|(_, offers)| offers.0 != wanted) {
        commands.entity(line).despawn_children().with_children(|line| {
            for wish in wanted.iter().flat_map(|(wishes, _)| wishes).copied() {
                let [name, about] = label(wish);
                let name = if sure.0 == Some(wish) { format!("{name}: sure?") } else { name.into() };
                let mut button =
                    line.spawn((choice_button(&art, &name), OfferButton(wish), Tip::new(about), observe(press)));
                // It is for the mouse: the keys of a match are not for walking.
                button.remove::<TabIndex>();
                button.entry::<Node>().and_modify(|mut node| node.height = px(26));
            }
        });
        offers.0.clone_from(&wanted);
    }
}

fn press(activate: On<Activate>, buttons: Query<&OfferButton>, online: Option<ResMut<Online>>, mut sure: ResMut<Sure>) {
    let (Ok(OfferButton(wish)), Some(mut online)) = (buttons.get(activate.entity), online) else { return };
    let is_final = matches!(wish, Wish::Resign | Wish::Abort);
    if is_final && sure.0 != Some(*wish) {
        sure.0 = Some(*wish);
        return;
    }
    sure.0 = None;
    online.wish(*wish);
}
