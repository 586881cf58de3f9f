//! What can be done: cursor, reachable squares, targets, threats, the last turn, hints and expected lines.

use super::stage::{Stage, StageSystems};
use super::{Pictures, Scene, middle, picture, side_colour, tile, z};
use crate::client::kit::tree::Imagined;
use crate::client::stage::CELL;
use crate::games::tactics::client::input::Intent;
use crate::games::tactics::plugin::{Advice, AiPlayer, Fight, Phase, Seat, TacticsSetup};
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::rules::Mode as Rule;
use crate::games::tactics::{Action, Position, Side, Square};
use crate::shell::states::Mode;
use bevy::prelude::*;

const LEGAL: Color = Color::srgb(0.25, 0.78, 0.33);
const ILLEGAL: Color = Color::srgb(0.9, 0.22, 0.18);
const GREY: Color = Color::srgb(0.35, 0.36, 0.4);
const STRIKE: Color = Color::srgb(1.0, 0.35, 0.25);
const CURE: Color = Color::srgb(0.55, 0.95, 0.6);
const GOLD: Color = Color::srgb(1.0, 0.83, 0.3);
const CREAM: Color = Color::srgb(0.99, 0.96, 0.88);
/// Stripes of a threat on the floor.
pub const THREAT: Color = Color::srgba(0.9, 0.22, 0.18, 0.42);
/// Stripes of a threat on the hill, which is golden or has the colour of its holder: bright on a dark ground.
pub const THREAT_ON_HILL: Color = Color::srgb(1.0, 0.78, 0.72);
/// The dark ground below them.
pub const HILL_SHADE: Color = Color::srgba(0.05, 0.02, 0.02, 0.6);

/// A sprite of the overlay.
#[derive(Component, Debug)]
struct Mark;

/// One thing that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawn {
    /// A picture of the atlas, with its size in cells.
    Tile { index: usize, at: Vec2, cells: f32, color: Color, z: f32, angle: f32 },
    /// A straight line in world units.
    Line { from: Vec2, to: Vec2, width: f32, color: Color },
}

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.after(StageSystems).run_if(in_state(Mode::TACTICS)));
}

/// What the overlay is made from.
pub type Table<'w> = (&'w Fight, &'w Phase, &'w Advice, &'w Stage);

fn draw(
    table: Single<(&Fight, &Phase, &Advice)>,
    stage: Single<(Entity, &Stage), With<Scene>>,
    thinkers: Query<(&Seat, &AiPlayer)>,
    (intent, imagined): (Res<Intent>, Option<Res<Imagined<Position>>>),
    setup: Res<TacticsSetup>,
    pictures: Res<Pictures>,
    old: Query<Entity, With<Mark>>,
    mut last: Local<Vec<Drawn>>,
    mut commands: Commands,
) {
    let (fight, phase, advice) = *table;
    let (scene, stage) = *stage;
    let mut list = Vec::new();
    let line = imagined.as_ref().and_then(|imagined| imagined.line());
    if let Some(line) = line {
        // What was not played, and nothing can be done there.
        let mut position = line.before.clone();
        for action in &line.steps {
            arrow(*action, &position, side_colour(position.side()).lighter(0.1), 0.9, &mut list);
            position.make(*action);
        }
    } else {
        gather((fight, phase, advice, stage), &intent, &setup, &mut list);
    }
    if intent.reasons && line.is_none() && !stage.is_busy() {
        for (seat, thinker) in &thinkers {
            if let Some(reason) = thinker.thought().filter(|_| seat.number != fight.seat() || *phase != Phase::Playing)
            {
                // Its own actions have been made; what it expects now are the answers.
                let rest = reason.line.iter().skip(reason.own);
                rest.take(6).for_each(|action| {
                    arrow(*action, fight.position(), side_colour(Side::of(seat.number).other()), 0.75, &mut list)
                });
            }
        }
    }
    if *last == list && (list.is_empty() || !old.is_empty()) {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for drawn in &list {
        match *drawn {
            Drawn::Tile { index, at, cells, color, z, angle } => commands.spawn((
                Mark,
                ChildOf(scene),
                picture(&pictures, index, cells, color),
                Transform::from_translation(at.extend(z)).with_rotation(Quat::from_rotation_z(angle)),
            )),
            Drawn::Line { from, to, width, color } => {
                let along = to - from;
                let size = Vec2::new(along.length(), width * CELL);
                commands.spawn((
                    Mark,
                    ChildOf(scene),
                    Sprite::from_color(color, size),
                    Transform::from_translation(((from + to) / 2.0).extend(z::ARROW - 0.1))
                        .with_rotation(Quat::from_rotation_z(along.to_angle())),
                ))
            }
        };
    }
    *last = list;
}

fn put(list: &mut Vec<Drawn>, index: usize, square: Square, cells: f32, color: Color, z: f32) {
    list.push(Drawn::Tile { index, at: middle(square), cells, color, z, angle: 0.0 });
}

/// Adds all that is drawn over the board.
pub fn gather((fight, phase, advice, stage): Table, intent: &Intent, setup: &TacticsSetup, list: &mut Vec<Drawn>) {
    let battle = fight.battle();
    let position = fight.position();
    let plays = *phase == Phase::Playing && setup.is_human(battle.seat()) && !battle.is_over();
    if intent.threats {
        // The side whose person looks on: the only person, or the one that is to move.
        let viewer = setup.lone_human().map_or(battle.side(), Side::of);
        let threats = position.threats(viewer.other());
        let scene = position.scene();
        let is_hill = |square| scene.rules.mode == Rule::Hill && scene.marks.hill.contains(square);
        for square in threats.iter() {
            if is_hill(square) {
                put(list, tile::TINT, square, 0.92, HILL_SHADE, z::THREAT - 0.02);
                put(list, tile::THREAT, square, 0.96, THREAT_ON_HILL, z::THREAT);
            } else {
                put(list, tile::THREAT, square, 1.0, THREAT, z::THREAT);
            }
        }
    }
    if plays && !stage.is_busy() {
        let (ready, _) = battle.turn_order();
        for one in position.characters(battle.side()).filter(|one| ready.contains(&one.slot)) {
            put(list, tile::TINT, one.at, 0.97, side_colour(battle.side()).with_alpha(0.75), z::TINT);
        }
    }
    if !stage.is_busy() {
        last_turn(fight, plays, list);
    }
    let options = intent.options(position);
    if plays && let Some(selected) = intent.selected {
        put(list, tile::FRAME, selected, 1.02, GOLD, z::TINT + 0.4);
        for square in options.moves.iter() {
            put(list, tile::TINT, square, 0.97, LEGAL.with_alpha(0.5), z::TINT);
            put(list, tile::STEP, square, 0.8, CREAM.with_alpha(0.9), z::TINT + 0.1);
        }
        for square in options.attacks.iter() {
            put(list, tile::TINT, square, 0.97, LEGAL.with_alpha(0.6), z::TINT);
            put(list, tile::STRIKE, square, 0.9, STRIKE.with_alpha(0.75), z::OVER);
        }
        for square in options.heals.iter() {
            put(list, tile::TINT, square, 0.97, LEGAL.with_alpha(0.6), z::TINT);
            put(list, tile::HEAL, square, 0.9, CURE.with_alpha(0.8), z::OVER);
        }
    }
    if let Some(cursor) = intent.cursor {
        at_cursor(cursor, intent, plays, battle.side(), position, list);
    }
    if let Some(action) = intent.planned.or(intent.meant).filter(|_| plays) {
        let color = if intent.planned == Some(action) { GOLD } else { CREAM };
        arrow(action, position, color, 0.95, list);
    }
    if let Some(hint) = advice.hint().filter(|hint| hint.key == position.key()) {
        let mut after = position.clone();
        for action in hint.line.iter().take(hint.own.max(1)) {
            arrow(*action, &after, GOLD, 0.95, list);
            after.make(*action);
        }
    }
}

/// The cursor, and what whoever stands there can reach.
fn at_cursor(cursor: Square, intent: &Intent, plays: bool, side: Side, position: &Position, list: &mut Vec<Drawn>) {
    let there = position.character_on(cursor);
    let own = there.filter(|one| plays && one.side == side && !one.acted);
    let (fill, frame) = match (intent.selected, intent.meant) {
        (Some(_), Some(_)) => (LEGAL.with_alpha(0.45), LEGAL.lighter(0.2)),
        (Some(selected), None) if selected != cursor && own.is_none() => {
            (ILLEGAL.with_alpha(0.5), ILLEGAL.lighter(0.1))
        }
        _ => (GREY.with_alpha(0.5), CREAM.with_alpha(0.9)),
    };
    put(list, tile::TINT, cursor, 0.97, fill, z::TINT + 0.2);
    put(list, tile::FRAME, cursor, 1.0, frame, z::TINT + 0.3);
    let Some(one) = there.filter(|_| intent.selected.is_none()) else { return };
    let colour = side_colour(one.side).lighter(0.15);
    for square in position.reachable(cursor).iter() {
        put(list, tile::STEP, square, 0.75, colour, z::TINT + 0.1);
    }
    let class = position.scene().class(one.slot);
    for square in position.scene().field.shots(one.at, class.range).iter() {
        put(list, tile::TINT, square, 0.97, STRIKE.with_alpha(0.28), z::TINT);
    }
}

/// What the other side did in its last turn, faintly.
fn last_turn(fight: &Fight, plays: bool, list: &mut Vec<Drawn>) {
    let effects = fight.effects();
    let Some(last) = effects.last() else { return };
    let side = last.who / MAX_SQUAD;
    // While a person acts, its own actions of this turn are not news.
    if plays && side == fight.side().index() {
        return;
    }
    let turn = effects.iter().rev().take_while(|effect| effect.who / MAX_SQUAD == side);
    for effect in turn.take(MAX_SQUAD) {
        let color = side_colour(Side::of(side)).lighter(0.1);
        arrow(effect.action, fight.position(), color, 0.5, list);
    }
}

/// Draws an action as an arrow: the way, then the blow.
fn arrow(action: Action, position: &Position, color: Color, alpha: f32, list: &mut Vec<Drawn>) {
    let mut leg = |from: Vec2, to: Vec2, color: Color, head: bool, width: f32| {
        let along = (to - from).normalize_or_zero();
        let end = if head { to - along * 0.16 * CELL } else { to };
        list.push(Drawn::Line { from, to: end, width, color: color.with_alpha(alpha) });
        if head {
            list.push(Drawn::Tile {
                index: tile::ARROW,
                at: to - along * 0.14 * CELL,
                cells: 0.36,
                color: color.with_alpha(alpha),
                z: z::ARROW,
                angle: along.to_angle(),
            });
        }
    };
    let way: Vec<Vec2> = position.way(action.from, action.to).into_iter().map(middle).collect();
    for (index, pair) in way.windows(2).enumerate() {
        leg(pair[0], pair[1], color, index + 2 == way.len(), 0.09);
    }
    if action.is_attack() || action.heals {
        let to = middle(action.target);
        let from = middle(action.to);
        let near = to - (to - from).normalize_or_zero() * 0.22 * CELL;
        leg(from, near, if action.heals { CURE } else { STRIKE }, true, 0.11);
    }
}
