//! What is offered after a match: the same once more, a level lower after a defeat and a level higher after a victory. Who
//! has lost to the lowest level twice is offered that the programs get less of what their workers bring home.

use super::choices::{SEATS, SkirmishChoices};
use super::result::{EndSheet, Stage};
use crate::games::rts::bot::{Program, STRONGEST, Settings};
use crate::games::rts::client::ui::PanelSystems;
use crate::games::rts::level::Level;
use crate::games::rts::sim::MatchSetup;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::skirmish::{Control, Ending, Player, Sides, SkirmishSetup};
use crate::shell::online::Online;
use bevy::prelude::*;

/// Steps of ten that the handicap of programs falls by.
const EASIER: u8 = 2;
/// Defeats by the lowest level in a row after which that is offered.
const PATIENCE: u8 = 2;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What is written on the button, and told of it.
    pub label: String,
    pub tip: String,
    pub setup: SkirmishSetup,
}

/// Defeats by programs of the lowest level in a row.
#[derive(Resource, Debug, Default)]
pub(super) struct Defeats(u8);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Defeats>().add_systems(Update, count.in_set(PanelSystems));
}

pub(super) type Table<'w, 's> = Option<Single<'w, 's, (&'static Sides, Option<&'static Ending>), With<Board>>>;

/// The side of the person, if one plays: of the person here, over the network.
pub(super) fn person(sides: &Sides, playback: &Playback, online: Option<&Online>) -> Option<u8> {
    if playback.ticks().is_some() {
        return None;
    }
    if let Some(online) = online {
        return online.seat;
    }
    sides.iter().position(|side| side.control == Control::Human).map(|side| side as u8)
}

/// Whether the side of the person has won or lost; `None` while it plays, and if nobody has won.
pub(super) fn is_won(sides: &Sides, ending: Option<&Ending>, you: u8) -> Option<bool> {
    let side = sides.get(you)?;
    match ending {
        Some(ending) => ending.winner.map(|team| team == side.team),
        None => side.beaten.map(|_| false),
    }
}

/// Counts the defeats, each match once.
pub(super) fn count(
    table: Table,
    playback: Res<Playback>,
    setup: Option<Res<MatchSetup>>,
    end: Res<EndSheet>,
    online: Option<Res<Online>>,
    mut defeats: ResMut<Defeats>,
) {
    let (Some(table), Some(setup), Stage::Going) = (table, setup, end.stage) else { return };
    let (sides, ending) = *table;
    let (Some(you), Some(skirmish)) = (person(sides, &playback, online.as_deref()), &setup.skirmish) else { return };
    match is_won(sides, ending, you) {
        Some(false) if highest(skirmish, you) == Some(1) => defeats.0 = defeats.0.saturating_add(1),
        Some(_) => defeats.0 = 0,
        None => {}
    }
}

/// The level of a program that is against a side; nothing of persons, friends and the founder.
const fn level(player: &Player, team: u8) -> Option<u8> {
    match player.program {
        Program::Bot { level, .. } if matches!(player.control, Control::Bot) && player.team != team => Some(level),
        _ => None,
    }
}

/// The highest level among the programs against a side.
pub fn highest(setup: &SkirmishSetup, side: u8) -> Option<u8> {
    let team = setup.players.get(usize::from(side))?.team;
    setup.players.iter().filter_map(|player| level(player, team)).max()
}

/// What the person of a side is offered. `defeats` are those by the lowest level in a row, this one among them.
pub fn offer(setup: &SkirmishSetup, side: u8, is_won: bool, defeats: u8) -> Option<Offer> {
    let (before, team) = (highest(setup, side)?, setup.players[usize::from(side)].team);
    let mut setup = setup.clone();
    let mut foes: Vec<&mut Player> = setup.players.iter_mut().filter(|player| level(player, team).is_some()).collect();
    let all = if foes.len() > 1 { "all programs against you" } else { "the program" };
    let (label, tip) = if before == 1 && !is_won {
        if defeats < PATIENCE || foes.iter().all(|foe| foe.handicap.less(EASIER) == foe.handicap) {
            return None;
        }
        foes.iter_mut().for_each(|foe| foe.handicap = foe.handicap.less(EASIER));
        let percent = foes.iter().map(|foe| foe.handicap.percent()).max().unwrap_or_default();
        let tip = format!("The same match, in which {all} gets {percent} % of what its workers bring home");
        (format!("Again, at {percent} %"), tip)
    } else {
        if is_won && before == STRONGEST {
            return None;
        }
        for foe in &mut foes {
            let Program::Bot { level, .. } = &mut foe.program else { continue };
            *level = if is_won { (*level + 1).min(STRONGEST) } else { (*level - 1).max(1) };
        }
        let next = Settings::built_in().level(if is_won { before + 1 } else { before - 1 });
        let level = if is_won { "higher" } else { "lower" };
        let tip = format!("The same map and sides, {all} a level {level}. {}: {}", next.name, next.about);
        (format!("Against {}", next.name), tip)
    };
    Some(Offer { label, tip, setup })
}

/// What is offered now.
pub(super) fn offered(
    (sides, ending, you): (&Sides, Option<&Ending>, Option<u8>),
    setup: Option<&MatchSetup>,
    Defeats(defeats): &Defeats,
) -> Option<Offer> {
    offer(setup?.skirmish.as_ref()?, you?, is_won(sides, ending, you?)?, *defeats)
}

/// The next set-up finds the levels and handicaps chosen that were played with last.
pub(super) fn remember(choices: &mut SkirmishChoices, setup: &SkirmishSetup, map: &Level) {
    for player in &setup.players {
        let place = map.starts.iter().position(|start| *start == player.start).filter(|place| *place < SEATS);
        let Some(seat) = place.map(|place| &mut choices.seats[place]) else { continue };
        if let (Program::Bot { level, .. }, Control::Bot) = (player.program, player.control) {
            seat.level = level;
        }
        seat.handicap = player.handicap;
    }
}
