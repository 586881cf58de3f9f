//! Commands that wait for a target, and the right button, which means what is most likely.

use super::field::Field;
use super::meaning::{Meaning, Spot, aimed, orders, smart, spot_at, spot_on};
use super::site::Site;
use super::{ClickTaken, SkirmishSystems};
use crate::client::input::bindings::Action;
use crate::client::kit::notices::Notice;
use crate::client::screens::pause::MenuOpen;
use crate::games::rts::client::input::command::{OrderGiven, SendTo};
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::view::units::ShownTime;
use crate::games::rts::rules::BuildingId;
use crate::games::rts::sim::skirmish::Command;
use crate::games::rts::sim::{Order, OrderQueue};
use crate::shell::states::Screen;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// A command that waits for a click on its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Walk.
    Move,
    /// Walk in the layout in which they stand.
    Formation,
    /// Attack somebody, or go fighting.
    Attack,
    /// Go to and fro.
    Patrol,
    /// Protect somebody.
    Guard,
    /// Fetch gold or wood.
    Gather,
    /// Make a building whole.
    Repair,
    /// Send those who are trained somewhere.
    Rally,
    /// Put up a building.
    Build(BuildingId),
}

impl Aim {
    /// What it asks for.
    #[must_use]
    pub const fn question(self) -> &'static str {
        match self {
            Self::Move => "Move where?",
            Self::Formation => "Move where, in formation?",
            Self::Attack => "Attack whom, or where?",
            Self::Patrol => "Patrol to where?",
            Self::Guard => "Guard whom?",
            Self::Gather => "Gather what?",
            Self::Repair => "Repair what?",
            Self::Rally => "Rally where?",
            Self::Build(_) => "Build where?",
        }
    }
}

/// The command that waits for a target.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Aiming(pub Option<Aim>);

/// What a click would do now, for the sign beside the pointer.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Hint {
    /// What a click means.
    pub meaning: Option<Meaning>,
    /// A word of warning, or why it cannot be.
    pub refusal: Option<String>,
    /// Whether a command waits for the left button; otherwise it is about the right one.
    pub is_aimed: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Aiming>()
        .init_resource::<Hint>()
        .add_systems(OnEnter(Screen::Match), |mut aiming: ResMut<Aiming>, mut hint: ResMut<Hint>| {
            *aiming = Aiming::default();
            *hint = Hint::default();
        })
        .add_systems(Update, click.in_set(SkirmishSystems::Click))
        .add_systems(Update, (forget, hint).chain().in_set(SkirmishSystems::Know));
}

/// Which button of the mouse was pressed on the map, and whether with SHIFT.
fn pressed(actions: &ActionState<Action>) -> (Option<bool>, Option<bool>) {
    let of = |plain, shifted| match (actions.just_pressed(&plain), actions.just_pressed(&shifted)) {
        (_, true) => Some(true),
        (true, _) => Some(false),
        _ => None,
    };
    (of(Action::Primary, Action::PrimaryAdd), of(Action::Secondary, Action::SecondaryQueue))
}

/// Gives the orders of a click.
fn give(
    field: &Field,
    selection: &Selection,
    (spot, meaning, queue): (Spot, Meaning, bool),
    queue_of_orders: &mut OrderQueue,
    given: &mut MessageWriter<OrderGiven>,
) {
    for order in orders(field, selection, spot, meaning, queue) {
        queue_of_orders.issue(field.player.side, order);
        given.write(OrderGiven { to: spot.cell, queue, what: meaning });
    }
}

pub(super) fn click(
    field: Field,
    actions: Single<&ActionState<Action>>,
    (pointer, shown, menu): (Res<Pointer>, Res<ShownTime>, Option<Res<MenuOpen>>),
    (selection, drag): (Res<Selection>, Res<DragBox>),
    site: Res<Site>,
    mut aiming: ResMut<Aiming>,
    mut taken: ResMut<ClickTaken>,
    mut wishes: MessageReader<SendTo>,
    mut queue_of_orders: ResMut<OrderQueue>,
    mut given: MessageWriter<OrderGiven>,
    mut notices: MessageWriter<Notice>,
) {
    taken.0 = false;
    for SendTo { to, queue } in wishes.read() {
        let Some(spot) = spot_on(&field, *to) else { continue };
        let meaning = match aiming.0 {
            Some(Aim::Build(_)) | None => smart(&field, &selection, spot),
            Some(aim) => aimed(&field, aim, spot).ok(),
        };
        if let Some(meaning) = meaning {
            give(&field, &selection, (spot, meaning, *queue), &mut queue_of_orders, &mut given);
        }
        if !*queue {
            aiming.set_if_neq(Aiming(None));
        }
    }
    if menu.is_some_and(|menu| menu.0) {
        return;
    }
    let (left, right) = pressed(&actions);
    let Some(aim) = aiming.0 else {
        let Some(queue) = right.filter(|_| drag.rect.is_none()) else { return };
        let Some(spot) = pointer.world.and_then(|point| spot_at(&field, *shown, point)) else { return };
        if let Some(meaning) = smart(&field, &selection, spot) {
            give(&field, &selection, (spot, meaning, queue), &mut queue_of_orders, &mut given);
        }
        return;
    };
    if right.is_some() {
        aiming.0 = None;
        return;
    }
    let Some(queue) = left else { return };
    taken.0 = true;
    if let Aim::Build(kind) = aim {
        let Some(plan) = &site.0 else { return };
        if let Some(reason) = &plan.refusal {
            notices.write(Notice(reason.clone()));
            return;
        }
        let units = field.own_units(&selection).into_iter().filter(|unit| field.works(*unit)).collect();
        let command = Command::Build { kind, at: plan.at };
        queue_of_orders.issue(field.player.side, Order::Command { units, command, queue });
        given.write(OrderGiven { to: plan.middle(), queue, what: Meaning::Build });
        // SHIFT keeps the building in hand, for another one.
        if !queue {
            aiming.0 = None;
        }
        return;
    }
    let Some(spot) = pointer.world.and_then(|point| spot_at(&field, *shown, point)) else { return };
    match aimed(&field, aim, spot) {
        Ok(meaning) => {
            give(&field, &selection, (spot, meaning, queue), &mut queue_of_orders, &mut given);
            if !queue {
                aiming.0 = None;
            }
        }
        Err(reason) => {
            notices.write(Notice(reason.into()));
        }
    }
}

/// Who has nobody left to command aims at nothing.
fn forget(field: Field, selection: Res<Selection>, mut aiming: ResMut<Aiming>) {
    let has_somebody = match aiming.0 {
        None => return,
        Some(Aim::Rally) => !field.own_buildings(&selection).is_empty(),
        Some(Aim::Build(_) | Aim::Gather | Aim::Repair) => {
            field.own_units(&selection).into_iter().any(|unit| field.works(unit))
        }
        Some(_) => !field.own_units(&selection).is_empty(),
    };
    if !has_somebody {
        aiming.0 = None;
    }
}

fn hint(
    field: Field,
    pointer: Res<Pointer>,
    shown: Res<ShownTime>,
    selection: Res<Selection>,
    drag: Res<DragBox>,
    site: Res<Site>,
    aiming: Res<Aiming>,
    mut hint: ResMut<Hint>,
) {
    let point = pointer.world.filter(|_| !pointer.over_hud && drag.rect.is_none());
    let spot = point.and_then(|point| spot_at(&field, *shown, point));
    let new = match (aiming.0, spot) {
        (_, None) => Hint { is_aimed: aiming.0.is_some(), ..default() },
        (Some(Aim::Build(_)), Some(_)) => {
            let said = site.0.as_ref().and_then(|plan| plan.refusal.clone().or(plan.warning.map(String::from)));
            Hint { meaning: Some(Meaning::Build), refusal: said, is_aimed: true }
        }
        (Some(aim), Some(spot)) => match aimed(&field, aim, spot) {
            Ok(meaning) => Hint { meaning: Some(meaning), refusal: None, is_aimed: true },
            Err(reason) => Hint { meaning: None, refusal: Some(reason.into()), is_aimed: true },
        },
        (None, Some(spot)) => Hint { meaning: smart(&field, &selection, spot), refusal: None, is_aimed: false },
    };
    hint.set_if_neq(new);
}
