//! The set-up of a skirmish: the map on the left, its picture in the middle, sides and rules on the right. Every button
//! changes [`SkirmishChoices`], and everything on the screen follows it.

use super::choices::{FogChoice, SkirmishChoices, Sort, Source, Stock, Who};
use super::maps::{self, Drawing, Ground, Map, Maps, Missing};
use super::parts::{self, Looked, ShownWith, Words};
use super::preview;
use super::remembered::Remembered;
use super::{opponent, seats};
use crate::client::input::ControlSystems;
use crate::client::input::time::GameSpeed;
use crate::client::kit::widgets::{Look, Tip};
use crate::client::kit::{Art, Weight, frames, theme};
use crate::client::stage::HostMatch;
use crate::games::rts::bot::Style;
use crate::games::rts::client::input::first_speed::FirstSpeed;
use crate::games::rts::client::ui::map_widgets::{DoubleClick, fresh_seed, tab_button};
use crate::games::rts::level::generate::shortest_side;
use crate::games::rts::rules::FactionId;
use crate::games::rts::sim::GameRules;
use crate::games::rts::sim::skirmish::VictoryRule;
use crate::shell::states::{Mode, Screen};
use bevy::input_focus::FocusGained;
use bevy::prelude::*;
use bevy::ui_widgets::{Activate, ValueChange, observe};

#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkirmishButton {
    Source(Source),
    /// Take this level of the list; take it and start, on Enter or a double click.
    Map(usize),
    /// Generate a map with so many starts.
    Players(u8),
    /// Generate a map of this side in cells.
    Side(u16),
    /// Somebody else sits in a place; the program that sits there already is looked at.
    Sort(usize, Sort),
    /// The program of a place is looked at, in the place of the map, or no more.
    Program(usize),
    /// The program that is looked at is of this level, or the founder.
    Rank(Option<u8>),
    Style(Option<Style>),
    Who(Who),
    /// The map is looked at again.
    Done,
    /// A place has the next handicap.
    Handicap(usize),
    Faction(usize, FactionId),
    Team(usize),
    /// A place has the colour of the next side, and that one its.
    Colour(usize),
    Watch,
    Stock(Stock),
    Fog(FogChoice),
    Victory(Option<VictoryRule>),
    Speed(u8),
    SeedDown,
    SeedUp,
    SeedRoll,
    Start,
    /// Others join over the network.
    Host,
    Back,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Remembered>()
        .init_resource::<SkirmishChoices>()
        .init_resource::<Looked>()
        .init_resource::<Maps>()
        .init_resource::<Drawing>()
        .insert_resource(Ground(Err(Missing::Drawing)))
        .add_systems(Startup, remember)
        .add_systems(OnEnter(Screen::SKIRMISH_SETUP), (look_at_the_map, maps::read_folder, maps::choose, spawn).chain())
        .add_systems(
            Update,
            (
                frames::escape_to(Screen::Title),
                maps::choose,
                (parts::follow, parts::show, preview::show).run_if(
                    resource_changed::<SkirmishChoices>
                        .or_else(resource_changed::<Looked>)
                        .or_else(resource_changed::<Ground>)
                        .or_else(state_changed::<Screen>),
                ),
            )
                .chain()
                .after(ControlSystems::Act)
                .run_if(in_state(Screen::SKIRMISH_SETUP)),
        );
}

/// The choices of the last time. The settings are read before the first frame.
fn remember(remembered: Res<Remembered>, mut choices: ResMut<SkirmishChoices>) {
    *choices = remembered.choices();
}

fn look_at_the_map(mut looked: ResMut<Looked>) {
    *looked = Looked::default();
}

fn spawn(mut commands: Commands, art: Res<Art>, rules: Res<GameRules>, maps: Res<Maps>, choices: Res<SkirmishChoices>) {
    frames::spawn_page(
        &mut commands,
        &art,
        Screen::SKIRMISH_SETUP,
        "Skirmish",
        |head| {
            head.spawn((tab_button(&art, "Maps"), does(SkirmishButton::Source(Source::File))));
            head.spawn((tab_button(&art, "Random map"), does(SkirmishButton::Source(Source::Random))));
        },
        |body| {
            body.spawn((theme::panel(&art, frames::column(0.58)), ShownWith::Source(Source::File)))
                .with_children(|page| parts::spawn_files(page, &art, &maps, &choices));
            body.spawn((theme::panel(&art, frames::column(0.58)), ShownWith::Source(Source::Random)))
                .with_children(|page| parts::spawn_random(page, &art));
            body.spawn((theme::panel(&art, frames::column(0.82)), preview::Preview, ShownWith::Map));
            body.spawn((theme::panel(&art, frames::column(0.82)), ShownWith::Program))
                .with_children(|page| opponent::spawn(page, &art));
            body.spawn(theme::panel(&art, frames::column(1.7))).with_children(|right| {
                seats::spawn(right, &art, &rules.0);
                parts::spawn_rules(right, &art, &rules.0, &choices);
            });
        },
        |line| {
            line.spawn((frames::foot_button(&art, Look::Key, "Back"), does(SkirmishButton::Back)));
            line.spawn((theme::text(&art, Weight::Bold, theme::LABEL, theme::ALARM, ""), Words::Problem));
            line.spawn(Node { column_gap: px(10), ..default() }).with_children(|right| {
                let tip = Tip::new("Others join you over the network, on any side that you do not take");
                right.spawn((frames::foot_button(&art, Look::Key, "Host online"), does(SkirmishButton::Host), tip));
                right.spawn((frames::foot_button(&art, Look::Main, "Start"), does(SkirmishButton::Start)));
            });
        },
    );
}

pub(super) fn does(button: SkirmishButton) -> impl Bundle {
    (button, observe(act))
}

/// Why the match cannot start, and whether that is a problem or passes by itself.
pub(super) fn problem(choices: &SkirmishChoices, ground: &Ground, rules: &GameRules) -> Option<(String, bool)> {
    match &ground.0 {
        Ok(level) => choices.setup(level, &rules.0).err().map(|problem| (problem, true)),
        Err(Missing::Drawing) => Some(("The map is being made …".into(), false)),
        Err(Missing::Problem(problem)) => Some((problem.clone(), true)),
    }
}

/// Changes the choices as a button says; `starts` is the number of places of the present map.
fn change(choices: &mut SkirmishChoices, looked: &mut Looked, maps: &Maps, starts: usize, button: SkirmishButton) {
    // Whoever takes another map wants to see it.
    if matches!(button, SkirmishButton::Source(_) | SkirmishButton::Map(_) | SkirmishButton::Players(_)) {
        looked.0 = None;
    }
    match button {
        SkirmishButton::Source(source) => choices.source = source,
        SkirmishButton::Map(index) => {
            if let Some(map) = maps.0.get(index) {
                choices.map = map.key();
            }
        }
        SkirmishButton::Players(players) => {
            choices.players = players;
            // The smallest of the offered sizes that has room for all.
            if choices.side < shortest_side(players) {
                let room = parts::SIDES.into_iter().find(|side| *side >= shortest_side(players));
                choices.side = room.unwrap_or(choices.side);
            }
        }
        SkirmishButton::Side(side) => choices.side = side,
        SkirmishButton::Sort(seat, Sort::Bot) if choices.seats[seat].sort == Sort::Bot => looked.0 = Some(seat),
        SkirmishButton::Sort(seat, sort) => {
            choices.sit(seat, sort);
            looked.0 = looked.0.filter(|looked| choices.seats[*looked].sort == Sort::Bot);
        }
        SkirmishButton::Program(seat) => looked.0 = Some(seat).filter(|seat| looked.0 != Some(*seat)),
        SkirmishButton::Done => looked.0 = None,
        SkirmishButton::Handicap(seat) => choices.seats[seat].handicap = choices.seats[seat].handicap.next(),
        SkirmishButton::Faction(seat, faction) => choices.seats[seat].faction = faction.0,
        SkirmishButton::Team(seat) => {
            let team = &mut choices.seats[seat].team;
            *team = (*team + 1) % starts.max(2) as u8;
        }
        SkirmishButton::Colour(seat) => choices.next_colour(seat, starts),
        SkirmishButton::Watch => choices.watch(),
        SkirmishButton::Stock(stock) => choices.stock = stock,
        SkirmishButton::Fog(fog) => choices.fog = fog,
        SkirmishButton::Victory(rule) => choices.rule = rule,
        SkirmishButton::Speed(speed) => choices.speed = speed,
        SkirmishButton::SeedDown => choices.seed = choices.seed.saturating_sub(1),
        SkirmishButton::SeedUp => choices.seed = choices.seed.saturating_add(1),
        SkirmishButton::SeedRoll => choices.seed = fresh_seed(),
        SkirmishButton::Rank(level) => looked.0.into_iter().for_each(|seat| choices.rank(seat, level)),
        SkirmishButton::Style(style) => looked.0.into_iter().for_each(|seat| choices.style(seat, style)),
        SkirmishButton::Who(who) => looked.0.into_iter().for_each(|seat| choices.name(seat, who)),
        SkirmishButton::Start | SkirmishButton::Host | SkirmishButton::Back => {}
    }
}

fn act(
    activate: On<Activate>,
    buttons: Query<&SkirmishButton>,
    (maps, ground, rules): (Res<Maps>, Res<Ground>, Res<GameRules>),
    mut clicks: DoubleClick,
    (mut choices, mut looked): (ResMut<SkirmishChoices>, ResMut<Looked>),
    mut first_speed: ResMut<FirstSpeed>,
    mut remembered: ResMut<Remembered>,
    (mut screen, mut mode): (ResMut<NextState<Screen>>, ResMut<NextState<Mode>>),
    mut commands: Commands,
) {
    let Ok(button) = buttons.get(activate.entity) else { return };
    let starts = match *button {
        SkirmishButton::Map(index) => clicks.is_second() && maps.place(&choices) == Some(index),
        SkirmishButton::Back => return screen.set(Screen::Title),
        button => matches!(button, SkirmishButton::Start | SkirmishButton::Host),
    };
    if !starts {
        change(&mut choices, &mut looked, &maps, ground.starts(), *button);
    } else if let Ok(level) = &ground.0
        && let Ok(setup) = choices.setup(level, &rules.0)
    {
        remembered.keep(&choices, &mut commands);
        first_speed.0 = GameSpeed::at(choices.speed.into());
        commands.insert_resource(setup);
        if *button == SkirmishButton::Host {
            commands.write_message(HostMatch(Mode::RTS));
            return;
        }
        screen.set(Screen::Match);
        mode.set(Mode::RTS);
    }
}

/// Walking through the list by keys shows the maps one after the other.
pub(super) fn select_in_focus(
    gained: On<FocusGained>,
    buttons: Query<&SkirmishButton>,
    maps: Res<Maps>,
    mut choices: ResMut<SkirmishChoices>,
) {
    if let Ok(SkirmishButton::Map(index)) = buttons.get(gained.entity)
        && let Some(key) = maps.0.get(*index).map(Map::key)
        && choices.map != key
    {
        choices.map = key;
    }
}

pub(super) fn seed_typed(change: On<ValueChange<u64>>, mut choices: ResMut<SkirmishChoices>) {
    choices.seed = change.value;
}
