//! How everybody in a match over the network is: a small panel at the edge of the map, which folds to a row of dots.
//!
//! Who is slow is seen by all, so that nobody is suspected who is not.

use super::server::left;
use super::{offers, watching};
use crate::client::kit::widgets::{Tip, choice_button, set_text};
use crate::client::kit::{Art, Weight, layout, theme};
use crate::client::stage::no_menu;
use crate::net::Hand;
use crate::net::frame::Presence;
use crate::shell::online::Online;
use crate::shell::states::Screen;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, observe};
use leafwing_input_manager::user_input::updating::EnabledInput;

/// Folds the panel, or unfolds it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoldButton;

/// Whether the panel is folded.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Folded(pub bool);

#[derive(Component)]
struct Panel;

/// The text of a seat in a column.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
struct Cell(u8, Column);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Dot,
    Name,
    Ping,
    Behind,
    Load,
}

/// Widths of the columns in pixels of nodes: all together lie on the panel at the side of Tron and Tanks.
const COLUMNS: [(Column, f32); 4] =
    [(Column::Name, 84.0), (Column::Ping, 50.0), (Column::Behind, 34.0), (Column::Load, 34.0)];

/// The key that folds it.
const KEY: KeyCode = KeyCode::Backslash;

/// Letters of a name that are shown.
const NAME: usize = 11;

/// Ticks that one may be behind, and milliseconds that one may be away, and all is well; and how much is much.
const BEHIND: (u16, u16) = (4, 20);
const PING: (u16, u16) = (150, 300);

/// Pixels of nodes between the panel and the lower edge: above the panels of the game.
const ABOVE: f32 = 222.0;

/// Its width at a table.
const AT_TABLE: f32 = 204.0;

/// The colour of a line that is good enough.
pub const GOOD: Color = Color::srgb(0.47, 0.78, 0.42);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Folded>().init_resource::<offers::Sure>().add_systems(
        Update,
        (fold.run_if(no_menu), spawn, show, offers::show)
            .chain()
            .run_if(in_state(Screen::Match).and_then(resource_exists::<Online>)),
    );
}

fn fold(keys: Res<ButtonInput<KeyCode>>, input: Option<Res<EnabledInput<KeyCode>>>, mut folded: ResMut<Folded>) {
    // While something is typed a key is a letter.
    if keys.just_pressed(KEY) && input.is_none_or(|input| input.is_enabled) {
        folded.0 = !folded.0;
    }
}

/// How a seat is, as it is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Its number, from 0.
    pub seat: u8,
    /// Who sits there.
    pub name: String,
    /// The time of a message there and back, or why there is none.
    pub ping: String,
    /// Ticks that it lags behind.
    pub behind: String,
    /// How busy its machine is.
    pub load: String,
    /// Of the dot, of what is said of the line, and of the ticks.
    pub mood: Color,
    pub inks: [Color; 2],
    /// The tip.
    pub about: String,
}

/// The seats that a person has, or had.
pub fn seen(online: &Online, met: &[bool]) -> Vec<Seen> {
    let seats = (0..).zip(&online.presence);
    seats
        .filter(|(seat, _)| met.get(usize::from(*seat)) == Some(&true))
        .map(|(seat, one)| how(online, seat, one))
        .collect()
}

/// How a seat is.
pub fn how(online: &Online, seat: u8, one: &Presence) -> Seen {
    let whole = online.name(seat);
    let name: String = whole.chars().take(NAME).chain(whole.chars().nth(NAME).map(|_| '…')).collect();
    let is_lost = one.lanes == 0;
    // By correspondence nobody needs to be there.
    let may_go = is_lost && online.is_by_days;
    let mood = match () {
        () if may_go => theme::MUTED,
        () if is_lost || one.behind > BEHIND.1 || one.ping > PING.1 => theme::ALARM,
        () if one.hand == Hand::Program || one.behind > BEHIND.0 || one.ping > PING.0 || one.away => theme::GOLD,
        () => GOOD,
    };
    let word = match () {
        () if one.hand == Hand::Program => "program",
        () if may_go => "not here",
        () if is_lost => "lost",
        () if !one.loaded => "loading",
        () => "",
    };
    let (ping, behind, load) = if word.is_empty() {
        let ping = if one.ping == 0 { "…".into() } else { format!("{} ms", one.ping) };
        (ping, format!("+{}", one.behind), format!("{} %", one.load))
    } else {
        (word.into(), String::new(), String::new())
    };
    // What is left for a turn of days says more than how the line is.
    let due = online.due.filter(|due| due.0 == seat).map(|due| left(due.1.into(), 0));
    let ping = due.clone().unwrap_or(ping);
    let mut about =
        format!("{whole}: {} ms there and back, {} ticks behind, {} % of a core", one.ping, one.behind, one.load);
    if one.hand == Hand::Program {
        about = format!("A program plays for {whole}");
    }
    if may_go {
        about = format!("{whole} is not here now, and need not be");
    } else if is_lost {
        about += ", no connection";
    } else if one.away {
        about += ", looks at another window";
    }
    if let Some(due) = due {
        about += &format!("; {due} left for this turn");
    }
    let ink = |is_bad: bool| if is_bad { mood } else { theme::CREAM };
    let inks = [ink(!word.is_empty() || one.ping > PING.0), ink(one.behind > BEHIND.0)];
    Seen { seat, name, ping, behind, load, mood, inks, about }
}

/// Builds the panel when it is new, when it is folded, and when other seats are shown.
fn spawn(
    online: Res<Online>,
    folded: Res<Folded>,
    open: Query<Entity, With<Panel>>,
    art: Res<Art>,
    mut met: Local<Vec<bool>>,
    mut shown: Local<Vec<u8>>,
    mut commands: Commands,
) {
    if open.is_empty() {
        (*met, *shown) = (Vec::new(), Vec::new());
    }
    met.resize(online.presence.len(), false);
    for (met, one) in met.iter_mut().zip(&online.presence) {
        *met |= one.hand == Hand::Human || one.lanes > 0;
    }
    let seats: Vec<u8> = seen(&online, &met).iter().map(|one| one.seat).collect();
    if seats.is_empty() || (*shown == seats && !folded.is_changed()) {
        return;
    }
    for panel in &open {
        commands.entity(panel).despawn();
    }
    // At a table the panels of the seats go down to the lower edge, and it lies on one of them.
    let (edge, above, depth) = if online.at_table || online.shares_chat { (16.0, 16.0, 5) } else { (8.0, ABOVE, -1) };
    let place = Node {
        position_type: PositionType::Absolute,
        right: px(edge),
        bottom: px(above),
        // Not the most that it may have: lines of buttons are as high as they are in this width.
        width: if online.at_table { px(AT_TABLE) } else { auto() },
        padding: UiRect::axes(px(8), px(5)),
        border: UiRect::all(px(1)),
        border_radius: BorderRadius::all(px(5)),
        ..layout::column(2.0)
    };
    let look = (BackgroundColor(theme::NIGHT.with_alpha(0.88)), BorderColor::all(theme::BRONZE));
    commands
        .spawn((Name::new("Presence"), Panel, DespawnOnExit(Screen::Match), GlobalZIndex(depth), place, look))
        .with_children(|panel| {
            if folded.0 {
                panel.spawn(layout::line(7.0)).with_children(|line| {
                    seats.iter().for_each(|seat| dot(line, *seat));
                    fold_button(line, &art, "+", "Shows how everybody is");
                });
            } else {
                panel.spawn(layout::line(0.0)).with_children(|line| {
                    line.spawn((
                        Node { flex_grow: 1.0, ..default() },
                        children![theme::text(&art, Weight::Black, theme::SMALL, theme::GOLD, "Players")],
                    ));
                    if online.at_table && online.seat.is_some() {
                        watching::write_button(line, &art);
                    }
                    fold_button(line, &art, "−", "Folds this to dots");
                });
                seats.iter().for_each(|seat| row(panel, &art, *seat, online.at_table));
            }
            if online.at_table {
                panel.spawn(offers::line());
            }
        });
    *shown = seats;
}

fn fold_button(line: &mut ChildSpawnerCommands, art: &Art, label: &str, tip: &str) {
    let turn = observe(|_: On<Activate>, mut folded: ResMut<Folded>| folded.0 = !folded.0);
    let mut button = line.spawn((choice_button(art, label), FoldButton, Tip::with_key(tip, "\\"), turn));
    // It is for the mouse: the keys of a match are not for walking.
    button.remove::<bevy::input_focus::tab_navigation::TabIndex>();
    button.entry::<Node>().and_modify(|mut node| {
        (node.height, node.padding) = (px(22), UiRect::axes(px(7), px(0)));
    });
}

fn dot(line: &mut ChildSpawnerCommands, seat: u8) {
    let round = Node { border_radius: BorderRadius::all(px(5)), flex_shrink: 0.0, ..layout::sized(10.0, 10.0) };
    line.spawn((round, BackgroundColor(GOOD), Cell(seat, Column::Dot), Tip::new("")));
}

/// At a table nobody is ticks behind, and no machine is at work.
fn row(panel: &mut ChildSpawnerCommands, art: &Art, seat: u8, at_table: bool) {
    panel.spawn(layout::line(4.0)).with_children(|line| {
        dot(line, seat);
        let is_there = |column: Column| !at_table || !matches!(column, Column::Behind | Column::Load);
        for (column, width) in COLUMNS.into_iter().filter(|(column, _)| is_there(*column)) {
            let end = if column == Column::Name { JustifyContent::Start } else { JustifyContent::End };
            let color = if column == Column::Name { art.player_colours.colour(seat) } else { theme::CREAM };
            let weight = if column == Column::Name { Weight::Black } else { Weight::Regular };
            line.spawn(Node { width: px(width), flex_shrink: 0.0, justify_content: end, ..default() })
                .with_child((theme::text(art, weight, theme::SMALL, color, ""), Cell(seat, column)));
        }
    });
}

fn show(
    online: Res<Online>,
    mut texts: Query<(&Cell, &mut Text, &mut TextColor)>,
    mut dots: Query<(&Cell, &mut BackgroundColor, &mut Tip)>,
) {
    let all: Vec<Seen> = (0..).zip(&online.presence).map(|(seat, one)| how(&online, seat, one)).collect();
    for (Cell(seat, column), mut text, mut color) in &mut texts {
        let Some(one) = all.get(usize::from(*seat)) else { continue };
        match column {
            Column::Dot => {}
            Column::Name => set_text(&mut text, one.name.as_str()),
            Column::Ping => {
                set_text(&mut text, one.ping.as_str());
                color.set_if_neq(TextColor(one.inks[0]));
            }
            Column::Behind => {
                set_text(&mut text, one.behind.as_str());
                color.set_if_neq(TextColor(one.inks[1]));
            }
            Column::Load => set_text(&mut text, one.load.as_str()),
        }
    }
    for (Cell(seat, _), mut fill, mut tip) in &mut dots {
        let Some(one) = all.get(usize::from(*seat)) else { continue };
        fill.set_if_neq(BackgroundColor(one.mood));
        if tip.name != one.about {
            tip.name.clone_from(&one.about);
        }
    }
}
