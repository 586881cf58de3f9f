//! Pictures of units, buildings and commands in panels.

use crate::client::kit::art::{Art, STAGES};
use crate::client::kit::widgets::button::Picture;
use crate::client::kit::{layout, theme};
use crate::games::rts::client::input::skirmish::card::SlotPicture;
use crate::games::rts::client::input::skirmish::kinds::Class;
use crate::games::rts::client::view::sheets::unit_picture;
use crate::games::rts::rules::{BuildingId, Resource, Rules};
use crate::games::rts::sim::skirmish::NEUTRAL;
use bevy::prelude::*;

/// Largest side of a picture of a building that is drawn from its icon.
const SMALL: f32 = 56.0;

/// Signs of the sheet of commands for what a building is for.
const GOLD: usize = 13;
const WOOD: usize = 14;
const SUPPLY: usize = 15;
const GUARD: usize = 25;

/// What a building is for, as a small picture beside its own: whom it trains first, or what it makes better, or what is
/// brought there, or that it shoots or feeds.
pub fn purpose(rules: &Rules, kind: BuildingId) -> Option<SlotPicture> {
    let building = rules.building(kind);
    let trained = building.trains.first().and_then(|name| rules.kind_named(name));
    let researched = building.researches.first().and_then(|name| rules.upgrade_named(name));
    match (trained, building.drop_off.first(), researched) {
        (Some(unit), ..) => Some(SlotPicture::Unit(unit)),
        (_, Some(Resource::Gold), _) => Some(SlotPicture::Command(GOLD)),
        (_, Some(Resource::Wood), _) => Some(SlotPicture::Command(WOOD)),
        (.., Some(upgrade)) => Some(SlotPicture::Command(usize::from(rules.upgrade(upgrade).icon))),
        _ if building.weapon.is_some() => Some(SlotPicture::Command(GUARD)),
        _ if building.supply > 0 => Some(SlotPicture::Command(SUPPLY)),
        _ => None,
    }
}

pub(super) const fn of_class(class: Class) -> SlotPicture {
    match class {
        Class::Unit(kind) => SlotPicture::Unit(kind),
        Class::Building(kind) => SlotPicture::Building(kind),
    }
}

/// Spawns a picture of a size in the colour of a side. `stage` is that of a building: 2 when it stands.
pub(super) fn spawn(
    parent: &mut ChildSpawnerCommands,
    art: &Art,
    what: SlotPicture,
    (side, stage): (u8, usize),
    size: f32,
) {
    match what {
        SlotPicture::Command(index) => {
            parent.spawn((theme::sheet_picture(&art.commands, index, size), Picture));
        }
        SlotPicture::Unit(kind) => {
            parent.spawn((unit_picture(art, kind, side, size), Picture));
        }
        SlotPicture::Building(kind) => {
            // A key is small, and what stands on the map would be sampled too coarsely there.
            let is_small = size <= SMALL && stage == STAGES - 1;
            let (sheet, stage, below) =
                if is_small { (art.building_icon(kind), 0, 1) } else { (art.building(kind), stage, STAGES) };
            // That of neutral buildings has no part in the colour of a side.
            let colour = if side == NEUTRAL { Color::WHITE } else { art.player_colours.colour(side) };
            let square = layout::sized(size, size);
            parent.spawn(Node { flex_shrink: 0.0, ..square.clone() }).with_children(|frame| {
                frame.spawn(theme::sheet_picture(sheet, stage, size));
                frame
                    .spawn(theme::sheet_picture(sheet, stage + below, size))
                    .insert(Node { position_type: PositionType::Absolute, ..square })
                    .entry::<ImageNode>()
                    .and_modify(move |mut picture| picture.color = colour);
            });
        }
    }
}
