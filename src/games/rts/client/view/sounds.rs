//! What the simulation tells becomes what is heard: blows, shots, falls, work, and what has come about.

use super::buildings::is_worked_at;
use super::effects::{Burst, What};
use super::eyes::Eyes;
use super::missiles::weapon_of;
use crate::base::Cell;
use crate::client::audio::PlaySound;
use crate::client::stage::cell_at;
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::{RtsSystems, ShownTime};
use crate::games::rts::rules::{Damage, Missile};
use crate::games::rts::sim::Outcome;
use crate::games::rts::sim::board::Board;
use crate::games::rts::sim::orders::Roster;
use crate::games::rts::sim::skirmish::{BuildingIndex, Control, Health, Task};
use crate::nav::step::UnitId;
use bevy::prelude::*;

/// Ticks between two strokes of a hammer or a pick that are heard from one worker.
const STROKE: u32 = 16;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (tell, strokes, chops, burn).in_set(RtsSystems::Show).run_if(any_with_component::<BuildingIndex>),
    );
}

/// The sound of a shot, and that of its arrival.
fn sounds_of(missile: &Missile) -> (&'static str, &'static str) {
    match missile.sprite.as_str() {
        "boulder" | "fireball" => ("siege_shoot", "siege_hit"),
        _ => ("arrow_shoot", "arrow_hit"),
    }
}

fn tell(skirmish: SkirmishView, eyes: Eyes, mut outcomes: MessageReader<Outcome>, mut play: MessageWriter<PlaySound>) {
    let (rules, player) = (skirmish.rules(), skirmish.side());
    let is_playing = player.is_some_and(|side| side.control == Control::Human);
    let is_own = |side: u8| is_playing && side == skirmish.player.side;
    let owns = |building: UnitId| skirmish.building(building).is_some_and(|building| is_own(building.owner.0));
    let mut sound = |name, at: Option<Cell>| {
        if at.is_none_or(|at| eyes.shows(at)) {
            play.write(PlaySound { name, at });
        }
    };
    for outcome in outcomes.read() {
        match outcome {
            Outcome::Struck { being, at, .. } => {
                let is_siege = weapon_of(rules, *being).is_some_and(|weapon| weapon.kind == Damage::Siege);
                sound(if is_siege { "siege_hit" } else { "sword" }, Some(*at));
            }
            Outcome::MissileFlew { being, from, .. } => {
                if let Some(missile) = weapon_of(rules, *being).and_then(|weapon| weapon.missile.as_ref()) {
                    sound(sounds_of(missile).0, Some(*from));
                }
            }
            Outcome::MissileHit { by, at, .. } => {
                if let Some(missile) = weapon_of(rules, *by).and_then(|weapon| weapon.missile.as_ref()) {
                    sound(sounds_of(missile).1, Some(*at));
                }
            }
            Outcome::Healed { at, .. } => sound("heal", Some(*at)),
            Outcome::Died { at, .. } => sound("death", Some(*at)),
            Outcome::BuildingGone { at, .. } => sound("collapse", Some(*at)),
            Outcome::Delivered { at, side, .. } if is_own(*side) => sound("coin", Some(*at)),
            Outcome::BuildingPlaced { building } => {
                if let Some(building) = skirmish.building(*building) {
                    sound("place_building", Some(building.at.0));
                }
            }
            Outcome::BuildingFinished { building } if owns(*building) => sound("building_done", None),
            Outcome::UnitTrained { building, .. } if owns(*building) => sound("alert_done", None),
            Outcome::Researched { side, .. } if is_own(*side) => sound("alert_done", None),
            Outcome::SkirmishEnded { winner } => {
                let team = player.map(|side| side.team);
                sound(if !is_playing || *winner == team { "victory" } else { "defeat" }, None);
            }
            _ => {}
        }
    }
}

/// Hammers at buildings and picks in mines.
fn strokes(
    skirmish: SkirmishView,
    shown: Res<ShownTime>,
    eyes: Eyes,
    roster: Single<&Roster, With<Board>>,
    mut play: MessageWriter<PlaySound>,
    mut heard: Local<u32>,
) {
    let now = shown.0.max(0.0) as u32;
    if now == *heard {
        return;
    }
    *heard = now;
    for (number, entity) in (0u32..).zip(roster.entities()) {
        // Each at a time of its own, and only a look at the few whose time has come.
        if !(now + number * 5).is_multiple_of(STROKE) {
            continue;
        }
        let Some(unit) = skirmish.units.get(entity).ok().filter(|unit| eyes.shows(unit.at.0)) else { continue };
        if unit.inside.mine().is_some() {
            play.write(PlaySound { name: "mine", at: Some(unit.at.0) });
        } else if let Some(Task::Repair(site)) = unit.tasks.current()
            && let Some(building) = skirmish.building(*site)
            && is_worked_at(building.state, skirmish.clock.tick())
        {
            play.write(PlaySound { name: "hammer", at: Some(building.at.0) });
        }
    }
}

/// Fire in buildings; the sound lasts three seconds.
fn burn(
    skirmish: SkirmishView,
    shown: Res<ShownTime>,
    eyes: Eyes,
    mut play: MessageWriter<PlaySound>,
    mut heard: Local<f32>,
) {
    if (shown.0 - *heard).abs() < 58.0 {
        return;
    }
    *heard = shown.0;
    let burns = |health: &Health| health.now() > 0 && health.now() < health.most() / 3;
    for building in skirmish.buildings.iter().filter(|one| one.state.is_finished() && burns(one.health)) {
        if eyes.shows(building.at.0) {
            play.write(PlaySound { name: "fire", at: Some(building.at.0) });
        }
    }
}

/// Axes: heard when the chips are seen to fly.
fn chops(mut bursts: MessageReader<Burst>, mut play: MessageWriter<PlaySound>) {
    for burst in bursts.read().filter(|burst| burst.what == What::Chips) {
        play.write(PlaySound { name: "chop", at: Some(cell_at(burst.at)) });
    }
}
