//! How others come into the match: addresses and code, large and to be copied; and what to look at when nobody does.

use super::room::Room;
use super::room_buttons::{Copied, RoomButton, does};
use crate::client::kit::clipboard::Clipboard;
use crate::client::kit::notices::Notice;
use crate::client::kit::widgets::{Tip, choice_button, set_text};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::online::address::Address;
use crate::online::waiting::IN_VAIN_MS;
use bevy::prelude::*;

/// The code and the addresses.
#[derive(Component)]
pub(super) struct Ways;

/// What to look at.
#[derive(Component)]
pub(super) struct Hint;

/// Addresses that are shown: a machine may have many.
const MOST: usize = 3;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Clipboard>().add_message::<Copied>().add_systems(Update, copy);
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art) {
    panel.spawn(frames::heading(art, "Others join by"));
    panel.spawn((layout::column(6.0), Ways));
    panel.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, ""), Hint));
}

pub(super) fn show(
    room: Res<Room>,
    ways: Single<(Entity, Ref<Ways>)>,
    mut hint: Single<(&mut Text, &mut TextColor), With<Hint>>,
    art: Res<Art>,
    mut shown: Local<Option<(Option<String>, Vec<Address>)>>,
    mut commands: Commands,
) {
    let (entity, is_new) = (ways.0, ways.1.is_added());
    if is_new {
        *shown = None;
    }
    if room.is_changed() || is_new {
        let code = room.state().and_then(|state| state.code.clone());
        // Asking the system for its addresses takes a moment.
        let is_known = shown.as_ref().is_some_and(|(before, _)| *before == code);
        if !is_known && room.state().is_some() {
            let addresses: Vec<Address> = room.addresses().into_iter().take(MOST).collect();
            let list = |list: &mut ChildSpawnerCommands| spawn_ways(list, &art, code.as_deref(), &addresses);
            commands.entity(entity).despawn_children().with_children(list);
            *shown = Some((code, addresses));
        }
    }
    let (sentence, color) = sentence(&room);
    let (text, ink) = &mut *hint;
    set_text(text, sentence);
    ink.set_if_neq(TextColor(color));
}

fn spawn_ways(list: &mut ChildSpawnerCommands, art: &Art, code: Option<&str>, addresses: &[Address]) {
    for address in addresses {
        let place = Address { code: None, ..address.clone() };
        list.spawn(layout::line(10.0)).with_children(|line| {
            line.spawn((
                Node { flex_grow: 1.0, min_width: px(0), overflow: Overflow::clip_x(), ..default() },
                children![theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, &place.to_string())],
            ));
            let tip = format!("Copies {address}");
            line.spawn((choice_button(art, "Copy"), does(RoomButton::Copy(address.to_string())), Tip::new(tip)));
        });
    }
    if let Some(code) = code {
        list.spawn(layout::line(10.0)).with_children(|line| {
            line.spawn(theme::text(art, Weight::Regular, theme::LABEL, theme::MUTED, "with the code"));
            line.spawn((
                Node { flex_grow: 1.0, ..default() },
                children![theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, code)],
            ));
            line.spawn((choice_button(art, "Copy"), does(RoomButton::Copy(code.into())), Tip::new("Copies the code")));
        });
    }
}

fn sentence(room: &Room) -> (String, Color) {
    let port = room.port();
    match () {
        () if !room.is_hosted_here() => (String::new(), theme::MUTED),
        () if room.waited_ms() >= IN_VAIN_MS => (
            format!(
                "Nobody has come yet. Check that they use one of these addresses with port {port} and the code, that your \
                 firewall lets Gridmarch through, and, if they are not in your network, that your router passes port {port} \
                 (TCP) on to this computer."
            ),
            theme::ALARM,
        ),
        () => ("In your network the match appears on their page Multiplayer by itself.".into(), theme::MUTED),
    }
}

fn copy(mut copied: MessageReader<Copied>, mut clipboard: ResMut<Clipboard>, mut notices: MessageWriter<Notice>) {
    for Copied(text) in copied.read() {
        let sentence = clipboard.put(text.clone()).map_or_else(|problem| problem, |()| format!("Copied: {text}"));
        notices.write(Notice(sentence));
    }
}
