//! Who is selected, what they are and what they are doing; the control groups.

use super::doing::{sentence, summary};
use super::middle_column;
use crate::base::wording::capitalised;
use crate::client::kit::widgets::{Look, Tip, button, presses, set_shown, set_text, written};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::groups::Groups;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::input::tools::{Tool, Toolbox};
use crate::games::rts::client::ui::{PanelSystems, looking};
use crate::games::rts::client::view::sheets::unit_picture;
use crate::games::rts::rules::{KindId, Rules};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::units::{Doing, Kind, Owner, Unit, Waypoints};
use crate::nav::step::UnitId;
use crate::shell::states::Screen;
use bevy::prelude::*;
use std::collections::BTreeMap;

/// The panel; hidden while there is nothing to say.
#[derive(Component)]
struct SelectionPanel;

/// The part of the panel that is built anew when other units are selected.
#[derive(Component)]
struct Members;

#[derive(Component)]
struct StateLine;

#[derive(Component)]
struct GroupRow;

#[derive(Component)]
struct GroupChip(u8);

#[derive(Component)]
struct GroupText(u8);

/// Most logical pixels of a line: what is left between the other panels of the smallest window.
const WIDTH: f32 = 420.0;

/// Kinds in a row, the number of all before them, and rows.
const COLUMNS: usize = 8;
const ROWS: usize = 2;

/// Seconds between two looks at what the units are doing: a sentence that changes with every tick cannot be read.
const INTERVAL: f32 = 0.2;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            show,
            show_groups.run_if(
                resource_changed::<Groups>.or_else(resource_changed::<Toolbox>).or_else(state_changed::<Screen>),
            ),
        )
            .in_set(PanelSystems),
    );
}

pub(super) fn spawn(bottom: &mut ChildSpawnerCommands, art: &Art) {
    bottom.spawn(middle_column()).with_children(|column| {
        looking::spawn(column, art);
        spawn_groups(column, art);
        let panel = Node { max_width: percent(100), display: Display::None, ..layout::column(5.0) };
        let members = Node { row_gap: px(6), flex_wrap: FlexWrap::Wrap, max_width: px(WIDTH), ..layout::line(12.0) };
        column.spawn((
            theme::panel(art, panel),
            SelectionPanel,
            children![
                (members, Members),
                (
                    theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, ""),
                    Node { max_width: px(WIDTH), ..default() },
                    StateLine
                ),
            ],
        ));
    });
}

/// The row of control groups, hidden while there are none.
pub(super) fn spawn_groups(column: &mut ChildSpawnerCommands, art: &Art) {
    let row = Node {
        column_gap: px(4),
        row_gap: px(4),
        flex_wrap: FlexWrap::Wrap,
        justify_content: JustifyContent::Center,
        display: Display::None,
        ..default()
    };
    let chip = Node {
        height: px(28),
        padding: UiRect::axes(px(9), px(2)),
        column_gap: px(6),
        display: Display::None,
        ..default()
    };
    column.spawn((row, GroupRow)).with_children(|row| {
        // In the order of the keys: 0 is on the right.
        for number in (1..=9).chain([0]) {
            row.spawn((
                button(art, Look::Key, chip.clone()),
                GroupChip(number),
                presses(RtsAction::Group(number)),
                Tip::with_key(format!("Select group {number}"), number.to_string()),
                children![
                    written(art, Weight::Black, theme::SMALL, theme::GOLD, &number.to_string()),
                    (written(art, Weight::Regular, theme::SMALL, theme::CREAM, ""), GroupText(number)),
                ],
            ));
        }
    });
}

fn show_groups(
    groups: Res<Groups>,
    toolbox: Res<Toolbox>,
    mut nodes: Query<(&mut Node, Option<&GroupChip>), Or<(With<GroupChip>, With<GroupRow>)>>,
    mut texts: Query<(&GroupText, &mut Text)>,
) {
    let sizes = groups.sizes();
    // With another tool in hand the digits mean something else.
    let commanding = toolbox.tool == Tool::Command;
    for (mut node, chip) in &mut nodes {
        let size = chip.map_or_else(|| sizes.iter().sum(), |chip| sizes[usize::from(chip.0)]);
        set_shown(&mut node, commanding && size > 0);
    }
    for (number, mut text) in &mut texts {
        set_text(&mut text, format!("× {}", sizes[usize::from(number.0)]));
    }
}

/// What the panel shows, as far as it needs other nodes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Shown {
    #[default]
    Nothing,
    /// How to begin, for who has not selected anything yet.
    Hint,
    One(UnitId, KindId, u8),
    Many(BTreeMap<(KindId, u8), usize>),
}

/// What the panel remembers between two frames.
#[derive(Default)]
struct Memory {
    shown: Shown,
    panel: Option<Entity>,
    next_look: f32,
    has_selected: bool,
}

fn show(
    selection: Res<Selection>,
    toolbox: Res<Toolbox>,
    rules: Res<GameRules>,
    art: Res<Art>,
    time: Res<Time<Real>>,
    roster: Single<&Roster, With<Board>>,
    units: Query<(&Kind, &Owner, &Doing, &Waypoints), With<Unit>>,
    panel: Single<(Entity, &mut Node), With<SelectionPanel>>,
    members: Single<Entity, With<Members>>,
    mut line: Single<&mut Text, With<StateLine>>,
    mut memory: Local<Memory>,
    mut commands: Commands,
) {
    let (panel, mut node) = panel.into_inner();
    if memory.panel != Some(panel) {
        // A new match has a new panel.
        *memory = Memory { panel: Some(panel), ..default() };
    }
    if !selection.is_changed() && time.elapsed_secs() < memory.next_look {
        return;
    }
    memory.next_look = time.elapsed_secs() + INTERVAL;
    let found: Vec<_> =
        selection.iter().filter_map(|unit| Some((unit, units.get(roster.entity(unit)?).ok()?))).collect();
    let shown = match &found[..] {
        [] if !memory.has_selected && toolbox.tool == Tool::Command && !roster.is_empty() => Shown::Hint,
        [] => Shown::Nothing,
        [(unit, (kind, owner, ..))] => Shown::One(*unit, kind.0, owner.0),
        many => {
            let mut counts = BTreeMap::new();
            for (_, (kind, owner, ..)) in many {
                *counts.entry((kind.0, owner.0)).or_default() += 1;
            }
            Shown::Many(counts)
        }
    };
    memory.has_selected |= !found.is_empty();
    let sentence = match &found[..] {
        [] => String::new(),
        [(_, (_, _, doing, waypoints))] => sentence(doing, waypoints),
        many => summary(many.iter().map(|(_, (_, _, doing, _))| *doing)),
    };
    set_text(&mut line, if shown == Shown::Hint { HINT.into() } else { sentence });
    if memory.shown != shown {
        set_shown(&mut node, shown != Shown::Nothing);
        commands.entity(*members).despawn_children().with_children(|row| spawn_members(row, &art, &rules.0, &shown));
        memory.shown = shown;
    }
}

const HINT: &str = "Drag a box around units, then right click where they shall go.";

fn spawn_members(row: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, shown: &Shown) {
    match shown {
        Shown::Nothing | Shown::Hint => {}
        Shown::One(unit, kind, side) => {
            let data = rules.kind(*kind);
            let pace = f32::from(rules.tick_hz) / f32::from(data.ticks_per_cell);
            let frame = Node {
                padding: UiRect::all(px(4)),
                border_radius: BorderRadius::all(px(6)),
                flex_shrink: 0.0,
                ..default()
            };
            row.spawn((frame, BackgroundColor(theme::WELL), children![unit_picture(art, *kind, *side, 56.0)]));
            row.spawn(layout::column(2.0)).with_children(|column| {
                let name = capitalised(&data.name);
                column.spawn(theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, &name));
                for line in [
                    format!("{} · {unit}", theme::side(*side).0),
                    format!("{} · {pace:.1} cells a second on grass", capitalised(data.class.name())),
                ] {
                    column.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &line));
                }
            });
        }
        Shown::Many(counts) => {
            let grid = Node {
                display: Display::Grid,
                grid_template_columns: vec![RepeatedGridTrack::auto(COLUMNS as u16)],
                column_gap: px(10),
                row_gap: px(6),
                ..default()
            };
            row.spawn(grid).with_children(|grid| spawn_many(grid, art, rules, counts));
        }
    }
}

/// The number of all, then each kind of each side with its number; what is too much for the rows is summed up.
fn spawn_many(grid: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, counts: &BTreeMap<(KindId, u8), usize>) {
    let column = || Node { align_items: AlignItems::Center, ..layout::column(0.0) };
    let all: usize = counts.values().sum();
    grid.spawn((
        column(),
        children![
            theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, &all.to_string()),
            theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, "selected"),
        ],
    ));
    let places = COLUMNS * ROWS - 1;
    let shown = if counts.len() > places { places - 1 } else { places };
    for ((kind, side), count) in counts.iter().take(shown) {
        grid.spawn((
            column(),
            Tip::new(capitalised(&rules.kind(*kind).name)),
            children![
                unit_picture(art, *kind, *side, 40.0),
                theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, &format!("× {count}")),
            ],
        ));
    }
    let others: usize = counts.values().skip(shown).sum();
    if others > 0 {
        grid.spawn((
            Node { justify_content: JustifyContent::Center, ..column() },
            Tip::new("Units of other kinds and sides"),
            children![theme::text(art, Weight::Bold, theme::BODY, theme::GOLD, &format!("+ {others}"))],
        ));
    }
}
