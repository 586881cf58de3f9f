//! Signs to allies, and gifts. A key gives its sign where the mouse is; Alt and a click give the one that fits the place: a
//! free mine is claimed, at a base of one's own or of an ally help is called, elsewhere all are to attack.

use super::alerts::PingAt;
use super::chat::has_allies;
use super::queries::SkirmishView;
use super::targeting::{WaitingCommand, click};
use super::{ClickTaken, SkirmishSystems};
use crate::base::Cell;
use crate::client::input::bindings::Press;
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::placement::gap;
use crate::games::rts::rules::Price;
use crate::games::rts::signals::SignalKind;
use crate::games::rts::sim::record::playback::Playback;
use crate::games::rts::sim::{Order, OrderQueue};
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// Seconds until an attack that a player calls for.
const ATTACK_IN: u32 = 30;
/// Cells around a building that belong to its base.
const BASE: u32 = 12;
/// Cells between a mine and the place that means it.
const MINE: u32 = 2;

/// The player gives an ally something.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct GiftTo {
    pub side: u8,
    pub gift: Price,
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<GiftTo>()
        .add_systems(Update, show_place.in_set(SkirmishSystems::Click).after(click))
        .add_systems(Update, ((by_key, send).chain(), give).in_set(SkirmishSystems::Act));
}

/// Alt and a click on the map.
fn show_place(
    actions: Single<&ActionState<RtsAction>>,
    keys: Res<ButtonInput<KeyCode>>,
    (pointer, waiting): (Res<Pointer>, Res<WaitingCommand>),
    menu: Option<Res<MenuOpen>>,
    mut taken: ResMut<ClickTaken>,
    mut pings: MessageWriter<PingAt>,
) {
    let is_meant = keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) && waiting.0.is_none();
    let is_covered = pointer.over_hud || menu.is_some_and(|menu| menu.0);
    if is_meant && !is_covered && actions.just_pressed(&RtsAction::Primary) {
        taken.0 = true;
        pings.write_batch(pointer.cell.map(|at| PingAt { at, kind: None }));
    }
}

/// What Alt and a click mean at a place.
fn meant_at(skirmish: &SkirmishView, at: Cell) -> SignalKind {
    let own = skirmish.player.side;
    let is_friend = |side: u8| side == own || skirmish.sides().is_some_and(|sides| sides.are_friends(own, side));
    let distance = |building: &super::queries::BuildingQueryItem<'_, '_>| {
        let area = skirmish.building_area(building);
        gap(area.at, area.size, at, 1)
    };
    let of_friends = || skirmish.buildings.iter().filter(|one| is_friend(one.owner.0));
    let is_mine = |one: &super::queries::BuildingQueryItem<'_, '_>| skirmish.building_kind(one).is_mine();
    let is_base = of_friends().any(|one| distance(&one) <= BASE);
    if skirmish.buildings.iter().any(|one| is_mine(&one) && distance(&one) <= MINE && skirmish.knows(one.at.0))
        && !is_base
    {
        SignalKind::Claim
    } else if is_base {
        SignalKind::Help
    } else {
        attack_soon(skirmish)
    }
}

fn attack_soon(skirmish: &SkirmishView) -> SignalKind {
    SignalKind::Attack { arrive: skirmish.clock.tick() + ATTACK_IN * u32::from(skirmish.rules().tick_hz) }
}

/// Keys show the place where the mouse is.
fn by_key(
    skirmish: SkirmishView,
    pointer: Res<Pointer>,
    menu: Option<Res<MenuOpen>>,
    mut presses: MessageReader<Press<RtsAction>>,
    mut pings: MessageWriter<PingAt>,
) {
    let is_covered = pointer.over_hud || menu.is_some_and(|menu| menu.0);
    for Press(action) in presses.read() {
        let kind = match action {
            RtsAction::CallHelp => SignalKind::Help,
            RtsAction::CallAttack => attack_soon(&skirmish),
            RtsAction::ClaimMine => SignalKind::Claim,
            RtsAction::GiveUpBase => SignalKind::GiveUp,
            _ => continue,
        };
        let at = pointer.cell.filter(|_| !is_covered);
        pings.write_batch(at.map(|at| PingAt { at, kind: Some(kind) }));
    }
}

fn send(
    skirmish: SkirmishView,
    playback: Res<Playback>,
    mut pings: MessageReader<PingAt>,
    mut orders: ResMut<OrderQueue>,
) {
    let side = skirmish.player.side;
    let has_friends =
        skirmish.sides().is_some_and(|sides| !skirmish.player.observes(sides, &playback) && has_allies(sides, side));
    // Without allies the sign is for the player alone.
    for PingAt { at, kind } in pings.read().filter(|_| has_friends) {
        let kind = kind.unwrap_or_else(|| meant_at(&skirmish, *at));
        orders.issue(side, Order::Signal { kind, at: *at });
    }
}

fn give(skirmish: SkirmishView, mut gifts: MessageReader<GiftTo>, mut orders: ResMut<OrderQueue>) {
    for GiftTo { side, gift } in gifts.read() {
        orders.issue(skirmish.player.side, Order::Tribute { to: *side, gift: *gift });
    }
}
