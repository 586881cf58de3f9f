//! The first side's chance to win: over the whole match as a curve that one can click on, and now as a bar beside the board.
//! The curve shows what a review of the match has found, and where it has found nothing (yet), what is recorded of a move.

use crate::client::input::ControlSystems;
use crate::client::kit::layout::centred;
use crate::client::kit::theme;
use crate::client::kit::widgets::fit::Fit;
use crate::client::kit::widgets::tooltip::Clickable;
use crate::client::kit::widgets::{Tip, set_shown};
use crate::client::stage::{BAR, FOOT, MARGIN, PANEL, no_tree};
use crate::games::links::analysis::{Mark, Ply, chance};
use crate::games::links::client::input::Overlays;
use crate::games::links::client::stage::side_colour;
use crate::games::links::game::Match;
use crate::games::links::player::PlayerKind;
use crate::games::links::plugin::{Analysis, Board, Phase, Record, Replay, SeatKind, TableBegins};
use crate::games::links::step::Step;
use crate::search::Outcome;
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;
use bevy::ui::RelativeCursorPosition;

/// The curve of a match: a column for every move. Without any it is not shown.
#[derive(Component, Debug, Default, PartialEq)]
#[require(RelativeCursorPosition, Clickable)]
pub struct Curve {
    columns: Vec<Column>,
}

impl Curve {
    /// The first side's chance to win after each move, where that is known.
    pub fn chances(&self) -> impl Iterator<Item = Option<f64>> {
        self.columns.iter().map(|column| column.chance)
    }
}

/// A move on the curve.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Column {
    /// Steps of the match after it, offers of draws among them.
    after: usize,
    /// The first side's chance to win after it.
    chance: Option<f64>,
    /// Size and colour of its mark.
    dot: Option<(f32, Color)>,
}

/// The line where the match is shown.
#[derive(Component, Debug)]
struct Now;

/// The bar beside the board, and the first side's part of it.
#[derive(Component, Debug)]
struct ChanceBar;

#[derive(Component, Debug)]
struct Share;

/// Of the curve; where there is little room it is lower.
const HEIGHT: f32 = 64.0;
/// Of the bar, in logical pixels as well; it fits between the board and the panel.
const WIDTH: f32 = 8.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::LINKS))).add_systems(
        Update,
        (gather, draw, show_now, show_bar, seek.run_if(no_tree))
            .chain()
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::LINKS)),
    );
}

/// The curve, empty at first.
pub(super) fn node() -> impl Bundle {
    (
        Node {
            height: px(HEIGHT),
            display: Display::None,
            border_radius: BorderRadius::all(px(4)),
            overflow: Overflow::clip(),
            ..default()
        },
        BackgroundColor(theme::WELL),
        Tip::new("Blue's chance to win after every move; a click goes there"),
        Curve::default(),
    )
}

fn spawn(mut commands: Commands) {
    let beside = PANEL + MARGIN;
    let free = Node {
        position_type: PositionType::Absolute,
        left: px(beside),
        right: px(beside),
        top: px(BAR),
        bottom: px(FOOT),
        ..centred()
    };
    let bar = Node {
        position_type: PositionType::Absolute,
        left: px(-WIDTH - 1.0),
        width: px(WIDTH),
        height: percent(100),
        display: Display::None,
        ..default()
    };
    // The board is a square in the room that is free for it, and the bar stands at its left edge.
    commands.spawn((
        Name::new("Links chance"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        free,
        children![(
            Node::default(),
            Fit { aspect: 1.0 },
            Pickable::IGNORE,
            children![(
                bar,
                BackgroundColor(theme::WELL),
                Tip::new("Blue's chance to win from below, Red's from above"),
                ChanceBar,
                children![
                    (part(0.5), BackgroundColor(side_colour(0)), Pickable::IGNORE, Share),
                    (rule(50.0), BackgroundColor(theme::CREAM), Pickable::IGNORE),
                ],
            )],
        )],
    ));
}

/// The lower part of a column.
fn part(share: f64) -> Node {
    Node {
        position_type: PositionType::Absolute,
        bottom: px(0),
        width: percent(100),
        height: percent(100.0 * share as f32),
        ..default()
    }
}

/// A thin line so far from below.
fn rule(height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        bottom: percent(height),
        width: percent(100),
        height: px(1),
        ..default()
    }
}

/// Size and colour of the mark of a move: the worse, the larger.
fn dot(ply: &Ply) -> Option<(f32, Color)> {
    Some(match ply.mark {
        Some(Mark::Blunder) => (9.0, theme::ALARM),
        Some(Mark::Mistake) => (7.0, theme::GOLD),
        Some(Mark::Inaccuracy) => (5.0, theme::CREAM),
        None if ply.is_improvable() => (5.0, theme::MUTED),
        None => return None,
    })
}

/// What decides about the columns.
type Known =
    (&'static Board, Ref<'static, Phase>, Option<&'static Replay>, Ref<'static, Record>, Ref<'static, Analysis>);

/// Puts together what is known of the match, in a match that is played on nothing.
fn gather(table: Single<Known>, curve: Option<Single<&mut Curve>>) {
    let (board, phase, replay, record, analysis) = table.into_inner();
    let Some(curve) = curve else { return };
    let mut curve = curve.into_inner();
    if !(phase.is_changed() || record.is_changed() || analysis.is_changed() || curve.is_added()) {
        return;
    }
    let played: &Match = match (*phase, replay) {
        (Phase::Watching { .. }, Some(replay)) => replay,
        _ => board,
    };
    let mut columns = if *phase == Phase::Playing { Vec::new() } else { columns(played, &record, &analysis) };
    if analysis.progress().is_none() && columns.iter().all(|column| column.chance.is_none()) {
        columns.clear();
    }
    curve.set_if_neq(Curve { columns });
}

fn columns(played: &Match, record: &Record, analysis: &Analysis) -> Vec<Column> {
    let first = played.at(0).position().turns();
    let size = played.position().rules().size;
    let is_move = |(_, step): &(usize, &Step)| **step != Step::Offer;
    let moves = played.steps().iter().enumerate().filter(is_move);
    let moves = moves.take_while(|(_, step)| !matches!(step, Step::Resign | Step::Draw));
    moves
        .zip(first..)
        .map(|((at, _), turn)| {
            let ply = analysis.plies().iter().find(|ply| ply.at == at);
            let side = played.seats()[at];
            let recorded = || {
                let value = record.value_of(turn).filter(|_| values_as_the_engine(&record.sides[side]))?;
                Some(chance(if side == 0 { value } else { -value }, size))
            };
            let chance = ply.map(|ply| ply.chances[1]).or_else(recorded);
            Column { after: at + 1, chance, dot: ply.and_then(dot) }
        })
        .collect()
}

/// Whether what is recorded of a side's moves is in the units of our engine: its own values, and for persons those of a
/// review.
fn values_as_the_engine(side: &str) -> bool {
    match SeatKind::from_name(side) {
        Some(SeatKind::Human | SeatKind::Remote) => true,
        Some(SeatKind::Computer(PlayerKind::Engine { .. } | PlayerKind::Random)) => true,
        Some(SeatKind::Computer(PlayerKind::Source(_))) | None => false,
    }
}

/// Draws the curve anew when more of it is known.
fn draw(curve: Option<Single<(Entity, &Curve), Changed<Curve>>>, mut commands: Commands) {
    let Some(curve) = curve else { return };
    let (entity, Curve { columns }) = *curve;
    commands.entity(entity).despawn_children().with_children(|curve| {
        for Column { chance, dot, .. } in columns {
            let column =
                Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), height: percent(100), ..default() };
            let Some(after) = *chance else {
                curve.spawn((column, Pickable::IGNORE));
                continue;
            };
            curve.spawn((column, BackgroundColor(side_colour(1).darker(0.12)), Pickable::IGNORE)).with_children(
                |column| {
                    column.spawn((part(after), BackgroundColor(side_colour(0).darker(0.05)), Pickable::IGNORE));
                    if let Some((size, color)) = *dot {
                        let node = Node {
                            position_type: PositionType::Absolute,
                            left: percent(50),
                            bottom: percent(100.0 * after.clamp(0.08, 0.92) as f32),
                            margin: UiRect { left: px(-size / 2.0), bottom: px(-size / 2.0), ..default() },
                            width: px(size),
                            height: px(size),
                            border: UiRect::all(px(1)),
                            border_radius: BorderRadius::all(px(size)),
                            ..default()
                        };
                        let edge = BorderColor::all(theme::NIGHT);
                        column.spawn((node, edge, BackgroundColor(color), ZIndex(1), Pickable::IGNORE));
                    }
                },
            );
        }
        curve.spawn((rule(50.0), BackgroundColor(theme::CREAM.with_alpha(0.5)), Pickable::IGNORE));
        let now = Node { position_type: PositionType::Absolute, width: px(2), height: percent(100), ..default() };
        curve.spawn((now, BackgroundColor(theme::GOLD), ZIndex(2), Pickable::IGNORE, Now));
    });
}

fn show_now(board: Single<&Board>, curve: Option<Single<&Curve>>, mut lines: Query<&mut Node, With<Now>>) {
    let Some(curve) = curve else { return };
    let made = curve.columns.iter().take_while(|column| column.after <= board.steps().len()).count();
    for mut line in &mut lines {
        let left = percent(100.0 * made as f32 / curve.columns.len().max(1) as f32);
        if line.left != left {
            line.left = left;
        }
    }
}

/// The first side's chance to win in the position on the table, if anything is known about it.
pub(super) fn chance_now(board: &Board, analysis: &Analysis) -> Option<f64> {
    let position = board.position();
    match position.end().map(|end| end.outcome) {
        Some(Outcome::Win(side)) => return Some(if side == 0 { 1.0 } else { 0.0 }),
        Some(Outcome::Draw) => return Some(0.5),
        None => {}
    }
    let made = board.steps().len();
    let next = || analysis.plies().iter().find(|ply| ply.at == made).map(|ply| ply.chances[0]);
    let reviewed = analysis.ply_before(made).map(|ply| ply.chances[1]).or_else(next);
    let best = analysis.findings(position).and_then(|findings| findings.candidates.first());
    let now = best.map(|best| {
        let own = chance(best.score, position.rules().size);
        if position.side() == 0 { own } else { 1.0 - own }
    });
    now.or(reviewed)
}

/// The bar is empty as long as nothing is known.
fn show_bar(
    table: Single<(&Board, &Analysis)>,
    overlays: Res<Overlays>,
    mut bars: Query<(&mut Node, &mut BackgroundColor), (With<ChanceBar>, Without<Share>)>,
    mut shares: Query<&mut Node, With<Share>>,
) {
    let (board, analysis) = *table;
    let is_wanted = overlays.moves || analysis.progress().is_some();
    let known = chance_now(board, analysis).filter(|_| is_wanted);
    for (mut bar, mut fill) in &mut bars {
        set_shown(&mut bar, is_wanted);
        fill.set_if_neq(BackgroundColor(if known.is_some() { side_colour(1) } else { theme::WELL }));
    }
    for mut share in &mut shares {
        let height = percent(100.0 * known.unwrap_or(0.0) as f32);
        if share.height != height {
            share.height = height;
        }
    }
}

/// A press on the curve goes to the move there.
fn seek(
    curve: Option<Single<(&RelativeCursorPosition, &Curve)>>,
    phase: Single<&Phase>,
    mouse: Res<ButtonInput<MouseButton>>,
    mut overlays: ResMut<Overlays>,
) {
    let Some(curve) = curve else { return };
    let (cursor, Curve { columns }) = *curve;
    if **phase == Phase::Playing || !mouse.just_pressed(MouseButton::Left) || !cursor.cursor_over() {
        return;
    }
    let Some(at) = cursor.normalized else { return };
    // The middle of the node is 0.
    let place = ((at.x + 0.5).clamp(0.0, 0.999) * columns.len() as f32) as usize;
    overlays.sought = columns.get(place).map(|column| column.after).or(overlays.sought);
}
