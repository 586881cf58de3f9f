//! What the panel of the selection is made of: one unit, one building with its queue, or the portraits of many.

use super::pictures::{self, of_class};
use super::selection::{Bar, Heading, Sentence};
use super::stats::Row;
use crate::base::wording::capitalised;
use crate::client::kit::widgets::progress::progress_bar;
use crate::client::kit::widgets::{Look, Tip, button};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::client::input::skirmish::act::CancelEntry;
use crate::games::rts::client::input::skirmish::army::Pick;
use crate::games::rts::client::input::skirmish::card::SlotPicture;
use crate::games::rts::client::input::skirmish::kinds::Class;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::skirmish::Item;
use crate::nav::step::UnitId;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};

/// Portraits in a row, and rows: as many as fit into the panel.
const PORTRAITS: (usize, usize) = (12, 3);
/// Portraits at a time. Of more than these the last place tells the number.
pub(super) const MOST: usize = PORTRAITS.0 * PORTRAITS.1;
/// Letters of the line below the portraits, before what is summed up.
pub const LETTERS: usize = 70;
const PORTRAIT: f32 = 74.0;
const TILE: f32 = 40.0;

/// One of many: its kind, its number, its side, and whether the card is that of its kind.
type Tile = (Class, UnitId, u8, bool);

/// What the panel shows, as far as it needs other nodes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Shape {
    #[default]
    Nothing,
    One(One),
    Many {
        tiles: Vec<Tile>,
        /// How many there are of each kind.
        counts: Vec<(Class, usize)>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct One {
    pub(super) id: UnitId,
    pub(super) class: Class,
    pub(super) side: u8,
    /// What is told below the name: whose it is, its rank.
    pub(super) below: String,
    pub(super) stage: usize,
    pub(super) stats: Vec<Row>,
    pub(super) queue: Vec<Item>,
    /// How many of its last entries are not paid yet.
    pub(super) unpaid: usize,
    pub(super) has_progress: bool,
    pub(super) is_own: bool,
}

const fn of_item(rules: &Rules, item: Item) -> SlotPicture {
    match item {
        Item::Train(kind) => SlotPicture::Unit(kind),
        Item::Advance(kind) => SlotPicture::Building(kind),
        Item::Research(upgrade) => SlotPicture::Command(rules.upgrades.as_slice()[upgrade.0 as usize].icon as usize),
    }
}

pub(super) fn spawn(panel: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, shape: &Shape) {
    match shape {
        Shape::Nothing => {}
        Shape::One(one) => spawn_one(panel, art, rules, one),
        Shape::Many { tiles, counts } => spawn_many(panel, art, rules, tiles, counts),
    }
}

fn spawn_one(panel: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, one: &One) {
    let width = PORTRAIT + 12.0;
    panel.spawn(Node { column_gap: px(14), align_items: AlignItems::Start, ..default() }).with_children(|row| {
        row.spawn(Node { flex_shrink: 0.0, ..layout::column(5.0) }).with_children(|left| {
            let (border, border_radius) = (UiRect::all(px(2)), BorderRadius::all(px(6)));
            left.spawn((
                Node { padding: UiRect::all(px(4)), border, border_radius, ..default() },
                BackgroundColor(theme::WELL),
                BorderColor::all(if one.side < 8 { art.player_colours.colour(one.side) } else { theme::BRONZE }),
            ))
            .with_children(|frame| {
                pictures::spawn(frame, art, of_class(one.class), (one.side, one.stage), PORTRAIT);
            });
            left.spawn(progress_bar(7.0, theme::GOLD, Bar::Health(one.id))).insert(layout::sized(width, 7.0));
            left.spawn((
                Node { width: px(width), justify_content: JustifyContent::Center, ..default() },
                children![(theme::text(art, Weight::Bold, theme::SMALL, theme::CREAM, ""), Sentence::Health(one.id))],
            ));
        });
        row.spawn(Node { min_width: px(0), ..layout::column(4.0) }).with_children(|right| {
            let title = one.class.title(rules);
            let line = Node { column_gap: px(10), align_items: AlignItems::Baseline, ..default() };
            right.spawn(line).with_children(|line| {
                line.spawn((theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, &title), Heading));
                if !one.below.is_empty() {
                    line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &one.below));
                }
            });
            right.spawn((
                theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, ""),
                Sentence::Doing(one.id),
                Node { max_width: px(300), ..default() },
            ));
            if one.has_progress {
                right.spawn(progress_bar(8.0, theme::GOLD, Bar::Work(one.id))).insert(layout::sized(240.0, 8.0));
            }
            if one.queue.is_empty() {
                spawn_stats(right, art, &one.stats);
            } else {
                spawn_queue(right, art, rules, one);
            }
        });
    });
}

fn spawn_stats(right: &mut ChildSpawnerCommands, art: &Art, stats: &[Row]) {
    let grid = Node {
        display: Display::Grid,
        grid_template_columns: vec![RepeatedGridTrack::auto(4)],
        column_gap: px(12),
        row_gap: px(3),
        margin: UiRect::top(px(4)),
        ..default()
    };
    right.spawn(grid).with_children(|grid| {
        for (label, value) in stats {
            grid.spawn(theme::text(art, Weight::Regular, theme::SMALL + 1.0, theme::MUTED, label));
            grid.spawn(theme::text(art, Weight::Bold, theme::SMALL + 1.0, theme::CREAM, value));
        }
    });
}

fn spawn_queue(right: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, one: &One) {
    let row = Node { max_width: px(340), row_gap: px(4), column_gap: px(4), flex_wrap: FlexWrap::Wrap, ..default() };
    right.spawn(row).with_children(|row| {
        for (entry, item) in one.queue.iter().enumerate() {
            let size = if entry == 0 { 46.0 } else { 38.0 };
            let title = capitalised(item.title(rules));
            let is_paid = entry < one.queue.len() - one.unpaid;
            let tip = match (one.is_own, is_paid) {
                (true, true) => format!("{title}. Click to cancel: its price comes back."),
                (true, false) => format!("{title}, again, as soon as it can be paid. Click to cancel."),
                (false, _) => title,
            };
            let cancel = CancelEntry { building: one.id, entry: entry as u8 };
            let act = move |_: On<Activate>, mut cancels: MessageWriter<CancelEntry>| _ = cancels.write(cancel);
            row.spawn((button(art, Look::Key, layout::sized(size, size)), observe(act), Tip::new(tip))).with_children(
                |on| {
                    pictures::spawn(on, art, of_item(rules, *item), (one.side, 2), size - 10.0);
                    if !is_paid {
                        let shade = BackgroundColor(theme::WELL.with_alpha(0.6));
                        on.spawn((layout::cover(), shade, Pickable::IGNORE));
                    }
                },
            );
        }
    });
}

/// Selects one of many, or its kind, or all others.
fn picks(id: UnitId) -> impl Bundle {
    observe(move |_: On<Activate>, keys: Res<ButtonInput<KeyCode>>, mut picks: MessageWriter<Pick>| {
        let removes = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let of_kind = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        picks.write(Pick { id, removes, of_kind });
    })
}

fn spawn_many(panel: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, tiles: &[Tile], counts: &[(Class, usize)]) {
    let column = Node { width: percent(100), min_width: px(0), ..layout::column(3.0) };
    panel.spawn(column).with_children(|column| {
        spawn_tiles(column, art, rules, tiles, counts.iter().map(|(_, count)| count).sum());
        let line = counted(rules, counts);
        column.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &line));
    });
}

/// How many of each kind, the most important kind first; what does not fit into the line is summed up.
pub fn counted(rules: &Rules, counts: &[(Class, usize)]) -> String {
    let mut left: usize = counts.iter().map(|(_, count)| count).sum();
    let mut line = String::new();
    for (class, count) in counts {
        let part = format!("{count} × {}", class.title(rules));
        if line.chars().count() + part.chars().count() > LETTERS {
            return format!("{line}  ·  {left} others");
        }
        line += if line.is_empty() { "" } else { "  ·  " };
        line += &part;
        left -= count;
    }
    line
}

fn spawn_tiles(column: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, tiles: &[Tile], all: usize) {
    // Not a row that wraps: the panel would be laid out for the rows that there are at another width.
    let grid = Node {
        display: Display::Grid,
        grid_template_columns: RepeatedGridTrack::px(PORTRAITS.0 as u16, TILE + 4.0),
        column_gap: px(4),
        row_gap: px(3),
        ..default()
    };
    let node =
        Node { width: px(TILE + 4.0), height: px(TILE + 10.0), border: UiRect::bottom(px(2)), ..layout::column(1.0) };
    column.spawn(grid).with_children(|grid| {
        for (class, id, side, is_active) in tiles {
            let title = class.title(rules);
            let tip = format!("{title}. A click selects it alone; Shift takes it out, Ctrl keeps its kind alone.");
            let mut key = grid.spawn((button(art, Look::Key, node.clone()), picks(*id), Tip::new(tip)));
            if *is_active {
                key.insert(bevy::ui::Checked);
            }
            key.with_children(|on| {
                pictures::spawn(on, art, of_class(*class), (*side, 2), TILE - 8.0);
                on.spawn(progress_bar(4.0, theme::GOLD, Bar::Health(*id)))
                    .insert((layout::sized(TILE - 4.0, 4.0), Pickable::IGNORE));
            });
        }
        if all > tiles.len() {
            let more = format!("+ {}", all - tiles.len());
            let more = theme::text(art, Weight::Bold, theme::LABEL, theme::GOLD, &more);
            grid.spawn(Node { height: px(TILE + 10.0), ..layout::centred() }).with_child(more);
        }
    });
}
