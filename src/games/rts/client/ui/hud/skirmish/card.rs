//! The card of commands: twelve keys with pictures and the letters that do the same.

use super::{SkirmishHudSystems, pictures};
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{Ink, Look, button, set_checked, set_enabled, set_shown};
use crate::games::rts::client::input::skirmish::act::UseSlot;
use crate::games::rts::client::input::skirmish::card::{Card, SLOTS, Slot, SlotPicture};
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::INNER;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CardKey(pub(super) usize);

/// Side of a key.
const KEY: f32 = 53.0;
/// Room between keys.
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
    bottom
        .spawn(theme::panel(
            art,
            Node {
                display: Display::Grid,
                grid_template_columns: RepeatedGridTrack::px(4, KEY),
                grid_template_rows: RepeatedGridTrack::px(3, KEY),
                column_gap: px(GAP),
                row_gap: px(GAP),
                height: px(INNER + 24.0),
                flex_shrink: 0.0,
                ..default()
            },
        ))
        .with_children(|grid| {
            for slot in 0..SLOTS {
                grid.spawn((
                    Node { border_radius: BorderRadius::all(px(5)), ..default() },
                    BackgroundColor(theme::WELL.with_alpha(0.6)),
                ))
                .with_children(|well| {
                    well.spawn((
                        button(
                            art,
                            Look::Key,
                            Node { width: px(KEY), height: px(KEY), display: Display::None, ..default() },
                        ),
                        CardKey(slot),
                        observe(move |_: On<Activate>, mut uses: MessageWriter<UseSlot>| {
                            uses.write(UseSlot(slot));
                        }),
                    ));
                });
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
    mut keys: Query<(Entity, &CardKey, &mut Node, Has<Checked>, Has<InteractionDisabled>, Ref<CardKey>)>,
    mut shown: Local<Card>,
    mut commands: Commands,
) {
    let is_fresh = keys.iter().any(|(.., key)| key.is_added());
    if !card.is_changed() && !is_fresh {
        return;
    }
    for (entity, key, mut node, is_checked, is_disabled, _) in &mut keys {
        let slot = card.slots[key.0].as_ref();
        set_shown(&mut node, slot.is_some());
        let Some(slot) = slot else { continue };
        set_checked(&mut commands, entity, is_checked, slot.is_on);
        set_enabled(&mut commands, entity, is_disabled, slot.refusal.is_none());
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
                on.spawn((
                    Node {
                        position_type: PositionType::Absolute,
                        width: percent(100),
                        height: percent(100),
                        ..default()
                    },
                    BackgroundColor(theme::NIGHT.with_alpha(0.55)),
                    Pickable::IGNORE,
                ));
            }
            on.spawn((
                theme::text(&art, Weight::Black, theme::SMALL, theme::GOLD, &slot.key),
                Node { position_type: PositionType::Absolute, left: px(4), top: px(1), ..default() },
                theme::shadow(),
                Ink(theme::GOLD),
            ));
        });
    }
    *shown = card.clone();
}
