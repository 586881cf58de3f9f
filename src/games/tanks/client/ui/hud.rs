//! What lies beside the board: the stage on top, enemies and a card a seat on the right, the keys below.

use super::banner::title;
use super::{player_of, seat_name};
use crate::client::input::ControlSystems;
use crate::client::input::time::GameSpeed;
use crate::client::kit::art::Art;
use crate::client::kit::beside;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::{set_shown, set_text};
use crate::client::stage::clock;
use crate::games::tanks::client::stage::{SEAT_COLOURS, SEAT_NAMES, side_name};
use crate::games::tanks::client::view::Pictures;
use crate::games::tanks::plugin::{Battle, Phase, Seat, SeatKind, TableBegins, TanksSetup};
use crate::games::tanks::rules::{Kind, TICKS};
use crate::games::tanks::setup::{Mode, WAVE};
use crate::games::tanks::world::World;
use crate::shell::keys::Keys;
use crate::shell::online::Online;
use crate::shell::states::{Mode as Game, Paused, Screen};
use bevy::prelude::*;

/// A text that follows the match.
#[derive(Component, Debug, Clone, Copy)]
enum Line {
    Title,
    Time,
    Enemies,
    State,
    Lives(usize),
    Points(usize),
    Stars(usize),
    Call(usize),
    Rank(usize),
}

/// A small picture for each enemy that is still to come or to be destroyed.
#[derive(Component, Debug)]
struct Enemy(usize);

/// The part of the panel about the waves, and the one about who is ahead.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    Wave,
    Ranks,
}

/// Pictures of enemies at most, and those of a row.
const ENEMIES: usize = 40;
/// Lines about who is ahead.
const RANKS: usize = 8;

/// What is written below the board: at one window, and over the network.
const KEYS: &str = "F2 thoughts  ·  Tab whose  ·  F4 ways  ·  + − tempo  ·  Space pause  ·  Esc menu";
const ONLINE_KEYS: &str =
    "Arrows move, right Shift fires  ·  full stop words to allies  ·  Enter writes to all  ·  Esc menu";

/// How the first person drives and fires.
const fn steering(keys: Keys) -> &'static str {
    match keys {
        Keys::Arrows => "Arrows drive, right Shift fires",
        Keys::Wasd => "W A S D drive, left Shift fires",
        Keys::Ijkl => "I J K L drive, B fires",
        Keys::Pad => "Cross drives, A fires",
    }
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Game::TANKS)))
        .add_systems(Update, (follow, show).after(ControlSystems::Act).run_if(in_state(Game::TANKS)));
}

fn spawn(
    mut commands: Commands,
    art: Res<Art>,
    pictures: Option<Res<Pictures>>,
    seats: Query<&Seat>,
    online: Option<Res<Online>>,
) {
    let mut seats: Vec<Seat> = seats.iter().copied().collect();
    seats.sort_by_key(|seat| seat.number);
    let text = |weight, size, color| theme::text(&art, weight, size, color, "");
    commands.spawn((
        beside::bar("Tanks bar"),
        children![
            (text(Weight::Black, theme::HEAD, theme::CREAM), Line::Title),
            (text(Weight::Bold, theme::LABEL, theme::GOLD), Line::Time),
        ],
    ));
    let own = seats.iter().find_map(|seat| if let SeatKind::Human(keys) = seat.kind { Some(keys) } else { None });
    let keys = match (online.is_some(), own) {
        (true, _) => ONLINE_KEYS.to_owned(),
        (false, Some(own)) => format!("{}  ·  {KEYS}", steering(own)),
        (false, None) => KEYS.to_owned(),
    };
    commands.spawn(beside::foot(&art, &keys));
    commands.spawn(beside::panel(&art, "Tanks players")).with_children(|panel| {
        panel.spawn((stack(6.0), Section::Wave)).with_children(|wave| {
            wave.spawn((theme::text(&art, Weight::Black, theme::LABEL, theme::GOLD, ""), Line::Enemies));
            if let Some(pictures) = &pictures {
                spawn_enemies(wave, pictures);
            }
        });
        panel.spawn((theme::text(&art, Weight::Bold, theme::BODY, theme::CREAM, ""), Line::State));
        for seat in &seats {
            spawn_card(panel, &art, *seat, &player_of(*seat, online.as_deref()));
        }
        panel.spawn((stack(3.0), Section::Ranks)).with_children(|ranks| {
            for rank in 0..RANKS {
                ranks.spawn((theme::text(&art, Weight::Regular, theme::BODY, theme::MUTED, ""), Line::Rank(rank)));
            }
        });
    });
}

fn spawn_enemies(wave: &mut ChildSpawnerCommands, pictures: &Pictures) {
    let grid = Node { flex_wrap: FlexWrap::Wrap, column_gap: px(2), row_gap: px(2), ..default() };
    wave.spawn(grid).with_children(|grid| {
        for number in 0..ENEMIES {
            let node = Node { width: px(20), height: px(20), ..default() };
            grid.spawn((node, Enemy(number))).with_children(|frame| {
                for layer in pictures.kind_nodes(Kind::Rover) {
                    let whole = Node {
                        position_type: PositionType::Absolute,
                        width: percent(100),
                        height: percent(100),
                        ..default()
                    };
                    frame.spawn((layer, whole));
                }
            });
        }
    });
}

fn spawn_card(panel: &mut ChildSpawnerCommands, art: &Art, seat: Seat, name: &str) {
    let colour = SEAT_COLOURS[seat.number % SEAT_COLOURS.len()];
    let frame = Node {
        padding: UiRect::axes(px(11), px(7)),
        border: UiRect::left(px(5)),
        border_radius: BorderRadius::all(px(6)),
        ..stack(2.0)
    };
    let apart = || Node { align_items: AlignItems::Center, justify_content: JustifyContent::SpaceBetween, ..default() };
    panel.spawn((frame, BackgroundColor(theme::WELL), BorderColor::all(colour))).with_children(|card| {
        card.spawn((
            apart(),
            children![
                theme::text(art, Weight::Black, theme::HEAD, colour, SEAT_NAMES[seat.number % SEAT_NAMES.len()]),
                (theme::text(art, Weight::Black, theme::HEAD, theme::CREAM, "0"), Line::Points(seat.number)),
            ],
        ));
        card.spawn(theme::text(art, Weight::Bold, theme::SMALL, theme::MUTED, name));
        card.spawn((
            apart(),
            children![
                (theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), Line::Lives(seat.number)),
                (theme::text(art, Weight::Black, theme::BODY, theme::GOLD, ""), Line::Stars(seat.number)),
            ],
        ));
        if seat.kind != SeatKind::Off {
            card.spawn((theme::text(art, Weight::Regular, theme::SMALL, theme::GOLD, ""), Line::Call(seat.number)));
        }
    });
}

/// Enemies that are on the board or still to come in this wave.
fn left(battle: &Battle) -> usize {
    let world = battle.world();
    // Before its first tick a match has no wave.
    if world.wave() == 0 {
        return battle.stage.waves.first().map_or(0, |wave| wave.len());
    }
    world.waiting() + world.tanks().filter(|tank| tank.side == WAVE).count()
}

/// Sides, those ahead first, with what counts in the mode.
fn ranking(world: &World) -> Vec<(u8, u32)> {
    let mut ranks: Vec<(u8, (u32, u32))> = world.sides().iter().map(|side| (*side, world.standing(*side))).collect();
    ranks.sort_by_key(|(side, standing)| (std::cmp::Reverse(*standing), *side));
    ranks.into_iter().map(|(side, (counted, _))| (side, counted)).collect()
}

/// How a match without waves is won, and what is needed.
fn state(world: &World) -> String {
    let what = match world.setup().mode {
        Mode::TwoBases => return "The base that stands last".into(),
        Mode::LastTank => return "Tanks that are left".into(),
        Mode::CaptureFlag => "Flags brought home",
        Mode::FreeForAll => "Tanks destroyed",
        Mode::Campaign | Mode::Endless | Mode::Defence => return String::new(),
    };
    world.goal().map_or_else(|| what.into(), |goal| format!("{what}, of {goal}"))
}

fn follow(
    table: Single<(&Battle, &Phase)>,
    (setup, paused, speed): (Res<TanksSetup>, Res<State<Paused>>, Res<GameSpeed>),
    mut lines: Query<(&Line, &mut Text)>,
) {
    let (battle, phase) = *table;
    let world = battle.world();
    let seat = |number: usize| world.seats().get(number);
    let ranks = if world.setup().mode.has_waves() { Vec::new() } else { ranking(world) };
    for (line, mut text) in &mut lines {
        let content = match *line {
            Line::Title => title(battle, setup.number),
            Line::Time => {
                let time = world.time_left().map_or_else(
                    || clock(u64::from(world.tick() / TICKS)),
                    |left| format!("{} left", clock(u64::from(left.div_ceil(TICKS)))),
                );
                match (paused.get().0, phase, speed.factor()) {
                    (true, ..) => format!("paused  ·  {time}"),
                    (_, Phase::Watching { .. }, _) => format!("replay  ·  {time}"),
                    (.., 1.0) => time,
                    (.., factor) => format!("×{factor}  ·  {time}"),
                }
            }
            Line::Enemies => match world.setup().mode {
                Mode::Campaign => format!("{} enemies left", left(battle)),
                _ => format!("Wave {}  ·  {} left", world.wave(), left(battle)),
            },
            Line::State => state(world),
            Line::Points(number) => seat(number).map_or_else(String::new, |seat| seat.score.points.to_string()),
            Line::Lives(number) => match seat(number) {
                Some(seat) if seat.is_out => "out".into(),
                Some(seat) if world.setup().mode.counts_lives() => match seat.lives {
                    1 => "last tank".into(),
                    lives => format!("{lives} tanks"),
                },
                Some(seat) if seat.returns_in > 0 => {
                    format!("back in {}", u32::from(seat.returns_in).div_ceil(TICKS))
                }
                _ => String::new(),
            },
            Line::Stars(number) => {
                let stars = world.in_slot(number).map_or(0, |tank| tank.stars);
                "★".repeat(usize::from(stars))
            }
            Line::Call(number) => match seat(number).and_then(|seat| seat.call) {
                Some((call, _)) => format!("to allies: {}", call.name()),
                None => String::new(),
            },
            Line::Rank(rank) => ranks.get(rank).map_or_else(String::new, |(side, counted)| {
                let name = match world.setup().mode {
                    Mode::FreeForAll => seat_name(usize::from(*side)),
                    _ => side_name(*side).to_owned(),
                };
                format!("{}.  {name}  ·  {counted}", rank + 1)
            }),
        };
        set_text(&mut text, content);
    }
}

fn show(
    battle: Single<&Battle>,
    mut enemies: Query<(&Enemy, &mut Node)>,
    mut sections: Query<(&Section, &mut Node), Without<Enemy>>,
) {
    let waves = battle.world().setup().mode.has_waves();
    for (section, mut node) in &mut sections {
        set_shown(&mut node, (*section == Section::Wave) == waves);
    }
    let left = left(&battle);
    for (enemy, mut node) in &mut enemies {
        set_shown(&mut node, enemy.0 < left);
    }
}
