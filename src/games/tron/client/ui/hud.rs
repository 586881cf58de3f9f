//! What lies beside the board: the round on top, a card a seat on the right, the keys below.

use super::{fate, legend, player_of};
use crate::client::input::time::GameSpeed;
use crate::client::kit::art::Art;
use crate::client::kit::beside;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::set_text;
use crate::client::stage::short;
use crate::games::tron::client::view::{SEAT_COLOURS, SEAT_NAMES};
use crate::games::tron::plugin::{AiPlayer, Pace, Phase, Record, Round, Score, Seat, SeatKind, TableBegins, TronSetup};
use crate::games::tron::position::BOOST_FULL;
use crate::shell::online::Online;
use crate::shell::states::{Mode, Paused, Screen};
use bevy::prelude::*;

/// A text that follows the match.
#[derive(Component, Debug, Clone, Copy)]
enum Line {
    Round,
    Step,
    Time,
    Wins(usize),
    State(usize),
    Thought(usize),
}

/// What is written below the board: at one window, and over the network.
const KEYS: &str = "F2 thoughts  ·  Tab whose thoughts  ·  F fast-forward  ·  + − tempo  ·  Space pause  ·  Esc menu";
const ONLINE_KEYS: &str = "Arrows or gamepad turn  ·  Enter writes to all  ·  Esc menu";

/// The energy of a seat.
#[derive(Component, Debug)]
struct Energy(usize);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::TRON))).add_systems(
        Update,
        (follow, show_energy).after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TRON)),
    );
}

fn spawn(
    mut commands: Commands,
    art: Res<Art>,
    seats: Query<&Seat>,
    setup: Res<TronSetup>,
    online: Option<Res<Online>>,
) {
    let mut seats: Vec<Seat> = seats.iter().copied().collect();
    seats.sort_by_key(|seat| seat.number);
    let text = |weight, size, color| theme::text(&art, weight, size, color, "");
    commands.spawn((
        beside::bar("Tron bar"),
        children![
            (text(Weight::Black, theme::HEAD, theme::CREAM), Line::Round),
            (text(Weight::Bold, theme::LABEL, theme::MUTED), Line::Step),
            (text(Weight::Bold, theme::LABEL, theme::GOLD), Line::Time),
        ],
    ));
    commands.spawn(beside::foot(&art, if online.is_some() { ONLINE_KEYS } else { KEYS }));
    commands.spawn(beside::panel(&art, "Tron players")).with_children(|panel| {
        for seat in &seats {
            let name = player_of(*seat, online.as_deref());
            spawn_card(panel, &art, *seat, &name, setup.options.boost);
        }
        legend::spawn(panel, &art);
    });
}

fn spawn_card(panel: &mut ChildSpawnerCommands, art: &Art, seat: Seat, name: &str, boost: bool) {
    let colour = SEAT_COLOURS[seat.number];
    let frame = Node {
        padding: UiRect::axes(px(11), px(9)),
        border: UiRect::left(px(5)),
        border_radius: BorderRadius::all(px(6)),
        ..stack(3.0)
    };
    panel.spawn((frame, BackgroundColor(theme::WELL), BorderColor::all(colour))).with_children(|card| {
        card.spawn((
            Node { align_items: AlignItems::Center, justify_content: JustifyContent::SpaceBetween, ..default() },
            children![
                theme::text(art, Weight::Black, theme::HEAD, colour, SEAT_NAMES[seat.number]),
                (theme::text(art, Weight::Black, theme::TITLE, theme::CREAM, "0"), Line::Wins(seat.number)),
            ],
        ));
        card.spawn(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, name));
        card.spawn((theme::text(art, Weight::Regular, theme::BODY, theme::MUTED, ""), Line::State(seat.number)));
        if matches!(seat.kind, SeatKind::Computer(_)) {
            card.spawn((theme::text(art, Weight::Regular, theme::SMALL, theme::MUTED, ""), Line::Thought(seat.number)));
        }
        if boost {
            card.spawn((
                Node { flex_direction: FlexDirection::Column, margin: UiRect::top(px(4)), ..default() },
                children![progress_bar(7.0, colour, Energy(seat.number))],
            ));
        }
    });
}

fn follow(
    table: Single<(&Round, &Phase, &Pace, &Score, &Record)>,
    thinkers: Query<(&Seat, &AiPlayer)>,
    paused: Res<State<Paused>>,
    speed: Res<GameSpeed>,
    setup: Res<TronSetup>,
    mut lines: Query<(&Line, &mut Text)>,
) {
    let (round, phase, pace, score, record) = *table;
    let score = match phase {
        // As it stood at that moment.
        Phase::Watching { round: number, .. } => record.score(number + usize::from(round.position.outcome().is_some())),
        _ => *score,
    };
    for (line, mut text) in &mut lines {
        let content = match *line {
            Line::Round => format!("Round {}  ·  best of {}", round.number + 1, score.best_of),
            Line::Step => match score.draws {
                0 => format!("step {}", round.position.steps()),
                draws => format!("step {}  ·  {draws} drawn", round.position.steps()),
            },
            Line::Time => match (paused.get().0, pace.forward, speed.factor()) {
                (true, ..) => "paused".into(),
                (_, true, _) => "fast-forward".into(),
                (.., 1.0) => setup.speed.name().into(),
                (.., factor) => format!("{} ×{factor}", setup.speed.name()),
            },
            Line::Wins(seat) => score.wins[seat].to_string(),
            Line::State(seat) => {
                let Some(rider) = round.rider(seat) else { continue };
                match round.position.riders()[rider].out {
                    Some((reason, step)) => format!("{} at step {step}", fate(reason)),
                    None if round.winner() == Some(seat) => "wins the round".into(),
                    None if matches!(phase, Phase::Countdown { .. }) => "ready".into(),
                    None => format!("riding, {} cells", round.position.trail(rider).len()),
                }
            }
            // Nobody thinks in a replay.
            Line::Thought(_) if matches!(phase, Phase::Watching { .. }) => String::new(),
            Line::Thought(seat) => thinkers
                .iter()
                .find(|(other, _)| other.number == seat)
                .and_then(|(_, thinker)| thinker.thought())
                .map_or_else(String::new, |thought| {
                    let steps = if thought.depth == 1 { "step" } else { "steps" };
                    format!("{} {steps} ahead  ·  {} positions", thought.depth, short(thought.nodes))
                }),
        };
        set_text(&mut text, content);
    }
}

fn show_energy(round: Single<&Round>, mut bars: Query<(&Energy, &mut Node)>) {
    for (energy, mut node) in &mut bars {
        let Some(rider) = round.rider(energy.0) else { continue };
        set_filled(&mut node, f32::from(round.position.riders()[rider].energy) / f32::from(BOOST_FULL));
    }
}
