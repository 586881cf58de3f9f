//! What the set-up is made of: the list of maps, the order of a random one, the rules; and what follows the choices.

use super::choices::{FogChoice, SkirmishChoices, Sort, Source, Stock, Who};
use super::maps::{Ground, Map, Maps};
use super::opponent::{about_level, about_style, about_who};
use super::setup::{SkirmishButton, does, problem, seed_typed, select_in_focus};
use crate::client::input::time::SPEEDS;
use crate::client::kit::frames::{choices as choice_row, heading, row};
use crate::client::kit::widgets::number::{Number, number_field};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{Buttons, Tip, choice_button, icon_button, set_shown, set_text};
use crate::client::kit::{Art, Icon, Weight, layout, theme};
use crate::games::rts::client::ui::map_widgets;
use crate::games::rts::level::generate::{MOST_PLAYERS, shortest_side};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::skirmish::VictoryRule;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui_widgets::observe;

/// Sides of a random map to choose from, in cells.
pub const SIDES: [u16; 7] = [64, 96, 128, 160, 192, 224, 256];

/// When a node is shown.
#[derive(Component, Debug, Clone, Copy)]
pub(super) enum ShownWith {
    Source(Source),
    /// The map has this place.
    Start(usize),
    Taken(usize),
    /// The picture of the map, or the program of a place in its stead.
    Map,
    Program,
    /// That program has styles.
    Styles,
}

#[derive(Component, Debug, Clone, Copy)]
pub(super) enum Words {
    Team(usize),
    /// Who sits in a place.
    Seat(usize),
    Handicap(usize),
    /// The place whose program is looked at, and what its level, style and personality are.
    Program,
    AboutLevel,
    AboutStyle,
    AboutWho,
    Watching,
    Problem,
}

/// The square on the button of a place's colour.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Swatch(pub(super) usize);

/// The place whose program is looked at.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Looked(pub(super) Option<usize>);

pub(super) fn spawn_files(page: &mut ChildSpawnerCommands, art: &Art, maps: &Maps, choices: &SkirmishChoices) {
    let chosen = maps.place(choices);
    scrolled(page, 2.0, |list| {
        for (index, Map { level, own }) in maps.0.iter().enumerate() {
            let node = Node { padding: UiRect::axes(px(10), px(7)), column_gap: px(8), ..default() };
            let sides = format!("{} sides", level.starts.len());
            let row = map_widgets::row(art, node, &level.name, theme::CREAM, own.is_some(), &sides);
            let mut row = list.spawn((row, does(SkirmishButton::Map(index)), observe(select_in_focus)));
            if chosen == Some(index) {
                row.insert(AutoFocus);
            }
        }
    });
}

pub(super) fn spawn_random(page: &mut ChildSpawnerCommands, art: &Art) {
    let mut grid = |label: &str, entries: Vec<(String, SkirmishButton)>| {
        page.spawn(heading(art, label));
        page.spawn(layout::grid(4, 5.0)).with_children(|grid| {
            for (label, action) in entries {
                grid.spawn((choice_button(art, &label), does(action)));
            }
        });
    };
    grid("Sides", (2..=MOST_PLAYERS).map(|count| (count.to_string(), SkirmishButton::Players(count))).collect());
    grid("Cells a side", SIDES.map(|side| (side.to_string(), SkirmishButton::Side(side))).to_vec());
    let about = "Fair ground: every side has the same home, with a mine behind it and another one near. \
                 The seed, on the right, gives another map.";
    page.spawn((
        theme::paragraph(art, Weight::Regular, theme::BODY, theme::MUTED, about),
        Node { margin: UiRect::top(px(8)), ..default() },
    ));
}

pub(super) fn spawn_rules(parent: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, choices: &SkirmishChoices) {
    parent.spawn(Node { flex_grow: 1.0, ..default() });
    parent.spawn(heading(art, "Rules"));
    let stocks = [(Stock::Low, "Low"), (Stock::Medium, "Medium"), (Stock::High, "High")].map(|(stock, name)| {
        let price = stock.of(rules);
        let label = format!("{name} · {}/{}", price.gold, price.wood);
        (label, does(SkirmishButton::Stock(stock)), "Gold and wood at the start")
    });
    choice_row(parent, art, "Resources", stocks);
    let fogs = [
        (FogChoice::On, "Unexplored", "You see what your units see, and know where they have been"),
        (FogChoice::Explored, "Explored", "You know the ground from the beginning"),
        (FogChoice::Off, "None", "Everybody sees everything"),
    ];
    let fogs = fogs.map(|(fog, name, tip)| (name.to_string(), does(SkirmishButton::Fog(fog)), tip));
    choice_row(parent, art, "Fog", fogs);
    let as_the_map = "The rule that the map names; if it names none, a side without buildings is out";
    let nothing_left = "A side is out when its last unit and its last building are gone";
    let victories = [
        (None, "As the map says", as_the_map),
        (Some(VictoryRule::Buildings), "No buildings", "The usual rule: a side without buildings is out"),
        (Some(VictoryRule::Halls), "No town hall", "A side that can train no more workers is out"),
        (Some(VictoryRule::Everything), "Nothing left", nothing_left),
    ];
    let victories = victories.map(|(rule, name, tip)| (name.to_string(), does(SkirmishButton::Victory(rule)), tip));
    choice_row(parent, art, "Defeat", victories);
    let speeds = (0u8..).zip(SPEEDS).map(|(position, factor)| {
        (format!("{factor}×"), does(SkirmishButton::Speed(position)), "+ and − change it later")
    });
    choice_row(parent, art, "Speed", speeds);
    parent.spawn(layout::line(5.0)).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Seed"),
            Node { width: px(72), flex_shrink: 0.0, ..default() },
        ));
        line.spawn((number_field(art, choices.seed, layout::sized(150.0, 33.0)), observe(seed_typed), TabIndex(0)));
        line.spawn(row()).with_children(|line| {
            line.spawn((choice_button(art, "−"), does(SkirmishButton::SeedDown), Tip::new("The seed before")));
            line.spawn((choice_button(art, "+"), does(SkirmishButton::SeedUp), Tip::new("The next seed")));
            let dice = icon_button(art, Icon::Dice as usize, 31.0);
            line.spawn((dice, does(SkirmishButton::SeedRoll), TabIndex(0), Tip::new("Roll the dice")));
        });
    });
}

pub(super) fn follow(
    choices: Res<SkirmishChoices>,
    maps: Res<Maps>,
    ground: Res<Ground>,
    (rules, looked): (Res<GameRules>, Res<Looked>),
    mut buttons: Buttons<SkirmishButton>,
) {
    let starts = ground.starts();
    let problem = problem(&choices, &ground, &rules);
    let seat = |seat: usize| &choices.seats[seat];
    let last_faction = rules.0.factions.len().saturating_sub(1);
    buttons.check(|button| {
        Some(match *button {
            SkirmishButton::Source(source) => choices.source == source,
            SkirmishButton::Map(index) => maps.place(&choices) == Some(index),
            SkirmishButton::Players(players) => choices.players == players,
            SkirmishButton::Side(side) => choices.side == side,
            SkirmishButton::Sort(number, sort) => seat(number).sort == sort,
            SkirmishButton::Faction(number, faction) => {
                usize::from(seat(number).faction).min(last_faction) == usize::from(faction.0)
            }
            SkirmishButton::Program(number) => looked.0 == Some(number),
            SkirmishButton::Rank(level) => looked.0.is_some_and(|number| {
                let seat = seat(number);
                if seat.founder { level.is_none() } else { level == Some(seat.level) }
            }),
            SkirmishButton::Style(style) => {
                looked.0.is_some_and(|number| seat(number).who == Who::Nobody && seat(number).style == style)
            }
            SkirmishButton::Who(who) => looked.0.is_some_and(|number| seat(number).who == who),
            SkirmishButton::Handicap(number) => !seat(number).handicap.is_none(),
            SkirmishButton::Watch => starts > 0 && choices.only_watches(starts),
            SkirmishButton::Stock(stock) => choices.stock == stock,
            SkirmishButton::Fog(fog) => choices.fog == fog,
            SkirmishButton::Victory(rule) => choices.rule == rule,
            SkirmishButton::Speed(speed) => choices.speed == speed,
            _ => false,
        })
    });
    buttons.enable(|button| match *button {
        SkirmishButton::Start | SkirmishButton::Host => Some(problem.is_none()),
        SkirmishButton::Program(number) => Some(seat(number).sort == Sort::Bot),
        SkirmishButton::Side(side) => Some(side >= shortest_side(choices.players)),
        _ => None,
    });
}

/// Shows and writes everything else that follows the choices.
pub(super) fn show(
    choices: Res<SkirmishChoices>,
    ground: Res<Ground>,
    (rules, looked): (Res<GameRules>, Res<Looked>),
    mut nodes: Query<(&ShownWith, &mut Node)>,
    mut texts: Query<(&Words, &mut Text, &mut TextColor)>,
    mut swatches: Query<(&Swatch, &mut BackgroundColor)>,
    mut number: Single<&mut Number>,
) {
    let starts = ground.starts();
    for (with, mut node) in &mut nodes {
        let is_shown = match *with {
            ShownWith::Source(source) => choices.source == source,
            ShownWith::Start(seat) => seat < starts,
            ShownWith::Map => looked.0.is_none(),
            ShownWith::Program => looked.0.is_some(),
            ShownWith::Styles => looked.0.is_some_and(|seat| !choices.seats[seat].founder),
            ShownWith::Taken(seat) => choices.seats[seat].sort != Sort::Closed,
        };
        set_shown(&mut node, is_shown);
    }
    for (words, mut text, mut color) in &mut texts {
        match *words {
            Words::Team(seat) => set_text(&mut text, format!("Team {}", choices.seats[seat].team + 1)),
            Words::Seat(seat) => {
                let seat = &choices.seats[seat];
                let title = if seat.sort == Sort::Human { "You".into() } else { seat.title() };
                set_text(&mut text, title);
            }
            Words::Handicap(seat) => set_text(&mut text, format!("{} %", choices.seats[seat].handicap)),
            Words::Program => {
                set_text(&mut text, looked.0.map_or_else(String::new, |seat| format!("Program at place {}", seat + 1)));
            }
            Words::AboutLevel => set_text(&mut text, looked.0.map_or("", |seat| about_level(&choices.seats[seat]))),
            Words::AboutStyle => set_text(&mut text, looked.0.map_or("", |seat| about_style(&choices.seats[seat]))),
            Words::AboutWho => {
                set_text(&mut text, looked.0.map_or_else(String::new, |seat| about_who(&choices.seats[seat])));
            }
            Words::Watching => {
                let watches = starts > 0 && choices.only_watches(starts);
                set_text(&mut text, if watches { "You watch, and see everything." } else { "" });
            }
            Words::Problem => {
                let (sentence, is_bad) = problem(&choices, &ground, &rules).unwrap_or_default();
                set_text(&mut text, sentence);
                color.set_if_neq(TextColor(if is_bad { theme::ALARM } else { theme::MUTED }));
            }
        }
    }
    for (Swatch(seat), mut fill) in &mut swatches {
        let color = choices.colour_of(*seat, starts).map_or(Color::NONE, |colour| theme::side(colour).1);
        fill.set_if_neq(BackgroundColor(color));
    }
    number.set_if_neq(Number(choices.seed));
}
