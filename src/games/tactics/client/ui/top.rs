//! The bar above the board: whose turn it is, the round, the points on the hill.

use crate::client::input::time::GameSpeed;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::set_text;
use crate::client::stage::BAR;
use crate::client::table::beside_board;
use crate::games::tactics::client::view::{side_colour, side_name};
use crate::games::tactics::plugin::{AiPlayer, Fight, Phase, Seat, Start, TableBegins, TacticsSetup};
use crate::games::tactics::rules::Mode as Rule;
use crate::games::tactics::{Rules, Side};
use crate::shell::states::{Mode, Paused, Screen};
use bevy::prelude::*;

/// A text that follows the battle.
#[derive(Component, Debug, Clone, Copy)]
enum Line {
    Turn,
    Below,
    Points(Side),
}

/// Points on the hill of a side.
#[derive(Component, Debug)]
struct Points(Side);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::TACTICS)))
        .add_systems(Update, follow.after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TACTICS)));
}

fn spawn(mut commands: Commands, art: Res<Art>, fight: Single<&Fight>) {
    let is_hill = fight.position().scene().rules.mode == Rule::Hill;
    commands
        .spawn((
            Name::new("Tactics bar"),
            DespawnOnExit(Screen::Match),
            Pickable::IGNORE,
            Node { top: px(0), justify_content: JustifyContent::SpaceBetween, ..beside_board(BAR) },
        ))
        .with_children(|bar| {
            score(bar, &art, Side::A, is_hill);
            let column = Node { align_items: AlignItems::Center, ..stack(1.0) };
            bar.spawn((column, Pickable::IGNORE)).with_children(|column| {
                column.spawn((theme::text(&art, Weight::Black, 22.0, theme::CREAM, ""), theme::shadow(), Line::Turn));
                column.spawn((theme::text(&art, Weight::Regular, theme::BODY, theme::MUTED, ""), Line::Below));
            });
            score(bar, &art, Side::B, is_hill);
        });
}

/// The points of a side; an empty place of the same width where there are none to be had.
fn score(bar: &mut ChildSpawnerCommands, art: &Art, side: Side, is_hill: bool) {
    let align = if side == Side::A { AlignItems::Start } else { AlignItems::End };
    let column =
        Node { width: px(150), flex_direction: FlexDirection::Column, align_items: align, row_gap: px(4), ..default() };
    bar.spawn((column, Pickable::IGNORE)).with_children(|column| {
        if is_hill {
            let colour = side_colour(side).lighter(0.12);
            column.spawn((theme::text(art, Weight::Bold, theme::LABEL, colour, ""), Line::Points(side)));
            column.spawn((
                Node { width: px(150), flex_direction: FlexDirection::Column, ..default() },
                Pickable::IGNORE,
                children![progress_bar(9.0, side_colour(side), Points(side))],
            ));
        }
    });
}

/// What is played for, in a few words.
pub(super) fn rules_line(rules: &Rules) -> String {
    let mut line = match rules.mode {
        Rule::Hill => format!("hold the hill, {} points", rules.points),
        Rule::Classic => "classic".into(),
        Rule::Flag => "bring the enemy's flag home".into(),
        Rule::Escort => "bring the leader to its goal".into(),
    };
    if rules.zone_of_control {
        line += ", zone of control";
    }
    line
}

fn follow(
    table: Single<(&Fight, &Phase)>,
    seats: Query<(&Seat, Option<&AiPlayer>)>,
    setup: Res<TacticsSetup>,
    paused: Res<State<Paused>>,
    speed: Res<GameSpeed>,
    mut lines: Query<(&Line, &mut Text, &mut TextColor)>,
    mut points: Query<(&Points, &mut Node)>,
) {
    let (fight, phase) = *table;
    let (battle, position) = (fight.battle(), fight.position());
    let rules = &position.scene().rules;
    for (line, mut text, mut color) in &mut lines {
        let content = match line {
            Line::Turn => {
                let side = battle.side();
                let thinks = seats
                    .iter()
                    .any(|(seat, thinker)| seat.number == side.index() && thinker.is_some_and(AiPlayer::is_thinking));
                let (content, shade) = match phase {
                    _ if paused.get().0 => ("Paused".to_string(), theme::GOLD),
                    Phase::Over => ("The battle is over".into(), theme::CREAM),
                    Phase::Watching { .. } => ("Replay".into(), theme::GOLD),
                    Phase::Playing => {
                        let name = side_name(side);
                        let content = match (setup.is_human(side.index()), battle.is_complete()) {
                            (true, true) => format!("{name}: end the turn"),
                            (true, false) => format!("{name} to move"),
                            _ if thinks => format!("{name} thinks …"),
                            _ => format!("{name} moves"),
                        };
                        (content, side_colour(side).lighter(0.16))
                    }
                };
                color.set_if_neq(TextColor(shade));
                content
            }
            Line::Below => {
                let mut content =
                    format!("Round {}  ·  {}  ·  {}", fight.round(), battle.setup().level.name, rules_line(rules));
                if matches!(setup.start, Start::Puzzle(_)) {
                    content = format!("Puzzle  ·  {content}");
                }
                if speed.factor() != 1.0 {
                    content += &format!("  ·  ×{}", speed.factor());
                }
                content
            }
            Line::Points(side) => format!("Hill {} / {}", position.points()[side.index()], rules.points),
        };
        set_text(&mut text, content);
    }
    for (Points(side), mut node) in &mut points {
        set_filled(&mut node, f32::from(position.points()[side.index()]) / f32::from(rules.points.max(1)));
    }
}
