//! What a match of Tanks lets hear.

use super::SceneBegins;
use crate::base::Cell;
use crate::client::audio::PlaySound;
use crate::client::input::ControlSystems;
use crate::games::tanks::field::{Ground, SUB};
use crate::games::tanks::plugin::{Battle, Happened, Phase, Seat, SeatKind};
use crate::games::tanks::world::{Event, Met, Outcome};
use crate::shell::states::{Mode, Running, Screen};
use bevy::prelude::*;

/// Seconds after which the tracks of a person's tank are asked for again: the sound lasts as long.
const TREADS: f32 = 0.24;
/// Seconds between two slides that are heard.
const SKID: f32 = 0.5;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Match), announce.after(SceneBegins).run_if(in_state(Mode::TANKS))).add_systems(
        Update,
        (tell, drive.run_if(in_state(Running)), end).after(ControlSystems::Act).run_if(in_state(Mode::TANKS)),
    );
}

fn sound(name: &'static str, at: Option<(i32, i32)>) -> PlaySound {
    let cell = |(x, y): (i32, i32)| Cell::new((x / SUB) as i16, (y / SUB) as i16);
    PlaySound { name, at: at.map(cell) }
}

fn announce(phase: Option<Single<&Phase>>, mut sounds: MessageWriter<PlaySound>) {
    if phase.is_some_and(|phase| matches!(**phase, Phase::Intro { .. })) {
        sounds.write(sound("stage_begins", None));
    }
}

fn tell(mut happened: MessageReader<Happened>, mut sounds: MessageWriter<PlaySound>) {
    for Happened(event) in happened.read() {
        let heard = match *event {
            Event::Fired { x, y, .. } => sound("cannon", Some((x, y))),
            Event::Ended { x, y, met, .. } => {
                let name = match met {
                    Met::Brick => "brick_hit",
                    Met::Steel | Met::BrokenSteel | Met::Edge => "steel_hit",
                    Met::Shell => "shells_meet",
                    Met::Tank(_) | Met::Base => continue,
                };
                sound(name, Some((x, y)))
            }
            Event::Harmed { left: 1.., .. } | Event::Shielded(_) | Event::Held(_) => sound("armour_hit", None),
            Event::Destroyed { x, y, .. } => sound("tank_blast", Some((x, y))),
            Event::BaseFell { .. } => sound("base_blast", None),
            Event::BonusLies { .. } => sound("bonus_comes", None),
            Event::BonusTaken { .. } | Event::FlagTaken { .. } | Event::FlagBack { .. } => sound("bonus_taken", None),
            Event::Life { .. } | Event::Captured { .. } => sound("extra_tank", None),
            Event::Stopped { .. } => sound("frozen", None),
            _ => continue,
        };
        sounds.write(heard);
    }
}

/// The tracks of people are heard while they drive, and that they slide.
fn drive(
    battle: Single<(&Battle, &Phase)>,
    seats: Query<&Seat>,
    time: Res<Time>,
    mut since: Local<(f32, f32)>,
    mut sounds: MessageWriter<PlaySound>,
) {
    let (battle, phase) = *battle;
    since.0 += time.delta_secs();
    since.1 += time.delta_secs();
    if *phase != Phase::Playing {
        return;
    }
    let people = seats.iter().filter(|seat| matches!(seat.kind, SeatKind::Human(_)));
    for tank in people.filter_map(|seat| battle.world().in_slot(seat.number)).filter(|tank| tank.moved > 0) {
        let place = Some(tank.centre());
        let is_steered = battle.held(usize::from(tank.slot())).steer.is_some();
        let is_on_ice = battle.world().field().ground(tank.anchor()) == Ground::Ice;
        if is_steered && since.0 > TREADS {
            since.0 = 0.0;
            sounds.write(sound("treads", place));
        }
        if !is_steered && is_on_ice && since.1 > SKID {
            since.1 = 0.0;
            sounds.write(sound("skid", place));
        }
    }
}

/// The end of a match has a tune.
fn end(
    table: Single<(&Battle, &Phase), Changed<Phase>>,
    mut was_playing: Local<bool>,
    mut sounds: MessageWriter<PlaySound>,
) {
    let (battle, phase) = *table;
    let is_ending = matches!(phase, Phase::Ending { .. });
    if is_ending && std::mem::take(&mut *was_playing) {
        let is_lost = battle.world().setup().mode.has_waves() && !battle.is_won();
        let name = match battle.world().outcome() {
            Some(Outcome::Draw) => "stage_lost",
            _ if is_lost => "stage_lost",
            _ => "stage_won",
        };
        sounds.write(sound(name, None));
    }
    *was_playing = *phase == Phase::Playing;
}
