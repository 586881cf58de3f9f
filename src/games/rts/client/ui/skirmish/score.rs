//! What each side has done: a table, and below it the charts.

use super::curves;
use super::result::{EndChoice, does};
use super::signs::{self, Sign};
use crate::base::wording::grouped;
use crate::client::kit::widgets::{Look, Tip, labelled_button};
use crate::client::kit::{Art, Weight, frames, layout, theme};
use crate::games::rts::client::ui::time;
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::skirmish::{Control, Score, Side, Sides};
use crate::nav::step::Tick;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;

pub(super) struct Scored<'a> {
    pub(super) sides: &'a Sides,
    pub(super) rules: &'a Rules,
    pub(super) you: Option<u8>,
    pub(super) ticks: Tick,
}

/// Width of the whole in logical pixels.
pub(super) const WIDTH: f32 = 1120.0;
/// Width of the first column; the others share the rest.
const NAME: f32 = 250.0;

/// Points for a building that was finished, and for one of the enemy that was destroyed.
const BUILDING_POINTS: (u32, u32) = (20, 40);

/// The sum of a score: a tenth of what was gathered, a fifth of the worth of what was killed and destroyed, and points for
/// buildings.
pub fn points(score: &Score) -> u32 {
    let (built, razed) = BUILDING_POINTS;
    score.gathered.worth() / 10 + score.killed_worth / 5 + score.built * built + score.razed * razed
}

/// A column of the table: its heading, what it tells, and the value of a side.
type Column = (&'static str, &'static str, fn(&Side) -> u32);

const COLUMNS: [Column; 9] = [
    ("Trained", "Units that were trained", |side| side.score.trained),
    ("Lost", "Own units that fell", |side| side.score.lost),
    ("Killed", "Units of enemies that this side killed", |side| side.score.killed),
    ("Built", "Buildings that were finished", |side| side.score.built),
    ("Fallen", "Own buildings that were destroyed", |side| side.score.fallen),
    ("Razed", "Buildings of enemies that this side destroyed", |side| side.score.razed),
    ("Gathered", "Gold and wood brought home", |side| side.score.gathered.worth()),
    ("Spent", "Gold and wood spent, less what came back", |side| side.score.spent.worth()),
    (
        "Score",
        "A tenth of what was gathered, a fifth of the worth of what was killed, and points for buildings",
        |side| points(&side.score),
    ),
];

/// Columns in which little is better: nobody is marked there.
const LOSSES: [usize; 2] = [1, 4];

/// Fills a dialog with the table and the charts. `is_over` says whether the result lies behind.
pub(super) fn spawn(frame: &mut ChildSpawnerCommands, art: &Art, scored: &Scored, is_over: bool) {
    frame.spawn(Node { width: px(WIDTH), ..frames::dialog_column(6.0) }).with_children(|page| {
        page.spawn(layout::line(10.0)).with_children(|line| {
            line.spawn(signs::picture(art, Sign::Score, 34.0));
            line.spawn((
                theme::text(art, Weight::Black, theme::TITLE, theme::GOLD, "Score"),
                Node { flex_grow: 1.0, ..default() },
            ));
            let time = time(scored.ticks, scored.rules);
            line.spawn(theme::text(art, Weight::Bold, theme::LABEL, theme::MUTED, &time));
            let label = if is_over { "Back to the result" } else { "Back to the match" };
            line.spawn((
                labelled_button(art, Look::Main, label, Node { height: px(40), ..default() }),
                does(EndChoice::Back),
                TabIndex(0),
                AutoFocus,
            ));
        });
        spawn_table(page, art, scored);
        curves::spawn(page, art, scored);
    });
}

fn line() -> Node {
    Node { padding: UiRect::axes(px(8), px(3)), flex_shrink: 0.0, ..layout::line(0.0) }
}

fn cell() -> Node {
    Node { flex_grow: 1.0, flex_basis: px(0), justify_content: JustifyContent::End, ..default() }
}

fn spawn_table(page: &mut ChildSpawnerCommands, art: &Art, scored: &Scored) {
    let word = |color: Color, content: &str| theme::text(art, Weight::Bold, theme::BODY, color, content);
    page.spawn(line()).with_children(|head| {
        head.spawn(Node { width: px(NAME), flex_shrink: 0.0, ..default() }).with_child(word(theme::MUTED, "Side"));
        for (name, about, _) in COLUMNS {
            head.spawn((cell(), Tip::new(about))).with_child(word(theme::MUTED, name));
        }
    });
    let best: Vec<u32> =
        COLUMNS.iter().map(|(.., value)| scored.sides.iter().map(value).max().unwrap_or_default()).collect();
    for (number, side) in (0u8..).zip(scored.sides.iter()) {
        let shade = if number % 2 == 0 { theme::WELL } else { Color::NONE };
        page.spawn((line(), BackgroundColor(shade))).with_children(|row| {
            spawn_name(row, art, scored, number, side);
            for (column, (_, about, value)) in COLUMNS.iter().enumerate() {
                let value = value(side);
                let is_best = value > 0 && value == best[column] && !LOSSES.contains(&column);
                let color = if is_best { theme::GOLD } else { theme::CREAM };
                row.spawn((cell(), Tip::new(*about))).with_child(word(color, &grouped(value)));
            }
        });
    }
}

fn spawn_name(row: &mut ChildSpawnerCommands, art: &Art, scored: &Scored, number: u8, side: &Side) {
    let (name, color) = (art.player_colours.name(number), art.player_colours.colour(number));
    let sign = if side.control == Control::Human { Sign::Human } else { Sign::Bot };
    let faction = &scored.rules.faction(side.faction).name;
    let team = if has_teams(scored.sides) { format!(", team {}", side.team + 1) } else { String::new() };
    let name = if scored.you == Some(number) { format!("{name} (you)") } else { name.to_string() };
    let name = side.handicap.beside(&name);
    row.spawn(Node { width: px(NAME), flex_shrink: 0.0, ..layout::line(7.0) }).with_children(|cell| {
        cell.spawn(signs::picture(art, sign, 20.0));
        cell.spawn(theme::text(art, Weight::Black, theme::BODY, color, &name));
        let about = format!("{faction}{team}{}", if side.beaten.is_some() { ", beaten" } else { "" });
        cell.spawn(theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, &about));
    });
}

/// Whether two sides are of one team.
fn has_teams(sides: &Sides) -> bool {
    let mut teams: Vec<u8> = sides.iter().map(|side| side.team).collect();
    teams.sort_unstable();
    teams.windows(2).any(|pair| pair[0] == pair[1])
}
