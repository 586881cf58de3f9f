//! The card of commands: twelve keys with pictures and the letters that do the same.

use super::{SkirmishHudSystems, pictures};
use crate::client::kit::widgets::{Buttons, Look, button, set_shown, written};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::skirmish::act::UseSlot;
use crate::games::rts::client::input::skirmish::card::{Card, SLOTS, Slot, SlotPicture};
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::INNER;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CardKey(pub(super) usize);

const KEY: f32 = 53.0;
const GAP: f32 = 5.0;
/// Side of the picture on a key.
const PICTURE: f32 = 38.0;
/// Side of the picture in its corner of what a building is for.
const PURPOSE: f32 = 20.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(SkirmishHudSystems));
}

/// Width of the whole panel with its padding.
pub(super) const WIDTH: f32 = KEY * 4.0 + GAP * 3.0 + 24.0;

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art) {
    let panel = Node {
        grid_template_columns: RepeatedGridTrack::px(4, KEY),
        grid_template_rows: RepeatedGridTrack::px(3, KEY),
        height: px(INNER + 24.0),
        flex_shrink: 0.0,
        ..layout::grid(4, GAP)
    };
    bottom.spawn(theme::panel(art, panel)).with_children(|grid| {
        for slot in 0..SLOTS {
            let act = move |_: On<Activate>, mut uses: MessageWriter<UseSlot>| _ = uses.write(UseSlot(slot));
            let key = button(art, Look::Key, Node { display: Display::None, ..layout::sized(KEY, KEY) });
            grid.spawn((
                Node { border_radius: BorderRadius::all(px(5)), ..default() },
                BackgroundColor(theme::WELL.with_alpha(0.6)),
            ))
            .with_child((key, CardKey(slot), observe(act)));
        }
    });
}

/// What of a slot its key shows; anything else changes without a new picture.
fn face(slot: &Slot) -> (&str, SlotPicture, bool) {
    (&slot.key, slot.picture, slot.refusal.is_some())
}

fn show(
    card: Res<Card>,
    skirmish: SkirmishView,
    art: Res<Art>,
    mut keys: Query<(Entity, Ref<CardKey>, &mut Node)>,
    mut buttons: Buttons<CardKey>,
    mut shown: Local<Card>,
    mut commands: Commands,
) {
    let is_fresh = keys.iter().any(|(_, key, _)| key.is_added());
    if !card.is_changed() && !is_fresh {
        return;
    }
    buttons.check(|key| Some(card.slots[key.0].as_ref()?.is_on));
    buttons.enable(|key| Some(card.slots[key.0].as_ref()?.refusal.is_none()));
    for (entity, key, mut node) in &mut keys {
        let slot = card.slots[key.0].as_ref();
        set_shown(&mut node, slot.is_some());
        let Some(slot) = slot else { continue };
        if !is_fresh && shown.slots[key.0].as_ref().map(face) == Some(face(slot)) {
            continue;
        }
        commands.entity(entity).despawn_children().with_children(|on| {
            pictures::spawn(on, &art, slot.picture, (skirmish.player.side, 2), PICTURE);
            if let SlotPicture::Building(kind) = slot.picture
                && let Some(purpose) = pictures::purpose(skirmish.rules(), kind)
            {
                let corner = Node {
                    position_type: PositionType::Absolute,
                    right: px(0),
                    bottom: px(0),
                    padding: UiRect::all(px(1)),
                    border_radius: BorderRadius::all(px(5)),
                    ..default()
                };
                on.spawn((corner, BackgroundColor(theme::NIGHT.with_alpha(0.86)), Pickable::IGNORE))
                    .with_children(|corner| pictures::spawn(corner, &art, purpose, (skirmish.player.side, 2), PURPOSE));
            }
            if slot.refusal.is_some() {
                on.spawn((layout::cover(), BackgroundColor(theme::NIGHT.with_alpha(0.55)), Pickable::IGNORE));
            }
            on.spawn((
                written(&art, Weight::Black, theme::SMALL, theme::GOLD, &slot.key),
                Node { position_type: PositionType::Absolute, left: px(4), top: px(1), ..default() },
                theme::shadow(),
            ));
        });
    }
    *shown = card.clone();
}
