//! What a key of the card does, what it costs and why it cannot be pressed: a panel above the card.

use super::SkirmishHudSystems;
use super::card::{CardKey, WIDTH};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::skirmish::card::{Card, Slot};
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{INNER, MARGIN};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;

#[derive(Component)]
struct TipPanel;

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Title,
    Price,
    About,
    Requires,
    Refusal,
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show.in_set(SkirmishHudSystems));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands, art: &Art) {
    let line = |weight, size, color, line: Line| (theme::paragraph(art, weight, size, color, ""), line);
    root.spawn((
        TipPanel,
        Node {
            position_type: PositionType::Absolute,
            right: px(MARGIN),
            bottom: px(MARGIN * 2.0 + INNER + 24.0),
            width: px(WIDTH + 30.0),
            padding: UiRect::axes(px(12), px(9)),
            border: UiRect::all(px(1)),
            border_radius: BorderRadius::all(px(5)),
            display: Display::None,
            ..layout::column(4.0)
        },
        BackgroundColor(theme::NIGHT.with_alpha(0.95)),
        BorderColor::all(theme::BRONZE),
        GlobalZIndex(35),
        Pickable::IGNORE,
        children![
            line(Weight::Black, theme::LABEL, theme::GOLD, Line::Title),
            line(Weight::Bold, theme::BODY, theme::CREAM, Line::Price),
            line(Weight::Regular, theme::BODY, theme::CREAM, Line::About),
            line(Weight::Regular, theme::SMALL, theme::MUTED, Line::Requires),
            line(Weight::Bold, theme::BODY, theme::ALARM, Line::Refusal),
        ],
    ));
}

fn price(slot: &Slot, hz: u16) -> String {
    let Some(price) = slot.price else { return String::new() };
    let amounts = [(price.gold, "gold"), (price.wood, "wood"), (u32::from(slot.supply), "supply")];
    let named = amounts.iter().filter(|(amount, _)| *amount > 0).map(|(amount, name)| format!("{amount} {name}"));
    let seconds = slot.ticks.div_ceil(u32::from(hz.max(1)));
    let time = (seconds > 0).then(|| format!("{seconds} s"));
    named.chain(time).collect::<Vec<_>>().join("   ·   ")
}

/// What must be there before, unless the refusal says what of it is missing: once is enough.
pub fn needs(slot: &Slot) -> &str {
    let is_refused = slot.refusal.as_ref().is_some_and(|refusal| refusal.contains(" needs "));
    if is_refused { "" } else { &slot.requires }
}

fn show(
    keys: Query<(&CardKey, &Hovered)>,
    card: Res<Card>,
    skirmish: SkirmishView,
    mut panel: Single<&mut Node, With<TipPanel>>,
    mut lines: Query<(&Line, &mut Text, &mut Node), Without<TipPanel>>,
) {
    let hovered = keys.iter().find(|(_, hovered)| hovered.get()).and_then(|(key, _)| card.slots[key.0].as_ref());
    set_shown(&mut panel, hovered.is_some());
    let Some(slot) = hovered else { return };
    for (line, mut text, mut node) in &mut lines {
        let content = match line {
            Line::Title if slot.key.is_empty() => slot.title.clone(),
            Line::Title => format!("{}  [{}]", slot.title, slot.key),
            Line::Price => price(slot, skirmish.rules().tick_hz),
            Line::About => slot.tip.clone(),
            Line::Requires => needs(slot).to_owned(),
            Line::Refusal => slot.refusal.clone().unwrap_or_default(),
        };
        set_shown(&mut node, !content.is_empty());
        set_text(&mut text, content);
    }
}
