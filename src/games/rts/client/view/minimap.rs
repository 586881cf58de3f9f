//! The small map: one texel a cell, units as dots, a frame for the view; a click or drag on it moves the view.

use super::map_picture::picture;
use super::terrain::shown::{ShownGround, ShownSystems};
use crate::client::input::ControlSystems;
use crate::client::kit::art::Art;
use crate::client::kit::player_colours::PlayerColours;
use crate::client::kit::widgets::tooltip::Clickable;
use crate::client::stage::{CELL, MenuOpen, cell_at};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::camera::LookAt;
use crate::games::rts::client::input::command::SendTo;
use crate::games::rts::client::input::frame::Frame;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::input::skirmish::alerts::PingAt;
use crate::games::rts::client::input::skirmish::command_kind::CommandKind;
use crate::games::rts::client::input::skirmish::queries::{Area, SkirmishView};
use crate::games::rts::client::input::skirmish::targeting::WaitingCommand;
use crate::games::rts::client::stage::{RtsSystems, Viewer};
use crate::games::rts::level::Level;
use crate::games::rts::placement::footprint;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::board::{Board, TerrainGrid};
use crate::games::rts::sim::skirmish::NEUTRAL;
use crate::games::rts::sim::skirmish::sight::Seen;
use crate::nav::terrain::Terrain;
use crate::shell::states::{Mode, Screen};
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;
use leafwing_input_manager::prelude::*;

/// Marks the node of the HUD that shows the minimap; its size is the HUD's, the rest is ours.
#[derive(Component, Debug, Clone, Copy, Default)]
#[require(RelativeCursorPosition, Clickable)]
pub(crate) struct MinimapNode;

#[derive(Resource, Debug, Clone, Default)]
pub struct Minimap {
    /// One texel a cell.
    pub image: Handle<Image>,
}

#[derive(Component, Debug)]
struct ViewFrame;

/// Colour of what has never been seen.
const UNKNOWN: [u8; 3] = [0x0b, 0x0e, 0x13];
const GOLD: [u8; 3] = [0xff, 0xd2, 0x3e];
/// Seconds between two repaints.
const INTERVAL: f32 = 0.15;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Minimap>().add_systems(OnEnter(Screen::Match), begin.run_if(in_state(Mode::RTS))).add_systems(
        Update,
        (
            click.before(ControlSystems::Look).run_if(in_state(Mode::RTS)),
            (repaint, add_frame, move_frame).chain().in_set(RtsSystems::Show).after(ShownSystems),
        ),
    );
}

/// The colour of a terrain on small maps: the mean of its tile, with more contrast between rock, walls and roads.
pub(crate) fn terrain_colour(terrain: Terrain) -> [u8; 3] {
    match terrain {
        Terrain::Deep => [0x2c, 0x56, 0x74],
        Terrain::Shallow => [0x63, 0xa3, 0xab],
        Terrain::Grass => [0x92, 0xab, 0x5c],
        Terrain::Road => [0xc9, 0xab, 0x7b],
        Terrain::Hill => [0xb3, 0xa8, 0x62],
        Terrain::Forest => [0x40, 0x6c, 0x43],
        Terrain::Rock => [0x80, 0x7a, 0x70],
        Terrain::Wall => [0xe0, 0xd3, 0xb8],
        Terrain::Bridge => [0x8a, 0x5f, 0x38],
        Terrain::Building => [0x9a, 0x8f, 0x7a],
    }
}

fn side_colour(player_colours: PlayerColours, side: u8) -> [u8; 3] {
    let [red, green, blue, _] = player_colours.colour(side).to_srgba().to_u8_array();
    [red, green, blue]
}

fn paint(data: &mut [u8], cells: impl Iterator<Item = (usize, [u8; 3])>) {
    for (index, [red, green, blue]) in cells {
        data[index * 4..index * 4 + 4].copy_from_slice(&[red, green, blue, 255]);
    }
}

/// Darkens what sides of a mask do not see.
fn mask(data: &mut [u8], seen: &Seen, sides: u8) {
    let grid = seen.grid();
    let cells = grid.visible().values().iter().zip(grid.explored().values());
    for (texel, (visible, explored)) in data.chunks_exact_mut(4).zip(cells) {
        if explored & sides == 0 {
            texel[..3].copy_from_slice(&UNKNOWN);
        } else if visible & sides == 0 {
            texel[..3].iter_mut().for_each(|channel| *channel /= 2);
        }
    }
}

/// A picture of a level: one texel a cell, units as dots in the colour of their side.
pub(crate) fn picture_of(level: &Level) -> Image {
    let ground = &level.terrain;
    let mut texels = vec![0; ground.len() * 4];
    paint(&mut texels, ground.values().iter().map(|terrain| terrain_colour(*terrain)).enumerate());
    let dots = level.units.iter();
    let dots = dots.map(|unit| (ground.index(unit.at), side_colour(PlayerColours::default(), unit.side)));
    paint(&mut texels, dots);
    picture((ground.width().into(), ground.height().into()), texels, ImageSampler::nearest())
}

fn begin(setup: Option<Res<MatchSetup>>, mut minimap: ResMut<Minimap>, mut images: ResMut<Assets<Image>>) {
    if let Some(setup) = setup {
        minimap.image = images.add(picture_of(&setup.level));
    }
}

fn repaint(
    time: Res<Time<Real>>,
    minimap: Res<Minimap>,
    skirmish: SkirmishView,
    selection: Res<Selection>,
    board: Single<Option<&Seen>, With<Board>>,
    ground: Single<&ShownGround>,
    viewer: Res<Viewer>,
    art: Res<Art>,
    mut images: ResMut<Assets<Image>>,
    mut next: Local<f32>,
) {
    if time.elapsed_secs() < *next {
        return;
    }
    *next = time.elapsed_secs() + INTERVAL;
    let (map, seen) = (ground.cells(), *board);
    let Some(mut picture) = images.get_mut(&minimap.image) else { return };
    let Some(data) = picture.data.as_mut().filter(|data| data.len() == map.len() * 4) else { return };
    paint(data, map.values().iter().map(|terrain| terrain_colour(*terrain)).enumerate());
    let colour_of = |side: u8| if side == NEUTRAL { GOLD } else { side_colour(art.player_colours, side) };
    let fill = |area: Area, colour: [u8; 3]| footprint(area.at, area.size).map(move |cell| (map.index(cell), colour));
    // What is remembered lies under what is seen now.
    if let Some((seen, sides)) = viewer.sight(seen) {
        mask(data, seen, sides);
        for known in seen.memory().buildings(seen.grid(), sides).into_values() {
            paint(data, fill(Area { at: known.at, size: known.size }, colour_of(known.side)));
        }
    }
    let buildings = skirmish.buildings.iter();
    let buildings = buildings.map(|one| (one.id.0, one.owner.0, skirmish.building_area(&one)));
    let units = skirmish.units.iter().map(|unit| (unit.id.0, unit.owner.0, skirmish.unit_area(&unit)));
    for (id, side, area) in buildings.chain(units) {
        if viewer.sees_body(seen, side, area.at, area.size) {
            let colour = if selection.contains(id) { [255, 255, 240] } else { colour_of(side) };
            paint(data, fill(area, colour));
        }
    }
}

fn click(
    node: Option<Single<&RelativeCursorPosition, With<MinimapNode>>>,
    menu: Option<Res<MenuOpen>>,
    buttons: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    board: Single<&TerrainGrid, With<Board>>,
    actions: Single<&ActionState<RtsAction>>,
    waiting: Res<WaitingCommand>,
    mut dragging: Local<bool>,
    mut look: MessageWriter<LookAt>,
    mut send: MessageWriter<SendTo>,
    mut pings: MessageWriter<PingAt>,
) {
    let Some(cursor) = node else { return };
    if menu.is_some_and(|menu| menu.0) {
        *dragging = false;
        return;
    }
    if buttons.just_pressed(MouseButton::Left) {
        *dragging = cursor.cursor_over();
    }
    if !buttons.pressed(MouseButton::Left) {
        *dragging = false;
    }
    let Some(at) = cursor.normalized else { return };
    let map = board.cells();
    let share = (at + 0.5).clamp(Vec2::ZERO, Vec2::ONE);
    let point = Vec2::new(share.x * f32::from(map.width()), -share.y * f32::from(map.height())) * CELL;
    let to = cell_at(point);
    let queue = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    if *dragging && buttons.just_pressed(MouseButton::Left) {
        // ALT shows friends a place; a command that waits for a place takes this one.
        let is_ping = keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
        let is_aimed = matches!(waiting.0, Some(command) if !matches!(command, CommandKind::Build(_)));
        if is_ping || is_aimed {
            *dragging = false;
        }
        if is_ping && map.contains(to) {
            pings.write(PingAt { at: to, kind: None });
        } else if is_aimed && map.contains(to) {
            send.write(SendTo { to, queue });
        }
    }
    if *dragging {
        look.write(LookAt(point));
    }
    // The map's own right click is shielded by the HUD, so this one is the minimap's alone.
    let is_ordered =
        buttons.just_pressed(MouseButton::Right) && cursor.cursor_over() && !actions.pressed(&RtsAction::Secondary);
    if is_ordered && map.contains(to) {
        send.write(SendTo { to, queue });
    }
}

fn add_frame(mut commands: Commands, nodes: Query<Entity, Added<MinimapNode>>) {
    for node in &nodes {
        commands.spawn((
            ViewFrame,
            Node { position_type: PositionType::Absolute, border: UiRect::all(px(1.5)), ..default() },
            BorderColor::all(Color::srgba(1.0, 0.97, 0.85, 0.95)),
            Pickable::IGNORE,
            ChildOf(node),
        ));
    }
}

fn move_frame(
    board: Single<&TerrainGrid, With<Board>>,
    frame: Res<Frame>,
    mut nodes: Query<&mut Node, With<ViewFrame>>,
) {
    let map = board.cells();
    let extent = Vec2::new(f32::from(map.width()), f32::from(map.height())) * CELL;
    let view = frame.rect;
    let low = (Vec2::new(view.min.x, -view.max.y) / extent).clamp(Vec2::ZERO, Vec2::ONE);
    let high = (Vec2::new(view.max.x, -view.min.y) / extent).clamp(Vec2::ZERO, Vec2::ONE);
    for mut node in &mut nodes {
        let wanted = Node {
            left: percent(low.x * 100.0),
            top: percent(low.y * 100.0),
            width: percent((high.x - low.x) * 100.0),
            height: percent((high.y - low.y) * 100.0),
            ..node.clone()
        };
        node.set_if_neq(wanted);
    }
}
