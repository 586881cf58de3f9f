//! What the chosen map looks like: the ground, the mines, and the starts with their numbers in the colours of the sides.

use super::choices::SkirmishChoices;
use super::maps::{Ground, Missing};
use crate::base::Cell;
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::ui::map_widgets::{picture, well};
use crate::games::rts::client::view::minimap::picture_of;
use crate::games::rts::level::{Level, hall_side, mine_side};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use bevy::prelude::*;

#[derive(Component)]
pub(super) struct Preview;

/// Diameter of the sign of a start, in logical pixels.
const SIGN: f32 = 25.0;

/// What stands in the place of a map that is not there yet.
const MAKING: &str = "Making the map …";

/// Colours of a mine on the picture: its edge and what is inside.
pub const MINE: [[u8; 3]; 2] = [[0x4a, 0x35, 0x14], [0xf5, 0xc8, 0x42]];

pub(super) fn show(
    choices: Res<SkirmishChoices>,
    ground: Res<Ground>,
    rules: Res<GameRules>,
    panel: Single<Entity, With<Preview>>,
    art: Res<Art>,
    mut images: ResMut<Assets<Image>>,
    mut shown: Local<Option<(Entity, Ground, Vec<Option<u8>>)>>,
    mut commands: Commands,
) {
    // Most choices do not change the picture, and to make it anew shows an empty frame for a moment.
    let starts = ground.starts();
    let colours = (0..starts).map(|seat| choices.colour_of(seat, starts)).collect();
    let new = Some((*panel, ground.clone(), colours));
    if *shown == new {
        return;
    }
    *shown = new;
    commands.entity(*panel).despawn_children().with_children(|panel| match &ground.0 {
        Ok(level) => spawn_level(panel, &art, &mut images, level, &choices, &rules.0),
        Err(missing) => spawn_reason(panel, &art, missing),
    });
}

fn spawn_reason(panel: &mut ChildSpawnerCommands, art: &Art, missing: &Missing) {
    let (sentence, color) = match missing {
        Missing::Drawing => (MAKING, theme::MUTED),
        Missing::Problem(problem) => (problem.as_str(), theme::CREAM),
    };
    panel.spawn((well(), BackgroundColor(theme::WELL))).with_child((
        theme::paragraph(art, Weight::Regular, theme::LABEL, color, sentence),
        TextLayout::new(Justify::Center, LineBreak::WordOrCharacter),
    ));
}

/// The picture of a level with its mines on it.
pub fn with_mines(level: &Level, rules: &Rules) -> Image {
    let mut picture = picture_of(level);
    let side = i16::from(mine_side(rules));
    for mine in &level.mines {
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            let is_edge = x == 0 || y == 0 || x == side - 1 || y == side - 1;
            let [red, green, blue] = MINE[usize::from(!is_edge)];
            let at = (i32::from(mine.at.x + x), i32::from(mine.at.y + y));
            // A level is checked: its mines lie on the map.
            let _ = picture.set_color_at(at.0 as u32, at.1 as u32, Color::srgb_u8(red, green, blue));
        }
    }
    picture
}

fn spawn_level(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    images: &mut Assets<Image>,
    level: &Level,
    choices: &SkirmishChoices,
    rules: &Rules,
) {
    let size = (level.terrain.width(), level.terrain.height());
    panel.spawn((well(), BackgroundColor(theme::WELL))).with_children(|well| {
        // Behind the picture, which comes when the size of the frame is known.
        well.spawn((
            theme::text(art, Weight::Regular, theme::LABEL, theme::MUTED, MAKING),
            Node { position_type: PositionType::Absolute, ..default() },
        ));
        well.spawn(picture(images, with_mines(level, rules))).with_children(|map| {
            for (seat, start) in level.starts.iter().enumerate() {
                let colour = choices.colour_of(seat, level.starts.len());
                spawn_start(map, art, seat, colour, share(*start, hall_side(rules), size));
            }
        });
    });
    panel.spawn((
        theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, &level.name),
        Node { margin: UiRect::new(px(4), px(4), px(4), px(0)), ..default() },
    ));
    let facts = format!("{} × {} cells, {} starts, {} mines", size.0, size.1, level.starts.len(), level.mines.len());
    for (color, line) in [(theme::MUTED, facts.as_str()), (theme::CREAM, &level.description)] {
        if !line.is_empty() {
            panel.spawn((
                theme::paragraph(art, Weight::Regular, theme::BODY, color, line),
                Node { margin: UiRect::axes(px(4), px(0)), ..default() },
            ));
        }
    }
}

/// The middle of a square on the map, as shares of its width and height.
pub fn share(at: Cell, side: u8, (width, height): (u16, u16)) -> Vec2 {
    let middle = Vec2::new(at.x.into(), at.y.into()) + f32::from(side) / 2.0;
    middle / Vec2::new(width.into(), height.into())
}

/// A start: its number in the colour of its side, or grey where nobody sits.
fn spawn_start(map: &mut ChildSpawnerCommands, art: &Art, seat: usize, colour: Option<u8>, at: Vec2) {
    let color = colour.map_or(Color::srgb(0.35, 0.37, 0.4), |colour| theme::side(colour).1);
    map.spawn((
        Node {
            position_type: PositionType::Absolute,
            left: percent(at.x * 100.0),
            top: percent(at.y * 100.0),
            width: px(SIGN),
            height: px(SIGN),
            margin: UiRect::new(px(-SIGN / 2.0), px(0), px(-SIGN / 2.0), px(0)),
            border: UiRect::all(px(2)),
            border_radius: BorderRadius::all(percent(50)),
            ..layout::centred()
        },
        BackgroundColor(color),
        BorderColor::all(theme::CREAM),
        Pickable::IGNORE,
        children![(
            theme::text(art, Weight::Black, theme::BODY, Color::WHITE, &(seat + 1).to_string()),
            theme::shadow(),
        )],
    ));
}
