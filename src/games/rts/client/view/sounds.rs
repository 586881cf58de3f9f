//! What the simulation tells becomes what is heard: blows, shots, falls, work, and what has come about.

use super::effects::{Burst, What};
use super::eyes::Eyes;
use super::missiles::weapon_of;
use crate::base::Cell;
use crate::client::audio::PlaySound;
use crate::client::input::ControlSystems;
use crate::client::stage::cell_at;
use crate::games::rts::client::input::Player;
use crate::games::rts::client::stage::ShownTime;
use crate::games::rts::rules::{Damage, Missile};
use crate::games::rts::sim::board::{At, Board};
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::skirmish::{Building, BuildingIndex, Control, Health, Inside, Sides, Task, Tasks};
use crate::games::rts::sim::units::{Owner, Unit};
use crate::games::rts::sim::{GameRules, MatchClock, Outcome};
use crate::shell::states::Mode;
use bevy::prelude::*;

/// Ticks between two strokes of a hammer or a pick that are heard from one worker.
const STROKE: u32 = 16;
/// Ticks after which a stroke at a building counts as work no more.
const AT_WORK: u32 = 15;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (tell, strokes, chops, burn)
            .after(ControlSystems::Act)
            .run_if(in_state(Mode::RTS).and_then(any_with_component::<BuildingIndex>)),
    );
}

/// The sound of a shot, and that of its arrival.
fn sounds_of(missile: &Missile) -> (&'static str, &'static str) {
    match missile.sprite.as_str() {
        "boulder" | "fireball" => ("siege_shoot", "siege_hit"),
        _ => ("arrow_shoot", "arrow_hit"),
    }
}

fn tell(
    rules: Res<GameRules>,
    player: Res<Player>,
    eyes: Eyes,
    board: Single<(&BuildingIndex, &Sides), With<Board>>,
    buildings: Query<(&Owner, &At)>,
    mut outcomes: MessageReader<Outcome>,
    mut play: MessageWriter<PlaySound>,
) {
    let (building_index, sides) = *board;
    let is_own = |side: u8| side == player.side && sides.get(side).is_some_and(|side| side.control == Control::Human);
    let found = |id| building_index.entity(id).and_then(|entity| buildings.get(entity).ok());
    let mut sound = |name, at: Option<Cell>| {
        if at.is_none_or(|at| eyes.shows(at)) {
            play.write(PlaySound { name, at });
        }
    };
    for outcome in outcomes.read() {
        match outcome {
            Outcome::Struck { being, at, .. } => {
                let is_siege = weapon_of(&rules.0, *being).is_some_and(|weapon| weapon.kind == Damage::Siege);
                sound(if is_siege { "siege_hit" } else { "sword" }, Some(*at));
            }
            Outcome::MissileFlew { being, from, .. } => {
                if let Some(missile) = weapon_of(&rules.0, *being).and_then(|weapon| weapon.missile.as_ref()) {
                    sound(sounds_of(missile).0, Some(*from));
                }
            }
            Outcome::MissileHit { by, at, .. } => {
                if let Some(missile) = weapon_of(&rules.0, *by).and_then(|weapon| weapon.missile.as_ref()) {
                    sound(sounds_of(missile).1, Some(*at));
                }
            }
            Outcome::Healed { at, .. } => sound("heal", Some(*at)),
            Outcome::Died { at, .. } => sound("death", Some(*at)),
            Outcome::BuildingGone { at, .. } => sound("collapse", Some(*at)),
            Outcome::Delivered { at, side, .. } if is_own(*side) => sound("coin", Some(*at)),
            Outcome::BuildingPlaced { building } => {
                if let Some((_, at)) = found(*building) {
                    sound("place_building", Some(at.0));
                }
            }
            Outcome::BuildingFinished { building } if found(*building).is_some_and(|(owner, _)| is_own(owner.0)) => {
                sound("building_done", None);
            }
            Outcome::UnitTrained { building, .. } if found(*building).is_some_and(|(owner, _)| is_own(owner.0)) => {
                sound("alert_done", None);
            }
            Outcome::Researched { side, .. } if is_own(*side) => sound("alert_done", None),
            Outcome::SkirmishEnded { winner } => {
                let team = sides.get(player.side).map(|side| side.team);
                let is_playing = is_own(player.side);
                sound(if !is_playing || *winner == team { "victory" } else { "defeat" }, None);
            }
            _ => {}
        }
    }
}

/// Hammers at buildings and picks in mines.
fn strokes(
    clock: Res<MatchClock>,
    shown: Res<ShownTime>,
    eyes: Eyes,
    board: Single<(&Roster, &BuildingIndex), With<Board>>,
    units: Query<(&At, &Tasks, &Inside), With<Unit>>,
    buildings: Query<(&Building, &At)>,
    mut play: MessageWriter<PlaySound>,
    mut heard: Local<u32>,
) {
    let now = shown.0.max(0.0) as u32;
    if now == *heard {
        return;
    }
    *heard = now;
    let (roster, building_index) = *board;
    for (number, entity) in (0u32..).zip(roster.entities()) {
        // Each at a time of its own, and only a look at the few whose time has come.
        if !(now + number * 5).is_multiple_of(STROKE) {
            continue;
        }
        let Ok((at, tasks, inside)) = units.get(entity) else { continue };
        if !eyes.shows(at.0) {
            continue;
        }
        if inside.mine().is_some() {
            play.write(PlaySound { name: "mine", at: Some(at.0) });
        } else if let Some(Task::Repair(site)) = tasks.current()
            && let Some((building, at)) = building_index.entity(*site).and_then(|entity| buildings.get(entity).ok())
            && building.worked_at() > 0
            && building.worked_at() + AT_WORK >= clock.tick()
        {
            play.write(PlaySound { name: "hammer", at: Some(at.0) });
        }
    }
}

/// Fire in buildings; the sound lasts three seconds.
fn burn(
    shown: Res<ShownTime>,
    eyes: Eyes,
    buildings: Query<(&Building, &Health, &At)>,
    mut play: MessageWriter<PlaySound>,
    mut heard: Local<f32>,
) {
    if (shown.0 - *heard).abs() < 58.0 {
        return;
    }
    *heard = shown.0;
    let burns = |health: &Health| health.now() > 0 && health.now() < health.most() / 3;
    for (_, _, at) in buildings.iter().filter(|(building, health, _)| building.is_finished() && burns(health)) {
        if eyes.shows(at.0) {
            play.write(PlaySound { name: "fire", at: Some(at.0) });
        }
    }
}

/// Axes: heard when the chips are seen to fly.
fn chops(mut bursts: MessageReader<Burst>, mut play: MessageWriter<PlaySound>) {
    for burst in bursts.read().filter(|burst| burst.what == What::Chips) {
        play.write(PlaySound { name: "chop", at: Some(cell_at(burst.at)) });
    }
}
