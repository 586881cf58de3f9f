//! The three tools and, below them, what the tool in hand needs.

use crate::base::wording::capitalised;
use crate::client::kit::widgets::button::Picture;
use crate::client::kit::widgets::{Buttons, Ink, Look, Presses, Tip, button, presses, set_shown, set_text, written};
use crate::client::kit::{Art, Icon, Weight, layout, theme};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::command::Formation;
use crate::games::rts::client::input::history::EditHistory;
use crate::games::rts::client::input::tools::{BRUSHES, Tool, Toolbox};
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::client::view::sheets::unit_picture;
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::words::article;
use crate::nav::terrain::Terrain;
use crate::shell::states::Screen;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// Width of the inside of the panel in logical pixels.
const WIDTH: f32 = 180.0;
const GAP: f32 = 6.0;

/// Chooses what the tool in hand works with.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum ToolButton {
    Terrain(Terrain),
    Brush(usize),
    Kind(KindId),
    Side(u8),
}

#[derive(Component)]
struct Palette(Tool);

/// One line that says what the mouse does.
#[derive(Component)]
struct Choice;

/// The sprite of a kind, in the colour of the side that is placed.
#[derive(Component)]
struct KindPicture;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.in_set(PanelSystems).run_if(
            resource_changed::<Toolbox>
                .or_else(resource_changed::<Formation>)
                .or_else(resource_changed::<EditHistory>)
                .or_else(state_changed::<Screen>),
        ),
    );
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, side: u8) {
    let column = Node { width: px(WIDTH), ..layout::column(GAP) };
    let panel = theme::panel(art, Node { flex_shrink: 0.0, ..layout::column(8.0) });
    bottom.spawn(panel).with_children(|panel| {
        panel.spawn(grid(3)).with_children(|tools| {
            for (action, icon, tip, key) in [
                (RtsAction::ToolCommand, Icon::Command, "Command: select units and send them", "Q"),
                (RtsAction::ToolEdit, Icon::Edit, "Edit map: paint terrain", "W"),
                (RtsAction::ToolUnits, Icon::Units, "Units: place and remove them", "E"),
            ] {
                tools
                    .spawn((key_button(art, 44.0, key), presses(action), Tip::with_key(tip, key)))
                    .with_child((theme::icon(art, icon as usize, 28.0), Ink(theme::CREAM)));
            }
        });
        panel.spawn((
            theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""),
            Node { width: px(WIDTH), ..default() },
            Choice,
        ));
        panel.spawn((column.clone(), Palette(Tool::Command))).with_children(|palette| spawn_command(palette, art));
        panel.spawn((column.clone(), Palette(Tool::Edit))).with_children(|palette| spawn_edit(palette, art));
        panel.spawn((column, Palette(Tool::Units))).with_children(|palette| spawn_units(palette, art, rules, side));
    });
}

fn does(button: ToolButton) -> impl Bundle {
    (button, observe(act))
}

fn grid(columns: u16) -> Node {
    Node { width: px(WIDTH), ..layout::grid(columns, GAP) }
}

/// A key that fills its place in a grid, with the name of its key in the corner. Its picture is its second child.
fn key_button(art: &Art, height: f32, key: &str) -> impl Bundle + use<> {
    (
        button(art, Look::Key, Node { height: px(height), ..default() }),
        children![(
            written(art, Weight::Bold, 11.0, theme::CREAM, key),
            Node { position_type: PositionType::Absolute, left: px(5), top: px(1), ..default() },
            ZIndex(1),
        )],
    )
}

fn spawn_command(palette: &mut ChildSpawnerCommands, art: &Art) {
    let stop = "Stop: the selected units stand, and make way for others";
    let hold = "Hold: the selected units stand and make way for nobody";
    let formation = "Formation: groups keep their layout, at the pace of the slowest";
    palette.spawn(grid(2)).with_children(|row| {
        for (action, icon, (label, size), tip, key) in [
            (RtsAction::Stop, Some((Icon::Stop, 22.0)), ("Stop", theme::BODY), stop, "S"),
            (RtsAction::Hold, Some((Icon::Hold, 22.0)), ("Hold", theme::BODY), hold, "H"),
            (RtsAction::SelectAll, None, ("Select all", theme::BODY), "Select the whole army", "A"),
            (RtsAction::Formation, Some((Icon::Formation, 20.0)), ("Form.", theme::SMALL), formation, "F"),
        ] {
            let node = Node { height: px(36), column_gap: px(5), ..default() };
            row.spawn((button(art, Look::Key, node), presses(action), Tip::with_key(tip, key))).with_children(|key| {
                if let Some((icon, size)) = icon {
                    key.spawn((theme::icon(art, icon as usize, size), Ink(theme::CREAM)));
                }
                key.spawn(written(art, Weight::Bold, size, theme::CREAM, label));
            });
        }
    });
}

fn spawn_edit(palette: &mut ChildSpawnerCommands, art: &Art) {
    palette.spawn(grid(3)).with_children(|swatches| {
        for (index, terrain) in Terrain::ALL.into_iter().enumerate() {
            let key = (index + 1).to_string();
            swatches
                .spawn((
                    key_button(art, 46.0, &key),
                    does(ToolButton::Terrain(terrain)),
                    Tip::with_key(capitalised(terrain.name()), key),
                ))
                .with_child((
                    // The last column of a terrain's row is its full tile.
                    theme::sheet_picture(&art.terrain, index * 16 + 15, 34.0),
                    Picture,
                ));
        }
    });
    let plain = || button(art, Look::Key, Node { height: px(38), ..default() });
    let symbol = |index| (theme::icon(art, index, 26.0), Ink(theme::CREAM));
    palette.spawn(grid(4)).with_children(|brushes| {
        for (index, side) in BRUSHES.into_iter().enumerate() {
            let tip = Tip::with_key(format!("Brush of {side} × {side}"), if index == 0 { "[" } else { "]" });
            brushes.spawn((plain(), does(ToolButton::Brush(index)), tip)).with_child(symbol(theme::brush_index(index)));
        }
    });
    palette.spawn(grid(3)).with_children(|row| {
        for (action, icon, tip, key) in [
            (RtsAction::Undo, Icon::Undo, "Undo", "Ctrl+Z"),
            (RtsAction::Redo, Icon::Redo, "Redo", "Ctrl+Y"),
            (RtsAction::Save, Icon::Save, "Save the map among your own", "Ctrl+S"),
        ] {
            row.spawn((plain(), presses(action), Tip::with_key(tip, key))).with_child(symbol(icon as usize));
        }
    });
}

fn spawn_units(palette: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, side: u8) {
    palette.spawn(grid(4)).with_children(|kinds| {
        for (kind, data) in rules.kinds() {
            // Only nine kinds have a key.
            let key = if kind.0 < 9 { (kind.0 + 1).to_string() } else { String::new() };
            let mut name = format!("{}, {}", capitalised(&data.name), data.class.name());
            let footprint = format!("{0}×{0}", data.size);
            if data.size > 1 {
                name = format!("{name}, {footprint} cells");
            }
            let mut button =
                kinds.spawn((key_button(art, 48.0, &key), does(ToolButton::Kind(kind)), Tip::with_key(name, key)));
            button.with_child((unit_picture(art, kind, side, 36.0), Picture, KindPicture));
            if data.size > 1 {
                button.with_child((
                    written(art, Weight::Black, 11.0, theme::CREAM, &footprint),
                    Node { position_type: PositionType::Absolute, right: px(4), top: px(1), ..default() },
                    ZIndex(1),
                ));
            }
        }
    });
    palette.spawn(grid(4)).with_children(|sides| {
        for number in 0..crate::games::rts::level::SIDES {
            let (name, color) = theme::side(number);
            sides
                .spawn((
                    button(art, Look::Row, Node { height: px(24), ..default() }),
                    does(ToolButton::Side(number)),
                    Tip::with_key(name, "N"),
                ))
                .insert(Node {
                    height: px(24),
                    padding: UiRect::all(px(2)),
                    border: UiRect::all(px(2)),
                    border_radius: BorderRadius::all(px(5)),
                    ..default()
                })
                .with_child((
                    Node { flex_grow: 1.0, border_radius: BorderRadius::all(px(3)), ..default() },
                    BackgroundColor(color),
                    Pickable::IGNORE,
                ));
        }
    });
}

fn act(activate: On<Activate>, buttons: Query<&ToolButton>, mut toolbox: ResMut<Toolbox>) {
    match buttons.get(activate.entity).copied() {
        Ok(ToolButton::Terrain(terrain)) => toolbox.terrain = terrain,
        Ok(ToolButton::Brush(brush)) => toolbox.brush = brush,
        Ok(ToolButton::Kind(kind)) => toolbox.kind = kind,
        Ok(ToolButton::Side(side)) => toolbox.side = side,
        Err(_) => {}
    }
}

fn show(
    (toolbox, formation, history): (Res<Toolbox>, Res<Formation>, Res<EditHistory>),
    rules: Res<GameRules>,
    mut buttons: Buttons<ToolButton>,
    mut keys: Buttons<Presses<RtsAction>>,
    mut palettes: Query<(&Palette, &mut Node)>,
    mut pictures: Query<&mut ImageNode, With<KindPicture>>,
    mut choice: Single<&mut Text, With<Choice>>,
    art: Res<Art>,
) {
    buttons.check(|button| {
        Some(match *button {
            ToolButton::Terrain(terrain) => toolbox.terrain == terrain,
            ToolButton::Brush(brush) => toolbox.brush == brush,
            ToolButton::Kind(kind) => toolbox.kind == kind,
            ToolButton::Side(side) => toolbox.side == side,
        })
    });
    keys.check(|key| match key.0 {
        RtsAction::ToolCommand => Some(toolbox.tool == Tool::Command),
        RtsAction::ToolEdit => Some(toolbox.tool == Tool::Edit),
        RtsAction::ToolUnits => Some(toolbox.tool == Tool::Units),
        RtsAction::Formation => Some(formation.0),
        _ => None,
    });
    keys.enable(|key| match key.0 {
        RtsAction::Undo => Some(history.can_undo()),
        RtsAction::Redo => Some(history.can_redo()),
        _ => None,
    });
    for (palette, mut node) in &mut palettes {
        set_shown(&mut node, palette.0 == toolbox.tool);
    }
    for mut image in &mut pictures {
        if let Some(atlas) = &mut image.texture_atlas {
            atlas.index = art.player_colours.portrait(toolbox.side);
        }
    }
    let sentence = match toolbox.tool {
        Tool::Command if formation.0 => "Left click selects, right click sends in formation.".into(),
        Tool::Command => "Left click selects, right click sends.".into(),
        Tool::Edit => format!("Left button paints {}, right button grass.", toolbox.terrain.name()),
        Tool::Units => {
            let kind = &rules.0.kind(toolbox.kind).name;
            format!("Left click places {} of {}, right click removes.", article(kind), theme::side(toolbox.side).0)
        }
    };
    set_text(&mut choice, sentence);
}
