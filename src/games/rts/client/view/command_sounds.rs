//! Sounds that answer the player: who is selected, who is sent and for what, what cannot be, what asks for attention.

use crate::client::audio::PlaySound;
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::command::OrderGiven;
use crate::games::rts::client::input::selection::Selection;
use crate::games::rts::client::input::skirmish::alerts::{AlertKind, Alerts, PingAt};
use crate::games::rts::client::input::skirmish::queries::SkirmishView;
use crate::games::rts::client::stage::RtsSystems;
use crate::games::rts::signals::Audience;
use crate::games::rts::sim::Outcome;
use crate::nav::terrain::MovementClass;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

/// Seconds between two horns, and between two bells for those who have nothing to do.
const QUIET: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(click)
        .add_systems(Update, (select, order, refuse, warn, speak).in_set(RtsSystems::Show))
        .add_systems(Update, back.run_if(resource_changed::<MenuOpen>));
}

const fn own(name: &'static str) -> PlaySound {
    PlaySound { name, at: None }
}

fn click(_: On<Activate>, mut play: MessageWriter<PlaySound>) {
    play.write(own("ui_click"));
}

/// The menu is closed.
fn back(menu: Res<MenuOpen>, mut play: MessageWriter<PlaySound>, mut before: Local<bool>) {
    if std::mem::replace(&mut *before, menu.0) && !menu.0 {
        play.write(own("ui_back"));
    }
}

/// Riders answer with their horses.
fn select(skirmish: SkirmishView, selection: Res<Selection>, mut play: MessageWriter<PlaySound>) {
    if let Some(first) = selection.iter().next().filter(|_| selection.is_changed()) {
        let unit = skirmish.unit(first);
        let rides = unit.is_some_and(|unit| skirmish.unit_kind(&unit).class == MovementClass::Mounted);
        play.write(own(if rides { "horse" } else { "select" }));
    }
}

/// However many are sent at once, one answers.
fn order(mut given: MessageReader<OrderGiven>, mut play: MessageWriter<PlaySound>) {
    if let Some(order) = given.read().last() {
        play.write(own(order.command.info().sound));
    }
}

fn refuse(skirmish: SkirmishView, mut outcomes: MessageReader<Outcome>, mut play: MessageWriter<PlaySound>) {
    let is_own = |side: Option<u8>| skirmish.player.hears(side, skirmish.sides());
    if outcomes.read().any(|outcome| matches!(outcome, Outcome::Refused { side, .. } if is_own(*side))) {
        play.write(own("refused"));
    }
}

/// A line that somebody else has said.
fn speak(skirmish: SkirmishView, mut outcomes: MessageReader<Outcome>, mut play: MessageWriter<PlaySound>) {
    let own = skirmish.player.side;
    let is_heard = |outcome: &Outcome| match outcome {
        Outcome::Said { side, to, .. } if *side != own => {
            *to == Audience::All || skirmish.sides().is_some_and(|sides| sides.are_friends(own, *side))
        }
        _ => false,
    };
    if outcomes.read().filter(|outcome| is_heard(outcome)).count() > 0 {
        play.write(self::own("ping"));
    }
}

/// The horn when somebody out of sight is attacked, the bell for idle workers, and signs that are set on the map.
fn warn(
    alerts: Option<Res<Alerts>>,
    mut pings: MessageReader<PingAt>,
    mut heard: Local<u32>,
    mut quiet: Local<[f32; 2]>,
    mut play: MessageWriter<PlaySound>,
) {
    if pings.read().count() > 0 {
        play.write(own("ping"));
    }
    let Some(alerts) = alerts else { return };
    // A new match begins without alerts and counts from 1 again.
    let told = alerts.iter().map(|alert| alert.number).max();
    let before = *heard;
    *heard = told.map_or(0, |told| told.max(before));
    if alerts.iter().any(|alert| alert.number > before && alert.kind == AlertKind::Ally) {
        play.write(own("ping"));
    }
    for alert in alerts.iter().filter(|alert| alert.number > before) {
        let (name, until) = match alert.kind {
            AlertKind::Attack | AlertKind::Help => ("alert_attack", &mut quiet[0]),
            AlertKind::Idle => ("alert_idle", &mut quiet[1]),
            _ => continue,
        };
        if alerts.now() >= *until {
            *until = alerts.now() + QUIET;
            play.write(own(name));
        }
    }
}
