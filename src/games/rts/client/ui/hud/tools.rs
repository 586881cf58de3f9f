//! The three tools and, below them, what the tool in hand needs.

use crate::client::input::ControlSystems;
use crate::client::input::bindings::Press;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::button::Picture;
use crate::client::kit::widgets::{Ink, Look, Tip, button, presses, set_checked, set_enabled, set_shown, set_text};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::command::Formation;
use crate::games::rts::client::input::history::EditHistory;
pub(super) use crate::games::rts::client::input::skirmish::kinds::capitalised;
use crate::games::rts::client::input::tools::{BRUSHES, Tool, Toolbox};
use crate::games::rts::client::view::sheets::unit_picture;
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::words::article;
use crate::nav::terrain::Terrain;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::{Activate, observe};

/// Width of the inside of the panel in logical pixels.
const WIDTH: f32 = 180.0;
/// Gap between the keys of a palette.
const GAP: f32 = 6.0;

/// What a button of this panel does.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolButton {
    Tool(Tool),
    Terrain(Terrain),
    Brush(usize),
    Kind(KindId),
    Side(u8),
    /// Take back the last stroke.
    Undo,
    Redo,
}

/// Shown while its tool is in hand.
#[derive(Component)]
struct Palette(Tool);

/// One line that says what the mouse does.
#[derive(Component)]
struct Choice;

/// The key that says whether groups keep their layout.
#[derive(Component)]
struct FormationKey;

/// The sprite of a kind, in the colour of the side that is placed.
#[derive(Component)]
struct KindPicture;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show.after(ControlSystems::Act).run_if(in_state(Mode::RTS)).run_if(
            resource_changed::<Toolbox>
                .or_else(resource_changed::<Formation>)
                .or_else(resource_changed::<EditHistory>)
                .or_else(state_changed::<Screen>),
        ),
    );
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, side: u8) {
    let column = Node { flex_direction: FlexDirection::Column, row_gap: px(GAP), width: px(WIDTH), ..default() };
    bottom
        .spawn(theme::panel(
            art,
            Node { flex_direction: FlexDirection::Column, row_gap: px(8), flex_shrink: 0.0, ..default() },
        ))
        .with_children(|panel| {
            panel.spawn(grid(3)).with_children(|tools| {
                let tool = |tool, icon: Icon, name: &str, key: &str| {
                    (key_button(art, 44.0, key), does(ToolButton::Tool(tool)), Tip::with_key(name, key), icon)
                };
                for (key, tool, tip, icon) in [
                    tool(Tool::Command, Icon::Command, "Command: select units and send them", "Q"),
                    tool(Tool::Edit, Icon::Edit, "Edit map: paint terrain", "W"),
                    tool(Tool::Units, Icon::Units, "Units: place and remove them", "E"),
                ] {
                    tools
                        .spawn((key, tool, tip))
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
    Node {
        display: Display::Grid,
        width: px(WIDTH),
        grid_template_columns: vec![RepeatedGridTrack::flex(columns, 1.0)],
        column_gap: px(GAP),
        row_gap: px(GAP),
        ..default()
    }
}

/// A key that fills its place in a grid, with the name of its key in the corner. Its picture is its second child.
fn key_button(art: &Art, height: f32, key: &str) -> impl Bundle + use<> {
    (
        button(art, Look::Key, Node { height: px(height), ..default() }),
        children![(
            theme::text(art, Weight::Bold, 11.0, theme::CREAM, key),
            Node { position_type: PositionType::Absolute, left: px(5), top: px(1), ..default() },
            ZIndex(1),
            Ink(theme::CREAM),
        )],
    )
}

fn spawn_command(palette: &mut ChildSpawnerCommands, art: &Art) {
    palette.spawn(grid(2)).with_children(|row| {
        let words = |label: &str| (theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, label), Ink(theme::CREAM));
        let node = || Node {
            height: px(36),
            column_gap: px(5),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        };
        for (action, icon, label, tip, key) in [
            (RtsAction::Stop, Icon::Stop, "Stop", "Stop: the selected units stand, and make way for others", "S"),
            (RtsAction::Hold, Icon::Hold, "Hold", "Hold: the selected units stand and make way for nobody", "H"),
        ] {
            row.spawn((key_button(art, 36.0, ""), presses(action), Tip::with_key(tip, key)))
                .insert(node())
                .with_children(|inside| {
                    inside.spawn((theme::icon(art, icon as usize, 22.0), Ink(theme::CREAM)));
                    inside.spawn(words(label));
                });
        }
        row.spawn((
            key_button(art, 36.0, ""),
            presses(RtsAction::SelectAll),
            Tip::with_key("Select the whole army", "A"),
        ))
        .with_child(words("Select all"));
        row.spawn((
            key_button(art, 36.0, ""),
            presses(RtsAction::Formation),
            FormationKey,
            Tip::with_key("Formation: groups keep their layout, at the pace of the slowest", "F"),
        ))
        .insert(node())
        .with_children(|inside| {
            inside.spawn((theme::icon(art, Icon::Formation as usize, 20.0), Ink(theme::CREAM)));
            inside.spawn((theme::text(art, Weight::Bold, theme::SMALL, theme::CREAM, "Form."), Ink(theme::CREAM)));
        });
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
                    theme::atlas_picture(art.terrain.clone(), art.terrain_layout.clone(), index * 16 + 15, 34.0),
                    Picture,
                ));
        }
    });
    palette.spawn(grid(4)).with_children(|brushes| {
        for (index, side) in BRUSHES.into_iter().enumerate() {
            let key = if index == 0 { "[" } else { "]" };
            brushes
                .spawn((
                    button(art, Look::Key, Node { height: px(38), ..default() }),
                    does(ToolButton::Brush(index)),
                    Tip::with_key(format!("Brush of {side} × {side}"), key),
                ))
                .with_child((theme::icon(art, theme::brush_index(index), 26.0), Ink(theme::CREAM)));
        }
    });
    palette.spawn(grid(3)).with_children(|row| {
        let plain = || button(art, Look::Key, Node { height: px(38), ..default() });
        let symbol = |icon: Icon| (theme::icon(art, icon as usize, 26.0), Ink(theme::CREAM));
        row.spawn((plain(), does(ToolButton::Undo), Tip::with_key("Undo", "Ctrl+Z"))).with_child(symbol(Icon::Undo));
        row.spawn((plain(), does(ToolButton::Redo), Tip::with_key("Redo", "Ctrl+Y"))).with_child(symbol(Icon::Redo));
        row.spawn((plain(), presses(RtsAction::Save), Tip::with_key("Save the map among your own", "Ctrl+S")))
            .with_child(symbol(Icon::Save));
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
                    theme::text(art, Weight::Black, 11.0, theme::CREAM, &footprint),
                    Node { position_type: PositionType::Absolute, right: px(4), top: px(1), ..default() },
                    ZIndex(1),
                    Ink(theme::CREAM),
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

fn act(
    activate: On<Activate>,
    buttons: Query<&ToolButton>,
    mut toolbox: ResMut<Toolbox>,
    mut presses: MessageWriter<Press<RtsAction>>,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    let action = match *button {
        ToolButton::Tool(Tool::Command) => RtsAction::ToolCommand,
        ToolButton::Tool(Tool::Edit) => RtsAction::ToolEdit,
        ToolButton::Tool(Tool::Units) => RtsAction::ToolUnits,
        ToolButton::Undo => RtsAction::Undo,
        ToolButton::Redo => RtsAction::Redo,
        ToolButton::Terrain(terrain) => return toolbox.terrain = terrain,
        ToolButton::Brush(brush) => return toolbox.brush = brush,
        ToolButton::Kind(kind) => return toolbox.kind = kind,
        ToolButton::Side(side) => return toolbox.side = side,
    };
    presses.write(Press(action));
}

fn show(
    toolbox: Res<Toolbox>,
    formation: Res<Formation>,
    formation_keys: Query<(Entity, Has<Checked>), With<FormationKey>>,
    history: Res<EditHistory>,
    rules: Res<GameRules>,
    buttons: Query<(Entity, &ToolButton, Has<Checked>, Has<InteractionDisabled>)>,
    mut palettes: Query<(&Palette, &mut Node)>,
    mut pictures: Query<&mut ImageNode, With<KindPicture>>,
    mut choices: Query<&mut Text, With<Choice>>,
    art: Res<Art>,
    mut commands: Commands,
) {
    for (entity, button, is_checked, is_disabled) in &buttons {
        let checked = match *button {
            ToolButton::Tool(tool) => toolbox.tool == tool,
            ToolButton::Terrain(terrain) => toolbox.terrain == terrain,
            ToolButton::Brush(brush) => toolbox.brush == brush,
            ToolButton::Kind(kind) => toolbox.kind == kind,
            ToolButton::Side(side) => toolbox.side == side,
            ToolButton::Undo => {
                set_enabled(&mut commands, entity, is_disabled, history.can_undo());
                continue;
            }
            ToolButton::Redo => {
                set_enabled(&mut commands, entity, is_disabled, history.can_redo());
                continue;
            }
        };
        set_checked(&mut commands, entity, is_checked, checked);
    }
    for (key, is_checked) in &formation_keys {
        set_checked(&mut commands, key, is_checked, formation.0);
    }
    for (palette, mut node) in &mut palettes {
        set_shown(&mut node, palette.0 == toolbox.tool);
    }
    for mut image in &mut pictures {
        if let Some(atlas) = &mut image.texture_atlas {
            atlas.index = art.player_colours.portrait(toolbox.side);
        }
    }
    for mut text in &mut choices {
        let content = match toolbox.tool {
            Tool::Command if formation.0 => "Left click selects, right click sends in formation.".into(),
            Tool::Command => "Left click selects, right click sends.".into(),
            Tool::Edit => format!("Left button paints {}, right button grass.", toolbox.terrain.name()),
            Tool::Units => {
                let kind = &rules.0.kind(toolbox.kind).name;
                format!("Left click places {} of {}, right click removes.", article(kind), theme::side(toolbox.side).0)
            }
        };
        set_text(&mut text, content);
    }
}
