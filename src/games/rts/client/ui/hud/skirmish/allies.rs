//! The allies of the player, in the upper left corner: what each has, and buttons that give some of the own stock.

use super::SkirmishHudSystems;
use crate::client::kit::theme::sheet_picture;
use crate::client::kit::widgets::{Buttons, Tip, choice_button, set_text};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::input::skirmish::signs::GiftTo;
use crate::games::rts::client::ui::observing::corner;
use crate::games::rts::rules::Price;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::Side;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// Gold or wood that a button gives.
const GIFT: u32 = 100;

#[derive(Component)]
struct Panel;

/// A button that gives an ally something.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
struct GiftButton {
    to: u8,
    gift: Price,
}

/// How much an ally has of something.
#[derive(Component, Clone, Copy)]
struct Stock(u8, fn(&Side) -> u32);

/// Goods: the place in the sheet of commands, what an ally has of it, the gift, and its name.
const GOODS: [(usize, fn(&Side) -> u32, Price, &str); 2] = [
    (13, |side| side.stock.gold, Price { gold: GIFT, wood: 0 }, "gold"),
    (14, |side| side.stock.wood, Price { gold: 0, wood: GIFT }, "wood"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (list, show).chain().in_set(SkirmishHudSystems));
}

pub(super) fn spawn(root: &mut ChildSpawnerCommands) {
    root.spawn((Panel, Node { display: Display::None, ..corner() }));
}

/// The allies who are still in the match, while the player is.
fn allies(skirmish: &SkirmishView, playback: &Playback) -> Vec<u8> {
    let own = skirmish.player.side;
    let Some(sides) = skirmish.sides().filter(|sides| !skirmish.player.observes(sides, playback)) else {
        return Vec::new();
    };
    let is_ally = |side: &u8| {
        *side != own && sides.are_friends(own, *side) && sides.get(*side).is_some_and(|side| side.beaten.is_none())
    };
    let is_in = sides.get(own).is_some_and(|side| side.beaten.is_none());
    (0..sides.iter().len() as u8).filter(is_ally).filter(|_| is_in).collect()
}

fn list(
    skirmish: SkirmishView,
    playback: Res<Playback>,
    art: Res<Art>,
    panel: Single<(Entity, Ref<Panel>, &mut Node)>,
    mut shown: Local<Vec<u8>>,
    mut commands: Commands,
) {
    let (entity, panel, mut node) = panel.into_inner();
    let wanted = allies(&skirmish, &playback);
    if *shown == wanted && !panel.is_added() {
        return;
    }
    node.display = if wanted.is_empty() { Display::None } else { Display::Flex };
    commands.entity(entity).despawn_children();
    if !wanted.is_empty() {
        commands.entity(entity).with_children(|root| {
            root.spawn(theme::panel(&art, layout::column(4.0))).with_children(|list| {
                for side in &wanted {
                    list.spawn(layout::line(0.0)).with_children(|line| row(line, &art, *side));
                }
            });
        });
    }
    *shown = wanted;
}

fn row(line: &mut ChildSpawnerCommands, art: &Art, side: u8) {
    let (name, colour) = (art.player_colours.name(side), art.player_colours.colour(side));
    line.spawn(Node { width: px(62), flex_shrink: 0.0, ..default() }).with_child(theme::text(
        art,
        Weight::Black,
        theme::BODY,
        colour,
        name,
    ));
    for (icon, has, gift, good) in GOODS {
        line.spawn(sheet_picture(&art.commands, icon, 18.0));
        line.spawn(Node { width: px(48), padding: UiRect::left(px(4)), flex_shrink: 0.0, ..default() })
            .with_child((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), Stock(side, has)));
        let tip = Tip::new(format!("Give {name} {GIFT} {good}"));
        line.spawn(Node { margin: UiRect::right(px(8)), ..default() }).with_child((
            choice_button(art, "+100"),
            GiftButton { to: side, gift },
            tip,
            observe(give),
        ));
    }
}

fn give(activate: On<Activate>, buttons: Query<&GiftButton>, mut gifts: MessageWriter<GiftTo>) {
    if let Ok(GiftButton { to, gift }) = buttons.get(activate.entity) {
        gifts.write(GiftTo { side: *to, gift: *gift });
    }
}

fn show(skirmish: SkirmishView, mut stocks: Query<(&Stock, &mut Text)>, mut buttons: Buttons<GiftButton>) {
    let Some(sides) = skirmish.sides() else { return };
    for (Stock(side, has), mut text) in &mut stocks {
        set_text(&mut text, sides.get(*side).map(|side| has(side).to_string()).unwrap_or_default());
    }
    let own = skirmish.side().map(|side| side.stock).unwrap_or_default();
    buttons.enable(|button| Some(own.gold >= button.gift.gold && own.wood >= button.gift.wood));
}
