//! The lesson of a match on its result page.

use super::offer::is_won;
use crate::client::kit::player_colours::PlayerColours;
use crate::client::kit::{Art, Weight, layout, theme};
use crate::games::rts::lesson::{Account, lesson};
use crate::games::rts::rules::Rules;
use crate::games::rts::sim::skirmish::{Ending, Side, Sides};
use bevy::prelude::*;

/// What decided the match, from its figures: the person beside the enemy that has done most.
pub(super) fn taught(
    (sides, ending, you): (&Sides, Option<&Ending>, u8),
    player_colours: PlayerColours,
    rules: &Rules,
) -> Vec<String> {
    let (Some(own), Some(is_won)) = (sides.get(you), is_won(sides, ending, you)) else { return Vec::new() };
    let foes = (0u8..).zip(sides.iter()).filter(|(_, side)| side.team != own.team);
    let worst = |(number, foe): &(u8, &Side)| (foe.score.killed_worth, std::cmp::Reverse(*number));
    let Some((number, foe)) = foes.clone().max_by_key(worst) else {
        return Vec::new();
    };
    let name = if foes.count() == 1 { "the enemy" } else { player_colours.name(number) };
    lesson(rules, account(own), account(foe), name, is_won)
}

fn account(side: &Side) -> Account<'_> {
    Account { faction: side.faction, samples: &side.samples }
}

/// Width of the lesson in pixels of nodes.
const LESSON: f32 = 440.0;

pub(super) fn spawn_lesson(panel: &mut ChildSpawnerCommands, art: &Art, told: &[String]) {
    let frame = Node {
        width: px(LESSON),
        padding: UiRect::axes(px(16), px(12)),
        border_radius: BorderRadius::all(px(6)),
        ..layout::column(10.0)
    };
    panel.spawn((frame, BackgroundColor(theme::WELL))).with_children(|list| {
        list.spawn(theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, "What decided it"));
        for (number, sentence) in (1..).zip(told) {
            list.spawn(Node { column_gap: px(10), ..default() }).with_children(|line| {
                let figure = number.to_string();
                line.spawn(theme::text(art, Weight::Black, theme::LABEL, theme::GOLD, &figure));
                line.spawn((
                    theme::paragraph(art, Weight::Regular, theme::LABEL, theme::CREAM, sentence),
                    layout::rest(),
                ));
            });
        }
    });
}
