//! What an action would do, written where it happens: on the target what it loses, on the attacker what comes back.

use super::stage::{Stage, StageSystems};
use super::{Scene, middle, writing, z};
use crate::client::kit::art::Art;
use crate::client::stage::CELL;
use crate::games::tactics::client::input::Intent;
use crate::games::tactics::plugin::{Fight, Phase, TacticsSetup};
use crate::games::tactics::{Action, Position};
use crate::shell::states::Mode;
use bevy::prelude::*;

/// A label over the board.
#[derive(Component, Debug)]
struct Label;

/// A line of writing at a point, in a colour.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    at: Vec2,
    text: String,
    color: Color,
}

const HURT: Color = Color::srgb(1.0, 0.48, 0.4);
const GOOD: Color = Color::srgb(0.6, 0.95, 0.6);
const CARE: Color = Color::srgb(1.0, 0.83, 0.4);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.after(StageSystems).run_if(in_state(Mode::TACTICS)));
}

fn draw(
    table: Single<(&Fight, &Phase)>,
    stage: Single<(Entity, &Stage), With<Scene>>,
    intent: Res<Intent>,
    setup: Res<TacticsSetup>,
    art: Res<Art>,
    old: Query<Entity, With<Label>>,
    mut last: Local<Vec<Line>>,
    mut commands: Commands,
) {
    let (fight, phase) = *table;
    let plays = *phase == Phase::Playing && setup.is_human(fight.seat());
    let action = intent.planned.or(intent.meant).filter(|_| plays);
    let lines = action.map(|action| lines(action, fight.position())).unwrap_or_default();
    if *last == lines && (lines.is_empty() || !old.is_empty()) {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for line in &lines {
        let width = (line.text.chars().count() as f32 * 0.115 + 0.16) * CELL;
        let at = line.at.extend(z::LABEL);
        commands.spawn((
            Label,
            ChildOf(stage.0),
            Sprite::from_color(Color::srgba(0.05, 0.04, 0.04, 0.88), Vec2::new(width, 0.29 * CELL)),
            Transform::from_translation(at),
        ));
        let writing = writing(&art, &line.text, 0.22, line.color, at + Vec3::Z * 0.1);
        commands.spawn((Label, ChildOf(stage.0), writing));
    }
    *last = lines;
}

/// The labels of an action.
fn lines(action: Action, position: &Position) -> Vec<Line> {
    let Some(preview) = position.preview(action) else { return Vec::new() };
    let above = Vec2::Y * 0.56 * CELL;
    let mut lines = Vec::new();
    if let Some(dealt) = preview.dealt {
        let text = if dealt.left == 0 {
            format!("-{}  falls", dealt.damage)
        } else {
            format!("-{}  leaves {}", dealt.damage, dealt.left)
        };
        lines.push(Line { at: middle(action.target) + above, text, color: GOOD });
    } else if action.heals
        && let Some(friend) = position.character_on(action.target)
    {
        let mut after = position.clone();
        after.make(action);
        let healed = after.character_on(action.target).map_or(friend.hp, |one| one.hp);
        let text = format!("+{}", healed.saturating_sub(friend.hp));
        lines.push(Line { at: middle(action.target) + above, text, color: GOOD });
    }
    let mut own = Vec::new();
    if preview.cost > 0 {
        own.push(format!("-{} for leaving", preview.cost));
    }
    match preview.returned {
        Some(back) if back.left == 0 => own.push(format!("hits back -{} falls", back.damage)),
        Some(back) => own.push(format!("hits back -{}", back.damage)),
        None => {}
    }
    if preview.danger > preview.returned.map_or(0, |back| back.damage) {
        own.push(format!("all enemies -{}", preview.danger));
    }
    if !own.is_empty() {
        let color = if preview.returned.is_some_and(|back| back.left == 0) || preview.cost > 0 { HURT } else { CARE };
        lines.push(Line { at: middle(action.to) - above, text: own.join("  "), color });
    }
    lines
}
