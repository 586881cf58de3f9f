//! What the set-up is made of: the list of maps, the order of a random one, the places at the table, the rules.

use super::choices::{FogChoice, SEATS, SkirmishChoices, Sort, Stock};
use super::maps::{Ground, Map, Maps};
use super::setup::{Page, Problem, SkirmishButton, does, problem, seed_typed, select_in_focus};
use super::signs::{self, Sign};
use crate::client::input::time::SPEEDS;
use crate::client::kit::art::Art;
use crate::client::kit::frames::{choices as choice_row, heading, row};
use crate::client::kit::theme::{self, Icon, Weight};
use crate::client::kit::widgets::number::{Number, number_field};
use crate::client::kit::widgets::scroll::scrolled;
use crate::client::kit::widgets::{
    Ink, Look, Tip, button, choice_button, icon_button, set_checked, set_enabled, set_shown, set_text,
};
use crate::games::rts::client::ui::map_widgets;
use crate::games::rts::level::generate::{MOST_PLAYERS, shortest_side};
use crate::games::rts::rules::{FactionId, Rules};
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::skirmish::VictoryRule;
use bevy::ecs::system::SystemParam;
use bevy::input_focus::AutoFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};
use bevy::ui_widgets::observe;

/// Sides of a random map to choose from, in cells.
pub(super) const SIDES: [u16; 7] = [64, 96, 128, 160, 192, 224, 256];

/// The row of a place.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Seat(usize);

/// What of a place is only there while somebody sits in it.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Taken(usize);

/// The word on the button of a place's team.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct TeamWord(usize);

/// The square on the button of a place's colour.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Swatch(usize);

#[derive(Component, Debug, Clone, Copy)]
pub(super) struct SeedField;

/// The sentence that says whether the person plays.
#[derive(Component, Debug, Clone, Copy)]
pub(super) struct Part;

/// One row for every level.
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

/// Starts and size of a generated map.
pub(super) fn spawn_random(page: &mut ChildSpawnerCommands, art: &Art) {
    let mut grid = |label: &str, entries: Vec<(String, SkirmishButton)>| {
        page.spawn(heading(art, label));
        page.spawn(Node {
            display: Display::Grid,
            grid_template_columns: vec![RepeatedGridTrack::flex(4, 1.0)],
            column_gap: px(5),
            row_gap: px(5),
            ..default()
        })
        .with_children(|grid| {
            for (label, action) in entries {
                grid.spawn((choice_button(art, &label), does(action)));
            }
        });
    };
    grid("Sides", (2..=MOST_PLAYERS).map(|count| (count.to_string(), SkirmishButton::Players(count))).collect());
    grid("Cells a side", SIDES.map(|side| (side.to_string(), SkirmishButton::Side(side))).to_vec());
    page.spawn((
        theme::paragraph(
            art,
            Weight::Regular,
            theme::BODY,
            theme::MUTED,
            "Fair ground: every side has the same home, with a mine behind it and another one near. \
             The seed, on the right, gives another map.",
        ),
        Node { margin: UiRect::top(px(8)), ..default() },
    ));
}

/// One row for every place.
pub(super) fn spawn_seats(parent: &mut ChildSpawnerCommands, art: &Art, rules: &Rules) {
    parent.spawn(Node { align_items: AlignItems::Center, column_gap: px(10), ..default() }).with_children(|line| {
        line.spawn(heading(art, "Sides"));
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, ""),
            Node { flex_grow: 1.0, ..default() },
            Part,
        ));
        line.spawn(signs::picture(art, Sign::Observer, 24.0));
        line.spawn((
            choice_button(art, "Only watch"),
            does(SkirmishButton::Watch),
            Tip::new("Programs play all sides, and you see the whole map"),
        ));
    });
    for seat in 0..SEATS {
        spawn_seat(parent, art, rules, seat);
    }
}

fn spawn_seat(parent: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, seat: usize) {
    let sorts = [
        (Sort::Human, "You", Some(Sign::Human), "You play here"),
        (Sort::Bot, "Bot", Some(Sign::Bot), "A program plays here"),
        (Sort::Closed, "Closed", None, "Nobody starts here"),
    ];
    let line = Node { column_gap: px(5), align_items: AlignItems::Center, flex_shrink: 0.0, ..default() };
    parent.spawn((line.clone(), Seat(seat))).with_children(|row| {
        row.spawn(Node { width: px(18), flex_shrink: 0.0, justify_content: JustifyContent::Center, ..default() })
            .with_child(theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, &(seat + 1).to_string()));
        for (sort, label, sign, tip) in sorts {
            let node = Node { padding: UiRect::axes(px(8), px(4)), height: px(31), column_gap: px(5), ..default() };
            row.spawn((
                button(art, Look::Key, node),
                does(SkirmishButton::Sort(seat, sort)),
                TabIndex(0),
                Tip::new(tip),
            ))
            .with_children(|button| {
                if let Some(sign) = sign {
                    button.spawn((signs::picture(art, sign, 20.0), Ink(theme::CREAM)));
                }
                button.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, label), Ink(theme::CREAM)));
            });
        }
        row.spawn((Node { margin: UiRect::left(px(6)), ..line }, Taken(seat))).with_children(|row| {
            for (number, faction) in rules.factions.iter().enumerate() {
                row.spawn((
                    choice_button(art, &faction.name),
                    does(SkirmishButton::Faction(seat, FactionId(number as u8))),
                    Tip::new(faction.about.clone()),
                ));
            }
            let node = Node { height: px(31), width: px(78), ..default() };
            row.spawn((
                button(art, Look::Key, node),
                does(SkirmishButton::Team(seat)),
                TabIndex(0),
                Tip::new("Sides of one team share their sight and win together; a click takes the next team"),
                children![(
                    theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""),
                    Ink(theme::CREAM),
                    TeamWord(seat)
                )],
            ));
            let node = Node { height: px(31), width: px(36), ..default() };
            let square = Node { width: px(18), height: px(18), border_radius: BorderRadius::all(px(4)), ..default() };
            row.spawn((
                button(art, Look::Key, node),
                does(SkirmishButton::Colour(seat)),
                TabIndex(0),
                Tip::new("Colour; a click exchanges it with the next side"),
                children![(square, BackgroundColor(Color::NONE), Swatch(seat), Pickable::IGNORE)],
            ));
        });
    });
}

/// What holds for all.
pub(super) fn spawn_rules(parent: &mut ChildSpawnerCommands, art: &Art, rules: &Rules, choices: &SkirmishChoices) {
    parent.spawn(Node { flex_grow: 1.0, ..default() });
    parent.spawn(heading(art, "Rules"));
    let stock = |stock: Stock, name: &str| {
        let price = stock.of(rules);
        (
            format!("{name} · {}/{}", price.gold, price.wood),
            does(SkirmishButton::Stock(stock)),
            "Gold and wood at the start",
        )
    };
    choice_row(
        parent,
        art,
        "Resources",
        [stock(Stock::Low, "Low"), stock(Stock::Medium, "Medium"), stock(Stock::High, "High")],
    );
    let fog = |fog: FogChoice, name: &str, tip: &'static str| (name.to_string(), does(SkirmishButton::Fog(fog)), tip);
    choice_row(
        parent,
        art,
        "Fog",
        [
            fog(FogChoice::On, "Unexplored", "You see what your units see, and know where they have been"),
            fog(FogChoice::Explored, "Explored", "You know the ground from the beginning"),
            fog(FogChoice::Off, "None", "Everybody sees everything"),
        ],
    );
    let rule = |rule: Option<VictoryRule>, name: &str, tip: &'static str| {
        (name.to_string(), does(SkirmishButton::Victory(rule)), tip)
    };
    choice_row(
        parent,
        art,
        "Defeat",
        [
            rule(
                None,
                "As the map says",
                "The rule that the map names; if it names none, a side without buildings is out",
            ),
            rule(Some(VictoryRule::Buildings), "No buildings", "The usual rule: a side without buildings is out"),
            rule(Some(VictoryRule::Halls), "No town hall", "A side that can train no more workers is out"),
            rule(
                Some(VictoryRule::Everything),
                "Nothing left",
                "A side is out when its last unit and its last building are gone",
            ),
        ],
    );
    let speeds = (0u8..).zip(SPEEDS).map(|(position, factor)| {
        (format!("{factor}×"), does(SkirmishButton::Speed(position)), "+ and − change it later")
    });
    choice_row(parent, art, "Speed", speeds);
    parent.spawn(Node { column_gap: px(5), align_items: AlignItems::Center, ..default() }).with_children(|line| {
        line.spawn((
            theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, "Seed"),
            Node { width: px(72), flex_shrink: 0.0, ..default() },
        ));
        line.spawn((
            number_field(art, choices.seed, Node { width: px(150), height: px(33), ..default() }),
            SeedField,
            observe(seed_typed),
            TabIndex(0),
        ));
        line.spawn(row()).with_children(|line| {
            line.spawn((choice_button(art, "−"), does(SkirmishButton::SeedDown), Tip::new("The seed before")));
            line.spawn((choice_button(art, "+"), does(SkirmishButton::SeedUp), Tip::new("The next seed")));
            let dice = icon_button(art, Icon::Dice as usize, 31.0);
            line.spawn((dice, does(SkirmishButton::SeedRoll), TabIndex(0), Tip::new("Roll the dice")));
        });
    });
}

/// Everything on the screen that follows the choices.
#[derive(SystemParam)]
pub(super) struct Shown<'w, 's> {
    buttons: Query<'w, 's, (Entity, &'static SkirmishButton, Has<Checked>, Has<InteractionDisabled>)>,
    nodes: Query<
        'w,
        's,
        (&'static mut Node, Option<&'static Page>, Option<&'static Seat>, Option<&'static Taken>),
        Or<(With<Page>, With<Seat>, With<Taken>)>,
    >,
    texts: Query<
        'w,
        's,
        (&'static mut Text, Option<&'static TeamWord>, Has<Part>, Has<Problem>, Option<&'static mut TextColor>),
        Or<(With<TeamWord>, With<Part>, With<Problem>)>,
    >,
    swatches: Query<'w, 's, (&'static Swatch, &'static mut BackgroundColor)>,
    fields: Query<'w, 's, &'static mut Number, With<SeedField>>,
    rules: Res<'w, GameRules>,
    commands: Commands<'w, 's>,
}

impl Shown<'_, '_> {
    /// Shows the choices.
    pub(super) fn follow(&mut self, choices: &SkirmishChoices, maps: &Maps, ground: &Ground, rules: &Rules) {
        let starts = ground.starts();
        let problem = problem(choices, ground, &self.rules);
        let chosen = maps.place(choices);
        for (entity, button, is_checked, is_disabled) in &self.buttons {
            let seat = |seat: usize| &choices.seats[seat];
            let checked = match *button {
                SkirmishButton::Source(source) => choices.source == source,
                SkirmishButton::Map(index) => chosen == Some(index),
                SkirmishButton::Players(players) => choices.players == players,
                SkirmishButton::Side(side) => choices.side == side,
                SkirmishButton::Sort(number, sort) => seat(number).sort == sort,
                SkirmishButton::Faction(number, faction) => {
                    usize::from(seat(number).faction).min(rules.factions.len().saturating_sub(1))
                        == usize::from(faction.0)
                }
                SkirmishButton::Watch => starts > 0 && choices.only_watches(starts),
                SkirmishButton::Stock(stock) => choices.stock == stock,
                SkirmishButton::Fog(fog) => choices.fog == fog,
                SkirmishButton::Victory(rule) => choices.rule == rule,
                SkirmishButton::Speed(speed) => choices.speed == speed,
                _ => false,
            };
            set_checked(&mut self.commands, entity, is_checked, checked);
            let enabled = match *button {
                SkirmishButton::Start => problem.is_none(),
                SkirmishButton::Side(side) => side >= shortest_side(choices.players),
                _ => continue,
            };
            set_enabled(&mut self.commands, entity, is_disabled, enabled);
        }
        for (mut node, page, seat, taken) in &mut self.nodes {
            let shown = match (page, seat, taken) {
                (Some(Page(source)), ..) => *source == choices.source,
                (_, Some(Seat(seat)), _) => *seat < starts,
                (_, _, Some(Taken(seat))) => choices.seats[*seat].sort != Sort::Closed,
                _ => continue,
            };
            set_shown(&mut node, shown);
        }
        for (mut text, team, is_part, is_problem, color) in &mut self.texts {
            if let Some(TeamWord(seat)) = team {
                set_text(&mut text, format!("Team {}", choices.seats[*seat].team + 1));
            } else if is_part {
                let watches = starts > 0 && choices.only_watches(starts);
                set_text(&mut text, if watches { "You watch, and see everything." } else { "" });
            } else if is_problem {
                let (sentence, is_bad) = problem.clone().unwrap_or_default();
                set_text(&mut text, sentence);
                if let Some(mut color) = color {
                    color.set_if_neq(TextColor(if is_bad { theme::ALARM } else { theme::MUTED }));
                }
            }
        }
        for (Swatch(seat), mut fill) in &mut self.swatches {
            let color = choices.colour_of(*seat, starts).map_or(Color::NONE, |colour| theme::side(colour).1);
            fill.set_if_neq(BackgroundColor(color));
        }
        for mut number in &mut self.fields {
            number.set_if_neq(Number(choices.seed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_sides_has_a_size_to_choose() {
        for players in 2..=MOST_PLAYERS {
            assert!(SIDES.iter().any(|side| *side >= shortest_side(players)), "{players}");
        }
    }
}
