//! What the panel of the selection is made of: one unit, one building with its queue, or the portraits of many.

use super::pictures::{self, of_class};
use super::selection::{Bar, Heading, Sentence};
use super::stats::Row;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::progress::progress_bar;
use crate::client::kit::widgets::{Ink, Look, Tip, button};
use crate::games::rts::client::input::skirmish::act::CancelEntry;
use crate::games::rts::client::input::skirmish::army::Pick;
use crate::games::rts::client::input::skirmish::card::SlotPicture;
use crate::games::rts::client::input::skirmish::kinds::{Class, capitalised};
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
const LETTERS: usize = 70;
/// Side of the portrait of one.
const PORTRAIT: f32 = 74.0;
/// Side of a portrait among many.
const TILE: f32 = 40.0;

/// What the panel shows, as far as it needs other nodes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Shape {
    #[default]
    Nothing,
    One(One),
    Many {
        tiles: Vec<(Class, UnitId, u8, bool)>,
        /// How many there are of each kind.
        counts: Vec<(Class, usize)>,
    },
}

/// A single unit or building.
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

/// The picture of something that is made.
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
    let column = Node { flex_direction: FlexDirection::Column, row_gap: px(5), flex_shrink: 0.0, ..default() };
    panel.spawn(Node { column_gap: px(14), align_items: AlignItems::Start, ..default() }).with_children(|row| {
        row.spawn(column.clone()).with_children(|left| {
            left.spawn((
                Node {
                    padding: UiRect::all(px(4)),
                    border: UiRect::all(px(2)),
                    border_radius: BorderRadius::all(px(6)),
                    ..default()
                },
                BackgroundColor(theme::WELL),
                BorderColor::all(if one.side < 8 { art.player_colours.colour(one.side) } else { theme::BRONZE }),
            ))
            .with_children(|frame| {
                pictures::spawn(frame, art, of_class(one.class), (one.side, one.stage), PORTRAIT);
            });
            left.spawn(progress_bar(7.0, theme::GOLD, Bar::Health(one.id))).insert(Node {
                height: px(7),
                width: px(PORTRAIT + 12.0),
                ..default()
            });
            left.spawn((
                Node { width: px(PORTRAIT + 12.0), justify_content: JustifyContent::Center, ..default() },
                children![(theme::text(art, Weight::Bold, theme::SMALL, theme::CREAM, ""), Sentence::Health(one.id))],
            ));
        });
        row.spawn(Node { flex_direction: FlexDirection::Column, row_gap: px(4), min_width: px(0), ..default() })
            .with_children(|right| {
                let title = one.class.title(rules);
                right.spawn(Node { column_gap: px(10), align_items: AlignItems::Baseline, ..default() }).with_children(
                    |line| {
                        line.spawn((theme::text(art, Weight::Black, theme::HEAD, theme::GOLD, &title), Heading));
                        if !one.below.is_empty() {
                            line.spawn(theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, &one.below));
                        }
                    },
                );
                right.spawn((
                    theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, ""),
                    Sentence::Doing(one.id),
                    Node { max_width: px(300), ..default() },
                ));
                if one.has_progress {
                    right.spawn(progress_bar(8.0, theme::GOLD, Bar::Work(one.id))).insert(Node {
                        height: px(8),
                        width: px(240),
                        ..default()
                    });
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
    right
        .spawn(Node {
            display: Display::Grid,
            grid_template_columns: vec![RepeatedGridTrack::auto(4)],
            column_gap: px(12),
            row_gap: px(3),
            margin: UiRect::top(px(4)),
            ..default()
        })
        .with_children(|grid| {
            for (label, value) in stats {
                grid.spawn(theme::text(art, Weight::Regular, theme::SMALL + 1.0, theme::MUTED, label));
                grid.spawn(theme::text(art, Weight::Bold, theme::SMALL + 1.0, theme::CREAM, value));
            }
        });
}

/// Takes an entry out of a queue.
fn cancels(entry: CancelEntry) -> impl Bundle {
    observe(move |_: On<Activate>, mut cancels: MessageWriter<CancelEntry>| {
        cancels.write(entry);
    })
}

/// Selects one of many, or its kind, or all others.
fn picks(id: UnitId) -> impl Bundle {
    observe(move |_: On<Activate>, keys: Res<ButtonInput<KeyCode>>, mut picks: MessageWriter<Pick>| {
        let removes = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let of_kind = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
        picks.write(Pick { id, removes, of_kind });
    })
}

fn spawn_queue(right: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, one: &One) {
    right
        .spawn(Node { column_gap: px(4), row_gap: px(4), flex_wrap: FlexWrap::Wrap, max_width: px(340), ..default() })
        .with_children(|row| {
            for (entry, item) in one.queue.iter().enumerate() {
                let size = if entry == 0 { 46.0 } else { 38.0 };
                let mut key = row.spawn((
                    button(art, Look::Key, Node { width: px(size), height: px(size), ..default() }),
                    cancels(CancelEntry { building: one.id, entry: entry as u8 }),
                ));
                let title = capitalised(item.title(rules));
                let is_paid = entry < one.queue.len() - one.unpaid;
                let tip = match (one.is_own, is_paid) {
                    (true, true) => format!("{title}. Click to cancel: its price comes back."),
                    (true, false) => format!("{title}, again, as soon as it can be paid. Click to cancel."),
                    (false, _) => title,
                };
                key.insert(Tip::new(tip));
                key.with_children(|on| {
                    pictures::spawn(on, art, of_item(rules, *item), (one.side, 2), size - 10.0);
                    if !is_paid {
                        on.spawn((
                            Node {
                                position_type: PositionType::Absolute,
                                width: percent(100),
                                height: percent(100),
                                ..default()
                            },
                            BackgroundColor(theme::WELL.with_alpha(0.6)),
                            Pickable::IGNORE,
                        ));
                    }
                });
            }
        });
}

fn spawn_many(
    panel: &mut ChildSpawnerCommands,
    art: &Art,
    rules: &Rules,
    tiles: &[(Class, UnitId, u8, bool)],
    counts: &[(Class, usize)],
) {
    let all: usize = counts.iter().map(|(_, count)| count).sum();
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(3),
        width: percent(100),
        min_width: px(0),
        ..default()
    };
    panel.spawn(column).with_children(|column| {
        spawn_tiles(column, art, rules, tiles, all);
        let line = counted(rules, counts);
        column.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &line));
    });
}

/// How many of each kind, the most important kind first; what does not fit into the line is summed up.
fn counted(rules: &Rules, counts: &[(Class, usize)]) -> String {
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

fn spawn_tiles(
    column: &mut ChildSpawnerCommands,
    art: &Art,
    rules: &Rules,
    tiles: &[(Class, UnitId, u8, bool)],
    all: usize,
) {
    column
        // Not a row that wraps: the panel would be laid out for the rows that there are at another width.
        .spawn(Node {
            display: Display::Grid,
            grid_template_columns: RepeatedGridTrack::px(PORTRAITS.0 as u16, TILE + 4.0),
            column_gap: px(4),
            row_gap: px(3),
            ..default()
        })
        .with_children(|grid| {
            for (class, id, side, is_active) in tiles {
                let mut key = grid.spawn((
                    button(
                        art,
                        Look::Key,
                        Node {
                            width: px(TILE + 4.0),
                            height: px(TILE + 10.0),
                            flex_direction: FlexDirection::Column,
                            row_gap: px(1),
                            border: UiRect::bottom(px(2)),
                            ..default()
                        },
                    ),
                    picks(*id),
                    Tip::new(format!(
                        "{}. A click selects it alone; Shift takes it out, Ctrl keeps its kind alone.",
                        class.title(rules)
                    )),
                ));
                if *is_active {
                    key.insert(bevy::ui::Checked);
                }
                key.with_children(|on| {
                    pictures::spawn(on, art, of_class(*class), (*side, 2), TILE - 8.0);
                    on.spawn(progress_bar(4.0, theme::GOLD, Bar::Health(*id)))
                        .insert((Node { height: px(4), width: px(TILE - 4.0), ..default() }, Pickable::IGNORE));
                });
            }
            if all > tiles.len() {
                grid.spawn((
                    Node {
                        height: px(TILE + 10.0),
                        align_items: AlignItems::Center,
                        justify_content: JustifyContent::Center,
                        ..default()
                    },
                    children![(
                        theme::text(art, Weight::Bold, theme::LABEL, theme::GOLD, &format!("+ {}", all - tiles.len())),
                        Ink(theme::GOLD),
                    )],
                ));
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_many_are_counted() {
        let rules = Rules::built_in();
        let unit = |name: &str| Class::Unit(rules.kind_named(name).expect("a unit"));
        let building = Class::Building(rules.building_named("barracks").expect("a building"));
        let line = counted(&rules, &[(unit("archer"), 3), (unit("peasant"), 8), (building, 1)]);
        assert_eq!(line, "3 × Archer  ·  8 × Peasant  ·  1 × Barracks");
        let all: Vec<_> = rules.kinds().map(|(kind, _)| (Class::Unit(kind), 2)).collect();
        let line = counted(&rules, &all);
        assert!(line.ends_with(" others") && line.chars().count() <= LETTERS + 16, "{line}");
    }
}
