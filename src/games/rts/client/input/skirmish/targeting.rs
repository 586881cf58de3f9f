//! Commands that wait for a target, and the right button, which means what is most likely.

use super::command_kind::CommandKind;
use super::context::{Target, at_target, context_command, orders};
use super::queries::SkirmishView;
use super::site::Site;
use super::{ClickTaken, SkirmishSystems};
use crate::client::kit::notices::Notice;
use crate::client::stage::MenuOpen;
use crate::games::rts::client::input::bindings::RtsAction;
use crate::games::rts::client::input::command::{OrderGiven, SendTo};
use crate::games::rts::client::input::pointer::Pointer;
use crate::games::rts::client::input::selection::{DragBox, Selection};
use crate::games::rts::client::stage::MatchResource;
use crate::games::rts::sim::skirmish::Command;
use crate::games::rts::sim::{Order, OrderQueue};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use leafwing_input_manager::prelude::*;

/// The command that waits for a click on its target.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WaitingCommand(pub Option<CommandKind>);

/// What a click would do now, for the sign beside the pointer.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub struct Hint {
    pub command: Option<CommandKind>,
    /// A word of warning, or why it cannot be.
    pub refusal: Option<String>,
    /// Whether a command waits for the left button; otherwise it is about the right one.
    pub(crate) is_aimed: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.init_for_match::<WaitingCommand>()
        .init_for_match::<Hint>()
        .add_systems(Update, click.in_set(SkirmishSystems::Click))
        .add_systems(Update, (forget, hint).chain().in_set(SkirmishSystems::Know));
}

/// Which button of the mouse was pressed on the map, and whether with SHIFT.
fn pressed(actions: &ActionState<RtsAction>) -> (Option<bool>, Option<bool>) {
    let of = |plain, shifted| match (actions.just_pressed(&plain), actions.just_pressed(&shifted)) {
        (_, true) => Some(true),
        (true, _) => Some(false),
        _ => None,
    };
    (of(RtsAction::Primary, RtsAction::PrimaryAdd), of(RtsAction::Secondary, RtsAction::SecondaryQueue))
}

/// Where the orders of clicks go.
#[derive(SystemParam)]
pub(super) struct Given<'w> {
    selection: Res<'w, Selection>,
    orders: ResMut<'w, OrderQueue>,
    given: MessageWriter<'w, OrderGiven>,
}

impl Given<'_> {
    fn give(&mut self, skirmish: &SkirmishView, command: CommandKind, target: Target, queue: bool) {
        for order in orders(skirmish, &self.selection, command, target, queue) {
            self.orders.issue(skirmish.player.side, order);
            self.given.write(OrderGiven { to: target.cell, queue, command });
        }
    }
}

pub(super) fn click(
    skirmish: SkirmishView,
    actions: Single<&ActionState<RtsAction>>,
    pointer: Res<Pointer>,
    menu: Option<Res<MenuOpen>>,
    drag: Res<DragBox>,
    site: Res<Site>,
    mut waiting: ResMut<WaitingCommand>,
    mut taken: ResMut<ClickTaken>,
    mut requests: MessageReader<SendTo>,
    mut given: Given,
    mut notices: MessageWriter<Notice>,
) {
    taken.0 = false;
    for SendTo { to, queue } in requests.read() {
        let Some(target) = Target::on_cell(&skirmish, *to) else { continue };
        let command = match waiting.0 {
            Some(CommandKind::Build(_)) | None => context_command(&skirmish, &given.selection, target),
            Some(command) => at_target(&skirmish, command, target).ok(),
        };
        if let Some(command) = command {
            given.give(&skirmish, command, target, *queue);
        }
        if !*queue {
            waiting.set_if_neq(WaitingCommand(None));
        }
    }
    if menu.is_some_and(|menu| menu.0) {
        return;
    }
    let (left, right) = pressed(&actions);
    let target = || pointer.world.and_then(|point| Target::at_point(&skirmish, point));
    let Some(command) = waiting.0 else {
        let Some(queue) = right.filter(|_| drag.rect.is_none()) else { return };
        let Some(target) = target() else { return };
        if let Some(command) = context_command(&skirmish, &given.selection, target) {
            given.give(&skirmish, command, target, queue);
        }
        return;
    };
    if right.is_some() {
        waiting.0 = None;
        return;
    }
    let Some(queue) = left else { return };
    taken.0 = true;
    let refusal = if let CommandKind::Build(kind) = command {
        let Some(plan) = &site.0 else { return };
        if plan.refusal.is_none() {
            let mut units = skirmish.own_units(&given.selection);
            units.retain(|unit| skirmish.is_worker(*unit));
            let order = Order::Command { units, command: Command::Build { kind, at: plan.at }, queue };
            given.orders.issue(skirmish.player.side, order);
            given.given.write(OrderGiven { to: plan.middle(), queue, command });
        }
        plan.refusal.clone()
    } else {
        let Some(target) = target() else { return };
        match at_target(&skirmish, command, target) {
            Ok(command) => {
                given.give(&skirmish, command, target, queue);
                None
            }
            Err(reason) => Some(reason.into()),
        }
    };
    match refusal {
        Some(reason) => drop(notices.write(Notice(reason))),
        // SHIFT keeps the command in hand, for another target.
        None if queue => {}
        None => waiting.0 = None,
    }
}

/// Who has nobody left to command waits for no target.
fn forget(skirmish: SkirmishView, selection: Res<Selection>, mut waiting: ResMut<WaitingCommand>) {
    let has_somebody = match waiting.0 {
        None => return,
        Some(CommandKind::Rally) => !skirmish.own_buildings(&selection).is_empty(),
        Some(CommandKind::Build(_) | CommandKind::Gather | CommandKind::Repair) => {
            skirmish.own_units(&selection).into_iter().any(|unit| skirmish.is_worker(unit))
        }
        Some(_) => !skirmish.own_units(&selection).is_empty(),
    };
    if !has_somebody {
        waiting.0 = None;
    }
}

fn hint(
    skirmish: SkirmishView,
    (pointer, selection, drag): (Res<Pointer>, Res<Selection>, Res<DragBox>),
    site: Res<Site>,
    waiting: Res<WaitingCommand>,
    mut hint: ResMut<Hint>,
) {
    let point = pointer.world.filter(|_| !pointer.over_hud && drag.rect.is_none());
    let target = point.and_then(|point| Target::at_point(&skirmish, point));
    let (command, refusal) = match (waiting.0, target) {
        (_, None) => (None, None),
        (Some(build @ CommandKind::Build(_)), Some(_)) => {
            let plan = site.0.as_ref();
            (Some(build), plan.and_then(|plan| plan.refusal.clone().or(plan.warning.map(String::from))))
        }
        (Some(command), Some(target)) => match at_target(&skirmish, command, target) {
            Ok(command) => (Some(command), None),
            Err(reason) => (None, Some(reason.into())),
        },
        (None, Some(target)) => (context_command(&skirmish, &selection, target), None),
    };
    hint.set_if_neq(Hint { command, refusal, is_aimed: waiting.0.is_some() });
}
