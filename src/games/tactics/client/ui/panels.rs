//! The squads on either side of the board: a card a character, and below them why a program acts as it does.

use crate::base::wording::capitalised;
use crate::client::kit::art::Art;
use crate::client::kit::frames::stack;
use crate::client::kit::theme::{self, Weight, sheet_picture};
use crate::client::kit::widgets::progress::{progress_bar, set_filled};
use crate::client::kit::widgets::{Tip, set_shown, set_text};
use crate::client::stage::short;
use crate::client::table::{called, clocks, seat_panel};
use crate::games::tactics::class::Class;
use crate::games::tactics::client::input::Intent;
use crate::games::tactics::client::view::{Pictures, Stage, piece_index, side_colour, side_name};
use crate::games::tactics::plugin::{AiPlayer, Fight, Record, Seat, TableBegins, TacticsSetup};
use crate::games::tactics::reason::{Reason, Verdict};
use crate::games::tactics::rules::MAX_SQUAD;
use crate::games::tactics::scene::Member;
use crate::games::tactics::words::aim;
use crate::games::tactics::{Action, Side};
use crate::shell::states::{Mode, Screen};
use bevy::prelude::*;

/// A text that follows the battle.
#[derive(Component, Debug, Clone, Copy)]
enum Line {
    Health(usize),
    /// Whether a slot can act.
    State(usize),
    Sum(Side),
    /// Why a side's program acts as it does.
    Reason(Side),
    Search(Side),
    Expected(Side),
}

/// The card of a slot.
#[derive(Component, Debug)]
struct Card(usize);

#[derive(Component, Debug)]
struct Portrait(usize);

#[derive(Component, Debug)]
struct Health(usize);

/// The part of a panel that tells why.
#[derive(Component, Debug)]
struct Why(Side);

/// Size of the writing of a card's last line, which has to fit into it.
const STATE: f32 = 11.5;

const PORTRAIT: f32 = 44.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), spawn.after(TableBegins).run_if(in_state(Mode::TACTICS))).add_systems(
        Update,
        (follow, show_cards, show_reasons)
            .after(crate::client::input::ControlSystems::Act)
            .run_if(in_state(Mode::TACTICS)),
    );
}

fn spawn(
    mut commands: Commands,
    (art, pictures): (Res<Art>, Res<Pictures>),
    setup: Res<TacticsSetup>,
    table: Single<(&Fight, &Record)>,
) {
    let (fight, record) = *table;
    let scene = fight.position().scene().clone();
    for side in Side::BOTH {
        let node = seat_panel(side.index(), 6.0);
        commands
            .spawn((Name::new("Tactics squad"), DespawnOnExit(Screen::Match), theme::panel(&art, node)))
            .with_children(|panel| {
                head(panel, &art, side, &called(&setup, record, side.index()));
                for (slot, member) in scene.members.iter().enumerate() {
                    if let Some(member) = member.as_ref().filter(|_| slot / MAX_SQUAD == side.index()) {
                        card(panel, (&art, &pictures), slot, member);
                    }
                }
                why(panel, &art, side);
            });
    }
}

fn head(panel: &mut ChildSpawnerCommands, art: &Art, side: Side, player: &str) {
    let row = Node { justify_content: JustifyContent::SpaceBetween, align_items: AlignItems::Center, ..default() };
    panel.spawn((row.clone(), Pickable::IGNORE)).with_children(|row| {
        let colour = side_colour(side).lighter(0.14);
        row.spawn(theme::text(art, Weight::Black, theme::HEAD, colour, side_name(side)));
        row.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::MUTED, ""), Line::Sum(side)));
    });
    panel.spawn((row, Pickable::IGNORE)).with_children(|row| {
        let name = theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, player);
        row.spawn((name, Node { min_width: px(0), flex_grow: 1.0, flex_basis: px(0), ..default() }));
        row.spawn(clocks::face(art, side.index()));
    });
}

/// What a class can do, in one line.
pub(super) fn abilities(class: &Class) -> String {
    format!("attack {}  ·  range {}  ·  steps {}", class.attack, class.range, class.steps)
}

fn card(panel: &mut ChildSpawnerCommands, (art, pictures): (&Art, &Pictures), slot: usize, member: &Member) {
    let class = &member.class;
    let side = Side::of(slot / MAX_SQUAD);
    let mut tip = abilities(class);
    if let Some(ability) = class.ability {
        tip += &format!(".  {}", ability.description());
    }
    let frame = Node {
        column_gap: px(8),
        align_items: AlignItems::Center,
        padding: UiRect::axes(px(7), px(4)),
        border: if side == Side::A { UiRect::left(px(4)) } else { UiRect::right(px(4)) },
        border_radius: BorderRadius::all(px(6)),
        ..default()
    };
    panel
        .spawn((frame, BackgroundColor(theme::WELL), BorderColor::all(side_colour(side)), Card(slot), Tip::new(tip)))
        .with_children(|card| {
            let index = piece_index(&class.name, side);
            let picture = sheet_picture(&pictures.pieces, index, PORTRAIT);
            card.spawn((picture, Portrait(slot)));
            let column = Node { flex_grow: 1.0, flex_basis: px(0), min_width: px(0), ..stack(2.0) };
            card.spawn((column, Pickable::IGNORE)).with_children(|column| {
                let row = Node { justify_content: JustifyContent::SpaceBetween, ..default() };
                column.spawn((row, Pickable::IGNORE)).with_children(|row| {
                    let leads = if member.is_leader { " (leader)" } else { "" };
                    let name = capitalised(&class.name) + leads;
                    row.spawn(theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, &name));
                    row.spawn((theme::text(art, Weight::Bold, theme::BODY, theme::CREAM, ""), Line::Health(slot)));
                });
                column.spawn((
                    Node { flex_direction: FlexDirection::Column, ..default() },
                    Pickable::IGNORE,
                    children![progress_bar(7.0, Color::srgb(0.4, 0.8, 0.36), Health(slot))],
                ));
                column.spawn((theme::text(art, Weight::Regular, STATE, theme::MUTED, ""), Line::State(slot)));
            });
        });
}

fn why(panel: &mut ChildSpawnerCommands, art: &Art, side: Side) {
    let column = Node { margin: UiRect::top(px(4)), display: Display::None, ..stack(4.0) };
    panel.spawn((column, Pickable::IGNORE, Why(side))).with_children(|column| {
        column.spawn(theme::text(art, Weight::Black, theme::BODY, theme::GOLD, "Why"));
        column.spawn((theme::paragraph(art, Weight::Regular, theme::BODY, theme::CREAM, ""), Line::Reason(side)));
        column.spawn((theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""), Line::Search(side)));
        column.spawn((theme::paragraph(art, Weight::Regular, theme::SMALL, theme::MUTED, ""), Line::Expected(side)));
    });
}

fn follow(
    fight: Single<&Fight>,
    stage: Single<&Stage>,
    mut lines: Query<(&Line, &mut Text)>,
    mut bars: Query<(&Health, &mut Node)>,
) {
    let position = fight.position();
    let scene = position.scene();
    let shown = |slot: usize| stage.characters()[slot].map_or(0, |shown| shown.hp);
    let (ready, acted) = fight.turn_order();
    let resting = fight.resting();
    for (line, mut text) in &mut lines {
        let content = match *line {
            Line::Health(slot) => format!("{} / {}", shown(slot), scene.class(slot).hp),
            Line::State(slot) => match slot {
                _ if shown(slot) == 0 => "fallen".into(),
                slot if ready.contains(&slot) => "ready".into(),
                slot if resting.contains(&slot) => "rests in this turn".into(),
                slot if acted.contains(&slot) => "has acted".into(),
                slot => {
                    let class = scene.class(slot);
                    format!("attack {}  range {}  steps {}", class.attack, class.range, class.steps)
                }
            },
            Line::Sum(side) => {
                let own = side.index() * MAX_SQUAD..(side.index() + 1) * MAX_SQUAD;
                format!("{} health", own.map(|slot| u32::from(shown(slot))).sum::<u32>())
            }
            Line::Reason(_) | Line::Search(_) | Line::Expected(_) => continue,
        };
        set_text(&mut text, content);
    }
    for (Health(slot), mut node) in &mut bars {
        set_filled(&mut node, f32::from(shown(*slot)) / f32::from(scene.class(*slot).hp.max(1)));
    }
}

/// Cards of the fallen and of those that have acted are dim; that of the selected one is bright.
fn show_cards(
    fight: Single<&Fight>,
    stage: Single<&Stage>,
    intent: Res<Intent>,
    mut cards: Query<(&Card, &mut BackgroundColor)>,
    mut portraits: Query<(&Portrait, &mut ImageNode)>,
) {
    let (_, acted) = fight.turn_order();
    let slot_on = |square| fight.position().character_on(square).map(|one| one.slot);
    let (selected, hovered) = (intent.selected.and_then(slot_on), intent.cursor.and_then(slot_on));
    for (Card(slot), mut fill) in &mut cards {
        let colour = match Some(*slot) {
            slot if slot == selected => theme::BRONZE.with_alpha(0.7),
            slot if slot == hovered => theme::EDGE.with_alpha(0.6),
            _ => theme::WELL,
        };
        fill.set_if_neq(BackgroundColor(colour));
    }
    for (Portrait(slot), mut image) in &mut portraits {
        let colour = match slot {
            slot if stage.characters()[*slot].is_none() => Color::srgba(0.35, 0.35, 0.35, 0.3),
            slot if acted.contains(slot) => Color::srgb(0.5, 0.5, 0.53),
            _ => Color::WHITE,
        };
        if image.color != colour {
            image.color = colour;
        }
    }
}

fn show_reasons(
    thinkers: Query<(&Seat, &AiPlayer)>,
    intent: Res<Intent>,
    mut parts: Query<(&Why, &mut Node)>,
    mut lines: Query<(&Line, &mut Text)>,
) {
    let reason = |side: Side| {
        thinkers.iter().find(|(seat, _)| seat.number == side.index()).and_then(|(_, thinker)| thinker.thought())
    };
    for (Why(side), mut node) in &mut parts {
        set_shown(&mut node, intent.reasons && reason(*side).is_some());
    }
    if !intent.reasons {
        return;
    }
    for (line, mut text) in &mut lines {
        let content = match *line {
            Line::Reason(side) => reason(side).map(|reason| reason.sentence(side_name(side))),
            Line::Search(side) => reason(side).map(numbers),
            Line::Expected(side) => reason(side).map(|reason| expected(&reason.line, reason.own)),
            _ => continue,
        };
        set_text(&mut text, content.unwrap_or_default());
    }
}

/// The largest terms and how far was looked.
fn numbers(reason: &Reason) -> String {
    let mut text = match reason.verdict {
        Verdict::Estimate(score) => format!("Score {score:+} (1 health is about 20)"),
        _ => "Certain".into(),
    };
    for (term, gain) in reason.gains.iter().take(3) {
        text += &format!("  ·  {} {gain:+}", aim(*term));
    }
    format!("{text}  ·  {} actions ahead, {} positions", reason.depth, short(reason.nodes))
}

/// The expected line, the own turn apart from what follows.
fn expected(line: &[Action], own: usize) -> String {
    let words = |actions: &[Action]| actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let (turn, rest) = line.split_at(own.min(line.len()));
    match rest {
        [] => format!("Plan: {}", words(turn)),
        rest => format!("Plan: {}, then {}", words(turn), words(&rest[..rest.len().min(6)])),
    }
}
