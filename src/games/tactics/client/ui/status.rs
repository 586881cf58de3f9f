//! One line below the board: what a click would do, what is under the cursor, what is awaited.

use super::panels::abilities;
use crate::base::wording::capitalised;
use crate::client::kit::art::Art;
use crate::client::kit::theme::{self, Weight};
use crate::client::kit::widgets::set_text;
use crate::client::stage::{FOOT, sentence};
use crate::client::table::{awaited, beside_board};
use crate::games::tactics::client::input::Intent;
use crate::games::tactics::client::view::side_name;
use crate::games::tactics::field::Ground;
use crate::games::tactics::plugin::{Advice, Fight, Phase, Record, TableBegins, TacticsSetup};
use crate::games::tactics::rules::Mode as Rule;
use crate::games::tactics::{Action, Position, Square};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

#[derive(Component, Debug)]
struct Status;

const HEIGHT: f32 = 28.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::TACTICS)))
        .add_systems(Update, follow.after(crate::client::input::ControlSystems::Act).run_if(in_state(Mode::TACTICS)));
}

fn spawn(mut commands: Commands, art: Res<Art>) {
    commands.spawn((
        Name::new("Tactics status"),
        DespawnOnExit(Screen::Match),
        Pickable::IGNORE,
        Node { bottom: px(FOOT - HEIGHT - 2.0), justify_content: JustifyContent::Center, ..beside_board(HEIGHT) },
        children![(theme::text(&art, Weight::Bold, theme::BODY, theme::CREAM, ""), Status)],
    ));
}

fn follow(
    table: Single<(&Fight, &Phase, &Advice, &Record)>,
    intent: Res<Intent>,
    setup: Res<TacticsSetup>,
    mut lines: Query<(&mut Text, &mut TextColor), With<Status>>,
) {
    let (fight, phase, advice, record) = *table;
    let waits = awaited(&setup, record, fight.battle().side().index());
    let (content, colour) = line(fight, *phase, (advice, waits), &intent, &setup);
    for (mut text, mut color) in &mut lines {
        set_text(&mut text, content.as_str());
        color.set_if_neq(TextColor(colour));
    }
}

fn line(
    fight: &Fight,
    phase: Phase,
    (advice, waits): (&Advice, Option<String>),
    intent: &Intent,
    setup: &TacticsSetup,
) -> (String, Color) {
    let (battle, position) = (fight.battle(), fight.position());
    let plays = setup.person_plays(battle, phase);
    if advice.is_thinking() {
        return ("Looking for the best play …".into(), theme::GOLD);
    }
    if let Some(hint) = advice.hint() {
        let turn: Vec<String> = hint.line.iter().take(hint.own.max(1)).map(ToString::to_string).collect();
        return (format!("Best: {}.  {}", turn.join(", "), hint.sentence(side_name(hint.side))), theme::GOLD);
    }
    if plays && let Some(planned) = intent.planned {
        return (format!("{}  Click again or Enter to confirm.", describe(planned, position)), theme::GOLD);
    }
    if plays && let Some(meant) = intent.meant {
        return (describe(meant, position), theme::CREAM);
    }
    if let Some(cursor) = intent.cursor.filter(|cursor| intent.selected != Some(*cursor))
        && let Some(about) = about(cursor, position, &battle.resting())
    {
        return (about, theme::CREAM);
    }
    if plays && battle.is_complete() {
        return ("Everybody has acted: end the turn with E, or take something back with U.".into(), theme::GOLD);
    }
    if plays && let Some(one) = intent.selected.and_then(|square| position.character_on(square)) {
        let class = position.scene().class(one.slot);
        let ability = class.ability.map(|ability| format!("  ·  {}", ability.description())).unwrap_or_default();
        return (format!("{} {}: choose a green square{ability}", capitalised(&class.name), one.at), theme::CREAM);
    }
    let content = match phase {
        Phase::Playing if plays => {
            let count = |number: usize| if number == 1 { "One".into() } else { number.to_string() };
            let rests = match battle.resting().len() {
                0 => String::new(),
                rests => {
                    let word = if rests == 1 { "rests" } else { "rest" };
                    format!("{} {word} in the first turn, since {} begins.  ", count(rests), side_name(battle.side()))
                }
            };
            format!("{rests}{} can still act: select one, or press Tab.", count(battle.turn_order().0.len()))
        }
        Phase::Playing => waits.unwrap_or_else(|| "Click or F to skip the animation.".into()),
        Phase::Over | Phase::Watching { .. } => String::new(),
    };
    (content, theme::MUTED)
}

/// What an action does, in words.
fn describe(action: Action, position: &Position) -> String {
    let name = |square: Square| {
        position
            .character_on(square)
            .map_or_else(|| square.to_string(), |one| format!("{} {square}", position.scene().class(one.slot).name))
    };
    let who = capitalised(&name(action.from));
    let Some(preview) = position.preview(action) else { return who };
    let mut text = match (action.is_wait(), action.is_move(), action.is_attack(), action.heals) {
        (true, ..) => format!("{who} waits"),
        (_, true, true, _) => format!("{who} rides to {} and attacks {}", action.to, name(action.target)),
        (_, _, true, _) => format!("{who} attacks {}", name(action.target)),
        (.., true) => format!("{who} heals {}", name(action.target)),
        _ => format!("{who} moves to {}", action.to),
    };
    match preview.dealt {
        Some(dealt) if dealt.left == 0 => text += &format!(": takes {}, it falls", dealt.damage),
        Some(dealt) => text += &format!(": takes {}, {} left", dealt.damage, dealt.left),
        None => {}
    }
    match preview.returned {
        Some(back) if back.left == 0 => text += &format!(";  it can hit back for {}, which would fell it", back.damage),
        Some(back) => text += &format!(";  it can hit back for {}, {} left", back.damage, back.left),
        None if preview.dealt.is_some() => text += ";  it cannot hit back",
        None => {}
    }
    if preview.danger > preview.returned.map_or(0, |back| back.damage) {
        text += &format!(";  all enemies together up to {}", preview.danger);
    }
    text + "."
}

fn about(square: Square, position: &Position, resting: &[usize]) -> Option<String> {
    let scene = position.scene();
    if let Some(one) = position.character_on(square) {
        let class = scene.class(one.slot);
        let ability = class.ability.map(|ability| format!("  ·  {}", ability.description())).unwrap_or_default();
        let cover = if scene.field.has_cover(square) { "  ·  in cover" } else { "" };
        let name = format!("{} {}", side_name(one.side), class.name);
        let rests = if resting.contains(&one.slot) { "  ·  rests in this turn" } else { "" };
        let health = format!("{} of {} health", one.hp, class.hp);
        return Some(format!("{name} {square}:  {health}  ·  {}{cover}{ability}{rests}", abilities(class)));
    }
    let ground = match scene.field.ground()[square.cell()] {
        Ground::Cover => Some("Cover: who stands here loses one point less to attacks from afar"),
        Ground::Water => Some("Water: nobody stands here, shots pass"),
        Ground::Obstacle => Some("Obstacle: nobody passes, and shots do not either"),
        Ground::Floor => None,
    };
    let hill = (scene.rules.mode == Rule::Hill && scene.marks.hill.contains(square))
        .then_some("Hill: who has more characters on it scores");
    ground.or(hill).map(|text| sentence(&format!("{text} ({square})")))
}
